"""The lines of a file: what each event holds. Nothing else may stand in it, nor in another form."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from pitboss.round import Decision
from pitboss.settle import Hit, WagerResult
from pitboss.shuffle import Contribution


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


class Tagged(Struct, tag=True):
    """Its name stands in the file as its ``type``."""


# What one person proposes and another approves.


class FileSubmission(Tagged):
    submission: Mapping[str, Any]


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


class CorrectMeter(Tagged):
    meter: str
    cents: int | str
    reason: str


Matter = FileSubmission | VoidRound | CorrectPayout | CorrectMeter


class Event(Tagged):
    """What happened."""


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


class SubmissionApproved(Event):
    submission: Mapping[str, Any]
    rules: str


class PayoutCorrected(Event):
    round: int
    seat: int
    wager: str
    was: int
    credit: int
    reason: str


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


class OfRound(Event):
    """What belongs to the round on the table."""

    round: int


class RoundOpened(OfRound):
    rules: str
    seed_hash: str
    root: str
    practice: bool
    cut: int


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


class ProgressivesCounted(OfRound):
    chips: Mapping[str, int]


class CardsDealt(OfRound):
    to: tuple[str, ...]
    positions: tuple[int, ...]


class Turned(Struct):
    position: int
    card: str
    salt: str
    proof: tuple[str, ...]


class CardsTurned(OfRound):
    cards: tuple[Turned, ...]


class Decided(OfRound):
    street: str
    seat: int
    decision: Decision
    stake: int
    folded: bool


class PlayerAway(OfRound):
    seat: int


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
    | PayoutCorrected | MeterCorrected | TrayFilled | PlayerSeated | BoughtIn | CashedOut
    | PlayerLeft | RoundOpened | WagersPlaced | WagersTakenBack | EntropyAdded | BetsClosed
    | ProgressivesCounted | CardsDealt | CardsTurned | Decided | PlayerAway | AbsentRuled
    | WheelSpun | JackpotHit | JackpotValidated | SeatSettled | GiftsPaid | RoundVoided
    | SeedOpened | SeedLost | RoundClosed
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
