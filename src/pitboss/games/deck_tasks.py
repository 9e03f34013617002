"""The steps of preparing a deck, and the devices of a table."""

from enum import StrEnum
from typing import Final

from pitboss.enums import DescribedEnum


class Task(DescribedEnum):
    """A step of preparing a deck, with its instruction to the dealer."""

    INSPECT = "inspect", "look every card over for damage"
    VERIFY = "verify", "confirm the inspection of the cards"
    SPREAD = "spread", "spread the cards face up, by suit and in order"
    LOOK = "look", "let the first player look at the cards"
    TURN_DOWN = "turn down", "turn the cards face down"
    WASH = "wash", "wash the cards"
    STACK = "stack", "stack the cards"
    SHUFFLE = "shuffle", "shuffle the cards into one stack"
    CUT = "cut", "cut the stack with the cover card"
    LOAD = "load", "put the stack in place for dealing"
    EMPTY = "empty", "empty the dealing shoe and the discard rack"
    SPREAD_DOWN = "spread down", "spread the cards face down, or face up for a player who asks"


FLOOR_TASKS: Final = frozenset({Task.VERIFY})
"""The steps that a floorperson does, to confirm the dealer's step; the dealer does the others."""


def is_floor_task(task: object) -> bool:
    """Return whether a value is a step that a floorperson does."""
    return isinstance(task, Task) and task in FLOOR_TASKS


class Device(StrEnum):
    """A device that can fail."""

    SHUFFLER = "shuffler"
    SHOE = "dealing shoe"
    PROGRESSIVE = "progressive system"
    WHEEL = "wheel"


class Mark(DescribedEnum):
    """How a failed device is marked."""

    COVER = "covered", "covered"
    SIGN = "signed as out of order", "marked as out of order"
