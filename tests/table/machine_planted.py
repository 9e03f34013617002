"""Faults that are planted into the table's day, and the errand on which the machine must find each.

A fault is a function that plants it; its docstring says what is wrong.
"""

from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple

import pytest

from pitboss.games.deck_tasks import Device, Mark
from pitboss.games.incidents import Kind
from pitboss.table.day import Ruling

from .machine_corners import Corners
from .machine_counts import POINTS, Counts
from .machine_days import Days
from .machine_errands import BY_HAND, SWEEPS, TWO, Errands, Way, errand_to, way_of
from .machine_habits import Habits
from .machine_rulings import Cell

Plant = Callable[[pytest.MonkeyPatch], None]
Errand = Callable[[str], None]


class Planted(NamedTuple):
    """A fault, the game and the errand that show it, and what the machine then says."""

    plant: Plant
    game: str
    errand: Errand
    says: str

    def __str__(self) -> str:
        return self.plant.__name__


class Faults(list[Planted]):
    """Those of one file."""

    def planted(self, game: str, errand: Errand, says: str) -> Callable[[Plant], Plant]:
        """One more for the list."""

        def listed(plant: Plant) -> Plant:
            self.append(Planted(plant, game, errand, says))
            return plant

        return listed


def counted() -> Counts:
    """As if everybody had been asked everywhere: an errand is to find it by itself."""
    return Counts(swept=Counter(dict.fromkeys(POINTS, SWEEPS)))


def cell(kind: Kind | str, said: str, where: str = "") -> Errand:
    """To one cell of the rulings."""
    result = Cell(kind, where, said)

    def goes(game: str) -> None:
        errand = errand_to(Errands, game, counted())
        errand.sit_down(way_of(result))
        errand.happens(result)

    return goes


def day(way: Way = BY_HAND, number: int = 0) -> Errand:
    """A whole day."""
    return lambda game: errand_to(Days, game, counted()).day(way, number)


def corner(goes: Callable[[Corners], None], way: Way = BY_HAND) -> Errand:
    """To some corner."""

    def there(game: str) -> None:
        errand = errand_to(Corners, game, counted())
        errand.sit_down(way)
        goes(errand)

    return there


def habit(goes: Callable[[Habits], None], way: Way = BY_HAND) -> Errand:
    """Something usual."""

    def there(game: str) -> None:
        errand = errand_to(Habits, game, counted())
        errand.sit_down(way)
        goes(errand)

    return there


BOOK, DISMISSED = Ruling.BY_THE_BOOK, Ruling.DISMISSED
COVERED: Final = f"{Device.SHUFFLER}, {Mark.COVER}"
TWO_DECKS: Final = day(TWO)
