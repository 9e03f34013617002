"""What a rulebook adds to a game for a regulated table: equipment, deck care, conduct, incidents.

A game without procedures of its own is dealt by the default set, which is derived from its cards
and places and cites no clause.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from pitboss.games.dealing import Dealing, Lies, Step, ToPlayers, ToTable
from pitboss.games.incidents import Incident, Kind, Remedy
from pitboss.games.tasks import Task
from pitboss.games.words import (
    AUTOMATED_SHOE,
    BY_HAND,
    FROM_HAND,
    MANUAL_SHOE,
    RESHUFFLING,
    HandOf,
    alternatives,
)

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

When = Literal["", "manual shoe", "two decks"]
"""The tables at which something is looked at: every one, or those that deal so."""


class Check(Struct, frozen=True):
    """Something physical that a person looks at when the table opens."""

    clause: str
    words: str
    when: When = ""
    """Only at a table that deals so."""


class DeckProcedures(Struct, frozen=True, kw_only=True):
    """What is done with a deck, and when, each step by its clause."""

    received: str = ""
    """A deck comes to the table…"""
    checklist: tuple[Check, ...] = ()
    """What is looked at, and signed for, when the table opens."""
    opening: dict[Task, str]
    """…and this is done with it before the first shuffle, in this order."""
    ready_made: str = ""
    """A deck that came inspected and shuffled skips that."""
    shuffled: str = ""
    ordered: str = ""
    """A floorperson may have the cards shuffled again."""
    uncut: str = ""
    """What a machine shuffled is not cut."""
    cut_at_least: int = 10
    """How many cards from the top the cover card is put, at least."""
    cut_clause: str = ""
    recut: str = ""
    """A floorperson may have the cards cut again before the first one is dealt."""
    loaded: dict[str, str]
    """The stack goes where it is dealt from, by method of dealing."""
    idle: dict[Task, str]
    """What is done at an open table where nobody plays, in this order…"""
    idle_reshuffling: bool = False
    """…and whether that holds for a shoe that reshuffles by itself."""
    alternate: str = ""
    """Two decks take turns…"""
    one_design: str = ""
    """…have one design…"""
    two_colors: str = ""
    """…and backs of different colors."""
    deck_hours: dict[str, int]
    """After how many hours a deck is changed, by method of dealing."""
    deck_clause: dict[str, str]
    stub_count_rounds: int = 5
    """Within how many rounds the stub is counted, unless the shuffler counts."""
    stub_clause: dict[str, str]
    """By method of dealing."""


class Reshuffling(Struct, frozen=True):
    """A device that reshuffles and counts the cards by itself."""

    dealing: str
    """The one method of dealing that goes with it."""
    lifts: str = ""
    """The clauses that do not apply where it is used: ``5.D, 5.E, 5.F``…"""
    clause: str = ""
    """…and the one that says so."""

    def lifted(self, clause: str | None) -> bool:
        """Whether a clause, or the one that it stands in, does not apply."""
        above = (clause or "").partition("(")[0]
        return bool(above) and above in self.lifts.split(", ")


class TableProcedures(Struct, frozen=True, kw_only=True):
    """Where the rulebook speaks of people at the table: clauses that an error can cite."""

    chips: str = ""
    """Wagers are chips on their spots."""
    seated: str = ""
    """Only who has a seat may wager."""
    betting: str = ""
    """Wagers are placed before "no more bets"…"""
    closed: str = ""
    """…and stay as they are afterwards."""
    leaving: str = ""
    """What may become of the wagers of a player who walks off in a round."""
    settles: str = ""
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
    discards: str = ""
    """Cards are kept so that every hand can be rebuilt."""
    breaches: dict[str, str] = {}
    """What players may not do with their cards, by clause: a forfeit where the game has one…"""
    until_shown: str = ""
    """…and the one of them that holds until every card on the table is up."""


class Procedures(Struct, frozen=True, kw_only=True):
    """Everything that a table follows beside the mathematics of its game."""

    dealing: tuple[Dealing, ...]
    shufflers: dict[str, str]
    """Ways of shuffling that may be filed, each with its clause."""
    reshuffling: Reshuffling | None = None
    """For a game where a device that reshuffles by itself may be filed."""
    two_decks: str = ""
    """The clause that allows two decks, with an automated shuffler."""
    submission_clause: str | None = None
    """The clause that speaks of the operator's Rules Submission."""
    deck: DeckProcedures
    table: TableProcedures = TableProcedures()
    forfeits: str | None = None
    """The clause by which a player can forfeit all wagers, where there is one."""
    acceptance: str = ""
    """The clause by which each player checks that the progressive wager was accepted."""
    hands_off: str = ""
    """The clause by which, after the last decision, hands lie face down and are left alone."""
    incidents: tuple[Incident, ...]


class DerivedProcedures(Procedures, frozen=True, kw_only=True):
    """The procedures of a game that has none of its own: made anew for each variation of it."""


DERIVED_PROCEDURES: Final = DerivedProcedures(
    dealing=(),
    shufflers={},
    deck=DeckProcedures(
        opening={}, loaded={}, idle={}, deck_hours={}, deck_clause={}, stub_clause={}
    ),
    incidents=(),
)
"""Stands for the default set until a game is built."""
METHODS: Final = (MANUAL_SHOE, FROM_HAND, AUTOMATED_SHOE)
SHUFFLERS: Final = (BY_HAND, "automated", "automated counting", RESHUFFLING)
DECK_HOURS: Final = {FROM_HAND: 4, MANUAL_SHOE: 8, AUTOMATED_SHOE: 8}
"""The hours after which a deck is changed, as in most rulebooks."""
REMEDIES: Final = {
    Kind.CARD_FACE_UP: Remedy.VOID,
    Kind.CARDS_FACE_UP: Remedy.VOID,
    Kind.DRAWN_UNEXPOSED: Remedy.NEXT_CARD,
    Kind.DRAWN_EXPOSED: Remedy.FLOOR_RULES,
    Kind.WRONG_NUMBER: Remedy.VOID,
    Kind.PLAYER_SKIPPED: Remedy.FLOOR_RULES,
    Kind.DEALER_CARD_EXPOSED: Remedy.FLOOR_RULES,
    Kind.COMMUNITY_EXPOSED: Remedy.VOID,
    Kind.STUB_MISDEALT: Remedy.VOID,
    Kind.STUB_NOT_52: Remedy.VOID_DECK_OUT,
    Kind.COUNTER_WRONG: Remedy.DECK_OUT,
    Kind.SHUFFLER_JAM: Remedy.FLOOR_RULES,
    Kind.SHOE_JAM: Remedy.VOID,
    Kind.DEVICE_DOWN: Remedy.COVER,
    Kind.FOULED_DECK: Remedy.VOID_DECK_OUT,
    Kind.PROGRESSIVE_DOWN: Remedy.RETURN_OR_WAIT,
    Kind.WHEEL_DOWN: Remedy.RETURN_OR_WAIT,
}
"""What is done about each incident where no rulebook says otherwise."""


def default_procedures(game: "Game") -> DerivedProcedures:
    """Return the procedures of a game that has none of its own: every method, no clauses."""
    silent = dict.fromkeys(METHODS, "")
    return DerivedProcedures(
        dealing=tuple(_dealing(game, method) for method in METHODS),
        shufflers=dict.fromkeys(SHUFFLERS, ""),
        reshuffling=Reshuffling(AUTOMATED_SHOE),
        deck=DeckProcedures(
            opening=dict.fromkeys(tuple(Task)[: tuple(Task).index(Task.SHUFFLE)], ""),
            idle={Task.SPREAD_DOWN: "", Task.LOOK: ""},
            idle_reshuffling=True,
            loaded=silent,
            deck_hours=DECK_HOURS,
            deck_clause=silent,
            stub_clause=silent,
        ),
        incidents=tuple(
            Incident(kind, remedy) for kind, remedy in REMEDIES.items() if can_happen(game, kind)
        ),
    )


def can_happen(game: "Game", kind: Kind) -> bool:
    """Whether a game has what an incident is about: dealer's or common cards, meters, a wheel."""
    dealers = _places_of_the_dealer(game)
    paid = [pays for side in game.sides for pays in alternatives(side.pays)]
    match kind:
        case Kind.DEALER_CARD_EXPOSED:
            return bool(dealers)
        case Kind.COMMUNITY_EXPOSED:
            return any(place.name not in dealers for place in game.places)
        case Kind.PROGRESSIVE_DOWN:
            return any(pays.prizes for pays in paid)
        case Kind.WHEEL_DOWN:
            return any(pays.wheel for pays in paid)
        case _:
            return True


def _places_of_the_dealer(game: "Game") -> set[str]:
    """The places that no player's hand reads, where hands meet the dealer's."""
    paid = [pays for wager in game.wagers for pays in alternatives(wager.pays)]
    against = {name for pays in paid for name in pays.reads[1:]}
    hands = [hand for word in game.hands for hand in alternatives(word)]
    own = [hand for hand in hands if isinstance(hand, HandOf) and hand.name not in against]
    read = {name for hand in own for name in hand.cards}
    return {place.name for place in game.places if against and place.name not in read}


def _dealing(game: "Game", method: str) -> Dealing:
    """Return the order in which a method deals: players first, then the places of the table."""
    names = game.hole_cards
    together = method == AUTOMATED_SHOE
    hands = [ToPlayers(names)] if together else [ToPlayers((name,)) for name in names]
    steps: tuple[Step, ...] = (*hands, *_places(game))
    needs = "" if method == FROM_HAND else None
    return Dealing(method, "", steps, needs_shuffler=needs)


def _places(game: "Game") -> Iterator[Step]:
    places = tuple(place.name for place in game.places for _ in range(place.cards))
    if places:
        yield ToTable(places, Lies.DOWN)
