"""Rounds are found by what happened in them."""

import asyncio
from pathlib import Path

import pytest

from pitboss.errors import Refused
from pitboss.games.incidents import Kind
from pitboss.room.audit.auditor import audit
from pitboss.room.reports.period import day_period
from pitboss.room.reports.round_list import RoundList, RoundSearch, find_rounds
from pitboss.room.store.opening import ReadOnlySqlite
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.table import Person, Phase, Role
from pitboss.table import commands as c
from tests.room.reports.two_day_room import DEE, FIRST, PlayedRoom, two_day_database

RET = "run-em-twice"


async def find(
    search: RoundSearch, file: Path | None = None, *, limit: int = 50, after: str = ""
) -> RoundList:
    path = await asyncio.to_thread(two_day_database) if file is None else file
    reader = ReadOnlySqlite(path)
    try:
        return await find_rounds(reader, search, limit=limit, after=after)
    finally:
        await reader.close()


def numbers(result: RoundList) -> list[tuple[str, int]]:
    return [(round_.table, round_.round) for round_ in result.rounds]


async def test_by_table_time_and_player() -> None:
    everything = await find(RoundSearch())
    assert len(everything.rounds) == 8
    assert [r.at for r in everything.rounds] == sorted(r.at for r in everything.rounds)[::-1]
    assert everything.next == everything.searched_to == ""
    assert numbers(await find(RoundSearch((RET,)))) == [(RET, n) for n in (5, 4, 3, 2, 1)]
    first = await find(RoundSearch(period=day_period(FIRST)))
    assert len(first.rounds) == 6
    assert await find(RoundSearch(player=" ANN ")) == everything
    assert (await find(RoundSearch(player="nobody"))).rounds == ()


async def test_by_void_correction_staff_and_amount() -> None:
    assert numbers(await find(RoundSearch(void=True))) == [("stud-235", 3)]
    (match,) = (await find(RoundSearch(correction=True))).rounds
    assert (match.table, match.round) == (RET, 5)
    assert match.at > match.closed_at
    # Flo approved the void, in the round, and the correction, after it.
    assert numbers(await find(RoundSearch(staff="Flo"))) == [(RET, 5), ("stud-235", 3)]
    assert len((await find(RoundSearch(staff="Dee"))).rounds) == 9
    everything = (await find(RoundSearch())).rounds
    largest = max(round_.largest_credit for round_ in everything)
    matches = (await find(RoundSearch(minimum=largest))).rounds
    assert matches == tuple(r for r in everything if r.largest_credit == largest)
    assert all(r.largest_credit <= r.credited for r in everything)


async def test_pages_follow_each_other() -> None:
    everything = await find(RoundSearch())
    first = await find(RoundSearch(), limit=5)
    rest = await find(RoundSearch(), limit=5, after=first.next)
    assert first.rounds + rest.rounds == everything.rounds
    assert first.searched_to == first.rounds[-1].at
    assert rest.next == ""


@pytest.mark.parametrize(
    ("search", "page", "sentence"),
    [
        (
            RoundSearch(("nowhere",)),
            (50, ""),
            "there is no table 'nowhere': choose from run-em-twice",
        ),
        (RoundSearch(minimum=-1), (50, ""), "the minimum must not be negative"),
        (RoundSearch(), (0, ""), "the limit must be from 1 to 200"),
        (RoundSearch(), (50, "x"), "'x' is not the start of a page"),
    ],
)
async def test_a_search_that_cannot_be_made(
    search: RoundSearch, page: tuple[int, str], sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        await find(search, limit=page[0], after=page[1])


async def test_incidents_jackpots_and_every_dealer_are_indexed(tmp_path: Path) -> None:
    """Another dealer takes over mid-round, and the house rules that the round is void."""
    pit = await PlayedRoom(tmp_path).open("stud-235")
    await pit.play("stud-235")
    await pit.bets("stud-235")
    await pit.execute("stud-235", DEE, c.NoMoreBets())
    await pit.execute("stud-235", Person("Dan", Role.DEALER), c.Report(Kind.WRONG_NUMBER, 1))
    round_ = pit.actor("stud-235").committed_state.round
    assert round_ is not None
    assert round_.phase is Phase.CLOSED
    await pit.room.close()
    file = tmp_path / DATABASE_FILE
    (match,) = (await find(RoundSearch(incident=True), file)).rounds
    assert (match.round, match.incidents, match.staff) == (2, 1, ("dan", "dee"))
    assert await find(RoundSearch(staff="Dan"), file) == RoundList((match,))
    assert (await find(RoundSearch(jackpot=True), file)).rounds == ()
    reader = ReadOnlySqlite(file)
    assert (await audit(reader)).in_order
    await reader.close()
