"""A card room: its tables, its people, and the store that has all of it.

It knows neither sockets nor HTTP. Time, store and key come in from outside, so that a whole room
runs under a test's clock and disk as well as under real ones.
"""

import asyncio
import logging
import re
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Final

import msgspec

from pitboss import __version__
from pitboss.games import find_game
from pitboss.refusal import Refused, brief
from pitboss.room import office_events as e
from pitboss.room.actor import SNAPSHOT_EVERY, TableActor
from pitboss.room.asks import Ask, Told
from pitboss.room.clock import Clock
from pitboss.room.hub import Hub, Watcher
from pitboss.room.labs.desk import LabDesk
from pitboss.room.labs.pocket import PocketCards
from pitboss.room.office import HOUSE, Office
from pitboss.room.own_code import code_hash
from pitboss.room.people.accounts import Account, Part
from pitboss.room.people.door import Door
from pitboss.room.people.passwords import Passwords
from pitboss.room.sealing import Seal, lost_rounds, refuse_lost
from pitboss.room.settings import RoomSettings, TableSettings
from pitboss.room.store.shape import OFFICE, Conflict, Store, Stream
from pitboss.submission import check_filing, choices, completed, example
from pitboss.table import Person, Recorded, Role
from pitboss.table import commands as c
from pitboss.table.care import in_force
from pitboss.table.commands import Command
from pitboss.table.people import ANYBODY, HOUSE_DEALER, HOUSE_FLOOR
from pitboss.table.views import View

log: Final = logging.getLogger("pitboss.room")
TABLE: Final = "table"
_SLUG: Final = re.compile(r"[a-z0-9-]{1,40}")
LONGEST_TITLE: Final = 60
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
    ) -> None:
        """With a ``practice`` name every shoe can be foreseen; that is for tests and lessons."""
        self._practice, self._snapshot_every = practice, snapshot_every
        self.store, self.clock, self.settings = store, clock, settings or RoomSettings()
        self._seal = seal
        self.office = Office(store, clock)
        self.passwords = passwords or Passwords()
        self.door = Door(self.office, self.passwords, play_chips=self.settings.play_chips)
        self.door.on_change(self._dismiss)
        self.labs = LabDesk()
        self.pocket_cards = PocketCards()
        self.hubs: dict[str, Hub] = {}
        self.titles: dict[str, str] = {}
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
        await self.office.start()
        await self.office.write(e.ProgramStarted(__version__, code_hash()))
        if self._lost_rounds:
            log.error("the key is lost: unproved rounds %s", self._lost_rounds)
            await self.office.write(e.KeyLost(self._lost_rounds))
        for stream in await self.store.streams():
            if stream.kind == TABLE:
                hub = self._take_up(stream)
                settings = msgspec.convert(stream.settings, TableSettings)
                if stream.head.version < FOUNDED:
                    await self._open_up(hub, stream.title, settings)
                else:
                    self._spawn(self._bring_up_to_date(hub), f"update {stream.id}")
        for table in self._lost_rounds:
            await self.hubs[table].actor.read.wait()  # void, and that is written

    async def close(self) -> None:
        """Let every table finish what it is writing."""
        tasks = (*self._updates, *self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.labs.close()
        self.passwords.close()
        await self.store.close()

    def _take_up(self, stream: Stream) -> Hub:
        hub = self.hubs[stream.id] = Hub(self._run(stream))
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
            lost_round=self._lost_rounds.get(stream.id, 0),
        )
        task = asyncio.create_task(actor.run(), name=f"table {stream.id}")
        task.add_done_callback(self._ended)
        self._tasks[stream.id] = task
        return actor

    def _ended(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()):
            log.error("%s stands still: %s", task.get_name(), type(error).__name__, exc_info=error)

    def _heard(self, actor: TableActor, _: Sequence[Recorded]) -> None:
        self.hubs[actor.stream].changed()

    # Tables

    async def found_table(
        self,
        stream: str,
        title: str,
        game: str,
        settings: TableSettings,
        submission: Mapping[str, Any] | None = None,
        by: Person = HOUSE,
    ) -> Hub:
        """A new table, by the built-in example of its game, which the house puts in force.

        A filing of its own is put up instead, in the name of who founds the table if that can be,
        and waits for a second person's approval (ROUND-11).
        """
        definition = find_game(game)
        if submission:
            check_filing(definition, submission, self.clock().date())
        if not _is_slug(stream) or stream == OFFICE:
            raise Refused(f"{brief(stream)} is no key of a table: small letters, digits and dashes")
        if not title.isprintable() or not 1 <= len(title.strip()) <= LONGEST_TITLE:
            raise Refused(f"a table's title has 1 to {LONGEST_TITLE} plain characters")
        settings = msgspec.structs.replace(settings, game=game, submission=submission or {})
        told = msgspec.to_builtins(settings)
        try:
            await self.store.found(stream, TABLE, title, told)
        except Conflict:
            # Perhaps it was being founded when something failed: then it is taken up from there.
            if stream in self.hubs:
                raise
        await self.office.write(e.TableFounded(stream, game, title, told), by)
        found = next(one for one in await self.store.streams() if one.id == stream)
        hub = self._take_up(found)
        await self._open_up(hub, title, settings)
        if submission:
            proposer = by if by.role in (Role.DEALER, Role.FLOORPERSON) else HOUSE_DEALER
            await hub.actor.ask(Ask(proposer, c.Propose(c.FileSubmission(submission)), ""))
        return hub

    async def restart_table(self, table: str, cause: str, by: Person) -> Hub:
        """Read a table that stands still from its log again, and go on from there.

        Whoever asks for it repeats the cause, and so has read it; the office writes both down.
        """
        hub = self.hub(table)
        actor = hub.actor
        if not actor.stopped:
            raise Refused(f"the table {table} is running: only one that stands still is restarted")
        if cause != actor.stopped:
            raise Refused(f'repeat the cause to restart the table {table}: "{actor.stopped}"')
        stream = next(one for one in await self.store.streams() if one.id == table)
        await self.office.write(e.TableRestarted(table, cause), by)
        if hub.actor is actor:  # else somebody else was faster
            hub.actor = self._run(stream)
        await hub.actor.read.wait()
        hub.changed()
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
        return found

    # What people do and see

    async def say(self, account: Account, table: str, command: Command, key: str = "") -> Told:
        """Have a command carried out, as this person, once for every key."""
        actor = self.hub(table).actor
        return await actor.ask(Ask(account.person, command, account.key, key))

    def look(self, account: Account | None, table: str) -> View:
        """A table as somebody may see it."""
        return self.hub(table).actor.view(account.person if account else ANYBODY)

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
