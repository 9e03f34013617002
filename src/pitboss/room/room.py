"""A card room: its tables, its people, and the store that has all of it.

It knows neither sockets nor HTTP. Time, store and key come in from outside, so that a whole room
runs under a test's clock and disk as well as under real ones.
"""

import asyncio
import logging
import re
import time
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Final

import msgspec

from pitboss import __version__
from pitboss.games import find_game
from pitboss.refusal import Refused, brief
from pitboss.room import office_events as e
from pitboss.room.actor import SNAPSHOT_EVERY, TableActor, batch_of
from pitboss.room.asks import Ask, Failed, Told, body_of
from pitboss.room.clock import Clock, Seconds, Stopwatch
from pitboss.room.failures import FailureKind, Failures
from pitboss.room.frames import with_inviters
from pitboss.room.hub import Hub, Watcher
from pitboss.room.labs.desk import LabDesk
from pitboss.room.labs.pocket import PocketCards
from pitboss.room.lines import START
from pitboss.room.office import HOUSE, Office
from pitboss.room.own_code import code_hash
from pitboss.room.people.accounts import STAFF, Account, Part
from pitboss.room.people.aliases import aliases as aliases_of
from pitboss.room.people.aliases import inviters
from pitboss.room.people.door import Door
from pitboss.room.people.passwords import Passwords
from pitboss.room.people.staffing import Staffing
from pitboss.room.sealing import Seal, lost_rounds, refuse_lost
from pitboss.room.settings import RoomSettings, TableSettings
from pitboss.room.store.shape import (
    OFFICE,
    Answer,
    Conflict,
    NewStream,
    Store,
    StoreFailure,
    Stream,
)
from pitboss.room.two_people import FIRST
from pitboss.submission import check_filing, choices, completed, example
from pitboss.table import Person, Recorded, Table
from pitboss.table import commands as c
from pitboss.table.care import in_force
from pitboss.table.commands import Command
from pitboss.table.house import CORRECTIONS, PEOPLE
from pitboss.table.ledger import Balances
from pitboss.table.people import ANYBODY, HOUSE_DEALER, HOUSE_FLOOR, spelt
from pitboss.table.views import View

log: Final = logging.getLogger("pitboss.room")
TABLE: Final = "table"
_SLUG: Final = re.compile(r"[a-z0-9-]{1,40}")
LONGEST_TITLE: Final = 60
MAY_PROPOSE: Final = c.MAY[c.Propose]
PATIENCE: Final = 5.0
"""Seconds for which a table may go on writing when the room is closed."""
STOPWATCH: Final = "(stopwatch)"
"""A task beside those of the tables; no table is called so."""
WATCH: Final = "(watch)"
LOOK: Final = 1.0
"""Seconds between two looks at the store, as long as nobody else asks…"""
SLOW: Final = 1.0
"""…and for which a statement may wait until the store counts as slow."""
STALE: Final = 5.0
"""Seconds after which a database that was lost may be another room's: nothing is shown then."""
FOUNDED: Final = 8
"""Lines that a table has at least, once it is open and its rules in force."""


class Room:
    """Many tables for many people."""

    def __init__(
        self,
        store: Store,
        seal: Seal,
        clock: Clock,
        settings: RoomSettings | None = None,
        passwords: Passwords | None = None,
        practice: str | None = None,
        snapshot_every: int = SNAPSHOT_EVERY,
        seconds: Seconds = time.monotonic,
    ) -> None:
        """With a ``practice`` name every shoe can be foreseen; that is for tests and lessons.

        ``clock`` dates what is written; the pace of tables runs on ``seconds``.
        """
        self._practice, self._snapshot_every = practice, snapshot_every
        self.store, self.clock, self.settings = store, clock, settings or RoomSettings()
        self._seal, self._stopwatch = seal, Stopwatch(seconds)
        self.failures = Failures(seconds)
        store.watch(self._note_store)
        self._probing: asyncio.Task[None] | None = None
        self.office = Office(store, clock)
        self.passwords = passwords or Passwords()
        self.door = Door(
            self.office, self.passwords, play_chips=self.settings.play_chips, seconds=seconds
        )
        self.door.on_change(self._dismiss)
        self.staffing = Staffing(self.door)
        self.labs = LabDesk()
        self.pocket_cards = PocketCards()
        self.hubs: dict[str, Hub] = {}
        self.titles: dict[str, str] = {}
        self._chains: dict[str, tuple[str, ...]] = {}
        """Who invited whom, of the staff, as it is shown beside what takes two people."""
        self._lost_rounds: dict[str, int] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._updates: set[asyncio.Task[None]] = set()
        self._accounts_watching: dict[str, set[Watcher]] = {}

    # Opening and closing

    async def start(self, *, key_lost: bool = False) -> None:
        """Take up every table where it was.

        Rounds whose seed cannot be opened keep the room from starting, unless it is known that
        their key is lost (FAIR-9): then they are void, and the office's log names them.
        """
        self._lost_rounds = await lost_rounds(self.store, self._seal)
        if not key_lost:
            refuse_lost(self._lost_rounds)
        self._tasks[STOPWATCH] = asyncio.create_task(self._stopwatch.run(), name=STOPWATCH)
        self._tasks[WATCH] = asyncio.create_task(self._watch(), name=WATCH)
        await self.office.start()
        await self._learn_chains()
        await self.office.write(e.ProgramStarted(__version__, code_hash()))
        if self._lost_rounds:
            log.error("the key is lost: unproved rounds %s", self._lost_rounds)
            await self.office.write(e.KeyLost(self._lost_rounds))
        for stream in await self.store.streams():
            if stream.kind == TABLE:
                settings = msgspec.convert(stream.settings, TableSettings)
                if stream.id not in self.office.tables_founded:
                    # An older program was stopped between two writes.
                    founded = e.TableFounded(
                        stream.id, settings.game, stream.title, dict(stream.settings)
                    )
                    await self.office.write(founded)
                hub = self._take_up(stream)
                if stream.head.version < FOUNDED:
                    await self._open_up(hub, stream.title, settings)
                else:
                    self._spawn(self._bring_up_to_date(hub), f"update {stream.id}")
        await self._assign_dealers_of_before()
        await self.door.renew_looks()
        for table in self._lost_rounds:
            await self.hubs[table].actor.read.wait()  # void, and that is written

    async def close(self) -> None:
        """Let every table finish what it is writing; one that cannot is not waited for."""
        tables = [self._tasks[table] for table in self.hubs if table in self._tasks]
        for hub in self.hubs.values():
            hub.actor.close()
        if tables:
            await asyncio.wait(tables, timeout=PATIENCE)
        probing = () if self._probing is None else (self._probing,)
        tasks = (*self._updates, *self._tasks.values(), *probing)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.labs.close()
        self.passwords.close()
        await self.store.close()

    def _take_up(self, stream: Stream) -> Hub:
        """Run a table, unless it runs: there is one writer."""
        if stream.id in self.hubs:
            return self.hubs[stream.id]
        hub = self.hubs[stream.id] = Hub(self._run(stream), self._chains)
        self.titles[stream.id] = stream.title
        return hub

    def _run(self, stream: Stream) -> TableActor:
        """Read a table from the store, and have it work from then on."""
        settings = msgspec.convert(stream.settings, TableSettings)
        actor = TableActor(
            stream.id,
            self.store,
            self._seal,
            self.clock,
            automation=settings.flags,
            pace=settings.pace,
            heard=self._heard,
            practice=f"{self._practice} {stream.id}" if self._practice else None,
            snapshot_every=self._snapshot_every,
            founder=settings.founder,
            seconds=self._stopwatch,
            lost_round=self._lost_rounds.get(stream.id, 0),
            failures=self.failures,
        )
        task = asyncio.create_task(actor.run(), name=f"table {stream.id}")
        task.add_done_callback(self._ended)
        self._tasks[stream.id] = task
        return actor

    def _ended(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()):
            log.error("%s has stopped: %s", task.get_name(), type(error).__name__, exc_info=error)

    def _heard(self, actor: TableActor, _: Sequence[Recorded]) -> None:
        self.hubs[actor.stream].changed()

    # How the store is

    def _note_store(self, failure: StoreFailure | None) -> None:
        if failure is None:
            self.failures.store_works()
        else:
            self.failures.store_failed(failure.kind, str(failure), failure.where)

    async def _watch(self) -> None:
        """Look at the store again and again, so that its failure is noticed though nobody plays."""
        while True:
            await self.look_at_store()
            await asyncio.sleep(LOOK)

    async def look_at_store(self) -> None:
        """See whether the store can be written; one that does not answer is not waited for."""
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self._probe(), name="(probe)")
        await asyncio.wait({self._probing}, timeout=SLOW / 2)
        if self.store.waiting() > SLOW:
            sentence = "the store is not responding: requests may have to be repeated"
            self.failures.begin(FailureKind.STORE_SLOW, sentence)
        blocked = self.blocked
        for hub in self.hubs.values():
            if hub.blocked != blocked:
                hub.blocked = blocked
                hub.wake_all()

    async def _probe(self) -> None:
        try:
            await self.store.ready()
        except StoreFailure as failure:
            self._note_store(failure)
        else:
            self._note_store(None)

    @property
    def blocked(self) -> str:
        """Why nothing is shown at present, if nothing is: another room may have gone on."""
        lost = self.failures.find(FailureKind.LOCK_LOST)
        if lost is None:
            lost = self.failures.find(FailureKind.DATABASE_LOST)
            if lost is None or self.failures.age(lost) < STALE:
                return ""
        return f"This room has lost its database and cannot show tables: {lost.sentence}"

    # Tables

    async def found_table(
        self,
        stream: str,
        title: str,
        game: str,
        settings: TableSettings,
        submission: Mapping[str, Any] | None = None,
        by: Person = HOUSE,
        *,
        key: str = "",
    ) -> Hub:
        """A new table, by the built-in example of its game, which the house puts in force.

        A filing of its own is put up instead, in the name of who founds the table if that can be,
        and waits for a second person's approval (ROUND-11). Stream, opening lines and the office's
        line are one transaction: of two who found the same table one wins, and a repeated ``key``
        gives the same table again.
        """
        definition = find_game(game)
        if submission:
            check_filing(definition, submission, self.clock().date())
        if not _is_slug(stream) or stream == OFFICE:
            raise Refused(
                f"{brief(stream)} is not a valid table key: use lowercase letters, digits, hyphens"
            )
        if not title.isprintable() or not 1 <= len(title.strip()) <= LONGEST_TITLE:
            raise Refused(f"a table's title has 1 to {LONGEST_TITLE} plain characters")
        settings = msgspec.structs.replace(
            settings,
            game=game,
            submission=submission or {},
            founder="" if by == HOUSE else by.name,
        )
        if settings.founder and settings.founder not in self._chains:
            await self._learn_chains()
        told = msgspec.to_builtins(settings)
        account, body = spelt(by.name), body_of(by, (stream, title, told))
        if not await self._founded_before(account, key, body):
            recorded, held = self._opening(stream, title, settings, by)
            try:
                await self.office.write(
                    e.TableFounded(stream, game, title, told),
                    by,
                    creates=[NewStream(stream, TABLE, title, told)],
                    beside=[batch_of(stream, START, recorded, held)],
                    answers=[Answer(account, key, body, b"{}")] if key else (),
                )
            except Conflict:
                if not await self._founded_before(account, key, body):
                    await self._find(stream)
                    raise Refused(f"there is a table {stream!r} already") from None
        hub = await self._find(stream)
        await hub.actor.read.wait()
        return hub

    async def _founded_before(self, account: str, key: str, body: bytes) -> bool:
        """Whether this was done under this key; refused, if something else was."""
        known = await self.store.answered(account, OFFICE, key) if key else None
        if known is not None and known.body != body:
            raise Refused("this key was used before, for something else", CORRECTIONS)
        return known is not None

    async def _find(self, table: str) -> Hub:
        """A table that the store has. It may be a moment before, or after an unclear answer of the
        store a while, that nobody has taken it up.
        """
        if table not in self.hubs:
            self._take_up(next(one for one in await self.store.streams() if one.id == table))
        return self.hubs[table]

    def _opening(
        self, stream: str, title: str, settings: TableSettings, by: Person
    ) -> tuple[Sequence[Recorded], Balances]:
        """The first lines of a table, and what its accounts hold after them."""
        practice = f"{self._practice} {stream}" if self._practice else None
        table = Table(automation=settings.flags, practice=practice, clock=self.clock)
        table.say(c.OpenTable(title, settings.game, settings.bank), HOUSE_FLOOR)
        if settings.submission:
            proposer = by if by.role in MAY_PROPOSE and by != HOUSE else HOUSE_DEALER
            table.say(c.Propose(c.FileSubmission(settings.submission)), proposer)
        else:
            filing = c.FileSubmission(example(find_game(settings.game)))
            table.say(c.Propose(filing), HOUSE_DEALER)
            table.say(c.Approve(table.state.proposed), HOUSE_FLOOR)
        return table.log, table.state.balances

    async def restart_table(self, table: str, cause: str, by: Person) -> Hub:
        """Read a stopped table from its log again, and go on from there.

        Whoever asks for it repeats the cause, and so has read it; the office writes both down.
        """
        hub = self.hub(table)
        actor = hub.actor
        if not actor.stopped:
            raise Refused(f"the table {table} is running: only a stopped table can be restarted")
        if cause != actor.stopped:
            raise Refused(f'repeat the cause to restart the table {table}: "{actor.stopped}"')
        stream = next(one for one in await self.store.streams() if one.id == table)
        await self.office.write(e.TableRestarted(table, cause), by)
        if hub.actor is actor:  # else somebody else was faster
            hub.actor = self._run(stream)
            hub.actor.succeed(actor)
        await hub.actor.read.wait()
        hub.wake_all()
        return hub

    async def _open_up(self, hub: Hub, title: str, settings: TableSettings) -> None:
        """What a new table still lacks; also one that was being founded when the power failed."""
        actor = hub.actor
        await actor.read.wait()
        if actor.stopped:
            return
        if not actor.shown.table:
            opening = c.OpenTable(title, settings.game, settings.bank)
            await actor.ask(Ask(HOUSE_FLOOR, opening, ""))
        if not actor.shown.filed and not settings.submission:
            await _file_example(actor)

    async def _bring_up_to_date(self, hub: Hub) -> None:
        """A new program may read a filing otherwise, or miss something in it: the example, which
        the house put in force, it files again; what people filed waits for people.
        """
        actor = hub.actor
        await actor.read.wait()
        state = actor.shown
        if in_force(state):
            return
        game, filed = find_game(state.game), state.filed[-1].submission
        if completed(game, choices(filed)) == (example(game), []):
            await _file_example(actor)
        else:
            log.warning("table %s waits: its submission has to be filed again", actor.stream)

    def _spawn(self, work: Coroutine[None, None, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._updates.add(task)
        task.add_done_callback(self._updates.discard)
        task.add_done_callback(self._ended)

    def hub(self, table: str) -> Hub:
        """A table and those who watch it."""
        found = self.hubs.get(table)
        if found is None:
            raise Refused(f"there is no table {brief(table)}", "SEC-4")
        if blocked := self.blocked:
            raise Failed(blocked)
        return found

    # What people do and see

    async def say(self, account: Account, table: str, command: Command, key: str = "") -> Told:
        """Have a command carried out, as this person, once for every key."""
        actor, aliases = self.hub(table).actor, frozenset[str]()
        if account.part in STAFF and account.name not in self._chains:
            await self._learn_chains()
        if account.part is Part.DEALER:
            await self._check_assigned(account, table)
        if type(command) in FIRST:
            aliases = aliases_of(account, await self.door.staff())
        return await actor.ask(Ask(account.person, command, account.key, key, aliases))

    async def _learn_chains(self) -> None:
        """Who invited whom never changes: only those are looked up who are new."""
        staff = await self.door.staff()
        self._chains.update({one.name: inviters(one, staff) for one in staff.values()})

    async def _check_assigned(self, account: Account, table: str) -> None:
        """A dealer acts only at tables that a floorperson or an administrator assigned."""
        now = await self.door.account(account.name)
        if now is None or table not in (now.tables or ()):
            raise Refused(
                f"{brief(account.name)} is not assigned to this table: a floorperson or an "
                "administrator assigns dealers",
                PEOPLE,
            )

    async def _assign_dealers_of_before(self) -> None:
        """Dealers of an older room go on where they were, at every table that there is."""
        for one in (await self.door.staff()).values():
            if one.part is Part.DEALER and one.tables is None:
                await self.door.assign(one.name, list(self.hubs), HOUSE)

    def look(self, account: Account | None, table: str) -> View:
        """A table as somebody may see it; a player who looks is there."""
        if account is not None:
            self.hub(table).actor.note(account.name)
        actor = self.hub(table).actor
        seen = actor.view(account.person if account else ANYBODY)
        return with_inviters(seen, self._chains, actor.founder)

    def watch(self, account: Account | None, table: str, version: int | None = None) -> Watcher:
        """Be told of what happens at a table."""
        watcher = self.hub(table).watch(account.person if account else ANYBODY, version)
        if account is not None:
            self._accounts_watching.setdefault(account.key, set()).add(watcher)
        return watcher

    def unwatch(self, account: Account | None, watcher: Watcher) -> None:
        """Not any more."""
        watcher.leave()
        if account is None:
            return
        left = self._accounts_watching.get(account.key, set())
        left.discard(watcher)
        if not left:
            self._accounts_watching.pop(account.key, None)

    def sign_out(self, account: Account) -> None:
        """Somebody has signed out: a seat is not kept, unless another page is open."""
        for hub in self.hubs.values():
            hub.actor.sign_out(account.name)

    def _dismiss(self, account: str) -> None:
        """An account is something else now: whoever looks with it comes in again."""
        for watcher in self._accounts_watching.pop(account, set()):
            watcher.dismissed = True
            watcher.wake()

    def is_administrator(self, account: Account | None) -> bool:
        """Whether somebody looks after accounts and tables."""
        return account is not None and account.part is Part.ADMINISTRATOR


async def _file_example(actor: TableActor) -> None:
    """The house puts the built-in example in force, and nothing else (ROUND-11)."""
    filed = c.FileSubmission(example(find_game(actor.shown.game)))
    await actor.ask(Ask(HOUSE_DEALER, c.Propose(filed), ""))
    await actor.ask(Ask(HOUSE_FLOOR, c.Approve(actor.shown.proposed), ""))


def _is_slug(text: str) -> bool:
    return bool(_SLUG.fullmatch(text))
