"""The lesson over the school's table, one page after the other."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from pitboss.school.lesson import Lesson
from pitboss.tui.console.lesson_text import lesson_shown


class Lessons(ModalScreen[None]):
    """Enter turns the page, after the last one the questions begin; Esc skips the rest."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "to the questions", show=False),
        Binding("enter,ctrl+j,space,right,n", "turn(1)", "next", show=False),
        Binding("left,backspace", "turn(-1)", "back", show=False),
    ]
    DEFAULT_CSS = """
    Lessons { align: center middle; background: #0b1513 60%; }
    Lessons > Vertical {
        width: 92%; max-width: 110; height: 90%; background: #12211f; border: round #86865a;
        border-title-color: #cbb26a; border-subtitle-color: #a9c0b8; padding: 0 1;
    }
    Lessons VerticalScroll { scrollbar-size-vertical: 1; scrollbar-color: #86865a;
        scrollbar-background: #12211f; }
    """

    def __init__(self, lessons: tuple[Lesson, ...]) -> None:
        super().__init__()
        self._lessons, self._at = lessons, 0

    def compose(self) -> ComposeResult:
        """The page in its frame."""
        with Vertical(id="frame"), VerticalScroll(id="page"):
            yield Static(id="lesson")

    def on_mount(self) -> None:
        """The first page."""
        self._show()

    def _show(self) -> None:
        lesson, count = self._lessons[self._at], len(self._lessons)
        frame = self.query_one("#frame", Vertical)
        frame.border_title = f"{lesson.title}  {self._at + 1} of {count}"
        turn = "Enter next page" if self._at < count - 1 else "Enter to the questions"
        frame.border_subtitle = f"{turn}   ↑ ↓ scroll   Esc skip"
        self.query_one("#lesson", Static).update(lesson_shown(lesson))
        self.query_one("#page", VerticalScroll).scroll_home(animate=False)
        self.query_one("#page", VerticalScroll).focus()

    def action_turn(self, by: int) -> None:
        """The next page, or the one before; after the last the lesson is over."""
        self._at += by
        if self._at >= len(self._lessons):
            self.dismiss()
        else:
            self._at = max(0, self._at)
            self._show()
