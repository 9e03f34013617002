"""The seal on the seeds of rounds: what lies in the database opens only with a key kept elsewhere.

Who has the database, or a backup of it, cannot foresee a card. Who loses the key loses no money,
but cannot prove the rounds that were open: a room starts without the key only if it is told so, the
loss goes into its log, and those rounds are void and listed as unproved (FAIR-9).
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from pitboss.refusal import Refused
from pitboss.room.store.shape import Store
from pitboss.shuffle import fresh_seed
from pitboss.table.events import RoundClosed, RoundOpened

KEY_BYTES: Final = 32
_NONCE: Final = 12


class _Opened(Struct):
    round: int


class _Line(Struct):
    event: _Opened


_number = msgspec.json.Decoder(_Line).decode


class Seal:
    """Seals and opens seeds. Not a record: nothing prints it or writes it down by accident."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise Refused(f"the key has {len(key)} bytes, not {KEY_BYTES}")
        self._cipher = AESGCM(key)

    def __repr__(self) -> str:
        return "Seal(secret)"

    def close(self, seed: bytes, stream: str, number: int) -> bytes:
        """The seed of a round, as it is stored; bound to its table and number."""
        nonce = os.urandom(_NONCE)
        return nonce + self._cipher.encrypt(nonce, seed, _bound(stream, number))

    def open(self, sealed: bytes, stream: str, number: int) -> bytes | None:
        """The seed; none if this is not the key, or not what was stored."""
        try:
            return self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], _bound(stream, number))
        except (InvalidTag, ValueError):
            return None


def _bound(stream: str, number: int) -> bytes:
    return f"{stream}\0{number}".encode()


def read_key(path: Path) -> bytes | None:
    """Return the key in a file that only its owner may read; none if there is no such file."""
    try:
        key = path.read_bytes()
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Refused(f"the key {path} cannot be read: {error.strerror}") from None
    if len(key) != KEY_BYTES:
        raise Refused(f"the key {path} is damaged: it has {len(key)} bytes, not {KEY_BYTES}")
    if mode & 0o077:
        raise Refused(f"the key {path} can be read by others: chmod 600 it")
    return key


def create_key(path: Path) -> bytes:
    """Write a new key to a file that only its owner may read, and return it."""
    key = fresh_seed()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
            new.write(key)
            new.flush()
            os.fsync(new.fileno())
    except OSError as error:
        raise Refused(f"the key {path} cannot be written: {error.strerror}") from None
    return key


async def lost_rounds(store: Store, seal: Seal | None) -> dict[str, int]:
    """Return the open round of every table whose seed this key does not open."""
    lost = {}
    for stream in await store.streams():
        opened = await store.last(stream.id, RoundOpened.__name__, RoundClosed.__name__)
        if opened is None or opened.kind != RoundOpened.__name__:
            continue
        number = _number(opened.line).event.round
        sealed = await store.sealed(stream.id, number)
        if sealed is None or seal is None or seal.open(sealed, stream.id, number) is None:
            lost[stream.id] = number
    return lost


def refuse_lost(lost: Mapping[str, int], why: str = "the key is not the one in use before") -> None:
    """Refuse to start while there are rounds that could not be proved any more."""
    if not lost:
        return
    rounds = ", ".join(f"round {number} of {table}" for table, number in lost.items())
    raise Refused(
        f"{why}, so the sealed seed of {rounds} cannot be opened. Put the right key back, or start "
        "with --key-lost: open rounds are then voided, and listed as unproved from then on",
        "FAIR-9",
    )
