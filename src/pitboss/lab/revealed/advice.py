"""What each decision of a revealed hand is worth."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.cards import DECK, Card
from pitboss.lab.revealed.shape import Revealed
from pitboss.lab.revealed.values import Values, paid_of, values_of
from pitboss.lab.sets import Alike, sets_of

_KEPT: dict[tuple[str, tuple[Card, ...]], Values] = {}
_MOST_KEPT = 4


def kept_values(shape: Revealed, deck: tuple[Card, ...]) -> Values:
    """The values of a game, worked out once."""
    key = shape.rules.hash, deck
    if key not in _KEPT:
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        _KEPT[key] = values_of(shape, Alike(deck), paid_of(shape, deck))
    return _KEPT[key]


def decisions(
    shape: Revealed, seen: Sequence[Card], raised: Sequence[int], deck: Sequence[Card] = DECK
) -> dict[str, Fraction]:
    """The value of every decision now open, best play after it, to who sees these cards."""
    cards, taken = tuple(sorted(deck)), len(raised)
    values = kept_values(shape, cards)
    at = sets_of(cards, shape.sizes[taken]).number(seen)
    whole = values.deals[taken] * values.paid.scale
    found = values.streets[taken].values[shape.staking.after(raised)]
    return {name: Fraction(int(some[at]), whole) for name, some in found.items()}
