"""SEC-4: every role × every command × every moment, over HTTP; everything else is refused."""

from collections import Counter
from pathlib import Path
from typing import Final, Self

import pytest

from pitboss.errors import Refused
from pitboss.games.deck_tasks import Device, Task
from pitboss.games.incidents import Kind
from pitboss.room.back_office import HOUSE
from pitboss.room.back_office_events import DealerAssigned
from pitboss.room.people.accounts import TABLE_ROLES, AccountRole
from pitboss.room.people.dual_control import FIRST_PERSON
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.state import encode_state
from tests.filings import filing
from tests.room.http.in_process_room import PASSWORD, TABLE, Caller, InProcessRoom, error_of
from tests.room.table_moments import BY_HAND, GAME, MOMENTS, PEOPLE, WAGERS, SavedRoom, person

COMMANDS: Final[tuple[c.Command, ...]] = (
    c.OpenTable("another", "criss-cross", 100),
    c.Propose(c.VoidRound(1, "a card lies face up")),
    c.Propose(filing("stud-235")),
    c.Approve(1),
    c.Approve(2),
    c.Reject(2),
    c.TakeSeat(2),
    c.BuyIn(500),
    c.CashOut(100),
    c.Leave(1),
    c.PlaceWagers(1, WAGERS),
    c.TakeBack(1),
    c.AddEntropy("seven"),
    c.Decide(1, "fold"),
    c.OpenRound(),
    c.NoMoreBets(),
    c.CountProgressives({"progressive": 1}),
    c.Deal(),
    c.TurnOver(),
    c.SpinWheel(),
    c.Settle(),
    c.CloseRound(),
    c.WalkedOff(1),
    c.FreeSeat(1),
    c.AnswerForAbsent(1),
    c.VerifyJackpot(1),
    c.ValidateJackpot(1),
    c.RuleOnAbsent(1, lost=True),
    c.ReceiveDeck(),
    c.RemoveDeck(),
    c.Perform(Task.SHUFFLE),
    c.Perform(Task.VERIFY),
    c.CountStub(52),
    c.MarkDevice(Device.SHUFFLER),
    c.Report(Kind.WRONG_NUMBER),
    c.Rule(Ruling.VOID, "seen by all"),
    c.Forfeit(1, "11.A(1)"),
    c.RecordBreach(1, "11.A(1)"),
    c.SignChecklist(("2.C(1)",)),
    c.Recut("the cover card slipped"),
    c.OrderShuffle(),
    c.RestoreDevice(Device.SHUFFLER),
    c.Disable("table", "a leak in the roof"),
    c.Enable("table"),
)
"""At least one of each kind."""


def test_every_command_is_listed() -> None:
    assert {type(command) for command in COMMANDS} == set(c.PERMISSIONS)


def table_contents(house: InProcessRoom) -> tuple[object, ...]:
    """Return everything about a table that a command could change."""
    actor = house.actor()
    return actor.head, encode_state(actor.committed_state), encode_state(actor.table.state)


def expected_refusal(house: InProcessRoom, part: AccountRole, command: c.Command) -> Refused | None:
    """Return the error that the table itself gives for a command, if it refuses."""
    try:
        house.actor().table.verify(command, person(part))
    except Refused as refused:
        return refused
    return None


async def callers(house: InProcessRoom) -> dict[AccountRole, Caller]:
    return {part: await house.sign_in(name, part) for part, name in PEOPLE.items()}


class RoomAtMoment:
    """A room at a moment, with somebody in every role; copied afresh after each change."""

    def __init__(self, saved_room: SavedRoom) -> None:
        self._saved_room = saved_room
        self.answers: Counter[int] = Counter()

    async def __aenter__(self) -> Self:
        self.house = self._saved_room.copy()
        await self.house.__aenter__()
        self._people = await callers(self.house)
        return self

    async def __aexit__(self, *arguments: object) -> None:
        await self.house.__aexit__(None, None, None)

    async def try_(self, part: AccountRole, command: c.Command) -> None:
        """Check that the table decides if the role may send a command, and else nothing happens."""
        house, may = self.house, TABLE_ROLES[part] in c.PERMISSIONS[type(command)]
        before, refused = table_contents(house), expected_refusal(house, part, command)
        answer = await self._people[part].execute(command)
        self.answers[answer.status_code] += 1
        if not may:
            assert answer.status_code == 403, (part, command)
            assert "has the role" in error_of(answer)
            assert answer.json()["clause"] == "SEC-4"
        if refused is None:
            assert may, (part, command)
            assert answer.status_code == 200
            assert table_contents(house) != before
            await self.__aexit__()
            await self.__aenter__()
        else:
            assert answer.status_code == (403 if refused.clause == "SEC-4" else 409)
            assert error_of(answer) == refused.sentence
            assert table_contents(house) == before, "something was changed"


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
async def test_sec_4_every_role_and_command(moment: str, tmp_path: Path) -> None:
    saved_room = SavedRoom(tmp_path, moment)
    await saved_room.prepare()
    async with RoomAtMoment(saved_room) as standing:
        for command in COMMANDS:
            answer = await standing.house.caller().execute(command)
            assert (answer.status_code, error_of(answer)) == (401, "sign in first")
            for part in AccountRole:
                await standing.try_(part, command)
    assert standing.answers.total() == len(COMMANDS) * len(AccountRole)
    assert standing.answers.keys() == {200, 403, 409}


async def test_sec_4_sockets_give_the_same_answer(tmp_path: Path) -> None:
    saved_room = SavedRoom(tmp_path, "asked")
    await saved_room.prepare()
    async with saved_room.copy() as house:
        before = table_contents(house)
        for part, caller in (await callers(house)).items():
            async with caller.socket() as socket:
                await socket.frame()
                for command in COMMANDS:
                    if TABLE_ROLES[part] not in c.PERMISSIONS[type(command)]:
                        frame = await socket.execute(command)
                        assert (frame["type"], frame["clause"]) == ("refused", "SEC-4")
        async with house.caller().socket() as onlooker:
            await onlooker.frame()
            frame = await onlooker.execute(c.TakeSeat(3))
            assert (frame["type"], frame["error"]) == ("refused", "sign in first")
        assert table_contents(house) == before


async def test_sec_3_the_person_who_starts_it_does_not_approve_it(tmp_path: Path) -> None:
    """Neither another session nor a change of role makes a difference."""
    saved_room = SavedRoom(tmp_path, "asked")
    await saved_room.prepare()
    async with saved_room.copy() as house:
        people = await callers(house)
        dee, root = people[AccountRole.DEALER], people[AccountRole.ADMINISTRATOR]
        void = c.Propose(c.VoidRound(1, "a card lies face up"))
        assert (await dee.execute(void)).status_code == 200
        number = house.actor().committed_state.proposed
        assert (await dee.execute(c.Approve(number))).status_code == 403
        response = await root.request("PATCH", "/api/accounts/Dee", {"part": "floorperson"})
        approve = f"/api/proposals/{response.json()['proposal']}/approve"
        assert (await people[AccountRole.AUDITOR].post(approve)).status_code == 200
        dee = await house.sign_in("Dee")
        answer = await dee.execute(c.Approve(number))
        assert answer.status_code == 409
        assert answer.json()["clause"] == "SEC-3"
        assert (await people[AccountRole.FLOORPERSON].execute(c.Approve(number))).status_code == 200


async def test_sec_7_a_dealer_acts_only_at_assigned_tables(tmp_path: Path) -> None:
    """Every command is refused over HTTP and sockets; the error says who assigns dealers."""
    async with InProcessRoom(
        tmp_path, games={TABLE: GAME, "other": GAME}, automation=BY_HAND
    ) as house:
        dee = await house.sign_in("Dee", AccountRole.DEALER)
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        path = "/api/accounts/Dee/tables"
        assert (await root.request("PUT", path, {"tables": ["other"]})).status_code == 200
        before = table_contents(house)
        async with dee.socket() as socket:
            await socket.frame()
            for command in COMMANDS:
                answer = await dee.execute(command)
                assert (answer.status_code, answer.json()["clause"]) == (403, "SEC-7"), command
                assert "ask a floorperson or an administrator to assign you" in error_of(answer)
                frame = await socket.execute(command)
                assert (frame["type"], frame["clause"]) == ("refused", "SEC-7")
        assert table_contents(house) == before
        put_up = {"submission": filing(GAME).submission}
        for way, body in (("", put_up), ("/1/reject", None)):
            answer = await dee.post(f"/api/tables/{TABLE}/submissions{way}", body)
            assert answer.status_code in (403, 404)
        report = c.Report(Kind.DEVICE_DOWN, device="shuffler")
        assert (await dee.execute(report, table="other")).json().get("clause") != "SEC-7"
        assert (await flo.request("PUT", path, {"tables": [TABLE]})).status_code == 200
        assert (await dee.execute(c.MarkDevice(Device.SHUFFLER))).json().get("clause") != "SEC-7"
        assert (await flo.request("PUT", path, {"tables": []})).status_code == 200
        assert (await dee.execute(c.Deal())).json()["clause"] == "SEC-7"
        assignments = [
            item for item in await house.office() if isinstance(item.event, DealerAssigned)
        ]
        assert [(item.by.name, item.event.tables) for item in assignments] == [  # type: ignore[union-attr]
            ("house", (TABLE, "other")),
            ("Root", ("other",)),
            ("Flo", (TABLE,)),
            ("Flo", ()),
        ]


async def test_only_dealers_are_assigned_and_only_to_existing_tables(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        await house.sign_in("Ann")
        await house.sign_in("Dee", AccountRole.DEALER)
        for name, tables, status in (
            ("Flo", [TABLE], 403),
            ("Ann", [TABLE], 403),
            ("Dee", ["none"], 403),
            ("Nobody", [TABLE], 404),
        ):
            answer = await flo.request("PUT", f"/api/accounts/{name}/tables", {"tables": tables})
            assert answer.status_code == status, name


async def test_sec_7_a_new_dealer_works_nowhere_until_assigned(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        token = await house.room.account_service.invite(AccountRole.DEALER, HOUSE)
        _, session = await house.room.account_service.accept_invitation(token, "Dee", PASSWORD)
        dee = house.caller(session, "Dee")
        assert (await dee.execute(c.OpenRound())).json()["clause"] == "SEC-7"
    async with InProcessRoom(tmp_path) as house:
        dee = await house.sign_in("Dee")
        assert (await dee.execute(c.OpenRound())).json()["clause"] == "SEC-7", "nor after a restart"
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        await flo.request("PUT", "/api/accounts/Dee/tables", {"tables": [TABLE]})
        assert (await dee.execute(c.OpenRound())).json().get("clause") != "SEC-7"


TWO: Final = {c.Approve, c.Perform, c.Rule, c.RuleOnAbsent, c.ValidateJackpot}
"""Commands that complete what another person must have started."""
ALONE: Final = frozenset(c.PERMISSIONS) - TWO


def test_sec_3_every_command_takes_one_person_or_two() -> None:
    """A new command has to be classified here; those for two people are refused to aliases."""
    assert set(FIRST_PERSON) == TWO
    assert {type(command) for command in COMMANDS} == ALONE | TWO
    assert {
        c.OpenTable, c.Propose, c.Reject, c.TakeSeat, c.BuyIn, c.CashOut, c.Leave, c.PlaceWagers,
        c.TakeBack, c.AddEntropy, c.Decide, c.OpenRound, c.NoMoreBets, c.CountProgressives, c.Deal,
        c.TurnOver, c.SpinWheel, c.Settle, c.CloseRound, c.WalkedOff, c.FreeSeat,
        c.AnswerForAbsent, c.VerifyJackpot, c.SignChecklist, c.ReceiveDeck, c.RemoveDeck,
        c.CountStub, c.MarkDevice, c.Report, c.Forfeit, c.RecordBreach, c.Recut,
        c.OrderShuffle, c.RestoreDevice, c.Disable, c.Enable,
    } == ALONE  # fmt: skip


async def test_sec_6_nobody_acts_for_another_player(tmp_path: Path) -> None:
    """No request states who sends it, what a hand pays, or anyone else's seat or money."""
    saved_room = SavedRoom(tmp_path, "asked")
    await saved_room.prepare()
    async with saved_room.copy() as house:
        bob, before = await house.sign_in("Bob"), table_contents(house)
        for command in (c.Decide(1, "fold"), c.Leave(1), c.TakeBack(1), c.PlaceWagers(1, WAGERS)):
            assert (await bob.execute(command)).status_code == 409
        path = f"/api/tables/{TABLE}/commands"
        for more in ({"by": "Ann"}, {"account": "Ann"}, {"player": "Ann"}, {"credit": 5000}):
            body = {"type": "Decide", "seat": 1, "decision": "fold", **more}
            assert (await bob.post(path, body)).status_code == 422
        assert table_contents(house) == before
