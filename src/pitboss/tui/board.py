"""The widget that shows a picture: all drawing is done by functions that make lines of text."""

from collections.abc import Callable

from rich.text import Text
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

Picture = Callable[[int, int], list[Text]]
"""The lines of a screen that is so wide and so high."""


class Board(Widget, can_focus=True):
    """A picture over the whole screen."""

    DEFAULT_CSS = "Board { width: 100%; height: 100%; }"

    def __init__(self, picture: Picture) -> None:
        super().__init__()
        self._picture = picture
        self._strips: list[Strip] = []
        self._drawn: tuple[Picture, Size] | None = None

    def show(self, picture: Picture) -> None:
        """Draw this from now on."""
        self._picture = picture
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A line of the picture."""
        now = self._picture, self.size
        if self._drawn is None or self._drawn[0] is not now[0] or self._drawn[1] != now[1]:
            self._drawn = now
            self._strips = self._draw()
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def _draw(self) -> list[Strip]:
        console = self.app.console
        return [
            Strip([part for part in line.render(console) if part.text], self.size.width)
            for line in self._picture(*self.size)
        ]
