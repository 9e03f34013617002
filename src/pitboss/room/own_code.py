"""The hash of the program's own code (LOG-3): it stands in the log of every start."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import pitboss


@cache
def code_hash() -> str:
    """Of every file of the program, by name and content, in the order of their names."""
    root = Path(pitboss.__file__).parent
    found = sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            name = path.relative_to(root).as_posix().encode()
            content = path.read_bytes()
            found.update(b"%d %b %d " % (len(name), name, len(content)))
            found.update(content)
    return found.hexdigest()
