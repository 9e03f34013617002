"""Seeds: 256 bits from the operating system for each round, or a practice seed that says so."""

import secrets
from hashlib import sha256
from typing import Final

SEED_BYTES: Final = 32
_HASHED: Final = b"pitboss seed\0"
_PRACTICE: Final = b"pitboss practice\0"


def fresh_seed() -> bytes:
    """A new one, as unpredictable as the operating system can make it."""
    return secrets.token_bytes(SEED_BYTES)


def practice_seed(name: str, number: int) -> bytes:
    """The seed of a practice round: anyone who knows the name can foresee it."""
    return sha256(_PRACTICE + f"{number}\0{name}".encode("utf-8", "surrogatepass")).digest()


def seed_hash(seed: bytes) -> str:
    """What is published of a seed before it is used."""
    return sha256(_HASHED + seed).hexdigest()
