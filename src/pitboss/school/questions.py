"""Questions, kinds of questions, answers and their grades."""

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import UNSET, Struct
from msgspec.structs import replace

from pitboss.enums import DescribedEnum
from pitboss.errors import Refused
from pitboss.money import dollars
from pitboss.school.practice_day import PRACTICE_DEALER, PracticeDay
from pitboss.school.syllabus import Syllabus
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table.views import View


class Subject(DescribedEnum):
    """What a question is about."""

    ORDER = "order", "the next step, and what to announce"
    PEOPLE = "people", "who does it, and who approves it"
    BETTING = "betting", "which wagers are accepted"
    PAYING = "paying", "what each wager pays"
    SETTLING = "settling", "who is dealt to, asked and settled first"
    CARDS = "cards", "decks, cuts and counts"
    IRREGULAR = "irregular", "what to do when something goes wrong"
    DEALING = "dealing", "rounds at the table, move by move"


class OptionAnswer(Struct, frozen=True, tag=True):
    """A choice of answers, one of which is right."""

    options: tuple[str, ...]
    right: int


class FigureField(Struct, frozen=True):
    """A number or an amount to type."""

    label: str
    right: int | None
    """Cents or a plain number; None if the wager loses."""
    kind: Literal["paid", "number"] = "paid"
    zero: str = "push"
    """How to say that nothing is paid besides the stake."""

    @property
    def answer_text(self) -> str:
        """The right answer in words."""
        if self.right is None:
            return "lose"
        if self.kind == "number":
            return str(self.right)
        return dollars(self.right) if self.right else self.zero


class FigureAnswer(Struct, frozen=True, tag=True):
    """Some figures, in order."""

    fields: tuple[FigureField, ...]
    hint: str = ""
    """How to type them."""


class Question(Struct, frozen=True, kw_only=True):
    """A question, with the table it is about."""

    kind: str
    subject: Subject
    level: int
    prompt: str
    answer: OptionAnswer | FigureAnswer
    why: str
    """The explanation of the right answer."""
    clauses: tuple[str, ...] = ()
    view: View | None = None
    """The table, as a dealer sees it."""
    seat: int | None = None
    """The seat that the question is about."""


class Grade(Struct, frozen=True):
    """The grade of an answer."""

    is_right: bool
    parts: tuple[bool, ...]
    """Whether each figure is right."""
    feedback: str


def grade_answer(question: Question, answer: int | Sequence[str]) -> Grade:
    """Grade an answer; a figure that cannot be read is refused."""
    match question.answer:
        case OptionAnswer(options=options, right=right):
            if not isinstance(answer, int) or not 0 <= answer < len(options):
                raise Refused(f"choose one of the {len(options)} answers")
            is_right = answer == right
            return Grade(
                is_right, (is_right,), feedback_text(is_right, options[right], question.why)
            )
        case FigureAnswer(fields=fields):
            if isinstance(answer, int) or len(answer) != len(fields):
                raise Refused(f"enter {len(fields)} figures")
            parts = tuple(
                parse_figure(field, text) == field.right
                for field, text in zip(fields, answer, strict=True)
            )
            right_answer = "; ".join(f"{field.label}: {field.answer_text}" for field in fields)
            return Grade(all(parts), parts, feedback_text(all(parts), right_answer, question.why))


def feedback_text(is_right: bool, right_answer: str, explanation: str) -> str:
    """Return feedback to an answer: the right one if it was not, and why."""
    if is_right:
        return f"Correct. {explanation}".strip()
    period = "" if right_answer[-1:] in ".?" else "."
    return f"Not quite: {right_answer}{period} {explanation}".strip()


def parse_figure(field: FigureField, raw_text: str) -> int | None:
    """Return a typed number or payment in cents; a push is 0, a loss is None."""
    text = raw_text.strip().lower().removeprefix("$").removeprefix("+").replace(",", "")
    if field.kind == "number":
        if text.isascii() and text.isdigit() and len(text) <= 9:
            return int(text)
        raise Refused(f"{raw_text.strip()!r} is not a whole number")
    if text in ("lose", "loses", "lost", "l", "take", "-", "−"):
        return None
    if text in ("push", "p"):
        return 0
    dollars_text, _, rest = text.partition(".")
    digits = dollars_text + rest.ljust(2, "0")
    if (
        digits.isascii()
        and digits.isdigit()
        and dollars_text
        and len(rest) <= 2
        and len(digits) <= 14
    ):
        return int(digits)
    raise Refused(f"{raw_text.strip()!r} is not an amount: enter what you pay, push, or lose")


MakeQuestion = Callable[[Syllabus, SeededRandom], Question]
MAX_OPTIONS = 4
"""Maximum number of answers to choose from."""


class QuestionKind(Struct, frozen=True):
    """A kind of question; its questions differ in their figures but teach the same."""

    key: str
    subject: Subject
    level: int
    """1 to 3: what everybody at the table sees, what takes thought, what is rare."""
    make: MakeQuestion


def make_question(kind: QuestionKind, syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Make a question of this kind."""
    question = kind.make(syllabus, rng)
    return replace(question, kind=kind.key, subject=kind.subject, level=kind.level)


def shuffled_options(
    rng: SeededRandom, right_answer: str, wrong_answers: Sequence[str]
) -> OptionAnswer:
    """Return the right answer among wrong ones, in random order."""
    wrong = [option for option in dict.fromkeys(wrong_answers) if option != right_answer]
    options = rng.shuffled([right_answer, *rng.shuffled(wrong)[: MAX_OPTIONS - 1]])
    return OptionAnswer(tuple(options), options.index(right_answer))


def ordered_options(right_answer: str, options: Sequence[str]) -> OptionAnswer:
    """Return answers in their own order."""
    return OptionAnswer(tuple(options), list(options).index(right_answer))


def dealer_view(day: PracticeDay) -> View:
    """Return the dealer's view of a day's table, without the next step, which is asked."""
    return replace(day.table.view(PRACTICE_DEALER), due=UNSET)
