"""Guests: they come, buy in, bet, decide, walk off and leave."""

from pitboss.days.simulation import (
    ALL_IN_STAKE,
    FLOORPERSONS,
    MOST_CARELESS,
    Guest,
    TableSimulation,
)
from pitboss.days.staff import random_floorperson
from pitboss.games.game_parts import FOLD
from pitboss.table import commands as c
from pitboss.table.state import Phase, open_street


def seat_guest(sim: TableSimulation) -> bool:
    """Seat a guest who buys in; return whether anybody could sit down."""
    chance, state = sim.rng, sim.state
    free = [seat for seat in range(1, sim.rules.seats + 1) if seat not in state.seats]
    away = [
        guest
        for name, guest in sim.guests.items()
        if name not in state.seats.values() and f"player:{name}" not in state.day.disabled
    ]
    if not free or not away:
        return False
    guest, seat = chance.pick(away), chance.pick(free)
    sim.must_succeed(c.TakeSeat(seat), guest.person)
    tries_boxes = sim.rules.table.boxes_per_player > 1 or chance.one_in(12)
    for _ in range(guest.boxes - 1 if tries_boxes else 0):
        sim.attempt(c.TakeSeat(seat + chance.pick((-1, 1))), guest.person)
    if not chance.one_in(8):
        buy_in_guest(sim, guest)
    return True


def seats_of(sim: TableSimulation, guest: Guest) -> list[int]:
    """Return the seats of a guest."""
    name = guest.person.name
    return [seat for seat, player in sim.state.seats.items() if player == name]


def buy_in_guest(sim: TableSimulation, guest: Guest) -> bool:
    """Have a guest buy in; return whether it was accepted."""
    rules = sim.rules
    largest = rules.table.maximum if guest.stake == ALL_IN_STAKE else 10 * rules.table.minimum
    cents = guest.buy_in_multiple * largest
    return sim.attempt(c.BuyIn(cents - cents % -rules.table.chip), guest.person)


def leave_table(sim: TableSimulation, guest: Guest) -> None:
    """Have a guest leave every seat, sometimes after cashing out.

    A careless guest may leave without a word; then a dealer or floorperson frees the seat.
    """
    if sim.rng.one_in(3) and sim.state.chips(guest.person.name):
        sim.must_succeed(c.CashOut(), guest.person)
    for seat in seats_of(sim, guest):
        # This draws no random number, so that the rest of the run is the same either way.
        silent = guest.careless_one_in == MOST_CARELESS and sim.round_number % 2
        by = (sim.dealer if seat % 2 else FLOORPERSONS[0]) if silent else guest.person
        sim.attempt(c.FreeSeat(seat) if silent else c.Leave(seat), by)


def move_guests(sim: TableSimulation) -> None:
    """Let guests come and go between rounds."""
    chance = sim.rng
    for guest in seated_guests(sim):
        if chance.one_in(guest.leaves_one_in):
            leave_table(sim, guest)
    while chance.one_in(2 + len(sim.state.seats)) and seat_guest(sim):
        pass


def seated_guests(sim: TableSimulation) -> list[Guest]:
    """Return the guests at the table, in the order of their seats."""
    return [sim.guests[name] for name in dict.fromkeys(sim.state.seats.values())]


def walk_off(sim: TableSimulation) -> None:
    """Have a guest leave mid-round, reported by the guest, a dealer or a floorperson."""
    round_ = sim.round_
    one_in = 2 if round_.phase is Phase.SETTLING else 6  # settling takes fewer steps
    if round_.phase in (Phase.BETTING, Phase.VOID) or not round_.players or sim.rng.below(one_in):
        return
    seat = sim.rng.pick([*round_.players])
    guest = sim.guests[round_.players[seat]]
    if seat not in round_.away and sim.rng.one_in(guest.walks_off_one_in):
        if sim.rng.one_in(3):
            by = sim.dealer if sim.rng.one_in(2) else random_floorperson(sim)
            sim.must_succeed(c.WalkedOff(seat), by)
        else:
            sim.must_succeed(c.Leave(seat), guest.person)
        if sim.rng.one_in(4):
            if seat in sim.round_.reported:
                sim.must_be_refused(c.WalkedOff(seat), random_floorperson(sim))
            else:
                sim.must_be_refused(c.Leave(seat), guest.person)
            sim.must_be_refused(c.FreeSeat(seat), sim.dealer)


def place_all_bets(sim: TableSimulation, *, on_everything: bool = False) -> None:
    """Have most guests place wagers, or all of them on everything if a jackpot is expected."""
    chance = sim.rng
    for guest in seated_guests(sim):
        if not on_everything and chance.one_in(12):
            continue
        for seat in seats_of(sim, guest):
            if on_everything or not chance.one_in(8):
                place_bets(sim, guest, seat, on_everything=on_everything)
        if not on_everything and chance.one_in(guest.adds_entropy_one_in):
            sim.attempt(c.AddEntropy(f"{guest.person.name} {sim.round_number}"), guest.person)
        if not on_everything and chance.one_in(30):
            _withdraw_bets(sim, guest)


def place_bets(
    sim: TableSimulation, guest: Guest, seat: int, *, on_everything: bool = False
) -> bool:
    """Place the wagers of a seat; a guest with too few chips mostly buys in first."""
    chance, rules = sim.rng, sim.rules
    if chance.one_in(guest.careless_one_in):
        _place_bad_wagers(sim, guest, seat)
    stake = legal_stake(sim, guest, rules.table.minimum, rules.table.maximum)
    wagers = {wager.key: stake for wager in rules.required}
    for side in rules.sides:
        if on_everything or chance.one_in(guest.side_wager_one_in):
            wagers[side.key] = (
                side.minimum
                if side.minimum == side.maximum
                else legal_stake(sim, guest, side.minimum, side.maximum)
            )
    if sim.state.chips(guest.person.name) < 2 * sum(wagers.values()) and (
        on_everything or not chance.one_in(6)
    ):
        buy_in_guest(sim, guest)
    return sim.attempt(c.PlaceWagers(seat, wagers), guest.person)


def legal_stake(sim: TableSimulation, guest: Guest, low: int, high: int) -> int:
    """Return a stake that chips can make up and the table accepts."""
    chip = sim.rules.table.chip
    least, most = -(-low // chip), high // chip
    if guest.stake != ALL_IN_STAKE:
        most = min(most, least + guest.stake)
    elif sim.rng.one_in(2):
        least = most
    return chip * sim.rng.between(least, max(least, most))


def _place_bad_wagers(sim: TableSimulation, guest: Guest, seat: int) -> None:
    """Place wagers that the table must refuse."""
    rules, chance = sim.rules, sim.rng
    required = [wager.key for wager in rules.required]
    low, high, chip = rules.table.minimum, rules.table.maximum, rules.table.chip
    wrong: list[dict[str, int]] = [
        dict.fromkeys(required, high + chip),
        {"nothing": low},
        {},
        dict.fromkeys(required, -chip),
    ]
    if chip > 1:
        wrong.append(dict.fromkeys(required, low + 1))
    if len(required) > 1:
        wrong.append({required[0]: low})
    if seat not in sim.round_.wagers:
        wrong += [{side.key: side.minimum} for side in rules.sides]
        wrong += [dict.fromkeys(required, low - chip)] if low > chip else []
    sim.must_be_refused(c.PlaceWagers(seat, chance.pick(wrong)), guest.person)


def _withdraw_bets(sim: TableSimulation, guest: Guest) -> None:
    """Have a guest take wagers back, or leave while bets are open."""
    chance = sim.rng
    for seat in seats_of(sim, guest):
        wagers = sim.round_.wagers.get(seat, {})
        if wagers and chance.one_in(2):
            keys = tuple(wagers) if chance.one_in(2) else (chance.pick([*wagers]),)
            sim.attempt(c.TakeBack(seat, () if chance.one_in(2) else keys), guest.person)
        elif chance.one_in(3):
            sim.attempt(c.Leave(seat), guest.person)


def decide_for_guest(sim: TableSimulation) -> None:
    """Decide for the seat whose turn it is; a guest who cannot pay takes a free choice."""
    round_, rules, chance = sim.round_, sim.rules, sim.rng
    street = open_street(rules, round_)
    if street is None or round_.turn is None:
        raise AssertionError("no decision is open")
    seat, guest = round_.turn, sim.guests[round_.players[round_.turn]]
    raises = {name: times for name, times in street.choices.items() if times not in (FOLD, 0)}
    free = next(name for name, times in street.choices.items() if times in (FOLD, 0))
    decision: str | int = chance.pick([*raises])
    if chance.one_in(guest.bold_one_in):
        decision = [*raises][-1]
    if street.any_amount and chance.one_in(2):
        decision = _raise_amount(sim, guest, round_.wagers[seat][street.of])
    if chance.one_in(guest.timid_one_in):
        decision = free
    if sim.attempt(c.Decide(seat, decision), guest.person):
        return
    if (
        chance.one_in(2)
        and buy_in_guest(sim, guest)
        and sim.attempt(c.Decide(seat, decision), guest.person)
    ):
        return
    sim.must_succeed(c.Decide(seat, free), guest.person)


def _raise_amount(sim: TableSimulation, guest: Guest, base: int) -> int:
    """Return a raise of one to three times the base, now and then one that chips cannot make up."""
    return (
        sim.rng.between(base, 3 * base)
        if sim.rng.one_in(8)
        else legal_stake(sim, guest, base, 3 * base)
    )
