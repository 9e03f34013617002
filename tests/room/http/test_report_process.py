"""Reports of an open room are built in another process: limits, faults, secrets."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest
import uvicorn

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.room.http.connections import Connection
from pitboss.room.people.accounts import AccountRole
from pitboss.room.report_service import service
from pitboss.room.report_service.report_requests import ReconciliationRequest
from pitboss.room.report_service.service import REPORT_LOST, ReportService
from pitboss.room.store.sqlite import SqliteStore
from pitboss.verify import verify
from tests.room.http.in_process_room import Caller, InProcessRoom, ManualClock, error_of
from tests.room.http.test_reports_routes import LATER
from tests.room.labs.test_lab_process import is_dead
from tests.room.reports.two_day_room import FIRST, copy_two_days
from tests.room.test_audit import edit_copy

RECONCILE: Final = f"/api/reconciliations?day={FIRST}"
SECRETS: Final = {
    "PITBOSS_KEY": "/srv/keys/room",
    "PITBOSS_DATABASE": "postgresql://pit:a-secret@db/room",
    "PGPASSWORD": "a-secret",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy_two_days(tmp_path)
    return tmp_path


@asynccontextmanager
async def two_days_with_process(folder: Path) -> AsyncIterator[InProcessRoom]:
    """Run a room with two days of play, whose reports are built by another process."""
    clock = ManualClock()
    clock.at = LATER
    async with InProcessRoom(folder, games={}, clock=clock, reports_in_thread=False) as house:
        yield house


@asynccontextmanager
async def with_script(
    folder: Path, word: str, seconds: float = 60
) -> AsyncIterator[tuple[InProcessRoom, Caller]]:
    """Run the same room with a report process that misbehaves once."""
    async with two_days_with_process(folder) as house:
        script = (sys.executable, str(Path(__file__).parent / "scripted_reports.py"))
        command = (*script, word, str(folder / "misbehaved"))
        house.room.reports = ReportService(house.store, seconds, command=command)
        yield house, await house.sign_in("Flo", AccountRole.FLOORPERSON)


async def wait_for_start(house: InProcessRoom) -> int:
    """Wait until the process misbehaves; return its id."""
    while not (house.folder / "misbehaved").exists():
        await asyncio.sleep(0.01)
    pid = house.room.reports.pid
    assert pid is not None
    return pid


async def wait_for_end(pid: int) -> None:
    while not is_dead(pid):
        await asyncio.sleep(0.01)


async def test_a_process_builds_the_same_reports(folder: Path) -> None:
    paths = [
        f"/api/reports/shift?from={FIRST}",
        f"/api/reports/shift?day={FIRST}&tables=stud-235&format=csv&part=voids",
        "/api/reports/players/Ann",
        "/api/reports/players/Ann?format=csv&limit=5",
        RECONCILE,
        "/api/tables/stud-235/rounds/2/export",
        "/api/reports/shift?tables=stud-235&format=csv&from=2026-11-17",
    ]
    async with two_days_with_process(folder) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        assert house.room.reports.pid is None, "it starts with the first report"
        responses = [await flo.get(path) for path in paths]
        pid = house.room.reports.pid
        house.room.reports = ReportService(house.store, 60, in_thread=True)
        for path, answer in zip(paths, responses, strict=True):
            in_thread = await flo.get(path)
            assert answer.status_code == 200, path
            assert answer.content == in_thread.content
            assert answer.headers == in_thread.headers
        assert verify(responses[5].content.splitlines(keepends=True)).rounds == 1
        assert 'rel="next"' in responses[3].headers["link"]
        post = await flo.post("/api/reconciliations", {"day": FIRST})
        assert post.content == responses[4].content
        assert pid is not None


async def test_sec_1_the_process_knows_no_secret(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has neither the seed key nor any password, and none of the room's sockets and files."""
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    with socket.create_server(("127.0.0.1", 0)) as listener, (folder / "a key").open("wb") as key:
        listener.set_inheritable(True)
        os.set_inheritable(key.fileno(), True)
        async with two_days_with_process(folder) as house:
            flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
            assert (await flo.get(RECONCILE)).status_code == 200
            process = Path(f"/proc/{house.room.reports.pid}")
            environment = process.joinpath("environ").read_bytes()
            assert b"PITBOSS_CACHE=" in environment
            for name, value in SECRETS.items():
                assert name.encode() not in environment
                assert value.encode() not in environment + process.joinpath("cmdline").read_bytes()
            own_files = {
                Path(f"/proc/self/fd/{item.fileno()}").readlink() for item in (listener, key)
            }
            assert len(own_files) == 2
            open_files = {file.readlink() for file in process.joinpath("fd").iterdir()}
            assert not own_files & open_files
            assert not [name for name in open_files if "room.db" in str(name)], (
                "closed after a report"
            )


async def test_a_report_that_ignores_its_limit_is_killed(folder: Path) -> None:
    async with with_script(folder, "ignore limit", seconds=2) as (house, flo):
        request = asyncio.create_task(flo.get(RECONCILE))
        pid = await wait_for_start(house)
        answer = await request
        assert answer.status_code == 409
        assert error_of(answer) == (
            "this report took longer than 2 seconds and was canceled: "
            "run `pitboss reconcile` on the server instead"
        )
        await wait_for_end(pid)
        house.room.reports._seconds = 60
        assert (await flo.get(RECONCILE)).json()["closes"]
        assert house.room.reports.pid != pid


@pytest.mark.parametrize("word", ["die", "fail"])
async def test_a_process_that_dies_is_replaced(
    word: str, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with with_script(folder, word) as (_, flo):
        answer = await flo.get(RECONCILE)
        if word == "die":
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
            assert answer.json() == {"error": REPORT_LOST, "code": "try_again"}
        else:
            assert answer.status_code == 500
            assert answer.json() == {"error": "something went wrong on the server: try again later"}
            assert "ZeroDivisionError in " in caplog.text
        assert "Ah Kd" not in caplog.text
        assert (await flo.get(RECONCILE)).json()["closes"]


async def test_a_process_that_died_between_two_reports_is_replaced(folder: Path) -> None:
    async with two_days_with_process(folder) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        assert (await flo.get(RECONCILE)).status_code == 200
        pid = house.room.reports.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        while house.room.reports.pid is not None:
            await asyncio.sleep(0.01)
        assert (await flo.get(RECONCILE)).status_code == 200
        assert house.room.reports.pid not in (None, pid)


async def test_a_process_without_work_ends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But it does not end while it builds a report, even if the previous one was long ago."""
    async with two_days_with_process(folder) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        assert (await flo.get(RECONCILE)).status_code == 200
        pid = house.room.reports.pid
        assert pid is not None
        monkeypatch.setattr(service, "IDLE_SECONDS", 0.3)
        assert (await flo.get(RECONCILE)).status_code == 200
        assert house.room.reports.pid == pid
        await wait_for_end(pid)
        assert house.room.reports.pid is None
        assert (await flo.get(RECONCILE)).status_code == 200


async def test_a_client_that_disconnects_cancels_its_report(folder: Path) -> None:
    """Over a real connection; the next report does not have to wait for it."""
    async with with_script(folder, "ignore limit") as (house, flo):
        config = uvicorn.Config(house.app, log_config=None, lifespan="off", http=Connection)
        server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        with socket.create_server(("127.0.0.1", 0)) as listener:
            serving = asyncio.create_task(server.serve([listener]))
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            head = f"GET {RECONCILE} HTTP/1.1\r\nHost: room.test\r\n"
            writer.write(f"{head}Authorization: Bearer {flo.token}\r\n\r\n".encode())
            pid = await wait_for_start(house)
            second = asyncio.create_task(flo.get(RECONCILE))
            while house.app.state.turns.waiting < 2:
                await asyncio.sleep(0.01)
            writer.close()
            await wait_for_end(pid)
            assert (await second).json()["closes"]
            assert house.app.state.turns.waiting == 0
            with suppress(ConnectionError):
                assert await reader.read() == b""
            server.should_exit = True
            await serving


async def test_a_client_that_disconnects_gives_up_its_turn(folder: Path) -> None:
    """The request was waiting behind another report."""
    async with with_script(folder, "ignore limit") as (house, flo):
        first = asyncio.create_task(flo.get(RECONCILE))
        pid = await wait_for_start(house)
        is_gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await is_gone.wait()
            return {"type": "http.disconnect"}

        async def send(_: object) -> None:
            """Send nothing, since the client is gone."""

        headers = [(b"host", b"room.test"), (b"authorization", f"Bearer {flo.token}".encode())]
        scope = {
            "type": "http", "method": "GET", "path": "/api/reports/shift", "raw_path": b"",
            "query_string": b"", "headers": headers, "client": ("10.0.0.1", 5),
            "server": ("10.0.0.1", 80), "scheme": "http", "http_version": "1.1", "root_path": "",
        }  # fmt: skip
        second = asyncio.create_task(house.app(scope, receive, send))
        while house.app.state.turns.waiting < 2:
            await asyncio.sleep(0.01)
        is_gone.set()
        with suppress(Exception):
            await second
        assert house.app.state.turns.waiting == 1
        assert not is_dead(pid)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        await wait_for_end(pid)


async def test_a_room_that_closes_ends_its_process(folder: Path) -> None:
    async with with_script(folder, "ignore limit") as (house, _):
        report = asyncio.create_task(house.room.reports.build(ReconciliationRequest(FIRST)))
        pid = await wait_for_start(house)
        await house.room.reports.close()
        assert is_dead(pid)
        for item in (report, house.room.reports.build(ReconciliationRequest(FIRST))):
            with pytest.raises(Failed, match="the room is closing"):
                await item


async def test_damaged_lines_are_reported_by_the_process(folder: Path) -> None:
    def edit(db: Any) -> None:  # noqa: ANN401
        db.execute(
            "UPDATE entries SET line = CAST('{}' AS BLOB) WHERE stream = 'stud-235' AND version = 9"
        )

    edit_copy(folder, edit)
    async with two_days_with_process(folder) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        answer = await flo.get(RECONCILE)
        assert answer.status_code == 503
        assert "stud-235, line 9 is not a table event" in error_of(answer)


# Guests


@asynccontextmanager
async def with_guest(folder: Path, items: int) -> AsyncIterator[tuple[InProcessRoom, Caller]]:
    """Run a room with a guest who bought in and cashed out many times."""
    async with InProcessRoom(folder) as house:
        account, token = await house.room.account_service.sign_up("Gus")
        assert account.guest
        record = b'{"at":"%s","table":"felt","what":"buy-in","cents":100,"line":%d}'
        db = house.store._write_connection  # type: ignore[attr-defined]
        for number in range(items):
            at = f"2026-11-16T20:{number // 60:02}:{number % 60:02}Z"
            db.execute(
                "INSERT INTO history VALUES (?, ?, 'felt', ?, 'exchange', ?)",
                (account.key, at, number + 1, record % (at.encode(), number + 1)),
            )
        yield house, house.caller(token, account.name)


async def test_sec_8_a_guest_who_requests_everything_gets_a_page(tmp_path: Path) -> None:
    async with with_guest(tmp_path, 450) as (house, guest):
        pages, query = [], ""
        while True:
            answer = await guest.get(f"/api/me/history{query}")
            assert answer.status_code == 200
            pages.append(answer.json())
            if not (next_page := pages[-1]["next"]):
                assert "link" not in answer.headers
                break
            query = f"?after={quote(next_page, safe='')}"
            assert answer.headers["link"] == f'<{query}>; rel="next"'
        assert [len(page["exchanges"]) for page in pages] == [200, 200, 50]
        assert [page["bought_in"] for page in pages] == [200_00, 200_00, 50_00]
        lines = [item["line"] for page in pages for item in page["exchanges"]]
        assert lines == list(range(1, 451))
        more = await guest.get("/api/me/history?limit=201")
        assert more.status_code == 409
        assert "a guest gets at most 200 items at a time" in error_of(more)
        assert len((await guest.get("/api/me/history?limit=7")).json()["exchanges"]) == 7
        for place in ("yesterday", "1,%00,1", "1,felt,x", "1,felt,1,1", "%ED%A0%80,felt,1"):
            answer = await guest.get(f"/api/me/history?after={place}")
            assert (answer.status_code, "is not the start of a page" in error_of(answer)) == (
                409,
                True,
            )
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        everything = (await flo.get(f"/api/reports/players/{guest.name}")).json()
        assert len(everything["exchanges"]) == 450
        assert everything["next"] == ""


async def test_sec_8_a_guest_who_sends_many_requests_has_to_wait(tmp_path: Path) -> None:
    async with with_guest(tmp_path, 1) as (house, guest):
        for _ in range(10):
            assert (await guest.get("/api/me/history")).status_code == 200
        often = await guest.get("/api/me/history")
        assert often.status_code == 429
        assert error_of(often) == (
            "guests may request 10 reports, and then one every 10 seconds: wait a moment, or "
            "create an account"
        )
        ann = await house.sign_in("Ann")
        for _ in range(12):
            assert (await ann.get("/api/me/history")).status_code == 200


async def test_limit_is_raised_at_the_next_read(folder: Path) -> None:
    """The thread raises the error at its next read."""
    store = SqliteStore(folder / "room.db")
    reports = ReportService(store, 0, in_thread=True)
    with pytest.raises(Refused, match="took longer than 0 seconds"):
        await reports.build(ReconciliationRequest(FIRST))
    await store.close()
