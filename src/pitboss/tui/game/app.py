"""The player's application: input, drawing, and a worker thread that queries the lab."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message

from pitboss.errors import Refused
from pitboss.lab.generic.limits import TooManyDeals
from pitboss.papers.rules_card.rich_text import rules_card_text
from pitboss.round import PlayerView
from pitboss.table.handlers.betting import MAX_ENTROPY_LENGTH
from pitboss.tui.game.coach import DecisionKey
from pitboss.tui.game.keys import key_action
from pitboss.tui.game.pages import cited_clauses, clauses_page, fairness_page, rounds_page
from pitboss.tui.game.player_session import PlayerSession
from pitboss.tui.game.screen import render_screen
from pitboss.tui.game.screen_state import DecisionValues, TablePhase
from pitboss.tui.widgets import Canvas, PageDialog, TerminalApp, TextDialog

ScreenCallback = Callable[[], object]
"""Code that the user interface thread runs with the results of a task."""
LabTask = Callable[[], ScreenCallback]


class Adviser:
    """A worker thread that runs lab tasks one by one and posts callbacks with their results."""

    def __init__(self, session: PlayerSession, post: Callable[[ScreenCallback], object]) -> None:
        self._session, self._post = session, post
        self._tasks: SimpleQueue[LabTask | None] = SimpleQueue()
        self._last_request: object = None
        self._pending = 0
        # A daemon, so that the program can exit even while a kernel is compiling.
        self._thread = Thread(target=self._run, name="adviser", daemon=True)

    def start(self) -> None:
        """Start the worker thread."""
        self._session.shift.best_play.progress = self._report_progress
        self._thread.start()

    def stop(self) -> None:
        """Stop the worker thread after the tasks in the queue."""
        self._tasks.put(None)

    @property
    def is_busy(self) -> bool:
        """Whether a task is pending."""
        return self._pending > 0

    def request_advice(self) -> None:
        """Queue a task for the current decision, once: a simulated player's or the coach's."""
        session, round_ = self._session, self._session.shift.table.state.round
        request = (round_.number, round_.turn, round_.step) if round_ else None
        if request == self._last_request:
            return
        self._last_request = request
        if session.deciding_player is not None:
            self._submit(self._decision_task(session.deciding_player))
        elif question := session.coach_question():
            self._submit(self._values_task(*question))

    def _decision_task(self, seat: int) -> LabTask:
        session, view = self._session, self._session.shift.player_view(seat)

        def run() -> ScreenCallback:
            decision = session.shift.best_play.choose(view)
            return lambda: session.decide_for(seat, decision)

        return run

    def _values_task(self, decision_key: DecisionKey, view: PlayerView, unit: int) -> LabTask:
        session = self._session

        def run() -> ScreenCallback:
            advice = session.shift.best_play.advice(view)
            values = DecisionValues(advice.decisions, advice.best, unit)
            card_advice = session.pocket_card.advise(view) if session.pocket_card else None
            return lambda: session.record_values(decision_key, values, card_advice)

        return run

    def _report_progress(self, activity: str, count: int, total: int) -> None:
        if not total:
            self._post(lambda: setattr(self._session, "activity", f"One moment: {activity}…"))

    def _submit(self, task: LabTask) -> None:
        self._pending += 1
        self._tasks.put(task)

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                callback = task()
            except Exception as error:  # otherwise it would be lost in this thread
                callback = self._failure_callback(error)
            with suppress(RuntimeError):  # the screen may be closed by now
                self._post(self._finish_task(callback))
            self._pending -= 1

    def _finish_task(self, callback: ScreenCallback) -> ScreenCallback:
        def finish() -> None:
            self._session.activity = ""
            callback()

        return finish

    def _failure_callback(self, error: Exception) -> ScreenCallback:
        def show_failure() -> None:
            if not isinstance(error, Refused):
                raise error
            prefix = "Exact values are not available: " if isinstance(error, TooManyDeals) else ""
            self._session.note = f"{prefix}{error}."

        return show_failure


LEAVE_QUESTION: Final = (
    "A round is in progress. If you leave now, your wagers stay in play and the house bets nothing "
    "more for you. It folds your hand if it must."
)
ENTROPY_PROMPT: Final = (
    "Type anything. Together with the cut, it determines which cards of the house's stack are "
    "dealt. The house has already committed to its stack."
)
CHOOSE_FIRST_NOTE: Final = "Select a decision with the arrow keys first, or press its key."


class AdviceReady(Message):
    """A message that carries a callback from the adviser to the user interface thread."""

    def __init__(self, callback: ScreenCallback) -> None:
        super().__init__()
        self.callback = callback


class PlayApp(TerminalApp):
    """The application for one player at a table dealt by the house."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+q", "leave", "quit"),
        ("ctrl+c", "leave", "quit"),
    ]

    def __init__(
        self, session: PlayerSession, export: str | None = None, *, no_color: bool = False
    ) -> None:
        super().__init__(ansi_color=no_color or None)
        self.session, self._export = session, export
        self.adviser = Adviser(session, lambda callback: self.post_message(AdviceReady(callback)))
        session.begin()
        self._board = Canvas(partial(render_screen, session.screen_state()))

    def compose(self) -> ComposeResult:
        """Build the canvas, the only widget."""
        yield self._board

    def on_mount(self) -> None:
        """Start the adviser and focus the canvas."""
        self.adviser.start()
        self._board.focus()

    def on_unmount(self) -> None:
        """Stop the adviser."""
        self.adviser.stop()

    def on_advice_ready(self, message: AdviceReady) -> None:
        """Run the adviser's callback on this thread."""
        message.callback()
        self.refresh_screen()

    def refresh_screen(self) -> None:
        """Request advice for the current decision and redraw the screen."""
        self.adviser.request_advice()
        self._board.show(partial(render_screen, self.session.screen_state()))

    def on_key(self, event: events.Key) -> None:
        """Handle a key at the table; dialogs handle their own keys."""
        if len(self.screen_stack) > 1:
            return
        action = key_action(self.session.screen_state(), event.key, event.character)
        if action:
            event.prevent_default().stop()
            name, arguments = action
            getattr(self, f"action_{name}")(*arguments)

    # Actions of keys and clicks.

    def action_bet(self, action: str, *arguments: int | str) -> None:
        """Change the bets before the deal: point, touch, add, pick, next_chip or clear."""
        if self.session.phase is TablePhase.BETS:
            getattr(self.session.bet_placement, action)(*arguments)
            self.session.note = ""
            self.refresh_screen()

    def action_do(self, action: str, *arguments: int | str) -> None:
        """Act in the session: deal, start_next_round, look, take, scroll_results or buy."""
        getattr(self.session, action)(*arguments)
        self.refresh_screen()

    def action_choose_first(self) -> None:
        """Ask for a selection when Enter is pressed without one."""
        self.session.note = CHOOSE_FIRST_NOTE
        self.refresh_screen()

    def action_read(self, page_name: str) -> None:
        """Show a page over the table."""
        screen_state = self.session.screen_state()
        match page_name:
            case "rules":
                page = PageDialog("Rules", rules_card_text(screen_state.card))
            case "rounds":
                page = PageDialog("Last rounds", rounds_page(screen_state))
            case "clauses":
                page = PageDialog(
                    "Clauses", clauses_page(screen_state.game, cited_clauses(screen_state))
                )
            case _:
                table = self.session.shift.table.state.table
                page = PageDialog("Fairness", fairness_page(screen_state, table, self._export))
        self.push_screen(page)

    def action_add_entropy(self) -> None:
        """Ask for text to contribute to the shuffle while bets are open."""
        if self.session.phase is TablePhase.BETS:
            self.push_screen(TextDialog(ENTROPY_PROMPT, MAX_ENTROPY_LENGTH), self._add_entropy)

    def _add_entropy(self, text: str | None) -> None:
        if text:
            self.session.add_entropy(text)
        self.refresh_screen()

    def action_leave(self) -> None:
        """Leave the table; mid-round, ask for confirmation first."""
        if self.session.phase in (TablePhase.BETS, TablePhase.RESULTS):
            self.exit()
        else:
            self.confirm_leaving(LEAVE_QUESTION)
