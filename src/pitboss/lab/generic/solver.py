"""Every start of a game solved, a decision valued, the deals without decisions counted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import mul
from typing import Final, NamedTuple

import numpy as np

from pitboss.cards import Card, show
from pitboss.games.odds import Odds
from pitboss.lab.generic.endings import MOST_ROWS, Dealer
from pitboss.lab.generic.nodes import Nodes, Starts, starts_of
from pitboss.lab.generic.payouts import Payouts
from pitboss.lab.generic.plan import Ints, Plan
from pitboss.lab.generic.play import FORBIDDEN, Game, Line
from pitboss.lab.results import Main, Results, Start, main_of
from pitboss.lab.staking import Raises, Staking
from pitboss.lab.starts import name_of
from pitboss.lab.suits import CHANGES, Change, keeping
from pitboss.lab.work import Clock, Told, cores, shared, untold
from pitboss.submission.rules import Rules

Seen = tuple[tuple[Card, ...], ...]
"""The cards of every group that was turned so far."""
ROWS_PER_SECOND: Final = 8_000_000
"""What a core counts, about."""
PATIENCE: Final = 20
"""Seconds of work that need no announcement."""
METHOD: Final = "walking every deal"


class _Part(NamedTuple):
    """Some starts whose suits are alike in the same way."""

    starts: Ints
    changes: tuple[Change, ...]


class _Solved(NamedTuple):
    """What was found of some starts."""

    values: list[tuple[int, dict[str, Fraction], str, Fraction]]
    """By start: its number, what each decision is worth, the best, the share that is folded."""
    results: Results


def solve(rules: Rules, deck: Sequence[Card] | None = None, told: Told = untold) -> Main:
    """The whole game under the best play."""
    clock, plan = Clock(), Plan(rules, deck)
    results, starts = Results(), dict[str, Start]()
    if rules.streets:
        game, every = Game(plan), starts_of(plan, plan.steps[0])
        parts = list(_parts(every, plan.deals_after(0)))
        announce(len(every.ways) * plan.deals_after(0), told)
        found: dict[int, Start] = {}
        for solved in shared(_sentence(plan), lambda part: _solve(game, every, part), parts, told):
            results.update(solved.results)
            for number, values, best, folded in solved.values:
                found[number] = Start(int(every.ways[number]), values, best, folded)
        for number in sorted(found):
            starts[start_name(plan, _cards(plan, every.nodes, number))] = found[number]
    else:
        # A game without decisions is what its required wagers come to.
        stakes = Staking(rules).after(())[0]
        for odds, deals in count_odds(rules, deck, told).items():
            results[sum(stakes), _plain(sum(map(mul, stakes, odds)))] += deals
    return main_of(
        results, starts, required=len(rules.edge_of), method=METHOD, seconds=clock.seconds()
    )


def announce(rows: int, told: Told) -> None:
    """Say beforehand how long so many rows take, if that is long."""
    seconds = rows / (ROWS_PER_SECOND * cores())
    if seconds > PATIENCE:
        about = f"{seconds:.0f} seconds" if seconds < 100 else f"{seconds / 60:,.0f} minutes"
        told(f"{rows:,} deals to count at most, once for all that are alike: about {about}", 0, 0)


def _sentence(plan: Plan) -> str:
    return f"walking through {plan.deals:,} deals"


def _parts(every: Starts, deals: int) -> Iterator[_Part]:
    """Split the starts into parts of some deals each."""
    alike: dict[tuple[Change, ...], list[int]] = {}
    for number, changes in enumerate(every.changes):
        alike.setdefault(changes, []).append(number)
    size = max(1, MOST_ROWS // deals)
    for changes, numbers in alike.items():
        for low in range(0, len(numbers), size):
            yield _Part(np.array(numbers[low : low + size]), changes)


def _solve(game: Game, every: Starts, part: _Part) -> _Solved:
    """Solve some starts."""
    plan, scale = game.plan, game.payouts.scale
    # Starts are numbered from 0 within a part.
    nodes = Nodes(
        np.arange(len(part.starts)), [columns[part.starts] for columns in every.nodes.held]
    )
    state = game.staking.after(())
    line = Line(game, nodes, part.changes, 0, [state])
    ends, ways = line.results(), every.ways[part.starts]
    folded = np.zeros(len(nodes.start), np.int64)
    results = Results()
    for staked, start, deals in ends.folds:
        np.add.at(folded, start, deals)
        results[staked, -staked] += int((deals * ways[start]).sum())
    for (stakes, _), start, ending, deals in ends.paid:
        counts = np.zeros(len(game.dealer.odds), np.int64)
        np.add.at(counts, ending, deals * ways[start])
        for number in np.flatnonzero(counts).tolist():
            net = Fraction(sum(map(mul, stakes, game.dealer.odds[number])), scale)
            results[sum(stakes), _plain(net)] += int(counts[number])
    whole = plan.deals_after(0)
    first, best = line.first.net[state], line.first.best[state]
    names = [option.name for option in game.options(0, state)]
    order = list(game.staking.decided(0, state))
    return _Solved(
        [
            (
                int(number),
                {
                    name: Fraction(int(first[name][at]), whole * scale)
                    for name in order
                    if first[name][at] != FORBIDDEN
                },
                names[best[at]],
                Fraction(int(folded[at]), whole),
            )
            for at, number in enumerate(part.starts)
        ],
        +results,
    )


def values_of(plan: Plan, seen: Seen, raises: Raises, told: Told = untold) -> dict[str, Fraction]:
    """What each decision is worth to whoever sees these cards, by group, and raised so before."""
    game, taken = Game(plan), len(raises)
    announce(plan.deals_after(taken) * cores(), told)  # one decision is valued by one core
    state = game.staking.after(raises)
    line = Line(game, node_of(plan, seen), keeping(plan.changes, *seen), taken, [state])
    deals = plan.deals_after(taken) * game.payouts.scale
    net = line.first.net[state]
    return {
        name: Fraction(int(net[name][0]), deals)
        for name in game.staking.decided(taken, state)
        if net[name][0] != FORBIDDEN
    }


def node_of(plan: Plan, seen: Seen) -> Nodes:
    """Return the one node at which these cards are seen, by group."""
    number = {c: at for at, c in enumerate(plan.cards)}
    held = [np.zeros((1, 0), np.int8) for _ in plan.positions]
    groups = [group for step in plan.steps for group in step]
    for group, cards in zip(groups, seen, strict=False):
        new = np.array([[number[c] for c in cards]], np.int8)
        both = np.concatenate([held[group.card_class], new], axis=1)
        held[group.card_class] = np.sort(both, axis=1)
    return Nodes(np.zeros(1, np.int64), held)


def count_odds(
    rules: Rules, deck: Sequence[Card] | None = None, told: Told = untold
) -> Counter[tuple[Odds, ...]]:
    """Count the deals of a game without decisions by what each way of being paid pays."""
    plan = Plan(rules, deck)
    payouts = Payouts(plan, Staking(rules))
    (groups,) = plan.steps
    # The cards of the first group stand for all that are alike; the others are dealt after it.
    first = groups[:1] if len(groups) > 1 else []
    dealer = Dealer(plan, payouts, groups[len(first) :])
    every = starts_of(plan, first)
    size = max(1, MOST_ROWS // (plan.deals // int(every.ways.sum())))
    parts = [
        np.arange(low, min(low + size, len(every.ways))) for low in range(0, len(every.ways), size)
    ]

    def count(part: Ints) -> Counter[int]:
        endings = dealer.endings([columns[part] for columns in every.nodes.held])
        counts = np.zeros(len(dealer.odds), np.int64)
        np.add.at(counts, endings.ending, endings.deals * every.ways[part][endings.node])
        return Counter({number: int(counts[number]) for number in np.flatnonzero(counts).tolist()})

    total: Counter[int] = Counter()
    for counts in shared(_sentence(plan), count, parts, told):
        total.update(counts)
    found: Counter[tuple[Odds, ...]] = Counter()
    for number, deals in total.items():
        odds = (Fraction(x, payouts.scale) for x in dealer.odds[number])
        found[tuple([_plain(x) for x in odds])] += deals
    return found


def _plain(number: Odds) -> Odds:
    """Return a whole number as one."""
    return int(number) if number == int(number) else number


def _cards(plan: Plan, nodes: Nodes, number: int) -> Seen:
    return tuple(
        tuple(plan.cards[at] for at in nodes.held[group.card_class][number].tolist())
        for group in plan.steps[0]
    )


def start_name(plan: Plan, seen: Seen) -> str:
    """A starting hand as players call it; where order or suits matter, the cards themselves."""
    if len(seen) == 1 and len(seen[0]) == 2 and plan.changes == keeping(CHANGES, plan.deck):
        return name_of(plan.deck, seen[0])
    return show([c for group in seen for c in group])
