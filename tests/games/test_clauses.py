"""Every clause that a game cites is a clause of its rulebook.

The lists were made from the rulebooks by hand: ``12.E(1-2)(a-g)`` is 12.E(1)(a) to 12.E(2)(g).
"""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from msgspec import Struct

from pitboss.games.grammar import Game

from .defined import CCP, RET, STUD, THB

ROMAN = ["i", "ii", "iii", "iv", "v"]

CLAUSES = {
    "RET": """
        2.A(1) 2.B(3) 3.B 5.A 5.B 6.A 6.C 7.B(3) 7.E(1) 7.E(2)(a-c) 8.A 8.D 8.D(4) 8.F(1-5)
        9.A(1) 9.B 9.D(1-5) 10.B 10.C(1-4) 11.A(1-5) 11.B 11.B(1-3) 11.B(1)(a-b) 11.C 11.D 11.E
        11.F 11.G 11.H(1-2) 11.I(1-3) 11.I(3)(a-e) 11.J 11.K
        12.A 12.B 12.B(1-10) 12.C 12.C(1-2) 12.D 12.D(1-9) 12.E 12.E(1-5) 12.E(1-2)(a-g)
        12.E(3-4)(a-h) 12.E(5)(a-g) 12.F 12.F(1-6) 12.F(1-4)(a-g) 12.F(6)(a-b)
        12.F(6)(b)(i) 12.F(6)(b)(ii) 12.F(6)(b)(iii)(1-2) 12.F(6)(b)(iv)(1-3) 12.F(6)(b)(v)
        12.G(1-2) 12.H 12.H(1-4) 12.H(1-4)(a-b) 12.I 12.I(1-4) 12.I(1-4)(a-b)
        13.A 13.B 13.C 13.D 13.E 13.F 13.G
    """,
    "CCP": """
        2.A(1) 2.B(3) 3.B 5.A 5.B 6.A 6.C 7.B(3) 7.E(1) 7.E(2)(a-b) 8.A 8.D 8.D(4) 8.F(1-5)
        9.A(1) 9.B 9.D(1-5) 10.B 10.C(1-4) 11.A(1-5) 11.B 11.B(1-3) 11.B(1)(a-b) 11.C 11.D 11.E
        11.F 11.G 11.H(1-2) 11.I(1-3) 11.I(3)(a-e) 11.J
        12.A 12.A(1-10) 12.B 12.B(1-2) 12.C 12.C(1-9) 12.D 12.D(1-8) 12.D(1-2)(a-l)
        12.D(3-4)(a-k) 12.D(4)#2 12.D(4)#3 12.D(5)#2 12.D(5)(a-b)
        12.D(5)(b)(ii) 12.D(5)(b)(iii) 12.D(5)(b)(iv)
        12.D(6)(a-b) 12.D(6)(a-b)(i-iii) 12.D(7)(a) 12.D(7)(a)(i-iii) 12.D(8)(i-iii)
        13.A 13.B 13.C 13.D 13.E
    """,
    "THB": """
        2.A 2.B(1-8) 2.B(7)(a-b) 3.B 5.A 5.E 6.A 6.B 6.D 6.E 7.C(2) 7.F(1-2) 7.G 7.H 8.A 8.D
        8.D(1-4) 8.G(1-2) 9.A(1) 9.B 10.B 10.I 10.I(1-2) 11.A(1-3) 11.B 11.B(1-2) 11.C(1-4)
        11.D(1-2) 11.E 11.E(1-2) 11.E(2)(a-b) 11.F(1-2) 11.G 11.G(1-2) 11.H(1-2) 11.I(1-4)
        11.I(3)(a-d) 11.I(3)(d)(i-iv) 11.J
        12.A 12.B 12.B(1-2) 12.B(1-2)(a-h) 12.C 12.C(1-2)
        13.A 13.B 13.C 13.D 13.E 13.F 13.G 13.H 13.I
    """,
    "235": """
        2.A(1) 2.B(1-9) 3.B 5.A 5.E 6.A 6.B 6.D 6.E 6.F 6.G 7.B(2) 7.E(1-3) 7.F 8.A 8.D
        8.D(1-5) 8.D(2)(a-e) 8.F(1-2) 9.A(1) 9.B 9.B(1-5) 9.G(1-2) 10.B 10.B(1-2) 10.G(1-2) 10.H
        11.A(1-3) 11.B 11.B(1) 11.B(1)(a-b) 11.B(2) 11.B(1)#2 11.B(1)#2(a-b) 11.C 11.C(1)
        11.D(1-5) 11.D(2)(a-b) 11.D(5)(a-e) 11.E
        12.A 12.A(1-3) 12.B 12.B(1-6) 12.C 12.C(1-9) 12.D 12.E 12.E(1-4) 12.E(1-4)(a-g)
        12.F(1-2) 12.F(2)(a-d) 12.F(2)(c)(i-ii) 12.F(2)(d)(i-iii) 12.G 12.H(1-2)
        12.I 12.I(1-4) 12.I(1-4)(a-b) 12.J 12.J(1-4) 12.J(1-4)(a-b) 12.K 12.K(1-2)
        13.A 13.B 13.C 13.D 13.E 13.F 13.G 13.H
    """,
}


def spread(pattern: str) -> Iterator[str]:
    """The clauses that a pattern with ranges stands for."""

    def options(part: str) -> list[str]:
        found = re.fullmatch(r"\((\w+)-(\w+)\)", part)
        if not found:
            return [part]
        first, last = found.groups()
        if first.isdigit():
            return [f"({n})" for n in range(int(first), int(last) + 1)]
        if first in ROMAN and last in ROMAN:
            return [f"({n})" for n in ROMAN[ROMAN.index(first) : ROMAN.index(last) + 1]]
        return [f"({chr(n)})" for n in range(ord(first), ord(last) + 1)]

    parts = re.findall(r"^\d+\.[A-Z]|\([^)]*\)|#\d", pattern)
    assert "".join(parts) == pattern
    yield from map("".join, product(*map(options, parts)))


def cited(value: object) -> Iterator[str]:
    """Every clause inside a definition."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            part = getattr(value, name)
            if isinstance(part, str) and re.match(r"\d+\.[A-Z]\S*$", part):
                yield part
            yield from cited(part)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from cited(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from cited(part)


@pytest.mark.parametrize("game", [RET, CCP, THB, STUD], ids=list(CLAUSES))
def test_clauses_cited_exist(game: Game) -> None:
    known = {c for pattern in CLAUSES[game.short].split() for c in spread(pattern)}
    found = set(cited(game))
    assert len(found) > 40
    assert found <= known, sorted(found - known)


def test_a_clause_is_cited_with_its_book() -> None:
    assert CCP.cite("12.A(1)") == "CCP 12.A(1)"
    assert STUD.cite("11.B(1)#2") == "235 11.B(1)#2"
    assert RET.cite(None) is None
