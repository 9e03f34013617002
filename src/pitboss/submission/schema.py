"""The keys that a submission of a game may have, each with the check of its value."""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import date
from fractions import Fraction
from typing import Any, Final, Literal

from msgspec import Struct

from pitboss.errors import short_repr
from pitboss.games.game_parts import (
    PHYSICAL,
    RESHUFFLING,
    UNLIMITED,
    VIRTUAL,
    Required,
    Side,
    switch_of,
)
from pitboss.games.grammar import Game
from pitboss.games.payoffs import ByTable, Cases, HoleCards, Meter, Progressive
from pitboss.games.payoffs import Wheel as WheelPayoff
from pitboss.games.paytables import Symbol
from pitboss.money import MAX_CENTS, dollars
from pitboss.submission.defaults import payoff_of

ValueCheck = Callable[[object], str | None]
ValueKind = Literal["money", "number", "choice", "boolean", "date", "text"]
_DATE_PATTERN: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


class KindCheck(Struct, frozen=True):
    """A check of a value, with what a form needs to ask for one."""

    find_problem: ValueCheck
    kind: ValueKind
    choices: tuple[str, ...] = ()

    def __call__(self, value: object) -> str | None:
        """Return what is wrong with a value, if anything."""
        return self.find_problem(value)


def cents(minimum: int = 1, exactly: Iterable[int] = ()) -> ValueCheck:
    """Return a check for a whole number of cents."""
    amounts = tuple(exactly)

    def problem(value: object) -> str | None:
        if type(value) is not int:
            return f"is {short_repr(value)} but must be a whole number of cents"
        if value > MAX_CENTS:  # these may have thousands of digits and are not printed
            return f"must be at most {dollars(MAX_CENTS)}"
        if value < -MAX_CENTS:
            return f"must be at least {dollars(minimum)}"
        if amounts and value not in amounts:
            return f"is {dollars(value)} but must be {_join_with_or(map(dollars, amounts))}"
        if value < minimum:
            return f"is {dollars(value)} but must be at least {dollars(minimum)}"
        return None

    return KindCheck(problem, "money")


def whole_number(minimum: int, maximum: int) -> ValueCheck:
    """Return a check for a whole number in a range."""

    def problem(value: object) -> str | None:
        if type(value) is not int or not minimum <= value <= maximum:
            return f"is {short_repr(value)} but must be a whole number from {minimum} to {maximum}"
        return None

    return KindCheck(problem, "number")


def one_of(choices: Iterable[str]) -> ValueCheck:
    """Return a check for one of these words."""
    words = tuple(choices)

    def problem(value: object) -> str | None:
        if not isinstance(value, str) or value not in words:
            return f"is {short_repr(value)} but must be {_join_with_or(map(repr, words))}"
        return None

    return KindCheck(problem, "choice", words)


def boolean(value: object) -> str | None:
    """Return what is wrong with a value that must be true or false, if anything."""
    return None if isinstance(value, bool) else f"is {short_repr(value)} but must be true or false"


def one_line_text(value: object) -> str | None:
    """Return what is wrong with a value that must be text on one line, if anything."""
    if isinstance(value, str) and value.strip() and value.isprintable():
        return None
    return f"is {short_repr(value)} but must be text on one line"


def iso_date(value: object) -> str | None:
    """Return what is wrong with a value that must be an ISO 8601 date, if anything."""
    if isinstance(value, str) and _DATE_PATTERN.fullmatch(value):
        with suppress(ValueError):
            date.fromisoformat(value)
            return None
    return f"is {short_repr(value)} but must be a date such as 2026-01-31"


def short_text(max_length: int) -> ValueCheck:
    """Return a check for text on one line with at most this many characters."""

    def problem(value: object) -> str | None:
        if problem_with_text := one_line_text(value):
            return problem_with_text
        if len(str(value)) > max_length:
            return f"is {short_repr(value)} but may have at most {max_length} characters"
        return None

    return problem


def symbol_name(max_length: int, other_symbols: Iterable[str]) -> ValueCheck:
    """Return a check for the name of a wheel's symbol: short, no amount, and not in use."""
    others = tuple(other_symbols)

    def problem(value: object) -> str | None:
        if problem_with_text := short_text(max_length)(value):
            return problem_with_text
        if value in others or str(value).startswith("$"):
            return (
                f"is {short_repr(value)}, but an amount is the symbol of another prize: "
                "choose a different name"
            )
        return None

    return problem


def fraction_text(value: object) -> str | None:
    """Return what is wrong with a value that must be a fraction from 0 to 1, if anything.

    It is written as text so that it stays exact.
    """
    sentence = (
        f'is {short_repr(value)} but must be a fraction from 0 to 1 in quotes, such as "1/10"'
    )
    if not isinstance(value, str) or len(value) > 40 or "e" in value.lower():
        return sentence
    try:
        fraction = Fraction(value)
    except (ValueError, ZeroDivisionError):
        return sentence
    return None if 0 <= fraction <= 1 else sentence


def _join_with_or(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


class ValueKey(Struct, frozen=True):
    """A key that takes a value, and the clause that limits it or requires it."""

    check: ValueCheck
    clause: str | None = None
    default: str | None = None
    """The value of a key that a complete filing may leave out."""

    @property
    def kind(self) -> ValueKind:
        """What kind of value it is."""
        if isinstance(self.check, KindCheck):
            return self.check.kind
        return "boolean" if self.check is boolean else "date" if self.check is iso_date else "text"

    @property
    def choices(self) -> tuple[str, ...]:
        """The values to choose from, if there are only some."""
        return self.check.choices if isinstance(self.check, KindCheck) else ()


class WheelKey(Struct, frozen=True):
    """A key that takes the stops of a wheel."""

    symbols: dict[str, Symbol]
    """Every symbol that may be used."""
    clause: str
    top: str
    """The symbol that the operator may replace with another."""

    def with_top_symbol(self, top: object) -> "WheelKey":
        """Return the wheel with this name for its top symbol, if the name is usable."""
        if not isinstance(top, str) or not top or top in self.symbols:
            return self
        symbols = {
            top if name == self.top else name: symbol for name, symbol in self.symbols.items()
        }
        return WheelKey(symbols, self.clause, self.top)


SchemaKeys = dict[str, Any]
"""Keys by name: each a `ValueKey`, a `WheelKey` or more `SchemaKeys`."""


def submission_schema(game: Game, letters: Mapping[str, str]) -> SchemaKeys:
    """Return the keys of a submission of this game with these paytables."""
    methods: dict[str, str] = {}
    for dealing in game.procedures.dealing:
        methods.setdefault(dealing.method, dealing.clause)
    shuffler_clauses = ", ".join(filter(None, dict.fromkeys(game.procedures.shufflers.values())))
    table: SchemaKeys = {
        "minimum": ValueKey(cents(), game.required[0].clause),
        "maximum": ValueKey(cents(), game.required[0].clause),
        "chip": ValueKey(cents(), game.procedures.table.chips),
        "dealing": ValueKey(one_of(methods), ", ".join(filter(None, methods.values()))),
        "shuffler": ValueKey(one_of(game.procedures.shufflers), shuffler_clauses),
        "decks": ValueKey(whole_number(1, 2), game.procedures.two_decks),
        "cards": ValueKey(one_of((VIRTUAL, PHYSICAL)), default=VIRTUAL),
    }
    limit = game.payout_limit
    if limit != UNLIMITED:
        table["payout_limit"] = ValueKey(cents(), limit.lower_by or limit.clause)
    if game.boxes.most > 1:
        table["boxes_per_player"] = ValueKey(whole_number(1, game.boxes.most), game.boxes.clause)
    return {
        "game": ValueKey(one_of([game.key]), game.procedures.submission_clause),
        "operator": ValueKey(one_line_text, game.layout.operator_clause),
        "edition": ValueKey(one_of([game.edition]), game.procedures.submission_clause),
        "table": table,
        "wagers": {
            wager.key: _option_keys(wager)
            if isinstance(wager, Required)
            else _side_keys(wager, letters.get(wager.key))
            for wager in game.wagers
            if isinstance(wager, Side) or (isinstance(wager, Required) and wager.options)
        },
        "readings": {
            reading.id: ValueKey(one_of(reading.choices), reading.clause)
            for reading in game.readings
        },
        "approvals": {
            name: {"reference": ValueKey(one_line_text, clause), "date": ValueKey(iso_date, clause)}
            for name, clause in approval_clauses(game).items()
        },
    }


def approval_clauses(game: Game) -> dict[str, str | None]:
    """Return the clause of everything that the regulator approves, by name."""
    return {
        "filing": game.procedures.submission_clause,
        "layout": game.layout.clause,
        "shuffler": game.procedures.shufflers.get(RESHUFFLING),
    }


def regulator(game: Game) -> str:
    """Return the name of who approves a filing: for Maryland's rulebooks, the Commission."""
    return "the Commission" if game.short else "the regulator"


def paytable_letters(side: Side) -> tuple[str, ...]:
    """Return the letters of a side wager's paytables; a single one is A."""
    switch = switch_of(side.pays)
    return tuple(switch.choices) if switch else ("A",)


def paytable_clause(side: Side) -> str:
    """Return the clause in which the rulebook prints the paytables of a side wager."""
    return payoff_of(side, None).clause.partition("(")[0]


def _option_keys(wager: Required) -> SchemaKeys:
    return {option.key: ValueKey(one_of(option.choices), option.clause) for option in wager.options}


def _side_keys(side: Side, letter: str | None) -> SchemaKeys:
    keys: SchemaKeys = {
        "offered": ValueKey(boolean, side.clause),
        "paytable": ValueKey(one_of(paytable_letters(side)), paytable_clause(side)),
    }
    match payoff_of(side, letter):
        case Progressive() as progressive:
            envy = progressive.envy
            stakes = progressive.envy_by_stake
            keys["wager"] = ValueKey(cents(exactly=stakes), envy.clause.partition("(")[0])
            keys["meters"] = _meter_keys(progressive.meters, progressive.rate_clause)
        case WheelPayoff() as wheel:
            keys["wager"] = ValueKey(cents(exactly=[wheel.stake]), wheel.stake_clause)
            if wheel.fixed_prize:
                keys["fixed_prize"] = ValueKey(
                    cents(wheel.fixed_prize.least), wheel.fixed_prize.clause
                )
            if wheel.meters:
                keys["meters"] = _meter_keys(wheel.meters, wheel.rate_clause)
            symbols = {line.name: line for line in wheel.symbols.lines}
            if wheel.top in symbols:
                clause = symbols[wheel.top].clause
                others = [name for name in symbols if name != wheel.top]
                keys["top_symbol"] = ValueKey(symbol_name(40, others), clause)
                if wheel.fixed_prize:
                    keys["merchandise"] = ValueKey(short_text(80), clause)
            keys["wheel"] = WheelKey(symbols, wheel.symbols.clause, wheel.top)
        case ByTable() | HoleCards() | Cases():
            limit = ValueKey(cents(), side.clause)
            keys |= {"minimum": limit, "maximum": limit}
    return keys


def _meter_keys(meters: tuple[Meter, ...], rate_clause: str) -> SchemaKeys:
    return {
        meter.name: {
            "start": ValueKey(cents(meter.least), meter.clause),
            "reset": ValueKey(cents(meter.least), meter.clause),
            "rate": ValueKey(fraction_text, rate_clause),
        }
        for meter in meters
    }
