"""Histograms of what decides how long a player waits; `/metrics` shows them.

They are those of the whole process and name no table and no person. Each is filled by one thread.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import Final


class Histogram:
    """Counts of values up to each bound, as Prometheus defines a histogram."""

    def __init__(self, name: str, text: str, bounds: Sequence[float]) -> None:
        self.name, self.text = name, text
        self._bounds, self._counts = tuple(bounds), [0] * (len(bounds) + 1)
        self.sum = 0.0

    @property
    def count(self) -> int:
        """How many values there were."""
        return sum(self._counts)

    def observe(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self.sum += value

    def buckets(self) -> list[tuple[str, float]]:
        """Return each bound, and how many values are not above it."""
        names = (*(str(float(bound)) for bound in self._bounds), "+Inf")
        return list(zip(names, map(float, accumulate(self._counts)), strict=True))


_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
COMMIT_SECONDS: Final = Histogram(
    "pitboss_commit_seconds",
    "How long transactions took, from their start to the commit.",
    _SECONDS,
)
COMMIT_JOBS: Final = Histogram(
    "pitboss_commit_jobs", "Jobs that were committed together.", (1, 2, 5, 10, 20, 50, 100, 200)
)
INBOX_REQUESTS: Final = Histogram(
    "pitboss_inbox_requests",
    "Requests that waited when a table was ready for the next ones.",
    (1, 2, 4, 8, 16, 32, 64),
)
COMMAND_SECONDS: Final = Histogram(
    "pitboss_command_seconds", "How long commands waited for their acknowledgment.", _SECONDS
)
FORWARD_SECONDS: Final = Histogram(
    "pitboss_forward_seconds",
    "How long commands that another node carried out waited for their acknowledgment.",
    _SECONDS,
)
LOOP_LAG_SECONDS: Final = Histogram(
    "pitboss_loop_lag_seconds", "How late the event loop ran a timer.", _SECONDS
)
HISTOGRAMS: Final = (
    COMMAND_SECONDS,
    FORWARD_SECONDS,
    COMMIT_SECONDS,
    COMMIT_JOBS,
    INBOX_REQUESTS,
    LOOP_LAG_SECONDS,
)
