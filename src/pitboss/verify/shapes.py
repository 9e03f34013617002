"""What lines of a file are made of: people, postings, cards; and that an event has a name."""

from typing import Literal

from msgspec import Struct


class Person(Struct):
    """Who caused an event, and in which role."""

    name: str
    role: Literal["player", "onlooker", "dealer", "floorperson", "surveillance", "auditor"]


class Posting(Struct, rename={"source": "from", "target": "to"}):
    """A sum that moved from one account to another; a fraction of a cent is text, ``"1/3"``."""

    source: str
    target: str
    cents: int | str
    phase: Literal["pending", "posted", "voided"]
    why: str


class Turned(Struct):
    """A card that lies open, with what proves that it lay in its position of the stack."""

    position: int
    card: str
    salt: str
    proof: tuple[str, ...]


class Tagged(Struct, tag=True):
    """Its name stands in the file as its ``type``."""


class Event(Tagged):
    """What happened."""


class OfRound(Event):
    """What belongs to the round on the table."""

    round: int
