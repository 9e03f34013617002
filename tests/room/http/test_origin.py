"""SEC-5: requests and sockets from other origins are refused, whatever their cookies."""

from pathlib import Path

import pytest

from pitboss.room.back_office import HOUSE
from pitboss.room.people.accounts import AccountRole
from tests.room.http.asgi_socket import SocketClosed
from tests.room.http.in_process_room import PASSWORD, SITE, TABLE, InProcessRoom, error_of, token_of

Body = dict[str, str]
OTHERS = [
    "https://evil.test",
    "http://room.test.evil.test",
    "http://evil.test/room.test",
    "http://room.test:8080",
    "http://sub.room.test",
    "http://user@room.test",
    "null",
    "",
    "room.test",
    "file://",
    "http://",
    "ftp://room.test",
    "http://[",
    "http://room.test, http://evil.test",
]
OURS = [SITE, "HTTP://ROOM.TEST", "https://room.test"]
UNSAFE = [
    ("POST", "/api/accounts", {"name": "New"}),
    ("POST", "/api/session", {"name": "Ann", "password": PASSWORD}),
    ("DELETE", "/api/session", None),
    ("PUT", "/api/me/password", {"password": PASSWORD, "next": "another good one"}),
    ("POST", "/api/me/chips", None),
    ("POST", f"/api/tables/{TABLE}/commands", {"type": "TakeSeat", "seat": 1}),
    ("POST", "/api/submissions/check", {"game": "stud-235"}),
    ("POST", "/api/nothing", None),
]


@pytest.mark.parametrize("origin", OTHERS)
async def test_unsafe_requests_from_other_sites(origin: str, tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        line_count = len(await house.office())
        head = house.actor().head
        for method, path, body in UNSAFE:
            cookie = {"Cookie": f"pitboss_session={ann.token}", "Origin": origin}
            answer = await house.caller().request(method, path, body, cookie)
            assert (answer.status_code, error_of(answer)) == (
                403,
                "the request comes from another site",
            )
            assert "set-cookie" not in answer.headers
        assert len(await house.office()) == line_count
        assert house.actor().head == head


@pytest.mark.parametrize("origin", [*OURS, None])
async def test_own_pages_and_programs(origin: str | None, tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        headers = {"Origin": origin} if origin else {}
        body = {"type": "TakeSeat", "seat": 1}
        path = f"/api/tables/{TABLE}/commands"
        assert (await ann.request("POST", path, body, headers)).status_code == 200
        async with ann.socket(headers={"origin": origin} if origin else {}) as socket:
            assert (await socket.frame())["type"] == "view"


@pytest.mark.parametrize("origin", OTHERS)
async def test_sockets_from_other_sites(origin: str, tmp_path: Path) -> None:
    """Covers sockets with the cookie that a browser would send, and without one."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann", AccountRole.DEALER)
        for cookie in ({"cookie": f"pitboss_session={ann.token}"}, {}):
            with pytest.raises(SocketClosed) as error:
                await ann.socket(headers={"origin": origin, **cookie}).open()
            assert error.value.code == 4403
        assert not house.room.hub(TABLE).watchers


COMING_IN = [
    ("POST", "/api/accounts", {"name": "New"}),
    ("POST", "/api/session", {"name": "Ann", "password": PASSWORD}),
    ("PUT", "/api/me/password", {"password": PASSWORD, "next": "another good one"}),
    ("POST", "/api/invitations/{token}", {"name": "Dee", "password": PASSWORD}),
]


@pytest.mark.parametrize(("method", "path", "body"), COMING_IN)
@pytest.mark.parametrize("page", [{"Origin": SITE}, {"Sec-Fetch-Site": "same-origin"}, {}])
async def test_sec_5_a_token_is_only_in_a_cookie(
    method: str, path: str, body: Body, page: Body, tmp_path: Path
) -> None:
    """However a user signs in, no script can read the token; a program has to ask for it."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        address = path.format(
            token=await house.room.account_service.invite(AccountRole.DEALER, HOUSE)
        )
        answer = await ann.request(method, address, body, page)
        assert answer.status_code in (200, 201)
        assert token_of(answer) not in answer.text
        assert set(answer.json()) == {"name", "part", "guest", "cents"}
        cookie = {"Cookie": f"pitboss_session={token_of(answer)}"}
        answer = await house.caller().request("POST", "/api/token", None, {**cookie, **page})
        if page:
            assert answer.status_code == 403
            assert "for programs" in error_of(answer)
            assert cookie["Cookie"].partition("=")[2] not in answer.text
        else:
            assert answer.status_code == 200
            again = house.caller(answer.json()["token"])
            assert (await again.get("/api/me")).status_code == 200
        assert (await house.caller().get("/api/token")).status_code == 405


async def test_no_origin_is_accepted_without_a_host(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        for origin in ("null", "", "http://"):
            with pytest.raises(SocketClosed):
                await house.caller().socket(headers={"host": "", "origin": origin}).open()


async def test_reads_are_allowed_but_not_shared(tmp_path: Path) -> None:
    """No response allows another site to read it."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        for method in ("GET", "OPTIONS", "HEAD", "POST"):
            for path in ("/", "/api", "/api/tables", "/api/me", "/health", "/metrics"):
                headers = {"Origin": "https://evil.test", "Access-Control-Request-Method": "POST"}
                answer = await ann.request(method, path, None, headers)
                assert not [x for x in answer.headers if x.startswith("access-control-")]
