"""Lessons set out in columns, for a page over the table or to be printed."""

from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from pitboss.school.lesson import Lesson
from pitboss.tui.look import HEADING, INK, MUTED

NEW_LINE: Final = "\n"
Styles = tuple[str | Style, str | Style, str | Style]
ON_TABLE: Final[Styles] = (HEADING, INK, MUTED)
PRINTED: Final[Styles] = ("bold", "", "dim")
"""Heads, text and clauses: over the table, and on any terminal's own ground."""


def lesson_shown(lesson: Lesson, styles: Styles = ON_TABLE) -> RenderableType:
    """The rows of a page."""
    head, text, clause = styles
    if all(not row.head and not row.clause for row in lesson.rows):
        return Group(*(Text(row.text, style=text) for row in lesson.rows))
    shown = Table.grid(padding=(0, 2, 0, 0), expand=True)
    shown.add_column(no_wrap=True)
    shown.add_column(ratio=1)
    shown.add_column(no_wrap=True, justify="right")
    for row in lesson.rows:
        cells = ((row.head, head), (row.text, text), (row.clause, clause))
        shown.add_row(*(Text(words, style=style) for words, style in cells))
    return shown


def lesson_text(lessons: tuple[Lesson, ...]) -> RenderableType:
    """All pages, one under the other, to be printed."""
    parts: list[RenderableType] = []
    for lesson in lessons:
        title = Text(f"{NEW_LINE if parts else ''}{lesson.title}", style="bold")
        parts += [title, Padding(lesson_shown(lesson, PRINTED), (0, 0, 0, 2))]
    return Group(*parts)
