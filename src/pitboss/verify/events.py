"""The lines of a file: what each event holds. Nothing else may stand in it, nor in another form."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pitboss import FIRST_VERSION
from pitboss.round import Decision
from pitboss.settle import Hit, WagerResult
from pitboss.shuffle import Contribution
from pitboss.submission import Lapse
from pitboss.verify import day as d
from pitboss.verify.shapes import Event as Event  # these belong to the lines of a file, too
from pitboss.verify.shapes import OfRound as OfRound
from pitboss.verify.shapes import Person as Person
from pitboss.verify.shapes import Posting as Posting
from pitboss.verify.shapes import Tagged
from pitboss.verify.shapes import Turned as Turned

# What one person proposes and another approves.


class FileSubmission(Tagged, omit_defaults=True):
    submission: Mapping[str, Any]
    after_round: bool = False


class VoidRound(Tagged):
    round: int
    reason: str
    settles: str = ""


class CorrectPayout(Tagged):
    round: int
    seat: int
    wager: str
    credit: int
    reason: str
    handed_over: bool = False


class CorrectMeter(Tagged):
    meter: str
    cents: int | str
    reason: str


class OpeningCount(Tagged):
    cents: int


class ClosingCount(Tagged):
    cents: int


Matter = FileSubmission | VoidRound | CorrectPayout | CorrectMeter | OpeningCount | ClosingCount


# The table and its office.


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
    day: d.Day
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


# Players and their chips.


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


# A round, from its opening to its close.


class RoundOpened(OfRound):
    rules: str
    seed_hash: str
    root: str
    practice: bool
    deck: int
    cut: int
    at: int


class WagersPlaced(OfRound):
    seat: int
    wagers: Mapping[str, int]


class WagersTakenBack(OfRound):
    seat: int
    wagers: Mapping[str, int]


class EntropyAdded(OfRound):
    who: str
    entropy: str


class BetsClosed(OfRound):
    contributions: tuple[Contribution, ...]
    cut: int
    at: int


class ProgressivesCounted(OfRound):
    chips: Mapping[str, int]


class CardsDealt(OfRound):
    to: tuple[str, ...]
    positions: tuple[int, ...]


class CardsTurned(OfRound):
    cards: tuple[Turned, ...]


class Decided(OfRound, omit_defaults=True):
    street: str
    seat: int
    decision: Decision
    stake: int
    folded: bool
    returned: int = 0


class PlayerAway(OfRound):
    seat: int
    reporter: str = ""


class AbsentRuled(OfRound):
    seat: int
    lost: bool
    by: str


class WheelSpun(OfRound):
    seat: int
    stop: int
    symbol: str


class JackpotHit(OfRound):
    seat: int
    wager: str
    by: str


class JackpotVerified(OfRound):
    seat: int
    by: str


class JackpotValidated(OfRound):
    seat: int
    by: str


class SeatSettled(OfRound):
    seat: int
    wagers: Mapping[str, WagerResult]
    hits: tuple[Hit, ...] = ()


class GiftsPaid(OfRound):
    by: int
    why: str
    to: Mapping[int, int]


class SettlementReversed(OfRound):
    seat: int
    wagers: Mapping[str, WagerResult]
    hits: tuple[Hit, ...]
    gifts: Mapping[str, int]


class RoundVoided(OfRound):
    reason: str
    seats: Mapping[int, Mapping[str, WagerResult]]


class SeedOpened(OfRound):
    seed: str


class SeedLost(OfRound):
    pass


class RoundClosed(OfRound):
    pass


AnyEvent = (
    TableOpened | BroughtForward | Proposed | Approved | Rejected | SubmissionApproved
    | FilingLapsed | PayoutCorrected | MeterCorrected | TrayFilled | PlayerSeated | BoughtIn
    | CashedOut | PlayerLeft | RoundOpened | WagersPlaced | WagersTakenBack | EntropyAdded
    | BetsClosed | ProgressivesCounted | CardsDealt | CardsTurned | Decided | PlayerAway
    | AbsentRuled | WheelSpun | JackpotHit | JackpotVerified | JackpotValidated | SeatSettled
    | GiftsPaid | SettlementReversed | RoundVoided | SeedOpened | SeedLost | RoundClosed
    | d.OpeningCounted | d.ClosingCounted | d.ChecklistSigned | d.DeckReceived | d.DeckRemoved
    | d.StepDone | d.ShuffleOrdered | d.ShuffleSpoilt | d.CardsRecut | d.StubCounted
    | d.IncidentReported | d.CardExposed | d.CardOut | d.IncidentRuled | d.SatOut
    | d.WagersReturned | d.Forfeited | d.BreachRecorded | d.DeviceDown | d.DeviceMarked
    | d.DeviceRestored | d.Disabled | d.Enabled
)  # fmt: skip


class Line(Struct, omit_defaults=True):
    """An event in its place of the chain."""

    n: int
    prev: str
    by: Person
    event: AnyEvent
    postings: tuple[Posting, ...] = ()
    at: str | None = None


class End(Struct):
    """How many events there were, the hash of the last, and whether any seed was for practice."""

    lines: int
    head: str
    practice: bool


class LastLine(Struct):
    """What closes a file."""

    n: int
    prev: str
    end: End
