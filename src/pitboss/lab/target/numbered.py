"""Main games whose every line pays its own number: so a solver's tables tell which line is paid.

Levels and rows found for such rules serve all paytables: only what each line pays changes.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.games.payoffs import LOSS, Odds
from pitboss.games.words import Raise, Required
from pitboss.lab.changeable import changeable, paying_numbers
from pitboss.lab.target.values import Free, Point
from pitboss.submission.rules import Rules

Ints = NDArray[np.int64]
W = TypeVar("W", Required, Raise)


class Solved(NamedTuple):
    """A main game under the best play: what all deals come to, and how that moves with the odds.

    Under one play a game is linear in the odds, and no play is better than the best. So the net of
    this paytable, moved by its slopes, is never more than the net of another one.
    """

    net: Odds
    rise: tuple[int, ...]
    """By how much the net grows at least for each of one more that a varied line pays,"""
    fall: tuple[int, ...]
    """and by how much it falls at most for one less. Where the play is known, both are the same."""


class Solver(Protocol):
    """Solves the main game with any odds of the varied lines."""

    def __call__(self, at: Point) -> Solved: ...


class Numbers(NamedTuple):
    """The lines of the main game by their numbers."""

    filed: dict[str, Ints]
    """By wager what each line pays; at the end what hands without a line do."""
    places: tuple[tuple[str, int, int], ...]
    """Wager, number and place among the varied lines, of each line that is varied."""
    varied: int

    def paying(self, at: Point) -> dict[str, Ints]:
        """What each line pays on a paytable in question."""
        odds = {key: table.copy() for key, table in self.filed.items()}
        for wager, number, i in self.places:
            odds[wager][number] = at[i]
        return odds

    def slopes(self, staked: Mapping[str, Ints]) -> tuple[int, ...]:
        """What one more on each varied line adds, if so much is staked on hands of each line."""
        found = [0] * self.varied
        for wager, number, i in self.places:
            found[i] += int(staked[wager][number])
        return tuple(found)


def numbers_of(rules: Rules, free: Sequence[Free]) -> Numbers:
    """The lines of these rules."""
    lines = changeable(rules)
    wagers = [*(x.key for x in rules.required), *(x.key for x in rules.raises)]
    filed = {key: np.array([*(x.odds for x in lines[key]), LOSS], np.int64) for key in wagers}
    at = {x.key: n for key in wagers for n, x in enumerate(lines[key])}
    places = ((w, at[f"{w}.{line}"], i) for i, x in enumerate(free) for w, line in x.lines)
    return Numbers(filed, tuple(places), len(free))


def by_line(lines: int, numbers: Ints, staked: Ints) -> Ints:
    """What is staked on each line, where these things have lines of these numbers."""
    found = np.zeros(lines, np.int64)
    np.add.at(found, numbers, staked)  # the number of no line, −1, is the last place
    return found


def numbered(rules: Rules) -> Rules:
    """The rules with each line of the main game paying its number."""
    return replace(
        rules,
        required=tuple(map(_numbered, rules.required)),
        raises=tuple(map(_numbered, rules.raises)),
    )


def _numbered(wager: W) -> W:
    return replace(wager, pays=paying_numbers(wager.pays)) if wager.pays.ranked_table else wager
