"""What all applications share: terminal checks, the canvas, and dialogs over it."""

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import ClassVar, Final

from rich.console import RenderableType
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, Static

from pitboss.errors import Refused

DrawLines = Callable[[int, int], list[Text]]
"""A function that returns the lines of a screen of this width and height."""
HANGUP_STATUS: Final = 129
"""The exit status of a program whose terminal has vanished, as if SIGHUP had ended it."""
HANGUP_POLL_MS: Final = 500


class Canvas(Widget, can_focus=True):
    """A widget that fills the screen with lines of text."""

    DEFAULT_CSS = "Canvas { width: 100%; height: 100%; }"

    def __init__(self, draw_lines: DrawLines) -> None:
        super().__init__()
        self._draw_lines = draw_lines
        self._strips: list[Strip] = []
        self._last_drawing: tuple[DrawLines, Size] | None = None

    def show(self, draw_lines: DrawLines) -> None:
        """Draw with this function from now on."""
        self._draw_lines = draw_lines
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one line of the screen."""
        current = self._draw_lines, self.size
        if (
            self._last_drawing is None
            or self._last_drawing[0] is not current[0]
            or self._last_drawing[1] != current[1]
        ):
            self._last_drawing = current
            self._strips = self._draw_strips()
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def _draw_strips(self) -> list[Strip]:
        console = self.app.console
        return [
            Strip([part for part in line.render(console) if part.text], self.size.width)
            for line in self._draw_lines(*self.size)
        ]


class PageDialog(ModalScreen[None]):
    """A page to read, scrolled with the arrow keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,Q,enter,space", "dismiss", "close", show=False)
    ]
    DEFAULT_CSS = """
    PageDialog { align: center middle; background: #0b1513 60%; }
    PageDialog > Vertical {
        width: 92%; max-width: 110; height: 90%; background: #12211f; border: round #86865a;
        border-title-color: #cbb26a; border-subtitle-color: #a9c0b8; padding: 0 1;
    }
    PageDialog VerticalScroll { scrollbar-size-vertical: 1; scrollbar-color: #86865a;
        scrollbar-background: #12211f; }
    """

    def __init__(self, title: str, content: RenderableType) -> None:
        super().__init__()
        self._title, self._content = title, content

    def compose(self) -> ComposeResult:
        """Build the page in its frame."""
        with Vertical() as frame:
            frame.border_title = self._title
            frame.border_subtitle = "↑ ↓ scroll   Esc back to the table"
            with VerticalScroll(id="page"):
                yield Static(self._content)


class TextDialog(ModalScreen[str]):
    """A prompt for one line of text; Esc returns an empty string."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "back", show=False)]
    DEFAULT_CSS = """
    TextDialog { align: center middle; background: #0b1513 60%; }
    TextDialog > Vertical {
        width: 64; height: auto; background: #12211f; border: round #e2b44c; padding: 1 2;
        border-subtitle-color: #a9c0b8;
    }
    TextDialog Input { background: #1a2e2b; border: none; height: 1; margin-top: 1; padding: 0 1; }
    """

    def __init__(self, prompt: str, max_length: int) -> None:
        super().__init__()
        self._prompt, self._max_length = prompt, max_length

    def compose(self) -> ComposeResult:
        """Build the prompt and the input field."""
        with Vertical() as frame:
            frame.border_subtitle = "Enter add   Esc cancel"
            yield Static(self._prompt)
            yield Input(max_length=self._max_length)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the text that was entered."""
        self.dismiss(event.value)


class ConfirmDialog(ModalScreen[bool]):
    """A yes-or-no question."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "yes", show=False),
        Binding("n,escape,q", "answer(False)", "no", show=False),
    ]
    DEFAULT_CSS = """
    ConfirmDialog { align: center middle; background: #0b1513 60%; }
    ConfirmDialog > Static {
        width: 64; height: auto; background: #12211f; border: round #e2b44c; padding: 1 2;
    }
    """

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Build the question and its two keys."""
        keys = "[@click=screen.answer(True)][b #e2b44c]y[/] leave[/]      "
        keys += "[@click=screen.answer(False)][b #e2b44c]n[/] stay[/]"
        yield Static(f"{self._question}\n\n{keys}")

    def action_answer(self, yes: bool) -> None:
        """Close the dialog with the answer."""
        self.dismiss(yes)


class TerminalApp(App[None]):
    """An application that ends without Textual's traceback, which could reveal hidden cards."""

    TITLE = "Pitboss"
    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { background: #12211f; color: #f4efe2; }"

    @property
    def failure(self) -> Exception | None:
        """The exception that ended the application, if any."""
        return self._exception

    def confirm_leaving(self, question: str) -> None:
        """End the application if the answer is yes; ask nothing over an open dialog."""
        if len(self.screen_stack) == 1:
            self.push_screen(ConfirmDialog(question), lambda yes: self.exit() if yes else None)

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()


def require_terminal() -> None:
    """Raise `Refused` unless input and screen are an interactive terminal."""
    is_interactive = all(
        stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr)
    )
    if os.environ.get("TERM") == "dumb" or not is_interactive or sys.stdout is None:
        raise Refused(
            "this command needs an interactive terminal; only the summary at the end can be "
            "redirected to a file (--lesson works without a terminal)"
        )


@contextmanager
def stdout_on_terminal() -> Iterator[None]:
    """Point standard output at the terminal: Textual reads the window size from it."""
    if sys.stdout.isatty():
        yield
        return
    sys.stdout.flush()
    stdout_fd, saved_fd = sys.stdout.fileno(), os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), stdout_fd)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(saved_fd, stdout_fd)
        os.close(saved_fd)


@contextmanager
def exit_on_hangup() -> Iterator[None]:
    """End the program if its terminal vanishes and no SIGHUP says so.

    The kernel sends SIGHUP to the session of a terminal alone. Elsewhere (after `setsid`, or where
    the signal is ignored, as under `nohup`), Textual would read the end of the file forever.
    """
    stop = Event()
    if hasattr(select, "poll"):  # not on Windows
        Thread(target=_wait_for_hangup, args=(stop,), daemon=True, name="hangup").start()
    try:
        yield
    finally:
        stop.set()


def _wait_for_hangup(stop: Event) -> None:
    poll = select.poll()
    poll.register(sys.stdin.fileno(), 0)  # only what is always reported: a hang-up or an error
    while not stop.is_set():
        for _, conditions in poll.poll(HANGUP_POLL_MS):
            if not conditions & select.POLLHUP:
                return  # this system cannot poll a terminal
            if not stop.is_set():
                os._exit(HANGUP_STATUS)  # no screen is left to restore, nor anybody to tell
