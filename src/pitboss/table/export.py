"""Export a shift, or one round, as JSON Lines, each line bound to the one before it.

{"n":1,"prev":"…","by":{"name":"Ann","role":"player"},"event":{…},"postings":[…]}

``prev`` is the SHA-256 of the bytes of the line before, without its newline; the first line has
that of `CHAIN_START`. The last line is no event: it states how many there were, the hash of the
last of them, whether any seed could be predicted, and whether a round was dealt from a physical
deck. `pitboss verify` checks all of it.

The file of a closed round may also be given to anybody: `public_log` leaves out what is for staff.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.table import events as e
from pitboss.table.actions import LogEntry
from pitboss.table.apply import apply
from pitboss.table.commands import CorrectCards, FileSubmission, VoidRound
from pitboss.table.events import BroughtForward, Event, PayoutCorrected, RoundClosed, RoundOpened
from pitboss.table.house_rules import CORRECTIONS, RECALL, REPLAY, ROLES
from pitboss.table.ledger import DEPARTED, HOUSE, Cents, Posting, meter_account, player_account
from pitboss.table.people import Person
from pitboss.table.state import State, encode_fraction

CHAIN_START: Final = "pitboss shift 1"


class Line(Struct, frozen=True, gc=False, omit_defaults=True):
    """An event in its place in the chain."""

    n: int
    prev: str
    by: Person
    event: Event
    postings: tuple[Posting, ...] = ()
    at: str | None = None


class End(Struct, frozen=True, omit_defaults=True):
    """The statement in the last line."""

    lines: int
    head: str
    practice: bool
    physical: bool = False
    """Whether some round was dealt from a physical deck."""


class FileMarks(Struct, frozen=True):
    """What the last line of a file says about its rounds."""

    practice: bool = False
    """Whether some seed could be predicted."""
    physical: bool = False
    """Whether some round was dealt from a physical deck."""

    def after(self, event: Event) -> "FileMarks":
        """Return the marks after one more event."""
        if not isinstance(event, RoundOpened):
            return self
        return FileMarks(self.practice or event.practice, self.physical or event.physical)

    def after_line(self, line: bytes) -> "FileMarks":
        """Return the marks after one more line, which need not be decoded for it."""
        if b'"type":"RoundOpened"' not in line:
            return self
        return FileMarks(
            self.practice or b'"practice":true' in line,
            self.physical or b'"physical":true' in line,
        )


class LastLine(Struct, frozen=True):
    """The last line of a file."""

    n: int
    prev: str
    end: End


def export_lines(log: Iterable[LogEntry]) -> Iterator[bytes]:
    """Yield the lines of a file, without their newlines."""
    head, lines, marks = FIRST_PREV, 0, FileMarks()
    for item in log:
        lines += 1
        line = encode_line(lines, head, item)
        marks = marks.after(item.event)
        head = line_hash(line)
        yield line
    yield encode_last_line(lines, head, marks)


_encode: Final = msgspec.json.Encoder(enc_hook=encode_fraction).encode


def encode_line(n: int, prev: str, entry: LogEntry) -> bytes:
    """Return a line with its place in the chain."""
    return _encode(Line(n, prev, entry.by, entry.event, entry.postings, entry.at))


def encode_last_line(lines: int, head: str, marks: FileMarks) -> bytes:
    """Return the last line of a file with this many lines."""
    return _encode(LastLine(lines + 1, head, End(lines, head, marks.practice, marks.physical)))


def line_hash(line: bytes) -> str:
    """Return the hash that the next line refers to."""
    return sha256(line).hexdigest()


FIRST_PREV: Final = line_hash(CHAIN_START.encode())
"""The hash that the first line refers to."""


def round_log(
    log: Iterable[LogEntry], number: int, start: State | None = None
) -> Iterator[LogEntry]:
    """Yield the log of one round on its own: the state it started from, then its events.

    The log begins after the state ``start``, or is the whole log.
    """
    state, is_found, is_closed = start or State(), False, False
    for item in log:
        match item.event:
            case RoundOpened(round=opened) if opened == number:
                is_found = True
                yield LogEntry(state.version, bring_forward(state), item.by, (), item.at)
            case PayoutCorrected() if is_found:
                why = (
                    f"another round was corrected during round {number}: export the whole shift "
                    "instead"
                )
                raise Refused(why, CORRECTIONS)
            case RoundClosed(round=closed):
                is_closed = closed == number
            case _:
                pass
        state = apply(state, item.event)
        if is_found:
            yield item
            # Players who walked off leave when the round is closed.
            if is_closed and not (state.round and state.round.away):
                return
    raise missing_round(number)


def missing_round(number: int) -> Refused:
    """Return the error for a round that is not in the log, or not closed yet."""
    return Refused(f"the log has no closed round {number}", RECALL)


def bring_forward(state: State) -> BroughtForward:
    """Return the state of a table between two rounds, as one event."""
    if state.has_open_round or not state.filed:
        raise Refused("a table can be brought forward only between rounds", RECALL)
    filing = state.filed[-1]
    balances: dict[str, Cents] = {
        **{meter_account(name): 0 for name in state.books},
        **state.balances,
    }
    return BroughtForward(
        state.table,
        state.game,
        filing.submission,
        filing.hash,
        state.round.number if state.round else 0,
        state.proposed,
        state.seats,
        {a: c if isinstance(c, int) else str(c) for a, c in balances.items()},
        state.day,
        filing.program,
    )


class _DecodedLine(Struct):
    event: Event | None = None
    end: dict[str, Any] | None = None


def replay(lines: Iterable[bytes]) -> State:
    """Return the state that a file's events lead to, without checking them as `verify` does."""
    decode = msgspec.json.Decoder(_DecodedLine).decode
    state = State()
    for number, line in enumerate(lines, 1):
        try:
            line_content = decode(line)
        except msgspec.MsgspecError as error:
            raise Refused(f"line {number} is not an event: {error}", REPLAY) from None
        if line_content.event is not None:
            state = apply(state, line_content.event)
    return state


_PUBLIC_EVENTS: Final = (
    e.RoundOpened, e.WagersPlaced, e.WagersTakenBack, e.EntropyAdded, e.BetsClosed,
    e.ProgressivesCounted, e.CardsRecut, e.CardsDealt, e.CardsTurned, e.CardsCorrected,
    e.CardExposed, e.CardOut,
    e.Decided, e.AbsentRuled, e.SatOut, e.WagersReturned, e.Forfeited, e.BreachRecorded,
    e.WheelSpun, e.JackpotHit, e.JackpotVerified, e.JackpotValidated, e.TrayFilled, e.SeatSettled,
    e.GiftsPaid, e.SettlementReversed, e.RoundVoided, e.SeedOpened, e.SeedLost, e.RoundClosed,
    e.PlayerSeated, e.BoughtIn, e.CashedOut, e.PlayerAway, e.PlayerLeft,
    e.IncidentReported, e.IncidentRuled, e.StubCounted, e.StepDone, e.ChecklistSigned,
    e.DeckReceived, e.DeckRemoved,
    e.ShuffleOrdered, e.ShuffleSpoilt, e.DeviceDown, e.DeviceMarked, e.DeviceRestored,
    e.Approved, e.Rejected, e.ChipsTransferred,
)  # fmt: skip
"""Events that everybody at the table can see."""
_PLAYER_ACCOUNT_PREFIX: Final = player_account("")
_DISABLED_PLAYER_PREFIX: Final = "player:"


def public_log(log: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """Yield the log of one round, as `round_log` gives it, without what only staff may see."""
    for item in log:
        match item.event:
            case e.BroughtForward() as forward:
                yield replace(item, event=_redact_brought_forward(forward))
            case e.Proposed(matter=VoidRound() | CorrectCards() | FileSubmission(after_round=True)):
                yield item  # upcoming rules are public
            case event if isinstance(event, _PUBLIC_EVENTS):
                yield item
            case _:
                raise Refused(
                    "this round has events that only staff may see: ask for its file at the table",
                    ROLES,
                )


def _redact_brought_forward(forward: e.BroughtForward) -> e.BroughtForward:
    """Return the event with players' outside accounts merged into the house's."""
    outside_accounts = (_PLAYER_ACCOUNT_PREFIX, DEPARTED)
    balances = {a: c for a, c in forward.balances.items() if not a.startswith(outside_accounts)}
    outside = [Fraction(c) for a, c in forward.balances.items() if a.startswith(outside_accounts)]
    bank = sum(outside, Fraction(balances.get(HOUSE, 0)))
    balances[HOUSE] = bank.numerator if bank.denominator == 1 else str(bank)
    reasons = forward.day.disabled
    public = {
        what: why for what, why in reasons.items() if not what.startswith(_DISABLED_PLAYER_PREFIX)
    }
    return replace(forward, balances=balances, day=replace(forward.day, disabled=public))
