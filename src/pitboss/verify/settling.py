"""The wheel, jackpots, and settlement from the last seat to the first; or a round that is void."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from pitboss import settle as settlement
from pitboss.cards import Card, rank
from pitboss.games.payoffs import HoleCards
from pitboss.games.paytables import Share
from pitboss.refusal import Refused, brief
from pitboss.settle import Gift, Hit, RoundResult, Seat, WagerResult
from pitboss.shuffle import Shoe, stop
from pitboss.submission.rules import MeterPrizes, WheelSpin
from pitboss.verify import events as e
from pitboss.verify.dealing import turn_over, turned
from pitboss.verify.fault import Fault
from pitboss.verify.ledger import HOUSE, TRAY, move
from pitboss.verify.shift import Shift, same_person
from pitboss.verify.state import Round


class Voided(Exception):
    """The round is void: nothing more is played."""


def settle_seats(shift: Shift, now: Round) -> None:
    """Bonuses that are settled at every seat first, then spins, then hand by hand."""
    now.phase = "settling"
    if now.seed_lost:
        _until_void(shift, now)
    stops = _stops(_stack(shift, now), now)
    now.spins = {seat: symbol for seat, (_, symbol) in stops.items()}
    result = _settled(shift, now)
    first = now.rules.conduct.settles_first.split()
    for seat in now.last_to_first():
        early = {k: r for k, r in result.seats[seat].wagers.items() if k in first}
        if early:
            shown = _pays_hole_cards(now, early) and _hand_up(shift, now, seat)
            _pay_seat(shift, now, e.SeatSettled(now.number, seat, early), at_once=shown)
    for seat in now.last_to_first():
        if now.wheel(seat):
            turn_over(shift, now, now.holes[seat])
    for seat, (at, symbol) in stops.items():
        shift.expect(e.WheelSpun(now.number, seat, at, symbol))
    for seat in now.last_to_first():
        rest = {k: r for k, r in result.seats[seat].wagers.items() if k not in first}
        _settle_hand(shift, now, seat, rest, result)


def _settle_hand(
    shift: Shift, now: Round, seat: int, wagers: dict[str, WagerResult], result: RoundResult
) -> None:
    """A hand is turned up and paid, a jackpot once it is validated; then what it brings others."""
    shown = _hand_up(shift, now, seat)
    jackpot = _jackpot(now, seat, wagers)
    if jackpot:
        _validate(shift, now, seat, jackpot, at_once=shown)
    hits = tuple(hit for hit in result.hits if hit.seat == seat)
    due = e.SeatSettled(now.number, seat, wagers, hits)
    _pay_seat(shift, now, due, at_once=shown and not jackpot)
    _pay_gifts(shift, now, seat, result.gifts)


def _until_void(shift: Shift, now: Round) -> None:
    """Without its seed a round can only be void: what the wheel showed before is not checked."""
    while True:
        event = shift.next(e.CardsTurned, e.WheelSpun, e.JackpotHit, e.JackpotValidated)
        if isinstance(event, e.CardsTurned):
            turned(shift, now, event)
        else:
            shift.book()


def _stack(shift: Shift, now: Round) -> Shoe:
    if now.shoe is None:
        raise shift.log.broken or Fault(shift.line.n + 1, "no seed is opened to check it by")
    return now.shoe


def _stops(shoe: Shoe, now: Round) -> dict[int, tuple[int, str]]:
    """Where the wheel stops for each pair that spins it, as the seed says, and on which symbol."""
    stops: dict[int, tuple[int, str]] = {}
    for seat in now.last_to_first():
        first, second, *_ = (rank(shoe.cards[position]) for position in now.holes[seat])
        wheel = now.wheel(seat) if first == second else None
        if wheel:
            symbols = [one.symbol for one in wheel.wheel for _ in range(one.stops)]
            at = stop(shoe.seed, now.contributions, now.bound, seat, len(symbols))
            stops[seat] = at, symbols[at]
    return stops


def _settled(shift: Shift, now: Round) -> RoundResult:
    """What every wager comes to, with the cards that the opened seed gives."""
    cards = _stack(shift, now).cards
    seats = {
        seat: Seat(
            wagers,
            now.decisions.get(seat, ()),
            now.players[seat],
            spin=now.spins.get(seat),
            abandoned=now.lost(seat),
        )
        for seat, wagers in now.wagers.items()
    }
    places = {name: [cards[at] for at in where] for name, where in now.places.items()}
    holes = {seat: [cards[at] for at in where] for seat, where in now.holes.items()}
    return _judged(shift, now, settlement.Round(places, holes, seats, now.meters))


def _judged(shift: Shift, now: Round, played: settlement.Round) -> RoundResult:
    try:
        return settlement.settle(now.rules, played)
    except Refused as refused:
        raise Fault(shift.line.n + 1, f"this round cannot be settled: {refused}") from None


def _hand_up(shift: Shift, now: Round, seat: int) -> bool:
    """The hand of a seat is turned up, unless it was folded and is gone."""
    return now.stays(seat) and turn_over(shift, now, now.holes[seat])


def _pays_hole_cards(now: Round, wagers: Iterable[str]) -> bool:
    return any(s.key in wagers and isinstance(s.pays, HoleCards) for s in now.rules.sides)


def _jackpot(now: Round, seat: int, results: Mapping[str, WagerResult]) -> str | None:
    """The wager that a floorperson validates: a win from a progressive, or a meter's spin."""
    for side in now.rules.sides:
        if side.key not in results or results[side.key].outcome != "win":
            continue
        if isinstance(side.pays, MeterPrizes):
            return side.key
        if isinstance(side.pays, WheelSpin):
            prize = next(x.prize for x in side.pays.wheel if x.symbol == now.spins[seat])
            return side.key if isinstance(prize, Share) else None
    return None


def _validate(shift: Shift, now: Round, seat: int, key: str, *, at_once: bool) -> None:
    """One person starts the payment, another validates it."""
    hit = shift.next(e.JackpotHit, at_once=at_once)
    shift.agree(e.JackpotHit(now.number, seat, key, hit.by))
    validated = shift.next(e.JackpotValidated)
    shift.agree(e.JackpotValidated(now.number, seat, validated.by))
    alone = same_person(validated.by, hit.by)
    shift.check(not alone, f"{brief(hit.by)} started it: somebody else validates it")


def _pay_seat(shift: Shift, now: Round, due: e.SeatSettled, *, at_once: bool) -> None:
    collected = _collected(now, due.seat)
    moved = [*_moved(now, due.seat, due.wagers, collected), *_from_meters(due.hits)]
    pay(shift, due, moved, at_once=at_once)
    now.results.setdefault(due.seat, {}).update(due.wagers)


def _collected(now: Round, seat: int) -> set[str]:
    """The wagers of a seat whose chips are in the tray already."""
    collected = set(now.metered) if now.counted else set()
    return collected.union(now.main) if now.folded(seat) else collected


def _moved(
    now: Round, seat: int, results: Mapping[str, WagerResult], collected: set[str]
) -> Iterator[e.Posting]:
    """A stake goes from its spot to the tray or back, winnings come from the tray."""
    owner, spot = f"stack:{now.players[seat]}", f"escrow:{seat}"
    for key, result in results.items():
        from_tray = result.credit
        if key not in collected:
            lost = result.outcome == "lose"
            yield move(spot, TRAY if lost else owner, result.stake, key)
            from_tray -= 0 if lost else result.stake
        if from_tray:
            yield move(TRAY, owner, from_tray, key)


def _from_meters(hits: Iterable[Hit]) -> Iterator[e.Posting]:
    """What a hit is paid comes off its meter, and the meter is reset."""
    for hit in hits:
        yield move(f"meter:{hit.meter}", HOUSE, hit.paid, hit.wager)
        if hit.reseeded:
            yield move(HOUSE, f"meter:{hit.meter}", hit.reseeded, "reset")


def _pay_gifts(shift: Shift, now: Round, seat: int, gifts: Sequence[Gift]) -> None:
    """What this seat's hand or spin brings to others."""
    for why in ("envy", "community pay"):
        to: dict[int, int] = {}
        for gift in gifts:
            if gift.by == seat and gift.why == why:
                to[gift.to] = to.get(gift.to, 0) + gift.cents
        if to:
            moved = [move(TRAY, f"stack:{now.players[n]}", cents, why) for n, cents in to.items()]
            pay(shift, e.GiftsPaid(now.number, seat, why, to), moved, at_once=True)


def pay(shift: Shift, due: e.Event, moved: Sequence[e.Posting], *, at_once: bool) -> None:
    """A payment; the tray is filled before it with what it lacks, and with nothing more."""
    if not at_once:
        shift.pass_by()
    short = shift.ledger.short(moved)
    if short:
        fill = move(HOUSE, TRAY, short, "fill")
        shift.expect(e.TrayFilled(short), fill, at_once=at_once)
    shift.expect(due, *moved, at_once=at_once or short > 0)


def void(shift: Shift, now: Round, matter: e.VoidRound) -> None:
    """Every wager goes back, and what it fed to meters; one kind may be settled all the same."""
    if not now.players:
        now.players = {seat: shift.seats[seat] for seat in now.wagers}
    played = _void_cards(shift, now, matter.settles)
    results: dict[int, dict[str, WagerResult]] = {}
    if now.wagers:
        settled = _judged(shift, now, played).seats
        results = {seat: settled[seat].wagers for seat in now.last_to_first()}
    moved: list[e.Posting] = []
    for seat, of_seat in results.items():
        moved += _given_back(now, seat, of_seat)
    for name, cents in now.fed.items():
        moved.append(move(f"meter:{name}", HOUSE, cents, "contribution", "voided"))
    due = e.RoundVoided(now.number, matter.reason, results)
    pay(shift, due, moved, at_once=True)
    now.phase, now.results = "void", results
    shift.voids += 1
    raise Voided


def _void_cards(shift: Shift, now: Round, settles: str) -> settlement.Round:
    """The round as settlement takes it; cards that a wager still needs are turned over first."""
    seats = {
        seat: Seat(wagers, now.decisions.get(seat, ()), now.players[seat])
        for seat, wagers in now.wagers.items()
    }
    places: dict[str, list[Card]] = {}
    holes: dict[int, list[Card]] = {}
    if not settles:
        return settlement.Round(places, holes, seats, now.meters, True)
    pays = next((side.pays for side in now.rules.sides if side.key == settles), None)
    against = pays.against if isinstance(pays, HoleCards) else None
    hands = {seat: now.holes.get(seat, []) for seat in now.wagers if settles in now.wagers[seat]}
    dealt = now.places.get(against, []) if against else []
    turn_over(shift, now, [*dealt, *chain(*hands.values())], at_once=True)
    if against:
        places[against] = [now.faces[at] for at in dealt]
    holes = {seat: [now.faces[at] for at in hand] for seat, hand in hands.items()}
    return settlement.Round(places, holes, seats, now.meters, f"settle-{settles}")


def _given_back(now: Round, seat: int, results: Mapping[str, WagerResult]) -> Iterator[e.Posting]:
    collected = _collected(now, seat)
    for key, result in results.items():
        if result.outcome == "void":
            source = TRAY if key in collected else f"escrow:{seat}"
            yield move(source, f"stack:{now.players[seat]}", result.stake, key, "voided")
        else:
            yield from _moved(now, seat, {key: result}, set())
