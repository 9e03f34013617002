"""What is done when something goes wrong: planted at a live table, where it can really happen."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from pitboss.games import GAMES
from pitboss.games.incidents import Incident, Kind, Remedy
from pitboss.papers.words import sentence
from pitboss.refusal import Refused
from pitboss.school.chance import Chance
from pitboss.school.days import DEALER, Day, days
from pitboss.school.kinds import Kind as Asked
from pitboss.school.kinds import chosen, listed_in_order, seen
from pitboss.school.questions import Question, Subject
from pitboss.school.reports import remedy_words, reports, settled_words, waits
from pitboss.school.syllabus import Syllabus
from pitboss.table import commands as c
from pitboss.table.care import cited

COUNTED: Final = frozenset({Kind.STUB_MISDEALT, Kind.STUB_NOT_52})
"""What is not reported: a wrong count is, and then it is found out."""
FIRST: Final = frozenset({Kind.CARD_FACE_UP, Kind.WRONG_NUMBER, Kind.DRAWN_UNEXPOSED})
"""What happens most."""
ROUNDS: Final = 3
"""A day is watched for so long to see whether something can go wrong there."""


def irregular_kinds(syllabus: Syllabus) -> Iterator[Asked]:
    """Every irregularity that can happen at this table: what is done, and who has a say."""
    for incident in syllabus.rules.incidents:
        kind = incident.kind
        if kind not in COUNTED and not any(_moments(Day(syllabus, "kinds"), kind)):
            continue
        level = 2 if kind in FIRST else 3
        make = partial(_remedy, incident)
        yield Asked(f"wrong: {kind}", Subject.IRREGULAR, level, make)
        yield Asked(f"rules: {kind}", Subject.PEOPLE, level, partial(_ruler, incident))


def _moments(day: Day, kind: Kind) -> Iterator[int]:
    """The steps of a day, by number from 1, after which this can be reported."""
    number = 0
    while day.table.state.round is None or day.table.state.round.number <= ROUNDS:
        day.go()
        number += 1
        if reportable(day, kind):
            yield number


def reportable(day: Day, kind: Kind) -> list[tuple[str, c.Report]]:
    """The reports of this kind that the table takes now."""
    tried = reports(day.syllabus.rules, day.table.state, kind)
    return [(words, one) for words, one in tried if _taken(day, one)]


def _taken(day: Day, report: c.Report) -> bool:
    try:
        day.table.verify(report, DEALER)
    except Refused:
        return False
    return True


def _planted(incident: Incident, syllabus: Syllabus, chance: Chance) -> tuple[Day, str]:
    """A table at which it happens, and to whom or what."""
    seed = str(chance.below(1_000_000))
    if incident.kind in COUNTED:
        day = next(days(syllabus, seed))
        day.until(lambda now: now.step.key == "CountStub" or _second(now))
        return day, ""
    moments = list(_moments(Day(syllabus, f"{seed} 0"), incident.kind))
    day = Day(syllabus, f"{seed} 0")
    for _ in range(chance.pick(moments)):
        day.go()
    words, _ = chance.pick(reportable(day, incident.kind))
    return day, words


def _second(day: Day) -> bool:
    """Where no stub is counted: a hand of the second round."""
    now = day.table.state.round
    return now is not None and now.number == 2 and now.turn is not None


def _happens(incident: Incident, where: str) -> str:
    about = f" ({where})" if where else ""
    return f"{sentence(incident.kind.words)}{about}."


def _remedy(incident: Incident, syllabus: Syllabus, chance: Chance) -> Question:
    day, where = _planted(incident, syllabus, chance)
    rules = syllabus.rules
    right = remedy_words(rules, incident)
    wrong = [sentence(remedy.words) + "." for remedy in _likely(incident)]
    if settled_words(rules, incident):
        wrong.insert(0, f"{sentence(incident.remedy.words)}.")
    mixed = chosen(chance, right, wrong[:3])
    who = "A floorperson rules on it first." if waits(incident) else "Nobody else is needed for it."
    return Question(
        kind="",
        subject=Subject.IRREGULAR,
        level=2,
        prompt=f"{_happens(incident, where)} What is done?",
        answer=mixed,
        why=who if incident.clause else f"The book is silent. {who}",
        clauses=(cited(rules, incident),),
        view=seen(day),
    )


def _likely(incident: Incident) -> list[Remedy]:
    """Wrong answers, the likeliest first: what other games do about the same thing."""
    elsewhere = [
        other.remedy
        for game in GAMES.values()
        for other in game.incidents
        if other.kind is incident.kind
    ]
    some = dict.fromkeys([*elsewhere, Remedy.VOID, Remedy.FLOOR_RULES, *Remedy])
    return [remedy for remedy in some if remedy is not incident.remedy]


def _ruler(incident: Incident, syllabus: Syllabus, chance: Chance) -> Question:
    """Whether the table goes on at once, or somebody else rules: shown by reporting it."""
    day, where = _planted(incident, syllabus, chance)
    options = (
        "Nobody: the dealer does what the book says.",
        "The dealer who reported it.",
        "A floorperson who did not report it.",
    )
    return Question(
        kind="",
        subject=Subject.PEOPLE,
        level=2,
        prompt=f"{_happens(incident, where)} The dealer reports it. Who has to rule on it?",
        answer=listed_in_order(options[2] if waits(incident) else options[0], options),
        why=remedy_words(syllabus.rules, incident),
        clauses=(cited(syllabus.rules, incident),),
        view=seen(day),
    )
