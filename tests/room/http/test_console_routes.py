"""The console over HTTP: what staff can do at a table of a room."""

from pathlib import Path

import msgspec

from pitboss.console.actions import fill
from pitboss.console.console import Console
from pitboss.room.console_log import LOG_LINES, LOG_SENTENCES
from pitboss.room.people.accounts import AccountRole
from pitboss.table import commands as c
from tests.room.http.in_process_room import TABLE, Caller, InProcessRoom, error_of
from tests.room.people.test_two_people import browser, sign_in

BY_HAND = ("nothing",)

PATH = f"/api/tables/{TABLE}/console"


async def console_of(caller: Caller) -> Console:
    answer = await caller.get(PATH)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Console, strict=False)


async def do_next(caller: Caller, **answers: int | str) -> None:
    """Carry out the next step as the console says."""
    action = (await console_of(caller)).primary
    assert action is not None
    texts = {prompt.name: answers.get(prompt.name, prompt.initial) for prompt in action.prompts}
    command = fill(action.variants[0].command, action.prompts, texts)
    answer = await caller.post(f"/api/tables/{TABLE}/commands", command)
    assert answer.status_code == 200, answer.text


async def test_a_table_is_opened_by_what_the_consoles_say(tmp_path: Path) -> None:
    """Dealer and floorperson count, receive, inspect and prepare the deck until bets can open."""
    async with InProcessRoom(tmp_path, automation=BY_HAND) as house:
        dee = await house.sign_in("Dee", AccountRole.DEALER)
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        ann = await house.sign_in("Ann")
        tray = int(house.actor().committed_state.balances["tray"])
        for _ in range(30):
            due = (await console_of(dee)).instruction
            if due.step == "OpenRound":
                break
            if due.who == "player":
                assert (await ann.execute(c.TakeSeat(1))).status_code == 200
                continue
            staff = flo if due.who == "floorperson" else dee
            await do_next(staff, cents=tray, cards=26)
        console = await console_of(dee)
        assert console.instruction.step == "OpenRound"
        texts = [sentence.text for sentence in console.log]
        assert "The tray is counted: $100,000. The table is open." in texts
        assert "Done by Flo: confirm the inspection of the cards." in texts
        assert {sentence.by for sentence in console.log} >= {"Dee", "Flo", "Ann"}
        assert [item.version for item in console.log] == sorted(x.version for x in console.log)


async def test_an_unchanged_console_is_not_sent_again(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        first = await flo.get(PATH)
        headers = {"If-None-Match": first.headers["etag"]}
        house.clock.forward(seconds=30)
        assert (await flo.request("GET", PATH, headers=headers)).status_code == 304
        ann = await house.sign_in("Ann")
        assert (await ann.execute(c.TakeSeat(1))).status_code == 200
        answer = await flo.request("GET", PATH, headers=headers)
        assert answer.status_code == 200
        version = house.actor().committed_state.version
        assert msgspec.json.decode(answer.content)["version"] == version


async def test_sec_4_a_dealer_sees_assigned_tables_only(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        dee = await house.sign_in("Dee", AccountRole.DEALER)
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        assert (await dee.get(PATH)).status_code == 200
        answer = await flo.request("PUT", "/api/accounts/Dee/tables", {"tables": []})
        assert answer.status_code == 200, answer.text
        refused = await dee.get(PATH)
        assert refused.status_code == 403
        assert "not assigned to this table" in error_of(refused)
        assert (await flo.get("/api/tables/none/console")).status_code == 404


async def test_sec_7_the_same_person_is_refused_in_the_console_too(tmp_path: Path) -> None:
    """One who proposed under another account is told so before the approval is sent."""
    async with InProcessRoom(tmp_path, automation=BY_HAND) as house:
        dee = await house.sign_in("Dee", AccountRole.DEALER)
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        fay = await house.sign_in("Fay", AccountRole.FLOORPERSON)
        device = browser(house)
        for name in ("Dee", "Flo"):
            await sign_in(device, name)
        assert (await dee.execute(c.Propose(c.OpeningCount(5)))).status_code == 200
        own = await console_of(flo)
        assert own.primary is not None
        assert "was used on the same device" in own.primary.refusal
        refused = await flo.execute(c.Approve(own.primary.variants[0].command["number"], 5))
        assert error_of(refused) in own.primary.refusal
        other = await console_of(fay)
        assert other.primary is not None
        assert not other.primary.refusal


async def test_the_log_is_read_from_its_end(tmp_path: Path) -> None:
    """However long a log is, only its last lines are read, and later only the new ones."""
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        for number in range(LOG_LINES):
            await flo.execute(c.Disable("game", f"reason {number}"))
            await flo.execute(c.Enable("game"))
        reads: list[int] = []
        entries = house.store.entries

        def count_reads(stream: str, after: int = 0) -> object:
            if stream == TABLE:
                reads.append(after)
            return entries(stream, after)

        house.store.entries = count_reads  # type: ignore[method-assign, assignment]
        console = await console_of(flo)
        assert len(console.log) == LOG_SENTENCES
        assert console.log[-1].text == "Flo enables the game again."
        version = house.actor().committed_state.version
        await flo.execute(c.Disable("game", "one more"))
        assert (await console_of(flo)).log[-1].text == "Flo disables the game: one more."
        await console_of(flo)
        assert reads == [version - LOG_LINES, version]
