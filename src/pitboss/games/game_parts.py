"""The parts of a game: switches, readings, places, hands, wagers, streets, limit, layout."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Generic, Literal, TypeVar, cast

from msgspec import Struct

from pitboss.games.payoffs import Condition, Payoff
from pitboss.hands import Order, usual_order
from pitboss.money import Rounding

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

T = TypeVar("T")


class Fold(Struct, frozen=True, tag=True):
    """The decision that gives up every wager of the main game."""


class TakeDown(Struct, frozen=True, tag=True):
    """The decision that takes a required wager back before it is settled."""


class OnlyWith(Struct, frozen=True, tag=True):
    """A stake, in required wagers, that only players with certain cards may make."""

    times: int
    when: Condition
    """The condition on the cards that the player has seen by then."""


FOLD: Final = Fold()
TAKE_DOWN: Final = TakeDown()
ChoiceValue = int | Fold | TakeDown | OnlyWith
"""What a decision does: stake a multiple of the required wager (0 checks), perhaps only with
certain cards; fold; or take down a wager."""
Choices = dict[str, ChoiceValue]
"""The decisions of a street, by name."""


def stake_multiple(choice: ChoiceValue) -> int:
    """Return the stake of a decision in required wagers: 0 for a fold and for taking down."""
    match choice:
        case int():
            return choice
        case OnlyWith():
            return choice.times
        case Fold() | TakeDown():
            return 0


BY_HAND: Final = "none"
"""The shuffler of a table that shuffles by hand."""
RESHUFFLING: Final = "automated reshuffling"
COUNTING: Final = frozenset({"automated counting", RESHUFFLING})
"""The shufflers that count the deck."""
VIRTUAL: Final = "virtual"
"""The cards of a table whose stack the program shuffles and commits to."""
PHYSICAL: Final = "physical"
"""The cards of a table where people shuffle and deal a deck, and enter what is turned over."""
MANUAL_SHOE: Final = "manual shoe"
AUTOMATED_SHOE: Final = "automated shoe"
FROM_HAND: Final = "hand"


class Switch(Struct, Generic[T], frozen=True):
    """A choice that the submission makes: by a reading, a paytable's letter or an option."""

    by: Literal["reading", "paytable", "option"]
    key: str
    choices: dict[str, T]
    default: str = ""
    """The default of a paytable; readings and options carry their own."""


def by_reading(reading: str, choices: Mapping[str, T]) -> T:
    """Return a value that depends on a reading."""
    return _as_value(Switch("reading", reading, dict(choices)))


def by_paytable(tables: Mapping[str, T], default: str = "A") -> T:
    """Return a value that depends on the operator's paytable."""
    return _as_value(Switch("paytable", "paytable", dict(tables), default))


def by_option(option: str, choices: Mapping[str, T]) -> T:
    """Return a value that depends on an option of the submission."""
    return _as_value(Switch("option", option, dict(choices)))


def _as_value(switch: Switch[T]) -> T:
    """Return a switch typed as the value that it resolves to."""
    return cast(T, switch)


def switch_of(value: T) -> Switch[T] | None:
    """Return a value as a switch, if it is one."""
    switch: object = value
    return switch if isinstance(switch, Switch) else None


def possible_values(value: T) -> tuple[T, ...]:
    """Return every value that a switch can resolve to, or the value itself."""
    switch = switch_of(value)
    return tuple(switch.choices.values()) if switch else (value,)


class Reading(Struct, frozen=True):
    """A point of the rulebook that can be understood in several ways, with a default."""

    id: str
    clause: str
    question: str
    default: str
    choices: dict[str, str]
    """What each choice means, in a sentence."""
    reason: str
    """Why the default is the default."""


class Option(Struct, frozen=True):
    """A choice that the rulebook leaves to the operator."""

    key: str
    clause: str
    question: str
    default: str
    choices: dict[str, str]


class Place(Struct, frozen=True):
    """A place for cards on the table, with its label and inscription."""

    name: str
    label: str
    cards: int = 1
    clause: str = ""
    inscription: str = ""
    face_up: int = 0
    """How many of the cards everybody sees from the start."""


class HandOf(Struct, frozen=True, tag=True):
    """A hand read from cards and places, by name; ``hole`` is all of a seat's cards."""

    name: str
    cards: tuple[str, ...]
    label: str = ""
    ranking: Order | None = None
    """How the hand ranks; by default the usual order for its number of cards. Set when a
    submission is resolved."""
    clause: str = ""
    positions: tuple[int, ...] = ()
    """The positions of those cards: the table's cards, then the seat's own. Set when a submission
    is resolved."""

    @property
    def order(self) -> Order:
        """The order in which the hand ranks."""
        return self.ranking or usual_order(len(self.positions))


class BestOf(Struct, frozen=True, tag=True):
    """The best of several hands, by name."""

    name: str
    hands: tuple[str, ...]
    label: str = ""
    clause: str = ""


HandDefinition = HandOf | BestOf


class Required(Struct, frozen=True, tag=True):
    """A wager that every player makes; all required wagers are equal."""

    key: str
    """Its name for programs."""
    label: str
    """Its name for people."""
    pays: Payoff
    clause: str = ""
    options: tuple[Option, ...] = ()
    rounding: Rounding = Rounding.DOWN
    """How a fraction of a cent of its winnings is rounded; the lab counts fractions exactly."""


class Raise(Struct, frozen=True, tag=True):
    """A wager that a decision makes, in multiples of a required one."""

    key: str
    label: str
    pays: Payoff
    of: str
    clause: str = ""
    rounding: Rounding = Rounding.DOWN


class Side(Struct, frozen=True, tag=True):
    """An optional wager, if the operator offers it."""

    key: str
    label: str
    pays: Payoff
    clause: str = ""
    lives_after_fold: bool = True
    minimum: int = 100
    """The limits of the example filing, in cents, until a submission is resolved."""
    maximum: int = 10_000
    rounding: Rounding = Rounding.DOWN


Wager = Required | Raise | Side


class Reveal(Struct, frozen=True):
    """Cards that are turned over together, by a clause."""

    names: tuple[str, ...]
    clause: str = ""
    cards: int = 0
    """How many cards of each place; 0 means all that are still face down."""


class Street(Struct, frozen=True):
    """One decision of each player, and what is turned over after it, step by step."""

    wager: str
    """The wager that players decide on."""
    choices: Choices
    reveals: tuple[Reveal, ...] = ()
    clause: str = ""
    any_amount: bool = False
    """Whether any amount between the least and the greatest multiple may be staked."""
    name: str = ""
    """The name of the street, if it differs from its wager's."""
    label: str = ""
    of: str = ""
    """The required wager that choices are multiples of. Set when a submission is resolved."""

    @property
    def reveal(self) -> tuple[str, ...]:
        """The cards and places that are turned over."""
        return tuple(name for step in self.reveals for name in step.names)

    @property
    def can_fold(self) -> bool:
        """Whether folding is a choice."""
        return FOLD in self.choices.values()

    @property
    def stakes(self) -> dict[str, int]:
        """The stakes of all decisions but folding and taking down, in required wagers."""
        return {
            name: stake_multiple(choice)
            for name, choice in self.choices.items()
            if choice not in (FOLD, TAKE_DOWN)
        }

    @property
    def conditions(self) -> dict[str, Condition]:
        """The conditions of the decisions that only players with certain cards have."""
        return {
            name: choice.when
            for name, choice in self.choices.items()
            if isinstance(choice, OnlyWith)
        }

    @property
    def multiples(self) -> tuple[int, ...]:
        """The multiples of the decisions that stake something."""
        return tuple(times for times in self.stakes.values() if times > 0)

    @property
    def least(self) -> int:
        """The smallest multiple that stakes anything; 0 where none does."""
        return min(self.multiples, default=0)

    @property
    def most(self) -> int:
        """The largest multiple; 0 where nothing can be staked."""
        return max(self.multiples, default=0)


class PayoutLimit(Struct, frozen=True, kw_only=True):
    """The most that a position can win in a round, over some wagers, in the order they are paid.

    The greater of ``least`` and what the wagers in scope could win with each at its minimum.
    """

    clause: str = ""
    least: int
    scope: tuple[str, ...]
    lower_by: str = ""
    """The clause by which the operator may set a lower limit, if ``clause`` does not say so."""


UNLIMITED: Final = PayoutLimit(least=0, scope=())
"""The payout limit of a game without one."""


class Boxes(Struct, frozen=True):
    """The most adjacent betting positions that one player may hold."""

    most: int = 1
    clause: str = ""


class Sign(Struct, frozen=True):
    """Text that must appear on the layout or on a sign next to it."""

    text: str
    clause: str = ""


class Layout(Struct, frozen=True):
    """Spots on a grid, drawn as text: a name is a spot, a dot an empty cell."""

    table: str
    seat: str
    signs: tuple[Sign, ...] = ()
    clause: str | None = None
    """The clause that requires the Commission's approval of the layout, if any."""
    operator_clause: str | None = None
    """The clause that requires the operator's name on the layout, if any."""


class DerivedLayout(Layout, frozen=True):
    """A layout derived from its game, and derived again for each variation of the game."""


DERIVED_LAYOUT: Final = DerivedLayout("", "")
"""A placeholder for the default layout until a game is built."""
MAX_COLUMNS: Final = 3
"""The most spots in a row of the default layout."""


def default_layout(game: "Game") -> DerivedLayout:
    """Return a default layout: places in one row, wagers in rows by kind."""
    table = " ".join(place.name for place in game.places)
    rows = [
        keys[at : at + MAX_COLUMNS]
        for wagers in (game.sides, game.required, game.raises)
        for keys in [[wager.key for wager in wagers]]
        for at in range(0, len(keys), MAX_COLUMNS)
    ]
    width = max(map(len, rows), default=0)
    seat = "\n".join(" ".join(row + ["."] * (width - len(row))) for row in rows)
    return DerivedLayout(table, seat)
