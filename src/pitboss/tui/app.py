"""The terminal game: keys and clicks in, the picture out."""

from functools import partial
from typing import ClassVar, Final

from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.message import Message

from pitboss.papers.card_text import card_text
from pitboss.table.deciding.betting import LONGEST_ENTROPY
from pitboss.tui.adviser import Adviser, Then
from pitboss.tui.board import Board
from pitboss.tui.dialogs import Line, Page, Question
from pitboss.tui.keys import pressed
from pitboss.tui.pages import cited_now, clauses_page, fairness_page, rounds_page
from pitboss.tui.picture import picture
from pitboss.tui.scene import Moment
from pitboss.tui.session import Session

LEAVE: Final = (
    "A round is open. If you leave now, the house lets your wagers stand and stakes nothing more "
    "for you; where it has to, it folds."
)
ADD: Final = (
    "Type anything: it decides with the cut which cards of the house's stack are dealt, and the "
    "house is bound to its stack already."
)
FIRST: Final = "Choose with the arrows first, or press the key of a decision."


class Found(Message):
    """The adviser has something for the screen."""

    def __init__(self, then: Then) -> None:
        super().__init__()
        self.then = then


class PlayApp(App[None]):
    """A table for one person and the house."""

    TITLE = "Pitboss"
    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { background: #12211f; color: #f4efe2; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+q", "leave", "quit"),
        ("ctrl+c", "leave", "quit"),
    ]

    def __init__(self, session: Session, export: str | None = None, *, plain: bool = False) -> None:
        super().__init__(ansi_color=plain or None)
        self.session, self._export = session, export
        self.adviser = Adviser(session, lambda then: self.post_message(Found(then)))
        session.begin()
        self._board = Board(partial(picture, session.scene()))

    def compose(self) -> ComposeResult:
        """The board, and nothing else."""
        yield self._board

    def on_mount(self) -> None:
        """The adviser takes its place."""
        self.adviser.start()
        self._board.focus()

    def on_unmount(self) -> None:
        """It goes when the screen does."""
        self.adviser.stop()

    def on_found(self, found: Found) -> None:
        """What the adviser worked out, on this thread."""
        found.then()
        self.show()

    def show(self) -> None:
        """After anything that happened: who is asked now, and how does it look?"""
        self.adviser.attend()
        self._board.show(partial(picture, self.session.scene()))

    def on_key(self, event: events.Key) -> None:
        """A key at the table; what lies over it has its own."""
        if len(self.screen_stack) > 1:
            return
        act = pressed(self.session.scene(), event.key, event.character)
        if act:
            event.prevent_default().stop()
            name, told = act
            getattr(self, f"action_{name}")(*told)

    # Actions, of keys and of clicks.

    def action_bet(self, what: str, *told: int | str) -> None:
        """Chips before the deal: point, touch, add, pick, next_chip, clear."""
        if self.session.moment is Moment.BETS:
            getattr(self.session.placing, what)(*told)
            self.session.note = ""
            self.show()

    def action_do(self, what: str, *told: int | str) -> None:
        """Something at the table: deal, change, look, take, scrolled, buy."""
        getattr(self.session, what)(*told)
        self.show()

    def action_choose_first(self) -> None:
        """Enter, but nothing is chosen."""
        self.session.note = FIRST
        self.show()

    def action_read(self, what: str) -> None:
        """A page over the table."""
        scene = self.session.scene()
        match what:
            case "rules":
                page = Page("Rules", card_text(scene.card))
            case "rounds":
                page = Page("Last rounds", rounds_page(scene))
            case "clauses":
                page = Page("Clauses", clauses_page(scene.game, cited_now(scene)))
            case _:
                table = self.session.shift.table.state.table
                page = Page("Fairness", fairness_page(scene, table, self._export))
        self.push_screen(page)

    def action_add_entropy(self) -> None:
        """Something of your own for the shuffle, as long as bets are open."""
        if self.session.moment is Moment.BETS:
            self.push_screen(Line(ADD, LONGEST_ENTROPY), self._added)

    def _added(self, text: str | None) -> None:
        if text:
            self.session.add_entropy(text)
        self.show()

    def action_leave(self) -> None:
        """Get up; in mid-round only after a second thought."""
        if self.session.moment in (Moment.BETS, Moment.RESULTS):
            self.exit()
        elif len(self.screen_stack) == 1:
            self.push_screen(Question(LEAVE), lambda yes: self.exit() if yes else None)

    # The end.

    @property
    def failure(self) -> Exception | None:
        """What ended it, if it did not end well."""
        return self._exception

    def _fatal_error(self) -> None:
        """End without Textual's traceback, which would show cards that nobody may see."""
        self._close_messages_no_wait()
