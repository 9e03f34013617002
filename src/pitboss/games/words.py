"""The parts of a game: switches, readings, hands, wagers, streets, limit, layout.

Where the operator or a reading of the rulebook has a choice, the definition holds a `Switch` with
every alternative. `pitboss.submission.resolve` turns the switches; what comes out has none.
"""

from collections.abc import Mapping
from typing import Final, Generic, Literal, TypeAlias, TypeVar, Union

from msgspec import Struct

from pitboss.games.payoffs import Payoff
from pitboss.games.procedures import Task

T = TypeVar("T")

FOLD: Final = "fold"
Asks = dict[str, int | Literal["fold"]]
"""Each decision and how many times the required wager it stakes, or `FOLD`."""
BY_HAND: Final = "none"
"""The shuffler of a table that shuffles by hand."""
RESHUFFLING: Final = "automated reshuffling"
COUNTING: Final = frozenset({"automated counting", RESHUFFLING})
"""Shufflers that count the deck by themselves."""
MANUAL_SHOE: Final = "manual shoe"
AUTOMATED_SHOE: Final = "automated shoe"
FROM_HAND: Final = "hand"
HOLE: Final = "hole"


class Switch(Struct, Generic[T], frozen=True):
    """A choice that the submission makes: by a reading, a paytable's letter or an option."""

    by: Literal["reading", "paytable", "option"]
    key: str
    choices: dict[str, T]
    default: str = ""
    """The default of a paytable; readings and options carry their own."""


Switched: TypeAlias = Union[T, Switch[T]]  # noqa: UP007 (a generic alias needs Union in 3.11)


def by_reading(reading: str, choices: Mapping[str, T]) -> Switch[T]:
    """As the reading of this id decides."""
    return Switch("reading", reading, dict(choices))


def by_paytable(tables: Mapping[str, T], default: str = "A") -> Switch[T]:
    """As the paytable that the operator selected has it."""
    return Switch("paytable", "paytable", dict(tables), default)


def alternatives(value: Switched[T]) -> tuple[T, ...]:
    """Everything that a switched value could be."""
    return tuple(value.choices.values()) if isinstance(value, Switch) else (value,)


def by_option(option: str, choices: Mapping[str, T]) -> Switch[T]:
    """As an option of the submission decides."""
    return Switch("option", option, dict(choices))


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
    clause: str
    cards: int = 1
    inscription: str = ""


class HandOf(Struct, frozen=True, tag=True):
    """A hand read from cards: ``"hole left center right"``; ``hole`` is all of a seat's cards."""

    name: str
    cards: str
    clause: str
    label: str = ""


class BestOf(Struct, frozen=True, tag=True):
    """The better one of some hands: ``"across down"``."""

    name: str
    hands: Switched[str]
    clause: str
    label: Switched[str] = ""


HandWord = HandOf | BestOf


class Wager(Struct, frozen=True):
    """What every wager has: its name for programs, its label for people, how it is paid."""

    key: str
    label: str
    clause: str
    pays: Switched[Payoff]


class Required(Wager, frozen=True):
    """A wager that every player makes; all of them are equal."""

    options: tuple[Option, ...] = ()


class Raise(Wager, frozen=True, kw_only=True):
    """A wager that a decision makes, in multiples of a required one."""

    of: str


class Side(Wager, frozen=True):
    """A wager that a player may make beside the game, if the operator offers it."""

    lives_after_fold: Switched[bool] = True


class Shown(Struct, frozen=True):
    """Cards that are shown together, by a clause."""

    names: tuple[str, ...]
    clause: str


class Street(Struct, frozen=True):
    """One decision of each player, and what is shown after it."""

    wager: str
    """The raise that this street decides; it names the street."""
    clause: str
    asks: Asks
    reveal: str
    """Step by step, as in an order of dealing: ``river; dealer``…"""
    reveal_by: str
    """…and the clause of each step: ``11.H(2), 11.I(1)``."""
    any_amount: Switched[bool] = False
    """Whether any amount between the least and the greatest multiple may be staked."""

    @property
    def shown(self) -> tuple[Shown, ...]:
        """What is shown, step by step."""
        steps = (tuple(names.split()) for names in self.reveal.split(";"))
        shown = map(Shown, steps, self.reveal_by.split(", "))
        return tuple(step for step in shown if step.names)


class PayoutLimit(Struct, frozen=True):
    """The most that a position can win in a round, over some wagers, in the order they are paid.

    The greater of ``least`` and what the wagers in scope could win with each at its minimum.
    """

    clause: str
    least: int
    scope: Switched[str]
    lower_by: str = ""
    """The clause by which the operator may establish a lower one, where ``clause`` is silent."""


class Sign(Struct, frozen=True):
    """Words that the layout or a sign beside it must carry."""

    text: str
    clause: str


class Layout(Struct, frozen=True):
    """Spots on a grid, drawn as text: a name is a spot, a dot an empty cell."""

    table: str
    seat: str
    signs: tuple[Sign, ...] = ()
    clause: str | None = None
    """The clause by which the Commission approves the layout, where it has to…"""
    operator_clause: str | None = None
    """…and the one by which the layout names the operator."""


When = Literal["", "manual shoe", "two decks"]
"""The tables at which something is looked at: every one, or those that deal so."""


class Check(Struct, frozen=True):
    """Something physical that a person looks at when the table opens."""

    clause: str
    words: str
    when: When = ""
    """Only at a table that deals so."""


class Care(Struct, frozen=True, kw_only=True):
    """How the cards are looked after: what is done with a deck, and when, each by its clause."""

    received: str
    """A deck comes to the table…"""
    checklist: tuple[Check, ...] = ()
    """What is looked at, and signed for, when the table opens."""
    opening: dict[Task, str]
    """…and this is done with it before the first shuffle, in this order."""
    ready_made: str
    """A deck that came inspected and shuffled skips that."""
    shuffled: str
    ordered: str
    """A floorperson may have the cards shuffled again."""
    uncut: str
    """What a machine shuffled is not cut."""
    cut_at_least: int
    """How many cards from the top the cover card is put, at least."""
    cut_clause: str
    recut: str
    """A floorperson may have the cards cut again before the first one is dealt."""
    loaded: dict[str, str]
    """The stack goes where it is dealt from, by method of dealing."""
    idle: dict[Task, str]
    """What is done at an open table where nobody plays, in this order…"""
    idle_reshuffling: bool = False
    """…and whether that holds for a shoe that reshuffles by itself."""
    alternate: str
    """Two decks take turns…"""
    one_design: str = ""
    """…have one design…"""
    two_colors: str = ""
    """…and backs of different colors."""
    deck_hours: dict[str, int]
    """After how many hours a deck is changed, by method of dealing."""
    deck_clause: dict[str, str]
    stub_count_rounds: int
    """Within how many rounds the stub is counted, unless the shuffler counts."""
    stub_clause: dict[str, str]
    """By method of dealing."""


class Reshuffling(Struct, frozen=True):
    """A device that reshuffles and counts the cards by itself."""

    dealing: str
    """The one method of dealing that goes with it."""
    lifts: str
    """The clauses that do not apply where it is used: ``5.D, 5.E, 5.F``…"""
    clause: str
    """…and the one that says so."""

    def lifted(self, clause: str | None) -> bool:
        """Whether a clause, or the one that it stands in, does not apply."""
        above = (clause or "").partition("(")[0]
        return above in self.lifts.split(", ")


class Conduct(Struct, frozen=True, kw_only=True):
    """Where the rulebook speaks of people at the table: clauses that a refusal can cite."""

    chips: str
    """Wagers are chips on their spots."""
    seated: str
    """Only who has a seat may wager."""
    betting: str
    """Wagers are placed before "no more bets"…"""
    closed: str
    """…and stay as they are afterwards."""
    leaving: str
    """What may become of the wagers of a player who walks off in a round."""
    settles: str
    """Hands are turned up and settled one by one, from the last seat to the first."""
    announces: dict[str, str] = {}
    """Hands that the dealer says aloud before they are settled, each with its clause."""
    settles_first: str = ""
    """Wagers that are settled at every seat before any hand is…"""
    settles_first_by: str = ""
    """…and the clause that says so."""
    verifies: str = ""
    """The dealer verifies a win from a progressive…"""
    validates: str = ""
    """…and a floorperson validates its payment."""
    locks_out: str = ""
    """What takes progressive wagers takes no more of them."""
    discards: str
    """Cards are kept so that every hand can be rebuilt."""
    breaches: dict[str, str] = {}
    """What players may not do with their cards, by clause: a forfeit where the game has one…"""
    until_shown: str = ""
    """…and the one of them that holds until every card on the table is up."""


class Boxes(Struct, frozen=True):
    """How many adjacent positions one player may hold, at most."""

    most: int
    clause: str
