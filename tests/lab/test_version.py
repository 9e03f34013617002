"""The lab's version covers every file that affects a figure, and light commands skip the lab."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pitboss
from pitboss.lab import disk_cache
from pitboss.lab.disk_cache import lab_version

SOURCE: Final = Path(pitboss.__file__).parent


VERSION: Final = lab_version()
"""The version of the unchanged program, before any test changes a copy of it."""


@pytest.fixture
def program_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the program that may be changed."""
    root = tmp_path / "pitboss"
    shutil.copytree(SOURCE, root, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(disk_cache, "_PACKAGE_FOLDER", root)
    return root


def current_version() -> str:
    """Return the version, computed again."""
    return lab_version.__wrapped__()


def test_the_version_does_not_depend_on_the_install_folder(program_copy: Path) -> None:
    assert current_version() == VERSION
    assert len(current_version()) == 16


@pytest.mark.parametrize(
    "name",
    [
        "cards.py",
        "round.py",
        "games/maryland/criss_cross.py",
        "hands/ranking.py",
        "submission/resolve.py",
        "submission/evaluators.py",
        "lab/hand_tables.py",
        "lab/kernels/cross.py",
        "lab/cross/solver.py",
    ],
)
def test_a_changed_file_changes_the_version(name: str, program_copy: Path) -> None:
    file = program_copy / name
    file.write_bytes(file.read_bytes() + b"\n")
    assert current_version() != VERSION


CHANGES: Final[dict[str, Callable[[Path], object]]] = {
    "new": lambda lab: (lab / "new.py").touch(),
    "gone": lambda lab: (lab / "pay_changes.py").unlink(),
    "renamed": lambda lab: (lab / "pay_changes.py").rename(lab / "changes.py"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_an_added_or_removed_file_changes_the_version(name: str, program_copy: Path) -> None:
    CHANGES[name](program_copy / "lab")
    assert current_version() != VERSION


def test_files_that_only_present_figures_do_not_change_the_version(program_copy: Path) -> None:
    for name in ("cli/rules.py", "papers/card.py"):
        (program_copy / name).write_text("")
    (program_copy / "lab" / "notes.txt").write_text("not a part of the program")
    assert current_version() == VERSION


# Light commands

REPORT: Final = """
import json, sys
from pitboss.cli import main
main()
print(json.dumps(sorted({"numpy", "numba", "llvmlite"} & set(sys.modules))), file=sys.stderr)
"""
ROUND: Final = {
    "game": "stud-235",
    "cards": {"community": "2c 3c", "holes": {"1": "Kh Kd Ks"}},
    "seats": {
        "1": {
            "wagers": {"two_card": 500, "three_card": 500, "five_card": 500},
            "decisions": ["raise", "check"],
        }
    },
}


@pytest.mark.parametrize(
    "arguments",
    [
        "tour",
        "rules stud-235",
        "rules criss-cross --json",
        "rules coverage",
        "readings criss-cross",
        "submission new holdem-bonus",
        "settle",
    ],
)
def test_light_commands_start_without_numba_and_numpy(arguments: str) -> None:
    process = subprocess.run(
        [sys.executable, "-c", REPORT, *arguments.split()],
        input=json.dumps(ROUND) + "\n",
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert process.returncode == 0, process.stderr
    assert process.stdout
    assert not process.stdout.startswith('{"error"')
    assert json.loads(process.stderr) == []
