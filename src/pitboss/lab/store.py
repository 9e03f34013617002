"""What was once computed, kept on disk: named by what it was computed from, proved by a digest.

A file is written whole or not at all, so two processes cannot harm each other. One that is damaged
is told of and made again; where nothing can be written, nothing is kept.
"""

import os
import sys
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from pitboss.lab.work import Told

_BROKEN = "a kept solution is damaged, and is computed again"


def folder() -> Path:
    """Where things are kept: ``PITBOSS_CACHE``, else the place that the system has for that."""
    if chosen := os.environ.get("PITBOSS_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home())
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "pitboss"


def read(name: str, told: Told) -> bytes | None:
    """What was kept under this name, if it is there and whole."""
    try:
        content = _file(name).read_bytes()
    except OSError:
        return None
    digest, _, body = content.partition(b"\n")
    if digest.decode("ascii", "replace") == sha256(body).hexdigest():
        return body
    told(_BROKEN, 0, 0)
    return None


def write(name: str, body: bytes) -> None:
    """Keep this under a name."""
    file = _file(name)
    content = sha256(body).hexdigest().encode() + b"\n" + body
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, new = tempfile.mkstemp(prefix=file.name, dir=file.parent)
        try:
            with os.fdopen(handle, "wb") as opened:
                opened.write(content)
            Path(new).replace(file)
        except BaseException:
            with suppress(OSError):
                Path(new).unlink()
            raise


def _file(name: str) -> Path:
    return folder() / "solutions" / f"{name}.json"
