"""The console on a screen: keys and clicks in, the picture out."""

from functools import partial
from typing import ClassVar, Final

from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import BindingType

from pitboss.papers.card_text import card_text
from pitboss.table import Person
from pitboss.tui.board import Board
from pitboss.tui.console.desk import Desk
from pitboss.tui.console.floor import floor_offers
from pitboss.tui.console.irregular import incident_offers
from pitboss.tui.console.menu import Menu, Typed
from pitboss.tui.console.offers import Offer, possible
from pitboss.tui.console.others import dealer_offers
from pitboss.tui.console.picture import KEYS, deal_picture
from pitboss.tui.console.players import player_offers
from pitboss.tui.console.steps import due_offer
from pitboss.tui.console.sure import Sure
from pitboss.tui.dialogs import Page, Question
from pitboss.tui.keys import ENTER
from pitboss.tui.pages import clauses_page

PAGES: Final = {"i": "incidents", "f": "floor", "d": "dealer", "p": "players"}
READ: Final = {"l": "log", "c": "clauses", "r": "rules"}
LEAVE: Final = (
    "A round is open. If you leave now, the house brings it to its end: what waits for a player is "
    "void, and players cash out."
)
FLOORS: Final = "This is for the floorperson: F."
TICK: Final = 20
"""Seconds after which the clock is drawn anew."""


class DealApp(App[None]):
    """A table that you deal."""

    TITLE = "Pitboss"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: #12211f; color: #f4efe2; }
    Typed { background: transparent; align: center top; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+q", "leave", "quit"),
        ("ctrl+c", "leave", "quit"),
    ]

    def __init__(self, desk: Desk, *, plain: bool = False) -> None:
        super().__init__(ansi_color=plain or None)
        self.desk = desk
        desk.open()
        self._board = Board(self._picture())

    def _picture(self) -> "partial[list[Text]]":
        offer = due_offer(self.desk)
        return partial(deal_picture, self.desk.scene(offer.words if offer else ""))

    def compose(self) -> ComposeResult:
        """The board, and nothing else."""
        yield self._board

    def on_mount(self) -> None:
        """The board takes the keys, and time goes on."""
        self._board.focus()
        self.set_interval(TICK, self.show)

    def show(self) -> None:
        """After anything that happened."""
        self._board.show(self._picture())

    def on_key(self, event: events.Key) -> None:
        """A key at the console; what lies over it has its own."""
        if len(self.screen_stack) > 1:
            return
        self._forget()
        typed = (event.character or "").lower()
        if event.key in ENTER or event.key == "space":
            self.action_step()
        elif typed in PAGES:
            self.action_page(PAGES[typed])
        elif typed in READ:
            self.action_read(READ[typed])
        elif typed.upper() in KEYS:
            self.action_leave()
        else:
            return
        event.prevent_default().stop()

    def _forget(self) -> None:
        """What was refused has been read, once something else is done, by key or by click."""
        if self.desk.note:
            self.desk.note = ""
            self.show()

    # What is done.

    def action_step(self) -> None:
        """The step that is due, if it is the dealer's."""
        self._forget()
        offer = due_offer(self.desk)
        if offer is None:
            self.desk.note = FLOORS
            self.show()
        else:
            self._take(_as(self.desk.dealer), offer)

    @work
    async def action_page(self, which: str) -> None:
        """A list of what can be done, and then what was chosen from it."""
        self._forget()
        title, offers = self._listed(which)
        at = await self.push_screen_wait(Menu(title, offers))
        if at is not None:
            self._take(title, offers[at])

    def _listed(self, which: str) -> tuple[str, tuple[Offer, ...]]:
        desk = self.desk
        match which:
            case "incidents":
                return "What went wrong", incident_offers(desk)
            case "floor":
                return _as(desk.floor), possible_first(floor_offers(desk))
            case "dealer":
                return _as(desk.dealer), possible_first(dealer_offers(desk))
            case _:
                return "Players", player_offers(desk)

    @work
    async def _take(self, title: str, offer: Offer) -> None:
        """Ask what must be known, then do it."""
        way = offer.ways[0]
        if len(offer.ways) > 1:
            ways = tuple(Offer(words=one.words) for one in offer.ways)
            at = await self.push_screen_wait(Menu(offer.words, ways))
            if at is None:
                return
            way = offer.ways[at]
        given: dict[str, int | str] = {}
        for ask in offer.asks:
            found = await self.push_screen_wait(Typed(title, ask))
            if found is None:
                return
            given[ask.name] = found
        if way.sure and not await self.push_screen_wait(Sure(offer.words, way.sure)):
            return
        self.desk.take(way.run, given)
        self.show()

    # What is read.

    def action_read(self, what: str) -> None:
        """A page over the console."""
        self._forget()
        desk = self.desk
        match what:
            case "rules":
                page = Page("Rules", card_text(desk.card))
            case "log":
                page = Page("What was done", Text("\n".join(desk.told)))
            case _:
                duty = desk.table.duty
                cited = (duty.clause, *(one.clause for one in duty.ahead))
                page = Page("Clauses", clauses_page(desk.game, cited))
        self.push_screen(page)

    def action_leave(self) -> None:
        """End; in mid-round only after a second thought."""
        if not self.desk.table.state.running:
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


def _as(person: Person) -> str:
    """In whose name something is done."""
    named = "" if person.name.lower() == person.role else f", {person.name}"
    return f"As {person.role}{named}"


def possible_first(offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """What can be done, the urgent first; then what cannot be done now."""
    return (*possible(offers), *(one for one in offers if one.refusal))
