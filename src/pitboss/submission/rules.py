"""The rules of one table: a game with every switch turned. What everything below takes.

A closed value: two tables with the same hash play by the same rules, to the last figure.
"""

from functools import cached_property
from hashlib import sha256

from msgspec import Struct

from pitboss.cards import Deck
from pitboss.games.dealing import Dealing
from pitboss.games.incidents import Incident
from pitboss.games.names import HOLE
from pitboss.games.payoffs import Meter
from pitboss.games.procedures import DeckProcedures, TableProcedures
from pitboss.games.words import BestOf, HandOf, Place, Raise, Required, Side, Street
from pitboss.submission.canonical import canonical


class TableRules(Struct, frozen=True, omit_defaults=True):
    """Limits and equipment."""

    minimum: int
    maximum: int
    chip: int
    dealing: str
    shuffler: str
    decks: int
    boxes_per_player: int
    payout_limit: int | None = None
    """The operator's own payout limit, where it is lower than the rulebook's."""


def positions(places: tuple[Place, ...], hole: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Where the cards of each name lie when the table's cards are followed by a seat's own."""
    found: dict[str, tuple[int, ...]] = {}
    at = 0
    for place in places:
        found[place.name] = tuple(range(at, at + place.cards))
        at += place.cards
    found |= {name: (at + i,) for i, name in enumerate(hole)}
    return found | {HOLE: tuple(range(at, at + len(hole)))}


class Limit(Struct, frozen=True):
    """The payout limit: its least sum, and the wagers in scope in the order they are paid."""

    clause: str
    least: int
    scope: tuple[str, ...]


class Rules(Struct, frozen=True, kw_only=True, dict=True):
    """A game as one table plays it."""

    game: str
    short: str
    edition: str
    table: TableRules
    deck: Deck
    seats: int
    hole: tuple[str, ...]
    looks: tuple[str, ...]
    places: tuple[Place, ...]
    hands: tuple[HandOf | BestOf, ...]
    required: tuple[Required, ...]
    raises: tuple[Raise, ...]
    sides: tuple[Side, ...]
    streets: tuple[Street, ...]
    edge_of: tuple[str, ...]
    """The wagers that the house edge is quoted by."""
    dealing: Dealing
    limit: Limit
    boxes_clause: str
    required_clause: str
    forfeits: str | None
    settled_when_void: tuple[str, ...]
    incidents: tuple[Incident, ...]
    deck_procedures: DeckProcedures
    table_procedures: TableProcedures
    readings: dict[str, str]

    @cached_property
    def hash(self) -> str:
        """A digest of every rule: the same for the same rules, on every machine."""
        return sha256(canonical(self)).hexdigest()

    @cached_property
    def game_hash(self) -> str:
        """A digest of the mathematics alone: neither clauses nor procedures change it."""
        parts = (
            self.game,
            self.deck,
            self.seats,
            self.table.boxes_per_player,
            self.hole,
            self.looks,
            self.places,
            self.hands,
            self.required,
            self.raises,
            self.sides,
            self.streets,
            self.limit,
        )
        return sha256(canonical(parts, clauses=False)).hexdigest()

    @property
    def wagers(self) -> tuple[Required | Raise | Side, ...]:
        """All of them, in the order of the game."""
        return self.required + self.raises + self.sides

    @cached_property
    def meters(self) -> dict[str, Meter]:
        """Every meter that a wager on offer feeds."""
        return {meter.name: meter for side in self.sides for meter in side.pays.meters}

    def cite(self, clause: str | None) -> str | None:
        """A clause with the name of its rulebook."""
        return f"{self.short} {clause}" if clause else None
