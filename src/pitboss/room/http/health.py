"""How the room is: for whoever watches over it, and for what counts."""

from collections import Counter as Counted
from ipaddress import ip_address
from typing import Final, Literal

from fastapi import APIRouter, Request, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel

from pitboss.room.failures import STORE, FailureKind
from pitboss.room.http.errors import RETRY
from pitboss.room.http.hubs import is_read
from pitboss.room.http.identity import Anyone, ARoom, allowed, known
from pitboss.room.people.accounts import Part
from pitboss.room.room import Room

router = APIRouter(tags=["health"])
REGISTRY: Final = CollectorRegistry()
REQUESTS: Final = Counter(
    "pitboss_requests", "Requests by kind of answer.", ["method", "status"], registry=REGISTRY
)
SECONDS: Final = Histogram(
    "pitboss_request_seconds",
    "How long requests took.",
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
    registry=REGISTRY,
)
TABLES: Final = Gauge("pitboss_tables", "Tables, by how they are.", ["how"], registry=REGISTRY)
SEATED: Final = Gauge("pitboss_seated", "Seats that are taken.", registry=REGISTRY)
WATCHING: Final = Gauge("pitboss_watching", "Sockets that watch a table.", registry=REGISTRY)
LINES: Final = Gauge("pitboss_lines", "Lines written, over all tables.", registry=REGISTRY)


FAILING: Final = Gauge("pitboss_failing", "Failures that last.", ["kind"], registry=REGISTRY)
MAY_COUNT: Final = (Part.ADMINISTRATOR, Part.FLOORPERSON, Part.SURVEILLANCE, Part.AUDITOR)
"""Who looks after the room, and may read its metrics; so may a program on the same machine."""
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip")
READING: Final = "some tables are still being read"


class Trouble(BaseModel):
    """Something that is wrong now."""

    kind: FailureKind
    sentence: str
    seconds: float
    """For how long it has been wrong."""


class Health(BaseModel):
    """How the room is: the same over `/health` and `/ready`."""

    status: Literal["ok", "degraded", "failing"]
    """Degraded: some of it does not work. Failing: nothing can be written."""
    error: str = ""
    """Why it is failing."""
    tables: int
    stopped: dict[str, str]
    """Stopped tables, and why."""
    failures: list[Trouble] = []
    """What is wrong now; only rows and tables, unless the room is failing."""


def note(method: str, status: int, seconds: float) -> None:
    """Count a request. Of what it was about, nothing is kept."""
    REQUESTS.labels(method, f"{status // 100}xx").inc()
    SECONDS.observe(seconds)


async def health_of(room: Room) -> Health:
    """How the room is now. A store that does not answer is not waited for."""
    await room.look_at_store()
    stopped = {table: hub.actor.stopped for table, hub in room.hubs.items() if hub.actor.stopped}
    failures = room.failures.current
    store = next(filter(None, map(room.failures.find, STORE)), None)
    reading = "" if all(map(is_read, room.hubs.values())) else READING
    error = store.sentence if store else reading
    degraded = bool(stopped or failures)
    return Health(
        status="failing" if error else "degraded" if degraded else "ok",
        error=error,
        tables=len(room.hubs),
        stopped=stopped,
        failures=[
            Trouble(kind=one.kind, sentence=one.sentence, seconds=round(room.failures.age(one), 1))
            for one in failures
        ],
    )


@router.get("/health")
async def alive(room: ARoom) -> Health:
    """The program answers, and says what is wrong."""
    return await health_of(room)


@router.get("/ready", responses={503: {"model": Health}})
async def ready(room: ARoom, response: Response) -> Health:
    """The store can be written and every table was read: requests may come. Else 503."""
    health = await health_of(room)
    if health.status == "failing":
        response.status_code = 503
        response.headers.update(RETRY)
    return health


@router.get("/metrics", include_in_schema=False)
async def metrics(room: ARoom, account: Anyone, request: Request) -> Response:
    """Counts for Prometheus; no name, no card, no sum of a player's."""
    if not _on_this_machine(request):
        allowed(await known(account), *MAY_COUNT)
    hubs = room.hubs.values()
    stopped = sum(bool(hub.actor.stopped) for hub in hubs)
    TABLES.labels("open").set(len(room.hubs) - stopped)
    TABLES.labels("stopped").set(stopped)
    SEATED.set(sum(len(hub.actor.shown.seats) for hub in hubs))
    WATCHING.set(sum(len(hub.watchers) for hub in hubs))
    LINES.set(sum(hub.actor.head.version for hub in hubs))
    lasting = Counted(one.kind for one in room.failures.current)
    for kind in FailureKind:
        FAILING.labels(kind.value).set(lasting[kind])
    counted = generate_latest(REGISTRY) + _failures(room)
    return Response(counted, media_type=CONTENT_TYPE_LATEST)


def _failures(room: Room) -> bytes:
    """What went wrong since the start, and what recovered, by kind."""
    registry = CollectorRegistry()
    for name, text, counts in (
        ("pitboss_failures", "Failures by kind.", room.failures.counts),
        ("pitboss_recoveries", "Failures that are over, by kind.", room.failures.recoveries),
    ):
        counter = Counter(name, text, ["kind"], registry=registry)
        for kind in FailureKind:
            counter.labels(kind.value).inc(counts[kind])
    return generate_latest(registry)


def _on_this_machine(request: Request) -> bool:
    """Whether a program beside the room asks, and nobody through a proxy that runs there."""
    if any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False
