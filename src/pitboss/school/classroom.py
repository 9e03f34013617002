"""A trainee's session: its questions, repeats of missed ones, and the report."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.school.dealing_practice import DealerMove, DealingPractice
from pitboss.school.incident_questions import incident_kinds
from pitboss.school.practice_day import day_steps
from pitboss.school.procedure_questions import (
    approval_kinds,
    deck_kinds,
    order_kinds,
    seat_order_kinds,
)
from pitboss.school.questions import (
    Grade,
    Question,
    QuestionKind,
    Subject,
    grade_answer,
    make_question,
)
from pitboss.school.syllabus import Syllabus
from pitboss.school.wager_questions import betting_kinds, gift_kinds, limit_kinds, paying_kinds
from pitboss.shuffle.seeded_random import SeededRandom

REPEAT_GAP: Final = 3
"""Questions before a missed one returns."""
REPEATS_NEEDED: Final = 2
"""Correct answers in a row that a missed question then needs."""


class MissedKind(Struct, frozen=True):
    """A kind of question that will be repeated."""

    kind: str
    wait: int = REPEAT_GAP
    answers_needed: int = REPEATS_NEEDED


class AnsweredQuestion(Struct, frozen=True):
    """A question that was answered."""

    kind: str
    subject: Subject
    right: bool
    again: bool
    """Whether it was a repeat."""
    prompt: str
    clauses: tuple[str, ...]


class Study(Struct, frozen=True):
    """A session: the kinds still to ask, those that were missed, and the answers so far."""

    ahead: tuple[str, ...]
    missed_kinds: tuple[MissedKind, ...] = ()
    answers: tuple[AnsweredQuestion, ...] = ()

    @property
    def right(self) -> int:
        """The number of correct answers."""
        return sum(item.right for item in self.answers)

    @property
    def left(self) -> int:
        """The minimum number of questions that are left."""
        return len(self.ahead) + sum(item.answers_needed for item in self.missed_kinds)


def next_kind(study: Study) -> str | None:
    """Return the kind to ask next, or None when nothing is left or missed."""
    ready = [missed_kind for missed_kind in study.missed_kinds if missed_kind.wait <= 0]
    if ready:
        return ready[0].kind
    if study.ahead:
        return study.ahead[0]
    waiting = sorted(study.missed_kinds, key=lambda missed_kind: missed_kind.wait)
    return waiting[0].kind if waiting else None


def record_answer(study: Study, question: Question, *, right: bool) -> Study:
    """Return the session after an answer."""
    kind = question.kind
    missed_before = next((item for item in study.missed_kinds if item.kind == kind), None)
    missed_kinds = [
        replace(item, wait=item.wait - 1) for item in study.missed_kinds if item.kind != kind
    ]
    if not right:
        missed_kinds.append(MissedKind(kind))
    elif missed_before is not None and missed_before.answers_needed > 1:
        missed_kinds.append(MissedKind(kind, answers_needed=missed_before.answers_needed - 1))
    is_next = study.ahead[:1] == (kind,) and (missed_before is None or missed_before.wait > 0)
    answer = AnsweredQuestion(
        kind, question.subject, right, missed_before is not None, question.prompt, question.clauses
    )
    return Study(
        study.ahead[1:] if is_next else study.ahead, tuple(missed_kinds), (*study.answers, answer)
    )


def record_move(study: Study, question: Question, *, right: bool) -> Study:
    """Return the session after a move at the table, which takes no question from the list."""
    after = record_answer(replace(study, ahead=()), question, right=right)
    return replace(after, ahead=study.ahead)


class Score(Struct, frozen=True):
    """The score in one subject."""

    subject: str
    about: str
    asked: int
    right: int


class Miss(Struct, frozen=True):
    """A kind of question that was missed, and whether it was answered correctly twice since."""

    kind: str
    times: int
    mended: bool
    prompt: str
    """The prompt of the last question that was missed."""
    clauses: dict[str, str]


class Report(Struct, frozen=True):
    """The results of a session, for people and for programs."""

    game: str
    asked: int
    right: int
    finished: bool
    subjects: tuple[Score, ...]
    missed: tuple[Miss, ...]


def make_report(syllabus: Syllabus, study: Study, *, is_over: bool = True) -> Report:
    """Return the report; a session that ended early is not finished."""
    return Report(
        game=syllabus.game.key,
        asked=len(study.answers),
        right=study.right,
        finished=is_over and not study.ahead and not study.missed_kinds,
        subjects=tuple(filter(None, (_subject_score(study, subject) for subject in Subject))),
        missed=_missed_kinds(syllabus, study),
    )


def _subject_score(study: Study, subject: Subject) -> Score | None:
    answers = [item for item in study.answers if item.subject is subject]
    right = sum(item.right for item in answers)
    return Score(subject.value, subject.description, len(answers), right) if answers else None


def _missed_kinds(syllabus: Syllabus, study: Study) -> tuple[Miss, ...]:
    wrong = [item for item in study.answers if not item.right]
    waiting = {item.kind for item in study.missed_kinds}
    misses = {}
    for item in wrong:
        times = sum(other.kind == item.kind for other in wrong)
        clauses = syllabus.cited_clause_texts(item.clauses)
        misses[item.kind] = Miss(item.kind, times, item.kind not in waiting, item.prompt, clauses)
    return tuple(misses.values())


DEFAULT_ROUNDS: Final = 3
"""Rounds that a trainee deals."""
EXTRA_ROUNDS: Final = 2
"""Maximum extra rounds while a missed kind still needs correct answers."""


class Classroom:
    """A session with its state: the questions, and the table to deal at."""

    def __init__(
        self,
        syllabus: Syllabus,
        questions: int,
        seed: str | None,
        *,
        rounds: int = DEFAULT_ROUNDS,
        kinds: Mapping[str, QuestionKind] | None = None,
        plan: tuple[str, ...] | None = None,
    ) -> None:
        """Start a session with this many questions and rounds.

        ``kinds`` reuses a catalog; ``plan`` names the kinds to ask instead of choosing them.
        """
        self.syllabus = syllabus
        self.kinds = question_catalog(syllabus) if kinds is None else kinds
        self._rng, self._table_rng = (
            SeededRandom.for_practice(seed, "school"),
            SeededRandom.for_practice(seed, "school table"),
        )
        self._rounds = rounds
        if plan is None:
            plan = choose_kinds(tuple(self.kinds.values()), questions, self._rng)
        self.study = Study(plan)
        self.question: Question | None = None
        """What is asked; none when the session is over."""
        self.grade: Grade | None = None
        """What was said to the answer, until the next question."""
        self.dealing: DealingPractice | None = None
        """The table, once the trainee went there."""
        self.is_repeat = False
        """Whether it came back because it was missed."""
        self.is_at_table = False
        self._suspended_question: Question | None = None
        """What was asked when the trainee went to the table."""
        self.next()

    def next(self) -> None:
        """Show the next question, or the next step at the table."""
        if self.is_at_table and self.dealing is not None:
            self.dealing.continue_()
            self._continue_at_table(self.dealing)
        else:
            self._ask_next()

    def _ask_next(self) -> None:
        key = next_kind(self.study)
        if key is not None:
            self._show_question(make_question(self.kinds[key], self.syllabus, self._rng))
        elif self._has_rounds_left:
            self.sit_down()
        else:
            self._show_question(None)

    def _show_question(self, question: Question | None) -> None:
        kind = question.kind if question else None
        self.question, self.grade = question, None
        self.is_repeat = any(item.kind == kind for item in self.study.missed_kinds)

    def answer(self, answer: int | Sequence[str]) -> Grade:
        """Grade and record an answer; an unreadable figure is refused and not counted."""
        if self.question is None or self.grade is not None:
            raise AssertionError("there is no open question")
        self.grade = grade_answer(self.question, answer)
        count = record_move if self.is_at_table else record_answer
        self.study = count(self.study, self.question, right=self.grade.is_right)
        if self.is_at_table and self.dealing is not None:
            self.dealing.record_answer(right=self.grade.is_right)
        return self.grade

    # At the table.

    @property
    def _has_rounds_left(self) -> bool:
        """Whether rounds are left to deal; a few more if something was missed."""
        if self.dealing is None:
            return self._rounds > 0
        return self.dealing.closed_rounds < self._rounds + EXTRA_ROUNDS * bool(
            self.study.missed_kinds
        )

    def sit_down(self) -> None:
        """Go to the table if rounds are left; the current question waits."""
        if self.is_at_table or not self._has_rounds_left:
            return
        if self.dealing is None:
            self.dealing = DealingPractice(self.syllabus, self.kinds, self._table_rng)
        self._suspended_question = self.question if self.grade is None else None
        self.is_at_table = True
        self._show_question(self.dealing.question)

    def get_up(self) -> None:
        """Return to the questions, if there are any; not while a payment is due."""
        if self.needs_move and (
            self._suspended_question is not None or next_kind(self.study) is not None
        ):
            self._leave_table()

    def _leave_table(self) -> None:
        self.is_at_table = False
        if self._suspended_question is not None:
            self._show_question(self._suspended_question)
            self._suspended_question = None
        else:
            self._ask_next()

    @property
    def needs_move(self) -> bool:
        """Whether a move is required, not an answer."""
        return self.is_at_table and self.dealing is not None and not self.dealing.needs_answer

    def make_move(self, move: DealerMove, seat: int | None = None) -> None:
        """Check a move at the table, count the first try, and do the step if it is correct."""
        if not self.needs_move or self.dealing is None:
            raise AssertionError("no move is required")
        result = self.dealing.make_move(move, seat)
        if result.counts:
            self.study = record_move(self.study, result.question, right=result.grade.is_right)
        self._continue_at_table(self.dealing)

    def _continue_at_table(self, dealing: DealingPractice) -> None:
        """Show the next step at the table; after the last round, the questions go on."""
        is_between_rounds = not dealing.day.table.state.has_open_round
        if is_between_rounds and not dealing.needs_answer and not self._has_rounds_left:
            self._leave_table()
        else:
            self._show_question(dealing.question)

    @property
    def report(self) -> Report:
        """The results so far."""
        return make_report(self.syllabus, self.study, is_over=self.question is None)


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
