"""The examples in the documents are true: commands print what is shown, Python gives it."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import PLAIN, run

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SCRATCH = "/tmp/"  # noqa: S108 (as the documents write it; the tests use a folder of their own)
FOR_A_SHELL = re.compile(r"[|<>&;*$`~]")
PITBOSS = f"{shlex.quote(sys.executable)} -m pitboss"


def blocks(document: Path, language: str) -> list[str]:
    fenced = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return fenced.findall(document.read_text())


def sessions(document: Path) -> list[tuple[str, str]]:
    """Each command of the console blocks, with what it should print."""
    found = []
    for block in blocks(document, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            found.append((command, printed))
    return found


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_print_what_is_shown(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    for command, printed in sessions(document):
        done = _done(command.replace(SCRATCH, f"{tmp_path}/"))
        shown = (done.stdout + done.stderr).decode().replace(f"{tmp_path}/", SCRATCH)
        assert [row.rstrip() for row in shown.splitlines()] == printed.splitlines(), command


def _done(command: str) -> subprocess.CompletedProcess[bytes]:
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


def test_the_documents_have_examples() -> None:
    assert sum(len(sessions(document)) for document in DOCUMENTS) >= 6


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
        assert target.startswith("http") or (document.parent / target).exists(), target
