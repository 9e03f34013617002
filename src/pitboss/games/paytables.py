"""Paytables, written as the rulebook prints them and read when the game is built.

    paytable('''
        (1)   royal flush                500 to 1
        (9)   pair of jacks or better      1 to 1
        (10)  pair of 6s to 10s          push
    ''', clause="12.A")

Columns stand two or more spaces apart: the number of the clause where there is a rulebook, the
hand, what it pays. Odds such as 3 to 2 are fractions; a push is 0 and a loss −1.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.games.odds import LOSS, PUSH, Odds
from pitboss.games.patterns import Ranked, TwoCards, ranked, two_cards
from pitboss.hands import Order
from pitboss.money import WHOLE_NUMBER, money
from pitboss.refusal import Refused, brief


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
    hand: Ranked
    odds: Odds
    clause: str = ""


class CardsLine(Struct, frozen=True):
    """Two cards and their odds."""

    name: str
    cards: TwoCards
    odds: Odds
    clause: str = ""


class PrizeLine(Struct, frozen=True):
    """A hand and its prize."""

    name: str
    hand: Ranked
    prize: Prize
    clause: str = ""


class Symbol(Struct, frozen=True):
    """A symbol of a wheel, its prize, and what every other player gets when it is spun."""

    name: str
    prize: Prize
    community: int = 0
    clause: str = ""
    stops: int = 0
    """How many stops of the wheel have it. Filled in when a submission is resolved."""


L = TypeVar("L", Line, CardsLine, PrizeLine, Symbol)
P = TypeVar("P", Line, CardsLine)


class Table(Struct, Generic[L], frozen=True):
    """The lines of one paytable, the best first."""

    lines: tuple[L, ...]
    clause: str = ""


Paytable = Table[Line]
CardsTable = Table[CardsLine]
PrizeTable = Table[PrizeLine]
SymbolTable = Table[Symbol]


def line_odds(table: Paytable, strength: int, order: Order) -> Odds:
    """Return what a table pays a hand of this strength; a hand it does not name loses."""
    return next((x.odds for x in table.lines if x.hand.covers(strength, order)), LOSS)


def holding_odds(table: CardsTable, first: Card, second: Card, dealer_aces: bool) -> Odds:
    """Return what a table pays two cards, with the dealer holding two aces or not."""
    lines = (x for x in table.lines if dealer_aces or not x.cards.against_aces)
    return next((x.odds for x in lines if x.cards.covers(first, second)), LOSS)


def with_odds(table: Table[P], odds: Sequence[Odds]) -> Table[P]:
    """Return a table whose lines pay these odds, in their order."""
    lines = zip(table.lines, odds, strict=True)
    return replace(table, lines=tuple(replace(line, odds=new) for line, new in lines))


def slug(name: str) -> str:
    """The name of a line as programs write it: ``pair-of-jacks-or-better``."""
    return re.sub(r"[^a-z0-9$]+", "-", name.lower()).strip("-")


def paytable(text: str, *, clause: str = "") -> Paytable:
    """Ranked hands with odds."""
    return Table(
        tuple(Line(name, ranked(name), _odds(pays), at) for at, name, pays in _rows(text, clause)),
        clause,
    )


def cards_table(text: str, *, clause: str = "") -> CardsTable:
    """Holdings of two cards with odds; the first line that fits counts."""
    return Table(
        tuple(
            CardsLine(name, two_cards(name), _odds(pays), at)
            for at, name, pays in _rows(text, clause)
        ),
        clause,
    )


def prizes(text: str, *, clause: str = "") -> PrizeTable:
    """Ranked hands with prizes: so much for one, a sum, a share of a meter."""
    return Table(
        tuple(
            PrizeLine(name, ranked(name), _prize(pays), at)
            for at, name, pays in _rows(text, clause)
        ),
        clause,
    )


def symbols(text: str, *, clause: str = "", community: SymbolTable | None = None) -> SymbolTable:
    """Symbols of a wheel; those of the ``community`` list belong to it too."""
    own = tuple(
        Symbol(name.replace(",", ""), _prize(pays), clause=at)
        for at, name, pays in _rows(text, clause)
    )
    return Table(own + (community.lines if community else ()), clause)


def community_symbols(text: str, *, clause: str = "") -> SymbolTable:
    """Symbols such as ``$100 and $20``: the first sum to the spinner, the second to the others.

    Such a symbol is called by its first sum.
    """
    lines = []
    for at, name, pays in _rows(text, clause):
        spinner, _, others = name.partition(" and ")
        if others != pays:
            raise Refused(f"the symbol {name!r} of {at} pays {pays}, not its second sum")
        lines.append(Symbol(spinner.replace(",", ""), _prize(spinner), money(others), at))
    return Table(tuple(lines), clause)


def _rows(text: str, clause: str) -> Iterator[tuple[str, str, str]]:
    if not isinstance(text, str):
        raise Refused(f'a table is a text of lines such as "flush  5 to 1", not {brief(text)}')
    for row in filter(None, (line.strip() for line in text.splitlines())):
        columns = re.split(r"\s{2,}", row)
        if clause and (len(columns) != 3 or not re.fullmatch(r"(\([0-9a-z]+\))+", columns[0])):
            raise Refused(f"the line {row!r} of {clause} needs number, hand and payout in columns")
        if not clause and len(columns) != 2:
            raise Refused(f"the line {row!r} needs a hand and what it pays, two spaces apart")
        at, name, pays = (clause + columns[0], *columns[1:]) if clause else ("", *columns)
        yield at, name, pays


def _odds(text: str) -> Odds:
    if text == "push":
        return PUSH
    found = re.fullmatch(rf"{WHOLE_NUMBER} to ([1-9]\d*)", text)
    if not found:
        raise Refused(f"{text!r} is neither odds such as 40 to 1 nor a push{_meant(text)}")
    odds = Fraction(_number(found[1]), int(found[2]))
    return odds.numerator if odds.denominator == 1 else odds


def _meant(text: str) -> str:
    """Say how odds are written that somebody wrote otherwise: ``1.5 to 1``, ``5:1``, ``even``."""
    if text.lower() in ("even", "evens", "even money"):
        return ": write 1 to 1"
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\s*(to|:|-|/|for)\s*(\d+))?", text)
    if not found or not int(found[3] or 1):
        return ""
    odds = Fraction(found[1]) / int(found[3] or 1)
    if found[2] == "for":
        odds -= 1  # the stake is among them
    if odds < 0:
        return ""
    return f": write {odds.numerator} to {odds.denominator}" if odds else ": write push"


def _prize(text: str) -> Prize:
    if found := re.fullmatch(rf"{WHOLE_NUMBER} for 1", text):
        return ForOne(_number(found[1]))
    if found := re.fullmatch(r"(100|[1-9]\d?)% of (\w+)", text):
        return Share(int(found[1]), found[2])
    if re.fullmatch(r"[\d.]+% of \w+", text):
        raise Refused(f"{text!r} is not a share of a meter: write a whole percentage, at most 100%")
    return FixedPrize() if text == "the fixed prize" else Sum(money(text))


def _number(text: str) -> int:
    return int(text.replace(",", ""))
