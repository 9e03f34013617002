"""All that the school draws, as one value: a question, its table, the answer so far."""

from typing import Final

from msgspec import UNSET, Struct

from pitboss.school.questions import Judged, Question
from pitboss.school.study import Study
from pitboss.school.syllabus import Syllabus
from pitboss.table import Role
from pitboss.table.duty import Duty
from pitboss.table.views import View
from pitboss.tui.console.scene import DealScene

NO_TABLE: Final = View(Role.DEALER, round=UNSET)


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
