"""The rules of one table: a game with every switch resolved, and the hash that identifies them.

Two tables with the same hash play by exactly the same rules.
"""

from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.cards import Deck
from pitboss.games.card_names import HOLE
from pitboss.games.checks.fields import citing_fields
from pitboss.games.dealing import Burn, Dealing, Discard, ToPlayers, ToTable
from pitboss.games.game_parts import (
    PHYSICAL,
    VIRTUAL,
    BestOf,
    HandOf,
    Place,
    Raise,
    Required,
    Side,
    Street,
)
from pitboss.games.incidents import Incident
from pitboss.games.payoffs import Meter
from pitboss.games.procedures import DeckProcedures, TableProcedures
from pitboss.money import Rounding

_LATER_FIELDS: Final[dict[str, object]] = {
    "wild": "",
    "rounding": Rounding.DOWN,
    "cards": VIRTUAL,
}
"""Fields added later, with defaults that are left out of hashes, so that old hashes stay valid."""
_DEALING_STEPS: Final = (ToPlayers, ToTable, Burn, Discard)
"""Parts whose clauses were one text once; hashes keep that form, so that they stay valid."""

_REQUIRED: Final = object()


def canonical_json(value: object, *, with_clauses: bool = True) -> bytes:
    """Return a value as JSON with sorted keys, with or without citations of a rulebook."""
    return msgspec.json.encode(_to_plain(value, with_clauses), order="deterministic")


def _to_plain(value: object, with_clauses: bool) -> Any:  # noqa: ANN401
    """Return a value as dicts and lists; without clauses also without words for people."""
    if isinstance(value, msgspec.Struct):
        omitted_fields = (
            () if with_clauses else (*citing_fields(value), "label", "inscription", "words")
        )
        fields = {
            name: _to_plain(part, with_clauses)
            for name, part in msgspec.structs.asdict(value).items()
            if name not in omitted_fields and _LATER_FIELDS.get(name, _REQUIRED) != part
        }
        if isinstance(value, _DEALING_STEPS) and with_clauses:
            fields["clause"] = ", ".join(fields.pop("clauses")) or None
        return {"type": type(value).__name__} | fields
    if isinstance(value, dict):
        return {str(key): _to_plain(part, with_clauses) for key, part in value.items()}
    if isinstance(value, tuple):
        return [_to_plain(part, with_clauses) for part in value]
    return str(value) if isinstance(value, Fraction) else value


class TableRules(Struct, frozen=True, omit_defaults=True):
    """The limits and the equipment of a table."""

    minimum: int
    maximum: int
    chip: int
    dealing: str
    shuffler: str
    decks: int
    boxes_per_player: int
    payout_limit: int | None = None
    """The operator's own payout limit, where it is lower than the rulebook's."""
    cards: str = VIRTUAL
    """Whether the program shuffles the cards, or people deal them from a physical deck."""

    @property
    def is_physical(self) -> bool:
        """Whether people deal from a physical deck, so that the program holds no stack."""
        return self.cards == PHYSICAL


def positions(places: tuple[Place, ...], hole: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Return the positions of the cards of each name, the table's first, then a seat's own."""
    by_name: dict[str, tuple[int, ...]] = {}
    start = 0
    for place in places:
        by_name[place.name] = tuple(range(start, start + place.cards))
        start += place.cards
    by_name |= {name: (start + i,) for i, name in enumerate(hole)}
    return by_name | {HOLE: tuple(range(start, start + len(hole)))}


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
        """The digest of every rule: the same for the same rules on every machine."""
        return sha256(canonical_json(self)).hexdigest()

    @cached_property
    def game_hash(self) -> str:
        """The digest of the mathematics alone: clauses and procedures do not change it.

        It includes `edge_of`: two games with the same hash have the same figures, the quoted house
        edge included.
        """
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
            self.edge_of,
            self.limit,
        )
        return sha256(canonical_json(parts, with_clauses=False)).hexdigest()

    @property
    def wagers(self) -> tuple[Required | Raise | Side, ...]:
        """All wagers on offer, in the order of the game."""
        return self.required + self.raises + self.sides

    @cached_property
    def meters(self) -> dict[str, Meter]:
        """Every meter that a wager on offer feeds."""
        return {meter.name: meter for side in self.sides for meter in side.pays.meters}

    def cite(self, clause: str | None) -> str | None:
        """Return a clause with the short name of its rulebook."""
        return f"{self.short} {clause}" if clause else None
