"""Screens that come up over the table: a page to read, and a question to answer."""

from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static


class Page(ModalScreen[None]):
    """Something to read, scrolled with the arrows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,Q,enter,space", "dismiss", "close", show=False)
    ]
    DEFAULT_CSS = """
    Page { align: center middle; background: #0b1513 60%; }
    Page > Vertical {
        width: 92%; max-width: 110; height: 90%; background: #12211f; border: round #86865a;
        border-title-color: #cbb26a; border-subtitle-color: #a9c0b8; padding: 0 1;
    }
    Page VerticalScroll { scrollbar-size-vertical: 1; scrollbar-color: #86865a;
        scrollbar-background: #12211f; }
    """

    def __init__(self, title: str, content: RenderableType) -> None:
        super().__init__()
        self._title, self._content = title, content

    def compose(self) -> ComposeResult:
        """The page in its frame."""
        with Vertical() as frame:
            frame.border_title = self._title
            frame.border_subtitle = "↑ ↓ scroll   Esc back to the table"
            with VerticalScroll(id="page"):
                yield Static(self._content)


class Line(ModalScreen[str]):
    """A line of text to type; Esc gives none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "back", show=False)]
    DEFAULT_CSS = """
    Line { align: center middle; background: #0b1513 60%; }
    Line > Vertical {
        width: 64; height: auto; background: #12211f; border: round #e2b44c; padding: 1 2;
        border-subtitle-color: #a9c0b8;
    }
    Line Input { background: #1a2e2b; border: none; height: 1; margin-top: 1; padding: 0 1; }
    """

    def __init__(self, words: str, longest: int) -> None:
        super().__init__()
        self._words, self._longest = words, longest

    def compose(self) -> ComposeResult:
        """What is asked, and room for it."""
        with Vertical() as frame:
            frame.border_subtitle = "Enter adds it   Esc does not"
            yield Static(self._words)
            yield Input(max_length=self._longest)

    def on_input_submitted(self, typed: Input.Submitted) -> None:
        """Done."""
        self.dismiss(typed.value)


class Question(ModalScreen[bool]):
    """Yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "yes", show=False),
        Binding("n,escape,q", "answer(False)", "no", show=False),
    ]
    DEFAULT_CSS = """
    Question { align: center middle; background: #0b1513 60%; }
    Question > Static {
        width: 64; height: auto; background: #12211f; border: round #e2b44c; padding: 1 2;
    }
    """

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        """The question and its two keys."""
        keys = "[@click=screen.answer(True)][b #e2b44c]y[/] leave[/]      "
        keys += "[@click=screen.answer(False)][b #e2b44c]n[/] stay[/]"
        yield Static(f"{self._words}\n\n{keys}")

    def action_answer(self, yes: bool) -> None:
        """Close with the answer."""
        self.dismiss(yes)
