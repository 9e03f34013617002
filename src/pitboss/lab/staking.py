"""Stakes as decisions are made: how much rides on each distinct payoff.

Wagers with the same payoff count together. A raise that several streets may make closes the later
ones once it is made.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from pitboss.games.game_parts import Raise, Required
from pitboss.games.payoffs import Evaluator, Payoff
from pitboss.round import BettingProgress, Choice, available_choices
from pitboss.submission.evaluators import compile_evaluators
from pitboss.submission.rules import Rules

RaisesSoFar = tuple[int, ...]
"""What each street so far staked, in required wagers; −1 where a wager was taken down."""
Stakes = tuple[int, ...]
"""The stake on each distinct payoff; wagers with the same payoff count together."""
StakeState = tuple[Stakes, frozenset[str]]
"""The stakes, and the raises that have been made and close later streets."""
CLOSED_STREET: Final = ""
"""The decision of a street that a raise has closed."""


class Staking:
    """The distinct payoffs of a game, and what each decision stakes on them."""

    def __init__(self, rules: Rules, wager_marks: Mapping[str, Hashable] | None = None) -> None:
        """Collect the payoffs; wagers with different ``wager_marks`` are kept apart."""
        self.rules: Final = rules
        evaluate, marks = compile_evaluators(rules), wager_marks or {}
        main: list[Required | Raise] = [*rules.required, *rules.raises]
        payoffs: list[tuple[Payoff, Hashable]] = []
        for wager in main:
            if (wager.pays, marks.get(wager.key)) not in payoffs:
                payoffs.append((wager.pays, marks.get(wager.key)))
        self.payoff_index: Final = {x.key: payoffs.index((x.pays, marks.get(x.key))) for x in main}
        """The index of each wager's payoff."""
        first = {self.payoff_index[wager.key]: wager.key for wager in reversed(main)}
        self.wagers: Final = [first[index] for index in range(len(payoffs))]
        """One wager for each payoff."""
        self.evaluators: Final[list[Evaluator]] = [evaluate[key] for key in self.wagers]
        """Settlement's evaluators, by payoff."""
        street_counts = Counter(street.wager for street in rules.streets)
        self._closes = {key for key, streets in street_counts.items() if streets > 1}
        units = dict.fromkeys((wager.key for wager in rules.required), 1)
        self._open = [
            available_choices(rules, units, BettingProgress({}, False, streets_done))
            for streets_done in range(len(rules.streets))
        ]

    def open_choices(self, streets_done: int) -> tuple[Choice, ...]:
        """Return the choices of the street after so many streets."""
        return self._open[streets_done]

    def state_after(self, raises: Sequence[int]) -> StakeState:
        """Return the stakes after these raises."""
        stakes = [0] * len(self.evaluators)
        for wager in self.rules.required:
            stakes[self.payoff_index[wager.key]] += 1
        closing_raises = set()
        for street, staked in zip(self.rules.streets, raises, strict=False):
            stakes[self.payoff_index[street.wager]] += staked
            if staked > 0 and street.wager in self._closes:
                closing_raises.add(street.wager)
        return tuple(stakes), frozenset(closing_raises)

    def states_after_decisions(
        self, streets_done: int, state: StakeState
    ) -> dict[str, StakeState | None]:
        """Return the stakes after each decision of a street; None after a fold."""
        wager = self.rules.streets[streets_done].wager
        if wager in state[1]:
            return {CLOSED_STREET: state}
        return {
            choice.decision: None if choice.folds else self._state_after(state, wager, choice)
            for choice in self.open_choices(streets_done)
        }

    def _state_after(self, state: StakeState, wager: str, choice: Choice) -> StakeState:
        stakes, closing_raises = state
        index, added_stake = self.payoff_index[wager], choice.stake - choice.returns
        closes = wager in self._closes and choice.stake > 0
        new_stakes = (*stakes[:index], stakes[index] + added_stake, *stakes[index + 1 :])
        return new_stakes, closing_raises | {wager} if closes else closing_raises

    def decision_stakes(self, streets_done: int) -> dict[str, int]:
        """Return the stake of each decision of a street, which breaks ties between values."""
        return {
            choice.decision: choice.stake - choice.returns
            for choice in self.open_choices(streets_done)
        }

    def states(self) -> list[list[StakeState]]:
        """Return every possible state of stakes before each street, and after the last."""
        states_by_street = [[self.state_after(())]]
        for streets_done in range(len(self.rules.streets)):
            next_states = (
                next_state
                for state in states_by_street[-1]
                for next_state in self.states_after_decisions(streets_done, state).values()
            )
            states_by_street.append(
                list(dict.fromkeys(state for state in next_states if state is not None))
            )
        return states_by_street
