"""What a decision would move, in money: the command is handled, and nothing is committed.

The table's own handlers and postings are asked, so that there is no second copy of a rule. The
stack has the cards that are face up, and stands in for all others: what depends on a card that is
still hidden is left out, and `Consequences.depends_on_hidden_cards` says so.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.console.context import StandInShoe
from pitboss.errors import Refused
from pitboss.submission.rules import Rules
from pitboss.table import Person, State
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.apply import apply_with_postings
from pitboss.table.handlers import handle
from pitboss.table.house_rules import TWO_PEOPLE
from pitboss.table.ledger import TRAY, Cents, Posting, player_account, stack_account
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR
from pitboss.table.physical_cards import stack_with_faces
from pitboss.table.postings import postings
from pitboss.table.state import Proposal, RoundState, recall_round, require_rules

Preview = c.Rule | c.Approve | c.Propose | c.ValidateJackpot | c.RuleOnAbsent | c.Forfeit
"""Commands whose consequences can be computed without a hidden card."""
PREVIEWED: Final = (c.Rule, c.Approve, c.Propose, c.ValidateJackpot, c.RuleOnAbsent, c.Forfeit)
_COUNTS: Final = (c.OpeningCount, c.ClosingCount)
_Step = tuple[State, e.Event, tuple[Posting, ...]]


class SeatMove(Struct, frozen=True):
    """What a player receives, or gives back."""

    seat: int
    player: str
    cents: int
    """Negative if it is taken."""


class MeterMove(Struct, frozen=True):
    """What a meter shows before and after, in whole cents."""

    meter: str
    before: int
    after: int
    paid: int
    """What it pays, before it is reset."""


class Consequences(Struct, frozen=True, kw_only=True):
    """What would move if a command were carried out now."""

    version: int
    """The version of the table that this was computed from."""
    seats: tuple[SeatMove, ...] = ()
    meters: tuple[MeterMove, ...] = ()
    tray: int = 0
    """What the tray gains, in cents; negative if it pays."""
    fill: int = 0
    """What the house has to add to the tray first, because it holds too little."""
    depends_on_hidden_cards: bool = False
    """Whether a wager is settled by cards that are still face down; it is left out."""
    moves_nothing: bool = False
    """Whether no money moves at all."""


def consequences(state: State, by: Person, command: c.Command, at: int) -> Consequences:
    """Return what a decision would move, or raise `Refused` for one that is not possible now."""
    if not isinstance(command, PREVIEWED):
        raise Refused(
            f"{type(command).__name__} has no preview: choose from "
            f"{', '.join(kind.__name__ for kind in PREVIEWED)}"
        )
    steps = list(_steps(state, by, _complete(state, command, at)))
    is_open = any(isinstance(event, e.CardsTurned) for _, event, _ in steps)
    moves = [
        posting
        for before, event, event_postings in steps
        for posting in (_known_postings(before, event) if is_open else event_postings)
    ]
    seats = tuple(_seat_moves(state, steps, moves))
    meters = tuple(_meter_moves(state, moves))
    fills = [event.cents for _, event, _ in steps if isinstance(event, e.TrayFilled)]
    fill = 0 if is_open else sum(fills)
    tray = int(_gain(moves, TRAY) - fill)
    return Consequences(
        version=state.version,
        seats=seats,
        meters=meters,
        tray=tray,
        fill=fill,
        depends_on_hidden_cards=is_open,
        moves_nothing=not (seats or meters or tray or fill or is_open),
    )


def _complete(state: State, command: c.Command, at: int) -> c.Command:
    """Return a command with the round and the time that it lacks."""
    if isinstance(command, c.RoundCommand) and command.round == c.CURRENT_ROUND and state.round:
        command = replace(command, round=state.round.number)
    if getattr(command, "at", None) == c.UNTIMED:
        command = replace(command, at=at)
    return command


def _steps(state: State, by: Person, command: c.Command) -> Iterator[_Step]:
    """Yield each event of a command and of what follows from it, with its postings."""
    round_ = state.round
    shoe = ShownShoe(require_rules(state), round_) if state.rules and round_ else None
    if round_ and round_.physical and not getattr(command, "cards", ()):
        # Cards that nobody has entered yet are hidden cards, as those of a virtual deck are.
        state = replace(state, round=replace(round_, physical=False))
    second: list[tuple[Person, c.Command]] = []
    if isinstance(command, c.Propose):
        _refuse_count(command.matter)
        approval = replace(c.approval_of(state.proposed + 1, command.matter), at=command.at)
        second = [(HOUSE_FLOOR, approval)]
    elif isinstance(command, c.Approve):
        proposal = state.proposals.get(command.number)
        if isinstance(proposal, Proposal):
            _refuse_count(proposal.matter)
    elif isinstance(command, c.ValidateJackpot) and round_:
        second = [(HOUSE_DEALER, c.Settle(round=round_.number))]
    for person, item in [(by, command), *second]:
        for event in handle(state, person, item, shoe):
            before = state
            state, event_postings = apply_with_postings(state, event)
            yield before, event, event_postings


def _refuse_count(matter: c.Matter) -> None:
    if isinstance(matter, _COUNTS):
        raise Refused("a count of the tray has no preview: two people count blindly", TWO_PEOPLE)


class ShownShoe(StandInShoe):
    """A stack with the cards that are face up in their places, and any others elsewhere."""

    def __init__(self, rules: Rules, round_: RoundState) -> None:
        super().__init__(rules, round_.seed_hash, round_.root)
        self.cards = stack_with_faces(rules.deck, round_.shown)


def _known_postings(state: State, event: e.Event) -> tuple[Posting, ...]:
    """Return the postings of an event that depend on no hidden card."""
    if isinstance(event, e.TrayFilled | e.SeatSettled | e.GiftsPaid):
        return ()
    if isinstance(event, e.RoundVoided):
        exceptions = require_rules(state).settled_when_void
        seats = {
            seat: {key: result for key, result in wagers.items() if key not in exceptions}
            for seat, wagers in event.seats.items()
        }
        event = replace(event, seats=seats)
    return postings(state, event)


def _gain(moves: Iterable[Posting], account: str) -> Cents:
    return sum(
        posting.cents * ((posting.target == account) - (posting.source == account))
        for posting in moves
    )


def _seat_moves(
    state: State, steps: Iterable[_Step], moves: Iterable[Posting]
) -> Iterator[SeatMove]:
    """Yield what each player gains or loses in chips, or outside if they have left."""
    every = tuple(moves)
    players = {**state.seats, **(state.round.players if state.round else {})}
    for _, event, _ in steps:
        if isinstance(event, e.PayoutCorrected) and (round_ := recall_round(state, event.round)):
            players[event.seat] = round_.players[event.seat]
    for seat, name in sorted(players.items()):
        cents = _gain(every, stack_account(name)) + _gain(every, player_account(name))
        if cents:
            yield SeatMove(seat, name, int(cents))


def _meter_moves(state: State, moves: Iterable[Posting]) -> Iterator[MeterMove]:
    every = tuple(moves)
    for name in state.books:
        account = f"meter:{name}"
        touching = [item for item in every if account in (item.source, item.target)]
        before = state.meter_amount(name)
        if touching:
            paid = sum(
                item.cents
                for item in touching
                if item.source == account and item.phase == "posted" and item.why != "correction"
            )
            after = before + _gain(touching, account)
            yield MeterMove(name, int(before), int(after), int(paid))
