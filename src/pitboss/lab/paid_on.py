"""Which hand a wager is paid on."""

from pitboss.games.words import Raise, Required


def hand_of(wager: Required | Raise) -> str:
    """The hand that a wager is paid on by a table, if it is paid on one hand alone."""
    return wager.pays.reads[0] if wager.pays.ranked_table else ""
