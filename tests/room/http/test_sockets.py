"""Table sockets: views and changes, reconnecting, and closing with the right code."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from pitboss.room.back_office import HOUSE
from pitboss.room.people.accounts import AccountRole
from pitboss.room.people.credentials import AGE_LIMIT, IDLE_LIMIT
from pitboss.room.store.interface import CommitUncertain
from pitboss.room.store.sqlite import SqliteStore
from pitboss.room.viewers import MAX_CHANGES
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table.state import encode_fraction
from pitboss.table.views import own_view, public_view
from tests.room.http.asgi_socket import Socket
from tests.room.http.in_process_room import TABLE, Caller, InProcessRoom, Json


def expected_views(house: InProcessRoom, viewer: Person) -> tuple[Json, Json]:
    """Return the current views of a viewer: the table, and what is private."""
    actor = house.actor()

    def as_json(part: object) -> Json:
        read: Json = msgspec.json.decode(msgspec.json.encode(part, enc_hook=encode_fraction))
        return {name: value for name, value in read.items() if value is not None}

    return (
        as_json(public_view(actor.committed_state, viewer.role)),
        as_json(own_view(actor.committed_state, actor.shoe, viewer)),
    )


async def play(house: InProcessRoom, ann: Caller, dee: Caller, rounds: int = 1) -> None:
    """Play rounds at the table over HTTP."""
    for _ in range(rounds):
        assert (await dee.execute(c.OpenRound())).status_code == 200
        assert (await ann.execute(c.PlaceWagers(1, {"ante": 500, "bonus": 100}))).status_code == 200
        assert (await dee.execute(c.NoMoreBets())).status_code == 200
        while (round_ := house.actor().committed_state.round) and round_.turn == 1:
            assert (await ann.execute(c.Decide(1, "bet"))).status_code == 200


async def seat_ann(house: InProcessRoom) -> tuple[Caller, Caller]:
    ann, dee = await house.sign_in("Ann"), await house.sign_in("Dee", AccountRole.DEALER)
    await ann.execute(c.TakeSeat(1))
    await ann.execute(c.BuyIn(500_00))
    return ann, dee


async def test_changes_applied_to_a_view_give_the_next_view(tmp_path: Path) -> None:
    """Compare every viewer's view after each frame that brings it up to date."""
    async with InProcessRoom(tmp_path) as house:
        ann, dee = await seat_ann(house)
        people = await house.everybody()
        watching: list[tuple[Person, Socket]] = [
            (Person(f"a {part}", _role(part)), caller.socket()) for part, caller in people.items()
        ]
        watching += [
            (Person("Ann", Role.PLAYER), ann.socket()),
            (Person("", Role.ONLOOKER), house.caller().socket()),
        ]
        for _, socket in watching:
            await socket.open()
        for at in range(3):
            await play(house, ann, dee)
            for viewer, socket in watching:
                await socket.up_to(house.actor().committed_state.version)
                assert (socket.view, socket.own) == expected_views(house, viewer), (viewer, at)
        for _, socket in watching:
            await socket.close()
        assert not house.room.hub(TABLE).watchers


def _role(part: AccountRole) -> Role:
    return Role.ONLOOKER if part is AccountRole.ADMINISTRATOR else Role(part.value)


async def test_reconnect_resumes_from_the_last_version(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann, dee = await seat_ann(house)
        async with ann.socket() as before:
            await before.up_to(house.actor().committed_state.version)
        await play(house, ann, dee)
        async with ann.socket(query=f"version={before.version}&role=player") as after:
            after.view, after.version = before.view, before.version
            assert (await after.frame())["type"] == "change"
            await after.up_to(house.actor().committed_state.version)
            assert (after.view, after.own) == expected_views(house, Person("Ann", Role.PLAYER))


@pytest.mark.parametrize("version", [-1, 3, 10**9, 2**70])
async def test_unknown_version_gets_the_whole_view(version: int, tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann, _ = await seat_ann(house)
        async with ann.socket(query=f"version={version}") as socket:
            assert (await socket.frame())["type"] == "view"
            assert socket.view == expected_views(house, Person("Ann", Role.PLAYER))[0]


async def test_old_version_gets_the_whole_view(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann, dee = await seat_ann(house)
        version = house.actor().committed_state.version
        async with house.caller().socket() as follows:
            for _ in range(MAX_CHANGES // 6 + 2):
                await play(house, ann, dee)
                await follows.drain()
            async with ann.socket(query=f"version={version}") as socket:
                assert (await socket.frame())["type"] == "view"


async def test_version_from_another_role_gets_the_whole_view(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann, _ = await seat_ann(house)
        version = house.actor().committed_state.version
        async with house.caller().socket():
            pass
        async with ann.socket(query=f"version={version}&role=onlooker") as socket:
            assert (await socket.frame())["view"]["role"] == "player"


async def test_version_survives_a_restart(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann, dee = await seat_ann(house)
        async with ann.socket() as before:
            await before.up_to(house.actor().committed_state.version)
    async with InProcessRoom(tmp_path) as house:
        ann, dee = house.caller(ann.token), house.caller(dee.token)
        async with ann.socket(query=f"version={before.version}&role=player") as after:
            after.view, after.version = before.view, before.version
            await play(house, ann, dee)
            await after.up_to(house.actor().committed_state.version)
            assert (after.view, after.own) == expected_views(house, Person("Ann", Role.PLAYER))


async def test_slow_reader_delays_nobody_and_catches_up(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann, dee = await seat_ann(house)
        sam = await house.sign_in("Sam", AccountRole.SURVEILLANCE)
        async with sam.socket() as slow:
            await slow.frame()
            slow.deafen()
            await asyncio.wait_for(play(house, ann, dee, 3), 20)
            slow._reads.set()
            await slow.up_to(house.actor().committed_state.version)
            assert slow.view == expected_views(house, Person("Sam", Role.SURVEILLANCE))[0]


@pytest.mark.parametrize("change", [{"part": "floorperson"}, {"closed": "left"}])
async def test_sec_4_a_change_takes_effect_on_open_sockets(
    change: dict[str, str], tmp_path: Path
) -> None:
    async with InProcessRoom(tmp_path) as house:
        dee, root = (
            await house.sign_in("Dee", AccountRole.DEALER),
            await house.sign_in("R", AccountRole.ADMINISTRATOR),
        )
        async with dee.socket() as one, dee.socket() as other, root.socket() as roots:
            for socket in (one, other, roots):
                await socket.frame()
            answer = await root.request("PATCH", "/api/accounts/Dee", change)
            if answer.status_code == 202:
                number = answer.json()["proposal"]
                flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
                answer = await flo.post(f"/api/proposals/{number}/approve")
            assert answer.status_code == 200
            one.send_command(c.OpenRound())  # at the same moment
            assert (await one.wait_closed()).code == 4401
            assert (await other.wait_closed()).code == 4401
            assert (await roots.execute(c.OpenRound()))["clause"] == "SEC-4"
        assert house.actor().committed_state.round is None


async def test_sec_4_a_change_takes_effect_on_a_socket_that_nobody_reads(tmp_path: Path) -> None:
    """The client cannot be notified, and its commands are not executed in the old role."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        dee = await house.sign_in("Dee", AccountRole.DEALER)
        async with dee.socket() as deaf:
            await deaf.frame()
            deaf.deafen()
            await ann.execute(c.TakeSeat(1))  # which has been sent, but is not read
            await asyncio.sleep(0.05)
            await house.room.account_service.change_account(
                "Dee", HOUSE, part=AccountRole.SURVEILLANCE
            )
            deaf.send_command(c.OpenRound())
            await asyncio.sleep(0.2)
            assert house.actor().committed_state.round is None


async def test_a_socket_ends_with_its_session(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann, other = await house.sign_in("Ann"), await house.sign_in("Ann")
        async with ann.socket() as one, other.socket() as stays:
            await one.frame()
            await stays.frame()
            await ann.request("DELETE", "/api/session")
            assert (await one.wait_closed()).code == 4401
            assert (await stays.execute(c.TakeSeat(1)))["type"] == "told"


@pytest.mark.parametrize("kind", ["idle", "absolute"])
async def test_socket_does_not_outlive_its_session(kind: str, tmp_path: Path) -> None:
    """It neither receives nor executes anything; and listening does not extend a session."""
    async with InProcessRoom(tmp_path) as house:
        sam, dee = (
            await house.sign_in("Sam", AccountRole.SURVEILLANCE),
            await house.sign_in("Dee", AccountRole.DEALER),
        )
        ann = await house.sign_in("Ann")
        async with sam.socket() as listens, dee.socket() as speaks:
            await listens.frame()
            await speaks.frame()
            if kind == "idle":
                for command in (c.TakeSeat(1), c.BuyIn(100), c.BuyIn(100)):
                    house.clock.forward(seconds=IDLE_LIMIT[True].total_seconds() / 3 + 1)
                    assert (await ann.execute(command)).status_code == 200
            else:
                start = house.clock.at
                while house.clock.at - start < AGE_LIMIT[True]:
                    house.clock.forward(minutes=50)
                    await asyncio.gather(sam.get("/api/me"), dee.get("/api/me"))
                await ann.execute(c.TakeSeat(1))
            assert (await listens.wait_closed()).code == 4401
            speaks.send_command(c.OpenRound())
            assert (await speaks.wait_closed()).code == 4401
        assert house.actor().committed_state.round is None


async def test_internal_error_has_a_response(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")

        async def fail_execute(*_: object) -> None:
            raise ValueError("the seed is 0123")

        async with ann.socket() as socket:
            await socket.frame()
            monkeypatch.setattr(house.room, "execute", fail_execute)
            frame = await socket.execute(c.TakeSeat(1))
            wrong = {"status": 500, "error": "something went wrong on the server: try again later"}
            assert frame == {"type": "refused", "id": 1, **wrong}
            assert [record.getMessage() for record in caplog.records] == ["unexpected error"]
            monkeypatch.undo()
            assert (await socket.execute(c.TakeSeat(1)))["type"] == "told"


async def test_late_commit_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a write without a response proves to be stored, viewers see it without another event."""
    async with InProcessRoom(tmp_path) as house:
        ann, sam = await house.sign_in("Ann"), await house.sign_in("Sam", AccountRole.SURVEILLANCE)
        append = SqliteStore.append

        async def silent(self: SqliteStore, batch: object) -> None:
            await append(self, batch)  # type: ignore[arg-type]
            raise CommitUncertain("the disk does not answer")

        async with sam.socket() as socket:
            await socket.frame()
            with monkeypatch.context() as patch:
                patch.setattr(SqliteStore, "append", silent)
                answer = await ann.execute(c.TakeSeat(1), "sit")
                assert (answer.status_code, answer.json()["uncertain"]) == (503, True)
            await socket.frame()
            assert socket.view["players"] == {"1": "Ann"}
        assert (await ann.execute(c.TakeSeat(1), "sit")).json()["again"] is True
