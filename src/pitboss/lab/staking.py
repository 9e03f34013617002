"""What stands on each way of being paid, as decisions are taken.

Wagers that are paid alike count together. A raise that several streets may make closes the later
ones once it is made.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from pitboss.games.payoffs import Evaluator, Payoff
from pitboss.games.words import Raise, Required
from pitboss.round import Choice, Course, choices
from pitboss.submission.evaluators import evaluators
from pitboss.submission.rules import Rules

Raises = tuple[int, ...]
"""What the streets so far have staked, in required wagers; −1 where a wager was taken down."""
Stakes = tuple[int, ...]
"""What stands on each way of being paid: wagers that are paid alike count together."""
State = tuple[Stakes, frozenset[str]]
"""What stands, and the raises that are made and close later streets."""
CLOSED: Final = ""
"""The decision of a street that a raise has closed."""


class Staking:
    """The ways of being paid in one game, and what each decision puts on them."""

    def __init__(self, rules: Rules, apart: Mapping[str, Hashable] | None = None) -> None:
        """Wagers that have another mark in ``apart`` are kept apart, though they are paid alike."""
        self.rules: Final = rules
        evaluate, marks = evaluators(rules), apart or {}
        main: list[Required | Raise] = [*rules.required, *rules.raises]
        ways: list[tuple[Payoff, Hashable]] = []
        for wager in main:
            if (wager.pays, marks.get(wager.key)) not in ways:
                ways.append((wager.pays, marks.get(wager.key)))
        self.way: Final = {x.key: ways.index((x.pays, marks.get(x.key))) for x in main}
        """By wager."""
        first = {self.way[wager.key]: wager.key for wager in reversed(main)}
        self.wagers: Final = [first[way] for way in range(len(ways))]
        """A wager of each way."""
        self.evaluators: Final[list[Evaluator]] = [evaluate[key] for key in self.wagers]
        """Settlement's own, by way."""
        decided = Counter(street.wager for street in rules.streets)
        self._closes = {key for key, streets in decided.items() if streets > 1}
        units = dict.fromkeys((wager.key for wager in rules.required), 1)
        self._open = [
            choices(rules, units, Course({}, False, taken)) for taken in range(len(rules.streets))
        ]

    def open(self, taken: int) -> tuple[Choice, ...]:
        """The decisions of the street that comes after so many."""
        return self._open[taken]

    def after(self, raises: Sequence[int]) -> State:
        """What stands after these raises."""
        stakes = [0] * len(self.evaluators)
        for wager in self.rules.required:
            stakes[self.way[wager.key]] += 1
        made = set()
        for street, staked in zip(self.rules.streets, raises, strict=False):
            stakes[self.way[street.wager]] += staked
            if staked > 0 and street.wager in self._closes:
                made.add(street.wager)
        return tuple(stakes), frozenset(made)

    def decided(self, taken: int, state: State) -> dict[str, State | None]:
        """What stands after each decision of a street; nothing after a fold."""
        wager = self.rules.streets[taken].wager
        if wager in state[1]:
            return {CLOSED: state}
        return {
            x.decision: None if x.folds else self._decided(state, wager, x)
            for x in self.open(taken)
        }

    def _decided(self, state: State, wager: str, choice: Choice) -> State:
        stakes, made = state
        way, more = self.way[wager], choice.stake - choice.returns
        closes = wager in self._closes and choice.stake > 0
        changed = (*stakes[:way], stakes[way] + more, *stakes[way + 1 :])
        return changed, made | {wager} if closes else made

    def stakes(self, taken: int) -> dict[str, int]:
        """What each decision of a street stakes: of equal ones, the least is best."""
        return {choice.decision: choice.stake - choice.returns for choice in self.open(taken)}

    def states(self) -> list[list[State]]:
        """Every way in which stakes may stand before each street, and after the last."""
        found = [[self.after(())]]
        for taken in range(len(self.rules.streets)):
            then = (x for state in found[-1] for x in self.decided(taken, state).values())
            found.append(list(dict.fromkeys(state for state in then if state is not None)))
        return found
