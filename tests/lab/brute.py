"""A naive solver, which the lab is measured by: every card in every order, every round settled.

No suits are alike here, no stakes are added up and nothing is known of a paytable: a round is dealt
card by card, decisions come from `round.choices`, and `settle` says in cents what came of it. It
remembers what it has seen before, and takes cards that lie at one place in any order as the same.
"""

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
"""Cents on every required wager."""

Seen = Mapping[str, tuple[Card, ...]]
"""The cards that lie open, by their names: the places of the table and a seat's own."""
Ends = Counter[tuple[int, int, bool]]
"""How many ordered deals end with (staked, net) in cents, folded or not."""
Chances = dict[tuple[Fraction, Fraction], Fraction]
"""How likely (staked, net) are, in required wagers."""
_Key = tuple[tuple[tuple[str, tuple[Card, ...]], ...], tuple[str, ...]]


def value(ends: Ends) -> Fraction:
    """The expected net result, in required wagers."""
    return Fraction(sum(net * n for (_, net, _), n in ends.items()), STAKE * ends.total())


def chances(ends: Ends) -> Chances:
    """The same ends as chances."""
    outcome: Chances = {}
    for (staked, net, _), n in ends.items():
        end = Fraction(staked, STAKE), Fraction(net, STAKE)
        outcome[end] = outcome.get(end, Fraction(0)) + Fraction(n, ends.total())
    return outcome


def folded(ends: Ends) -> Fraction:
    """The chance that the round ends with a fold."""
    return Fraction(sum(n for (_, _, fold), n in ends.items() if fold), ends.total())


class Standing(NamedTuple):
    """Where a player stands: the cards in the order they were shown, the decisions so far.

    The deck is given by its cards, or by ranks where each has four suits.
    """

    rules: Rules
    deck: str
    shown: str
    decisions: str = ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The whole deck."""
        words = self.deck if " " in self.deck else " ".join(r + s for r in self.deck for s in SUITS)
        return tuple(sorted(cards(words)))

    @property
    def taken(self) -> tuple[str, ...]:
        """The decisions so far, one by one."""
        return tuple(self.decisions.split())

    @property
    def seen(self) -> dict[str, tuple[Card, ...]]:
        """The cards shown so far, by name."""
        names = visible_places(self.rules, len(self.taken))
        return laid(self.rules, names, cards(self.shown))


def laid(rules: Rules, names: Sequence[str], dealt: Sequence[Card]) -> dict[str, tuple[Card, ...]]:
    """Cards in the order dealt, put where they belong; there are enough and none is left."""
    sizes = {place.name: place.cards for place in rules.places}
    rest = iter(dealt)
    outcome = {name: tuple(next(rest) for _ in range(sizes.get(name, 1))) for name in names}
    assert next(rest, None) is None, "more cards than places"
    return outcome


class Brute:
    """Every round that one deck can deal."""

    def __init__(self, rules: Rules, deck: Sequence[Card]) -> None:
        self.rules, self.deck = rules, deck
        self.wagers = {wager.key: STAKE for wager in rules.required}
        self.sizes = dict.fromkeys(rules.hole, 1)
        self.sizes |= {place.name: place.cards for place in rules.places}
        self._known: dict[_Key, Ends] = {}
        self._settled: dict[_Key, tuple[int, int, bool]] = {}

    def open(self, taken: Sequence[str]) -> tuple[Choice, ...]:
        """The decisions that may follow these."""
        return available_choices(
            self.rules,
            self.wagers,
            replay_decisions(self.rules, self.wagers, taken, complete=False),
        )

    def decisions(self, seen: Seen, taken: Sequence[str]) -> dict[str, Ends]:
        """What comes of each decision that is open now, best play after it."""
        return {
            choice.decision: self.outlook(seen, (*taken, choice.decision))
            for choice in self.open(taken)
        }

    def best(self, seen: Seen, taken: Sequence[str]) -> str:
        """The decision of the greatest value; where several have it, the one that stakes least."""
        values = {name: value(ends) for name, ends in self.decisions(seen, taken).items()}
        stakes = {choice.decision: choice.stake for choice in self.open(taken)}
        equal = [name for name in values if values[name] == max(values.values())]
        return min(equal, key=stakes.__getitem__)

    def outlook(self, seen: Seen, taken: tuple[str, ...]) -> Ends:
        """How the deals end after these decisions, every card still to come in every order."""
        key = _key(seen, taken)
        if key not in self._known:
            self._known[key] = self._outlook(seen, taken)
        return self._known[key]

    def _outlook(self, seen: Seen, taken: tuple[str, ...]) -> Ends:
        over = not self.open(taken)
        turned = self.sizes if over else visible_places(self.rules, len(taken))
        names = [name for name in turned if name not in seen]
        gone = {c for some in seen.values() for c in some}
        left = [c for c in self.deck if c not in gone]
        ends = Ends()
        for dealt in permutations(left, sum(self.sizes[name] for name in names)):
            now = {**seen, **laid(self.rules, names, dealt)}
            if over:
                ends[self.settled(now, taken)] += 1
            else:
                ends.update(self.outlook(now, (*taken, self.best(now, taken))))
        return ends

    def settled(self, seen: Seen, taken: tuple[str, ...]) -> tuple[int, int, bool]:
        """What one whole round staked and won, and whether it was folded."""
        key = _key(seen, taken)
        if key not in self._settled:
            table = {place.name: seen[place.name] for place in self.rules.places}
            hole = [c for name in self.rules.hole for c in seen[name]]
            round_ = Round(table, {1: hole}, {1: Seat(self.wagers, taken)})
            result = settle(self.rules, round_).seats[1]
            fold = replay_decisions(self.rules, self.wagers, taken).has_folded
            self._settled[key] = result.staked, result.net, fold
        return self._settled[key]


def _key(seen: Seen, taken: tuple[str, ...]) -> _Key:
    return tuple((name, tuple(sorted(some))) for name, some in sorted(seen.items())), taken
