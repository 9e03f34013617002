"""Messages from node to node: commands for a table, who watches it, and its new lines.

Nodes recognize each other by a token that follows from the room's key, which all of them have. The
owner of a table checks what a person may do; the node that forwards a command has checked who the
person is. Lines are sent once they are committed; whoever misses some reads them from the database.
"""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.room.nodes.directory import OwnershipLost
from pitboss.room.requests import Ack
from pitboss.room.store.interface import SealedSeed
from pitboss.table.commands import Command

NODE_HEADER: Final = "x-pitboss-node"
"""Carries the token of the nodes; no proxy may pass it on from outside."""
NODE_NAME_HEADER: Final = "x-pitboss-node-name"
CLIENT_HEADER: Final = "x-pitboss-client"
SCHEME_HEADER: Final = "x-pitboss-scheme"
LINK_PATH: Final = "/nodes/link"
NOT_OWNER: Final = 421
"""The status if a table has another owner: nothing was done."""
CONNECT_TIMEOUT: Final = 0.5
REQUEST_TIMEOUT: Final = 2.0
NODE_UNREACHABLE: Final = (
    "the server of this table cannot be reached: check the table before you try again"
)


class ForwardedCommand(Struct, frozen=True):
    """A command of somebody whose session the sender has checked."""

    account: str
    command: Command
    key: str = ""
    due_version: int | None = None
    """The version at which it was due; it is refused if staff have acted since."""


class Presence(Struct, frozen=True):
    """Who watches which tables of the receiver, and who signed out, at the sending node."""

    node: str
    viewers: Mapping[str, tuple[str, ...]]
    watchers: tuple[str, ...] = ()
    """The accounts that watch any table at the sending node."""
    signed_out: Mapping[str, tuple[str, ...]] = {}


class PresenceAnswer(Struct, frozen=True):
    """Tables of the receiver that have stopped, with the reason."""

    stopped: Mapping[str, str] = {}


class CommittedLines(Struct, frozen=True, gc=False, tag="lines"):
    """New lines of a table, from its owner to a node where somebody watches it."""

    stream: str
    first: int
    """The version of the first line."""
    lines: tuple[bytes, ...]
    seeds: tuple[SealedSeed, ...] = ()
    """The sealed seeds of the rounds that begin with these lines."""


LinesListener = Callable[[CommittedLines], None]


class CommandRequest(Struct, frozen=True, gc=False, tag="command"):
    """A forwarded command, with the number of the request on its connection."""

    id: int
    table: str
    command: ForwardedCommand


class PresenceRequest(Struct, frozen=True, gc=False, tag="presence"):
    """A report of who watches, with the number of the request."""

    id: int
    presence: Presence


class Response(Struct, frozen=True, gc=False, tag="response"):
    """The response to the request of this number: a status as in HTTP, and JSON."""

    id: int
    status: int
    body: bytes


NodeRequest = CommandRequest | PresenceRequest
NodeReply = Response | CommittedLines


class RelayedProblem(Struct, frozen=True):
    """The part of an error response that a node needs to raise the same error."""

    error: str = ""
    clause: str | None = None
    due: str | None = None
    uncertain: bool = False
    code: str | None = None


class RelayedRefusal(Refused):
    """A refusal by another node, passed on as it is."""

    def __init__(self, status: int, problem: RelayedProblem, body: bytes) -> None:
        super().__init__(
            problem.error or "another node of the room refused this request", problem.clause
        )
        self.instruction = problem.due
        self.status, self.body = status, body


class NodeUnreachable(Failed):
    """Another node that could not be reached, so that nothing was done."""

    def __init__(self) -> None:
        super().__init__(NODE_UNREACHABLE, retry=True)


class NodeLink(Protocol):
    """A way to send requests to other nodes, and to receive lines from them."""

    on_lines: LinesListener
    """Called with new lines of other nodes' tables."""

    async def execute(self, address: str, table: str, command: ForwardedCommand) -> Ack:
        """Have the owner of a table carry a command out."""

    async def report_presence(self, address: str, presence: Presence) -> PresenceAnswer:
        """Tell another node who watches its tables."""

    async def close(self) -> None:
        """Close all connections."""


def error_of(status: int, body: bytes) -> Exception:
    """Return the error that another node's response stands for."""
    if status == NOT_OWNER:
        return OwnershipLost()
    try:
        problem = msgspec.json.decode(body, type=RelayedProblem)
    except msgspec.MsgspecError:
        problem = RelayedProblem(
            "another node of the room sent an invalid response", uncertain=True
        )
    if status >= 500:
        return Failed(problem.error, uncertain=problem.uncertain, retry=bool(problem.code))
    return RelayedRefusal(status, problem, body)
