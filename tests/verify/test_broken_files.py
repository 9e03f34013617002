"""Damaged files with an unchanged chain: detected at the line or the one after it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

import pytest

from pitboss.verify import VerificationError, verify
from pitboss.verify import chain as reading
from tests.verify.corpus import CORPUS
from tests.verify.random_shifts import Shift


class BrokenFile(NamedTuple):
    """A broken file, and what was done to which of its lines."""

    how: str
    line: int
    file: bytes


def broken_files(lines: Sequence[bytes], some: Random) -> Iterator[BrokenFile]:
    """Yield files with one line broken, for every line and every way."""
    for at, line in enumerate(lines):
        before, after = b"".join(lines[:at]), b"".join(lines[at + 1 :])

        def break_line(how: str, instead: bytes) -> BrokenFile:
            return BrokenFile(how, at + 1, before + instead + after)  # noqa: B023

        yield break_line("deleted", b"")
        yield break_line("repeated", line * 2)
        yield break_line("blank line before", b"\n" + line)
        yield break_line("space before", b" " + line)
        yield break_line("space after", line[:-1] + b" \n")
        yield break_line("carriage return", line[:-1] + b"\r\n")
        yield break_line("no newline", line[:-1])
        yield break_line("brace missing", line[:-2] + b"\n")
        yield break_line("quote missing", line.replace(b'"', b"", 1))
        yield break_line("key twice", b'{"n":1,' + line[1:])
        yield break_line("key more", line[:-2] + b',"x":1}\n')
        yield break_line("emptied", b"{}\n")
        yield break_line(
            "number as text", line.replace(b'"n":', b'"n":"').replace(b',"prev', b'","prev', 1)
        )
        yield break_line("number with point", line.replace(b',"prev', b'.0,"prev', 1))
        if at + 1 < len(lines):
            rest = b"".join(lines[at + 2 :])
            yield BrokenFile("swapped", at + 1, before + lines[at + 1] + line + rest)
        yield BrokenFile("cut off before", at + 1, before)
        yield BrokenFile("cut off within", at + 1, before + line[: some.randrange(1, len(line))])
        for _ in range(6):
            where = some.randrange(len(line))
            byte = some.choice([b for b in (*b'0a1"z{}, \n', line[where] ^ 1) if b != line[where]])
            yield break_line("byte changed", line[:where] + bytes([byte]) + line[where + 1 :])
    yield BrokenFile("blank line at the end", len(lines) + 1, b"".join(lines) + b"\n")
    yield BrokenFile("last line twice", len(lines) + 1, b"".join(lines) + lines[-1])


def split(file: bytes) -> list[bytes]:
    return [line + b"\n" for line in file.split(b"\n")[:-1]] + [
        last for last in file.split(b"\n")[-1:] if last
    ]


WAYS = 20
"""The number of ways in which a line is broken."""


@pytest.mark.parametrize("name", CORPUS)
def test_lines_broken_in_several_ways(name: str) -> None:
    """Each line is broken in two ways, and every tenth line in all ways."""
    lines = CORPUS[name]().lines()
    turns: dict[str, int] = {}
    sample = (
        item
        for item in broken_files(lines, Random(name))
        if (item.line + turns.setdefault(item.how, len(turns))) % 10 == 0 or item.line > len(lines)
    )
    assert len(count_detected(name, sample)) == WAYS


@pytest.mark.soak
@pytest.mark.parametrize("name", CORPUS)
def test_every_line_broken_in_every_way(name: str) -> None:
    assert len(count_detected(name, broken_files(CORPUS[name]().lines(), Random(name)))) == WAYS


def count_detected(name: str, files: Iterable[BrokenFile]) -> Counter[str]:
    """Check that each file is rejected, at its broken line or the next; count them by the way."""
    counts: Counter[str] = Counter()
    for how, line, file in files:
        with pytest.raises(VerificationError) as progress:
            verify(split(file))
        assert progress.value.line in (line, line + 1), (how, line, str(progress.value))
        assert progress.value.sentence
        counts[how] += 1
    print(f"\n{name}: {counts.total()} broken files, all found: {dict(counts)}")
    return counts


def test_file_lines_match_the_test_lines() -> None:
    whole = b"".join(CORPUS["stud"]().lines())
    assert split(whole) == CORPUS["stud"]().lines()
    assert split(whole[:-1]) == [*CORPUS["stud"]().lines()[:-1], CORPUS["stud"]().lines()[-1][:-1]]


def test_first_of_two_faults_is_reported() -> None:
    lines = CORPUS["hit"]().lines()
    lines[20] = lines[20].replace(b'"n":21', b'"n":22')
    lines[9] = lines[9].replace(b'"n":10', b'"n":11')
    with pytest.raises(VerificationError, match="n is 11, expected 10") as progress:
        verify(lines)
    assert progress.value.line == 10


def test_oversized_line_is_not_read_completely() -> None:
    class Endless:
        bytes_given = 0

        def readline(self, most: int) -> bytes:
            self.bytes_given += most
            return b"x" * most

    endless = Endless()
    with pytest.raises(VerificationError, match="line 1: the line is longer than"):
        verify(reading.read_lines(endless))  # type: ignore[arg-type]
    assert endless.bytes_given <= reading.MAX_LINE_BYTES + 2


def test_oversized_round_is_not_read_completely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_ROUND_LINES", 20)
    with pytest.raises(VerificationError, match="a round has more than 20 lines"):
        verify(Shift("criss-cross", seats=6).play().lines())
