"""`Table`: one live table, with its state, its log and its sealed stack."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.games import find_game
from pitboss.games.deck_tasks import Task, is_floor_task
from pitboss.shuffle import (
    RandomStream,
    Shoe,
    build_shoe,
    fresh_seed,
    practice_seed,
    shuffle_context,
)
from pitboss.submission import example_filing
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table.actions import Actions, LogEntry, Participant
from pitboss.table.apply import apply_with_postings
from pitboss.table.decks import new_deck_identity
from pitboss.table.events import Event
from pitboss.table.export import export_lines, round_log
from pitboss.table.handlers import handle
from pitboss.table.handlers.equipment import cut_range
from pitboss.table.house_rules import APPROVED_RULES, RECALL
from pitboss.table.instructions import Instruction, instruction
from pitboss.table.next_step import Automation, NextStep, next_step
from pitboss.table.notation import Position, full_position, visible_position
from pitboss.table.people import ANONYMOUS, HOUSE_DEALER, HOUSE_FLOOR, Person, Role
from pitboss.table.proofs import rebuild_shoe
from pitboss.table.state import State, open_street, recall_round
from pitboss.table.views import View, view

EARLIEST_TIME: Final = datetime.min.replace(tzinfo=UTC)
MAX_CONSEQUENCES: Final = 5_000
"""No command has this many consequences: a table that would go on forever is stopped."""
DEFAULT_BANK: Final = 100_000_00
"""The chips in the tray of a new table by default, in cents."""


_TIMED_COMMANDS: Final = (
    c.OpenRound,
    c.NoMoreBets,
    c.CloseRound,
    c.ReceiveDeck,
    c.Propose,
    c.Approve,
)
_INCOMPLETE_COMMANDS: Final = frozenset({c.CloseRound, c.ReceiveDeck, c.Perform})
"""Commands of a next step that lack the time or the cut; the others are complete."""


def utc_text(moment: datetime) -> str:
    """Return a time in the form that the log uses."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _utc_seconds(moment: datetime | None) -> int | None:
    return None if moment is None else int(moment.timestamp())


class Table(Actions):
    """A live table. The house does what its automation says; people do the rest."""

    def __init__(
        self,
        *,
        automation: Automation = Automation.EVERYTHING,
        practice: str | None = None,
        clock: Callable[[], datetime] | None = None,
        keep_log: bool = True,
    ) -> None:
        """Create a table that is not open yet.

        With a ``practice`` name the shoes can be predicted and repeated, and the log says so. A
        ``clock`` gives the time of each event; without one, time does not pass. Without
        ``keep_log``, the log is not held in memory.
        """
        self.state = State()
        self.log: list[LogEntry] = []
        self.automation = automation
        self.shoe: Shoe | None = None
        self._practice, self._clock, self._keep_log = practice, clock, keep_log
        self._moment: datetime | None = None
        """The time of the last command and of everything that it causes."""

    @classmethod
    def open(
        cls,
        game: str,
        submission: Mapping[str, Any] | None = None,
        *,
        name: str = "table 1",
        bank: int = DEFAULT_BANK,
        automation: Automation = Automation.EVERYTHING,
        practice: str | None = None,
        clock: Callable[[], datetime] | None = None,
        keep_log: bool = True,
    ) -> "Table":
        """Return a table that is ready to play: opened, with rules that the house approved.

        A submission is laid over the built-in example of the game.
        """
        table = cls(automation=automation, practice=practice, clock=clock, keep_log=keep_log)
        table.open_table(name, game, bank)
        table.propose(c.FileSubmission(example_filing(find_game(game), submission)))
        table.approve(table.state.proposed)
        return table

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        if self.state.rules is None:
            raise Refused("no submission has been approved for this table", APPROVED_RULES)
        return self.state.rules

    @property
    def instruction(self) -> Instruction:
        """The next step in words, and what blocks the next deal."""
        return instruction(self.state, self._current_time())

    @property
    def next_step(self) -> NextStep | None:
        """The next step as a command, or None while the table waits for players."""
        return next_step(self.state, self._current_time())

    def view(self, viewer: Person) -> View:
        """Return the table as a viewer may see it."""
        return view(self.state, self.shoe, viewer)

    def position(self, viewer: Person = ANONYMOUS) -> Position:
        """Return the position that a viewer may see; its ``str()`` is one line."""
        return visible_position(self.state, self.shoe, viewer)

    def recall(self, number: int) -> Position:
        """Return one of the last closed rounds with every card; its ``str()`` is one line.

        Cards of a physical deck that nobody turned over stay face down.
        """
        round_ = recall_round(self.state, number)
        if round_ is None or not round_.order or not (round_.seed or round_.physical):
            numbers = ", ".join(str(r.number) for r in self.state.last if r.order)
            why = f"choose from {numbers}" if numbers else "no round has been played"
            raise Refused(f"round {number} cannot be recalled: {why}", RECALL)
        shoe = None
        if not round_.physical:
            shoe = rebuild_shoe(self.state, round_, bytes.fromhex(round_.seed))
        return full_position(self.state, round_, shoe)

    def export(self, number: int | None = None) -> Iterator[bytes]:
        """Return the lines of the whole shift, or of one closed round, for `pitboss verify`."""
        return export_lines(self.log if number is None else round_log(self.log, number))

    def player(self, name: str) -> Participant:
        """Return the table as used by this player."""
        return Participant(self, Person(name, Role.PLAYER))

    def dealer(self, name: str) -> Participant:
        """Return the table as used by this dealer."""
        return Participant(self, Person(name, Role.DEALER))

    def floorperson(self, name: str) -> Participant:
        """Return the table as used by this floorperson."""
        return Participant(self, Person(name, Role.FLOORPERSON))

    def resume(self, state: State, shoe: Shoe | None, moment: datetime | None) -> None:
        """Continue from a state and its shoe; time does not go back before ``moment``."""
        self.state, self.shoe, self._moment = state, shoe, moment

    def execute(self, command: c.Command, by: Person | None = None) -> tuple[LogEntry, ...]:
        """Carry out a command, and whatever the house then does itself."""
        self._read_clock()
        command = self._fill_in(command, self._moment)
        entries = self._execute_one(by or self._default_person(command), command)
        return tuple(self._run_house_steps(entries))

    def tick(self) -> tuple[LogEntry, ...]:
        """Read the clock, and do the house's steps that have become due."""
        self._read_clock()
        return tuple(self._run_house_steps([]))

    def _read_clock(self) -> None:
        """Set the time of the next events, which never goes back even if the clock does."""
        now = self._clock() if self._clock else None
        if now is None or self._moment is None or now > self._moment:
            self._moment = now

    def _run_house_steps(self, entries: list[LogEntry]) -> list[LogEntry]:
        """Do the next steps that are left to the house, and return all entries with theirs."""
        at, automation = _utc_seconds(self._moment), self.automation
        while (step := next_step(self.state, at)) is not None:
            if step.flag is None or step.flag not in automation:
                break
            if len(entries) > MAX_CONSEQUENCES:
                raise AssertionError("the steps of the house do not end")
            command = step.command
            try:
                entries += self._execute_one(
                    step.by,
                    self._fill_in(command, self._moment)
                    if type(command) in _INCOMPLETE_COMMANDS
                    else command,
                )
            except Refused:
                # The command is done; a step that the house cannot do is left to people.
                break
        return entries

    def verify(self, command: c.Command, by: Person | None = None) -> None:
        """Refuse a command that could not be carried out; change nothing."""
        command = self._fill_in(command)
        self._handle(by or self._default_person(command), command)

    def _handle(self, by: Person, command: c.Command) -> tuple[tuple[Event, ...], Shoe | None]:
        """Return the events of a command and the stack after it; a refusal names the next step."""
        shoe = self._new_shoe() if type(command) is c.OpenRound else self.shoe
        try:
            return handle(self.state, by, command, shoe), shoe
        except Refused as refused:
            refused.instruction = str(self.instruction)
            raise

    def _execute_one(self, by: Person, command: c.Command) -> list[LogEntry]:
        events, shoe = self._handle(by, command)
        state, entries = self.state, []
        at = utc_text(self._moment) if self._moment else None
        for event in events:
            state, event_postings = apply_with_postings(state, event)
            entries.append(LogEntry(state.version, event, by, event_postings, at))
        self.state, self.shoe = state, shoe
        if self._keep_log:
            self.log += entries
        return entries

    def _new_shoe(self) -> Shoe | None:
        """Return a new stack for the next round, or the current one if none can be opened.

        Where people deal from a physical deck, there is none.
        """
        if self.state.has_open_round or not self.state.rules:
            return self.shoe
        if self.state.rules.table.is_physical:
            return None
        number = self._next_round_number()
        seed = practice_seed(self._practice, number) if self._practice else fresh_seed()
        rules = self.state.rules
        return build_shoe(
            seed, shuffle_context(self.state.table, number, rules.hash), rules.deck.cards
        )

    def _fill_in(self, command: c.Command, moment: datetime | None = None) -> c.Command:
        """Fill in what a caller may leave out: the round, the street, the time, the cut."""
        round_ = self.state.round
        if type(command) is c.Perform:
            if command.task is Task.CUT and not command.cards:
                return replace(command, cards=self._choose_cut(command.deck))
            return command
        if isinstance(command, _TIMED_COMMANDS) and (self._clock or command.at == c.UNTIMED):
            at = _utc_seconds(moment)
            command = replace(command, at=self._current_time() if at is None else at)
        if type(command) is c.ReceiveDeck and not (command.id or command.design or command.color):
            name, design, color = new_deck_identity(self.state.day)
            return replace(command, id=name, design=design, color=color)
        if type(command) is c.OpenRound:
            # Only the table knows whether its seeds can be predicted.
            return replace(command, practice=bool(self._practice))
        if (
            round_ is None
            or not isinstance(command, c.RoundCommand)
            or command.round != c.CURRENT_ROUND
        ):
            return command
        if type(command) is c.Decide and not command.street and self.state.rules:
            street = open_street(self.state.rules, round_)
            return replace(command, round=round_.number, street=street.name if street else "")
        return replace(command, round=round_.number)

    def _choose_cut(self, slot: int) -> int:
        """Return where the house cuts a stack, or 0 if it is not cut."""
        deck = self.state.day.decks.get(slot) if type(slot) is int else None
        low, high = cut_range(self.state.rules, deck) if self.state.rules and deck else (0, 0)
        if self._practice:
            seed = practice_seed(self._practice, self._next_round_number())
            return low + RandomStream(seed, b"cut").below(high - low + 1)
        return low + secrets.randbelow(high - low + 1)

    def _current_time(self) -> int:
        """Return the time in seconds of UTC, or the last recorded one if there is no clock."""
        if self._clock is None:
            return self.state.day.at
        return int(max(self._clock(), self._moment or EARLIEST_TIME).timestamp())

    def _next_round_number(self) -> int:
        return self.state.round.number + 1 if self.state.round else 1

    def _default_person(self, command: c.Command) -> Person:
        """Return the person who gives a command if the caller names nobody."""
        roles = c.PERMISSIONS.get(type(command), frozenset())
        if Role.PLAYER in roles:
            seat = getattr(command, "seat", None)
            name = self.state.seats.get(seat, "") if type(seat) is int else ""
            return Person(name, Role.PLAYER)
        if isinstance(command, c.Perform) and is_floor_task(command.task):
            return HOUSE_FLOOR
        if Role.DEALER in roles:
            return HOUSE_DEALER
        return HOUSE_FLOOR
