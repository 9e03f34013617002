"""The school's application: lessons first, then questions, then rounds to deal."""

from functools import partial
from typing import ClassVar, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from pitboss.papers.rules_card.rich_text import rules_card_text
from pitboss.school.lessons import Lesson, make_lessons
from pitboss.tui.game.keys import ENTER_KEYS, NEXT_KEYS, PREVIOUS_KEYS
from pitboss.tui.school.screen import render_school_screen
from pitboss.tui.school.trainee import Trainee
from pitboss.tui.theme import HEADING, INK, MUTED
from pitboss.tui.widgets import Canvas, PageDialog, TerminalApp

NEW_LINE: Final = "\n"
LessonStyles = tuple[str | Style, str | Style, str | Style]
SCREEN_STYLES: Final[LessonStyles] = (HEADING, INK, MUTED)
PRINT_STYLES: Final[LessonStyles] = ("bold", "", "dim")
"""Styles of headings, text and clauses, for a terminal with any background."""


def render_lesson(lesson: Lesson, styles: LessonStyles = SCREEN_STYLES) -> RenderableType:
    """Return the rows of a lesson for the terminal."""
    heading_style, text_style, clause_style = styles
    if all(not row.head and not row.clause for row in lesson.rows):
        return Group(*(Text(row.text, style=text_style) for row in lesson.rows))
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    table.add_column(no_wrap=True, justify="right")
    for row in lesson.rows:
        cells = ((row.head, heading_style), (row.text, text_style), (row.clause, clause_style))
        table.add_row(*(Text(cell_text, style=style) for cell_text, style in cells))
    return table


def render_lessons(lessons: tuple[Lesson, ...]) -> RenderableType:
    """Return all lessons, one below the other, for printing."""
    parts: list[RenderableType] = []
    for lesson in lessons:
        title = Text(f"{NEW_LINE if parts else ''}{lesson.title}", style="bold")
        parts += [title, Padding(render_lesson(lesson, PRINT_STYLES), (0, 0, 0, 2))]
    return Group(*parts)


class LessonDialog(ModalScreen[None]):
    """The lessons; Enter turns the page, Esc skips to the questions."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "to the questions", show=False),
        Binding("enter,ctrl+j,space,right,n", "turn(1)", "next", show=False),
        Binding("left,backspace", "turn(-1)", "back", show=False),
    ]
    DEFAULT_CSS = """
    LessonDialog { align: center middle; background: #0b1513 60%; }
    LessonDialog > Vertical {
        width: 92%; max-width: 110; height: 90%; background: #12211f; border: round #86865a;
        border-title-color: #cbb26a; border-subtitle-color: #a9c0b8; padding: 0 1;
    }
    LessonDialog VerticalScroll { scrollbar-size-vertical: 1; scrollbar-color: #86865a;
        scrollbar-background: #12211f; }
    """

    def __init__(self, lessons: tuple[Lesson, ...]) -> None:
        super().__init__()
        self._lessons, self._page_index = lessons, 0

    def compose(self) -> ComposeResult:
        """Build the page in its frame."""
        with Vertical(id="frame"), VerticalScroll(id="page"):
            yield Static(id="lesson")

    def on_mount(self) -> None:
        """Show the first page."""
        self._show_page()

    def _show_page(self) -> None:
        lesson, count = self._lessons[self._page_index], len(self._lessons)
        frame = self.query_one("#frame", Vertical)
        frame.border_title = f"{lesson.title}  {self._page_index + 1} of {count}"
        next_hint = (
            "Enter next page" if self._page_index < count - 1 else "Enter start the questions"
        )
        frame.border_subtitle = f"{next_hint}   ↑ ↓ scroll   Esc skip"
        self.query_one("#lesson", Static).update(render_lesson(lesson))
        self.query_one("#page", VerticalScroll).scroll_home(animate=False)
        self.query_one("#page", VerticalScroll).focus()

    def action_turn(self, by: int) -> None:
        """Turn the page; after the last one, close the lessons."""
        self._page_index += by
        if self._page_index >= len(self._lessons):
            self.dismiss()
        else:
            self._page_index = max(0, self._page_index)
            self._show_page()


END_QUESTION = "If you quit now, the remaining questions are skipped and you see your score."


class SchoolApp(TerminalApp):
    """The application of a trainee."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+q", "leave", "quit"),
        ("ctrl+c", "leave", "quit"),
        ("escape", "leave", "quit"),
        ("ctrl+l", "lesson", "lesson"),
        ("ctrl+r", "rules", "rules"),
        ("ctrl+t", "table", "table"),
    ]

    def __init__(self, trainee: Trainee, *, lesson: bool = True, no_color: bool = False) -> None:
        super().__init__(ansi_color=no_color or None)
        self.trainee, self._lesson = trainee, lesson
        self._board = Canvas(self._screen_renderer())

    def _screen_renderer(self) -> "partial[list[Text]]":
        return partial(render_school_screen, self.trainee.screen_state())

    def compose(self) -> ComposeResult:
        """Build the canvas, the only widget."""
        yield self._board

    def on_mount(self) -> None:
        """Focus the canvas and show the lessons."""
        self._board.focus()
        if self._lesson:
            self.action_lesson()

    def refresh_screen(self) -> None:
        """Redraw the screen, or exit after the last question."""
        if self.trainee.is_over:
            self.exit()
        self._board.show(self._screen_renderer())

    def on_key(self, event: events.Key) -> None:
        """Handle a key; dialogs handle their own keys."""
        if len(self.screen_stack) > 1:
            return
        character = event.character if event.character and event.character.isprintable() else ""
        if event.key in ENTER_KEYS or (event.key == "space" and self.trainee.is_answered):
            self.action_enter()
        elif event.key in PREVIOUS_KEYS or event.key in NEXT_KEYS:
            self.action_move(1 if event.key in NEXT_KEYS else -1)
        elif event.key in ("backspace", "delete"):
            self.trainee.erase()
        elif self.trainee.needs_move and character.strip():
            self.trainee.press(character.lower())
        elif self.trainee.needs_choice and character.isascii() and character.isdigit():
            self.action_choose(int(character) - 1)
        elif character:
            self.trainee.type(character)
        else:
            return
        event.prevent_default().stop()
        self.refresh_screen()

    def action_enter(self) -> None:
        """Answer, or continue."""
        self.trainee.enter()
        self.refresh_screen()

    def action_move(self, by: int) -> None:
        """Select another answer or figure, or scroll."""
        self.trainee.move(by)
        self.refresh_screen()

    def action_choose(self, number: int) -> None:
        """Choose one of the answers."""
        if number >= 0:
            self.trainee.choose(number)
        self.refresh_screen()

    def action_point(self, number: int) -> None:
        """Select one of the figures."""
        self.trainee.field = number
        self.refresh_screen()

    def action_press(self, key: str) -> None:
        """Make a move at the table."""
        self.trainee.press(key)
        self.refresh_screen()

    def action_table(self) -> None:
        """Switch between the table and the questions."""
        if len(self.screen_stack) == 1:
            self.trainee.switch_place()
            self.refresh_screen()

    def action_lesson(self) -> None:
        """Show the lessons."""
        if len(self.screen_stack) == 1:
            self.push_screen(LessonDialog(make_lessons(self.trainee.classroom.syllabus)))

    def action_rules(self) -> None:
        """Show the rules card."""
        if len(self.screen_stack) == 1:
            self.push_screen(
                PageDialog("Rules", rules_card_text(self.trainee.classroom.syllabus.card))
            )

    def action_leave(self) -> None:
        """Quit after a confirmation."""
        self.confirm_leaving(END_QUESTION)
