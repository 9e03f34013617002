"""What decisions are worth, as the room tells it: in units of a required wager, and in cents."""

from collections.abc import Mapping
from fractions import Fraction

import msgspec
from msgspec import Struct

from pitboss.room.http.errors import Denied
from pitboss.room.labs.desk import LabDesk, TooMuch
from pitboss.room.labs.question import Question


class Worth(Struct, frozen=True):
    """The exact value of each open decision, all that is staked counted, best play afterwards."""

    decisions: Mapping[str, Fraction]
    """In units of one required wager."""
    best: str
    before_cards: Fraction | None
    """What best play expects of a round before its first card, in the same unit, where known."""
    unit: int | None = None
    """Cents of one required wager, where that is known…"""
    cents: Mapping[str, Fraction] | None = None
    """…and what each decision is worth in cents."""


class Seeing(Struct, frozen=True):
    """What else the lab says of a decision."""

    features: dict[str, int] | None = None
    """What the lists of a pocket card can ask of these cards; nothing at the first decision."""


async def worth(desk: LabDesk, owner: str, asked: Question, unit: int | None) -> Worth:
    """Have the lab work it out, in the lane for those who are to decide."""
    return (await worth_seen(desk, owner, asked, unit))[0]


async def worth_seen(
    desk: LabDesk, owner: str, asked: Question, unit: int | None
) -> tuple[Worth, Seeing]:
    """The same, and what a pocket card goes by."""
    try:
        told = await desk.answer(owner, asked)
    except TooMuch as much:
        raise Denied(429, much.sentence) from None
    found = msgspec.json.decode(told, type=Worth, dec_hook=_fraction)
    seeing = msgspec.json.decode(told, type=Seeing)
    if unit is None:
        return found, seeing
    cents = {name: value * unit for name, value in found.decisions.items()}
    return msgspec.structs.replace(found, unit=unit, cents=cents), seeing


def _fraction(_: type, text: object) -> Fraction:
    return Fraction(str(text))
