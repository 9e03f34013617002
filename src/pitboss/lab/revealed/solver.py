"""Solve revealed hands exactly, as filed or with varied odds.

The value of every decision is found for every set of visible cards.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial, lcm
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.errors import Refused
from pitboss.games.payoffs import Evaluator, Odds
from pitboss.lab.card_sets import (
    DeckSets,
    card_sets,
    set_strengths,
    spread_to_supersets,
    sum_over_supersets,
)
from pitboss.lab.game_structure import MAX_ODDS
from pitboss.lab.hand_tables import Ints
from pitboss.lab.pay_changes import PayChange, apply_pay_changes
from pitboss.lab.progress import Progress, Stopwatch, no_progress
from pitboss.lab.results import MainGame, ResultCounts, StartingHandResult, main_game_from_counts
from pitboss.lab.revealed.shape import MAX_STAKE_STATES, RevealedGame
from pitboss.lab.staking import Stakes, StakeState, Staking
from pitboss.lab.starting_hands import starting_hands
from pitboss.lab.target.request import OddsPoint, VariableLine
from pitboss.lab.target.solvers import LinearOdds, SolvedPaytable, fit_linear_odds, wager_marks
from pitboss.submission.evaluators import Hands, compile_evaluators

MAX_COUNT: Final = 2**62
OddsByWay = tuple[Odds, ...]
"""The odds of a hand by payoff."""


class HandPayouts(NamedTuple):
    """The odds of each whole hand by payoff."""

    payout_kind: Ints
    """By card set: a number that is equal for hands that are paid the same."""
    odds_by_way: Ints
    """By payoff and that number: the odds as integers."""
    scale: int
    """The factor that makes all odds whole."""


class StreetValues(NamedTuple):
    """The values of one street, for every state of stakes before it."""

    values: dict[StakeState, dict[str, Ints]]
    """By decision and visible card set: the total over later deals, times the scale."""
    choices: dict[StakeState, Ints]
    """By visible card set: the index of the decision that is taken."""


class GameValues(NamedTuple):
    """The values of a whole game."""

    payouts: HandPayouts
    deals: tuple[int, ...]
    """How many deals follow the cards visible before each street; the last entry is 1."""
    streets: list[StreetValues]


ListChoices = Mapping[int, NDArray[np.int64]]
"""Streets on which a list decides: by card set, the index of its decision."""


class HandClasses(NamedTuple):
    """Whole hands grouped by their strengths."""

    strengths: list[list[int]]
    """The strengths of each class, by paid hand."""
    class_of_set: Ints
    """The class of each card set."""


def hand_classes(shape: RevealedGame, deck: tuple[Card, ...]) -> HandClasses:
    """Return the classes of whole hands; hands of a class are paid the same by any paytable."""
    ranked_on, orders = shape.rules.deck, shape.orders.values()
    strengths = [set_strengths(deck, shape.size, order, ranked_on) for order in orders]
    classes, class_of_set = np.unique(np.stack(strengths, axis=1), axis=0, return_inverse=True)
    return HandClasses(classes.tolist(), class_of_set.reshape(-1))


def class_odds(
    shape: RevealedGame, classes: HandClasses, evaluate: Sequence[Evaluator]
) -> list[OddsByWay]:
    """Return the odds of each class, by settlement's evaluators."""
    hands, odds = Hands({}, ()), []
    for strengths in classes.strengths:
        hands.update(zip(shape.orders, strengths, strict=True))
        odds.append(tuple([evaluator(hands).total for evaluator in evaluate]))
    return odds


def hand_payouts(shape: RevealedGame, deck: tuple[Card, ...]) -> HandPayouts:
    """Return the odds of every hand."""
    classes = hand_classes(shape, deck)
    numbers: dict[OddsByWay, int] = {}
    kinds = [
        numbers.setdefault(odds, len(numbers))
        for odds in class_odds(shape, classes, shape.staking.evaluators)
    ]
    scale = lcm(*(x.denominator for odds in numbers for x in odds))
    top = max(abs(Fraction(x)) for odds in numbers for x in odds)
    check_revealed_odds(shape, deck, top, scale)
    rows = np.array([[int(x * scale) for x in odds] for odds in numbers], np.int64).T
    return HandPayouts(np.array(kinds)[classes.class_of_set], rows, scale)


def check_revealed_odds(
    shape: RevealedGame, deck: tuple[Card, ...], top: Fraction, scale: int
) -> None:
    """Refuse odds that are too high to count."""
    stakes = max(sum(stakes) for stakes, _ in shape.staking.states()[-1])
    deals = comb(len(deck), shape.size) * factorial(shape.size)
    if top > MAX_ODDS or deals * stakes * top * scale > MAX_COUNT:
        raise Refused(
            f"{shape.rules.game} pays up to {float(top):,g} to 1; the lab counts whole odds up to "
            f"{MAX_ODDS:,} to 1, and lower ones with fractions"
        )


class SetFamily(Protocol):
    """Card sets by number, and sums over the larger sets that contain them."""

    @property
    def card_count(self) -> int:
        """The number of cards in the deck."""

    def set_count(self, size: int) -> int:
        """Return how many sets of this size there are."""

    def sum_over_supersets(self, values: Ints, size: int, down_to: int) -> Ints:
        """Return, for each set of ``down_to`` cards, the sum over the larger sets around it."""


def game_values(
    shape: RevealedGame, sets: SetFamily, payouts: HandPayouts, lists: ListChoices | None = None
) -> GameValues:
    """Return the values of every decision, under optimal play or under the given lists."""
    staking, sizes = shape.staking, shape.sizes
    deals = [1]
    for size, larger in reversed(list(pairwise(sizes))):
        deals.insert(0, deals[0] * comb(sets.card_count - size, larger - size))
    sums = [
        sets.sum_over_supersets(row[payouts.payout_kind], sizes[-1], sizes[-2])
        for row in payouts.odds_by_way
    ]
    states = staking.states()
    after: dict[StakeState, Ints] = {state: _weighted_sum(state[0], sums) for state in states[-1]}
    streets: list[StreetValues] = []
    for streets_done in reversed(range(len(shape.rules.streets))):
        street = StreetValues({}, {})
        best_values: dict[StakeState, Ints] = {}
        number = sets.set_count(sizes[streets_done])
        stakes = staking.decision_stakes(streets_done)
        for state in states[streets_done]:
            fold_values = np.full(number, -sum(state[0]) * deals[streets_done] * payouts.scale)
            values = {
                name: fold_values if next_state is None else after[next_state]
                for name, next_state in staking.states_after_decisions(streets_done, state).items()
            }
            choices = _best_choices(values, stakes)
            if lists and streets_done in lists and len(values) > 1:
                choices = lists[streets_done]
            street.values[state], street.choices[state] = values, choices
            best_values[state] = chosen_values(values, choices)
        streets.insert(0, street)
        if streets_done:
            after = {
                state: sets.sum_over_supersets(
                    street_sums, sizes[streets_done], sizes[streets_done - 1]
                )
                for state, street_sums in best_values.items()
            }
    return GameValues(payouts, tuple(deals), streets)


def chosen_values(values: Mapping[str, Ints], choices: Ints) -> Ints:
    """Return, by set, the value of the decision that is taken."""
    rows = np.stack(list(values.values()))
    return np.asarray(rows[choices, np.arange(rows.shape[1])])


def _weighted_sum(stakes: Stakes, sums: list[Ints]) -> Ints:
    return np.asarray(sum(stake * row for stake, row in zip(stakes, sums, strict=True)))


def _best_choices(values: Mapping[str, Ints], stakes: Mapping[str, int]) -> Ints:
    """Return the best decision by set; a tie goes to the lower stake."""
    order = sorted(range(len(values)), key=lambda index: stakes.get(list(values)[index], 0))
    rows = np.stack([*values.values()])
    return np.asarray(np.array(order)[np.argmax(rows[order], axis=0)])


REVEALED_METHOD = "one hand, card by card"


def solve_revealed(
    shape: RevealedGame, deck: Sequence[Card] = DECK, progress: Progress = no_progress
) -> MainGame:
    """Solve the whole game under optimal play."""
    clock, cards = Stopwatch(), tuple(sorted(deck))
    progress("revealing every hand", 0, 1)
    values = game_values(shape, DeckSets(cards), hand_payouts(shape, cards))
    results = revealed_results(shape, cards, values)
    starts = (
        _starting_hand_results(shape, cards, values)
        if shape.sizes[0] == len(shape.rules.looks) == 2
        else {}
    )
    progress("revealing every hand", 1, 1)
    return main_game_from_counts(
        results,
        starts,
        required=len(shape.rules.edge_of),
        method=REVEALED_METHOD,
        seconds=clock.seconds(),
    )


ReachCounts = dict[StakeState, Ints]
"""By stakes: how many deals reach each card set before a street."""


def count_reached(
    shape: RevealedGame, deck: tuple[Card, ...], values: GameValues
) -> list[ReachCounts]:
    """Return how many deals reach each situation before each street, and each final hand."""
    staking, sizes = shape.staking, shape.sizes
    counts_by_street: list[ReachCounts] = [
        {staking.state_after(()): card_sets(deck, sizes[0]).ways}
    ]
    for streets_done, street in enumerate(values.streets):
        next_counts: ReachCounts = {}
        for state, deals in counts_by_street[streets_done].items():
            for index, next_state in enumerate(
                staking.states_after_decisions(streets_done, state).values()
            ):
                takes_decision = street.choices[state] == index
                if next_state is not None and takes_decision.any():
                    larger_counts = spread_to_supersets(
                        deck,
                        np.where(takes_decision, deals, 0),
                        sizes[streets_done],
                        sizes[streets_done + 1],
                    )
                    next_counts[next_state] = (
                        next_counts[next_state] + larger_counts
                        if next_state in next_counts
                        else larger_counts
                    )
        counts_by_street.append(next_counts)
    return counts_by_street


def simplest_number(net: Fraction) -> Odds:
    """Return a net result as an integer where it is whole."""
    return int(net) if net.denominator == 1 else net


def revealed_results(
    shape: RevealedGame, deck: tuple[Card, ...], values: GameValues
) -> ResultCounts:
    """Count deals by stakes and net result."""
    results = ResultCounts()
    reach_counts = count_reached(shape, deck, values)
    for state, folds in _count_folds_by_state(shape, values, reach_counts):
        staked = sum(state[0])
        results[staked, -staked] += folds
    for (stakes, _), deals in reach_counts[-1].items():
        net = np.array(stakes) @ values.payouts.odds_by_way
        by_kind = np.zeros(len(net), np.int64)
        np.add.at(by_kind, values.payouts.payout_kind, deals)
        for scaled_net, count in zip(net.tolist(), by_kind.tolist(), strict=True):
            if count:
                results[
                    sum(stakes), simplest_number(Fraction(scaled_net, values.payouts.scale))
                ] += count
    return results


def _count_folds_by_state(
    shape: RevealedGame, values: GameValues, reach_counts: list[ReachCounts]
) -> Iterator[tuple[StakeState, int]]:
    """Yield the stakes that folds lose, and in how many deals."""
    for streets_done, street in enumerate(values.streets):
        for state, deals in reach_counts[streets_done].items():
            next_states = shape.staking.states_after_decisions(streets_done, state).values()
            for index, next_state in enumerate(next_states):
                if next_state is None and (takes_fold := street.choices[state] == index).any():
                    yield state, int(deals[takes_fold].sum()) * values.deals[streets_done]


def count_revealed_levels(
    shape: RevealedGame, hand: str, level_of: Callable[[int], int], deck: Sequence[Card] = DECK
) -> Counter[int | None]:
    """Count all deals by the level of a paid hand; those that are folded count as None."""
    cards = tuple(sorted(deck))
    values = cached_values(shape, cards)
    reach_counts = count_reached(shape, cards, values)
    result = Counter[int | None]()
    for _, folds in _count_folds_by_state(shape, values, reach_counts):
        result[None] += folds
    strengths = set_strengths(cards, shape.size, shape.orders[hand], shape.rules.deck)
    distinct_strengths, number = np.unique(strengths, return_inverse=True)
    for deals in reach_counts[-1].values():
        deals_by_strength = np.zeros(len(distinct_strengths), np.int64)
        np.add.at(deals_by_strength, number.reshape(-1), deals)
        for strength, count in zip(
            distinct_strengths.tolist(), deals_by_strength.tolist(), strict=True
        ):
            result[level_of(strength)] += count
    return +result


def _starting_hand_results(
    shape: RevealedGame, deck: tuple[Card, ...], values: GameValues
) -> dict[str, StartingHandResult]:
    """Return the results of two-card starting hands, highest first."""
    state, (first, *_) = shape.staking.state_after(()), values.streets
    folds, pairs = _count_folds(shape, deck, values), card_sets(deck, 2)
    scaled_deals, results = values.deals[0] * values.payouts.scale, {}
    names = list(first.values[state])
    for start in starting_hands(deck):
        set_number = pairs.set_number(start.cards)
        results[start.name] = StartingHandResult(
            start.ways,
            {
                name: Fraction(int(sums[set_number]), scaled_deals)
                for name, sums in first.values[state].items()
            },
            names[int(first.choices[state][set_number])],
            Fraction(int(folds[set_number]), values.deals[0]),
        )
    return results


def _count_folds(shape: RevealedGame, deck: tuple[Card, ...], values: GameValues) -> Ints:
    """Return, by first visible card set, how many deals are folded on any street."""
    staking, sizes = shape.staking, shape.sizes
    after: dict[StakeState, Ints] = {}
    for streets_done in reversed(range(len(values.streets))):
        street, folds_by_state = values.streets[streets_done], dict[StakeState, Ints]()
        number = len(card_sets(deck, sizes[streets_done]).keys)
        for state, choices in street.choices.items():
            no_folds = np.zeros(number, np.int64)
            options = [
                no_folds + values.deals[streets_done]
                if next_state is None
                else after.get(next_state, no_folds)
                for next_state in staking.states_after_decisions(streets_done, state).values()
            ]
            folds_by_state[state] = np.choose(choices, options)
        if not streets_done:
            return folds_by_state[staking.state_after(())]
        after = {
            s: sum_over_supersets(deck, x, sizes[streets_done], sizes[streets_done - 1])
            for s, x in folds_by_state.items()
        }
    raise AssertionError


_values_cache: dict[tuple[str, tuple[Card, ...]], GameValues] = {}
_MAX_CACHED_VALUES = 4


def cached_values(shape: RevealedGame, deck: tuple[Card, ...]) -> GameValues:
    """Return the values of a game, computed once."""
    key = shape.rules.hash, deck
    if key not in _values_cache:
        if len(_values_cache) >= _MAX_CACHED_VALUES:
            _values_cache.clear()
        _values_cache[key] = game_values(shape, DeckSets(deck), hand_payouts(shape, deck))
    return _values_cache[key]


def advise_revealed(
    shape: RevealedGame,
    visible_cards: Sequence[Card],
    raises: Sequence[int],
    deck: Sequence[Card] = DECK,
) -> dict[str, Fraction]:
    """Return the value of every open decision for a player who sees these cards."""
    cards, streets_done = tuple(sorted(deck)), len(raises)
    values = cached_values(shape, cards)
    set_number = card_sets(cards, shape.sizes[streets_done]).set_number(visible_cards)
    scaled_deals = values.deals[streets_done] * values.payouts.scale
    sums_by_decision = values.streets[streets_done].values[shape.staking.state_after(raises)]
    return {
        name: Fraction(int(sums[set_number]), scaled_deals)
        for name, sums in sums_by_decision.items()
    }


class RevealedTargetSolver(NamedTuple):
    """A game whose odds are linear in the varied lines."""

    shape: RevealedGame
    deck: tuple[Card, ...]
    classes: HandClasses
    odds: LinearOdds
    scale: int

    def __call__(self, point: OddsPoint) -> SolvedPaytable:
        """Solve the game with these odds."""
        shape, deck, state = self.shape, self.deck, self.shape.staking.state_after(())
        payouts = HandPayouts(self.classes.class_of_set, self.odds.odds_at(point), self.scale)
        values = game_values(shape, DeckSets(deck), payouts)
        first = values.streets[0]
        first_values = chosen_values(first.values[state], first.choices[state])
        net = int((first_values * card_sets(deck, shape.sizes[0]).ways).sum())
        staked = np.zeros_like(payouts.odds_by_way)
        for (stakes, _), deals in count_reached(shape, deck, values)[-1].items():
            by_class = np.zeros(payouts.odds_by_way.shape[1], np.int64)
            np.add.at(by_class, self.classes.class_of_set, deals)
            staked += np.outer(stakes, by_class)
        slopes = tuple(int((staked * slope).sum()) // self.scale for slope in self.odds.slopes)
        return SolvedPaytable(Fraction(net, self.scale), slopes, slopes)


def revealed_target_solver(
    shape: RevealedGame, variable_lines: Sequence[VariableLine], deck: Sequence[Card] = DECK
) -> RevealedTargetSolver | None:
    """Return the solver of a game, or None if its odds are not linear."""
    marked_shape = shape._replace(staking=Staking(shape.rules, wager_marks(variable_lines)))
    if sum(map(len, marked_shape.staking.states())) > MAX_STAKE_STATES:
        return None
    cards = tuple(sorted(deck))
    classes = hand_classes(marked_shape, cards)
    filed_odds = class_odds(marked_shape, classes, marked_shape.staking.evaluators)
    scale = int(np.lcm.reduce([x.denominator for row in filed_odds for x in row]))
    highest_odds = max(abs(Fraction(x)) for row in {*filed_odds} for x in row)
    check_revealed_odds(
        marked_shape,
        cards,
        max(highest_odds, *(Fraction(line.values[-1]) for line in variable_lines)),
        scale,
    )

    def odds_with_changes(changes: Sequence[PayChange]) -> Ints:
        evaluate = compile_evaluators(apply_pay_changes(marked_shape.rules, changes))
        odds = class_odds(
            marked_shape, classes, [evaluate[key] for key in marked_shape.staking.wagers]
        )
        return np.array([[int(x * scale) for x in row] for row in odds], np.int64).T.copy()

    odds = fit_linear_odds(variable_lines, odds_with_changes, scale)
    return RevealedTargetSolver(marked_shape, cards, classes, odds, scale) if odds else None
