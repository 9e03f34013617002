"""All that a console draws, as one value: the table as the dealer sees it, and what is due."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.grammar import Game
from pitboss.papers.card import Card
from pitboss.submission.rules import Rules
from pitboss.table.duty import Duty
from pitboss.table.views import RoundView, View


class DealScene(Struct, frozen=True, kw_only=True):
    """A moment of a dealer's day."""

    game: Game
    rules: Rules
    card: Card
    view: View
    duty: Duty
    at: int
    """The time, in seconds of UTC."""
    told: tuple[str, ...] = ()
    note: str = ""
    enter: str = ""
    """What Enter does."""
    dealer: str = ""
    floor: str = ""

    @property
    def round(self) -> RoundView | None:
        """The round that is on the table."""
        return self.view.round if isinstance(self.view.round, RoundView) else None

    @property
    def players(self) -> Mapping[int, str]:
        """Who sits where."""
        return self.view.players if isinstance(self.view.players, Mapping) else {}

    @property
    def chips(self) -> Mapping[str, int]:
        """What lies before each player."""
        return self.view.chips if isinstance(self.view.chips, Mapping) else {}

    @property
    def meters(self) -> Mapping[str, int]:
        """What each meter shows."""
        return self.view.meters if isinstance(self.view.meters, Mapping) else {}


def without_cards(view: View) -> View:
    """The table with no card on it: wagers, and what came of them, stay."""
    now = view.round
    if not isinstance(now, RoundView):
        return view
    seats = {seat: replace(held, cards=()) for seat, held in now.seats.items()}
    return replace(view, round=replace(now, cards={}, seats=seats, open=()))
