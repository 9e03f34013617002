"""Log what nodes do in the database: who wrote which stream in which epoch, and every renewal.

Triggers write the log, within the transactions that it is about and by the database's clock.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.room.nodes.directory import LEASE_SECONDS
from pitboss.room.store.interface import BACK_OFFICE
from tests.room.store.store_locations import PostgresLocation

_CREATE = (
    "CREATE TABLE stream_log ("
    "n BIGSERIAL PRIMARY KEY, at DOUBLE PRECISION, program TEXT, stream TEXT, old_owner TEXT, "
    "owner TEXT, old_epoch BIGINT, epoch BIGINT, old_version BIGINT, version BIGINT)",
    "CREATE TABLE lease_log ("
    "n BIGSERIAL PRIMARY KEY, at DOUBLE PRECISION, program TEXT, node TEXT)",
    "CREATE FUNCTION log_stream() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "INSERT INTO stream_log "
    "(at, program, stream, old_owner, owner, old_epoch, epoch, old_version, version) "
    "VALUES (extract(epoch FROM clock_timestamp()), current_setting('application_name'), NEW.id, "
    "OLD.owner, NEW.owner, OLD.epoch, NEW.epoch, OLD.version, NEW.version); "
    "RETURN NULL; END $$",
    "CREATE FUNCTION log_lease() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "INSERT INTO lease_log (at, program, node) VALUES (extract(epoch FROM clock_timestamp()), "
    "current_setting('application_name'), coalesce(NEW.name, OLD.name)); "
    "RETURN NULL; END $$",
    "CREATE TRIGGER log_stream AFTER UPDATE ON streams FOR EACH ROW EXECUTE FUNCTION log_stream()",
    "CREATE TRIGGER log_lease AFTER INSERT OR UPDATE OR DELETE ON nodes "
    "FOR EACH ROW EXECUTE FUNCTION log_lease()",
)


class StreamChange(NamedTuple):
    """A change of a stream's row."""

    at: float
    program: str
    """The name of the node and the number of its run."""
    stream: str
    old_owner: str
    owner: str
    old_epoch: int
    epoch: int
    old_version: int
    version: int

    @property
    def node(self) -> str:
        """The node that made the change."""
        return self.program.partition(".")[0]


class TakeOver(NamedTuple):
    """A stream that one node took over from another."""

    stream: str
    old_owner: str
    owner: str
    at: float
    seconds: float
    """Since the last renewal by the old owner, or by another node that had died by then."""


async def install(place: PostgresLocation) -> None:
    """Have the database log the nodes."""
    for statement in _CREATE:
        await place.raw(statement)


async def read_changes(place: PostgresLocation) -> list[StreamChange]:
    """Return all changes of streams."""
    rows = await place.raw(
        "SELECT at, program, stream, old_owner, owner, old_epoch, epoch, old_version, version "
        "FROM stream_log ORDER BY n"
    )
    return [StreamChange(*row) for row in rows]


async def read_renewals(place: PostgresLocation) -> dict[str, list[float]]:
    """Return when the lease of each node was renewed."""
    result: defaultdict[str, list[float]] = defaultdict(list)
    for at, node in await place.raw("SELECT at, node FROM lease_log ORDER BY n"):
        result[node].append(at)
    return result


def find_intrusions(changes: Sequence[StreamChange]) -> Iterator[str]:
    """Yield every line of a table that the owner of its epoch did not write, in one run (NODE-1).

    Every node writes to the back office when it starts.
    """
    writers: dict[tuple[str, int], str] = {}
    for change in changes:
        if change.version == change.old_version or change.stream == BACK_OFFICE:
            continue
        where = f"{change.stream}, line {change.version}, epoch {change.epoch}"
        if change.epoch != change.old_epoch:
            yield f"{where}: the owner changed together with the lines"
        if change.owner and change.node != change.owner:
            yield f"{where}: written by {change.program}, owned by {change.owner!r}"
        writer = writers.setdefault((change.stream, change.epoch), change.program)
        if change.owner and writer != change.program:
            yield f"{where}: written by {change.program}, and before by {writer}"


def find_take_overs(
    changes: Sequence[StreamChange], renewals: dict[str, list[float]]
) -> Iterator[TakeOver]:
    """Yield every stream that a node took because the lease of its owner had expired."""
    for change in changes:
        is_claim = change.owner != change.old_owner and change.node == change.owner
        if is_claim and change.old_owner:
            last_renewals = {
                node: max((at for at in times if at <= change.at), default=0.0)
                for node, times in renewals.items()
            }
            # A node leaves another node's share alone until that node's lease has expired, too.
            last = max(
                at
                for node, at in last_renewals.items()
                if node == change.old_owner or at <= change.at - LEASE_SECONDS
            )
            yield TakeOver(
                change.stream, change.old_owner, change.owner, change.at, change.at - last
            )


def longest_gap(renewals: Sequence[float], start: float, end: float) -> float:
    """Return the longest time between two renewals that overlaps a period."""
    pairs = zip(renewals, [*renewals[1:], end], strict=True)
    return max((b - a for a, b in pairs if b > start and a < end), default=0.0)
