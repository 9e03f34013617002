"""Every clause that a game cites exists in its rulebook."""

import re
from collections.abc import Iterator

import pytest
from msgspec import Struct

from pitboss.games.clauses import clause_ids
from pitboss.games.grammar import Game

from .wager_payoffs import CCP, RET, STUD, THB


def cited_clauses(value: object) -> Iterator[str]:
    """Return every clause cited in a definition."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            part = getattr(value, name)
            if isinstance(part, str) and re.match(r"\d+\.[A-Z]\S*(, |$)", part):
                yield from part.split(", ")
            yield from cited_clauses(part)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from cited_clauses(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from cited_clauses(part)


@pytest.mark.parametrize("game", [RET, CCP, THB, STUD], ids=lambda game: game.short)
def test_clauses_cited_exist(game: Game) -> None:
    clause_list = set(clause_ids(game.short))
    result = set(cited_clauses(game))
    assert len(result) > 40
    assert result <= clause_list, sorted(result - clause_list)


def test_a_clause_is_cited_with_its_book() -> None:
    assert CCP.cite("12.A(1)") == "CCP 12.A(1)"
    assert STUD.cite("11.B(1)#2") == "235 11.B(1)#2"
    assert RET.cite(None) is None
