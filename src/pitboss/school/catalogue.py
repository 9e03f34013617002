"""All kinds of questions about a game, and which of them make a session of so many."""

from collections.abc import Sequence
from typing import Final

from pitboss.refusal import Refused
from pitboss.school.ask_approvals import approval_kinds
from pitboss.school.ask_betting import betting_kinds
from pitboss.school.ask_cards import card_kinds
from pitboss.school.ask_gifts import gift_kinds
from pitboss.school.ask_irregular import irregular_kinds
from pitboss.school.ask_limit import limit_kinds
from pitboss.school.ask_order import order_kinds
from pitboss.school.ask_paying import paying_kinds
from pitboss.school.ask_settling import settling_kinds
from pitboss.school.chance import Chance
from pitboss.school.days import course
from pitboss.school.kinds import Kind
from pitboss.school.questions import Subject
from pitboss.school.syllabus import Syllabus

LEVELS: Final = (1, 2, 3)
MOST: Final = 500
"""Questions in a session."""


def catalogue(syllabus: Syllabus) -> dict[str, Kind]:
    """Every kind by its key, in the order in which the subjects are taught."""
    steps = course(syllabus)
    kinds = [
        *order_kinds(steps),
        *settling_kinds(syllabus, steps),
        *betting_kinds(syllabus),
        *paying_kinds(syllabus),
        *limit_kinds(syllabus),
        *gift_kinds(syllabus),
        *card_kinds(syllabus, steps),
        *approval_kinds(syllabus),
        *irregular_kinds(syllabus),
    ]
    return {kind.key: kind for kind in kinds}


def session(kinds: Sequence[Kind], questions: int, chance: Chance) -> tuple[str, ...]:
    """So many kinds, from the easy to the hard; within a level the subjects take turns."""
    if not 1 <= questions <= MOST:
        raise Refused(f"a session has 1 to {MOST} questions, not {questions}")
    share, more = divmod(questions, len(LEVELS))
    found: list[str] = []
    for level in LEVELS:
        found += _turns(kinds, level, share + (level <= more), chance)
    return tuple(found)


def _turns(kinds: Sequence[Kind], level: int, many: int, chance: Chance) -> list[str]:
    """One of each subject in turn; when all were asked they begin again."""
    found: list[str] = []
    left: dict[Subject, list[str]] = {}
    while len(found) < many:
        if not any(left.values()):
            left = {
                subject: chance.mixed(
                    [kind.key for kind in kinds if (kind.level, kind.subject) == (level, subject)]
                )
                for subject in Subject
            }
        found += [keys.pop() for keys in left.values() if keys]
    return found[:many]
