"""How the room is: for whoever watches over it, and for what counts."""

from typing import Final

from fastapi import APIRouter, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel

from pitboss.room.asks import Failed
from pitboss.room.http.hubs import is_read
from pitboss.room.http.identity import ARoom

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


class Health(BaseModel):
    """How the room is."""

    status: str
    tables: int
    stopped: dict[str, str]
    """Tables that stand still, and why."""


def note(method: str, status: int, seconds: float) -> None:
    """Count a request. Of what it was about, nothing is kept."""
    REQUESTS.labels(method, f"{status // 100}xx").inc()
    SECONDS.observe(seconds)


@router.get("/health")
async def alive(room: ARoom) -> Health:
    """The program answers. Tables that stand still are named."""
    stopped = {table: hub.actor.stopped for table, hub in room.hubs.items() if hub.actor.stopped}
    return Health(
        status="some tables stand still" if stopped else "ok",
        tables=len(room.hubs),
        stopped=stopped,
    )


@router.get("/ready")
async def ready(room: ARoom) -> Health:
    """The store can be written and every table was read: requests may come."""
    await room.store.ready()
    if not all(map(is_read, room.hubs.values())):
        raise Failed("some tables are still being read")
    return await alive(room)


@router.get("/metrics", include_in_schema=False)
async def metrics(room: ARoom) -> Response:
    """Counts for Prometheus; no name, no card, no sum of a player's."""
    hubs = room.hubs.values()
    stopped = sum(bool(hub.actor.stopped) for hub in hubs)
    TABLES.labels("open").set(len(room.hubs) - stopped)
    TABLES.labels("stopped").set(stopped)
    SEATED.set(sum(len(hub.actor.shown.seats) for hub in hubs))
    WATCHING.set(sum(len(hub.watchers) for hub in hubs))
    LINES.set(sum(hub.actor.head.version for hub in hubs))
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
