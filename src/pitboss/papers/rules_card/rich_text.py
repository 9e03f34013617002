"""A rules card for the terminal."""

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.money import dollars
from pitboss.papers.rules_card.card import (
    CardPaytable,
    CardWheel,
    PlaceEntry,
    RulesCard,
    card_paytables,
    card_wheels,
    format_limits,
)
from pitboss.papers.wording import capitalize, join_words, meter_phrase

PLACE_WIDTH = 12
"""The width of a place in the drawing; three of them fit in 80 columns."""


def rules_card_text(card: RulesCard, *, clauses: bool = False) -> RenderableType:
    """Return a rules card for the terminal; with ``clauses``, each part cites its clause."""
    return Group(*_text_parts(card, clauses))


def _text_parts(card: RulesCard, clauses: bool) -> Iterator[RenderableType]:
    yield Text(card.name, style="bold")
    edition = f"{card.edition}, as" if card.rulebook else "As"
    yield Text(f"{edition} filed by {card.operator_title}", style="dim")
    yield _heading("How a round is played")
    yield _steps_table(card, clauses)
    if cards := _deck_notes(card):
        yield _heading("Cards and hands")
        yield from cards
    if card.layout.places:
        yield _heading("On the table")
        yield Padding(_table_drawing(card), (0, 0, 0, 2))
    yield _heading("Wagers")
    yield _wagers_table(card, clauses)
    if tables := [_paytable_table(table, clauses) for table in card_paytables(card)]:
        yield _heading("What they pay")
        yield Columns(tables, padding=(1, 4))
    yield from map(_wheel_table, card_wheels(card))
    yield from _meter_tables(card, clauses)
    if card.payout_limit is not None:
        yield _heading("Limit")
        yield _limit_note(card, card.payout_limit, clauses)
    if card.readings:
        yield _heading("How unclear points are read here")
        yield _readings_table(card, clauses)
    yield Text(f"\nRules hash {card.hash}", style="dim")


def _heading(title: str) -> Text:
    return Text(f"\n{title}", style="bold")


def _with_clause(text: str, clause: str | None, clauses: bool) -> str:
    return f"{escape(text)} [dim]{clause}[/dim]" if clauses and clause else escape(text)


def _steps_table(card: RulesCard, clauses: bool) -> Table:
    steps = Table.grid(padding=(0, 2, 0, 0))
    for number, step in enumerate(card.steps, start=1):
        steps.add_row(
            f"{number:>3}", escape(step.title), _with_clause(step.text, step.clause, clauses)
        )
    return steps


def _deck_notes(card: RulesCard) -> list[Padding]:
    """Return notes on an unusual deck and on unusual rankings."""
    deck = [f"Dealt from {card.deck}"] if card.deck else []
    return [Padding(escape(text), (0, 0, 0, 2)) for text in (*deck, *card.rankings)]


def _table_drawing(card: RulesCard) -> Text:
    """Draw the places of the community cards where they lie, such as a cross."""
    places = {place.name: place for place in card.layout.places}
    texts = [text for place in card.layout.places for text in (place.label, _place_note(place))]
    width = max([PLACE_WIDTH, *map(len, texts)])
    lines: list[str] = []
    for row in card.layout.table:
        boxes = [_place_box(places.get(name), width) for name in row]
        lines += ["  ".join(parts).rstrip() for parts in zip(*boxes, strict=True)]
    return Text("\n".join(lines))


def _place_box(place: PlaceEntry | None, width: int) -> tuple[str, str, str, str]:
    """Return the four lines of a box around the name of a place, or blanks for an empty cell."""
    if place is None:
        blank = " " * (width + 2)
        return blank, blank, blank, blank
    edge = "─" * width
    return f"┌{edge}┐", f"│{place.label:^{width}}│", f"│{_place_note(place):^{width}}│", f"└{edge}┘"


def _place_note(place: PlaceEntry) -> str:
    """Return what is printed below the name of a place: its inscription, or how many cards."""
    return place.inscription or (f"{place.cards} cards" if place.cards > 1 else "")


def _wagers_table(card: RulesCard, clauses: bool) -> Table:
    wagers = Table.grid(padding=(0, 2, 0, 0))
    for wager in card.wagers:
        how = _with_clause(wager.how, wager.table_clause or wager.clause, clauses)
        wagers.add_row("  " + escape(wager.label), format_limits(wager), how)
    return wagers


def _paytable_table(table: CardPaytable, clauses: bool) -> Table:
    rows = Table(
        title=_with_clause(table.title, table.clause, clauses),
        title_justify="left",
        title_style="",
        box=None,
        show_header=False,
        padding=(0, 1, 0, 0),
    )
    rows.add_column()
    rows.add_column(justify="right")
    for line in table.lines:
        rows.add_row("  " + _with_clause(capitalize(line.name), line.clause, clauses), line.pays)
    return rows


def _wheel_table(card_wheel: CardWheel) -> Table:
    wheel = Table(
        title=f"\n{card_wheel.title}, {card_wheel.total:,} stops",
        title_justify="left",
        title_style="",
        box=None,
    )
    for name in ("  Symbol", "Stops", "Pays", "Each other player"):
        wheel.add_column(name, justify="left" if name == "  Symbol" else "right", style="")
    for stop in card_wheel.stops:
        others = dollars(stop.community) if stop.community else ""
        wheel.add_row("  " + stop.symbol, f"{stop.stops:,}", stop.prize, others)
    return wheel


def _meter_tables(card: RulesCard, clauses: bool) -> Iterator[RenderableType]:
    labels = {wager.key: wager.label for wager in card.wagers}
    for meter in card.meters:
        name = capitalize(meter_phrase(meter.name, labels[meter.wager]))
        text = (
            f"{name} starts at {dollars(meter.start)}, grows by {meter.rate} of each wager and is "
            f"reset to {dollars(meter.reset)}."
        )
        yield Padding(_with_clause(text, meter.clause, clauses), (0, 0, 0, 2))


def _limit_note(card: RulesCard, limit: int, clauses: bool) -> Padding:
    scope = join_words(card.payout_limit_wagers)
    text = f"A betting position can win at most {dollars(limit)} in one round on {scope}."
    return Padding(_with_clause(text, card.payout_limit_clause, clauses), (0, 0, 0, 2))


def _readings_table(card: RulesCard, clauses: bool) -> Table:
    readings = Table.grid(padding=(0, 2, 0, 0))
    for reading in card.readings:
        mark = "" if reading.is_default else " (not the default)"
        readings.add_row(
            "  " + reading.id,
            _with_clause(reading.question, reading.clause, clauses),
            escape(reading.meaning + mark),
        )
    return readings
