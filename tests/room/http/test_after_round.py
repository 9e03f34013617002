"""A filing approved mid-round is announced to everyone and takes effect after the round."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pitboss.errors import Refused
from pitboss.room.http.routes.submissions import TABLE_SUBMISSIONS
from pitboss.room.people.accounts import AccountRole
from pitboss.room.stored_table import TableSettings
from pitboss.room.timers import TimeLimits
from pitboss.table import Phase
from pitboss.table import commands as c
from pitboss.verify import verify
from tests.filings import complete
from tests.room.http.in_process_room import GAME, Caller, InProcessRoom, Json

BUSY = "busy"
PATH = "/api" + TABLE_SUBMISSIONS.format(table=BUSY)
HIGHER = complete(GAME, {"table": {"minimum": 2500}, "wagers": {"bonus": {"offered": False}}})
QUICK = TimeLimits(opens=0.01, bets=0.05, settles_down=0.02)


async def play_every_round(
    house: InProcessRoom, name: str, seat: int, answers: asyncio.Event
) -> None:
    """Bet the minimum in every round and fold, unless it is time to think."""
    account, actor = await house.account(name), house.actor(BUSY)
    await house.room.execute(account, BUSY, c.TakeSeat(seat))
    await house.room.execute(account, BUSY, c.BuyIn(500_00))
    while True:
        round_, rules = actor.committed_state.round, actor.committed_state.rules
        with suppress(Refused):
            if round_ and rules and round_.phase is Phase.BETTING and seat not in round_.wagers:
                least = c.PlaceWagers(seat, {"ante": rules.table.minimum}, round=round_.number)
                await house.room.execute(account, BUSY, least)
            elif round_ and round_.turn == seat and answers.is_set():
                await house.room.execute(account, BUSY, c.Decide(seat, "fold"))
        await asyncio.sleep(0.005)


async def wait_for_status(caller: Caller, status: str) -> Json:
    """Wait until the last filing has this status, and return it."""
    async with asyncio.timeout(10):
        while True:
            last: Json = (await caller.get(PATH)).json()[-1]
            if last["status"] == status:
                return last
            await asyncio.sleep(0.02)


async def submit_filing(caller: Caller, **more: object) -> tuple[int, Any]:
    answer = await caller.post(PATH, {"submission": HIGHER, **more})
    return answer.status_code, answer.json()


async def test_a_filing_takes_effect_at_a_busy_table(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        settings = TableSettings(("everything",), QUICK)
        await house.room.create_table(BUSY, "Busy", GAME, settings)
        dee = await house.sign_in("Dee", AccountRole.DEALER)
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        actor = house.actor(BUSY)
        seats, answers = {"Ann": 1, "Bob": 2}, asyncio.Event()
        answers.set()
        players = [
            asyncio.create_task(play_every_round(house, *item, answers)) for item in seats.items()
        ]
        try:
            async with asyncio.timeout(10):
                while not actor.committed_state.last:
                    await asyncio.sleep(0.01)
                while not actor.committed_state.has_open_round:
                    await asyncio.sleep(0.001)
            status, body = await submit_filing(dee)
            assert status == 409
            assert "file the submission to take effect after this round" in body["error"]
            status, body = await submit_filing(dee, after_round=True)
            assert (status, body["status"]) == (201, "proposed")
            round_count = len(actor.committed_state.last)
            async with asyncio.timeout(10):
                while len(actor.committed_state.last) < round_count + 2:  # nobody has to wait
                    await asyncio.sleep(0.01)
                answers.clear()
                while (
                    actor.committed_state.round is None or actor.committed_state.round.turn is None
                ):
                    await asyncio.sleep(0.001)
            async with house.caller().socket(BUSY) as anybody:
                await anybody.frame()
                answer = await flo.post(f"{PATH}/{body['number']}/approve")
                assert answer.status_code == 200, answer.text
                assert answer.json()["status"] == "approved"
                announcement, rules = await await_announcement(anybody, answers.set)
            assert announcement["minimum"] == 2500
            assert "approved_by" not in announcement
            assert rules == announcement["rules"] == body["rules"]
            filing = await wait_for_status(flo, "in force")
            assert (filing["proposed_by"], filing["approved_by"]) == ("Dee", "Flo")
            assert filing["in_force_at"] >= filing["approved_at"]
            async with asyncio.timeout(10):
                number = actor.committed_state.round.number if actor.committed_state.round else 0
                while (
                    len(actor.committed_state.last) < 2
                    or actor.committed_state.last[-1].number <= number
                ):
                    await asyncio.sleep(0.01)
            assert actor.committed_state.last[-1].rules == rules
            assert all(w["ante"] == 2500 for w in actor.committed_state.last[-1].wagers.values())
        finally:
            for task in players:
                task.cancel()
            await asyncio.gather(*players, return_exceptions=True)
        lines = await flo.get(f"/api/tables/{BUSY}/export")
        assert verify(lines.content.splitlines(keepends=True)).rounds >= 4


async def await_announcement(
    socket: Any,  # noqa: ANN401  a socket of the tests
    go_on: Callable[[], None],
) -> tuple[Json, str]:
    """Await the announcement on a socket, play on, and return the new rules."""
    announcement: Json = {}
    async with asyncio.timeout(10):
        while True:
            patch = (await socket.frame()).get("patch", {})
            if patch.get("upcoming"):
                announcement = patch["upcoming"]
                go_on()
            if announcement and "rules" in patch:
                return announcement, patch["rules"]


async def test_players_see_pending_changes_and_staff_can_withdraw_them(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, games={BUSY: GAME}) as house:
        ann = await house.sign_in("Ann")
        dee = await house.sign_in("Dee", AccountRole.DEALER)
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        upcoming = f"/api/tables/{BUSY}/upcoming"
        for command in (c.TakeSeat(1), c.BuyIn(500_00)):
            assert (await ann.execute(command, table=BUSY)).status_code == 200
        assert (await dee.execute(c.OpenRound(), table=BUSY)).status_code == 200
        assert (await ann.execute(c.PlaceWagers(1, {"ante": 500}), table=BUSY)).status_code == 200
        assert (await ann.get(upcoming)).json() is None
        _, body = await submit_filing(dee, after_round=True)
        assert (await ann.get(upcoming)).json() is None, "nobody has approved it"
        path = f"{PATH}/{body['number']}"
        assert (await flo.post(f"{path}/approve")).json()["status"] == "approved"
        coming = (await house.caller().get(upcoming)).json()
        assert coming["number"] == body["number"]
        assert "The table minimum changes from $5 to $25." in coming["changes"]
        assert "Texas Hold 'Em Bonus is no longer offered." in coming["changes"]
        assert coming["card"]["table"]["minimum"] == 2500
        assert (await ann.get(f"/api/tables/{BUSY}/card")).json()["table"]["minimum"] == 500
        assert (await ann.post(f"{path}/reject")).status_code == 403
        assert (await dee.post(f"{path}/reject")).json()["status"] == "rejected"
        assert (await ann.get(upcoming)).json() is None
        last = await wait_for_status(flo, "rejected")
        assert (last["approved_by"], last["rejected_by"]) == ("Flo", "Dee")


async def test_reasons_use_the_rules_of_their_round(tmp_path: Path) -> None:
    """The reason is given by the old rules even if others took effect right after the round."""
    async with InProcessRoom(tmp_path, games={BUSY: GAME}) as house:
        ann = await house.sign_in("Ann")
        dee = await house.sign_in("Dee", AccountRole.DEALER)
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        bets = c.PlaceWagers(1, {"ante": 500, "bonus": 100})
        for by, command in (
            (ann, c.TakeSeat(1)),
            (ann, c.BuyIn(500_00)),
            (dee, c.OpenRound()),
            (ann, bets),
            (dee, c.NoMoreBets()),
            (dee, c.Propose(c.FileSubmission(HIGHER, after_round=True))),
        ):
            assert (await by.execute(command, table=BUSY)).status_code == 200
        number = house.actor(BUSY).committed_state.proposed
        assert (await flo.execute(c.Approve(number), table=BUSY)).status_code == 200
        assert (await ann.execute(c.Decide(1, "fold"), table=BUSY)).status_code == 200
        assert not house.actor(BUSY).committed_state.has_open_round
        card = (await ann.get(f"/api/tables/{BUSY}/card")).json()
        assert card["table"]["minimum"] == 2500
        narrative = (await ann.get(f"/api/tables/{BUSY}/rounds/1/told")).json()
        assert {key for item in narrative for key in item["wagers"]} == {"ante", "bonus"}


async def test_log_2_the_shift_report_names_who_changed_the_rules(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, games={BUSY: GAME}) as house:
        ann = await house.sign_in("Ann")
        dee = await house.sign_in("Dee", AccountRole.DEALER)
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        for by, command in (
            (ann, c.TakeSeat(1)),
            (ann, c.BuyIn(500_00)),
            (dee, c.OpenRound()),
            (ann, c.PlaceWagers(1, {"ante": 500})),
            (dee, c.Propose(c.FileSubmission(HIGHER, after_round=True))),
        ):
            assert (await by.execute(command, table=BUSY)).status_code == 200
        number = house.actor(BUSY).committed_state.proposed
        assert (await flo.execute(c.Approve(number), table=BUSY)).status_code == 200
        void = c.Propose(c.VoidRound(1, "a card lies face up"))
        assert (await dee.execute(void, table=BUSY)).status_code == 200
        assert (await flo.execute(c.Approve(number + 1), table=BUSY)).status_code == 200
        report = (await flo.get(f"/api/reports/shift?tables={BUSY}")).json()
        (sheet,) = report["tables"] if isinstance(report, dict) else report
        rulings = [(item["what"], item["by"]) for item in sheet["rulings"]]
        assert ("new rules in force", "Flo") in rulings
        (void_announced,) = sheet["voids"]
        assert (void_announced["proposed_by"], void_announced["approved_by"]) == ("Dee", "Flo")
