"""Alerts of the floor, posted to an address that the operator has set.

Each alert is one HTTPS POST of a small JSON object, signed with a key that is derived from the
room's. It is repeated with growing pauses until the receiver accepts it, the alert is over, or it
has been tried often enough. Requests run in a thread, so that a slow receiver delays no table.
"""

import asyncio
import hmac
import logging
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from typing import Final
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
from msgspec import Struct

from pitboss.errors import Refused, short_repr
from pitboss.room.floor_feed import FloorAlert, FloorFeed
from pitboss.room.room import Room
from pitboss.table.table import utc_text

log: Final = logging.getLogger("pitboss.webhook")
POLL_INTERVAL: Final = 2.0
"""Seconds between two looks for new alerts."""
FIRST_PAUSE: Final = 2.0
"""Seconds before an alert is sent again; each pause is twice as long as the one before."""
LONGEST_PAUSE: Final = 300.0
MAX_TRIES: Final = 12
TIMEOUT: Final = 10.0
"""Seconds that the receiver has to answer."""
SIGNATURE_HEADER: Final = "Pitboss-Signature"
Post = Callable[[str, bytes, dict[str, str]], int]


class AlertMessage(Struct, frozen=True, kw_only=True):
    """What is posted for an alert."""

    id: str
    """Names the alert; it stays the same if the message is repeated."""
    room: str
    at: str
    """When the alert was noticed, in UTC."""
    table: str
    title: str
    kind: str
    text: str
    clause: str


def check_webhook(url: str) -> str:
    """Return a valid address for alerts; refuse others."""
    parts = urlsplit(url)
    if not parts.hostname or parts.scheme not in ("https", "http"):
        raise Refused(f"webhook is {short_repr(url)}, but must be an address with https://")
    if parts.scheme == "http" and not _is_loopback(parts.hostname):
        raise Refused("webhook must start with https://, because alerts leave this machine")
    if parts.username or parts.password:
        raise Refused("webhook may not contain a password")
    return url


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def sign(key: str, body: bytes) -> str:
    """Return the signature of a message, as its header has it."""
    return "sha256=" + hmac.new(key.encode(), body, "sha256").hexdigest()


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Follow no redirect: it could lead elsewhere."""


def _post(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Send a message; return the status of the response, or 0 if there was none."""
    request = Request(url, body, headers, method="POST")  # noqa: S310  checked by `check_webhook`
    try:
        with build_opener(_NoRedirects).open(request, timeout=TIMEOUT) as response:
            return int(response.status)
    except (URLError, OSError, ValueError) as error:
        return int(getattr(error, "code", 0) or 0)


class _Outgoing(Struct):
    """A message that the receiver has not accepted yet."""

    body: bytes
    due: float
    pause: float = FIRST_PAUSE
    tries: int = 0


class Webhook:
    """Posts each alert once, as long as it runs."""

    def __init__(self, room: Room, url: str, *, post: Post = _post) -> None:
        self._room, self._url, self._post = room, check_webhook(url), post
        self._feed = FloorFeed(room)
        self._outgoing: dict[str, _Outgoing] = {}
        self._current: set[str] = set()
        """The alerts of the last look, sent or not."""

    async def run(self) -> None:
        """Send alerts until it is canceled. No failure ends it."""
        loop = asyncio.get_running_loop()
        while True:
            if self._room.is_leader:  # of several nodes, one sends
                self.collect(loop.time())
                await self.send_due(loop.time)
            await asyncio.sleep(POLL_INTERVAL)

    def collect(self, now: float) -> None:
        """Note new alerts, and forget those that are over."""
        alerts = {_alert_id(alert): alert for alert in self._feed.update().alerts}
        for name in self._outgoing.keys() - alerts.keys():
            del self._outgoing[name]
        for name in alerts.keys() - self._current:
            self._outgoing[name] = _Outgoing(self._message(name, alerts[name]), now)
        self._current = set(alerts)

    async def send_due(self, clock: Callable[[], float]) -> None:
        """Send the messages that are due."""
        for name, message in [*self._outgoing.items()]:
            if message.due > clock():
                continue
            headers = {
                "Content-Type": "application/json",
                SIGNATURE_HEADER: sign(self._room.webhook_key, message.body),
            }
            status = await asyncio.to_thread(self._post, self._url, message.body, headers)
            message.tries += 1
            if 200 <= status < 300 or message.tries == MAX_TRIES:
                self._outgoing.pop(name, None)
            if not 200 <= status < 300:
                host = urlsplit(self._url).hostname
                log.warning("%s did not accept an alert (status %s)", host, status or "none")
                message.due = clock() + message.pause
                message.pause = min(2 * message.pause, LONGEST_PAUSE)

    def _message(self, name: str, alert: FloorAlert) -> bytes:
        return msgspec.json.encode(
            AlertMessage(
                id=name,
                room=self._room.settings.public_id,
                at=utc_text(self._room.clock()),
                table=alert.table,
                title=alert.title,
                kind=alert.matter.kind,
                text=alert.matter.text,
                clause=alert.matter.clause,
            )
        )


def _alert_id(alert: FloorAlert) -> str:
    return f"{alert.table}/{alert.matter.id}"


async def stop(task: "asyncio.Task[None] | None") -> None:
    """Stop a webhook that is running."""
    if task is not None:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
