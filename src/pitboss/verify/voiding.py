"""A round that is void, and a player who sits one out: wagers go back, and what they fed."""

from itertools import chain

from msgspec.structs import replace

from pitboss import settle as settlement
from pitboss.cards import Card
from pitboss.games.names import HOLE
from pitboss.settle import Seat, WagerResult
from pitboss.verify import day as d
from pitboss.verify import events as e
from pitboss.verify.cards import turn_over
from pitboss.verify.ledger import TRAY, move
from pitboss.verify.paying import fed, from_meters, given_back, paid_meters, pay, settled, unfed
from pitboss.verify.shift import Shift
from pitboss.verify.stack import judged
from pitboss.verify.state import Round


class Voided(Exception):
    """The round is void: nothing more is played."""


def void(shift: Shift, now: Round, reason: str, settles: str) -> None:
    """What was settled is reversed; every wager goes back, and what it fed to meters.

    A forfeited wager stays lost, and one kind may be settled all the same. Whoever has it done
    raises `Voided` when all that follows is done.
    """
    locked = now.phase != "betting"
    if not locked:
        now.players = {seat: shift.seats[seat] for seat in now.wagers}
    played = _cards(shift, now, settles)
    found = judged(shift, now, played).seats if now.wagers else {}
    back = {seat: found[seat].wagers for seat in now.last_to_first()}
    _reverse(shift, now)
    moved = [*chain(*(given_back(now, seat, of_seat) for seat, of_seat in back.items()))]
    if locked:
        moved += unfed(now, back.values(), now.left_in_meters)
    pay(shift, e.RoundVoided(now.number, reason, back), moved, at_once=True)
    now.phase = "void"
    now.results = {seat: dict(of_seat) for seat, of_seat in back.items()}
    shift.voids += 1
    waits = shift.day.incident
    if waits and waits.round == now.number:  # a void is an answer, too
        shift.day.incident = None


def _reverse(shift: Shift, now: Round) -> None:
    """All that settlement moved is moved back, from the seat that was paid last."""
    for seat in reversed(dict.fromkeys((*now.results, *now.gifts))):
        wagers, gifts = now.results.get(seat, {}), now.gifts.get(seat, {})
        hits = now.hits.get(seat, ())
        owner = f"stack:{now.players[seat]}"
        moved = [*settled(now, seat, wagers), *from_meters(hits)]
        moved += [move(TRAY, owner, cents, why) for why, cents in gifts.items()]
        back = [replace(m, source=m.target, target=m.source, phase="voided") for m in moved[::-1]]
        pay(shift, e.SettlementReversed(now.number, seat, wagers, hits, gifts), back, at_once=True)
    now.hits, now.gifts = {}, {}


def _cards(shift: Shift, now: Round, settles: str) -> settlement.Round:
    """The round as settlement takes it; cards that a wager still needs are turned over first."""
    seats = {
        seat: Seat(wagers, now.decisions.get(seat, ()), now.players[seat], seat in now.forfeited)
        for seat, wagers in now.wagers.items()
    }
    places: dict[str, list[Card]] = {}
    holes: dict[int, list[Card]] = {}
    if not settles:
        return settlement.Round(places, holes, seats, now.meters, True)
    pays = next((side.pays for side in now.rules.sides if side.key == settles), None)
    against = next((name for name in pays.sees if name != HOLE), None) if pays else None
    hands = {seat: now.holes.get(seat, []) for seat in now.wagers if settles in now.wagers[seat]}
    dealt = now.places.get(against, []) if against else []
    turn_over(shift, now, [*dealt, *chain(*hands.values())], at_once=True)
    if against:
        places[against] = [now.faces[at] for at in dealt]
    holes = {seat: [now.faces[at] for at in hand] for seat, hand in hands.items()}
    return settlement.Round(places, holes, seats, now.meters, True, settles)


def sit_out(shift: Shift, now: Round, seat: int) -> None:
    """The wagers of one seat go back, and the round goes on without it."""
    alone = {seat: Seat(now.wagers[seat], ())}
    back = judged(shift, now, settlement.Round({}, {}, alone, now.meters, True)).seats[seat].wagers
    moved = [*given_back(now, seat, back), *unfed(now, [back])]
    pay(shift, d.SatOut(now.number, seat, back), moved, at_once=True)
    now.sits_out(seat)
    now.move_on()


def give_back(shift: Shift, now: Round, key: str, seats: list[int]) -> None:
    """One wager of these seats goes back, and the round goes on without it."""
    back = {
        seat: WagerResult(now.wagers[seat][key], "void", now.wagers[seat][key]) for seat in seats
    }
    if now.phase == "betting":
        now.players = {seat: shift.seats[seat] for seat in now.wagers}
    by_seat = {seat: {key: result} for seat, result in back.items()}
    moved = [*chain(*(given_back(now, seat, of_seat) for seat, of_seat in by_seat.items()))]
    if now.phase == "betting":
        now.players = {}
    else:
        moved += unfed(now, by_seat.values())
        added = fed(now, [{key: result.stake} for result in back.values()])
        for name in added.keys() & paid_meters(now):
            now.left_in_meters[name] = now.left_in_meters.get(name, 0) + added[name]
    pay(shift, d.WagersReturned(now.number, key, back), moved, at_once=True)
    for seat in seats:
        now.returned.setdefault(seat, {})[key] = now.wagers[seat].pop(key)
    now.settlement = None
    if now.phase == "counting" and not any(
        k in w for w in now.wagers.values() for k in now.metered
    ):
        now.phase = "playing"
    if now.phase == "playing":
        now.move_on()
