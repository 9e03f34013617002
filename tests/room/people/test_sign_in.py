"""Coming in with a password: what is told, what is counted, and when nobody is let in."""

import asyncio
from pathlib import Path

import httpx
import pytest

from pitboss.room import office_events as e
from pitboss.room.office import HOUSE
from pitboss.room.people import passwords
from pitboss.room.people.accounts import Part
from pitboss.room.people.locks import KNOWN, LOCKED, TRIES, Lock, Locks
from tests.room.http.houses import PASSWORD, Caller, House, Turned, error_of

WRONG = "name and password do not fit"
LOCKED_OUT = "too many attempts"


async def tried(caller: Caller, name: str, password: str = "wrong wrong wrong") -> httpx.Response:  # noqa: S107
    return await caller.post("/api/session", {"name": name, "password": password})


async def test_the_right_password_by_any_spelling_of_the_name(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        await house.account("Ann Lee")
        for name in ("Ann Lee", "ann lee", "ANNLEE"):
            answer = await tried(house.caller(), name, PASSWORD)
            assert answer.status_code == 201
            assert answer.json()["name"] == "Ann Lee"
        assert (await house.events()).count(e.SignedIn("Ann Lee")) == 3


async def test_name_and_password_are_wrong_in_the_same_words(tmp_path: Path) -> None:
    """Guests, who have no password, included; and up to the lock and beyond."""
    async with House(tmp_path) as house:
        await house.account("Ann")
        await house.room.door.open_account("Gus", Part.PLAYER)
        anybody = house.caller()
        told = {
            name: [
                ((await tried(anybody, name)).status_code, anybody.heard[-1])
                for _ in range(TRIES + 2)
            ]
            for name in ("Ann", "Gus", "Nobody")
        }
        assert told["Ann"] == told["Gus"] == told["Nobody"]
        assert [status for status, _ in told["Ann"]] == [401] * (TRIES + 2)
        assert error_of(await tried(anybody, "Ann")).startswith(LOCKED_OUT)


async def test_an_unknown_name_takes_as_much_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hash is compared, and one line is written, in either case."""
    compared: list[str] = []
    fits = passwords.Passwords._fits

    def counted(self: passwords.Passwords, kept: str, given: str) -> bool:
        compared.append(given)
        return fits(self, kept, given)

    monkeypatch.setattr(passwords.Passwords, "_fits", counted)
    async with House(tmp_path) as house:
        await house.account("Ann")
        anybody = house.caller()
        for name, told in (("Ann", "Ann"), ("Nobody", "")):
            before = len(await house.office())
            compared.clear()
            await tried(anybody, name)
            assert len(compared) == 1
            assert (await house.events())[before:] == [e.SignInFailed(told, locked=False)]


async def test_repeated_failures_lock_and_the_lock_ends(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        await house.account("Ann")
        anybody = house.caller()
        for _ in range(TRIES):
            assert error_of(await tried(anybody, "Ann")) == WRONG
        for password in (PASSWORD, "wrong wrong wrong"):
            assert error_of(await tried(anybody, "Ann", password)).startswith(LOCKED_OUT)
        failed = [x for x in await house.events() if isinstance(x, e.SignInFailed)]
        assert [x.locked for x in failed] == [False] * (TRIES - 1) + [True]
        house.clock.forward(seconds=LOCKED.total_seconds() - 1)
        assert error_of(await tried(anybody, "Ann", PASSWORD)).startswith(LOCKED_OUT)
        house.clock.forward(seconds=2)
        assert error_of(await tried(anybody, "Ann")) == WRONG
        assert (await tried(anybody, "Ann", PASSWORD)).status_code == 201
        for _ in range(TRIES - 1):  # what was wrong before a success is forgotten
            assert error_of(await tried(anybody, "Ann")) == WRONG
        assert (await tried(anybody, "Ann", PASSWORD)).status_code == 201


async def test_a_lock_outlives_the_program(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        await house.account("Ann")
        for _ in range(TRIES):
            await tried(house.caller(), "Ann")
    async with House(tmp_path) as house:
        assert error_of(await tried(house.caller(), "Ann", PASSWORD)).startswith(LOCKED_OUT)


@pytest.mark.parametrize("name", ["Ann", "Nobody"])
async def test_many_at_once_are_counted_one_by_one(tmp_path: Path, name: str) -> None:
    async with House(tmp_path) as house:
        await house.account("Ann")
        anybody = house.caller()
        answers = await asyncio.gather(*(tried(anybody, name) for _ in range(3 * TRIES)))
        told = [error_of(one) for one in answers]
        assert told.count(WRONG) == TRIES


async def test_the_old_password_is_tried_no_more_often(tmp_path: Path) -> None:
    """Whoever found a session open cannot guess the password in peace."""
    async with House(tmp_path) as house:
        ann = await house.comes("Ann")
        body = {"password": "wrong wrong wrong", "next": "another good one"}
        for _ in range(TRIES):
            answer = await ann.request("PUT", "/api/me/password", body)
            assert (answer.status_code, error_of(answer)) == (401, "that is not the password")
        answer = await ann.request("PUT", "/api/me/password", body | {"password": PASSWORD})
        assert answer.status_code == 409
        assert error_of(answer).startswith(LOCKED_OUT)


async def test_a_closed_account_is_told_so_only_to_its_owner(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        await house.account("Ann")
        await house.room.door.change("Ann", HOUSE, closed="asked for it")
        assert error_of(await tried(house.caller(), "Ann")) == WRONG
        told = error_of(await tried(house.caller(), "Ann", PASSWORD))
        assert told == "the account is closed: asked for it"
        await house.room.door.change("Ann", HOUSE, closed="")
        assert (await tried(house.caller(), "Ann", PASSWORD)).status_code == 201


async def test_a_new_password_opens_the_lock(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        await house.account("Ann")
        for _ in range(TRIES):
            await tried(house.caller(), "Ann")
        await house.room.door.set_password("Ann", "another good one", HOUSE)
        assert (await tried(house.caller(), "Ann", "another good one")).status_code == 201
        assert e.PasswordChanged("Ann") in await house.events()


async def test_a_guest_with_a_password_is_none(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        await house.room.door.open_account("Gus", Part.PLAYER)
        gus = await house.room.door.set_password("Gus", PASSWORD, HOUSE)
        assert not gus.guest
        assert (await tried(house.caller(), "Gus", PASSWORD)).status_code == 201


@pytest.mark.parametrize("password", ["", "short", "x" * 201, "\0" * 201])
async def test_passwords_that_are_none(tmp_path: Path, password: str) -> None:
    async with House(tmp_path) as house:
        answer = await house.caller().post("/api/accounts", {"name": "Ann", "password": password})
        assert answer.status_code == 422
        assert "password" in error_of(answer)


async def test_names_that_nobody_has_are_not_kept_without_end(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        locks = Locks(house.store, Turned())
        for at in range(KNOWN + 5):
            locks.put(f"nobody {at}", Lock(1), known=False)
        assert len(locks._nobodys) == KNOWN
