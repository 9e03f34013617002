"""Made-up rounds and paytables for measuring: varied, the same on every machine."""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import cycle
from typing import Final, TypeVar

from msgspec.structs import replace

from pitboss.cards import DECK, Card, cards_text
from pitboss.games import GAMES
from pitboss.games.game_parts import FOLD, Raise, Required, Side
from pitboss.games.payoffs import Odds, Payoff
from pitboss.submission import resolve
from pitboss.submission.rules import Rules

SAMPLE_SEAT = "1"
SAMPLE_ODDS: Final = (
    (-1, 0, 1),
    (0, 0, 0, 1, 2, 100),
    (1, 1000),
    (0, 0, 0, 0, 0, 1),
    range(-1, 999),
)
"""Kinds of paytables: flat, steep, with many ties, with one line that pays, anything."""
WagerT = TypeVar("WagerT", Required, Raise, Side)


def sample_rounds(game: str, count: int) -> Iterator[bytes]:
    """Lines for ``pitboss settle``: one seat, a side wager in most rounds, every decision."""
    rules = resolve(GAMES[game])
    sides = cycle([None, *rules.sides])
    for number in range(count):
        deck = _sample_deck(f"{game} {number}")
        table: dict[str, object] = {
            place.name: cards_text(_take(deck, place.cards)).split() for place in rules.places
        }
        hole = _take(deck, len(rules.hole))
        wagers = {wager.key: 500 for wager in rules.required}
        seat: dict[str, object] = {"wagers": wagers, "decisions": _sample_decisions(rules, number)}
        if side := next(sides):
            wagers[side.key] = side.minimum
            if side.pays.wheel and side.pays.earns_spin(hole):
                seat["spin"] = side.pays.wheel[number % len(side.pays.wheel)].name
        cards = table | {"holes": {SAMPLE_SEAT: cards_text(hole).split()}}
        yield (
            json.dumps({"game": game, "cards": cards, "seats": {SAMPLE_SEAT: seat}}).encode()
            + b"\n"
        )


def sample_paytables(rules: Rules, count: int) -> Iterator[Rules]:
    """Rules whose tables pay anything, up and down; in the first ones the best hands pay least."""
    for number in range(count):
        label = f"{rules.game} {number}"
        yield replace(
            rules,
            required=_with_sample_odds(rules.required, number, label),
            raises=_with_sample_odds(rules.raises, number, label),
            sides=_with_sample_odds(rules.sides, number, label),
        )


def _with_sample_odds(wagers: tuple[WagerT, ...], number: int, label: str) -> tuple[WagerT, ...]:
    # Every third sample has the same table for all wagers.
    return tuple(
        replace(
            x, pays=_sample_payoff(x.pays, number, label if number % 3 == 0 else f"{label} {x.key}")
        )
        for x in wagers
    )


def _sample_payoff(pays: Payoff, number: int, label: str) -> Payoff:
    lines = pays.lines()
    if not lines or pays.stake is not None or len(pays.reads) > 1 or pays.needs:
        return pays
    odds: list[Odds] = [line.odds or 0 for line in lines]
    if number < len(odds):
        odds[:number] = [min(x, 1) for x in odds[:number]]
    else:
        kind = SAMPLE_ODDS[number % len(SAMPLE_ODDS)]
        digest = sha256(label.encode()).digest()
        picks = [digest[2 * i] * 256 + digest[2 * i + 1] for i in range(len(odds))]
        odds = [kind[pick % len(kind)] for pick in picks]
    return pays.with_odds(odds)


def _sample_decisions(rules: Rules, number: int) -> list[str]:
    """Mostly to the end of the round, in every mixture; now and then a fold."""
    made: list[str] = []
    for street in rules.streets:
        names = list(street.choices)
        number, pick = divmod(number, len(names) + 1)
        made.append(names[pick % len(names)])
        if street.choices[made[-1]] == FOLD:
            break
    return made


def _sample_deck(label: str) -> list[Card]:
    """Return an order of the deck that depends only on the label: for benchmarks only."""
    digest = sha256(label.encode()).digest() * 2
    return sorted(DECK, key=lambda c: (digest[c], c))


def _take(deck: list[Card], count: int) -> list[Card]:
    taken, deck[:] = deck[:count], deck[count:]
    return taken
