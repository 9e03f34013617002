"""Files that commands write: unwritable paths fail early, and no file is left half-written."""

import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import pytest

from pitboss.cli.files import check_output_suffix, check_writable, write_new, write_new_bytes
from pitboss.errors import Refused
from tests.cli.program import PITBOSS, PLAIN, error_output

SEALED = [folder for folder in (Path("/proc"), Path("/sys")) if folder.is_dir()]
"""Folders in which not even root can create a file."""
NOBODY = 65534
COMMANDS = [
    ("report", "stud-235", "-o", "{}.html"),
    ("report", "stud-235", "-o", "{}.pdf"),
    ("strategy", "stud-235", "-o", "{}.html"),
    ("strategy", "stud-235", "-o", "{}.pdf"),
    ("solve", "stud-235", "--csv", "-o", "{}.csv"),
    ("counts", "stud-235", "-o", "{}.txt"),
    ("rules", "stud-235", "--html", "-o", "{}.html"),
    ("rules", "stud-235", "--layout", "-o", "{}.svg"),
    ("submission", "new", "stud-235", "-o", "{}.toml"),
    ("pit", "shift", "--csv", "-o", "{}.csv"),
    ("pit", "player", "Ann", "--csv", "-o", "{}.csv"),
]


@contextmanager
def somebody() -> Iterator[None]:
    """Drop root privileges, if the tests run as root, since root may write everywhere."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def read_only_folder() -> Iterator[Path]:
    """Return a folder that everybody may read and nobody may write."""
    folder = Path(mkdtemp())  # pytest's own folder is closed to other users.
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("folder", SEALED, ids=str)
def test_a_folder_that_accepts_no_file(folder: Path, command: tuple[str, ...]) -> None:
    arguments = [word.format(folder / "a") for word in command]
    assert error_output(*arguments).startswith(f"{arguments[-1]} cannot be written: ")


@pytest.mark.parametrize("folder", SEALED, ids=str)
def test_it_is_detected_before_anything_is_computed(folder: Path) -> None:
    with pytest.raises(Refused, match=r"a\.html cannot be written: "):
        check_output_suffix(folder / "a.html", (".html",))


def test_a_folder_without_permission(read_only_folder: Path) -> None:
    with somebody(), pytest.raises(Refused, match=r"a\.html cannot be written: Permission denied"):
        check_output_suffix(read_only_folder / "a.html", (".html",))
    with somebody(), pytest.raises(Refused, match=r"a\.pdf cannot be written: Permission denied"):
        write_new_bytes(read_only_folder / "a.pdf", b"", "nothing")


def test_the_check_leaves_no_file_behind(tmp_path: Path) -> None:
    check_writable(tmp_path / "a.csv")
    check_writable(None)
    assert list(tmp_path.iterdir()) == []


def test_names_that_already_exist(tmp_path: Path) -> None:
    existing, folder = tmp_path / "there", tmp_path / "folder"
    existing.write_text("mine")
    folder.mkdir()
    for file, sentence in (
        (existing, "already exists and is not overwritten"),
        (folder, "is a folder, not a file"),
    ):
        for write in (check_writable, lambda x: write_new(x, "yours")):
            with pytest.raises(Refused, match=sentence):
                write(file)
    with pytest.raises(Refused, match="there is no folder"):
        check_writable(tmp_path / "no" / "a")
    assert existing.read_text() == "mine"


def test_a_full_disk_leaves_no_partial_file(tmp_path: Path) -> None:
    """The limit on file size makes the write fail at the end."""
    file = tmp_path / "a.html"
    process = subprocess.run(
        [*PITBOSS, "rules", "criss-cross", "--html", "-o", str(file)],
        env=PLAIN,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048)),
    )
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr == f"pitboss: {file} cannot be written: File too large.\n"
    assert not file.exists()
