"""Which money each event moves: one function an event, and none for those that move nothing.

Pure: the same state and event give the same postings, so that a log needs to hold no balances and
anyone can work them out again.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from pitboss.games.payoffs import Meter
from pitboss.settle.values import WagerResult
from pitboss.table import events as e
from pitboss.table.filing import rules_of
from pitboss.table.ledger import HOUSE, TRAY, Cents, Posting, escrow, exact, meter, player, stack
from pitboss.table.plan import plan
from pitboss.table.state import MeterBook, RoundState, State, standing


def postings(state: State, event: e.Event) -> tuple[Posting, ...]:
    """What an event moves."""
    moves = _MOVES.get(type(event))
    return tuple(moves(state, event)) if moves else ()


def round_of(state: State) -> RoundState:
    """The round that is on the table."""
    if state.round is None:
        raise AssertionError("no round is on the table")
    return state.round


def _opened(_: State, event: e.TableOpened) -> Iterator[Posting]:
    yield Posting(HOUSE, TRAY, event.bank, "posted", "bank")


def seeded(state: State, meters: Mapping[str, Meter]) -> dict[str, Cents]:
    """What the house puts into meters until they show their start; none is ever lowered."""
    short = {name: exact(m.start - state.shows(name)) for name, m in meters.items()}
    return {name: cents for name, cents in short.items() if cents > 0}


def fed(state: State, wagers: Iterable[Container[str]]) -> dict[str, Cents]:
    """What wagers of some seats add to each meter when they are locked."""
    rules, seats = state.rules, tuple(wagers)
    found: dict[str, Cents] = {}
    for side in plan(rules).counted.values() if rules else ():
        times = sum([side.key in made for made in seats])
        if times and side.pays.stake is not None:
            for running in side.pays.meters:
                found[running.name] = exact(times * running.fed_by(side.minimum))
    return found


def _bought_in(_: State, event: e.BoughtIn) -> Iterator[Posting]:
    yield Posting(player(event.player), stack(event.player), event.cents, "posted", "buy-in")


def _cashed_out(_: State, event: e.CashedOut) -> Iterator[Posting]:
    yield Posting(stack(event.player), player(event.player), event.cents, "posted", "cash-out")


def _placed(state: State, event: e.WagersPlaced) -> Iterator[Posting]:
    source, target = stack(state.seats[event.seat]), escrow(event.seat)
    for key, cents in event.wagers.items():
        yield Posting(source, target, cents, "pending", key)


def _taken_back(state: State, event: e.WagersTakenBack) -> Iterator[Posting]:
    source, target = escrow(event.seat), stack(state.seats[event.seat])
    for key, cents in event.wagers.items():
        yield Posting(source, target, cents, "voided", key)


def _closed(state: State, _: e.BetsClosed) -> Iterator[Posting]:
    for name, cents in fed(state, round_of(state).wagers.values()).items():
        yield Posting(HOUSE, meter(name), cents, "pending", "contribution")


def _counted(state: State, event: e.ProgressivesCounted) -> Iterator[Posting]:
    for seat, wagers in round_of(state).wagers.items():
        for key in event.chips:
            if key in wagers:
                yield Posting(escrow(seat), TRAY, wagers[key], "pending", key)


def _decided(state: State, event: e.Decided) -> Iterator[Posting]:
    now, rules = round_of(state), state.rules
    if rules is None:
        return
    wager, owner = plan(rules).streets[event.street][1].wager, stack(now.players[event.seat])
    if event.stake:
        yield Posting(owner, escrow(event.seat), event.stake, "pending", wager)
    if event.returned:
        yield Posting(escrow(event.seat), owner, event.returned, "voided", wager)
    if event.folded:
        wagers = standing(now, event.seat)
        for key in plan(rules).main:
            if key in wagers:
                yield Posting(escrow(event.seat), TRAY, wagers[key], "posted", key)


def _filled(_: State, event: e.TrayFilled) -> Iterator[Posting]:
    yield Posting(HOUSE, TRAY, event.cents, "posted", "fill")


def _settled(state: State, event: e.SeatSettled) -> Iterator[Posting]:
    now = round_of(state)
    collected = _collected(state, now, event.seat)
    spot, owner = escrow(event.seat), stack(now.players[event.seat])
    for key, result in event.wagers.items():
        if key in collected:
            if result.credit:
                yield Posting(TRAY, owner, result.credit, "posted", key)
        else:
            yield from _paid(spot, owner, key, result)
    for hit in event.hits:
        yield Posting(meter(hit.meter), HOUSE, hit.paid, "posted", hit.wager)
        if hit.reseeded:
            yield Posting(HOUSE, meter(hit.meter), hit.reseeded, "posted", "reset")


def _paid(spot: str, owner: str, key: str, result: WagerResult) -> tuple[Posting, ...]:
    """A wager's chips: from its spot to the tray or back, and winnings from the tray."""
    stake, credit = result.stake, result.credit
    lost = result.outcome == "lose"
    first = Posting(spot, TRAY if lost else owner, stake, "posted", key)
    won = credit if lost else credit - stake  # a lost wager can still earn a bonus
    return (first, Posting(TRAY, owner, won, "posted", key)) if won > 0 else (first,)


def _collected(state: State, now: RoundState, seat: int) -> frozenset[str]:
    """The wagers of a seat whose chips are in the tray already."""
    if state.rules is None:
        return frozenset()
    planned = plan(state.rules)
    return planned.collected_after_fold if seat in now.folded else planned.collected


def collected_of(state: State, name: str) -> int:
    """Wagers of a player in the open round that were collected into the tray, and not settled."""
    now, rules = state.round, state.rules
    if now is None or rules is None or not state.running or now.phase is now.phase.COUNTING:
        return 0
    return sum(
        cents
        for seat, who in now.players.items()
        if who == name and seat not in now.settled
        for key, cents in now.wagers.get(seat, {}).items()
        if key in plan(rules).collected
    )


def _gifts(state: State, event: e.GiftsPaid) -> Iterator[Posting]:
    players = round_of(state).players
    for seat, cents in event.to.items():
        yield Posting(TRAY, stack(players[seat]), cents, "posted", event.why)


def _reversed(state: State, event: e.SettlementReversed) -> Iterator[Posting]:
    """The opposite of every posting that settled the seat, the last one first."""
    owner = stack(round_of(state).players[event.seat])
    paid = [Posting(TRAY, owner, cents, "posted", why) for why, cents in event.gifts.items()]
    settled = e.SeatSettled(event.round, event.seat, event.wagers, event.hits)
    for one in reversed([*_settled(state, settled), *paid]):
        yield Posting(one.target, one.source, one.cents, "voided", one.why)


def _voided(state: State, event: e.RoundVoided) -> Iterator[Posting]:
    for seat, results in event.seats.items():
        yield from _given_back(state, seat, results)
    now = round_of(state)
    if now.players:
        yield from _unfed(state, event.seats.values(), now.left_in_meters)


def _sat_out(state: State, event: e.SatOut) -> Iterator[Posting]:
    yield from _given_back(state, event.seat, event.wagers)
    yield from _unfed(state, (event.wagers,))


def _returned(state: State, event: e.WagersReturned) -> Iterator[Posting]:
    back = {seat: {event.wager: result} for seat, result in event.seats.items()}
    for seat, results in back.items():
        yield from _given_back(state, seat, results)
    if round_of(state).players:
        yield from _unfed(state, back.values())


def _given_back(state: State, seat: int, results: Mapping[str, WagerResult]) -> Iterator[Posting]:
    """The stakes of a seat, from where their chips lie."""
    now = round_of(state)
    locked = bool(now.players)
    in_tray = now.phase is not now.phase.COUNTING and locked
    owner = stack(now.players[seat] if locked else state.seats[seat])
    collected = _collected(state, now, seat) if in_tray else frozenset()
    for key, result in results.items():
        source = TRAY if key in collected else escrow(seat)
        if result.outcome == "void":
            yield Posting(source, owner, result.stake, "voided", key)
        elif source != TRAY or result.credit:
            # A wager that is settled although the round is void, or one that was forfeited.
            yield from _paid(source, owner, key, result)


def _unfed(
    state: State, results: Iterable[Container[str]], left: Mapping[str, Cents] = {}
) -> Iterator[Posting]:
    """What these wagers added to the meters, and what is left of others, is taken back.

    Not from a meter that has paid since: the winner has it.
    """
    paid, added = paid_meters(round_of(state)), fed(state, results)
    for name in {**added, **left}:
        if name not in paid:
            cents = exact(added.get(name, 0) + left.get(name, 0))
            yield Posting(meter(name), HOUSE, cents, "voided", "contribution")


def paid_meters(now: RoundState) -> set[str]:
    """The meters that have paid a jackpot in this round, which is not reversed."""
    return {hit.meter for hits in now.hits.values() for hit in hits}


def _tray(_: State, event: e.OpeningCounted | e.ClosingCounted) -> Iterator[Posting]:
    if event.over > 0:
        yield Posting(HOUSE, TRAY, event.over, "posted", "count")
    elif event.over:
        yield Posting(TRAY, HOUSE, -event.over, "posted", "count")


def _submitted(state: State, event: e.SubmissionApproved) -> Iterator[Posting]:
    for name, cents in seeded(state, rules_of(state.game, event.submission).meters).items():
        yield Posting(HOUSE, meter(name), cents, "posted", "start")


def _payout(state: State, event: e.PayoutCorrected) -> Iterator[Posting]:
    was = recalled(state, event.round)
    name = was.players[event.seat] if was else ""
    # Somebody who has left the table settles it outside.
    owner = stack(name) if name in state.seats.values() else player(name)
    if event.was:
        yield Posting(owner, TRAY, event.was, "posted", f"reversal of {event.wager}")
    if event.credit:
        yield Posting(TRAY, owner, event.credit, "posted", f"correction of {event.wager}")
    yield from _meter_moved(event.meter, exact(Fraction(event.meter_change)))


def recalled(state: State, number: int) -> RoundState | None:
    """A round that the state remembers."""
    return next((was for was in state.last if was.number == number), None)


def _meter(_: State, event: e.MeterCorrected) -> Iterator[Posting]:
    yield from _meter_moved(event.meter, exact(Fraction(event.cents)))


def _meter_moved(name: str, cents: Cents) -> Iterator[Posting]:
    """A meter shows so much more, or less, by a correction."""
    if cents > 0:
        yield Posting(HOUSE, meter(name), cents, "posted", "correction")
    elif cents:
        yield Posting(meter(name), HOUSE, -cents, "posted", "correction")


_MOVES: Final[dict[type, Callable[[State, Any], Iterator[Posting]]]] = {
    e.TableOpened: _opened,
    e.SubmissionApproved: _submitted,
    e.BoughtIn: _bought_in,
    e.CashedOut: _cashed_out,
    e.WagersPlaced: _placed,
    e.WagersTakenBack: _taken_back,
    e.BetsClosed: _closed,
    e.ProgressivesCounted: _counted,
    e.Decided: _decided,
    e.TrayFilled: _filled,
    e.SeatSettled: _settled,
    e.GiftsPaid: _gifts,
    e.SettlementReversed: _reversed,
    e.RoundVoided: _voided,
    e.PayoutCorrected: _payout,
    e.MeterCorrected: _meter,
    e.SatOut: _sat_out,
    e.WagersReturned: _returned,
    e.OpeningCounted: _tray,
    e.ClosingCounted: _tray,
}


def booked(books: Mapping[str, MeterBook], moved: tuple[Posting, ...]) -> dict[str, MeterBook]:
    """The books of the meters after some postings."""
    after = dict(books)
    for one in moved:
        name, sign = one.target.removeprefix("meter:"), 1
        if name == one.target:
            name, sign = one.source.removeprefix("meter:"), -1
            if name == one.source:
                continue
        was = after.get(name, MeterBook())
        cents = sign * one.cents
        match one.why:
            case "start" | "reset":
                after[name] = MeterBook(exact(was.seeded + cents), was.fed, was.paid, was.corrected)
            case "contribution":
                after[name] = MeterBook(was.seeded, exact(was.fed + cents), was.paid, was.corrected)
            case "correction":
                after[name] = MeterBook(was.seeded, was.fed, was.paid, exact(was.corrected + cents))
            case _:
                after[name] = MeterBook(was.seeded, was.fed, exact(was.paid - cents), was.corrected)
    return after
