"""The moves of a dealer, each with a key: what a hand does at the table, whatever the game.

Which of them is due is the table's to say. Here only its step is brought to the move that does it.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from pitboss.games.dealing import Burn, Discard, ToPlayers, ToTable
from pitboss.games.tasks import Task
from pitboss.school.days import Step
from pitboss.submission.rules import Rules
from pitboss.table.duty import FLOOR
from pitboss.table.plan import plan


class Move(Struct, frozen=True):
    """Something that a dealer does with one key."""

    key: str
    words: str
    seat: bool = False
    """Whether it is done with one seat, whose number is said with it."""


CALL: Final = Move("f", "call the floorperson")
REPORT: Final = Move("i", "report what is wrong")
PAYS: Final = Move("s", "settle a seat", seat=True)

_SAID: Final = {
    "OpenRound": Move("o", "open the bets"),
    "NoMoreBets": Move("n", "no more bets"),
    "CountProgressives": Move("g", "gather side chips"),
    "Decide": Move("a", "ask a seat", seat=True),
    "TurnOver": Move("t", "turn cards over"),
    "CountStub": Move("c", "count the stub"),
    "SpinWheel": Move("w", "spin the wheel"),
    "VerifyJackpot": Move("v", "verify a win", seat=True),
    "Settle": PAYS,
    "CloseRound": Move("p", "pick up the cards"),
}
_DEALT: Final = {
    ToPlayers: Move("d", "deal to the players"),
    ToTable: Move("e", "deal to the table"),
    Burn: Move("b", "burn a card"),
    Discard: Move("x", "put a card away"),
}
_TASKS: Final = {
    Task.SHUFFLE: Move("h", "shuffle the cards"),
    Task.CUT: Move("k", "cut the stack"),
    Task.LOAD: Move("l", "load the stack"),
}
_ALL: Final = (
    _SAID["OpenRound"],
    _SAID["NoMoreBets"],
    _SAID["CountProgressives"],
    *_DEALT.values(),
    _SAID["Decide"],
    _SAID["TurnOver"],
    _SAID["CountStub"],
    _SAID["SpinWheel"],
    _SAID["VerifyJackpot"],
    PAYS,
    _SAID["CloseRound"],
    *_TASKS.values(),
)


def move_of(rules: Rules, step: Step) -> Move | None:
    """The move that does a step; none if it is no part of a round, nor between two."""
    return CALL if step.duty.who == FLOOR else _by_key(rules, step.key)


def _by_key(rules: Rules, key: str) -> Move | None:
    name, _, rest = key.partition(" ")
    match name:
        case "Deal":
            dealt = type(plan(rules).steps[int(rest)])
            return next((move for kind, move in _DEALT.items() if kind is dealt), None)
        case "Perform":
            return next((move for task, move in _TASKS.items() if task == rest), None)
        case _:
            return _SAID.get(name)


def moves(rules: Rules, keys: Iterable[str]) -> tuple[Move, ...]:
    """The moves of a game with these steps, as a round has them; then what is done at any time."""
    known = {_by_key(rules, key) for key in keys}
    return (*(move for move in _ALL if move in known), CALL, REPORT)
