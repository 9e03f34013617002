"""What is measured."""

from msgspec import Struct

from pitboss.room.bench.taking import Taken


class Figures(Struct, frozen=True):
    """Decisions through a room: wagers and answers, each written before it was acknowledged."""

    decisions_per_second: float
    p50_ms: float
    p99_ms: float
    frames_per_second: float
    """What was made for, or sent to, those who watch."""


class Paces(Struct, frozen=True):
    """At full tilt, at the pace of the goal, and at half of it."""

    full: Figures
    paced: Figures
    half: Figures


def figures(taken: Taken) -> Figures:
    """From how long each decision took."""
    ordered = sorted(taken.waits) or [0.0]

    def at(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000, 2)

    return Figures(
        round(len(taken.waits) / taken.seconds, 1),
        at(0.5),
        at(0.99),
        round(taken.frames / taken.seconds, 1),
    )
