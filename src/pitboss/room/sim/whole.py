"""What must hold on the morning after: nothing lost, nothing doubled, the books balance."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from pitboss.room.lines import START, read_on
from pitboss.room.people.accounts import money_of
from pitboss.room.sim.disk import Kept
from pitboss.room.sim.world import World
from pitboss.room.store.shape import Entry
from pitboss.table import Phase, State
from pitboss.table import commands as c
from pitboss.table.export import last_line
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR
from pitboss.table.state import state_bytes
from pitboss.verify import Fault, verify

LEADS_TO: Final = {
    c.TakeSeat: "PlayerSeated",
    c.BuyIn: "BoughtIn",
    c.PlaceWagers: "WagersPlaced",
    c.Decide: "Decided",
}
"""What leads to one line of its own, each time that it is carried out."""


def wrong(world: World) -> Iterator[str]:
    """Whatever does not hold."""
    yield from world.faults
    yield from world.timekeeper.faults
    yield from _acknowledged(world)
    total = sum((Fraction(cents) for cents in world.kept.balances.values()), Fraction(0))
    if total:
        yield f"the books do not balance: {total} cents came from nowhere"
    for account, cents in world.kept.balances.items():
        if cents < 0 and account != "house" and not account.endswith("/house"):
            yield f"{account} holds {cents}"
    for table in world.tables:
        yield from (f"{table}: {why}" for why in _table(world, table))
    yield from _seen(world)


def _acknowledged(world: World) -> Iterator[str]:
    """Whatever somebody was told to be done is written, under its key and at its version."""
    for guest in world.guests:
        for (table, key), version in guest.acknowledged.items():
            if (guest.account.key, table, key) not in world.kept.answers:
                yield f"{guest.account.name} was told that {key} is done at {table}, and it is lost"
            if version > world.kept.streams[table].head.version:
                yield f"{table} had version {version}, as {guest.account.name} was told"


def _once(world: World, table: str) -> Iterator[str]:
    """Whatever was asked happened once for each key that has an answer, and not otherwise."""
    asked: Counter[tuple[str, str]] = Counter()
    for guest in world.guests:
        for (at, key), command in guest.asked.items():
            kind = LEADS_TO.get(type(command))
            if at == table and kind and (guest.account.key, at, key) in world.kept.answers:
                asked[guest.account.name, kind] += 1
    names = {guest.account.name for guest in world.guests}
    happened = Counter(
        (entry.by, entry.kind)
        for entry in world.kept.entries[table]
        if entry.kind in LEADS_TO.values() and entry.by in names
    )
    for (name, kind), times in (happened - asked).items():
        yield f"{kind} of {name} happened {times} times more than it was asked for"
    for (name, kind), times in (asked - happened).items():
        yield f"{kind} of {name} happened {times} times less than it was answered"


def _two_people(entries: Sequence[Entry]) -> Iterator[str]:
    """What one person reported costs nobody anything, unless another rules so (SEC-3)."""
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
            yield f"seat {seat[1]} of round {seat[0]} lost by the report of {reports[seat]} alone"


def _seen(world: World) -> Iterator[str]:
    """What was shown was committed, to everybody and in order."""
    yield from world.reads.faults
    for table in world.tables:
        actor = world.room.hub(table).actor
        now, shoe = actor.shown.round, actor.shoe
        open_seeds = {now.number: shoe.seed.hex()} if now and shoe else {}
        yield from world.reads.compare(table, world.kept.entries[table], open_seeds)


def _table(world: World, table: str) -> Iterator[str]:
    kept, actor = world.kept, world.room.hub(table).actor
    if actor.stopped:
        yield actor.stopped
        return
    yield from _once(world, table)
    yield from _two_people(kept.entries[table])
    if actor.shown.seats and not actor.shown.day.incident:
        yield f"seats are not free, though nobody is there: {dict(actor.shown.seats)}"
    state, head = read_on(State(), START, kept.entries[table])
    if (head.version, head.hash) != (
        kept.streams[table].head.version, kept.streams[table].head.hash,
    ):  # fmt: skip
        yield "the head is not that of the last line"
    if state_bytes(state) != state_bytes(actor.shown):
        yield "the log gives another state"
    yield from _books(kept, table, state)
    now = state.round
    if now is not None and now.phase in (Phase.COUNTING, Phase.SETTLING, Phase.SETTLED, Phase.VOID):
        yield f"a round stands still: {now.phase.value}"
    if now is None or not state.running:
        held = {a: c for a, c in state.balances.items() if a.startswith("escrow:")}
        if held:
            yield f"chips lie on the layout: {held}"
    yield from _verified(kept, table, state)


def _books(kept: Kept, table: str, state: State) -> Iterator[str]:
    """The balances in the store are those of the log."""
    for account, cents in state.balances.items():
        if account.startswith("player:"):
            continue
        if kept.balances.get(f"{table}/{account}", 0) != cents:
            found = kept.balances.get(f"{table}/{account}", 0)
            yield f"{account} holds {cents} by the log, and {found} in the books"


def _verified(kept: Kept, table: str, state: State) -> Iterator[str]:
    """The stand-alone checker finds nothing, as far as rounds are closed."""
    if state.running:
        return
    lines = [entry.line + b"\n" for entry in kept.entries[table]]
    head = kept.streams[table].head
    practice = any(b'"practice":true' in line for line in lines)
    try:
        verify([*lines, last_line(len(lines), head.hash, practice=practice) + b"\n"])
    except Fault as fault:
        yield str(fault)


def money(world: World) -> dict[str, int]:
    """What everybody has in the end."""
    names = [guest.account.name for guest in world.guests]
    return {name: int(world.kept.balances.get(money_of(name), 0)) for name in names}
