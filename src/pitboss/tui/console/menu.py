"""Screens over the console: a list to choose from, and a line to type."""

from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pitboss.refusal import Refused
from pitboss.tui.block import line
from pitboss.tui.console.offers import Ask, Offer, read
from pitboss.tui.look import CHOSEN, INK, MUTED, STRONG, YOURS

FRAME = """
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
KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""The key of each entry, by its place in the list."""


class Entry(Static):
    """One thing on a list."""

    def __init__(self, key: str, offer: Offer) -> None:
        super().__init__()
        self.key, self.offer = key, offer

    def point(self, here: bool) -> None:
        """Draw it, chosen or not."""
        offer = self.offer
        style = MUTED if offer.refusal else STRONG
        key = line(
            ("▸" if here else " ", YOURS),
            (f" {self.key} ", CHOSEN if here else YOURS if not offer.refusal else MUTED),
        )
        words = line((offer.words, style), (f"  {offer.clause}" if offer.clause else "", MUTED))
        shown = Table.grid(padding=(0, 1, 0, 0))
        shown.add_row(key, words)
        if offer.detail and (here or not offer.refusal):
            shown.add_row("", Text(offer.detail, style=INK if here else MUTED))
        if offer.refusal:
            shown.add_row("", Text(f"Not now: {offer.refusal}.", style=INK if here else MUTED))
        self.update(shown)


class Menu(ModalScreen[int | None]):
    """Offers to choose from: by their key, or with the arrows and Enter. Esc chooses none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "back", show=False),
        Binding("up", "move(-1)", "up", show=False),
        Binding("down", "move(1)", "down", show=False),
        Binding("enter,ctrl+j,space", "choose", "choose", show=False),
    ]
    DEFAULT_CSS = FRAME.format(name="Menu", wide=110)

    def __init__(self, title: str, offers: tuple[Offer, ...]) -> None:
        super().__init__()
        self._title, self._offers = title, offers
        self._at = next((at for at, one in enumerate(offers) if not one.refusal), 0)

    def compose(self) -> ComposeResult:
        """The list in its frame."""
        with Vertical() as frame:
            frame.border_title = self._title
            frame.border_subtitle = "↑ ↓ Enter or its key   Esc back"
            with VerticalScroll(can_focus=False):
                for at, offer in enumerate(self._offers):
                    yield Entry(KEYS[at % len(KEYS)], offer)
                if not self._offers:
                    yield Static("There is nothing here.")

    def on_mount(self) -> None:
        """The first that can be done is pointed at, and done only when it is chosen."""
        self._show()

    def _show(self) -> None:
        for at, entry in enumerate(self.query(Entry)):
            entry.point(at == self._at)
            if at == self._at:
                entry.scroll_visible(animate=False)

    def action_move(self, by: int) -> None:
        """The next one, or the one before."""
        if self._offers:
            self._at = (self._at + by) % len(self._offers)
            self._show()

    def action_choose(self) -> None:
        """The one that is pointed at, if it can be done."""
        if self._offers and not self._offers[self._at].refusal:
            self.dismiss(self._at)

    def on_key(self, event: events.Key) -> None:
        """An entry by its key."""
        typed = (event.character or "").lower()
        if typed in KEYS[: len(self._offers)] and typed:
            event.prevent_default().stop()
            self._at = KEYS.index(typed)
            self._show()
            self.action_choose()

    def on_click(self, event: events.Click) -> None:
        """An entry that was clicked."""
        if isinstance(event.widget, Entry):
            self._at = list(self.query(Entry)).index(event.widget)
            self._show()
            self.action_choose()


class Typed(ModalScreen[int | str | None]):
    """A figure or some words; what cannot be read is said, and asked again. Esc gives none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back", show=False)]
    DEFAULT_CSS = FRAME.format(name="Typed", wide=72) + "Typed > Vertical { margin-top: 2; }"

    def __init__(self, title: str, ask: Ask) -> None:
        super().__init__()
        self._title, self._ask = title, ask

    def compose(self) -> ComposeResult:
        """What is asked, and room for it."""
        with Vertical() as frame:
            frame.border_title = self._title
            frame.border_subtitle = "Enter takes it   Esc back"
            yield Static(self._ask.prompt)
            yield Input(value=self._ask.initial, max_length=200)
            yield Static("", id="refused")

    def on_input_submitted(self, typed: Input.Submitted) -> None:
        """Done, if it can be read."""
        try:
            self.dismiss(read(self._ask, typed.value))
        except Refused as refused:
            said = str(refused)
            self.query_one("#refused", Static).update(
                Text(f"{said[:1].upper()}{said[1:]}.", style=YOURS)
            )
