"""Who is there: dealers and floorpersons who relieve each other, and guests with their ways."""

from typing import Final

from msgspec import Struct

from pitboss.days.chance import Chance
from pitboss.table import Person, Role

DEALERS: Final = tuple(Person(name, Role.DEALER) for name in ("Dora", "Dirk", "Dina"))
FLOOR: Final = tuple(Person(name, Role.FLOORPERSON) for name in ("Flo", "Fred", "Fern"))
NAMES: Final = (
    "Ann", "Bob", "Cyd", "Eve", "Gus", "Ida", "O'Neil", "Zoë Ångström", "李", "x=1 / 2", "Kim, Jr.",
)  # fmt: skip
"""Of guests; some of them are hard to write down."""


ALL_IN: Final = 9
"""The stake of a guest who wagers as much as the table takes."""


CARELESS: Final = 4
"""How often the most careless of guests errs: once in so many times."""


class Guest(Struct, frozen=True):
    """A player with a character."""

    person: Person
    stake: int
    """How many chips more than the least wager, at most, or `ALL_IN`."""
    sides: int
    """A side wager once in so many times."""
    bold: int
    """Raises as far as possible, once in so many times."""
    timid: int
    """Folds or checks, once in so many times."""
    restless: int
    """Leaves between rounds, once in so many times."""
    walks: int
    """Walks off in a round, once in so many times."""
    adds: int
    """Adds to the shuffle, once in so many times."""
    careless: int
    """Wagers what the table does not take, once in so many times."""
    boxes: int
    """How many of them this guest likes to play."""
    purse: int
    """Buys in for so many of the largest wagers that one round can take."""


def drawn_guests(chance: Chance) -> dict[str, Guest]:
    """The guests of a table."""
    return {
        name: Guest(
            person=Person(name, Role.PLAYER),
            stake=chance.pick((0, 1, 3, 3, ALL_IN)),
            sides=chance.pick((1, 1, 2, 4)),
            bold=chance.pick((1, 2, 3, 6)),
            timid=chance.pick((2, 4, 8, 16)),
            restless=chance.pick((4, 12, 40)),
            walks=chance.pick((20, 60, 200)),
            adds=chance.pick((2, 10, 60)),
            careless=chance.pick((CARELESS, 20, 60)),
            boxes=chance.pick((1, 2, 3)),
            purse=chance.pick((1, 2, 8, 30)),
        )
        for name in NAMES
    }


def another(chance: Chance, some: tuple[Person, ...], *but: str) -> Person:
    """One of the staff who is none of these."""
    return chance.pick([person for person in some if person.name not in but])
