"""Wheel, jackpots, settlement from the last seat to the first, and the close of the round.

What every wager comes to is settlement's to say; here it is put into the order of the table, so
that no payment tells of a card that is still face down.
"""

from collections.abc import Iterator, Sequence

from pitboss.cards import Card, rank
from pitboss.games.payoffs import HoleCards
from pitboss.games.paytables import Share
from pitboss.refusal import Refused, brief
from pitboss.settle import Round, RoundResult, Seat, WagerResult, settle
from pitboss.shuffle import Shoe, bound_to, stop
from pitboss.submission.rules import MeterPrizes, Rules, WheelSpin
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.deciding.common import IN_ORDER, known_seat, round_in, sealed
from pitboss.table.deciding.dealing import to_show, turned
from pitboss.table.deciding.seats import gone
from pitboss.table.evolve import evolve
from pitboss.table.ledger import TRAY
from pitboss.table.money import postings
from pitboss.table.people import Person
from pitboss.table.plan import plan
from pitboss.table.state import Phase, RoundState, State, cards_stay, spinning


def spin(state: State, _: Person, command: c.SpinWheel, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """The wheel turns for the last seat whose pair lies open; the sealed seed says where to."""
    rules, now = round_in(state, command, Phase.SETTLING)
    seat = to_spin(now)
    wheel = spinning(rules, now, seat) if seat else None
    if seat is None or wheel is None:
        raise Refused("nobody has a spin to make", rules.cite(rules.conduct.settles))
    opened = sealed(now, shoe)
    bound = bound_to(state.table, now.number, now.rules)
    stops = sum(one.stops for one in wheel.wheel)
    at = stop(opened.seed, now.contributions, bound, seat, stops)
    return (e.WheelSpun(now.number, seat, at, symbol_at(wheel, at)),)


def symbol_at(wheel: WheelSpin, at: int) -> str:
    """The symbol at a stop of the wheel; its stops are counted in the order of the symbols."""
    for one in wheel.wheel:
        if at < one.stops:
            return one.symbol
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


def validate(
    state: State, by: Person, command: c.ValidateJackpot, _: Shoe | None
) -> tuple[e.Event, ...]:
    """A floorperson validates what the progressive pays."""
    rules, now = round_in(state, command, Phase.SETTLING)
    known_seat(rules, command.seat)
    if now.hit != command.seat:
        raise Refused(
            f"seat {command.seat} has no jackpot to validate",
            rules.cite(rules.conduct.validates) or "PROG-7",
        )
    if now.hit_by == by.name:
        raise Refused(f"{brief(by.name)} started the payment: somebody else validates it", "SEC-3")
    return (e.JackpotValidated(now.number, command.seat, by.name),)


def settle_seats(
    state: State, by: Person, command: c.Settle, shoe: Shoe | None
) -> tuple[e.Event, ...]:
    """The next seat, or as many as can be settled without a floorperson."""
    rules, now = round_in(state, command, Phase.SETTLING)
    if to_show(now) is not None or to_spin(now) is not None:
        raise Refused(
            "the wheel is spun before hands are settled", rules.cite(rules.conduct.settles)
        )
    if now.hit is not None:
        raise Refused(
            f"the jackpot of seat {now.hit} is not validated",
            rules.cite(rules.conduct.validates) or "PROG-7",
        )
    opened = sealed(now, shoe)
    result = settle(rules, settled_round(now, opened))
    events: list[e.Event] = []
    for seat_events in _seat_by_seat(by, rules, now, opened, result):
        events += seat_events
        if not command.every:
            break
    return tuple(_filled(state, events))


def settled_round(now: RoundState, shoe: Shoe) -> Round:
    """The round as settlement takes it."""
    faces = shoe.cards
    return Round(
        table={name: [faces[at] for at in where] for name, where in now.table.items()},
        holes={seat: [faces[at] for at in where] for seat, where in now.holes.items()},
        seats={
            seat: Seat(
                now.wagers[seat],
                now.decisions[seat],
                name,
                spin=now.spins.get(seat),
                abandoned=now.lost(seat),
            )
            for seat, name in now.players.items()
        },
        meters=now.meters,
    )


def _seat_by_seat(
    by: Person, rules: Rules, now: RoundState, shoe: Shoe, result: RoundResult
) -> Iterator[list[e.Event]]:
    """What happens at each seat that is left, from the last; a jackpot to validate ends it."""
    first = plan(rules).first
    up: set[int] = set()
    for seat in sorted(now.players, reverse=True):
        early = {k: r for k, r in result.seats[seat].wagers.items() if k in first}
        if early and seat not in now.settled_first:
            cards: tuple[e.Event, ...] = ()
            if any(isinstance(s.pays, HoleCards) and s.key in early for s in rules.sides):
                cards = _hand_up(rules, now, shoe, seat)
                up.add(seat)
            yield [*cards, e.SeatSettled(now.number, seat, early)]
    for seat in sorted(now.players, reverse=True):
        if seat in now.settled:
            continue
        cards = () if seat in up else _hand_up(rules, now, shoe, seat)
        wagers = {k: r for k, r in result.seats[seat].wagers.items() if k not in first}
        key = _jackpot(rules, now, seat, wagers)
        if key and seat not in now.validated:
            yield [*cards, e.JackpotHit(now.number, seat, key, by.name)]
            return
        hits = tuple(hit for hit in result.hits if hit.seat == seat)
        settled = e.SeatSettled(now.number, seat, wagers, hits)
        yield [*cards, settled, *_gifts(now, seat, result)]


def _gifts(now: RoundState, seat: int, result: RoundResult) -> Iterator[e.GiftsPaid]:
    """What this seat's hand or spin brings to others."""
    for why in ("envy", "community pay") if result.gifts else ():
        paid: dict[int, int] = {}
        for gift in result.gifts:
            if gift.by == seat and gift.why == why:
                paid[gift.to] = paid.get(gift.to, 0) + gift.cents
        if paid:
            yield e.GiftsPaid(now.number, seat, why, paid)


def _hand_up(rules: Rules, now: RoundState, shoe: Shoe, seat: int) -> tuple[e.Event, ...]:
    """The cards of a seat, unless they were folded and are gone."""
    return turned(now, shoe, now.holes[seat]) if cards_stay(rules, now, seat) else ()


def _jackpot(
    rules: Rules, now: RoundState, seat: int, results: dict[str, WagerResult]
) -> str | None:
    """The wager of this seat that a floorperson validates: a progressive win, or a meter's spin."""
    for side in rules.sides:
        if side.key not in results or results[side.key].outcome != "win":
            continue
        if isinstance(side.pays, MeterPrizes):
            return side.key
        if isinstance(side.pays, WheelSpin):
            prize = next(x.prize for x in side.pays.wheel if x.symbol == now.spins.get(seat))
            return side.key if isinstance(prize, Share) else None
    return None


def _filled(state: State, events: Sequence[e.Event]) -> Iterator[e.Event]:
    """The same, with chips for the tray before a payment that it could not make."""
    held = state.balances.get(TRAY, 0)
    if held >= sum(map(_paid_at_most, events)):
        yield from events
        return
    for event in events:
        lowest = after = held
        for one in postings(state, event):
            after += one.cents * ((one.target == TRAY) - (one.source == TRAY))
            lowest = min(lowest, after)
        if lowest < 0:
            yield e.TrayFilled(-int(lowest))
            after -= lowest
        held = after
        yield event


def _paid_at_most(event: e.Event) -> int:
    """No more than this leaves the tray: stakes that come back lie on their spots."""
    match event:
        case e.SeatSettled(wagers=wagers):
            return sum([result.credit for result in wagers.values()])
        case e.RoundVoided(seats=seats):
            return sum(r.credit for results in seats.values() for r in results.values())
        case e.GiftsPaid(to=to):
            return sum(to.values())
        case _:
            return 0


def void(
    state: State, rules: Rules, now: RoundState, matter: c.VoidRound, shoe: Shoe | None
) -> Iterator[e.Event]:
    """Every wager goes back; one that is settled all the same has its cards turned first."""
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
    if seats:
        found = settle(rules, Round(table, holes, seats, now.meters, how))
        results = {seat: found.seats[seat].wagers for seat in sorted(seats, reverse=True)}
    yield from _filled(state, [e.RoundVoided(now.number, matter.reason, results)])


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
    opened = sealed(now, shoe)
    events: list[e.Event] = [
        e.SeedOpened(now.number, opened.seed.hex()),
        e.RoundClosed(now.number),
    ]
    for event in events:
        state = evolve(state, event)
    for seat in sorted(now.away):
        for event in gone(state, seat):
            events.append(event)
            state = evolve(state, event)
    return tuple(events)
