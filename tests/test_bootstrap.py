"""Test the bootstrap `./pitboss` without a network; each test copies it to a new folder."""

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from importlib import metadata
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

BOOTSTRAP = Path(__file__).resolve().parent.parent / "pitboss"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a folder with the bootstrap, empty requirements and a program that reports its run."""
    shutil.copy(BOOTSTRAP, tmp_path)
    requirements = tmp_path / "requirements"
    requirements.mkdir()
    for name in ("run", "test", "report"):
        (requirements / f"{name}.txt").write_text(f"# nothing to {name}\n")
    package = tmp_path / "src" / "pitboss"
    package.mkdir(parents=True)
    (package / "__main__.py").write_text("import sys; print('ran', sys.argv[1:])\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "run.py").write_text("import sys; print('tested', sys.argv[1:])\n")
    return tmp_path


@pytest.fixture
def bootstrap(root: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the bootstrap of that folder as a module, with an installer that installs nothing."""
    loader = SourceFileLoader("bootstrap", str(root / "pitboss"))
    spec = importlib.util.spec_from_loader("bootstrap", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)
    monkeypatch.setattr(module, "install", lambda names: None)
    return module


def start(root: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the bootstrap from another folder, as a user does."""
    return subprocess.run(
        [sys.executable, str(root / "pitboss"), *arguments],
        cwd="/",
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
    )


def test_python_3_6_can_parse_the_bootstrap_to_report_that_it_is_too_old() -> None:
    ast.parse(BOOTSTRAP.read_text(), feature_version=(3, 6))


def test_old_python_gets_a_one_sentence_error() -> None:
    head = BOOTSTRAP.read_text().split("\nROOT")[0]
    old = "import sys; sys.version_info = (3, 9, 2, 'final', 0)\n"
    process = subprocess.run([sys.executable, "-c", old + head], capture_output=True, text=True)
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr == "pitboss: Python 3.11+ is needed; this is 3.9.\n"


def test_a_later_start_imports_nothing_but_os_and_sys(bootstrap: ModuleType, root: Path) -> None:
    bootstrap.ensure_installed()
    process = subprocess.run(
        [sys.executable, "-S", "-X", "importtime", str(root / "pitboss")],
        capture_output=True,
        text=True,
    )
    assert process.stdout == "ran []\n"
    imported_modules = {line.split("|")[-1].strip() for line in process.stderr.splitlines()}
    assert "os" in imported_modules
    assert imported_modules.isdisjoint({"fcntl", "hashlib", "shutil", "subprocess", "sysconfig"})


def test_no_environment_is_trusted_without_a_stamp(bootstrap: ModuleType) -> None:
    assert bootstrap.installed_parts() == ([], False)


def test_an_environment_that_is_set_up_is_trusted(bootstrap: ModuleType) -> None:
    bootstrap.ensure_installed()
    assert bootstrap.installed_parts() == (["run"], True)


def test_an_extra_is_added_and_stays(bootstrap: ModuleType) -> None:
    bootstrap.ensure_installed()
    bootstrap.ensure_installed("test")
    bootstrap.ensure_installed("report")
    bootstrap.ensure_installed()
    assert bootstrap.installed_parts() == (["run", "report", "test"], True)


def test_a_changed_requirement_rebuilds_the_environment(bootstrap: ModuleType, root: Path) -> None:
    bootstrap.ensure_installed("test")
    left_over = root / ".venv" / "left-over"
    left_over.touch()
    (root / "requirements" / "test.txt").write_text("# something else\n")
    assert bootstrap.installed_parts() == (["run", "test"], False)
    bootstrap.ensure_installed()
    assert bootstrap.installed_parts() == (["run", "test"], True)
    assert not left_over.exists()


def test_an_extra_that_no_longer_exists_is_dropped(bootstrap: ModuleType, root: Path) -> None:
    bootstrap.ensure_installed("report")
    (root / "requirements" / "report.txt").unlink()
    bootstrap.ensure_installed()
    assert bootstrap.installed_parts() == (["run"], True)


def test_a_missing_python_is_detected(bootstrap: ModuleType, root: Path) -> None:
    bootstrap.ensure_installed()
    python = root / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3")
    assert bootstrap.installed_parts() == (["run"], False)


@pytest.mark.parametrize("trouble", [KeyboardInterrupt, SystemExit])
def test_an_interrupted_setup_is_repeated(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, trouble: type[BaseException]
) -> None:
    bootstrap.ensure_installed()

    def interrupt(names: list[str]) -> None:
        raise trouble

    monkeypatch.setattr(bootstrap, "install", interrupt)
    with pytest.raises(trouble):
        bootstrap.ensure_installed("test")
    assert bootstrap.installed_parts() == ([], False)


def test_a_failed_extra_leaves_the_environment_unchanged(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.ensure_installed()

    def failing(names: list[str]) -> None:
        raise bootstrap.SetupError("No network.")

    monkeypatch.setattr(bootstrap, "install", failing)
    with pytest.raises(bootstrap.SetupError):
        bootstrap.ensure_installed("test")
    assert bootstrap.installed_parts() == (["run"], True)


def test_it_runs_the_program_the_tests_and_through_a_link(
    bootstrap: ModuleType, root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    bootstrap.ensure_installed("test")
    assert start(root, "deal", "-x").stdout == "ran ['deal', '-x']\n"
    assert start(root, "test", "-k", "envy").stdout == "tested ['-k', 'envy']\n"
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "pitboss").symlink_to(root / "pitboss")
    assert start(elsewhere).stdout == "ran []\n"


def test_files_in_the_current_folder_do_not_matter(bootstrap: ModuleType, root: Path) -> None:
    bootstrap.ensure_installed()
    trap = root / "trap"
    trap.mkdir()
    (trap / "pitboss.py").write_text("print('trapped')\n")
    process = subprocess.run(
        [sys.executable, str(root / "pitboss")], cwd=trap, capture_output=True, text=True
    )
    assert process.stdout == "ran []\n"


def test_a_moved_folder_is_set_up_again(bootstrap: ModuleType, root: Path) -> None:
    bootstrap.ensure_installed("test")
    stamp = root / ".venv" / "pitboss.stamp"
    stamp.write_bytes(stamp.read_bytes().replace(os.fsencode(root), b"/where/it/was"))
    assert bootstrap.installed_parts() == (["run", "test"], False)


def test_an_unknown_extra_is_refused_with_the_choices(root: Path) -> None:
    process = start(root, "extra", "roulette")
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr == "pitboss: There is no extra 'roulette': choose from report, test.\n"
    assert start(root, "extra").stderr == "pitboss: Name one extra: choose from report, test.\n"
    assert "optional part: report, test." in start(root, "extra", "--help").stdout
    assert start(root, "extra", "run").returncode == 2


def test_a_second_start_waits_for_the_first(root: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    with (root / ".venv.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        second = subprocess.Popen(
            [sys.executable, str(root / "pitboss")], stderr=subprocess.PIPE, text=True
        )
        with second:
            assert second.stderr is not None
            assert second.stderr.readline() == "pitboss: waiting for another set-up to end ...\n"
            assert not (root / ".venv").exists()
            second.terminate()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_to(root: Path) -> None:
    root.chmod(0o500)
    process = start(root)
    root.chmod(0o700)
    assert process.returncode == 2
    assert process.stderr == f"pitboss: {root}/.venv.lock: Permission denied.\n"


def test_files_that_cannot_be_replaced_are_named(root: Path) -> None:
    (root / ".venv").write_text("not a folder")
    process = start(root)
    assert process.returncode == 2
    assert process.stderr.splitlines()[-1] == f"pitboss: {root}/.venv: Not a directory."


def test_output_of_a_failed_installer_is_quoted_and_summarized(root: Path) -> None:
    pytest.importorskip("ensurepip")
    (root / "requirements" / "run.txt").write_text("there is no such thing\n")
    process = start(root, PATH="/nowhere")  # without uv
    assert process.returncode == 2
    assert "there is no such thing" in process.stderr
    assert process.stderr.splitlines()[-1] == (
        "pitboss: The packages could not be installed: check the network and the free disk space."
    )
    assert not (root / ".venv" / "pitboss.stamp").exists()


@pytest.mark.parametrize("files", [("run",), ("run", "report"), ("run", "test")])
def test_every_dependency_is_pinned(files: tuple[str, ...]) -> None:
    """Set-up resolves nothing, so a dependency that is not listed would be missing."""
    lines = [
        line
        for name in files
        for line in (BOOTSTRAP.parent / "requirements" / f"{name}.txt").read_text().splitlines()
        if "==" in line
    ]
    requirements = [Requirement(line.removesuffix("\\")) for line in lines]
    here = {
        canonicalize_name(item.name): item
        for item in requirements
        if not item.marker or item.marker.evaluate()
    }
    for name, pin in here.items():
        assert metadata.version(name) in pin.specifier
        for line in metadata.requires(name) or ():
            need = Requirement(line)
            if not need.marker or need.marker.evaluate({"extra": ""}):
                assert canonicalize_name(need.name) in here, f"{name} needs {need}"
