"""The examples in the documentation work as shown."""

import doctest
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.games import GAMES, grammar
from tests.cli.program import run, run_shell

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
SCRATCH = "/tmp/"  # noqa: S108 (as the documents write it; the tests use a folder of their own)
FOR_A_SHELL = re.compile(r"[|<>&;*$`~]")


def blocks(document: Path, language: str) -> list[str]:
    fence = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return fence.findall(document.read_text())


def steps(document: Path) -> Iterator[tuple[str, str]]:
    """Return console blocks and game files (headed ``python my_game.py``), in order."""
    fence = re.compile(r"^```(console|python \S+\.py)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    for result in fence.finditer(document.read_text()):
        yield result[1].removeprefix("python "), result[2]


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Return each command of a console block with its expected output."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected_output = part.partition("\n")
        yield command, expected_output


def sessions(document: Path) -> list[tuple[str, str]]:
    """Return each command of the console blocks with its expected output."""
    return [result for block in blocks(document, "console") for result in commands(block)]


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_print_the_output_in_the_docs(
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
    """Write a file from a document, or check that it equals the file that a command wrote."""
    if file.exists():
        assert file.read_text() == text
    file.write_text(text)


def _run(command: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command, without a shell where it only calls the program, which is faster."""
    if command.startswith("./pitboss ") and not FOR_A_SHELL.search(command):
        return run(*shlex.split(command)[1:])
    return run_shell(command.replace("./pitboss", "pitboss"))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_examples_give_the_output_in_the_docs(document: Path) -> None:
    """The Python blocks of one document are one session."""
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


def test_paths_on_the_map_of_the_code_exist() -> None:
    """The page on architecture gives most paths relative to the package."""
    paths = re.findall(r"`(\w+(?:/\w+)+(?:/|\.\w+)?)`", (ROOT / "docs/architecture.md").read_text())
    assert len(paths) > 100
    folders = (ROOT, ROOT / "src/pitboss")
    assert [path for path in paths if not any((f / path).exists() for f in folders)] == []


def test_the_index_lists_every_page() -> None:
    docs = ROOT / "docs"
    pages = {path.name for path in docs.glob("*.md")} - {"index.md"}
    assert pages <= set(re.findall(r"\]\(([a-z-]+\.md)", (docs / "index.md").read_text()))


def test_the_house_rules_list_every_id() -> None:
    cited_id = re.compile(r"\b(?:FAIR|LEDG|LOG|NODE|PROG|RECOV|ROUND|SEC|TEST|TIME)-\d+\b")
    listing = (ROOT / "docs" / "house-rules.md").read_text()
    files = [*DOCUMENTS, *(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    ids = {one for file in files for one in cited_id.findall(file.read_text())}
    assert ids <= set(re.findall(r"^\| (\S+) \|", listing, re.MULTILINE))


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) < 200


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_anchors_are_headings(document: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*\.md)?#([^)]+)\)", document.read_text()):
        text = (document.parent / target if target else document).read_text()
        headings = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
        anchors = {re.sub(r"[^a-z0-9_ -]", "", x.lower()).replace(" ", "-") for x in headings}
        assert anchor in anchors, f"{target}#{anchor}"


@pytest.mark.parametrize("key", GAMES)
def test_the_settle_page_lists_every_key_of_a_game(key: str) -> None:
    game = GAMES[key]
    page = (ROOT / "docs" / "settle.md").read_text()
    row = re.search(rf"^\| `{key}` \|(.*)\|$", page, re.MULTILINE)
    assert row, f"docs/settle.md has no row for {key}"
    required, raises, sides, decisions, places = (
        re.findall(r"`([^`]+)`", cell) for cell in row[1].split("|")
    )
    assert required == [wager.key for wager in game.required]
    assert raises == [wager.key for wager in game.raises]
    assert sides == [wager.key for wager in game.sides]
    assert set(decisions) == {choice for street in game.streets for choice in street.choices}
    assert places == [place.name for place in game.places]
