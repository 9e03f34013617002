"""Optimal play by backward induction: values from the last street back, results forward."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

import numpy as np

from pitboss.lab.generic.endings import EndingCounter, Endings
from pitboss.lab.generic.payouts import Payouts
from pitboss.lab.generic.plan import Array, CardGroup, DealPlan, Nodes, Transition, turn_cards
from pitboss.lab.hand_tables import Ints
from pitboss.lab.staking import CLOSED_STREET, StakeState, Staking
from pitboss.lab.starting_hands import SuitPermutation
from pitboss.round import NOT_SEEN
from pitboss.submission.evaluators import DecisionTests

MAX_INT_VALUE: Final = 2**62
FORBIDDEN_VALUE: Final = -(2**62)
"""The value of a decision that the cards do not allow: lower than any other."""


class DealSource(Protocol):
    """The cards that follow: all of them, or a sample."""

    @property
    def odds(self) -> list[tuple[int, ...]]:
        """The odds of each payoff in each ending, scaled to integers."""

    def turn(
        self, nodes: Nodes, groups: Sequence[CardGroup], changes: Sequence[SuitPermutation]
    ) -> Transition:
        """Reveal the cards of a step after every node."""

    def endings(self, cards_by_class: Sequence[Array]) -> Endings:
        """Return the endings of deals that follow nodes with these cards."""

    def deals_after(self, streets_done: int) -> int:
        """Return how many deals follow a decision."""


class StreetOption(NamedTuple):
    """A decision of a street, and the stakes after it; None after a fold."""

    name: str
    after: StakeState | None


class GenericGame:
    """Everything about a game that does not depend on the cards dealt."""

    def __init__(self, plan: DealPlan) -> None:
        self.plan: Final = plan
        self.staking: Final = Staking(plan.rules)
        self.payouts: Final = Payouts(plan, self.staking)
        self.dealer: Final = EndingCounter(plan, self.payouts)
        self._tests = DecisionTests(plan.rules)

    def allowed_masks(self, streets_done: int, nodes: Nodes) -> dict[str, Array]:
        """Return which nodes allow each conditional decision of a street."""
        plan, conditions = self.plan, self.plan.rules.streets[streets_done].conditions
        if not conditions:
            return {}
        masks = {name: np.zeros(len(nodes.start), np.bool_) for name in conditions}
        for number in range(len(nodes.start)):
            cards = [NOT_SEEN] * plan.size
            for positions, cards_of_class in zip(plan.positions, nodes.cards_by_class, strict=True):
                # Where a condition reads a class, all of its cards are visible.
                for position, card in zip(positions, cards_of_class[number].tolist(), strict=False):
                    cards[position] = plan.cards[card]
            for name, mask in masks.items():
                mask[number] = self._tests.allows(streets_done, name, cards)
        return masks

    @property
    def odds(self) -> list[tuple[int, ...]]:
        """The odds of each payoff in each ending, scaled to integers."""
        return self.dealer.odds

    def turn(
        self, nodes: Nodes, groups: Sequence[CardGroup], changes: Sequence[SuitPermutation]
    ) -> Transition:
        """Reveal the cards of a step after every node, in all ways."""
        return turn_cards(self.plan, nodes, groups, changes)

    def endings(self, cards_by_class: Sequence[Array]) -> Endings:
        """Return the endings of deals that follow nodes with these cards."""
        return self.dealer.endings(cards_by_class)

    def deals_after(self, streets_done: int) -> int:
        """Return how many deals follow a decision."""
        return self.plan.deals_after(streets_done)

    def options(self, streets_done: int, state: StakeState) -> list[StreetOption]:
        """Return the decisions of a street by ascending stake.

        So the first of equally good decisions is the best.
        """
        stakes = self.staking.decision_stakes(streets_done)
        states = self.staking.states_after_decisions(streets_done, state).items()
        return [StreetOption(*x) for x in sorted(states, key=lambda item: stakes.get(item[0], 0))]

    def dtype(self, deals: int) -> type:
        """Return the number type in which so many deals can be summed."""
        largest_net = max(
            sum(
                max(abs(stake), 1) * top
                for stake, top in zip(stakes, self.payouts.top, strict=True)
            )
            for states in self.staking.states()
            for stakes, _ in states
        )
        return np.int64 if largest_net * deals < MAX_INT_VALUE else object


class StreetValues(NamedTuple):
    """The values of a street, by the stakes before it."""

    net: dict[StakeState, dict[str, Array]]
    """The value of each decision; `FORBIDDEN_VALUE` where the cards do not allow it."""
    best: dict[StakeState, Array]
    """The index of the best decision among the options."""


class StreetSituations(NamedTuple):
    """The situations of a street, how often they are reached, and what is decided in them."""

    streets_done: int
    nodes: Nodes
    values: StreetValues
    reach_counts: dict[StakeState, Ints]
    """By the stakes so far: how many of a start's deals reach each node."""
    decision_numbers: dict[StakeState, Array]
    """The index of the decision among the options."""


Decide = Callable[[int, Nodes], Array | None]
"""Returns each node's decision on a street, by its place among the choices; None for optimal play.
"""


class StartLine:
    """Some starts of a game at one street, and everything that can follow."""

    def __init__(
        self,
        game: GenericGame,
        nodes: Nodes,
        changes: Sequence[SuitPermutation],
        streets_done: int,
        states: list[StakeState],
        dealing: "DealSource | None" = None,
    ) -> None:
        """Enumerate what follows; ``changes`` are suit permutations that keep every start.

        All deals follow unless ``dealing`` selects a sample.
        """
        self._game, self._streets_done, self._states = game, streets_done, states
        self._dealing: DealSource = game if dealing is None else dealing
        plan = game.plan
        self._transitions: list[Transition] = []
        self._nodes = [nodes]
        for street in range(streets_done + 1, plan.streets):
            transition = self._dealing.turn(self._nodes[-1], plan.steps[street], changes)
            self._transitions.append(transition)
            self._nodes.append(transition.nodes)
        self._endings = self._dealing.endings(self._nodes[-1].cards_by_class)
        self._dtype = game.dtype(self._dealing.deals_after(streets_done))
        self._levels = self._states_by_level()
        self._values: list[StreetValues] = []
        self._solve_backward()

    def _states_by_level(self) -> list[list[StakeState]]:
        levels = [self._states]
        for level in range(len(self._nodes)):
            after = (
                option.after
                for state in levels[-1]
                for option in self._game.options(self._streets_done + level, state)
            )
            levels.append(list(dict.fromkeys(state for state in after if state is not None)))
        return levels

    @property
    def first(self) -> StreetValues:
        """The values of the first street."""
        return self._values[0]

    def _solve_backward(self) -> None:
        after = self._ending_values()
        for level in reversed(range(len(self._nodes))):
            values = self._street_values(level, after)
            self._values.insert(0, values)
            if level:
                after = self._values_before_turn(self._transitions[level - 1], values)

    def _ending_values(self) -> dict[StakeState, Array]:
        """Return the values of the endings, by the stakes after the last street."""
        endings = self._endings
        odds: Array = np.array(self._dealing.odds, self._dtype).reshape(
            -1, len(self._game.payouts.top)
        )
        first = np.flatnonzero(np.diff(endings.node, prepend=-1))
        deals: Array = endings.deals.astype(self._dtype)
        sums = [
            np.add.reduceat(odds[endings.ending, payoff] * deals, first)
            for payoff in range(odds.shape[1])
        ]
        zero: Array = np.zeros(len(first), self._dtype)
        return {
            state: sum((x * stake for x, stake in zip(sums, state[0], strict=True) if stake), zero)
            for state in self._levels[-1]
        }

    def _street_values(self, level: int, after: dict[StakeState, Array]) -> StreetValues:
        """Return the value of each decision of a street."""
        streets_done = self._streets_done + level
        deals = self._dealing.deals_after(streets_done) * self._game.payouts.scale
        count = len(self._nodes[level].start)
        masks = self._game.allowed_masks(streets_done, self._nodes[level])
        net: dict[StakeState, dict[str, Array]] = {}
        best: dict[StakeState, Array] = {}
        for state in self._levels[level]:
            fold_values: Array = np.full(count, -sum(state[0]) * deals, self._dtype)
            options = self._game.options(streets_done, state)
            net[state] = {
                name: fold_values if next_state is None else after[next_state]
                for name, next_state in options
            }
            for name in net[state].keys() & masks.keys():
                net[state][name] = np.where(masks[name], net[state][name], FORBIDDEN_VALUE)
            # On a tie, argmax takes the first, which stakes less.
            best[state] = np.argmax(np.stack(list(net[state].values())), axis=0).astype(np.int8)
        return StreetValues(net, best)

    def _values_before_turn(
        self, transition: Transition, values: StreetValues
    ) -> dict[StakeState, Array]:
        """Return the values of a street before its cards are revealed."""
        first = np.flatnonzero(np.diff(transition.parent, prepend=-1))
        ways: Array = transition.ways.astype(self._dtype)
        return {
            state: np.add.reduceat(_best_values(net)[transition.child] * ways, first)
            for state, net in values.net.items()
        }

    def results(self, decide: Decide | None = None) -> "ResultEnds":
        """Follow optimal play from the first street on, except where ``decide`` says otherwise."""
        folds: list[tuple[int, Ints, Ints]] = []
        reach_counts: dict[StakeState, Ints] = {}
        for situation in self.situations(decide):
            deals = self._dealing.deals_after(situation.streets_done)
            start = situation.nodes.start
            reach_counts = {}
            for before, count in situation.reach_counts.items():
                for number, option in enumerate(self._game.options(situation.streets_done, before)):
                    deals_here = np.where(situation.decision_numbers[before] == number, count, 0)
                    if option.after is None:
                        folds.append((sum(before[0]), start, deals_here * deals))
                    else:
                        reach_counts[option.after] = reach_counts.get(option.after, 0) + deals_here
        last = self._nodes[-1].start
        ends = [
            (
                state,
                last[self._endings.node],
                self._endings.ending,
                self._endings.deals * count[self._endings.node],
            )
            for state, count in reach_counts.items()
        ]
        return ResultEnds(folds, ends)

    def situations(self, decide: Decide | None = None) -> "Iterator[StreetSituations]":
        """Yield the situations of each street, and how often play reaches them."""
        (state,) = self._states
        reach_counts = {state: np.ones(len(self._nodes[0].start), np.int64)}
        for level, values in enumerate(self._values):
            if level:
                reach_counts = self._reach_next_street(self._transitions[level - 1], reach_counts)
            streets_done, nodes = self._streets_done + level, self._nodes[level]
            decisions = decide(streets_done, nodes) if decide else None
            choices_made = {
                before: values.best[before]
                if decisions is None
                else self._option_numbers(streets_done, before, decisions)
                for before in reach_counts
            }
            yield StreetSituations(streets_done, nodes, values, reach_counts, choices_made)
            after: dict[StakeState, Ints] = {}
            for before, count in reach_counts.items():
                for number, option in enumerate(self._game.options(streets_done, before)):
                    if option.after is not None:
                        deals_here = np.where(choices_made[before] == number, count, 0)
                        after[option.after] = after.get(option.after, 0) + deals_here
            reach_counts = after

    def _option_numbers(self, streets_done: int, state: StakeState, decisions: Array) -> Array:
        """Return decisions, given by their place among the street's choices, as options."""
        names = [option.name for option in self._game.options(streets_done, state)]
        if CLOSED_STREET in names:
            return np.zeros(len(decisions), np.int8)
        order = [names.index(name) for name in self._game.plan.rules.streets[streets_done].choices]
        return np.asarray(np.array(order, np.int8)[decisions])

    def _reach_next_street(
        self, transition: Transition, reach_counts: dict[StakeState, Ints]
    ) -> dict[StakeState, Ints]:
        next_counts = {}
        for state, count in reach_counts.items():
            next_counts[state] = np.zeros(len(transition.nodes.start), np.int64)
            np.add.at(
                next_counts[state], transition.child, count[transition.parent] * transition.ways
            )
        return next_counts


class ResultEnds(NamedTuple):
    """How deals end under optimal play, each deal of a start counted once."""

    folds: list[tuple[int, Ints, Ints]]
    """The stakes, the starts, and how many deals of each are folded."""
    paid: list[tuple[StakeState, Ints, Ints, Ints]]
    """The stakes, the starts, their endings, and how many deals end so."""


def _best_values(net: dict[str, Array]) -> Array:
    first, *other_values = net.values()
    for other in other_values:
        first = np.maximum(first, other)
    return first
