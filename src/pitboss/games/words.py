"""The parts of a game: switches, readings, hands, wagers, streets, payout limit.

Where the operator or a reading of the rulebook has a choice, a definition holds a `Switch` with
every alternative in place of the value. `pitboss.submission.resolve` picks one for each, and gives
the same types without switches.
"""

from collections.abc import Mapping
from typing import Final, Generic, Literal, TypeVar, cast

from msgspec import Struct

from pitboss.games.payoffs import Condition, Payoff
from pitboss.hands import Order, usual_order

T = TypeVar("T")


class Fold(Struct, frozen=True, tag=True):
    """The decision that gives up every wager of the main game."""


class TakeDown(Struct, frozen=True, tag=True):
    """The decision that takes a required wager back before it is settled."""


class OnlyWith(Struct, frozen=True, tag=True):
    """A stake that only players with certain cards may make: so many times the required wager."""

    times: int
    when: Condition
    """What the cards must be, of those that the player has seen by then."""


FOLD: Final = Fold()
TAKE_DOWN: Final = TakeDown()
Choice = int | Fold | TakeDown | OnlyWith
"""What a decision does: stake so many times the required wager (0 checks), perhaps only with
certain cards; fold, take down."""
Choices = dict[str, Choice]
"""The decisions of a street, by name."""


def times_of(choice: Choice) -> int:
    """Return what a decision stakes, in required wagers: a fold and taking down stake nothing."""
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
"""Shufflers that count the deck by themselves."""
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
    """As the reading of this id decides."""
    return _in_place_of(Switch("reading", reading, dict(choices)))


def by_paytable(tables: Mapping[str, T], default: str = "A") -> T:
    """As the paytable that the operator selected has it."""
    return _in_place_of(Switch("paytable", "paytable", dict(tables), default))


def by_option(option: str, choices: Mapping[str, T]) -> T:
    """As an option of the submission decides."""
    return _in_place_of(Switch("option", option, dict(choices)))


def _in_place_of(switch: Switch[T]) -> T:
    """Return a switch as if it were the value that stands there once it is resolved."""
    return cast(T, switch)


def switch_of(value: T) -> Switch[T] | None:
    """Return the switch that stands in place of a value, if one does."""
    found: object = value
    return found if isinstance(found, Switch) else None


def alternatives(value: T) -> tuple[T, ...]:
    """Return everything that a value could be."""
    switch = switch_of(value)
    return tuple(switch.choices.values()) if switch else (value,)


class Reading(Struct, frozen=True):
    """A point where the rulebook is unclear, and the ways to read it."""

    id: str
    clause: str
    question: str
    default: str
    choices: dict[str, str]
    """What each choice means, in a sentence."""
    reason: str
    """Why the default is the default."""


class Option(Struct, frozen=True):
    """A choice that the rulebook itself leaves to the submission."""

    key: str
    clause: str
    question: str
    default: str
    choices: dict[str, str]


class Place(Struct, frozen=True):
    """Where cards lie on the table, and what the layout says there."""

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
    """How the hand ranks; by the number of cards where it is not said. Filled in when a submission
    is resolved."""
    clause: str = ""
    positions: tuple[int, ...] = ()
    """Where those cards are among the table's cards, followed by the seat's own. Filled in when a
    submission is resolved."""

    @property
    def order(self) -> Order:
        """How the hand ranks."""
        return self.ranking or usual_order(len(self.positions))


class BestOf(Struct, frozen=True, tag=True):
    """The best one of some hands, by name."""

    name: str
    hands: tuple[str, ...]
    label: str = ""
    clause: str = ""


HandWord = HandOf | BestOf


class Required(Struct, frozen=True, tag=True):
    """A wager that every player makes; all of them are equal."""

    key: str
    """Its name for programs…"""
    label: str
    """…and for people."""
    pays: Payoff
    clause: str = ""
    options: tuple[Option, ...] = ()


class Raise(Struct, frozen=True, tag=True):
    """A wager that a decision makes, in multiples of a required one."""

    key: str
    label: str
    pays: Payoff
    of: str
    clause: str = ""


class Side(Struct, frozen=True, tag=True):
    """A wager that a player may make beside the game, if the operator offers it."""

    key: str
    label: str
    pays: Payoff
    clause: str = ""
    lives_after_fold: bool = True
    minimum: int = 100
    """The limits of the example filing, in cents, until a submission is resolved."""
    maximum: int = 10_000


Wager = Required | Raise | Side


class Reveal(Struct, frozen=True):
    """Cards that are turned over together, by a clause."""

    names: tuple[str, ...]
    clause: str = ""
    cards: int = 0
    """How many of each place; all that are still face down where it is 0."""


class Street(Struct, frozen=True):
    """One decision of each player, and what is turned over after it, step by step."""

    wager: str
    """The wager that is decided."""
    choices: Choices
    reveals: tuple[Reveal, ...] = ()
    clause: str = ""
    any_amount: bool = False
    """Whether any amount between the least and the greatest multiple may be staked."""
    name: str = ""
    """How the street is called, where it is not called as its wager is."""
    label: str = ""
    of: str = ""
    """The required wager that choices are multiples of. Filled in when a submission is resolved."""

    @property
    def reveal(self) -> tuple[str, ...]:
        """All that is turned over."""
        return tuple(name for step in self.reveals for name in step.names)

    @property
    def can_fold(self) -> bool:
        """Whether one may fold."""
        return FOLD in self.choices.values()

    @property
    def stakes(self) -> dict[str, int]:
        """What each decision that neither folds nor takes down stakes, in required wagers."""
        return {
            name: times_of(choice)
            for name, choice in self.choices.items()
            if choice not in (FOLD, TAKE_DOWN)
        }

    @property
    def conditions(self) -> dict[str, Condition]:
        """What the cards must be for each decision that only players with certain cards have."""
        return {
            name: choice.when
            for name, choice in self.choices.items()
            if isinstance(choice, OnlyWith)
        }

    @property
    def multiples(self) -> tuple[int, ...]:
        """The multiples that stake something."""
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
    """The clause by which the operator may establish a lower one, where ``clause`` is silent."""


UNLIMITED: Final = PayoutLimit(least=0, scope=())
"""For a game whose winnings no rule limits."""


class Boxes(Struct, frozen=True):
    """How many adjacent positions one player may hold, at most."""

    most: int = 1
    clause: str = ""
