"""Proofs over HTTP, and the file of one round: for everybody what they may see, and no more."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.cards import CARD_BY_TEXT
from pitboss.room.people.accounts import AccountRole
from pitboss.room.reports import store_reports as made
from pitboss.shuffle import is_valid_proof
from pitboss.table import Phase
from pitboss.table import commands as c
from pitboss.table.export import round_log
from pitboss.table.proofs import Proofs
from pitboss.verify import VerificationError, verify
from tests.room.evenings import Evening, Guest, evening
from tests.room.http.houses import TABLE, Caller, House, error_of
from tests.room.moments import FLOOR, MOMENTS, house_at, reach
from tests.room.test_secrecy import faces
from tests.room.test_secrecy_alike import own_places
from tests.table.tables import CCP, KEYS, THB

PROOFS = f"/api/tables/{TABLE}/proofs"


def file_of(number: int) -> str:
    return f"/api/tables/{TABLE}/rounds/{number}/export"


async def told(caller: Caller, path: str = PROOFS) -> Proofs:
    answer = await caller.get(path)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Proofs)


async def played(evening: Evening, rounds: int = 1) -> None:
    for _ in range(rounds):
        async for _ in evening.round():
            pass


@pytest.mark.parametrize("game", KEYS)
async def test_sec_1_everybody_is_told_the_proofs_of_what_they_see(
    game: str, tmp_path: Path
) -> None:
    """In every part, or in none, at every moment of a round."""
    own = 0
    async with evening(tmp_path, game) as night:
        async for _ in night.round():
            for guest in night.guests.values():
                own += await _is_told(night, guest)
    assert own > 5


async def _is_told(night: Evening, guest: Guest) -> bool:
    """What one is told, and nothing else; whether there were cards among it that others miss."""
    answer, now = await guest.caller.get(PROOFS), night.now
    result = msgspec.json.decode(answer.content, type=Proofs)
    may = {*now.shown} | own_places(night, guest)
    assert {card.position for card in result.cards} == may, guest.part
    assert faces(answer.content) == night.turned() | night.own(guest)
    for card in result.cards:
        salt, way = bytes.fromhex(card.salt), [bytes.fromhex(step) for step in card.proof]
        assert is_valid_proof(
            bytes.fromhex(now.root), 52, card.position, CARD_BY_TEXT[card.card], salt, way
        )
    hidden = [night.shoe.seed, *(s for at, s in enumerate(night.shoe.salts) if at not in may)]
    for secret in () if now.seed else hidden:
        assert secret.hex().encode() not in answer.content
    assert (result.seed, result.locked) == (now.seed, bool(now.order))
    return bool(may - {*now.shown})


async def test_before_the_first_round_there_is_nothing_to_prove(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        answer = await house.caller().get(PROOFS)
        assert (answer.status_code, answer.json()) == (200, None)
        assert (await house.caller().get("/api/tables/nothing/proofs")).status_code == 404
        assert (await house.caller().get(f"{PROOFS}?round=1")).status_code == 404
        assert (await house.caller().get(f"{PROOFS}?round=-1")).status_code == 422


async def test_closed_rounds_are_proved_while_the_next_is_played(tmp_path: Path) -> None:
    async with evening(tmp_path, CCP) as night:
        ann = night.guests["Ann"].caller
        await played(night)
        first = await told(ann)
        assert first.last == first.round == 1
        assert {card.seat for card in first.cards} == {0, 1, 2}
        await night.say("Dee", c.OpenRound())
        assert (await told(ann)).round == 2
        assert (await told(ann)).last == 1
        again = await told(ann, f"{PROOFS}?round=1")
        assert msgspec.structs.replace(again, version=first.version) == first
        assert (await told(ann, f"{PROOFS}?round=2")).seed == ""
        assert (await ann.get(f"{PROOFS}?round=3")).status_code == 404
        onlooker = await told(night.guests[""].caller, f"{PROOFS}?round=1")
        assert onlooker.dealt == first.dealt, "which follows from the seed that everybody has"


@pytest.mark.parametrize("game", KEYS)
async def test_the_file_of_a_round_is_in_order(game: str, tmp_path: Path) -> None:
    """For whoever played it, for staff, and for somebody who only came by."""
    async with evening(tmp_path, game) as night:
        await played(night, 2)
        for name in night.guests:
            if not name:
                continue
            for number in (1, 2):
                answer = await night.guests[name].caller.get(file_of(number))
                assert answer.status_code == 200, answer.text
                assert answer.headers["content-type"] == "application/x-ndjson"
                named = f'attachment; filename="{TABLE}-round-{number}.jsonl"'
                assert answer.headers["content-disposition"] == named
                result = verify(answer.content.splitlines(keepends=True))
                assert (result.rounds, result.forward) == (1, True)


async def test_who_is_not_staff_reads_nothing_of_other_people_s_money(tmp_path: Path) -> None:
    async with evening(tmp_path, THB) as night:
        barred = c.Disable("player:Gus", "told us to keep him out")
        await night.say("Flo", barred)
        await played(night)
        for name, guest in night.guests.items():
            if not name:
                continue
            answer = await guest.caller.get(file_of(1))
            first = msgspec.json.decode(answer.content.splitlines()[0])["event"]
            staff = guest.part not in (AccountRole.PLAYER, AccountRole.ADMINISTRATOR)
            outside = [account for account in first["balances"] if account.startswith("player:")]
            assert bool(outside) == staff
            assert (barred.reason.encode() in answer.content) == staff
            assert sum(first["balances"].values()) == 0
            verify(answer.content.splitlines(keepends=True))


async def test_what_staff_did_in_a_round_is_for_staff(tmp_path: Path) -> None:
    async with evening(tmp_path, THB) as night:
        async for _ in night.round():
            if night.now.turn is not None and not night.house.actor().committed_state.day.disabled:
                await night.say("Flo", c.Disable("player:Gus", "told us to keep him out"))
        answer = await night.guests["Ann"].caller.get(file_of(1))
        assert answer.status_code == 403
        assert error_of(answer).startswith("this round has events that only staff may see")
        assert (await night.guests["Dee"].caller.get(file_of(1))).status_code == 200


async def test_a_round_that_is_open_or_unknown_has_no_file(tmp_path: Path) -> None:
    async with evening(tmp_path, THB) as night:
        ann, anybody = night.guests["Ann"].caller, night.guests[""].caller
        assert (await ann.get(file_of(1))).status_code == 404
        await night.say("Dee", c.OpenRound())
        answer = await ann.get(file_of(1))
        assert answer.status_code == 409
        assert error_of(answer) == "round 1 is open: its seed is revealed when it closes"
        assert error_of(await ann.get(file_of(2))) == "this table has no round 2 yet"
        assert (await ann.get(file_of(0))).status_code == 422
        assert (await ann.get("/api/tables/nothing/rounds/1/export")).status_code == 404
        assert (await anybody.get(file_of(1))).status_code == 401


async def test_a_table_does_not_wait_for_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, begun, honest = threading.Event(), threading.Event(), round_log

    def waiting(*given: Any) -> Any:  # noqa: ANN401
        begun.set()
        assert go.wait(20)
        return honest(*given)

    monkeypatch.setattr(made, "round_log", waiting)
    async with evening(tmp_path, THB) as night:
        await played(night)
        asked = asyncio.create_task(night.guests["Ann"].caller.get(file_of(1)))
        assert await asyncio.to_thread(begun.wait, 20)
        await night.say("Dee", c.OpenRound())
        assert not asked.done()
        again = await night.guests["Ann"].caller.get(file_of(1))
        assert again.status_code == 429, "one after the other"
        go.set()
        assert (await asked).status_code == 200


@pytest.mark.parametrize("moment", MOMENTS)
async def test_fair_5_an_export_verifies_in_mid_round(moment: str, tmp_path: Path) -> None:
    await reach(tmp_path, moment)
    async with house_at(tmp_path) as house:
        flo = await house.comes(FLOOR, AccountRole.FLOORPERSON)
        answer = await flo.get(f"/api/tables/{TABLE}/export")
        state = house.actor().committed_state
        head = house.actor().head
    lines = answer.content.splitlines(keepends=True)
    result = verify(lines)
    assert (result.events, result.head) == (head.version, head.hash)
    round_ = state.round
    is_open = round_ is not None and round_.phase is not Phase.CLOSED
    assert result.open_round == (round_.number if round_ and is_open else 0)
    assert bool(result.not_yet_proved) == is_open
    with pytest.raises(VerificationError, match="the last line is missing: the file was cut off"):
        verify(lines[:-1])
