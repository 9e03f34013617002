"""PROG-4: the books of every day close with nothing left, and a break is told where it is."""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from pitboss.games import GAMES
from pitboss.room.lines import postings_of
from pitboss.room.reports.period import day_of
from pitboss.room.reports.reconcile import Books, Reconciliation
from pitboss.room.store.shape import Moved
from pitboss.table import events as e
from pitboss.table.ledger import Cents

from .logs import days_at, days_of

Change = Callable[[list[Moved]], None]


def closed(
    game: str, day: str, change: Change | None = None, balances: dict[str, Cents] | None = None
) -> Reconciliation:
    """The books of a table on a day, with other postings or balances than it has."""
    log, state = days_at(game)
    moved = postings_of(1, log)
    if change:
        change(moved)
    held = {a if a.startswith("player:") else f"t/{a}": c for a, c in state.balances.items()}
    books = Books(day_of(day), held | (balances or {}))
    book = books.stream("t", "Table")
    by_line: dict[int, list[Moved]] = {}
    for posting in moved:
        by_line.setdefault(posting.version, []).append(posting)
    for number, one in enumerate(log, 1):
        book.take(one.at or "", by_line.get(number, []), replace(one, number=number))
    return books.close(day)


def told(found: Reconciliation) -> Sequence[str]:
    return [str(one) for one in found.breaks]


@pytest.mark.parametrize("game", GAMES)
def test_prog_4_every_day_closes(game: str) -> None:
    log, _ = days_at(game)
    rounds = 0
    for day in days_of(log):
        found = closed(game, day)
        assert (told(found), found.difference, found.total) == ([], 0, 0)
        assert found.closes
        rounds += found.streams[0].rounds
    assert rounds == sum(isinstance(one.event, e.RoundClosed) for one in log)


def test_one_day_opens_as_the_last_one_closed() -> None:
    log, _ = days_at("run-em-twice")
    before: dict[str, Cents] = {}
    for day in days_of(log):
        (stream,) = closed("run-em-twice", day).streams
        assert {a.account: a.opening for a in stream.accounts if a.opening} == before
        before = {a.account: a.closing for a in stream.accounts if a.closing}


def test_a_balance_that_is_not_what_was_posted() -> None:
    day = days_of(days_at("stud-235")[0])[-1]
    _, state = days_at("stud-235")
    more = {"t/tray": state.balances["tray"] + 5}
    found = closed("stud-235", day, balances=more)
    assert found.difference == 5
    assert told(found) == [
        f"t: tray should hold {state.balances['tray']} cents, and holds {more['t/tray']}",
        "all accounts together hold 5 cents, not nothing",
    ]


def test_a_meter_that_shows_something_else() -> None:
    _, state = days_at("stud-235")
    day = days_of(days_at("stud-235")[0])[-1]
    found = closed("stud-235", day, balances={"t/meter:meter": state.shows("meter") + 1})
    assert any(one == "t: the meter meter is off by -1 cents" for one in told(found))


def test_chips_that_were_left_on_the_layout() -> None:
    """A lost wager whose chips never went to the tray."""
    log, _ = days_at("holdem-bonus")
    lost = next(
        (number, one.at or "")
        for number, one in enumerate(log, 1)
        if any(p.source.startswith("escrow:") and p.target == "tray" for p in one.postings)
        and isinstance(one.event, e.SeatSettled)
    )

    def change(moved: list[Moved]) -> None:
        gone = next(m for m in moved if m.version == lost[0] and m.target == "tray")
        moved.remove(gone)

    found = told(closed("holdem-bonus", lost[1][:10], change))
    assert any("still holds" in one and "closes" in one for one in found), found
    assert any("cents for the house, but the tray got" in one for one in found), found
    assert any("tray should hold" in one for one in found), found


def test_an_account_that_nobody_ever_posted_to() -> None:
    day = days_of(days_at("stud-235")[0])[0]
    found = closed("stud-235", day, balances={"player:Zoe": 7})
    assert "player:Zoe should hold 0 cents, and holds 7" in told(found)
