"""A card room: its tables, its people, and the store that persists them.

It knows neither sockets nor HTTP. Clock, store and key are passed in, so a whole room runs under
a test's clock and disk as well as under real ones.
"""

import asyncio
import logging
import re
import time
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

import msgspec

from pitboss import __version__
from pitboss.client.protocol import Failed
from pitboss.console.console import Console, build_console
from pitboss.errors import Refused, short_repr
from pitboss.games import find_game
from pitboss.room import back_office_events as e
from pitboss.room.back_office import HOUSE, BackOffice
from pitboss.room.console_log import ConsoleLog, console_countdown
from pitboss.room.failures import FailureKind, Failures
from pitboss.room.lab_service.job_queue import JobQueue
from pitboss.room.lab_service.pocket_cards import PocketCards
from pitboss.room.nodes.directory import NodeStatus
from pitboss.room.people.account_service import AccountService
from pitboss.room.people.accounts import STAFF, Account, AccountRole
from pitboss.room.people.credentials import Passwords
from pitboss.room.people.dual_control import FIRST_PERSON, check_dual_control, inviters
from pitboss.room.people.dual_control import aliases as aliases_of
from pitboss.room.people.staffing import Staffing
from pitboss.room.report_service.service import ReportService
from pitboss.room.requests import KEY_REUSED, Ack, Request, hash_body
from pitboss.room.runtime import Clock, MonotonicClock, Stopwatch, code_hash
from pitboss.room.school_service.service import SchoolService
from pitboss.room.seed_vault import SeedVault, find_lost_rounds, refuse_lost_rounds
from pitboss.room.settings import RoomSettings
from pitboss.room.store.interface import (
    BACK_OFFICE,
    Conflict,
    NewStream,
    Store,
    StoredResponse,
    StoreFailure,
    Stream,
)
from pitboss.room.stored_table import (
    SNAPSHOT_EVERY,
    TableOwnership,
    TableSettings,
    check_dealer,
    make_batch,
)
from pitboss.room.table_actor import TableActor
from pitboss.room.table_log import EMPTY_HEAD
from pitboss.room.viewers import Hub, Watcher, add_inviters
from pitboss.submission import check_filing, complete_submission, example_filing, without_edition
from pitboss.table import LogEntry, Person, Table
from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.decks import are_rules_in_force
from pitboss.table.house_rules import CORRECTIONS, PEOPLE
from pitboss.table.ledger import Balances, stack_account
from pitboss.table.people import ANONYMOUS, HOUSE_DEALER, HOUSE_FLOOR, normalize_name
from pitboss.table.table import utc_text
from pitboss.table.views import View

log: Final = logging.getLogger("pitboss.room")
TABLE: Final = "table"
_SLUG: Final = re.compile(r"[a-z0-9-]{1,40}")
MAX_TITLE_LENGTH: Final = 60
PROPOSER_ROLES: Final = c.PERMISSIONS[c.Propose]
CLOSE_TIMEOUT: Final = 5.0
"""Seconds that tables have to finish writing when the room is closed."""
STOPWATCH_TASK: Final = "(stopwatch)"
"""A task beside those of the tables; no table can have this name."""
STORE_WATCH_TASK: Final = "(watch)"
CLEANUP_TASK: Final = "(cleanup)"
CLEANUP_INTERVAL: Final = 60.0
"""Seconds between two times that the room looks for guests, sessions and responses to delete."""
CLEANUP_PAUSE: Final = 1.0
"""Seconds between two batches of them, so that nobody waits for the cleanup."""
GUESTS_PER_BATCH: Final = 20
RESPONSES_PER_BATCH: Final = 500
STORE_CHECK_INTERVAL: Final = 1.0
"""Seconds between two checks of the store."""
SLOW_STATEMENT: Final = 1.0
"""Seconds that a statement may wait before the store counts as slow."""
LOST_DATABASE_LIMIT: Final = 5.0
"""Seconds after which another room may use a lost database, so that nothing is shown."""
OPENING_LINES: Final = 8
"""Fewest lines of a table that is open and has rules in force."""


class Room:
    """Many tables for many people."""

    def __init__(
        self,
        store: Store,
        vault: SeedVault,
        clock: Clock,
        settings: RoomSettings | None = None,
        passwords: Passwords | None = None,
        practice: str | None = None,
        snapshot_every: int = SNAPSHOT_EVERY,
        monotonic: MonotonicClock = time.monotonic,
        *,
        reports_in_thread: bool = False,
    ) -> None:
        """Create a room; `start` opens its tables.

        With a ``practice`` name every shoe can be predicted, for tests and lessons. Lines are dated
        by ``clock``; time limits run on ``monotonic``. Reports are built in a process of their own,
        or with ``reports_in_thread`` in a thread.
        """
        self._practice, self._snapshot_every = practice, snapshot_every
        self.store, self.clock, self.settings = store, clock, settings or RoomSettings()
        self._vault, self._stopwatch = vault, Stopwatch(monotonic)
        self.failures = Failures(monotonic)
        store.subscribe(self._note_store_status)
        self._probe_task: asyncio.Task[None] | None = None
        self.back_office = BackOffice(store, clock)
        self.passwords = passwords or Passwords()
        self.account_service = AccountService(
            self.back_office,
            self.passwords,
            play_chips=self.settings.play_chips,
            guest_days=self.settings.guest_days,
            monotonic=monotonic,
        )
        self.account_service.on_change(self._dismiss_watchers)
        self.staffing = Staffing(self.account_service)
        self.lab_jobs = JobQueue()
        self.reports = ReportService(
            store, self.settings.report_seconds, in_thread=reports_in_thread
        )
        self.pocket_cards = PocketCards()
        self.school = SchoolService(store, clock, in_thread=reports_in_thread)
        self.hubs: dict[str, Hub] = {}
        self.titles: dict[str, str] = {}
        self.unusual_results: dict[str, str] = {}
        """Why today's result of a table deserves a look, by table."""
        self._inviter_chains: dict[str, tuple[str, ...]] = {}
        """The inviters of each member of staff, shown beside acts that take two people."""
        self._lost_rounds: dict[str, int] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._updates: set[asyncio.Task[None]] = set()
        self._watchers_by_account: dict[str, set[Watcher]] = {}
        self._console_logs: dict[str, ConsoleLog] = {}

    @property
    def is_leader(self) -> bool:
        """Whether this program does what only one of several nodes does; there are no others."""
        return True

    @property
    def webhook_key(self) -> str:
        """The key that alerts are signed with."""
        return self._vault.derive("webhook")

    # Opening and closing

    async def start(self, *, key_lost: bool = False) -> None:
        """Start every table from its log.

        Rounds whose seed cannot be unsealed prevent the start, unless their key is declared lost
        (FAIR-9): then they are voided, and the log of the back office names them.
        """
        self._lost_rounds = await find_lost_rounds(self.store, self._vault)
        if not key_lost:
            refuse_lost_rounds(self._lost_rounds)
        self._tasks[STOPWATCH_TASK] = asyncio.create_task(
            self._stopwatch.run(), name=STOPWATCH_TASK
        )
        self._tasks[STORE_WATCH_TASK] = asyncio.create_task(
            self._watch_store(), name=STORE_WATCH_TASK
        )
        await self.back_office.start()
        await self._update_inviter_chains()
        await self._write_start()
        for stream in await self.store.streams():
            if stream.kind == TABLE:
                settings = msgspec.convert(stream.settings, TableSettings)
                if stream.id not in self.back_office.created_tables:
                    # An older program was stopped between two writes.
                    event = e.TableFounded(
                        stream.id, settings.game, stream.title, dict(stream.settings)
                    )
                    await self.back_office.write(event)
                hub = self._start_table(stream)
                if stream.head.version < OPENING_LINES:
                    await self._complete_opening(hub, stream.title, settings)
                else:
                    self._spawn(self._refile_example(hub), f"update {stream.id}")
        await self._assign_legacy_dealers()
        await self.account_service.update_indexes()
        self._tasks[CLEANUP_TASK] = asyncio.create_task(
            self._clean_up_regularly(), name=CLEANUP_TASK
        )
        self._tasks[CLEANUP_TASK].add_done_callback(self._log_task_error)
        for table in self._lost_rounds:
            await self.hubs[table].actor.ready.wait()  # until the void round is committed

    async def _write_start(self) -> None:
        """Record that the program has started, and the rounds whose key is lost."""
        await self.back_office.write(e.ProgramStarted(__version__, code_hash()))
        if self._lost_rounds:
            log.error("the key is lost: unproved rounds %s", self._lost_rounds)
            await self.back_office.write(e.KeyLost(self._lost_rounds))

    async def close(self) -> None:
        """Close every table after its current batch, and stop those that take too long."""
        tables = [self._tasks[table] for table in self.hubs if table in self._tasks]
        for hub in self.hubs.values():
            hub.actor.close()
        if tables:
            await asyncio.wait(tables, timeout=CLOSE_TIMEOUT)
        probes = () if self._probe_task is None else (self._probe_task,)
        tasks = (*self._updates, *self._tasks.values(), *probes)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.lab_jobs.close()
        await self.school.close()
        await self.reports.close()
        self.passwords.close()
        await self.store.close()

    def _start_table(self, stream: Stream) -> Hub:
        """Start a table, unless it is running: there is only one writer."""
        if stream.id in self.hubs:
            return self.hubs[stream.id]
        hub = self.hubs[stream.id] = Hub(self._start_actor(stream), self._inviter_chains)
        self.titles[stream.id] = stream.title
        return hub

    def _start_actor(self, stream: Stream) -> TableActor:
        """Start the actor of a table, which loads it from the store."""
        settings = msgspec.convert(stream.settings, TableSettings)
        actor = TableActor(
            stream.id,
            self.store,
            self._vault,
            self.clock,
            automation=settings.automation_flags,
            time_limits=settings.pace,
            on_events=self._notify_hub,
            practice=f"{self._practice} {stream.id}" if self._practice else None,
            snapshot_every=self._snapshot_every,
            creator=settings.founder,
            monotonic=self._stopwatch,
            lost_round=self._lost_rounds.get(stream.id, 0),
            failures=self.failures,
            is_indexed=stream.is_indexed,
            ownership=self._ownership(stream.id),
        )
        task = asyncio.create_task(actor.run(), name=f"table {stream.id}")
        task.add_done_callback(self._log_task_error)
        self._tasks[stream.id] = task
        return actor

    async def nodes(self) -> Sequence[NodeStatus]:
        """Return the nodes of the room; none if this is the only program."""
        return ()

    async def catch_up(self, table: str) -> None:
        """Wait until this program shows a table as it is committed; it is the only writer."""

    def _ownership(self, table: str) -> TableOwnership | None:
        """Return since when this node owns a table; None, because there are no others."""

    def _log_task_error(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()):
            log.error("%s has stopped: %s", task.get_name(), type(error).__name__, exc_info=error)

    def _notify_hub(self, actor: TableActor, _: Sequence[LogEntry]) -> None:
        self.hubs[actor.stream].notify()

    # The state of the store

    def _note_store_status(self, failure: StoreFailure | None) -> None:
        if failure is None:
            self.failures.report_store_success()
        else:
            self.failures.report_store_failure(failure.kind, str(failure), failure.where)

    async def _watch_store(self) -> None:
        """Check the store regularly, so that a failure is noticed even if nobody plays."""
        while True:
            await self.check_store()
            await asyncio.sleep(STORE_CHECK_INTERVAL)

    async def check_store(self) -> None:
        """Check whether the store can be written, without waiting long for a response."""
        if self._probe_task is None or self._probe_task.done():
            self._probe_task = asyncio.create_task(self._probe_store(), name="(probe)")
        await asyncio.wait({self._probe_task}, timeout=SLOW_STATEMENT / 2)
        if self.store.oldest_wait() > SLOW_STATEMENT:
            sentence = "the database is not responding: requests may have to be repeated"
            self.failures.begin(FailureKind.STORE_SLOW, sentence)
        reason = self.block_reason
        for hub in self.hubs.values():
            if hub.block_reason != reason:
                hub.block_reason = reason
                hub.wake_all()

    async def _probe_store(self) -> None:
        try:
            await self.store.check_writable()
        except StoreFailure as failure:
            self._note_store_status(failure)
        else:
            self._note_store_status(None)

    # Cleaning up

    async def _clean_up_regularly(self) -> None:
        """Delete what is too old, in small batches; after a failure, try again later."""
        has_more = True
        while True:
            await asyncio.sleep(CLEANUP_PAUSE if has_more else CLEANUP_INTERVAL)
            has_more = False
            # The store has reported its failure; or another node leads the room now.
            with suppress(StoreFailure, Failed):
                has_more = await self.clean_up()

    async def clean_up(self) -> bool:
        """Delete one batch of what is too old; return whether there may be more.

        These are guests who were not seen for a while, expired sessions, and responses to requests
        that nobody repeats anymore. No guest ends while a table is not loaded, because nobody
        knows who sits there.
        """
        if self.block_reason:
            return False
        service, guests = self.account_service, 0
        if all(hub.actor.head.version for hub in self.hubs.values()):
            guests = await service.end_guests(GUESTS_PER_BATCH, self._is_present)
        has_more_sessions = await service.sessions.sweep_if_due()
        oldest = self.clock() - timedelta(days=self.settings.key_days)
        responses = await self.store.delete_responses(utc_text(oldest), RESPONSES_PER_BATCH)
        return guests == GUESTS_PER_BATCH or has_more_sessions or responses > 0

    async def _is_present(self, account: Account) -> bool:
        """Return whether somebody watches or sits at a table, or has chips there."""
        if account.key in self._watchers_by_account:
            return True
        for hub in self.hubs.values():
            # The state that is committed, and the one that is about to be.
            for state in (hub.actor.committed_state, hub.actor.table.state):
                round_ = state.round if state.has_open_round else None
                players = {*state.seats.values(), *(round_.players.values() if round_ else ())}
                if account.name in players:
                    return True
        accounts = [f"{table}/{stack_account(account.name)}" for table in self.hubs]
        return any((await self.store.balances_of(accounts)).values())

    @property
    def block_reason(self) -> str:
        """Why nothing is shown at present, because another room may be in charge; else empty."""
        failure = self.failures.find(FailureKind.LOCK_LOST)
        if failure is None:
            failure = self.failures.find(FailureKind.DATABASE_LOST)
            if failure is None or self.failures.age(failure) < LOST_DATABASE_LIMIT:
                return ""
        return f"This room has lost its database and cannot show tables: {failure.sentence}"

    # Tables

    async def create_table(
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
        """Create a table by the built-in example of its game, which the house puts in force.

        A ``submission`` is proposed instead, in the name of the creator if their role permits it,
        and waits for a second person's approval (ROUND-11). The stream, its opening lines and the
        line of the back office are one transaction: of two people who create the same table one
        succeeds, and a repeated ``key`` returns the same table.
        """
        definition = find_game(game)
        if submission:
            check_filing(definition, submission, self.clock().date())
        if not _is_slug(stream) or stream == BACK_OFFICE:
            raise Refused(
                f"{short_repr(stream)} is not a valid table key: use lowercase letters, digits and "
                "hyphens"
            )
        if not title.isprintable() or not 1 <= len(title.strip()) <= MAX_TITLE_LENGTH:
            raise Refused(f"the title must have 1 to {MAX_TITLE_LENGTH} printable characters")
        settings = msgspec.structs.replace(
            settings,
            game=game,
            submission=submission or {},
            founder="" if by == HOUSE else by.name,
        )
        if settings.founder and settings.founder not in self._inviter_chains:
            await self._update_inviter_chains()
        check_dealer(settings.pace, settings.submission)
        stored_settings = msgspec.to_builtins(settings)
        account, body = normalize_name(by.name), hash_body(by, (stream, title, stored_settings))
        if not await self._was_created(account, key, body):
            entries, balances = self._opening_lines(stream, title, settings, by)
            try:
                await self.back_office.write(
                    e.TableFounded(stream, game, title, stored_settings),
                    by,
                    new_streams=[NewStream(stream, TABLE, title, stored_settings)],
                    linked_batches=[make_batch(stream, EMPTY_HEAD, entries, balances)],
                    responses=[StoredResponse(account, key, body, b"{}")] if key else (),
                )
            except Conflict:
                if not await self._was_created(account, key, body):
                    await self._find_hub(stream)
                    raise Refused(f"the table {stream!r} already exists") from None
        hub = await self._find_hub(stream)
        await hub.actor.ready.wait()
        return hub

    async def _was_created(self, account: str, key: str, body: bytes) -> bool:
        """Return whether the key was used for this request; refuse one used for another."""
        if not key:
            return False
        response = await self.store.stored_response(account, BACK_OFFICE, key)
        if response is not None and response.body_hash != body:
            raise Refused(KEY_REUSED, CORRECTIONS)
        return response is not None

    async def _find_hub(self, table: str) -> Hub:
        """Return the hub of a stored table; start it if nobody has done so yet."""
        if table not in self.hubs:
            self._start_table(next(item for item in await self.store.streams() if item.id == table))
        return self.hubs[table]

    def _opening_lines(
        self, stream: str, title: str, settings: TableSettings, by: Person
    ) -> tuple[Sequence[LogEntry], Balances]:
        """Return the first log entries of a table, and its balances after them."""
        practice = f"{self._practice} {stream}" if self._practice else None
        table = Table(automation=settings.automation_flags, practice=practice, clock=self.clock)
        table.execute(c.OpenTable(title, settings.game, settings.bank), HOUSE_FLOOR)
        if settings.submission:
            proposer = by if by.role in PROPOSER_ROLES and by != HOUSE else HOUSE_DEALER
            table.execute(c.Propose(c.FileSubmission(settings.submission)), proposer)
        else:
            filing = c.FileSubmission(example_filing(find_game(settings.game)))
            table.execute(c.Propose(filing), HOUSE_DEALER)
            table.execute(c.Approve(table.state.proposed), HOUSE_FLOOR)
        return table.log, table.state.balances

    async def restart_table(self, table: str, cause: str, by: Person) -> Hub:
        """Restart a stopped table from its log.

        Whoever requests it has to repeat the cause, which shows that they read it; the back office
        records both.
        """
        hub = self.hub(table)
        actor = hub.actor
        if not actor.stop_reason:
            raise Refused(f"the table {table} is running: only a stopped table can be restarted")
        if cause != actor.stop_reason:
            raise Refused(
                f'to restart the table {table}, repeat the cause exactly: "{actor.stop_reason}"'
            )
        stream = next(item for item in await self.store.streams() if item.id == table)
        await self.back_office.write(e.TableRestarted(table, cause), by)
        if hub.actor is actor:  # otherwise somebody else was faster
            hub.actor = self._start_actor(stream)
            hub.actor.take_over(actor)
        await hub.actor.ready.wait()
        hub.wake_all()
        return hub

    async def _complete_opening(self, hub: Hub, title: str, settings: TableSettings) -> None:
        """Complete the opening of a table that a power failure interrupted."""
        actor = hub.writer
        await actor.ready.wait()
        if actor.stop_reason:
            return
        if not actor.committed_state.table:
            opening = c.OpenTable(title, settings.game, settings.bank)
            await actor.submit(Request(HOUSE_FLOOR, opening, ""))
        if not actor.committed_state.filed and not settings.submission:
            await _file_example(actor)

    async def _refile_example(self, hub: Hub) -> None:
        """File the built-in example again if this version no longer accepts the stored one.

        Only people can file again what people filed.
        """
        actor = hub.writer
        await actor.ready.wait()
        state = actor.committed_state
        if are_rules_in_force(state):
            return
        game, submission = find_game(state.game), state.filed[-1].submission
        if complete_submission(game, without_edition(submission)) == (example_filing(game), []):
            await _file_example(actor)
        else:
            log.warning("table %s cannot deal until its submission is filed again", actor.stream)

    def _spawn(self, work: Coroutine[None, None, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._updates.add(task)
        task.add_done_callback(self._updates.discard)
        task.add_done_callback(self._log_task_error)

    def hub(self, table: str) -> Hub:
        """Return a table with its watchers."""
        result = self.hubs.get(table)
        if result is None:
            raise Refused(f"there is no table {short_repr(table)}", "SEC-4")
        if reason := self.block_reason:
            raise Failed(reason)
        return result

    # What people do and see

    async def execute(
        self,
        account: Account,
        table: str,
        command: Command,
        key: str = "",
        due_version: int | None = None,
    ) -> Ack:
        """Have a person's command carried out, once per key.

        It is refused if staff have acted at the table since the version ``due_version``.
        """
        actor, aliases = self.hub(table).writer, frozenset[str]()
        if account.part in STAFF and account.name not in self._inviter_chains:
            await self._update_inviter_chains()
        if account.part is AccountRole.DEALER:
            await self.check_assigned(account, table)
        if type(command) in FIRST_PERSON:
            aliases = aliases_of(account, await self.account_service.staff())
        request = Request(account.person, command, account.key, key, aliases, due_version)
        return await actor.submit(request)

    async def console(self, account: Account, table: str) -> Console:
        """Return a table as a member of the staff works at it; refuse dealers of other tables."""
        hub = self.hub(table)
        if account.part is AccountRole.DEALER:
            await self.check_assigned(account, table)
        aliases = aliases_of(account, await self.account_service.staff())
        log = self._console_logs.setdefault(table, ConsoleLog(self.store, table))
        state, creator = hub.actor.committed_state, hub.actor.creator
        sentences, now = await log.update(state), self.clock().timestamp()

        def check(command: Command) -> None:
            if type(command) in FIRST_PERSON:
                check_dual_control(state, command, account.name, aliases, creator)

        return build_console(
            state,
            account.person,
            int(now),
            check=check,
            countdown=console_countdown(hub.actor.countdown(), now),
            log=sentences,
        )

    async def _update_inviter_chains(self) -> None:
        """Update the inviters of the staff; those of one person never change."""
        staff = await self.account_service.staff()
        self._inviter_chains.update({item.name: inviters(item, staff) for item in staff.values()})

    async def check_assigned(self, account: Account, table: str) -> None:
        """Refuse a dealer who is not assigned to a table."""
        current = await self.account_service.account(account.name)
        if current is None or table not in (current.tables or ()):
            raise Refused(
                f"{short_repr(account.name)} is not assigned to this table: ask a floorperson or "
                "an administrator to assign you",
                PEOPLE,
            )

    async def _assign_legacy_dealers(self) -> None:
        """Assign dealers of an older room, which had no assignments, to every table."""
        for account in (await self.account_service.staff()).values():
            if account.part is AccountRole.DEALER and account.tables is None:
                await self.account_service.assign_tables(account.name, list(self.hubs), HOUSE)

    def view(self, account: Account | None, table: str) -> View:
        """Return a table as somebody may see it, and note that a player is present."""
        actor = self.hub(table).actor
        if account is not None:
            actor.note_presence(account.name)
        view = actor.view(account.person if account else ANONYMOUS)
        return add_inviters(view, self._inviter_chains, actor.creator)

    def watch(self, account: Account | None, table: str, version: int | None = None) -> Watcher:
        """Watch a table, from a version on if one is given."""
        watcher = self.hub(table).watch(account.person if account else ANONYMOUS, version)
        if account is not None:
            self._watchers_by_account.setdefault(account.key, set()).add(watcher)
        return watcher

    def unwatch(self, account: Account | None, watcher: Watcher) -> None:
        """Stop watching a table."""
        watcher.leave()
        if account is None:
            return
        watchers = self._watchers_by_account.get(account.key, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers_by_account.pop(account.key, None)

    def sign_out(self, account: Account) -> None:
        """Free the seats of somebody who signed out, unless another page is open."""
        for hub in self.hubs.values():
            hub.actor.sign_out(account.name)

    def _dismiss_watchers(self, account: str) -> None:
        """Make the watchers of a changed account sign in again."""
        for watcher in self._watchers_by_account.pop(account, set()):
            watcher.is_dismissed = True
            watcher.wake()


async def _file_example(actor: TableActor) -> None:
    """Put the built-in example in force, which is all that the house may file (ROUND-11)."""
    filing = c.FileSubmission(example_filing(find_game(actor.committed_state.game)))
    await actor.submit(Request(HOUSE_DEALER, c.Propose(filing), ""))
    await actor.submit(Request(HOUSE_FLOOR, c.Approve(actor.committed_state.proposed), ""))


def _is_slug(text: str) -> bool:
    return bool(_SLUG.fullmatch(text))
