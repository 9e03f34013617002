"""Seeds of rounds, encrypted with a key that is kept outside the database.

Whoever has the database, or a backup of it, cannot predict a card. Losing the key loses no money,
but rounds that were open cannot be proved: a room starts without the key only if it is told to,
the loss is logged, and those rounds are void and listed as unproved (FAIR-9).
"""

import hmac
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from pitboss.errors import Refused
from pitboss.room.store.interface import Store
from pitboss.shuffle import fresh_seed
from pitboss.table.events import RoundClosed, RoundOpened

KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12


class _Round(Struct):
    round: int
    physical: bool = False


class _RoundLine(Struct):
    event: _Round


_decode_round = msgspec.json.Decoder(_RoundLine).decode


class SeedVault:
    """Encryption of seeds; not a struct, so that nothing prints or stores the key by accident."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise Refused(f"the key must have {KEY_BYTES} bytes, not {len(key)}")
        self._cipher, self._key = AESGCM(key), key

    def __repr__(self) -> str:
        return "SeedVault(secret)"

    def derive(self, purpose: str) -> str:
        """Return a secret for another purpose, from which nobody can compute the key."""
        return hmac.new(self._key, f"pitboss {purpose}".encode(), "sha256").hexdigest()

    def seal(self, seed: bytes, stream: str, number: int) -> bytes:
        """Encrypt the seed of a round, bound to its table and number."""
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, seed, _associated_data(stream, number))

    def unseal(self, ciphertext: bytes, stream: str, number: int) -> bytes | None:
        """Decrypt a seed; return `None` if the key or the stored seed is not the right one."""
        try:
            return self._cipher.decrypt(
                ciphertext[:_NONCE_BYTES],
                ciphertext[_NONCE_BYTES:],
                _associated_data(stream, number),
            )
        except (InvalidTag, ValueError):
            return None


def _associated_data(stream: str, number: int) -> bytes:
    return f"{stream}\0{number}".encode()


def read_key(path: Path) -> bytes | None:
    """Return the key in a file that only its owner may read; `None` if there is no such file."""
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
        raise Refused(f"the key {path} can be read by others: run `chmod 600 {path}`")
    return key


def create_key(path: Path) -> bytes:
    """Write a new key to a file that only its owner may read, and return it."""
    key = fresh_seed()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise Refused(f"the key {path} cannot be written: {error.strerror}") from None
    return key


async def find_lost_rounds(store: Store, vault: SeedVault | None) -> dict[str, int]:
    """Return the open rounds, by table, whose seeds this key does not decrypt."""
    lost_rounds = {}
    for stream in await store.streams():
        entry = await store.last_entry(stream.id, RoundOpened.__name__, RoundClosed.__name__)
        if entry is None or entry.kind != RoundOpened.__name__:
            continue
        opening = _decode_round(entry.line).event
        if opening.physical:
            continue
        number = opening.round
        ciphertext = await store.sealed_seed(stream.id, number)
        if (
            ciphertext is None
            or vault is None
            or vault.unseal(ciphertext, stream.id, number) is None
        ):
            lost_rounds[stream.id] = number
    return lost_rounds


def refuse_lost_rounds(
    lost_rounds: Mapping[str, int], why: str = "the key is not the one that was used before"
) -> None:
    """Refuse to start if there are open rounds that can no longer be proved."""
    if not lost_rounds:
        return
    rounds = ", ".join(f"round {number} of {table}" for table, number in lost_rounds.items())
    raise Refused(
        f"{why}, so the sealed seed of {rounds} cannot be opened. Put the right key back, or start "
        "with --key-lost: open rounds are then void, and audits list them as unproved",
        "FAIR-9",
    )
