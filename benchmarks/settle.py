"""Measure rounds per second through ``pitboss settle``, beside Python's json module."""

import io
import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from typing import Final

from msgspec import Struct

from benchmarks import combined_rate, sample_digest, time_work
from pitboss.cards import DECK, Card, cards_text
from pitboss.cli.settle import settle_stream
from pitboss.games import GAMES
from pitboss.games.game_parts import FOLD
from pitboss.submission import resolve
from pitboss.submission.rules import Rules

TURNS: Final = 3
SAMPLE_SEAT: Final = "1"


class SettleBenchmark(Struct, frozen=True):
    """Rates on this machine."""

    rounds_per_second: int
    """Over all games, equally many rounds of each."""
    games: dict[str, int]
    """The same by game."""
    json_lines_per_second: int
    """How often Python's json module reads and writes those lines."""


def measure_settle(rounds: int, progress: Callable[[str, int, int], None]) -> SettleBenchmark:
    """Return the best of several runs of each game, and the rate of json on the same lines."""
    lines_by_game = {key: b"".join(sample_rounds(key, rounds)) for key in GAMES}
    ours, plain = dict.fromkeys(GAMES, 0.0), dict.fromkeys(GAMES, 0.0)
    # The two sides take turns, so that a busy moment of the machine affects both.
    turns = [(key, lines) for _ in range(TURNS) for key, lines in lines_by_game.items()]
    for index, (key, lines) in enumerate(turns):
        progress("settling", index, len(turns))
        ours[key] = max(ours[key], rounds / time_work(partial(_settle_all, lines)))
        plain[key] = max(plain[key], rounds / time_work(partial(_decode_and_encode, lines)))
    return SettleBenchmark(
        round(combined_rate(ours)),
        {key: round(rate) for key, rate in ours.items()},
        round(combined_rate(plain)),
    )


def _settle_all(lines: bytes) -> None:
    settle_stream(io.BytesIO(lines).read1, io.BytesIO().write)


def _decode_and_encode(lines: bytes) -> None:
    for line in lines.splitlines():
        json.dumps(json.loads(line)).encode()


def sample_rounds(game: str, count: int) -> Iterator[bytes]:
    """Yield lines for ``pitboss settle``: one seat, often a side wager, every kind of decision."""
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


def _sample_decisions(rules: Rules, number: int) -> list[str]:
    """Return decisions of every mixture, mostly to the end of the round, sometimes a fold."""
    decisions: list[str] = []
    for street in rules.streets:
        names = list(street.choices)
        number, pick = divmod(number, len(names) + 1)
        decisions.append(names[pick % len(names)])
        if street.choices[decisions[-1]] == FOLD:
            break
    return decisions


def _sample_deck(label: str) -> list[Card]:
    """Return an order of the deck that depends only on the label."""
    digest = sample_digest(label) * 2
    return sorted(DECK, key=lambda c: (digest[c], c))


def _take(deck: list[Card], count: int) -> list[Card]:
    cards, deck[:] = deck[:count], deck[count:]
    return cards
