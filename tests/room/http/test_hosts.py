"""SEC-5: the room answers only for configured host names and loopback (DNS rebinding)."""

import asyncio
from pathlib import Path

import pytest

from pitboss.errors import Refused
from pitboss.room.http.middleware import AllowedHosts, check_host_name
from tests.room.http.asgi_socket import SocketClosed
from tests.room.http.in_process_room import SITE, TABLE, InProcessRoom, error_of
from tests.room.http.test_connections import port_of

HOST_NAMES = ("room.test", "Games.Example", "203.0.113.5", "2001:db8::5")
OURS = [
    "room.test",
    "room.test:8777",
    "ROOM.TEST",
    "room.test.",
    "games.example",
    "203.0.113.5:80",
    "[2001:db8::5]:80",
    "[2001:DB8:0:0::5]",
    "localhost",
    "localhost:8777",
    "table.localhost",
    "127.0.0.1:8777",
    "127.1.2.3",
    "[::1]:8777",
    "192.0.2.7:8777",  # the address that received the connection
]
OTHERS = [
    "evil.test",
    "room.test.evil.test",
    "evil-room.test",
    "sub.room.test",
    "localhost.evil.test",
    "127.0.0.1.evil.test",
    "192.0.2.8",
    "[2001:db8::6]",
    "2130706433",  # 127.0.0.1 as an integer
]
NONE = ["", ":80", "room.test:x", "user@room.test", "room.test/x", "[::1", "a b", "room.test, evil"]


@pytest.mark.parametrize("host", OURS)
def test_accepted_hosts(host: str) -> None:
    assert AllowedHosts(HOST_NAMES).refusal([host], "192.0.2.7") is None


@pytest.mark.parametrize("host", OTHERS)
def test_refused_hosts(host: str) -> None:
    refusal = AllowedHosts(HOST_NAMES).refusal([host], "192.0.2.7")
    assert refusal is not None
    status, sentence = refusal
    assert status == 421
    assert "does not accept requests for the host" in sentence
    assert "--host-name" in sentence


@pytest.mark.parametrize("hosts", [[], ["room.test", "room.test"], *([item] for item in NONE)])
def test_invalid_names(hosts: list[str]) -> None:
    refusal = AllowedHosts(HOST_NAMES).refusal(hosts, "192.0.2.7")
    assert refusal is not None
    assert refusal[0] == 400


@pytest.mark.parametrize(
    "name", ["", "http://room.test", "room.test:80", "room test", "[::1]", "*"]
)
def test_an_invalid_host_name_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="host name"):
        check_host_name(name)


async def test_sec_5_requests_and_sockets_under_another_name(tmp_path: Path) -> None:
    """After DNS rebinding, requests of another site have an Origin that equals their Host."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        evil = {"Host": "evil.test", "Origin": "http://evil.test"}
        head = house.actor().head
        for method, path, body in (
            ("GET", "/", None),
            ("GET", "/health", None),
            ("GET", "/api/tables", None),
            ("POST", "/api/accounts", {"name": "New"}),
            ("POST", f"/api/tables/{TABLE}/commands", {"type": "TakeSeat", "seat": 1}),
        ):
            answer = await ann.request(method, path, body, evil)
            assert answer.status_code == 421
            assert "does not accept requests for the host 'evil.test'" in error_of(answer)
            assert answer.headers["x-content-type-options"] == "nosniff"
        for headers in ({"host": "evil.test", "origin": "http://evil.test"}, {"host": ""}):
            with pytest.raises(SocketClosed) as error:
                await ann.socket(headers=headers).open()
            assert error.value.code in (4421, 4400)
        assert house.actor().head == head
        assert SITE == "http://room.test"
        assert (await ann.get("/api/me")).status_code == 200


HANDSHAKE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\n{headers}Upgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
)
REFUSED = [
    (TABLE, ["evil.test"], 421, "does not accept requests for the host"),
    (TABLE, [""], 400, "exactly one valid Host header"),
    (TABLE, ["127.0.0.1, evil.test"], 400, "exactly one valid Host header"),
    (TABLE, ["127.0.0.1", "127.0.0.1"], 400, "Invalid HTTP request"),
    (TABLE, ["127.0.0.1", "evil.test"], 400, "Invalid HTTP request"),
    (TABLE, [], 400, "Invalid HTTP request"),
    ("none", ["127.0.0.1"], 404, "no table"),
]


@pytest.mark.parametrize(("table", "hosts", "status", "sentence"), REFUSED)
async def test_sec_5_a_refused_handshake_is_not_an_error(
    table: str,
    hosts: list[str],
    status: int,
    sentence: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The refusal is sent as the response, and the log has no warning."""
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        host_headers = "".join(f"Host: {host}\r\n" for host in hosts)
        writer.write(HANDSHAKE.format(table=table, headers=host_headers).encode())
        async with asyncio.timeout(10):
            answer = (await reader.read()).decode()
        writer.close()
    assert answer.startswith(f"HTTP/1.1 {status} ")
    assert sentence in answer
    assert not [record.message for record in caplog.records if record.levelname == "ERROR"]


async def test_a_real_server_answers_where_it_is_bound(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        for host, status in ((f"127.0.0.1:{port}", 200), (f"localhost:{port}", 200), ("evil", 421)):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            request = f"GET /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
            writer.write(request.encode())
            assert (await reader.read()).startswith(b"HTTP/1.1 %d " % status)
            writer.close()
