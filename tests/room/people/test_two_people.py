"""SEC-7: dual control holds against invitations, role changes and second accounts."""

import asyncio
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import httpx
import msgspec
import pytest
from rich.console import Console

from pitboss.client.protocol import COOKIE
from pitboss.errors import Refused
from pitboss.games.incidents import Kind
from pitboss.room import back_office_events as e
from pitboss.room import server
from pitboss.room.back_office import HOUSE
from pitboss.room.http.dependencies import DEVICE_COOKIE, KNOWN_DEVICE_COOKIE
from pitboss.room.people.account_service import ACCOUNTS, MAX_DEVICES
from pitboss.room.people.accounts import STAFF, Account, AccountRole
from pitboss.room.people.credentials import Origin
from pitboss.room.people.dual_control import aliases, inviters, is_same_person
from pitboss.room.reports.period import ALL_TIME
from pitboss.room.reports.rendering import shift_text
from pitboss.room.reports.store_reports import shift_reports
from pitboss.room.store.interface import Put
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from tests.filings import complete
from tests.room.http.in_process_room import (
    GAME,
    PASSWORD,
    SITE,
    TABLE,
    Caller,
    InProcessRoom,
    error_of,
)

CHAIN = ["Root", "house"]
OWN = complete(GAME, {"table": {"minimum": 1000}})


class Browser(Caller):
    """A person with a browser, which keeps its cookies and sends nothing else."""

    async def request(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        content: object = None,
    ) -> httpx.Response:
        headers_ = {**(headers or {}), "Content-Type": "application/json"}
        content_ = msgspec.json.encode(body) if body is not None else None
        return await self.http.request(method, SITE + path, content=content_, headers=headers_)


def browser(house: InProcessRoom) -> Browser:
    result = Browser(house.app)
    house.callers.append(result)
    return result


async def sign_in(caller: Caller, name: str) -> None:
    answer = await caller.post("/api/session", {"name": name, "password": PASSWORD})
    assert answer.status_code == 201


async def join_by_invitation(
    house: InProcessRoom, caller: Caller, admin: Caller, second: Caller, part: AccountRole
) -> str:
    """Have one person invite, another approve, and the invited person accept."""
    invitation = (await admin.post("/api/invitations", {"part": part})).json()
    answer = await second.post(f"/api/proposals/{invitation['proposal']}/approve")
    assert answer.status_code == 200, answer.text
    name = f"New {part} {invitation['proposal']}"
    path = f"/api/invitations/{invitation['token']}"
    response = await caller.post(path, {"name": name, "password": PASSWORD})
    assert response.status_code == 201, response.text
    return name


@pytest.mark.parametrize("part", sorted(STAFF))
async def test_sec_7_one_administrator_invites_nobody_alone(
    tmp_path: Path, part: AccountRole
) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        answer = await root.post("/api/invitations", {"part": part})
        assert (answer.status_code, answer.json()["clause"]) == (403, "SEC-7")
        assert "at the server's command line" in error_of(answer)
        ada = await house.sign_in("Ada", AccountRole.AUDITOR)
        invitation = (await root.post("/api/invitations", {"part": part})).json()
        path = f"/api/invitations/{invitation['token']}"
        waits = await house.caller().get(path)
        assert waits.json()["refused"].startswith(
            "this invitation is waiting for a second person's approval"
        )
        early = await house.caller().post(path, {"name": "New", "password": PASSWORD})
        assert (early.status_code, early.json()["clause"]) == (409, "SEC-3")
        approve = f"/api/proposals/{invitation['proposal']}/approve"
        own = await root.post(approve)
        assert (own.status_code, own.json()["clause"]) == (409, "SEC-3")
        assert (await ada.post(approve)).status_code == 200
        assert (await ada.post(approve)).status_code == 409
        response = await house.caller().post(path, {"name": "New", "password": PASSWORD})
        assert response.json()["part"] == part
        new = await house.room.account_service.account("New")
        assert new is not None
        assert (new.invited_by, new.approved_by) == ("Root", "Ada")


async def test_sec_7_both_links_of_the_first_start_opened_on_one_device_are_one_person(
    tmp_path: Path,
) -> None:
    async with InProcessRoom(tmp_path) as house:
        alone = browser(house)
        for part, token in (await server._staff_links(house.room)).items():
            body = {"name": f"The {part}", "password": PASSWORD}
            assert (await alone.post(f"/api/invitations/{token}", body)).status_code == 201
        await sign_in(alone, "The administrator")
        answer = await alone.post("/api/invitations", {"part": "dealer"})
        assert (answer.status_code, answer.json()["clause"]) == (403, "SEC-7")


async def test_players_need_one_approval(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        invitation = (await root.post("/api/invitations", {"part": "player"})).json()
        assert invitation["proposal"] is None
        answer = await house.caller().post(
            f"/api/invitations/{invitation['token']}", {"name": "Ann", "password": PASSWORD}
        )
        assert answer.status_code == 201


async def test_sec_7_a_role_is_changed_by_two(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        alone = await root.request("PATCH", "/api/accounts/Root", {"part": "floorperson"})
        assert alone.status_code == 409, "the only administrator"
        ada = await house.sign_in("Ada", AccountRole.ADMINISTRATOR)
        dee = await house.sign_in("Dee", AccountRole.DEALER)
        answer = await root.request("PATCH", "/api/accounts/Dee", {"part": "floorperson"})
        assert (answer.status_code, answer.json()["part"]) == (202, "dealer")
        assert (await dee.get("/api/me")).json()["part"] == "dealer"
        assert (await root.post("/api/proposals/1/approve")).status_code == 409
        ann = await house.sign_in("Ann")
        assert (await ann.post("/api/proposals/1/approve")).status_code == 403
        assert (await ada.post("/api/proposals/1/approve")).status_code == 200
        assert (await dee.get("/api/me")).status_code == 401, "every session ends"
        result = await house.room.account_service.account("Dee")
        assert result is not None
        assert result.part is AccountRole.FLOORPERSON


async def test_proposal_is_rejected_or_withdrawn(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        for caller in (root, flo):
            invitation = (await root.post("/api/invitations", {"part": "dealer"})).json()
            path = f"/api/proposals/{invitation['proposal']}"
            assert (await caller.post(f"{path}/reject")).json()["status"] == "rejected"
            assert (await flo.post(f"{path}/approve")).status_code == 409
            link = await house.caller().get(f"/api/invitations/{invitation['token']}")
            assert link.json()["refused"] == "this invitation link is not valid: ask for a new one"
        items_ = (await flo.get("/api/proposals")).json()
        assert [(item["status"], item["decided_by"]) for item in items_] == [
            ("rejected", "Root"),
            ("rejected", "Flo"),
        ]
        assert (await flo.post("/api/proposals/99/approve")).status_code == 409


async def test_proposal_ends_with_its_proposer_s_role(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        ada = await house.sign_in("Ada", AccountRole.ADMINISTRATOR)
        await root.post("/api/invitations", {"part": "administrator"})
        await ada.request("PATCH", "/api/accounts/Root", {"closed": "put out"})
        answer = await ada.post("/api/proposals/1/approve")
        assert (answer.status_code, "is no longer an administrator" in error_of(answer)) == (
            403,
            True,
        )


async def test_sec_7_the_attack_of_one_administrator(tmp_path: Path) -> None:
    """An administrator cannot put a submission in force with two aliases.

    A colleague approves his invitations of two floorpersons, and he accepts both himself.
    """
    async with InProcessRoom(tmp_path) as house:
        await house.account("Root", AccountRole.ADMINISTRATOR)
        ada = await house.sign_in("Ada", AccountRole.AUDITOR)
        root = browser(house)
        await sign_in(root, "Root")
        one = await join_by_invitation(house, root, root, ada, AccountRole.FLOORPERSON)
        await sign_in(root, "Root")
        other = await join_by_invitation(house, root, root, ada, AccountRole.FLOORPERSON)
        await sign_in(root, one)
        put_up = await root.post(f"/api/tables/{TABLE}/submissions", {"submission": OWN})
        path = f"/api/tables/{TABLE}/submissions/{put_up.json()['number']}/approve"
        await sign_in(root, other)
        refused = await root.post(path)
        assert (refused.status_code, refused.json()["clause"]) == (403, "SEC-7")
        assert "used on the same device" in error_of(refused)
        over = await root.execute(c.Approve(put_up.json()["number"]))
        assert over.status_code == 403
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        assert (await flo.post(path)).status_code == 200


async def test_sec_7_an_alias_approves_no_invitation(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        await house.account("Root", AccountRole.ADMINISTRATOR)
        ada = await house.sign_in("Ada", AccountRole.AUDITOR)
        root = browser(house)
        await sign_in(root, "Root")
        alias = await join_by_invitation(house, root, root, ada, AccountRole.AUDITOR)
        await sign_in(root, "Root")
        await root.post("/api/invitations", {"part": "floorperson"})
        await sign_in(root, alias)
        answer = await root.post("/api/proposals/2/approve")
        assert (answer.status_code, answer.json()["clause"]) == (403, "SEC-7")
        await ada.request("PATCH", "/api/accounts/Ada", {"closed": "left"})
        await house.room.account_service.change_account(
            "Ada", (await house.account("Ada")).person, closed="left"
        )
        await sign_in(root, "Root")
        last = await root.post("/api/invitations", {"part": "dealer"})
        assert (last.status_code, last.json()["clause"]) == (403, "SEC-7"), "nobody else is left"


async def test_sec_7_an_alias_of_the_creator_approves_no_filing(tmp_path: Path) -> None:
    """This includes an administrator's table, whose filing the house proposes."""
    async with InProcessRoom(tmp_path) as house:
        await house.account("Root", AccountRole.ADMINISTRATOR)
        ada = await house.sign_in("Ada", AccountRole.AUDITOR)
        root = browser(house)
        await sign_in(root, "Root")
        alias = await join_by_invitation(house, root, root, ada, AccountRole.FLOORPERSON)
        await sign_in(root, "Root")
        new = {"table": "new", "title": "New", "game": GAME, "submission": OWN}
        assert (await root.post("/api/tables", new)).status_code == 201
        await sign_in(root, alias)
        answer = await root.post("/api/tables/new/submissions/1/approve")
        assert (answer.status_code, answer.json()["clause"]) == (403, "SEC-7")
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        assert (await flo.post("/api/tables/new/submissions/1/approve")).status_code == 200


async def test_the_creator_s_filing_has_the_creator_s_name(tmp_path: Path) -> None:
    """The log names the house, because an administrator proposes nothing at a table."""
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        filings = "/api/tables/new/submissions"
        new = {"table": "new", "title": "New", "game": GAME, "submission": OWN}
        assert (await root.post("/api/tables", new)).status_code == 201
        view = (await flo.get("/api/tables/new")).json()
        assert (view["proposals"]["1"]["by"], view["invited"]) == ("Root", {"Root": ["house"]})
        async with flo.socket("new") as socket:
            assert (await socket.frame())["view"]["proposals"]["1"]["by"] == "Root"
        for step in ("waits", "is approved"):
            filing = (await flo.get(filings)).json()[0]
            assert (filing["proposed_by"], filing["proposer_invited_by"]) == ("Root", ["house"])
            if step == "waits":
                assert (await flo.post(f"{filings}/1/approve")).status_code == 200
        plain = {"table": "plain", "title": "Plain", "game": GAME}
        assert (await root.post("/api/tables", plain)).status_code == 201
        filing = (await flo.get("/api/tables/plain/submissions")).json()[0]
        assert filing["proposed_by"] == "house dealer", "the house's own example"


async def test_reports_name_the_creator_and_inviters(tmp_path: Path) -> None:
    """Both formats show who filed, who approved, and who invited either of them."""
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        new = {"table": "new", "title": "New", "game": GAME, "submission": OWN}
        plain = {"table": "plain", "title": "Plain", "game": GAME}
        for body in (new, plain):
            assert (await root.post("/api/tables", body)).status_code == 201
        assert (await flo.post("/api/tables/new/submissions/1/approve")).status_code == 200
        sheets = (await flo.get("/api/reports/shift?tables=new&tables=plain")).json()
        filing, *signatures = (ruling for item in sheets for ruling in item["rulings"])
        assert {item["what"] for item in signatures} == {"opening checklist signed"}, "no more"
        assert filing["what"] == "rules in force"
        assert (filing["started_by"], filing["by"]) == ("Root", "Flo")
        assert filing["invitations"] == "Root by house; Flo by house"
        (sheet,) = await shift_reports(house.store, ALL_TIME, ["new"])
        console = Console(width=250, record=True, file=StringIO())
        console.print(*shift_text(sheet))
        assert "Flo (invited: Root by house; Flo by house)" in console.export_text()
        assert "house dealer" not in console.export_text()


async def deal_to_ann(house: InProcessRoom) -> dict[str, Caller]:
    """Have Dee deal to Ann, with Flo as floorperson."""
    here = {"Ann": AccountRole.PLAYER, "Dee": AccountRole.DEALER, "Flo": AccountRole.FLOORPERSON}
    people = {name: await house.sign_in(name, part) for name, part in here.items()}
    for name, command in (
        ("Ann", c.TakeSeat(1)),
        ("Ann", c.BuyIn(100_00)),
        ("Dee", c.OpenRound()),
        ("Ann", c.PlaceWagers(1, {"ante_1": 500, "ante_2": 500}, round=1)),
        ("Dee", c.NoMoreBets()),
    ):
        await execute_command(people[name], command)
    return people


async def execute_command(caller: Caller, command: c.Command) -> None:
    answer = await caller.execute(command)
    assert answer.status_code == 200, answer.text


async def test_reports_name_who_reported_an_absence(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, games={TABLE: "run-em-twice"}) as house:
        people = await deal_to_ann(house)
        await execute_command(people["Dee"], c.WalkedOff(1, round=1))
        view = (await people["Flo"].get(f"/api/tables/{TABLE}")).json()
        assert view["round"]["reported"] == {"1": "Dee"}
        assert view["invited"] == {"Dee": ["house"]}
        await execute_command(people["Flo"], c.RuleOnAbsent(1, lost=True, round=1))
        (sheet,) = await shift_reports(house.store, ALL_TIME, [TABLE])
        report, ruling = sheet.rulings[-2:]
        assert (report.what, report.who, report.by) == ("reported as absent", "Ann", "Dee")
        assert report.invitations == "Dee by house"
        assert (ruling.what, ruling.who) == ("wagers of an absent player are lost", "Ann")
        assert (ruling.started_by, ruling.by) == ("Dee", "Flo")
        assert ruling.invitations == "Dee by house; Flo by house"


async def test_reports_name_inviters_of_people_behind_an_incident(tmp_path: Path) -> None:
    house = InProcessRoom(tmp_path, games={TABLE: "run-em-twice"}, automation=("care", "deal"))
    async with house:
        people = await deal_to_ann(house)
        await execute_command(people["Dee"], c.Report(Kind.COMMUNITY_EXPOSED, card="top"))
        await execute_command(people["Flo"], c.Rule(Ruling.GO_ON, "nobody had answered"))
        (sheet,) = await shift_reports(house.store, ALL_TIME, [TABLE])
        (incident,) = sheet.incidents
        assert (incident.reported_by, incident.ruled_by) == ("Dee", "Flo")
        assert incident.invitations == "Dee by house; Flo by house"
        console = Console(width=250, record=True, file=StringIO())
        console.print(*shift_text(sheet))
        assert "Flo (invited: Dee by house; Flo by house)" in console.export_text()


async def test_sec_3_a_creator_who_becomes_a_floorperson_cannot_approve_their_own_filing(
    tmp_path: Path,
) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        ada = await house.sign_in("Ada", AccountRole.ADMINISTRATOR)
        new = {"table": "new", "title": "New", "game": GAME, "submission": OWN}
        assert (await root.post("/api/tables", new)).status_code == 201
        await ada.request("PATCH", "/api/accounts/Root", {"part": "floorperson"})
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        assert (await flo.post("/api/proposals/1/approve")).status_code == 200
        root = await house.sign_in("Root")
        answer = await root.post("/api/tables/new/submissions/1/approve")
        assert (answer.status_code, answer.json()["clause"]) == (403, "SEC-7")


async def test_clients_without_cookies_are_known_by_their_session(tmp_path: Path) -> None:
    """The session in which an invitation is accepted identifies the person."""
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        ada = await house.sign_in("Ada", AccountRole.AUDITOR)
        invitation = (await root.post("/api/invitations", {"part": "floorperson"})).json()
        await ada.post(f"/api/proposals/{invitation['proposal']}/approve")
        path = f"/api/invitations/{invitation['token']}"
        assert (await root.post(path, {"name": "Fake", "password": PASSWORD})).status_code == 201
        fake = await house.room.account_service.account("Fake")
        assert fake is not None
        assert fake.accepted_by == "root"
        staff = await house.room.account_service.staff()
        assert aliases(fake, staff) == {"Fake", "Root"}


async def test_every_approval_shows_the_inviters(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        ada = await house.sign_in("Ada", AccountRole.AUDITOR)
        names = [
            await join_by_invitation(house, house.caller(), root, ada, part)
            for part in (AccountRole.FLOORPERSON, AccountRole.FLOORPERSON)
        ]
        one, other = [await house.sign_in(name) for name in names]
        async with ada.socket() as socket:
            assert "invited" not in (await socket.frame())["view"]
            put_up = await one.post(f"/api/tables/{TABLE}/submissions", {"submission": OWN})
            assert (await socket.frame())["patch"]["invited"] == {names[0]: CHAIN}
        assert (await ada.get(f"/api/tables/{TABLE}")).json()["invited"] == {names[0]: CHAIN}
        assert "invited" not in (await house.caller().get(f"/api/tables/{TABLE}")).json()
        await other.post(f"/api/tables/{TABLE}/submissions/{put_up.json()['number']}/approve")
        filing = (await ada.get(f"/api/tables/{TABLE}/submissions")).json()[-1]
        assert (filing["approved_by"], filing["approver_invited_by"]) == (names[1], CHAIN)
        assert (filing["proposed_by"], filing["proposer_invited_by"]) == (names[0], CHAIN)
        people = {item["name"]: item for item in (await ada.get("/api/accounts")).json()}
        assert people[names[0]]["inviters"] == CHAIN
        assert (people[names[0]]["invited_by"], people[names[0]]["approved_by"]) == ("Root", "Ada")
        await root.post("/api/invitations", {"part": "dealer"})
        body = (await other.post("/api/proposals/3/approve")).json()
        assert (body["decided_by"], body["decider_invited_by"]) == (names[1], CHAIN)
        assert e.StaffApproved(3, ("Root", "house")) in await house.events()


def _account(name: str, **more: object) -> Account:
    return Account(name, AccountRole.FLOORPERSON, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({}, {}, False),
        ({"devices": ("d",)}, {"devices": ("d",)}, True),  # from an older version
        (
            {"invited_by": "Gone", "devices": ("d",)},
            {"invited_by": "Root", "devices": ("d",)},
            True,
        ),
        ({"invited_by": "house"}, {"invited_by": "house"}, False),
        (
            {"invited_by": "house", "devices": ("d",)},
            {"invited_by": "house", "devices": ("d",)},
            True,
        ),
        ({"invited_by": "Root"}, {"invited_by": "Root"}, False),  # two devices
        (
            {"invited_by": "Root", "devices": ("d",)},
            {"invited_by": "Root", "devices": ("d",)},
            True,
        ),
        ({"invited_by": "Root", "devices": ("d",)}, {"invited_by": "Mid", "devices": ("d",)}, True),
        (
            {"invited_by": "Root", "devices": ("d",)},
            {"invited_by": "Else", "devices": ("d",)},
            True,
        ),
        ({"linked": ("two",)}, {}, True),
        ({"devices": ("e",)}, {"devices": ("f",)}, True),  # Mid used both
        ({"devices": ("e",)}, {"linked": ("else",)}, True),
        ({"devices": ("e",)}, {"devices": ("g",)}, False),
        ({"invited_by": "Two", "accepted_by": "two"}, {}, True),
        (
            {"invited_by": "Root", "accepted_by": "x"},
            {"invited_by": "Root", "accepted_by": "x"},
            True,
        ),
        ({"invited_by": "Loop"}, {"invited_by": "Loop"}, False),
    ],
)
def test_accounts_of_one_person(
    one: dict[str, object], other: dict[str, object], same: bool
) -> None:
    first, second = _account("One", **one), _account("Two", **other)
    mid = _account("Mid", invited_by="Root", devices=("e", "f"), linked=("else",))
    all_accounts = [first, second, _account("Root"), mid]
    all_accounts += [_account("Else"), _account("Loop", invited_by="Loop")]
    accounts = {account.key: account for account in all_accounts}
    assert is_same_person(first, second, accounts) is same
    assert is_same_person(second, first, accounts) is same
    assert is_same_person(first, first, accounts)
    assert inviters(accounts["mid"], accounts) == ("Root",)


async def test_accounts_of_an_older_version_are_read(tmp_path: Path) -> None:
    """Accounts without the new fields load: an old room keeps its staff and dealer assignments."""
    async with InProcessRoom(tmp_path) as house:
        for name, part in (("Old", "floorperson"), ("Dee", "dealer"), ("Root", "administrator")):
            await house.account(name, AccountRole(part))
            result = await house.room.account_service.account(name)
            assert result is not None
            plain = {"name": name, "part": part, "password": result.password, "since": result.since}
            put = Put(ACCOUNTS, result.key, msgspec.json.encode(plain))
            await house.store.put(put)
    async with InProcessRoom(tmp_path) as house:
        dee = await house.sign_in("Dee")
        assert (await dee.execute(c.Propose(c.FileSubmission(OWN)))).status_code == 200
        old = await house.sign_in("Old")
        number = house.actor().committed_state.proposed
        assert (await old.execute(c.Approve(number))).status_code == 200
        assert e.DealerAssigned("Dee", (TABLE,)) in await house.events()
        root = await house.sign_in("Root")
        assert (await root.post("/api/invitations", {"part": "dealer"})).status_code == 201
        events = await house.events()
    async with InProcessRoom(tmp_path) as house:
        again = await house.events()
        assert again.count(e.DealerAssigned("Dee", (TABLE,))) == events.count(
            e.DealerAssigned("Dee", (TABLE,))
        )
        assert len(again) == len(events) + 1


async def _as_of_before(house: InProcessRoom, name: str, part: AccountRole) -> None:
    """Return an account as an older version stored it, without the inviter."""
    account = await house.account(name, part)
    plain = {"name": name, "part": part, "password": account.password, "since": account.since}
    await house.store.put(Put(ACCOUNTS, account.key, msgspec.json.encode(plain)))


async def test_sec_7_older_accounts_on_one_device_are_one_person(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        for name in ("One", "Two"):
            await _as_of_before(house, name, AccountRole.FLOORPERSON)
        await _as_of_before(house, "Root", AccountRole.ADMINISTRATOR)
    async with InProcessRoom(tmp_path) as house:
        alone = browser(house)
        await sign_in(alone, "One")
        put_up = await alone.post(f"/api/tables/{TABLE}/submissions", {"submission": OWN})
        path = f"/api/tables/{TABLE}/submissions/{put_up.json()['number']}/approve"
        await sign_in(alone, "Two")
        refused = await alone.post(path)
        assert (refused.status_code, refused.json()["clause"]) == (403, "SEC-7")
        await sign_in(alone, "Root")
        answer = await alone.post("/api/invitations", {"part": "dealer"})
        assert (answer.status_code, answer.json()["clause"]) == (403, "SEC-7")


async def test_sec_7_a_shared_device_is_not_forgotten(tmp_path: Path) -> None:
    """It is remembered however many devices either uses later, and whoever used it first."""
    async with InProcessRoom(tmp_path) as house:
        service = house.room.account_service
        for name in ("One", "Two", "Six"):
            await house.account(name, AccountRole.FLOORPERSON)
        one, two, six = [await house.account(name) for name in ("One", "Two", "Six")]
        await service.start_session(one, Origin("shared"))
        await service.start_session(two, Origin("shared"))
        await service.start_session(six, Origin("of Six"))
        for at in range(MAX_DEVICES):
            await service.start_session(two, Origin(f"device {at}"))
            await service.start_session(one, Origin(f"other {at}"))
        staff = await service.staff()
        assert not set(staff["one"].devices) & set(staff["two"].devices)
        assert (staff["one"].linked, staff["two"].linked) == (("two",), ("one",))
        assert aliases(staff["one"], staff) == {"One", "Two"}
        await service.start_session(six, Origin("device 49"))
        staff = await service.staff()
        assert staff["six"].linked == ("two",)
        assert aliases(staff["one"], staff) == {"One", "Two", "Six"}, "by way of Two"
    async with InProcessRoom(tmp_path) as house:
        staff = await house.room.account_service.staff()
        assert is_same_person(staff["six"], staff["one"], staff)


async def test_sec_7_an_accepted_invitation_links_devices(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        service = house.room.account_service
        await service.start_session(
            await house.account("One", AccountRole.FLOORPERSON), Origin("shared")
        )
        token = await service.invite(AccountRole.FLOORPERSON, HOUSE)
        two, _ = await service.accept_invitation(token, "Two", PASSWORD, Origin("shared"))
        assert two.linked == ("one",)


@pytest.mark.parametrize("device", ["mine", "x" * 43])
async def test_sec_7_signing_in_over_another_session_links_both_accounts(
    tmp_path: Path, device: str
) -> None:
    """It makes no difference which device the request claims to come from."""
    async with InProcessRoom(tmp_path) as house:
        for name in ("One", "Two"):
            await house.account(name, AccountRole.FLOORPERSON)
        one = await house.sign_in("One")
        body, cookie = (
            {"name": "Two", "password": PASSWORD},
            {"Cookie": f"{DEVICE_COOKIE}={device}"},
        )
        answer = await one.request("POST", "/api/session", body, cookie)
        assert answer.status_code == 201
        staff = await house.room.account_service.staff()
        assert aliases(staff["one"], staff) == {"One", "Two"}


async def test_device_ids_are_issued_by_the_room(tmp_path: Path) -> None:
    """A made-up cookie is ignored; the store has a hash; guests have no device."""
    async with InProcessRoom(tmp_path) as house:
        await house.account("Flo", AccountRole.FLOORPERSON)
        flo = browser(house)
        flo.http.cookies.set(DEVICE_COOKIE, "mine", path="/api")
        await sign_in(flo, "Flo")
        device = {item.name: item.value for item in flo.http.cookies.jar if item.path == "/api"}[
            DEVICE_COOKIE
        ]
        assert device is not None
        assert len(device) == 43
        result = await house.room.account_service.account("Flo")
        assert result is not None
        assert len(result.devices) == 1
        assert device not in result.devices
        await sign_in(flo, "Flo")
        again = await house.room.account_service.account("Flo")
        assert again is not None
        assert again.devices == result.devices
        assert {item.name for item in flo.http.cookies.jar} == {
            COOKIE,
            DEVICE_COOKIE,
            KNOWN_DEVICE_COOKIE,
        }


async def test_number_of_devices_is_limited(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        flo = await house.account("Flo", AccountRole.FLOORPERSON)
        for at in range(60):
            await house.room.account_service.start_session(flo, Origin(f"device {at}"))
        result = await house.room.account_service.account("Flo")
        assert result is not None
        assert len(result.devices) == 50
        assert result.devices[-1] == "device 59"


async def test_alias_approving_at_once_is_refused(tmp_path: Path) -> None:
    """A quick proposer cannot slip through: the match is checked when the decision is made."""
    async with InProcessRoom(tmp_path) as house:
        service = house.room.account_service
        root = await house.account("Root", AccountRole.ADMINISTRATOR)
        for name in ("One", "Two"):
            token = await service.invite(AccountRole.FLOORPERSON, root.person, for_the_house=True)
            await service.accept_invitation(token, name, PASSWORD, Origin("device"))
        one, two = [await service.account(name) for name in ("One", "Two")]
        assert one is not None
        assert two is not None
        number = house.actor().committed_state.proposed + 1

        async def execute(by: Account, command: c.Command) -> str:
            try:
                await house.room.execute(by, TABLE, command)
            except Refused as refused:
                return refused.clause or ""
            return "done"

        # After a first request of each, the room knows who invited them, so that the proposal
        # reaches the table before the approval.
        assert [await execute(by, c.Approve(number)) for by in (one, two)] == ["SEC-3", "SEC-3"]
        outcomes = await asyncio.gather(
            execute(one, c.Propose(c.FileSubmission(OWN))), execute(two, c.Approve(number))
        )
        assert [*outcomes] == ["done", "SEC-7"]


async def test_sec_7_a_staff_account_is_opened_again_by_two_people(tmp_path: Path) -> None:
    """Otherwise one person could reopen the accounts of former staff to approve things."""
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        ada = await house.sign_in("Ada", AccountRole.AUDITOR)
        await house.account("Flo", AccountRole.FLOORPERSON)
        closing = await root.request("PATCH", "/api/accounts/Flo", {"closed": "left"})
        assert (closing.status_code, closing.json()["closed"]) == (200, "left")
        reopening = await root.request("PATCH", "/api/accounts/Flo", {"closed": ""})
        assert (reopening.status_code, reopening.json()["closed"]) == (202, "left")
        own = await root.post("/api/proposals/1/approve")
        assert (own.status_code, own.json()["clause"]) == (409, "SEC-3")
        assert (await house.account("Flo")).closed == "left"
        assert (await ada.post("/api/proposals/1/approve")).status_code == 200
        assert not (await house.account("Flo")).closed


async def test_one_person_can_reopen_a_player_s_account(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        await house.account("Ann")
        await root.request("PATCH", "/api/accounts/Ann", {"closed": "left"})
        reopening = await root.request("PATCH", "/api/accounts/Ann", {"closed": ""})
        assert (reopening.status_code, reopening.json()["closed"]) == (200, "")
