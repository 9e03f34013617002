"""The wheel: hands that may spin it are shown, and each pair spins once."""

from pitboss.cards import rank
from pitboss.games.payoffs import Payoff
from pitboss.refusal import Refused
from pitboss.shuffle import Shoe, bound_to, stop
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.care import device_down, waits_for
from pitboss.table.deciding.common import check_stub, round_in, sealed, unruled
from pitboss.table.house import INCIDENTS
from pitboss.table.people import Person
from pitboss.table.state import Phase, RoundState, State, first_seats, spinning, to_rule_on


def spin(state: State, _: Person, command: c.SpinWheel, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """The wheel turns for the last seat whose pair lies open; the sealed seed says where to."""
    rules, now = round_in(state, command, Phase.SETTLING)
    check_stub(state, rules, now)
    seat = None if first_seats(now) else to_spin(now)
    wheel = spinning(rules, now, seat) if seat else None
    if seat is None or wheel is None:
        raise Refused("nobody has a spin to make", rules.cite(rules.table_procedures.settles))
    if to_rule_on(rules, now, seat):
        raise unruled(rules, seat)
    if down := device_down(rules, state, now, seat):
        raise Refused(waits_for(rules, now, seat, down), INCIDENTS)
    opened = sealed(now, shoe)
    bound = bound_to(state.table, now.number, now.rules)
    stops = sum(one.stops for one in wheel.wheel)
    at = stop(opened.seed, now.contributions, bound, seat, stops)
    return (e.WheelSpun(now.number, seat, at, symbol_at(wheel, at)),)


def symbol_at(wheel: Payoff, at: int) -> str:
    """The symbol at a stop of the wheel; its stops are counted in the order of the symbols."""
    for one in wheel.wheel:
        if at < one.stops:
            return one.name
        at -= one.stops
    raise AssertionError("the wheel has no such stop")


def to_spin(now: RoundState) -> int | None:
    """The seat whose spin is due: from the last, a pair that lies open and has not been spun."""
    if to_show(now) is not None:
        return None
    for seat in now.wheel:
        if seat not in now.spins:
            first, second, *_ = (now.shown[at] for at in now.holes[seat])
            if rank(first) == rank(second):
                return seat
    return None


def to_show(now: RoundState) -> int | None:
    """The seat, from the last, whose cards are shown because a pair would spin the wheel."""
    for seat in now.wheel:
        if not all(at in now.shown for at in now.holes[seat]):
            return seat
    return None
