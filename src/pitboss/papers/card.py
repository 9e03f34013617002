"""Everything that a rules card says, as data: made from a game and a submission, shown by others.

The terminal, the page and the filing all print this value; none of them knows a rule.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pitboss.games.grammar import Game
from pitboss.games.payout_words import prize_text
from pitboss.money import dollars
from pitboss.papers.deck_words import deck_words, ranking_words
from pitboss.papers.rounds import Step, steps
from pitboss.papers.wagers import WagerCard, wager_cards
from pitboss.settle import payout_limit
from pitboss.submission import Rules, completed, is_example, resolve
from pitboss.submission.rules import TableRules


class ReadingInForce(Struct, frozen=True):
    """How an unclear point is read at this table."""

    id: str
    clause: str
    question: str
    choice: str
    meaning: str
    is_default: bool


class MeterCard(Struct, frozen=True):
    """A progressive meter as it is filed."""

    wager: str
    name: str
    start: int
    reset: int
    rate: str
    least: int
    clause: str


class StopCard(Struct, frozen=True):
    """A symbol of the wheel of a wager."""

    wager: str
    symbol: str
    stops: int
    prize: str
    community: int
    clause: str


class SignCard(Struct, frozen=True):
    """Words that the layout or a sign must carry."""

    text: str
    clause: str


class PlaceCard(Struct, frozen=True):
    """Where cards lie, and what the layout says there."""

    name: str
    label: str
    cards: int
    inscription: str
    clause: str


class LayoutCard(Struct, frozen=True):
    """Spots on two grids, row by row; an empty cell is ``""``."""

    table: tuple[tuple[str, ...], ...]
    seat: tuple[tuple[str, ...], ...]
    seats: int
    hole: tuple[str, ...]
    """A seat's own cards, of which some have a spot in the seat's grid."""
    places: tuple[PlaceCard, ...]
    signs: tuple[SignCard, ...]


class Card(Struct, frozen=True, kw_only=True):
    """A rules card."""

    game: str
    name: str
    rulebook: str
    edition: str
    operator: str
    example: bool
    """Whether the operator or an approval is that of the built-in example."""
    hash: str
    story: str
    steps: tuple[Step, ...]
    deck: str
    """Which cards are dealt from; empty for the standard deck of 52."""
    rankings: tuple[str, ...]
    """How hands rank that are not usual five-card hands, a sentence for each order."""
    table: TableRules
    dealing_clause: str
    wagers: tuple[WagerCard, ...]
    meters: tuple[MeterCard, ...]
    wheel: tuple[StopCard, ...]
    payout_limit: int | None
    """In cents; none where no rule limits winnings."""
    payout_limit_clause: str
    payout_limit_wagers: tuple[str, ...]
    readings: tuple[ReadingInForce, ...]
    layout: LayoutCard

    @property
    def filed_by(self) -> str:
        """The operator, with a mark on what is an example."""
        return f"{self.operator.strip()} (example)" if self.example else self.operator

    @property
    def named(self) -> str:
        """The game, with the edition of its rulebook if it has one."""
        return f"{self.name}, {self.edition}" if self.rulebook else self.name


def rules_card(game: Game, submission: Mapping[str, Any] | None = None) -> Card:
    """The card of a table that files this submission."""
    rules = resolve(game, submission)
    whole, _ = completed(game, submission or {})
    limit = payout_limit(rules)
    labels = {wager.key: wager.label for wager in rules.wagers}
    return Card(
        game=game.key,
        name=game.name,
        rulebook=game.short,
        edition=game.edition,
        operator=whole["operator"],
        example=is_example(whole),
        hash=rules.hash,
        story=game.story,
        steps=steps(game, rules),
        deck=deck_words(rules.deck),
        rankings=ranking_words(rules),
        table=rules.table,
        dealing_clause=_cited(game, rules.dealing.clause),
        wagers=wager_cards(game, rules, whole),
        meters=_meters(game, rules),
        wheel=_wheel(game, rules),
        payout_limit=limit,
        payout_limit_clause=_cited(game, rules.limit.clause),
        payout_limit_wagers=tuple(labels[key] for key in rules.limit.scope if key in labels),
        readings=_readings(game, rules),
        layout=_layout(game, whole, limit),
    )


def _cited(game: Game, clause: str) -> str:
    """Return a clause as it is cited, or nothing where there is no rulebook."""
    return game.cite(clause) or ""


def _meters(game: Game, rules: Rules) -> tuple[MeterCard, ...]:
    return tuple(
        MeterCard(
            wager=side.key,
            name=meter.name,
            start=meter.start,
            reset=meter.reset,
            rate=meter.rate,
            least=meter.least,
            clause=_cited(game, meter.clause),
        )
        for side in rules.sides
        for meter in side.pays.meters
    )


def _wheel(game: Game, rules: Rules) -> tuple[StopCard, ...]:
    return tuple(
        StopCard(
            side.key,
            stop.name,
            stop.stops,
            prize_text(stop.prize),
            stop.community,
            _cited(game, stop.clause),
        )
        for side in rules.sides
        for stop in side.pays.wheel
    )


def _readings(game: Game, rules: Rules) -> tuple[ReadingInForce, ...]:
    return tuple(
        ReadingInForce(
            reading.id,
            _cited(game, reading.clause),
            reading.question,
            rules.readings[reading.id],
            reading.choices[rules.readings[reading.id]],
            rules.readings[reading.id] == reading.default,
        )
        for reading in game.readings
    )


def _layout(game: Game, whole: Mapping[str, Any], limit: int | None) -> LayoutCard:
    options = {key: value for wager in whole["wagers"].values() for key, value in wager.items()}
    said = options if limit is None else options | {"payout_limit": dollars(limit)}
    return LayoutCard(
        table=_grid(game.layout.table),
        seat=_grid(game.layout.seat),
        seats=game.seats,
        hole=game.hole_cards,
        places=tuple(
            PlaceCard(p.name, p.label, p.cards, p.inscription, _cited(game, p.clause))
            for p in game.places
        ),
        signs=tuple(
            SignCard(sign.text.format_map(said), _cited(game, sign.clause))
            for sign in game.layout.signs
        ),
    )


def _grid(text: str) -> tuple[tuple[str, ...], ...]:
    rows = (row.split() for row in text.strip().splitlines())
    return tuple(tuple("" if spot == "." else spot for spot in row) for row in rows)
