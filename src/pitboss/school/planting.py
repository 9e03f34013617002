"""Irregularities that the school plants at a live table: one a round, seen in mid-round.

What was missed is planted again in the next round.
"""

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from pitboss.games.incidents import Incident, Remedy
from pitboss.school.ask_irregular import COUNTED, happens, reportable
from pitboss.school.chance import Chance
from pitboss.school.days import Day
from pitboss.table import Phase
from pitboss.table import commands as c

SPREAD: Final = 8
"""It is seen at one of the first so many moments of a round at which something can go wrong."""
FROM: Final = 2
"""The first round in which something goes wrong: one is learnt as it should be."""


class Sight(Struct, frozen=True):
    """Something that went wrong, and the report that tells the table of it."""

    incident: Incident
    where: str
    report: c.Report

    @property
    def words(self) -> str:
        """What is seen."""
        return happens(self.incident, self.where)

    @property
    def kind(self) -> str:
        """The kind of question that asks the same."""
        return f"wrong: {self.incident.kind}"


class Planter:
    """Chooses what goes wrong, and when it is seen."""

    def __init__(self, day: Day, kinds: Collection[str], chance: Chance) -> None:
        self._day, self._chance = day, chance
        # A wrong count is found by counting; a machine that breaks ends the dealing.
        self._ahead = chance.mixed(
            [
                one
                for one in day.syllabus.rules.incidents
                if f"wrong: {one.kind}" in kinds
                and one.kind not in COUNTED
                and one.remedy is not Remedy.COVER
            ]
        )
        self._missed: list[Incident] = []
        self._round = 0
        self._wait: int | None = None
        """Moments until it is seen; none if nothing more goes wrong in this round."""

    def look(self) -> Sight | None:
        """What is seen now, if it is time for something to go wrong."""
        now = self._day.table.state.round
        if now is None or now.phase is not Phase.PLAYING or now.number < FROM:
            return None
        if self._round != now.number:
            # What had no time in a short round, and what was missed, comes as soon as it can.
            soon = self._wait is not None or bool(self._missed)
            self._round, self._wait = now.number, 0 if soon else self._chance.below(SPREAD)
        if self._wait is None:
            return None
        for incident in self._missed[:1] or self._ahead:
            found = reportable(self._day, incident.kind)
            if found and not self._wait:
                return self._seen(incident, found)
            if found:
                self._wait -= 1
                return None
        return None

    def _seen(self, incident: Incident, found: list[tuple[str, c.Report]]) -> Sight:
        self._missed = [one for one in self._missed if one is not incident]
        self._ahead = [*(one for one in self._ahead if one is not incident), incident]
        self._wait = None
        where, report = self._chance.pick(found)
        return Sight(incident, where, report)

    def again(self, incident: Incident) -> None:
        """It was missed, and is the next that goes wrong."""
        if incident not in self._missed:
            self._missed.append(incident)
