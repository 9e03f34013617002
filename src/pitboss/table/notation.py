"""One line for a position, and for a whole round; it reads back.

    criss-cross#a8df8c3fec8c left=2c right=Td top=?? bottom=?? center=?? / 1 Ann Kh Qs
    ante_across=500 ante_down=500 : 1x 3x / 4 Bob ?? ?? ante_across=500 ante_down=500 : 1x fold

(on one line): the game and the beginning of the hash of its rules, the cards of the table, meters
where there are any, and after each stroke a seat: who plays it, its cards, wagers in cents, and
after a colon the decisions. ``??`` is a card face down. A whole round has none of those, and can be
settled; a position is what somebody saw at some moment.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final
from urllib.parse import quote, unquote

from msgspec import Struct

from pitboss.cards import Card, card, show
from pitboss.games import all_games
from pitboss.refusal import Refused, brief
from pitboss.round import Decision
from pitboss.settle import Round, Seat
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table.house import IN_ORDER, REBUILT
from pitboss.table.ledger import Cents, exact
from pitboss.table.people import Person
from pitboss.table.state import RoundState, State
from pitboss.table.views import FACE_DOWN, RoundView, SeatView, view

Face = Card | None
"""A card, or one that lies face down."""
SHORT_HASH: Final = 12
_METER: Final = re.compile(r"[0-9]{1,20}(/[1-9][0-9]{0,19})?")
_CENTS: Final = re.compile(r"[0-9]{1,13}")
_STROKE: Final = " / "
_LOST: Final = ("abandoned", "forfeited")
_MARKS: Final = ("spin", *_LOST)
_YES: Final = "yes"
_PLAIN: Final = "'()!*,;@&+$~-._"
"""What a name may show as it is, beside letters and digits."""


class SeatLine(Struct, frozen=True):
    """One seat of a position."""

    player: str
    hole: tuple[Face, ...]
    wagers: Mapping[str, int]
    decisions: tuple[Decision, ...] = ()
    spin: str | None = None
    abandoned: bool = False
    forfeited: bool = False


class Position(Struct, frozen=True):
    """What lies on a table, as far as somebody could see it."""

    game: str
    rules: str
    """The beginning of the hash of the rules."""
    table: Mapping[str, tuple[Face, ...]]
    seats: Mapping[int, SeatLine]
    meters: Mapping[str, Cents] = {}
    """What the meters showed before the wagers fed them."""

    def __str__(self) -> str:
        return _STROKE.join([" ".join(_head(self)), *(_seat(n, s) for n, s in self.seats.items())])

    def round(self) -> Round:
        """The round as settlement takes it; a card that lies face down cannot be settled."""
        hidden = [*self.table.values(), *(seat.hole for seat in self.seats.values())]
        if any(face is None for faces in hidden for face in faces):
            raise Refused("a card lies face down: this is not a whole round", REBUILT)
        return Round(
            table={name: [c for c in faces if c is not None] for name, faces in self.table.items()},
            holes={n: [c for c in s.hole if c is not None] for n, s in self.seats.items()},
            seats={
                n: Seat(s.wagers, s.decisions, s.player, s.forfeited, s.spin, s.abandoned)
                for n, s in self.seats.items()
            },
            meters=self.meters,
        )


def position(state: State, shoe: Shoe | None, viewer: Person) -> Position:
    """What a viewer sees now."""
    seen = view(state, shoe, viewer).round
    now = state.round
    if not isinstance(seen, RoundView) or now is None:
        raise Refused("no round is on the table", IN_ORDER)
    return Position(
        state.game,
        now.rules[:SHORT_HASH],
        {name: tuple(map(_face, faces)) for name, faces in seen.cards.items()},
        {number: _seen(s, now, number) for number, s in seen.seats.items() if not s.sat_out},
        now.meters,
    )


def whole_round(state: State, was: RoundState, shoe: Shoe) -> Position:
    """A round that is over, with every card that was dealt."""
    return Position(
        state.game,
        was.rules[:SHORT_HASH],
        {name: tuple(shoe.cards[at] for at in where) for name, where in was.table.items()},
        {
            number: SeatLine(
                player,
                tuple(shoe.cards[at] for at in was.holes[number]),
                was.wagers[number],
                was.decisions[number],
                was.spins.get(number),
                was.absent.get(number, False),
                number in was.forfeited,
            )
            for number, player in was.players.items()
        },
        was.meters,
    )


def read(line: str) -> Position:
    """The position that a line describes."""
    head, *seats = line.strip().split(_STROKE)
    game, *words = head.split() or [""]
    key, _, rules = game.partition("#")
    if key not in all_games():
        raise _unreadable(f"{brief(key)} is not a game")
    places = {place.name for place in all_games()[key].places}
    table: dict[str, tuple[Face, ...]] = {}
    meters: dict[str, Cents] = {}
    for name, value in map(_pair, words):
        if name in table or name in meters:
            raise _unreadable(f"{name} stands twice")
        if name in places:
            table[name] = tuple(map(_face, value.split(",")))
        else:
            meters[name] = _meter(value)
    found: dict[int, SeatLine] = {}
    for text in seats:
        number, seat = _read_seat(text)
        if number in found:
            raise _unreadable(f"seat {number} stands twice")
        found[number] = seat
    _check_cards(table, found)
    return Position(key, rules, table, found, meters)


def fits(found: Position, rules: Rules) -> bool:
    """Whether a line was written under these rules."""
    return found.game == rules.game and rules.hash.startswith(found.rules)


def _head(found: Position) -> Iterator[str]:
    yield f"{found.game}#{found.rules}"
    for name, faces in found.table.items():
        yield f"{name}={','.join(map(_text, faces))}"
    for name, cents in found.meters.items():
        yield f"{name}={cents}"


def _seat(number: int, seat: SeatLine) -> str:
    words = [str(number), quote(seat.player, safe=_PLAIN), *map(_text, seat.hole)]
    words += [f"{key}={cents}" for key, cents in seat.wagers.items()]
    if seat.spin is not None:
        words.append(f"spin={seat.spin}")
    marks = zip(_LOST, (seat.abandoned, seat.forfeited), strict=True)
    words += [f"{mark}={_YES}" for mark, lost in marks if lost]
    if seat.decisions:
        words += [":", *map(str, seat.decisions)]
    return " ".join(words)


def _seen(seat: SeatView, now: RoundState, number: int) -> SeatLine:
    return SeatLine(
        seat.player,
        tuple(map(_face, seat.cards)),
        seat.wagers,
        seat.decisions,
        seat.spin,
        now.absent.get(number, False),
        number in now.forfeited,
    )


def _read_seat(text: str) -> tuple[int, SeatLine]:
    spots, _, answers = text.partition(" : ")
    words = spots.split()
    if len(words) < 2 or not words[0].isdecimal() or len(words[0]) > 2:
        raise _unreadable(f"{brief(text)} does not begin with a seat and a player")
    faces = [word for word in words[2:] if "=" not in word]
    pairs: dict[str, str] = {}
    for key, value in map(_pair, [word for word in words[2:] if "=" in word]):
        if key in pairs:
            raise _unreadable(f"{key} stands twice")
        pairs[key] = value
    for mark in _LOST:
        if pairs.get(mark, _YES) != _YES:
            raise _unreadable(f"a seat is {mark}, or nothing is said of it")
    return int(words[0]), SeatLine(
        unquote(words[1]),
        tuple(map(_face, faces)),
        {key: _whole(value) for key, value in pairs.items() if key not in _MARKS},
        tuple(int(word) if _CENTS.fullmatch(word) else word for word in answers.split()),
        pairs.get("spin"),
        "abandoned" in pairs,
        "forfeited" in pairs,
    )


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not (name and equals and value):
        raise _unreadable(f"{brief(word)} is not a name, = and a value")
    return name, value


def _face(text: str) -> Face:
    return None if text == FACE_DOWN else card(text)


def _text(face: Face) -> str:
    return FACE_DOWN if face is None else show([face])


def _whole(text: str) -> int:
    if not _CENTS.fullmatch(text):
        raise _unreadable(f"{brief(text)} is not a whole number of cents")
    return int(text)


def _meter(text: str) -> Cents:
    if not _METER.fullmatch(text):
        raise _unreadable(f"{brief(text)} is not what a meter shows")
    return exact(Fraction(text))


def _check_cards(table: Mapping[str, tuple[Face, ...]], seats: Mapping[int, SeatLine]) -> None:
    known: set[Card] = set()
    for faces in (*table.values(), *(seat.hole for seat in seats.values())):
        for face in faces:
            if face in known:
                raise _unreadable(f"{_text(face)} lies twice")
            if face is not None:
                known.add(face)


def _unreadable(why: str) -> Refused:
    return Refused(f"the line cannot be read: {why}", REBUILT)
