"""From the opening of a round, which binds the house to its stack, to the count of progressives."""

from collections.abc import Mapping
from typing import Final

from pitboss.games.tasks import Device
from pitboss.money import MOST_CENTS, dollars
from pitboss.refusal import brief
from pitboss.round import Course
from pitboss.shuffle import Contribution, bound_to, dealing_order, seed_hash, shoe_of
from pitboss.submission import Rules
from pitboss.verify import events as e
from pitboss.verify.cards import unhexed
from pitboss.verify.decks import machines, worn_out
from pitboss.verify.fault import Fault
from pitboss.verify.ledger import HOUSE, TRAY, move
from pitboss.verify.paying import fed
from pitboss.verify.ready import check_ready
from pitboss.verify.seats import boxes_adjacent, go, made_of_chips
from pitboss.verify.shift import Shift, is_text
from pitboss.verify.state import Round

LONGEST_ENTROPY: Final = 256
SEED_BYTES: Final = 32
HASH_BYTES: Final = 32


def open_round(shift: Shift) -> Round:
    """Rounds have no gap; each is bound to the rules in force and to a stack that is ready."""
    event = shift.next(e.RoundOpened)
    rules = shift.rules
    shift.rounds += 1
    shift.check(event.round == shift.rounds, f"this is round {shift.rounds}, not {event.round}")
    shift.check(event.rules == shift.rules_hash, "rules is not the hash of the rules in force")
    shift.tell_time(event.at)
    check_ready(shift, rules)
    deck = shift.day.decks[shift.day.turn]
    shift.check(event.deck == deck.number, f"deck {deck.number} is dealt, not {event.deck}")
    shift.check(event.cut == deck.cut, f"the cut took {deck.cut} cards, not {event.cut}")
    shift.book()
    root, hashed = unhexed(event.root), unhexed(event.seed_hash)
    if root is None or hashed is None or {len(root), len(hashed)} != {HASH_BYTES}:
        shift.fault("root and seed_hash must be hashes")
    bound = bound_to(shift.table, event.round, shift.rules_hash)
    shift.round = Round(event.round, rules, shift.script, bound, root, deck.number, deck.cut)
    _open_stack(shift, shift.round, event)
    return shift.round


def _open_stack(shift: Shift, now: Round, event: e.RoundOpened) -> None:
    """Rebuild the stack from the seed that the file opens later: the house was bound to it.

    Where no seed is opened, the stack is missed when a hidden card is needed.
    """
    found = shift.log.seed_ahead()
    now.ends_open = shift.log.ends_open
    now.seed_lost = found is not None and isinstance(found.event, e.SeedLost)
    if found is None or not isinstance(found.event, e.SeedOpened):
        return
    line, seed = found.n, unhexed(found.event.seed)
    if seed is None or len(seed) != SEED_BYTES:
        raise Fault(line, "the seed is not 32 bytes in hexadecimal")
    shoe = shoe_of(seed, now.bound, now.rules.deck.cards)
    same_hash, same_root = seed_hash(seed) == event.seed_hash, shoe.root.hex() == event.root
    if not same_hash and not same_root:
        raise Fault(line, f"this is not the seed that line {shift.line.n} is bound to")
    shift.check(same_hash, f"seed_hash is not that of the seed in line {line}")
    shift.check(same_root, f"root is not that of the stack which the seed in line {line} gives")
    now.shoe = shoe


def take_bets(shift: Shift, now: Round) -> None:
    """Wagers are placed and taken back, players add to the shuffle, until no more bets."""
    while True:
        event = shift.next(e.WagersPlaced, e.WagersTakenBack, e.EntropyAdded, e.BetsClosed)
        if isinstance(event, e.WagersPlaced):
            _place(shift, now, event)
        elif isinstance(event, e.WagersTakenBack):
            _take_back(shift, now, event)
        elif isinstance(event, e.EntropyAdded):
            _add_entropy(shift, now, event)
        elif isinstance(event, e.BetsClosed):
            _close_bets(shift, now, event)
            return


def _place(shift: Shift, now: Round, event: e.WagersPlaced) -> None:
    """Chips on spots of one's own seat: no more than one has, by the ledger."""
    name, rules = shift.own_seat(event.seat), now.rules
    shift.may_play(name)
    shift.check(event.wagers, "no wager is named")
    wagers = dict(now.wagers.get(event.seat, {}))
    for key, cents in event.wagers.items():
        fixed = key in now.metered and 1 <= cents <= MOST_CENTS
        if not fixed and not made_of_chips(rules, cents):
            shift.fault(f"no chips make a {brief(key)} wager of {dollars(cents)}")
        wagers[key] = wagers.get(key, 0) + cents
    _check_wagers(shift, rules, wagers)
    now.wagers[event.seat] = wagers
    boxes_adjacent(shift, rules, name, now.wagers)
    source, spot = f"stack:{name}", f"escrow:{event.seat}"
    shift.book(*(move(source, spot, c, key, "pending") for key, c in event.wagers.items()))


def _take_back(shift: Shift, now: Round, event: e.WagersTakenBack) -> None:
    """Whole wagers; what stays must be a bet by itself. In an incident, all of them, to leave."""
    name, there = shift.own_seat(event.seat), now.wagers.get(event.seat, {})
    shift.check(event.wagers, "no wager is named")
    for key, cents in event.wagers.items():
        shift.check(there.get(key) == cents, f"there is no {brief(key)} wager of {dollars(cents)}")
    left = {key: cents for key, cents in there.items() if key not in event.wagers}
    if left:
        _check_wagers(shift, now.rules, left)
        now.wagers[event.seat] = left
    else:
        del now.wagers[event.seat]
        boxes_adjacent(shift, now.rules, name, now.wagers)
    spot, target = f"escrow:{event.seat}", f"stack:{name}"
    shift.book(*(move(spot, target, c, key, "voided") for key, c in event.wagers.items()))
    if shift.day.incident:
        all_of_them = list(event.wagers) == list(there)
        shift.check(all_of_them, "while an incident waits, who takes wagers back leaves")
        go(shift, event.seat)
        boxes_adjacent(shift, now.rules, name, shift.seats)


def _check_wagers(shift: Shift, rules: Rules, wagers: Mapping[str, int]) -> None:
    """The required wagers are made and are equal; each wager is on offer and within its limits."""
    table = rules.table
    limits = {wager.key: (table.minimum, table.maximum) for wager in rules.required}
    required = {wagers.get(key) for key in limits}
    shift.check(len(required) == 1 and None not in required, "required wagers are not equal")
    limits |= {side.key: (side.minimum, side.maximum) for side in rules.sides}
    for key, cents in wagers.items():
        if key not in limits:
            shift.fault(f"{brief(key)} cannot be wagered at this table")
        low, high = limits[key]
        if not low <= cents <= high:
            within = f"{dollars(low)} to {dollars(high)}"
            shift.fault(f"the {key} wager is {dollars(cents)}, not {within}")


def _add_entropy(shift: Shift, now: Round, event: e.EntropyAdded) -> None:
    """Each player at the table may add to the shuffle once."""
    who = event.who
    shift.check(who == shift.line.by.name, "somebody else added this for the player")
    shift.check(who in shift.seats.values(), f"{brief(who)} does not sit at this table")
    again = any(one.who == who for one in now.contributions)
    shift.check(not again, f"{brief(who)} has added to this shuffle already")
    plain = is_text(event.entropy, LONGEST_ENTROPY)
    shift.check(plain, f"what is added is 1 to {LONGEST_ENTROPY} characters of text")
    now.contributions.append(Contribution(who, event.entropy))
    shift.book()


def _close_bets(shift: Shift, now: Round, event: e.BetsClosed) -> None:
    """The cut and what the players added fix the order of the cards; wagers feed the meters."""
    shift.check(now.wagers, "nobody has made a wager")
    shift.tell_time(event.at)
    old = worn_out(now.rules, shift.day.decks[shift.day.turn], event.at)
    shift.check(not old, f"deck {now.deck} is past its time")
    broken = Device.SHOE in machines(now.rules) and Device.SHOE in shift.day.broken
    shift.check(not broken, f"the {Device.SHOE} cannot be used")
    shift.day.uncounted += 1
    counted = any(key in wagers for key in now.metered for wagers in now.wagers.values())
    now.phase = "counting" if counted else "playing"
    now.order = dealing_order(now.rules.deck.size, now.contributions, now.cut, now.bound)
    now.wagers = dict(sorted(now.wagers.items()))
    now.players = {seat: shift.seats[seat] for seat in now.wagers}
    now.holes = {seat: [] for seat in now.wagers}
    now.courses = {seat: Course({}, False, 0) for seat in now.wagers}
    now.meters = {name: shift.ledger[f"meter:{name}"] for name in now.rules.meters}
    adds = fed(now, now.wagers.values()).items()
    moved = (move(HOUSE, f"meter:{name}", c, "contribution", "pending") for name, c in adds)
    shift.agree(e.BetsClosed(now.number, tuple(now.contributions), now.cut, event.at), *moved)


def count_progressives(shift: Shift, now: Round) -> None:
    """Before the first card they are collected, as many as were accepted."""
    if now.phase != "counting":
        return
    shift.pass_by()  # what is to be counted may go back first
    keys = [k for k in now.metered if any(k in wagers for wagers in now.wagers.values())]
    if not keys:
        now.phase = "playing"
        return
    chips = {key: sum(key in wagers for wagers in now.wagers.values()) for key in keys}
    collected = [
        move(f"escrow:{seat}", TRAY, wagers[key], key, "pending")
        for seat, wagers in now.wagers.items()
        for key in keys
        if key in wagers
    ]
    shift.expect(e.ProgressivesCounted(now.number, chips), *collected)
    now.collected, now.phase = True, "playing"
