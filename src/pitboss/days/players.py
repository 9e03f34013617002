"""Who is at the table: guests come, sit down, buy in, walk off, leave, come back."""

from pitboss.days.people import ALL_IN, CARELESS, FLOOR, Guest
from pitboss.days.scene import Scene
from pitboss.days.staff import floor
from pitboss.table import commands as c
from pitboss.table.state import Phase


def come(scene: Scene) -> bool:
    """Somebody sits down and buys in; whether anybody could."""
    chance, state = scene.chance, scene.state
    free = [seat for seat in range(1, scene.rules.seats + 1) if seat not in state.seats]
    away = [
        guest
        for name, guest in scene.guests.items()
        if name not in state.seats.values() and f"player:{name}" not in state.day.disabled
    ]
    if not free or not away:
        return False
    guest, seat = chance.pick(away), chance.pick(free)
    scene.done(c.TakeSeat(seat), guest.person)
    allowed = scene.rules.table.boxes_per_player > 1 or chance.one_in(12)
    for _ in range(guest.boxes - 1 if allowed else 0):
        scene.tried(c.TakeSeat(seat + chance.pick((-1, 1))), guest.person)
    if not chance.one_in(8):
        buy_in(scene, guest)
    return True


def seats_of(scene: Scene, guest: Guest) -> list[int]:
    """Where a guest sits."""
    name = guest.person.name
    return [seat for seat, player in scene.state.seats.items() if player == name]


def buy_in(scene: Scene, guest: Guest) -> bool:
    """Chips for a while; refused to who may not play on."""
    rules = scene.rules
    largest = rules.table.maximum if guest.stake == ALL_IN else 10 * rules.table.minimum
    cents = guest.purse * largest
    return scene.tried(c.BuyIn(cents - cents % -rules.table.chip), guest.person)


def go(scene: Scene, guest: Guest) -> None:
    """A guest gets up from every seat, some with the chips changed before.

    Who is careless may go without a word; then a dealer or floorperson frees the seat.
    """
    if scene.chance.one_in(3) and scene.state.chips(guest.person.name):
        scene.done(c.CashOut(), guest.person)
    for seat in seats_of(scene, guest):
        # Nothing is drawn for it, as it comes to the same: all else goes on as if it had been said.
        silent = guest.careless == CARELESS and scene.number % 2
        by = (scene.dealer if seat % 2 else FLOOR[0]) if silent else guest.person
        scene.tried(c.FreeSeat(seat) if silent else c.Leave(seat), by)


def come_and_go(scene: Scene) -> None:
    """Between rounds."""
    chance = scene.chance
    for guest in sitting(scene):
        if chance.one_in(guest.restless):
            go(scene, guest)
    while chance.one_in(2 + len(scene.state.seats)) and come(scene):
        pass


def sitting(scene: Scene) -> list[Guest]:
    """Guests at the table, in the order of their seats."""
    return [scene.guests[name] for name in dict.fromkeys(scene.state.seats.values())]


def walk_off(scene: Scene) -> None:
    """Somebody leaves in mid-round, and says so, or a dealer or floorperson does."""
    now = scene.now
    one_in = 2 if now.phase is Phase.SETTLING else 6  # settling takes fewer steps
    if now.phase in (Phase.BETTING, Phase.VOID) or not now.players or scene.chance.below(one_in):
        return
    seat = scene.chance.pick([*now.players])
    guest = scene.guests[now.players[seat]]
    if seat not in now.away and scene.chance.one_in(guest.walks):
        if scene.chance.one_in(3):
            by = scene.dealer if scene.chance.one_in(2) else floor(scene)
            scene.done(c.WalkedOff(seat), by)
        else:
            scene.done(c.Leave(seat), guest.person)
        if scene.chance.one_in(4):
            if seat in scene.now.reported:
                scene.refused(c.WalkedOff(seat), floor(scene))
            else:
                scene.refused(c.Leave(seat), guest.person)
            scene.refused(c.FreeSeat(seat), scene.dealer)
