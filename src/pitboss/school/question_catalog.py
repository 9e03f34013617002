"""All kinds of questions about a game, and the choice of those for a session."""

from collections.abc import Sequence
from typing import Final

from pitboss.errors import Refused
from pitboss.school.deck_questions import deck_kinds
from pitboss.school.incident_questions import incident_kinds
from pitboss.school.practice_day import day_steps
from pitboss.school.procedure_questions import approval_kinds, order_kinds, seat_order_kinds
from pitboss.school.questions import QuestionKind, Subject
from pitboss.school.syllabus import Syllabus
from pitboss.school.wager_questions import betting_kinds, gift_kinds, limit_kinds, paying_kinds
from pitboss.shuffle.seeded_random import SeededRandom

LEVELS: Final = (1, 2, 3)
MAX_QUESTIONS: Final = 500
"""Maximum questions in a session."""


def question_catalog(syllabus: Syllabus) -> dict[str, QuestionKind]:
    """Return every kind of question by its key, in the order of the subjects."""
    steps = day_steps(syllabus)
    kinds = [
        *order_kinds(steps),
        *seat_order_kinds(syllabus, steps),
        *betting_kinds(syllabus),
        *paying_kinds(syllabus),
        *limit_kinds(syllabus),
        *gift_kinds(syllabus),
        *deck_kinds(syllabus, steps),
        *approval_kinds(syllabus),
        *incident_kinds(syllabus),
    ]
    return {kind.key: kind for kind in kinds}


def choose_kinds(kinds: Sequence[QuestionKind], count: int, rng: SeededRandom) -> tuple[str, ...]:
    """Choose kinds from easy to hard; within a level the subjects take turns."""
    if not 1 <= count <= MAX_QUESTIONS:
        raise Refused(f"--questions must be 1 to {MAX_QUESTIONS}, not {count}")
    share, more = divmod(count, len(LEVELS))
    keys: list[str] = []
    for level in LEVELS:
        keys += _take_turns(kinds, level, share + (level <= more), rng)
    return tuple(keys)


def _take_turns(
    kinds: Sequence[QuestionKind], level: int, count: int, rng: SeededRandom
) -> list[str]:
    """Return kinds of a level, one of each subject in turn; repeat when all are used."""
    chosen_keys: list[str] = []
    keys_by_subject: dict[Subject, list[str]] = {}
    while len(chosen_keys) < count:
        if not any(keys_by_subject.values()):
            keys_by_subject = {
                subject: rng.shuffled(
                    [kind.key for kind in kinds if (kind.level, kind.subject) == (level, subject)]
                )
                for subject in Subject
            }
        chosen_keys += [keys.pop() for keys in keys_by_subject.values() if keys]
    return chosen_keys[:count]
