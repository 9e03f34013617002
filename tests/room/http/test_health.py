"""Health, readiness and metrics of the room."""

from pathlib import Path

import pytest

from pitboss.room.http import dependencies
from pitboss.room.people.accounts import AccountRole
from pitboss.room.store.interface import StoreUnavailable
from pitboss.table import commands as c
from tests.room.http.asgi_socket import SocketClosed
from tests.room.http.in_process_room import TABLE, InProcessRoom, error_of


async def test_health_and_readiness(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        for path in ("/health", "/ready"):
            answer = await house.caller().get(path)
            assert answer.json() == {
                "status": "ok", "error": "", "tables": 1, "stopped": {}, "failures": []
            }  # fmt: skip


async def test_unwritable_store_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with InProcessRoom(tmp_path) as house:

        async def full() -> None:
            raise StoreUnavailable("the disk is full")

        monkeypatch.setattr(house.store, "check_writable", full)
        alive = await house.caller().get("/health")
        assert (alive.status_code, alive.json()["status"]) == (200, "failing")
        answer = await house.caller().get("/ready")
        assert (answer.status_code, error_of(answer)) == (503, "the disk is full")
        monkeypatch.undo()
        assert (await house.caller().get("/health")).json()["status"] == "ok"


async def test_stopped_table_is_named(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        house.actor().stop_reason = "the table has stopped: the log is damaged"
        body = (await house.caller().get("/health")).json()
        assert body["status"] == "degraded"
        assert body["stopped"] == {TABLE: "the table has stopped: the log is damaged"}
        ann = await house.sign_in("Ann")
        answer = await ann.execute(c.TakeSeat(1))
        assert (answer.status_code, error_of(answer)) == (503, house.actor().stop_reason)


async def test_loading_table_is_unavailable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table must never be shown as if nothing had happened there yet."""
    monkeypatch.setattr(dependencies, "LOAD_TIMEOUT", 0.05)
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        house.actor().ready.clear()
        for answer in (await ann.get(f"/api/tables/{TABLE}"), await ann.execute(c.TakeSeat(1))):
            assert (answer.status_code, error_of(answer)) == (503, dependencies.TABLE_LOADING)
        assert (await ann.get("/ready")).status_code == 503
        assert (await ann.get("/api/tables")).json()[0]["stopped"] == dependencies.TABLE_LOADING
        with pytest.raises(SocketClosed) as error:
            await ann.socket().open()
        assert error.value.code == 4503
        house.actor().ready.set()
        assert (await ann.execute(c.TakeSeat(1))).status_code == 200


async def test_metrics_are_anonymous(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann Unmistakable")
        await ann.execute(c.TakeSeat(1))
        await ann.request("BREW", "/api/tables")
        await ann.request("MAKEUP", "/api/tables")
        async with ann.socket() as socket:
            await socket.frame()
            flo = await house.sign_in("Flo Unmistakable", AccountRole.FLOORPERSON)
            metrics = (await flo.get("/metrics")).text
        assert "pitboss_seated 1.0" in metrics
        assert "pitboss_watching 1.0" in metrics
        assert 'method="other",status="4xx"' in metrics
        for word in ("Unmistakable", TABLE, "BREW", "MAKEUP", ann.token):
            assert word not in metrics


async def test_metrics_show_how_long_commands_and_commits_take(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        here = house.caller(address="127.0.0.1")
        before = _histogram_counts((await here.get("/metrics")).text)
        await ann.execute(c.TakeSeat(1))
        after = _histogram_counts((await here.get("/metrics")).text)
        growth = {name: after[name] - before[name] for name in after}
        assert growth["pitboss_command_seconds"] == growth["pitboss_inbox_requests"] == 1
        assert growth["pitboss_commit_seconds"] == growth["pitboss_commit_jobs"] >= 1
        assert "pitboss_loop_lag_seconds" in growth


def _histogram_counts(metrics: str) -> dict[str, float]:
    lines = [line.split() for line in metrics.splitlines() if not line.startswith("#")]
    return {
        name.removesuffix("_count"): float(value)
        for name, value in lines
        if name.endswith("_count")
    }


async def test_metrics_require_permission(tmp_path: Path) -> None:
    """They need a session with permission or a local connection that is not from a proxy."""
    async with InProcessRoom(tmp_path) as house:
        may = {
            AccountRole.ADMINISTRATOR,
            AccountRole.FLOORPERSON,
            AccountRole.SURVEILLANCE,
            AccountRole.AUDITOR,
        }
        for part, caller in (await house.everybody()).items():
            assert (await caller.get("/metrics")).status_code == (200 if part in may else 403)
        assert (await house.caller().get("/metrics")).status_code == 401
        here = house.caller(address="127.0.0.1")
        assert (await here.get("/metrics")).status_code == 200
        through = await here.request("GET", "/metrics", headers={"X-Forwarded-For": "10.0.0.9"})
        assert through.status_code == 401


async def test_pages_for_people(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, games={"felt": "stud-235"}) as house:
        front = await house.caller().get("/")
        assert front.status_code == 200
        assert "Felt" in front.text
        api = (await house.caller().get("/api")).text
        assert "/api/tables/{table}/commands" in api
