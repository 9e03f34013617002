"""What a wager pays on the hands of one seat: the values that payoffs are evaluated with."""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from pitboss.cards import Card
from pitboss.games.odds import LOSS, PUSH, Odds
from pitboss.hands import Ranking

__all__ = ["LOSS", "PUSH", "Context", "Evaluator", "Hands", "Odds", "Payout", "Reader", "payout"]


class Payout(NamedTuple):
    """What a wager pays, and the name of the hand where a result shows it."""

    outcome: Literal["win", "push", "lose"]
    odds: Odds
    hand: str | None = None
    bonus: Odds = 0
    """Odds on top, which are paid whether or not the wager wins."""

    @property
    def total(self) -> Odds:
        """All that is paid to one, the bonus included."""
        return self.odds + self.bonus

    def credit(self, stake: int) -> int:
        """Return all that goes back for a stake: winnings are rounded down to the cent."""
        return stake + int(stake * self.odds) + int(stake * self.bonus)


def payout(odds: Odds, hand: str | None = None) -> Payout:
    """Return the payout of a wager at these odds."""
    return Payout("win" if odds > PUSH else "push" if odds == PUSH else "lose", odds, hand)


class Hands(dict[str, int]):
    """The strengths of one seat's hands, each read when it is first asked for."""

    __slots__ = ("cards", "readers")

    def __init__(self, readers: "Mapping[str, Reader]", cards: tuple[Card, ...]) -> None:
        self.readers, self.cards = readers, cards

    def __missing__(self, name: str) -> int:
        strength = self[name] = self.readers[name](self)
        return strength


Reader = Callable[[Hands], int]
Evaluator = Callable[[Hands], Payout]


class Context(NamedTuple):
    """What payoffs and conditions are compiled against."""

    rankings: Mapping[str, Ranking]
    """How each hand of the game ranks."""
    positions: Mapping[str, tuple[int, ...]]
    """Where the cards of each name are among the table's cards, followed by the seat's own."""
    evaluators: Mapping[str, Evaluator]
    """Those of the wagers that come before."""
