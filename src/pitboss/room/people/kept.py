"""Rows about people as the store has them: one that cannot be read is left alone, and reported."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from pitboss.room.store.shape import RowDamaged, Store

T = TypeVar("T")


async def read_row(store: Store, shelf: str, key: str, kind: type[T]) -> T | None:
    """What is kept under a key, if anything is; `RowDamaged`, if it cannot be read."""
    value = await store.get(shelf, key)
    return None if value is None else _decode(store, shelf, key, value, kind)


async def read_rows(store: Store, shelf: str, kind: type[T]) -> Mapping[str, T]:
    """Everything on a shelf that can be read."""
    return decode_rows(store, shelf, await store.shelf(shelf), kind)


def decode_rows(
    store: Store, shelf: str, kept: Mapping[str, bytes], kind: type[T]
) -> Mapping[str, T]:
    """All rows of a shelf that can be read."""
    rows = {}
    for key, value in kept.items():
        try:
            rows[key] = _decode(store, shelf, key, value, kind)
        except RowDamaged:
            continue  # which is reported
    return rows


def _decode(store: Store, shelf: str, key: str, value: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(value, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise store.quarantine(shelf, key) from None
