"""One table's only writer: takes what people ask, has it written, and only then tells anyone.

Whatever waits in the inbox is decided together, each request in the state after those before it,
and written as one batch; a request that cannot be paid for is refused before anything is written.
If that fails for certain, the table is what it was; if nobody knows whether it was written, the
table is read again from the store before anything else happens. Nobody waits for that longer than a
second: whoever asked is told to ask again with the same key.
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

from pitboss.games import UnknownGame
from pitboss.refusal import Refused
from pitboss.room.asks import Ask, Failed, KeptAnswer, Told, answer_check
from pitboss.room.clock import Clock, Seconds
from pitboss.room.failures import FailureKind, Failures
from pitboss.room.lines import START, entries_of, postings_of, read_on
from pitboss.room.pace import Attendance, Pace, Timer, idle_timer, next_timer
from pitboss.room.people.accounts import money_of
from pitboss.room.sealing import Seal
from pitboss.room.snapshots import opened, taken
from pitboss.room.store.shape import (
    Answer,
    Batch,
    Conflict,
    Damaged,
    Head,
    Moved,
    Overdrawn,
    RowDamaged,
    Sealed,
    Store,
    Unavailable,
    Uncertain,
)
from pitboss.room.two_people import check_two_people
from pitboss.table import Automation, Person, Phase, Recorded, State, Table
from pitboss.table import commands as c
from pitboss.table.care import in_force
from pitboss.table.events import RoundClosed, RoundOpened
from pitboss.table.house import CORRECTIONS, LEDGER
from pitboss.table.ledger import Balances, Cents, Posting
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR
from pitboss.table.proofs import rebuild_shoe
from pitboss.table.views import View, view

TOGETHER: Final = 64
"""Requests that are decided together, at most."""
REMEMBERED: Final = 4096
"""Answers that are kept at hand; the store has all of them."""
SNAPSHOT_EVERY: Final = 2000
PATIENCE: Final = 1.0
"""Seconds until a store that could not be reached is tried again."""
SOON: Final = 0.001
"""Seconds that need not be waited for."""
PROMPT: Final = 0.7
"""Seconds after which somebody who asked is told to ask again, if the store does not answer."""
STUCK: Final = 0.5
"""Seconds without an answer of the store after which it is not waited for."""
TRIES: Final = 3
"""How often requests are decided together before each is tried by itself."""
CLOSING: Final = "the room is closing"
NOT_YET: Final = "this has not been done yet: try again with the same key"
UNCLEAR: Final = "it is not known yet whether this was done: try again with the same key"
SHORT: Final = "the account balance is too low"
PLAYS: Final = (c.TakeSeat, c.PlaceWagers, c.Decide)
"""What somebody does who has not merely left a page open."""

Listener = Callable[["TableActor", Sequence[Recorded]], None]


class TableActor:
    """A table that lives in a store."""

    def __init__(
        self,
        stream: str,
        store: Store,
        seal: Seal,
        clock: Clock,
        *,
        automation: Automation = Automation.EVERYTHING,
        pace: Pace | None = None,
        heard: Listener | None = None,
        practice: str | None = None,
        snapshot_every: int = SNAPSHOT_EVERY,
        founder: str = "",
        seconds: Seconds = time.monotonic,
        lost_round: int = 0,
        failures: Failures | None = None,
    ) -> None:
        """``heard`` is told what happened, once it is written. With a ``practice`` name the shoes
        can be foreseen, and the log says so. Lines are dated by ``clock``, and the pace runs on
        ``seconds``. The key of a ``lost_round`` is known to be lost.
        """
        self.stream, self.pace, self.founder = stream, pace, founder
        self.table = Table(automation=automation, practice=practice, clock=clock, keep=False)
        self.head = START
        self.shown, self.shoe = self.table.state, self.table.shoe
        """The table as it is written: what anybody may be shown."""
        self.stopped = ""
        """Why this table does nothing more, if it does not."""
        self._store, self._seal, self._seconds, self._heard = store, seal, seconds, heard
        self._failures = failures or Failures()
        self._asked_store: float | None = None
        """When the store was asked for what the table waits for, by the time of the loop."""
        self.read = asyncio.Event()
        """Whether the table has been read from the store."""
        self._closing = False
        self._inbox: asyncio.Queue[Ask | None] = asyncio.Queue()
        """What is asked; nothing, where only the time has to be looked at again."""
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        self._kept, self._snapshot_every = 0, snapshot_every
        self._lost_round = lost_round
        self._timer: Timer | None = None
        self._due: Timer | None = None
        """The one that strikes now."""
        self._connected: Counter[str] = Counter()
        """Who watches, over how many sockets."""
        self._seen: dict[str, float] = {}
        """When each player at the table was last there, or came back with the table…"""
        self._played: dict[str, float] = {}
        """…and when each last played."""

    # What others call

    def view(self, viewer: Person) -> View:
        """The table as somebody may see it."""
        return view(self.shown, self.shoe, viewer)

    def clock(self) -> tuple[str, float] | None:
        """What the house waits for, and for how many seconds yet; where people are concerned."""
        timer = self._timer
        return (timer.told, timer.wait(self._seconds())) if timer and timer.told else None

    def close(self) -> None:
        """Write what is being written or asked, and do nothing more."""
        self._closing = True
        self._inbox.put_nowait(None)

    def arrive(self, name: str) -> None:
        """Somebody watches from now on."""
        self._connected[name] += 1
        self.note(name)

    def depart(self, name: str) -> None:
        """Somebody does not watch any more over one of the sockets."""
        self._connected[name] -= 1
        if self._connected[name] <= 0:
            del self._connected[name]
            self.note(name)

    def succeed(self, before: "TableActor") -> None:
        """Go on with those who watch a table that stopped; nobody could play there meanwhile, so
        everybody's time begins anew.
        """
        self._connected = before._connected

    def note(self, name: str) -> None:
        """Somebody was there just now."""
        self._look_again(name, self._seconds())

    def sign_out(self, name: str) -> None:
        """Somebody is gone for good, unless another socket is open."""
        if not self._connected[name]:
            self._look_again(name, -inf)

    def _look_again(self, name: str, seen: float) -> None:
        if name in self.table.state.seats.values() and not self.stopped:
            self._seen[name] = seen
            self._inbox.put_nowait(None)

    async def ask(self, ask: Ask) -> Told:
        """Have a command carried out; a refusal, or a failure, says why not."""
        if self.stopped:
            raise Failed(self.stopped)
        self._inbox.put_nowait(ask)
        try:
            wait = PROMPT
            while not (await asyncio.wait({ask.done}, timeout=wait))[0]:
                if self._is_stuck():
                    raise Failed(UNCLEAR if ask.begun else NOT_YET, uncertain=ask.begun, retry=True)
                wait = STUCK / 5
        finally:
            ask.done.cancel()  # nobody waits any more; what was not begun is not done
        return ask.done.result()

    def _is_stuck(self) -> bool:
        """Whether the store has not answered for a while."""
        now = asyncio.get_running_loop().time()
        return self._asked_store is not None and now - self._asked_store > STUCK

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        """The table waits for the store."""
        self._asked_store = asyncio.get_running_loop().time()
        try:
            yield
        finally:
            self._asked_store = None

    async def run(self) -> None:
        """Work until cancelled. What goes wrong with this table stops this table alone."""
        try:
            await self._reload()
            self._failures.end(FailureKind.TABLE_STOPPED, self.stream)
            self.read.set()
            while (asks := await self._next()) is not None:
                await self._work(asks)
            self._stop(CLOSING)
        except asyncio.CancelledError:
            self._stop(CLOSING)
            raise
        except Damaged as damaged:
            self._stop(f"the table has stopped: {damaged}")
        except UnknownGame:  # it came from a file or a package that is not there now
            self._stop("the table has stopped: its game is unknown; serve with --game FILE")
        except Exception as error:
            # Its words may quote anything: whoever asks is told its kind, the log also its place.
            self._stop(f"the table has stopped: unexpected {type(error).__name__}")
            raise

    def _stop(self, why: str) -> None:
        self.stopped = why
        if why != CLOSING:
            self._failures.begin(FailureKind.TABLE_STOPPED, f"{self.stream}: {why}", self.stream)
        self.read.set()  # nothing more will be
        while not self._inbox.empty():
            if ask := self._inbox.get_nowait():
                self._fail([ask], Failed(why))

    # The inbox

    async def _next(self) -> list[Ask] | None:
        """What waits; an empty list once the clock makes something due; nothing at the end."""
        while not self._closing:
            now, players = self._seconds(), self._attendance()
            self._timer = next_timer(self._timer, self.table, self.pace, now, players)
            idle = idle_timer(self.table.state, self.pace, players)
            self._due = idle if idle is not None and idle.at < self._timer.at else self._timer
            # What is due comes before what is asked: nobody holds up the clock by asking.
            wait = self._due.wait(now)
            if wait < SOON:
                return []
            asks: list[Ask | None] = []
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    asks.append(await self._inbox.get())
            while len(asks) < TOGETHER and not self._inbox.empty():
                asks.append(self._inbox.get_nowait())
            if found := [ask for ask in asks if ask is not None]:
                return found
        return None

    def _attendance(self) -> dict[str, Attendance]:
        """Who sits there, and since when nobody saw them there, or play."""
        now, seated = self._seconds(), set(self.table.state.seats.values())
        self._seen = {name: self._seen.get(name, now) for name in seated}
        self._played = {name: self._played.get(name, now) for name in seated}
        return {
            name: Attendance(inf if self._connected[name] else seen, self._played[name])
            for name, seen in self._seen.items()
        }

    async def _work(self, asks: list[Ask]) -> None:
        """Do what was asked; nothing was, and the timer strikes."""
        struck = not asks
        asks = [ask for ask in asks if not ask.done.done() and not self._repeated(ask)]
        asks = self._once(asks)
        for ask in asks:
            ask.begun = True
        try:
            if asks or struck:
                await self._together(asks)
        except Unavailable as trouble:
            self._timer = None  # nobody could answer: the time begins anew
            self._fail(asks, Failed(f"it could not be written, and was not done: {trouble}"))
            if not asks:
                await asyncio.sleep(PATIENCE)
        except Uncertain as trouble:
            self._timer = None
            self._fail(
                asks, Failed(f"try again with the same key: {trouble}", uncertain=True, retry=True)
            )
            await self._reload()
            await self._recall(asks)
            if self._heard:  # it may have been written after all: whoever watches is shown
                self._heard(self, ())
        except Exception:
            self._fail(asks, Failed("the table has stopped for an unknown reason", uncertain=True))
            raise

    def _fail(self, asks: Sequence[Ask], why: Exception) -> None:
        for ask in asks:
            if not ask.done.done():
                ask.done.set_exception(why)

    def _repeated(self, ask: Ask) -> bool:
        """Whether this was answered before, and is answered so again."""
        known = self._answers.get((ask.account, ask.key)) if ask.key else None
        if known is not None:
            _answer_again(ask, known)
        return known is not None

    def _once(self, asks: Sequence[Ask]) -> list[Ask]:
        """Of those under one key the first; the others wait for what becomes of it."""
        first: dict[tuple[str, str] | Ask, Ask] = {}
        for ask in asks:
            if first.setdefault((ask.account, ask.key) if ask.key else ask, ask) is not ask:
                self._inbox.put_nowait(ask)
        return [*first.values()]

    async def _recall(self, asks: Sequence[Ask]) -> None:
        """Have at hand what the store answered to some requests: they may be asked again."""
        with suppress(Unavailable, Uncertain):
            for ask in asks:
                known = await self._known(ask)
                if known is not None:
                    self._answers[known.account, known.key] = known

    # Deciding and writing

    async def _together(self, asks: Sequence[Ask]) -> None:
        """Decide all of them and write what follows, as one batch.

        If the store would not have it, because somebody's money went elsewhere meanwhile or a key
        was used before, they are decided once more; only as a last resort each by itself.
        """
        refusal: Exception = Conflict("another program is writing to this table")
        for _ in range(TRIES if len(asks) > 1 else 1):
            try:
                return await self._attempt(asks)
            except (Conflict, Overdrawn) as trouble:
                refusal = trouble
                await self._recall(asks)
                left = [ask for ask in asks if not ask.done.done() and not self._repeated(ask)]
                if asks and not left:
                    return None
                asks = left
            except ValueError as trouble:
                refusal = trouble
                break
        if len(asks) > 1:
            for ask in asks:
                await self._together([ask])
        elif asks:
            await self._turned_down(asks[0], refusal)
        else:
            raise Uncertain(str(refusal)) from None
        return None

    async def _attempt(self, asks: Sequence[Ask]) -> None:
        """Decide, write, and tell; nothing has changed if it cannot be written."""
        before = self.table.state, self.table.shoe
        recorded: list[Recorded] = []
        done: list[tuple[Ask, int]] = []
        refused: list[tuple[Ask, Refused]] = []
        try:
            funds = await self._funds(asks)
            for ask in asks:
                try:
                    recorded += self._decide(ask, funds)
                    done.append((ask, self.table.state.version))
                except Refused as refusal:
                    refused.append((ask, refusal))
            if not asks and self._due:
                recorded += self._due.strike(self.table)
            await self._write(recorded, done)
        except BaseException:
            self.table.state, self.table.shoe = before
            raise
        if not asks and self._due:
            # What could not be done after all is tried again after as long again.
            self._seen[self._due.who] = self._played[self._due.who] = self._seconds()
            self._timer = None if self._due is self._timer else self._timer
        for ask, version in done:
            if not ask.done.done():
                ask.done.set_result(Told(version))
        if recorded and self._heard:
            self._heard(self, recorded)
        for ask, why in refused:
            await self._refuse(ask, why)
        await self._snapshot(recorded)

    def _decide(self, ask: Ask, funds: dict[str, Cents]) -> Sequence[Recorded]:
        """What a request leads to; refused, and nothing has changed, if it cannot be paid for."""
        if ask.aliases:
            check_two_people(self.table.state, ask.command, ask.by.name, ask.aliases, self.founder)
        before = self.table.state, self.table.shoe
        recorded = self.table.say(ask.command, ask.by)
        try:
            _pay(recorded, funds)
        except BaseException:
            self.table.state, self.table.shoe = before
            raise
        self._seen[ask.by.name] = self._seconds()
        if isinstance(ask.command, PLAYS):
            self._played[ask.by.name] = self._seconds()
        return recorded

    async def _funds(self, asks: Sequence[Ask]) -> dict[str, Cents]:
        """What those have in their accounts who want to buy chips."""
        buyers = {money_of(a.by.name): 0 for a in asks if isinstance(a.command, c.BuyIn)}
        if len(asks) < 2 or not buyers:  # one alone is refused by the store
            return {}
        with self._waiting():
            return {**buyers, **await self._store.held([*buyers])}

    async def _refuse(self, ask: Ask, why: Exception) -> None:
        """Refuse, unless it was carried out long ago and only the answer got lost."""
        try:
            known = await self._known(ask)
        except (Unavailable, Uncertain) as trouble:
            why = Failed(f"try again with the same key: {trouble}", uncertain=True, retry=True)
            known = None
        if known is not None:
            _answer_again(ask, known)
        self._fail([ask], why)

    async def _known(self, ask: Ask) -> Answer | None:
        if not ask.key:
            return None
        try:
            with self._waiting():
                return await self._store.answered(ask.account, self.stream, ask.key)
        except RowDamaged:
            # Whether it was done is not to be known by its key any more.
            told = (
                "the answer stored for this key cannot be read: check the table, and use a new key"
            )
            self._fail([ask], Refused(told, CORRECTIONS))
            return None

    async def _turned_down(self, ask: Ask, trouble: Exception) -> None:
        """The store would not have it: too little money, a key used before, another writer."""
        if isinstance(trouble, Overdrawn):
            await self._refuse(ask, Refused(SHORT, LEDGER))
            return
        if isinstance(trouble, ValueError):
            await self._refuse(ask, Refused("this cannot be written down", LEDGER))
            return
        known = await self._known(ask)
        if known is None:
            raise Uncertain("another program is writing to this table")
        _answer_again(ask, known)

    async def _write(self, recorded: Sequence[Recorded], done: Sequence[tuple[Ask, int]]) -> None:
        answers = [_answer(ask, self.stream, version) for ask, version in done if ask.key]
        if not recorded and not answers:
            return
        batch = batch_of(
            self.stream,
            self.head,
            recorded,
            self.table.state.balances,
            answers,
            self._sealed(recorded),
        )
        with self._waiting():
            await self._store.append(batch)
        self.head = Head(batch.version, batch.head)
        self.shown, self.shoe = self.table.state, self.table.shoe
        for answer in answers:
            self._answers[answer.account, answer.key] = answer
        while len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)

    def _sealed(self, recorded: Sequence[Recorded]) -> list[Sealed]:
        """The seed of a round that was opened, before anyone can wager on it."""
        shoe = self.table.shoe
        return [
            Sealed(one.event.round, self._seal.close(shoe.seed, self.stream, one.event.round))
            for one in recorded
            if isinstance(one.event, RoundOpened) and shoe is not None
        ]

    # Reading

    async def _reload(self) -> None:
        """What the store has is what happened."""
        with self._waiting():
            while True:
                with suppress(Unavailable, Uncertain):
                    await self._read()
                    return
                await asyncio.sleep(PATIENCE)

    async def _read(self) -> None:
        state, head = State(), START
        kept = await self._store.snapshot(self.stream)
        if kept is not None:
            found = opened(kept)
            if found is None:
                refused = f"{self.stream}: the snapshot cannot be used, so every line is read"
                self._failures.note(FailureKind.SNAPSHOT_REFUSED, refused, self.stream)
            state, head = found or (state, head)
        async for entries in self._store.lines(self.stream, head.version):
            state, head = read_on(state, head, entries)
        self.table.take_up(state, None, await self._last_time(head.version))
        self.head, self._kept = head, head.version
        self._answers.clear()
        self.shown, self.shoe = state, None
        now = state.round
        if now is None:
            return
        if not state.running:
            if now.seed:  # which everybody has: the cards of the round that just closed
                self.table.shoe = rebuild_shoe(state, now, bytes.fromhex(now.seed))
                self.shoe = self.table.shoe
            return
        sealed = await self._store.sealed(self.stream, now.number)
        seed = self._seal.open(sealed, self.stream, now.number) if sealed else None
        if seed is not None:
            self.table.shoe = rebuild_shoe(state, now, seed)
            self.shoe = self.table.shoe
        if seed is None and now.number != self._lost_round:
            # No round is void in silence (FAIR-9): whoever starts the room has to say so.
            raise Damaged(f"the sealed seed of round {now.number} cannot be opened")
        if seed is None:
            await self._void(now.number, "the key of the seal is lost, and with it the seed")
        elif not in_force(state):
            await self._void(now.number, "it was begun by the rules of another program")

    async def _last_time(self, version: int) -> datetime | None:
        """When the last line was written: the clock may have been put back since."""
        async for entries in self._store.lines(self.stream, version - 1):
            for entry in entries:
                return datetime.fromisoformat(entry.at) if entry.at else None
        return None

    async def _void(self, number: int, why: str) -> None:
        """The round cannot go on: two of the house undo it, unless it only waits for its close."""
        table = self.table
        matter = c.VoidRound(number, why)
        recorded: list[Recorded] = []
        now = table.state.round
        if now is not None and now.phase not in (Phase.SETTLED, Phase.VOID):
            proposal = table.state.proposed + 1
            recorded += table.say(c.Propose(matter), HOUSE_DEALER)
            if proposal in table.state.proposals:  # not yet, unless the deck is worn out as well
                recorded += table.say(c.Approve(proposal), HOUSE_FLOOR)
        with suppress(Refused):
            recorded += table.say(c.CloseRound(), HOUSE_DEALER)
        await self._write(recorded, ())

    async def _snapshot(self, recorded: Sequence[Recorded]) -> None:
        """From time to time, between two rounds, so that a restart reads less."""
        closed = any(isinstance(one.event, RoundClosed) for one in recorded)
        if closed and self.head.version - self._kept >= self._snapshot_every:
            self._kept = self.head.version
            with suppress(Unavailable, Uncertain):
                await self._store.keep_snapshot(self.stream, taken(self.table.state, self.head))


def batch_of(
    stream: str,
    before: Head,
    recorded: Sequence[Recorded],
    held: Balances,
    answers: Sequence[Answer] = (),
    sealed: Sequence[Sealed] = (),
) -> Batch:
    """Return what is written of events at a table, after which its accounts hold so much."""
    entries, head = entries_of(before, recorded)
    postings = postings_of(before.version + 1, recorded)
    touched = {account for p in postings for account in (p.source, p.target)}
    # One after the other, as they were asked: who buys in has the money before what follows.
    shared = shared_moves(postings)
    own = {f"{stream}/{a}": held.get(a, 0) for a in touched if not is_shared(a)}
    return Batch(stream, before.version, head.hash, entries, postings, own, shared, answers, sealed)


def _pay(recorded: Sequence[Recorded], funds: dict[str, Cents]) -> None:
    """Move money between people's accounts and the table; refused where there is too little."""
    after = dict(funds)
    for account, cents in shared_moves(p for one in recorded for p in one.postings):
        if account in after:
            after[account] += cents
            if after[account] < 0:
                raise Refused(SHORT, LEDGER)
    funds.update(after)


def shared_moves(postings: Iterable[Moved | Posting]) -> list[tuple[str, int]]:
    """What people's own accounts gain and lose, one after the other."""
    return [
        (account, sign * int(p.cents))
        for p in postings
        for account, sign in ((p.source, -1), (p.target, 1))
        if is_shared(account)
    ]


def is_shared(account: str) -> bool:
    """Whether an account is a person's own, which follows from table to table."""
    return account.startswith("player:")


def _answer(ask: Ask, stream: str, version: int) -> Answer:
    check = answer_check(ask.account, stream, ask.key, ask.body, version)
    kept = msgspec.json.encode(KeptAnswer(version, check=check))
    return Answer(ask.account, ask.key, ask.body, kept)


def _answer_again(ask: Ask, known: Answer) -> None:
    if ask.done.done():
        return
    if known.body != ask.body:
        ask.done.set_exception(Refused("this key was used before, for something else", CORRECTIONS))
    else:
        told = msgspec.json.decode(known.answer, type=Told)
        ask.done.set_result(Told(told.version, again=True))
