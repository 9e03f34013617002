"""What people ask of a table. A command names the round that it is meant for.

Nothing in a command names a price, an outcome or another player's money: the table works those out.
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
"""Stands for the round that is open; `Table` puts its number in, and no round has this one."""
UNTIMED: Final = -1
"""Stands for the time of the table's clock in seconds of UTC, which `Table` puts in."""


class RoundCommand(Struct, frozen=True, gc=False, kw_only=True):
    """A command that names its round."""

    round: int = CURRENT_ROUND


class OpenTable(Struct, frozen=True, gc=False, tag=True):
    """Open a table for a game, with chips in its tray."""

    table: str
    game: str
    bank: int


# What two people do: one proposes, another approves.


class FileSubmission(Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Play by this submission from the next round on."""

    submission: Mapping[str, Any]
    after_round: bool = False
    """Whether it may be approved in mid-round: then it takes effect when that round is closed."""


class VoidRound(Struct, frozen=True, gc=False, tag=True):
    """Undo the round: reverse what was settled and return every wager.

    A forfeited wager stays lost, and one kind of wager may be settled all the same.
    """

    round: int
    reason: str
    settles: str = ""


class CorrectPayout(Struct, frozen=True, gc=False, tag=True):
    """One wager of a closed round should have been credited otherwise.

    What a meter paid goes back to it, if less was won.
    """

    round: int
    seat: int
    wager: str
    """A wager, or ``envy`` or ``community_pay``: what other players' hands and spins brought."""
    credit: int
    reason: str
    handed_over: bool = False
    """Whether merchandise that was won is handed over, and its value therefore taken back."""


class CorrectMeter(Struct, frozen=True, gc=False, tag=True):
    """A meter should show so much more, or less; a fraction of a cent is written ``1/3``."""

    meter: str
    cents: int | str
    reason: str


class OpeningCount(Struct, frozen=True, gc=False, tag=True):
    """The chips in the tray before play, as one person counted them."""

    cents: int


class ClosingCount(Struct, frozen=True, gc=False, tag=True):
    """The chips in the tray after play."""

    cents: int


Matter = FileSubmission | VoidRound | CorrectPayout | CorrectMeter | OpeningCount | ClosingCount


class Propose(Struct, frozen=True, gc=False, tag=True):
    """Put a matter up for approval."""

    matter: Matter
    at: int = UNTIMED


class Approve(Struct, frozen=True, gc=False, tag=True):
    """Approve what somebody else proposed."""

    number: int
    counted: int | None = None
    """What the second person counted, where it is about a count of the tray."""
    at: int = UNTIMED


def approval_of(number: int, matter: Matter) -> Approve:
    """Approve it; of a count, having counted the same."""
    if isinstance(matter, OpeningCount | ClosingCount):
        return Approve(number, matter.cents)
    return Approve(number)


class Reject(Struct, frozen=True, gc=False, tag=True):
    """Turn a proposal down, take one's own back, or withdraw a filing before it takes effect."""

    number: int


# What players do.


class TakeSeat(Struct, frozen=True, gc=False, tag=True):
    """Sit down."""

    seat: int


class BuyIn(Struct, frozen=True, gc=False, tag=True):
    """Change money for chips."""

    cents: int


class CashOut(Struct, frozen=True, gc=False, tag=True):
    """Change chips for money; without a sum, all of them."""

    cents: int | None = None


class Leave(Struct, frozen=True, gc=False, tag=True):
    """Get up from a seat; in mid-round, a floorperson rules on the wagers."""

    seat: int


class PlaceWagers(RoundCommand, frozen=True, gc=False, tag=True):
    """Put chips on spots."""

    seat: int
    wagers: Mapping[str, int]


class TakeBack(RoundCommand, frozen=True, gc=False, tag=True):
    """Take wagers back; without names, all of them."""

    seat: int
    wagers: tuple[str, ...] = ()


class AddEntropy(RoundCommand, frozen=True, gc=False, tag=True):
    """Add something of one's own to the shuffle."""

    entropy: str


class Decide(RoundCommand, frozen=True, gc=False, tag=True):
    """Answer the dealer's question on a street."""

    seat: int
    decision: Decision
    street: str = ""
    """The street that is answered; `Table` puts in the open one."""


# What the dealer does.


class ReceiveDeck(Struct, frozen=True, gc=False, tag=True):
    """A deck comes to the table, new, or inspected and shuffled already."""

    ready_made: bool = False
    at: int = UNTIMED
    id: str = ""
    """What the register calls it; `Table` numbers a deck that nobody names…"""
    design: str = ""
    color: str = ""
    """…and puts in a design and a color of its back that fit the other deck."""


class SignChecklist(Struct, frozen=True, gc=False, tag=True):
    """Sign for what is physical at the table, item by item, before the first round of the day."""

    items: tuple[str, ...]
    """The clauses of the items that were looked at."""


class RemoveDeck(Struct, frozen=True, gc=False, tag=True):
    """Take a deck off the table, between rounds."""

    deck: int = 1


class Perform(Struct, frozen=True, gc=False, tag=True):
    """Do the next step with a deck."""

    task: Task
    deck: int = 1
    cards: int = 0
    """How many cards a cut takes from the top to the bottom; `Table` chooses."""


class OpenRound(Struct, frozen=True, gc=False, tag=True):
    """Open the betting, with the commitment to a fresh stack on the table.

    It was cut before anyone adds to the shuffle, so that nobody can choose a cut that suits.
    """

    practice: bool = False
    """Whether the seed can be foreseen."""
    at: int = UNTIMED


class NoMoreBets(RoundCommand, frozen=True, gc=False, tag=True):
    """Close the betting."""

    at: int = UNTIMED


class CountProgressives(RoundCommand, frozen=True, gc=False, tag=True):
    """Collect progressive wagers and count the chips, by wager."""

    chips: Mapping[str, int]


class Deal(RoundCommand, frozen=True, gc=False, tag=True):
    """Deal the next cards in the order of the method."""


class TurnOver(RoundCommand, frozen=True, gc=False, tag=True):
    """Turn over the cards that are due."""


class SpinWheel(RoundCommand, frozen=True, gc=False, tag=True):
    """Spin the wheel for the seat whose pair lies open."""


class Settle(RoundCommand, frozen=True, gc=False, tag=True):
    """Settle the next seat, or all that are left."""

    every: bool = False


class CloseRound(RoundCommand, frozen=True, gc=False, tag=True):
    """Put the cards away, and open the seed; a filing that waits for this takes effect."""

    at: int = UNTIMED


class VerifyJackpot(RoundCommand, frozen=True, gc=False, tag=True):
    """Verify the hand, the wager and the light of a seat that won from the progressive."""

    seat: int


class AnswerForAbsent(RoundCommand, frozen=True, gc=False, tag=True):
    """Answer for a player who left and whose wagers stand: stake nothing more."""

    seat: int


class CountStub(RoundCommand, frozen=True, gc=False, tag=True):
    """Count the cards that were not dealt; between rounds, the whole deck."""

    cards: int


class MarkDevice(Struct, frozen=True, gc=False, tag=True):
    """Cover a broken machine, or put a sign on it."""

    device: Device
    mark: Mark = Mark.COVER


class Report(RoundCommand, frozen=True, gc=False, tag=True):
    """Something went wrong: what, and where."""

    kind: Kind
    seat: int = 0
    """Whose cards, if it is about one player's."""
    card: str = ""
    """Which card lies open: which of a hand, or its place. It may be left out where only one can be
    meant; the next card of the stack needs no name."""
    deck: int = 1
    device: str = ""
    position: int = 0
    """Which card of that place or hand, counted from 1, where several lie there."""


class WalkedOff(RoundCommand, frozen=True, gc=False, tag=True):
    """The player of a seat has left in mid-round, or does not answer any more."""

    seat: int


class FreeSeat(Struct, frozen=True, gc=False, tag=True):
    """Free the seat of a player who is not there and has no wager on the table."""

    seat: int


# What a floorperson does.


class Rule(Struct, frozen=True, gc=False, tag=True):
    """Answer an irregularity that somebody else reported."""

    ruling: Ruling
    reason: str


class Forfeit(RoundCommand, frozen=True, gc=False, tag=True):
    """A player broke one of the rules for which all wagers of the round are lost."""

    seat: int
    breach: str


class RecordBreach(RoundCommand, frozen=True, gc=False, tag=True):
    """A player broke a rule of conduct in a game that knows no forfeit: put it on record."""

    seat: int
    breach: str


class Recut(RoundCommand, frozen=True, gc=False, tag=True):
    """Have the cards cut again before the first is dealt; where, nobody chooses."""

    reason: str


class OrderShuffle(Struct, frozen=True, gc=False, tag=True):
    """Have a deck shuffled again."""

    deck: int = 1


class RestoreDevice(Struct, frozen=True, gc=False, tag=True):
    """A machine works again."""

    device: Device


class Disable(Struct, frozen=True, gc=False, tag=True):
    """From now on the ``table``, the ``game`` or ``player:Ann`` takes part in no new round."""

    what: str
    reason: str


class Enable(Struct, frozen=True, gc=False, tag=True):
    """Let it take part again."""

    what: str


class ValidateJackpot(RoundCommand, frozen=True, gc=False, tag=True):
    """Validate what a seat won from the progressive."""

    seat: int


class RuleOnAbsent(RoundCommand, frozen=True, gc=False, tag=True):
    """Rule on the wagers of a player who left: lost, or they stand and stake nothing more."""

    seat: int
    lost: bool


Command = (
    PlaceWagers
    | TakeBack
    | AddEntropy
    | Decide
    | NoMoreBets
    | CountProgressives
    | Deal
    | TurnOver
    | SpinWheel
    | Settle
    | CloseRound
    | WalkedOff
    | FreeSeat
    | AnswerForAbsent
    | VerifyJackpot
    | ValidateJackpot
    | RuleOnAbsent
    | OpenTable
    | Propose
    | Approve
    | Reject
    | TakeSeat
    | BuyIn
    | CashOut
    | Leave
    | OpenRound
    | SignChecklist
    | ReceiveDeck
    | RemoveDeck
    | Perform
    | CountStub
    | MarkDevice
    | Report
    | Rule
    | Forfeit
    | RecordBreach
    | Recut
    | OrderShuffle
    | RestoreDevice
    | Disable
    | Enable
)

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
"""Who may: whoever is not named may not."""
