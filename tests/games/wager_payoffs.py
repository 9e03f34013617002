"""Read the payoffs of one wager, for tests that compare them with a rulebook."""

from typing import TypeVar

from pitboss.games import MARYLAND
from pitboss.games.game_parts import Switch, switch_of
from pitboss.games.grammar import Game
from pitboss.games.payoffs import Payoff

RET, CCP = MARYLAND["run-em-twice"], MARYLAND["criss-cross"]
THB, STUD = MARYLAND["holdem-bonus"], MARYLAND["stud-235"]

P = TypeVar("P")


def pays(game: Game, wager: str, choice: str | None = None) -> Payoff:
    """Return how a wager is paid under a choice of paytable, reading or option, if it has one."""
    value = next(w.pays for w in game.wagers if w.key == wager)
    if switch := switch_of(value):
        assert choice is not None
        return switch.choices[choice]
    assert choice is None
    return value


def payoff_of_kind(kind: type[P], game: Game, wager: str, choice: str | None = None) -> P:
    """Return the same payoff, narrowed to one kind."""
    result = pays(game, wager, choice)
    assert isinstance(result, kind)
    return result


def letters(game: Game, wager: str) -> list[str]:
    """Return the choices that a wager's payoff depends on."""
    value = next(w.pays for w in game.wagers if w.key == wager)
    assert isinstance(value, Switch)
    return list(value.choices)
