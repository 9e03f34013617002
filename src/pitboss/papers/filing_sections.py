"""The parts of a filing, as rows: options, wagers, tables, meters, wheel, readings, equipment."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from pitboss.games.grammar import Game
from pitboss.games.payout_words import prize_text
from pitboss.games.paytables import Sum
from pitboss.games.words import Side, switch_of
from pitboss.money import dollars
from pitboss.papers.card import Card
from pitboss.papers.page import Kind
from pitboss.papers.tables import ShownTable, ShownWheel, limits_text, shown_tables, shown_wheels
from pitboss.papers.words import listed, sentence
from pitboss.submission.defaults import payoff_of
from pitboss.submission.schema import (
    approval_clauses,
    paytable_clause,
    paytables,
    regulator,
    schema,
)

Column = tuple[str, Kind]
Row = tuple[str, ...]


class Section(Struct, frozen=True):
    """A heading, a table under it, and a sentence where there is something to add."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""


def sections(game: Game, card: Card, whole: Mapping[str, Any]) -> Iterator[Section]:
    """Everything that is filed, in order; ``whole`` is the completed submission."""
    yield _parties(card)
    options = _options(game, whole)
    if options.rows:
        yield options
    yield _wagers(card)
    yield from map(_paytable, shown_tables(card))
    if card.meters:
        yield _meters(card)
    wheels = shown_wheels(card)
    for wheel in wheels:
        yield _wheel(wheel, wheel.title if len(wheels) > 1 else "Wheel")
    if card.payout_limit is not None:
        yield _limit(card, card.payout_limit)
    if card.rulebook or card.readings:
        yield _readings(card)
    yield _equipment(game, card)
    yield _round(card)
    yield _layout(card)
    yield _approvals(game, whole)


def _columns(*names: str, figures: tuple[str, ...] = ()) -> tuple[Column, ...]:
    """Columns of words, but for those with figures and the one with clauses."""
    return tuple((name, _kind(name, figures)) for name in names)


def _kind(name: str, figures: tuple[str, ...]) -> Kind:
    if name == "Clause":
        return "clause"
    return "figure" if name in figures else "text"


def _parties(card: Card) -> Section:
    rulebook = (("Edition", card.edition), ("Rulebook", card.rulebook))
    rows = (
        ("Operator", card.filed_by),
        ("Game", card.name),
        *(rulebook if card.rulebook else (("Rulebook", "none"),)),
        ("Hash of the rules", card.hash),
    )
    note = "Two submissions with the same hash play by the same rules, to the last figure."
    return Section("What is filed", _columns("", ""), rows, note)


def _options(game: Game, whole: Mapping[str, Any]) -> Section:
    """What the rulebook leaves to the operator: options, boxes, side wagers and their tables."""
    rows: list[Row] = [
        (option.question, option.choices[chosen], _cited(game, option.clause))
        for wager in game.required
        for option in wager.options
        for chosen in [whole["wagers"][wager.key][option.key]]
    ]
    if game.boxes.most > 1:
        boxes = str(whole["table"]["boxes_per_player"])
        rows.append(("Positions per player", boxes, _cited(game, game.boxes.clause)))
    for side in game.sides:
        rows += _offered(game, side, whole["wagers"][side.key])
    return Section("Options chosen", _columns("Option", "Choice", "Clause"), tuple(rows))


def _offered(game: Game, side: Side, chosen: Mapping[str, Any]) -> Iterator[Row]:
    offered = "Offered" if chosen["offered"] else "Not offered"
    yield side.label, offered, _cited(game, side.clause)
    if not chosen["offered"]:
        return
    if switch_of(side.pays):
        table = f"{chosen['paytable']}, of {listed(paytables(side))}"
        yield f"{side.label}: paytable", table, _cited(game, paytable_clause(side))
    pays = payoff_of(side, chosen.get("paytable"))
    if pays.fixed_prize:
        prize = prize_text(Sum(chosen["fixed_prize"], chosen.get("merchandise", "")))
        yield f"{side.label}: fixed prize", prize, _cited(game, pays.fixed_prize.clause)
    if "top_symbol" in chosen:
        clause = _cited(game, pays.clause)
        yield f"{side.label}: symbol of the top prize", chosen["top_symbol"], clause


def _wagers(card: Card) -> Section:
    rows = []
    for wager in card.wagers:
        clauses = dict.fromkeys(c for c in (wager.clause, wager.table_clause) if c)
        limits = limits_text(wager)
        rows.append((wager.label, wager.kind, limits, wager.how, ", ".join(clauses)))
    columns = _columns("Wager", "Kind", "Limits", "How it is paid", "Clause", figures=("Limits",))
    return Section("Wagers and their limits", columns, tuple(rows))


def _paytable(shown: ShownTable) -> Section:
    rows = tuple((sentence(line.name), line.pays, line.clause) for line in shown.lines)
    columns = _columns("Hand", "Pays", "Clause", figures=("Pays",))
    note = f"By {shown.clause}." if shown.clause else ""
    return Section(f"Paytable: {shown.title}", columns, rows, note)


def _meters(card: Card) -> Section:
    labels = {wager.key: wager.label for wager in card.wagers}
    figures = ("Starts at", "Reset to", "Floor", "Share of each wager")
    rows = tuple(
        (
            sentence(meter.name),
            labels[meter.wager],
            *map(dollars, (meter.start, meter.reset, meter.least)),
            meter.rate,
            meter.clause,
        )
        for meter in card.meters
    )
    return Section("Meters", _columns("Meter", "Wager", *figures, "Clause", figures=figures), rows)


def _wheel(wheel: ShownWheel, title: str) -> Section:
    figures = ("Stops", "Pays", "Each other player")
    rows = tuple(
        (
            sentence(stop.symbol),
            f"{stop.stops:,}",
            stop.prize,
            dollars(stop.community) if stop.community else "–",
            stop.clause,
        )
        for stop in wheel.stops
    )
    columns = _columns("Symbol", *figures, "Clause", figures=figures)
    return Section(title, columns, rows, f"{wheel.total:,} stops in all.")


def _limit(card: Card, limit: int) -> Section:
    row = dollars(limit), listed(card.payout_limit_wagers), card.payout_limit_clause
    return Section("Payout limit", _columns("Sum", "Wagers that it counts", "Clause"), (row,))


def _readings(card: Card) -> Section:
    rows = tuple(
        (
            reading.question,
            reading.meaning,
            f"{reading.id} = {reading.choice}",
            "default" if reading.is_default else "not the default",
            reading.clause,
        )
        for reading in card.readings
    )
    note = "" if rows else "The rulebook leaves no point to a reading."
    columns = _columns("Question", "Reading", "Key and choice", "", "Clause")
    return Section("Readings in force", columns, rows, note)


def _equipment(game: Game, card: Card) -> Section:
    keys, table = schema(game, {})["table"], card.table
    rows = (
        ("Table minimum", dollars(table.minimum), ""),
        ("Table maximum", dollars(table.maximum), ""),
        ("Smallest chip", dollars(table.chip), ""),
        ("Dealing", sentence(table.dealing), card.dealing_clause),
        ("Shuffler", sentence(table.shuffler), _cited(game, keys["shuffler"].clause)),
        ("Decks in rotation", str(table.decks), _cited(game, keys["decks"].clause)),
        *((("Cards of a deck", card.deck, ""),) if card.deck else ()),
        *(("Ranking of hands", words, "") for words in card.rankings),
    )
    return Section("Table and equipment", _columns("", "", "Clause"), rows)


def _round(card: Card) -> Section:
    rows = tuple((step.title, step.text, step.clause) for step in card.steps)
    return Section("How a round goes", _columns("", "", "Clause"), rows)


def _layout(card: Card) -> Section:
    places = [(p.label, p.inscription or "–", str(p.cards), p.clause) for p in card.layout.places]
    signs = [("Sign", sign.text, "–", sign.clause) for sign in card.layout.signs]
    columns = _columns("Place", "It says", "Cards", "Clause", figures=("Cards",))
    return Section("Layout and signs", columns, tuple(places + signs))


def _approvals(game: Game, whole: Mapping[str, Any]) -> Section:
    clauses = approval_clauses(game)
    rows = tuple(
        (f"Of the {name}", one["reference"], one["date"], _cited(game, clauses[name]))
        for name, one in whole["approvals"].items()
    )
    columns = _columns("Approval", "Reference", "Date", "Clause")
    return Section(f"Approvals by {regulator(game)}", columns, rows)


def _cited(game: Game, clause: str | None) -> str:
    return game.cite(clause) or ""
