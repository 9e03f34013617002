"""The exact solution of a cross game: every starting hand on all cores, then how the deals end."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.words import FOLD, Street
from pitboss.lab.cross.hand import first_pairs, joint_levels, prepare, second_street
from pitboss.lab.cross.odds import Ints, Odds, Table, table_of
from pitboss.lab.cross.shape import Lines, multiples
from pitboss.lab.results import Main, Results, Start
from pitboss.lab.starts import Dealt, starts
from pitboss.lab.work import Clock, Told, shared, untold
from pitboss.submission.rules import Rules


class Played(NamedTuple):
    """What came of one starting hand."""

    values: dict[str, Fraction]
    best: str
    net: int
    staked: int
    first: int
    """The index of the best first raise; −1 for a fold."""
    chosen: Ints
    """The best second raise after it, for every first pair."""


def solve(rules: Rules, lines: Lines, deck: Sequence[Card] = DECK, told: Told = untold) -> Main:
    """The whole game under the best play."""
    clock = Clock()
    table = table_of(rules, lines)
    first, second, _ = lines.streets
    odds = table.odds(multiples(first), extremes(second))
    hands = starts(tuple(deck))

    def play(start: Dealt) -> Played:
        return play_start(lines, odds, start, deck)

    def count(part: tuple[Dealt, Played]) -> tuple[Results, int]:
        return _count(table, odds, *part, deck)

    played = shared("playing every starting hand", play, hands, told)
    seconds = clock.seconds()
    ended = shared("counting how the deals end", count, list(zip(hands, played, strict=True)), told)
    results, found = Results(), dict[str, Start]()
    deals = _deals(len(deck) - 2)
    for start, hand, (some, folded) in zip(hands, played, ended, strict=True):
        results.update(some)
        found[start.name] = Start(start.ways, hand.values, hand.best, Fraction(folded, deals))
    return Main(
        required=len(rules.edge_of),
        deals=comb(len(deck), 2) * deals,
        net=sum(hand.net * start.ways for start, hand in zip(hands, played, strict=True)),
        staked=sum(hand.staked * start.ways for start, hand in zip(hands, played, strict=True)),
        starts=found,
        results=dict(sorted(results.items())),
        method="two lines that share a card",
        seconds=seconds,
        seconds_all=clock.seconds(),
    )


def _deals(rest: int) -> int:
    """In how many ways two pairs and a last card can fall."""
    return comb(rest, 2) * comb(rest - 2, 2) * (rest - 4)


def extremes(street: Street) -> list[int]:
    """The least and the greatest multiple: none between them is better than both."""
    times = multiples(street)
    return sorted({times[0], times[-1]})


def play_start(lines: Lines, odds: Odds, start: Dealt, deck: Sequence[Card]) -> Played:
    """The first street of one starting hand."""
    first, second, _ = lines.streets
    prepared = prepare(odds, start.cards, deck)
    pairs = first_pairs(start.cards, prepared.rest)
    best = second_street(odds, prepared, pairs.cards, folds=FOLD in second.choices.values())
    deals = _deals(len(prepared.rest))
    net, staked = (pairs.ways @ sums for sums in (best.net, best.staked))
    at = {int(times): f for f, times in enumerate(odds.firsts)}
    required = len(lines.required)
    values = {
        name: int(net[at[first.stakes[name]]]) if name in first.stakes else -required * deals
        for name in first.choices
    }
    stakes = {name: first.stakes.get(name, 0) for name in first.choices}
    decision = max(values, key=lambda name: (values[name], -stakes[name]))
    worth = {name: Fraction(x, deals) for name, x in values.items()}
    if decision not in first.stakes:
        return Played(worth, decision, values[decision], required * deals, -1, best.chosen[:, 0])
    f = at[first.stakes[decision]]
    chosen = best.chosen[:, f].copy()
    return Played(worth, decision, values[decision], int(staked[f]), f, chosen)


def _count(
    table: Table, odds: Odds, start: Dealt, hand: Played, deck: Sequence[Card]
) -> tuple[Results, int]:
    """How the deals of one starting hand end, by stakes and net; and of one way, how many fold."""
    required, deals = odds.required, _deals(len(deck) - 2)
    if hand.first < 0:
        return Results({(required, -required): start.ways * deals}), deals
    first = int(odds.firsts[hand.first])
    prepared = prepare(odds, start.cards, deck)
    pairs = first_pairs(start.cards, prepared.rest)
    dealt, folded = joint_levels(odds, prepared, pairs, hand.chosen, hand.first)
    results = Results()
    given_up = int(pairs.ways[hand.chosen < 0].sum()) * prepared.after_first_pair
    results[required + first, -required - first] += given_up * start.ways
    better = table.raised(2).tolist()
    line_1 = odds.rows[hand.first].tolist()
    for s, second in enumerate(odds.seconds.tolist()):
        staked = required + first + second
        results[staked, -staked] += int(folded[s]) * start.ways
        line_2 = odds.rows[len(odds.firsts) + s].tolist()
        for t, third in enumerate((odds.least, odds.most)):
            for one, two in np.argwhere(dealt[s, t]).tolist():
                net = line_1[one] + line_2[two] + third * better[max(one, two)]
                results[staked + third, net] += int(dealt[s, t, one, two]) * start.ways
    return +results, given_up + int(folded.sum())
