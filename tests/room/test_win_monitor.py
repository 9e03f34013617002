"""The monitor of results: an alert for a win outside its band, from new lines alone."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from pitboss.errors import Refused
from pitboss.room import win_monitor
from pitboss.room.floor_feed import FloorFeed
from pitboss.room.report_service.report_requests import EdgesRequest, Report
from pitboss.room.report_service.service import ReportService
from pitboss.room.reports import bands
from pitboss.room.reports.lab_edges import lab_edges
from pitboss.room.reports.period import day_period
from pitboss.room.reports.store_reports import shift_reports
from pitboss.room.store.interface import Entry
from pitboss.room.webhook import Webhook
from pitboss.room.win_monitor import WinMonitor, decode_edges
from pitboss.room.worker_process import ProcessLost
from tests.room.reports.two_day_room import PlayedRoom

TABLE = "stud-235"
DAY = "2026-11-16"
LINE = {"house_edge": "1/30", "variance": "1/1000000"}


class ScriptedReports:
    """The lab's figures: a variance so small that no result is by chance, or none at all."""

    def __init__(self, *, is_solved: bool = True) -> None:
        self.requests: list[EdgesRequest] = []
        self._is_solved = is_solved

    async def build(self, request: EdgesRequest) -> Report:
        self.requests.append(request)
        keys = ("two_card", "three_card", "five_card", "progressive") if self._is_solved else ()
        return Report(msgspec.json.encode(dict.fromkeys(keys, LINE)))

    async def close(self) -> None:
        """Do nothing: there is no process."""


@pytest.fixture
def _few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(win_monitor, "MIN_ROUNDS", 3)
    monkeypatch.setattr(bands, "MIN_ROUNDS", 3)


def alerts(pit: PlayedRoom) -> list[str]:
    return [alert.matter.text for alert in FloorFeed(pit.room).update().alerts]


async def played_room(folder: Path, reports: object) -> PlayedRoom:
    pit = await PlayedRoom(folder).open(TABLE)
    pit.room.reports = reports  # type: ignore[assignment]
    return pit


@pytest.mark.usefixtures("_few_rounds")
async def test_result_outside_of_its_band_is_an_alert(tmp_path: Path) -> None:
    reports = ScriptedReports()
    pit = await played_room(tmp_path, reports)
    monitor, feed = WinMonitor(pit.room), FloorFeed(pit.room)
    await pit.play(TABLE, 2)
    await monitor.check()
    assert (alerts(pit), reports.requests) == ([], []), "two rounds mean nothing"
    await pit.play(TABLE)
    before = feed.update()
    await monitor.check()
    (sheet,) = await shift_reports(pit.store, day_period(DAY))
    (text,) = alerts(pit)
    assert text.startswith(f"The win of {DAY} after 3 rounds, ")
    assert "outside its 99% band" in text
    assert feed.update() is not before, "the page is told without a change at the table"
    (alert,) = feed.update().alerts
    assert (alert.matter.kind, alert.matter.is_urgent) == ("result", False)
    assert monitor._days[TABLE].totals.win == sheet.win
    hook = Webhook(pit.room, "https://a.example", post=lambda *_: 200)
    hook.collect(0)
    assert [*hook._outgoing] == [f"{TABLE}/result"]
    pit.clock.skip_to(datetime(2026, 11, 17, tzinfo=UTC))
    await monitor.check()
    assert alerts(pit) == [], "a new day begins with nothing"
    assert len(reports.requests) == 1
    await pit.room.close()


@pytest.mark.usefixtures("_few_rounds")
async def test_each_line_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pit = await played_room(tmp_path, ScriptedReports())
    versions: list[int] = []
    add_lines = win_monitor._TableDay.add_lines

    def record(day: win_monitor._TableDay, table: str, entries: Sequence[Entry]) -> None:
        versions.extend(entry.version for entry in entries)
        add_lines(day, table, entries)

    monkeypatch.setattr(win_monitor._TableDay, "add_lines", record)
    monitor = WinMonitor(pit.room)
    for _ in range(3):
        await pit.play(TABLE)
        await monitor.check()
        await monitor.check()
    assert versions == [*range(1, pit.actor(TABLE).committed_state.version + 1)]
    await pit.room.close()


@pytest.mark.usefixtures("_few_rounds")
async def test_a_restart_begins_at_the_day_and_knows_the_same(tmp_path: Path) -> None:
    pit = await played_room(tmp_path, ScriptedReports())
    monitor = WinMonitor(pit.room)
    await pit.play(TABLE, 4)
    await monitor.check()
    text = alerts(pit)
    again = WinMonitor(pit.room)
    pit.room.unusual_results.clear()
    await again.check()
    assert alerts(pit) == text
    await pit.room.close()


@pytest.mark.usefixtures("_few_rounds")
async def test_unknown_figures_are_asked_for_once_a_day(tmp_path: Path) -> None:
    reports = ScriptedReports(is_solved=False)
    pit = await played_room(tmp_path, reports)
    monitor = WinMonitor(pit.room)
    for _ in range(4):
        await pit.play(TABLE)
        await monitor.check()
    assert alerts(pit) == []
    assert len(reports.requests) == 1
    await pit.room.close()


@pytest.mark.usefixtures("_few_rounds")
async def test_failure_of_a_report_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(win_monitor, "CHECK_INTERVAL", 0.0)
    pit = await PlayedRoom(tmp_path).open(TABLE)
    await pit.play(TABLE, 3)
    checks = 0
    monitor = WinMonitor(pit.room)

    async def check_table(*_: object) -> None:
        nonlocal checks
        checks += 1
        if checks == 3:
            raise KeyboardInterrupt
        if checks == 2:
            raise ProcessLost("the process of the reports ended")
        raise Refused("this report took longer than 60 seconds and was canceled")

    monkeypatch.setattr(monitor, "_check_table", check_table)
    with pytest.raises(KeyboardInterrupt):
        await monitor.run()
    assert checks == 3
    await pit.room.close()


async def test_figures_come_from_the_report_process(tmp_path: Path) -> None:
    pit = await PlayedRoom(tmp_path).open(TABLE)
    pit.room.reports = ReportService(pit.store, 60, in_thread=True)
    state = pit.actor(TABLE).committed_state
    request = EdgesRequest(state.game, dict(state.filed[-1].submission))
    content = (await pit.room.reports.build(request)).content
    rules = pit.actor(TABLE).table.rules
    assert decode_edges(content) == lab_edges()(rules)
    await pit.room.close()
