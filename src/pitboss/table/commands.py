"""The commands of a table: what people can ask it to do, and the roles that may.

A command names the round that it is meant for. None of them names a price, an outcome or another
player's money: the table computes those.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.round import Decision
from pitboss.table.day import Ruling
from pitboss.table.people import Role

CURRENT_ROUND: Final = 0
"""Stands for the open round; `Table` fills in its number. No round has this number."""
UNTIMED: Final = -1
"""Stands for the current time in seconds of UTC, which `Table` fills in."""


class _TaggedStruct(Struct, frozen=True, gc=False, tag=True):
    """The base of commands and matters; the name of a class is its ``type`` in JSON."""


class RoundCommand(_TaggedStruct, frozen=True, kw_only=True):
    """A command that names its round."""

    round: int = CURRENT_ROUND


class OpenTable(_TaggedStruct, frozen=True):
    """Open a table for a game, with chips in its tray."""

    table: str
    game: str
    bank: int


# What takes two people: one proposes it, another approves it.


class FileSubmission(_TaggedStruct, frozen=True, omit_defaults=True):
    """Play by this submission from the next round on."""

    submission: Mapping[str, Any]
    after_round: bool = False
    """Whether it may be approved mid-round, to take effect when that round is closed."""


class VoidRound(_TaggedStruct, frozen=True):
    """Undo the round: reverse what was settled and return every wager.

    A forfeited wager stays lost, and one kind of wager may be settled all the same.
    """

    round: int
    reason: str
    settles: str = ""


class CorrectPayout(_TaggedStruct, frozen=True):
    """Correct the credit of a wager in a closed round.

    If less was won than credited, what a meter paid goes back to it.
    """

    round: int
    seat: int
    wager: str
    """A wager, or ``envy`` or ``community_pay``."""
    credit: int
    reason: str
    handed_over: bool = False
    """Whether merchandise is handed over, so that its value is taken back."""


class CorrectCards(_TaggedStruct, frozen=True):
    """Correct cards of a physical deck that were entered wrongly, before the round is closed.

    Hands that were settled are settled again.
    """

    round: int
    cards: Mapping[str, str]
    """The right faces by the names of the cards: ``4.first``, ``flop.2``; some may be as before."""
    reason: str


class CorrectMeter(_TaggedStruct, frozen=True):
    """Change what a meter shows by this much; a fraction of a cent is written ``1/3``."""

    meter: str
    cents: int | str
    reason: str


class OpeningCount(_TaggedStruct, frozen=True):
    """Count the chips in the tray before play."""

    cents: int


class ClosingCount(_TaggedStruct, frozen=True):
    """Count the chips in the tray after play."""

    cents: int


class TransferChips(_TaggedStruct, frozen=True):
    """Bring chips from the cage to the tray (a fill), or take chips back (a credit)."""

    cents: int
    slip: str
    """The number of the slip."""
    to_cage: bool = False
    """Whether it is a credit."""


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


class Propose(_TaggedStruct, frozen=True):
    """Propose something that takes a second person."""

    matter: Matter
    at: int = UNTIMED


class Approve(_TaggedStruct, frozen=True):
    """Approve what somebody else proposed."""

    number: int
    counted: int | None = None
    """The second person's count, to approve a count of the tray."""
    at: int = UNTIMED
    cards: tuple[str, ...] = ()
    """The faces of the cards that a void turns over, where a physical deck is dealt."""


def approval_of(number: int, matter: Matter) -> Approve:
    """Return the command that approves a matter; a count of the tray is confirmed as it is."""
    if isinstance(matter, OpeningCount | ClosingCount):
        return Approve(number, matter.cents)
    return Approve(number)


class Reject(_TaggedStruct, frozen=True):
    """Reject a proposal, withdraw one's own, or withdraw a filing before it takes effect."""

    number: int


# What players do.


class TakeSeat(_TaggedStruct, frozen=True):
    """Sit down."""

    seat: int


class BuyIn(_TaggedStruct, frozen=True):
    """Exchange money for chips."""

    cents: int


class CashOut(_TaggedStruct, frozen=True):
    """Exchange chips for money; without an amount, all free chips."""

    cents: int | None = None


class Leave(_TaggedStruct, frozen=True):
    """Leave a seat; mid-round, a floorperson then rules on the wagers."""

    seat: int


class PlaceWagers(RoundCommand, frozen=True):
    """Place wagers."""

    seat: int
    wagers: Mapping[str, int]


class TakeBack(RoundCommand, frozen=True):
    """Take wagers back; without names, all of them."""

    seat: int
    wagers: tuple[str, ...] = ()


class AddEntropy(RoundCommand, frozen=True):
    """Contribute one's own text to the shuffle."""

    entropy: str


class Decide(RoundCommand, frozen=True):
    """Make the decision that is open on a street."""

    seat: int
    decision: Decision
    street: str = ""
    """The street of the decision; `Table` fills in the open one."""


# What the dealer does.


class ReceiveDeck(_TaggedStruct, frozen=True):
    """Bring a deck to the table: a new one, or one that is inspected and shuffled already."""

    ready_made: bool = False
    at: int = UNTIMED
    id: str = ""
    """The id in the register; `Table` fills in a number if it is empty."""
    design: str = ""
    color: str = ""
    """The color of the back; `Table` fills in design and color to go with the other deck."""


class SignChecklist(_TaggedStruct, frozen=True):
    """Sign the opening checklist of physical items, before the first round of the day."""

    items: tuple[str, ...]
    """The clauses of the items."""


class RemoveDeck(_TaggedStruct, frozen=True):
    """Take a deck off the table."""

    deck: int = 1


class Perform(_TaggedStruct, frozen=True):
    """Do the next task with a deck."""

    task: Task
    deck: int = 1
    cards: int = 0
    """The number of cards that a cut takes from the top; `Table` fills it in."""


class OpenRound(_TaggedStruct, frozen=True):
    """Open the betting, with the house committed to a fresh stack.

    The stack is cut before anyone contributes to the shuffle, so that nobody can choose a cut that
    suits them.
    """

    practice: bool = False
    """Whether the seed can be predicted."""
    at: int = UNTIMED


class NoMoreBets(RoundCommand, frozen=True):
    """Close the betting."""

    at: int = UNTIMED


class CountProgressives(RoundCommand, frozen=True):
    """Collect progressive wagers and count the chips, by wager."""

    chips: Mapping[str, int]


class Deal(RoundCommand, frozen=True):
    """Deal the next cards in the order of the method."""

    cards: tuple[str, ...] = ()
    """The faces of cards that are dealt face up from a physical deck."""


class TurnOver(RoundCommand, frozen=True):
    """Turn over the next cards."""

    cards: tuple[str, ...] = ()
    """Their faces, where a physical deck is dealt."""


class SpinWheel(RoundCommand, frozen=True):
    """Spin the wheel for the next seat with a pair."""

    symbol: str = ""
    """Where a physical wheel stopped; only with a physical deck."""


class Settle(RoundCommand, frozen=True):
    """Settle the next seat, or all of them.

    With a physical deck, all of them means as far as the cards are known.
    """

    every: bool = False
    cards: tuple[str, ...] = ()
    """The faces of the next seat's hand, where a physical deck is dealt."""


class CloseRound(RoundCommand, frozen=True):
    """Close the round and open its seed; a filing that waits for this takes effect."""

    at: int = UNTIMED


class VerifyJackpot(RoundCommand, frozen=True):
    """Verify the hand, the wager and the light of a seat that won from the progressive."""

    seat: int


class AnswerForAbsent(RoundCommand, frozen=True):
    """Decide for a player who left and whose wagers stand, staking nothing more."""

    seat: int


class CountStub(RoundCommand, frozen=True):
    """Count the undealt cards; between rounds, the whole deck."""

    cards: int


class MarkDevice(_TaggedStruct, frozen=True):
    """Cover a broken device, or put a sign on it."""

    device: Device
    mark: Mark = Mark.COVER


class Report(RoundCommand, frozen=True):
    """Report an incident."""

    kind: Kind
    seat: int = 0
    """The player's seat, if the incident affects a single player."""
    card: str = ""
    """The exposed card: the name of a card of a hand, or a place. It may be left out if only one
    card is possible; the next card of the stack needs no name."""
    deck: int = 1
    device: str = ""
    position: int = 0
    """The position of the card in that place or hand, from 1, if there are several."""
    face: str = ""
    """The exposed card itself, where a physical deck is dealt."""


class WalkedOff(RoundCommand, frozen=True):
    """Report that the player in a seat has left mid-round, or no longer answers."""

    seat: int


class FreeSeat(_TaggedStruct, frozen=True):
    """Free the seat of a player who is gone and has no wager on the table."""

    seat: int


# What a floorperson does.


class Rule(_TaggedStruct, frozen=True):
    """Rule on an incident that somebody else reported."""

    ruling: Ruling
    reason: str
    cards: tuple[str, ...] = ()
    """The faces of the cards that a void turns over, where a physical deck is dealt."""


class Forfeit(RoundCommand, frozen=True):
    """Forfeit every wager of a player who broke a rule about the cards."""

    seat: int
    breach: str


class RecordBreach(RoundCommand, frozen=True):
    """Record a breach of conduct, in a game without forfeits."""

    seat: int
    breach: str


class Recut(RoundCommand, frozen=True):
    """Have the cards cut again before the first one is dealt; nobody chooses where."""

    reason: str


class OrderShuffle(_TaggedStruct, frozen=True):
    """Have a deck shuffled again."""

    deck: int = 1


class RestoreDevice(_TaggedStruct, frozen=True):
    """Record that a device works again."""

    device: Device


class Disable(_TaggedStruct, frozen=True):
    """Bar the ``table``, the ``game`` or ``player:Ann`` from new rounds."""

    what: str
    reason: str


class Enable(_TaggedStruct, frozen=True):
    """Admit the ``table``, the ``game`` or ``player:Ann`` to new rounds again."""

    what: str


class ValidateJackpot(RoundCommand, frozen=True):
    """Validate a win from the progressive."""

    seat: int


class RuleOnAbsent(RoundCommand, frozen=True):
    """Rule on the wagers of a player who left: they are lost, or they stand."""

    seat: int
    lost: bool


Command = (
    PlaceWagers | TakeBack | AddEntropy | Decide | NoMoreBets | CountProgressives | Deal
    | TurnOver | SpinWheel | Settle | CloseRound | WalkedOff | FreeSeat | AnswerForAbsent
    | VerifyJackpot | ValidateJackpot | RuleOnAbsent | OpenTable | Propose | Approve | Reject
    | TakeSeat | BuyIn | CashOut | Leave | OpenRound | SignChecklist | ReceiveDeck | RemoveDeck
    | Perform | CountStub | MarkDevice | Report | Rule | Forfeit | RecordBreach | Recut
    | OrderShuffle | RestoreDevice | Disable | Enable
)  # fmt: skip
"""Any command."""

_PLAYER: Final = frozenset({Role.PLAYER})
_DEALER: Final = frozenset({Role.DEALER})
_FLOOR: Final = frozenset({Role.FLOORPERSON})
_STAFF: Final = _DEALER | _FLOOR

PERMISSIONS: Final[Mapping[type[Command], frozenset[Role]]] = {
    OpenTable: _FLOOR,
    Propose: _STAFF,
    Approve: _FLOOR,
    Reject: _STAFF,
    TakeSeat: _PLAYER,
    BuyIn: _PLAYER,
    CashOut: _PLAYER,
    Leave: _PLAYER,
    PlaceWagers: _PLAYER,
    TakeBack: _PLAYER,
    AddEntropy: _PLAYER,
    Decide: _PLAYER,
    OpenRound: _DEALER,
    NoMoreBets: _DEALER,
    CountProgressives: _DEALER,
    Deal: _DEALER,
    TurnOver: _DEALER,
    SpinWheel: _DEALER,
    Settle: _DEALER,
    CloseRound: _DEALER,
    WalkedOff: _STAFF,
    FreeSeat: _STAFF,
    AnswerForAbsent: _DEALER,
    VerifyJackpot: _DEALER,
    ValidateJackpot: _FLOOR,
    RuleOnAbsent: _FLOOR,
    SignChecklist: _STAFF,
    ReceiveDeck: _DEALER,
    RemoveDeck: _STAFF,
    Perform: _STAFF,
    CountStub: _DEALER,
    MarkDevice: _STAFF,
    Report: _STAFF,
    Rule: _FLOOR,
    Forfeit: _FLOOR,
    RecordBreach: _STAFF,
    Recut: _FLOOR,
    OrderShuffle: _FLOOR,
    RestoreDevice: _FLOOR,
    Disable: _FLOOR,
    Enable: _FLOOR,
}
"""The roles that may give each command."""

ENTERED_FOR_PLAYERS: Final = frozenset({PlaceWagers, TakeBack, Decide})
"""What the dealer may enter for a seat where a physical deck is dealt: players need no page."""


def may_give(kind: type[Command], role: Role, *, physical: bool) -> bool:
    """Return whether a role may give a command at a table with this kind of deck."""
    is_entered = physical and role is Role.DEALER and kind in ENTERED_FOR_PLAYERS
    return is_entered or role in PERMISSIONS.get(kind, frozenset())
