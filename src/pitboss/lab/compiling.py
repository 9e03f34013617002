"""Kernels are compiled when a machine first imports them: that takes a while, and is told."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.lab.store import folder
from pitboss.lab.version import lab_version
from pitboss.lab.work import Told

_SENTENCE = "compiling the lab's kernels for this machine, once: some ten seconds"


@contextmanager
def compiled(kernels: str, told: Told) -> Iterator[None]:
    """Around an import that brings these kernels with it."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    kept = Path(chosen) if chosen else folder() / f"kernels-{lab_version()}"
    if not any(kept.rglob(f"{kernels}.*.nbi")):
        told(_SENTENCE, 0, 0)
    yield
