"""The rounds of ``pitboss settle``: a line of JSON in, a line of JSON out (see docs/settle.md).

Reading is strict, and whatever is wrong with a line is said on its line; nothing here prints.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from pitboss.cards import CARD, Card, card
from pitboss.games import find_game
from pitboss.refusal import Refused, brief
from pitboss.settle.book import MOST_BOOKS
from pitboss.settle.settling import settle
from pitboss.settle.values import Round, Seat, SeatResult
from pitboss.submission import Rules, resolve

SETTLES: Final = "settle-"
"""Begins the ``void`` of a line that names a wager."""
LONGEST: Final = 1 << 20
"""Bytes in a line; a round with the largest wheel takes a fraction of it."""


class _Seat(Struct, forbid_unknown_fields=True):
    wagers: dict[str, Any]
    decisions: list[Any] = []
    player: str | UnsetType = UNSET
    forfeit: bool = False
    spin: str | dict[str, str] | UnsetType = UNSET


class _Line(Struct, forbid_unknown_fields=True):
    game: str
    seats: dict[str, _Seat]
    cards: dict[str, Any] = {}
    submission: Raw = Raw(b"{}")
    meters: dict[str, Any] = {}
    void: bool | str = False


class _Settled(Struct):
    seats: dict[int, SeatResult]
    meters: dict[str, int]


_JSON_WORDS: Final = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a number",
    "object": "an object",
    "str": "text",
}
_decode = msgspec.json.Decoder(_Line).decode
_encode = msgspec.json.Encoder().encode
_NUMBERS: Final = {str(number): number for number in range(1, 100)}
_rules: dict[tuple[str, bytes], Rules] = {}


def settle_line(line: bytes) -> bytes:
    """The answer to one line: results, or an error that says what is wrong."""
    try:
        return _encode(_settled(line))
    except Refused as refused:
        return _encode({"error": str(refused)})


def _settled(line: bytes) -> _Settled:
    if len(line) > LONGEST:
        raise Refused(f"the line is longer than {LONGEST:,} bytes")
    try:
        given = _decode(line)
    except (ValueError, RecursionError) as error:
        raise Refused(f"the line is not a round: {_plain(error)}") from None
    rules = _rules_of(given)
    table, holes = _cards(given.cards)
    seats = {_number(key): _seat(seat) for key, seat in given.seats.items()}
    meters: dict[str, int | Fraction] = {n: _meter(n, v) for n, v in given.meters.items()}
    settles = settled_when_void(rules, given.void)
    void = given.void is not False
    result = settle(rules, Round(table, holes, seats, meters, void, settles))
    return _Settled(result.seats, {name: floor(shows) for name, shows in result.meters.items()})


def settled_when_void(rules: Rules, void: bool | str) -> str:
    """Return the wager that the ``void`` of a line settles all the same; none where it is empty."""
    if isinstance(void, bool):
        return ""
    ways = {SETTLES + key: key for key in rules.settled_when_void}
    if void not in ways:
        some = " or ".join(["true", *(f'"{way}"' for way in ways)])
        raise Refused(f"void is {brief(void)}, but in this game may be {some}")
    return ways[void]


def _rules_of(given: _Line) -> Rules:
    key = (given.game, bytes(given.submission))
    rules = _rules.get(key)
    if rules is None:
        if len(_rules) >= MOST_BOOKS:
            _rules.clear()
        rules = _rules[key] = resolve(find_game(given.game), _parsed(given.submission))
    return rules


def _parsed(submission: Raw) -> dict[str, Any]:
    try:
        return msgspec.json.decode(submission, type=dict[str, Any])
    except (ValueError, RecursionError) as error:
        raise Refused(f"the submission cannot be read: {_plain(error)}") from None


def _plain(error: ValueError | RecursionError) -> str:
    """The decoder's words, for people: where, what should be there, what is."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    said = str(error)
    found = re.fullmatch(r"Expected `(.+?)`, got `(.+?)`(?: - at `\$\.?(.*)`)?", said)
    if not found:
        return said.replace("`", "'")
    wanted, got = (_JSON_WORDS.get(word, word) for word in found.group(1, 2))
    return f"{found[3] or 'it'} must be {wanted}, not {got}"


def _seat(seat: _Seat) -> Seat:
    return Seat(
        seat.wagers,
        seat.decisions,
        None if seat.player is UNSET else seat.player,
        seat.forfeit,
        seat.spin if isinstance(seat.spin, str) else None,
        spins=seat.spin if isinstance(seat.spin, dict) else None,
    )


def _number(key: str) -> int:
    if key not in _NUMBERS:
        raise Refused(f"{brief(key)} is not the number of a seat")
    return _NUMBERS[key]


def _cards(
    given: Mapping[str, Any],
) -> tuple[dict[str, tuple[Card, ...]], dict[int, tuple[Card, ...]]]:
    table: dict[str, tuple[Card, ...]] = {}
    holes: dict[int, tuple[Card, ...]] = {}
    for name, value in given.items():
        if name != "holes":
            table[name] = _read(name, value)
        elif isinstance(value, dict):
            holes = {_number(seat): _read(f"seat {seat}", v) for seat, v in value.items()}
        else:
            raise Refused("holes must be an object: the cards of each seat under its number")
    return table, holes


def _read(where: str, value: object) -> tuple[Card, ...]:
    """One card as text, or several as a list or as text with spaces."""
    if isinstance(value, str):
        found = CARD.get(value)
        return (found,) if found is not None else tuple(map(card, value.split()))
    if isinstance(value, list):
        try:
            return tuple([CARD[text] for text in value])
        except (KeyError, TypeError):
            return tuple(map(card, value))
    raise Refused(f"the cards of {where} must be text or a list of texts")


def _meter(name: str, value: object) -> int:
    if type(value) is not int or not 0 <= value <= 10**15:
        raise Refused(f"the meter {brief(name)} must show a whole number of cents, up to 10^15")
    return value
