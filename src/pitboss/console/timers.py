"""The limits that run at a table: the age of its decks, the stub count, the house's countdown."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from pitboss.submission.rules import Rules
from pitboss.table import State
from pitboss.table.decks import deck_expires_at, deck_slots, is_stub_count_due
from pitboss.table.round_plan import plan_round


class DeckTimer(Struct, frozen=True, kw_only=True):
    """How long a deck may still be used; times are seconds of UTC."""

    slot: int
    number: int
    id: str
    color: str
    received: int
    expires_at: int
    is_in_turn: bool
    """Whether the current or next round is dealt from it."""


class StubTimer(Struct, frozen=True):
    """When the stub has to be counted."""

    rounds: int
    """The rounds that can still be dealt before a count; 0 if it is due in this round."""
    clause: str


class Countdown(Struct, frozen=True):
    """What the house is waiting for, where it opens and closes betting by itself."""

    waits_for: Literal["bets", "answers", "opens"]
    ends_at: int
    """In seconds of UTC."""


class Timers(Struct, frozen=True):
    """The limits that run at a table."""

    decks: tuple[DeckTimer, ...] = ()
    stub: StubTimer | None = None
    """None where the stub is never counted."""
    countdown: Countdown | None = None
    """None unless the house is waiting; only a room knows."""


def timers(state: State, rules: Rules, countdown: Countdown | None = None) -> Timers:
    """Return the limits that run at a table."""
    return Timers(tuple(_deck_timers(state, rules)), _stub_timer(state, rules), countdown)


def _deck_timers(state: State, rules: Rules) -> Iterator[DeckTimer]:
    for slot in deck_slots(rules):
        deck = state.day.decks.get(slot)
        if deck is not None:
            yield DeckTimer(
                slot=slot,
                number=deck.number,
                id=deck.id,
                color=deck.color,
                received=deck.received,
                expires_at=deck_expires_at(rules, deck),
                is_in_turn=slot == state.day.turn,
            )


def _stub_timer(state: State, rules: Rules) -> StubTimer | None:
    if not plan_round(rules).counts_stub:
        return None
    procedures = rules.deck_procedures
    clause = rules.cite(procedures.stub_clause[rules.table.dealing]) or ""
    if is_stub_count_due(rules, state.day):
        return StubTimer(0, clause)
    return StubTimer(max(procedures.stub_count_rounds - state.day.uncounted, 1), clause)
