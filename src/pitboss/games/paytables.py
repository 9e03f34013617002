"""Paytables, written as the rulebook prints them and read when the game is built.

    paytable("12.A", '''
        (1)   royal flush                500 to 1
        (9)   pair of jacks or better      1 to 1
        (10)  pair of 6s to 10s          push
    ''')

Columns stand two or more spaces apart: number of the clause, hand, what it pays. Odds are whole
numbers to one; a push is 0 and a loss −1.
"""

import re
from collections.abc import Iterator
from typing import Final, Generic, TypeVar

from msgspec import Struct

from pitboss.cards import Card
from pitboss.games.patterns import Ranked, TwoCards, ranked, two_cards
from pitboss.money import WHOLE_NUMBER, money
from pitboss.refusal import Refused

PUSH: Final = 0
LOSS: Final = -1


class ForOne(Struct, frozen=True, tag=True):
    """So many times the stake, and the stake is kept."""

    times: int


class Sum(Struct, frozen=True, tag=True, omit_defaults=True):
    """A fixed sum in cents, and the stake is kept."""

    cents: int
    merchandise: str = ""
    """What is handed over instead, where the operator gives merchandise of that value."""


class Share(Struct, frozen=True, tag=True):
    """A share of what a progressive meter shows."""

    percent: int
    meter: str


class FixedPrize(Struct, frozen=True, tag=True):
    """The prize that the operator names in its submission."""


Prize = ForOne | Sum | Share | FixedPrize


class Line(Struct, frozen=True):
    """A hand and its odds."""

    name: str
    clause: str
    hand: Ranked
    odds: int


class CardsLine(Struct, frozen=True):
    """Two cards and their odds."""

    name: str
    clause: str
    cards: TwoCards
    odds: int


class PrizeLine(Struct, frozen=True):
    """A hand and its prize."""

    name: str
    clause: str
    hand: Ranked
    prize: Prize


class Symbol(Struct, frozen=True):
    """A symbol of a wheel, its prize, and what every other player gets when it is spun."""

    name: str
    clause: str
    prize: Prize
    community: int = 0


L = TypeVar("L", Line, CardsLine, PrizeLine, Symbol)


class Table(Struct, Generic[L], frozen=True):
    """The lines of one paytable, the best first."""

    clause: str
    lines: tuple[L, ...]


Paytable = Table[Line]
CardsTable = Table[CardsLine]
PrizeTable = Table[PrizeLine]
SymbolTable = Table[Symbol]


def line_odds(table: Paytable, strength: int, size: int) -> int:
    """Return what a table pays a hand of this strength and size; a hand it does not name loses."""
    return next((x.odds for x in table.lines if x.hand.covers(strength, size)), LOSS)


def holding_odds(table: CardsTable, first: Card, second: Card, dealer_aces: bool) -> int:
    """Return what a table pays two cards, with the dealer holding two aces or not."""
    lines = (x for x in table.lines if dealer_aces or not x.cards.against_aces)
    return next((x.odds for x in lines if x.cards.covers(first, second)), LOSS)


def slug(name: str) -> str:
    """The name of a line as programs write it: ``pair-of-jacks-or-better``."""
    return re.sub(r"[^a-z0-9$]+", "-", name.lower()).strip("-")


def paytable(clause: str, text: str) -> Paytable:
    """Ranked hands with odds to one."""
    return Table(
        clause,
        tuple(Line(name, at, ranked(name), _odds(pays)) for at, name, pays in _rows(clause, text)),
    )


def cards_table(clause: str, text: str) -> CardsTable:
    """Holdings of two cards with odds to one; the first line that fits counts."""
    return Table(
        clause,
        tuple(
            CardsLine(name, at, two_cards(name), _odds(pays))
            for at, name, pays in _rows(clause, text)
        ),
    )


def prizes(clause: str, text: str) -> PrizeTable:
    """Ranked hands with prizes: so much for one, a sum, a share of a meter."""
    return Table(
        clause,
        tuple(
            PrizeLine(name, at, ranked(name), _prize(pays))
            for at, name, pays in _rows(clause, text)
        ),
    )


def symbols(clause: str, text: str, community: SymbolTable | None = None) -> SymbolTable:
    """Symbols of a wheel; those of the ``community`` list belong to it too."""
    own = tuple(
        Symbol(name.replace(",", ""), at, _prize(pays)) for at, name, pays in _rows(clause, text)
    )
    return Table(clause, own + (community.lines if community else ()))


def community_symbols(clause: str, text: str) -> SymbolTable:
    """Symbols such as ``$100 and $20``: the first sum to the spinner, the second to the others.

    Such a symbol is called by its first sum.
    """
    lines = []
    for at, name, pays in _rows(clause, text):
        spinner, _, others = name.partition(" and ")
        if others != pays:
            raise Refused(f"the symbol {name!r} of {at} pays {pays}, not its second sum")
        lines.append(Symbol(spinner.replace(",", ""), at, _prize(spinner), money(others)))
    return Table(clause, tuple(lines))


def _rows(clause: str, text: str) -> Iterator[tuple[str, str, str]]:
    for row in filter(None, (line.strip() for line in text.splitlines())):
        columns = re.split(r"\s{2,}", row)
        if len(columns) != 3 or not re.fullmatch(r"(\([0-9a-z]+\))+", columns[0]):
            raise Refused(f"the line {row!r} of {clause} needs number, hand and payout in columns")
        yield clause + columns[0], columns[1], columns[2]


def _odds(text: str) -> int:
    if text == "push":
        return PUSH
    found = re.fullmatch(rf"{WHOLE_NUMBER} to 1", text)
    if not found:
        raise Refused(f"{text!r} is neither odds such as 40 to 1 nor a push")
    return _number(found[1])


def _prize(text: str) -> Prize:
    if found := re.fullmatch(rf"{WHOLE_NUMBER} for 1", text):
        return ForOne(_number(found[1]))
    if found := re.fullmatch(r"(100|[1-9]\d?)% of (\w+)", text):
        return Share(int(found[1]), found[2])
    return FixedPrize() if text == "the fixed prize" else Sum(money(text))


def _number(text: str) -> int:
    return int(text.replace(",", ""))
