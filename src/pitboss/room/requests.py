"""Requests to a table on their way through its inbox, their acknowledgment, and size limits."""

import asyncio
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.errors import Refused
from pitboss.table import Person
from pitboss.table.commands import Command

MAX_KEY_LENGTH: Final = 100
KEY_REUSED: Final = "this idempotency key was already used for a different request: use a new key"


class Ack(Struct, frozen=True):
    """The acknowledgment of a request that was carried out."""

    version: int
    """The version of the table after it: frames of this or a later version show it."""
    again: bool = False
    """Whether it was already carried out under the same key."""


class StoredAck(Struct, frozen=True, forbid_unknown_fields=True):
    """An acknowledgment as it is stored under its key, with a hash over the whole row."""

    version: int
    again: bool = False
    check: str = ""
    """The hash; empty in rows of older versions."""


def ack_checksum(account: str, stream: str, key: str, body: bytes, version: int) -> str:
    """Return the hash of a stored acknowledgment, so that no change of its row goes unnoticed."""
    row = msgspec.json.encode((account, stream, key, body.hex(), version))
    return sha256(row).hexdigest()


class Request:
    """A command that waits for its table."""

    __slots__ = (
        "account",
        "ack",
        "aliases",
        "body_hash",
        "by",
        "command",
        "due_version",
        "is_started",
        "key",
    )

    def __init__(
        self,
        by: Person,
        command: Command,
        account: str,
        key: str = "",
        aliases: frozenset[str] = frozenset(),
        due_version: int | None = None,
    ) -> None:
        """``aliases`` are the names of accounts that may be the same person's, if that matters.

        ``due_version`` is the version of the table at which the command was due. It is refused if
        staff have acted since: two dealers who tap at once take one step.
        """
        self.by, self.command, self.account, self.key = by, command, account, key
        self.aliases, self.due_version = aliases, due_version
        self.body_hash = hash_body(by, command) if key else b""
        self.is_started = False
        """Whether the table has started to carry it out."""
        self.ack: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()


def hash_body(by: Person, command: object) -> bytes:
    """Return the hash of a command and its author."""
    return sha256(msgspec.json.encode((by, command))).digest()


MAX_SUBMISSION_ENTRIES: Final = 600
"""Most names and values in a submission; valid ones have far fewer."""


def check_submission_size(submission: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a submission of reasonable size; listing all faults of a larger one takes too long."""
    if _count_entries(submission) > MAX_SUBMISSION_ENTRIES:
        raise Refused(
            f"the submission is too large: it may have at most {MAX_SUBMISSION_ENTRIES} entries"
        )
    return submission


def _count_entries(submission: object) -> int:
    count, remaining = 0, [submission]
    while remaining and count <= MAX_SUBMISSION_ENTRIES:
        value = remaining.pop()
        count += 1
        if isinstance(value, Mapping):
            remaining += value.values()
        elif isinstance(value, Sequence) and not isinstance(value, str):
            remaining += value
    return count
