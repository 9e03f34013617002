"""Known faults of the table that are not fixed yet; set each to False once it is.

While one is True, the machine avoids situations in which the fault shows, or takes no position
there, so that it can continue. `past_faults` seeks them out as soon as it is False."""

from typing import Final

from pitboss.table import commands as c

from .watch import Watch

NEW_DECK_IS_GATHERED: Final = False
"""A deck received before a void round is closed, whose own was removed, skips its inspection."""
SAT_OUT_LEAVES_TWICE: Final = False
"""A player who walks off and then sits out leaves at once, and again at the close: a crash."""


def is_avoided(watch: Watch, command: c.Command) -> bool:
    """Return whether a command would trigger one of the faults."""
    model, round_ = watch.model, watch.state.round
    if model is None or round_ is None:
        return False
    if isinstance(command, c.ReceiveDeck):
        return NEW_DECK_IS_GATHERED and watch.day.turn not in watch.day.decks
    if isinstance(command, c.Leave):
        return (
            SAT_OUT_LEAVES_TWICE and command.seat in model.sat_out and command.seat in round_.away
        )
    return False
