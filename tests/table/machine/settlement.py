"""Compare a closed round with `settle` on input rebuilt from the log and the opened seed."""

from collections import Counter, defaultdict
from collections.abc import Container
from fractions import Fraction

from pitboss.cards import CARD_BY_TEXT, Card, cards_text, rank
from pitboss.games.payoffs import Wheel
from pitboss.settle import Round, RoundResult, Seat, settle
from pitboss.shuffle import Shoe, build_shoe, wheel_stop
from pitboss.table import State

from .round_model import Losses, RoundModel, metered_wagers


def check_closed(model: RoundModel, after: State) -> None:
    """Check that cards, results, meters, stacks and tray follow from the opened seed."""
    if not model.seed and model.void is None:
        _check_unproved(model, after)
        return
    if not model.seed:
        _check_void(model, None, after)
        return
    bound = model.bound
    shoe = build_shoe(bytes.fromhex(model.seed), bound)
    assert shoe.root.hex() == model.opened.root
    assert shoe.seed_hash == model.opened.seed_hash
    assert {at: cards_text((shoe.cards[at],)) for at in model.shown} == model.shown
    if model.at_lock is not None:
        assert tuple(model.drawn) == model.order[: len(model.drawn)]
        positions = [at for _, at in model.dealt]
        assert positions == [at for at in model.drawn if at not in model.out]
    else:
        assert not model.drawn
    _check_spins(model, shoe, bound)
    if model.void is not None:
        _check_void(model, shoe, after)
    else:
        _check_settled(model, shoe, after)


def _check_settled(model: RoundModel, shoe: Shoe, after: State) -> None:
    assert all(map(model.is_settled, model.players)), "a wager was not settled"
    assert model.results.keys() == model.players.keys()
    result = _check_paid(model, shoe)
    for name, shows in {} if model.won_by_others else result.meters.items():
        assert after.meter_amount(name) == shows, (
            f"{name} shows {after.meter_amount(name)}, not {shows}"
        )
    _check_meters(model, after)
    _check_won(model, _net_by_seat(model), after)


def _check_paid(model: RoundModel, shoe: Shoe) -> RoundResult:
    """Check payments, by the forfeits at each time, and the final result of the round."""
    times = {
        model.all_gone,
        *(losses for progress in model.gone_when.values() for losses in progress.values()),
    }
    outcome = {losses: settle(model.rules, rebuilt(model, shoe, losses)) for losses in times}
    gifts: defaultdict[tuple[int, str], Counter[int]] = defaultdict(Counter)
    for seat, progress in model.gone_when.items():
        for key, losses in progress.items():
            due = outcome[losses].seats[seat].wagers[key]
            assert model.results[seat][key] == due, f"seat {seat} was settled otherwise"
        hand = progress.get(model.rules.required[0].key)
        for gift in outcome[hand].gifts if hand else ():
            if gift.by == seat:
                gifts[gift.by, gift.why][gift.to] += gift.cents
        of_seat = [hit for hit in outcome[hand].hits if hit.seat == seat] if hand else []
        assert [hit for hit in model.hits if hit.seat == seat] == of_seat
    assert model.gifts == gifts
    return outcome[model.all_gone]


def _check_void(model: RoundModel, shoe: Shoe | None, after: State) -> None:
    assert model.void is not None, "no seed was opened"
    assert not model.results, "wagers are still settled in a void round"
    assert not model.gifts
    assert not model.hits
    meters = model.meters or {name: model.at_open.meter_amount(name) for name in model.rules.meters}
    assert {name: after.meter_amount(name) for name in meters} == meters, "contributions were kept"
    if not model.wagers:
        assert model.void.seats == {}
        return
    result = settle(model.rules, rebuilt(model, shoe))
    due = {seat: progress.wagers for seat, progress in result.seats.items()}
    assert model.void.seats == due, f"of the void round {model.void.seats}, not {due}"
    _check_balances(model, result, after)


def _check_unproved(model: RoundModel, after: State) -> None:
    """Check a round whose seed was lost after settlement: payments stand without proof."""
    _check_meters(model, after)
    _check_won(model, _net_by_seat(model), after)


def _check_meters(model: RoundModel, after: State) -> None:
    """Check meters: initial values, contributions that stayed, and payments."""
    for key, pays in metered_wagers(model.rules).items():
        for meter in pays.meters:
            contributions = (
                sum(wagers_made.get(key, 0) for wagers_made in model.wagers.values())
                + model.won_by_others[key]
            )
            shows = Fraction(meter.rate) * contributions + model.meters[meter.name]
            shows += sum(h.reseeded - h.paid for h in model.hits if h.meter == meter.name)
            assert after.meter_amount(meter.name) == shows, f"{meter.name} does not show {shows}"


def _net_by_seat(model: RoundModel) -> Counter[int]:
    """Return the net win of each seat, including payments for others' hands."""
    winnings: Counter[int] = Counter()
    for seat, results in model.results.items():
        winnings[seat] += sum(result.credit - result.stake for result in results.values())
    for gifts in model.gifts.values():
        winnings.update(gifts)
    return winnings


def rebuilt(model: RoundModel, shoe: Shoe | None, losses: Losses | None = None) -> Round:
    """Return the input for settlement; a void round without its seed has only the seen cards.

    With forfeits given, it is a round in which something was settled."""
    faces = (
        dict(enumerate(shoe.cards))
        if shoe
        else {at: CARD_BY_TEXT[x] for at, x in model.shown.items()}
    )
    lie = {place.name: model.place(place.name) for place in model.rules.places}
    table = {name: [faces[at] for at in p] for name, p in lie.items() if faces.keys() >= {*p}}
    hands = {seat: model.hand(seat) for seat in model.players}
    holes = {seat: [faces[at] for at in h] for seat, h in hands.items() if faces.keys() >= {*h}}
    void = losses is None
    forfeit_seats, lost_seats, returned_wagers = losses or (
        model.forfeited,
        (),
        model.returned.keys(),
    )
    seats = {
        seat: Seat(
            model.wagers[seat] if void else _spun(model, seat, holes[seat], returned_wagers),
            tuple(model.decisions.get(seat, ())),
            name,
            forfeit=seat in forfeit_seats,
            spin=None if void else model.spins.get(seat),
            abandoned=seat in lost_seats,
        )
        for seat, name in model.players.items()
    }
    settles = model.settles if void else ""
    return Round(table, holes, seats, model.meters, void, settles)


def _spun(
    model: RoundModel, seat: int, hand: list[Card], returned_wagers: Container[tuple[int, str]]
) -> dict[str, int]:
    """Return the wagers of a seat at some time, without a spin that was never made.

    The round became void before the spin, or the wager was returned later."""
    later = {
        k: c for (s, k), c in model.returned.items() if s == seat and (s, k) not in returned_wagers
    }
    wheels = [side.key for side in model.rules.sides if isinstance(side.pays, Wheel)]
    pair = len({rank(card) for card in hand[:2]}) == 1
    missing = wheels if (model.void or later) and pair and seat not in model.spins else []
    return {k: stake for k, stake in (model.wagers[seat] | later).items() if k not in missing}


def _check_balances(model: RoundModel, result: RoundResult, after: State) -> None:
    _check_won(
        model, Counter({seat: progress.net for seat, progress in result.seats.items()}), after
    )


def _check_won(model: RoundModel, winnings: Counter[int], after: State) -> None:
    """Check stacks and tray: initial values, buy-ins, and results of the round."""
    expected = Counter(model.outside)
    for account, cents in model.at_open.balances.items():
        if account == "tray" or account.startswith("stack:"):
            expected[account] += int(cents)
    for seat, net in winnings.items():
        expected[f"stack:{model.players[seat]}"] += net
        expected["tray"] -= net
    for account, cents in expected.items():
        balances_ = after.balances.get(account, 0)
        assert balances_ == cents, f"{account} holds {balances_}, not {cents}"


def _check_spins(model: RoundModel, shoe: Shoe, bound: bytes) -> None:
    """Check that each spin stopped where the seed says, and needed a pair."""
    wheels = [side.pays.wheel for side in model.rules.sides if isinstance(side.pays, Wheel)]
    for seat, symbol in model.spins.items():
        (wheel,) = wheels
        stops = [item.name for item in wheel for _ in range(item.stops)]
        assert symbol == stops[wheel_stop(shoe.seed, model.added, bound, seat, len(stops))]
        first, second = (cards_text((shoe.cards[at],)) for at in model.hand(seat))
        assert first[0] == second[0], f"seat {seat} spun without a pair"
