"""A hand that was ranked, as a person would show it: its name, what breaks ties, the cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import total_ordering
from itertools import combinations

from pitboss.cards import Card, rank, show
from pitboss.hands.ranking import ranking
from pitboss.hands.strength import kicker
from pitboss.refusal import Refused


@total_ordering
@dataclass(frozen=True, eq=False, slots=True)
class Hand:
    """Compares by strength alone: two hands are equal when they tie."""

    strength: int
    name: str
    kickers: tuple[int, ...]
    cards: tuple[Card, ...]

    def __eq__(self, other: object) -> bool:
        return self.strength == other.strength if isinstance(other, Hand) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.strength < other.strength if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.strength)

    def __str__(self) -> str:
        return f"{self.name} ({show(self.cards)})"


def hand(cards: Sequence[Card], *, low_ace: bool = True) -> Hand:
    """The hand that two, three, five or seven cards make; of seven, the best five.

    ``kickers`` are the ranks that decide a tie, and ``cards`` the cards that count, those that make
    the hand first.
    """
    if len(set(cards)) != len(cards):
        raise Refused(f"a card appears twice in {show(cards)!r}")
    if len(cards) == 7:
        five = ranking(5, low_ace=low_ace)
        cards = max(combinations(cards, 5), key=five.strength)
    rules = ranking(len(cards), low_ace=low_ace)
    strength = rules.strength(cards)
    name = rules.name(strength)
    return Hand(strength, name, _kickers(strength, name, cards), _in_order(strength, cards))


def _kickers(strength: int, name: str, cards: Sequence[Card]) -> tuple[int, ...]:
    """A run is told by its top card; other hands by each rank they hold, the telling ones first."""
    distinct = len({rank(c) for c in cards})
    telling = 1 if "straight" in name or "royal" in name else distinct
    return tuple(kicker(strength, place) for place in range(telling))


def _in_order(strength: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Most held ranks first, then high before low; the ace of a low run goes last."""
    ranks = [rank(c) for c in cards]
    top = kicker(strength)

    def place(c: Card) -> tuple[int, int, int]:
        r = rank(c)
        below = -1 if r > top and ranks.count(r) == 1 and len(set(ranks)) == len(ranks) else r
        return (-ranks.count(r), -below, c)

    return tuple(sorted(cards, key=place))
