"""How often each first decision is best, and with which hands, where no chart of 169 shows it."""

from collections import Counter
from fractions import Fraction
from math import comb
from typing import Final

from pitboss.games.words import FOLD, TAKE_DOWN, times_of
from pitboss.lab.results import Main
from pitboss.lab.shape import Shape
from pitboss.lab.shapes import shape_of
from pitboss.lab.strategy.lists import Condition, Rule, RuleList
from pitboss.lab.work import Told, untold
from pitboss.refusal import Refused
from pitboss.round import seen
from pitboss.submission.rules import Rules

MOST_HANDS: Final = 300_000
"""Hands that are looked through again for the lowest one of each decision."""
HAND: Final = "hand"
"""The feature of a hand that is told from others by its rank alone."""


def first_shares(rules: Rules, main: Main) -> dict[str, Fraction]:
    """Return the share of deals in which each first decision is best; nothing if it is not known.

    It is read off the starting hands, or off what was staked in the end where there is one street.
    """
    shares = Counter[str]()
    if main.starts:
        for start in main.starts.values():
            shares[start.best] += start.ways
    elif len(rules.streets) == 1:
        required = len(rules.required)
        decisions: dict[int, list[str]] = {}
        for name, choice in rules.streets[0].choices.items():
            staked = required - 1 if choice == TAKE_DOWN else required + times_of(choice)
            decisions.setdefault(staked, []).append(name)
        if any(len(names) > 1 for names in decisions.values()):
            return {}  # a fold and a check stake alike
        for (staked, _), deals in main.results.items():
            shares[decisions[staked][0]] += deals
    total = shares.total()
    order = rules.streets[0].choices if rules.streets else {}
    return {name: Fraction(shares[name], total) for name in order if shares[name]}


def lowest_hands(rules: Rules, main: Main, told: Told = untold) -> RuleList | None:
    """Return the exact best play as a list by the rank of the hand; none where that is not all."""
    shape = shape_of(rules)
    if shape is None or len(rules.streets) != 1 or main.starts or not _is_small(rules):
        return None
    try:
        return _list(shape, rules, main, told)
    except Refused:
        return None  # odds that are too high for such lists


def _is_small(rules: Rules) -> bool:
    """Whether the player's whole hand, and nothing else, is seen, and there are not too many."""
    own = len(rules.hole)
    whole = len(rules.looks) == own == len(seen(rules, 0))
    return whole and comb(rules.deck.size, own) <= MOST_HANDS


def _list(shape: Shape, rules: Rules, main: Main, told: Told) -> RuleList | None:
    (cells,) = shape.strategy(main, rules.deck.cards, told).cells(told)
    if cells.features != (HAND,):
        return None
    stakes = [_rank(rules, name) for name in cells.decisions]
    found: list[Rule] = []
    otherwise = ""
    for (place,), net in zip(cells.seen.tolist(), cells.net.tolist(), strict=True):
        best = max(range(len(net)), key=lambda at: (net[at], -stakes[at]))
        decision = cells.decisions[best]
        if not otherwise:
            otherwise = decision
        elif decision != (found[-1].then if found else otherwise):
            found.append(Rule((Condition(HAND, place),), decision))
    rules_found = RuleList(cells.street, tuple(reversed(found)), otherwise)
    return None if cells.given_up(rules_found) else rules_found


def _rank(rules: Rules, decision: str) -> int:
    """Order decisions by what they stake, a fold and taking down below all others."""
    choice = rules.streets[0].choices[decision]
    return -1 if choice in (FOLD, TAKE_DOWN) else times_of(choice)
