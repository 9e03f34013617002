"""The only writer of a table: it acknowledges a request once its events are committed.

Requests that wait in the inbox are handled together, each in the state after the previous one, and
written as one batch; a request that cannot be paid for is refused before anything is written. If a
commit fails, the table is what it was before; if its outcome is unknown, the table is read again
from the store before anything else happens. Nobody waits longer than a second for that: they are
told to repeat the request with the same key.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from typing import Final

import msgspec

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.games import UnknownGame
from pitboss.room.failures import FailureKind, Failures
from pitboss.room.metrics import COMMAND_SECONDS, INBOX_REQUESTS
from pitboss.room.nodes.directory import OwnershipLost
from pitboss.room.people.accounts import money_account
from pitboss.room.people.dual_control import check_dual_control
from pitboss.room.requests import KEY_REUSED, Ack, Request
from pitboss.room.runtime import Clock, MonotonicClock
from pitboss.room.seed_vault import SeedVault
from pitboss.room.store.interface import (
    CommitUncertain,
    Conflict,
    Overdraft,
    RowDamaged,
    Store,
    StoreDamaged,
    StoredResponse,
    StoreUnavailable,
)
from pitboss.room.stored_table import (
    RETRY_DELAY,
    SNAPSHOT_EVERY,
    STORE_TIMEOUT,
    StoredTable,
    TableOwnership,
    check_dealer,
    player_account_changes,
)
from pitboss.room.timers import Attendance, TimeLimits, Timer, idle_timer, next_timer
from pitboss.table import Automation, LogEntry, Role
from pitboss.table import commands as c
from pitboss.table.house_rules import CORRECTIONS, LEDGER, ROUND_ORDER
from pitboss.table.ledger import Cents

MAX_BATCH: Final = 64
"""Most requests that are handled together."""
NEGLIGIBLE_WAIT: Final = 0.001
"""Seconds that are not worth waiting for."""
RESPONSE_TIMEOUT: Final = 0.7
"""Seconds after which a client is told to repeat the request, if the store does not respond."""
REMOTE_VIEWER_TIMEOUT: Final = 5.0
"""Seconds after which viewers at another node no longer count, unless it reports them again."""
MAX_ATTEMPTS: Final = 3
"""Attempts to handle requests together before each is handled separately."""
ROOM_CLOSING: Final = "the room is closing"
NOT_DONE: Final = "the database is not responding, and this was not done: try again in a moment"
OUTCOME_UNKNOWN: Final = (
    "it is not known yet whether this was done: check the table before you try again"
)
STEP_TAKEN: Final = (
    "somebody else has acted at this table meanwhile: check what is due now, then try again"
)
RESPONSE_DAMAGED: Final = (
    "the record of this request cannot be read: check the table to see whether it was carried out, "
    "then make a new request"
)
BALANCE_TOO_LOW: Final = "the account balance is too low"
PLAY_COMMANDS: Final = (c.TakeSeat, c.PlaceWagers, c.Decide)
"""Commands that show that a player is really playing, not only leaving a page open."""

EventListener = Callable[["TableActor", Sequence[LogEntry]], None]


class TableActor(StoredTable):
    """A table that handles requests and timers, and stores what happens."""

    def __init__(
        self,
        stream: str,
        store: Store,
        vault: SeedVault,
        clock: Clock,
        *,
        automation: Automation = Automation.EVERYTHING,
        time_limits: TimeLimits | None = None,
        on_events: EventListener | None = None,
        practice: str | None = None,
        snapshot_every: int = SNAPSHOT_EVERY,
        creator: str = "",
        monotonic: MonotonicClock = time.monotonic,
        lost_round: int = 0,
        failures: Failures | None = None,
        is_indexed: bool = True,
        ownership: TableOwnership | None = None,
    ) -> None:
        """Create the actor of a table; `run` starts it.

        ``on_events`` receives the new events once they are committed. With a ``practice`` name the
        shoes can be foreseen, and the log says so. Lines are dated by ``clock``, and time
        limits run on ``monotonic``. The key of a ``lost_round`` is known to be lost. If it is not
        ``is_indexed``, its index is built when it is loaded. Where a room has several nodes, this
        one writes as long as its ``ownership`` lasts.
        """
        super().__init__(
            stream,
            store,
            vault,
            clock,
            automation=automation,
            practice=practice,
            snapshot_every=snapshot_every,
            lost_round=lost_round,
            failures=failures,
            is_indexed=is_indexed,
            ownership=ownership,
        )
        self.time_limits, self.creator = time_limits, creator
        self.has_moved = False
        """Whether another node owns the table now."""
        self._monotonic, self._on_events = monotonic, on_events
        self._is_closing = False
        self._inbox: asyncio.Queue[Request | None] = asyncio.Queue()
        """Requests; None wakes the actor to compute its timers anew."""
        self._timer: Timer | None = None
        self._due_timer: Timer | None = None
        """The timer that fires next: the house's, or that of an idle player."""
        self._remote_viewers: dict[str, tuple[frozenset[str], float]] = {}
        """The viewers at each other node, and when it last reported them."""
        self._last_seen: dict[str, float] = {}
        """When each seated player was last connected; the time of loading if never since."""
        self._last_played: dict[str, float] = {}
        """When each seated player last played, likewise."""
        self._staff_version = 0
        """The version after the last act of a dealer, a floorperson or the house."""

    def countdown(self) -> tuple[str, float] | None:
        """Return what the house waits for and the seconds left, if people should see them."""
        timer = self._timer
        if timer is None or not timer.countdown_for:
            return None
        return timer.countdown_for, timer.remaining(self._monotonic())

    def abandon(self) -> None:
        """Stop because another node owns the table; waiting requests are sent there."""
        self.has_moved = True
        self.close()

    def close(self) -> None:
        """Finish the current batch, then stop."""
        self._is_closing = True
        self._inbox.put_nowait(None)

    # Presence

    def add_watcher(self, name: str) -> None:
        """Add a socket of a viewer."""
        self.connections[name] += 1
        self.note_presence(name)

    def remove_watcher(self, name: str) -> None:
        """Remove a socket of a viewer."""
        self.connections[name] -= 1
        if self.connections[name] <= 0:
            del self.connections[name]
            self.note_presence(name)

    def report_remote_viewers(self, node: str, names: frozenset[str]) -> None:
        """Note who watches the table at another node."""
        before, _ = self._remote_viewers.get(node, (frozenset[str](), 0.0))
        now = self._monotonic()
        self._remote_viewers[node] = names, now
        for name in names & self._last_seen.keys():
            self._last_seen[name] = now  # in case this node is not heard from again
        for name in before - names:
            self.note_presence(name)

    def has_remote_viewers(self, node: str) -> bool:
        """Return whether somebody watches the table at another node."""
        return bool(self._remote_viewers.get(node, ((),))[0])

    def viewers_by_node(self, here: str) -> dict[str, int]:
        """Return how many people watch the table at each node; ``here`` is the name of this one."""
        now = self._monotonic()
        counts = {
            node: len(names)
            for node, (names, reported_at) in self._remote_viewers.items()
            if now - reported_at < REMOTE_VIEWER_TIMEOUT
        }
        return counts | {here: len(self.connections)}

    def _is_connected(self, name: str, now: float) -> bool:
        return bool(self.connections[name]) or any(
            name in names and now - reported_at < REMOTE_VIEWER_TIMEOUT
            for names, reported_at in self._remote_viewers.values()
        )

    def take_over(self, previous: "StoredTable") -> None:
        """Take over the viewers of a stopped actor, or of a table that was another node's.

        Nobody could play meanwhile, so everybody's time starts anew.
        """
        self.connections = previous.connections

    def note_presence(self, name: str) -> None:
        """Note that a player is present now."""
        self._update_presence(name, self._monotonic())

    def sign_out(self, name: str) -> None:
        """Note that a player has left for good, unless another socket is open."""
        if not self._is_connected(name, self._monotonic()):
            self._update_presence(name, -inf)

    def _update_presence(self, name: str, last_seen: float) -> None:
        if name in self.table.state.seats.values() and not self.stop_reason:
            self._last_seen[name] = last_seen
            self._inbox.put_nowait(None)

    def _attendance(self) -> dict[str, Attendance]:
        """Return when each seated player was last seen and last played."""
        now, players = self._monotonic(), set(self.table.state.seats.values())
        self._last_seen = {name: self._last_seen.get(name, now) for name in players}
        self._last_played = {name: self._last_played.get(name, now) for name in players}
        return {
            name: Attendance(
                inf if self._is_connected(name, now) else last_seen, self._last_played[name]
            )
            for name, last_seen in self._last_seen.items()
        }

    # Running

    async def submit(self, request: Request) -> Ack:
        """Have a request carried out; raise `Refused` or `Failed` if it is not."""
        if self.has_moved:
            raise OwnershipLost
        if self.stop_reason:
            raise Failed(self.stop_reason)
        self._inbox.put_nowait(request)
        start = time.perf_counter()
        loop = asyncio.get_running_loop()
        timeout = loop.call_later(RESPONSE_TIMEOUT, self._check_stuck, request)
        try:
            ack = await request.ack  # if this is canceled before it was started, it is skipped
        finally:
            timeout.cancel()
        COMMAND_SECONDS.observe(time.perf_counter() - start)
        return ack

    def _check_stuck(self, request: Request) -> None:
        """Fail a request that still waits while the store does not respond; else check again."""
        if request.ack.done():
            return
        if self._is_stuck():
            failure = Failed(
                OUTCOME_UNKNOWN if request.is_started else NOT_DONE,
                uncertain=request.is_started,
                retry=True,
            )
            self._fail([request], failure)
        else:
            asyncio.get_running_loop().call_later(STORE_TIMEOUT / 5, self._check_stuck, request)

    async def run(self) -> None:
        """Handle requests until closed or canceled; an error stops this table alone."""
        try:
            await self._reload()
            self._failures.end(FailureKind.TABLE_STOPPED, self.stream)
            self.ready.set()
            while (requests := await self._next_requests()) is not None:
                await self._process(requests)
            self._stop(OwnershipLost().sentence if self.has_moved else ROOM_CLOSING)
        except asyncio.CancelledError:
            self._stop(ROOM_CLOSING)
            raise
        except OwnershipLost as error:
            self.has_moved = True
            self._stop(error.sentence)
        except StoreDamaged as error:
            self._stop(f"the table has stopped: {error}")
        except UnknownGame:  # it came from a file or a package that is missing now
            self._stop("the table has stopped: its game is unknown; serve with --game FILE")
        except Exception as error:
            # Its message may quote anything: clients get only its type, the log also its place.
            self._stop(f"the table has stopped: unexpected {type(error).__name__}")
            raise

    def _stop(self, reason: str) -> None:
        self.stop_reason = reason
        if reason != ROOM_CLOSING and not self.has_moved:
            self._failures.begin(FailureKind.TABLE_STOPPED, f"{self.stream}: {reason}", self.stream)
        self.ready.set()  # so that nobody waits for it
        while not self._inbox.empty():
            if request := self._inbox.get_nowait():
                self._fail([request], OwnershipLost() if self.has_moved else Failed(reason))

    async def _next_requests(self) -> list[Request] | None:
        """Return waiting requests; none of them if a timer is due; None when closing."""
        loop = asyncio.get_running_loop()
        while not self._is_closing:
            now = self._monotonic()
            players = self._attendance() if self.time_limits is not None else {}
            self._timer = next_timer(self._timer, self.table, self.time_limits, now, players)
            idle = idle_timer(self.table.state, self.time_limits, players)
            self._due_timer = (
                idle if idle is not None and idle.fires_at < self._timer.fires_at else self._timer
            )
            # A due timer comes before requests: nobody delays the clock by sending many.
            wait = self._due_timer.remaining(now)
            if wait < NEGLIGIBLE_WAIT:
                return []
            alarm = loop.call_later(wait, self._inbox.put_nowait, None)
            try:
                items = [await self._inbox.get()]
            finally:
                alarm.cancel()
            while len(items) < MAX_BATCH and not self._inbox.empty():
                items.append(self._inbox.get_nowait())
            if requests := [item for item in items if item is not None]:
                INBOX_REQUESTS.observe(len(requests) + self._inbox.qsize())
                return requests
        return None

    async def _process(self, requests: list[Request]) -> None:
        """Handle requests, or fire the due timer if there are none."""
        is_timer_due = not requests
        requests = self._first_per_key(self._pending_requests(requests))
        for request in requests:
            request.is_started = True
        try:
            if requests or is_timer_due:
                await self._execute_together(requests)
        except StoreUnavailable as error:
            self._timer = None  # nobody could act, so the time starts anew
            self._fail(requests, Failed(f"this was not done: {error}"))
            if not requests:
                await asyncio.sleep(RETRY_DELAY)
        except CommitUncertain as error:
            self._timer = None
            self._fail(
                requests,
                Failed(f"{OUTCOME_UNKNOWN} ({error})", uncertain=True, retry=True),
            )
            await self._reload()
            await self._load_responses(requests)
            if self._on_events:  # it may have been committed: viewers need the current state
                self._on_events(self, ())
        except OwnershipLost as error:
            self._fail(requests, error)
            raise
        except Exception:
            self._fail(
                requests, Failed("the table has stopped for an unknown reason", uncertain=True)
            )
            raise

    # Responses

    def _fail(self, requests: Sequence[Request], error: Exception) -> None:
        for request in requests:
            if not request.ack.done():
                request.ack.set_exception(error)

    def _pending_requests(self, requests: Sequence[Request]) -> list[Request]:
        """Return the requests that still need a response; repeat responses in memory."""
        for request in requests:
            response = self._responses.get((request.account, request.key))
            if request.key and response is not None:
                _repeat_response(request, response)
        return [request for request in requests if not request.ack.done()]

    def _first_per_key(self, requests: Sequence[Request]) -> list[Request]:
        """Return the first request of each key; the others go back to the inbox."""
        first: dict[tuple[str, str] | Request, Request] = {}
        for request in requests:
            key = (request.account, request.key) if request.key else request
            if first.setdefault(key, request) is not request:
                self._inbox.put_nowait(request)
        return [*first.values()]

    async def _load_responses(self, requests: Sequence[Request]) -> None:
        """Load stored responses to requests, which may be repeats, into memory."""
        with suppress(StoreUnavailable, CommitUncertain):
            for request in requests:
                response = await self._stored_response(request)
                if response is not None:
                    self._responses[response.account, response.key] = response

    async def _stored_response(self, request: Request) -> StoredResponse | None:
        if not request.key:
            return None
        try:
            with self._store_wait():
                return await self._store.stored_response(request.account, self.stream, request.key)
        except RowDamaged:  # so that nobody can tell by the key whether it was done
            self._fail([request], Refused(RESPONSE_DAMAGED, CORRECTIONS))
            return None

    async def _refuse(self, request: Request, error: Exception) -> None:
        """Refuse a request, unless it was carried out before and only its response was lost."""
        response = None
        try:
            response = await self._stored_response(request)
        except (StoreUnavailable, CommitUncertain) as failure:
            error = Failed(f"{OUTCOME_UNKNOWN} ({failure})", uncertain=True, retry=True)
        if response is not None:
            _repeat_response(request, response)
        self._fail([request], error)

    async def _refuse_write(self, request: Request, error: Exception) -> None:
        """Refuse a request that the store rejected: no money, a reused key, another writer."""
        if isinstance(error, Overdraft):
            await self._refuse(request, Refused(BALANCE_TOO_LOW, LEDGER))
            return
        if isinstance(error, ValueError):
            await self._refuse(request, Refused("this cannot be stored", LEDGER))
            return
        response = await self._stored_response(request)
        if response is None:
            raise CommitUncertain("another program is writing to this table")
        _repeat_response(request, response)

    # Executing

    async def _execute_together(self, requests: Sequence[Request]) -> None:
        """Execute requests and commit their events as one batch.

        If the store rejects it, because money was spent elsewhere meanwhile or a key was used
        before, they are executed again; only as a last resort one by one.
        """
        error: Exception = Conflict("another program is writing to this table")
        for _ in range(MAX_ATTEMPTS if len(requests) > 1 else 1):
            try:
                return await self._attempt(requests)
            except (Conflict, Overdraft) as conflict:
                error = conflict
                await self._load_responses(requests)
                remaining = self._pending_requests(requests)
                if requests and not remaining:
                    return None
                requests = remaining
            except ValueError as invalid:
                error = invalid
                break
        if len(requests) > 1:
            for request in requests:
                await self._execute_together([request])
        elif requests:
            await self._refuse_write(requests[0], error)
        else:
            raise CommitUncertain(str(error)) from None
        return None

    async def _attempt(self, requests: Sequence[Request]) -> None:
        """Execute, commit and acknowledge; if the commit fails, the table stays as it was."""
        before = self.table.state, self.table.shoe, self._staff_version
        entries: list[LogEntry] = []
        requests_with_versions: list[tuple[Request, int]] = []
        refusals: list[tuple[Request, Refused]] = []
        try:
            funds = await self._load_funds(requests)
            for request in requests:
                try:
                    entries += self._execute(request, funds)
                    requests_with_versions.append((request, self.table.state.version))
                except Refused as refusal:
                    refusals.append((request, refusal))
            if not requests and self._due_timer:
                entries += self._due_timer.fire(self.table)
                self._note_staff(entries)
            await self._write(entries, requests_with_versions)
        except BaseException:
            self.table.state, self.table.shoe, self._staff_version = before
            raise
        if not requests and self._due_timer:
            # If the timer could not do anything, it fires again after the same time.
            self._last_seen[self._due_timer.player] = self._last_played[self._due_timer.player] = (
                self._monotonic()
            )
            self._timer = None if self._due_timer is self._timer else self._timer
        for request, version in requests_with_versions:
            if not request.ack.done():
                request.ack.set_result(Ack(version))
        if entries and self._on_events:
            self._on_events(self, entries)
        for request, reason in refusals:
            await self._refuse(request, reason)

    def _execute(self, request: Request, funds: dict[str, Cents]) -> Sequence[LogEntry]:
        """Execute a request; if it cannot be paid for, refuse it and leave the table as it was."""
        if request.due_version is not None and request.due_version < self._staff_version:
            raise Refused(STEP_TAKEN, ROUND_ORDER)
        if request.aliases:
            check_dual_control(
                self.table.state, request.command, request.by.name, request.aliases, self.creator
            )
        match request.command:
            case c.Propose(matter=c.FileSubmission(submission=submission)):
                check_dealer(self.time_limits, submission)
            case _:
                pass
        before = self.table.state, self.table.shoe
        entries = self.table.execute(request.command, request.by)
        try:
            _apply_payments(entries, funds)
        except BaseException:
            self.table.state, self.table.shoe = before
            raise
        self._note_staff(entries)
        if self.time_limits is not None:
            now = self._last_seen[request.by.name] = self._monotonic()
            if isinstance(request.command, PLAY_COMMANDS):
                self._last_played[request.by.name] = now
        return entries

    def _note_staff(self, entries: Sequence[LogEntry]) -> None:
        """Note that staff have acted, if they have."""
        acts = (entry.number for entry in entries if entry.by.role is not Role.PLAYER)
        self._staff_version = max(acts, default=self._staff_version)

    async def _load_funds(self, requests: Sequence[Request]) -> dict[str, Cents]:
        """Return the balances of players who buy in, if there are several requests."""
        buyers = {
            money_account(request.by.name): 0
            for request in requests
            if isinstance(request.command, c.BuyIn)
        }
        if len(requests) < 2 or not buyers:  # the store itself checks a single request
            return {}
        with self._store_wait():
            return {**buyers, **await self._store.balances_of([*buyers])}


def _apply_payments(entries: Sequence[LogEntry], funds: dict[str, Cents]) -> None:
    """Update players' balances by the postings of log entries; refuse an overdraft."""
    balances = dict(funds)
    for account, cents in player_account_changes(p for entry in entries for p in entry.postings):
        if account in balances:
            balances[account] += cents
            if balances[account] < 0:
                raise Refused(BALANCE_TOO_LOW, LEDGER)
    funds.update(balances)


def _repeat_response(request: Request, response: StoredResponse) -> None:
    """Acknowledge a repeated request, or refuse another request under the same key."""
    if request.ack.done():
        return
    if response.body_hash != request.body_hash:
        request.ack.set_exception(Refused(KEY_REUSED, CORRECTIONS))
    else:
        ack = msgspec.json.decode(response.response, type=Ack)
        request.ack.set_result(Ack(ack.version, again=True))
