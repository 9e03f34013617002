"""`Table`: one live table, with its state, its log and its sealed stack."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from msgspec.structs import replace

from pitboss.games import find_game
from pitboss.games.tasks import Task, is_confirmed
from pitboss.refusal import Refused
from pitboss.shuffle import Shoe, Stream, bound_to, fresh_seed, practice_seed, shoe_of
from pitboss.submission import example
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table.actions import Actions, Recorded, Speaker
from pitboss.table.care import new_deck
from pitboss.table.deciding import decide
from pitboss.table.deciding.procedures import cut_range
from pitboss.table.due import Automation, Due, due
from pitboss.table.duty import Duty, duty
from pitboss.table.events import Event
from pitboss.table.evolve import record
from pitboss.table.export import exported, one_round
from pitboss.table.house import APPROVED_RULES, RECALL
from pitboss.table.money import recalled
from pitboss.table.notation import Position, position, whole_round
from pitboss.table.people import ANYBODY, HOUSE_DEALER, HOUSE_FLOOR, Person, Role
from pitboss.table.proofs import rebuild_shoe
from pitboss.table.state import State, open_street
from pitboss.table.views import View, view

EARLIEST: Final = datetime.min.replace(tzinfo=UTC)
ENDLESS: Final = 5_000
"""No command has so many consequences: a table that would go on for ever is stopped."""
BANK: Final = 100_000_00
"""Chips in the tray of a table that is opened without a word about them, in cents."""


_TIMED: Final = (c.OpenRound, c.NoMoreBets, c.CloseRound, c.ReceiveDeck, c.Propose, c.Approve)
_UNSAID: Final = frozenset({c.CloseRound, c.ReceiveDeck, c.Perform})
"""What is due says all of other commands; of these the time or the cut is still to be told."""


def utc(moment: datetime) -> str:
    """A time as the log writes it."""
    written = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return written.replace("+00:00", "Z")


def _seconds(moment: datetime | None) -> int | None:
    return None if moment is None else int(moment.timestamp())


class Table(Actions):
    """A live table. The house does what its automation says; people do the rest."""

    def __init__(
        self,
        *,
        automation: Automation = Automation.EVERYTHING,
        practice: str | None = None,
        clock: Callable[[], datetime] | None = None,
        keep: bool = True,
    ) -> None:
        """A table that is not open yet.

        With a ``practice`` name the shoes can be foreseen and repeated, and the log says so. A
        ``clock`` gives the time of each event; without one, time stands still. Without ``keep`` the
        log is not held in memory.
        """
        self.state = State()
        self.log: list[Recorded] = []
        self.automation = automation
        self.shoe: Shoe | None = None
        self._practice, self._clock, self._keep = practice, clock, keep
        self._moment: datetime | None = None
        """When the last command was said: all that it causes happens then."""

    @classmethod
    def open(
        cls,
        game: str,
        submission: Mapping[str, Any] | None = None,
        *,
        name: str = "table 1",
        bank: int = BANK,
        automation: Automation = Automation.EVERYTHING,
        practice: str | None = None,
        clock: Callable[[], datetime] | None = None,
        keep: bool = True,
    ) -> "Table":
        """A table that is ready to play: opened, with rules that the house approved.

        A submission is laid over the built-in example of the game.
        """
        table = cls(automation=automation, practice=practice, clock=clock, keep=keep)
        table.open_table(name, game, bank)
        table.propose(c.FileSubmission(example(find_game(game), submission)))
        table.approve(table.state.proposed)
        return table

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        if self.state.rules is None:
            raise Refused("no submission has been approved for this table", APPROVED_RULES)
        return self.state.rules

    @property
    def duty(self) -> Duty:
        """What is due now, who does it, what is said, and what would block the next deal."""
        return duty(self.state, self._now())

    @property
    def due(self) -> Due | None:
        """The same as the command that does it; none while the table waits for players."""
        return due(self.state, self._now())

    def view(self, viewer: Person) -> View:
        """The table as somebody may see it."""
        return view(self.state, self.shoe, viewer)

    def position(self, viewer: Person = ANYBODY) -> Position:
        """What lies on the table, as somebody may see it; ``str()`` of it is one line."""
        return position(self.state, self.shoe, viewer)

    def recall(self, number: int) -> Position:
        """One of the last closed rounds, whole; ``str()`` of it is one line."""
        was = recalled(self.state, number)
        if was is None or not was.order or not was.seed:
            known = ", ".join(str(r.number) for r in self.state.last if r.order) or "none"
            raise Refused(f"round {number} is not among the last that were played: {known}", RECALL)
        shoe = rebuild_shoe(self.state, was, bytes.fromhex(was.seed))
        return whole_round(self.state, was, shoe)

    def export(self, number: int | None = None) -> Iterator[bytes]:
        """The lines of the whole shift, or of one closed round, for `pitboss verify`."""
        return exported(self.log if number is None else one_round(self.log, number))

    def player(self, name: str) -> Speaker:
        """The table as this player speaks to it."""
        return Speaker(self, Person(name, Role.PLAYER))

    def dealer(self, name: str) -> Speaker:
        """The table as this dealer speaks to it."""
        return Speaker(self, Person(name, Role.DEALER))

    def floorperson(self, name: str) -> Speaker:
        """The table as this floorperson speaks to it."""
        return Speaker(self, Person(name, Role.FLOORPERSON))

    def take_up(self, state: State, shoe: Shoe | None, moment: datetime | None) -> None:
        """Go on from where the table was, and not before the ``moment`` when that was."""
        self.state, self.shoe, self._moment = state, shoe, moment

    def say(self, command: c.Command, by: Person | None = None) -> tuple[Recorded, ...]:
        """Carry out a command, and whatever the house then does itself."""
        self._look_at_the_clock()
        command = self._meant(command, self._moment)
        recorded = self._do(by or self._who(command), command)
        return tuple(self._house(recorded))

    def tick(self) -> tuple[Recorded, ...]:
        """Look at the clock: what time has made due, the house does, as far as it is its own."""
        self._look_at_the_clock()
        return tuple(self._house([]))

    def _look_at_the_clock(self) -> None:
        """The time of what happens now; it does not run back where a clock is put back."""
        now = self._clock() if self._clock else None
        if now is None or self._moment is None or now > self._moment:
            self._moment = now

    def _house(self, recorded: list[Recorded]) -> list[Recorded]:
        """Beside what is recorded: what is due and left to the house, as far as it goes."""
        at, automation = _seconds(self._moment), self.automation
        while (step := due(self.state, at)) is not None:
            if step.flag is None or step.flag not in automation:
                break
            if len(recorded) > ENDLESS:
                raise AssertionError("the house does one step after the other, without an end")
            command = step.command
            try:
                recorded += self._do(
                    step.by,
                    self._meant(command, self._moment) if type(command) in _UNSAID else command,
                )
            except Refused:
                # What was asked is done; a step that the house cannot do stays due, for people.
                break
        return recorded

    def verify(self, command: c.Command, by: Person | None = None) -> None:
        """Refuse a command that could not be carried out; change nothing."""
        command = self._meant(command)
        self._decided(by or self._who(command), command)

    def _decided(self, by: Person, command: c.Command) -> tuple[tuple[Event, ...], Shoe | None]:
        """What a command causes, and the stack from then on; a refusal says what is due instead."""
        shoe = self._fresh() if type(command) is c.OpenRound else self.shoe
        try:
            return decide(self.state, by, command, shoe), shoe
        except Refused as refused:
            refused.due = str(self.duty)
            raise

    def _do(self, by: Person, command: c.Command) -> list[Recorded]:
        events, shoe = self._decided(by, command)
        state, recorded = self.state, []
        at = utc(self._moment) if self._moment else None
        for event in events:
            state, moved = record(state, event)
            recorded.append(Recorded(state.version, event, by, moved, at))
        self.state, self.shoe = state, shoe
        if self._keep:
            self.log += recorded
        return recorded

    def _fresh(self) -> Shoe | None:
        """A stack for a new round, if there can be one."""
        if self.state.running or not self.state.rules:
            return self.shoe
        number = self._next()
        seed = practice_seed(self._practice, number) if self._practice else fresh_seed()
        rules = self.state.rules
        return shoe_of(seed, bound_to(self.state.table, number, rules.hash), rules.deck.cards)

    def _meant(self, command: c.Command, moment: datetime | None = None) -> c.Command:
        """Put in what a caller at the table need not say: this round, the open street, the cut."""
        now = self.state.round
        if type(command) is c.Perform:
            if command.task is Task.CUT and not command.cards:
                return replace(command, cards=self._cut(command.deck))
            return command
        if isinstance(command, _TIMED) and (self._clock or command.at == c.UNTIMED):
            at = _seconds(moment)
            command = replace(command, at=self._now() if at is None else at)
        if type(command) is c.ReceiveDeck and not (command.id or command.design or command.color):
            name, design, color = new_deck(self.state.day)
            return replace(command, id=name, design=design, color=color)
        if type(command) is c.OpenRound:
            # Who makes the seeds knows whether they can be foreseen; nobody else says so.
            return replace(command, practice=bool(self._practice))
        if now is None or not isinstance(command, c.OfRound) or command.round != c.NOW:
            return command
        if type(command) is c.Decide and not command.street and self.state.rules:
            street = open_street(self.state.rules, now)
            return replace(command, round=now.number, street=street.name if street else "")
        return replace(command, round=now.number)

    def _cut(self, slot: int) -> int:
        """Where the house cuts a stack, if it must be cut."""
        deck = self.state.day.decks.get(slot) if type(slot) is int else None
        low, high = cut_range(self.state.rules, deck) if self.state.rules and deck else (0, 0)
        if self._practice:
            repeated = practice_seed(self._practice, self._next())
            return low + Stream(repeated, b"cut").below(high - low + 1)
        return low + secrets.randbelow(high - low + 1)

    def _now(self) -> int:
        """The time in seconds of UTC; without a clock, the last that was told."""
        if self._clock is None:
            return self.state.day.at
        return int(max(self._clock(), self._moment or EARLIEST).timestamp())

    def _next(self) -> int:
        """The number of the round that would be opened."""
        return self.state.round.number + 1 if self.state.round else 1

    def _who(self, command: c.Command) -> Person:
        """Who would say this, if nobody in particular is named."""
        may = c.MAY.get(type(command), frozenset())
        if Role.PLAYER in may:
            seat = getattr(command, "seat", None)
            name = self.state.seats.get(seat, "") if type(seat) is int else ""
            return Person(name, Role.PLAYER)
        if isinstance(command, c.Perform) and is_confirmed(command.task):
            return HOUSE_FLOOR
        if Role.DEALER in may:
            return HOUSE_DEALER
        return HOUSE_FLOOR
