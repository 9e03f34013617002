"""A question, its answer, and what is said to whoever answers."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.table.views import View
from pitboss.worded import Worded


class Subject(Worded):
    """What a question is about."""

    ORDER = "order", "what is due, and what is said"
    PEOPLE = "people", "who does it, and who approves it"
    BETTING = "betting", "which wagers are taken"
    PAYING = "paying", "what each wager pays"
    SETTLING = "settling", "who is dealt to, asked and settled first"
    CARDS = "cards", "decks, cuts and counts"
    IRREGULAR = "irregular", "what is done when something goes wrong"
    DEALING = "dealing", "rounds at the table, move by move"


class Choose(Struct, frozen=True, tag=True):
    """One of some answers."""

    options: tuple[str, ...]
    right: int


class Figure(Struct, frozen=True):
    """A number or a sum to be typed."""

    label: str
    right: int | None
    """In cents, or a plain number; none if the wager is lost."""
    kind: Literal["paid", "number"] = "paid"
    zero: str = "push"
    """What it is called if nothing is paid beside the stake."""

    @property
    def words(self) -> str:
        """The right answer as it is said."""
        if self.right is None:
            return "lose"
        if self.kind == "number":
            return str(self.right)
        return dollars(self.right) if self.right else self.zero


class Figures(Struct, frozen=True, tag=True):
    """Some figures, in their order."""

    fields: tuple[Figure, ...]
    hint: str = ""
    """How they are typed."""


class Question(Struct, frozen=True, kw_only=True):
    """Something to be answered, with the table it is about."""

    kind: str
    subject: Subject
    level: int
    prompt: str
    answer: Choose | Figures
    why: str
    """What is right, and why."""
    clauses: tuple[str, ...] = ()
    view: View | None = None
    """The table, as a dealer sees it."""
    seat: int | None = None
    """The seat that it is about."""


class Judged(Struct, frozen=True):
    """An answer that was checked."""

    right: bool
    parts: tuple[bool, ...]
    """Each figure by itself."""
    said: str


def check(question: Question, given: int | Sequence[str]) -> Judged:
    """Whether an answer is right, and what is right; a figure that cannot be read is refused."""
    match question.answer:
        case Choose(options=options, right=right):
            if not isinstance(given, int) or not 0 <= given < len(options):
                raise Refused(f"choose one of the {len(options)} answers")
            good = given == right
            return Judged(good, (good,), verdict(good, options[right], question.why))
        case Figures(fields=fields):
            if isinstance(given, int) or len(given) != len(fields):
                raise Refused(f"{len(fields)} figures are asked for")
            parts = tuple(
                figure(field, typed) == field.right
                for field, typed in zip(fields, given, strict=True)
            )
            words = "; ".join(f"{field.label}: {field.words}" for field in fields)
            return Judged(all(parts), parts, verdict(all(parts), words, question.why))


def verdict(good: bool, right: str, why: str) -> str:
    """What is said to an answer: what is right, if it was not that, and why."""
    if good:
        return f"Right. {why}".strip()
    stop = "" if right[-1:] in ".?" else "."
    return f"Not quite: {right}{stop} {why}".strip()


def figure(field: Figure, typed: str) -> int | None:
    """What was typed: a number, or what is paid on a wager. A push is 0, a loss is none."""
    text = typed.strip().lower().removeprefix("$").removeprefix("+").replace(",", "")
    if field.kind == "number":
        if text.isascii() and text.isdigit() and len(text) <= 9:
            return int(text)
        raise Refused(f"{typed.strip()!r} is not a number")
    if text in ("lose", "loses", "lost", "l", "take", "-", "−"):
        return None
    if text in ("push", "p"):
        return 0
    whole, _, rest = text.partition(".")
    digits = whole + rest.ljust(2, "0")
    if digits.isascii() and digits.isdigit() and whole and len(rest) <= 2 and len(digits) <= 14:
        return int(digits)
    raise Refused(f"{typed.strip()!r} is not a sum: type what is paid, push, or lose")
