"""Invitations: for one person, valid once, with an expiry, from authorized staff only."""

import asyncio
from pathlib import Path

import pytest

from pitboss.errors import Refused
from pitboss.room import back_office_events as e
from pitboss.room.back_office import HOUSE
from pitboss.room.people.accounts import AccountRole
from pitboss.room.people.credentials import INVITATION_LIFETIME, INVITATIONS, hash_token
from pitboss.room.server import _staff_links
from tests.room.http.in_process_room import PASSWORD, InProcessRoom, error_of, token_of


async def test_invitation_is_valid_once(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        ada = await house.sign_in("Ada", AccountRole.AUDITOR)
        answer = await root.post("/api/invitations", {"part": "surveillance"})
        assert answer.status_code == 201
        assert (await ada.post("/api/proposals/1/approve")).status_code == 200
        path = f"/api/invitations/{answer.json()['token']}"
        anybody = house.caller()
        response = await anybody.post(path, {"name": "Sam", "password": PASSWORD})
        assert response.status_code == 201
        assert response.json()["part"] == "surveillance"
        sam = house.caller(token_of(response))
        assert (await sam.get("/api/me")).json()["name"] == "Sam"
        again = await anybody.post(path, {"name": "Sue", "password": PASSWORD})
        assert (again.status_code, error_of(again)) == (
            409,
            "this invitation link has already been used: ask for a new one",
        )
        lines = await house.office()
        assert [line.by.name for line in lines if isinstance(line.event, e.Invited)] == ["Root"]
        event = e.AccountOpened("Sam", "surveillance", invited_by="Root", approved_by="Ada")
        opening_lines = [line for line in lines if line.event == event]
        assert [line.by.name for line in opening_lines] == ["Root"]


async def test_only_one_of_two_can_accept(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        token = await house.room.account_service.invite(AccountRole.DEALER, HOUSE)
        anybody = house.caller()
        answers = await asyncio.gather(
            *(
                anybody.post(f"/api/invitations/{token}", {"name": name, "password": PASSWORD})
                for name in ("Dee", "Dan", "Dot", "Dora")
            )
        )
        assert sorted(item.status_code for item in answers) == [201, 409, 409, 409]
        refused = {error_of(item) for item in answers if item.status_code == 409}
        assert refused == {"this invitation link has already been used: ask for a new one"}
        assert len(await house.room.account_service.accounts()) == 1


async def test_invitation_expires(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        token = await house.room.account_service.invite(AccountRole.DEALER, HOUSE)
        house.clock.forward(seconds=INVITATION_LIFETIME.total_seconds() + 1)
        with pytest.raises(Refused, match="has expired"):
            await house.room.account_service.accept_invitation(token, "Dee", PASSWORD)
        assert list(await house.store.collection(INVITATIONS)) == [hash_token(token)]


async def test_invitation_ends_with_its_inviter_s_role(tmp_path: Path) -> None:
    """A dismissed member of the staff cannot come back by an invitation kept for that purpose."""
    async with InProcessRoom(tmp_path) as house:
        service = house.room.account_service
        root = await house.account("Root", AccountRole.ADMINISTRATOR)
        await house.account("Ada", AccountRole.ADMINISTRATOR)
        for change in ({"closed": "put out"}, {"closed": ""}, {"part": AccountRole.AUDITOR}):
            token = await service.invite(AccountRole.ADMINISTRATOR, root.person)
            await service.change_account("Root", HOUSE, **change)
            if change == {"closed": ""}:
                continue
            with pytest.raises(Refused, match="may no longer invite"):
                await service.accept_invitation(token, "Mallory", PASSWORD)


async def test_sec_7_an_older_invitation_that_nobody_approved(tmp_path: Path) -> None:
    """Older versions let one administrator invite staff; one still suffices for players."""
    async with InProcessRoom(tmp_path) as house:
        service = house.room.account_service
        root = await house.account("Root", AccountRole.ADMINISTRATOR)
        token = await service.invite(AccountRole.FLOORPERSON, root.person)
        path, body = f"/api/invitations/{token}", {"name": "New", "password": PASSWORD}
        refused = "no second member of staff approved this invitation: ask for a new one"
        assert (await house.caller().get(path)).json()["refused"] == refused
        answer = await house.caller().post(path, body)
        assert (answer.status_code, error_of(answer)) == (409, refused)
        assert answer.json()["clause"] == "SEC-3"
        token = await service.invite(AccountRole.PLAYER, root.person)
        answer = await house.caller().post(f"/api/invitations/{token}", body)
        assert answer.status_code == 201


async def test_unknown_invitation_is_refused(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        for token in ("x", "x" * 3000, "%00", "..%2f..", "é"):
            answer = await house.caller().post(
                f"/api/invitations/{token}", {"name": "Mallory", "password": PASSWORD}
            )
            assert answer.status_code in (404, 409)
        assert not await house.room.account_service.accounts()


async def test_first_accounts_get_links_not_default_passwords(
    tmp_path: Path,
) -> None:
    async with InProcessRoom(tmp_path) as house:
        assert not await house.room.account_service.accounts()
        links = await _staff_links(house.room)
        assert list(links) == [AccountRole.ADMINISTRATOR, AccountRole.FLOORPERSON]
        response = await house.caller().post(
            f"/api/invitations/{links[AccountRole.ADMINISTRATOR]}",
            {"name": "Root", "password": PASSWORD},
        )
        assert response.json()["part"] == "administrator"
        links = await _staff_links(house.room)
        assert list(links) == [AccountRole.FLOORPERSON], "two are made at the machine"
        await house.caller().post(
            f"/api/invitations/{links[AccountRole.FLOORPERSON]}",
            {"name": "Flo", "password": PASSWORD},
        )
        assert await _staff_links(house.room) == {}
    async with InProcessRoom(tmp_path) as house:
        assert await _staff_links(house.room) == {}


async def test_an_invited_account_has_a_password(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        token = await house.room.account_service.invite(AccountRole.PLAYER, HOUSE)
        with pytest.raises(Refused, match="choose a password"):
            await house.room.account_service.accept_invitation(token, "Ann", None)
        answer = await house.caller().post(f"/api/invitations/{token}", {"name": "Ann"})
        assert answer.status_code == 422
