"""The compiled loops of the lab; no other package of it imports Numba.

Each module has the loops of one shape. Machine code is cached beside the solutions, in a folder for
this version of the lab, because Numba would not notice a change in another file. Compile all of
them with ``python -m pitboss.lab.kernels``.

Only kernels that Python calls have a signature and are cached. A helper is compiled into its
callers: loading it by itself would take as long as loading a kernel, for nothing.
"""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from pitboss.lab.disk_cache import cache_folder, lab_version

__all__ = ["kernel_folder"]


def kernel_folder() -> Path:
    """Return the folder of compiled kernels."""
    return cache_folder() / f"kernels-{lab_version()}"


def _choose_cache_folder() -> str:
    with suppress(OSError):
        kernel_folder().mkdir(parents=True, exist_ok=True)
        if os.access(kernel_folder(), os.W_OK):
            return str(kernel_folder())
    return tempfile.mkdtemp(prefix="pitboss-kernels-")


os.environ.setdefault("NUMBA_CACHE_DIR", _choose_cache_folder())
