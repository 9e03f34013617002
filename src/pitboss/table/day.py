"""The day of a table, apart from the current round: decks, devices, incidents."""

from collections.abc import Mapping

from msgspec import Struct

from pitboss.enums import DescribedEnum
from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind


class TableDeck(Struct, frozen=True, gc=False):
    """A deck at the table."""

    number: int
    """Decks are numbered as they come, so that one that was removed is never taken for another."""
    received: int
    """When, in seconds of UTC."""
    last: Task | None = None
    """What was done with it last."""
    ready_made: bool = False
    """Whether it came inspected and shuffled, and has not been dealt yet."""
    by: str = ""
    """Who did that: what one person inspects, another confirms."""
    cut: int = 0
    """How many cards went from the top to the bottom."""
    id: str = ""
    """What the register calls it; nothing where a log of before does not say."""
    design: str = ""
    color: str = ""
    """Of its back."""


def describe_kinds(kinds: tuple[Kind, ...]) -> str:
    """Describe an incident that may still be one of several kinds."""
    return kinds[0].description if len(kinds) == 1 else "the stub count is wrong"


class OpenIncident(Struct, frozen=True, gc=False):
    """An incident that is waiting for a floorperson's ruling."""

    number: int
    round: int
    """The round that it touches; none between rounds."""
    kinds: tuple[Kind, ...]
    """What it is; a wrong stub count is one of two things, and that is found out."""
    by: str
    seat: int = 0
    deck: int = 0
    exposed: bool = False
    """Whether a card lies open by it…"""
    card: str = ""
    """…and which."""


class Ruling(DescribedEnum):
    """A floorperson's ruling on an incident."""

    BY_THE_BOOK = "by the book", "what the book says is done"
    VOID = "void", "the round is void"
    GO_ON = "go on", "the round goes on"
    MISDEALT = "misdealt", "the cards were misdealt"
    NOT_MISDEALT = "not misdealt", "the cards were not misdealt"
    DISMISSED = "dismissed", "it did not happen"
    RETURN = "return", "the side wager goes back to every player"
    WAIT = "wait", "the side wager is settled when the device works again"


class Day(Struct, frozen=True, gc=False):
    """The state of a table's day."""

    open: bool = False
    """Whether the tray was counted and the table is open for play…"""
    closed: bool = False
    """…or was closed, and waits until people open it again."""
    signed: str = ""
    """Who signed the opening checklist, since the table was opened."""
    at: int = 0
    """The last time that was told, in seconds of UTC."""
    decks: Mapping[int, TableDeck] = {}
    """By the place they have at the table: the first, and with two decks the second."""
    received: int = 0
    """How many decks ever came."""
    register: tuple[str, ...] = ()
    """The ids of decks that ever came: none comes twice."""
    turn: int = 1
    """Whose round the next is."""
    uncounted: int = 0
    """Rounds dealt since the stub was counted."""
    broken: Mapping[str, str] = {}
    """Machines that cannot be used, and how each is marked, if it is."""
    disabled: Mapping[str, str] = {}
    """What takes part in no new round, and why: ``table``, ``game``, ``player:Ann``."""
    reported: int = 0
    """How many irregularities were reported."""
    incident: OpenIncident | None = None
