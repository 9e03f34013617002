"""Dialogs over the dealer's console: a menu, a prompt, a confirmation."""

from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pitboss.errors import Refused
from pitboss.tui.dealer.actions import Prompt, TableAction, parse_answer
from pitboss.tui.text_blocks import styled_line
from pitboss.tui.theme import HIGHLIGHT, INK, MUTED, SELECTED, STRONG, click_style

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

    def __init__(self, key: str, action: TableAction) -> None:
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

    def __init__(self, title: str, actions: tuple[TableAction, ...]) -> None:
        super().__init__()
        self._title, self._actions = title, actions
        self._selected_index = next(
            (index for index, action in enumerate(actions) if not action.refusal), 0
        )

    def compose(self) -> ComposeResult:
        """Build the menu in its frame."""
        with Vertical() as frame:
            frame.border_title = self._title
            frame.border_subtitle = "↑ ↓ Enter, or press its key   Esc back"
            with VerticalScroll(can_focus=False):
                for index, action in enumerate(self._actions):
                    yield MenuEntry(ENTRY_KEYS[index % len(ENTRY_KEYS)], action)
                if not self._actions:
                    yield Static("No actions here right now.")

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


class PromptDialog(ModalScreen[int | str | None]):
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
            yield Static(self._prompt.prompt)
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
