"""The end of a round: void, or closed with the seed opened and the cards put away."""

from collections.abc import Iterator, Mapping

from pitboss.cards import Card
from pitboss.games.names import HOLE
from pitboss.refusal import Refused
from pitboss.settle import Round, Seat, WagerResult, settle
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.deciding.common import day_of_command, round_in, sealed
from pitboss.table.deciding.dealing import turned
from pitboss.table.deciding.filings import take_effect
from pitboss.table.deciding.seats import gone
from pitboss.table.deciding.settling import filled
from pitboss.table.evolve import evolve
from pitboss.table.house import IN_ORDER
from pitboss.table.people import Person
from pitboss.table.state import Phase, RoundState, State


def void(
    state: State, rules: Rules, now: RoundState, matter: c.VoidRound, shoe: Shoe | None
) -> Iterator[e.Event]:
    """Undo the round: what was settled is reversed, and every wager goes back (ROUND-9).

    A forfeited wager stays lost. One kind of wager may be settled all the same; its cards are
    turned over first.
    """
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
        seat: Seat(
            now.wagers[seat], now.decisions.get(seat, ()), name, forfeit=seat in now.forfeited
        )
        for seat, name in players.items()
    }
    results: dict[int, Mapping[str, WagerResult]] = {}
    if seats:
        result = settle(rules, Round(table, holes, seats, now.meters, True, matter.settles))
        results = {seat: result.seats[seat].wagers for seat in sorted(seats, reverse=True)}
    voided = e.RoundVoided(now.number, matter.reason, results)
    yield from filled(state, [*_reversals(now), voided])


def _reversals(now: RoundState) -> Iterator[e.SettlementReversed]:
    """What settlement did at each seat, undone from the seat that was paid last."""
    for seat in reversed(dict.fromkeys((*now.results, *now.gifts))):
        wagers, gifts = now.results.get(seat, {}), now.gifts.get(seat, {})
        yield e.SettlementReversed(now.number, seat, wagers, now.hits.get(seat, ()), gifts)


def _against(rules: Rules, key: str) -> str:
    pays = next((side.pays for side in rules.sides if side.key == key), None)
    return next((name for name in pays.sees if name != HOLE), "") if pays else ""


def close(
    state: State, __: Person, command: c.CloseRound, shoe: Shoe | None
) -> tuple[e.Event, ...]:
    """The seed is opened, the cards are put away, who walked off has left, and a filing that
    waited for this takes effect.
    """
    _, now = round_in(state, command)
    day = day_of_command(state, command.at)
    if now.phase not in (Phase.SETTLED, Phase.VOID):
        raise Refused(f"the round is not settled: {now.phase.value}", IN_ORDER)
    seed: e.SeedOpened | e.SeedLost
    if shoe is None:  # nothing is left that would need it
        seed = e.SeedLost(now.number)
    else:
        seed = e.SeedOpened(now.number, sealed(now, shoe).seed.hex())
    events: list[e.Event] = [seed, e.RoundClosed(now.number)]
    for event in events if now.away or state.upcoming else ():
        state = evolve(state, event)
    for seat in sorted(now.away):
        for event in gone(state, seat):
            events.append(event)
            state = evolve(state, event)
    return (*events, *take_effect(state, day))
