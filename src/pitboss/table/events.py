"""The events of a table: what happened, as small frozen values.

No event contains a seed or a face before it is public: cards are dealt as positions of the stack,
and `CardsTurned` and `SeedOpened` put faces and seed into the log when they are revealed.
"""

from collections.abc import Mapping
from typing import Any, Final

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

UNKNOWN_STOP: Final = -1
"""Stands for the stop of a physical wheel, of which only the symbol is entered."""


class TurnedCard(Struct, frozen=True, gc=False):
    """A face-up card, with the proof that it was in its position of the stack.

    A card of a physical deck has neither salt nor proof; its position is how many cards were dealt
    before it.
    """

    position: int
    card: str
    salt: str
    proof: tuple[str, ...]


class CorrectedCard(Struct, frozen=True, gc=False):
    """A card of a physical deck that was entered wrongly."""

    position: int
    was: str
    card: str


class _Event(Struct, frozen=True, gc=False, tag=True):
    """The base of all events; the name of a class is its ``type`` in JSON."""


class _RoundEvent(_Event, frozen=True):
    """The base of events in the open round."""

    round: int


class TableOpened(_Event, frozen=True):
    """A table was opened, with chips in its tray."""

    table: str
    game: str
    bank: int


class BroughtForward(_Event, frozen=True):
    """The state of a table between two rounds, with which a file begins mid-shift."""

    table: str
    game: str
    submission: Mapping[str, Any]
    rules: str
    round: int
    """The number of the last round before the file."""
    proposed: int
    """The number of the last proposal before the file."""
    seats: Mapping[int, str]
    balances: Mapping[str, int | str]
    """In cents; a fraction is text."""
    day: Day
    program: str = FIRST_VERSION
    """The version of Pitboss whose rules are in force."""


class OpeningCounted(_Event, frozen=True):
    """Two people counted the tray, and the table is open for play."""

    cents: int
    over: int
    """The difference from the books; negative if chips are missing."""


class ClosingCounted(_Event, frozen=True):
    """Two people counted the tray, and the table is closed."""

    cents: int
    over: int


class ChecklistSigned(_Event, frozen=True):
    """Somebody signed the opening checklist of physical items."""

    items: tuple[str, ...]
    by: str


class DeckReceived(_Event, frozen=True):
    """A deck was brought to the table."""

    deck: int
    """Its slot at the table: 1, or 2 with two decks."""
    number: int
    ready_made: bool
    at: int
    id: str = ""
    """Its id in the register."""
    design: str = ""
    color: str = ""
    """The color of its back."""


class DeckRemoved(_Event, frozen=True):
    """A deck was taken off the table."""

    deck: int
    number: int
    why: str


class StepDone(_Event, frozen=True):
    """A task with a deck was done."""

    task: Task
    deck: int
    by: str
    cards: int = 0
    """The number of cards that a cut took from the top."""


class ShuffleOrdered(_Event, frozen=True):
    """A floorperson ordered another shuffle of a deck."""

    deck: int


class CardsRecut(_Event, frozen=True):
    """A floorperson had the cards cut again.

    In a round, the players' contributions determine where. Before a round (0), the dealer cuts
    again as usual.
    """

    round: int
    cut: int
    reason: str


class StubCounted(_Event, frozen=True):
    """The undealt cards were counted; between rounds (0), the whole deck."""

    round: int
    deck: int
    cards: int
    should_be: int


class IncidentReported(_Event, frozen=True):
    """An incident was reported."""

    number: int
    round: int
    """The round that it affects, or 0 between rounds."""
    kinds: tuple[Kind, ...]
    waits: bool
    """Whether a floorperson must rule before play goes on."""
    by: str
    seat: int = 0
    deck: int = 0
    device: str = ""
    exposed: bool = False
    """Whether it exposed a card."""
    card: str = ""
    """The name of that card: ``4.first``, ``flop.2``, ``next.burn``."""


class CardExposed(_RoundEvent, frozen=True):
    """A card was exposed before its time."""

    card: TurnedCard


class CardOut(_RoundEvent, frozen=True):
    """The next card was face up in the stack and is out of play."""

    card: TurnedCard


class IncidentRuled(_Event, frozen=True):
    """A floorperson ruled on an incident."""

    number: int
    ruling: Ruling
    reason: str
    by: str


class SatOut(_RoundEvent, frozen=True):
    """A player who was skipped sits the round out and gets every wager back."""

    seat: int
    wagers: Mapping[str, WagerResult]


class WagersReturned(_RoundEvent, frozen=True):
    """A side wager was returned to everyone who had made it; the round goes on without it."""

    wager: str
    seats: Mapping[int, WagerResult]


class Forfeited(_RoundEvent, frozen=True):
    """A player broke a rule, and loses every wager of the round."""

    seat: int
    breach: str
    by: str


class BreachRecorded(_RoundEvent, frozen=True):
    """A player broke a rule of conduct, for which no wager is lost."""

    seat: int
    breach: str
    by: str


class ShuffleSpoilt(_Event, frozen=True):
    """A shuffle failed, and the deck must be shuffled again."""

    deck: int


class DeviceDown(_Event, frozen=True):
    """A device cannot be used."""

    device: str


class DeviceMarked(_Event, frozen=True):
    """A broken device was covered, or got a sign."""

    device: str
    mark: Mark


class DeviceRestored(_Event, frozen=True):
    """A device works again."""

    device: str


class Disabled(_Event, frozen=True):
    """The table, the game or a player was barred from new rounds."""

    what: str
    reason: str
    by: str


class Enabled(_Event, frozen=True):
    """The table, the game or a player was admitted to new rounds again."""

    what: str
    by: str


class Proposed(_Event, frozen=True):
    """One person proposed something that takes two."""

    number: int
    matter: Matter
    by: str


class Approved(_Event, frozen=True):
    """Another person approved a proposal."""

    number: int
    by: str


class Rejected(_Event, frozen=True):
    """A proposal was rejected or withdrawn."""

    number: int
    by: str


class FilingLapsed(_Event, frozen=True):
    """A filing that waited for the end of a round could not take effect: the rules stay."""

    number: int
    reason: Lapse


class SubmissionApproved(_Event, frozen=True):
    """A submission is in force; the rules follow from it and the game."""

    submission: Mapping[str, Any]
    rules: str
    """The hash of the rules."""
    program: str = FIRST_VERSION
    """The version of Pitboss that resolved them."""


class PlayerSeated(_Event, frozen=True):
    """A player sat down."""

    seat: int
    player: str


class BoughtIn(_Event, frozen=True):
    """A player bought chips."""

    player: str
    cents: int


class CashedOut(_Event, frozen=True):
    """A player exchanged chips for money."""

    player: str
    cents: int


class PlayerAway(_RoundEvent, frozen=True):
    """A player walked off mid-round."""

    seat: int
    reporter: str = ""
    """Who of the staff reported it; empty if the player said so or ran out of time."""


class PlayerLeft(_Event, frozen=True):
    """A player left a seat."""

    seat: int
    player: str


class RoundOpened(_RoundEvent, frozen=True, omit_defaults=True):
    """Bets are open, and the house is committed to its stack and to the cut.

    With a physical deck there is nothing to commit to: ``seed_hash`` and ``root`` are empty.
    """

    rules: str
    seed_hash: str
    root: str
    practice: bool
    deck: int
    """The number of the deck that is dealt from."""
    cut: int
    at: int
    """In seconds of UTC."""
    physical: bool = False
    """Whether people deal from a physical deck."""


class WagersPlaced(_RoundEvent, frozen=True):
    """A player placed wagers."""

    seat: int
    wagers: Mapping[str, int]


class WagersTakenBack(_RoundEvent, frozen=True):
    """A player took wagers back."""

    seat: int
    wagers: Mapping[str, int]


class EntropyAdded(_RoundEvent, frozen=True):
    """A player contributed to the shuffle."""

    who: str
    entropy: str


class BetsClosed(_RoundEvent, frozen=True):
    """Betting is closed, and everything that determines the order of the cards is in the log."""

    contributions: tuple[Contribution, ...]
    cut: int
    at: int


class ProgressivesCounted(_RoundEvent, frozen=True):
    """Progressive wagers were collected, as many as had been accepted."""

    chips: Mapping[str, int]


class CardsDealt(_RoundEvent, frozen=True):
    """Cards were dealt to these places, in order: ``left``, ``4.first``, ``burn``.

    They are face down; the next event turns over those that are dealt face up.
    """

    to: tuple[str, ...]
    positions: tuple[int, ...]
    """Positions in the stack."""


class CardsTurned(_RoundEvent, frozen=True):
    """Cards were turned over, or dealt face up."""

    cards: tuple[TurnedCard, ...]


class CardsCorrected(_RoundEvent, frozen=True):
    """Cards of a physical deck had been entered wrongly; hands are settled again."""

    cards: tuple[CorrectedCard, ...]
    reason: str


class Decided(_RoundEvent, frozen=True, omit_defaults=True):
    """A player decided, and staked this much."""

    street: str
    seat: int
    decision: Decision
    stake: int
    folded: bool
    returned: int = 0
    """The stake that went back, if a wager was taken down."""


class AbsentRuled(_RoundEvent, frozen=True):
    """A floorperson ruled on the wagers of a player who left."""

    seat: int
    lost: bool
    by: str


class WheelSpun(_RoundEvent, frozen=True):
    """The wheel was spun."""

    seat: int
    stop: int
    """The stop, counted from 0, or `UNKNOWN_STOP` for a physical wheel."""
    symbol: str


class JackpotHit(_RoundEvent, frozen=True):
    """A seat won from a progressive; the win is validated before it is paid."""

    seat: int
    wager: str
    by: str


class JackpotVerified(_RoundEvent, frozen=True):
    """A dealer verified the hand and the wager; a floorperson validates them next."""

    seat: int
    by: str


class JackpotValidated(_RoundEvent, frozen=True):
    """A floorperson validated a jackpot."""

    seat: int
    by: str


class TrayFilled(_Event, frozen=True):
    """Chips were brought to the tray, which held too few for a payment."""

    cents: int


class ChipsTransferred(_Event, frozen=True):
    """Chips came from the cage to the tray (a fill), or went back (a credit)."""

    cents: int
    slip: str
    to_cage: bool

    @property
    def change(self) -> int:
        """What the tray gains, in cents."""
        return -self.cents if self.to_cage else self.cents


class SeatSettled(_RoundEvent, frozen=True):
    """Wagers of a seat were settled, and these meters were hit."""

    seat: int
    wagers: Mapping[str, WagerResult]
    hits: tuple[Hit, ...] = ()


class GiftsPaid(_RoundEvent, frozen=True):
    """A seat's hand or spin paid other seats: envy, or community pay."""

    by: int
    why: str
    to: Mapping[int, int]


class SettlementReversed(_RoundEvent, frozen=True):
    """Everything that settlement paid to a seat, or took from it, was undone to void the round.

    The fields say what is undone: the results of wagers, the meters they hit, and the envy and
    community pay that the seat received.
    """

    seat: int
    wagers: Mapping[str, WagerResult]
    hits: tuple[Hit, ...] = ()
    gifts: Mapping[str, int] = {}


class RoundVoided(_RoundEvent, frozen=True):
    """The round does not count; these are the results of its wagers.

    Whatever had been settled was reversed before. (In logs of version 0.1 nothing was reversed:
    settled wagers stayed settled, and are not named here.)
    """

    reason: str
    seats: Mapping[int, Mapping[str, WagerResult]]


class SeedOpened(_RoundEvent, frozen=True):
    """The seed was opened: anyone can rebuild the whole stack from it."""

    seed: str


class SeedLost(_RoundEvent, frozen=True):
    """The seed of a round cannot be opened, which leaves a gap in the proof."""


class RoundClosed(_RoundEvent, frozen=True):
    """The round is closed, with no chips left on the layout."""


class PayoutCorrected(_Event, frozen=True):
    """The credit of a wager in a closed round was corrected."""

    round: int
    seat: int
    wager: str
    """A wager, or ``envy`` or ``community_pay``."""
    was: int
    credit: int
    reason: str
    meter: str = ""
    """The meter that is repaid because less was won, if any."""
    meter_change: str = "0"
    """The change of that meter in cents; its reset is undone, too."""
    handed_over: bool = False
    """Whether nothing was wrong, and merchandise was handed over instead of its value."""


class MeterCorrected(_Event, frozen=True):
    """A meter was corrected, by cents or by a fraction of a cent."""

    meter: str
    cents: str
    reason: str


Event = (
    TableOpened | BroughtForward | Proposed | Approved | Rejected | SubmissionApproved
    | FilingLapsed | PlayerSeated | BoughtIn | CashedOut | PlayerAway | PlayerLeft | RoundOpened
    | WagersPlaced | WagersTakenBack | EntropyAdded | BetsClosed | ProgressivesCounted
    | CardsDealt | CardsTurned | CardsCorrected | Decided | AbsentRuled | WheelSpun | JackpotHit
    | JackpotVerified | JackpotValidated | TrayFilled | SeatSettled | GiftsPaid
    | SettlementReversed | RoundVoided | SeedOpened | SeedLost | RoundClosed | PayoutCorrected
    | MeterCorrected | OpeningCounted
    | ClosingCounted | ChecklistSigned | DeckReceived | DeckRemoved | StepDone | ShuffleOrdered
    | CardsRecut | StubCounted | IncidentReported | CardExposed | CardOut | IncidentRuled
    | SatOut | WagersReturned | Forfeited | BreachRecorded | ShuffleSpoilt | DeviceDown
    | DeviceMarked | DeviceRestored | Disabled | Enabled | ChipsTransferred
)  # fmt: skip
"""Any event."""
