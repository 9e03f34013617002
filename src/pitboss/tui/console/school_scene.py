"""All that the school draws, as one value: a question or a move, its table, the answer so far."""

from typing import Final

from msgspec import UNSET, Struct

from pitboss.school.dealing import Pressed
from pitboss.school.moves import Move
from pitboss.school.questions import Judged, Question
from pitboss.school.study import Study
from pitboss.school.syllabus import Syllabus
from pitboss.table import Role
from pitboss.table.duty import Duty
from pitboss.table.views import View
from pitboss.tui.console.scene import DealScene

NO_TABLE: Final = View(Role.DEALER, round=UNSET)


class AtTable(Struct, frozen=True, kw_only=True):
    """A moment of the rounds that the trainee deals."""

    moves: tuple[Move, ...]
    round: int
    acts: bool
    """Whether a move is to be made, and no answer to be given."""
    pending: Move | None = None
    """The move whose seat is still to be said."""
    seen: str = ""
    """What went wrong."""
    last: Pressed | None = None
    told: tuple[str, ...] = ()
    """What happened last at the table."""


class SchoolScene(Struct, frozen=True, kw_only=True):
    """A moment of a lesson."""

    syllabus: Syllabus
    study: Study
    question: Question | None
    judged: Judged | None = None
    again: bool = False
    cursor: int | None = None
    """The answer that is looked at."""
    at: int = 0
    """The figure that is typed."""
    typed: tuple[str, ...] = ()
    note: str = ""
    scroll: int = 0
    dealt: AtTable | None = None
    """Where the trainee deals, if it is no mere question."""

    @property
    def table(self) -> DealScene:
        """The table of the question, with nothing said about it."""
        question = self.question
        return DealScene(
            game=self.syllabus.game,
            rules=self.syllabus.rules,
            card=self.syllabus.card,
            view=question.view if question and question.view else NO_TABLE,
            duty=Duty("", "", "", seat=question.seat if question else None),
            at=0,
        )
