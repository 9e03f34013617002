"""One line of text for a position or a whole round, which can be parsed again.

    criss-cross#a8df8c3fec8c left=2c right=Td top=?? bottom=?? center=?? / 1 Ann Kh Qs
    ante_across=500 ante_down=500 : 1x 3x / 4 Bob ?? ?? ante_across=500 ante_down=500 : 1x fold

(on one line): the game and the beginning of the hash of its rules, the cards of the table, meters
where there are any, and after each slash a seat: who plays it, its cards, wagers in cents, and
after a colon the decisions. ``??`` is a card face down. A whole round has none of those, and can be
settled; a position is what somebody saw at some moment.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final
from urllib.parse import quote, unquote

from msgspec import Struct

from pitboss.cards import Card, card, cards_text
from pitboss.errors import Refused, short_repr
from pitboss.games import all_games
from pitboss.round import Decision
from pitboss.settle import Round, Seat
from pitboss.shuffle import Shoe
from pitboss.table.house_rules import REPLAY, ROUND_ORDER
from pitboss.table.ledger import Cents, normalize_cents
from pitboss.table.people import Person
from pitboss.table.state import RoundState, State
from pitboss.table.views import FACE_DOWN, RoundView, SeatView, view

Face = Card | None
"""A card, or one that lies face down."""
SHORT_HASH_LENGTH: Final = 12
_METER_PATTERN: Final = re.compile(r"[0-9]{1,20}(/[1-9][0-9]{0,19})?")
_CENTS_PATTERN: Final = re.compile(r"[0-9]{1,13}")
_SEAT_SEPARATOR: Final = " / "
_LOSS_MARKS: Final = ("abandoned", "forfeited")
_MARKS: Final = ("spin", *_LOSS_MARKS)
_YES: Final = "yes"
_SAFE_CHARACTERS: Final = "'()!*,;@&+$~-._"
"""Characters of a name that are not escaped, besides letters and digits."""


class SeatPosition(Struct, frozen=True):
    """One seat of a position."""

    player: str
    hole: tuple[Face, ...]
    wagers: Mapping[str, int]
    decisions: tuple[Decision, ...] = ()
    spin: str | None = None
    abandoned: bool = False
    forfeited: bool = False


class Position(Struct, frozen=True):
    """The cards, wagers and decisions on a table, as far as somebody could see them."""

    game: str
    rules: str
    """The beginning of the hash of the rules."""
    table: Mapping[str, tuple[Face, ...]]
    seats: Mapping[int, SeatPosition]
    meters: Mapping[str, Cents] = {}
    """The amounts of the meters before the wagers of the round."""

    def __str__(self) -> str:
        return _SEAT_SEPARATOR.join(
            [" ".join(_head_words(self)), *(_seat_text(n, s) for n, s in self.seats.items())]
        )

    def to_round(self) -> Round:
        """Return the round as input for `settle`; refuse cards that are face down."""
        places = [*self.table.values(), *(seat.hole for seat in self.seats.values())]
        if any(face is None for faces in places for face in faces):
            raise Refused("a card is face down, so this is not a complete round", REPLAY)
        return Round(
            table={name: [c for c in faces if c is not None] for name, faces in self.table.items()},
            holes={n: [c for c in s.hole if c is not None] for n, s in self.seats.items()},
            seats={
                n: Seat(s.wagers, s.decisions, s.player, s.forfeited, s.spin, s.abandoned)
                for n, s in self.seats.items()
            },
            meters=self.meters,
        )


def visible_position(state: State, shoe: Shoe | None, viewer: Person) -> Position:
    """Return the position that a viewer sees now."""
    round_view = view(state, shoe, viewer).round
    round_ = state.round
    if not isinstance(round_view, RoundView) or round_ is None:
        raise Refused("no round is on the table", ROUND_ORDER)
    return Position(
        state.game,
        round_.rules[:SHORT_HASH_LENGTH],
        {name: tuple(map(_parse_face, faces)) for name, faces in round_view.cards.items()},
        {
            number: _seat_position(s, round_, number)
            for number, s in round_view.seats.items()
            if not s.sat_out
        },
        round_.meters,
    )


def full_position(state: State, round_: RoundState, shoe: Shoe | None) -> Position:
    """Return the final position of a round, with every card that was dealt.

    Of a physical deck, which has no shoe, the cards that were turned over are known.
    """
    faces: Mapping[int, Card] = dict(enumerate(shoe.cards)) if shoe else round_.shown
    return Position(
        state.game,
        round_.rules[:SHORT_HASH_LENGTH],
        {name: tuple(map(faces.get, where)) for name, where in round_.table.items()},
        {
            number: SeatPosition(
                player,
                tuple(map(faces.get, round_.holes[number])),
                round_.wagers[number],
                round_.decisions[number],
                round_.spins.get(number),
                round_.absent.get(number, False),
                number in round_.forfeited,
            )
            for number, player in round_.players.items()
        },
        round_.meters,
    )


def parse_position(line: str) -> Position:
    """Return the position that a line describes."""
    head, *seats = line.strip().split(_SEAT_SEPARATOR)
    game, *words = head.split() or [""]
    key, _, rules = game.partition("#")
    if key not in all_games():
        raise _parse_error(f"{short_repr(key)} is not a game")
    places = {place.name for place in all_games()[key].places}
    table: dict[str, tuple[Face, ...]] = {}
    meters: dict[str, Cents] = {}
    for name, value in map(_parse_pair, words):
        if name in table or name in meters:
            raise _parse_error(f"{name} appears twice")
        if name in places:
            table[name] = tuple(map(_parse_face, value.split(",")))
        else:
            meters[name] = _parse_meter(value)
    result: dict[int, SeatPosition] = {}
    for text in seats:
        number, seat = _parse_seat(text)
        if number in result:
            raise _parse_error(f"seat {number} appears twice")
        result[number] = seat
    _check_cards(table, result)
    return Position(key, rules, table, result, meters)


def _head_words(position: Position) -> Iterator[str]:
    yield f"{position.game}#{position.rules}"
    for name, faces in position.table.items():
        yield f"{name}={','.join(map(_face_text, faces))}"
    for name, cents in position.meters.items():
        yield f"{name}={cents}"


def _seat_text(number: int, seat: SeatPosition) -> str:
    words = [str(number), quote(seat.player, safe=_SAFE_CHARACTERS), *map(_face_text, seat.hole)]
    words += [f"{key}={cents}" for key, cents in seat.wagers.items()]
    if seat.spin is not None:
        words.append(f"spin={seat.spin}")
    marks = zip(_LOSS_MARKS, (seat.abandoned, seat.forfeited), strict=True)
    words += [f"{mark}={_YES}" for mark, is_set in marks if is_set]
    if seat.decisions:
        words += [":", *map(str, seat.decisions)]
    return " ".join(words)


def _seat_position(seat: SeatView, round_: RoundState, number: int) -> SeatPosition:
    return SeatPosition(
        seat.player,
        tuple(map(_parse_face, seat.cards)),
        seat.wagers,
        seat.decisions,
        seat.spin,
        round_.absent.get(number, False),
        number in round_.forfeited,
    )


def _parse_seat(text: str) -> tuple[int, SeatPosition]:
    spots, _, answers = text.partition(" : ")
    words = spots.split()
    if len(words) < 2 or not words[0].isdecimal() or len(words[0]) > 2:
        raise _parse_error(f"{short_repr(text)} does not begin with a seat and a player")
    faces = [word for word in words[2:] if "=" not in word]
    pairs: dict[str, str] = {}
    for key, value in map(_parse_pair, [word for word in words[2:] if "=" in word]):
        if key in pairs:
            raise _parse_error(f"{key} appears twice")
        pairs[key] = value
    for mark in _LOSS_MARKS:
        if pairs.get(mark, _YES) != _YES:
            raise _parse_error(f"{mark} takes only the value {_YES}: leave it out otherwise")
    return int(words[0]), SeatPosition(
        unquote(words[1]),
        tuple(map(_parse_face, faces)),
        {key: _parse_cents(value) for key, value in pairs.items() if key not in _MARKS},
        tuple(int(word) if _CENTS_PATTERN.fullmatch(word) else word for word in answers.split()),
        pairs.get("spin"),
        "abandoned" in pairs,
        "forfeited" in pairs,
    )


def _parse_pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not (name and equals and value):
        raise _parse_error(f"{short_repr(word)} must be written as NAME=VALUE")
    return name, value


def _parse_face(text: str) -> Face:
    return None if text == FACE_DOWN else card(text)


def _face_text(face: Face) -> str:
    return FACE_DOWN if face is None else cards_text([face])


def _parse_cents(text: str) -> int:
    if not _CENTS_PATTERN.fullmatch(text):
        raise _parse_error(f"{short_repr(text)} is not a whole number of cents")
    return int(text)


def _parse_meter(text: str) -> Cents:
    if not _METER_PATTERN.fullmatch(text):
        raise _parse_error(f"{short_repr(text)} is not the amount of a meter")
    return normalize_cents(Fraction(text))


def _check_cards(table: Mapping[str, tuple[Face, ...]], seats: Mapping[int, SeatPosition]) -> None:
    cards: set[Card] = set()
    for faces in (*table.values(), *(seat.hole for seat in seats.values())):
        for face in faces:
            if face in cards:
                raise _parse_error(f"{_face_text(face)} appears twice")
            if face is not None:
                cards.add(face)


def _parse_error(why: str) -> Refused:
    return Refused(f"the line cannot be read: {why}", REPLAY)
