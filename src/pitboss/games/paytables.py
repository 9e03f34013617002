"""Odds, prizes and paytables: values, parsing from text, and wording for people."""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, Generic, TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.errors import Refused, short_repr
from pitboss.games.card_names import Ranked, TwoCards, parse_ranked, two_cards
from pitboss.hands import Order
from pitboss.money import WHOLE_NUMBER_PATTERN, dollars, money

Odds = int | Fraction
"""A push is 0 and a loss −1. The `Rounding` of a wager says how a fraction of a cent is rounded."""
PUSH: Final = 0
LOSS: Final = -1


class ForOne(Struct, frozen=True, tag=True):
    """A multiple of the stake; the house keeps the stake."""

    times: int


class Sum(Struct, frozen=True, tag=True, omit_defaults=True):
    """A fixed amount in cents; the house keeps the stake."""

    cents: int
    merchandise: str = ""
    """What the player gets instead, where the operator gives merchandise of that value."""


class Share(Struct, frozen=True, tag=True):
    """A share of what a progressive meter shows."""

    percent: int
    meter: str


class FixedPrize(Struct, frozen=True, tag=True):
    """The prize that the operator sets in its submission."""


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
    """How many stops of the wheel have it; set when a submission is resolved."""


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
    """Return what a table pays a hand of this strength; a hand that is not in it loses."""
    return next((x.odds for x in table.lines if x.hand.covers(strength, order)), LOSS)


def holding_odds(table: CardsTable, first: Card, second: Card) -> Odds:
    """Return what a table pays two cards; two cards that are not in it lose."""
    return next((x.odds for x in table.lines if x.cards.covers(first, second)), LOSS)


def against_dealer(table: CardsTable, dealer: Sequence[Card]) -> CardsTable:
    """Return a table with the lines that apply against the dealer's cards, if they are known."""
    return replace(table, lines=tuple(x for x in table.lines if x.cards.applies_against(dealer)))


def with_odds(table: Table[P], odds: Sequence[Odds]) -> Table[P]:
    """Return a table whose lines pay these odds, in their order."""
    lines = zip(table.lines, odds, strict=True)
    return replace(table, lines=tuple(replace(line, odds=new) for line, new in lines))


def line_slug(name: str) -> str:
    """Return the name of a line for programs: ``pair-of-jacks-or-better``."""
    return re.sub(r"[^a-z0-9$]+", "-", name.lower()).strip("-")


def paytable(text: str, *, clause: str = "") -> Paytable:
    """Parse a paytable of ranked hands with odds."""
    return Table(
        tuple(
            Line(name, parse_ranked(name), _parse_odds(pays), at)
            for at, name, pays in _parse_rows(text, clause)
        ),
        clause,
    )


def cards_table(text: str, *, clause: str = "") -> CardsTable:
    """Parse a table of two-card holdings with odds; the first line that matches pays."""
    return Table(
        tuple(
            CardsLine(name, two_cards(name), _parse_odds(pays), at)
            for at, name, pays in _parse_rows(text, clause)
        ),
        clause,
    )


def prizes(text: str, *, clause: str = "") -> PrizeTable:
    """Parse a table of ranked hands with prizes: odds for one, an amount, a share of a meter."""
    return Table(
        tuple(
            PrizeLine(name, parse_ranked(name), _parse_prize(pays), at)
            for at, name, pays in _parse_rows(text, clause)
        ),
        clause,
    )


def symbols(text: str, *, clause: str = "", community: SymbolTable | None = None) -> SymbolTable:
    """Parse the symbols of a wheel, and add those of the ``community`` list."""
    lines = tuple(
        Symbol(name.replace(",", ""), _parse_prize(pays), clause=at)
        for at, name, pays in _parse_rows(text, clause)
    )
    return Table(lines + (community.lines if community else ()), clause)


def community_symbols(text: str, *, clause: str = "") -> SymbolTable:
    """Parse symbols such as ``$100 and $20``: one amount to the spinner, one to the others.

    The name of such a symbol is its first amount.
    """
    lines = []
    for at, name, pays in _parse_rows(text, clause):
        spinner, _, others = name.partition(" and ")
        if others != pays:
            raise Refused(f"the symbol {name!r} of {at} pays {pays}, not its second amount")
        lines.append(Symbol(spinner.replace(",", ""), _parse_prize(spinner), money(others), at))
    return Table(tuple(lines), clause)


def _parse_rows(text: str, clause: str) -> Iterator[tuple[str, str, str]]:
    if not isinstance(text, str):
        raise Refused(f'a table is a text of lines such as "flush  5 to 1", not {short_repr(text)}')
    for row in filter(None, (line.strip() for line in text.splitlines())):
        columns = re.split(r"\s{2,}", row)
        if clause and (len(columns) != 3 or not re.fullmatch(r"(\([0-9a-z]+\))+", columns[0])):
            raise Refused(f"the line {row!r} of {clause} needs number, hand and payout in columns")
        if not clause and len(columns) != 2:
            raise Refused(f"the line {row!r} needs a hand and what it pays, two spaces apart")
        at, name, pays = (clause + columns[0], *columns[1:]) if clause else ("", *columns)
        yield at, name, pays


def _parse_odds(text: str) -> Odds:
    if text == "push":
        return PUSH
    match = re.fullmatch(rf"{WHOLE_NUMBER_PATTERN} to ([1-9]\d*)", text)
    if not match:
        raise Refused(f"{text!r} is neither odds such as 40 to 1 nor a push{_suggest_odds(text)}")
    odds = Fraction(_parse_number(match[1]), int(match[2]))
    return odds.numerator if odds.denominator == 1 else odds


def _suggest_odds(text: str) -> str:
    """Return how to write odds that are in another notation: ``1.5 to 1``, ``5:1``, ``even``."""
    if text.lower() in ("even", "evens", "even money"):
        return ": write 1 to 1"
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\s*(to|:|-|/|for)\s*(\d+))?", text)
    if not match or not int(match[3] or 1):
        return ""
    odds = Fraction(match[1]) / int(match[3] or 1)
    if match[2] == "for":
        odds -= 1  # odds for one include the stake
    if odds < 0:
        return ""
    return f": write {odds.numerator} to {odds.denominator}" if odds else ": write push"


def _parse_prize(text: str) -> Prize:
    if match := re.fullmatch(rf"{WHOLE_NUMBER_PATTERN} for 1", text):
        return ForOne(_parse_number(match[1]))
    if match := re.fullmatch(r"(100|[1-9]\d?)% of (\w+)", text):
        return Share(int(match[1]), match[2])
    if re.fullmatch(r"[\d.]+% of \w+", text):
        raise Refused(f"{text!r} is not a share of a meter: write a whole percentage, at most 100%")
    return FixedPrize() if text == "the fixed prize" else Sum(money(text))


def _parse_number(text: str) -> int:
    return int(text.replace(",", ""))


_ARTICLE_WORDS: Final = {"pair", "straight", "flush", "full", "royal", "mini"}
"""The first words of hands that take an article."""
_PLURAL_NUMBERS: Final = {"two", "three", "four", "five", "six", "seven"}

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def odds_text(odds: Odds) -> str:
    """``40 to 1``, ``3 to 2``, ``push`` or ``loses``."""
    if odds in (PUSH, LOSS):
        return "push" if odds == PUSH else "loses"
    return f"{odds.numerator:,} to {odds.denominator}"


def odds_json(odds: Odds) -> int | str:
    """Return odds as JSON: a whole number, or a fraction such as ``"3/2"``."""
    return odds if isinstance(odds, int) else str(odds)


def join_names(names: Iterable[str], word: str = "and") -> str:
    """Return names as a list in words: ``Ante, Play and Trips``."""
    *first, last = names
    return f"{', '.join(first)} {word} {last}" if first else last


_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")


def number_word(count: int) -> str:
    """Return a small number as a word."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def ordinal_text(number: int) -> str:
    """Return an ordinal number: ``first`` to ``seventh``, then ``8th`` and so on."""
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"


def with_article(hand: str) -> str:
    """Return a hand with its article: ``a straight``, but ``two pair`` and ``ace-king``."""
    first = hand.split()[0]
    return f"a {hand}" if first in _ARTICLE_WORDS else hand


def verb_form(label: str, singular: str, plural: str) -> str:
    """Return the form of a verb that agrees with a label: *your five cards beat*, *a hand beats*.

    In ``the best five of seven``, the words before *of* decide; ``your card and the flop`` are two.
    """
    subject = label.split(" of ")[0]
    noun = subject.split()[-1].lower()
    is_plural = noun in _PLURAL_NUMBERS or (noun.endswith("s") and not noun.endswith(("ss", "'s")))
    return plural if is_plural or " and " in subject else singular


def prize_text(prize: Prize) -> str:
    """Return a prize in words: ``300 for 1``, ``$60``, ``10% of the major meter``."""
    match prize:
        case ForOne(times=times):
            return f"{times:,} for 1"
        case Sum(cents=cents, merchandise=""):
            return dollars(cents)
        case Sum(cents=cents, merchandise=merchandise):
            return f"{merchandise}, worth {dollars(cents)}"
        case Share(percent=percent, meter=meter):
            name = "the meter" if meter == "meter" else f"the {meter} meter"
            return f"{percent}% of {name}"
        case FixedPrize():
            return "the fixed prize"
        case _ as other:
            assert_never(other)
