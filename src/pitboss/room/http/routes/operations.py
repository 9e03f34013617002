"""Routes for whoever runs the room: health, readiness, metrics and backups.

The download of a backup is logged in the back office, because it holds every account and balance.
"""

import asyncio
from collections import Counter as Tally
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Final, Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from pydantic import BaseModel

from pitboss.errors import Refused, short_repr
from pitboss.room.back_office_events import BackupDownloaded
from pitboss.room.backup import Backup, back_up, backup_event, backup_name
from pitboss.room.failures import STORE_FAILURES, FailureKind
from pitboss.room.http.dependencies import (
    CurrentAccount,
    CurrentRoom,
    OptionalAccount,
    is_loaded,
    long_work_queue,
    require_account,
    require_role,
)
from pitboss.room.http.responses import RETRY_AFTER, RequestDenied
from pitboss.room.metrics import HISTOGRAMS
from pitboss.room.people.accounts import AccountRole
from pitboss.room.room import Room
from pitboss.room.store.interface import StoreUnavailable

router = APIRouter()
REGISTRY: Final = CollectorRegistry()
REQUESTS: Final = Counter(
    "pitboss_requests", "Requests by method and status.", ["method", "status"], registry=REGISTRY
)
SECONDS: Final = Histogram(
    "pitboss_request_seconds",
    "How long requests took.",
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
    registry=REGISTRY,
)
TABLES: Final = Gauge("pitboss_tables", "Tables by status.", ["how"], registry=REGISTRY)
OCCUPIED_SEATS: Final = Gauge("pitboss_seated", "Seats that are taken.", registry=REGISTRY)
OPEN_SOCKETS: Final = Gauge("pitboss_watching", "Sockets that watch a table.", registry=REGISTRY)
LINES: Final = Gauge("pitboss_lines", "Log lines of all tables.", registry=REGISTRY)
CURRENT_FAILURES: Final = Gauge(
    "pitboss_failing", "Current failures by kind.", ["kind"], registry=REGISTRY
)


class LatencyCollector(Collector):
    """The histograms of the room as Prometheus reads them."""

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Yield every histogram."""
        for item in HISTOGRAMS:
            yield HistogramMetricFamily(item.name, item.text, item.buckets(), item.sum)


LATENCY: Final = CollectorRegistry()
LATENCY.register(LatencyCollector())
METRICS_ROLES: Final = (
    AccountRole.ADMINISTRATOR,
    AccountRole.FLOORPERSON,
    AccountRole.SURVEILLANCE,
    AccountRole.AUDITOR,
)
"""Roles that may read metrics; so may a program on the same machine."""
PROXY_HEADERS: Final = ("forwarded", "x-forwarded-for", "x-real-ip")
TABLES_LOADING: Final = "some tables are still loading"


class CurrentFailure(BaseModel):
    """A failure that has not ended yet."""

    kind: FailureKind
    sentence: str
    seconds: float
    """How long it has lasted."""


class Health(BaseModel):
    """The health of the room, the same for `/health` and `/ready`."""

    status: Literal["ok", "degraded", "failing"]
    """Degraded: some of it does not work. Failing: nothing can be written."""
    error: str = ""
    """Why it is failing."""
    tables: int
    stopped: dict[str, str]
    """Stopped tables, each with the reason."""
    failures: list[CurrentFailure] = []
    """Current failures; only of rows and tables, unless the room is failing."""


def count_request(method: str, status: int, seconds: float) -> None:
    """Count a request in the metrics, which say nothing about its content."""
    REQUESTS.labels(method, f"{status // 100}xx").inc()
    SECONDS.observe(seconds)


async def check_health(room: Room) -> Health:
    """Return the health of the room, without waiting for a store that does not respond."""
    await room.check_store()
    stop_reasons = {
        table: hub.actor.stop_reason for table, hub in room.hubs.items() if hub.actor.stop_reason
    }
    failures = room.failures.current
    store = next(filter(None, map(room.failures.find, STORE_FAILURES)), None)
    loading = "" if all(map(is_loaded, room.hubs.values())) else TABLES_LOADING
    error = store.sentence if store else loading
    is_degraded = bool(stop_reasons or failures)
    return Health(
        status="failing" if error else "degraded" if is_degraded else "ok",
        error=error,
        tables=len(room.hubs),
        stopped=stop_reasons,
        failures=[
            CurrentFailure(
                kind=failure.kind,
                sentence=failure.sentence,
                seconds=round(room.failures.age(failure), 1),
            )
            for failure in failures
        ],
    )


@router.get("/health", tags=["health"])
async def read_health(room: CurrentRoom) -> Health:
    """Return whether the room is healthy and, if not, what is wrong."""
    return await check_health(room)


@router.get("/ready", tags=["health"], responses={503: {"model": Health}})
async def read_readiness(room: CurrentRoom, response: Response) -> Health:
    """Return 200 once the store can be written and every table is loaded, and 503 otherwise."""
    health = await check_health(room)
    if health.status == "failing":
        response.status_code = 503
        response.headers.update(RETRY_AFTER)
    return health


class NodeReport(BaseModel):
    """A node of the room."""

    name: str
    address: str
    alive: bool
    leader: bool
    """Whether it owns the back office: accounts, new tables, jobs of the lab."""
    tables: list[str]
    """The tables that it owns."""


@router.get("/api/nodes", tags=["health"])
async def list_nodes(room: CurrentRoom, account: CurrentAccount) -> list[NodeReport]:
    """List the nodes of the room with the tables they own; none if a single process runs it."""
    require_role(account, *METRICS_ROLES)
    return [
        NodeReport(
            name=node.name,
            address=node.address,
            alive=node.is_alive,
            leader=node.is_leader,
            tables=[*node.tables],
        )
        for node in await room.nodes()
    ]


@router.get("/metrics", tags=["health"], include_in_schema=False)
async def metrics(room: CurrentRoom, account: OptionalAccount, request: Request) -> Response:
    """Return metrics for Prometheus, without names, cards or players' money."""
    if not _is_local(request):
        require_role(await require_account(account), *METRICS_ROLES)
    hubs = room.hubs.values()
    stopped_tables = sum(bool(hub.actor.stop_reason) for hub in hubs)
    TABLES.labels("open").set(len(room.hubs) - stopped_tables)
    TABLES.labels("stopped").set(stopped_tables)
    OCCUPIED_SEATS.set(sum(len(hub.actor.committed_state.seats) for hub in hubs))
    OPEN_SOCKETS.set(sum(len(hub.watchers) for hub in hubs))
    LINES.set(sum(hub.actor.head.version for hub in hubs))
    current = Tally(failure.kind for failure in room.failures.current)
    for kind in FailureKind:
        CURRENT_FAILURES.labels(kind.value).set(current[kind])
    content = generate_latest(REGISTRY) + generate_latest(LATENCY) + _failure_metrics(room)
    return Response(content, media_type=CONTENT_TYPE_LATEST)


def _failure_metrics(room: Room) -> bytes:
    """Return the metrics of failures and recoveries since the start, by kind."""
    registry = CollectorRegistry()
    for name, text, counts in (
        ("pitboss_failures", "Failures by kind.", room.failures.counts),
        ("pitboss_recoveries", "Failures that are over, by kind.", room.failures.recoveries),
    ):
        counter = Counter(name, text, ["kind"], registry=registry)
        for kind in FailureKind:
            counter.labels(kind.value).inc(counts[kind])
    return generate_latest(registry)


def _is_local(request: Request) -> bool:
    """Return whether a program on the same machine asks, and not somebody through a proxy."""
    if any(name in request.headers for name in PROXY_HEADERS):
        return False
    try:
        return ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False


class BackupFile(BaseModel):
    """A backup in the folder of the room."""

    name: str
    bytes: int


class HeadInfo(BaseModel):
    """The length of a stream in the backup, and the hash of its last line."""

    version: int
    hash: str


class NewBackup(BackupFile):
    """A new backup."""

    sha256: str
    heads: dict[str, HeadInfo]
    """The head of every stream: keep them elsewhere, and pass them to ``pitboss audit``."""


@router.post("/api/backups", tags=["office"], status_code=201)
async def create_backup(request: Request, room: CurrentRoom, account: CurrentAccount) -> NewBackup:
    """Back up the whole room to a new file beside its data.

    The key that opens sealed seeds is not in it.
    """
    require_role(account, AccountRole.ADMINISTRATOR)
    folder = _folder(room)
    async with long_work_queue(request).wait_turn(account):
        backup = await _take_backup(room, folder)
    await room.back_office.write(backup_event(backup), account.person)
    return NewBackup(
        name=Path(backup.file).name,
        bytes=backup.bytes,
        sha256=backup.sha256,
        heads={
            stream: HeadInfo(version=head.version, hash=head.hash)
            for stream, head in backup.heads.items()
        },
    )


@router.get("/api/backups", tags=["office"])
async def list_backups(room: CurrentRoom, account: CurrentAccount) -> list[BackupFile]:
    """List the backups in the folder of the room, latest first."""
    require_role(account, AccountRole.ADMINISTRATOR)
    return await asyncio.to_thread(_list_files, _folder(room))


@router.get("/api/backups/{name}", tags=["office"], response_class=FileResponse)
async def download_backup(name: str, room: CurrentRoom, account: CurrentAccount) -> FileResponse:
    """Download a backup. Each download is logged."""
    require_role(account, AccountRole.ADMINISTRATOR)
    folder = _folder(room)
    backups = {file.name for file in await asyncio.to_thread(_list_files, folder)}
    if name not in backups:
        raise RequestDenied(404, f"there is no backup {short_repr(name)}")
    await room.back_office.write(BackupDownloaded(name), account.person)
    return FileResponse(folder / name, media_type="application/vnd.sqlite3", filename=name)


def _folder(room: Room) -> Path:
    if room.settings.backups is None:
        raise Refused("this room has no backup folder: use `pitboss backup` instead")
    return room.settings.backups


async def _take_backup(room: Room, folder: Path) -> Backup:
    now = room.clock()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnavailable(f"the backup folder cannot be used: {error.strerror}") from None
    target = folder / backup_name(now)
    if target.exists():
        raise Refused("a backup was already made this second: wait a moment, then try again")
    return await back_up(room.store, target, now)


def _list_files(folder: Path) -> list[BackupFile]:
    paths = sorted(folder.glob("room-*.db"), reverse=True) if folder.is_dir() else []
    return [
        BackupFile(name=path.name, bytes=path.stat().st_size) for path in paths if path.is_file()
    ]
