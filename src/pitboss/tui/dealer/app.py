"""The dealer's application: keys and clicks in, the screen out."""

from functools import partial
from typing import ClassVar, Final

from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import BindingType

from pitboss.papers.rules_card.rich_text import rules_card_text
from pitboss.table import Person
from pitboss.tui.dealer.actions import TableAction, possible_actions
from pitboss.tui.dealer.dealer_actions import dealer_actions, next_step_action, player_actions
from pitboss.tui.dealer.dealer_session import DealerSession
from pitboss.tui.dealer.dialogs import ActionMenu, DeliberateConfirmDialog, PromptDialog
from pitboss.tui.dealer.floor_actions import floor_actions
from pitboss.tui.dealer.incident_actions import incident_actions
from pitboss.tui.dealer.screen import DEALER_KEYS, render_dealer_screen
from pitboss.tui.game.keys import ENTER_KEYS
from pitboss.tui.game.pages import clauses_page
from pitboss.tui.widgets import Canvas, ConfirmDialog, PageDialog

MENU_KEYS: Final = {"i": "incidents", "f": "floor", "d": "dealer", "p": "players"}
PAGE_KEYS: Final = {"l": "log", "c": "clauses", "r": "rules"}
LEAVE_QUESTION: Final = (
    "A round is in progress. If you leave now, the house finishes it; if it is waiting for a "
    "player, the round is void. Then all players cash out."
)
FLOOR_ONLY_NOTE: Final = "Only the floorperson can do this: press F."
TICK_SECONDS: Final = 20
"""Seconds between redraws of the clock."""


class DealerApp(App[None]):
    """The application for a table that the user deals."""

    TITLE = "Pitboss"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: #12211f; color: #f4efe2; }
    PromptDialog { background: transparent; align: center top; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+q", "leave", "quit"),
        ("ctrl+c", "leave", "quit"),
    ]

    def __init__(self, session: DealerSession, *, no_color: bool = False) -> None:
        super().__init__(ansi_color=no_color or None)
        self.session = session
        session.open()
        self._board = Canvas(self._screen_renderer())

    def _screen_renderer(self) -> "partial[list[Text]]":
        action = next_step_action(self.session)
        return partial(
            render_dealer_screen, self.session.screen_state(action.label if action else "")
        )

    def compose(self) -> ComposeResult:
        """Build the canvas, the only widget."""
        yield self._board

    def on_mount(self) -> None:
        """Focus the canvas and start the clock."""
        self._board.focus()
        self.set_interval(TICK_SECONDS, self.refresh_screen)

    def refresh_screen(self) -> None:
        """Redraw the screen."""
        self._board.show(self._screen_renderer())

    def on_key(self, event: events.Key) -> None:
        """Handle a key at the console; dialogs handle their own keys."""
        if len(self.screen_stack) > 1:
            return
        self._clear_note()
        letter = (event.character or "").lower()
        if event.key in ENTER_KEYS or event.key == "space":
            self.action_step()
        elif letter in MENU_KEYS:
            self.action_page(MENU_KEYS[letter])
        elif letter in PAGE_KEYS:
            self.action_read(PAGE_KEYS[letter])
        elif letter.upper() in DEALER_KEYS:
            self.action_leave()
        else:
            return
        event.prevent_default().stop()

    def _clear_note(self) -> None:
        """Remove the note about the last refusal as soon as something else is done."""
        if self.session.note:
            self.session.note = ""
            self.refresh_screen()

    # Actions at the table.

    def action_step(self) -> None:
        """Run the next step if it is the dealer's."""
        self._clear_note()
        action = next_step_action(self.session)
        if action is None:
            self.session.note = FLOOR_ONLY_NOTE
            self.refresh_screen()
        else:
            self._perform_action(_acting_as(self.session.dealer), action)

    @work
    async def action_page(self, menu: str) -> None:
        """Show a menu of actions and run the selected one."""
        self._clear_note()
        title, actions = self._menu(menu)
        index = await self.push_screen_wait(ActionMenu(title, actions))
        if index is not None:
            self._perform_action(title, actions[index])

    def _menu(self, menu: str) -> tuple[str, tuple[TableAction, ...]]:
        session = self.session
        match menu:
            case "incidents":
                return "Report an irregularity", incident_actions(session)
            case "floor":
                return _acting_as(session.floor), order_actions(floor_actions(session))
            case "dealer":
                return _acting_as(session.dealer), order_actions(dealer_actions(session))
            case _:
                return "Players", player_actions(session)

    @work
    async def _perform_action(self, title: str, action: TableAction) -> None:
        """Ask for the variant, the answers and a confirmation, then run the action."""
        variant = action.variants[0]
        if len(action.variants) > 1:
            variant_actions = tuple(TableAction(label=choice.label) for choice in action.variants)
            index = await self.push_screen_wait(ActionMenu(action.label, variant_actions))
            if index is None:
                return
            variant = action.variants[index]
        answers: dict[str, int | str] = {}
        for prompt in action.prompts:
            answer = await self.push_screen_wait(PromptDialog(title, prompt))
            if answer is None:
                return
            answers[prompt.name] = answer
        if variant.confirmation and not await self.push_screen_wait(
            DeliberateConfirmDialog(action.label, variant.confirmation)
        ):
            return
        self.session.run_action(variant.run, answers)
        self.refresh_screen()

    # Pages.

    def action_read(self, page_name: str) -> None:
        """Show a page over the console."""
        self._clear_note()
        session = self.session
        match page_name:
            case "rules":
                page = PageDialog("Rules", rules_card_text(session.card))
            case "log":
                page = PageDialog("Log", Text("\n".join(session.sentences)))
            case _:
                instruction = session.table.instruction
                citations = (instruction.clause, *(blocker.clause for blocker in instruction.ahead))
                page = PageDialog("Clauses", clauses_page(session.game, citations))
        self.push_screen(page)

    def action_leave(self) -> None:
        """Quit; in mid-round, ask for confirmation first."""
        if not self.session.table.state.has_open_round:
            self.exit()
        elif len(self.screen_stack) == 1:
            self.push_screen(
                ConfirmDialog(LEAVE_QUESTION), lambda yes: self.exit() if yes else None
            )

    # How the application ends.

    @property
    def failure(self) -> Exception | None:
        """The exception that ended the application, if any."""
        return self._exception

    def _fatal_error(self) -> None:
        """Exit without Textual's traceback, which could reveal hidden cards."""
        self._close_messages_no_wait()


def _acting_as(person: Person) -> str:
    """Return the title of a menu: whose actions it lists."""
    name_suffix = "" if person.name.lower() == person.role else f", {person.name}"
    return f"As {person.role}{name_suffix}"


def order_actions(actions: tuple[TableAction, ...]) -> tuple[TableAction, ...]:
    """Return the possible actions, urgent ones first, then those not possible now."""
    return (*possible_actions(actions), *(action for action in actions if action.refusal))
