"""Which hand a wager is paid on."""

from pitboss.games.payoffs import ByTable, EvenMoney
from pitboss.submission.rules import RaiseWager, RequiredWager


def hand_of(wager: RequiredWager | RaiseWager) -> str:
    """The hand that a wager is paid on by a table, if it is paid on one hand alone."""
    return wager.pays.hand if isinstance(wager.pays, ByTable | EvenMoney) else ""
