"""The postings of a store, taken line by line beside the events that cause them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from pitboss.refusal import brief
from pitboss.room.actor import is_shared
from pitboss.room.audit.finding import Findings
from pitboss.room.store.shape import OFFICE, Moved
from pitboss.table.ledger import Cents, Posting, exact

Sums = defaultdict[str, Cents]
"""What postings come to, by the account as the store names it."""


class Told(Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """A posting as a line tells it: part of a cent is text there."""

    source: str
    target: str
    cents: int | str
    phase: str
    why: str


def read(told: Sequence[Told]) -> tuple[Posting, ...]:
    """As the table moved them."""
    return tuple(
        Posting(one.source, one.target, exact(Fraction(one.cents)), one.phase, one.why)  # type: ignore[arg-type]
        for one in told
    )


def in_store(stream: str, account: str) -> str:
    """How the store names an account: tables have their own, and people one for all tables."""
    return account if stream == OFFICE or is_shared(account) else f"{stream}/{account}"


def of_stream(account: str) -> tuple[str, str]:
    """The table whose account it is, if it is a table's, and its name there."""
    stream, at_table, name = account.partition("/")
    return (stream, name) if at_table and not is_shared(account) else ("", account)


def book(sums: Sums, stream: str, moved: Sequence[Moved]) -> None:
    """Add what some postings moved."""
    for one in moved:
        sums[in_store(stream, one.source)] -= one.cents
        sums[in_store(stream, one.target)] += one.cents


class Postings:
    """Takes what the store has for one line after the other."""

    def __init__(self, stream: str, stored: Iterator[Moved], findings: Findings) -> None:
        self._stream, self._stored, self._findings = stream, stored, findings
        self._ahead = next(stored, None)
        self.count = 0
        self.sums: Sums = defaultdict(int)

    def take(self, version: int) -> list[Moved]:
        """Those of a line; any that belong to no line are found on the way."""
        self._without_line(version)
        found = []
        while self._ahead is not None and self._ahead.version == version:
            found.append(self._ahead)
            self._ahead = next(self._stored, None)
        self._count(found)
        return found

    def compare(self, version: int, due: Sequence[Posting]) -> None:
        """What the store has for a line must be what the line moves."""
        found = self.take(version)
        if len(found) != len(due):
            self._fault(version, f"it moves {len(due)} sums, but {len(found)} are posted")
        for at, (one, posting) in enumerate(zip(found, due, strict=False)):
            told = _difference(one, posting, at)
            if told:
                self._fault(version, f"posting {at + 1} is not what it moves: {told}")
                return

    def end(self, version: int) -> None:
        """None may be left after the last line."""
        self._without_line(version + 1)

    def _without_line(self, version: int) -> None:
        while self._ahead is not None and self._ahead.version < version:
            lost, self._ahead = self._ahead, next(self._stored, None)
            self._count([lost])
            self._fault(lost.version, f"a posting of {lost.cents} cents belongs to no line")

    def _count(self, moved: Sequence[Moved]) -> None:
        self.count += len(moved)
        book(self.sums, self._stream, moved)

    def _fault(self, version: int, sentence: str) -> None:
        self._findings.add(self._stream, version, sentence)


def _difference(found: Moved, due: Posting, at: int) -> str:
    pairs = {
        "place": (found.place, at),
        "from": (found.source, due.source),
        "to": (found.target, due.target),
        "cents": (found.cents, due.cents),
        "phase": (found.phase, due.phase),
        "reason": (found.why, due.why),
    }
    return next((f"{n} is {brief(a)}, not {brief(b)}" for n, (a, b) in pairs.items() if a != b), "")
