"""A shift as one file: JSON Lines, one event a line, each line bound to the one before it.

    {"n":1,"prev":"…","by":{"name":"Ann","role":"player"},"event":{…},"postings":[…]}

``prev`` is the SHA-256 of the bytes of the line before, without its newline; the first line has
that of the words in `FIRST`. The last line is no event: it says how many there were, the hash of
the last of them, and whether any seed could be foreseen. `pitboss verify` checks all of it.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.refusal import Refused
from pitboss.table.actions import Recorded
from pitboss.table.events import (
    BroughtForward,
    Event,
    PayoutCorrected,
    RoundClosed,
    RoundOpened,
)
from pitboss.table.evolve import evolve
from pitboss.table.house import CORRECTIONS, REBUILT, RECALL
from pitboss.table.ledger import Cents, Posting, meter
from pitboss.table.people import Person
from pitboss.table.state import State, plain

FIRST: Final = "pitboss shift 1"


class Line(Struct, frozen=True, gc=False, omit_defaults=True):
    """An event in its place of the chain."""

    n: int
    prev: str
    by: Person
    event: Event
    postings: tuple[Posting, ...] = ()
    at: str | None = None


class End(Struct, frozen=True):
    """What the last line states."""

    lines: int
    head: str
    practice: bool


class LastLine(Struct, frozen=True):
    """The seal of a file."""

    n: int
    prev: str
    end: End


def exported(log: Iterable[Recorded]) -> Iterator[bytes]:
    """The lines of a file, without their newlines."""
    head, lines, practice = BEGINNING, 0, False
    for one in log:
        lines += 1
        line = line_of(lines, head, one)
        practice |= isinstance(one.event, RoundOpened) and one.event.practice
        head = hash_of(line)
        yield line
    yield last_line(lines, head, practice=practice)


_encode: Final = msgspec.json.Encoder(enc_hook=plain).encode


def line_of(n: int, prev: str, one: Recorded) -> bytes:
    """A line in its place of the chain."""
    return _encode(Line(n, prev, one.by, one.event, one.postings, one.at))


def last_line(lines: int, head: str, *, practice: bool) -> bytes:
    """The seal of a file of so many lines."""
    return _encode(LastLine(lines + 1, head, End(lines, head, practice)))


def hash_of(line: bytes) -> str:
    """What the next line names."""
    return sha256(line).hexdigest()


BEGINNING: Final = hash_of(FIRST.encode())
"""What the first line names."""


def one_round(log: Iterable[Recorded], number: int) -> Iterator[Recorded]:
    """The log of one round by itself: what the table brought into it, then all that happened."""
    state, found, closed = State(), False, False
    for one in log:
        match one.event:
            case RoundOpened(round=opened) if opened == number:
                found = True
                yield Recorded(state.version, brought_forward(state), one.by, (), one.at)
            case PayoutCorrected() if found:
                why = f"another round was corrected in round {number}: export the shift"
                raise Refused(why, CORRECTIONS)
            case RoundClosed(round=over):
                closed = over == number
            case _:
                pass
        state = evolve(state, one.event)
        if found:
            yield one
            # Who walked off, and did not come back to answer, leaves with the close.
            if closed and not (state.round and state.round.away):
                return
    raise Refused(f"the log has no round {number} that is closed", RECALL)


def brought_forward(state: State) -> BroughtForward:
    """A table between two rounds, as one event."""
    if state.running or not state.filed:
        raise Refused("a table is brought forward between two rounds", RECALL)
    now = state.filed[-1]
    held: dict[str, Cents] = {**{meter(name): 0 for name in state.books}, **state.balances}
    return BroughtForward(
        state.table,
        state.game,
        now.submission,
        now.hash,
        state.round.number if state.round else 0,
        state.proposed,
        state.seats,
        {a: c if isinstance(c, int) else str(c) for a, c in held.items()},
        state.day,
        now.program,
    )


class _Read(Struct):
    event: Event | None = None
    end: dict[str, Any] | None = None


def replayed(lines: Iterable[bytes]) -> State:
    """The state that the events of a file lead to; whether they are true, `verify` finds out."""
    decode = msgspec.json.Decoder(_Read).decode
    state = State()
    for number, line in enumerate(lines, 1):
        try:
            read = decode(line)
        except msgspec.MsgspecError as error:
            raise Refused(f"line {number} is not an event: {error}", REBUILT) from None
        if read.event is not None:
            state = evolve(state, read.event)
    return state
