"""Tables with a physical deck, and a virtual table beside them whose cards people would see."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from pitboss.cards import Card, card_text
from pitboss.table import Automation, LogEntry, Phase, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.actions import Participant
from pitboss.table.due_cards import due_cards
from pitboss.table.hidden_cards import card_positions
from pitboss.table.state import State, require_round, require_rules
from pitboss.table.views import choices_for_seat

from .tables import PLAYERS, antes

PHYSICAL: Final[dict[str, Any]] = {"table": {"cards": "physical"}}
DEALER, FLOOR = "Dee", "Flo"


def physical_table(game: str, seats: int = 3, submission: dict[str, Any] | None = None) -> Table:
    """Return a table with a physical deck, and players with chips."""
    return _table_with_players(
        game, {**(submission or {}), "table": _table(submission) | PHYSICAL["table"]}, seats
    )


def _table(submission: dict[str, Any] | None) -> dict[str, Any]:
    return dict((submission or {}).get("table", {}))


def _table_with_players(
    game: str, submission: dict[str, Any], seats: int, practice: str | None = None
) -> Table:
    table = Table.open(game, submission, automation=Automation.CARE, practice=practice)
    for seat in range(1, seats + 1):
        player = table.player(PLAYERS[seat])
        player.take_seat(seat)
        player.buy_in(5_000_00)
    return table


def faces_for(state: State, names: Iterable[str], stack: tuple[Card, ...]) -> tuple[str, ...]:
    """Return the faces of named cards, which are dealt in the order of a stack."""
    round_, rules = require_round(state), require_rules(state)
    positions = card_positions(rules, round_)
    upcoming = iter(range(round_.dealt, len(stack)))
    at = (positions[name] if name in positions else next(upcoming) for name in names)
    return tuple(card_text(stack[position]) for position in at)


def with_faces(state: State, command: c.Command, stack: tuple[Card, ...]) -> c.Command:
    """Return a command with the faces that it turns over."""
    names = due_cards(state, command)
    return replace(command, cards=faces_for(state, names, stack)) if names else command


def deal_round(
    table: Table, stack: tuple[Card, ...], chance: Random, wagers: dict[str, int] | None = None
) -> Iterator[LogEntry]:
    """Play a round of a physical deck from open betting to its close, every step by the dealer."""
    dealer = table.dealer(DEALER)
    yield from dealer.open_round()
    for seat in table.state.seats:
        yield from dealer.place_wagers(seat, wagers or antes(table.state.game))
    yield from dealer.no_more_bets()
    while require_round(table.state).phase is not Phase.CLOSED:
        yield from next_entries(table, stack, chance)


def next_entries(table: Table, stack: tuple[Card, ...], chance: Random) -> tuple[LogEntry, ...]:
    """Do the next step of a round."""
    dealer, floor = table.dealer(DEALER), table.floorperson(FLOOR)
    round_ = require_round(table.state)
    if round_.turn is not None:
        choice = chance.choice(choices_for_seat(table.state, round_.turn))
        return dealer.decide(round_.turn, choice.decision)
    step = table.next_step
    assert step is not None
    command = with_faces(table.state, step.command, stack)
    if isinstance(command, c.SpinWheel):
        command = replace(command, symbol=chance.choice(symbols(table)))
    if isinstance(command, c.Settle):
        command = replace(command, every=False)
    by = dealer if step.by.role == "dealer" else floor
    return by.execute(command)


def symbols(table: Table) -> list[str]:
    """Return the symbols of the wheel of a table."""
    return [item.name for side in table.rules.sides for item in side.pays.wheel]


class MirroredTables:
    """A virtual table, and a physical one that deals the same cards to the same players."""

    def __init__(self, game: str, practice: str, seats: int, submission: dict[str, Any]) -> None:
        self.virtual = _table_with_players(game, submission, seats, practice)
        self.physical = physical_table(game, seats, submission)

    def play(self, chance: Random) -> None:
        """Play a round at both tables, with the same wagers, decisions, cards and spins."""
        for table in (self.virtual, self.physical):
            table.dealer(DEALER).open_round()
        required = antes(self.virtual.state.game)
        sides = {side.key: side.minimum for side in self.virtual.rules.sides}
        for seat, name in self.virtual.state.seats.items():
            wagers = required | {key: c for key, c in sides.items() if chance.random() < 0.8}
            self.virtual.player(name).place_wagers(seat, wagers)
            self.physical.dealer(DEALER).place_wagers(seat, wagers)
        for table in (self.virtual, self.physical):
            table.dealer(DEALER).no_more_bets()
        while require_round(self.virtual.state).phase is not Phase.CLOSED:
            self._step(chance)

    @property
    def stack(self) -> tuple[Card, ...]:
        """The cards in the order of dealing."""
        assert self.virtual.shoe is not None
        order = require_round(self.virtual.state).order
        return tuple(self.virtual.shoe.cards[at] for at in order)

    def _step(self, chance: Random) -> None:
        round_, stack = require_round(self.virtual.state), self.stack
        if round_.turn is not None:
            choices = choices_for_seat(self.virtual.state, round_.turn, self.virtual.shoe)
            decision = chance.choice(choices).decision
            name = round_.players[round_.turn]
            self.virtual.player(name).decide(round_.turn, decision)
            by = chance.choice([self.physical.player(name), self.physical.dealer(DEALER)])
            by.decide(round_.turn, decision)
            return
        step = self.virtual.next_step
        assert step is not None
        command = step.command
        if isinstance(command, c.Settle):
            command = c.Settle(round=round_.number)
        entries = self._by(self.virtual, step.by.role).execute(command)
        if isinstance(command, c.SpinWheel):
            (spun,) = (item.event for item in entries if isinstance(item.event, e.WheelSpun))
            command = replace(command, symbol=spun.symbol)
        command = with_faces(self.physical.state, command, stack)
        self._by(self.physical, step.by.role).execute(command)

    @staticmethod
    def _by(table: Table, role: str) -> Participant:
        return table.dealer(DEALER) if role == "dealer" else table.floorperson(FLOOR)
