"""The seal on the seeds of rounds: what lies in the database opens only with a key kept elsewhere.

Who has the database, or a backup of it, cannot foresee a card. Who loses the key loses no money: a
round whose seed cannot be opened is void, and every wager goes back.
"""

import os
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.refusal import Refused
from pitboss.shuffle import fresh_seed

KEY_BYTES: Final = 32
_NONCE: Final = 12


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


def kept_key(path: Path) -> bytes:
    """The key in a file that only its owner may read; a new one is made where there is none."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
                new.write(fresh_seed())
                new.flush()
                os.fsync(new.fileno())
        except FileExistsError:
            pass
        key = path.read_bytes()
    except OSError as error:
        raise Refused(f"the key {path} cannot be read: {error.strerror}") from None
    if len(key) != KEY_BYTES:
        raise Refused(f"the key {path} is damaged: it has {len(key)} bytes, not {KEY_BYTES}")
    if path.stat().st_mode & 0o077:
        raise Refused(f"the key {path} can be read by others: chmod 600 it")
    return key
