"""The day of a table, apart from the current round: decks, devices, incidents."""

from collections.abc import Mapping

from msgspec import Struct

from pitboss.enums import DescribedEnum
from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind


class TableDeck(Struct, frozen=True, gc=False):
    """A deck at the table."""

    number: int
    """Decks are numbered in the order in which they came, over the whole life of the table."""
    received: int
    """The time when it came, in seconds of UTC."""
    last: Task | None = None
    """The last task with it."""
    ready_made: bool = False
    """Whether it came inspected and shuffled, and has not been dealt yet."""
    by: str = ""
    """Who did the last task: another person confirms an inspection."""
    cut: int = 0
    """The number of cards that the cut took from the top."""
    id: str = ""
    """The id in the register; empty in old logs."""
    design: str = ""
    color: str = ""
    """The color of its back."""


def describe_kinds(kinds: tuple[Kind, ...]) -> str:
    """Describe an incident that may still be one of several kinds."""
    return kinds[0].description if len(kinds) == 1 else "the stub count is wrong"


class OpenIncident(Struct, frozen=True, gc=False):
    """An incident that is waiting for a floorperson's ruling."""

    number: int
    round: int
    """The round that it affects, or 0 between rounds."""
    kinds: tuple[Kind, ...]
    """Its kind; a wrong stub count is one of two, and the ruling says which."""
    by: str
    seat: int = 0
    deck: int = 0
    exposed: bool = False
    """Whether it exposed a card."""
    card: str = ""
    """The name of that card."""


class Ruling(DescribedEnum):
    """A floorperson's ruling on an incident."""

    BY_THE_BOOK = "by the book", "the rulebook's remedy applies"
    VOID = "void", "the round is void"
    GO_ON = "go on", "the round continues"
    MISDEALT = "misdealt", "the cards were misdealt"
    NOT_MISDEALT = "not misdealt", "the cards were not misdealt"
    DISMISSED = "dismissed", "it did not happen"
    RETURN = "return", "the side wager is returned to every player"
    WAIT = "wait", "the side wager is settled when the device works again"


class Day(Struct, frozen=True, gc=False):
    """The state of a table's day."""

    open: bool = False
    """Whether the tray was counted and the table is open for play."""
    closed: bool = False
    """Whether the table was closed; people have to open it again."""
    signed: str = ""
    """Who signed the opening checklist, since the table was opened."""
    at: int = 0
    """The last time that was recorded, in seconds of UTC."""
    decks: Mapping[int, TableDeck] = {}
    """By slot: 1, and 2 with two decks."""
    received: int = 0
    """The number of decks that ever came."""
    register: tuple[str, ...] = ()
    """The ids of all decks that ever came; none comes twice."""
    turn: int = 1
    """The slot of the deck for the current or next round."""
    uncounted: int = 0
    """Rounds dealt since the stub was counted."""
    broken: Mapping[str, str] = {}
    """Devices that cannot be used, with their marks; the mark is empty at first."""
    disabled: Mapping[str, str] = {}
    """What is barred from new rounds, with the reason: ``table``, ``game``, ``player:Ann``."""
    reported: int = 0
    """The number of incidents that were reported."""
    incident: OpenIncident | None = None
