"""Clause maps: every clause of each rulebook in our words, what enforces it, and its tests.

``ids/`` lists the clause numbers of each rulebook; the text files next to it map each clause. They
are plain text, so that a regulator can read them without this program:

    2.A(1)  definition
      Six players can bet, all on one side of the table.
      test: tests/games/test_rulebook_rounds.py::test_six_seats
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final, Literal, get_args

from msgspec import Struct

from pitboss.errors import Refused

__all__ = ["KEEPERS", "Clause", "Keeper", "clause_ids", "clauses", "clauses_under"]

Keeper = Literal["definition", "submission", "settle", "table", "room", "physical"]
KEEPERS: Final[tuple[Keeper, ...]] = get_args(Keeper)
PLANNED_KEEPERS: Final[tuple[Keeper, ...]] = ("table", "room")
"""Keepers whose clauses count as planned until a test covers them."""

_ENTRY: Final = re.compile(r"(\d{1,2}\.[A-Z]\S*)  (\w+)")


class Clause(Struct, frozen=True):
    """One clause: what it says, what enforces it, and the tests that show it."""

    id: str
    kept_by: Keeper
    says: str
    tests: tuple[str, ...] = ()
    because: str | None = None

    @property
    def state(self) -> Literal["covered", "planned", "physical", "uncovered"]:
        """The state of its coverage."""
        if self.kept_by == "physical":
            return "physical"
        if self.tests:
            return "covered"
        return "planned" if self.kept_by in PLANNED_KEEPERS else "uncovered"

    @property
    def chapter(self) -> int:
        """The number of its chapter."""
        return int(self.id.partition(".")[0])


@cache
def clause_ids(rulebook: str) -> tuple[str, ...]:
    """Return every clause number of a rulebook, in order, by the rulebook's short name."""
    return tuple(_read_text(f"ids/{rulebook.lower()}.txt").split())


@cache
def clauses(rulebook: str) -> tuple[Clause, ...]:
    """Return the clause map of a rulebook, in order."""
    return tuple(_parse_clauses(_read_text(f"{rulebook.lower()}.txt")))


def clauses_under(rulebook: str, clause: str) -> tuple[Clause, ...]:
    """Return a clause and everything below it; refuse one that the rulebook does not have."""
    entries = tuple(entry for entry in clauses(rulebook) if _is_under(entry.id, clause))
    if not entries:
        raise Refused(f"{rulebook} has no clause {clause!r}")
    return entries


def _is_under(inner: str, outer: str) -> bool:
    """Return whether a clause is in another: ``12.A(10)`` is in ``12.A``, not in ``12.A(1)``."""
    return inner == outer or (inner.startswith(outer) and inner[len(outer)] in ".(")


def _read_text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _parse_clauses(text: str) -> Iterator[Clause]:
    for block in re.split(r"\n(?=\d)", "\n" + text)[1:]:
        head, *lines = [line for line in block.splitlines() if line.strip()]
        match = _ENTRY.fullmatch(head)
        if not match or match[2] not in KEEPERS or not lines:
            raise Refused(f"the clause map has {head!r} where an id and what keeps it should be")
        says, *rest = [line.strip() for line in lines if not line.startswith("# ")]
        tests = tuple(line.removeprefix("test: ") for line in rest if line.startswith("test: "))
        reasons = [line[9:] for line in rest if line.startswith("because: ")]
        if len(tests) + len(reasons) != len(rest):
            raise Refused(f"the clause map has an unknown entry for {match[1]}")
        yield Clause(match[1], match[2], says, tests, reasons[0] if reasons else None)
