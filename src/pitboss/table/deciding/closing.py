"""The end of a round: void, or closed with the seed opened and the cards put away."""

from collections.abc import Iterator, Mapping

from pitboss.cards import Card
from pitboss.games.payoffs import HoleCards
from pitboss.refusal import Refused
from pitboss.settle import Round, Seat, WagerResult, settle
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.deciding.common import round_in, sealed
from pitboss.table.deciding.dealing import turned
from pitboss.table.deciding.seats import gone
from pitboss.table.deciding.settling import filled
from pitboss.table.evolve import evolve
from pitboss.table.house import IN_ORDER
from pitboss.table.people import Person
from pitboss.table.state import Phase, RoundState, State


def void(
    state: State, rules: Rules, now: RoundState, matter: c.VoidRound, shoe: Shoe | None
) -> Iterator[e.Event]:
    """Every wager goes back that is not settled, also one that was forfeited or abandoned.

    One that is settled all the same has its cards turned first.
    """
    how: bool | str = f"settle-{matter.settles}" if matter.settles else True
    table: dict[str, list[Card]] = {}
    holes: dict[int, list[Card]] = {}
    if matter.settles:
        opened = sealed(now, shoe)
        held = {
            seat: now.holes.get(seat, ())
            for seat, wagers in now.wagers.items()
            if matter.settles in wagers
        }
        places = [name for name in now.table if name == _against(rules, matter.settles)]
        positions = [at for name in places for at in now.table[name]]
        positions += [at for hand in held.values() for at in hand]
        yield from turned(now, opened, positions)
        table = {name: [opened.cards[at] for at in now.table[name]] for name in places}
        holes = {seat: [opened.cards[at] for at in hand] for seat, hand in held.items()}
        if _against(rules, matter.settles) and not places:
            table[_against(rules, matter.settles)] = []
    players = now.players or {seat: state.seats[seat] for seat in now.wagers}
    seats = {
        seat: Seat(now.wagers[seat], now.decisions.get(seat, ()), name)
        for seat, name in players.items()
    }
    results: dict[int, dict[str, WagerResult]] = {}

    def settled(seat: int) -> Mapping[str, WagerResult]:
        return now.results.get(seat, {})

    if seats:
        found = settle(rules, Round(table, holes, seats, now.meters, how))
        results = {
            seat: {k: r for k, r in found.seats[seat].wagers.items() if k not in settled(seat)}
            for seat in sorted(seats, reverse=True)
            if seat not in now.settled
        }
    yield from filled(state, [e.RoundVoided(now.number, matter.reason, results)])


def _against(rules: Rules, key: str) -> str:
    pays = next((side.pays for side in rules.sides if side.key == key), None)
    return (pays.against or "") if isinstance(pays, HoleCards) else ""


def close(
    state: State, __: Person, command: c.CloseRound, shoe: Shoe | None
) -> tuple[e.Event, ...]:
    """The seed is opened, the cards are put away, and who walked off has left."""
    _, now = round_in(state, command)
    if now.phase not in (Phase.SETTLED, Phase.VOID):
        raise Refused(f"the round is not settled: {now.phase.value}", IN_ORDER)
    seed: e.SeedOpened | e.SeedLost
    if shoe is None:  # nothing is left that would need it
        seed = e.SeedLost(now.number)
    else:
        seed = e.SeedOpened(now.number, sealed(now, shoe).seed.hex())
    events: list[e.Event] = [seed, e.RoundClosed(now.number)]
    for event in events if now.away else ():
        state = evolve(state, event)
    for seat in sorted(now.away):
        for event in gone(state, seat):
            events.append(event)
            state = evolve(state, event)
    return tuple(events)
