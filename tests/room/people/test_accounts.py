"""Opening, changing and closing accounts; each leaves a log line without secrets."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.errors import Refused
from pitboss.room import back_office_events as e
from pitboss.room.back_office import HOUSE
from pitboss.room.people.accounts import STAFF, AccountRole
from pitboss.room.settings import RoomSettings
from pitboss.room.store.interface import BACK_OFFICE, CommitUncertain
from pitboss.room.store.sqlite import SqliteStore
from pitboss.table import commands as c
from tests.room.http.in_process_room import PASSWORD, TABLE, InProcessRoom, error_of, token_of

PLAY_CHIPS = RoomSettings().play_chips


async def test_sign_up_and_guests(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        anybody = house.caller()
        guest = await anybody.post("/api/accounts", {"name": "Gus"})
        player = await anybody.post("/api/accounts", {"name": "Ann", "password": PASSWORD})
        for answer, name, is_guest in ((guest, "Gus", True), (player, "Ann", False)):
            me = answer.json()
            assert answer.status_code == 201
            assert (me["name"], me["part"], me["guest"]) == (name, "player", is_guest)
            assert me["cents"] == PLAY_CHIPS
            caller = house.caller(token_of(answer))
            assert (await caller.get("/api/me")).json()["name"] == name
        assert e.AccountOpened("Gus", "player", guest=True) in await house.events()


@pytest.mark.parametrize(
    ("settings", "body", "why"),
    [
        (RoomSettings(guests=False), {"name": "Gus"}, "guest access is turned off"),
        (RoomSettings(sign_up=False), {"name": "Gus", "password": PASSWORD}, "by invitation"),
    ],
)
async def test_sign_up_and_guests_can_be_turned_off(
    tmp_path: Path, settings: RoomSettings, body: dict[str, str], why: str
) -> None:
    async with InProcessRoom(tmp_path, settings=settings) as house:
        answer = await house.caller().post("/api/accounts", body)
        assert answer.status_code == 403
        assert why in error_of(answer)


async def test_staff_and_players_are_separate(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        await house.sign_in("Ann")
        await house.sign_in("Dee", AccountRole.DEALER)
        for name, part in (("Ann", "dealer"), ("Ann", "administrator"), ("Dee", "player")):
            answer = await root.request("PATCH", f"/api/accounts/{name}", {"part": part})
            assert answer.status_code == 409
            assert "need separate accounts" in error_of(answer)
        with pytest.raises(Refused, match="only players can be guests"):
            await house.room.account_service.open_account("Dan", AccountRole.DEALER)
        dealer = await house.sign_in("Dan", AccountRole.DEALER)
        assert (await dealer.execute(c.TakeSeat(1))).status_code == 403


async def test_account_is_changed_in_one_way_per_request(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        service, root = (
            house.room.account_service,
            await house.sign_in("Root", AccountRole.ADMINISTRATOR),
        )
        await house.account("Dee", AccountRole.DEALER)
        both: dict[str, object] = {"part": AccountRole.FLOORPERSON, "closed": "left"}
        for changes in (both, {}):
            with pytest.raises(Refused, match="one at a time"):
                await service.change_account("Dee", HOUSE, **changes)
        for body in (both, {}):
            answer = await root.request("PATCH", "/api/accounts/Dee", body)
            assert answer.status_code == 422
        with pytest.raises(Refused, match="nothing to change"):
            await service.change_account("Dee", HOUSE, part=AccountRole.DEALER)
        with pytest.raises(Refused, match="the reason must have"):
            await service.change_account("Dee", HOUSE, closed=" \n")
        events = await house.events()
        assert not any(isinstance(event, e.RoleChanged | e.AccountClosed) for event in events)


async def test_last_administrator_cannot_be_removed(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        service = house.room.account_service
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        for change in ({"part": "auditor"}, {"closed": "left"}):
            answer = await root.request("PATCH", "/api/accounts/Root", change)
            assert "only administrator" in error_of(answer)
        await house.account("Ada", AccountRole.ADMINISTRATOR)
        await service.change_account("Ada", HOUSE, closed="ill")
        with pytest.raises(Refused, match="only administrator"):
            await service.change_account("Root", HOUSE, part=AccountRole.AUDITOR)
        await service.change_account("Ada", HOUSE, closed="")
        await service.change_account("Root", HOUSE, part=AccountRole.AUDITOR)


async def test_every_account_change_is_logged(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        ada = await house.sign_in("Ada", AccountRole.AUDITOR)
        await house.account("Dee", AccountRole.DEALER)
        before = len(await house.office())
        house.clock.forward(hours=1)
        part = await root.request("PATCH", "/api/accounts/dEe", {"part": "floorperson"})
        assert part.status_code == 202
        assert (part.json()["part"], part.json()["proposal"]) == ("dealer", 1)
        assert (await ada.post("/api/proposals/1/approve")).status_code == 200
        for body, status in (({"closed": "on leave"}, 200), ({"closed": ""}, 202)):
            answer = await root.request("PATCH", "/api/accounts/dEe", body)
            assert answer.status_code == status
        assert (await ada.post("/api/proposals/2/approve")).status_code == 200
        lines = (await house.office())[before:]
        assert [(line.by.name, line.event) for line in lines] == [
            ("Root", e.StaffProposed(1, "floorperson", "Dee")),
            ("Ada", e.StaffApproved(1, ("house",))),
            ("Root", e.RoleChanged("Dee", "dealer", "floorperson")),
            ("Root", e.AccountClosed("Dee", "on leave")),
            ("Root", e.StaffProposed(2, "floorperson", "Dee")),
            ("Ada", e.StaffApproved(2, ("house",))),
            ("Root", e.AccountClosed("Dee", "", closed=False)),
        ]
        assert {line.at for line in lines} == {"2026-11-16T21:00:00.000Z"}


async def test_no_secret_is_in_the_log(tmp_path: Path) -> None:
    """This covers passwords, tokens, hashes of both, and whatever was typed as a name."""
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        ada = await house.sign_in("Ada", AccountRole.AUDITOR)
        token = (await root.post("/api/invitations", {"part": "dealer"})).json()["token"]
        await ada.post("/api/proposals/1/approve")
        anybody = house.caller()
        body = {"name": "Dee", "password": PASSWORD}
        dee = token_of(await anybody.post(f"/api/invitations/{token}", body))
        await anybody.post("/api/session", {"name": "my secret", "password": "also secret"})
        await anybody.post("/api/session", {"name": "Dee", "password": "also secret"})
        log = b"".join([x.line async for some in house.store.entries(BACK_OFFICE) for x in some])
        stored_bytes = b"".join(
            [
                key.encode() + value
                for shelf in (
                    "sessions",
                    "invitations",
                    "used invitations",
                    "locks",
                    "staff proposals",
                )
                for key, value in (await house.store.collection(shelf)).items()
            ]
        )
        account = await house.room.account_service.account("Dee")
        assert account is not None
        for secret in (token, dee, root.token, PASSWORD, "secret"):
            assert secret.encode() not in log + stored_bytes + account.password.encode()
        assert account.password.encode() not in log
        assert account.password.startswith("$argon2id$")


async def test_more_play_chips_only_without_chips(tmp_path: Path) -> None:
    """Chips at tables count, and of two requests at once only one is granted."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        assert "enough chips" in error_of(await ann.post("/api/me/chips"))
        await ann.execute(c.BuyIn(PLAY_CHIPS))
        assert (await ann.get("/api/me")).json()["cents"] == 0
        assert "enough chips" in error_of(await ann.post("/api/me/chips"))
        dealer = await house.sign_in("Dee", AccountRole.DEALER)
        await dealer.execute(c.OpenRound())
        await ann.execute(c.PlaceWagers(1, {"ante": 500}))
        assert "enough chips" in error_of(await ann.post("/api/me/chips"))
        await dealer.execute(c.NoMoreBets())
        while (round_ := house.actor().committed_state.round) and round_.turn == 1:
            await ann.execute(c.Decide(1, "fold"))
        lost_cents = PLAY_CHIPS - int(house.actor().committed_state.chips("Ann"))
        assert lost_cents == 500
        answers = await asyncio.gather(*(ann.post("/api/me/chips") for _ in range(5)))
        assert sorted(item.status_code for item in answers) == [200, 409, 409, 409, 409]
        assert (await ann.get("/api/me")).json()["cents"] == lost_cents
        assert "play chips are not available" in error_of(await dealer.post("/api/me/chips"))
        assert house.actor(TABLE).stop_reason == ""


async def test_uncertain_change_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An uncertain commit must not let anybody keep a role."""
    async with InProcessRoom(tmp_path) as house:
        await house.sign_in("Dee", AccountRole.DEALER)
        append = SqliteStore.append

        async def silent(self: SqliteStore, batch: object) -> None:
            await append(self, batch)  # type: ignore[arg-type]
            raise CommitUncertain("the disk does not answer")

        monkeypatch.setattr(SqliteStore, "append", silent)
        with pytest.raises(CommitUncertain):
            await house.room.account_service.change_account(
                "Dee", HOUSE, part=AccountRole.FLOORPERSON
            )
        monkeypatch.undo()
        dee = await house.room.account_service.account("Dee")
        assert dee is not None
        assert dee.part is AccountRole.FLOORPERSON
        await house.room.account_service.change_account("Dee", HOUSE, closed="left")
        assert [line.n for line in await house.office()] == [
            *range(1, len(await house.office()) + 1)
        ]


def test_every_role_is_a_player_s_or_staff_s() -> None:
    assert set(AccountRole) - STAFF == {AccountRole.PLAYER}


async def test_new_guests_do_not_reload_the_staff(tmp_path: Path) -> None:
    """Everybody who signs in while many guests arrive would have to wait."""
    async with InProcessRoom(tmp_path) as house:
        await house.account("Flo", AccountRole.FLOORPERSON)
        before = await house.room.account_service.staff()
        await house.sign_in("Ann")
        assert await house.room.account_service.staff() is before
        await house.account("Dee", AccountRole.DEALER)
        assert set(await house.room.account_service.staff()) == {"flo", "dee"}


@pytest.mark.parametrize("path", ["/api/accounts", "/api/proposals"])
async def test_log_4_staff_is_listed_by_one_statement(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with InProcessRoom(tmp_path) as house:
        boss = await house.sign_in("Boss", AccountRole.ADMINISTRATOR)
        await house.sign_in("Flo", AccountRole.FLOORPERSON)
        for _ in range(2):
            await boss.post("/api/invitations", {"part": "dealer"})
        await boss.get("/api/me")  # the caller's account is in memory from here on
        house.room.account_service._drop_cached("flo")
        statements: list[str] = []
        read = SqliteStore._read

        async def counting_read(
            store: SqliteStore, statement: str, *arguments: object
        ) -> Sequence[tuple[object, ...]]:
            statements.append(statement)
            return await read(store, statement, *arguments)

        monkeypatch.setattr(SqliteStore, "_read", counting_read)
        items_ = (await boss.get(path)).json()
        assert len(items_) == 2
        assert len(statements) == 1, statements
