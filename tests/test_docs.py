"""The examples in the documentation work as shown."""

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.games import grammar
from tests.cli.program import PLAIN, run

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
SCRATCH = "/tmp/"  # noqa: S108 (as the documents write it; the tests use a folder of their own)
FOR_A_SHELL = re.compile(r"[|<>&;*$`~]")
PITBOSS = f"{shlex.quote(sys.executable)} -m pitboss"


def blocks(document: Path, language: str) -> list[str]:
    fence = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return fence.findall(document.read_text())


def steps(document: Path) -> Iterator[tuple[str, str]]:
    """Console blocks and files with a game, which are headed ``python my_game.py``, in order."""
    fence = re.compile(r"^```(console|python \S+\.py)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    for result in fence.finditer(document.read_text()):
        yield result[1].removeprefix("python "), result[2]


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block, with what it should print."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected_output = part.partition("\n")
        yield command, expected_output


def sessions(document: Path) -> list[tuple[str, str]]:
    """Each command of the console blocks, with what it should print."""
    return [result for block in blocks(document, "console") for result in commands(block)]


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_print_what_is_shown(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    for kind, block in steps(document):
        if kind != "console":
            _write(tmp_path / kind, block)
            continue
        for command, expected_output in commands(block):
            process = _run(command.replace(SCRATCH, f"{tmp_path}/"))
            output = (process.stdout + process.stderr).decode().replace(f"{tmp_path}/", SCRATCH)
            assert [row.rstrip() for row in output.splitlines()] == expected_output.splitlines(), (
                command
            )


def _write(file: Path, text: str) -> None:
    """Write the file that a document shows; one that a command wrote must be that very file."""
    if file.exists():
        assert file.read_text() == text
    file.write_text(text)


def _run(command: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command; without a shell where it is the program's alone, which is faster."""
    if command.startswith("./pitboss ") and not FOR_A_SHELL.search(command):
        return run(*shlex.split(command)[1:])
    line = command.replace("./pitboss", PITBOSS)
    return subprocess.run(["sh", "-c", line], env=PLAIN, capture_output=True)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_gives_what_is_shown(document: Path) -> None:
    """The blocks of one document are one session."""
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    names: dict[str, object] = {}
    for number, block in enumerate(blocks(document, "python")):
        test = parser.get_doctest(block, names, f"{document.name} {number}", None, None)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.failures == 0


def test_every_word_of_the_grammar_is_in_its_reference() -> None:
    text = (ROOT / "docs" / "grammar.md").read_text()
    reference = text.partition("# Reference")[2]
    assert [word for word in grammar.__all__ if not re.search(rf"\b{word}\b", reference)] == []


def test_every_anchor_of_the_grammar_is_a_heading() -> None:
    text = (ROOT / "docs" / "grammar.md").read_text()
    headings = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", x.lower()).replace(" ", "-") for x in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors


def test_the_documents_have_examples() -> None:
    assert sum(len(sessions(document)) for document in DOCUMENTS) >= 6


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
        assert target.startswith("http") or (document.parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_paths_in_the_repository_exist(document: Path) -> None:
    folders = "benchmarks|docs|examples|requirements|src|tests"
    for path in re.findall(rf"`((?:{folders})/[^`\s:]*)`", document.read_text()):
        assert (ROOT / path).exists(), path


def test_the_index_lists_every_page() -> None:
    docs = ROOT / "docs"
    pages = {path.name for path in docs.glob("*.md")} - {"index.md"}
    assert pages <= set(re.findall(r"\]\(([a-z-]+\.md)", (docs / "index.md").read_text()))


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) < 200


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_anchors_are_headings(document: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*\.md)?#([^)]+)\)", document.read_text()):
        text = (document.parent / target if target else document).read_text()
        headings = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
        anchors = {re.sub(r"[^a-z0-9_ -]", "", x.lower()).replace(" ", "-") for x in headings}
        assert anchor in anchors, f"{target}#{anchor}"
