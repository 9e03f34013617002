"""What is measured."""

from msgspec import Struct


class Figures(Struct, frozen=True):
    """Decisions through a room: wagers and answers, each written before it was acknowledged."""

    decisions_per_second: float
    p50_ms: float
    p99_ms: float
    raw_commits_per_second: float
    """One row and one commit at a time, on the same disk in the same run."""
    tables: int
    seats: int
    frames_per_second: float
    """What was made for, or sent to, those who watch."""


def figures(
    waits: list[float], seconds: float, raw: float, tables: int, seats: int, frames: int
) -> Figures:
    """From how long each decision took."""
    ordered = sorted(waits)

    def at(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000, 2)

    return Figures(
        round(len(waits) / seconds, 1),
        at(0.5),
        at(0.99),
        round(raw, 1),
        tables,
        seats,
        round(frames / seconds, 1),
    )
