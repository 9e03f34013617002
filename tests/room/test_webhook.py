"""Alerts are posted once to a receiver on loopback, signed, and repeated if it fails."""

import asyncio
import hmac
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.errors import Refused
from pitboss.room import webhook
from pitboss.room.webhook import SIGNATURE_HEADER, AlertMessage, Webhook, check_webhook
from pitboss.table.decks import deck_expires_at
from pitboss.table.state import require_rules
from tests.room.http.in_process_room import InProcessRoom, ManualClock
from tests.room.test_secrecy import faces


class Receiver:
    """A receiver that answers with these statuses in turn, and then with 200."""

    def __init__(self, *statuses: int) -> None:
        self.statuses, self.messages = [*statuses], list[tuple[bytes, str]]()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.messages.append((body, self.headers[SIGNATURE_HEADER]))
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else 200)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:  # noqa: ANN401
                """Print nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/alerts"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    result = Receiver(503, 302)
    yield result
    result.server.shutdown()
    result.server.server_close()


class Time:
    """Seconds that pass only where a test adds some."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def let_deck_expire(house: InProcessRoom) -> None:
    """Move the clock to the time from which the deck of the table is too old."""
    state, clock = house.actor().committed_state, house.room.clock
    assert isinstance(clock, ManualClock)
    end = deck_expires_at(require_rules(state), state.day.decks[1])
    clock.forward(seconds=end - clock.at.timestamp())


async def test_an_alert_is_signed_and_repeated_until_it_is_accepted(
    tmp_path: Path, receiver: Receiver
) -> None:
    async with InProcessRoom(tmp_path, automation=("decks", "shuffle", "tray")) as house:
        time = Time()
        hook = Webhook(house.room, receiver.url)
        hook.collect(time())
        await hook.send_due(time)
        assert receiver.messages == []
        let_deck_expire(house)
        for _ in range(40):  # 40 looks, 2 seconds apart
            hook.collect(time())
            await hook.send_due(time)
            time.now += 2
        assert len(receiver.messages) == 3, "two were not accepted, and then it is sent no more"
        body, signature = receiver.messages[0]
        assert {item[0] for item in receiver.messages} == {body}
        key = house.room.webhook_key.encode()
        assert signature == "sha256=" + hmac.new(key, body, "sha256").hexdigest()
        message = msgspec.json.decode(body, type=AlertMessage)
        assert (message.table, message.kind) == ("felt", "deck")
        assert "too old" in message.text
        assert not faces(body)


async def test_a_receiver_that_is_gone_delays_nothing_and_is_given_up(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, automation=("decks", "shuffle", "tray")) as house:
        time, tries = Time(), 0

        def fail(*_: object) -> int:
            nonlocal tries
            tries += 1
            return 0

        hook = Webhook(house.room, "https://gone.example/x", post=fail)
        let_deck_expire(house)
        for _ in range(5_000):
            hook.collect(time())
            await hook.send_due(time)
            time.now += 2
        assert tries == webhook.MAX_TRIES


async def test_it_stops_when_it_is_canceled(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        task = asyncio.create_task(Webhook(house.room, "https://a.example").run())
        await asyncio.sleep(0)
        await webhook.stop(task)
        await webhook.stop(None)
        assert task.done()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("http://example.com/x", "https://"),
        ("ftp://example.com/x", "https://"),
        ("example.com", "https://"),
        ("https://user:word@example.com", "password"),
    ],
)
def test_only_https_addresses_without_a_password_are_accepted(url: str, sentence: str) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        check_webhook(url)


def test_loopback_is_accepted_without_tls() -> None:
    for url in ("http://127.0.0.1:9/x", "http://[::1]:9/x", "http://localhost/x"):
        assert check_webhook(url) == url
