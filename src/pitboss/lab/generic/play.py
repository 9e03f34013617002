"""The best play of many starts: values from the last street back, results from the first on.

Values are net results added up over deals, scaled to whole numbers. They are counted in 64 bits
where these are certain to be enough, else in Python's numbers.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

import numpy as np

from pitboss.lab.generic.endings import Dealer, Endings
from pitboss.lab.generic.nodes import Nodes, Turned, turn
from pitboss.lab.generic.payouts import Payouts
from pitboss.lab.generic.plan import Array, Group, Ints, Plan
from pitboss.lab.staking import Staking, State
from pitboss.lab.suits import Change
from pitboss.round import NOT_SEEN
from pitboss.submission.evaluators import DecisionTests

MOST_VALUE: Final = 2**62
FORBIDDEN: Final = -(2**62)
"""The value of a decision that a player's cards do not allow: lower than any that can be taken."""


class Dealing(Protocol):
    """What cards follow: all of them, or a sample."""

    @property
    def odds(self) -> list[tuple[int, ...]]:
        """What each way pays in each ending, scaled to whole numbers."""

    def turn(self, nodes: Nodes, groups: Sequence[Group], changes: Sequence[Change]) -> Turned:
        """Turn the cards of a step after every node."""

    def endings(self, held: Sequence[Array]) -> Endings:
        """Return how the deals end that follow from nodes with these cards."""

    def deals_after(self, taken: int) -> int:
        """Return how many deals follow a decision."""


class Option(NamedTuple):
    """A decision of a street, and what stands after it; nothing after a fold."""

    name: str
    after: State | None


class Game:
    """All that is known of one game before a card is dealt."""

    def __init__(self, plan: Plan) -> None:
        self.plan: Final = plan
        self.staking: Final = Staking(plan.rules)
        self.payouts: Final = Payouts(plan, self.staking)
        self.dealer: Final = Dealer(plan, self.payouts)
        self._tests = DecisionTests(plan.rules)

    def allowed(self, taken: int, nodes: Nodes) -> dict[str, Array]:
        """Return which nodes allow each decision of a street that not all of them do."""
        plan, conditions = self.plan, self.plan.rules.streets[taken].conditions
        if not conditions:
            return {}
        size = sum(place.cards for place in plan.rules.places) + len(plan.rules.hole)
        masks = {name: np.zeros(len(nodes.start), np.bool_) for name in conditions}
        for number in range(len(nodes.start)):
            cards = [NOT_SEEN] * size
            for positions, held in zip(plan.positions, nodes.held, strict=True):
                # A class is seen as a whole wherever a condition reads it.
                for at, card in zip(positions, held[number].tolist(), strict=False):
                    cards[at] = plan.cards[card]
            for name, mask in masks.items():
                mask[number] = self._tests.allows(taken, name, cards)
        return masks

    @property
    def odds(self) -> list[tuple[int, ...]]:
        """What each way pays in each ending, scaled to whole numbers."""
        return self.dealer.odds

    def turn(self, nodes: Nodes, groups: Sequence[Group], changes: Sequence[Change]) -> Turned:
        """Turn the cards of a step after every node, in all ways."""
        return turn(self.plan, nodes, groups, changes)

    def endings(self, held: Sequence[Array]) -> Endings:
        """Return how the deals end that follow from nodes with these cards."""
        return self.dealer.endings(held)

    def deals_after(self, taken: int) -> int:
        """Return how many deals follow a decision."""
        return self.plan.deals_after(taken)

    def options(self, taken: int, state: State) -> list[Option]:
        """Return the decisions of a street, the one that stakes least first.

        So the first of equal ones is the best.
        """
        stakes = self.staking.stakes(taken)
        decided = self.staking.decided(taken, state).items()
        return [Option(*x) for x in sorted(decided, key=lambda item: stakes.get(item[0], 0))]

    def dtype(self, deals: int) -> type:
        """Return the type of numbers in which so many deals are added up."""
        most = max(
            sum(
                max(abs(stake), 1) * top
                for stake, top in zip(stakes, self.payouts.top, strict=True)
            )
            for states in self.staking.states()
            for stakes, _ in states
        )
        return np.int64 if most * deals < MOST_VALUE else object


class Values(NamedTuple):
    """What a street comes to, by what stood before it."""

    net: dict[State, dict[str, Array]]
    """Of each decision; `FORBIDDEN` where the cards do not allow it."""
    best: dict[State, Array]
    """The number of the best decision among the options."""


class Line:
    """Some starts of one game at one street, and all that can follow."""

    def __init__(
        self,
        game: Game,
        nodes: Nodes,
        changes: Sequence[Change],
        taken: int,
        states: list[State],
        dealing: "Dealing | None" = None,
    ) -> None:
        """``changes`` of suits leave the cards of every start as they are.

        All deals follow, where ``dealing`` does not say otherwise.
        """
        self._game, self._taken, self._states = game, taken, states
        self._dealing: Dealing = game if dealing is None else dealing
        plan = game.plan
        self._turned: list[Turned] = []
        self._nodes = [nodes]
        for street in range(taken + 1, plan.streets):
            turned = self._dealing.turn(self._nodes[-1], plan.steps[street], changes)
            self._turned.append(turned)
            self._nodes.append(turned.nodes)
        self._endings = self._dealing.endings(self._nodes[-1].held)
        self._dtype = game.dtype(self._dealing.deals_after(taken))
        self._levels = self._states_by_level()
        self._values: list[Values] = []
        self._work_back()

    def _states_by_level(self) -> list[list[State]]:
        found = [self._states]
        for level in range(len(self._nodes)):
            after = (
                option.after
                for state in found[-1]
                for option in self._game.options(self._taken + level, state)
            )
            found.append(list(dict.fromkeys(state for state in after if state is not None)))
        return found

    @property
    def first(self) -> Values:
        """What the first street comes to."""
        return self._values[0]

    def _work_back(self) -> None:
        after = self._paid()
        for level in reversed(range(len(self._nodes))):
            values = self._decided(level, after)
            self._values.insert(0, values)
            if level:
                after = self._before(self._turned[level - 1], values)

    def _paid(self) -> dict[State, Array]:
        """Return what the endings come to, by what stands after the last street."""
        found = self._endings
        odds: Array = np.array(self._dealing.odds, self._dtype).reshape(
            -1, len(self._game.payouts.top)
        )
        first = np.flatnonzero(np.diff(found.node, prepend=-1))
        deals: Array = found.deals.astype(self._dtype)
        sums = [
            np.add.reduceat(odds[found.ending, way] * deals, first) for way in range(odds.shape[1])
        ]
        zero: Array = np.zeros(len(first), self._dtype)
        return {
            state: sum((x * stake for x, stake in zip(sums, state[0], strict=True) if stake), zero)
            for state in self._levels[-1]
        }

    def _decided(self, level: int, after: dict[State, Array]) -> Values:
        """Return what each decision of a street comes to."""
        taken = self._taken + level
        deals = self._dealing.deals_after(taken) * self._game.payouts.scale
        count = len(self._nodes[level].start)
        masks = self._game.allowed(taken, self._nodes[level])
        net: dict[State, dict[str, Array]] = {}
        best: dict[State, Array] = {}
        for state in self._levels[level]:
            lost: Array = np.full(count, -sum(state[0]) * deals, self._dtype)
            options = self._game.options(taken, state)
            net[state] = {name: lost if then is None else after[then] for name, then in options}
            for name in net[state].keys() & masks.keys():
                net[state][name] = np.where(masks[name], net[state][name], FORBIDDEN)
            # Of equal ones this is the first.
            best[state] = np.argmax(np.stack(list(net[state].values())), axis=0).astype(np.int8)
        return Values(net, best)

    def _before(self, turned: Turned, values: Values) -> dict[State, Array]:
        """Return what a street comes to before its cards are turned."""
        first = np.flatnonzero(np.diff(turned.parent, prepend=-1))
        ways: Array = turned.ways.astype(self._dtype)
        return {
            state: np.add.reduceat(_highest(net)[turned.child] * ways, first)
            for state, net in values.net.items()
        }

    def results(self) -> "Ends":
        """Follow the best play from the first street on."""
        (state,) = self._states
        start = self._nodes[0].start
        reached = {state: np.ones(len(start), np.int64)}
        folds: list[tuple[int, Ints, Ints]] = []
        for level, values in enumerate(self._values):
            if level:
                reached = self._reached(self._turned[level - 1], reached)
            taken = self._taken + level
            deals = self._dealing.deals_after(taken)
            after: dict[State, Ints] = {}
            for before, count in reached.items():
                for number, option in enumerate(self._game.options(taken, before)):
                    some = np.where(values.best[before] == number, count, 0)
                    if option.after is None:
                        folds.append((sum(before[0]), self._nodes[level].start, some * deals))
                    else:
                        after[option.after] = after.get(option.after, 0) + some
            reached = after
        last = self._nodes[-1].start
        ends = [
            (
                state,
                last[self._endings.node],
                self._endings.ending,
                self._endings.deals * count[self._endings.node],
            )
            for state, count in reached.items()
        ]
        return Ends(folds, ends)

    def _reached(self, turned: Turned, reached: dict[State, Ints]) -> dict[State, Ints]:
        found = {}
        for state, count in reached.items():
            found[state] = np.zeros(len(turned.nodes.start), np.int64)
            np.add.at(found[state], turned.child, count[turned.parent] * turned.ways)
        return found


class Ends(NamedTuple):
    """How deals end under the best play, each of a start's deals counted once."""

    folds: list[tuple[int, Ints, Ints]]
    """What was staked, the starts, and how many deals of each are folded."""
    paid: list[tuple[State, Ints, Ints, Ints]]
    """What stands, the starts, their endings, and how many deals end so."""


def _highest(net: dict[str, Array]) -> Array:
    first, *others = net.values()
    for other in others:
        first = np.maximum(first, other)
    return first
