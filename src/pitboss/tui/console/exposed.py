"""Reports that lay a card open: it was seen by all, so each is asked about once more."""

from typing import Final

from pitboss.games.incidents import Incident, Kind, Remedy
from pitboss.school.reports import NEXT

SEEN: Final = frozenset({Kind.DRAWN_EXPOSED, Kind.DEALER_CARD_EXPOSED, Kind.COMMUNITY_EXPOSED})


def opens(incident: Incident) -> bool:
    """Whether a report of this turns a card over; one that is out of play is shown to all too."""
    out = incident.kind is Kind.CARD_FACE_UP and incident.remedy is Remedy.CARD_OUT
    return out or incident.kind in SEEN


def last_word(incident: Incident, card: str, follows: str, clause: str) -> str:
    """What is asked before such a report: which card, and what follows. Nothing for any other."""
    if not opens(incident):
        return ""
    return (
        f"This card will lie open for all: {card or NEXT}. That cannot be taken back.\n\n"
        f"What follows [{clause}]: {follows}\n\nDid it happen?"
    )
