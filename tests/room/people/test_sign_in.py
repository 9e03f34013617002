"""Signing in with a password: messages, rate limits and lockouts."""

import asyncio
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from pitboss.room import back_office_events as e
from pitboss.room.back_office import HOUSE
from pitboss.room.people import credentials
from pitboss.room.people.accounts import AccountRole
from pitboss.room.people.credentials import (
    FORGET_AFTER,
    FREE_ATTEMPTS,
    MAX_COUNTED,
    MAX_DELAY,
    AttemptLimiter,
)
from pitboss.room.rate_limits import RateLimit, network_of
from tests.room.http.in_process_room import NO_LIMITS, PASSWORD, Caller, InProcessRoom, error_of

WRONG = "incorrect name or password"
TOO_SOON = "too many attempts"
STRANGER = "203.0.113.9"


class ManualSeconds:
    """Seconds that pass only when a test advances them."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


async def sign_in(caller: Caller, name: str, password: str = "wrong wrong wrong") -> httpx.Response:  # noqa: S107
    return await caller.post("/api/session", {"name": name, "password": password})


async def test_right_password_with_any_spelling_of_the_name(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        await house.account("Ann Lee")
        for name in ("Ann Lee", "ann lee", "ANNLEE"):
            answer = await sign_in(house.caller(), name, PASSWORD)
            assert answer.status_code == 201
            assert answer.json()["name"] == "Ann Lee"
        assert (await house.events()).count(e.SignedIn("Ann Lee")) == 3


async def test_wrong_name_and_wrong_password_look_alike(tmp_path: Path) -> None:
    """This includes guests, who have no password, and the waiting time to the second."""
    async with InProcessRoom(tmp_path, seconds=ManualSeconds()) as house:
        await house.account("Ann")
        await house.room.account_service.open_account("Gus", AccountRole.PLAYER)
        anybody = house.caller()
        answers_by_name = {
            name: [
                ((await sign_in(anybody, name)).status_code, anybody.inbox[-1])
                for _ in range(FREE_ATTEMPTS + 2)
            ]
            for name in ("Ann", "Gus", "Nobody")
        }
        assert answers_by_name["Ann"] == answers_by_name["Gus"] == answers_by_name["Nobody"]
        assert [status for status, _ in answers_by_name["Ann"]] == [401] * FREE_ATTEMPTS + [429] * 2
        assert error_of(await sign_in(anybody, "Ann")).startswith(TOO_SOON)


async def test_unknown_name_takes_the_same_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In either case one hash is compared and one line is written."""
    passwords: list[str] = []
    fits = credentials.Passwords._matches

    def counting_matches(self: credentials.Passwords, stored_hash: str, password: str) -> bool:
        passwords.append(password)
        return fits(self, stored_hash, password)

    monkeypatch.setattr(credentials.Passwords, "_matches", counting_matches)
    async with InProcessRoom(tmp_path) as house:
        await house.account("Ann")
        anybody = house.caller()
        for name, recorded_name in (("Ann", "Ann"), ("Nobody", "")):
            before = len(await house.office())
            passwords.clear()
            await sign_in(anybody, name)
            assert len(passwords) == 1
            assert (await house.events())[before:] == [e.SignInFailed(recorded_name, locked=False)]


async def test_sec_5_each_failure_makes_the_next_attempt_wait_longer(tmp_path: Path) -> None:
    watch = ManualSeconds()
    async with InProcessRoom(tmp_path, seconds=watch) as house:
        await house.account("Ann")
        anybody = house.caller()
        for _ in range(FREE_ATTEMPTS):
            assert error_of(await sign_in(anybody, "Ann")) == WRONG
        waits = 1.0
        for _ in range(9):
            for password in (PASSWORD, "wrong wrong wrong"):
                answer = await sign_in(anybody, "Ann", password)
                assert answer.status_code == 429
                assert 0 <= int(answer.headers["Retry-After"]) - waits <= 1
            watch.at += waits
            assert error_of(await sign_in(anybody, "Ann")) == WRONG
            waits = min(2 * waits, MAX_DELAY)
        failed = [x for x in await house.events() if isinstance(x, e.SignInFailed)]
        assert [x.locked for x in failed] == [False] * (FREE_ATTEMPTS - 1) + [True] * 10
        watch.at += MAX_DELAY
        assert (await sign_in(anybody, "Ann", PASSWORD)).status_code == 201
        for _ in range(FREE_ATTEMPTS - 1):  # failures before a success are forgotten
            assert error_of(await sign_in(anybody, "Ann")) == WRONG
        assert (await sign_in(anybody, "Ann", PASSWORD)).status_code == 201


async def test_sec_9_attempts_from_one_address_do_not_keep_known_devices_out(
    tmp_path: Path,
) -> None:
    """A stranger may try any number of names there; made-up device cookies do not help."""
    limits = replace(NO_LIMITS, credentials=RateLimit(0.001, 3))
    async with InProcessRoom(tmp_path, limits=limits) as house:
        await house.account("Ann")
        device = (await sign_in(house.caller(), "Ann", PASSWORD)).cookies["pitboss_known"]
        for at in range(5):
            await sign_in(house.caller(), f"nobody {at}")
        body = {"name": "Ann", "password": PASSWORD}
        for made_up in ("", "x.y.z", device[:-1], f"y{device}"):
            cookie = {"Cookie": f"pitboss_known={made_up}"}
            answer = await house.caller().request("POST", "/api/session", body, cookie)
            assert answer.status_code == 429, made_up
        cookie = {"Cookie": f"pitboss_known={device}"}
        answer = await house.caller().request("POST", "/api/session", body, cookie)
        assert answer.status_code == 201


FEW_ATTEMPTS = replace(NO_LIMITS, credentials=RateLimit(0.001, 3), known_device=RateLimit(0.001, 4))


async def sign_in_on(house: InProcessRoom, device: str, name: str, password: str) -> httpx.Response:
    body, cookie = {"name": name, "password": password}, {"Cookie": f"pitboss_known={device}"}
    return await house.caller().request("POST", "/api/session", body, cookie)


async def test_sec_5_a_known_device_is_a_stranger_to_other_accounts(tmp_path: Path) -> None:
    """An account holder gets no more attempts at other people's accounts."""
    async with InProcessRoom(tmp_path, limits=FEW_ATTEMPTS) as house:
        await house.account("Mallory")
        device = (await sign_in(house.caller(), "Mallory", PASSWORD)).cookies["pitboss_known"]
        answers = [
            await sign_in_on(house, device, f"nobody {at}", "wrong wrong") for at in range(4)
        ]
        assert [answer.status_code for answer in answers] == [401, 401, 429, 429]


async def test_sec_5_signing_in_again_does_not_create_another_device(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, limits=FEW_ATTEMPTS) as house:
        await house.account("Mallory")
        device = (await sign_in(house.caller(), "Mallory", PASSWORD)).cookies["pitboss_known"]
        statuses = []
        for _ in range(8):
            answer = await sign_in_on(house, device, "Mallory", PASSWORD)
            statuses.append(answer.status_code)
            device = answer.cookies.get("pitboss_known") or device
        assert statuses == [201] * 6 + [429] * 2


async def test_sec_9_nobody_locks_somebody_else_out(tmp_path: Path) -> None:
    """A stranger may keep trying: from elsewhere, the right password still works."""
    async with InProcessRoom(tmp_path, seconds=ManualSeconds()) as house:
        await house.account("Root", AccountRole.ADMINISTRATOR)
        stranger = house.caller(address=STRANGER)
        for _ in range(3 * FREE_ATTEMPTS):
            await sign_in(stranger, "Root")
        assert error_of(await sign_in(stranger, "Root", PASSWORD)).startswith(TOO_SOON)
        assert (await sign_in(house.caller(), "Root", PASSWORD)).status_code == 201


async def test_sec_9_a_known_device_is_not_delayed(tmp_path: Path) -> None:
    """It passes even next to a stranger at the same address; only its own failures count."""
    async with InProcessRoom(tmp_path, seconds=ManualSeconds()) as house:
        await house.account("Ann")
        await house.account("Bob")
        first = await sign_in(house.caller(), "Ann", PASSWORD)
        device = first.cookies["pitboss_known"]
        cookie = {"Cookie": f"pitboss_known={device}"}
        for name in ("Ann", "Bob"):
            for _ in range(FREE_ATTEMPTS):
                await sign_in(house.caller(), name)
            body = {"name": name, "password": PASSWORD}
            assert (await house.caller().post("/api/session", body)).status_code == 429
            answer = await house.caller().request("POST", "/api/session", body, cookie)
            assert answer.status_code == (201 if name == "Ann" else 429), name
        wrong = {"name": "Ann", "password": "wrong wrong wrong"}
        for _ in range(FREE_ATTEMPTS):
            await house.caller().request("POST", "/api/session", wrong, cookie)
        answer = await house.caller().request("POST", "/api/session", wrong, cookie)
        assert answer.status_code == 429
        # A changed password revokes it, and a made-up device never passes.
        await house.room.account_service.set_password("Ann", "another good one", HOUSE)
        ann = await house.room.account_service.account("Ann")
        assert not await house.room.account_service.devices.knows(ann, device)
        for made_up in ("", ".", "x.y", device[:-1], "é." + "0" * 64):
            assert not await house.room.account_service.devices.knows(ann, made_up)


async def test_known_device_survives_a_restart(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        token = await house.room.account_service.devices.token(await house.account("Ann"))
    async with InProcessRoom(tmp_path) as house:
        assert await house.room.account_service.devices.knows(await house.account("Ann"), token)
        assert not await house.room.account_service.devices.knows(None, token)


async def test_administrator_resets_failed_attempts(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, seconds=ManualSeconds()) as house:
        await house.account("Ann")
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        for _ in range(FREE_ATTEMPTS):
            await sign_in(house.caller(), "Ann")
        assert (await sign_in(house.caller(), "Ann", PASSWORD)).status_code == 429
        response = await root.request("DELETE", "/api/accounts/ANN/attempts")
        assert response.status_code == 204
        assert (await sign_in(house.caller(), "Ann", PASSWORD)).status_code == 201
        assert e.AttemptsForgiven("Ann") in await house.events()
        not_found = await root.request("DELETE", "/api/accounts/Nobody/attempts")
        assert (not_found.status_code, error_of(not_found)) == (
            404,
            "there is no account with this name",
        )


def test_old_failures_are_forgotten() -> None:
    watch = ManualSeconds()
    locks = AttemptLimiter(watch)
    for _ in range(FREE_ATTEMPTS):
        locks.count_failure("ann", "here")
    watch.at += FORGET_AFTER + 1
    locks.check_allowed("ann", "here")
    assert not locks.count_failure("ann", "here")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("2001:DB8:1:2:0:0:0:1", "2001:db8:1:2::7", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("unix", "unix", True),
    ],
)
def test_sec_8_an_ipv6_network_counts_as_one_address(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) == same


@pytest.mark.parametrize("name", ["Ann", "Nobody"])
async def test_concurrent_attempts_are_counted(tmp_path: Path, name: str) -> None:
    async with InProcessRoom(tmp_path, seconds=ManualSeconds()) as house:
        await house.account("Ann")
        anybody = house.caller()
        answers = await asyncio.gather(*(sign_in(anybody, name) for _ in range(3 * FREE_ATTEMPTS)))
        messages = [error_of(item) for item in answers]
        assert messages.count(WRONG) == FREE_ATTEMPTS


async def test_attempts_at_the_old_password_are_limited(tmp_path: Path) -> None:
    """Someone who finds an open session cannot guess its password at leisure."""
    async with InProcessRoom(tmp_path, seconds=ManualSeconds()) as house:
        ann = await house.sign_in("Ann")
        body = {"password": "wrong wrong wrong", "next": "another good one"}
        for _ in range(FREE_ATTEMPTS):
            answer = await ann.request("PUT", "/api/me/password", body)
            assert (answer.status_code, error_of(answer)) == (401, "incorrect password")
        answer = await ann.request("PUT", "/api/me/password", body | {"password": PASSWORD})
        assert answer.status_code == 409
        assert error_of(answer).startswith(TOO_SOON)


async def test_only_the_owner_learns_that_an_account_is_closed(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        await house.account("Ann")
        await house.room.account_service.change_account("Ann", HOUSE, closed="asked for it")
        assert error_of(await sign_in(house.caller(), "Ann")) == WRONG
        message = error_of(await sign_in(house.caller(), "Ann", PASSWORD))
        assert message == "this account is closed: asked for it"
        await house.room.account_service.change_account("Ann", HOUSE, closed="")
        assert (await sign_in(house.caller(), "Ann", PASSWORD)).status_code == 201


async def test_new_password_unlocks_the_account(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        await house.account("Ann")
        for _ in range(FREE_ATTEMPTS):
            await sign_in(house.caller(), "Ann")
        await house.room.account_service.set_password("Ann", "another good one", HOUSE)
        assert (await sign_in(house.caller(), "Ann", "another good one")).status_code == 201
        assert e.PasswordChanged("Ann") in await house.events()


async def test_guest_with_a_password_is_no_longer_a_guest(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        await house.room.account_service.open_account("Gus", AccountRole.PLAYER)
        gus = await house.room.account_service.set_password("Gus", PASSWORD, HOUSE)
        assert not gus.guest
        assert (await sign_in(house.caller(), "Gus", PASSWORD)).status_code == 201


@pytest.mark.parametrize("password", ["", "short", "x" * 201, "\0" * 201])
async def test_invalid_passwords(tmp_path: Path, password: str) -> None:
    async with InProcessRoom(tmp_path) as house:
        answer = await house.caller().post("/api/accounts", {"name": "Ann", "password": password})
        assert answer.status_code == 422
        assert "password" in error_of(answer)


def test_number_of_counted_names_is_limited() -> None:
    locks = AttemptLimiter(ManualSeconds())
    for at in range(MAX_COUNTED + 5):
        locks.count_failure(f"nobody {at}", "here")
    assert len(locks._failures) == MAX_COUNTED
