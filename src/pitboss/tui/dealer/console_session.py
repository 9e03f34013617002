"""What the dealer's console needs of a table, whether it is in this program or in a card room."""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from pitboss.console.actions import Action, Answers, Variant
from pitboss.console.console import Console
from pitboss.errors import Refused
from pitboss.games.grammar import Game
from pitboss.papers.rules_card.card import RulesCard
from pitboss.submission.rules import Rules
from pitboss.table import Person, Role
from pitboss.table.instructions import Instruction
from pitboss.table.views import RoundView, View

MENUS: Final = ("incidents", "floor", "dealer", "players")
"""The menus of the console."""


class DealerScreenState(Struct, frozen=True, kw_only=True):
    """What the dealer's screen shows at one moment."""

    game: Game
    rules: Rules
    card: RulesCard
    view: View
    instruction: Instruction
    utc_seconds: int
    """The time, in seconds of UTC."""
    sentences: tuple[str, ...] = ()
    note: str = ""
    enter_label: str = ""
    """What Enter does; empty if it does nothing."""
    waits_for: str = ""
    """Whom the table waits for, if nobody at this console can go on; empty if the floorperson is
    one key away."""
    dealer: str = ""
    floor: str = ""

    @property
    def round(self) -> RoundView | None:
        """The current round, if there is one."""
        return self.view.round if isinstance(self.view.round, RoundView) else None

    @property
    def players(self) -> Mapping[int, str]:
        """The players by seat."""
        return self.view.players if isinstance(self.view.players, Mapping) else {}

    @property
    def chips(self) -> Mapping[str, int]:
        """The chips of each player, in cents."""
        return self.view.chips if isinstance(self.view.chips, Mapping) else {}

    @property
    def meters(self) -> Mapping[str, int]:
        """The amount of each meter, in cents."""
        return self.view.meters if isinstance(self.view.meters, Mapping) else {}


class Menu(Struct, frozen=True):
    """A list of actions to choose from."""

    title: str
    actions: tuple[Action, ...]
    empty_note: str = "No actions here right now."
    """What is said if there are none."""


class ConsoleSession(Protocol):
    """A table without a screen, and what the person at the console can do at it."""

    game: Game
    card: RulesCard
    note: str
    """The last refusal, until something else is done."""

    @property
    def instruction(self) -> Instruction:
        """The next step."""

    @property
    def sentences(self) -> list[str]:
        """What happened, in sentences."""

    @property
    def wait_note(self) -> str:
        """What to say if Enter is pressed although somebody else has to act."""

    @property
    def leave_question(self) -> str:
        """The question to answer before the console is left, or an empty string."""

    def open(self) -> None:
        """Prepare the table, before anything is shown."""

    def next_action(self) -> Action | None:
        """Return what Enter does, or None if the next step is somebody else's."""

    def title(self, role: Role) -> str:
        """Return the title of a dialog: in whose name something is done."""

    def menu(self, name: str) -> Menu:
        """Return one of the `MENUS`."""

    def screen_state(self, enter: str = "") -> DealerScreenState:
        """Return everything that the screen shows now."""

    async def perform(self, action: Action, variant: Variant, answers: Answers) -> None:
        """Carry out an action; a refusal is noted."""

    async def follow(self, on_change: Callable[[], None]) -> None:
        """Report every change that somebody else makes, until the console is left."""


def dealer_menu(console: Console) -> tuple[Action, ...]:
    """Return the actions of the dealer's menu."""
    return (*console.people, *console.deck, *console.proposals)


def without_cards(view: View) -> View:
    """Return the view without cards; wagers and results stay."""
    round_ = view.round
    if not isinstance(round_, RoundView):
        return view
    seats = {seat: replace(seat_view, cards=()) for seat, seat_view in round_.seats.items()}
    return replace(view, round=replace(round_, cards={}, seats=seats, open=()))


def acting_as(person: Person) -> str:
    """Return the title of a menu: whose actions it lists."""
    name_suffix = "" if person.name.lower() == person.role else f", {person.name}"
    return f"As {person.role}{name_suffix}"


def refusal_sentence(error: Refused) -> str:
    """Return a refusal as a sentence, without the next step, which the screen shows anyway."""
    reason = error.reason
    return f"{reason[:1].upper()}{reason[1:]}."
