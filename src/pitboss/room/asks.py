"""A request to a table, on its way through the table's inbox, and what becomes of it."""

import asyncio
from hashlib import sha256

import msgspec
from msgspec import Struct

from pitboss.table import Person
from pitboss.table.commands import Command

KEY_LENGTH = 100


class Told(Struct, frozen=True):
    """What somebody is told whose request was carried out."""

    version: int
    """The table had this version afterwards: a frame with it, or a later one, shows it."""
    again: bool = False
    """Whether it had been carried out before, under the same key."""


class KeptAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The same as it is stored under its key, with a hash over the whole row."""

    version: int
    again: bool = False
    check: str = ""
    """Older ones have none."""


def answer_check(account: str, stream: str, key: str, body: bytes, version: int) -> str:
    """Return the hash that a stored answer carries: no bit of its row changes unnoticed."""
    row = msgspec.json.encode((account, stream, key, body.hex(), version))
    return sha256(row).hexdigest()


class Failed(Exception):
    """It was not carried out, or nobody knows; a sentence says which."""

    def __init__(self, sentence: str, *, uncertain: bool = False, retry: bool = False) -> None:
        """With ``retry``, asking again with the same key is all that is to be done."""
        super().__init__(sentence)
        self.sentence, self.uncertain, self.retry = sentence, uncertain, retry


class Ask:
    """A command that waits for its table."""

    __slots__ = ("account", "aliases", "begun", "body", "by", "command", "done", "key")

    def __init__(
        self,
        by: Person,
        command: Command,
        account: str,
        key: str = "",
        aliases: frozenset[str] = frozenset(),
    ) -> None:
        """``aliases``: the names of accounts that may be the same person's, where it matters."""
        self.by, self.command, self.account, self.key = by, command, account, key
        self.aliases = aliases
        self.body = body_of(by, command) if key else b""
        self.begun = False
        """Whether the table has begun to carry it out."""
        self.done: asyncio.Future[Told] = asyncio.get_running_loop().create_future()


def body_of(by: Person, command: object) -> bytes:
    """The hash of what was asked."""
    return sha256(msgspec.json.encode((by, command))).digest()
