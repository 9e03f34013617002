"""Two nodes over HTTP: forwarded requests, as clients of either node see them."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
from fastapi import FastAPI

from pitboss.room.http.app import create_app
from pitboss.room.nodes.link import NODE_HEADER
from pitboss.room.nodes.socket_link import SocketLink
from pitboss.room.people.accounts import AccountRole
from tests.room.nodes.two_nodes import Nodes, running
from tests.room.store.store_locations import PostgresLocation

NODE_TOKEN = "the token of the nodes"  # noqa: S105  of these tests alone
PASSWORD = "a long password"  # noqa: S105


class Machines(httpx.AsyncBaseTransport):
    """A network of machines that run one node each."""

    def __init__(self) -> None:
        self.transports: dict[str, httpx.ASGITransport] = {}
        self.hops: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        host = request.url.host
        if host not in self.transports:
            raise httpx.ConnectError("nobody is there")
        self.hops.append(host)
        return await self.transports[host].handle_async_request(request)


def _link(machines: Machines) -> SocketLink:
    link = SocketLink("", NODE_TOKEN)
    link.client = httpx.AsyncClient(
        transport=machines, headers={NODE_HEADER: NODE_TOKEN}, follow_redirects=False
    )
    return link


@asynccontextmanager
async def serving(nodes: Nodes) -> AsyncIterator[tuple[Machines, httpx.AsyncClient]]:
    """Serve nodes at the addresses ``http://NAME.example``, each under this host name only."""
    machines = Machines()
    for address, room in nodes.rooms.items():
        host = address.removeprefix("http://")
        app: FastAPI = create_app(room, None, None, (host,), _link(machines))
        transport = httpx.ASGITransport(app, client=("10.0.0.1", 1))
        machines.transports[host] = transport
    async with httpx.AsyncClient(transport=machines) as client:
        yield machines, client


async def test_any_node_signs_people_up_and_in(postgres_place: PostgresLocation) -> None:
    """The leader does it, whichever node's address the client uses."""
    async with (
        running(postgres_place.address, "a", "b", address="http://{}.example") as nodes,
        serving(nodes) as (machines, client),
    ):
        leader, other = nodes.leader(), nodes.other(nodes.leader())
        for number, room in enumerate((leader, other)):
            machines.hops.clear()
            body = {"name": f"Ann{'ie' * number}", "password": PASSWORD}
            answer = await client.post(f"{room.node.address}/api/accounts", json=body)
            assert answer.status_code == 201, answer.text
            assert len(machines.hops) == 1 + number
            duplicates = {
                name for name, times in Counter(answer.headers.keys()).items() if times > 1
            }
            assert not duplicates
            answer = await client.post(f"{room.node.address}/api/token", json=body)
            assert answer.status_code in (200, 201), answer.text


async def test_sec_5_only_nodes_are_believed(postgres_place: PostgresLocation) -> None:
    async with (
        running(postgres_place.address, "a", "b", address="http://{}.example") as nodes,
        serving(nodes) as (_, client),
    ):
        address = nodes.leader().node.address
        for headers in ({NODE_HEADER: "a guess"}, {NODE_HEADER: ""}):
            answer = await client.get(f"{address}/api/tables", headers=headers)
            assert answer.status_code == 404
        answer = await client.post(f"{address}/nodes/presence", json={"node": "x", "viewers": {}})
        assert answer.status_code == 404
        answer = await client.get(f"{address}/api/tables", headers={"host": "elsewhere.example"})
        assert answer.status_code == 421


async def test_staff_see_the_nodes(postgres_place: PostgresLocation) -> None:
    async with (
        running(postgres_place.address, "a", "b", address="http://{}.example") as nodes,
        serving(nodes) as (_, client),
    ):
        service = nodes.leader().account_service
        account = await service.open_account("Fay", AccountRole.FLOORPERSON, PASSWORD)
        token = await service.sessions.start(account)
        for room in nodes.rooms.values():
            answer = await client.get(
                f"{room.node.address}/api/nodes", headers={"authorization": f"Bearer {token}"}
            )
            assert [node["name"] for node in answer.json()] == ["a", "b"], answer.text
            assert sum(node["leader"] for node in answer.json()) == 1


async def test_request_for_a_dead_leader_can_be_retried(
    postgres_place: PostgresLocation,
) -> None:
    async with (
        running(postgres_place.address, "a", "b", address="http://{}.example") as nodes,
        serving(nodes) as (machines, client),
    ):
        leader = nodes.leader()
        other = nodes.other(leader)
        del machines.transports[leader.node.address.removeprefix("http://")]
        answer = await client.post(f"{other.node.address}/api/accounts", json={})
        assert answer.status_code == 503
        assert answer.json()["code"] == "try_again"


async def test_lab_jobs_and_play_chips_are_the_same_at_every_node(
    postgres_place: PostgresLocation,
) -> None:
    """Whichever node is asked, the leader has the job, and grants the chips."""
    async with (
        running(postgres_place.address, "a", "b", address="http://{}.example") as nodes,
        serving(nodes) as (_, client),
    ):
        leader = nodes.leader().node.address
        other = nodes.other(nodes.leader()).node.address
        answer = await client.post(f"{other}/api/accounts", json={"name": "Ann"})
        assert answer.status_code == 201, answer.text
        token = (await client.post(f"{other}/api/token")).json()["token"]
        client.cookies.clear()
        client.headers["authorization"] = f"Bearer {token}"
        body = {"kind": "effects", "game": "stud-235"}
        answer = await client.post(f"{other}/api/lab/jobs", json=body)
        assert answer.status_code in (200, 202), answer.text
        path = f"/api/lab/jobs/{answer.json()['job']}"
        states = [(await client.get(f"{node}{path}")).json()["state"] for node in (leader, other)]
        assert {*states} <= {"waiting", "running", "done"}
        answer = await client.delete(f"{other}{path}")
        assert answer.status_code == 200, answer.text
        assert (await client.get(f"{leader}{path}")).json()["state"] == answer.json()["state"]
        for node in (leader, other):
            refusal = await client.post(f"{node}/api/me/chips")
            assert (refusal.status_code, "enough chips" in refusal.text) == (409, True)
            assert (await client.get(f"{node}/api/me")).json()["cents"] == 1_000_00
