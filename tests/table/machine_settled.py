"""A closed round beside `settle`: rebuilt from the log and the opened seed, every sum compared."""

from collections import Counter, defaultdict
from collections.abc import Container
from fractions import Fraction

from pitboss.cards import CARD_BY_TEXT, Card, cards_text, rank
from pitboss.games.payoffs import Wheel
from pitboss.settle import Round, RoundResult, Seat, settle
from pitboss.shuffle import Shoe, build_shoe, wheel_stop
from pitboss.table import State

from .machine_heard import Gone, HeardRound, metered


def check_closed(now: HeardRound, after: State) -> None:
    """Cards, results, gifts, hits, meters, stacks and tray are what the opened seed says."""
    if not now.seed and now.void is None:
        _check_unproved(now, after)
        return
    if not now.seed:
        _check_void(now, None, after)
        return
    bound = now.bound
    shoe = build_shoe(bytes.fromhex(now.seed), bound)
    assert shoe.root.hex() == now.opened.root
    assert shoe.seed_hash == now.opened.seed_hash
    assert {at: cards_text((shoe.cards[at],)) for at in now.shown} == now.shown
    if now.at_lock is not None:
        assert tuple(now.drawn) == now.order[: len(now.drawn)]
        laid = [at for _, at in now.dealt]
        assert laid == [at for at in now.drawn if at not in now.out]
    else:
        assert not now.drawn
    _check_spins(now, shoe, bound)
    if now.void is not None:
        _check_void(now, shoe, after)
    else:
        _check_settled(now, shoe, after)


def _check_settled(now: HeardRound, shoe: Shoe, after: State) -> None:
    assert all(map(now.settled, now.players)), "a wager was not settled"
    assert now.results.keys() == now.players.keys()
    result = _check_paid(now, shoe)
    for name, shows in {} if now.won_by_others else result.meters.items():
        assert after.meter_amount(name) == shows, (
            f"{name} shows {after.meter_amount(name)}, not {shows}"
        )
    _check_meters(now, after)
    _check_won(now, _won(now), after)


def _check_paid(now: HeardRound, shoe: Shoe) -> RoundResult:
    """What was settled, by who had lost all at the time; and what the round comes to in the end."""
    times = {
        now.all_gone,
        *(gone for progress in now.gone_when.values() for gone in progress.values()),
    }
    outcome = {gone: settle(now.rules, rebuilt(now, shoe, gone)) for gone in times}
    gifts: defaultdict[tuple[int, str], Counter[int]] = defaultdict(Counter)
    for seat, progress in now.gone_when.items():
        for key, gone in progress.items():
            due = outcome[gone].seats[seat].wagers[key]
            assert now.results[seat][key] == due, f"seat {seat} was settled otherwise"
        hand = progress.get(now.rules.required[0].key)
        for gift in outcome[hand].gifts if hand else ():
            if gift.by == seat:
                gifts[gift.by, gift.why][gift.to] += gift.cents
        of_seat = [hit for hit in outcome[hand].hits if hit.seat == seat] if hand else []
        assert [hit for hit in now.hits if hit.seat == seat] == of_seat
    assert now.gifts == gifts
    return outcome[now.all_gone]


def _check_void(now: HeardRound, shoe: Shoe | None, after: State) -> None:
    assert now.void is not None, "no seed was opened"
    assert not now.results, "wagers are still settled in a void round"
    assert not now.gifts
    assert not now.hits
    meters = now.meters or {name: now.at_open.meter_amount(name) for name in now.rules.meters}
    assert {name: after.meter_amount(name) for name in meters} == meters, "contributions were kept"
    if not now.wagers:
        assert now.void.seats == {}
        return
    result = settle(now.rules, rebuilt(now, shoe))
    due = {seat: progress.wagers for seat, progress in result.seats.items()}
    assert now.void.seats == due, f"of the void round {now.void.seats}, not {due}"
    _check_balances(now, result, after)


def _check_unproved(now: HeardRound, after: State) -> None:
    """The seed was lost when all was settled: what was paid stands, though nothing proves it."""
    _check_meters(now, after)
    _check_won(now, _won(now), after)


def _check_meters(now: HeardRound, after: State) -> None:
    """What they showed, what wagers added that did not go back in time, and what they paid."""
    for key, pays in metered(now.rules).items():
        for meter in pays.meters:
            fed = sum(made.get(key, 0) for made in now.wagers.values()) + now.won_by_others[key]
            shows = Fraction(meter.rate) * fed + now.meters[meter.name]
            shows += sum(h.reseeded - h.paid for h in now.hits if h.meter == meter.name)
            assert after.meter_amount(meter.name) == shows, f"{meter.name} does not show {shows}"


def _won(now: HeardRound) -> Counter[int]:
    """What each seat won or lost by what was settled, and by others' hands."""
    won: Counter[int] = Counter()
    for seat, results in now.results.items():
        won[seat] += sum(result.credit - result.stake for result in results.values())
    for gifts in now.gifts.values():
        won.update(gifts)
    return won


def rebuilt(now: HeardRound, shoe: Shoe | None, gone: Gone | None = None) -> Round:
    """The round as settlement takes it; a void one whose seed is lost, with what was seen of it.

    With those who had lost all, it is a round in which something was settled.
    """
    faces = (
        dict(enumerate(shoe.cards))
        if shoe
        else {at: CARD_BY_TEXT[x] for at, x in now.shown.items()}
    )
    lie = {place.name: now.place(place.name) for place in now.rules.places}
    table = {name: [faces[at] for at in p] for name, p in lie.items() if faces.keys() >= {*p}}
    hands = {seat: now.hand(seat) for seat in now.players}
    holes = {seat: [faces[at] for at in h] for seat, h in hands.items() if faces.keys() >= {*h}}
    void = gone is None
    forfeited, lost, returned = gone or (now.forfeited, (), now.returned.keys())
    seats = {
        seat: Seat(
            now.wagers[seat] if void else _spun(now, seat, holes[seat], returned),
            tuple(now.decisions.get(seat, ())),
            name,
            forfeit=seat in forfeited,
            spin=None if void else now.spins.get(seat),
            abandoned=seat in lost,
        )
        for seat, name in now.players.items()
    }
    settles = now.settles if void else ""
    return Round(table, holes, seats, now.meters, void, settles)


def _spun(
    now: HeardRound, seat: int, hand: list[Card], returned: Container[tuple[int, str]]
) -> dict[str, int]:
    """The wagers of a seat at some time, without a spin that was never made.

    All became void before it, or the wager went back later.
    """
    later = {k: c for (s, k), c in now.returned.items() if s == seat and (s, k) not in returned}
    wheels = [side.key for side in now.rules.sides if isinstance(side.pays, Wheel)]
    pair = len({rank(card) for card in hand[:2]}) == 1
    missing = wheels if (now.void or later) and pair and seat not in now.spins else []
    return {k: stake for k, stake in (now.wagers[seat] | later).items() if k not in missing}


def _check_balances(now: HeardRound, result: RoundResult, after: State) -> None:
    _check_won(now, Counter({seat: progress.net for seat, progress in result.seats.items()}), after)


def _check_won(now: HeardRound, won: Counter[int], after: State) -> None:
    """Stacks and tray: what they were, what came from outside, and what the round brought."""
    expected = Counter(now.outside)
    for account, cents in now.at_open.balances.items():
        if account == "tray" or account.startswith("stack:"):
            expected[account] += int(cents)
    for seat, net in won.items():
        expected[f"stack:{now.players[seat]}"] += net
        expected["tray"] -= net
    for account, cents in expected.items():
        held = after.balances.get(account, 0)
        assert held == cents, f"{account} holds {held}, not {cents}"


def _check_spins(now: HeardRound, shoe: Shoe, bound: bytes) -> None:
    """Each spin stopped where the seed says, and went to a pair alone."""
    wheels = [side.pays.wheel for side in now.rules.sides if isinstance(side.pays, Wheel)]
    for seat, symbol in now.spins.items():
        (wheel,) = wheels
        stops = [item.name for item in wheel for _ in range(item.stops)]
        assert symbol == stops[wheel_stop(shoe.seed, now.added, bound, seat, len(stops))]
        first, second = (cards_text((shoe.cards[at],)) for at in now.hand(seat))
        assert first[0] == second[0], f"seat {seat} spun without a pair"
