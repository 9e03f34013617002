"""What is wrong with a submission: all of it at once, each point with its clause."""

from collections.abc import Sequence

from msgspec import Struct

from pitboss.refusal import Refused


class Fault(Struct, frozen=True):
    """One thing that is wrong: where, what, and the clause that says so."""

    path: str
    sentence: str
    clause: str | None = None

    def __str__(self) -> str:
        cited = f" [{self.clause}]" if self.clause else ""
        return f"{self.path} {self.sentence}{cited}".strip()


class NewFault(Fault, frozen=True):
    """A fault that filings once could have: one that was put in force with it is still read."""


class SubmissionRefused(Refused):
    """A submission with faults; its sentence lists every one."""

    def __init__(self, faults: Sequence[Fault], clause: str | None = None) -> None:
        super().__init__("; ".join(map(str, faults)), clause)
        self.faults = tuple(faults)
