"""What guests wager and answer: sums that the table takes, and some that it does not."""

from pitboss.days.people import ALL_IN, Guest
from pitboss.days.players import buy_in, seats_of, sitting
from pitboss.days.scene import Scene
from pitboss.games.words import FOLD
from pitboss.table import commands as c
from pitboss.table.state import open_street


def bets(scene: Scene, *, surely: bool = False) -> None:
    """Everybody wagers, or nearly; surely on everything where luck is to come."""
    chance = scene.chance
    for guest in sitting(scene):
        if not surely and chance.one_in(12):
            continue
        for seat in seats_of(scene, guest):
            if surely or not chance.one_in(8):
                bet(scene, guest, seat, surely=surely)
        if not surely and chance.one_in(guest.adds):
            scene.tried(c.AddEntropy(f"{guest.person.name} {scene.number}"), guest.person)
        if not surely and chance.one_in(30):
            _think_again(scene, guest)


def bet(scene: Scene, guest: Guest, seat: int, *, surely: bool = False) -> bool:
    """The wagers of a seat; who has too little buys in, mostly."""
    chance, rules = scene.chance, scene.rules
    if chance.one_in(guest.careless):
        _careless(scene, guest, seat)
    stake = legal(scene, guest, rules.table.minimum, rules.table.maximum)
    wagers = {wager.key: stake for wager in rules.required}
    for side in rules.sides:
        if surely or chance.one_in(guest.sides):
            wagers[side.key] = (
                side.minimum
                if side.minimum == side.maximum
                else legal(scene, guest, side.minimum, side.maximum)
            )
    if scene.state.chips(guest.person.name) < 2 * sum(wagers.values()) and (
        surely or not chance.one_in(6)
    ):
        buy_in(scene, guest)
    return scene.tried(c.PlaceWagers(seat, wagers), guest.person)


def legal(scene: Scene, guest: Guest, low: int, high: int) -> int:
    """A sum that chips make and the table takes."""
    chip = scene.rules.table.chip
    least, most = -(-low // chip), high // chip
    if guest.stake != ALL_IN:
        most = min(most, least + guest.stake)
    elif scene.chance.one_in(2):
        least = most
    return chip * scene.chance.between(least, max(least, most))


def _careless(scene: Scene, guest: Guest, seat: int) -> None:
    """Wagers that the table does not take."""
    rules, chance = scene.rules, scene.chance
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
    if seat not in scene.now.wagers:
        wrong += [{side.key: side.minimum} for side in rules.sides]
        wrong += [dict.fromkeys(required, low - chip)] if low > chip else []
    scene.refused(c.PlaceWagers(seat, chance.pick(wrong)), guest.person)


def _think_again(scene: Scene, guest: Guest) -> None:
    """Chips come off the layout again, or somebody leaves while bets are open."""
    chance = scene.chance
    for seat in seats_of(scene, guest):
        there = scene.now.wagers.get(seat, {})
        if there and chance.one_in(2):
            some = tuple(there) if chance.one_in(2) else (chance.pick([*there]),)
            scene.tried(c.TakeBack(seat, () if chance.one_in(2) else some), guest.person)
        elif chance.one_in(3):
            scene.tried(c.Leave(seat), guest.person)


def answer(scene: Scene) -> None:
    """The seat that is asked answers; who cannot pay for more takes what costs nothing."""
    now, rules, chance = scene.now, scene.rules, scene.chance
    street = open_street(rules, now)
    if street is None or now.turn is None:
        raise AssertionError("nobody is asked")
    seat, guest = now.turn, scene.guests[now.players[now.turn]]
    staked = {name: times for name, times in street.choices.items() if times not in (FOLD, 0)}
    free = next(name for name, times in street.choices.items() if times in (FOLD, 0))
    decision: str | int = chance.pick([*staked])
    if chance.one_in(guest.bold):
        decision = [*staked][-1]
    if street.any_amount and chance.one_in(2):
        decision = _amount(scene, guest, now.wagers[seat][street.of])
    if chance.one_in(guest.timid):
        decision = free
    if scene.tried(c.Decide(seat, decision), guest.person):
        return
    if (
        chance.one_in(2)
        and buy_in(scene, guest)
        and scene.tried(c.Decide(seat, decision), guest.person)
    ):
        return
    scene.done(c.Decide(seat, free), guest.person)


def _amount(scene: Scene, guest: Guest, base: int) -> int:
    """Something between once and three times, in chips; now and then one that no chip makes."""
    return (
        scene.chance.between(base, 3 * base)
        if scene.chance.one_in(8)
        else legal(scene, guest, base, 3 * base)
    )
