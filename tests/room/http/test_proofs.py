"""Proofs and round files over HTTP contain what the viewer may see, and no more."""

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
from tests.room.http.in_process_room import TABLE, Caller, InProcessRoom, error_of
from tests.room.staffed_table import Attendee, StaffedTable, staffed_table
from tests.room.table_moments import FLOOR, MOMENTS, play_to, room_in_folder
from tests.room.test_secrecy import faces
from tests.room.test_secrecy_equal_frames import own_places
from tests.table.tables import CCP, KEYS, THB

PROOFS = f"/api/tables/{TABLE}/proofs"


def export_path(number: int) -> str:
    return f"/api/tables/{TABLE}/rounds/{number}/export"


async def get_proofs(caller: Caller, path: str = PROOFS) -> Proofs:
    answer = await caller.get(path)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Proofs)


async def play_rounds(evening: StaffedTable, rounds: int = 1) -> None:
    for _ in range(rounds):
        async for _ in evening.round():
            pass


@pytest.mark.parametrize("game", KEYS)
async def test_sec_1_everybody_gets_the_proofs_of_what_they_see(game: str, tmp_path: Path) -> None:
    """Covers every role, and none, at every moment of a round."""
    own = 0
    async with staffed_table(tmp_path, game) as night:
        async for _ in night.round():
            for guest in night.guests.values():
                own += await _check_proofs(night, guest)
    assert own > 5


async def _check_proofs(night: StaffedTable, guest: Attendee) -> bool:
    """Check that a viewer gets proofs of visible cards only; return whether any is private."""
    answer, round_ = await guest.caller.get(PROOFS), night.current_round
    result = msgspec.json.decode(answer.content, type=Proofs)
    may = {*round_.shown} | own_places(night, guest)
    assert {card.position for card in result.cards} == may, guest.part
    assert faces(answer.content) == night.face_up_cards() | night.own(guest)
    for card in result.cards:
        salt, way = bytes.fromhex(card.salt), [bytes.fromhex(step) for step in card.proof]
        assert is_valid_proof(
            bytes.fromhex(round_.root), 52, card.position, CARD_BY_TEXT[card.card], salt, way
        )
    secrets = [night.shoe.seed, *(s for at, s in enumerate(night.shoe.salts) if at not in may)]
    for secret in () if round_.seed else secrets:
        assert secret.hex().encode() not in answer.content
    assert (result.seed, result.locked) == (round_.seed, bool(round_.order))
    return bool(may - {*round_.shown})


async def test_before_the_first_round_there_is_nothing_to_prove(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        answer = await house.caller().get(PROOFS)
        assert (answer.status_code, answer.json()) == (200, None)
        assert (await house.caller().get("/api/tables/nothing/proofs")).status_code == 404
        assert (await house.caller().get(f"{PROOFS}?round=1")).status_code == 404
        assert (await house.caller().get(f"{PROOFS}?round=-1")).status_code == 422


async def test_closed_rounds_have_proofs_during_the_next(tmp_path: Path) -> None:
    async with staffed_table(tmp_path, CCP) as night:
        ann = night.guests["Ann"].caller
        await play_rounds(night)
        first = await get_proofs(ann)
        assert first.last == first.round == 1
        assert {card.seat for card in first.cards} == {0, 1, 2}
        await night.execute("Dee", c.OpenRound())
        assert (await get_proofs(ann)).round == 2
        assert (await get_proofs(ann)).last == 1
        again = await get_proofs(ann, f"{PROOFS}?round=1")
        assert msgspec.structs.replace(again, version=first.version) == first
        assert (await get_proofs(ann, f"{PROOFS}?round=2")).seed == ""
        assert (await ann.get(f"{PROOFS}?round=3")).status_code == 404
        onlooker = await get_proofs(night.guests[""].caller, f"{PROOFS}?round=1")
        assert onlooker.dealt == first.dealt, "which follows from the seed that everybody has"


@pytest.mark.parametrize("game", KEYS)
async def test_round_file_is_valid(game: str, tmp_path: Path) -> None:
    """It can be read by a player of the round, by staff, and by an anonymous viewer."""
    async with staffed_table(tmp_path, game) as night:
        await play_rounds(night, 2)
        for name in night.guests:
            if not name:
                continue
            for number in (1, 2):
                answer = await night.guests[name].caller.get(export_path(number))
                assert answer.status_code == 200, answer.text
                assert answer.headers["content-type"] == "application/x-ndjson"
                disposition = f'attachment; filename="{TABLE}-round-{number}.jsonl"'
                assert answer.headers["content-disposition"] == disposition
                result = verify(answer.content.splitlines(keepends=True))
                assert (result.rounds, result.forward) == (1, True)


async def test_players_see_no_money_of_others(tmp_path: Path) -> None:
    async with staffed_table(tmp_path, THB) as night:
        disable = c.Disable("player:Gus", "told us to keep him out")
        await night.execute("Flo", disable)
        await play_rounds(night)
        for name, guest in night.guests.items():
            if not name:
                continue
            answer = await guest.caller.get(export_path(1))
            first = msgspec.json.decode(answer.content.splitlines()[0])["event"]
            staff = guest.part not in (AccountRole.PLAYER, AccountRole.ADMINISTRATOR)
            outside = [account for account in first["balances"] if account.startswith("player:")]
            assert bool(outside) == staff
            assert (disable.reason.encode() in answer.content) == staff
            assert sum(first["balances"].values()) == 0
            verify(answer.content.splitlines(keepends=True))


async def test_staff_actions_are_visible_to_staff_only(tmp_path: Path) -> None:
    async with staffed_table(tmp_path, THB) as night:
        async for _ in night.round():
            if (
                night.current_round.turn is not None
                and not night.house.actor().committed_state.day.disabled
            ):
                await night.execute("Flo", c.Disable("player:Gus", "told us to keep him out"))
        answer = await night.guests["Ann"].caller.get(export_path(1))
        assert answer.status_code == 403
        assert error_of(answer).startswith("this round has events that only staff may see")
        assert (await night.guests["Dee"].caller.get(export_path(1))).status_code == 200


async def test_open_and_unknown_rounds_have_no_file(tmp_path: Path) -> None:
    async with staffed_table(tmp_path, THB) as night:
        ann, anybody = night.guests["Ann"].caller, night.guests[""].caller
        assert (await ann.get(export_path(1))).status_code == 404
        await night.execute("Dee", c.OpenRound())
        answer = await ann.get(export_path(1))
        assert answer.status_code == 409
        assert error_of(answer) == "round 1 is open: its seed is revealed when it closes"
        assert error_of(await ann.get(export_path(2))) == "this table has no round 2 yet"
        assert (await ann.get(export_path(0))).status_code == 422
        assert (await ann.get("/api/tables/nothing/rounds/1/export")).status_code == 404
        assert (await anybody.get(export_path(1))).status_code == 401


async def test_table_does_not_wait_for_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, start_event, honest = threading.Event(), threading.Event(), round_log

    def waiting(*arguments: Any) -> Any:  # noqa: ANN401
        start_event.set()
        assert go.wait(20)
        return honest(*arguments)

    monkeypatch.setattr(made, "round_log", waiting)
    async with staffed_table(tmp_path, THB) as night:
        await play_rounds(night)
        request = asyncio.create_task(night.guests["Ann"].caller.get(export_path(1)))
        assert await asyncio.to_thread(start_event.wait, 20)
        await night.execute("Dee", c.OpenRound())
        assert not request.done()
        again = await night.guests["Ann"].caller.get(export_path(1))
        assert again.status_code == 429, "one after the other"
        go.set()
        assert (await request).status_code == 200


@pytest.mark.parametrize("moment", MOMENTS)
async def test_fair_5_an_export_is_valid_mid_round(moment: str, tmp_path: Path) -> None:
    await play_to(tmp_path, moment)
    async with room_in_folder(tmp_path) as house:
        flo = await house.sign_in(FLOOR, AccountRole.FLOORPERSON)
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
