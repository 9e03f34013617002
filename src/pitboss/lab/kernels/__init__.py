"""The compiled parts of the lab. Nothing else imports Numba.

Their machine code is kept beside the solutions, in a folder of this version of the lab: Numba
itself would not notice a change in another file.
"""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from pitboss.lab.store import folder
from pitboss.lab.version import lab_version


def kept_in() -> Path:
    """The folder of compiled kernels."""
    return folder() / f"kernels-{lab_version()}"


def _choose_folder() -> str:
    with suppress(OSError):
        kept_in().mkdir(parents=True, exist_ok=True)
        if os.access(kept_in(), os.W_OK):
            return str(kept_in())
    return tempfile.mkdtemp(prefix="pitboss-kernels-")


os.environ.setdefault("NUMBA_CACHE_DIR", _choose_folder())
