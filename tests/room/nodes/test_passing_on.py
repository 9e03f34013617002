"""Which node serves a request: any, the leader, or the owner of a table."""

from fastapi.routing import APIRoute

from pitboss.room.http.app import ROUTE_MODULES
from pitboss.room.http.nodes import _stream_of
from pitboss.room.store.interface import BACK_OFFICE

EVERY_NODE = {
    "POST /api/tables/{table}/commands",
    "POST /api/tables/{table}/advice",
    "POST /api/tables/{table}/preview",
    "POST /api/tables/{table}/submissions/compare",
    "POST /api/tables/{table}/submissions",
    "POST /api/tables/{table}/submissions/{number}/approve",
    "POST /api/tables/{table}/submissions/{number}/reject",
    "POST /api/submissions/check",
    "POST /api/submissions/paper",
    "POST /api/reconciliations",
    "POST /api/backups",
    "POST /api/lab/rules",
    "POST /api/lab/advice",
}
LEADER_READS = {"GET /api/lab/jobs/{job}", "GET /api/delays"}
OWNER = {"POST /api/tables/{table}/restart"}


def test_every_change_is_routed_to_a_writer() -> None:
    requests = {
        f"{method} {route.path}": _stream_of({"method": method, "path": route.path})
        for module in ROUTE_MODULES
        for route in module.router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
    changes = {name for name in requests if not name.startswith("GET")}
    assert {name for name, stream in requests.items() if stream == "{table}"} == OWNER
    assert {name for name in changes if requests[name] is None} == EVERY_NODE
    assert {name for name in requests.keys() - changes if requests[name]} == LEADER_READS
    leader = {name for name, stream in requests.items() if stream == BACK_OFFICE}
    assert leader == (changes - EVERY_NODE - OWNER) | LEADER_READS
