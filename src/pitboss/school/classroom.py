"""A trainee's session from the first question to the last: asks, checks, keeps the score."""

from collections.abc import Sequence

from pitboss.school.catalogue import catalogue, session
from pitboss.school.chance import Chance
from pitboss.school.kinds import asked
from pitboss.school.questions import Judged, Question, check
from pitboss.school.report import Report, report
from pitboss.school.study import Study, answered, upcoming
from pitboss.school.syllabus import Syllabus


class Classroom:
    """The one part of the school that remembers: everything in it is a value."""

    def __init__(self, syllabus: Syllabus, questions: int, seed: str | None) -> None:
        self.syllabus = syllabus
        self.kinds = catalogue(syllabus)
        self._chance = Chance(seed, "school")
        self.study = Study(session(tuple(self.kinds.values()), questions, self._chance))
        self.question: Question | None = None
        """What is asked; none when the session is over."""
        self.judged: Judged | None = None
        """What was said to the answer, until the next question."""
        self.again = False
        """Whether it came back because it was missed."""
        self.next()

    def next(self) -> None:
        """The next question."""
        key = upcoming(self.study)
        self.judged = None
        self.again = any(one.kind == key for one in self.study.missed)
        self.question = None
        if key is not None:
            self.question = asked(self.kinds[key], self.syllabus, self._chance)

    def answer(self, given: int | Sequence[str]) -> Judged:
        """Check an answer and count it; what cannot be read is refused and counts for nothing."""
        if self.question is None or self.judged is not None:
            raise AssertionError("nothing is asked")
        self.judged = check(self.question, given)
        self.study = answered(self.study, self.question, right=self.judged.right)
        return self.judged

    @property
    def report(self) -> Report:
        """What it came to so far."""
        return report(self.syllabus, self.study)
