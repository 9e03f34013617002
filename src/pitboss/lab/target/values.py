"""What is asked of a search for paytables, and what it answers."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.games.odds import Odds
from pitboss.lab.whatif import Change

MAIN = "main"
"""The main game, where a wager is named: its edge is a share of those in `edge_of`."""

Point = tuple[int, ...]
"""What each varied line pays, in the order of the lines."""


COUNT = 5
SOLVES = 100


class Wish(Struct, frozen=True):
    """What is wanted."""

    edge: Fraction
    count: int = COUNT
    within: Fraction | None = None
    """No farther from it than this."""
    solves: int = SOLVES
    """Main games that may be solved for it."""


class Free(Struct, frozen=True):
    """A line that may pay otherwise, or the same line of several wagers that are changed as one."""

    key: str
    """``across.flush``, ``main.flush``."""
    lines: tuple[tuple[str, str], ...]
    """The wagers and lines that it stands for."""
    filed: Odds
    unit: Literal["to 1", "for 1"]
    least: int
    most: int
    """What it can pay at all."""
    values: tuple[int, ...]
    """What it may pay here, the least first."""

    def changes(self, odds: int) -> list[Change]:
        """What makes it pay so; nothing, if it does already."""
        return [] if odds == self.filed else [Change(*line, odds) for line in self.lines]


class Space(Struct, frozen=True):
    """All paytables in question: every choice of values that keeps the order of the hands."""

    free: tuple[Free, ...]
    order: tuple[tuple[int, int], ...]
    """Lines by their place: the first of the two never pays less than the second."""

    def changes(self, at: Point) -> list[Change]:
        """What makes the filed paytable this one."""
        return [x for free, odds in zip(self.free, at, strict=True) for x in free.changes(odds)]

    def dearness(self, at: Point) -> tuple[int, Odds, Point]:
        """What decides between equally near ones: fewest lines changed, then the least."""
        moved = [abs(Fraction(odds - free.filed)) for free, odds in zip(self.free, at, strict=True)]
        return sum(x > 0 for x in moved), sum(moved), at


class Moved(Struct, frozen=True):
    """A line that pays otherwise than it is filed."""

    key: str
    old: Odds
    new: int


class Candidate(Struct, frozen=True):
    """A paytable, and what it comes to."""

    changes: tuple[Moved, ...]
    pay: tuple[str, ...]
    """The same as ``pitboss solve --pay`` takes it."""
    edge: Fraction
    distance: Fraction
    """How far that is from the wanted one; below 0 if the edge is too low."""
    hit: Fraction
    """The chance to win: of a side wager to be paid anything, of a main game to end ahead."""
    deviation: float
    """The standard deviation of the net result."""


class Targeted(Struct, frozen=True):
    """The answer to ``pitboss target``."""

    wanted: Fraction
    of: str
    """`MAIN`, or the key of a side wager."""
    free: tuple[Free, ...]
    candidates: tuple[Candidate, ...]
    """The nearest first."""
    reachable: tuple[Fraction, Fraction]
    """The lowest and the highest edge that these lines can make."""
    paytables: int
    """How many there are in all."""
    solved: int
    """How many main games were solved for it; 0 for a side wager, which is linear in its odds."""
    outside: int
    """How many of those are corners that do not keep the order of the hands: bounds need them."""
    certain: bool
    """Whether no other paytable is nearer."""


def written(changes: Sequence[Change]) -> tuple[str, ...]:
    """Changes as ``--pay`` takes them."""
    return tuple(f"{x.wager}.{x.line}={x.odds}" for x in changes)
