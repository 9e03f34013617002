"""PROG-4: every day reconciles to zero, and a break is located."""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from pitboss.games import GAMES
from pitboss.room.reports.period import day_period
from pitboss.room.reports.reconciliation import DayBooks, Reconciliation
from pitboss.room.store.interface import StoredPosting
from pitboss.room.table_log import make_postings
from pitboss.table import events as e
from pitboss.table.ledger import Cents

from .day_logs import days_in_log, posted_balances, table_days

Change = Callable[[list[StoredPosting]], None]


def reconcile_table_day(
    game: str, day: str, change: Change | None = None, balances: dict[str, Cents] | None = None
) -> Reconciliation:
    """Reconcile a table's day with other postings or balances than it really has."""
    log, _ = table_days(game)
    postings = make_postings(1, log)
    if change:
        change(postings)
    stored_balances = {
        a if a.startswith("player:") else f"t/{a}": c for a, c in posted_balances(game).items()
    }
    books = DayBooks(day_period(day), stored_balances | (balances or {}))
    book = books.open_book("t", "Table")
    by_line: dict[int, list[StoredPosting]] = {}
    for posting in postings:
        by_line.setdefault(posting.version, []).append(posting)
    for number, item in enumerate(log, 1):
        book.add_line(item.at or "", by_line.get(number, []), replace(item, number=number))
    return books.reconcile(day)


def break_sentences(result: Reconciliation) -> Sequence[str]:
    return [str(item) for item in result.breaks]


@pytest.mark.parametrize("game", GAMES)
def test_prog_4_every_day_closes(game: str) -> None:
    log, _ = table_days(game)
    rounds = 0
    for day in days_in_log(log):
        result = reconcile_table_day(game, day)
        assert (break_sentences(result), result.difference, result.total) == ([], 0, 0)
        assert result.closes
        rounds += result.streams[0].rounds
    assert rounds == sum(isinstance(item.event, e.RoundClosed) for item in log)


def test_one_day_opens_as_the_last_one_closed() -> None:
    log, _ = table_days("run-em-twice")
    before: dict[str, Cents] = {}
    for day in days_in_log(log):
        (stream,) = reconcile_table_day("run-em-twice", day).streams
        assert {a.account: a.opening for a in stream.accounts if a.opening} == before
        before = {a.account: a.closing for a in stream.accounts if a.closing}


def test_balance_that_differs_from_the_postings() -> None:
    day = days_in_log(table_days("stud-235")[0])[-1]
    _, state = table_days("stud-235")
    more = {"t/tray": state.balances["tray"] + 5}
    result = reconcile_table_day("stud-235", day, balances=more)
    assert result.difference == 5
    assert break_sentences(result) == [
        f"t: tray should hold {state.balances['tray']} cents but holds {more['t/tray']}",
        "all accounts together hold 5 cents instead of 0",
    ]


def test_meter_that_differs_from_the_postings() -> None:
    _, state = table_days("stud-235")
    day = days_in_log(table_days("stud-235")[0])[-1]
    result = reconcile_table_day(
        "stud-235", day, balances={"t/meter:meter": state.meter_amount("meter") + 1}
    )
    assert any(item == "t: the meter meter is off by -1 cents" for item in break_sentences(result))


def test_uncollected_chips() -> None:
    """The chips of a lost wager never reached the tray."""
    log, _ = table_days("holdem-bonus")
    lost_line = next(
        (number, item.at or "")
        for number, item in enumerate(log, 1)
        if any(p.source.startswith("escrow:") and p.target == "tray" for p in item.postings)
        and isinstance(item.event, e.SeatSettled)
    )

    def change(postings: list[StoredPosting]) -> None:
        posting = next(m for m in postings if m.version == lost_line[0] and m.target == "tray")
        postings.remove(posting)

    result = break_sentences(reconcile_table_day("holdem-bonus", lost_line[1][:10], change))
    assert any("still holds" in item and "closes" in item for item in result), result
    assert any("but the tray gained" in item for item in result), result
    assert any("tray should hold" in item for item in result), result


def test_account_without_postings() -> None:
    day = days_in_log(table_days("stud-235")[0])[0]
    result = reconcile_table_day("stud-235", day, balances={"player:Zoe": 7})
    assert "player:Zoe should hold 0 cents but holds 7" in break_sentences(result)
