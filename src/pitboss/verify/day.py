"""The table's day: what its lines hold, and what the table has come to by them.

Decks, counts, machines, irregularities. The day as it stands is itself what a file that begins in
mid-shift brings forward, so that it has one shape for both.
"""

from typing import Literal

from msgspec import Struct

from pitboss.games.incidents import Kind
from pitboss.games.tasks import Mark, Task
from pitboss.settle import WagerResult
from pitboss.verify.shapes import Event, OfRound, Turned

Ruling = Literal[
    "by the book", "void", "go on", "misdealt", "not misdealt", "dismissed", "return", "wait"
]
"""What a floorperson says to an irregularity."""


class Deck(Struct):
    """A deck at the table."""

    number: int
    """Counted over all that ever came."""
    received: int
    """When, in seconds of UTC."""
    last: Task | None = None
    """What was done with it last."""
    ready_made: bool = False
    """Whether it is still the stack that came inspected and shuffled."""
    by: str = ""
    """Who did the last thing."""
    cut: int = 0
    """How many cards the cut took from its top."""
    id: str = ""
    design: str = ""
    color: str = ""
    """Of its back."""


class Waiting(Struct):
    """An irregularity that waits for a floorperson."""

    number: int
    round: int
    kinds: tuple[Kind, ...]
    by: str
    seat: int = 0
    deck: int = 0
    exposed: bool = False
    card: str = ""


class Day(Struct):
    """What the table has come to."""

    open: bool = False
    """Whether two people counted the tray, so that there can be play…"""
    closed: bool = False
    """…or counted it for the last time."""
    signed: str = ""
    """Who signed for what is physical, since the table was opened."""
    at: int = 0
    """The last time that was told."""
    decks: dict[int, Deck] = {}
    """By their place at the table, 1 or 2."""
    received: int = 0
    register: list[str] = []
    """What the decks were called that ever came."""
    turn: int = 1
    """The place of the deck that is dealt next, or is being dealt."""
    uncounted: int = 0
    """Rounds since the last count of the cards."""
    broken: dict[str, str] = {}
    """Machines that cannot be used, with their mark."""
    disabled: dict[str, str] = {}
    reported: int = 0
    incident: Waiting | None = None


# The tray


class OpeningCounted(Event):
    cents: int
    over: int


class ClosingCounted(Event):
    cents: int
    over: int


# Decks


class ChecklistSigned(Event):
    items: tuple[str, ...]
    by: str


class DeckReceived(Event):
    deck: int
    number: int
    ready_made: bool
    at: int
    id: str
    design: str
    color: str


class DeckRemoved(Event):
    deck: int
    number: int
    why: str


class StepDone(Event):
    task: Task
    deck: int
    by: str
    cards: int


class ShuffleOrdered(Event):
    deck: int


class ShuffleSpoilt(Event):
    deck: int


class CardsRecut(Event):
    round: int
    cut: int
    reason: str


class StubCounted(Event):
    round: int
    deck: int
    cards: int
    should_be: int


# Irregularities


class IncidentReported(Event):
    number: int
    round: int
    kinds: tuple[Kind, ...]
    waits: bool
    by: str
    seat: int
    deck: int
    device: str
    exposed: bool
    card: str


class CardExposed(OfRound):
    card: Turned


class CardOut(OfRound):
    card: Turned


class IncidentRuled(Event):
    number: int
    ruling: Ruling
    reason: str
    by: str


class SatOut(OfRound):
    seat: int
    wagers: dict[str, WagerResult]


class WagersReturned(OfRound):
    wager: str
    seats: dict[int, WagerResult]


class Forfeited(OfRound):
    seat: int
    breach: str
    by: str


class BreachRecorded(OfRound):
    seat: int
    breach: str
    by: str


# Machines, and what may not play on


class DeviceDown(Event):
    device: str


class DeviceMarked(Event):
    device: str
    mark: Mark


class DeviceRestored(Event):
    device: str


class Disabled(Event):
    what: str
    reason: str
    by: str


class Enabled(Event):
    what: str
    by: str
