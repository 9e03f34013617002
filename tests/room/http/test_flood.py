"""SEC-5: clients that send too much are refused or cut off, and slow nobody else down."""

import asyncio
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from statistics import median

import pytest

from benchmarks.room.hostile import KINDS, TABLE
from pitboss.client.client import Client
from pitboss.room.http.routes.tables import LobbyTable
from pitboss.room.people.accounts import AccountRole
from pitboss.room.rate_limits import MAX_BUCKETS, Bucket, Buckets, Limits, RateLimit
from pitboss.table import commands as c
from tests.room.http.asgi_socket import Socket, SocketClosed
from tests.room.http.in_process_room import GAME, NO_LIMIT, PASSWORD, InProcessRoom, error_of
from tests.room.http.test_connections import port_of

FEW = RateLimit(0, 5)


def limits(**few: RateLimit | int | float) -> Limits:
    """Return limits that allow everything except what is given."""
    endless: dict[str, RateLimit | int | float] = dict.fromkeys(
        ("address", "session", "credentials", "messages", "accounts"), NO_LIMIT
    )
    return Limits(**{**endless, **few})  # type: ignore[arg-type]


async def test_requests_per_token_are_limited(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, limits=limits(session=FEW)) as house:
        ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
        answers = [await ann.get("/api/me") for _ in range(7)]
        assert [item.status_code for item in answers] == [200] * 5 + [429] * 2
        assert answers[-1].headers["retry-after"] == "2"
        assert error_of(answers[-1]) == "too many requests: wait a moment, then try again"
        assert (await bob.get("/api/me")).status_code == 200


async def test_random_tokens_do_not_avoid_the_limit(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, limits=limits(address=FEW, session=FEW)) as house:
        answers = [await house.caller(f"made up {at}").get("/api/me") for at in range(7)]
        assert [item.status_code for item in answers] == [401] * 5 + [429] * 2


async def test_sec_8_made_up_tokens_count_as_their_address(tmp_path: Path) -> None:
    """They do not raise the limit of an address; a real session has its own limit."""
    async with InProcessRoom(tmp_path, limits=limits(session=FEW)) as house:
        ann = await house.sign_in("Ann")
        answers = [await house.caller(f"made up {at}").get("/api/tables") for at in range(7)]
        assert [item.status_code for item in answers] == [200] * 5 + [429] * 2
        assert (await house.caller().get("/api/tables")).status_code == 429
        assert [(await ann.get("/api/me")).status_code for _ in range(5)] == [200] * 5
    async with InProcessRoom(tmp_path, limits=limits(session=FEW)) as house:
        # After a restart no session is in memory until its first request.
        again = house.caller(ann.token)
        answers = [await again.get("/api/me") for _ in range(7)]
        assert [item.status_code for item in answers] == [200] * 6 + [429]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:9:9:9:9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
async def test_sec_8_limits_count_networks(
    one: str, other: str, same: bool, tmp_path: Path
) -> None:
    """Covers requests, sign-in attempts, and sockets that only watch."""
    few = limits(session=FEW, credentials=RateLimit(0, 2), onlookers=1)
    async with InProcessRoom(tmp_path, limits=few) as house:
        ann, bob = house.caller(address=one), house.caller(address=other)
        body = {"name": "Ann", "password": PASSWORD}
        for _ in range(2):
            assert (await ann.post("/api/session", body)).status_code == 401
        assert (await bob.post("/api/session", body)).status_code == (429 if same else 401)
        for _ in range(3):
            await ann.get("/api/tables")
        assert (await bob.get("/api/tables")).status_code == (429 if same else 200)
        async with ann.socket(), bob.socket() if not same else nullcontext():
            with pytest.raises(SocketClosed):
                await house.caller(address=other).socket().open()


async def test_sec_8_responses_that_rarely_change_are_cached(tmp_path: Path) -> None:
    """The lobby and the API description are encoded once per change, with an ETag."""
    async with InProcessRoom(tmp_path, games={f"table-{at}": GAME for at in range(4)}) as house:
        anybody, ann = house.caller(), await house.sign_in("Ann")
        for path in ("/api/openapi.json", "/api/tables"):
            first = await anybody.get(path)
            assert first.headers["content-type"] == "application/json"
            headers = {"If-None-Match": first.headers["etag"]}
            again = await anybody.request("GET", path, headers=headers)
            assert (again.status_code, again.content) == (304, b"")
        before = await anybody.get("/api/tables")
        assert [item["taken"] for item in before.json()] == [{}] * 4
        await ann.execute(c.TakeSeat(1), table="table-2")
        after = await anybody.get("/api/tables")
        assert after.headers["etag"] != before.headers["etag"]
        assert [item["taken"] for item in after.json()] == [{}, {}, {"1": "Ann"}, {}]
        for item in after.json():
            LobbyTable.model_validate(item)
            assert set(item) == set(LobbyTable.model_fields)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/session", {"name": "Ann", "password": PASSWORD}),
        ("POST", "/api/invitations/made-up", {"name": "Ann", "password": PASSWORD}),
        ("PUT", "/api/me/password", {"password": PASSWORD, "next": PASSWORD}),
    ],
)
async def test_sign_in_attempts_per_address_are_limited(
    method: str, path: str, body: object, tmp_path: Path
) -> None:
    """The token makes no difference, and other requests are still answered."""
    async with InProcessRoom(tmp_path, limits=limits(credentials=FEW)) as house:
        answers = [await house.caller(f"{at}").request(method, path, body) for at in range(7)]
        assert [item.status_code == 429 for item in answers] == [False] * 5 + [True] * 2
        assert error_of(answers[-1]) == "too many attempts: wait a moment, then try again"
        assert (await house.caller().get("/api/tables")).status_code == 200


async def test_guests_per_address_are_limited(tmp_path: Path) -> None:
    """The limit is a setting; guests are counted separately from password attempts."""
    async with InProcessRoom(tmp_path, limits=limits(accounts=FEW, credentials=FEW)) as house:
        anybody = house.caller()
        answers = [await anybody.post("/api/accounts", {"name": f"Ann {at}"}) for at in range(7)]
        assert [item.status_code for item in answers] == [201] * 5 + [429] * 2
        assert "from your network" in error_of(answers[-1])
        answer = await anybody.post("/api/session", {"name": "Ann", "password": PASSWORD})
        assert answer.status_code == 401


def test_limit_allows_a_school_class() -> None:
    assert Limits().accounts.burst == 60


async def test_messages_per_socket_are_limited(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, limits=limits(messages=FEW)) as house:
        ann = await house.sign_in("Ann")
        for message in ("nonsense", '{"id":1,"command":{"type":"TakeSeat","seat":1}}'):
            async with ann.socket() as socket:
                await socket.frame()
                for _ in range(7):
                    socket.send(message)
                assert (await socket.wait_closed()).code == 4429


async def test_unanswered_messages_are_limited(tmp_path: Path) -> None:
    """A client that sends requests without reading responses is no longer read."""
    async with InProcessRoom(tmp_path, limits=limits(pending_messages=4)) as house:
        ann = await house.sign_in("Ann")
        async with ann.socket() as socket:
            await socket.frame()
            socket.deafen()
            for _ in range(20):
                socket.send_command(c.TakeSeat(1))
            await asyncio.sleep(0.2)
            socket._reads.set()
            assert (await socket.wait_closed()).code == 4429


async def test_sockets_per_token_are_limited(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, limits=limits(sockets=2, onlookers=3)) as house:
        ann, anybody = await house.sign_in("Ann"), house.caller()
        open_: list[Socket] = []
        for caller, most in ((ann, 2), (anybody, 3)):
            for _ in range(most):
                open_.append(caller.socket())
                await open_[-1].open()
            with pytest.raises(SocketClosed) as error:
                await caller.socket().open()
            assert error.value.code == 4429
        for socket in open_:
            await socket.close()
        async with ann.socket(), anybody.socket():
            pass
        assert house.app.state.lines.by_owner == {}


async def test_new_sockets_per_address_are_limited(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, limits=limits(address=FEW)) as house:
        for _ in range(5):
            async with house.caller().socket():
                pass
        with pytest.raises(SocketClosed) as error:
            await house.caller().socket().open()
        assert error.value.code == 4429


async def _paces(house: InProcessRoom, seconds: float) -> float:
    """Return the typical response time at a seat."""
    bob = await house.sign_in("Bob")
    waits = []
    async with bob.socket() as socket:
        await socket.frame()
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            start = time.perf_counter()
            await socket.execute(c.TakeSeat(9))
            waits.append(time.perf_counter() - start)
            await asyncio.sleep(0.02)
    return median(waits)


@pytest.mark.slow
async def test_a_flood_slows_no_other_seat(tmp_path: Path) -> None:
    """Compare with the response time on the same machine without the flood."""
    async with InProcessRoom(tmp_path, limits=Limits()) as house:
        alone = await _paces(house, 0.7)
        mallory = await house.sign_in("Mallory")
        cut = refused = 0

        async def flood() -> None:
            nonlocal cut, refused
            while True:
                async with mallory.socket() as socket:
                    await socket.frame()
                    for _ in range(200):
                        socket.send_command(c.TakeSeat(1))
                    cut += (await socket.wait_closed()).code == 4429
                for _ in range(300):
                    refused += (await mallory.get("/api/me")).status_code == 429
                await asyncio.sleep(0)

        flooding = asyncio.create_task(flood())
        beside = await _paces(house, 1.5)
        flooding.cancel()
        await asyncio.gather(flooding, return_exceptions=True)
        assert cut
        assert refused
        # Server and flood share one thread here, so the flood's own work is included.
        assert beside < 20 * alone + 0.02, (alone, beside)


async def test_unread_socket_is_closed(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, limits=limits(read_timeout=0.1)) as house:
        ann, sam = await house.sign_in("Ann"), await house.sign_in("Sam", AccountRole.SURVEILLANCE)
        async with sam.socket() as deaf:
            await deaf.frame()
            deaf.deafen()
            await ann.execute(c.TakeSeat(1))
            for _ in range(100):
                if not house.room.hub("felt").watchers:
                    break
                await asyncio.sleep(0.05)
            assert not house.room.hub("felt").watchers


def test_a_bucket_fills_with_time() -> None:
    at = [0.0]
    bucket = Bucket(RateLimit(2, 3), lambda: at[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    at[0] = 0.4
    assert not bucket.take()
    at[0] = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    at[0] = 1000.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_old_buckets_are_deleted() -> None:
    buckets = Buckets(RateLimit(0, 1), lambda: 0.0)
    assert buckets.take("first")
    assert not buckets.take("first")
    for at in range(MAX_BUCKETS):
        buckets.take(f"{at}")
    assert len(buckets._buckets) == MAX_BUCKETS
    assert buckets.take("first")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is not everywhere")
@pytest.mark.parametrize("kind", KINDS)
async def test_sec_8_a_player_beside_them_is_not_delayed(kind: str, tmp_path: Path) -> None:
    """Nothing that a flood does ends the room, the flooding client or her connection."""
    async with InProcessRoom(tmp_path, games={TABLE: TABLE}) as house, port_of(house) as port:
        hostile = asyncio.create_task(KINDS[kind](port))
        async with Client(f"http://127.0.0.1:{port}") as ann:
            await ann.join_as_guest("Ann")
            async with ann.table(TABLE) as table:
                await table.execute(c.TakeSeat(1))
                for _ in range(10):
                    await table.execute(c.BuyIn(100))
                    await asyncio.sleep(0.05)
                assert table.view["chips"]["Ann"] == 1000
        assert not hostile.done()
        hostile.cancel()
        await asyncio.gather(hostile, return_exceptions=True)
