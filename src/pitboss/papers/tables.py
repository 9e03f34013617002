"""Paytables as a card shows them: wagers that share one stand together under it."""

from itertools import groupby

from msgspec import Struct

from pitboss.games.payout_words import ordinal
from pitboss.money import dollars
from pitboss.papers.card import Card, StopCard
from pitboss.papers.wagers import PayLine, WagerCard
from pitboss.papers.words import listed


class ShownTable(Struct, frozen=True):
    """A paytable with its title: the wagers that it pays."""

    title: str
    clause: str | None
    lines: tuple[PayLine, ...]


def shown_tables(card: Card) -> tuple[ShownTable, ...]:
    """Every table of the card once, in the order of its first wager."""
    groups: dict[tuple[PayLine, ...], list[WagerCard]] = {}
    for wager in card.wagers:
        for _, group in groupby(wager.lines, key=lambda line: (line.bonus, line.table)):
            groups.setdefault(tuple(group), []).append(wager)
    tables: list[ShownTable] = []
    for lines, wagers in groups.items():
        title = listed(wager.label for wager in wagers)
        if lines[0].bonus:
            title += " bonus, win or lose"
        elif len({line.table for line in wagers[0].lines if not line.bonus}) > 1:
            title += f", {ordinal(lines[0].table)} table"
        letter = f", table {wagers[0].paytable}" if wagers[0].paytable else ""
        tables.append(ShownTable(title + letter, wagers[0].table_clause, lines))
        if wagers[0].envy and not lines[0].bonus:
            envy = f"{wagers[0].label}: envy, for another player's hand"
            tables.append(ShownTable(envy, None, wagers[0].envy))
    return tuple(tables)


def limits_text(wager: WagerCard) -> str:
    """``$5 to $500``, ``$1``, or ``1–3 × Ante`` for a raise."""
    if wager.minimum is None or wager.maximum is None:
        return wager.times or ""
    if wager.minimum == wager.maximum:
        return dollars(wager.minimum)
    return f"{dollars(wager.minimum)} to {dollars(wager.maximum)}"


class ShownWheel(Struct, frozen=True):
    """A wheel with its title: the wager that spins it, and its table."""

    title: str
    stops: tuple[StopCard, ...]

    @property
    def total(self) -> int:
        """How many stops it has in all."""
        return sum(stop.stops for stop in self.stops)


def shown_wheels(card: Card) -> tuple[ShownWheel, ...]:
    """Return every wheel of the card, in the order of the wagers."""
    wheels = []
    for wager in card.wagers:
        if wager.spins:
            letter = f", table {wager.paytable}" if wager.paytable else ""
            stops = tuple(stop for stop in card.wheel if stop.wager == wager.key)
            wheels.append(ShownWheel(f"The wheel of {wager.label}{letter}", stops))
    return tuple(wheels)
