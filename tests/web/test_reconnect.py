"""A lost connection: the page says so, reconnects, and nothing is lost or repeated."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.games import GAMES
from tests.web.browser_visits import OFFLINE, Visits
from tests.web.cuttable_proxy import Wire
from tests.web.page_room import PageRoom
from tests.web.players import Player

LOST = "Connection lost."
CCP = "criss-cross"
PATIENCE = 60.0


@pytest.fixture
def wire(room: PageRoom) -> Iterator[Wire]:
    with Wire(room.address) as result:
        yield result


def test_connection_lost_in_mid_round(visits: Visits, room: PageRoom, wire: Wire) -> None:
    """A decision made while offline is executed after reconnecting, exactly once."""
    visits.expect_errors(OFFLINE)
    visits.address = wire.address
    player = Player(visits, room, room.create_table("cut", CCP))
    player.starts()
    player.wagers()
    expect(player.page.locator(".decision").first).to_be_visible()
    before = cards(player.page)
    wire.cut()
    expect(player.page.locator(".banner")).to_contain_text(LOST)
    assert cards(player.page) == before
    player.decide("2x")
    wire.mend()
    expect(player.page.locator(".banner")).to_have_count(0)
    expect(player.prompt).to_contain_text("Down")
    round_ = room.actor(player.table).committed_state.round
    assert round_
    assert [*round_.decisions[3]] == ["2x"]
    wire.cut()
    expect(player.page.locator(".banner")).to_be_visible()
    wire.mend()
    expect(player.page.locator(".banner")).to_have_count(0)
    assert player.answers() == len(GAMES[CCP].streets) - 1
    results = player.finished_round().seats[3].results
    assert sum(item.stake for item in results.values()) > 0
    expect(player.prompt).to_contain_text("This round")


def test_placed_chips_stay_after_reconnecting(visits: Visits, room: PageRoom, wire: Wire) -> None:
    visits.expect_errors(OFFLINE)
    visits.address = wire.address
    player = Player(visits, room, room.create_table("kept", CCP))
    player.starts()
    player.put(player.required)
    wire.cut()
    expect(player.page.locator(".banner")).to_contain_text(LOST)
    wire.mend()
    expect(player.page.locator(".banner")).to_have_count(0)
    expect(player.page.locator(".spot pb-chip")).to_have_count(2)
    player.bet()
    assert player.answers() == len(GAMES[CCP].streets)


def test_round_that_ended_while_offline_is_shown(
    visits: Visits, room: PageRoom, wire: Wire
) -> None:
    """Another tab played it to its end while this one was offline."""
    visits.expect_errors(OFFLINE)
    visits.address = wire.address
    token = room.sign_in("Eve")
    cut = Player(visits, room, room.create_table("away", CCP), token)
    cut.starts()
    cut.wagers()
    expect(cut.page.locator(".decision").first).to_be_visible()
    wire.cut()
    expect(cut.page.locator(".banner")).to_be_visible()
    visits.address = room.address
    other = Player(visits, room, cut.table, token)
    other.open_table()
    other.answers()
    wire.mend()
    expect(cut.page.locator(".banner")).to_have_count(0)
    expect(cut.prompt).not_to_contain_text("Your turn")


def test_silent_connection_is_detected(visits: Visits, room: PageRoom, wire: Wire) -> None:
    """No error is reported: within five seconds the page notices, and the room knows."""
    visits.expect_errors(OFFLINE)
    visits.address = wire.address
    player = Player(visits, room, room.create_table("hushed", CCP))
    player.starts()
    player.wagers()
    expect(player.page.locator(".decision").first).to_be_visible()
    hub = room.room.hub(player.table)
    assert len(hub.watchers) == 1
    wire.hush()
    start = time.monotonic()
    banner = player.page.locator(".banner")
    expect(banner).to_contain_text(LOST, timeout=5500)
    assert time.monotonic() - start < 5.5  # five, plus the time that a browser needs to show it
    expect(banner).to_contain_text(re.compile(r"clock is still running: about 5\d s left"))
    while hub.watchers:
        assert time.monotonic() - start < 6
        player.page.wait_for_timeout(50)
    left = room.actor(player.table).countdown()
    assert left is not None
    seconds_left = int(re.findall(r"about (\d+) s", banner.inner_text())[0])
    assert abs(seconds_left - left[1]) < 2
    wire.mend()
    expect(banner).to_have_count(0)
    assert player.answers() == len(GAMES[CCP].streets)


class Server:
    """The program itself, as `./pitboss` starts it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        progress = ["--port", str(self.port), "--data", str(self._folder / "data")]
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "pitboss",
                "serve",
                *progress,
                "--key",
                str(self._folder / "key"),
            ],
            stderr=subprocess.DEVNULL,
            env=dict(os.environ, PYTHONUNBUFFERED="1"),
        )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with suppress(urllib.error.URLError, ConnectionError):
                urllib.request.urlopen(f"{self.address}/ready").close()  # noqa: S310
                return
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    result = Server(tmp_path)
    yield result
    result.kill()


@pytest.mark.slow
def test_server_is_killed_and_restarted(visits: Visits, room: PageRoom, server: Server) -> None:
    """It is killed mid-round: the cards stay the same, and the round goes on."""
    visits.expect_errors(OFFLINE)
    visits.address = server.address
    player = Player(visits, room, CCP)
    player.starts()
    player.wagers()
    expect(player.page.locator(".decision").first).to_be_visible()
    hand, purse = cards(player.page), player.page.locator(".purse").inner_text()
    server.kill()
    expect(player.page.locator(".banner")).to_contain_text(LOST)
    server.start()
    expect(player.page.locator(".banner")).to_have_count(0)
    assert cards(player.page) == hand
    assert player.page.locator(".purse").inner_text() == purse
    expect(player.prompt).to_contain_text("Across")
    assert player.answers() == len(GAMES[CCP].streets)
    expect(player.prompt).to_contain_text(re.compile(r"This round: [+−]?\$\d"))


def cards(page: Page) -> list[str | None]:
    return [item.get_attribute("aria-label") for item in page.locator(".hand [role=img]").all()]
