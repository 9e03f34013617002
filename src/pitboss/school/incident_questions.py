"""Questions about irregularities, and irregularities planted at a practice table."""

from collections.abc import Collection, Iterator
from functools import partial
from typing import Final

from msgspec import Struct

from pitboss.console.incident_reports import (
    describe_remedy,
    describe_void_settlement,
    needs_ruling,
    possible_reports,
)
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.incidents import Incident, Kind, Remedy
from pitboss.papers.wording import capitalize
from pitboss.school.practice_day import PRACTICE_DEALER, PracticeDay, practice_days
from pitboss.school.questions import (
    Question,
    QuestionKind,
    Subject,
    dealer_view,
    ordered_options,
    shuffled_options,
)
from pitboss.school.syllabus import Syllabus
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table import Phase
from pitboss.table import commands as c
from pitboss.table.decks import incident_clause

FOUND_BY_COUNTING: Final = frozenset({Kind.STUB_MISDEALT, Kind.STUB_NOT_52})
"""Kinds that are never reported directly: a ruling on a wrong count finds them."""
FIRST_LEVEL_KINDS: Final = frozenset({Kind.CARD_FACE_UP, Kind.WRONG_NUMBER, Kind.DRAWN_UNEXPOSED})
"""The most frequent kinds."""
WATCHED_ROUNDS: Final = 3
"""Rounds of a day in which an irregularity is looked for."""
EARLY_STEPS: Final = 6
"""An irregularity happens at one in this many possible moments."""


def incident_kinds(syllabus: Syllabus) -> Iterator[QuestionKind]:
    """Yield questions on each irregularity of this table: the remedy, and who rules."""
    observed_kinds = _observed_kinds(syllabus)
    for incident in syllabus.rules.incidents:
        kind = incident.kind
        if kind not in FOUND_BY_COUNTING and kind not in observed_kinds:
            continue
        level = 2 if kind in FIRST_LEVEL_KINDS else 3
        make_question = partial(_make_remedy_question, incident)
        yield QuestionKind(f"wrong: {kind}", Subject.IRREGULAR, level, make_question)
        yield QuestionKind(
            f"rules: {kind}", Subject.PEOPLE, level, partial(_ruler_question, incident)
        )


def _observed_kinds(syllabus: Syllabus) -> set[Kind]:
    """Return the kinds that could be reported at some moment of some rounds."""
    day, observed_kinds = PracticeDay(syllabus, "kinds"), set[Kind]()
    remaining_kinds = {incident.kind for incident in syllabus.rules.incidents} - FOUND_BY_COUNTING
    while remaining_kinds and _is_early(day):
        day.do_step()
        accepted_kinds = {kind for kind in remaining_kinds if accepted_reports(day, kind)}
        observed_kinds |= accepted_kinds
        remaining_kinds -= accepted_kinds
    return observed_kinds


def _is_early(day: PracticeDay) -> bool:
    """Return whether the day is still within the watched rounds."""
    return day.table.state.round is None or day.table.state.round.number <= WATCHED_ROUNDS


def accepted_reports(day: PracticeDay, kind: Kind) -> list[tuple[str, c.Report]]:
    """Return the reports of this kind that the table accepts now, with labels."""
    reports = possible_reports(day.syllabus.rules, day.table.state, kind)
    return [(label, report) for label, report in reports if _is_accepted(day, report)]


def _is_accepted(day: PracticeDay, report: c.Report) -> bool:
    try:
        day.table.verify(report, PRACTICE_DEALER)
    except Refused:
        return False
    return True


def _day_with_incident(
    incident: Incident, syllabus: Syllabus, rng: SeededRandom
) -> tuple[PracticeDay, str]:
    """Return a table at which the incident happens, and to whom or what."""
    for day in practice_days(syllabus, str(rng.below(1_000_000))):
        if incident.kind in FOUND_BY_COUNTING:
            day.run_until(lambda day: day.step.key == "CountStub" or _is_second_round(day))
            return day, ""
        while _is_early(day):
            day.do_step()
            reports = accepted_reports(day, incident.kind)
            if reports and rng.one_in(EARLY_STEPS):
                return day, rng.pick(reports)[0]
    raise AssertionError("practice days never run out")


def _is_second_round(day: PracticeDay) -> bool:
    """Return whether a hand of the second round is in play, for tables without a stub count."""
    round_ = day.table.state.round
    return round_ is not None and round_.number == 2 and round_.turn is not None


def incident_sentence(incident: Incident, where: str) -> str:
    """Return what the dealer sees, in a sentence."""
    about = f" ({where})" if where else ""
    return f"{capitalize(incident.kind.description)}{about}."


def _make_remedy_question(incident: Incident, syllabus: Syllabus, rng: SeededRandom) -> Question:
    day, where = _day_with_incident(incident, syllabus, rng)
    return remedy_question(incident, where, day, rng)


def remedy_question(
    incident: Incident, where: str, day: PracticeDay, rng: SeededRandom
) -> Question:
    """Return the question about the remedy of an incident at this table."""
    rules = day.syllabus.rules
    right = describe_remedy(rules, incident)
    wrong = [capitalize(other.description) + "." for other in _likely_wrong_remedies(incident)]
    if describe_void_settlement(rules, incident):
        wrong.insert(0, f"{capitalize(incident.remedy.description)}.")
    options = shuffled_options(rng, right, wrong[:3])
    ruling_note = (
        "A floorperson rules on it first." if needs_ruling(incident) else "No one else is needed."
    )
    return Question(
        kind="",
        subject=Subject.IRREGULAR,
        level=2,
        prompt=f"{incident_sentence(incident, where)} What is the remedy?",
        answer=options,
        why=ruling_note if incident.clauses else f"The rulebook does not cover this. {ruling_note}",
        clauses=(incident_clause(rules, incident),),
        view=dealer_view(day),
    )


def _likely_wrong_remedies(incident: Incident) -> list[Remedy]:
    """Return wrong answers, likeliest first: remedies of other games for the same kind."""
    other_remedies = [
        other.remedy
        for game in GAMES.values()
        for other in game.procedures.incidents
        if other.kind is incident.kind
    ]
    remedies = dict.fromkeys([*other_remedies, Remedy.VOID, Remedy.FLOOR_RULES, *Remedy])
    return [remedy for remedy in remedies if remedy is not incident.remedy]


def _ruler_question(incident: Incident, syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Return the question whether the table goes on at once or somebody rules first."""
    day, where = _day_with_incident(incident, syllabus, rng)
    options = (
        "No one: the dealer follows the rulebook.",
        "The dealer who reported it.",
        "A floorperson who did not report it.",
    )
    return Question(
        kind="",
        subject=Subject.PEOPLE,
        level=2,
        prompt=f"{incident_sentence(incident, where)} The dealer reports it. Who must rule on it?",
        answer=ordered_options(options[2] if needs_ruling(incident) else options[0], options),
        why=describe_remedy(syllabus.rules, incident),
        clauses=(incident_clause(syllabus.rules, incident),),
        view=dealer_view(day),
    )


INCIDENT_MOMENTS: Final = 8
"""An incident happens at one of this many first possible moments of a round."""
FIRST_INCIDENT_ROUND: Final = 2
"""The first round with an incident, so that one round is dealt without."""


class PlantedIncident(Struct, frozen=True):
    """An irregularity at the practice table, and the report of it."""

    incident: Incident
    where: str
    report: c.Report

    @property
    def sentence(self) -> str:
        """What the dealer sees, in a sentence."""
        return incident_sentence(self.incident, self.where)

    @property
    def question_kind(self) -> str:
        """The kind of question that asks the same."""
        return f"wrong: {self.incident.kind}"


class IncidentPlanter:
    """Chooses what goes wrong, and when."""

    def __init__(self, day: PracticeDay, kinds: Collection[str], rng: SeededRandom) -> None:
        self._day, self._rng = day, rng
        # A wrong count is found by counting; a broken device would end the practice.
        self._upcoming = rng.shuffled(
            [
                incident
                for incident in day.syllabus.rules.incidents
                if f"wrong: {incident.kind}" in kinds
                and incident.kind not in FOUND_BY_COUNTING
                and incident.remedy is not Remedy.COVER
            ]
        )
        self._missed_incidents: list[Incident] = []
        self._round = 0
        self._wait: int | None = None
        """Moments until it is seen; none if nothing more goes wrong in this round."""

    def next_incident(self) -> PlantedIncident | None:
        """Return the incident that happens now, if any."""
        round_ = self._day.table.state.round
        if (
            round_ is None
            or round_.phase is not Phase.PLAYING
            or round_.number < FIRST_INCIDENT_ROUND
        ):
            return None
        if self._round != round_.number:
            # An incident that did not fit into a short round, or was missed, comes first.
            is_overdue = self._wait is not None or bool(self._missed_incidents)
            self._round, self._wait = (
                round_.number,
                0 if is_overdue else self._rng.below(INCIDENT_MOMENTS),
            )
        if self._wait is None:
            return None
        for incident in self._missed_incidents[:1] or self._upcoming:
            reports = accepted_reports(self._day, incident.kind)
            if reports and not self._wait:
                return self._take(incident, reports)
            if reports:
                self._wait -= 1
                return None
        return None

    def _take(self, incident: Incident, reports: list[tuple[str, c.Report]]) -> PlantedIncident:
        self._missed_incidents = [
            other for other in self._missed_incidents if other is not incident
        ]
        self._upcoming = [*(other for other in self._upcoming if other is not incident), incident]
        self._wait = None
        where, report = self._rng.pick(reports)
        return PlantedIncident(incident, where, report)

    def plant_again(self, incident: Incident) -> None:
        """Plant a missed incident again as the next one."""
        if incident not in self._missed_incidents:
            self._missed_incidents.append(incident)
