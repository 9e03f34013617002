"""A rules card for the terminal."""

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.money import dollars
from pitboss.papers.card import Card
from pitboss.papers.tables import ShownTable, ShownWheel, limits_text, shown_tables, shown_wheels
from pitboss.papers.words import listed, sentence

BOX = 12
"""The width of a card's place in the drawing; three of them stay within 80 columns."""


def card_text(card: Card, *, clauses: bool = False) -> RenderableType:
    """The whole card; with ``clauses``, what each part cites."""
    return Group(*_parts(card, clauses))


def _parts(card: Card, clauses: bool) -> Iterator[RenderableType]:
    yield Text(card.name, style="bold")
    edition = f"{card.edition}, as" if card.rulebook else "As"
    yield Text(f"{edition} {card.filed_by} filed it", style="dim")
    yield _heading("How a round goes")
    yield _steps(card, clauses)
    if cards := _cards(card):
        yield _heading("Cards and hands")
        yield from cards
    if card.layout.places:
        yield _heading("On the table")
        yield Padding(_drawing(card), (0, 0, 0, 2))
    yield _heading("Wagers")
    yield _wagers(card, clauses)
    if tables := [_paytable(table, clauses) for table in shown_tables(card)]:
        yield _heading("What they pay")
        yield Columns(tables, padding=(1, 4))
    yield from map(_wheel, shown_wheels(card))
    yield from _meters(card, clauses)
    if card.payout_limit is not None:
        yield _heading("Limit")
        yield _limit(card, card.payout_limit, clauses)
    if card.readings:
        yield _heading("How unclear points are read here")
        yield _readings(card, clauses)
    yield Text(f"\nRules hash {card.hash}", style="dim")


def _heading(title: str) -> Text:
    return Text(f"\n{title}", style="bold")


def _cited(text: str, clause: str | None, clauses: bool) -> str:
    return f"{escape(text)} [dim]{clause}[/dim]" if clauses and clause else escape(text)


def _steps(card: Card, clauses: bool) -> Table:
    steps = Table.grid(padding=(0, 2, 0, 0))
    for number, step in enumerate(card.steps, start=1):
        steps.add_row(f"{number:>3}", escape(step.title), _cited(step.text, step.clause, clauses))
    return steps


def _cards(card: Card) -> list[Padding]:
    """Return what is not as players expect it: the deck, and how hands rank."""
    deck = [f"Dealt from {card.deck}"] if card.deck else []
    return [Padding(escape(text), (0, 0, 0, 2)) for text in (*deck, *card.rankings)]


def _drawing(card: Card) -> Text:
    """The community cards where they lie: a cross is drawn as a cross."""
    places = {place.name: place for place in card.layout.places}
    lines: list[str] = []
    for row in card.layout.table:
        shown = [places.get(name) for name in row]
        tops = [f"┌{'─' * BOX}┐" if place else " " * (BOX + 2) for place in shown]
        names = [f"│{place.label:^{BOX}}│" if place else " " * (BOX + 2) for place in shown]
        under = [
            f"│{place.inscription or _many(place.cards):^{BOX}}│" if place else " " * (BOX + 2)
            for place in shown
        ]
        ends = [f"└{'─' * BOX}┘" if place else " " * (BOX + 2) for place in shown]
        lines += ["  ".join(part).rstrip() for part in (tops, names, under, ends)]
    return Text("\n".join(lines))


def _many(cards: int) -> str:
    return f"{cards} cards" if cards > 1 else ""


def _wagers(card: Card, clauses: bool) -> Table:
    wagers = Table.grid(padding=(0, 2, 0, 0))
    for wager in card.wagers:
        how = _cited(wager.how, wager.table_clause or wager.clause, clauses)
        wagers.add_row("  " + escape(wager.label), limits_text(wager), how)
    return wagers


def _paytable(table: ShownTable, clauses: bool) -> Table:
    shown = Table(
        title=_cited(table.title, table.clause, clauses),
        title_justify="left",
        title_style="",
        box=None,
        show_header=False,
        padding=(0, 1, 0, 0),
    )
    shown.add_column()
    shown.add_column(justify="right")
    for line in table.lines:
        shown.add_row("  " + _cited(sentence(line.name), line.clause, clauses), line.pays)
    return shown


def _wheel(shown: ShownWheel) -> Table:
    wheel = Table(
        title=f"\n{shown.title}, {shown.total:,} stops",
        title_justify="left",
        title_style="",
        box=None,
    )
    for name in ("  Symbol", "Stops", "Pays", "Each other player"):
        wheel.add_column(name, justify="left" if name == "  Symbol" else "right", style="")
    for stop in shown.stops:
        others = dollars(stop.community) if stop.community else ""
        wheel.add_row("  " + stop.symbol, f"{stop.stops:,}", stop.prize, others)
    return wheel


def _meters(card: Card, clauses: bool) -> Iterator[RenderableType]:
    for meter in card.meters:
        name = "The meter" if meter.name == "meter" else f"The {meter.name} meter"
        text = (
            f"{name} starts at {dollars(meter.start)}, takes {meter.rate} of each wager and is "
            f"reset to {dollars(meter.reset)}."
        )
        yield Padding(_cited(text, meter.clause, clauses), (0, 0, 0, 2))


def _limit(card: Card, limit: int, clauses: bool) -> Padding:
    scope = listed(card.payout_limit_wagers)
    text = f"One position wins at most {dollars(limit)} a round on {scope}."
    return Padding(_cited(text, card.payout_limit_clause, clauses), (0, 0, 0, 2))


def _readings(card: Card, clauses: bool) -> Table:
    readings = Table.grid(padding=(0, 2, 0, 0))
    for reading in card.readings:
        mark = "" if reading.is_default else " (not the default)"
        readings.add_row(
            "  " + reading.id,
            _cited(reading.question, reading.clause, clauses),
            escape(reading.meaning + mark),
        )
    return readings
