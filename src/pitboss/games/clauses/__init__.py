"""Every clause of the rulebooks in our own words, with what keeps it and the tests that show it.

``ids/`` lists the clauses of each book as they were read off it once; the files beside it map each
of them. Plain text, so that a regulator can read it without this program:

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

from pitboss.refusal import Refused

Keeper = Literal["definition", "submission", "settle", "table", "room", "physical"]
KEEPERS: Final[tuple[Keeper, ...]] = get_args(Keeper)
LATER: Final[tuple[Keeper, ...]] = ("table", "room")
"""What these keep is planned until a test shows it."""

_ENTRY: Final = re.compile(r"(\d{1,2}\.[A-Z]\S*)  (\w+)")


class Clause(Struct, frozen=True):
    """One clause: what it asks, what keeps it, what shows that it is kept."""

    id: str
    kept_by: Keeper
    says: str
    tests: tuple[str, ...] = ()
    because: str | None = None

    @property
    def state(self) -> Literal["covered", "planned", "physical", "uncovered"]:
        """Whether it is kept today."""
        if self.kept_by == "physical":
            return "physical"
        if self.tests:
            return "covered"
        return "planned" if self.kept_by in LATER else "uncovered"

    @property
    def chapter(self) -> int:
        """The chapter it stands in."""
        return int(self.id.partition(".")[0])


@cache
def clause_ids(book: str) -> tuple[str, ...]:
    """Every clause of a rulebook, by its short name, in the order of the book."""
    return tuple(_text(f"ids/{book.lower()}.txt").split())


@cache
def clauses(book: str) -> tuple[Clause, ...]:
    """The map of a rulebook, in the order of the book."""
    return tuple(_read(_text(f"{book.lower()}.txt")))


def clauses_under(book: str, clause: str) -> tuple[Clause, ...]:
    """A clause and everything below it; one that the book does not have is refused."""
    found = tuple(entry for entry in clauses(book) if _is_under(entry.id, clause))
    if not found:
        raise Refused(f"{book} has no clause {clause!r}")
    return found


def _is_under(inner: str, outer: str) -> bool:
    """``12.A(10)`` is under ``12.A`` and chapter ``12``, but not under ``12.A(1)``."""
    return inner == outer or (inner.startswith(outer) and inner[len(outer)] in ".(")


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _read(text: str) -> Iterator[Clause]:
    for block in re.split(r"\n(?=\d)", "\n" + text)[1:]:
        head, *lines = [line for line in block.splitlines() if line.strip()]
        found = _ENTRY.fullmatch(head)
        if not found or found[2] not in KEEPERS or not lines:
            raise Refused(f"the clause map has {head!r} where an id and what keeps it should be")
        says, *rest = [line.strip() for line in lines if not line.startswith("# ")]
        tests = tuple(line.removeprefix("test: ") for line in rest if line.startswith("test: "))
        reasons = [line[9:] for line in rest if line.startswith("because: ")]
        if len(tests) + len(reasons) != len(rest):
            raise Refused(f"the clause map says something unknown of {found[1]}")
        yield Clause(found[1], found[2], says, tests, reasons[0] if reasons else None)
