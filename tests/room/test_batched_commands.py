"""LEDG-1: commands handled in one batch give the same results as one by one.

Each test puts all requests into the inbox before the table reads it, so that they form one batch.
"""

import asyncio
from pathlib import Path

import pytest

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.room.back_office import HOUSE
from pitboss.room.people.accounts import Account, AccountRole, money_account
from pitboss.room.requests import Ack, Request
from pitboss.room.room import Room
from pitboss.room.runtime import utc_clock
from pitboss.room.seed_vault import SeedVault
from pitboss.room.settings import RoomSettings
from pitboss.room.store.interface import Batch, StoredResponse, StoreUnavailable
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.room.stored_table import TableSettings
from pitboss.table import Automation
from pitboss.table import commands as c
from pitboss.table.people import HOUSE_DEALER
from tests.room.http.in_process_room import PASSWORD
from tests.room.reports.two_day_room import KEY

HOLDEM = "holdem-bonus"


async def open_room(folder: Path, cents: int) -> tuple[Room, Account]:
    """Open a room with a table of hold 'em, and Ann with this much money in seat 1."""
    settings = RoomSettings(play_chips=cents)
    room = Room(
        SqliteStore(folder / DATABASE_FILE),
        SeedVault(KEY),
        utc_clock,
        settings,
        practice="together",
    )
    await room.start()
    ann = await room.account_service.open_account("Ann", AccountRole.PLAYER)
    await room.create_table(HOLDEM, "Hold 'em", HOLDEM, TableSettings(pace=None))
    await room.execute(ann, HOLDEM, c.TakeSeat(1), "sit")
    return room, ann


async def execute_together(
    room: Room, who: Account, *commands: c.Command
) -> list[Ack | BaseException]:
    """Send all commands before the table handles any of them."""
    return await asyncio.gather(
        *(
            room.execute(who, HOLDEM, item, f"once {number} {id(item)}")
            for number, item in enumerate(commands)
        ),
        return_exceptions=True,
    )


async def to_the_river(room: Room, ann: Account) -> None:
    """Play to the river: Ann has bet everything, and is asked once more."""
    actor = room.hub(HOLDEM).writer
    await room.execute(ann, HOLDEM, c.BuyIn(1500))
    await actor.submit(Request(HOUSE_DEALER, c.OpenRound(), ""))
    await room.execute(ann, HOLDEM, c.PlaceWagers(1, {"ante": 500}, round=_number(room)))
    await actor.submit(Request(HOUSE_DEALER, c.NoMoreBets(), ""))
    for street, decision in (("flop", "bet"), ("turn", "check")):
        await room.execute(ann, HOLDEM, c.Decide(1, decision, street, round=_number(room)))
    assert await room.store.balance(money_account("Ann")) == 0
    assert actor.committed_state.chips("Ann") == 0


def _number(room: Room) -> int:
    round_ = room.hub(HOLDEM).actor.committed_state.round
    assert round_ is not None
    return round_.number


async def test_ledg_1_nobody_bets_money_that_the_bet_has_yet_to_win(tmp_path: Path) -> None:
    """Money that the last request of a batch brings in does not pay for its first one."""
    room, ann = await open_room(tmp_path, 1500)
    results = set()
    for _ in range(8):
        await to_the_river(room, ann)
        number = _number(room)
        outcomes = await execute_together(
            room,
            ann,
            c.BuyIn(500),
            c.Decide(1, "bet", "river", round=number),
            c.CashOut(500),
        )
        assert [type(item) for item in outcomes] == [Refused, Refused, Refused], outcomes
        assert "balance is too low" in str(outcomes[0])
        await room.execute(ann, HOLDEM, c.Decide(1, "check", "river", round=number))
        state = room.hub(HOLDEM).actor.committed_state
        results.add(state.last[-1].results[1]["ante"].outcome)
        if state.chips("Ann"):
            await room.execute(ann, HOLDEM, c.CashOut())
        # The same amount again for the next round, and not a cent more.
        balance = int(await room.store.balance(money_account("Ann")))
        postings = [_transfer("house", money_account("Ann"), 1500 - balance)]
        await _adjust(room, postings, balance)
    assert "lose" in results
    assert len(results) > 1, "rounds that would have been won, and others"
    await room.close()


def _transfer(source: str, target: str, cents: int) -> tuple[str, str, int]:
    return (source, target, cents) if cents >= 0 else (target, source, -cents)


async def _adjust(room: Room, transfers: list[tuple[str, str, int]], balance: int) -> None:
    from pitboss.room import back_office_events as e
    from pitboss.table.ledger import Posting

    postings = [Posting(a, b, cents, "posted", "test") for a, b, cents in transfers if cents]
    if postings:
        await room.back_office.write(e.ChipsGranted("Ann", 1500 - balance), postings=postings)


async def test_ledg_1_money_that_circulates_stays_in_order(tmp_path: Path) -> None:
    """The available money is used; money that comes back later in the batch is not."""
    room, ann = await open_room(tmp_path, 1000)
    outcomes = await execute_together(
        room, ann, c.BuyIn(1000), c.CashOut(1000), c.BuyIn(1000), c.CashOut(400), c.BuyIn(500)
    )
    assert [type(item) for item in outcomes] == [Ack, Ack, Ack, Ack, Refused]
    assert await room.store.balance(money_account("Ann")) == 400
    await room.close()


async def test_two_dealers_who_tap_at_once_take_one_step(tmp_path: Path) -> None:
    """A step that was due before somebody else took it is not taken again; a repeat is answered."""
    room, ann = await open_room(tmp_path, 1500)
    dealers = [
        await room.account_service.open_account(name, AccountRole.DEALER, PASSWORD)
        for name in ("Dee", "Don")
    ]
    actor = room.hub(HOLDEM).writer
    actor.table.automation &= ~(Automation.DEAL | Automation.TURN)
    for dealer in dealers:
        await room.account_service.assign_tables(dealer.name, [HOLDEM], HOUSE)
    await room.execute(ann, HOLDEM, c.BuyIn(1500))
    await room.execute(dealers[0], HOLDEM, c.OpenRound())
    opening_version = actor.committed_state.version
    await room.execute(ann, HOLDEM, c.PlaceWagers(1, {"ante": 500}, round=1))
    # What a player did meanwhile does not matter.
    await room.execute(dealers[0], HOLDEM, c.NoMoreBets(round=1), "locks", opening_version)
    due = actor.committed_state.version
    outcomes = await asyncio.gather(
        *(room.execute(dealer, HOLDEM, c.Deal(round=1), "deal", due) for dealer in dealers),
        return_exceptions=True,
    )
    assert sorted(type(item).__name__ for item in outcomes) == ["Ack", "Refused"]
    assert "somebody else has acted" in str(outcomes)
    assert actor.committed_state.version == due + 1
    dealer = dealers[[isinstance(item, Ack) for item in outcomes].index(True)]
    assert (await room.execute(dealer, HOLDEM, c.Deal(round=1), "deal", due)).again
    await room.close()


async def test_recov_1_a_failed_read_of_old_responses_undoes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stored writes are acknowledged even if the lookup for a refusal beside them fails."""
    room, ann = await open_room(tmp_path, 1000)

    async def fail_read(*_: object) -> StoredResponse | None:
        raise StoreUnavailable("the connection is lost")

    monkeypatch.setattr(room.store, "stored_response", fail_read)
    outcomes = await execute_together(room, ann, c.BuyIn(500), c.Leave(6))
    assert type(outcomes[0]) is Ack
    assert isinstance(outcomes[1], Failed)
    assert outcomes[1].uncertain
    monkeypatch.undo()
    assert room.hub(HOLDEM).actor.committed_state.chips("Ann") == 500
    await room.close()


async def test_stopped_table_answers_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, ann = await open_room(tmp_path, 1000)

    async def fail_commit(*_: object) -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr(room.store, "append", fail_commit)
    async with asyncio.timeout(5):
        outcomes = await execute_together(room, ann, c.BuyIn(500))
    assert isinstance(outcomes[0], Failed)
    assert "secret" not in str(outcomes[0])
    assert "secret" not in room.hub(HOLDEM).actor.stop_reason
    monkeypatch.undo()
    await room.close()


async def test_unstorable_command_is_refused_and_play_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, ann = await open_room(tmp_path, 1000)

    async def unfit(*_: object) -> None:
        raise ValueError("this cannot be stored")

    monkeypatch.setattr(room.store, "append", unfit)
    outcomes = await execute_together(room, ann, c.BuyIn(500))
    assert isinstance(outcomes[0], Refused)
    monkeypatch.undo()
    await room.execute(ann, HOLDEM, c.BuyIn(500))
    await room.close()


async def test_ledg_2_a_request_sent_twice_at_once_does_not_affect_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is executed once, in the same transaction as the commands of others."""
    room, ann = await open_room(tmp_path, 20_00)
    append, append_count = room.store.append, 0

    async def counting_append(batch: Batch) -> None:
        nonlocal append_count
        append_count += 1
        await append(batch)

    monkeypatch.setattr(room.store, "append", counting_append)
    keys = ["same", "same", *map(str, range(10))]
    outcomes = await asyncio.gather(
        *(room.execute(ann, HOLDEM, c.BuyIn(1_00), key) for key in keys)
    )
    assert [item.again for item in outcomes] == [False, True, *[False] * 10]
    assert outcomes[0].version == outcomes[1].version
    assert room.hub(HOLDEM).actor.committed_state.chips("Ann") == 11_00
    assert append_count == 1
    await room.close()
