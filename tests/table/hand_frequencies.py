"""FAIR-4: compare frequencies of hands at a live table with the exact counts.

    python -m tests.table.hand_frequencies 1000000

plays that many rounds in total with fresh seeds, and prints by how many standard deviations each
figure is off. The tests play fewer rounds with practice seeds, so that the results are repeatable.
Only one seat plays, so that no two hands of a round are counted, with the smallest stakes; in every
second round the player adds to the shuffle, and the cut is the table's own."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from pitboss.cards import DECK, Card, rank, suit
from pitboss.games import GAMES
from pitboss.games.game_parts import HandOf
from pitboss.lab.hand_counts import count_by_line
from pitboss.submission.evaluators import hand_rankings
from pitboss.submission.rules import Rules
from pitboss.table import Table
from pitboss.table.state import RoundState, open_street
from tests.filings import filing

FILES: Final = Path(__file__).parent.parent.parent / "data" / "counts"
LEAST: Final = 5
"""Classes with a lower expected count are merged with the next one."""
LEVEL: Final = 0.99
FIGURES: Final = 46
"""The number of figures over all games."""
FAIR: Final = NormalDist().inv_cdf(1 - (1 - LEVEL) / FIGURES / 2)
"""At 99%, all figures of a fair table stay within this many standard deviations."""


class Live:
    """A table with one player, and the hands dealt there."""

    def __init__(
        self, game: str, practice: str | None = None, submission: Mapping[str, Any] | None = None
    ) -> None:
        self.table = Table(practice=practice, keep_log=False)
        self.table.open_table("table 1", game, 10**11)
        self.table.propose(filing(game, submission))
        self.table.approve(self.table.state.proposed)
        self.player = self.table.player("Ann")
        self.player.take_seat(1)
        self.player.buy_in(10**12)
        self.rules = self.table.rules
        self.ranks = hand_rankings(self.rules)
        self.rounds = 0
        self.hands = {hand.name: Counter[str]() for hand in read_hands(self.rules)}
        self.starts = Counter[str]()
        self.positions = np.zeros((len(DECK), len(DECK)), np.int64)
        self.dealt = np.zeros((len(DECK), len(DECK)), np.int64)

    def play(self, rounds: int) -> None:
        """Play this many rounds."""
        wagers = {wager.key: self.rules.table.minimum for wager in self.rules.required}
        for number in range(self.rounds, self.rounds + rounds):
            self.table.open_round()
            self.player.place_wagers(1, wagers)
            if number % 2:
                self.player.add_entropy(f"{number} of mine")
            self.table.no_more_bets()
            while street := open_street(self.rules, self.now):
                self.player.decide(1, next(iter(street.choices)))  # folds, or checks
            assert self.table.shoe is not None
            self._note(self.now, self.table.shoe.cards)
        self.rounds += rounds

    @property
    def now(self) -> RoundState:
        """Return the round on the table."""
        assert self.table.state.round is not None
        return self.table.state.round

    def _note(self, round_: RoundState, stack: tuple[Card, ...]) -> None:
        hole = [stack[at] for at in round_.holes[1]]
        hand_cards = [
            stack[at] for place in self.rules.places for at in round_.table[place.name]
        ] + hole
        for hand in read_hands(self.rules):
            ranks = self.ranks[hand.name]
            self.hands[hand.name][
                ranks.name(ranks.strength([hand_cards[at] for at in hand.positions]))
            ] += 1
        self.starts[start(*hole[:2])] += 1
        for order, at in enumerate(round_.order[: round_.dealt]):
            self.positions[at, stack[at]] += 1
            self.dealt[order, stack[at]] += 1

    def scores(self) -> Iterator[tuple[str, float]]:
        """Return by how many standard deviations each figure is off."""
        for hand in read_hands(self.rules):
            counts = exact_counts(self.rules, hand.name)
            yield f"hand {hand.name}", score(*_beside(self.hands[hand.name], counts))
        every = Counter(start(a, b) for a, b in combinations(DECK, 2))
        yield "first two cards", score(*_beside(self.starts, every))
        yield "card in each position", _table(self.positions)
        yield "card dealt at each turn", _table(self.dealt)

    def off(self) -> list[str]:
        """Return the figures that a fair table would not produce."""
        return [f"{name}: {z:+.1f}" for name, z in self.scores() if abs(z) > FAIR]


def read_hands(rules: Rules) -> list[HandOf]:
    """Return the hands that are read from cards."""
    return [hand for hand in rules.hands if isinstance(hand, HandOf)]


def start(a: Card, b: Card) -> str:
    """Return one of the 169 starting hands: two ranks, and whether they are suited."""
    low, high = sorted((rank(a), rank(b)))
    return f"{high} {low} {'suited' if suit(a) == suit(b) else ''}"


def exact_counts(rules: Rules, hand: str) -> dict[str, int]:
    """How many deals make each class of a hand, from the count file of the game if it has one."""
    if not rules.short:
        return dict(count_by_line(rules, hand, hand_rankings(rules)[hand].name))
    for block in (FILES / f"{rules.game}.txt").read_text().split("\n@ ")[1:]:
        head, of, *lines = [line for line in block.splitlines() if line]
        what, _, choices = head.partition(" | ")
        readings = dict(choice.split("=") for choice in choices.split())
        if what == f"hand {hand}" and readings.items() <= rules.readings.items():
            counts = [line.rsplit(maxsplit=1) for line in lines]
            assert sum(int(n) for _, n in counts) == int(of.split()[1])
            return {name: int(n) for name, n in counts}
    raise AssertionError(f"{rules.game} has no counts of {hand}")


def _beside(seen_so_far: Counter[str], counts: Mapping[str, int]) -> tuple[list[int], list[float]]:
    """Pair observed with expected counts, merging rare classes."""
    assert seen_so_far.keys() <= counts.keys()
    deals, rounds = sum(counts.values()), seen_so_far.total()
    result, expected = [0], [0.0]
    for name in sorted(counts, key=lambda name: counts[name]):
        if expected[-1] >= LEAST:
            result, expected = [*result, 0], [*expected, 0.0]
        result[-1] += seen_so_far[name]
        expected[-1] += rounds * counts[name] / deals
    return result, expected


def score(result: list[int], expected: list[float]) -> float:
    """Convert chi-square to standard deviations of a normal distribution (Wilson-Hilferty)."""
    squares = sum((n - e) ** 2 / e for n, e in zip(result, expected, strict=True))
    return _normal(squares, len(result) - 1)


def _table(counts: np.ndarray[Any, np.dtype[np.int64]]) -> float:
    """Test whether each card is equally likely in every nonempty row."""
    rows = counts[counts.sum(axis=1) > 0]
    expected = rows.sum(axis=1, keepdims=True) / len(DECK)
    return _normal(float(((rows - expected) ** 2 / expected).sum()), len(rows) * (len(DECK) - 1))


def _normal(squares: float, freedom: int) -> float:
    spread = 2 / (9 * freedom)
    return float(((squares / freedom) ** (1 / 3) - 1 + spread) / sqrt(spread))


def soak(rounds: int) -> bool:
    """Play this many rounds with fresh seeds, and return whether every figure is fair."""
    fair = True
    for game in GAMES:
        live = Live(game)
        live.play(rounds // len(GAMES))
        for name, z in live.scores():
            print(f"{game:<14} {live.rounds:>9,} rounds  {name:<26} {z:+6.2f}", flush=True)
        fair &= not live.off()
    print(f"{'fair' if fair else 'NOT FAIR'}: within ±{FAIR:.2f} is fair at {LEVEL:.0%}")
    return fair


if __name__ == "__main__":
    sys.exit(not soak(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000))
