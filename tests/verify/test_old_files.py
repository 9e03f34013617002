"""Files that another version wrote: read where no rule has changed, or refused in a sentence."""

import gzip
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss import FIRST_VERSION, __version__
from pitboss.table import LogEntry, Table
from pitboss.table import events as e
from pitboss.table.export import export_lines, replay
from pitboss.verify import VerificationError, verify

from .forging import docs_of, rechained

OLD = Path(__file__).parent / "old"


def lines(name: str) -> list[bytes]:
    """A file of version 0.1.0, as that version wrote it."""
    return (OLD / name).read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize(("name", "line"), [("shift-0.1.jsonl", 4), ("round-0.1.jsonl", 1)])
def test_a_file_of_the_first_version(name: str, line: int) -> None:
    with pytest.raises(VerificationError) as fault:
        verify(lines(name))
    assert fault.value.line == line
    said = fault.value.sentence
    assert f"version {FIRST_VERSION} of Pitboss wrote this file" in said
    assert said.endswith(f"verify it with version {FIRST_VERSION}")


SECOND = [path.name for path in sorted(OLD.glob("*-0.2.jsonl.gz"))]


def shift(name: str) -> list[bytes]:
    """A file of version 0.2.0, as that version wrote it."""
    return gzip.decompress((OLD / name).read_bytes()).splitlines(keepends=True)


@pytest.mark.parametrize("name", SECOND)
def test_a_file_of_the_second_version_is_verified(name: str) -> None:
    """Its rules are the same, though it hashes them in another way."""
    assert len(SECOND) == 4
    assert verify(shift(name)).rounds == 4


def forged(was: str, now: str) -> list[bytes]:
    """A file of the second version with other words in it, chained anew."""
    text = b"".join(shift(SECOND[0])).replace(was.encode(), now.encode())
    return rechained(docs_of(text.splitlines(keepends=True)))


def test_another_hash_of_the_rules_in_it_fits_no_stack() -> None:
    """What it says of its rules binds every shuffle."""
    (filed,) = {json.loads(x)["event"].get("rules") for x in shift(SECOND[0])[:-1]} - {None}
    with pytest.raises(VerificationError, match="root is not that of the stack"):
        verify(forged(filed, "0" * 64))
    with pytest.raises(VerificationError, match="rules is not a hash"):
        verify(forged(filed, "none"))


@pytest.mark.parametrize("name", ["shift-0.1.jsonl", "round-0.1.jsonl"])
def test_its_events_are_still_folded(name: str) -> None:
    """RECOV-5: a room that the first version wrote is taken up where it was."""
    state = replay(line.rstrip(b"\n") for line in lines(name))
    assert state.filed[-1].program == FIRST_VERSION
    assert sum(state.balances.values()) == 0
    assert state.last


def test_rules_of_a_later_version() -> None:
    """The line says whose they are."""
    table = Table.open("holdem-bonus", practice="later")

    def later(one: LogEntry) -> LogEntry:
        if not isinstance(one.event, e.SubmissionApproved):
            return one
        return replace(one, event=replace(one.event, program="9.1"))

    with pytest.raises(VerificationError, match=r"version 9\.1 of Pitboss wrote this file"):
        verify(line + b"\n" for line in export_lines(map(later, table.log)))


def test_this_version_names_itself() -> None:
    table = Table.open("holdem-bonus", practice="named")
    (filed,) = [item.event for item in table.log if isinstance(item.event, e.SubmissionApproved)]
    assert filed.program == __version__
