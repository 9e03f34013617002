"""All that is drawn, as one value: the table as you see it, and where you stand before it."""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from fractions import Fraction

from msgspec import Struct

from pitboss.games.grammar import Game
from pitboss.games.words import Street
from pitboss.money import dollars
from pitboss.papers.card import Card
from pitboss.papers.result_text import Sentence
from pitboss.round import Choice
from pitboss.submission.rules import Rules
from pitboss.table.views import RoundView, SeatView, View


class Moment(Enum):
    """What the table waits for."""

    BETS = auto()
    """Your bets."""
    TURN = auto()
    """Your decision."""
    OTHERS = auto()
    """Other players."""
    RESULTS = auto()
    """That you have seen what came of it."""


class Worth(Struct, frozen=True):
    """What each decision is worth: exactly, in units of one required wager of so many cents."""

    values: Mapping[str, Fraction]
    best: str
    unit: int

    def cents(self, decision: str) -> Fraction:
        """The same in cents."""
        return self.values[decision] * self.unit


class Scene(Struct, frozen=True, kw_only=True):
    """A moment of the game."""

    game: Game
    rules: Rules
    card: Card
    view: View
    seat: int
    moment: Moment
    bets: Mapping[str, int] = {}
    """What you would wager."""
    chip: int = 0
    """The chip that you add or take away."""
    spot: str = ""
    """The spot that you have chosen."""
    cursor: int | None = None
    """The decision that you look at."""
    coach: bool = False
    worth: Worth | None = None
    by_card: str = ""
    """What your card says of the decision, if you have one."""
    remarks: tuple[str, ...] = ()
    """What the coach says of mistakes in this round."""
    note: str = ""
    """What was refused, or done."""
    working: str = ""
    """What the lab is busy with."""
    scroll: int = 0
    """How far the results are scrolled."""
    heard: tuple[str, ...] = ()
    """What other players did since you decided."""
    sentences: tuple[Sentence, ...] = ()
    rounds: int = 0
    net: int = 0
    past: tuple[tuple[int, int], ...] = ()
    """Your last rounds: number, net."""

    @property
    def round(self) -> RoundView | None:
        """The round that is on the table."""
        return self.view.round if isinstance(self.view.round, RoundView) else None

    @property
    def mine(self) -> SeatView | None:
        """Your seat in it."""
        return self.round.seats.get(self.seat) if self.round else None

    @property
    def chips(self) -> int:
        """What lies before you."""
        held = self.view.chips if isinstance(self.view.chips, Mapping) else {}
        players = self.view.players if isinstance(self.view.players, Mapping) else {}
        return held.get(players.get(self.seat, ""), 0)

    @property
    def street(self) -> Street | None:
        """The street on which you are asked."""
        asked = self.round.street if self.round and self.moment is Moment.TURN else None
        return next((x for x in self.rules.streets if x.name == asked), None)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What you can decide."""
        open_now = self.view.choices if isinstance(self.view.choices, tuple) else ()
        return open_now if self.moment is Moment.TURN else ()

    @property
    def pointed(self) -> Choice | None:
        """The decision that you look at."""
        return self.choices[self.cursor] if self.cursor is not None and self.choices else None

    @property
    def stakes(self) -> Mapping[str, int]:
        """What lies on your spots."""
        mine = self.mine
        if self.moment is Moment.BETS or mine is None:
            return self.bets
        return mine.stakes

    @property
    def main_stake(self) -> int:
        """What a fold would lose."""
        main = {wager.key for wager in self.rules.required + self.rules.raises}
        return sum(cents for key, cents in self.stakes.items() if key in main)


def choice_keys(names: Sequence[str]) -> dict[str, str]:
    """A key for each decision: the first letter or digit of its name that is free."""
    keys: dict[str, str] = {}
    for name in names:
        free = [c for c in f"{name}123456789".lower() if c.isalnum() and c not in keys.values()]
        keys[name] = free[0]
    return keys


def cost_text(scene: Scene, choice: Choice) -> str:
    """What a decision stakes, gives up or takes back."""
    if choice.folds:
        return f"lose {dollars(scene.main_stake)}"
    if choice.returns:
        return f"take back {dollars(choice.returns)}"
    return dollars(choice.stake)
