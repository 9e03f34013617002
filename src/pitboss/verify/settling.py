"""The wheel, jackpots, and settlement from the last seat to the first."""

from collections.abc import Iterable, Mapping, Sequence

from pitboss.games.paytables import Share
from pitboss.games.tasks import Device
from pitboss.refusal import brief
from pitboss.settle import Gift, RoundResult, WagerResult
from pitboss.verify import events as e
from pitboss.verify import paying
from pitboss.verify.cards import turn_over
from pitboss.verify.counts import check_stub
from pitboss.verify.decks import needed_by
from pitboss.verify.fault import Fault
from pitboss.verify.ledger import TRAY, move
from pitboss.verify.paying import from_meters, pay
from pitboss.verify.shift import Shift, same_person
from pitboss.verify.stack import pairs, settled, settled_unproved, stack, stop_of, symbols
from pitboss.verify.state import Round


def settle_seats(shift: Shift, now: Round) -> None:
    """Bonuses that are settled at every seat first, then spins, then hand by hand.

    Where the seed is lost, what was paid is worked out from the cards that lie open by then; where
    the wheel stopped, nothing proves.
    """
    check_stub(shift, now)
    stack(shift, now)  # from here on nothing can be checked without it
    first = now.rules.table_procedures.settles_first.split()
    for seat in now.last_to_first():
        early = [key for key in first if key in now.wagers[seat]]
        if early:
            _settle_early(shift, now, seat, early)
    for seat in now.last_to_first():
        shift.pass_by()
        if now.wheel(seat):
            turn_over(shift, now, now.holes[seat])
    _spin(shift, now)
    for seat in now.last_to_first():
        shift.pass_by()
        _check_devices(shift, now, seat)
        _settle_hand(shift, now, seat, first)
    now.phase = "settled"
    shift.pass_by()  # until the close it can still turn out that the round is void


def _result(shift: Shift, now: Round, only: Iterable[str] | None = None) -> RoundResult:
    """What the round comes to, as far as it can be known here."""
    if now.seed_missing:
        return settled_unproved(shift, now, None if only is None else set(only))
    return settled(shift, now)


def _settle_early(shift: Shift, now: Round, seat: int, early: list[str]) -> None:
    """The bonuses of a seat that no hand and no spin touches."""
    shift.pass_by()  # who forfeits loses them, too
    _check_ruled(shift, now, seat)
    shown = _pays_hole_cards(now, early) and _hand_up(shift, now, seat)
    wagers = _result(shift, now, (*now.main, *early)).seats[seat].wagers
    due = {key: result for key, result in wagers.items() if key in early}
    _pay_seat(shift, now, e.SeatSettled(now.number, seat, due), at_once=shown)


def _spin(shift: Shift, now: Round) -> None:
    """The wheel is spun for each pair, and stops where the seed says."""
    while True:
        shift.pass_by()
        seat = next((seat for seat in pairs(shift, now) if seat not in now.spins), None)
        if seat is None:
            return
        _check_ruled(shift, now, seat)
        _check_devices(shift, now, seat)
        event, wheel, at = shift.next(e.WheelSpun), symbols(now, seat), stop_of(now, seat)
        at = event.stop if at is None else at
        shift.check(0 <= at < len(wheel), f"the wheel has no stop {at}")
        now.spins[seat] = wheel[at]
        shift.agree(e.WheelSpun(now.number, seat, at, wheel[at]))


def _settle_hand(shift: Shift, now: Round, seat: int, first: list[str]) -> None:
    """A hand is turned up and paid, a jackpot once it is validated; then what it brings others."""
    shift.pass_by()
    _check_ruled(shift, now, seat)
    shown = _hand_up(shift, now, seat)
    result = _result(shift, now)
    wagers = {k: r for k, r in result.seats[seat].wagers.items() if k not in first}
    jackpot = _jackpot(now, seat, wagers)
    if jackpot:
        _validate(shift, now, seat, jackpot, at_once=shown)
        result = _result(shift, now)  # others may have lost meanwhile what this hand brings them
    hits = tuple(hit for hit in result.hits if hit.seat == seat)
    due = e.SeatSettled(now.number, seat, wagers, hits)
    _pay_seat(shift, now, due, at_once=shown and not jackpot)
    now.jackpot = None
    _pay_gifts(shift, now, seat, result.gifts)


def _check_ruled(shift: Shift, now: Round, seat: int) -> None:
    """Nothing of a seat is settled, nor its wheel spun, before it is ruled on who left it."""
    if now.unruled(seat):
        left = f"{brief(now.players[seat])} has left, and nobody has ruled on it"
        raise Fault(shift.line.n + 1, left)


def _check_devices(shift: Shift, now: Round, seat: int) -> None:
    """A wager is settled with machines that work."""
    for side in now.live(seat):
        for machine in needed_by(side):
            spun = machine == Device.WHEEL and seat in now.spins  # it is not needed any more
            if machine in shift.day.broken and not spun:
                raise Fault(shift.line.n + 1, f"the {machine} does not work: {side.key} waits")


# Hands


def _hand_up(shift: Shift, now: Round, seat: int) -> bool:
    """The hand of a seat is turned up, unless it was folded and is gone."""
    return now.stays(seat) and turn_over(shift, now, now.holes[seat])


def _pays_hole_cards(now: Round, wagers: Iterable[str]) -> bool:
    return any(s.key in wagers and s.pays.sees for s in now.rules.sides)


def _jackpot(now: Round, seat: int, results: Mapping[str, WagerResult]) -> str | None:
    """The wager that a floorperson validates: a win from a progressive, or a meter's spin."""
    for side in now.rules.sides:
        if side.key not in results or results[side.key].outcome != "win":
            continue
        if side.pays.prizes:
            return side.key
        if side.pays.wheel:
            prize = next(x.prize for x in side.pays.wheel if x.name == now.spins[seat])
            return side.key if isinstance(prize, Share) else None
    return None


def _validate(shift: Shift, now: Round, seat: int, key: str, *, at_once: bool) -> None:
    """One person starts the payment, another validates it."""
    hit = shift.next(e.JackpotHit, at_once=at_once)
    shift.agree(e.JackpotHit(now.number, seat, key, hit.by))
    now.jackpot = seat
    verified = shift.next(e.JackpotVerified)
    shift.agree(e.JackpotVerified(now.number, seat, verified.by))
    validated = shift.next(e.JackpotValidated)
    shift.agree(e.JackpotValidated(now.number, seat, validated.by))
    alone = same_person(validated.by, hit.by)
    shift.check(not alone, f"{brief(hit.by)} started it: somebody else validates it")
    same = same_person(validated.by, verified.by)
    shift.check(not same, f"{brief(verified.by)} verified it: somebody else validates it")
    shift.pass_by()


def _pay_seat(shift: Shift, now: Round, due: e.SeatSettled, *, at_once: bool) -> None:
    moved = [*paying.settled(now, due.seat, due.wagers), *from_meters(due.hits)]
    pay(shift, due, moved, at_once=at_once)
    now.results.setdefault(due.seat, {}).update(due.wagers)
    if due.hits:
        now.hits[due.seat] = due.hits


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
            for taker, cents in to.items():
                had = now.gifts.setdefault(taker, {})
                had[why] = had.get(why, 0) + cents
