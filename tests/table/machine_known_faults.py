"""Known faults of the table that are not fixed yet; set each to False once it is.

While one is True the machine does not go where the fault shows, or has no opinion there, so that
it can go on. `machine_past_faults` goes there on purpose as soon as it is False.
"""

from typing import Final

from pitboss.table import commands as c

from .machine_watch import Watch

NEW_DECK_IS_GATHERED: Final = False
"""A deck received before a void round is closed, whose own was removed, skips its inspection."""
SAT_OUT_LEAVES_TWICE: Final = False
"""Who walked off and then sat out leaves at once, and again when the round is closed: a crash."""


def is_avoided(watch: Watch, command: c.Command) -> bool:
    """Whether a command would run into one of them."""
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
