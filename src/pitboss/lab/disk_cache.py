"""The disk cache of solutions and compiled kernels, keyed by a digest of the code behind them.

A file is written completely or not at all, so processes cannot disturb each other. A damaged file
is reported and computed again; where nothing can be written, nothing is cached.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from pitboss.lab.progress import Progress

_DAMAGED_FILE = "a cached solution is damaged and will be computed again"


def cache_folder() -> Path:
    """Return the cache folder: ``PITBOSS_CACHE``, else the platform's usual place."""
    if folder_setting := os.environ.get("PITBOSS_CACHE"):
        return Path(folder_setting)
    return user_cache_path("pitboss", appauthor=False)


def read_cache(name: str, progress: Progress) -> bytes | None:
    """Return what the cache has under this name, or None if it is missing or damaged."""
    try:
        content = _cache_file(name).read_bytes()
    except OSError:
        return None
    digest, _, body = content.partition(b"\n")
    if digest.decode("ascii", "replace") == sha256(body).hexdigest():
        return body
    progress(_DAMAGED_FILE, 0, 0)
    return None


def write_cache(name: str, body: bytes) -> None:
    """Write an entry to the cache."""
    file = _cache_file(name)
    content = sha256(body).hexdigest().encode() + b"\n" + body
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary_name = tempfile.mkstemp(prefix=file.name, dir=file.parent)
        try:
            with os.fdopen(handle, "wb") as temporary_file:
                temporary_file.write(content)
            Path(temporary_name).replace(file)
        except BaseException:
            with suppress(OSError):
                Path(temporary_name).unlink()
            raise


def _cache_file(name: str) -> Path:
    return cache_folder() / "solutions" / f"{name}.json"


_PACKAGE_FOLDER: Final = Path(__file__).resolve().parent.parent
_FIGURE_SOURCES: Final = ("cards.py", "games", "hands", "submission", "round.py", "settle", "lab")


@cache
def lab_version() -> str:
    """Return a short digest of all source files that figures depend on."""
    digest = sha256()
    for part in _FIGURE_SOURCES:
        path = _PACKAGE_FOLDER / part
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(
                file.relative_to(_PACKAGE_FOLDER).as_posix().encode() + b"\0" + file.read_bytes()
            )
    return digest.hexdigest()[:16]


_COMPILING = "compiling the lab's kernels for games of this kind (once, about ten seconds)"


@contextmanager
def announce_compilation(kernel_module: str, progress: Progress) -> Iterator[None]:
    """Report compilation, if any is needed, around an import of these kernels."""
    folder_setting = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(folder_setting) if folder_setting else cache_folder() / f"kernels-{lab_version()}"
    if not any(folder.rglob(f"{kernel_module}.*.nbi")):
        progress(_COMPILING, 0, 0)
    yield
