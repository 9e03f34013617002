"""The replay of a closed round: its log line by line, with the table as everybody saw it then.

Views are made from the state alone, without the stack, so a step shows no card that was not face up
at that moment.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.console.event_sentences import event_sentences
from pitboss.errors import Refused
from pitboss.room.page_cards import PageCard, make_page_card
from pitboss.table import LogEntry, State
from pitboss.table import events as e
from pitboss.table.apply import apply
from pitboss.table.instructions import NO_MORE_BETS, PLACE_BETS, dealer_question
from pitboss.table.people import ANONYMOUS, Role
from pitboss.table.proofs import Proofs, proofs
from pitboss.table.state import recall_round
from pitboss.table.views import View, public_view
from pitboss.verify import VerificationError, verify

_STAGES: Final[dict[type, str]] = {
    e.CardsDealt: "deal",
    e.CardsTurned: "deal",
    e.Decided: "decision",
    e.SeatSettled: "settlement",
    e.GiftsPaid: "settlement",
    e.RoundVoided: "settlement",
    e.SettlementReversed: "settlement",
    e.IncidentReported: "incident",
    e.IncidentRuled: "incident",
}


class ReplayPosting(Struct, frozen=True):
    """A movement of money: from one account to another."""

    source: str
    target: str
    cents: int | str
    """In cents; a fraction is text."""
    why: str


class ReplayStep(Struct, frozen=True):
    """A line of the log, and the table after it."""

    line: int
    at: str
    by: str
    role: str
    event: str
    text: str
    """What happened, in a sentence; empty for events that have none."""
    said: str
    """What the dealer said aloud, if anything."""
    stage: str
    """``deal``, ``decision``, ``settlement``, ``incident``, or empty."""
    postings: tuple[ReplayPosting, ...]
    view: View
    """The table as everybody saw it."""


class Replay(Struct, frozen=True):
    """A closed round, step by step."""

    table: str
    round: int
    card: PageCard
    """The rules card of the rules that were in force."""
    steps: tuple[ReplayStep, ...]
    proofs: Proofs | None
    """The proofs with which a page can check the closed round, as a player's page does."""


class RoundCheck(Struct, frozen=True):
    """The result of `pitboss verify` on the file of a round."""

    ok: bool
    error: str = ""
    """The first line that is wrong, in a sentence."""
    line: int = 0
    events: int = 0
    cards: int = 0
    """The cards turned over or exposed, each proved."""
    postings: int = 0
    incidents: int = 0
    void: bool = False
    seed_lost: bool = False
    """Whether face-down cards and wheel stops cannot be proved."""
    practice: bool = False
    """Whether the seed could be predicted."""
    physical: bool = False
    """Whether the round was dealt from a physical deck, so that its shuffle is not proved."""
    head: str = ""
    """The hash of the last line."""


def replay_round(table: str, number: int, log: Iterable[LogEntry]) -> Replay:
    """Return the replay of a round from its log, which begins with what the table brought."""
    entries = iter(log)
    first = next(entries).event
    if not isinstance(first, e.BroughtForward):
        raise Refused(f"the log of round {number} does not begin with the state of the table")
    state = apply(State(), first)
    card = make_page_card(first.game, first.submission)
    steps = []
    for entry in entries:
        state = apply(state, entry.event)
        steps.append(_step(state, entry))
    round_ = recall_round(state, number)
    last_proofs = proofs(state, round_, None, ANONYMOUS) if round_ else None
    return Replay(table, number, card, tuple(steps), last_proofs)


def _step(state: State, entry: LogEntry) -> ReplayStep:
    rules = state.rules
    return ReplayStep(
        line=entry.number,
        at=entry.at or "",
        by=entry.by.name,
        role=entry.by.role.value,
        event=type(entry.event).__name__,
        text=" ".join(event_sentences(rules, entry)) if rules else "",
        said=_announcement(state, entry.event),
        stage=_STAGES.get(type(entry.event), ""),
        postings=tuple(
            ReplayPosting(p.source, p.target, _exact(Fraction(p.cents)), p.why)
            for p in entry.postings
        ),
        view=public_view(state, Role.ONLOOKER),
    )


def _exact(cents: Fraction) -> int | str:
    return cents.numerator if cents.denominator == 1 else str(cents)


def _announcement(state: State, event: e.Event) -> str:
    """Return what the dealer says at an event; ``state`` is the one after it."""
    match event:
        case e.RoundOpened():
            return PLACE_BETS
        case e.BetsClosed():
            return NO_MORE_BETS
        case e.CardsDealt() | e.CardsTurned() | e.Decided():
            if state.rules is None or state.round is None or state.day.incident is not None:
                return ""
            return dealer_question(state.rules, state.round)
        case _:
            return ""


def check_round(lines: Iterable[bytes]) -> RoundCheck:
    """Verify the file of a round, as `pitboss verify` does."""
    try:
        summary = verify(lines)
    except VerificationError as error:
        return RoundCheck(ok=False, error=error.sentence, line=error.line)
    return RoundCheck(
        ok=True,
        events=summary.events,
        cards=summary.cards,
        postings=summary.postings,
        incidents=summary.incidents,
        void=bool(summary.voids),
        seed_lost=bool(summary.lost),
        practice=summary.practice,
        physical=bool(summary.physical),
        head=summary.head,
    )
