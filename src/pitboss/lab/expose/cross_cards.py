"""A cross game for a player who sees one card of the table before the first decision: exact."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.words import FOLD
from pitboss.lab.cross.hand import Prepared, first_pairs, prepare, second_street
from pitboss.lab.cross.odds import Ints, Odds, Table, table_of
from pitboss.lab.cross.shape import Lines
from pitboss.lab.cross.solve import extremes
from pitboss.lab.expose.exposure import Worth
from pitboss.lab.kernels import cross
from pitboss.lab.kernels import expose_cross as kernels
from pitboss.lab.ranks import RANK, SUIT
from pitboss.lab.starts import Dealt, starts
from pitboss.lab.work import Told, shared, untold
from pitboss.submission.rules import Rules

Seeing = Callable[[Table, Odds, Prepared, Sequence[Card]], Ints]
"""What a seen card's group and a first raise come to, over all deals that follow."""


def seen(
    rules: Rules, lines: Lines, place: str, deck: Sequence[Card] = DECK, told: Told = untold
) -> Worth:
    """What the game comes to when the card at this place is seen."""
    table = table_of(rules, lines)
    first, second, _ = lines.streets
    # What follows a raise is convex in it, whatever is known.
    odds = table.odds(extremes(first), extremes(second))
    street = next(at for at, x in enumerate(lines.streets) if place in x.reveal)
    see: Seeing = (_first_line, _second_line, _last)[street]

    def play(start: Dealt) -> int:
        prepared = prepare(odds, start.cards, deck)
        net, held = see(table, odds, prepared, start.cards), prepared.groups.held
        best = net.max(axis=1)
        if FOLD in first.choices.values():
            best = np.maximum(best, -odds.required * deals)
        return int(held @ best) * start.ways

    rest = len(deck) - 2
    # Four cards fall after hand and seen card: two pairs, or a card, a pair and a card.
    deals = (rest - 1) * comb(rest - 2, 2) * (rest - 4)
    if street == 2:
        deals //= 2
    hands = starts(tuple(deck))
    net = sum(shared(f"playing with {place} seen", play, hands, told))
    return Worth(Fraction(net, comb(len(deck), 2) * rest * deals))


def _first_line(table: Table, odds: Odds, prepared: Prepared, hole: Sequence[Card]) -> Ints:
    """An outer card of the first line: known at the first decision, seen by all at the second."""
    folds = FOLD in table.lines.streets[1].choices.values()
    # One of each kind, in the order of the kinds.
    shown = first_pairs(hole, prepared.rest).cards
    net = second_street(odds, prepared, shown, folds=folds).net
    found = np.zeros((len(prepared.groups.held), len(odds.firsts)), np.int64)
    for (one, other), sums in zip(prepared.pairs.tolist(), net, strict=True):
        found[one] += (prepared.groups.held[other] - (one == other)) * sums
        if one != other:
            found[other] += prepared.groups.held[one] * sums
    return found


def _second_line(table: Table, odds: Odds, prepared: Prepared, _: Sequence[Card]) -> Ints:
    """An outer card of the second line."""
    groups = len(prepared.groups.held)
    number = np.zeros((groups, groups), np.int64)
    low, high = prepared.pairs.T
    number[low, high] = number[high, low] = np.arange(len(low))
    found = np.zeros((groups, len(odds.firsts)), np.int64)
    kernels.see_second_line(
        prepared.groups.held, prepared.pairs, number,
        prepared.at_least, odds.steps, prepared.paid, prepared.total,
        odds.required, odds.firsts, odds.seconds, odds.least, odds.most,
        FOLD in table.lines.streets[1].choices.values(), odds.folds, found,
    )  # fmt: skip
    return found


def _last(table: Table, odds: Odds, prepared: Prepared, hole: Sequence[Card]) -> Ints:
    """The card that both lines share."""
    groups = prepared.groups
    level = np.zeros((len(groups.held), len(prepared.pairs)), np.uint8)
    first, second = hole
    cross.fill_levels(
        first, second, np.array(prepared.rest)[groups.shown], prepared.pairs,
        RANK, SUIT, odds.unsuited, odds.suited, level,
    )  # fmt: skip
    found = np.zeros((len(groups.held), len(odds.firsts)), np.int64)
    kernels.see_last(
        level, groups.held, prepared.pairs, _ended(table, odds),
        odds.required, odds.firsts, FOLD in table.lines.streets[1].choices.values(), found,
    )  # fmt: skip
    return found


def _ended(table: Table, odds: Odds) -> Ints:
    """The best third decision of one who knows all cards: by the raises before, by both levels."""
    number, firsts = table.levels.number, len(odds.firsts)
    line_1 = odds.rows[:firsts][:, None, :, None]
    line_2 = odds.rows[firsts:-1][None, :, None, :]
    better = table.raised(2)[np.maximum.outer(np.arange(number), np.arange(number))]
    raised = np.maximum(odds.least * better, odds.most * better)
    stay = line_1 + line_2 + raised
    if not odds.folds:
        return np.asarray(stay)
    staked = odds.required + odds.firsts[:, None] + odds.seconds
    return np.asarray(np.maximum(stay, -staked[:, :, None, None]))
