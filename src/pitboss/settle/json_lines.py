"""The rounds of ``pitboss settle``: one line of JSON in, one line of JSON out (see docs/settle.md).

Parsing is strict, and whatever is wrong with a line is reported on its line; nothing here prints.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from pitboss.cards import CARD_BY_TEXT, Card, card
from pitboss.errors import Refused, short_repr
from pitboss.games import find_game
from pitboss.settle.compiled_rules import MAX_CACHED_RULES
from pitboss.settle.model import Round, Seat, SeatResult
from pitboss.settle.settlement import settle
from pitboss.submission import Rules, resolve

VOID_SETTLES_PREFIX: Final = "settle-"
"""The prefix of a ``void`` that names a wager."""
MAX_LINE_BYTES: Final = 1 << 20
"""The longest line; a round with the largest wheel takes a fraction of it."""


class _SeatLine(Struct, forbid_unknown_fields=True):
    wagers: dict[str, Any]
    decisions: list[Any] = []
    player: str | UnsetType = UNSET
    forfeit: bool = False
    spin: str | dict[str, str] | UnsetType = UNSET


class _RoundLine(Struct, forbid_unknown_fields=True):
    game: str
    seats: dict[str, _SeatLine]
    cards: dict[str, Any] = {}
    submission: Raw = Raw(b"{}")
    meters: dict[str, Any] = {}
    void: bool | str = False


class _ResultLine(Struct):
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
_decode = msgspec.json.Decoder(_RoundLine).decode
_PLACE: Final = r"(?: - at `\$\.?(.*)`)?"
_DECODE_REASONS: Final = (
    (rf"(Input data was truncated){_PLACE}", "the JSON object ends too early"),
    (rf"Object missing required field `(.+?)`{_PLACE}", "{} is missing"),
    (rf"Object contains unknown field `(.+?)`{_PLACE}", "'{}' is not a known key"),
)
_encode = msgspec.json.Encoder().encode
_SEAT_NUMBERS: Final = {str(number): number for number in range(1, 100)}
_rules_cache: dict[tuple[str, bytes], Rules] = {}


def settle_line(line: bytes) -> bytes:
    """Return the output for one input line: results, or an error that says what is wrong."""
    try:
        return _encode(_settle(line))
    except Refused as refused:
        return _encode({"error": str(refused)})


def _settle(line: bytes) -> _ResultLine:
    if len(line) > MAX_LINE_BYTES:
        raise Refused(f"the line is longer than {MAX_LINE_BYTES:,} bytes")
    try:
        round_line = _decode(line)
    except (ValueError, RecursionError) as error:
        raise Refused(f"the line is not a round: {_describe_decode_error(error)}") from None
    rules = _find_rules(round_line)
    table, holes = _parse_cards(round_line.cards)
    seats = {_seat_number(key): _to_seat(seat) for key, seat in round_line.seats.items()}
    meters: dict[str, int | Fraction] = {
        n: _parse_meter(n, v) for n, v in round_line.meters.items()
    }
    settles = void_settled_wager(rules, round_line.void)
    void = round_line.void is not False
    result = settle(rules, Round(table, holes, seats, meters, void, settles))
    return _ResultLine(result.seats, {name: floor(shows) for name, shows in result.meters.items()})


def void_settled_wager(rules: Rules, void: bool | str) -> str:
    """Return the wager that a line settles although its round is void; empty if there is none."""
    if isinstance(void, bool):
        return ""
    ways = {VOID_SETTLES_PREFIX + key: key for key in rules.settled_when_void}
    if void not in ways:
        some = " or ".join(["true", *(f'"{way}"' for way in ways)])
        raise Refused(f"void must be {some} in this game, not {short_repr(void)}")
    return ways[void]


def _find_rules(round_line: _RoundLine) -> Rules:
    key = (round_line.game, bytes(round_line.submission))
    rules = _rules_cache.get(key)
    if rules is None:
        if len(_rules_cache) >= MAX_CACHED_RULES:
            _rules_cache.clear()
        rules = _rules_cache[key] = resolve(
            find_game(round_line.game), _parse_submission(round_line.submission)
        )
    return rules


def _parse_submission(submission: Raw) -> dict[str, Any]:
    try:
        return msgspec.json.decode(submission, type=dict[str, Any])
    except (ValueError, RecursionError) as error:
        raise Refused(f"the submission cannot be read: {_describe_decode_error(error)}") from None


def _describe_decode_error(error: ValueError | RecursionError) -> str:
    """Return a decoding error in words: where it is, what is expected and what was given."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    message = str(error)
    for pattern, text in _DECODE_REASONS:
        match = re.fullmatch(pattern, message)
        if match:
            place = f"{match[2]}: " if match[2] else ""
            return place + text.format(match[1])
    match = re.fullmatch(r"Expected `(.+?)`, got `(.+?)`(?: - at `\$\.?(.*)`)?", message)
    if not match:
        return message.replace("`", "'")
    expected, got = (_JSON_WORDS.get(word, word) for word in match.group(1, 2))
    return f"{match[3] or 'it'} must be {expected}, not {got}"


def _to_seat(seat: _SeatLine) -> Seat:
    return Seat(
        seat.wagers,
        seat.decisions,
        None if seat.player is UNSET else seat.player,
        seat.forfeit,
        seat.spin if isinstance(seat.spin, str) else None,
        spins=seat.spin if isinstance(seat.spin, dict) else None,
    )


def _seat_number(key: str) -> int:
    if key not in _SEAT_NUMBERS:
        raise Refused(f"{short_repr(key)} is not a seat number")
    return _SEAT_NUMBERS[key]


def _parse_cards(
    cards: Mapping[str, Any],
) -> tuple[dict[str, tuple[Card, ...]], dict[int, tuple[Card, ...]]]:
    table: dict[str, tuple[Card, ...]] = {}
    holes: dict[int, tuple[Card, ...]] = {}
    for name, value in cards.items():
        if name != "holes":
            table[name] = _parse_place(name, value)
        elif isinstance(value, dict):
            holes = {
                _seat_number(seat): _parse_place(f"seat {seat}", v) for seat, v in value.items()
            }
        else:
            raise Refused("holes must be an object that maps each seat number to its cards")
    return table, holes


def _parse_place(where: str, value: object) -> tuple[Card, ...]:
    """Return cards from text, such as ``Ah`` or ``Ah Kd``, or from a list of texts."""
    if isinstance(value, str):
        single = CARD_BY_TEXT.get(value)
        return (single,) if single is not None else tuple(map(card, value.split()))
    if isinstance(value, list):
        try:
            return tuple([CARD_BY_TEXT[text] for text in value])
        except (KeyError, TypeError):
            return tuple(map(card, value))
    raise Refused(f"the cards of {where} must be a string or a list of strings")


def _parse_meter(name: str, value: object) -> int:
    if type(value) is not int or not 0 <= value <= 10**15:
        raise Refused(
            f"the meter {short_repr(name)} must show a whole number of cents, up to 10^15"
        )
    return value
