"""The school on a screen: a lesson first, then questions, then rounds to be dealt."""

from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType

from pitboss.papers.card_text import card_text
from pitboss.school.lesson import lessons
from pitboss.tui.board import Board
from pitboss.tui.console.lesson_page import Lessons
from pitboss.tui.console.school_picture import school_picture
from pitboss.tui.console.trainee import Trainee
from pitboss.tui.dialogs import Page, Question
from pitboss.tui.keys import BACK, ENTER, ON

LEAVE = "If you end it now, what is still to be asked is left out, and you see your score."


class SchoolApp(App[None]):
    """A trainee and a table."""

    TITLE = "Pitboss"
    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { background: #12211f; color: #f4efe2; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+q", "leave", "quit"),
        ("ctrl+c", "leave", "quit"),
        ("escape", "leave", "quit"),
        ("ctrl+l", "lesson", "lesson"),
        ("ctrl+r", "rules", "rules"),
        ("ctrl+t", "table", "table"),
    ]

    def __init__(self, trainee: Trainee, *, lesson: bool = True, plain: bool = False) -> None:
        super().__init__(ansi_color=plain or None)
        self.trainee, self._lesson = trainee, lesson
        self._board = Board(self._picture())

    def _picture(self) -> "partial[list[Text]]":
        return partial(school_picture, self.trainee.scene())

    def compose(self) -> ComposeResult:
        """The board, and nothing else."""
        yield self._board

    def on_mount(self) -> None:
        """The lesson comes first."""
        self._board.focus()
        if self._lesson:
            self.action_lesson()

    def show(self) -> None:
        """After anything that happened; after the last question the school is over."""
        if self.trainee.over:
            self.exit()
        self._board.show(self._picture())

    def on_key(self, event: events.Key) -> None:
        """A key at the table; what lies over it has its own."""
        if len(self.screen_stack) > 1:
            return
        typed = event.character if event.character and event.character.isprintable() else ""
        if event.key in ENTER or (event.key == "space" and self.trainee.done):
            self.action_enter()
        elif event.key in BACK or event.key in ON:
            self.action_move(1 if event.key in ON else -1)
        elif event.key in ("backspace", "delete"):
            self.trainee.erase()
        elif self.trainee.acts and typed.strip():
            self.trainee.press(typed.lower())
        elif self.trainee.chooses and typed.isascii() and typed.isdigit():
            self.action_choose(int(typed) - 1)
        elif typed:
            self.trainee.type(typed)
        else:
            return
        event.prevent_default().stop()
        self.show()

    def action_enter(self) -> None:
        """Answer, or go on."""
        self.trainee.enter()
        self.show()

    def action_move(self, by: int) -> None:
        """Another answer, another figure, or further down."""
        self.trainee.move(by)
        self.show()

    def action_choose(self, number: int) -> None:
        """One of the answers."""
        if number >= 0:
            self.trainee.choose(number)
        self.show()

    def action_point(self, number: int) -> None:
        """One of the figures."""
        self.trainee.at = number
        self.show()

    def action_press(self, key: str) -> None:
        """A move at the table."""
        self.trainee.press(key)
        self.show()

    def action_table(self) -> None:
        """To the table, or back to the questions."""
        if len(self.screen_stack) == 1:
            self.trainee.go()
            self.show()

    def action_lesson(self) -> None:
        """The lesson, page by page."""
        if len(self.screen_stack) == 1:
            self.push_screen(Lessons(lessons(self.trainee.classroom.syllabus)))

    def action_rules(self) -> None:
        """The rules card."""
        if len(self.screen_stack) == 1:
            self.push_screen(Page("Rules", card_text(self.trainee.classroom.syllabus.card)))

    def action_leave(self) -> None:
        """End it, after a second thought."""
        if len(self.screen_stack) == 1:
            self.push_screen(Question(LEAVE), lambda yes: self.exit() if yes else None)

    @property
    def failure(self) -> Exception | None:
        """What ended it, if it did not end well."""
        return self._exception

    def _fatal_error(self) -> None:
        """End without Textual's traceback."""
        self._close_messages_no_wait()
