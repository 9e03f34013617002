"""Combine games with test cases: each rulebook game with every case, library games in turn.

Library games are all dealt by the default procedures, so any of them can show a case: each case is
tried with one library game, and each library game with at least one case."""

from collections.abc import Iterable
from itertools import cycle, islice, product
from typing import Final

import pytest
from _pytest.mark import ParameterSet

from pitboss.games import GAMES, MARYLAND

LIBRARY: Final = tuple(key for key in GAMES if key not in MARYLAND)


def with_games(*axes: Iterable[object]) -> list[ParameterSet]:
    """Return every combination for the games with a rulebook, and one for each library game."""
    cases = [*product(*axes)]
    count = max(len(cases), len(LIBRARY))
    in_turn = islice(zip(cycle(LIBRARY), cycle(cases), strict=False), count)
    return [
        pytest.param(game, *case, id="-".join([game, *map(_name, case)]))
        for game, case in (*product(MARYLAND, cases), *in_turn)
    ]


def games_with(*library: str) -> list[ParameterSet]:
    """Return all games with a rulebook and these library games; the other games are soak tests."""
    return only_games(*MARYLAND, *library)


def only_games(*keys: str) -> list[ParameterSet]:
    """Return these games; the other games are soak tests.

    For what the program does alike in all games, and tests take long to do."""
    return [pytest.param(game, marks=[] if game in keys else [pytest.mark.soak]) for game in GAMES]


def _name(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
