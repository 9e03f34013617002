"""The irregularities of a table that can be reported now, each with what a report causes."""

from collections.abc import Iterator
from typing import Final

from pitboss.console.actions import Action, Variant, slug
from pitboss.console.context import ConsoleContext
from pitboss.console.incident_reports import (
    NEXT_CARD,
    describe_remedy,
    needs_ruling,
    next_card_report,
    possible_reports,
)
from pitboss.console.prompts import FACE_PROMPT
from pitboss.games.incidents import Incident, Kind, Remedy
from pitboss.papers.wording import capitalize
from pitboss.table import commands as c
from pitboss.table.decks import incident_clause
from pitboss.table.handlers.incidents import find_stricter_incident
from pitboss.table.state import Phase

EXPOSING_KINDS: Final = frozenset(
    {Kind.DRAWN_EXPOSED, Kind.DEALER_CARD_EXPOSED, Kind.COMMUNITY_EXPOSED}
)
RULING_FIRST_NOTE: Final = " A floorperson rules on it first."
VOID_REMEDIES: Final = (Remedy.VOID, Remedy.VOID_DECK_OUT)
REVERSAL_NOTE: Final = " Settlements of this round are reversed."


def incident_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield an action for each irregularity, in the order of the game."""
    is_physical = context.rules.table.is_physical
    for incident in context.rules.incidents:
        reports = list(_possible_reports(context, incident))
        refusals = [context.refusal(report) for _, report, _ in reports]
        yield context.choice(
            f"report-{slug(incident.kind)}",
            capitalize(incident.kind.description),
            tuple(
                _report_variant(context, *item)
                for item, refusal in zip(reports, refusals, strict=True)
                if not refusal
            ),
            refusals[0],
            detail=_report_consequence(context, incident),
            clause=incident_clause(context.rules, incident),
            prompts=(FACE_PROMPT,) if is_physical and exposes_card(incident) else (),
        )


def _possible_reports(
    context: ConsoleContext, incident: Incident
) -> Iterator[tuple[str, c.Report, Incident]]:
    """Yield each report with its label and the incident that it counts as."""
    rules, round_ = context.rules, context.state.round
    if (
        incident.kind is Kind.DRAWN_EXPOSED
        and round_ is not None
        and (stricter := find_stricter_incident(rules, round_))
    ):
        yield *next_card_report(rules, round_), stricter
    for label, report in possible_reports(rules, context.state, incident.kind):
        yield label, report, incident


def _report_variant(
    context: ConsoleContext, label: str, report: c.Report, incident: Incident
) -> Variant:
    consequence = _report_consequence(context, incident)
    confirmation = exposure_confirmation(
        incident, label, consequence, incident_clause(context.rules, incident)
    )
    # The next card of the stack may count as another kind.
    detail = consequence if incident.kind is not report.kind else ""
    return context.variant(label, report, detail=detail, confirmation=confirmation)


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


def _report_consequence(context: ConsoleContext, incident: Incident) -> str:
    """Return what a report of this incident would cause."""
    consequence = describe_remedy(context.rules, incident) + reversal_note(context, incident)
    return consequence + (RULING_FIRST_NOTE if _needs_ruling_note(incident) else "")


def reversal_note(context: ConsoleContext, incident: Incident) -> str:
    """Return a note that a void reverses settled hands, if there are any."""
    round_ = context.state.round
    has_settled_hands = (
        round_ is not None and round_.phase is not Phase.CLOSED and bool(round_.results)
    )
    return REVERSAL_NOTE if has_settled_hands and incident.remedy in VOID_REMEDIES else ""


def _needs_ruling_note(incident: Incident) -> bool:
    """Return whether to mention the ruling: not if the ruling is the remedy itself."""
    return needs_ruling(incident) and incident.remedy is not Remedy.FLOOR_RULES
