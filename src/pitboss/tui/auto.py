"""Rounds that the house plays by itself: every seat by best play, at the table minimum."""

from collections.abc import Iterator

from pitboss.lab.work import Told
from pitboss.table import Recorded
from pitboss.tui.shift import Shift
from pitboss.tui.tally import Tally


def played(shift: Shift, rounds: int, tally: Tally, told: Told) -> Iterator[Recorded]:
    """The records of a whole shift as they come, so that nothing needs to hold them all."""
    yield from shift.open()
    shift.best.told = told
    for number in range(rounds):
        told("rounds", number, rounds)
        done = shift.open_round() + shift.lock()
        while shift.turn is not None:
            done += shift.best_answer()
        tally.hear(done)
        yield from done
    yield from shift.close()
    told("rounds", rounds, rounds)
