"""What happened at a table: small frozen values, each named as the trade names it.

No event shows a seed or a card before it is public: cards are dealt as positions of the stack, and
`CardsTurned` and `SeedOpened` put faces and seed into the log when their time has come.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pitboss import FIRST_VERSION
from pitboss.games.deck_tasks import Mark, Task
from pitboss.games.incidents import Kind
from pitboss.round import Decision
from pitboss.settle.model import Hit, WagerResult
from pitboss.shuffle import Contribution
from pitboss.submission import Lapse
from pitboss.table.commands import Matter
from pitboss.table.day import Day, Ruling


class TurnedCard(Struct, frozen=True, gc=False):
    """A card face up, with what proves that it lay in its position of the stack."""

    position: int
    card: str
    salt: str
    proof: tuple[str, ...]


class TableOpened(Struct, frozen=True, gc=False, tag=True):
    """A table stands ready, with chips in its tray."""

    table: str
    game: str
    bank: int


class BroughtForward(Struct, frozen=True, gc=False, tag=True):
    """Where a file begins in the middle of a shift: the table as it stood between two rounds."""

    table: str
    game: str
    submission: Mapping[str, Any]
    rules: str
    round: int
    """The last round that was opened before…"""
    proposed: int
    """…and the number of the last proposal."""
    seats: Mapping[int, str]
    balances: Mapping[str, int | str]
    """A fraction of a cent as text."""
    day: Day
    program: str = FIRST_VERSION
    """The version of Pitboss whose rules are in force."""


class OpeningCounted(Struct, frozen=True, gc=False, tag=True):
    """Two people counted the tray, and the table is open for play."""

    cents: int
    over: int
    """How much more that is than the books say; less, if it is below nothing."""


class ClosingCounted(Struct, frozen=True, gc=False, tag=True):
    """Two people counted the tray, and the table is closed."""

    cents: int
    over: int


class ChecklistSigned(Struct, frozen=True, gc=False, tag=True):
    """Somebody looked at what is physical at the table, and signed for it."""

    items: tuple[str, ...]
    by: str


class DeckReceived(Struct, frozen=True, gc=False, tag=True):
    """A deck came to the table."""

    deck: int
    """Its place: the first, or the second of two."""
    number: int
    ready_made: bool
    at: int
    id: str = ""
    """What the register calls it."""
    design: str = ""
    color: str = ""
    """Of its back."""


class DeckRemoved(Struct, frozen=True, gc=False, tag=True):
    """A deck was taken off the table."""

    deck: int
    number: int
    why: str


class StepDone(Struct, frozen=True, gc=False, tag=True):
    """Something was done with a deck, as it is due."""

    task: Task
    deck: int
    by: str
    cards: int = 0
    """How many a cut took."""


class ShuffleOrdered(Struct, frozen=True, gc=False, tag=True):
    """A floorperson wants a deck shuffled again."""

    deck: int


class CardsRecut(Struct, frozen=True, gc=False, tag=True):
    """A floorperson had the cards cut again; what players had added by then says where.

    Before a round (0) the dealer cuts again, as the first time.
    """

    round: int
    cut: int
    reason: str


class StubCounted(Struct, frozen=True, gc=False, tag=True):
    """The cards that were not dealt were counted; between rounds (0), the whole deck."""

    round: int
    deck: int
    cards: int
    should_be: int


class IncidentReported(Struct, frozen=True, gc=False, tag=True):
    """Something went wrong."""

    number: int
    round: int
    """0 between rounds."""
    kinds: tuple[Kind, ...]
    waits: bool
    """Whether a floorperson has to answer it before the table goes on."""
    by: str
    seat: int = 0
    deck: int = 0
    device: str = ""
    exposed: bool = False
    """Whether a card lies open by it…"""
    card: str = ""
    """…and which: ``4.first``, ``flop.2``, ``next.burn``."""


class CardExposed(Struct, frozen=True, gc=False, tag=True):
    """A card lies open before its time."""

    round: int
    card: TurnedCard


class CardOut(Struct, frozen=True, gc=False, tag=True):
    """The next card lay face up in the stack: it is out of play."""

    round: int
    card: TurnedCard


class IncidentRuled(Struct, frozen=True, gc=False, tag=True):
    """What a floorperson said to it."""

    number: int
    ruling: Ruling
    reason: str
    by: str


class SatOut(Struct, frozen=True, gc=False, tag=True):
    """A player who was skipped sits the round out; every wager goes back."""

    round: int
    seat: int
    wagers: Mapping[str, WagerResult]


class WagersReturned(Struct, frozen=True, gc=False, tag=True):
    """One side wager went back to every player who had made it; the round goes on without it."""

    round: int
    wager: str
    seats: Mapping[int, WagerResult]


class Forfeited(Struct, frozen=True, gc=False, tag=True):
    """A player broke a rule, and loses every wager of the round."""

    round: int
    seat: int
    breach: str
    by: str


class BreachRecorded(Struct, frozen=True, gc=False, tag=True):
    """A player broke a rule of conduct; no wager moves by it."""

    round: int
    seat: int
    breach: str
    by: str


class ShuffleSpoilt(Struct, frozen=True, gc=False, tag=True):
    """What was shuffled is not used: it is shuffled again."""

    deck: int


class DeviceDown(Struct, frozen=True, gc=False, tag=True):
    """A machine cannot be used."""

    device: str


class DeviceMarked(Struct, frozen=True, gc=False, tag=True):
    """A broken machine is covered, or has a sign on it."""

    device: str
    mark: Mark


class DeviceRestored(Struct, frozen=True, gc=False, tag=True):
    """A machine works again."""

    device: str


class Disabled(Struct, frozen=True, gc=False, tag=True):
    """Something takes part in no new round."""

    what: str
    reason: str
    by: str


class Enabled(Struct, frozen=True, gc=False, tag=True):
    """It takes part again."""

    what: str
    by: str


class Proposed(Struct, frozen=True, gc=False, tag=True):
    """One person asks for what needs two."""

    number: int
    matter: Matter
    by: str


class Approved(Struct, frozen=True, gc=False, tag=True):
    """Another person agreed."""

    number: int
    by: str


class Rejected(Struct, frozen=True, gc=False, tag=True):
    """It was turned down."""

    number: int
    by: str


class FilingLapsed(Struct, frozen=True, gc=False, tag=True):
    """A filing that waited for the end of a round could not take effect: the rules stay."""

    number: int
    reason: Lapse


class SubmissionApproved(Struct, frozen=True, gc=False, tag=True):
    """These rules hold from now on; what they are is rebuilt from game and submission."""

    submission: Mapping[str, Any]
    rules: str
    """The hash of the rules."""
    program: str = FIRST_VERSION
    """The version of Pitboss that made them of the submission."""


class PlayerSeated(Struct, frozen=True, gc=False, tag=True):
    """Somebody sat down."""

    seat: int
    player: str


class BoughtIn(Struct, frozen=True, gc=False, tag=True):
    """Money became chips."""

    player: str
    cents: int


class CashedOut(Struct, frozen=True, gc=False, tag=True):
    """Chips became money."""

    player: str
    cents: int


class PlayerAway(Struct, frozen=True, gc=False, tag=True):
    """A player walked off in mid-round."""

    round: int
    seat: int
    reporter: str = ""
    """Whose report it is; nobody's, where the player said so or did not answer in time."""


class PlayerLeft(Struct, frozen=True, gc=False, tag=True):
    """A seat is free again."""

    seat: int
    player: str


class RoundOpened(Struct, frozen=True, gc=False, tag=True):
    """Bets are open; the house is bound to its stack, and to how it was cut."""

    round: int
    rules: str
    seed_hash: str
    root: str
    practice: bool
    deck: int
    """The number of the deck that is dealt from."""
    cut: int
    at: int
    """When, in seconds of UTC."""


class WagersPlaced(Struct, frozen=True, gc=False, tag=True):
    """Chips were put on spots."""

    round: int
    seat: int
    wagers: Mapping[str, int]


class WagersTakenBack(Struct, frozen=True, gc=False, tag=True):
    """Chips were taken off again."""

    round: int
    seat: int
    wagers: Mapping[str, int]


class EntropyAdded(Struct, frozen=True, gc=False, tag=True):
    """A player added to the shuffle."""

    round: int
    who: str
    entropy: str


class BetsClosed(Struct, frozen=True, gc=False, tag=True):
    """No more bets. Everything that decides the order of the cards is now in the log."""

    round: int
    contributions: tuple[Contribution, ...]
    cut: int
    at: int


class ProgressivesCounted(Struct, frozen=True, gc=False, tag=True):
    """As many progressive wagers were collected as had been accepted."""

    round: int
    chips: Mapping[str, int]


class CardsDealt(Struct, frozen=True, gc=False, tag=True):
    """Cards went to places, in this order: ``left``, ``4.first``, ``burn``.

    Face down; those that are laid face up are turned by the event behind it.
    """

    round: int
    to: tuple[str, ...]
    positions: tuple[int, ...]
    """Of the stack."""


class CardsTurned(Struct, frozen=True, gc=False, tag=True):
    """Cards were turned over, or laid face up."""

    round: int
    cards: tuple[TurnedCard, ...]


class Decided(Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A player answered, and staked so much by it."""

    round: int
    street: str
    seat: int
    decision: Decision
    stake: int
    folded: bool
    returned: int = 0
    """What went back, where a wager was taken down."""


class AbsentRuled(Struct, frozen=True, gc=False, tag=True):
    """What becomes of the wagers of a player who left."""

    round: int
    seat: int
    lost: bool
    by: str


class WheelSpun(Struct, frozen=True, gc=False, tag=True):
    """The wheel stopped."""

    round: int
    seat: int
    stop: int
    symbol: str


class JackpotHit(Struct, frozen=True, gc=False, tag=True):
    """The light is on: a seat won from the progressive, to be validated before it is paid."""

    round: int
    seat: int
    wager: str
    by: str


class JackpotVerified(Struct, frozen=True, gc=False, tag=True):
    """The dealer verified the hand and the wager; a floorperson has the last word."""

    round: int
    seat: int
    by: str


class JackpotValidated(Struct, frozen=True, gc=False, tag=True):
    """A floorperson validated it."""

    round: int
    seat: int
    by: str


class TrayFilled(Struct, frozen=True, gc=False, tag=True):
    """Chips came to the table, because the tray holds too few to pay."""

    cents: int


class SeatSettled(Struct, frozen=True, gc=False, tag=True):
    """What wagers of one seat came to, and the meters they hit."""

    round: int
    seat: int
    wagers: Mapping[str, WagerResult]
    hits: tuple[Hit, ...] = ()


class GiftsPaid(Struct, frozen=True, gc=False, tag=True):
    """What one seat's hand or spin brought to others: envy, or community pay."""

    round: int
    by: int
    why: str
    to: Mapping[int, int]


class SettlementReversed(Struct, frozen=True, gc=False, tag=True):
    """All that settlement paid to one seat, or took from it, is undone: the round is being voided.

    It says what is undone: what each wager came to, the meters it hit, and the envy and community
    pay that came to the seat.
    """

    round: int
    seat: int
    wagers: Mapping[str, WagerResult]
    hits: tuple[Hit, ...] = ()
    gifts: Mapping[str, int] = {}


class RoundVoided(Struct, frozen=True, gc=False, tag=True):
    """The round does not count; what each wager came to all the same.

    What had been settled was reversed before it. (In logs of version 0.1 nothing was reversed:
    settled wagers stayed settled, and are not named here.)
    """

    round: int
    reason: str
    seats: Mapping[int, Mapping[str, WagerResult]]


class SeedOpened(Struct, frozen=True, gc=False, tag=True):
    """The seed, from which anyone can rebuild the whole stack."""

    round: int
    seed: str


class SeedLost(Struct, frozen=True, gc=False, tag=True):
    """The seed of a round cannot be opened: an incident, and a gap in the proof."""

    round: int


class RoundClosed(Struct, frozen=True, gc=False, tag=True):
    """The cards are away and every chip is where it belongs."""

    round: int


class PayoutCorrected(Struct, frozen=True, gc=False, tag=True):
    """What a wager was credited is taken back, and what it should have been is given."""

    round: int
    seat: int
    wager: str
    """A wager, or ``envy`` or ``community_pay``."""
    was: int
    credit: int
    reason: str
    meter: str = ""
    """The meter that had paid it, and gets it back because less was won…"""
    meter_change: str = "0"
    """…and what it shows more for it, in cents: its reset is undone, too."""
    handed_over: bool = False
    """Whether nothing was wrong: merchandise was handed over instead of its value."""


class MeterCorrected(Struct, frozen=True, gc=False, tag=True):
    """A meter was put right, in cents or a fraction of them."""

    meter: str
    cents: str
    reason: str


Event = (
    TableOpened
    | BroughtForward
    | Proposed
    | Approved
    | Rejected
    | SubmissionApproved
    | FilingLapsed
    | PlayerSeated
    | BoughtIn
    | CashedOut
    | PlayerAway
    | PlayerLeft
    | RoundOpened
    | WagersPlaced
    | WagersTakenBack
    | EntropyAdded
    | BetsClosed
    | ProgressivesCounted
    | CardsDealt
    | CardsTurned
    | Decided
    | AbsentRuled
    | WheelSpun
    | JackpotHit
    | JackpotVerified
    | JackpotValidated
    | TrayFilled
    | SeatSettled
    | GiftsPaid
    | SettlementReversed
    | RoundVoided
    | SeedOpened
    | SeedLost
    | RoundClosed
    | PayoutCorrected
    | MeterCorrected
    | OpeningCounted
    | ClosingCounted
    | ChecklistSigned
    | DeckReceived
    | DeckRemoved
    | StepDone
    | ShuffleOrdered
    | CardsRecut
    | StubCounted
    | IncidentReported
    | CardExposed
    | CardOut
    | IncidentRuled
    | SatOut
    | WagersReturned
    | Forfeited
    | BreachRecorded
    | ShuffleSpoilt
    | DeviceDown
    | DeviceMarked
    | DeviceRestored
    | Disabled
    | Enabled
)
