"""Evaluate a fixed strategy over every deal of a small deck, independently of the lists."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pitboss.cards import Card
from pitboss.games.game_parts import FOLD, stake_multiple
from pitboss.lab.starting_hands import SuitPermutation, permutations_keeping
from pitboss.lab.strategy.rule_lists import RuleList
from tests.lab.plain_solver import Tree, VisibleCards, start_name

Features = Callable[[Sequence[Card], Sequence[Sequence[Card]]], Mapping[str, int]]


def evaluate_strategy(
    tree: Tree,
    chart: Mapping[str, str],
    lists: Mapping[str, RuleList],
    features: Features,
    only: str | None = None,
) -> Fraction:
    """Return the expected value of the chart and these lists, for one starting hand or all.

    Every street must have a list, the first only where the chart has no entry. Strategies of one
    game can share a tree, which remembers what its deals pay."""
    rules = tree.rules
    sizes = [sum(len(group) for group in step) for step in tree.steps]

    def on(
        visible: VisibleCards, changes: Sequence[SuitPermutation], raise_value: tuple[int, ...]
    ) -> Fraction:
        decision_count = len(raise_value)
        if decision_count == len(rules.streets):
            return _payout(tree, visible, changes, raise_value)
        street = rules.streets[decision_count]
        raise_keys = {
            x.wager for x, staked in zip(rules.streets, raise_value, strict=False) if staked
        }
        if street.wager in raise_keys:  # a raise closes the later streets of its wager
            after = (*raise_value, 0)
            if decision_count + 1 == len(rules.streets):
                return _payout(tree, visible, changes, after)
            return _mean(
                tree, decision_count + 1, visible, changes, lambda new, left: on(new, left, after)
            )
        if decision_count or not chart:
            flat = [c for group in visible for c in group]
            cards_turned, at = [], sizes[0]
            for size in sizes[1 : decision_count + 1]:
                cards_turned.append(flat[at : at + size])
                at += size
            decision = lists[street.name].decision(features(flat[: sizes[0]], cards_turned))
        else:
            decision = chart[start_name(tree, visible)]
        times = street.choices[decision]
        if times == FOLD:
            return Fraction(-len(rules.required) - sum(raise_value))
        after = (*raise_value, stake_multiple(times))
        if decision_count + 1 == len(rules.streets):
            return _payout(tree, visible, changes, after)
        return _mean(
            tree, decision_count + 1, visible, changes, lambda new, left: on(new, left, after)
        )

    if only:
        first = next(
            new for new, _ in tree.reveals(0, (), tree.changes) if only == start_name(tree, new)
        )
        return on(first, permutations_keeping(tree.changes, *first), ())
    return _mean(tree, 0, (), tree.changes, lambda new, left: on(new, left, ()))


def _mean(
    tree: Tree,
    step: int,
    visible: VisibleCards,
    changes: Sequence[SuitPermutation],
    value: Callable[[VisibleCards, Sequence[SuitPermutation]], Fraction],
) -> Fraction:
    total, count = Fraction(), 0
    for new, ways in tree.reveals(step, visible, changes):
        total += ways * value(visible + new, permutations_keeping(changes, *new))
        count += ways
    return total / count


def _payout(
    tree: Tree,
    visible: VisibleCards,
    changes: Sequence[SuitPermutation],
    raise_value: tuple[int, ...],
) -> Fraction:
    stakes = tree.staking.state_after(raise_value)[0]
    dealt = tree.dealt_after(visible, changes)
    net = sum(
        ways * sum(stake * odds for stake, odds in zip(stakes, paid, strict=True))
        for paid, ways in dealt.items()
    )
    return Fraction(net, sum(dealt.values()))
