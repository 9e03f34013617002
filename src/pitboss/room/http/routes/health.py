"""Routes for health, readiness and metrics."""

from collections import Counter as Tally
from ipaddress import ip_address
from typing import Final, Literal

from fastapi import APIRouter, Request, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel

from pitboss.room.failures import STORE_FAILURES, FailureKind
from pitboss.room.http.dependencies import (
    CurrentRoom,
    OptionalAccount,
    is_loaded,
    require_account,
    require_role,
)
from pitboss.room.http.problems import RETRY_AFTER
from pitboss.room.people.accounts import AccountRole
from pitboss.room.room import Room

router = APIRouter(tags=["health"])
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


@router.get("/health")
async def read_health(room: CurrentRoom) -> Health:
    """Return whether the room works, and what is wrong if not."""
    return await check_health(room)


@router.get("/ready", responses={503: {"model": Health}})
async def read_readiness(room: CurrentRoom, response: Response) -> Health:
    """Return 200 once the store can be written and every table is loaded, and 503 otherwise."""
    health = await check_health(room)
    if health.status == "failing":
        response.status_code = 503
        response.headers.update(RETRY_AFTER)
    return health


@router.get("/metrics", include_in_schema=False)
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
    content = generate_latest(REGISTRY) + _failure_metrics(room)
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
