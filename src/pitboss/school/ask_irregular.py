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
SOON: Final = 6
"""Of so many moments at which it can, it does at one."""


def irregular_kinds(syllabus: Syllabus) -> Iterator[Asked]:
    """Every irregularity that can happen at this table: what is done, and who has a say."""
    can = _seen_to_happen(syllabus)
    for incident in syllabus.rules.incidents:
        kind = incident.kind
        if kind not in COUNTED and kind not in can:
            continue
        level = 2 if kind in FIRST else 3
        make = partial(_remedy, incident)
        yield Asked(f"wrong: {kind}", Subject.IRREGULAR, level, make)
        yield Asked(f"rules: {kind}", Subject.PEOPLE, level, partial(_ruler, incident))


def _seen_to_happen(syllabus: Syllabus) -> set[Kind]:
    """What could be reported at some moment of some rounds."""
    day, found = Day(syllabus, "kinds"), set[Kind]()
    left = {incident.kind for incident in syllabus.rules.incidents} - COUNTED
    while left and _early(day):
        day.go()
        some = {kind for kind in left if reportable(day, kind)}
        found |= some
        left -= some
    return found


def _early(day: Day) -> bool:
    """Whether the day is still watched."""
    return day.table.state.round is None or day.table.state.round.number <= ROUNDS


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
    for day in days(syllabus, str(chance.below(1_000_000))):
        if incident.kind in COUNTED:
            day.until(lambda now: now.step.key == "CountStub" or _second(now))
            return day, ""
        while _early(day):
            day.go()
            found = reportable(day, incident.kind)
            if found and chance.one_in(SOON):
                return day, chance.pick(found)[0]
    raise AssertionError("days go on for ever")


def _second(day: Day) -> bool:
    """Where no stub is counted: a hand of the second round."""
    now = day.table.state.round
    return now is not None and now.number == 2 and now.turn is not None


def happens(incident: Incident, where: str) -> str:
    """What is seen, in a sentence."""
    about = f" ({where})" if where else ""
    return f"{sentence(incident.kind.words)}{about}."


def _remedy(incident: Incident, syllabus: Syllabus, chance: Chance) -> Question:
    day, where = _planted(incident, syllabus, chance)
    return remedy(incident, where, day, chance)


def remedy(incident: Incident, where: str, day: Day, chance: Chance) -> Question:
    """It happened at this table: what is done?"""
    rules = day.syllabus.rules
    right = remedy_words(rules, incident)
    wrong = [sentence(other.words) + "." for other in _likely(incident)]
    if settled_words(rules, incident):
        wrong.insert(0, f"{sentence(incident.remedy.words)}.")
    mixed = chosen(chance, right, wrong[:3])
    who = "A floorperson rules on it first." if waits(incident) else "Nobody else is needed for it."
    return Question(
        kind="",
        subject=Subject.IRREGULAR,
        level=2,
        prompt=f"{happens(incident, where)} What is done?",
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
        for other in game.procedures.incidents
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
        prompt=f"{happens(incident, where)} The dealer reports it. Who has to rule on it?",
        answer=listed_in_order(options[2] if waits(incident) else options[0], options),
        why=remedy_words(syllabus.rules, incident),
        clauses=(cited(syllabus.rules, incident),),
        view=seen(day),
    )
