"""What a session came to: by subject, and what was missed, with its clauses."""

from msgspec import Struct

from pitboss.school.questions import Subject
from pitboss.school.study import Study
from pitboss.school.syllabus import Syllabus


class Score(Struct, frozen=True):
    """A subject: how many questions, how many right."""

    subject: str
    about: str
    asked: int
    right: int


class Miss(Struct, frozen=True):
    """A kind of question that was missed, and whether it was got right twice since."""

    kind: str
    times: int
    mended: bool
    prompt: str
    """The last one that was missed."""
    clauses: dict[str, str]


class Report(Struct, frozen=True):
    """A session in figures, for people and for programs."""

    game: str
    asked: int
    right: int
    finished: bool
    subjects: tuple[Score, ...]
    missed: tuple[Miss, ...]


def report(syllabus: Syllabus, study: Study, *, over: bool = True) -> Report:
    """All of it; what was left before the end is not finished."""
    return Report(
        game=syllabus.game.key,
        asked=len(study.answered),
        right=study.right,
        finished=over and not study.ahead and not study.missed,
        subjects=tuple(filter(None, (_score(study, subject) for subject in Subject))),
        missed=_missed(syllabus, study),
    )


def _score(study: Study, subject: Subject) -> Score | None:
    some = [one for one in study.answered if one.subject is subject]
    right = sum(one.right for one in some)
    return Score(subject.value, subject.words, len(some), right) if some else None


def _missed(syllabus: Syllabus, study: Study) -> tuple[Miss, ...]:
    wrong = [one for one in study.answered if not one.right]
    waiting = {one.kind for one in study.missed}
    found = {}
    for one in wrong:
        times = sum(other.kind == one.kind for other in wrong)
        clauses = syllabus.words(one.clauses)
        found[one.kind] = Miss(one.kind, times, one.kind not in waiting, one.prompt, clauses)
    return tuple(found.values())
