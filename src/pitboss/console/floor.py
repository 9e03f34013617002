"""A table at a glance, for whoever watches all of them: what it does, and what waits for somebody.

Computed from the committed state alone, like a console.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from pitboss.console.context import ConsoleContext
from pitboss.console.dealer_actions import proposal_phrase
from pitboss.console.event_sentences import disabled_name, meter_label
from pitboss.games import find_game
from pitboss.money import dollars
from pitboss.papers.wording import capitalize
from pitboss.submission.rules import Rules
from pitboss.table import Person, Role, State
from pitboss.table import commands as c
from pitboss.table.decks import deck_expires_at, find_incident, incident_clause
from pitboss.table.hidden_cards import describe_incident
from pitboss.table.house_rules import (
    DECK_PROCEDURES,
    DISABLING,
    INCIDENTS,
    JACKPOT_VALIDATION,
    METERS_NEVER_FALL,
    TWO_PEOPLE,
)
from pitboss.table.instructions import Instruction, instruction
from pitboss.table.views import tray_amount

MatterKind = Literal[
    "stopped",
    "meter",
    "ruling",
    "jackpot",
    "absent",
    "approval",
    "device",
    "deck",
    "rules",
    "disabled",
    "result",
]
DECK_WARNING_SECONDS: Final = 30 * 60
"""How long before a deck must be changed the floor is told."""
URGENT_KINDS: Final = frozenset({"stopped", "meter", "ruling", "jackpot", "absent", "approval"})
"""What waits for a decision of the floor."""
ALERT_KINDS: Final = frozenset({"stopped", "meter", "jackpot", "deck", "result"})
"""What is announced to people who do not look at the page."""
_NOBODY: Final = Person("-", Role.SURVEILLANCE)


class FloorMatter(Struct, frozen=True, kw_only=True):
    """Something at a table that waits for somebody, or that the floor should know."""

    id: str
    """Names the matter at its table; it stays the same while the matter lasts."""
    kind: MatterKind
    text: str
    clause: str
    is_urgent: bool = False
    """Whether it waits for a decision."""
    is_alert: bool = False
    """Whether it is announced even to those who do not look."""
    by: str = ""
    """Who reported or proposed it."""
    at: int | None = None
    """From when on, in seconds of UTC, if that lies ahead."""


class FloorMeter(Struct, frozen=True):
    """What a progressive meter shows, in whole cents."""

    name: str
    cents: int


class FloorTable(Struct, frozen=True, kw_only=True):
    """A table among all tables."""

    table: str
    title: str
    game: str
    game_name: str
    version: int
    is_open: bool
    """Whether its tray is counted, so that rounds can be dealt."""
    phase: str
    """The phase of the open round; empty between rounds."""
    round: int
    minimum: int
    maximum: int
    seats: int
    players: Mapping[int, str]
    meters: tuple[FloorMeter, ...]
    tray: int | None
    """By the books, in cents; null while it has to be counted."""
    instruction: Instruction | None
    """The next step and who takes it."""
    matters: tuple[FloorMatter, ...]
    """What waits, the most urgent first."""
    needs_somebody: bool
    """Whether something waits for the floor."""


def floor_table(
    table: str, title: str, state: State, at: int, stop_reason: str = "", result: str = ""
) -> FloorTable:
    """Return a table at a glance at a time.

    ``stop_reason`` says why it is unavailable, and ``result`` what is unusual about today's
    result.
    """
    rules, round_ = state.rules, state.round
    due = instruction(state, at) if state.table else None
    matters = tuple(_matters(state, at, stop_reason, result))
    tray = tray_amount(state) if state.table else None
    return FloorTable(
        table=table,
        title=title,
        game=state.game,
        game_name=find_game(state.game).name if state.game else "",
        version=state.version,
        is_open=state.day.open,
        phase=round_.phase.value if round_ and state.has_open_round else "",
        round=round_.number if round_ else 0,
        minimum=rules.table.minimum if rules else 0,
        maximum=rules.table.maximum if rules else 0,
        seats=rules.seats if rules else 0,
        players=dict(state.seats),
        meters=tuple(FloorMeter(name, int(state.meter_amount(name))) for name in state.books),
        tray=tray if isinstance(tray, int) else None,
        instruction=due,
        matters=matters,
        needs_somebody=any(matter.is_urgent for matter in matters)
        or (due is not None and due.who == Role.FLOORPERSON),
    )


def next_change(state: State, at: int) -> int | None:
    """Return when the glance changes by itself, in seconds of UTC: a deck grows too old."""
    if state.rules is None:
        return None
    expiries = (deck_expires_at(state.rules, deck) for deck in state.day.decks.values())
    moments = (item for end in expiries for item in (end - DECK_WARNING_SECONDS, end))
    return min((item for item in moments if item > at), default=None)


def _matter(
    kind: MatterKind, name: str, text: str, clause: str, *, by: str = "", at: int | None = None
) -> FloorMatter:
    return FloorMatter(
        id=f"{kind}-{name}" if name else kind,
        kind=kind,
        text=capitalize(text),
        clause=clause,
        is_urgent=kind in URGENT_KINDS,
        is_alert=kind in ALERT_KINDS,
        by=by,
        at=at,
    )


def _matters(state: State, at: int, stop_reason: str, result: str) -> Iterator[FloorMatter]:
    if stop_reason:
        yield _matter("stopped", "", stop_reason, "")
    yield from _meter_matters(state)
    rules = state.rules
    if rules is not None:
        yield from _incident_matters(state, rules)
        yield from _round_matters(state, rules)
    yield from _proposal_matters(state, at)
    if rules is not None:
        yield from _equipment_matters(state, rules, at)
    for target, reason in state.day.disabled.items():
        text = f"{disabled_name(target)} is disabled: {reason}"
        yield _matter("disabled", target, text, DISABLING)
    if result:
        yield _matter("result", "", result, "")


def _meter_matters(state: State) -> Iterator[FloorMatter]:
    """Yield meters that do not show what their books say."""
    for name, book in state.books.items():
        difference = Fraction(state.meter_amount(name)) - Fraction(book.balance)
        if difference:
            size = abs(difference)
            amount = dollars(int(size)) if size.denominator == 1 else f"{size} cents"
            direction = "more" if difference > 0 else "less"
            label = meter_label(state.rules, name) if state.rules else f"the meter {name}"
            text = f"{label} shows {amount} {direction} than its books say"
            yield _matter("meter", name, text, METERS_NEVER_FALL)


def _incident_matters(state: State, rules: Rules) -> Iterator[FloorMatter]:
    incident = state.day.incident
    if incident is None:
        return
    entry = find_incident(rules, incident.kinds[0])
    yield _matter(
        "ruling",
        str(incident.number),
        f"rule on an incident: {describe_incident(rules, incident.kinds, incident.card)}",
        incident_clause(rules, entry) if entry else INCIDENTS,
        by=incident.by,
    )


def _round_matters(state: State, rules: Rules) -> Iterator[FloorMatter]:
    round_ = state.round if state.has_open_round else None
    if round_ is None:
        return
    if round_.hit is not None:
        player = round_.players[round_.hit]
        step = "validate" if round_.verified_by else "a dealer verifies"
        yield _matter(
            "jackpot",
            f"{round_.number}-{round_.hit}",
            f"{step} the progressive win of seat {round_.hit}, {player}",
            rules.cite(rules.table_procedures.validates) or JACKPOT_VALIDATION,
            by=round_.verified_by or round_.hit_by,
        )
    for seat in sorted(round_.away - round_.absent.keys()):
        yield _matter(
            "absent",
            f"{round_.number}-{seat}",
            f"rule on the wagers of seat {seat}, {round_.players.get(seat, '')}, who left",
            rules.cite(rules.table_procedures.leaving) or INCIDENTS,
            by=round_.reported.get(seat, ""),
        )


def _proposal_matters(state: State, at: int) -> Iterator[FloorMatter]:
    # Somebody who proposed nothing, so that no count is shown.
    context = ConsoleContext(state, _NOBODY, at)
    for number, proposal in state.proposals.items():
        subject = (
            "a count of the tray"
            if isinstance(proposal.matter, c.OpeningCount | c.ClosingCount)
            else proposal_phrase(context, proposal)
        )
        yield _matter("approval", str(number), f"approve {subject}", TWO_PEOPLE, by=proposal.by)
    if state.upcoming is not None:
        text = f"submission {state.upcoming.number} takes effect after this round"
        yield _matter("rules", str(state.upcoming.number), text, TWO_PEOPLE)


def _equipment_matters(state: State, rules: Rules, at: int) -> Iterator[FloorMatter]:
    for device, mark in state.day.broken.items():
        text = f"the {device} is out of order" + ("" if mark else ": mark it")
        yield _matter("device", device, text, INCIDENTS)
    for slot, deck in state.day.decks.items():
        end = deck_expires_at(rules, deck)
        if at >= end - DECK_WARNING_SECONDS:
            name = f"deck {deck.id}" if deck.id else f"deck {slot}"
            text = f"{name} is too old to be dealt" if at >= end else f"{name} must be changed soon"
            clause = rules.cite(rules.deck_procedures.deck_clause[rules.table.dealing])
            matter = _matter("deck", f"{deck.number}", text, clause or DECK_PROCEDURES, at=end)
            yield replace(matter, is_alert=at >= end)
