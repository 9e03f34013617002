"""Every irregularity of the game, and what reporting it would cause now or why it cannot be."""

from typing import Final

from pitboss.games.incidents import Incident, Remedy
from pitboss.papers.words import sentence
from pitboss.school.reports import remedy_words, reports, waits
from pitboss.table import commands as c
from pitboss.table.care import cited
from pitboss.table.state import Phase
from pitboss.tui.console.desk import Desk
from pitboss.tui.console.exposed import last_word
from pitboss.tui.console.offers import Offer, Way

RULES_FIRST: Final = " A floorperson rules on it first."
VOIDS: Final = (Remedy.VOID, Remedy.VOID_DECK_OUT)
REVERSED: Final = " What was settled in this round is reversed."


def incident_offers(desk: Desk) -> tuple[Offer, ...]:
    """One for each, in the order of the game."""
    return tuple(_offer(desk, incident) for incident in desk.rules.incidents)


def _offer(desk: Desk, incident: Incident) -> Offer:
    tried = list(reports(desk.rules, desk.table.state, incident.kind))
    ways = [(words, one) for words, one in tried if not desk.refusal(desk.dealer, one)]
    refusal = "" if ways else desk.refusal(desk.dealer, tried[0][1])
    follows = remedy_words(desk.rules, incident) + reversal_words(desk, incident)
    follows += RULES_FIRST if _also(incident) else ""
    return Offer(
        words=sentence(incident.kind.words),
        detail=follows,
        clause=cited(desk.rules, incident),
        ways=tuple(_way(desk, incident, words, one, follows) for words, one in ways),
        refusal=refusal,
    )


def reversal_words(desk: Desk, incident: Incident) -> str:
    """Say, where hands are settled already, that a void reverses them."""
    now = desk.table.state.round
    settled = now is not None and now.phase is not Phase.CLOSED and bool(now.results)
    return REVERSED if settled and incident.remedy in VOIDS else ""


def _also(incident: Incident) -> bool:
    """Whether it has to be said that somebody rules: not where that is the remedy itself."""
    return waits(incident) and incident.remedy is not Remedy.FLOOR_RULES


def _way(desk: Desk, incident: Incident, words: str, report: c.Report, follows: str) -> Way:
    sure = last_word(incident, words, follows)
    return desk.way(desk.dealer, words, lambda given: report, sure)
