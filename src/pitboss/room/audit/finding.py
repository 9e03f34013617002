"""What an audit finds wrong: where, and what it is."""

from typing import Final

from msgspec import Struct

LONGEST: Final = 400


class Finding(Struct, frozen=True, omit_defaults=True):
    """One thing that is not as it must be."""

    stream: str
    """The table, or the office; empty where it is about the database as a whole."""
    sentence: str
    line: int = 0
    """None, where no line in particular is wrong."""

    def __str__(self) -> str:
        where = f"{self.stream}, line {self.line}" if self.line else self.stream
        return f"{where}: {self.sentence}" if where else self.sentence


class Enough(Exception):
    """As many things are wrong as anybody wants to read."""


class Findings:
    """Collects them, up to a limit."""

    def __init__(self, limit: int) -> None:
        self.all: list[Finding] = []
        self._limit = limit

    def add(self, stream: str, line: int, sentence: str) -> None:
        """One more."""
        if len(self.all) >= self._limit:
            raise Enough
        if len(sentence) > LONGEST:
            sentence = sentence[:LONGEST] + "…"
        self.all.append(Finding(stream, " ".join(sentence.split()), line))
