"""Every irregularity that a game knows, with everything that can be said to it."""

from collections.abc import Iterator
from typing import Final

from pitboss.days.watch import AT_ONCE
from pitboss.games import all_games
from pitboss.games.incidents import AT_ONCE as NEEDS_NOBODY
from pitboss.games.incidents import Incident, Kind, Remedy
from pitboss.table.day import Ruling

EXPOSES: Final = frozenset({Kind.DEALER_CARD_EXPOSED, Kind.COMMUNITY_EXPOSED})
"""What lies open cannot be dismissed."""


def cells(game: str) -> tuple[tuple[str, str], ...]:
    """The kinds and rulings of a game, in the order of its rules."""
    return tuple(
        (incident.kind.value, said)
        for incident in all_games()[game].procedures.incidents
        for said in _said(incident)
    )


def _said(incident: Incident) -> Iterator[str]:
    if incident.remedy in NEEDS_NOBODY:
        yield AT_ONCE
    elif incident.kind is Kind.STUB_MISDEALT:
        yield Ruling.MISDEALT.value
        yield Ruling.DISMISSED.value
    elif incident.kind is Kind.STUB_NOT_52:
        yield Ruling.NOT_MISDEALT.value
    elif incident.remedy is Remedy.FLOOR_RULES:
        yield Ruling.VOID.value
        yield Ruling.GO_ON.value
    elif incident.remedy is Remedy.RETURN_OR_WAIT:
        yield Ruling.RETURN.value
        yield Ruling.WAIT.value
        yield Ruling.DISMISSED.value
    else:
        yield Ruling.BY_THE_BOOK.value
        if incident.kind not in EXPOSES:
            yield Ruling.DISMISSED.value
