"""Made-up rounds for measuring: plain, varied, the same on every machine."""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import cycle

from pitboss.cards import DECK, Card, rank, show
from pitboss.games import GAMES
from pitboss.submission import resolve
from pitboss.submission.rules import Rules, WheelSpin

SEAT = "1"


def sample_rounds(game: str, count: int) -> Iterator[bytes]:
    """Lines for ``pitboss settle``: one seat, a side wager in most rounds, every decision."""
    rules = resolve(GAMES[game])
    sides = cycle([None, *rules.sides])
    for number in range(count):
        deck = _shuffled(f"{game} {number}")
        table: dict[str, object] = {
            place.name: show(_take(deck, place.cards)).split() for place in rules.places
        }
        hole = _take(deck, len(rules.hole))
        wagers = {wager.key: 500 for wager in rules.required}
        seat: dict[str, object] = {"wagers": wagers, "decisions": _decisions(rules, number)}
        if side := next(sides):
            wagers[side.key] = side.minimum
            if isinstance(side.pays, WheelSpin) and rank(hole[0]) == rank(hole[1]):
                seat["spin"] = side.pays.wheel[number % len(side.pays.wheel)].symbol
        cards = table | {"holes": {SEAT: show(hole).split()}}
        yield json.dumps({"game": game, "cards": cards, "seats": {SEAT: seat}}).encode() + b"\n"


def _decisions(rules: Rules, number: int) -> list[str]:
    """Mostly to the end of the round, in every mixture; now and then a fold."""
    made: list[str] = []
    for street in rules.streets:
        names = list(street.asks)
        number, pick = divmod(number, len(names) + 1)
        made.append(names[pick % len(names)])
        if street.asks[made[-1]] == "fold":
            break
    return made


def _shuffled(label: str) -> list[Card]:
    """An order of the deck that depends on the label only: for measuring, not for dealing."""
    digest = sha256(label.encode()).digest() * 2
    return sorted(DECK, key=lambda c: (digest[c], c))


def _take(deck: list[Card], count: int) -> list[Card]:
    taken, deck[:] = deck[:count], deck[count:]
    return taken
