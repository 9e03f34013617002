"""Staff activity, by person and act by act."""

import csv
import io
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.room.people.accounts import AccountRole
from pitboss.room.reports.period import ALL_TIME, day_period
from pitboss.room.reports.rendering import staff_csv, staff_text
from pitboss.room.reports.staff import ACT_KINDS, StaffBooks, StaffMember, StaffReport, is_staff
from pitboss.room.reports.store_reports import staff_report_of
from pitboss.room.store.opening import ReadOnlySqlite
from pitboss.table import LogEntry, State
from pitboss.table import commands as c
from pitboss.table import events as e
from tests.room.http.in_process_room import InProcessRoom
from tests.table.tables import FLO

from .day_logs import table_days
from .two_day_room import FIRST, SECOND, copy_two_days


def person(report: StaffReport, name: str) -> StaffMember:
    return next(item for item in report.people if item.name == name)


@pytest.mark.parametrize("game", GAMES)
def test_every_act_is_counted_once(game: str) -> None:
    log, _ = table_days(game)
    books = StaffBooks(ALL_TIME)
    books.add_table("t", log, State())
    report = books.report()
    acts = Counter(ACT_KINDS[type(item.event)] for item in log
                   if type(item.event) in ACT_KINDS and is_staff(item.by))  # fmt: skip
    assert Counter(act.kind for act in report.acts) == acts
    assert sum(item.incidents for item in report.people) == acts["incident"]
    assert sum(item.rulings for item in report.people) == acts["ruling"]
    assert all(act.text.endswith((".", "!")) for act in report.acts), report.acts
    names = {item.by.name for item in log if is_staff(item.by)}
    assert {item.name for item in report.people} == names
    for item in report.people:
        assert item.first <= item.last
        assert item.tables == ("t",)


def test_house_and_players_are_left_out() -> None:
    log, _ = table_days("stud-235")
    books = StaffBooks(ALL_TIME)
    books.add_table("t", log, State())
    players = {item.event.player for item in log if isinstance(item.event, e.PlayerSeated)}
    assert not {item.name for item in books.report().people} & (players | {"house dealer"})


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return copy_two_days(tmp_path)


async def test_days_of_a_room(database: Path) -> None:
    store = ReadOnlySqlite(database)
    first = await staff_report_of(store, day_period(FIRST))
    second = await staff_report_of(store, day_period(SECOND))
    dee, flo = person(first, "Dee"), person(first, "Flo")
    assert (dee.rounds, dee.proposals, dee.voids) == (6, 1, 1)
    assert (flo.rounds, flo.approvals, flo.voids, flo.proposals) == (0, 1, 1, 0)
    assert set(dee.tables) == {"run-em-twice", "stud-235"}
    dee, flo = person(second, "Dee"), person(second, "Flo")
    # The last round is still open.
    assert (dee.rounds, dee.proposals, dee.corrections) == (2, 2, 2)
    assert (flo.approvals, flo.corrections) == (2, 2)
    assert {act.kind for act in second.acts} == {"proposal", "approval", "correction"}
    one = await staff_report_of(store, day_period(FIRST), ["stud-235"])
    assert person(one, "Dee").rounds == 3
    with pytest.raises(Refused, match="there is no table 'x'"):
        await staff_report_of(store, day_period(FIRST), ["x"])
    await store.close()


def test_count_that_waits_for_the_second_person_shows_no_amount() -> None:
    log, state = table_days("stud-235")
    line = LogEntry(len(log) + 1, e.Proposed(99, c.ClosingCount(12_345_67), "Flo"), FLO, (), "2031")
    books = StaffBooks(ALL_TIME)
    books.add_table("t", [line], state)
    assert [act.text for act in books.report().acts] == ["Flo proposes: a count of the tray."]


async def test_back_office(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        await house.sign_in("Ann")
        await root.request("POST", "/api/reconciliations", {"day": "2026-11-16"})
        report = (await flo.get("/api/reports/staff?from=2020-01-01")).json()
        assert {item["name"] for item in report["people"]} == {"Flo", "Root"}
        assert all(item["sign_ins"] for item in report["people"])
        assert report["acts"][-1]["text"].startswith("Reconciled 2026-11-16")
        text = await flo.get("/api/reports/staff?from=2020-01-01&format=csv&part=acts")
        assert len(text.text.splitlines()) == 1 + len(report["acts"])
        answer = await flo.get("/api/reports/staff?part=acts")
        assert answer.status_code == 409
        assert "requires format=csv" in answer.text


async def test_text_and_csv(database: Path) -> None:
    store = ReadOnlySqlite(database)
    report = await staff_report_of(store, day_period(FIRST))
    await store.close()
    console = Console(width=240, record=True, file=io.StringIO())
    for part in staff_text(report):
        console.print(part)
    text = console.export_text()
    assert "Dee" in text
    assert "Dee proposes: void round 3: a card lay face up." in text
    rows = list(csv.DictReader(io.StringIO(staff_csv(report))))
    assert {row["name"]: row["rounds"] for row in rows} == {"Dee": "6", "Flo": "0"}
    acts = list(csv.DictReader(io.StringIO(staff_csv(report, "acts"))))
    assert len(acts) == len(report.acts)
