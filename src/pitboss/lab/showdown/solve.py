"""The exact solution of a showdown game, board by board."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games.patterns import holding
from pitboss.games.words import FOLD, times_of
from pitboss.lab.kernels import showdown as kernels
from pitboss.lab.kernels.kinds import HOLDINGS
from pitboss.lab.results import Main, Results, Start, main_of, net_sum
from pitboss.lab.showdown.boards import Ints, boards, numbered
from pitboss.lab.showdown.kinds import FIRST_FIVE, FIVES, FOURS, MERGED, holdings, kinds
from pitboss.lab.showdown.places import paid_places, sevens
from pitboss.lab.showdown.shape import Against, stakes
from pitboss.lab.starts import Dealt, starts
from pitboss.lab.work import Clock, Told, chunks, shared, untold
from pitboss.submission.rules import Rules

_BOARDS_AT_ONCE = 1000
_FOURS_AT_ONCE = 200
_FLOPS_AT_ONCE = 40


def solve(rules: Rules, shape: Against, deck: Sequence[Card] = DECK, told: Told = untold) -> Main:
    """The whole game under the best play."""
    clock = Clock()
    deck = tuple(deck)
    hands = starts(deck)
    ended = how_deals_end(rules, shape, deck, hands, told)
    n = len(deck)
    deals = comb(n - 2, 3) * (n - 5) * (n - 6) * comb(n - 7, 2)
    asks = shape.streets[0].choices
    staked = {name: 0 if times == FOLD else times_of(times) for name, times in asks.items()}
    found: dict[str, Start] = {}
    results = Results()
    for start, counts in zip(hands, ended.tolist(), strict=True):
        by_first = {
            name: Results({(1, -1): deals * start.ways})
            if times == FOLD
            else _results(shape, times_of(times), counts)
            for name, times in asks.items()
        }
        best = max(by_first, key=lambda name: (net_sum(by_first[name]), -staked[name]))
        values = {name: Fraction(net_sum(x), deals * start.ways) for name, x in by_first.items()}
        found[start.name] = Start(start.ways, values, best, Fraction(asks[best] == FOLD))
        results.update(by_first[best])
    return main_of(
        results,
        found,
        required=len(rules.edge_of),
        method="showdown with a dealer",
        seconds=clock.seconds(),
    )


def after_turn(deck: Sequence[Card]) -> int:
    """In how many ways river and dealer's cards can fall."""
    return (len(deck) - 6) * comb(len(deck) - 7, 2)


def river_sums(
    rules: Rules, shape: Against, deck: tuple[Card, ...], told: Told
) -> NDArray[np.uint64]:
    """For four cards of the board and any two, by their kinds: hands of the dealer met."""
    cards, tables = numbered(deck), sevens(low_ace=shape.low_ace)
    pays, some = paid_places(rules, shape), kinds(deck)
    table = np.zeros((FIVES, HOLDINGS[1]), np.uint32)
    sums = np.zeros(FOURS.sums, np.uint64)

    def rank_some(part: tuple[int, int]) -> None:
        kernels.rank_boards(
            some.fives, *part, cards.rank, cards.suit,
            tables.five_of, FIRST_FIVE, tables.best, tables.flushes, pays, table,
        )  # fmt: skip

    def sum_some(part: tuple[int, int]) -> None:
        kernels.sum_last_cards(
            some.fours, *part, after_turn(deck), cards.rank, cards.suit,
            tables.five_of, FIRST_FIVE, FOURS.of, FOURS.first, FOURS.two, FOURS.begins,
            MERGED, table, sums,
        )  # fmt: skip

    shared("ranking every board", rank_some, list(chunks(len(some.fives), _BOARDS_AT_ONCE)), told)
    shared("summing the river", sum_some, list(chunks(len(some.fours), _FOURS_AT_ONCE)), told)
    return sums


def how_deals_end(
    rules: Rules, shape: Against, deck: tuple[Card, ...], hands: Sequence[Dealt], told: Told
) -> Ints:
    """By starting hand, bet on the second and third street or not, and outcome: how many deals."""
    cards, flops, held = numbered(deck), boards(deck, 3), holdings(deck)
    names = {start.name: at for at, start in enumerate(hands)}
    start_of = np.array([names[holding(x, y)] for j, y in enumerate(deck) for x in deck[:j]])
    sums = river_sums(rules, shape, deck, told)

    def play_some(part: tuple[int, int]) -> Ints:
        ended = np.zeros((len(hands), 2, 2, 4), np.int64)
        kernels.play_flops(
            flops.cards, flops.ways, *part, after_turn(deck), cards.rank, cards.suit,
            FOURS.of, FOURS.first, FOURS.two, FOURS.begins, held, sums, start_of, ended,
        )  # fmt: skip
        return ended

    parts = list(chunks(len(flops.cards), _FLOPS_AT_ONCE))
    return sum(shared("playing the flops", play_some, parts, told), np.zeros(1, np.int64))


def _results(shape: Against, first: int, counts: list[list[list[int]]]) -> Results:
    """How the deals of a starting hand end when the first bet is so high."""
    results = Results()
    for turn, by_river in zip(stakes(shape.streets[1]), counts, strict=True):
        for river, outcomes in zip(stakes(shape.streets[2]), by_river, strict=True):
            bets = first + turn + river
            for net, deals in zip((bets + 1, bets, 0, -bets - 1), outcomes, strict=True):
                results[bets + 1, net] += deals
    return +results
