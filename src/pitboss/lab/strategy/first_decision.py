"""The first decision: how often each choice is best, and with which hands, without a chart."""

from collections import Counter
from fractions import Fraction
from math import comb
from typing import Final

from pitboss.errors import Refused
from pitboss.games.game_parts import FOLD, TAKE_DOWN, stake_multiple
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.results import MainGame
from pitboss.lab.shape_protocol import Shape
from pitboss.lab.shape_registry import find_shape
from pitboss.lab.strategy.rule_lists import Condition, Rule, RuleList
from pitboss.round import visible_positions
from pitboss.submission.rules import Rules

MAX_HANDS_LISTED: Final = 300_000
"""The most hands that are searched for the lowest one of each decision."""
HAND_FEATURE: Final = "hand"
"""The feature of a hand that is described by its rank alone."""


def first_decision_shares(rules: Rules, main: MainGame) -> dict[str, Fraction]:
    """Return the share of deals in which each first decision is best; empty if unknown.

    It follows from the starting hands, or, in a game with one street, from the total stakes.
    """
    shares = Counter[str]()
    if main.starts:
        for start in main.starts.values():
            shares[start.best] += start.ways
    elif len(rules.streets) == 1:
        required = len(rules.required)
        decisions: dict[int, list[str]] = {}
        for name, choice in rules.streets[0].choices.items():
            staked = required - 1 if choice == TAKE_DOWN else required + stake_multiple(choice)
            decisions.setdefault(staked, []).append(name)
        if any(len(names) > 1 for names in decisions.values()):
            return {}  # a fold and a check stake the same
        for (staked, _), deals in main.results.items():
            shares[decisions[staked][0]] += deals
    total = shares.total()
    order = rules.streets[0].choices if rules.streets else {}
    return {name: Fraction(shares[name], total) for name in order if shares[name]}


def lowest_hand_list(
    rules: Rules, main: MainGame, progress: Progress = no_progress
) -> RuleList | None:
    """Return optimal play as a list by hand rank, or None where other features matter."""
    shape = find_shape(rules)
    if shape is None or len(rules.streets) != 1 or main.starts or not _has_few_hands(rules):
        return None
    try:
        return _list_by_rank(shape, rules, main, progress)
    except Refused:
        return None  # odds that are too high for such lists


def _has_few_hands(rules: Rules) -> bool:
    """Return whether the player sees exactly the whole hand, and there are not too many hands."""
    hole_size = len(rules.hole)
    sees_whole_hand = len(rules.looks) == hole_size == len(visible_positions(rules, 0))
    return sees_whole_hand and comb(rules.deck.size, hole_size) <= MAX_HANDS_LISTED


def _list_by_rank(
    shape: Shape, rules: Rules, main: MainGame, progress: Progress
) -> RuleList | None:
    (cells,) = shape.strategy(main, rules.deck.cards, progress).cells(progress)
    if cells.features != (HAND_FEATURE,):
        return None
    stakes = [_stake_order(rules, name) for name in cells.decisions]
    list_rules: list[Rule] = []
    otherwise = ""
    for (place,), net in zip(cells.feature_rows.tolist(), cells.net.tolist(), strict=True):
        best = max(range(len(net)), key=lambda index: (net[index], -stakes[index]))
        decision = cells.decisions[best]
        if not otherwise:
            otherwise = decision
        elif decision != (list_rules[-1].then if list_rules else otherwise):
            list_rules.append(Rule((Condition(HAND_FEATURE, place),), decision))
    rule_list = RuleList(cells.street, tuple(reversed(list_rules)), otherwise)
    return None if cells.loss(rule_list) else rule_list


def _stake_order(rules: Rules, decision: str) -> int:
    """Return a sort key by stake; a fold and taking down come first."""
    choice = rules.streets[0].choices[decision]
    return -1 if choice in (FOLD, TAKE_DOWN) else stake_multiple(choice)
