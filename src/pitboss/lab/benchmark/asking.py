"""How long advice takes, once warm, at the slowest street of a game."""

from collections.abc import Iterator

from pitboss.cards import DECK, Card
from pitboss.games.words import FOLD
from pitboss.lab.advice import advise
from pitboss.lab.work import Clock
from pitboss.round import seen, shown
from pitboss.submission.rules import Rules, positions

Stand = tuple[list[Card], dict[str, list[Card]], list[str]]
"""A hand, the cards on the table, the decisions so far."""


def slowest_advice(rules: Rules) -> float:
    """Milliseconds, with tables and the solved starts at hand."""
    return max(_milliseconds(rules, stand) for stand in stands(rules))


def stands(rules: Rules) -> Iterator[Stand]:
    """One at each street: cards from all over the deck, and the least that can be staked."""
    order = sorted(DECK, key=lambda c: c * 31 % 52)
    where = positions(rules.places, rules.hole)
    decisions: list[str] = []
    for taken, street in enumerate(rules.streets):
        left = iter(order)
        names, up = shown(rules, taken), seen(rules, taken)
        hole = [next(left) for name in rules.hole if name in names]
        table = {
            place.name: [next(left) for at in where[place.name] if at in up]
            for place in rules.places
            if place.name in names
        }
        yield hole, table, list(decisions)
        decisions.append(next(name for name, times in street.choices.items() if times != FOLD))


def _milliseconds(rules: Rules, stand: Stand) -> float:
    advise(rules, *stand)
    clock = Clock()
    advise(rules, *stand)
    return clock.seconds() * 1000
