"""What must hold on the morning after: nothing lost, nothing doubled, the books balance."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.room.lines import START, read_on
from pitboss.room.people.accounts import money_of
from pitboss.room.sim.disk import Kept
from pitboss.room.sim.world import World
from pitboss.table import Phase, State
from pitboss.table.export import last_line
from pitboss.table.state import state_bytes
from pitboss.verify import Fault, verify


def wrong(world: World) -> Iterator[str]:
    """Whatever does not hold."""
    yield from _acknowledged(world)
    total = sum((Fraction(cents) for cents in world.kept.balances.values()), Fraction(0))
    if total:
        yield f"the books do not balance: {total} cents came from nowhere"
    for account, cents in world.kept.balances.items():
        if cents < 0 and account != "house" and not account.endswith("/house"):
            yield f"{account} holds {cents}"
    for table in world.tables:
        yield from (f"{table}: {why}" for why in _table(world, table))


def _acknowledged(world: World) -> Iterator[str]:
    """Whatever somebody was told to be done is written, under its key and at its version."""
    for guest in world.guests:
        for (table, key), version in guest.acknowledged.items():
            if (guest.account.key, table, key) not in world.kept.answers:
                yield f"{guest.account.name} was told that {key} is done at {table}, and it is lost"
            if version > world.kept.streams[table].head.version:
                yield f"{table} had version {version}, as {guest.account.name} was told"


def _table(world: World, table: str) -> Iterator[str]:
    kept, actor = world.kept, world.room.hub(table).actor
    if actor.stopped:
        yield actor.stopped
        return
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
