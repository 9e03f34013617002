"""A revealed hand for a player who knows a card of it from the start, or the hands of others.

A known card is one more of the same hand: only how many are known before each street changes. The
cards of others are out of the deck; where there are no more cases than samples, all are played.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.expose.chance import generator, mean
from pitboss.lab.expose.dead import without
from pitboss.lab.expose.exposure import Worth
from pitboss.lab.revealed.advice import kept_values
from pitboss.lab.revealed.shape import Revealed, last_turned
from pitboss.lab.revealed.values import Paid, Values, paid_of, picked, values_of
from pitboss.lab.sets import Alike, Beside, Ints, choices_of, keys_of, sets_of
from pitboss.lab.work import Told, chunks, shared, untold
from pitboss.refusal import Refused

USUAL_SAMPLES = 2000
MOST_DEALS = 300_000
"""That may follow a start, each of which is played for every draw."""
_AT_ONCE = 8


def seen(shape: Revealed, place: str, deck: Sequence[Card] = DECK) -> Worth:
    """What the game comes to when a card is seen: of several, the one that is turned last."""
    cards, position = tuple(sorted(deck)), last_turned(shape.rules, place)
    if position not in shape.cards:
        raise Refused(f"{place} is no card of the hand: the lab does not say what it is worth")
    knowing = shape.knowing(position)
    values = values_of(knowing, Alike(cards), paid_of(shape, cards))
    sets = sets_of(cards, knowing.sizes[0])
    net = int((_first(knowing, values) * sets.ways).sum())
    return Worth(Fraction(net, int(sets.ways.sum()) * values.deals[0] * values.paid.scale))


def _first(shape: Revealed, values: Values) -> Ints:
    """By set of cards seen first: what its deals come to."""
    state, street = shape.staking.after(()), values.streets[0]
    return picked(street.values[state], street.chosen[state])


class Players:
    """One game in which hands are shared."""

    def __init__(self, shape: Revealed, deck: Sequence[Card] = DECK, told: Told = untold) -> None:
        if shape.rules.looks != shape.rules.hole:
            raise Refused("hands that are looked at card by card are not shared here")
        self._shape, self._deck, self._told = shape, tuple(sorted(deck)), told
        self._values = kept_values(shape, self._deck)
        self._sets = sets_of(self._deck, shape.sizes[0])
        whole = self._values.deals[0] * self._values.paid.scale
        self._base = [Fraction(net, whole) for net in _first(shape, self._values).tolist()]

    def worth(self, players: int, samples: int, seed: str) -> Worth:
        """What the game comes to for each of so many players."""
        dead = len(self._shape.rules.hole) * (players - 1)
        rest = len(self._deck) - self._shape.sizes[0]
        if rest - dead < self._shape.size - self._shape.sizes[0]:
            raise Refused(f"the deck is too small for {players} players who share hands")
        if comb(rest - dead, self._shape.size - self._shape.sizes[0]) > MOST_DEALS:
            raise Refused("the deck is too large to say what the hands of others are worth")
        if comb(rest, dead) * len(self._base) <= samples:
            return Worth(self._counted(dead))
        return self._drawn(dead, samples, seed)

    def _counted(self, dead: int) -> Fraction:
        total = Fraction()
        for cards, ways in zip(self._sets.cards.tolist(), self._sets.ways.tolist(), strict=True):
            rest = without(self._deck, cards)
            every = [self._value(cards, gone) for gone in combinations(rest, dead)]
            total += ways * sum(every, Fraction()) / len(every)
        return total / int(self._sets.ways.sum())

    def _drawn(self, dead: int, samples: int, seed: str) -> Worth:
        draws = generator(seed, f"{dead} cards of others")
        ways = self._sets.ways / self._sets.ways.sum()
        starts = draws.choice(len(ways), samples, p=ways)
        size = len(self._deck) - self._shape.sizes[0]
        gone = np.array([draws.choice(size, dead, replace=False) for _ in range(samples)])

        def play(part: tuple[int, int]) -> list[float]:
            return [self._gain(int(starts[at]), gone[at]) for at in range(*part)]

        what = f"playing hands with {dead} cards known"
        gains = shared(what, play, list(chunks(samples, _AT_ONCE)), self._told)
        gain, error = mean(np.concatenate(gains))
        weighed = zip(self._base, self._sets.ways.tolist(), strict=True)
        base = sum((value * n for value, n in weighed), Fraction()) / int(self._sets.ways.sum())
        return Worth(float(base) + gain, error, samples)

    def _gain(self, start: int, gone: Ints) -> float:
        cards = self._sets.cards[start].tolist()
        rest = np.array(without(self._deck, cards))
        return float(self._value(cards, rest[gone].tolist()) - self._base[start])

    def _value(self, held: Sequence[Card], gone: Sequence[Card]) -> Fraction:
        """What a start is worth from a deck without some cards."""
        shape = self._shape
        rest = np.array(without(self._deck, held, gone))
        more = choices_of(len(rest), shape.size - len(held))
        whole = np.concatenate([np.broadcast_to(held, (len(more), len(held))), rest[more]], axis=1)
        keys = sets_of(self._deck, shape.size).keys
        kinds = self._values.paid.kinds[np.searchsorted(keys, keys_of(self._deck, whole))]
        paid = Paid(kinds, self._values.paid.rows, self._values.paid.scale)
        values = values_of(shape, Beside(len(held), len(rest)), paid)
        return Fraction(int(_first(shape, values)[0]), values.deals[0] * paid.scale)
