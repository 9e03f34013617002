"""The lines of an exported shift: every event with its fields, people, postings and cards.

Nothing else may be in a file, nor in another form. The day of a table is here as well, because a
file that starts in the middle of a shift begins with it. The events mean the same as those of
`pitboss.table.events`, where each is described; they are defined again here so that the checker
does not depend on the table.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from pitboss import FIRST_VERSION
from pitboss.games.deck_tasks import Mark, Task
from pitboss.games.incidents import Kind
from pitboss.round import Decision
from pitboss.settle import Hit, WagerResult
from pitboss.shuffle import Contribution
from pitboss.submission import Lapse


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


class TurnedCard(Struct):
    """A face-up card, with the proof that it was in its position of the stack.

    A card of a physical deck has no proof.
    """

    position: int
    card: str
    salt: str
    proof: tuple[str, ...]


UNKNOWN_STOP: Final = -1
"""Stands for the stop of a physical wheel, of which only the symbol is entered."""


class TaggedStruct(Struct, tag=True):
    """The base of everything whose name is its ``type`` in the file."""


class Event(TaggedStruct):
    """The base of all events."""


class RoundEvent(Event):
    """The base of events in the open round."""

    round: int


Ruling = Literal[
    "by the book", "void", "go on", "misdealt", "not misdealt", "dismissed", "return", "wait"
]
"""A floorperson's ruling on an incident."""


class TableDeck(Struct):
    """A deck at the table."""

    number: int
    """Decks are numbered in the order in which they came."""
    received: int
    """The time when it came, in seconds of UTC."""
    last: Task | None = None
    """The last task with it."""
    ready_made: bool = False
    """Whether it is still the stack that came inspected and shuffled."""
    by: str = ""
    """Who did the last task."""
    cut: int = 0
    """The number of cards that the cut took from the top."""
    id: str = ""
    design: str = ""
    color: str = ""
    """The color of its back."""


class OpenIncident(Struct):
    """An incident that is waiting for a floorperson's ruling."""

    number: int
    round: int
    kinds: tuple[Kind, ...]
    by: str
    seat: int = 0
    deck: int = 0
    exposed: bool = False
    card: str = ""


class Day(Struct):
    """The state of a table's day."""

    open: bool = False
    """Whether two people counted the tray, and the table is open."""
    closed: bool = False
    """Whether the table was closed."""
    signed: str = ""
    """Who signed the opening checklist."""
    at: int = 0
    """The last time that was recorded."""
    decks: dict[int, TableDeck] = {}
    """By slot, 1 or 2."""
    received: int = 0
    register: list[str] = []
    """The ids of all decks that ever came."""
    turn: int = 1
    """The slot of the deck for the current or next round."""
    uncounted: int = 0
    """The number of rounds since the last count of the cards."""
    broken: dict[str, str] = {}
    """Devices that cannot be used, with their marks."""
    disabled: dict[str, str] = {}
    reported: int = 0
    incident: OpenIncident | None = None


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


# Incidents


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


class CardExposed(RoundEvent):
    card: TurnedCard


class CardOut(RoundEvent):
    card: TurnedCard


class IncidentRuled(Event):
    number: int
    ruling: Ruling
    reason: str
    by: str


class SatOut(RoundEvent):
    seat: int
    wagers: dict[str, WagerResult]


class WagersReturned(RoundEvent):
    wager: str
    seats: dict[int, WagerResult]


class Forfeited(RoundEvent):
    seat: int
    breach: str
    by: str


class BreachRecorded(RoundEvent):
    seat: int
    breach: str
    by: str


# Devices and bans


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


# What one person proposes and another approves


class FileSubmission(TaggedStruct, omit_defaults=True):
    submission: Mapping[str, Any]
    after_round: bool = False


class VoidRound(TaggedStruct):
    round: int
    reason: str
    settles: str = ""


class CorrectPayout(TaggedStruct):
    round: int
    seat: int
    wager: str
    credit: int
    reason: str
    handed_over: bool = False


class CorrectCards(TaggedStruct):
    round: int
    cards: dict[str, str]
    reason: str


class CorrectMeter(TaggedStruct):
    meter: str
    cents: int | str
    reason: str


class OpeningCount(TaggedStruct):
    cents: int


class ClosingCount(TaggedStruct):
    cents: int


class TransferChips(TaggedStruct):
    cents: int
    slip: str
    to_cage: bool = False


Matter = (
    FileSubmission
    | VoidRound
    | CorrectPayout
    | CorrectCards
    | CorrectMeter
    | OpeningCount
    | ClosingCount
    | TransferChips
)


# The table, its filings and corrections


class TableOpened(Event):
    table: str
    game: str
    bank: int


class BroughtForward(Event):
    table: str
    game: str
    submission: Mapping[str, Any]
    rules: str
    round: int
    proposed: int
    seats: Mapping[int, str]
    balances: Mapping[str, int | str]
    day: Day
    program: str = FIRST_VERSION


class Proposed(Event):
    number: int
    matter: Matter
    by: str


class Approved(Event):
    number: int
    by: str


class Rejected(Event):
    number: int
    by: str


class FilingLapsed(Event):
    number: int
    reason: Lapse


class SubmissionApproved(Event):
    submission: Mapping[str, Any]
    rules: str
    program: str = FIRST_VERSION


class PayoutCorrected(Event):
    round: int
    seat: int
    wager: str
    was: int
    credit: int
    reason: str
    meter: str
    meter_change: str
    handed_over: bool


class MeterCorrected(Event):
    meter: str
    cents: str
    reason: str


class TrayFilled(Event):
    cents: int


class ChipsTransferred(Event):
    cents: int
    slip: str
    to_cage: bool


# Players and their chips


class PlayerSeated(Event):
    seat: int
    player: str


class BoughtIn(Event):
    player: str
    cents: int


class CashedOut(Event):
    player: str
    cents: int


class PlayerLeft(Event):
    seat: int
    player: str


# A round, from its opening to its close


class RoundOpened(RoundEvent, omit_defaults=True):
    rules: str
    seed_hash: str
    root: str
    practice: bool
    deck: int
    cut: int
    at: int
    physical: bool = False


class WagersPlaced(RoundEvent):
    seat: int
    wagers: Mapping[str, int]


class WagersTakenBack(RoundEvent):
    seat: int
    wagers: Mapping[str, int]


class EntropyAdded(RoundEvent):
    who: str
    entropy: str


class BetsClosed(RoundEvent):
    contributions: tuple[Contribution, ...]
    cut: int
    at: int


class ProgressivesCounted(RoundEvent):
    chips: Mapping[str, int]


class CardsDealt(RoundEvent):
    to: tuple[str, ...]
    positions: tuple[int, ...]


class CardsTurned(RoundEvent):
    cards: tuple[TurnedCard, ...]


class CorrectedCard(Struct):
    """A card of a physical deck that was entered wrongly."""

    position: int
    was: str
    card: str


class CardsCorrected(RoundEvent):
    cards: tuple[CorrectedCard, ...]
    reason: str


class Decided(RoundEvent, omit_defaults=True):
    street: str
    seat: int
    decision: Decision
    stake: int
    folded: bool
    returned: int = 0


class PlayerAway(RoundEvent):
    seat: int
    reporter: str = ""


class AbsentRuled(RoundEvent):
    seat: int
    lost: bool
    by: str


class WheelSpun(RoundEvent):
    seat: int
    stop: int
    symbol: str


class JackpotHit(RoundEvent):
    seat: int
    wager: str
    by: str


class JackpotVerified(RoundEvent):
    seat: int
    by: str


class JackpotValidated(RoundEvent):
    seat: int
    by: str


class SeatSettled(RoundEvent):
    seat: int
    wagers: Mapping[str, WagerResult]
    hits: tuple[Hit, ...] = ()


class GiftsPaid(RoundEvent):
    by: int
    why: str
    to: Mapping[int, int]


class SettlementReversed(RoundEvent):
    seat: int
    wagers: Mapping[str, WagerResult]
    hits: tuple[Hit, ...]
    gifts: Mapping[str, int]


class RoundVoided(RoundEvent):
    reason: str
    seats: Mapping[int, Mapping[str, WagerResult]]


class SeedOpened(RoundEvent):
    seed: str


class SeedLost(RoundEvent):
    pass


class RoundClosed(RoundEvent):
    pass


AnyEvent = (
    TableOpened | BroughtForward | Proposed | Approved | Rejected | SubmissionApproved
    | FilingLapsed | PayoutCorrected | MeterCorrected | TrayFilled | PlayerSeated | BoughtIn
    | CashedOut | PlayerLeft | RoundOpened | WagersPlaced | WagersTakenBack | EntropyAdded
    | BetsClosed | ProgressivesCounted | CardsDealt | CardsTurned | CardsCorrected | Decided
    | PlayerAway | AbsentRuled | WheelSpun | JackpotHit | JackpotVerified | JackpotValidated
    | SeatSettled
    | GiftsPaid | SettlementReversed | RoundVoided | SeedOpened | SeedLost | RoundClosed
    | OpeningCounted | ClosingCounted | ChecklistSigned | DeckReceived | DeckRemoved
    | StepDone | ShuffleOrdered | ShuffleSpoilt | CardsRecut | StubCounted
    | IncidentReported | CardExposed | CardOut | IncidentRuled | SatOut
    | WagersReturned | Forfeited | BreachRecorded | DeviceDown | DeviceMarked
    | DeviceRestored | Disabled | Enabled | ChipsTransferred
)  # fmt: skip


class Line(Struct, omit_defaults=True):
    """An event in its place in the chain."""

    n: int
    prev: str
    by: Person
    event: AnyEvent
    postings: tuple[Posting, ...] = ()
    at: str | None = None


class End(Struct, omit_defaults=True):
    """The number of events, the hash of the last one, and which kinds of rounds there were."""

    lines: int
    head: str
    practice: bool
    """Whether any seed was for practice."""
    physical: bool = False
    """Whether any round was dealt from a physical deck."""


class LastLine(Struct):
    """The last line of a file."""

    n: int
    prev: str
    end: End
