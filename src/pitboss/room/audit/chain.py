"""The chain of a stream: every line is there, in its place, and bound to the line before it."""

from collections.abc import Mapping

from pitboss.room.audit.finding import Findings
from pitboss.room.lines import START
from pitboss.room.store.shape import Entry, Head, Stream
from pitboss.table.export import hash_of
from pitboss.table.people import Person


class Chain:
    """Follows the lines of one stream."""

    def __init__(self, stream: Stream, anchored: Mapping[int, str], findings: Findings) -> None:
        """``anchored``: hashes of lines, by their versions, that were kept somewhere else."""
        self.stream, self.head, self.whole = stream, START, True
        """Whether every line so far follows from the one before."""
        self._anchored, self._findings = anchored, findings

    def fault(self, line: int, sentence: str) -> None:
        """Something is wrong with a line."""
        self._findings.add(self.stream.id, line, sentence)

    def broken(self, line: int, sentence: str) -> None:
        """A line does not follow: what comes after it is not known to be what happened."""
        self.whole = False
        self.fault(line, sentence)

    def arrive(self, entry: Entry) -> None:
        """A line is read, and may not be the next one."""
        due = self.head.version + 1
        if entry.version > due:
            last = entry.version - 1
            gone = f"lines {due} to {last} are" if last > due else f"line {due} is"
            self.broken(due, f"{gone} missing")

    def bind(self, entry: Entry, n: int, prev: str) -> None:
        """What the line itself says of its place."""
        gap = entry.version != self.head.version + 1
        if n != entry.version:
            self.broken(entry.version, f"it says that it is line {n}: lines were swapped or moved")
        elif prev != self.head.hash and not gap:
            before = f"line {n - 1}" if n > 1 else "the beginning"
            self.broken(n, f"it is not bound to {before}: that was changed, or this was")

    def labelled(self, entry: Entry, at: str, by: Person, kind: str) -> None:
        """What stands beside the line, for those who search, is what the line says."""
        beside = {
            "time": (entry.at, at),
            "name": (entry.by, by.name),
            "role": (entry.role, by.role.value),
            "kind": (entry.kind, kind),
        }
        for what, (found, due) in beside.items():
            if found != due:
                self.fault(entry.version, f"the {what} beside it is {found!r}, but it says {due!r}")

    def go_on(self, entry: Entry) -> None:
        """To the next line."""
        self.head = Head(entry.version, hash_of(entry.line))
        anchor = self._anchored.get(entry.version)
        if anchor is not None and anchor != self.head.hash:
            self.fault(
                entry.version,
                f"its hash is {self.head.hash}, but {anchor} was kept elsewhere: "
                "the history was rewritten",
            )

    def end(self) -> None:
        """No line is left: the store's own head must be where the lines end."""
        kept, found = self.stream.head, self.head
        if found.version < kept.version:
            self.fault(
                found.version + 1, f"the stream was cut off: it should have {kept.version} lines"
            )
        elif found.version > kept.version:
            self.fault(kept.version + 1, f"the head says that the stream ends at {kept.version}")
        elif kept.hash != found.hash and kept != Head(0, ""):
            self.fault(found.version, "its hash is not the head of the stream: one was changed")
        for version in sorted(self._anchored):
            if version > found.version:
                self.fault(
                    found.version + 1, f"line {version} was anchored elsewhere, and is not there"
                )
