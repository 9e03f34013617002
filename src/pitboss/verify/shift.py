"""The state of a shift while its file is read: the current line and what the table is like then.

Most of a round is a fixed order of steps, and the checker asks for one event after another. Some
events may come between any two steps: people sit down, buy in, leave, propose, report; decks are
prepared. These are checked as they come, each by the module of its subject.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, NoReturn, TypeVar, get_args
from unicodedata import normalize

import msgspec
from msgspec import Struct

from pitboss import __version__
from pitboss.errors import short_repr
from pitboss.settle import Hit
from pitboss.submission import Rules
from pitboss.verify import events as e
from pitboss.verify.chain import (
    EventLog,
    VerificationError,
    describe_difference,
    line_timestamp,
    other_version_message,
)
from pitboss.verify.ledger import TRAY, Ledger
from pitboss.verify.round_state import RoundPlan, RoundState

EventT = TypeVar("EventT", bound=e.Event)
_encode = msgspec.json.Encoder().encode

MAX_RECALLED_ROUNDS: Final = 10
"""The closed rounds that can still be corrected."""

PLAYER: Final = frozenset({"player"})
DEALER: Final = frozenset({"dealer"})
FLOOR: Final = frozenset({"floorperson"})

PERMITTED_ROLES: Final[Mapping[type[e.Event], frozenset[str]]] = {
    e.TableOpened: FLOOR, e.Proposed: DEALER | FLOOR, e.Approved: FLOOR,
    e.Rejected: DEALER | FLOOR, e.PlayerSeated: PLAYER, e.BoughtIn: PLAYER,
    e.CashedOut: PLAYER | DEALER | FLOOR, e.PlayerLeft: PLAYER | DEALER | FLOOR,
    e.WagersPlaced: PLAYER, e.WagersTakenBack: PLAYER, e.EntropyAdded: PLAYER,
    e.PlayerAway: PLAYER | DEALER | FLOOR,
    e.Decided: PLAYER | DEALER, e.AbsentRuled: FLOOR, e.JackpotValidated: FLOOR,
    e.ChecklistSigned: DEALER | FLOOR,
    e.DeckRemoved: DEALER | FLOOR, e.StepDone: DEALER | FLOOR, e.ShuffleOrdered: FLOOR,
    e.CardsRecut: FLOOR, e.IncidentReported: DEALER | FLOOR, e.IncidentRuled: FLOOR,
    e.Forfeited: FLOOR, e.BreachRecorded: DEALER | FLOOR, e.DeviceMarked: DEALER | FLOOR,
    e.DeviceRestored: FLOOR, e.Disabled: FLOOR, e.Enabled: FLOOR,
}  # fmt: skip
"""Who may cause an event; all others are the dealer's. What follows at once has the same author."""

ENTERED_FOR_PLAYERS: Final = (e.WagersPlaced, e.WagersTakenBack, e.Decided)
"""What the dealer may enter for a seat, where a physical deck is dealt."""
ALLOWED_DURING_INCIDENT: Final = frozenset({
    e.Proposed, e.Approved, e.Rejected, e.PlayerSeated, e.BoughtIn, e.CashedOut, e.PlayerLeft,
    e.PlayerAway, e.EntropyAdded, e.WagersTakenBack, e.IncidentRuled, e.DeviceMarked,
    e.DeviceRestored, e.Disabled, e.Enabled,
})  # fmt: skip
"""The events that are possible while an incident waits; wagers are taken back only to leave."""


class _EventTraits(NamedTuple):
    """What has to hold for a type of event, wherever it comes."""

    roles: frozenset[str]
    """Who may cause it."""
    may_interrupt: bool
    """Whether it is possible while an incident waits."""
    names_author: bool
    """Whether it names who caused it."""
    is_in_round: bool
    """Whether it names the open round."""


_EVENT_TRAITS: Final[Mapping[type[e.Event], _EventTraits]] = {
    kind: _EventTraits(
        PERMITTED_ROLES.get(kind, DEALER),
        kind in ALLOWED_DURING_INCIDENT,
        any(field.name == "by" and field.type is str for field in msgspec.structs.fields(kind)),
        issubclass(kind, e.RoundEvent) and kind is not e.RoundOpened,
    )
    for kind in get_args(e.AnyEvent)
}

PLAYER_PREFIX: Final = "player:"
"""The prefix of the name of a disabled player."""
MAX_NAME_LENGTH: Final = 40
MAX_TABLE_NAME_LENGTH: Final = 60
MAX_REASON_LENGTH: Final = 500
OTHER_HASHES: Final = ("0.2.0",)
"""Versions with the same rules but other hashes, which are accepted as recorded."""
READABLE_VERSIONS: Final = (__version__, *OTHER_HASHES)
"""The versions whose files can be checked here: those with the same rules."""
HASH_PATTERN: Final = re.compile("[0-9a-f]{64}")
MAX_TIMESTAMP: Final = 2**40
"""The latest time that is accepted, in seconds."""


def is_name(name: str) -> bool:
    """Return whether this is a valid name of a person."""
    return 1 <= len(name) <= MAX_NAME_LENGTH and name.isprintable() and name == name.strip()


def is_text(text: str, max_length: int) -> bool:
    """Return whether this is printable text, not empty and not too long."""
    return bool(text.strip()) and len(text) <= max_length and text.isprintable()


def same_person(name: str, other: str) -> bool:
    """Return whether two names are the same person's, however they are spelled."""
    return _normalize_name(name) == _normalize_name(other)


@lru_cache(4096)
def _normalize_name(name: str) -> str:
    return "".join(normalize("NFKC", name).casefold().split())


class FileEndsInRound(Exception):
    """The file ends in the middle of a round, between two commands."""


class ClosedRound(Struct):
    """A closed round: who played, and what each wager was credited."""

    players: Mapping[int, str]
    credited: dict[int, dict[str, int]]
    """The credits, with envy and community pay of everyone who could have received them."""
    hits: dict[int, tuple[Hit, ...]]
    """The meters that were paid from."""
    merchandise: dict[int, set[str]]
    """The wagers that won merchandise, whose value was credited."""
    round: RoundState


class ShiftChecker:
    """The checker of a shift, with the state of the table as far as the file has been read."""

    def __init__(self, log: EventLog, event_checkers: "EventCheckers") -> None:
        self.log, self._event_checkers = log, event_checkers
        self.line = e.Line(0, "", e.Person("", "auditor"), e.RoundClosed(0))
        self.ledger = Ledger()
        self.table = self.game = ""
        self.current_rules: Rules | None = None
        self.rules_hash = ""
        """Of the rules in force, as the file has it."""
        self.plan = RoundPlan((), -1, -1, frozenset())
        """What a round by these rules does with the cards."""
        self.meters: set[str] = set()
        """Every meter that this table ever had."""
        self.seats: dict[int, str] = {}
        self._checked_authors: set[tuple[str, str]] = set()
        """Name and role of those who caused a line while the same people were seated."""
        self._last_seats: dict[int, str] = {}
        self.proposals: dict[int, e.Proposed] = {}
        self.upcoming: tuple[int, e.FileSubmission] | None = None
        """The filing that takes effect when the round is closed, and its number."""
        self.proposal_count = self.round_count = self.card_count = self.void_count = (
            self.correction_count
        ) = 0
        self.incident_count = 0
        self.physical_count = 0
        """The number of rounds dealt from a physical deck."""
        self.unproved_rounds: list[int] = []
        """Rounds whose seed is lost."""
        self.starts_mid_shift = False
        """Whether the file begins mid-shift…"""
        self.rounds_before = self.proposals_before = 0
        """…and how many rounds and proposals there were before, of which it knows nothing."""
        self.day = e.Day()
        self.round: RoundState | None = None
        self.closed_rounds: dict[int, ClosedRound] = {}

    # Going on in the file

    def next_event(self, *expected: type[EventT], at_once: bool = False) -> EventT:
        """Return the next event, which must be of one of these types.

        ``at_once``: it belongs to the event before, so that nothing can come between them and the
        same person caused it.
        """
        line = self.log.peek()
        if not at_once and (line is None or type(line.event) not in expected):
            self.check_interludes(*expected)
            line = self.log.peek()
        if line is None or type(line.event) not in expected:
            actual = type(line.event).__name__ if line else "the end of the file"
            names = " or ".join(kind.__name__ for kind in expected)
            raise VerificationError(self.line.n + 1, f"found {actual}, expected {names}")
        return self._take_line(line, at_once)  # type: ignore[return-value]

    def check_interludes(self, *expected: type[e.Event]) -> None:
        """Check events that may come at any time, up to an expected event or any other.

        A file may end here, mid-round: only what belongs to the line before must follow at once.
        """
        while line := self.log.peek():
            kind = type(line.event)
            if kind in expected or kind not in self._event_checkers:
                return
            self._event_checkers[kind](self, self._take_line(line, at_once=False))
        if self.round is not None:
            raise FileEndsInRound

    def _take_line(self, line: e.Line, at_once: bool) -> e.Event:
        self.log.take()
        before, self.line = self.line, line
        event, by = line.event, line.by
        roles, may_interrupt, names_author, is_in_round = _EVENT_TRAITS[type(event)]
        if self.seats != self._last_seats or (by.name, by.role) not in self._checked_authors:
            self._check_author(by)
        if at_once:
            if by != before.by:
                self.fail(
                    f"it is by {short_repr(by.name)}, but belongs to line {before.n}, which is not"
                )
        elif by.role not in roles and not self._is_entered_for_player(event, by):
            self.fail(f"{type(event).__name__} cannot be caused by the role {by.role}")
        elif not may_interrupt and self.day.incident:
            self.fail(f"incident {self.day.incident.number} is waiting for a floorperson")
        if names_author and event.by != by.name:  # type: ignore[union-attr]
            author = event.by  # type: ignore[union-attr]
            self.fail(f"it names {short_repr(author)}, but {short_repr(by.name)} did it")
        if is_in_round:
            number = self.round.number if self.round else None
            if event.round != number:  # type: ignore[union-attr]
                self.fail(f"round is {event.round}, but the table is at round {number}")  # type: ignore[union-attr]
        return event

    def _is_entered_for_player(self, event: e.Event, by: e.Person) -> bool:
        """Return whether the dealer of a physical deck enters what a player did."""
        is_dealer = by.role == "dealer" and self.round is not None and self.round.is_physical
        return is_dealer and isinstance(event, ENTERED_FOR_PLAYERS)

    def _check_author(self, by: e.Person) -> None:
        """Check the name of whoever caused an event, as long as the same people are seated."""
        if not is_name(by.name):
            self.fail(f"{short_repr(by.name)} is not a valid name")
        if by.role != "player" and any(same_person(by.name, p) for p in self.seats.values()):
            self.fail(f"{short_repr(by.name)} plays at this table and cannot also be staff")
        if self.seats != self._last_seats:
            self._last_seats = dict(self.seats)
            self._checked_authors.clear()
        self._checked_authors.add((by.name, by.role))

    # Checking the current line

    def fail(self, sentence: str) -> NoReturn:
        """Report that this line is wrong."""
        raise VerificationError(self.line.n, sentence)

    def check(self, holds: object, sentence: str) -> None:
        """Report that this line is wrong, unless something holds."""
        if not holds:
            self.fail(sentence)

    def check_program(self, program: str) -> None:
        """Check that this version has the same rules as the one that wrote the file."""
        if program not in READABLE_VERSIONS:
            self.fail(other_version_message(program))

    def recorded_rules_hash(self, rules: Rules, program: str, log_hash: str) -> str:
        """Return the hash of rules as the version of the program that wrote the file has it."""
        if program not in OTHER_HASHES:
            return rules.hash
        self.check(HASH_PATTERN.fullmatch(log_hash), "rules is not a hash")
        return log_hash

    def check_reason(self, reason: str) -> None:
        """Check that a line gives a reason that can be put on record."""
        is_valid = is_text(reason, MAX_REASON_LENGTH)
        self.check(is_valid, f"a reason must have 1 to {MAX_REASON_LENGTH} printable characters")

    def expect_current(self, expected: e.Event, *postings: e.Posting) -> None:
        """Check that the event is exactly this one and moves this money."""
        event = self.line.event
        if _encode(event) != _encode(expected):
            difference = describe_difference(
                msgspec.to_builtins(event), msgspec.to_builtins(expected)
            )
            self.fail(f"{type(event).__name__} is wrong: {difference}")
        self.expect_postings(*postings)

    def expect_next(self, expected: e.Event, *postings: e.Posting, at_once: bool = False) -> None:
        """Check that the next event is exactly this one and moves this money."""
        self.next_event(type(expected), at_once=at_once)
        self.expect_current(expected, *postings)

    def expect_postings(self, *postings: e.Posting) -> None:
        """Check that the line moves this money and no other."""
        if postings or self.line.postings:
            self.ledger.post(self.line, postings)
        if self.proposals and any(TRAY in (posting.source, posting.target) for posting in postings):
            self.drop_tray_counts()

    def drop_tray_counts(self) -> None:
        """Drop proposed counts of the tray, because its content has changed."""
        counts = e.OpeningCount | e.ClosingCount
        for number, proposal in list(self.proposals.items()):
            if isinstance(proposal.matter, counts):
                del self.proposals[number]

    # The state of the table

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        if self.current_rules is None:
            self.fail("no submission has been approved")
        return self.current_rules

    def require_own_seat(self, seat: int) -> str:
        """Return who caused the event, and check that this person sits in the seat.

        What a dealer enters for a seat is the player's.
        """
        if self._is_entered_for_player(self.line.event, self.line.by) and seat in self.seats:
            return self.seats[seat]
        name = self.line.by.name
        if self.seats.get(seat) != name:
            self.fail(f"{short_repr(name)} is not in seat {seat}")
        return name

    def require_open_for_play(self) -> Rules:
        """Return the rules of a table that is open: two people have counted its tray."""
        rules = self.rules
        self.check(self.day.open, "the table is not open: two people must count the tray first")
        return rules

    def check_may_play(self, name: str) -> None:
        """Check that a player is not disabled."""
        for what in self.day.disabled:
            out = what.startswith(PLAYER_PREFIX) and same_person(what[len(PLAYER_PREFIX) :], name)
            self.check(not out, f"{short_repr(name)} is disabled and may not play")

    def set_time(self, at: int) -> None:
        """Set the time in seconds: it matches its line, if that has one, and never runs back."""
        line = line_timestamp(self.line)
        near = line is None or at == int(line)
        self.check(near, f"its time is {at}, but the line is dated {self.line.at}")
        self.check(at >= self.day.at, f"the clock goes back from {self.day.at} to {at}")
        self.check(at <= MAX_TIMESTAMP, f"{at} seconds is not a valid clock time")
        self.day.at = at

    def is_dealt_from(self, slot: int) -> bool:
        """Return whether the deck in this place is in use for the current round."""
        return self.round is not None and slot == self.day.turn

    def remember_round(self, round_: RoundState) -> None:
        """Keep the results of a round as long as it can be corrected."""
        credited = {n: {k: r.credit for k, r in seat.items()} for n, seat in round_.results.items()}
        pays = {key: side.pays for key, side in round_.metered_sides.items()}
        prize_wagers = {key for key, payoff in pays.items() if payoff.prizes is not None}
        for seat, keys in credited.items():
            gifts = round_.gifts.get(seat, {})
            wager_keys = {*round_.wagers[seat], *round_.returned.get(seat, ())}
            if wager_keys & prize_wagers:
                keys["envy"] = gifts.get("envy", 0)
            if wager_keys & round_.plan.wheel_wagers:
                keys["community_pay"] = gifts.get("community pay", 0)
        goods = {
            seat: {key for key, result in wagers.items() if result.merchandise}
            for seat, wagers in round_.results.items()
        }
        self.closed_rounds[round_.number] = ClosedRound(
            round_.players, credited, round_.hits, goods, round_
        )
        self.closed_rounds.pop(round_.number - MAX_RECALLED_ROUNDS, None)


EventCheckers = Mapping[type[e.Event], Callable[[ShiftChecker, Any], None]]
"""The checkers of events that may come at any time, by type."""
