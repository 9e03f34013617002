"""How a session goes: what is asked next, what comes back because it was missed, the score.

A missed kind returns after a few other questions, with other figures, until it was answered right
twice. All of it is values: a session can be kept, shown and taken up again.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.school.questions import Question, Subject

GAP: Final = 3
"""Questions before a missed one returns."""
TWICE: Final = 2
"""How often it is then answered right before it is left alone."""


class Missed(Struct, frozen=True):
    """A kind that waits to return."""

    kind: str
    wait: int = GAP
    needed: int = TWICE


class Answered(Struct, frozen=True):
    """A question that was answered."""

    kind: str
    subject: Subject
    right: bool
    again: bool
    """Whether it had come back."""
    prompt: str
    clauses: tuple[str, ...]


class Study(Struct, frozen=True):
    """A session: what is still to be asked, what was missed, what was answered."""

    ahead: tuple[str, ...]
    missed: tuple[Missed, ...] = ()
    answered: tuple[Answered, ...] = ()

    @property
    def right(self) -> int:
        """How many answers were right."""
        return sum(one.right for one in self.answered)

    @property
    def left(self) -> int:
        """How many questions there will be at least."""
        return len(self.ahead) + sum(one.needed for one in self.missed)


def upcoming(study: Study) -> str | None:
    """The kind that is asked next; none when all is asked and nothing is missed any more."""
    ready = [one for one in study.missed if one.wait <= 0]
    if ready:
        return ready[0].kind
    if study.ahead:
        return study.ahead[0]
    waiting = sorted(study.missed, key=lambda one: one.wait)
    return waiting[0].kind if waiting else None


def answered(study: Study, question: Question, *, right: bool) -> Study:
    """The session after an answer."""
    kind = question.kind
    was = next((one for one in study.missed if one.kind == kind), None)
    others = [replace(one, wait=one.wait - 1) for one in study.missed if one.kind != kind]
    if not right:
        others.append(Missed(kind))
    elif was is not None and was.needed > 1:
        others.append(Missed(kind, needed=was.needed - 1))
    taken = study.ahead[:1] == (kind,) and (was is None or was.wait > 0)
    line = Answered(
        kind, question.subject, right, was is not None, question.prompt, question.clauses
    )
    return Study(study.ahead[1:] if taken else study.ahead, tuple(others), (*study.answered, line))


def dealt(study: Study, question: Question, *, right: bool) -> Study:
    """The session after something was done at the table: of what is ahead nothing is taken."""
    after = answered(replace(study, ahead=()), question, right=right)
    return replace(after, ahead=study.ahead)
