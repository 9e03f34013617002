"""Test ``pitboss report`` as a command."""

import shlex
import subprocess
import sys
import tomllib
from html import unescape
from pathlib import Path

import pytest

from tests.cli.program import PITBOSS, PLAIN, error_output, output_of, printed_json, run
from tests.papers.par.sample_sheets import sound, text_of
from tests.papers.strict_html import StrictPage

pytestmark = pytest.mark.usefixtures("kernels")

STUD = ("report", "stud-235", "--date", "2026-01-31")
CHOSEN = """
game = "stud-235"
operator = "The Lab of Tests"
[table]
minimum = 1000
[wagers.progressive]
offered = false
"""


def listing(page: str) -> str:
    return unescape(page.partition("<pre>")[2].partition("</pre>")[0])


def test_the_suffix_selects_the_format(tmp_path: Path) -> None:
    page, pdf = tmp_path / "a.html", tmp_path / "b.PDF"
    assert (
        output_of(*STUD, "-o", str(page)) == f"Wrote the par sheet of 235 Stud Poker to {page}.\n"
    )
    assert output_of(*STUD, "-o", str(pdf)) == f"Wrote the par sheet of 235 Stud Poker to {pdf}.\n"
    assert sound(StrictPage(page.read_text("utf-8"))) == []
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert "-28454/270725" in text_of(pdf.read_bytes())
    again = tmp_path / "c.pdf"
    output_of(*STUD, "-o", str(again))
    assert again.read_bytes() == pdf.read_bytes()


def test_json_and_page_agree(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    result = printed_json(*STUD, "--pace", "55", "--json")
    output_of(*STUD, "--pace", "55", "-o", str(page))
    text = StrictPage(page.read_text("utf-8")).text
    for figure in (
        result["main"]["ev"],
        result["main"]["average_wager"],
        result["rules_hash"],
        result["lab"],
        result["program"],
        *(side["ev"] for side in result["wagers"].values()),
        *(side["ev"] for side in result["required"].values()),
        *(
            choice["ev"]
            for arguments in result["effects"]
            for choice in arguments["choices"].values()
        ),
        *(command for command in result["commands"].values()),
    ):
        assert figure in text
    assert "The pace of 55 rounds per hour is an assumption" in text
    assert result["pace"] == 55


def test_a_sheet_can_be_reproduced_from_its_own_text(tmp_path: Path) -> None:
    """Saving its submission and running its commands gives the same figures and the same sheet."""
    file, page = tmp_path / "chosen.toml", tmp_path / "sheet.html"
    file.write_text(CHOSEN)
    arguments = (
        "--submission",
        str(file),
        "--reading",
        "low_ace=all",
        "--pay",
        "win_em_all.all-win=13",
    )
    output_of(*STUD, *arguments, "-o", str(page))
    result = printed_json(*STUD, *arguments, "--json")
    page_rows = listing(page.read_text("utf-8"))
    assert tomllib.loads(page_rows)["operator"] == "The Lab of Tests"
    assert tomllib.loads(page_rows)["readings"]["low_ace"] == "all"
    (tmp_path / "again").mkdir()
    (tmp_path / "again" / "submission.toml").write_text(page_rows)

    for command in result["commands"].values():
        program, *words = shlex.split(command)
        assert program == "pitboss"
        process = subprocess.run(
            [*PITBOSS, *words], cwd=tmp_path / "again", env=PLAIN, capture_output=True, text=True
        )
        assert (process.returncode, process.stderr) == (0, ""), command
        if "solve" in words and "--json" in words:
            assert result["main"]["ev"] in process.stdout
            assert result["rules_hash"] in process.stdout
        if "report" in words and "--json" in words:
            assert result["rules_hash"] in process.stdout
    assert (tmp_path / "again" / "sheet.html").read_bytes() == page.read_bytes()


def test_a_damaged_cached_solution_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = PLAIN | {"PITBOSS_CACHE": str(tmp_path / "cache")}
    arguments = [*PITBOSS, *STUD, "--json"]
    first = subprocess.run(arguments, env=own, capture_output=True, text=True)
    cache_files = list((tmp_path / "cache" / "solutions").iterdir())
    assert cache_files
    for file in cache_files:
        content = file.read_bytes()
        file.write_bytes(content[:-9] + b"7" + content[-8:])
    second = subprocess.run(arguments, env=own, capture_output=True, text=True)
    assert "a cached solution is damaged and will be computed again" in second.stderr
    assert second.stdout == first.stdout
    third = subprocess.run(arguments, env=own, capture_output=True, text=True)
    assert (third.stderr, third.stdout) == ("", first.stdout)


def test_unwritable_files_are_reported_first(tmp_path: Path) -> None:
    existing = tmp_path / "there.html"
    existing.write_text("mine")
    output = error_output(*STUD, "-o", str(existing))
    assert output == f"{existing} already exists and is not overwritten."
    assert existing.read_text() == "mine"
    nowhere = tmp_path / "no" / "a.pdf"
    assert error_output(*STUD, "-o", str(nowhere)) == (
        f"{nowhere} cannot be written: there is no folder {nowhere.parent}."
    )
    folder = tmp_path / "folder.html"
    folder.mkdir()
    assert error_output(*STUD, "-o", str(folder)) == f"{folder} is a folder, not a file."


@pytest.mark.parametrize("name", ["a.docx", "a", "html", ".pdf"])
def test_another_suffix_is_refused(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    message = f"{file} must end in .html or .pdf, which selects the format."
    assert error_output(*STUD, "-o", str(file)) == message
    assert not file.exists()


def test_arguments_must_make_sense(tmp_path: Path) -> None:
    file = str(tmp_path / "a.html")
    assert (
        error_output("report", "stud-235") == "name the file to write with -o FILE, or use --json."
    )
    assert error_output(*STUD, "-o", file, "--json") == "choose one of --output and --json."
    assert "invalid --date 'tomorrow'" in error_output(
        "report", "stud-235", "--date", "tomorrow", "--json"
    )
    assert "out of range: 1 to 1,000" in error_output(*STUD, "--json", "--pace", "0")
    assert "unknown line" in error_output(*STUD, "--json", "--pay", "two_card.flsh=3")
    assert "unknown reading 'x' for" in error_output(*STUD, "--json", "--reading", "x=y")
    assert "roulette" in error_output("report", "roulette", "-o", file)
    bad = tmp_path / "bad.toml"
    bad.write_text('game = "stud-235"\ncolour = 3\n')
    assert "bad.toml" in error_output(*STUD, "--submission", str(bad), "-o", file)
    assert not Path(file).exists()


def test_without_typst_the_error_explains_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "typst.py").write_text("raise ImportError\n")
    process = subprocess.run(
        [*PITBOSS, *STUD, "-o", str(tmp_path / "a.pdf")],
        env=PLAIN | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr == (
        "pitboss: a PDF needs typst; install it with ./pitboss extra report.\n"
    )
    assert not (tmp_path / "a.pdf").exists()


def test_a_page_needs_no_typst(tmp_path: Path) -> None:
    (tmp_path / "typst.py").write_text("raise ImportError\n")
    process = subprocess.run(
        [sys.executable, "-m", "pitboss", *STUD, "-o", str(tmp_path / "a.html")],
        env=PLAIN | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (process.returncode, process.stderr) == (0, "")


def test_the_command_is_listed() -> None:
    assert b"report" in run("--help").stdout
