"""Files of other versions are read where no rule has changed, or refused with a message."""

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

from .file_forgery import docs_of, rechain

OLD = Path(__file__).parent / "old"


def lines(name: str) -> list[bytes]:
    """Return a file of version 0.1.0, as that version wrote it."""
    return (OLD / name).read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize(("name", "line"), [("shift-0.1.jsonl", 4), ("round-0.1.jsonl", 1)])
def test_file_of_the_first_version(name: str, line: int) -> None:
    with pytest.raises(VerificationError) as fault:
        verify(lines(name))
    assert fault.value.line == line
    sentence = fault.value.sentence
    assert f"Pitboss {FIRST_VERSION} wrote this file" in sentence
    assert sentence.endswith(f"verify it with version {FIRST_VERSION}")


SECOND = [path.name for path in sorted(OLD.glob("*-0.2.jsonl.gz"))]


def shift(name: str) -> list[bytes]:
    """Return a file of version 0.2.0, as that version wrote it."""
    return gzip.decompress((OLD / name).read_bytes()).splitlines(keepends=True)


@pytest.mark.parametrize("name", SECOND)
def test_a_file_of_the_second_version_is_verified(name: str) -> None:
    """The rules are the same, but that version hashed them differently."""
    assert len(SECOND) == 4
    assert verify(shift(name)).rounds == 4


def forge(was: str, new: str) -> list[bytes]:
    """Return a file of the second version with some bytes replaced, rechained."""
    text = b"".join(shift(SECOND[0])).replace(was.encode(), new.encode())
    return rechain(docs_of(text.splitlines(keepends=True)))


def test_changed_hash_of_the_rules_fits_no_stack() -> None:
    """The hash of the rules is bound into every shuffle."""
    (rules_hash,) = {json.loads(x)["event"].get("rules") for x in shift(SECOND[0])[:-1]} - {None}
    with pytest.raises(VerificationError, match="root does not match the stack"):
        verify(forge(rules_hash, "0" * 64))
    with pytest.raises(VerificationError, match="rules is not a hash"):
        verify(forge(rules_hash, "none"))


@pytest.mark.parametrize("name", ["shift-0.1.jsonl", "round-0.1.jsonl"])
def test_old_events_are_still_applied(name: str) -> None:
    """RECOV-5: a room that the first version wrote continues where it was."""
    state = replay(line.rstrip(b"\n") for line in lines(name))
    assert state.filed[-1].program == FIRST_VERSION
    assert sum(state.balances.values()) == 0
    assert state.last


def test_rules_of_a_later_version() -> None:
    """The error names the program that the rules belong to."""
    table = Table.open("holdem-bonus", practice="later")

    def later(entry: LogEntry) -> LogEntry:
        if not isinstance(entry.event, e.SubmissionApproved):
            return entry
        return replace(entry, event=replace(entry.event, program="9.1"))

    with pytest.raises(VerificationError, match=r"Pitboss 9\.1 wrote this file"):
        verify(line + b"\n" for line in export_lines(map(later, table.log)))


def test_this_version_names_itself() -> None:
    table = Table.open("holdem-bonus", practice="named")
    (approval,) = [item.event for item in table.log if isinstance(item.event, e.SubmissionApproved)]
    assert approval.program == __version__
