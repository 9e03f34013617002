"""Which lab this is: a digest of every file that a figure depends on.

Solutions and compiled kernels are kept under it, so that no change of the program, however small,
meets an answer or a machine code of before.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).resolve().parent.parent
_PARTS: Final = ("cards.py", "games", "hands", "submission", "round.py", "settle", "lab")


@cache
def lab_version() -> str:
    """The digest, short enough for the name of a file."""
    digest = sha256()
    for part in _PARTS:
        path = _ROOT / part
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.relative_to(_ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]
