"""The dealer's application: keys, clicks and dialogs in, the screen out."""

from contextlib import suppress
from functools import partial
from typing import ClassVar, Final

from rich.table import Table
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static
from textual.worker import Worker, WorkerCancelled, WorkerFailed

from pitboss.console.actions import Action, Answer, Prompt, parse_answer
from pitboss.errors import Refused
from pitboss.papers.rules_card.rich_text import rules_card_text
from pitboss.papers.wording import capitalize
from pitboss.tui.blocks import styled_line
from pitboss.tui.dealer.console_session import ConsoleSession, Menu
from pitboss.tui.dealer.screen import DEALER_KEYS, render_dealer_screen
from pitboss.tui.game.keys import ENTER_KEYS
from pitboss.tui.game.pages import clauses_page
from pitboss.tui.theme import HIGHLIGHT, INK, MUTED, SELECTED, STRONG, click_style
from pitboss.tui.widgets import Canvas, PageDialog, TerminalApp

MENU_KEYS: Final = {"i": "incidents", "f": "floor", "d": "dealer", "p": "players"}
PAGE_KEYS: Final = {"l": "log", "c": "clauses", "r": "rules"}
TICK_SECONDS: Final = 20
"""Seconds between redraws of the clock."""


class DealerApp(TerminalApp):
    """The application for a table that the user deals or supervises."""

    CSS = """
    Screen { background: #12211f; color: #f4efe2; }
    PromptDialog { background: transparent; align: center top; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+q", "leave", "quit"),
        ("ctrl+c", "leave", "quit"),
    ]

    def __init__(self, session: ConsoleSession, *, no_color: bool = False) -> None:
        super().__init__(ansi_color=no_color or None)
        self.session = session
        session.open()
        self._board = Canvas(self._screen_renderer())
        self._follower: Worker[None] | None = None

    def _screen_renderer(self) -> "partial[list[Text]]":
        action = self.session.next_action()
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
        self._follower = self._follow_table()

    async def on_unmount(self) -> None:
        """Stop following the table, and wait until its connection is closed."""
        if self._follower is not None:
            if not self._follower.is_cancelled:  # a second time would interrupt the closing
                self._follower.cancel()
            with suppress(WorkerCancelled, WorkerFailed):
                await self._follower.wait()

    @work
    async def _follow_table(self) -> None:
        """Redraw the screen whenever somebody else changes the table."""
        await self.session.follow(self.refresh_screen)

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
        action = self.session.next_action()
        if action is None:
            self.session.note = self.session.wait_note
            self.refresh_screen()
        elif action.refusal:
            self.session.note = capitalize(f"{action.refusal}.")
            self.refresh_screen()
        else:
            self._perform_action(self.session.title(action.role), action)

    @work
    async def action_page(self, menu: str) -> None:
        """Show a menu of actions and run the selected one."""
        self._clear_note()
        result = self.session.menu(menu)
        index = await self.push_screen_wait(ActionMenu(result))
        if index is not None:
            self._perform_action(result.title, result.actions[index])

    @work
    async def _perform_action(self, title: str, action: Action) -> None:
        """Ask for the variant, the answers and a confirmation, then run the action."""
        variant = action.variants[0]
        if len(action.variants) > 1:
            index = await self.push_screen_wait(ActionMenu(_variant_menu(action)))
            if index is None:
                return
            variant = action.variants[index]
        answers: dict[str, Answer] = {}
        for prompt in action.prompts:
            answer = await self.push_screen_wait(PromptDialog(title, prompt))
            if answer is None:
                return
            answers[prompt.name] = answer
        if variant.confirmation and not await self.push_screen_wait(
            DeliberateConfirmDialog(action.label, variant.confirmation)
        ):
            return
        await self.session.perform(action, variant, answers)
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
                instruction = session.instruction
                citations = (instruction.clause, *(blocker.clause for blocker in instruction.ahead))
                page = PageDialog("Clauses", clauses_page(session.game, citations))
        self.push_screen(page)

    def action_leave(self) -> None:
        """Quit, after a question if something would be left undone."""
        if question := self.session.leave_question:
            self.confirm_leaving(question)
        else:
            self.exit()


def _variant_menu(action: Action) -> Menu:
    """Return the menu in which a variant of an action is chosen."""
    variants = tuple(
        Action(id=f"{index}", role=action.role, label=variant.label)
        for index, variant in enumerate(action.variants)
    )
    return Menu(action.label, variants)


DIALOG_CSS = """
    {name} {{ align: center middle; background: #0b1513 60%; }}
    {name} > Vertical {{
        width: 92%; max-width: {wide}; height: auto; max-height: 92%; background: #12211f;
        border: round #e2b44c; border-title-color: #cbb26a; border-subtitle-color: #a9c0b8;
        padding: 0 1;
    }}
    {name} VerticalScroll {{ height: auto; max-height: 100%; scrollbar-size-vertical: 1;
        scrollbar-color: #86865a; scrollbar-background: #12211f; }}
    {name} Input, {name} Input:focus {{
        background: #1a2e2b; border: none; height: 1; padding: 0 1;
    }}
"""
ENTRY_KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""The key of each entry, by its position in the menu."""


class MenuEntry(Static):
    """One entry of a menu."""

    def __init__(self, key: str, action: Action) -> None:
        super().__init__()
        self.key, self.action = key, action

    def draw(self, is_selected: bool) -> None:
        """Draw the entry, highlighted if it is selected."""
        action = self.action
        style = MUTED if action.refusal else STRONG
        key = styled_line(
            ("▸" if is_selected else " ", HIGHLIGHT),
            (
                f" {self.key} ",
                SELECTED if is_selected else HIGHLIGHT if not action.refusal else MUTED,
            ),
        )
        label = styled_line(
            (action.label, style), (f"  {action.clause}" if action.clause else "", MUTED)
        )
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_row(key, label)
        if action.detail and (is_selected or not action.refusal):
            table.add_row("", Text(action.detail, style=INK if is_selected else MUTED))
        if action.refusal:
            table.add_row(
                "", Text(f"Not now: {action.refusal}.", style=INK if is_selected else MUTED)
            )
        self.update(table)


class ActionMenu(ModalScreen[int | None]):
    """A menu of actions; select with a key, or with the arrows and Enter. Esc cancels."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "back", show=False),
        Binding("up", "move(-1)", "up", show=False),
        Binding("down", "move(1)", "down", show=False),
        Binding("enter,ctrl+j,space", "choose", "choose", show=False),
    ]
    DEFAULT_CSS = DIALOG_CSS.format(name="ActionMenu", wide=110)

    def __init__(self, menu: Menu) -> None:
        super().__init__()
        self._menu, self._actions = menu, menu.actions
        self._selected_index = next(
            (index for index, action in enumerate(self._actions) if not action.refusal), 0
        )

    def compose(self) -> ComposeResult:
        """Build the menu in its frame."""
        with Vertical() as frame:
            frame.border_title = self._menu.title
            frame.border_subtitle = "↑ ↓ Enter, or press its key   Esc back"
            with VerticalScroll(can_focus=False):
                for index, action in enumerate(self._actions):
                    yield MenuEntry(ENTRY_KEYS[index % len(ENTRY_KEYS)], action)
                if not self._actions:
                    yield Static(self._menu.empty_note)

    def on_mount(self) -> None:
        """Draw the entries; the first possible one is selected."""
        self._refresh_entries()

    def _refresh_entries(self) -> None:
        for index, entry in enumerate(self.query(MenuEntry)):
            entry.draw(index == self._selected_index)
            if index == self._selected_index:
                entry.scroll_visible(animate=False)

    def action_move(self, by: int) -> None:
        """Select the next entry or the one before."""
        if self._actions:
            self._selected_index = (self._selected_index + by) % len(self._actions)
            self._refresh_entries()

    def action_choose(self) -> None:
        """Close the menu with the selected action, if it is possible now."""
        if self._actions and not self._actions[self._selected_index].refusal:
            self.dismiss(self._selected_index)

    def on_key(self, event: events.Key) -> None:
        """Choose an entry by its key."""
        key = (event.character or "").lower()
        if key in ENTRY_KEYS[: len(self._actions)] and key:
            event.prevent_default().stop()
            self._selected_index = ENTRY_KEYS.index(key)
            self._refresh_entries()
            self.action_choose()

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked entry."""
        if isinstance(event.widget, MenuEntry):
            self._selected_index = list(self.query(MenuEntry)).index(event.widget)
            self._refresh_entries()
            self.action_choose()


class PromptDialog(ModalScreen[Answer | None]):
    """A prompt for a number or a text; an invalid answer is explained. Esc cancels."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back", show=False)]
    DEFAULT_CSS = (
        DIALOG_CSS.format(name="PromptDialog", wide=72)
        + "PromptDialog > Vertical { margin-top: 2; }"
    )

    def __init__(self, title: str, prompt: Prompt) -> None:
        super().__init__()
        self._title, self._prompt = title, prompt

    def compose(self) -> ComposeResult:
        """Build the prompt and the input field."""
        with Vertical() as frame:
            frame.border_title = self._title
            frame.border_subtitle = "Enter confirm   Esc back"
            yield Static(self._prompt.text)
            yield Input(value=self._prompt.initial, max_length=200)
            yield Static("", id="refused")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close the prompt with the answer if it is valid."""
        try:
            self.dismiss(parse_answer(self._prompt, event.value))
        except Refused as error:
            reason = str(error)
            self.query_one("#refused", Static).update(
                Text(f"{reason[:1].upper()}{reason[1:]}.", style=HIGHLIGHT)
            )


class DeliberateConfirmDialog(ModalScreen[bool]):
    """A confirmation that Enter does not answer, since Enter opened it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y", "dismiss(True)", "yes", show=False),
        Binding("n,N,escape", "dismiss(False)", "no", show=False),
    ]
    DEFAULT_CSS = DIALOG_CSS.format(name="DeliberateConfirmDialog", wide=72)

    def __init__(self, title: str, question: str) -> None:
        super().__init__()
        self._title, self.question = title, question

    def compose(self) -> ComposeResult:
        """Build the question and its two keys."""
        with Vertical() as frame:
            frame.border_title = self._title
            yield Static(Text(f"{self.question}\n", style=INK))
            yield Static(
                styled_line(
                    _answer_key("y", "yes, it happened", yes=True),
                    _answer_key("n", "no, go back", yes=False),
                )
            )


def _answer_key(key: str, label: str, *, yes: bool) -> Text:
    line = styled_line((f" {key} ", HIGHLIGHT), (f" {label}   ", INK))
    line.stylize(click_style(f"screen.dismiss({yes})"))
    return line
