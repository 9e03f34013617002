"""The widget that shows the picture: all drawing is done by `picture`."""

from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from pitboss.tui.picture import picture
from pitboss.tui.scene import Scene


class Board(Widget, can_focus=True):
    """The table, over the whole screen."""

    DEFAULT_CSS = "Board { width: 100%; height: 100%; }"

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene
        self._strips: list[Strip] = []
        self._drawn: tuple[Scene, Size] | None = None

    def show(self, scene: Scene) -> None:
        """Draw this from now on."""
        self._scene = scene
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A line of the picture."""
        now = self._scene, self.size
        if self._drawn is None or self._drawn[0] is not now[0] or self._drawn[1] != now[1]:
            self._drawn = now
            self._strips = self._draw()
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def _draw(self) -> list[Strip]:
        console = self.app.console
        return [
            Strip([part for part in line.render(console) if part.text], self.size.width)
            for line in picture(self._scene, *self.size)
        ]
