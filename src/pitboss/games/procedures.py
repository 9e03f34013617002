"""Procedures: what a rulebook adds to a game for a regulated table, from equipment to incidents.

A game without procedures of its own uses the default procedures, which are derived from its cards
and places and cite no clause.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from pitboss.games.dealing import CardFacing, Dealing, Step, ToPlayers, ToTable
from pitboss.games.deck_tasks import Task
from pitboss.games.game_parts import (
    AUTOMATED_SHOE,
    BY_HAND,
    FROM_HAND,
    MANUAL_SHOE,
    RESHUFFLING,
    HandOf,
    possible_values,
)
from pitboss.games.incidents import Incident, Kind, Remedy

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

TableCondition = Literal["", "manual shoe", "two decks"]
"""The tables at which a check applies: all of them, or those with this equipment."""


class Check(Struct, frozen=True):
    """Something physical that a person checks when the table opens."""

    clause: str
    words: str
    when: TableCondition = ""
    """The tables at which it applies."""


CUT_AT_LEAST: Final = 10
"""The usual minimum number of cards above the cover card; a small deck has less."""


class DeckProcedures(Struct, frozen=True, kw_only=True):
    """What is done with a deck, and when; most fields hold the clause of a step."""

    received: str = ""
    """The clause by which a deck comes to the table."""
    checklist: tuple[Check, ...] = ()
    """What is checked, and signed for, when the table opens."""
    opening: dict[Task, str]
    """The steps before the first shuffle, in this order, with their clauses."""
    ready_made: str = ""
    """The clause by which a deck that was inspected and shuffled before skips those steps."""
    shuffled: str = ""
    """The clause by which the cards are shuffled."""
    ordered: str = ""
    """The clause by which a floorperson may order another shuffle."""
    uncut: str = ""
    """The clause by which a stack from a shuffling device is not cut."""
    cut_at_least: int = CUT_AT_LEAST
    """The minimum number of cards above the cover card."""
    cut_clause: str = ""
    """The clause on the cut."""
    recut: str = ""
    """The clause by which a floorperson may order another cut before the first card."""
    loaded: dict[str, str]
    """The clause on where the stack is dealt from, by method of dealing."""
    idle: dict[Task, str]
    """The steps at an open table without players, in this order, with their clauses."""
    idle_reshuffling: bool = False
    """Whether those steps also apply to a shoe that reshuffles by itself."""
    alternate: str = ""
    """The clause by which two decks alternate."""
    one_design: str = ""
    """The clause by which they have the same design."""
    two_colors: str = ""
    """The clause by which their backs have different colors."""
    deck_hours: dict[str, int]
    """The hours after which a deck is changed, by method of dealing."""
    deck_clause: dict[str, str]
    """The clause on changing decks, by method of dealing."""
    stub_count_rounds: int = 5
    """The rounds within which the stub is counted, unless the shuffler counts."""
    stub_clause: dict[str, str]
    """The clause on counting the stub, by method of dealing."""


class Reshuffling(Struct, frozen=True):
    """A device that reshuffles and counts the cards by itself."""

    dealing: str
    """The only method of dealing that it allows."""
    lifts: tuple[str, ...] = ()
    """The clauses that do not apply where it is used: ``("5.D", "5.E", "5.F")``."""
    clause: str = ""
    """The clause that lifts them."""

    def is_lifted(self, clause: str) -> bool:
        """Return whether a clause, or the one that contains it, does not apply."""
        return clause.partition("(")[0] in self.lifts


class TableProcedures(Struct, frozen=True, kw_only=True):
    """The conduct of people at the table; most fields hold a clause that an error can cite."""

    chips: str = ""
    """The clause by which wagers are chips on their spots."""
    seated: str = ""
    """The clause by which only seated players may wager."""
    betting: str = ""
    """The clause by which wagers are placed before "no more bets"."""
    closed: str = ""
    """The clause by which wagers do not change afterward."""
    leaving: str = ""
    """The clause on the wagers of a player who leaves during a round."""
    settles: str = ""
    """The clause by which hands are settled one by one, from the last seat to the first."""
    announces: dict[str, str] = {}
    """The hands that the dealer announces before settling them, each with its clause."""
    settles_first: tuple[str, ...] = ()
    """The wagers that are settled at every seat before any hand."""
    settles_first_by: str = ""
    """The clause of ``settles_first``."""
    verifies: str = ""
    """The clause by which the dealer verifies a progressive win."""
    validates: str = ""
    """The clause by which a floorperson validates its payment."""
    locks_out: str = ""
    """The clause by which further progressive wagers are locked out."""
    discards: str = ""
    """The clause by which discards are kept so that every hand can be reconstructed."""
    breaches: dict[str, str] = {}
    """What players may not do with their cards, by clause; a forfeit where the game has one."""
    until_shown: str = ""
    """The clause of the breach that is possible only until every card on the table is up."""


class Procedures(Struct, frozen=True, kw_only=True):
    """Everything that a table follows in addition to the mathematics of its game."""

    dealing: tuple[Dealing, ...]
    shufflers: dict[str, str]
    """The ways of shuffling that may be filed, each with its clause."""
    reshuffling: Reshuffling | None = None
    """What changes with a reshuffling device, where one may be filed."""
    two_decks: str = ""
    """The clause that allows two decks, with an automated shuffler."""
    submission_clause: str | None = None
    """The clause on the operator's Rules Submission."""
    deck: DeckProcedures
    table: TableProcedures = TableProcedures()
    forfeits: str | None = None
    """The clause by which a player can forfeit all wagers, where there is one."""
    acceptance: str = ""
    """The clause by which each player checks that the progressive wager was accepted."""
    hands_off: str = ""
    """The clause by which hands stay face down and untouched after the last decision."""
    incidents: tuple[Incident, ...]


class DerivedProcedures(Procedures, frozen=True, kw_only=True):
    """Procedures derived from their game, and derived again for each variation of the game."""


DERIVED_PROCEDURES: Final = DerivedProcedures(
    dealing=(),
    shufflers={},
    deck=DeckProcedures(
        opening={}, loaded={}, idle={}, deck_hours={}, deck_clause={}, stub_clause={}
    ),
    incidents=(),
)
"""A placeholder for the default procedures until a game is built."""
DEALING_METHODS: Final = (MANUAL_SHOE, FROM_HAND, AUTOMATED_SHOE)
SHUFFLERS: Final = (BY_HAND, "automated", "automated counting", RESHUFFLING)
DECK_HOURS: Final = {FROM_HAND: 4, MANUAL_SHOE: 8, AUTOMATED_SHOE: 8}
"""The hours after which a deck is changed, as in most rulebooks."""
DEFAULT_REMEDIES: Final = {
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
    no_clauses = dict.fromkeys(DEALING_METHODS, "")
    return DerivedProcedures(
        dealing=tuple(_default_dealing(game, method) for method in DEALING_METHODS),
        shufflers=dict.fromkeys(SHUFFLERS, ""),
        reshuffling=Reshuffling(AUTOMATED_SHOE),
        deck=DeckProcedures(
            opening=dict.fromkeys(tuple(Task)[: tuple(Task).index(Task.SHUFFLE)], ""),
            idle={Task.SPREAD_DOWN: "", Task.LOOK: ""},
            idle_reshuffling=True,
            cut_at_least=min(CUT_AT_LEAST, game.deck.size // 3),
            loaded=no_clauses,
            deck_hours=DECK_HOURS,
            deck_clause=no_clauses,
            stub_clause=no_clauses,
        ),
        incidents=tuple(
            Incident(kind, remedy)
            for kind, remedy in DEFAULT_REMEDIES.items()
            if is_incident_possible(game, kind)
        ),
    )


def is_incident_possible(game: "Game", kind: Kind) -> bool:
    """Return whether a game has what an incident is about, such as dealer's cards or a wheel."""
    payoffs = (pays for side in game.sides for pays in possible_values(side.pays))
    match kind:
        case Kind.DEALER_CARD_EXPOSED:
            return bool(_dealer_places(game))
        case Kind.COMMUNITY_EXPOSED:
            return len(_dealer_places(game)) < len(game.places)
        case Kind.PROGRESSIVE_DOWN:
            return any(pays.prizes for pays in payoffs)
        case Kind.WHEEL_DOWN:
            return any(pays.wheel for pays in payoffs)
        case _:
            return True


def _dealer_places(game: "Game") -> set[str]:
    """Return the places that only the dealer's hands are read from."""
    payoffs = [pays for wager in game.wagers for pays in possible_values(wager.pays)]
    dealer_hands = {name for pays in payoffs for name in pays.reads[1:]}
    hands = [hand for definition in game.hands for hand in possible_values(definition)]
    own = [hand for hand in hands if isinstance(hand, HandOf) and hand.name not in dealer_hands]
    own_cards = {name for hand in own for name in hand.cards}
    return {place.name for place in game.places if dealer_hands and place.name not in own_cards}


def _default_dealing(game: "Game", method: str) -> Dealing:
    """Return the order in which a method deals: players first, then the places of the table."""
    names = game.hole_cards
    is_together = method == AUTOMATED_SHOE
    hands = [ToPlayers(names)] if is_together else [ToPlayers((name,)) for name in names]
    steps: tuple[Step, ...] = (*hands, *_place_steps(game))
    needs_shuffler = "" if method == FROM_HAND else None
    return Dealing(method, "", steps, needs_shuffler=needs_shuffler)


def _place_steps(game: "Game") -> Iterator[Step]:
    places = tuple(place.name for place in game.places for _ in range(place.cards))
    if places:
        yield ToTable(places, CardFacing.DOWN)
