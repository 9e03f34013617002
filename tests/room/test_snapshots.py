"""Snapshots with another schema of the state are ignored; no field defaults silently."""

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from pitboss.room.store.interface import Head
from pitboss.room.table_log import SNAPSHOT_PREFIX, restore_snapshot, schema_hash, take_snapshot
from pitboss.table import Table


class Inner(Struct):
    cents: int = 0


class Outer(Struct):
    inner: Inner
    names: tuple[str, ...] = ()


def test_a_snapshot_can_be_restored() -> None:
    state = Table.open("stud-235").state
    result = restore_snapshot(take_snapshot(state, Head(state.version, "h"), ""))
    assert result is not None
    assert result == (state, Head(state.version, "h"))


@pytest.mark.parametrize("shape", ["1", "2 0123456789abcdef "])
def test_a_snapshot_of_another_schema_is_ignored(shape: str) -> None:
    state = Table.open("stud-235").state
    snapshot = take_snapshot(state, Head(state.version, "h"), "")
    assert snapshot.state.startswith(SNAPSHOT_PREFIX.encode())
    assert (
        restore_snapshot(
            replace(
                snapshot, state=snapshot.state.replace(SNAPSHOT_PREFIX.encode(), shape.encode())
            )
        )
        is None
    )


def test_every_field_and_default_is_in_the_hash() -> None:
    same = schema_hash(Outer)
    assert same == schema_hash(Outer)
    base = (("inner", Inner), ("names", tuple[str, ...], ()))
    wider = msgspec.defstruct("Inner", [("cents", int, 0), ("more", int, 1)])
    others = [
        msgspec.defstruct("Outer", [*base, ("more", int, 0)]),
        msgspec.defstruct("Outer", [base[0], ("names", tuple[int, ...], ())]),
        msgspec.defstruct("Outer", [base[0], ("names", tuple[str, ...], ("x",))]),
        msgspec.defstruct("Outer", [base[0]]),
        msgspec.defstruct("Outer", [("inner", wider), base[1]]),
    ]
    hashes = {same, *map(schema_hash, others)}
    assert len(hashes) == len(others) + 1
