"""Benchmarks of Pitboss, run by ``pitboss bench`` from a source checkout.

One module or package for each subject: `settle`, `payout_limit`, `table`, `lab` and `room`. They
measure and return figures; `pitboss.cli.bench` prints them. They are not part of the package.
"""

import os
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def subprocess_environment() -> dict[str, str]:
    """Return environment variables with which a new process can import `benchmarks`."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


def time_work(work: Callable[[], object]) -> float:
    """Return how many seconds a call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def combined_rate(rates: dict[str, float]) -> float:
    """Return the overall rate for equal numbers of rounds of each game."""
    return len(rates) / sum(1 / rate for rate in rates.values())


def sample_digest(label: str) -> bytes:
    """Return bytes for made-up samples that are varied, but the same on every machine."""
    return sha256(label.encode()).digest()
