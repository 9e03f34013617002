"""Irregularities to report: the consequence of each, or why it cannot be reported now."""

from collections.abc import Iterator
from typing import Final

from pitboss.games.incidents import Incident, Kind, Remedy
from pitboss.papers.wording import capitalize
from pitboss.school.incident_questions import (
    NEXT_CARD,
    describe_remedy,
    needs_ruling,
    next_card_report,
    possible_reports,
)
from pitboss.table import commands as c
from pitboss.table.decks import incident_clause
from pitboss.table.handlers.incidents import find_stricter_incident
from pitboss.table.state import Phase
from pitboss.tui.dealer.actions import ActionVariant, TableAction
from pitboss.tui.dealer.dealer_session import DealerSession

EXPOSING_KINDS: Final = frozenset(
    {Kind.DRAWN_EXPOSED, Kind.DEALER_CARD_EXPOSED, Kind.COMMUNITY_EXPOSED}
)


def exposes_card(incident: Incident) -> bool:
    """Return whether reporting this reveals a card; a card out of play is shown to all too."""
    is_out_of_play = incident.kind is Kind.CARD_FACE_UP and incident.remedy is Remedy.CARD_OUT
    return is_out_of_play or incident.kind in EXPOSING_KINDS


def exposure_confirmation(incident: Incident, card: str, consequence: str, clause: str) -> str:
    """Return the question before a report that reveals a card, or an empty string."""
    if not exposes_card(incident):
        return ""
    return (
        f"This card will be shown to everyone: {card or NEXT_CARD}. This cannot be undone.\n\n"
        f"Consequence [{clause}]: {consequence}\n\nDid this happen?"
    )


RULING_FIRST_NOTE: Final = " A floorperson rules on it first."
VOID_REMEDIES: Final = (Remedy.VOID, Remedy.VOID_DECK_OUT)
REVERSAL_NOTE: Final = " Settlements of this round are reversed."


def incident_actions(session: DealerSession) -> tuple[TableAction, ...]:
    """Return an action for each irregularity, in the order of the game."""
    return tuple(_incident_action(session, incident) for incident in session.rules.incidents)


def _incident_action(session: DealerSession, incident: Incident) -> TableAction:
    reports = list(_possible_reports(session, incident))
    allowed_reports = [
        report for report in reports if not session.refusal(session.dealer, report[1])
    ]
    return TableAction(
        label=capitalize(incident.kind.description),
        detail=_report_consequence(session, incident),
        clause=incident_clause(session.rules, incident),
        variants=tuple(_report_variant(session, *way) for way in allowed_reports),
        refusal="" if allowed_reports else session.refusal(session.dealer, reports[0][1]),
    )


def _possible_reports(
    session: DealerSession, incident: Incident
) -> Iterator[tuple[str, c.Report, Incident]]:
    """Yield each report with its label and the incident that it counts as."""
    rules, round_ = session.rules, session.table.state.round
    if (
        incident.kind is Kind.DRAWN_EXPOSED
        and round_ is not None
        and (stricter := find_stricter_incident(rules, round_))
    ):
        yield *next_card_report(rules, round_), stricter
    for label, report in possible_reports(rules, session.table.state, incident.kind):
        yield label, report, incident


def _report_consequence(session: DealerSession, incident: Incident) -> str:
    """Return what a report of this incident would cause."""
    consequence = describe_remedy(session.rules, incident) + reversal_note(session, incident)
    return consequence + (RULING_FIRST_NOTE if _needs_ruling_note(incident) else "")


def reversal_note(session: DealerSession, incident: Incident) -> str:
    """Return a note that a void reverses settled hands, if there are any."""
    round_ = session.table.state.round
    has_settled_hands = (
        round_ is not None and round_.phase is not Phase.CLOSED and bool(round_.results)
    )
    return REVERSAL_NOTE if has_settled_hands and incident.remedy in VOID_REMEDIES else ""


def _needs_ruling_note(incident: Incident) -> bool:
    """Return whether to mention the ruling: not if the ruling is the remedy itself."""
    return needs_ruling(incident) and incident.remedy is not Remedy.FLOOR_RULES


def _report_variant(
    session: DealerSession, label: str, report: c.Report, incident: Incident
) -> ActionVariant:
    confirmation = exposure_confirmation(
        incident,
        label,
        _report_consequence(session, incident),
        incident_clause(session.rules, incident),
    )
    return session.make_variant(session.dealer, label, lambda answers: report, confirmation)
