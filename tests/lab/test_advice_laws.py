"""The value of a decision is the average value of the best next decision, over the next cards.

The last decision is worth what settlement pays, averaged over the last cards."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Final

import pytest

from pitboss.cards import DECK, Card, cards
from pitboss.games import GAMES
from pitboss.games.game_parts import FOLD
from pitboss.lab.advice import advise
from pitboss.round import visible_places
from pitboss.settle import Round, Seat, settle
from pitboss.submission import Rules, resolve
from pitboss.submission.rules import positions

from .solver_comparison import Stand, stand

STAKE: Final = 100

CCP, THB = resolve(GAMES["criss-cross"]), resolve(GAMES["holdem-bonus"])
STUD = resolve(GAMES["stud-235"])


def advice_for(at: Stand) -> dict[str, Fraction]:
    return advise(at.rules, at.hole, at.table, at.decisions).decisions


def groups(rules: Rules, names: list[str]) -> list[int]:
    """Return how many cards are turned together: those of one line, or those of one place."""
    sizes = [len(positions(rules.places, rules.hole)[name]) for name in names]
    return [sum(sizes)] if set(sizes) == {1} else sizes


def turned_next(at: Stand) -> Iterator[tuple[Card, ...]]:
    """Yield the cards that the next step can turn; cards turned together come in one order only."""
    decision_count = len(at.decisions)
    visible = visible_places(at.rules, decision_count)
    names = [name for name in visible_places(at.rules, decision_count + 1) if name not in visible]
    dead_cards = {c for some in at.turned for c in some}
    yield from _deals(groups(at.rules, names), [c for c in DECK if c not in dead_cards])


def _deals(sizes: list[int], left: list[Card]) -> Iterator[tuple[Card, ...]]:
    if not sizes:
        yield ()
        return
    for some in combinations(left, sizes[0]):
        for others in _deals(sizes[1:], [c for c in left if c not in some]):
            yield some + others


def settled_net(at: Stand, last: tuple[Card, ...], decision: str) -> int:
    """Return the net win of the whole round in cents."""
    rules = at.rules
    dealt = stand(rules, [c for some in (*at.turned, last) for c in some], at.decisions)
    rest = [
        name for name in visible_places(rules, len(rules.streets)) if name not in dealt.seen_cards
    ]
    where, cards_left = positions(rules.places, rules.hole), iter(last)
    placed_cards = dealt.seen_cards | {
        name: tuple(next(cards_left) for _ in where[name]) for name in rest
    }
    table = {place.name: placed_cards[place.name] for place in rules.places}
    hole = [c for name in rules.hole for c in placed_cards[name]]
    wagers = {wager.key: STAKE for wager in rules.required}
    seat = Seat(wagers, [*at.decisions, decision])
    return settle(rules, Round(table, {1: hole}, {1: seat})).seats[1].net


def check(at: Stand) -> None:
    """Check this property for every open decision."""
    choices = at.rules.streets[len(at.decisions)].choices
    last = len(at.decisions) + 1 == len(at.rules.streets)
    cards_turned = list(turned_next(at))
    result = advice_for(at)
    assert set(result) == set(choices)
    for decision, value in result.items():
        if choices[decision] == FOLD:
            assert value == -len(at.rules.required) - sum(at.raises)
        elif last:
            nets = sum(settled_net(at, some, decision) for some in cards_turned)
            assert value == Fraction(nets, STAKE * len(cards_turned))
        else:
            decisions = (*at.decisions, decision)
            nexts = [Stand(at.rules, (*at.turned, some), decisions) for some in cards_turned]
            assert value == sum(max(advice_for(item).values()) for item in nexts) / len(
                cards_turned
            )


STANDS: Final = {
    "CCP second": (CCP, "Kc Qc Jc 9d", "1x"),
    "CCP second, a pair": (CCP, "7c 7d 2h 9s", "3x"),
    "235 first": (STUD, "Kc Qd", ""),
    "235 first, a pair": (STUD, "2c 2d", ""),
    "THB second": (THB, "9c 8d Kc Qc 3h", "bet"),
    "CCP third": (CCP, "Kc 9d 9h 5s 5c 8h", "1x 2x"),
    "CCP third, nothing": (CCP, "2c 7d 5h 3s Tc Kh", "2x 3x"),
    "235 second": (STUD, "9c 8c 4c", "check"),
    "THB third": (THB, "9c 8d Kc Qc 3h 9s", "bet check"),
}


LONGEST: Final = "THB third"
"""Every river card and every dealer hand, settled one by one: a soak test."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.soak if name == LONGEST else pytest.mark.slow)
        for name in STANDS
    ],
)
def test_a_decision_is_worth_the_mean_of_its_outcomes(name: str) -> None:
    rules, visible, decisions = STANDS[name]
    check(stand(rules, cards(visible), decisions.split()))
