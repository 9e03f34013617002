"""Solve any game by enumerating every deal, or value a decision by a sample of deals."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import mul
from typing import Final, NamedTuple

import numpy as np
from numpy.random import Generator  # noqa: TID251 - repeatable draws from a seed

from pitboss.cards import Card, cards_text
from pitboss.games.payoffs import Odds
from pitboss.lab.exposure import seeded_generator
from pitboss.lab.generic.backward_induction import FORBIDDEN_VALUE, GenericGame, StartLine
from pitboss.lab.generic.endings import MAX_ROWS, EndingCounter, Endings
from pitboss.lab.generic.payouts import Payouts
from pitboss.lab.generic.plan import (
    Array,
    CardGroup,
    DealPlan,
    Nodes,
    StartNodes,
    Transition,
    start_nodes,
)
from pitboss.lab.hand_tables import Ints
from pitboss.lab.progress import (
    QUIET_SECONDS,
    Progress,
    Stopwatch,
    available_cores,
    duration_text,
    no_progress,
    run_in_threads,
)
from pitboss.lab.results import MainGame, ResultCounts, StartingHandResult, main_game_from_counts
from pitboss.lab.staking import RaisesSoFar, Staking
from pitboss.lab.starting_hands import (
    SUIT_PERMUTATIONS,
    SuitPermutation,
    permutations_keeping,
    starting_hand_name,
)
from pitboss.submission.rules import Rules

VisibleGroups = tuple[tuple[Card, ...], ...]
"""The cards of every group revealed so far."""
ROWS_PER_SECOND: Final = 8_000_000
"""The approximate speed of one core."""
GENERIC_METHOD: Final = "walking every deal"


class StartsPart(NamedTuple):
    """Some starts with the same suit symmetry."""

    starts: Ints
    changes: tuple[SuitPermutation, ...]


class _SolvedStarts(NamedTuple):
    """The solution of some starts."""

    values: list[tuple[int, dict[str, Fraction], str, Fraction]]
    """By start: its number, the value of each decision, the best, and the folded share."""
    results: ResultCounts


def solve_generic(
    rules: Rules, deck: Sequence[Card] | None = None, progress: Progress = no_progress
) -> MainGame:
    """Solve the whole game under optimal play."""
    return solve_plan(DealPlan(rules, deck), progress)


def solve_plan(plan: DealPlan, progress: Progress = no_progress) -> MainGame:
    """Solve a game under optimal play by a plan of its deals."""
    clock, rules = Stopwatch(), plan.rules
    results, starts = ResultCounts(), dict[str, StartingHandResult]()
    if rules.streets:
        game, all_starts = GenericGame(plan), start_nodes(plan, plan.steps[0])
        parts = list(split_starts(all_starts, plan.deals_after(0)))
        announce_duration(len(all_starts.ways) * plan.deals_after(0), progress)
        results_by_number: dict[int, StartingHandResult] = {}
        for chunk_result in run_in_threads(
            _progress_text(plan),
            lambda part: _solve_starts(game, all_starts, part),
            parts,
            progress,
            announces=False,
        ):
            results.update(chunk_result.results)
            for number, values, best, fold_chance in chunk_result.values:
                results_by_number[number] = StartingHandResult(
                    int(all_starts.ways[number]), values, best, fold_chance
                )
        for number in sorted(results_by_number):
            starts[start_name(plan, _start_cards(plan, all_starts.nodes, number))] = (
                results_by_number[number]
            )
    else:
        # The result of a game without decisions is that of its required wagers.
        stakes = Staking(rules).state_after(())[0]
        for odds, deals in count_odds(rules, plan.deck, progress).items():
            results[sum(stakes), _simplest_number(sum(map(mul, stakes, odds)))] += deals
    return main_game_from_counts(
        results, starts, required=len(rules.edge_of), method=GENERIC_METHOD, seconds=clock.seconds()
    )


def announce_duration(rows: int, progress: Progress) -> None:
    """Report the expected duration of so many rows, if it is long."""
    seconds = rows / (ROWS_PER_SECOND * available_cores())
    if seconds > QUIET_SECONDS:
        progress(
            f"at most {rows:,} deals to count, fewer if many are equivalent: "
            f"{duration_text(seconds)}",
            0,
            0,
        )


def _progress_text(plan: DealPlan) -> str:
    return f"walking through {plan.deals:,} deals"


def split_starts(all_starts: StartNodes, deals: int) -> Iterator[StartsPart]:
    """Split the starts into parts of a limited number of deals."""
    starts_by_symmetry: dict[tuple[SuitPermutation, ...], list[int]] = {}
    for number, changes in enumerate(all_starts.permutations):
        starts_by_symmetry.setdefault(changes, []).append(number)
    size = max(1, MAX_ROWS // deals)
    for changes, numbers in starts_by_symmetry.items():
        for low in range(0, len(numbers), size):
            yield StartsPart(np.array(numbers[low : low + size]), changes)


def follow_starts(game: GenericGame, all_starts: StartNodes, part: StartsPart) -> StartLine:
    """Solve some starts and everything that follows them, numbered from 0 within their part."""
    nodes = Nodes(
        np.arange(len(part.starts)),
        [columns[part.starts] for columns in all_starts.nodes.cards_by_class],
    )
    return StartLine(game, nodes, part.changes, 0, [game.staking.state_after(())])


def _solve_starts(game: GenericGame, all_starts: StartNodes, part: StartsPart) -> _SolvedStarts:
    """Solve some starts."""
    plan, scale = game.plan, game.payouts.scale
    state, line = game.staking.state_after(()), follow_starts(game, all_starts, part)
    ends, ways = line.results(), all_starts.ways[part.starts]
    folds = np.zeros(len(part.starts), np.int64)
    results = ResultCounts()
    for staked, start, deals in ends.folds:
        np.add.at(folds, start, deals)
        results[staked, -staked] += int((deals * ways[start]).sum())
    for (stakes, _), start, ending, deals in ends.paid:
        counts = np.zeros(len(game.dealer.odds), np.int64)
        np.add.at(counts, ending, deals * ways[start])
        for number in np.flatnonzero(counts).tolist():
            net = Fraction(sum(map(mul, stakes, game.dealer.odds[number])), scale)
            results[sum(stakes), _simplest_number(net)] += int(counts[number])
    deals_per_start = plan.deals_after(0)
    first, best = line.first.net[state], line.first.best[state]
    names = [option.name for option in game.options(0, state)]
    order = list(game.staking.states_after_decisions(0, state))
    return _SolvedStarts(
        [
            (
                int(number),
                {
                    name: Fraction(int(first[name][index]), deals_per_start * scale)
                    for name in order
                    if first[name][index] != FORBIDDEN_VALUE
                },
                names[best[index]],
                Fraction(int(folds[index]), deals_per_start),
            )
            for index, number in enumerate(part.starts)
        ],
        +results,
    )


def count_odds_in_play(
    rules: Rules, wager: str, deck: Sequence[Card] | None = None, progress: Progress = no_progress
) -> Counter[Odds | None]:
    """Count the deals by the odds of a wager under optimal play; None for those that are folded."""
    plan = DealPlan(rules, deck)
    game, all_starts = GenericGame(plan), start_nodes(plan, plan.steps[0])
    index, odds = game.staking.payoff_index[wager], game.dealer.odds
    announce_duration(len(all_starts.ways) * plan.deals_after(0), progress)

    def count(part: StartsPart) -> Counter[Odds | None]:
        line, ways = follow_starts(game, all_starts, part), all_starts.ways[part.starts]
        ends, result = line.results(), Counter[Odds | None]()
        for _, start, deals in ends.folds:
            result[None] += int((deals * ways[start]).sum())
        for _, start, ending, deals in ends.paid:
            counts = np.zeros(len(odds), np.int64)
            np.add.at(counts, ending, deals * ways[start])
            for number in np.flatnonzero(counts).tolist():
                net = _simplest_number(Fraction(odds[number][index], game.payouts.scale))
                result[net] += int(counts[number])
        return result

    total: Counter[Odds | None] = Counter()
    parts = list(split_starts(all_starts, plan.deals_after(0)))
    for counts in run_in_threads(_progress_text(plan), count, parts, progress, announces=False):
        total.update(counts)
    return +total


def generic_values(
    plan: DealPlan,
    visible_cards: VisibleGroups,
    raises: RaisesSoFar,
    progress: Progress = no_progress,
) -> dict[str, Fraction]:
    """Return the value of each decision for a player who sees these cards."""
    game, streets_done = GenericGame(plan), len(raises)
    # One decision is valued by one core.
    announce_duration(plan.deals_after(streets_done) * available_cores(), progress)
    state = game.staking.state_after(raises)
    line = StartLine(
        game,
        node_with_cards(plan, visible_cards),
        permutations_keeping(plan.changes, *visible_cards),
        streets_done,
        [state],
    )
    deals = plan.deals_after(streets_done) * game.payouts.scale
    net = line.first.net[state]
    return {
        name: Fraction(int(net[name][0]), deals)
        for name in game.staking.states_after_decisions(streets_done, state)
        if net[name][0] != FORBIDDEN_VALUE
    }


def node_with_cards(plan: DealPlan, visible_cards: VisibleGroups) -> Nodes:
    """Return the single node at which these cards are visible, by group."""
    index_by_card = {c: index for index, c in enumerate(plan.cards)}
    cards_by_class = [np.zeros((1, 0), np.int8) for _ in plan.positions]
    groups = [group for step in plan.steps for group in step]
    for group, cards in zip(groups, visible_cards, strict=False):
        new = np.array([[index_by_card[c] for c in cards]], np.int8)
        combined_cards = np.concatenate([cards_by_class[group.card_class], new], axis=1)
        cards_by_class[group.card_class] = np.sort(combined_cards, axis=1)
    return Nodes(np.zeros(1, np.int64), cards_by_class)


def count_odds(
    rules: Rules, deck: Sequence[Card] | None = None, progress: Progress = no_progress
) -> Counter[tuple[Odds, ...]]:
    """Count the deals of a game without decisions by the odds of each payoff."""
    plan = DealPlan(rules, deck)
    payouts = Payouts(plan, Staking(rules))
    (groups,) = plan.steps
    # Only distinct first groups are dealt; the other groups follow each of them.
    first = groups[:1] if len(groups) > 1 else []
    dealer = EndingCounter(plan, payouts, groups[len(first) :])
    all_starts = start_nodes(plan, first)
    size = max(1, MAX_ROWS // (plan.deals // int(all_starts.ways.sum())))
    parts = [
        np.arange(low, min(low + size, len(all_starts.ways)))
        for low in range(0, len(all_starts.ways), size)
    ]

    def count(part: Ints) -> Counter[int]:
        endings = dealer.endings([columns[part] for columns in all_starts.nodes.cards_by_class])
        counts = np.zeros(len(dealer.odds), np.int64)
        np.add.at(counts, endings.ending, endings.deals * all_starts.ways[part][endings.node])
        return Counter({number: int(counts[number]) for number in np.flatnonzero(counts).tolist()})

    total: Counter[int] = Counter()
    for counts in run_in_threads(_progress_text(plan), count, parts, progress, announces=False):
        total.update(counts)
    deals_by_odds: Counter[tuple[Odds, ...]] = Counter()
    for number, deals in total.items():
        odds = (Fraction(x, payouts.scale) for x in dealer.odds[number])
        deals_by_odds[tuple([_simplest_number(x) for x in odds])] += deals
    return deals_by_odds


def _simplest_number(number: Odds) -> Odds:
    """Return a whole number as an integer."""
    return int(number) if number == int(number) else number


def _start_cards(plan: DealPlan, nodes: Nodes, number: int) -> VisibleGroups:
    return tuple(
        tuple(plan.cards[at] for at in nodes.cards_by_class[group.card_class][number].tolist())
        for group in plan.steps[0]
    )


def start_name(plan: DealPlan, visible_cards: VisibleGroups) -> str:
    """Return the usual name of a starting hand, or its cards where order or suits matter."""
    if (
        len(visible_cards) == 1
        and len(visible_cards[0]) == 2
        and plan.changes == permutations_keeping(SUIT_PERMUTATIONS, plan.deck)
    ):
        return starting_hand_name(plan.deck, visible_cards[0])
    return cards_text([c for group in visible_cards for c in group])


SAMPLED_DEALS: Final = 20_000
"""The approximate number of deals in a sample."""


def sampled_values(
    game: GenericGame, visible_cards: VisibleGroups, raises: RaisesSoFar, seed: str
) -> dict[str, Fraction]:
    """Return approximate values of each decision, repeatable by seed."""
    streets_done = len(raises)
    state = game.staking.state_after(raises)
    draws = seeded_generator(seed, f"{game.plan.rules.hash} {streets_done} {visible_cards}")
    dealing = SampledDeals(game, game.plan.streets - streets_done, draws)
    line = StartLine(
        game, node_with_cards(game.plan, visible_cards), (), streets_done, [state], dealing
    )
    deals = dealing.deals_after(streets_done) * game.payouts.scale
    net = line.first.net[state]
    return {
        name: Fraction(int(net[name][0]), deals)
        for name in game.staking.states_after_decisions(streets_done, state)
        if net[name][0] != FORBIDDEN_VALUE
    }


class SampledDeals:
    """A source of random deals instead of all deals."""

    def __init__(self, game: GenericGame, levels: int, draws: Generator) -> None:
        self._plan, self._draws = game.plan, draws
        self._samples_per_node = max(2, round(SAMPLED_DEALS ** (1 / levels)))
        self._dealer = EndingCounter(game.plan, game.payouts, [])
        self.odds: Final = self._dealer.odds
        """The odds of each payoff in each ending, scaled to integers."""

    def deals_after(self, streets_done: int) -> int:
        """Return how many samples follow a decision."""
        return int(self._samples_per_node ** (self._plan.streets - streets_done))

    def turn(
        self, nodes: Nodes, groups: Sequence[CardGroup], _: Sequence[SuitPermutation]
    ) -> Transition:
        """Reveal random cards of a step after every node."""
        parent = np.repeat(np.arange(len(nodes.start)), self._samples_per_node)
        cards_by_class = draw_cards(
            self._plan, [x[parent] for x in nodes.cards_by_class], groups, self._draws
        )
        number = np.arange(len(parent))
        return Transition(
            Nodes(nodes.start[parent], cards_by_class), parent, number, np.ones_like(number)
        )

    def endings(self, cards_by_class: Sequence[Array]) -> Endings:
        """Return the endings of random deals that follow nodes with these cards."""
        parent = np.repeat(np.arange(len(cards_by_class[0])), self._samples_per_node)
        complete_deals = draw_cards(
            self._plan, [x[parent] for x in cards_by_class], self._plan.steps[-1], self._draws
        )
        sampled_endings = self._dealer.endings(complete_deals)
        return sampled_endings._replace(node=parent[sampled_endings.node])


def draw_cards(
    plan: DealPlan, cards_by_class: list[Array], groups: Sequence[CardGroup], draws: Generator
) -> list[Array]:
    """Return each row with a random draw of some groups."""
    remaining = plan.remaining(cards_by_class)
    cards = np.repeat(np.arange(len(plan.cards)), plan.copies)
    copy = np.concatenate([np.arange(count) for count in plan.copies])
    order = draws.random((len(remaining), len(cards)))
    order[copy >= remaining[:, cards]] = 2  # cards that are not left sort last
    count = sum(group.size for group in groups)
    new = cards[np.argsort(order, axis=1)[:, :count]].astype(np.int8)
    cards_by_class, offset = list(cards_by_class), 0
    for group in groups:
        parts = [cards_by_class[group.card_class], new[:, offset : offset + group.size]]
        cards_by_class[group.card_class] = np.sort(np.concatenate(parts, axis=1), axis=1)
        offset += group.size
    return cards_by_class
