"""The client library against a real server: sign in, play, reconnect."""

import asyncio
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from textwrap import indent

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pitboss.client.client import Client, merge
from pitboss.errors import Refused
from pitboss.room.back_office import HOUSE
from pitboss.room.people.accounts import AccountRole
from pitboss.room.rate_limits import MAX_FRAME_BYTES
from pitboss.table import commands as c
from tests.filings import complete
from tests.room.http.in_process_room import GAME, PASSWORD, TABLE
from tests.room.http.threaded_server import ThreadedServer, at_version
from tests.web.page_room import PageRoom


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ThreadedServer]:
    with ThreadedServer(tmp_path) as result:
        yield result


async def test_a_bot_plays_a_round(server: ThreadedServer) -> None:
    dealer = server.run(server.house.sign_in("Dee", AccountRole.DEALER)).token
    async with Client(server.address) as ann, Client(server.address, dealer) as dee:
        me = await ann.open_account("Ann", PASSWORD)
        assert me["cents"] == (await ann.me())["cents"] == 1_000_00
        assert [item["table"] for item in await ann.tables()] == [TABLE]
        async with ann.table(TABLE) as table:
            await table.execute(c.TakeSeat(1))
            await table.execute(c.BuyIn(100_00))
            await dee.execute(TABLE, c.OpenRound())
            await table.execute(c.PlaceWagers(1, {"ante": 500}))
            await dee.execute(TABLE, c.NoMoreBets())
            await table.wait_until(lambda: table.own.get("choices"))
            assert len(table.own["cards"]["1"]) == 2
            await table.execute(c.Decide(1, "fold"))
            await table.wait_until(lambda: table.view["round"].get("seed"))
            assert table.view["chips"] == {"Ann": 95_00}
            with pytest.raises(Refused, match=r"no decision is open|no round is open"):
                await table.execute(c.Decide(1, "fold"))
        with pytest.raises(Refused, match="incorrect name or password"):
            await ann.sign_in("Ann", "wrong wrong wrong")
        assert (await ann.sign_in("Ann", PASSWORD))["name"] == "Ann"


async def test_a_guest_keeps_the_account(server: ThreadedServer) -> None:
    async with Client(server.address) as gus:
        guest = await gus.join_as_guest()
        assert guest["guest"]
        assert await gus.keep_guest_account(PASSWORD) == {**guest, "guest": False}
        assert (await gus.me())["name"] == guest["name"]
        with pytest.raises(Refused, match="already has a password"):
            await gus.keep_guest_account(PASSWORD)
    async with Client(server.address) as elsewhere:
        assert (await elsewhere.sign_in(guest["name"], PASSWORD))["cents"] == guest["cents"]


async def test_client_reconnects(server: ThreadedServer) -> None:
    async with Client(server.address) as ann:
        await ann.join_as_guest("Ann")
        async with ann.table(TABLE) as table:
            await table.execute(c.TakeSeat(1))
            for cents in (100, 200, 300):
                assert table._socket is not None
                table._socket.transport.abort()
                response = await table.execute(c.BuyIn(cents))
                await table.wait_until(partial(at_version, table, response["version"]))
            assert table.view["chips"] == {"Ann": 600}


async def test_changed_role_gets_a_new_view(server: ThreadedServer) -> None:
    token = server.run(server.house.sign_in("Dee", AccountRole.DEALER)).token
    async with Client(server.address, token) as dee, dee.table(TABLE) as table:
        assert table.view["role"] == "dealer"
        server.run(
            server.house.room.account_service.change_account("Dee", HOUSE, part=AccountRole.AUDITOR)
        )
        await dee.sign_in("Dee", PASSWORD)
        await table.wait_until(lambda: table.view["role"] == "auditor")
        assert "books" in table.view
        server.run(server.house.room.account_service.change_account("Dee", HOUSE, closed="left"))
        with pytest.raises(Refused, match="sign in again"):
            await table.execute(c.OpenRound())


async def test_staff_invitation_is_accepted_once(server: ThreadedServer) -> None:
    token = server.run(server.house.room.account_service.invite(AccountRole.DEALER, HOUSE))
    async with Client(server.address) as dee:
        assert (await dee.accept_invitation(token, "Dee", PASSWORD))["part"] == "dealer"
        with pytest.raises(Refused, match="already been used"):
            await dee.accept_invitation(token, "Dan", PASSWORD)


async def test_oversized_frame_closes_the_socket(server: ThreadedServer) -> None:
    address = server.address.replace("http", "ws", 1) + f"/api/tables/{TABLE}/socket"
    async with connect(address) as socket:
        await socket.recv()
        await socket.send("x" * (MAX_FRAME_BYTES + 1))
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(socket.recv(), 5)
        assert socket.close_code == 1009


async def test_a_client_waits_for_a_room_behind_a_proxy(server: ThreadedServer) -> None:
    """While the room or one of its nodes restarts, a proxy answers in its place."""
    port, refusals = int(server.address.rpartition(":")[2]), 0
    connections: set[asyncio.Task[None] | None] = set()
    answer = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\nConnection: close\r\n\r\n<html>"

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal refusals
        connections.add(asyncio.current_task())
        if refusals:
            refusals -= 1
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
        else:
            room_reader, room_writer = await asyncio.open_connection("127.0.0.1", port)
            tasks = [
                asyncio.create_task(forward(reader, room_writer)),
                asyncio.create_task(forward(room_reader, writer)),
            ]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            room_writer.close()
        writer.close()
        connections.discard(asyncio.current_task())

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            writer.write(data)

    proxy = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        address = f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
        refusals = 2
        async with Client(address) as ann:
            assert (await ann.join_as_guest("Ann"))["name"] == "Ann"
            assert refusals == 0
            refusals = 2
            async with ann.table(TABLE) as table:
                await table.execute(c.TakeSeat(1))
                assert refusals == 0
    finally:
        proxy.close()
        async with asyncio.timeout(5):
            while connections:
                await asyncio.sleep(0.01)


async def test_socket_from_another_site_is_refused(server: ThreadedServer) -> None:
    address = server.address.replace("http", "ws", 1) + f"/api/tables/{TABLE}/socket"
    for origin in ("https://evil.test", "null", "http://127.0.0.1:1"):
        with pytest.raises(InvalidStatus) as turned_away:
            await connect(address, origin=origin)  # type: ignore[arg-type]
        response = turned_away.value.response
        assert response.status_code == 403
        assert b"another site" in (response.body or b"")
        assert response.headers["X-Content-Type-Options"] == "nosniff"
    async with connect(address, origin=server.address) as socket:  # type: ignore[arg-type]
        await socket.recv()


async def test_slow_reader_does_not_slow_the_table(server: ThreadedServer) -> None:
    address = server.address.replace("http", "ws", 1) + f"/api/tables/{TABLE}/socket"
    async with Client(server.address) as ann:
        await ann.join_as_guest("Ann")
        sockets = [await connect(address, max_queue=1) for _ in range(5)]
        async with ann.table(TABLE) as table:
            await table.execute(c.TakeSeat(1))
            for _ in range(30):
                await asyncio.wait_for(table.execute(c.BuyIn(100)), 5)
        for socket in sockets:
            socket.transport.abort()


async def test_reports_submissions_and_copies(server: ThreadedServer) -> None:
    token = {
        name: server.run(server.house.sign_in(name, part)).token
        for name, part in (
            ("Dee", AccountRole.DEALER),
            ("Flo", AccountRole.FLOORPERSON),
            ("Root", AccountRole.ADMINISTRATOR),
        )
    }
    async with (
        Client(server.address, token["Dee"]) as dee,
        Client(server.address, token["Flo"]) as flo,
        Client(server.address, token["Root"]) as root,
    ):
        for word, status in (("reject", "rejected"), ("approve", "in force")):
            number = (
                await dee.propose_submission(TABLE, complete(GAME, {"table": {"minimum": 1000}}))
            )["number"]
            decide = flo.reject_submission if word == "reject" else flo.approve_submission
            assert (await decide(TABLE, number))["status"] == status
        result = [item["status"] for item in await flo.submissions(TABLE)]
        assert result == ["superseded", "rejected", "in force"]
        with pytest.raises(Refused, match="minimum"):
            await dee.propose_submission(TABLE, {"table": {"minimum": -1}})
        assert [item["table"] for item in await flo.shift_reports(TABLE, day="2026-11-16")] == [
            TABLE
        ]
        assert (await flo.history("Dee"))["player"] == (await dee.history())["player"] == "Dee"
        assert await flo.meters(TABLE) == []
        assert (await flo.reconcile("2026-11-16"))["closes"]
        assert (await root.back_up())["heads"][TABLE]["version"] > 0
        with pytest.raises(Refused, match="has the role dealer"):
            await dee.shift_reports()


async def test_a_lesson_by_the_rules_of_a_table(server: ThreadedServer) -> None:
    """A program takes a lesson: wrong answers, then nothing passed, so no certificate."""
    token = server.run(server.house.sign_in("Dee", AccountRole.DEALER)).token
    manager = server.run(server.house.sign_in("Flo", AccountRole.FLOORPERSON)).token
    async with Client(server.address, token) as dee, Client(server.address, manager) as flo:
        (first, *_), *_ = [game["lessons"] for game in (await dee.school())["games"]]
        pages = await dee.lesson(GAME, first["key"])
        assert pages == await dee.lesson(GAME, first["key"], table=TABLE)
        state = await dee.start_lesson(first["key"], table=TABLE)
        assert (state["game"], state["table"], state["number"]) == (GAME, TABLE, 0)
        page = state["page"]
        answer = 0 if page["options"] else ["0"] * len(page["fields"])
        state = await dee.act_in_lesson(state["session"], 0, {"type": "answer", "answer": answer})
        assert state["page"]["grade"]["feedback"]
        assert await dee.lesson_session(state["session"]) == state
        state = await dee.act_in_lesson(state["session"], 1, {"type": "continue"})
        assert state["number"] == 2
        with pytest.raises(Refused, match="pass a lesson"):
            await dee.create_certificate(GAME)
        with pytest.raises(Refused, match="no certificate"):
            await dee.certificate("none")
        assert {"Dee", "Flo"} == {member["name"] for member in await flo.school_class()}
        with pytest.raises(Refused, match="has the role dealer"):
            await dee.school_class()


def test_patch_is_applied_to_a_view() -> None:
    view = {"a": 1, "b": {"c": 2, "d": 3}, "e": [1]}
    merge(view, {"a": None, "b": {"c": None, "f": {}}, "e": [2], "g": {"h": 1}})
    assert view == {"b": {"d": 3, "f": {}}, "e": [2], "g": {"h": 1}}


async def test_pending_submission_does_not_block_play(server: ThreadedServer) -> None:
    people = (("Dee", AccountRole.DEALER), ("Flo", AccountRole.FLOORPERSON))
    token = {name: server.run(server.house.sign_in(name, part)).token for name, part in people}
    async with (
        Client(server.address, token["Dee"]) as dee,
        Client(server.address, token["Flo"]) as flo,
        Client(server.address) as ann,
    ):
        await ann.join_as_guest()
        await ann.execute(TABLE, c.TakeSeat(1))
        await dee.execute(TABLE, c.OpenRound())
        submission = complete(GAME, {"table": {"minimum": 1000}})
        with pytest.raises(Refused, match="after this round"):
            await dee.propose_submission(TABLE, submission)
        number = (await dee.propose_submission(TABLE, submission, after_round=True))["number"]
        assert (await flo.approve_submission(TABLE, number))["status"] == "approved"


async def test_docs_example_plays_at_a_new_table(
    tmp_path: Path,
) -> None:
    text = (Path(__file__).parents[3] / "docs/room.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```\n(async with Client\(.*?)```", text, re.DOTALL)
    with PageRoom(tmp_path, {"criss-cross": "criss-cross"}) as room:
        code = indent(example.replace("http://127.0.0.1:8777", room.address), "    ")
        names = {"Client": Client, "c": c}
        exec(f"async def played():\n{code}    return table\n", names)  # noqa: S102  our own
        table = await asyncio.wait_for(names["played"](), 30)  # type: ignore[operator]
        assert table.own["choices"]
        assert not table.alarm
