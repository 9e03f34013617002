"""Everything that the player's screen shows, as one value."""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from fractions import Fraction

from msgspec import Struct

from pitboss.games.game_parts import Street
from pitboss.games.grammar import Game
from pitboss.money import dollars
from pitboss.papers.round_results import ResultSentence
from pitboss.papers.rules_card.card import RulesCard
from pitboss.round import Choice
from pitboss.submission.rules import Rules
from pitboss.table.views import RoundView, SeatView, View


class TablePhase(Enum):
    """What the table is waiting for."""

    BETS = auto()
    """The player's bets."""
    TURN = auto()
    """The player's decision."""
    OTHERS = auto()
    """The decisions of other players."""
    RESULTS = auto()
    """The next round, while the player reads the results."""


class DecisionValues(Struct, frozen=True):
    """Exact value of each decision, in units of one required wager of ``unit`` cents."""

    values: Mapping[str, Fraction]
    best: str
    unit: int

    def value_in_cents(self, decision: str) -> Fraction:
        """Return the value of a decision in cents."""
        return self.values[decision] * self.unit


class ScreenState(Struct, frozen=True, kw_only=True):
    """What the player's screen shows at one moment."""

    game: Game
    rules: Rules
    card: RulesCard
    view: View
    seat: int
    phase: TablePhase
    bets: Mapping[str, int] = {}
    """The bets that would be placed."""
    chip: int = 0
    """The chip to add or remove, in cents."""
    spot: str = ""
    """The selected spot."""
    cursor: int | None = None
    """Index of the highlighted decision."""
    coach: bool = False
    decision_values: DecisionValues | None = None
    card_advice: str = ""
    """What the player's strategy card says about the decision."""
    remarks: tuple[str, ...] = ()
    """The coach's remarks on mistakes in this round."""
    note: str = ""
    """Why the last action was refused, or what it did."""
    activity: str = ""
    """What the lab is busy with."""
    scroll: int = 0
    """Pages by which the results are scrolled."""
    other_decisions: tuple[str, ...] = ()
    """What other players did since the player's last decision."""
    result_sentences: tuple[ResultSentence, ...] = ()
    rounds: int = 0
    net: int = 0
    past_rounds: tuple[tuple[int, int], ...] = ()
    """The player's past rounds: number and net result."""

    @property
    def round(self) -> RoundView | None:
        """The current round, if there is one."""
        return self.view.round if isinstance(self.view.round, RoundView) else None

    @property
    def own_seat(self) -> SeatView | None:
        """The player's seat in the current round."""
        return self.round.seats.get(self.seat) if self.round else None

    @property
    def chips(self) -> int:
        """The player's chips in cents."""
        chips_by_player = self.view.chips if isinstance(self.view.chips, Mapping) else {}
        players = self.view.players if isinstance(self.view.players, Mapping) else {}
        return chips_by_player.get(players.get(self.seat, ""), 0)

    @property
    def street(self) -> Street | None:
        """The street of the player's decision that is due."""
        name = self.round.street if self.round and self.phase is TablePhase.TURN else None
        return next((x for x in self.rules.streets if x.name == name), None)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices that are open to the player."""
        choices = self.view.choices if isinstance(self.view.choices, tuple) else ()
        return choices if self.phase is TablePhase.TURN else ()

    @property
    def highlighted_choice(self) -> Choice | None:
        """The choice that is highlighted, if any."""
        return self.choices[self.cursor] if self.cursor is not None and self.choices else None

    @property
    def stakes(self) -> Mapping[str, int]:
        """What is on the player's spots, in cents."""
        own_seat = self.own_seat
        if self.phase is TablePhase.BETS or own_seat is None:
            return self.bets
        return own_seat.stakes

    @property
    def main_stake(self) -> int:
        """What a fold would lose, in cents."""
        main_wagers = {wager.key for wager in self.rules.required + self.rules.raises}
        return sum(cents for key, cents in self.stakes.items() if key in main_wagers)


def decision_letters(names: Sequence[str]) -> dict[str, str]:
    """Return a key for each decision: the first free letter or digit of its name."""
    keys: dict[str, str] = {}
    for name in names:
        free = [c for c in f"{name}123456789".lower() if c.isalnum() and c not in keys.values()]
        keys[name] = free[0]
    return keys


def format_cost(screen: ScreenState, choice: Choice) -> str:
    """Return what a decision stakes, loses or takes back."""
    if choice.folds:
        return f"lose {dollars(screen.main_stake)}"
    if choice.returns:
        return f"take back {dollars(choice.returns)}"
    return dollars(choice.stake)
