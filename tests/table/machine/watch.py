"""A watched table: each command is executed in three ways, and all invariants are checked."""

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

from .cards import check_open, check_places, check_turned
from .console import STAFF, check_console
from .coverage import Counts
from .coverage_points import count_closed, count_day, count_event, count_refused, point
from .day_model import (
    DayModel,
    IncidentModel,
    check_day,
    forget_counts,
    hear_day,
    new_rules,
)
from .expectation import Foreseen, Refusal, Situation, check_foreseen
from .expected_commands import foresee
from .expected_irregularities import effect, settled_then
from .money import check_escrow, check_given_back, check_money
from .next_step import check_due
from .replay import played_otherwise
from .round_model import RoundModel, hear, voiding_by
from .secrecy import check_event, check_views, faces
from .settlement import check_closed
from .watched_table import WatchedTable

VERIFIES: Final = True
"""Whether `pitboss verify` knows the table's day yet."""
_encode: Final = msgspec.json.Encoder(enc_hook=encode_fraction).encode
_event: Final[msgspec.json.Decoder[e.Event]] = msgspec.json.Decoder(e.Event)
CONSOLES_ONE_IN: Final = 11
"""A console is checked after one event in this many."""
MOVES: Final = (
    *(e.CardsDealt, e.CardsTurned, e.CardExposed, e.CardOut, e.CardsRecut, e.SatOut),
    *(e.WagersReturned, e.Forfeited, e.RoundVoided, e.SeedOpened, e.RoundOpened, e.BetsClosed),
)
"""After these events, visible cards change."""
NO_NEW_ROUND: Final = (c.OpenRound, c.PlaceWagers, c.TakeSeat, c.BuyIn, c.Disable, c.Enable)
"""What ROUND-8 may refuse: the current round is finished."""


def action(command: c.Command) -> str:
    """Return the method name of a command: ``PlaceWagers`` is ``place_wagers``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(command).__name__).lower()


def _check_refusal(command: c.Command, refusal: Refused) -> None:
    """Check that a refusal gives a reason, a clause and the next step, and no secrets."""
    assert refusal.sentence.strip()
    assert refusal.clause, f"no clause: {refusal}"
    assert refusal.instruction, f"what is due instead? {refusal}"
    assert refusal.clause != "ROUND-8" or isinstance(command, NO_NEW_ROUND)
    assert not [*faces(refusal.sentence)], "a refusal tells of a card"


class Watch:
    """Watch one table; the shadow is folded from events as they are written and read back."""

    def __init__(
        self, names: Sequence[str], practice: str, automation: Automation, counts: Counts
    ) -> None:
        self.table = WatchedTable(practice, automation, self._before, self._after)
        self.names, self.counts = names, counts
        self.shadow = State()
        self.bytes = encode_state(self.shadow)
        self.day = DayModel()
        self.rules: Rules | None = None
        self.model: RoundModel | None = None
        self.voiding = ""
        self.waiting: IncidentModel | None = None
        """The irregularity that a ruling is about."""
        self.foreseen: Foreseen = None
        self.postings_made = False
        """Whether cards have moved since the last check of views."""
        self.looked_at: set[object] = set()
        """Views of closed rounds."""
        self.closed = 0
        """The number of closed rounds."""
        self.sound = True
        """Whether everything has held so far."""

    @property
    def state(self) -> State:
        """Return the state of the table."""
        return self.table.state

    @property
    def phase(self) -> str:
        """Return the phase of the table."""
        return point(self.day, self.model, self.state)

    def say(self, command: c.Command, by: Person) -> bool:
        """Execute a command; return whether it succeeded."""
        self.sound = False
        if currently_in_test_context():
            note(f"{self.phase}: {by.role} {by.name}: {command}")
        speaker, name, phase = Participant(self.table, by), action(command), self.phase
        arguments = {key: getattr(command, key) for key in command.__struct_fields__}
        could = getattr(speaker, f"can_{name}")(**arguments)
        assert could == (self._verify(command, by) is None)
        log, shoe = len(self.table.log), self.table.shoe
        entries: tuple[LogEntry, ...] = ()
        refusal: Refused | None = None
        try:
            entries = getattr(speaker, name)(**arguments)
        except Refused as refused:
            refusal = refused
        assert could == (refusal is None), f"could it be done? {could}, but: {refusal}"
        if refusal is not None:
            assert (log, shoe) == (len(self.table.log), self.table.shoe)
            self._check_refused(command, by, refusal)
            count_refused(self.counts, command, phase, refusal)
        else:
            assert entries, "it was carried out, but nothing happened"
            assert entries == tuple(self.table.log[log:])
            assert entries[0].by == by
            self.counts.carried[type(command).__name__, phase] += 1
            self._check_after()
        self.sound = True
        return refusal is None

    def wait(self, seconds: int) -> None:
        """Let time pass; the house does what becomes due, as far as it may."""
        self.sound = False
        self.table.time += seconds
        if self.table.tick():
            self.counts.moments["time made something due"] += 1
            self._check_after()
        assert instruction(self.state, self.table.clock_reading).what
        self.sound = True

    def ask(self, command: c.Command, by: Person) -> bool:
        """Return whether a command would succeed, after comparing with the model.

        Nothing changes."""
        self.sound = False
        command, before = self.table._fill_in(command), self.state
        foreseen = foresee(self._now(by), command)
        refusal = self._verify(command, by)
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

    def _now(self, by: Person) -> Situation:
        return Situation(self.day, self.model, self.shadow, by, self.table.shoe is not None)

    def _check_after(self) -> None:
        self.bytes = encode_state(self.state)
        assert encode_state(self.shadow) == self.bytes, "the log gives another state"
        check_day(self.day, self.shadow)
        check_escrow(self.state)
        check_due(self.state, self.table.shoe, self.table.clock_reading)
        some = None if self.postings_made else self.state.version
        check_views(self.state, self.table.shoe, self.names, some, self.looked_at)
        if self.state.version % CONSOLES_ONE_IN == 0:
            check_console(self.table, STAFF[self.state.version // CONSOLES_ONE_IN % len(STAFF)])
        self.postings_made = False

    def end(self) -> None:
        """Replay the whole log in memory, through a file, and with the stand-alone verifier."""
        state, log = State(), self.table.log
        for item in log:
            state = apply(state, item.event)
        assert encode_state(state) == self.bytes
        lines = [*export_lines(log)]
        assert encode_state(replay(lines)) == self.bytes
        if not VERIFIES or not log or self.state.has_open_round:  # such a file ends between rounds
            return
        summary = verify(line + b"\n" for line in lines)
        cards_turned = [
            len(item.event.cards) for item in log if isinstance(item.event, e.CardsTurned)
        ]
        exposures = [isinstance(item.event, e.CardExposed | e.CardOut) for item in log]
        assert summary.rounds == (self.state.round.number if self.state.round else 0)
        assert summary.events == len(log)
        assert summary.cards == sum(cards_turned) + sum(exposures)
        assert summary.postings == sum(len(item.postings) for item in log)
        progress = Counter(type(item.event) for item in log)
        assert summary.voids == progress[e.RoundVoided]
        assert summary.incidents == progress[e.IncidentReported]
        assert summary.lost == progress[e.SeedLost]
        if summary.rounds and not progress[e.PayoutCorrected]:  # each round is complete in itself
            alone = verify(line + b"\n" for line in self.table.export(summary.rounds))
            assert alone.rounds == 1
        self.counts.moments["shifts verified"] += 1

    def _check_refused(self, command: c.Command, by: Person, refusal: Refused) -> None:
        _check_refusal(command, refusal)
        assert encode_state(self.state) == self.bytes, "a refused command changed the table"
        refusal_ = self._verify(command, by)
        assert refusal_ is not None
        assert (refusal_.sentence, refusal_.clause) == (refusal.sentence, refusal.clause)

    def _verify(self, command: c.Command, by: Person) -> Refused | None:
        arguments = {key: getattr(command, key) for key in command.__struct_fields__}
        try:
            getattr(Participant(self.table, by), f"verify_{action(command)}")(**arguments)
        except Refused as refused:
            return refused
        return None

    # After each step, of people and of the house

    def _before(self, by: Person, command: c.Command) -> None:
        self.foreseen = foresee(self._now(by), command)
        self.waiting = self.day.incident

    def _after(self, entries: list[LogEntry] | None) -> None:
        events = None if entries is None else [item.event for item in entries]
        check_foreseen(self.foreseen, events)
        for item in entries or ():
            self._hear(item)

    def _hear(self, entry: LogEntry) -> None:
        """Process one line of the log, as it would be read back."""
        line = _encode(entry.event)
        check_event(line, entry.event, self.table.shoe)
        event = _event.decode(line)
        before = self.shadow
        self.shadow, postings = apply_with_postings(before, event)
        assert postings == entry.postings
        assert entry.number == self.shadow.version == before.version + 1
        check_money(before, self.shadow, entry)
        check_given_back(self.model, before, self.shadow, event)
        self.postings_made |= isinstance(event, MOVES)
        count_event(self.counts, before, event)
        if isinstance(event, e.IncidentReported):
            self.counts.troubles.update((kind, self.phase) for kind in event.kinds)
        count_day(self.counts, self.day, self.model, before, event)
        hear_day(self.day, event)
        if any("tray" in (p.source, p.target) for p in entry.postings):
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
            self.model = RoundModel(event, self.rules, self.shadow, cut=event.cut)
            return
        if matter := voiding_by(before, event):
            self.voiding = matter.settles
        model, shoe = self.model, self.table.shoe
        if model is None:
            return
        if isinstance(event, e.IncidentRuled) and self.waiting and self.waiting.round:
            remedy = effect(before.game, self.waiting, event.ruling)
            self.voiding = settled_then(model.rules, model, self.waiting, remedy)
        if isinstance(event, e.CardsTurned | e.CardExposed | e.CardOut):
            assert before.round is not None
            assert shoe is not None
            if isinstance(event, e.CardsTurned):
                positions_turned = sorted(card.position for card in event.cards)
                due = [
                    item
                    for item in model.due_to_turn(self.voiding)
                    if sorted(item) == positions_turned
                ]
                assert due, f"{positions_turned} were not due: {model.due_to_turn(self.voiding)}"
                check_turned(event, before.round, shoe, due[0])
            else:
                check_open(event, before.round, shoe)
        hear(model, event, before, self.voiding)
        assert self.shadow.round is not None
        check_places(self.shadow.round, model)
        if isinstance(event, e.RoundVoided):
            self.voiding = ""
        if isinstance(event, e.RoundClosed):
            check_closed(model, self.shadow)
            if shoe and played_otherwise(model, shoe, self.shadow):
                self.counts.moments["played otherwise"] += 1
            count_closed(self.counts, model, self.shadow)
            self.model = None
            self.closed += 1
