"""What is done with a deck between rounds, from the moment it comes to the table.

The names are shared; in which order a game does them, and by which clause, is its own.
"""

from enum import StrEnum
from typing import Final

from pitboss.worded import Worded


class Task(Worded):
    """A step with a deck of cards, as the dealer is told to do it."""

    INSPECT = "inspect", "look every card over for damage"
    VERIFY = "verify", "confirm the inspection of the cards"
    SPREAD = "spread", "spread the cards face up, by suit and in order"
    LOOK = "look", "let the first player look at the cards"
    TURN_DOWN = "turn down", "turn the cards face down"
    WASH = "wash", "wash the cards"
    STACK = "stack", "stack the cards"
    SHUFFLE = "shuffle", "shuffle the cards into one stack"
    CUT = "cut", "cut the stack with the cover card"
    LOAD = "load", "put the stack where it is dealt from"
    EMPTY = "empty", "empty the shoe and the discard rack"
    SPREAD_DOWN = "spread down", "spread the cards face down, or face up for a player who asks"


CONFIRMS: Final = frozenset({Task.VERIFY})
"""What a floorperson does, because the dealer did the step before it; the rest is the dealer's."""


def is_confirmed(task: object) -> bool:
    """Whether a step is a floorperson's, whatever was given for one."""
    return isinstance(task, Task) and task in CONFIRMS


class Device(StrEnum):
    """A machine that can break."""

    SHUFFLER = "shuffler"
    SHOE = "dealing shoe"
    PROGRESSIVE = "progressive system"
    WHEEL = "wheel"


class Mark(StrEnum):
    """How a broken machine is marked."""

    COVER = "covered"
    SIGN = "signed as out of order"
