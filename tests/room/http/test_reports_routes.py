"""Reports over HTTP equal those of the commands, and reveal nothing of an open round."""

import asyncio
import csv
import io
import logging
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import msgspec
import pytest

from pitboss.lab import count_files
from pitboss.room.back_office_events import Reconciled
from pitboss.room.http import dependencies
from pitboss.room.http.app import create_app
from pitboss.room.http.responses import RequestDenied
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.reports import shift as shift_module
from pitboss.room.reports import store_reports as made
from pitboss.room.reports.lab_edges import lab_edges
from pitboss.room.reports.period import ALL_TIME, Period, day_period, period_between
from pitboss.room.reports.rendering import history_csv, shift_csv
from pitboss.room.reports.shift import shift_report
from pitboss.room.reports.store_reports import player_history_of, reconcile_day, shift_reports
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.table import commands as c
from pitboss.table.state import encode_fraction
from tests.cli.program import PLAIN
from tests.room.http.in_process_room import TABLE, Caller, InProcessRoom, ManualClock, error_of
from tests.room.reports.two_day_room import FIRST, SECOND, copy_two_days
from tests.room.staffed_table import staffed_table
from tests.room.test_audit import edit_copy, run_statement
from tests.room.test_secrecy import Search
from tests.table.tables import THB

LATER = datetime(2026, 11, 18, 12, tzinfo=UTC)
BOB = "UPDATE balances SET whole = whole + 1 WHERE account = 'player:Bob'"
READERS = (
    AccountRole.FLOORPERSON,
    AccountRole.SURVEILLANCE,
    AccountRole.AUDITOR,
    AccountRole.ADMINISTRATOR,
)


@asynccontextmanager
async def reopen_two_days(folder: Path) -> AsyncIterator[InProcessRoom]:
    """Reopen a room with two days of play on the third day."""
    clock = ManualClock()
    clock.at = LATER
    async with InProcessRoom(folder, games={}, clock=clock) as house:
        yield house


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy_two_days(tmp_path)
    return tmp_path


def as_json(result: object) -> Any:  # noqa: ANN401  as JSON has it
    return msgspec.json.decode(msgspec.json.encode(result, enc_hook=encode_fraction))


def rows(answer: httpx.Response) -> list[dict[str, str]]:
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"].startswith("attachment; ")
    return list(csv.DictReader(io.StringIO(answer.text)))


def without_why(sheets: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    return [{k: v for k, v in item.items() if k != "not_known_why"} for item in sheets]


# Sheets


@pytest.mark.parametrize(
    ("query", "period"),
    [
        (f"day={FIRST}", day_period(FIRST)),
        (f"day={SECOND}", day_period(SECOND)),
        (f"from={FIRST}&to=2026-11-18", period_between(FIRST, "2026-11-18")),
        (f"from={FIRST}T20:00:30", period_between(f"{FIRST}T20:00:30", None)),
        ("", day_period("2026-11-18")),
    ],
)
async def test_report_matches_the_command(query: str, period: Period, folder: Path) -> None:
    async with reopen_two_days(folder) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        answer = await flo.get(f"/api/reports/shift?{query}")
        result = await shift_reports(house.store, period, (), lab_edges())
        assert answer.status_code == 200
        assert without_why(answer.json()) == as_json(result)
        assert {item["not_known_why"] for item in answer.json()} == {""}
        text = await flo.get(f"/api/reports/shift?{query}&format=csv")
        assert text.text == shift_csv(result)
        for part in shift_module.REPORT_LISTS:
            text = await flo.get(f"/api/reports/shift?{query}&format=csv&part={part}")
            assert text.text == shift_csv(result, part)


async def test_report_of_some_tables(folder: Path) -> None:
    async with reopen_two_days(folder) as house:
        ada = await house.sign_in("Ada", AccountRole.AUDITOR)
        path = f"/api/reports/shift?day={FIRST}&tables=stud-235"
        assert [item["table"] for item in (await ada.get(path)).json()] == ["stud-235"]
        both = (await ada.get(f"{path}&tables=run-em-twice&tables=stud-235")).json()
        assert [item["table"] for item in both] == ["stud-235", "run-em-twice"]
        (stud, ret) = both
        assert (stud["drop"], stud["voids"][0]["reason"]) == (400_00, "a card lay face up")
        assert Fraction(ret["theoretical"]) > 0
        voids = rows(await ada.get(f"{path}&format=csv&part=voids"))
        assert [(void["table"], void["approved_by"]) for void in voids] == [("stud-235", "Flo")]


async def test_missing_lab_figures_are_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(count_files, "known_results", lambda _: None)
    monkeypatch.setenv("PITBOSS_CACHE", str(folder / "nothing kept"))
    async with reopen_two_days(folder) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        for item in (await flo.get(f"/api/reports/shift?day={FIRST}")).json():
            assert item["theoretical"] is None
            assert item["not_known"]
            assert "pitboss pit shift --solve" in item["not_known_why"]


ALONE = """
import asyncio, sys
from pathlib import Path
from pitboss.room.people.accounts import AccountRole
from tests.room.http.in_process_room import InProcessRoom

async def main():
    async with InProcessRoom(Path(sys.argv[1]), games={}) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        answer = await flo.get("/api/reports/shift?from=2026-11-16")
        assert answer.status_code == 200 and all(sheet["theoretical"] for sheet in answer.json())

asyncio.run(main())
assert "numba" not in sys.modules
"""


@pytest.mark.slow
def test_server_with_reports_does_not_import_numba(folder: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-c", ALONE, str(folder)], env=PLAIN, capture_output=True, text=True
    )
    assert process.returncode == 0, process.stderr


# Players


async def test_history_matches_the_command(folder: Path) -> None:
    async with reopen_two_days(folder) as house:
        flo, ann = await house.sign_in("Flo", AccountRole.FLOORPERSON), await house.sign_in("Ann")
        for query, period in (("", ALL_TIME), (f"?day={FIRST}", day_period(FIRST))):
            result = await player_history_of(house.store, "Ann", period)
            assert (await flo.get(f"/api/reports/players/ann{query}")).json() == as_json(result)
            assert (await ann.get(f"/api/me/history{query}")).json() == as_json(result)
        result = await player_history_of(house.store, "Ann", ALL_TIME)
        text = await flo.get("/api/reports/players/Ann?format=csv")
        assert (
            text.text == (await ann.get("/api/me/history?format=csv")).text == history_csv(result)
        )
        assert len(rows(text)) == len(result.played) == 8
        assert (await flo.get("/api/me/history")).json()["played"] == []


async def test_history_of_unusual_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names may be such as older versions accepted."""
    monkeypatch.setattr("pitboss.room.people.account_service.check_name", lambda name: name)
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        for name in ("A/B", "?", "100%", "../me"):
            await house.account(name)
            quoted_name = "".join(f"%{item:02X}" for item in name.encode())
            answer = await flo.get(f"/api/reports/players/{quoted_name}")
            assert (answer.status_code, answer.json()["player"]) == (200, name)


async def test_players_see_only_their_own_history(folder: Path) -> None:
    async with reopen_two_days(folder) as house:
        ann, dee = await house.sign_in("Ann"), await house.sign_in("Dee", AccountRole.DEALER)
        for caller in (ann, dee):
            for path in (
                "/api/reports/players/Ann",
                "/api/reports/players/Bob",
                "/api/reports/players/Nobody",
                "/api/reports/shift",
                "/api/reports/pit",
                "/api/reports/staff",
                "/api/reconciliations",
                "/api/tables/stud-235/meters",
            ):
                answer = await caller.get(path)
                assert answer.status_code == 403, path
                assert "has the role" in error_of(answer)
        history = (await ann.get("/api/me/history")).text
        assert '"Ann"' in history
        assert "Bob" not in history


# Meters


async def test_meters_match_the_report(folder: Path) -> None:
    async with reopen_two_days(folder) as house:
        sam = await house.sign_in("Sam", AccountRole.SURVEILLANCE)
        for sheet in await shift_reports(house.store, ALL_TIME):
            answer = await sam.get(f"/api/tables/{sheet.table}/meters")
            assert answer.json() == as_json(sheet.meters)
            assert [item["difference"] for item in answer.json()] == [0] * len(sheet.meters)
        (ret,) = (await sam.get("/api/tables/run-em-twice/meters")).json()
        sums = {name: Fraction(ret[name]) for name in ("seeded", "fed", "corrected", "paid")}
        assert sums["corrected"] == Fraction(100, 3)
        assert Fraction(ret["shows"]) == (
            sums["seeded"] + sums["fed"] + sums["corrected"] - sums["paid"]
        )


# Reconciliation


async def test_prog_4_the_books_of_a_day_are_on_record(folder: Path) -> None:
    async with reopen_two_days(folder) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        for by, day in ((flo, FIRST), (root, SECOND)):
            line_count = len(await house.office())
            answer = await by.post("/api/reconciliations", {"day": day})
            assert answer.status_code == 201
            result = answer.json()
            assert (result["closes"], result["difference"], result["breaks"]) == (True, 0, [])
            assert result["told"] == "the books balance"
            due = as_json(await reconcile_day(house.store, day))
            assert {k: v for k, v in result.items() if k not in ("closes", "told")} == due
            (line,) = (await house.office())[line_count:]
            assert line.event == Reconciled(day, 2, "0")
            assert line.by.name == by.name


async def test_reading_reconciliation_writes_nothing(folder: Path) -> None:
    async with reopen_two_days(folder) as house:
        people = {part: await house.sign_in(f"a {part}", part) for part in READERS}
        line_count = len(await house.office())
        for caller in people.values():
            result = (await caller.get(f"/api/reconciliations?day={FIRST}")).json()
            assert (result["day"], result["closes"]) == (FIRST, True)
            assert (await caller.get("/api/reconciliations")).json()["day"] == "2026-11-18"
        for part in (AccountRole.SURVEILLANCE, AccountRole.AUDITOR):
            answer = await people[part].post("/api/reconciliations", {"day": FIRST})
            assert answer.status_code == 403
        assert len(await house.office()) == line_count


async def test_a_break_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    edit_copy(tmp_path, run_statement(BOB))
    async with reopen_two_days(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        answer = await flo.post("/api/reconciliations", {"day": SECOND})
        assert answer.status_code == 201
        result = answer.json()
        assert (result["closes"], result["difference"]) == (False, 1)
        assert result["told"] == "the books do not balance: 2 discrepancies"
        assert result["breaks"][0]["sentence"].startswith("player:Bob should hold ")
        assert (await house.events())[-1] == Reconciled(SECOND, 2, "1")
        assert "the books of 2026-11-17 do not balance: 2 discrepancies" in caplog.text


# Response schemas


async def test_responses_match_the_schema(folder: Path) -> None:
    """The room has a history, which no generated request would find."""
    described_paths = create_app(None).openapi()["paths"]  # type: ignore[arg-type]
    paths = {
        "/api/reports/shift": f"?from={FIRST}",
        "/api/reports/pit": f"?from={FIRST}",
        "/api/reports/staff": f"?from={FIRST}",
        "/api/reports/players/{name}": "",
        "/api/me/history": "",
        "/api/tables/{table}/meters": "",
        "/api/tables/{table}/submissions": "",
        "/api/reconciliations": f"?day={SECOND}",
    }
    async with reopen_two_days(folder) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        for path, query in paths.items():
            address = path.format(name="Ann", table="run-em-twice")
            result = (await root.get(f"{address}{query}")).json()
            assert result, path
            answer = described_paths[path]["get"]["responses"]["200"]["content"]
            jsonschema_rs.validate(answer["application/json"]["schema"], result)
            with pytest.raises(jsonschema_rs.ValidationError):
                jsonschema_rs.validate(answer["application/json"]["schema"], [{}])


# Requests that cannot be answered


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("shift?day=2026-13-45", 409, "'2026-13-45' is not a date"),
        ("shift?day=yesterday", 422, "day: String should match pattern"),
        ("shift?from=x", 409, "'x' is not a time"),
        ("shift?from=2026-11-17&to=2026-11-16", 409, "must be after the start"),
        ("shift?day=2026-11-16&from=2026-11-16", 409, "give a day or times"),
        ("shift?part=voids", 409, "`part` requires format=csv"),
        ("shift?part=songs&format=csv", 422, "part: String should match pattern"),
        ("shift?format=xml", 422, "format: "),
        ("shift?tables=stud-9", 404, "there is no table 'stud-9'"),
        ("shift?tables=office", 404, "there is no table 'office'"),
        ("players/Nobody", 404, "there is no account with this name"),
        ("players/Ann?day=2026-02-30", 409, "is not a date"),
    ],
)
async def test_invalid_requests_have_an_error_message(
    path: str, status: int, sentence: str, folder: Path
) -> None:
    async with reopen_two_days(folder) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        answer = await flo.get(f"/api/reports/{path}")
        assert answer.status_code == status
        assert sentence in error_of(answer)


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        ({"day": "2026-02-30"}, 409, "'2026-02-30' is not a date"),
        ({"day": "2026-11-19"}, 409, "2026-11-19 is in the future: choose today or an earlier day"),
        ({"day": "today"}, 422, "day: "),
        ({}, 422, "day: "),
        ({"day": FIRST, "difference": "0"}, 422, "difference: "),
    ],
)
async def test_invalid_day_is_not_reconciled(
    body: dict[str, str], status: int, sentence: str, folder: Path
) -> None:
    async with reopen_two_days(folder) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        answer = await flo.post("/api/reconciliations", body)
        assert answer.status_code == status
        assert sentence in error_of(answer)
        assert not any(isinstance(item, Reconciled) for item in await house.events())


async def test_unreadable_log_is_reported(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        edit = (
            "DROP TRIGGER entries_update",
            "UPDATE entries SET line = CAST('{}' AS BLOB) WHERE stream = 'felt' AND version = 2",
        )
        for statement in edit:
            house.store._write_connection.execute(statement)  # type: ignore[attr-defined]
        answer = await flo.get("/api/reports/shift")
        assert answer.status_code == 503
        assert "felt, line 2 is not a table event" in error_of(answer)


# Concurrency


class BlockedReports:
    """Reports that are not built until the test lets them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self.start_event = threading.Event(), threading.Event()
        self.at_once = self.most = 0
        honest = shift_report

        def waiting(*arguments: Any) -> Any:  # noqa: ANN401
            self.at_once += 1
            self.most = max(self.most, self.at_once)
            self.start_event.set()
            assert self.go.wait(20)
            self.at_once -= 1
            return honest(*arguments)

        monkeypatch.setattr(made, "shift_report", waiting)

    async def wait_for_start(self) -> None:
        assert await asyncio.to_thread(self.start_event.wait, 20)


async def test_table_does_not_wait_for_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = BlockedReports(monkeypatch)
    async with InProcessRoom(tmp_path) as house:
        flo, ann = await house.sign_in("Flo", AccountRole.FLOORPERSON), await house.sign_in("Ann")
        report = asyncio.create_task(flo.get("/api/reports/shift"))
        await reports.wait_for_start()
        assert (await ann.execute(c.TakeSeat(1))).status_code == 200
        assert (await ann.execute(c.BuyIn(100))).status_code == 200
        assert not report.done()
        with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as db:  # SEC-8: nor does the log
            busy, pages, moved_pages = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            assert (busy, moved_pages) == (0, pages)
        reports.go.set()
        sheet = (await report).json()[0]
        assert sheet["drop"] == 0, "as it was when it was asked for"


async def test_reports_run_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reports = BlockedReports(monkeypatch)
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        request = [
            asyncio.create_task(flo.get("/api/reports/shift"))
            for _ in range(dependencies.MAX_WAITING)
        ]
        await reports.wait_for_start()
        while house.app.state.turns.waiting < dependencies.MAX_WAITING:
            await asyncio.sleep(0.01)
        late = await flo.get("/api/reports/shift")
        assert late.status_code == 429
        assert "too many reports" in error_of(late)
        ann = await house.sign_in("Ann")
        assert (await ann.get("/api/me/history")).status_code == 429
        reports.go.set()
        assert {item.status_code for item in await asyncio.gather(*request)} == {200}
        assert reports.most == 1
        assert (await flo.get("/api/reports/shift")).status_code == 200
        assert (await ann.get("/api/me/history")).status_code == 200


async def test_players_cannot_fill_the_report_queue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = BlockedReports(monkeypatch)
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        first = asyncio.create_task(flo.get("/api/reports/shift"))
        await reports.wait_for_start()
        players = [await house.sign_in(f"Ann {n}") for n in range(5)]
        request = [asyncio.create_task(player.get("/api/me/history")) for player in players]
        refused, _ = await asyncio.wait(request, return_when=asyncio.FIRST_COMPLETED)
        while len(refused) < len(players) - dependencies.MAX_WAITING_WITH_PLAYERS + 1:
            refused = {item for item in request if item.done()}
            await asyncio.sleep(0.01)
        assert {item.result().status_code for item in refused} == {429}
        waits = next(who for who, item in zip(players, request, strict=True) if not item.done())
        again = await waits.get("/api/me/history")
        words = "your previous report is still being built: wait until it is complete"
        assert (again.status_code, error_of(again)) == (429, words)
        more = asyncio.create_task(flo.get("/api/reports/shift"))
        reports.go.set()
        assert {(await item).status_code for item in (first, more)} == {200}
        answers = Counter(item.status_code for item in await asyncio.gather(*request))
        let_in = dependencies.MAX_WAITING_WITH_PLAYERS - 1  # besides the report in progress
        assert answers == {200: let_in, 429: len(players) - let_in}


async def test_sec_8_a_player_has_to_wait_between_reports() -> None:
    """The pause is four times as long as the report took, so nobody keeps the room busy."""
    clock = [100.0]
    queue = dependencies.LongWorkQueue(lambda: clock[0])
    ann, flo = Account("Ann", AccountRole.PLAYER, ""), Account("Flo", AccountRole.FLOORPERSON, "")
    for who in (ann, flo):
        async with queue.wait_turn(who):
            clock[0] += 3
    clock[0] += 5  # Ann's last report took 3 s and ended 8 s ago.
    with pytest.raises(
        RequestDenied, match="you requested a report a moment ago: try again in 4 seconds"
    ):
        async with queue.wait_turn(ann):
            raise AssertionError("she was let in")
    async with queue.wait_turn(flo):
        pass
    clock[0] += 4
    async with queue.wait_turn(ann):
        pass


# Secrecy


@pytest.mark.slow
async def test_sec_1_no_report_shows_anything_of_an_open_round(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "httpx")
    async with staffed_table(tmp_path, THB) as table:
        search = Search(table, caplog, 1)
        request_count, is_closed = 0, False
        async for _ in table.round():
            number, is_closed = table.current_round.number, bool(table.current_round.seed)
            for name in ("Ann", "Flo", "Ada", "Dee"):
                caller: Caller = table.guests[name].caller
                for path in (
                    "/api/reports/shift",
                    f"/api/reports/shift?format=csv&tables={TABLE}",
                    "/api/reports/pit",
                    "/api/reports/staff",
                    "/api/reports/staff?format=csv&part=acts",
                    "/api/reports/books?format=html",
                    "/api/reports/players/Ann",
                    "/api/reports/players/Bob?format=csv",
                    "/api/me/history",
                    "/api/reconciliations",
                    f"/api/tables/{TABLE}/meters",
                    f"/api/tables/{TABLE}/submissions",
                ):
                    answer = await caller.get(path)
                    assert answer.status_code in (200, 403)
                    search.check(path, answer.content, set())
                    request_count += answer.status_code == 200
            rounds = (await table.guests["Ann"].caller.get("/api/me/history")).json()["played"]
            assert [item["round"] for item in rounds] == ([number] if is_closed else [])
        assert is_closed
        assert request_count > 200
