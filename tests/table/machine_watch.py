"""A table under watch: each command is said in three ways, and all that must hold is checked."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec
from hypothesis import currently_in_test_context, note

from pitboss.errors import Refused
from pitboss.games import find_game
from pitboss.submission import Rules, resolve
from pitboss.table import Automation, LogEntry, Participant, Person, State
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.apply import apply, apply_with_postings
from pitboss.table.export import export_lines, replay
from pitboss.table.instructions import instruction
from pitboss.table.state import encode_fraction, encode_state
from pitboss.verify import verify

from .machine_cards import check_open, check_places, check_turned
from .machine_counts import Counts
from .machine_day import HeardDay, HeardIncident, check_day, forget_counts, hear_day, new_rules
from .machine_due import check_due
from .machine_foreseen import Foreseen, Now, Refusal, check_foreseen
from .machine_foreseen_all import foresee
from .machine_foreseen_troubles import effect, settled_then
from .machine_heard import HeardRound, hear, voiding_by
from .machine_moments import count_closed, count_day, count_event, count_refused, point
from .machine_money import check_escrow, check_given_back, check_money
from .machine_otherwise import played_otherwise
from .machine_secrets import check_event, check_views, faces
from .machine_settled import check_closed
from .machine_table import Watched

VERIFIES: Final = True
"""Whether `pitboss verify` knows the table's day by now."""
_encode: Final = msgspec.json.Encoder(enc_hook=encode_fraction).encode
_event: Final[msgspec.json.Decoder[e.Event]] = msgspec.json.Decoder(e.Event)
MOVES: Final = (
    *(e.CardsDealt, e.CardsTurned, e.CardExposed, e.CardOut, e.CardsRecut, e.SatOut),
    *(e.WagersReturned, e.Forfeited, e.RoundVoided, e.SeedOpened, e.RoundOpened, e.BetsClosed),
)
"""After these another card may be seen, or must not."""
NO_NEW_ROUND: Final = (c.OpenRound, c.PlaceWagers, c.TakeSeat, c.BuyIn, c.Disable, c.Enable)
"""What ROUND-8 may refuse: the round that runs is finished."""


def action(command: c.Command) -> str:
    """``PlaceWagers`` is done by ``place_wagers``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(command).__name__).lower()


def _check_refusal(command: c.Command, refusal: Refused) -> None:
    """It says why, by which clause, and what is due instead; and nothing that is not public."""
    assert refusal.sentence.strip()
    assert refusal.clause, f"no clause: {refusal}"
    assert refusal.instruction, f"what is due instead? {refusal}"
    assert refusal.clause != "ROUND-8" or isinstance(command, NO_NEW_ROUND)
    assert not [*faces(refusal.sentence)], "a refusal tells of a card"


class Watch:
    """One table. The shadow is folded from the events as they are written down and read back."""

    def __init__(
        self, names: Sequence[str], practice: str, automation: Automation, counts: Counts
    ) -> None:
        self.table = Watched(practice, automation, self._before, self._after)
        self.names, self.counts = names, counts
        self.shadow = State()
        self.bytes = encode_state(self.shadow)
        self.day = HeardDay()
        self.rules: Rules | None = None
        self.heard: HeardRound | None = None
        self.voiding = ""
        self.waiting: HeardIncident | None = None
        """The irregularity that a ruling is about."""
        self.foreseen: Foreseen = None
        self.moved = False
        """Whether cards did, since somebody looked."""
        self.looked_at: set[object] = set()
        """Views of closed rounds."""
        self.closed = 0
        """How many rounds were."""
        self.sound = True
        """Whether everything held so far."""

    @property
    def state(self) -> State:
        """Of the table."""
        return self.table.state

    @property
    def phase(self) -> str:
        """How far the table has come."""
        return point(self.day, self.heard, self.state)

    def say(self, command: c.Command, by: Person) -> bool:
        """Say a command; whether it was carried out."""
        self.sound = False
        if currently_in_test_context():
            note(f"{self.phase}: {by.role} {by.name}: {command}")
        speaker, name, phase = Participant(self.table, by), action(command), self.phase
        arguments = {key: getattr(command, key) for key in command.__struct_fields__}
        could = getattr(speaker, f"can_{name}")(**arguments)
        assert could == (self._verified(command, by) is None)
        log, shoe = len(self.table.log), self.table.shoe
        recorded: tuple[LogEntry, ...] = ()
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
        else:
            assert recorded, "it was carried out, but nothing happened"
            assert recorded == tuple(self.table.log[log:])
            assert recorded[0].by == by
            self.counts.carried[type(command).__name__, phase] += 1
            self._check_after()
        self.sound = True
        return refusal is None

    def wait(self, seconds: int) -> None:
        """Time passes; what it makes due the house does, as far as it may."""
        self.sound = False
        self.table.time += seconds
        if self.table.tick():
            self.counts.moments["time made something due"] += 1
            self._check_after()
        assert instruction(self.state, self.table.shown).what
        self.sound = True

    def ask(self, command: c.Command, by: Person) -> bool:
        """Whether a command could be carried out, as the model says too; nothing changes."""
        self.sound = False
        command, before = self.table._fill_in(command), self.state
        foreseen = foresee(self._now(by), command)
        refusal = self._verified(command, by)
        assert self.state is before
        if refusal is None:
            assert not isinstance(foreseen, Refusal), f"the model would refuse {command} by {by}"
            self.counts.could[type(command).__name__, self.phase] += 1
        else:
            unforeseen = foreseen is None or isinstance(foreseen, Refusal)
            assert unforeseen, f"the model had seen {foreseen}, but: {refusal}"
            _check_refusal(command, refusal)
            count_refused(self.counts, command, self.phase, refusal)
        self.sound = True
        return refusal is None

    def _now(self, by: Person) -> Now:
        return Now(self.day, self.heard, self.shadow, by, self.table.shoe is not None)

    def _check_after(self) -> None:
        self.bytes = encode_state(self.state)
        assert encode_state(self.shadow) == self.bytes, "the log gives another state"
        check_day(self.day, self.shadow)
        check_escrow(self.state)
        check_due(self.state, self.table.shoe, self.table.shown)
        some = None if self.moved else self.state.version
        check_views(self.state, self.table.shoe, self.names, some, self.looked_at)
        self.moved = False

    def end(self) -> None:
        """The whole log once more: in memory, through a file, and by the stand-alone checker."""
        state, log = State(), self.table.log
        for item in log:
            state = apply(state, item.event)
        assert encode_state(state) == self.bytes
        lines = [*export_lines(log)]
        assert encode_state(replay(lines)) == self.bytes
        if not VERIFIES or not log or self.state.has_open_round:  # such a file ends between rounds
            return
        checked = verify(line + b"\n" for line in lines)
        turned = [len(item.event.cards) for item in log if isinstance(item.event, e.CardsTurned)]
        opened = [isinstance(item.event, e.CardExposed | e.CardOut) for item in log]
        assert checked.rounds == (self.state.round.number if self.state.round else 0)
        assert checked.events == len(log)
        assert checked.cards == sum(turned) + sum(opened)
        assert checked.postings == sum(len(item.postings) for item in log)
        progress = Counter(type(item.event) for item in log)
        assert checked.voids == progress[e.RoundVoided]
        assert checked.incidents == progress[e.IncidentReported]
        assert checked.lost == progress[e.SeedLost]
        if checked.rounds and not progress[e.PayoutCorrected]:  # a round is whole by itself
            alone = verify(line + b"\n" for line in self.table.export(checked.rounds))
            assert alone.rounds == 1
        self.counts.moments["shifts verified"] += 1

    def _check_refused(self, command: c.Command, by: Person, refusal: Refused) -> None:
        _check_refusal(command, refusal)
        assert encode_state(self.state) == self.bytes, "a refused command changed the table"
        verified = self._verified(command, by)
        assert verified is not None
        assert (verified.sentence, verified.clause) == (refusal.sentence, refusal.clause)

    def _verified(self, command: c.Command, by: Person) -> Refused | None:
        arguments = {key: getattr(command, key) for key in command.__struct_fields__}
        try:
            getattr(Participant(self.table, by), f"verify_{action(command)}")(**arguments)
        except Refused as refused:
            return refused
        return None

    # Each step, of people and of the house.

    def _before(self, by: Person, command: c.Command) -> None:
        self.foreseen = foresee(self._now(by), command)
        self.waiting = self.day.incident

    def _after(self, recorded: list[LogEntry] | None) -> None:
        events = None if recorded is None else [item.event for item in recorded]
        check_foreseen(self.foreseen, events)
        for item in recorded or ():
            self._hear(item)

    def _hear(self, one: LogEntry) -> None:
        """One line of the log, as it would be read back."""
        line = _encode(one.event)
        check_event(line, one.event, self.table.shoe)
        event = _event.decode(line)
        before = self.shadow
        self.shadow, moved = apply_with_postings(before, event)
        assert moved == one.postings
        assert one.number == self.shadow.version == before.version + 1
        check_money(before, self.shadow, one)
        check_given_back(self.heard, before, self.shadow, event)
        self.moved |= isinstance(event, MOVES)
        count_event(self.counts, before, event)
        if isinstance(event, e.IncidentReported):
            self.counts.troubles.update((kind, self.phase) for kind in event.kinds)
        count_day(self.counts, self.day, self.heard, before, event)
        hear_day(self.day, event)
        if any("tray" in (p.source, p.target) for p in one.postings):
            forget_counts(self.day)
        if isinstance(event, e.SubmissionApproved):
            self.rules = resolve(find_game(self.shadow.game), event.submission)
            assert self.rules.hash == event.rules
            new_rules(self.day, self.rules)
        self._hear_round(before, event)

    def _hear_round(self, before: State, event: e.Event) -> None:
        if isinstance(event, e.RoundOpened):
            assert self.rules is not None
            assert event.rules == self.rules.hash, "ROUND-2"
            self.heard = HeardRound(event, self.rules, self.shadow, cut=event.cut)
            return
        if matter := voiding_by(before, event):
            self.voiding = matter.settles
        heard, shoe = self.heard, self.table.shoe
        if heard is None:
            return
        if isinstance(event, e.IncidentRuled) and self.waiting and self.waiting.round:
            done = effect(before.game, self.waiting, event.ruling)
            self.voiding = settled_then(heard.rules, heard, self.waiting, done)
        if isinstance(event, e.CardsTurned | e.CardExposed | e.CardOut):
            assert before.round is not None
            assert shoe is not None
            if isinstance(event, e.CardsTurned):
                turned = sorted(card.position for card in event.cards)
                due = [item for item in heard.due_to_turn(self.voiding) if sorted(item) == turned]
                assert due, f"{turned} were not due: {heard.due_to_turn(self.voiding)}"
                check_turned(event, before.round, shoe, due[0])
            else:
                check_open(event, before.round, shoe)
        hear(heard, event, before, self.voiding)
        assert self.shadow.round is not None
        check_places(self.shadow.round, heard)
        if isinstance(event, e.RoundVoided):
            self.voiding = ""
        if isinstance(event, e.RoundClosed):
            check_closed(heard, self.shadow)
            if shoe and played_otherwise(heard, shoe, self.shadow):
                self.counts.moments["played otherwise"] += 1
            count_closed(self.counts, heard, self.shadow)
            self.heard = None
            self.closed += 1
