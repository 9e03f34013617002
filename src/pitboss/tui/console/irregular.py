"""Every irregularity of the game, and what reporting it would cause now or why it cannot be."""

from collections.abc import Iterator
from typing import Final

from pitboss.games.incidents import Incident, Kind, Remedy
from pitboss.papers.words import sentence
from pitboss.school.reports import next_card, remedy_words, reports, waits
from pitboss.table import commands as c
from pitboss.table.care import cited
from pitboss.table.deciding.incidents import stricter
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
    tried = list(_reports(desk, incident))
    ways = [one for one in tried if not desk.refusal(desk.dealer, one[1])]
    return Offer(
        words=sentence(incident.kind.words),
        detail=_follows(desk, incident),
        clause=cited(desk.rules, incident),
        ways=tuple(_way(desk, *one) for one in ways),
        refusal="" if ways else desk.refusal(desk.dealer, tried[0][1]),
    )


def _reports(desk: Desk, incident: Incident) -> Iterator[tuple[str, c.Report, Incident]]:
    """Each with what it is judged as; the next card also where it is not judged as drawn."""
    rules, now = desk.rules, desk.table.state.round
    if incident.kind is Kind.DRAWN_EXPOSED and now is not None and (strict := stricter(rules, now)):
        yield *next_card(rules, now), strict
    for words, report in reports(rules, desk.table.state, incident.kind):
        yield words, report, incident


def _follows(desk: Desk, incident: Incident) -> str:
    """What a report of it would cause."""
    follows = remedy_words(desk.rules, incident) + reversal_words(desk, incident)
    return follows + (RULES_FIRST if _also(incident) else "")


def reversal_words(desk: Desk, incident: Incident) -> str:
    """Say, where hands are settled already, that a void reverses them."""
    now = desk.table.state.round
    settled = now is not None and now.phase is not Phase.CLOSED and bool(now.results)
    return REVERSED if settled and incident.remedy in VOIDS else ""


def _also(incident: Incident) -> bool:
    """Whether it has to be said that somebody rules: not where that is the remedy itself."""
    return waits(incident) and incident.remedy is not Remedy.FLOOR_RULES


def _way(desk: Desk, words: str, report: c.Report, incident: Incident) -> Way:
    sure = last_word(incident, words, _follows(desk, incident), cited(desk.rules, incident))
    return desk.way(desk.dealer, words, lambda given: report, sure)
