"""A fixed strategy, walked through every deal of a small deck: nothing of the lists' own sums."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pitboss.cards import Card
from pitboss.games.game_parts import FOLD, stake_multiple
from pitboss.lab.starting_hands import SuitPermutation, permutations_keeping
from pitboss.lab.strategy.rule_lists import RuleList
from pitboss.submission.rules import Rules
from tests.lab.plain_walk import Seen, Tree, start_name

Features = Callable[[Sequence[Card], Sequence[Sequence[Card]]], Mapping[str, int]]


def walked(
    rules: Rules,
    deck: Sequence[Card],
    chart: Mapping[str, str],
    lists: Mapping[str, RuleList],
    features: Features,
    only: str | None = None,
) -> Fraction:
    """The expectation of the chart and these lists, of one starting hand or of all.

    Every street must have a list, the first only where the chart has nothing.
    """
    tree = Tree(rules, deck)
    sizes = [sum(len(group) for group in step) for step in tree.steps]

    def on(seen: Seen, changes: Sequence[SuitPermutation], raised: tuple[int, ...]) -> Fraction:
        taken = len(raised)
        if taken == len(rules.streets):
            return _paid(tree, seen, changes, raised)
        street = rules.streets[taken]
        made = {x.wager for x, staked in zip(rules.streets, raised, strict=False) if staked}
        if street.wager in made:  # a raise closes the later streets that decide it
            after = (*raised, 0)
            if taken + 1 == len(rules.streets):
                return _paid(tree, seen, changes, after)
            return _mean(tree, taken + 1, seen, changes, lambda new, left: on(new, left, after))
        if taken or not chart:
            flat = [c for group in seen for c in group]
            turned, at = [], sizes[0]
            for size in sizes[1 : taken + 1]:
                turned.append(flat[at : at + size])
                at += size
            decision = lists[street.name].decision(features(flat[: sizes[0]], turned))
        else:
            decision = chart[start_name(tree, seen)]
        times = street.choices[decision]
        if times == FOLD:
            return Fraction(-len(rules.required) - sum(raised))
        after = (*raised, stake_multiple(times))
        if taken + 1 == len(rules.streets):
            return _paid(tree, seen, changes, after)
        return _mean(tree, taken + 1, seen, changes, lambda new, left: on(new, left, after))

    if only:
        first = next(
            new for new, _ in tree.turned(0, (), tree.changes) if only == start_name(tree, new)
        )
        return on(first, permutations_keeping(tree.changes, *first), ())
    return _mean(tree, 0, (), tree.changes, lambda new, left: on(new, left, ()))


def _mean(
    tree: Tree,
    step: int,
    seen: Seen,
    changes: Sequence[SuitPermutation],
    value: Callable[[Seen, Sequence[SuitPermutation]], Fraction],
) -> Fraction:
    total, count = Fraction(), 0
    for new, ways in tree.turned(step, seen, changes):
        total += ways * value(seen + new, permutations_keeping(changes, *new))
        count += ways
    return total / count


def _paid(
    tree: Tree, seen: Seen, changes: Sequence[SuitPermutation], raised: tuple[int, ...]
) -> Fraction:
    stakes = tree.staking.state_after(raised)[0]
    dealt = tree.dealt_after(seen, changes)
    net = sum(
        ways * sum(stake * odds for stake, odds in zip(stakes, paid, strict=True))
        for paid, ways in dealt.items()
    )
    return Fraction(net, sum(dealt.values()))
