"""Games beside cases: all of them for a rulebook, and the library's games in turn.

A game of the library is dealt by the default procedures, so what those do is shown by any of
them: each case is shown by one, and each game shows at least one case.
"""

from collections.abc import Iterable
from itertools import cycle, islice, product
from typing import Final

import pytest
from _pytest.mark import ParameterSet

from pitboss.games import GAMES, MARYLAND

LIBRARY: Final = tuple(key for key in GAMES if key not in MARYLAND)


def with_games(*axes: Iterable[object]) -> list[ParameterSet]:
    """Return every combination for the games with a rulebook, and each once for the library."""
    cases = [*product(*axes)]
    count = max(len(cases), len(LIBRARY))
    in_turn = islice(zip(cycle(LIBRARY), cycle(cases), strict=False), count)
    return [
        pytest.param(game, *case, id="-".join([game, *map(_name, case)]))
        for game, case in (*product(MARYLAND, cases), *in_turn)
    ]


def games_with(*library: str) -> list[ParameterSet]:
    """Return every game; of the library these are tried every time, and the others in a soak."""
    return [
        pytest.param(game, marks=[] if game in (*MARYLAND, *library) else [pytest.mark.soak])
        for game in GAMES
    ]


def _name(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
