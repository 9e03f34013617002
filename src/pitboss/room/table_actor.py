"""The only writer of a table: it takes requests, has them written, and only then acknowledges them.

Requests that wait in the inbox are handled together, each in the state after the previous one, and
written as one batch; a request that cannot be paid for is refused before anything is written. If a
commit fails, the table is what it was before; if its outcome is unknown, the table is read again
from the store before anything else happens. Nobody waits longer than a second for that: they are
told to repeat the request with the same key.
"""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from math import inf
from typing import Final

import msgspec

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.games import UnknownGame
from pitboss.room.failures import FailureKind, Failures
from pitboss.room.people.accounts import money_account
from pitboss.room.people.dual_control import check_dual_control
from pitboss.room.requests import KEY_REUSED, Ack, Request, StoredAck, ack_checksum
from pitboss.room.runtime import Clock, MonotonicClock
from pitboss.room.seed_vault import SeedVault
from pitboss.room.store.interface import (
    Batch,
    CommitUncertain,
    Conflict,
    Head,
    Overdraft,
    RowDamaged,
    SealedSeed,
    Store,
    StoreDamaged,
    StoredPosting,
    StoredResponse,
    StoreUnavailable,
)
from pitboss.room.table_log import (
    EMPTY_HEAD,
    make_entries,
    make_postings,
    replay,
    restore_snapshot,
    take_snapshot,
)
from pitboss.room.timers import Attendance, TimeLimits, Timer, idle_timer, next_timer
from pitboss.table import Automation, LogEntry, Person, Phase, State, Table
from pitboss.table import commands as c
from pitboss.table.decks import are_rules_in_force
from pitboss.table.events import RoundClosed, RoundOpened
from pitboss.table.house_rules import CORRECTIONS, LEDGER
from pitboss.table.ledger import Balances, Cents, Posting
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR
from pitboss.table.proofs import rebuild_shoe
from pitboss.table.views import View, view

MAX_BATCH: Final = 64
"""Requests that are decided together, at most."""
MAX_CACHED_RESPONSES: Final = 4096
"""Answers that are kept at hand; the store has all of them."""
SNAPSHOT_EVERY: Final = 2000
RETRY_DELAY: Final = 1.0
"""Seconds until a store that could not be reached is tried again."""
NEGLIGIBLE_WAIT: Final = 0.001
"""Seconds that need not be waited for."""
RESPONSE_TIMEOUT: Final = 0.7
"""Seconds after which somebody who asked is told to ask again, if the store does not answer."""
STORE_TIMEOUT: Final = 0.5
"""Seconds without an answer of the store after which it is not waited for."""
MAX_ATTEMPTS: Final = 3
"""How often requests are decided together before each is tried by itself."""
ROOM_CLOSING: Final = "the room is closing"
NOT_DONE_YET: Final = "this has not been done yet: try again with the same key"
OUTCOME_UNKNOWN: Final = "it is not known yet whether this was done: try again with the same key"
BALANCE_TOO_LOW: Final = "the account balance is too low"
PLAY_COMMANDS: Final = (c.TakeSeat, c.PlaceWagers, c.Decide)
"""What somebody does who has not merely left a page open."""

EventListener = Callable[["TableActor", Sequence[LogEntry]], None]


class TableActor:
    """A table that lives in a store."""

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
    ) -> None:
        """Start a table.

        ``on_events`` receives the new events once they are committed. With a ``practice`` name the
        shoes can be foreseen, and the log says so. Lines are dated by ``clock``, and time
        limits run on ``monotonic``. The key of a ``lost_round`` is known to be lost.
        """
        self.stream, self.time_limits, self.creator = stream, time_limits, creator
        self.table = Table(automation=automation, practice=practice, clock=clock, keep_log=False)
        self.head = EMPTY_HEAD
        self.committed_state, self.shoe = self.table.state, self.table.shoe
        """The table as it is written: what anybody may be shown."""
        self.stop_reason = ""
        """Why this table does nothing more, if it does not."""
        self._store, self._vault, self._monotonic, self._on_events = (
            store,
            vault,
            monotonic,
            on_events,
        )
        self._failures = failures or Failures()
        self._store_wait_since: float | None = None
        """When the store was asked for what the table waits for, by the time of the loop."""
        self.ready = asyncio.Event()
        """Whether the table has been read from the store."""
        self._is_closing = False
        self._inbox: asyncio.Queue[Request | None] = asyncio.Queue()
        """What is asked; nothing, where only the time has to be looked at again."""
        self._responses: OrderedDict[tuple[str, str], StoredResponse] = OrderedDict()
        self._snapshot_version, self._snapshot_every = 0, snapshot_every
        self._lost_round = lost_round
        self._timer: Timer | None = None
        self._due_timer: Timer | None = None
        """The one that strikes now."""
        self._connections: Counter[str] = Counter()
        """Who watches, over how many sockets."""
        self._last_seen: dict[str, float] = {}
        """When each player at the table was last there, or came back with the table…"""
        self._last_played: dict[str, float] = {}
        """…and when each last played."""

    # What others call

    def view(self, viewer: Person) -> View:
        """The table as somebody may see it."""
        return view(self.committed_state, self.shoe, viewer)

    def countdown(self) -> tuple[str, float] | None:
        """What the house waits for, and for how many seconds yet; where people are concerned."""
        timer = self._timer
        return (
            (timer.countdown_for, timer.remaining(self._monotonic()))
            if timer and timer.countdown_for
            else None
        )

    def close(self) -> None:
        """Write what is being written or asked, and do nothing more."""
        self._is_closing = True
        self._inbox.put_nowait(None)

    def add_watcher(self, name: str) -> None:
        """Somebody watches from now on."""
        self._connections[name] += 1
        self.note_presence(name)

    def remove_watcher(self, name: str) -> None:
        """Somebody does not watch any more over one of the sockets."""
        self._connections[name] -= 1
        if self._connections[name] <= 0:
            del self._connections[name]
            self.note_presence(name)

    def take_over(self, previous: "TableActor") -> None:
        """Go on with those who watch a table that stopped; nobody could play there meanwhile, so
        everybody's time begins anew.
        """
        self._connections = previous._connections

    def note_presence(self, name: str) -> None:
        """Somebody was there just now."""
        self._update_presence(name, self._monotonic())

    def sign_out(self, name: str) -> None:
        """Somebody is gone for good, unless another socket is open."""
        if not self._connections[name]:
            self._update_presence(name, -inf)

    def _update_presence(self, name: str, last_seen: float) -> None:
        if name in self.table.state.seats.values() and not self.stop_reason:
            self._last_seen[name] = last_seen
            self._inbox.put_nowait(None)

    async def submit(self, request: Request) -> Ack:
        """Have a command carried out; a refusal, or a failure, says why not."""
        if self.stop_reason:
            raise Failed(self.stop_reason)
        self._inbox.put_nowait(request)
        try:
            wait = RESPONSE_TIMEOUT
            while not (await asyncio.wait({request.ack}, timeout=wait))[0]:
                if self._is_stuck():
                    raise Failed(
                        OUTCOME_UNKNOWN if request.is_started else NOT_DONE_YET,
                        uncertain=request.is_started,
                        retry=True,
                    )
                wait = STORE_TIMEOUT / 5
        finally:
            request.ack.cancel()  # nobody waits any more; what was not begun is not done
        return request.ack.result()

    def _is_stuck(self) -> bool:
        """Whether the store has not answered for a while."""
        now = asyncio.get_running_loop().time()
        return self._store_wait_since is not None and now - self._store_wait_since > STORE_TIMEOUT

    @contextmanager
    def _store_wait(self) -> Iterator[None]:
        """The table waits for the store."""
        self._store_wait_since = asyncio.get_running_loop().time()
        try:
            yield
        finally:
            self._store_wait_since = None

    async def run(self) -> None:
        """Work until cancelled. What goes wrong with this table stops this table alone."""
        try:
            await self._reload()
            self._failures.end(FailureKind.TABLE_STOPPED, self.stream)
            self.ready.set()
            while (asks := await self._next_requests()) is not None:
                await self._process(asks)
            self._stop(ROOM_CLOSING)
        except asyncio.CancelledError:
            self._stop(ROOM_CLOSING)
            raise
        except StoreDamaged as damaged:
            self._stop(f"the table has stopped: {damaged}")
        except UnknownGame:  # it came from a file or a package that is not there now
            self._stop("the table has stopped: its game is unknown; serve with --game FILE")
        except Exception as error:
            # Its words may quote anything: whoever asks is told its kind, the log also its place.
            self._stop(f"the table has stopped: unexpected {type(error).__name__}")
            raise

    def _stop(self, why: str) -> None:
        self.stop_reason = why
        if why != ROOM_CLOSING:
            self._failures.begin(FailureKind.TABLE_STOPPED, f"{self.stream}: {why}", self.stream)
        self.ready.set()  # nothing more will be
        while not self._inbox.empty():
            if ask := self._inbox.get_nowait():
                self._fail([ask], Failed(why))

    # The inbox

    async def _next_requests(self) -> list[Request] | None:
        """What waits; an empty list once the clock makes something due; nothing at the end."""
        while not self._is_closing:
            now, players = self._monotonic(), self._attendance()
            self._timer = next_timer(self._timer, self.table, self.time_limits, now, players)
            idle = idle_timer(self.table.state, self.time_limits, players)
            self._due_timer = (
                idle if idle is not None and idle.fires_at < self._timer.fires_at else self._timer
            )
            # What is due comes before what is asked: nobody holds up the clock by asking.
            wait = self._due_timer.remaining(now)
            if wait < NEGLIGIBLE_WAIT:
                return []
            asks: list[Request | None] = []
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    asks.append(await self._inbox.get())
            while len(asks) < MAX_BATCH and not self._inbox.empty():
                asks.append(self._inbox.get_nowait())
            if result := [ask for ask in asks if ask is not None]:
                return result
        return None

    def _attendance(self) -> dict[str, Attendance]:
        """Who sits there, and since when nobody saw them there, or play."""
        now, seated = self._monotonic(), set(self.table.state.seats.values())
        self._last_seen = {name: self._last_seen.get(name, now) for name in seated}
        self._last_played = {name: self._last_played.get(name, now) for name in seated}
        return {
            name: Attendance(inf if self._connections[name] else seen, self._last_played[name])
            for name, seen in self._last_seen.items()
        }

    async def _process(self, requests: list[Request]) -> None:
        """Do what was asked; nothing was, and the timer strikes."""
        struck = not requests
        requests = [ask for ask in requests if not ask.ack.done() and not self._answer_repeat(ask)]
        requests = self._first_per_key(requests)
        for ask in requests:
            ask.is_started = True
        try:
            if requests or struck:
                await self._execute_together(requests)
        except StoreUnavailable as trouble:
            self._timer = None  # nobody could answer: the time begins anew
            self._fail(requests, Failed(f"it could not be written, and was not done: {trouble}"))
            if not requests:
                await asyncio.sleep(RETRY_DELAY)
        except CommitUncertain as trouble:
            self._timer = None
            self._fail(
                requests,
                Failed(f"try again with the same key: {trouble}", uncertain=True, retry=True),
            )
            await self._reload()
            await self._load_responses(requests)
            if self._on_events:  # it may have been written after all: whoever watches is shown
                self._on_events(self, ())
        except Exception:
            self._fail(
                requests, Failed("the table has stopped for an unknown reason", uncertain=True)
            )
            raise

    def _fail(self, requests: Sequence[Request], why: Exception) -> None:
        for ask in requests:
            if not ask.ack.done():
                ask.ack.set_exception(why)

    def _answer_repeat(self, request: Request) -> bool:
        """Whether this was answered before, and is answered so again."""
        known = self._responses.get((request.account, request.key)) if request.key else None
        if known is not None:
            _repeat_response(request, known)
        return known is not None

    def _first_per_key(self, requests: Sequence[Request]) -> list[Request]:
        """Of those under one key the first; the others wait for what becomes of it."""
        first: dict[tuple[str, str] | Request, Request] = {}
        for ask in requests:
            if first.setdefault((ask.account, ask.key) if ask.key else ask, ask) is not ask:
                self._inbox.put_nowait(ask)
        return [*first.values()]

    async def _load_responses(self, requests: Sequence[Request]) -> None:
        """Have at hand what the store answered to some requests: they may be asked again."""
        with suppress(StoreUnavailable, CommitUncertain):
            for ask in requests:
                known = await self._stored_response(ask)
                if known is not None:
                    self._responses[known.account, known.key] = known

    # Deciding and writing

    async def _execute_together(self, requests: Sequence[Request]) -> None:
        """Decide all of them and write what follows, as one batch.

        If the store would not have it, because somebody's money went elsewhere meanwhile or a key
        was used before, they are decided once more; only as a last resort each by itself.
        """
        refusal: Exception = Conflict("another program is writing to this table")
        for _ in range(MAX_ATTEMPTS if len(requests) > 1 else 1):
            try:
                return await self._attempt(requests)
            except (Conflict, Overdraft) as trouble:
                refusal = trouble
                await self._load_responses(requests)
                left = [
                    ask for ask in requests if not ask.ack.done() and not self._answer_repeat(ask)
                ]
                if requests and not left:
                    return None
                requests = left
            except ValueError as trouble:
                refusal = trouble
                break
        if len(requests) > 1:
            for ask in requests:
                await self._execute_together([ask])
        elif requests:
            await self._refuse_write(requests[0], refusal)
        else:
            raise CommitUncertain(str(refusal)) from None
        return None

    async def _attempt(self, requests: Sequence[Request]) -> None:
        """Decide, write, and tell; nothing has changed if it cannot be written."""
        before = self.table.state, self.table.shoe
        recorded: list[LogEntry] = []
        done: list[tuple[Request, int]] = []
        refused: list[tuple[Request, Refused]] = []
        try:
            funds = await self._load_funds(requests)
            for ask in requests:
                try:
                    recorded += self._execute(ask, funds)
                    done.append((ask, self.table.state.version))
                except Refused as refusal:
                    refused.append((ask, refusal))
            if not requests and self._due_timer:
                recorded += self._due_timer.fire(self.table)
            await self._write(recorded, done)
        except BaseException:
            self.table.state, self.table.shoe = before
            raise
        if not requests and self._due_timer:
            # What could not be done after all is tried again after as long again.
            self._last_seen[self._due_timer.player] = self._last_played[self._due_timer.player] = (
                self._monotonic()
            )
            self._timer = None if self._due_timer is self._timer else self._timer
        for ask, version in done:
            if not ask.ack.done():
                ask.ack.set_result(Ack(version))
        if recorded and self._on_events:
            self._on_events(self, recorded)
        for ask, why in refused:
            await self._refuse(ask, why)
        await self._save_snapshot(recorded)

    def _execute(self, request: Request, funds: dict[str, Cents]) -> Sequence[LogEntry]:
        """What a request leads to; refused, and nothing has changed, if it cannot be paid for."""
        if request.aliases:
            check_dual_control(
                self.table.state, request.command, request.by.name, request.aliases, self.creator
            )
        before = self.table.state, self.table.shoe
        recorded = self.table.execute(request.command, request.by)
        try:
            _apply_payments(recorded, funds)
        except BaseException:
            self.table.state, self.table.shoe = before
            raise
        self._last_seen[request.by.name] = self._monotonic()
        if isinstance(request.command, PLAY_COMMANDS):
            self._last_played[request.by.name] = self._monotonic()
        return recorded

    async def _load_funds(self, requests: Sequence[Request]) -> dict[str, Cents]:
        """What those have in their accounts who want to buy chips."""
        buyers = {money_account(a.by.name): 0 for a in requests if isinstance(a.command, c.BuyIn)}
        if len(requests) < 2 or not buyers:  # one alone is refused by the store
            return {}
        with self._store_wait():
            return {**buyers, **await self._store.balances_of([*buyers])}

    async def _refuse(self, request: Request, why: Exception) -> None:
        """Refuse, unless it was carried out long ago and only the answer got lost."""
        try:
            known = await self._stored_response(request)
        except (StoreUnavailable, CommitUncertain) as trouble:
            why = Failed(f"try again with the same key: {trouble}", uncertain=True, retry=True)
            known = None
        if known is not None:
            _repeat_response(request, known)
        self._fail([request], why)

    async def _stored_response(self, request: Request) -> StoredResponse | None:
        if not request.key:
            return None
        try:
            with self._store_wait():
                return await self._store.stored_response(request.account, self.stream, request.key)
        except RowDamaged:
            # Whether it was done is not to be known by its key any more.
            progress = (
                "the answer stored for this key cannot be read: check the table, and use a new key"
            )
            self._fail([request], Refused(progress, CORRECTIONS))
            return None

    async def _refuse_write(self, request: Request, error: Exception) -> None:
        """The store would not have it: too little money, a key used before, another writer."""
        if isinstance(error, Overdraft):
            await self._refuse(request, Refused(BALANCE_TOO_LOW, LEDGER))
            return
        if isinstance(error, ValueError):
            await self._refuse(request, Refused("this cannot be written down", LEDGER))
            return
        known = await self._stored_response(request)
        if known is None:
            raise CommitUncertain("another program is writing to this table")
        _repeat_response(request, known)

    async def _write(
        self, recorded: Sequence[LogEntry], executed: Sequence[tuple[Request, int]]
    ) -> None:
        answers = [
            _make_response(ask, self.stream, version) for ask, version in executed if ask.key
        ]
        if not recorded and not answers:
            return
        batch = make_batch(
            self.stream,
            self.head,
            recorded,
            self.table.state.balances,
            answers,
            self._sealed_seeds(recorded),
        )
        with self._store_wait():
            await self._store.append(batch)
        self.head = Head(batch.version, batch.head_hash)
        self.committed_state, self.shoe = self.table.state, self.table.shoe
        for answer in answers:
            self._responses[answer.account, answer.key] = answer
        while len(self._responses) > MAX_CACHED_RESPONSES:
            self._responses.popitem(last=False)

    def _sealed_seeds(self, recorded: Sequence[LogEntry]) -> list[SealedSeed]:
        """The seed of a round that was opened, before anyone can wager on it."""
        shoe = self.table.shoe
        return [
            SealedSeed(item.event.round, self._vault.seal(shoe.seed, self.stream, item.event.round))
            for item in recorded
            if isinstance(item.event, RoundOpened) and shoe is not None
        ]

    # Reading

    async def _reload(self) -> None:
        """What the store has is what happened."""
        with self._store_wait():
            while True:
                with suppress(StoreUnavailable, CommitUncertain):
                    await self._read()
                    return
                await asyncio.sleep(RETRY_DELAY)

    async def _read(self) -> None:
        state, head = State(), EMPTY_HEAD
        kept = await self._store.snapshot(self.stream)
        if kept is not None:
            result = restore_snapshot(kept)
            if result is None:
                refused = f"{self.stream}: the snapshot cannot be used, so every line is read"
                self._failures.note(FailureKind.SNAPSHOT_REFUSED, refused, self.stream)
            state, head = result or (state, head)
        async for entries in self._store.entries(self.stream, head.version):
            state, head = replay(state, head, entries)
        self.table.resume(state, None, await self._last_time(head.version))
        self.head, self._snapshot_version = head, head.version
        self._responses.clear()
        self.committed_state, self.shoe = state, None
        round_ = state.round
        if round_ is None:
            return
        if not state.has_open_round:
            if round_.seed:  # which everybody has: the cards of the round that just closed
                self.table.shoe = rebuild_shoe(state, round_, bytes.fromhex(round_.seed))
                self.shoe = self.table.shoe
            return
        sealed = await self._store.sealed_seed(self.stream, round_.number)
        seed = self._vault.unseal(sealed, self.stream, round_.number) if sealed else None
        if seed is not None:
            self.table.shoe = rebuild_shoe(state, round_, seed)
            self.shoe = self.table.shoe
        if seed is None and round_.number != self._lost_round:
            # No round is void in silence (FAIR-9): whoever starts the room has to say so.
            raise StoreDamaged(f"the sealed seed of round {round_.number} cannot be opened")
        if seed is None:
            await self._void_round(
                round_.number, "the key of the seal is lost, and with it the seed"
            )
        elif not are_rules_in_force(state):
            await self._void_round(round_.number, "it was begun by the rules of another program")

    async def _last_time(self, version: int) -> datetime | None:
        """When the last line was written: the clock may have been put back since."""
        async for entries in self._store.entries(self.stream, version - 1):
            for entry in entries:
                return datetime.fromisoformat(entry.at) if entry.at else None
        return None

    async def _void_round(self, number: int, why: str) -> None:
        """The round cannot go on: two of the house undo it, unless it only waits for its close."""
        table = self.table
        matter = c.VoidRound(number, why)
        recorded: list[LogEntry] = []
        round_ = table.state.round
        if round_ is not None and round_.phase not in (Phase.SETTLED, Phase.VOID):
            proposal = table.state.proposed + 1
            recorded += table.execute(c.Propose(matter), HOUSE_DEALER)
            if proposal in table.state.proposals:  # not yet, unless the deck is worn out as well
                recorded += table.execute(c.Approve(proposal), HOUSE_FLOOR)
        with suppress(Refused):
            recorded += table.execute(c.CloseRound(), HOUSE_DEALER)
        await self._write(recorded, ())

    async def _save_snapshot(self, recorded: Sequence[LogEntry]) -> None:
        """From time to time, between two rounds, so that a restart reads less."""
        closed = any(isinstance(item.event, RoundClosed) for item in recorded)
        if closed and self.head.version - self._snapshot_version >= self._snapshot_every:
            self._snapshot_version = self.head.version
            with suppress(StoreUnavailable, CommitUncertain):
                await self._store.save_snapshot(
                    self.stream, take_snapshot(self.table.state, self.head)
                )


def make_batch(
    stream: str,
    previous_head: Head,
    recorded: Sequence[LogEntry],
    balances: Balances,
    responses: Sequence[StoredResponse] = (),
    sealed_seeds: Sequence[SealedSeed] = (),
) -> Batch:
    """Return what is written of events at a table, after which its accounts hold so much."""
    entries, head = make_entries(previous_head, recorded)
    postings = make_postings(previous_head.version + 1, recorded)
    touched = {account for p in postings for account in (p.source, p.target)}
    # One after the other, as they were asked: who buys in has the money before what follows.
    shared = player_account_changes(postings)
    own = {f"{stream}/{a}": balances.get(a, 0) for a in touched if not is_player_account(a)}
    return Batch(
        stream,
        previous_head.version,
        head.hash,
        entries,
        postings,
        own,
        shared,
        responses,
        sealed_seeds,
    )


def _apply_payments(recorded: Sequence[LogEntry], funds: dict[str, Cents]) -> None:
    """Move money between people's accounts and the table; refused where there is too little."""
    after = dict(funds)
    for account, cents in player_account_changes(p for item in recorded for p in item.postings):
        if account in after:
            after[account] += cents
            if after[account] < 0:
                raise Refused(BALANCE_TOO_LOW, LEDGER)
    funds.update(after)


def player_account_changes(postings: Iterable[StoredPosting | Posting]) -> list[tuple[str, int]]:
    """What people's own accounts gain and lose, one after the other."""
    return [
        (account, sign * int(p.cents))
        for p in postings
        for account, sign in ((p.source, -1), (p.target, 1))
        if is_player_account(account)
    ]


def is_player_account(account: str) -> bool:
    """Whether an account is a person's own, which follows from table to table."""
    return account.startswith("player:")


def _make_response(request: Request, stream: str, version: int) -> StoredResponse:
    check = ack_checksum(request.account, stream, request.key, request.body_hash, version)
    kept = msgspec.json.encode(StoredAck(version, check=check))
    return StoredResponse(request.account, request.key, request.body_hash, kept)


def _repeat_response(request: Request, response: StoredResponse) -> None:
    if request.ack.done():
        return
    if response.body_hash != request.body_hash:
        request.ack.set_exception(Refused(KEY_REUSED, CORRECTIONS))
    else:
        progress = msgspec.json.decode(response.response, type=Ack)
        request.ack.set_result(Ack(progress.version, again=True))
