"""A table under watch: each command is said in three ways, and all that must hold is checked."""

import re
from collections.abc import Sequence
from typing import Final

import msgspec
from hypothesis import note

from pitboss.games import find_game
from pitboss.refusal import Refused
from pitboss.submission import Rules, resolve
from pitboss.table import Automation, Person, Recorded, Speaker, State, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.evolve import evolve, record
from pitboss.table.export import exported, replayed
from pitboss.table.state import plain, state_bytes
from pitboss.verify import verify

from .machine_cards import check_places, check_turned
from .machine_counts import Counts
from .machine_heard import HeardRound, hear, voiding_by
from .machine_moments import count_closed, count_event, count_refused
from .machine_money import check_escrow, check_money
from .machine_otherwise import played_otherwise
from .machine_secrets import check_event, check_views, faces
from .machine_settled import check_closed

_encode: Final = msgspec.json.Encoder(enc_hook=plain).encode
_event: Final[msgspec.json.Decoder[e.Event]] = msgspec.json.Decoder(e.Event)


def action(command: c.Command) -> str:
    """``PlaceWagers`` is done by ``place_wagers``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(command).__name__).lower()


class Watch:
    """One table. The shadow is folded from the events as they are written down and read back."""

    def __init__(
        self, names: Sequence[str], practice: str, automation: Automation, counts: Counts
    ) -> None:
        self.table = Table(automation=automation, practice=practice, clock=self._clock)
        self.names, self.counts = names, counts
        self.shadow = State()
        self.bytes = state_bytes(self.shadow)
        self.rules: Rules | None = None
        self.heard: HeardRound | None = None
        self.voiding = ""
        self.sound = True
        """Whether everything held so far."""

    @property
    def state(self) -> State:
        """Of the table."""
        return self.table.state

    @property
    def phase(self) -> str:
        """How far the table has come."""
        if not self.state.table:
            return "no table"
        if self.state.rules is None:
            return "no rules"
        return self.state.round.phase.name.lower() if self.state.round else "no round"

    def say(self, command: c.Command, by: Person) -> bool:
        """Say a command; whether it was carried out."""
        self.sound = False
        note(f"{self.phase}: {by.role} {by.name}: {command}")
        speaker, name, phase = Speaker(self.table, by), action(command), self.phase
        arguments = {key: getattr(command, key) for key in command.__struct_fields__}
        could = getattr(speaker, f"can_{name}")(**arguments)
        assert could == (self._verified(command, by) is None)
        log, shoe = len(self.table.log), self.table.shoe
        recorded: tuple[Recorded, ...] = ()
        refusal: Refused | None = None
        try:
            recorded = getattr(speaker, name)(**arguments)
        except Refused as refused:
            refusal = refused
        assert could == (refusal is None), f"could it be done? {could}, but: {refusal}"
        if refusal is not None:
            assert (log, shoe) == (len(self.table.log), self.table.shoe)
            self._check_refused(command, by, refusal)
            count_refused(self.counts, command, phase, refusal)
            self.sound = True
            return False
        assert recorded, "it was carried out, but nothing happened"
        assert recorded == tuple(self.table.log[log:])
        assert recorded[0].by == by
        self.counts.carried[type(command).__name__, phase] += 1
        for one in recorded:
            self._hear(one)
        self.bytes = state_bytes(self.state)
        assert state_bytes(self.shadow) == self.bytes, "the log gives another state"
        check_escrow(self.state)
        check_views(self.state, self.table.shoe, self.names)
        self.sound = True
        return True

    def end(self) -> None:
        """The whole log once more: in memory, through a file, and by the stand-alone checker."""
        state, log = State(), self.table.log
        for one in log:
            state = evolve(state, one.event)
        assert state_bytes(state) == self.bytes
        lines = [*exported(log)]
        assert state_bytes(replayed(lines)) == self.bytes
        if not log or self.state.running:  # a file that can be checked ends between rounds
            return
        checked = verify(line + b"\n" for line in lines)
        turned = [one.event.cards for one in log if isinstance(one.event, e.CardsTurned)]
        assert checked.rounds == (self.state.round.number if self.state.round else 0)
        assert checked.events == len(log)
        assert checked.cards == sum(map(len, turned))
        assert checked.postings == sum(len(one.postings) for one in log)
        assert checked.lost == sum(isinstance(one.event, e.SeedLost) for one in log)
        self.counts.moments["shifts verified"] += 1

    def _check_refused(self, command: c.Command, by: Person, refusal: Refused) -> None:
        assert refusal.sentence.strip()
        assert refusal.clause, f"no clause: {refusal}"
        assert not [*faces(refusal.sentence)], "a refusal tells of a card"
        assert state_bytes(self.state) == self.bytes, "a refused command changed the table"
        verified = self._verified(command, by)
        assert verified is not None
        assert (verified.sentence, verified.clause) == (refusal.sentence, refusal.clause)

    def _verified(self, command: c.Command, by: Person) -> Refused | None:
        arguments = {key: getattr(command, key) for key in command.__struct_fields__}
        try:
            getattr(Speaker(self.table, by), f"verify_{action(command)}")(**arguments)
        except Refused as refused:
            return refused
        return None

    def _clock(self) -> str:
        return f"2026-11-16T03:04:{len(self.table.log):06}Z"

    def _hear(self, one: Recorded) -> None:
        """One line of the log, as it would be read back."""
        line = _encode(one.event)
        check_event(line, one.event, self.table.shoe)
        event = _event.decode(line)
        before = self.shadow
        self.shadow, moved = record(before, event)
        assert moved == one.postings
        assert one.number == self.shadow.version == before.version + 1
        check_money(before, self.shadow, one)
        count_event(self.counts, before, event)
        if isinstance(event, e.SubmissionApproved):
            self.rules = resolve(find_game(self.shadow.game), event.submission)
            assert self.rules.hash == event.rules
        if self.shadow.round is not None:
            check_places(self.shadow.round)
        self._hear_round(before, event)

    def _hear_round(self, before: State, event: e.Event) -> None:
        if isinstance(event, e.RoundOpened):
            assert self.rules is not None
            assert event.rules == self.rules.hash, "ROUND-2"
            self.heard = HeardRound(event, self.rules, self.shadow)
            return
        if matter := voiding_by(before, event):
            self.voiding = matter.settles
        if self.heard is None:
            return
        if isinstance(event, e.CardsTurned):
            assert before.round is not None
            assert self.table.shoe is not None
            turned = sorted(one.position for one in event.cards)
            due = [one for one in self.heard.due_to_turn(self.voiding) if sorted(one) == turned]
            assert due, f"{turned} were not due: {self.heard.due_to_turn(self.voiding)}"
            check_turned(event, before.round, self.table.shoe, due[0])
        hear(self.heard, event, before, self.voiding)
        if isinstance(event, e.RoundVoided):
            self.voiding = ""
        if isinstance(event, e.RoundClosed):
            check_closed(self.heard, self.shadow)
            if self.table.shoe and played_otherwise(self.heard, self.table.shoe, self.shadow):
                self.counts.moments["played otherwise"] += 1
            count_closed(self.counts, self.heard, self.shadow)
            self.heard = None
