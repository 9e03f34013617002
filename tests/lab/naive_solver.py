"""A naive reference solver: every order of the cards, with every round settled.

It merges no suits, adds up no stakes and knows no paytables: a round is dealt card by card,
decisions come from `round.choices`, and `settle` computes the result in cents. It caches what it
has seen, and treats cards at one place as equal in any order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Final, NamedTuple

from pitboss.cards import SUITS, Card, cards
from pitboss.round import Choice, available_choices, replay_decisions, visible_places
from pitboss.settle import Round, Seat, settle
from pitboss.submission import Rules

STAKE: Final = 100
"""Cents on each required wager."""

VisibleCards = Mapping[str, tuple[Card, ...]]
"""The visible cards by name: the places of the table and the seat's own cards."""
Ends = Counter[tuple[int, int, bool]]
"""The number of ordered deals that end with (staked, net) in cents, folded or not."""
Chances = dict[tuple[Fraction, Fraction], Fraction]
"""The probability of (staked, net), in required wagers."""
_Key = tuple[tuple[tuple[str, tuple[Card, ...]], ...], tuple[str, ...]]


def value(ends: Ends) -> Fraction:
    """Return the expected net result, in required wagers."""
    return Fraction(sum(net * n for (_, net, _), n in ends.items()), STAKE * ends.total())


def chances(ends: Ends) -> Chances:
    """Return the same results as probabilities."""
    outcome: Chances = {}
    for (staked, net, _), n in ends.items():
        end = Fraction(staked, STAKE), Fraction(net, STAKE)
        outcome[end] = outcome.get(end, Fraction(0)) + Fraction(n, ends.total())
    return outcome


def fold_chance(ends: Ends) -> Fraction:
    """Return the probability that the round ends with a fold."""
    return Fraction(sum(n for (_, _, fold), n in ends.items() if fold), ends.total())


class Standing(NamedTuple):
    """The state of a player: the cards in the order they were shown, and the decisions so far.

    The deck is given by its cards, or by its ranks if each has four suits."""

    rules: Rules
    deck: str
    shown: str
    decisions: str = ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the whole deck."""
        words = self.deck if " " in self.deck else " ".join(r + s for r in self.deck for s in SUITS)
        return tuple(sorted(cards(words)))

    @property
    def decisions_so_far(self) -> tuple[str, ...]:
        """Return the decisions so far, one by one."""
        return tuple(self.decisions.split())

    @property
    def visible(self) -> dict[str, tuple[Card, ...]]:
        """Return the cards shown so far, by name."""
        names = visible_places(self.rules, len(self.decisions_so_far))
        return place_cards(self.rules, names, cards(self.shown))


def place_cards(
    rules: Rules, names: Sequence[str], dealt: Sequence[Card]
) -> dict[str, tuple[Card, ...]]:
    """Put the cards, in the order dealt, in their places; there are exactly enough."""
    sizes = {place.name: place.cards for place in rules.places}
    rest = iter(dealt)
    outcome = {name: tuple(next(rest) for _ in range(sizes.get(name, 1))) for name in names}
    assert next(rest, None) is None, "more cards than places"
    return outcome


class Brute:
    """Every round that can be dealt from one deck."""

    def __init__(self, rules: Rules, deck: Sequence[Card]) -> None:
        self.rules, self.deck = rules, deck
        self.wagers = {wager.key: STAKE for wager in rules.required}
        self.sizes = dict.fromkeys(rules.hole, 1)
        self.sizes |= {place.name: place.cards for place in rules.places}
        self._values_by_view: dict[_Key, Ends] = {}
        self._settlements: dict[_Key, tuple[int, int, bool]] = {}

    def open(self, decisions_so_far: Sequence[str]) -> tuple[Choice, ...]:
        """Return the decisions that may follow these."""
        return available_choices(
            self.rules,
            self.wagers,
            replay_decisions(self.rules, self.wagers, decisions_so_far, complete=False),
        )

    def decisions(self, visible: VisibleCards, decisions_so_far: Sequence[str]) -> dict[str, Ends]:
        """Return the results of each open decision, with optimal play after it."""
        return {
            choice.decision: self.outlook(visible, (*decisions_so_far, choice.decision))
            for choice in self.open(decisions_so_far)
        }

    def best(self, visible: VisibleCards, decisions_so_far: Sequence[str]) -> str:
        """Return the decision of the greatest value; among equals, the one that stakes least."""
        values = {
            name: value(ends) for name, ends in self.decisions(visible, decisions_so_far).items()
        }
        stakes = {choice.decision: choice.stake for choice in self.open(decisions_so_far)}
        equal = [name for name in values if values[name] == max(values.values())]
        return min(equal, key=stakes.__getitem__)

    def outlook(self, visible: VisibleCards, decisions_so_far: tuple[str, ...]) -> Ends:
        """Return the results after these decisions, with every order of the cards to come."""
        key = _key(visible, decisions_so_far)
        if key not in self._values_by_view:
            self._values_by_view[key] = self._outlook(visible, decisions_so_far)
        return self._values_by_view[key]

    def _outlook(self, visible: VisibleCards, decisions_so_far: tuple[str, ...]) -> Ends:
        over = not self.open(decisions_so_far)
        cards_turned = self.sizes if over else visible_places(self.rules, len(decisions_so_far))
        names = [name for name in cards_turned if name not in visible]
        dead_cards = {c for some in visible.values() for c in some}
        left = [c for c in self.deck if c not in dead_cards]
        ends = Ends()
        for dealt in permutations(left, sum(self.sizes[name] for name in names)):
            current = {**visible, **place_cards(self.rules, names, dealt)}
            if over:
                ends[self.settle_round(current, decisions_so_far)] += 1
            else:
                ends.update(
                    self.outlook(current, (*decisions_so_far, self.best(current, decisions_so_far)))
                )
        return ends

    def settle_round(
        self, visible: VisibleCards, decisions_so_far: tuple[str, ...]
    ) -> tuple[int, int, bool]:
        """Return the stake and net win of a whole round, and whether it was folded."""
        key = _key(visible, decisions_so_far)
        if key not in self._settlements:
            table = {place.name: visible[place.name] for place in self.rules.places}
            hole = [c for name in self.rules.hole for c in visible[name]]
            round_ = Round(table, {1: hole}, {1: Seat(self.wagers, decisions_so_far)})
            result = settle(self.rules, round_).seats[1]
            fold = replay_decisions(self.rules, self.wagers, decisions_so_far).has_folded
            self._settlements[key] = result.staked, result.net, fold
        return self._settlements[key]


def _key(visible: VisibleCards, decisions: tuple[str, ...]) -> _Key:
    return tuple((name, tuple(sorted(some))) for name, some in sorted(visible.items())), decisions
