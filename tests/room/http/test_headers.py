"""Headers of every response, and attributes of cookies."""

import asyncio
from pathlib import Path

import httpx
import pytest

from pitboss.client.protocol import COOKIE
from pitboss.room.http.responses import HEADERS
from tests.room.http.in_process_room import PASSWORD, TABLE, InProcessRoom, error_of, token_of
from tests.room.http.test_connections import port_of
from tests.room.http.test_hosts import HANDSHAKE


async def test_every_response_has_the_headers(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        seen_names = set()
        for method, path, body in (
            ("GET", "/", None),
            ("GET", "/api", None),
            ("GET", "/api/openapi.json", None),
            ("GET", "/health", None),
            ("GET", "/ready", None),
            ("GET", "/metrics", None),
            ("GET", "/api/me", None),
            ("GET", "/nothing", None),
            ("PUT", "/api/me", None),
            ("POST", "/api/session", {"name": 7}),
            ("POST", "/api/session", {"name": "Ann", "password": "wrong wrong wrong"}),
            ("POST", "/api/invitations", {"part": "dealer"}),
            ("POST", "/api/me/chips", None),
            ("POST", "/api/accounts", {"name": "x" * 70_000}),
            ("DELETE", "/api/session", None),
        ):
            answer = await ann.request(method, path, body)
            seen_names.add(answer.status_code)
            # Responses that rarely change are revalidated with their ETag.
            lasting = {"Cache-Control": "no-cache"} if path == "/api/openapi.json" else {}
            for name, value in (HEADERS | lasting).items():
                assert answer.headers[name] == value, (path, name)
            assert "server" not in answer.headers
            assert "strict-transport-security" not in answer.headers
        assert seen_names == {200, 204, 401, 403, 404, 405, 409, 413, 422}


async def test_internal_error_reveals_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The response is generic, the log has the location; neither has the invitation."""

    async def fail_request(*_: object) -> None:
        raise ValueError("the seed is 0123")

    async with InProcessRoom(tmp_path) as house:
        monkeypatch.setattr(house.room.account_service, "accept_invitation", fail_request)
        answer = await house.caller().post(
            "/api/invitations/very-secret", {"name": "Dee", "password": PASSWORD}
        )
        expected = {"error": "something went wrong on the server: try again later"}
        assert (answer.status_code, answer.json()) == (500, expected)
        assert answer.headers["x-content-type-options"] == "nosniff"
        messages = [record.getMessage() for record in caplog.records]
        assert messages == ["unexpected error in POST /api/invitations/{token}"]


async def test_session_cookie_is_hidden_from_scripts(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        transport = httpx.ASGITransport(house.app)
        body = {"name": "Ann", "password": PASSWORD}
        for site, secure in (("http://room.test", False), ("https://room.test", True)):
            async with httpx.AsyncClient(transport=transport, base_url=site) as browser:
                path = "/api/session" if secure else "/api/accounts"
                answer = await browser.post(path, json=body)
                session, device = answer.headers.get_list("set-cookie")
                cookie, *flags = session.split("; ")
                assert cookie == f"pitboss_session={token_of(answer)}"
                assert set(answer.json()) == {"name", "part", "guest", "cents"}
                attributes = {"HttpOnly", "SameSite=strict", *({"Secure"} if secure else ())}
                assert set(flags) == attributes | {"Path=/", "Max-Age=2592000"}
                cookie, *flags = device.split("; ")
                assert cookie.startswith("pitboss_known=")
                assert set(flags) == attributes | {"Path=/api/session", "Max-Age=31536000"}
                assert ("strict-transport-security" in answer.headers) is secure
                assert (await browser.get("/api/me")).json()["name"] == "Ann"
                response = await browser.delete("/api/session")
                assert set(response.headers["set-cookie"].split("; ")[1:]) >= {
                    "Path=/",
                    "Max-Age=0",
                }
                assert (await browser.get("/api/me")).status_code == 401


ANN, BOB = "A" * 43, "B" * 43
TWICE = {
    "two hosts": (("Host", "room.test"), ("Host", "room.test")),
    "two tokens": (("Authorization", f"Bearer {ANN}"), ("Authorization", f"Bearer {BOB}")),
    "the same token twice": (("Authorization", f"Bearer {ANN}"),) * 2,
    "a token and something else": (
        ("Authorization", f"Bearer {ANN}"),
        ("Authorization", "Basic x"),
    ),
    "two keys": (("Idempotency-Key", "a" * 16), ("Idempotency-Key", "b" * 16)),
    "two sessions": (("Cookie", f"{COOKIE}={ANN}"), ("Cookie", f"{COOKIE}={BOB}")),
    "two sessions in one header": (("Cookie", f"{COOKIE}={ANN}; a=b; {COOKIE} = {BOB}"),),
}
SENTENCES = ("one valid Host header", "more than once", "two sessions")


def lines_of(headers: tuple[tuple[str, str], ...]) -> str:
    return "".join(f"{name}: {value}\r\n" for name, value in headers)


@pytest.mark.parametrize("twice", TWICE)
async def test_sec_5_repeated_headers_are_refused(twice: str, tmp_path: Path) -> None:
    """Do not guess which of two values is meant: a proxy in front may have read the other one."""
    async with InProcessRoom(tmp_path) as house:
        http, head = house.caller().http, house.actor().head
        for method, path in (
            ("GET", "/api/me"),
            ("POST", "/api/session"),
            ("POST", f"/api/tables/{TABLE}/commands"),
        ):
            answer = await http.request(method, path, headers=list(TWICE[twice]))
            assert answer.status_code == 400
            assert any(sentence in error_of(answer) for sentence in SENTENCES)
        assert house.actor().head == head


@pytest.mark.parametrize("twice", ["two tokens", "two sessions", "two sessions in one header"])
async def test_sec_5_no_socket_for_two_sessions(twice: str, tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        header_lines = lines_of((("Host", "127.0.0.1"), *TWICE[twice]))
        writer.write(HANDSHAKE.format(table=TABLE, headers=header_lines).encode())
        async with asyncio.timeout(10):
            answer = await reader.read()
        writer.close()
        assert answer.startswith(b"HTTP/1.1 400 ")


async def test_session_cookie_may_repeat(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        session = f"{COOKIE}={(await house.sign_in('Ann')).token}"
        for cookies in ([session], ["a=b", session], [f"a=b; {session}"], [session, session]):
            headers = [("Cookie", cooky) for cooky in cookies]
            answer = await house.caller().http.get("/api/me", headers=headers)
            assert (answer.status_code, answer.json().get("name")) == (200, "Ann")
