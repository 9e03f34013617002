"""Plant one fault in a real game, to check that the definition is refused."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, TypeVar

import pytest
from msgspec import structs

from pitboss.errors import Refused
from pitboss.games import MARYLAND
from pitboss.games.dealing import Dealing
from pitboss.games.game_parts import Switch, possible_values
from pitboss.games.grammar import (
    BestOf,
    ByTable,
    DeckProcedures,
    Game,
    HandOf,
    Progressive,
    Raise,
    Required,
    Side,
    Street,
    dealt,
    paytable,
)
from pitboss.games.payoffs import Wheel

RET, CCP = MARYLAND["run-em-twice"], MARYLAND["criss-cross"]
THB, STUD = MARYLAND["holdem-bonus"], MARYLAND["stud-235"]

BOARD = next(hand for hand in RET.hands if hand.name == "board")

T = TypeVar("T")
Build = Callable[[], Game]


def at(parts: Iterable[T], place: int, **changes: object) -> tuple[T, ...]:
    """Return these parts with the one at ``place`` changed."""
    new_parts = list(parts)
    part: Any = new_parts[place]
    new_parts[place] = structs.replace(part, **changes)
    return tuple(new_parts)


def builder(game: Game, changes: dict[str, Any]) -> Build:
    """Return a function that builds a game with these changes to itself or to its procedures."""
    own, others = dict[str, Any](), dict[str, Any]()
    for name, value in changes.items():
        of_game = name in game.__struct_fields__ and not isinstance(value, DeckProcedures)
        (own if of_game else others)[name] = value

    def build() -> Game:
        if not others:
            return structs.replace(game, **own)
        return structs.replace(game, procedures=structs.replace(game.procedures, **others), **own)

    return build


def ret(**changes: Any) -> Build:  # noqa: ANN401
    return builder(RET, changes)


def ccp(**changes: Any) -> Build:  # noqa: ANN401
    return builder(CCP, changes)


def thb(**changes: Any) -> Build:  # noqa: ANN401
    return builder(THB, changes)


def stud(**changes: Any) -> Build:  # noqa: ANN401
    return builder(STUD, changes)


def wager(game: Game, key: str, **changes: object) -> tuple[Required | Raise | Side, ...]:
    """Return the wagers of a game with one of them changed."""
    return at(game.wagers, [w.key for w in game.wagers].index(key), **changes)


def pays(game: Game, key: str, payoff: object) -> tuple[Required | Raise | Side, ...]:
    return wager(game, key, pays=payoff)


def hand(game: Game, name: str, word: HandOf | BestOf) -> tuple[HandOf | BestOf, ...]:
    return tuple(word if possible_values(h)[0].name == name else h for h in game.hands)


def single_paytable(table: T, default: str = "A") -> Switch[T]:
    """Return a single paytable, called A."""
    return Switch("paytable", "paytable", {"A": table}, default)


def table_of(rows: str) -> ByTable:
    return ByTable("first_run", paytable(rows, clause="12.B"))


def progressive(**changes: object) -> Progressive:
    side = next(w for w in RET.sides if w.key == "progressive")
    assert isinstance(side.pays, Switch)
    table = side.pays.choices["C"]
    assert isinstance(table, Progressive)
    return structs.replace(table, **changes)


def spin(letter: Literal["A", "B", "C", "D"], **changes: object) -> Wheel:
    side = next(w for w in CCP.sides if w.key == "bonus_spin")
    assert isinstance(side.pays, Switch)
    table = side.pays.choices[letter]
    assert isinstance(table, Wheel)
    return structs.replace(table, **changes)


def street(game: Game, place: int, **changes: object) -> tuple[Street, ...]:
    return at(game.streets, place, **changes)


def dealing(game: Game, place: int, order: str) -> tuple[Dealing, ...]:
    return at(game.procedures.dealing, place, steps=dealt(order))


class Fault(NamedTuple):
    """A function that builds an invalid game, and the error message that it must raise."""

    build: Build
    sentence: str


def assert_refused(fault: Fault) -> None:
    """Check that the game is refused with that message."""
    with pytest.raises(Refused) as refusal:
        fault.build()
    assert fault.sentence in str(refusal.value)
    assert str(refusal.value).startswith("Invalid game definition: ")
