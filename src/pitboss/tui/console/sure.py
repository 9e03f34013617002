"""A second thought before what cannot be taken back: yes or no, and no other key."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from pitboss.tui.block import line
from pitboss.tui.console.menu import FRAME
from pitboss.tui.look import INK, YOURS, clicked


class Sure(ModalScreen[bool]):
    """Enter does not answer it: that key was pressed to come here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y", "dismiss(True)", "yes", show=False),
        Binding("n,N,escape", "dismiss(False)", "no", show=False),
    ]
    DEFAULT_CSS = FRAME.format(name="Sure", wide=72)

    def __init__(self, title: str, words: str) -> None:
        super().__init__()
        self._title, self.words = title, words

    def compose(self) -> ComposeResult:
        """What would happen, and the two keys."""
        with Vertical() as frame:
            frame.border_title = self._title
            yield Static(Text(f"{self.words}\n", style=INK))
            yield Static(
                line(_key("y", "yes, it happened", yes=True), _key("n", "no, back", yes=False))
            )


def _key(key: str, words: str, *, yes: bool) -> Text:
    made = line((f" {key} ", YOURS), (f" {words}   ", INK))
    made.stylize(clicked(f"screen.dismiss({yes})"))
    return made
