"""Faults planted in the table's day, and the errand by which the machine must detect each.

A fault is a function that plants it; its docstring says what goes wrong."""

from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple

import pytest

from pitboss.games.deck_tasks import Device, Mark
from pitboss.games.incidents import Kind
from pitboss.table.day import Ruling

from .coverage import POINTS, Counts
from .past_faults import Corners
from .routines import Habits
from .ruling_cells import BY_HAND, SWEEPS, TWO, Errands, Way, errand_to, way_of
from .rulings import Cell
from .whole_days import Days

Plant = Callable[[pytest.MonkeyPatch], None]
Errand = Callable[[str], None]


class PlantedFault(NamedTuple):
    """A fault, the game and errand that show it, and the message of the machine."""

    plant: Plant
    game: str
    errand: Errand
    says: str

    def __str__(self) -> str:
        return self.plant.__name__


class Faults(list[PlantedFault]):
    """The faults of one file."""

    def register(self, game: str, errand: Errand, says: str) -> Callable[[Plant], Plant]:
        """Register a fault."""

        def register_plant(plant: Plant) -> Plant:
            self.append(PlantedFault(plant, game, errand, says))
            return plant

        return register_plant


def full_counts() -> Counts:
    """Return counts as if every command had been tried, so that an errand has to find the fault."""
    return Counts(swept=Counter(dict.fromkeys(POINTS, SWEEPS)))


def cell(kind: Kind | str, sentence: str, where: str = "") -> Errand:
    """Return an errand to one cell of the rulings."""
    result = Cell(kind, where, sentence)

    def goes(game: str) -> None:
        errand = errand_to(Errands, game, full_counts())
        errand.sit_down(way_of(result))
        errand.happens(result)

    return goes


def day(way: Way = BY_HAND, number: int = 0) -> Errand:
    """Return an errand through a whole day."""
    return lambda game: errand_to(Days, game, full_counts()).day(way, number)


def corner(goes: Callable[[Corners], None], way: Way = BY_HAND) -> Errand:
    """Return an errand to an unusual situation."""

    def go_there(game: str) -> None:
        errand = errand_to(Corners, game, full_counts())
        errand.sit_down(way)
        goes(errand)

    return go_there


def habit(goes: Callable[[Habits], None], way: Way = BY_HAND) -> Errand:
    """Return an errand with routine actions."""

    def go_there(game: str) -> None:
        errand = errand_to(Habits, game, full_counts())
        errand.sit_down(way)
        goes(errand)

    return go_there


BOOK, DISMISSED = Ruling.BY_THE_BOOK, Ruling.DISMISSED
COVERED: Final = f"{Device.SHUFFLER}, {Mark.COVER}"
TWO_DECKS: Final = day(TWO)
