"""Run nights of a simulated room, seed after seed, and check that nothing is lost or repeated."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.room import back_office_events as e
from pitboss.room.back_office_events import decode_back_office_line
from pitboss.room.people.accounts import money_account
from pitboss.room.store.interface import BACK_OFFICE, Entry
from pitboss.room.table_index import TableIndexer
from pitboss.room.table_log import EMPTY_HEAD, replay
from pitboss.table import Phase, State
from pitboss.table import commands as c
from pitboss.table.export import FileMarks, encode_last_line
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR
from pitboss.table.state import encode_state
from pitboss.verify import VerificationError, verify
from tests.room.simulator.environment import SimLoop, run_simulated
from tests.room.simulator.faulty_disk import DiskContents
from tests.room.simulator.node_world import NodeWorld
from tests.room.simulator.world import OLD_GUESTS, World

EVENT_OF_COMMAND: Final = {
    c.TakeSeat: "PlayerSeated",
    c.BuyIn: "BoughtIn",
    c.PlaceWagers: "WagersPlaced",
    c.Decide: "Decided",
}
"""Commands that write exactly one event each time they are executed, and its kind."""


def find_faults(world: World) -> Iterator[str]:
    """Yield every fault of a night, as one sentence each."""
    yield from world.faults
    yield from world.timekeeper.faults
    yield from _check_acks(world)
    total = sum((Fraction(cents) for cents in world.disk_contents.balances.values()), Fraction(0))
    if total:
        yield f"the books do not balance: {total} cents came from nowhere"
    for account, cents in world.disk_contents.balances.items():
        if cents < 0 and account != "house" and not account.endswith("/house"):
            yield f"{account} holds {cents}"
    for table in world.tables:
        yield from (f"{table}: {why}" for why in _check_table(world, table))
    yield from _check_views(world)
    yield from _check_guests(world)
    if isinstance(world, NodeWorld):
        yield from world.observer.faults
        yield from world.server.faults


def _check_acks(world: World) -> Iterator[str]:
    """Check that every acknowledged command is stored under its key and at its version."""
    for guest in world.guests:
        for (table, key), version in guest.acks.items():
            if (guest.account.key, table, key) not in world.disk_contents.responses:
                yield f"{key} of {guest.account.name} at {table} was acknowledged but is lost"
            if version > world.disk_contents.streams[table].head.version:
                yield f"{table} acknowledged version {version}, which is not stored"


def _check_guests(world: World) -> Iterator[str]:
    """Check that old guests expired once, without chips anywhere, and that others were kept."""
    contents = world.disk_contents
    events = [decode_back_office_line(entry.line).event for entry in contents.entries[BACK_OFFICE]]
    ended_names = Counter(event.name for event in events if isinstance(event, e.GuestEnded))
    signed_up_names = Counter(event.name for event in events if isinstance(event, e.GuestSignedUp))
    world.coverage["a guest ended"] += ended_names.total()
    for name in OLD_GUESTS[:-1]:
        if ended_names[name] != 1:
            yield f"{name} was not seen for long, and ended {ended_names[name]} times"
    for name in ended_names:
        accounts = {money_account(name), *(f"{table}/stack:{name}" for table in world.tables)}
        chips = {key: contents.balances[key] for key in accounts if contents.balances.get(key)}
        if chips or money_account(name) in contents.balances:
            yield f"{name} ended, but has {chips}"
        if ("accounts", name.lower()) in contents.collections:
            yield f"{name} ended, but has an account"
        if name not in OLD_GUESTS:
            yield f"{name} was seen, but ended"
    for name, times in signed_up_names.items():
        account = contents.collections.get(("accounts", name.lower()), b"{}")
        if times != 1 or msgspec.json.decode(account).get("guest", True):
            yield f"{name} kept the account {times} times: {account!r}"
    for key in world.kept_accounts - {name.lower() for name in signed_up_names}:
        yield f"{key} was told to have kept the account, which is not stored"


def _check_once(world: World, table: str) -> Iterator[str]:
    """Check that every request with a stored response was executed exactly once."""
    requests: Counter[tuple[str, str]] = Counter()
    for guest in world.guests:
        for (at, key), command in guest.requests.items():
            kind = EVENT_OF_COMMAND.get(type(command))
            if (
                at == table
                and kind
                and (guest.account.key, at, key) in world.disk_contents.responses
            ):
                requests[guest.account.name, kind] += 1
    names = {guest.account.name for guest in world.guests}
    events = Counter(
        (entry.by, entry.kind)
        for entry in world.disk_contents.entries[table]
        if entry.kind in EVENT_OF_COMMAND.values() and entry.by in names
    )
    for (name, kind), excess in (events - requests).items():
        yield f"{kind} of {name} happened {excess} times more often than it was requested"
    for (name, kind), shortfall in (requests - events).items():
        yield f"{kind} of {name} happened {shortfall} times less often than it was acknowledged"


def _check_dual_control(entries: Sequence[Entry]) -> Iterator[str]:
    """Check that no player loses by one person's report unless another person rules so (SEC-3)."""
    players: dict[tuple[int, int], str] = {}
    reports: dict[tuple[int, int], str] = {}
    for entry in entries:
        if entry.kind not in ("WagersPlaced", "PlayerAway", "AbsentRuled", "Decided"):
            continue
        event = msgspec.json.decode(entry.line)["event"]
        seat = event["round"], event["seat"]
        if entry.kind == "WagersPlaced":
            players[seat] = entry.by
        elif entry.kind == "PlayerAway":
            by_right = entry.by in (players.get(seat), HOUSE_DEALER.name)
            reports[seat] = "" if by_right else entry.by
        elif entry.kind == "Decided" and entry.by == players.get(seat):
            reports.pop(seat, None)
        elif entry.by in (HOUSE_DEALER.name, HOUSE_FLOOR.name) and reports.get(seat):
            yield f"seat {seat[1]} in round {seat[0]} lost on the report of {reports[seat]} alone"


def _check_views(world: World) -> Iterator[str]:
    """Check that every view shows what was committed, in order."""
    yield from world.view_log.faults
    for table in world.tables:
        actor = world.room.hub(table).actor
        round_, shoe = actor.committed_state.round, actor.shoe
        open_seeds = {round_.number: shoe.seed.hex()} if round_ and shoe else {}
        yield from world.view_log.compare(table, world.disk_contents.entries[table], open_seeds)


def _check_table(world: World, table: str) -> Iterator[str]:
    contents, actor = world.disk_contents, world.room.hub(table).actor
    if actor.stop_reason:
        yield actor.stop_reason
        return
    yield from _check_once(world, table)
    yield from _check_dual_control(contents.entries[table])
    if actor.committed_state.seats and not actor.committed_state.day.incident:
        yield f"seats are taken although everybody left: {dict(actor.committed_state.seats)}"
    state, head, log = replay(State(), EMPTY_HEAD, contents.entries[table])
    if TableIndexer(table).add_entries(log, {}) != replace(contents.index[table], snapshots=()):
        yield "the index does not follow from the log"
    if (head.version, head.hash) != (
        contents.streams[table].head.version, contents.streams[table].head.hash,
    ):  # fmt: skip
        yield "the head of the stream is not the hash of its last line"
    if encode_state(state) != encode_state(actor.committed_state):
        yield "replaying the log gives another state"
    yield from _check_balances(contents, table, state)
    round_ = state.round
    if round_ is not None and round_.phase in (
        Phase.COUNTING,
        Phase.SETTLING,
        Phase.SETTLED,
        Phase.VOID,
    ):
        yield f"a round is stuck: {round_.phase.value}"
    if round_ is None or not state.has_open_round:
        escrow = {a: c for a, c in state.balances.items() if a.startswith("escrow:")}
        if escrow:
            yield f"chips are left in escrow: {escrow}"
    yield from _check_proofs(contents, table, state)


def _check_balances(contents: DiskContents, table: str, state: State) -> Iterator[str]:
    """Check that the balances in the store match those of the log."""
    for account, cents in state.balances.items():
        if account.startswith("player"):
            continue
        if contents.balances.get(f"{table}/{account}", 0) != cents:
            balance = contents.balances.get(f"{table}/{account}", 0)
            yield f"{account} holds {cents} in the log but {balance} in the store"


def _check_proofs(contents: DiskContents, table: str, state: State) -> Iterator[str]:
    """Verify the log of a table if its last round is closed."""
    if state.has_open_round:
        return
    lines = [entry.line + b"\n" for entry in contents.entries[table]]
    head = contents.streams[table].head
    marks = FileMarks(any(b'"practice":true' in line for line in lines))
    try:
        verify([*lines, encode_last_line(len(lines), head.hash, marks) + b"\n"])
    except VerificationError as fault:
        yield str(fault)


def player_balances(world: World) -> dict[str, int]:
    """Return the balances of all players at the end of the night."""
    names = [guest.account.name for guest in world.guests]
    return {name: int(world.disk_contents.balances.get(money_account(name), 0)) for name in names}


NIGHT_MINUTES: Final = 12.0
NODE_NIGHT_MINUTES: Final = 0.7
"""Minutes of a night of several nodes, in which something happens every few seconds."""


class NightFailure(Exception):
    """A night that failed, with the seed that repeats it."""

    def __init__(self, seed: str, why: str) -> None:
        super().__init__(f"seed {seed}: {why}")
        self.seed, self.why = seed, why


class NightsSummary(Struct):
    """The totals of some nights."""

    seeds: int = 0
    lines: int = 0
    rounds: int = 0
    acknowledged: int = 0
    reads: int = 0
    reached: dict[str, int] = {}
    frames: dict[str, int] = {}


def run_night(seed: str, minutes: float | None = None, node_count: int | None = None) -> World:
    """Play one night; raise `NightFailure` if anything is wrong.

    With a ``node_count`` several nodes run the room; 0 leaves the number to the seed.
    """
    loop = SimLoop()

    async def play() -> World:
        world: World
        if node_count is None:
            world = World(seed, loop, minutes or NIGHT_MINUTES)
        else:
            world = NodeWorld(seed, loop, minutes or NODE_NIGHT_MINUTES, node_count)
        try:
            await world.night()
            faults = list(find_faults(world))
        finally:
            await world.close()
        if faults:
            raise NightFailure(seed, "; ".join(faults[:5]))
        return world

    try:
        return run_simulated(play(), loop)
    except NightFailure:
        raise
    except Exception as error:
        raise NightFailure(seed, f"{type(error).__name__}: {error}") from error


def run_nights(
    seed: str,
    count: int,
    progress: Callable[[int], None],
    minutes: float | None = None,
    node_count: int | None = None,
) -> NightsSummary:
    """Play nights, each under a seed of its own."""
    summary, coverage, frames = NightsSummary(), Counter[str](), Counter[str]()
    for index in range(count):
        world = run_night(f"{seed}-{index}" if count > 1 else seed, minutes, node_count)
        coverage += world.coverage
        frames += world.frames
        summary.seeds += 1
        for table in world.tables:
            summary.lines += len(world.disk_contents.entries[table])
            round_ = world.room.hub(table).actor.committed_state.round
            summary.rounds += round_.number if round_ else 0
        summary.reads += world.view_log.total
        summary.acknowledged += sum(len(guest.acks) for guest in world.guests)
        progress(index + 1)
    summary.reached, summary.frames = dict(sorted(coverage.items())), dict(sorted(frames.items()))
    return summary
