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
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


async def sign_in(caller: Caller, name: str, password: str = "wrong wrong wrong") -> httpx.Response:  # noqa: S107
    return await caller.post("/api/session", {"name": name, "password": password})


async def test_the_right_password_by_any_spelling_of_the_name(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        await house.account("Ann Lee")
        for name in ("Ann Lee", "ann lee", "ANNLEE"):
            answer = await sign_in(house.caller(), name, PASSWORD)
            assert answer.status_code == 201
            assert answer.json()["name"] == "Ann Lee"
        assert (await house.events()).count(e.SignedIn("Ann Lee")) == 3


async def test_name_and_password_are_wrong_in_the_same_words(tmp_path: Path) -> None:
    """Guests, who have no password, included; and as long as one has to wait, to the second."""
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


async def test_an_unknown_name_takes_as_much_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hash is compared, and one line is written, in either case."""
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
        for _ in range(FREE_ATTEMPTS - 1):  # what was wrong before a success is forgotten
            assert error_of(await sign_in(anybody, "Ann")) == WRONG
        assert (await sign_in(anybody, "Ann", PASSWORD)).status_code == 201


async def test_sec_9_attempts_from_one_address_do_not_keep_known_devices_out(
    tmp_path: Path,
) -> None:
    """However many a stranger makes there, under whatever names; made-up devices count as him."""
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
    """Whoever has an account has no more attempts on those of others."""
    async with InProcessRoom(tmp_path, limits=FEW_ATTEMPTS) as house:
        await house.account("Mallory")
        device = (await sign_in(house.caller(), "Mallory", PASSWORD)).cookies["pitboss_known"]
        answers = [
            await sign_in_on(house, device, f"nobody {at}", "wrong wrong") for at in range(4)
        ]
        assert [answer.status_code for answer in answers] == [401, 401, 429, 429]


async def test_sec_5_signing_in_again_makes_no_other_device(tmp_path: Path) -> None:
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
    """A stranger may try as often as he likes: from elsewhere the right password is let in."""
    async with InProcessRoom(tmp_path, seconds=ManualSeconds()) as house:
        await house.account("Root", AccountRole.ADMINISTRATOR)
        stranger = house.caller(address=STRANGER)
        for _ in range(3 * FREE_ATTEMPTS):
            await sign_in(stranger, "Root")
        assert error_of(await sign_in(stranger, "Root", PASSWORD)).startswith(TOO_SOON)
        assert (await sign_in(house.caller(), "Root", PASSWORD)).status_code == 201


async def test_sec_9_a_device_that_is_known_passes(tmp_path: Path) -> None:
    """Also beside a stranger at the same address; its own failures count, and nobody else's."""
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
        # A new password ends it, and so does anything made up.
        await house.room.account_service.set_password("Ann", "another good one", HOUSE)
        ann = await house.room.account_service.account("Ann")
        assert not await house.room.account_service.devices.knows(ann, device)
        for made_up in ("", ".", "x.y", device[:-1], "é." + "0" * 64):
            assert not await house.room.account_service.devices.knows(ann, made_up)


async def test_a_known_device_outlives_the_program(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        token = await house.room.account_service.devices.token(await house.account("Ann"))
    async with InProcessRoom(tmp_path) as house:
        assert await house.room.account_service.devices.knows(await house.account("Ann"), token)
        assert not await house.room.account_service.devices.knows(None, token)


async def test_an_administrator_forgives_while_the_room_is_open(tmp_path: Path) -> None:
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


def test_what_was_long_ago_is_forgotten() -> None:
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
def test_sec_8_a_network_of_ipv6_is_one_place(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) == same


@pytest.mark.parametrize("name", ["Ann", "Nobody"])
async def test_many_at_once_are_counted_one_by_one(tmp_path: Path, name: str) -> None:
    async with InProcessRoom(tmp_path, seconds=ManualSeconds()) as house:
        await house.account("Ann")
        anybody = house.caller()
        answers = await asyncio.gather(*(sign_in(anybody, name) for _ in range(3 * FREE_ATTEMPTS)))
        messages = [error_of(item) for item in answers]
        assert messages.count(WRONG) == FREE_ATTEMPTS


async def test_the_old_password_is_tried_no_more_often(tmp_path: Path) -> None:
    """Whoever found a session open cannot guess the password in peace."""
    async with InProcessRoom(tmp_path, seconds=ManualSeconds()) as house:
        ann = await house.sign_in("Ann")
        body = {"password": "wrong wrong wrong", "next": "another good one"}
        for _ in range(FREE_ATTEMPTS):
            answer = await ann.request("PUT", "/api/me/password", body)
            assert (answer.status_code, error_of(answer)) == (401, "incorrect password")
        answer = await ann.request("PUT", "/api/me/password", body | {"password": PASSWORD})
        assert answer.status_code == 409
        assert error_of(answer).startswith(TOO_SOON)


async def test_a_closed_account_is_told_so_only_to_its_owner(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        await house.account("Ann")
        await house.room.account_service.change_account("Ann", HOUSE, closed="asked for it")
        assert error_of(await sign_in(house.caller(), "Ann")) == WRONG
        message = error_of(await sign_in(house.caller(), "Ann", PASSWORD))
        assert message == "this account is closed: asked for it"
        await house.room.account_service.change_account("Ann", HOUSE, closed="")
        assert (await sign_in(house.caller(), "Ann", PASSWORD)).status_code == 201


async def test_a_new_password_opens_the_lock(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        await house.account("Ann")
        for _ in range(FREE_ATTEMPTS):
            await sign_in(house.caller(), "Ann")
        await house.room.account_service.set_password("Ann", "another good one", HOUSE)
        assert (await sign_in(house.caller(), "Ann", "another good one")).status_code == 201
        assert e.PasswordChanged("Ann") in await house.events()


async def test_a_guest_with_a_password_is_none(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        await house.room.account_service.open_account("Gus", AccountRole.PLAYER)
        gus = await house.room.account_service.set_password("Gus", PASSWORD, HOUSE)
        assert not gus.guest
        assert (await sign_in(house.caller(), "Gus", PASSWORD)).status_code == 201


@pytest.mark.parametrize("password", ["", "short", "x" * 201, "\0" * 201])
async def test_passwords_that_are_none(tmp_path: Path, password: str) -> None:
    async with InProcessRoom(tmp_path) as house:
        answer = await house.caller().post("/api/accounts", {"name": "Ann", "password": password})
        assert answer.status_code == 422
        assert "password" in error_of(answer)


def test_names_that_nobody_has_are_not_kept_without_end() -> None:
    locks = AttemptLimiter(ManualSeconds())
    for at in range(MAX_COUNTED + 5):
        locks.count_failure(f"nobody {at}", "here")
    assert len(locks._failures) == MAX_COUNTED
