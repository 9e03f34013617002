"""Check a round from its opening, which commits the house to its stack, to its close."""

from collections.abc import Iterator, Mapping
from typing import Final

from pitboss.errors import short_repr
from pitboss.games.deck_tasks import Device
from pitboss.money import MAX_CENTS, dollars
from pitboss.round import BettingProgress
from pitboss.shuffle import Contribution, build_shoe, dealing_order, seed_hash, shuffle_context
from pitboss.verify import events as e
from pitboss.verify.chain import VerificationError
from pitboss.verify.dealing import deal_and_ask, decode_hex
from pitboss.verify.decks import check_ready, devices_in_use, finish_deck, is_expired
from pitboss.verify.ledger import HOUSE, TRAY, make_posting
from pitboss.verify.proposals import take_effect
from pitboss.verify.round_state import RoundState
from pitboss.verify.seats import check_boxes_adjacent, expect_leave, is_chip_amount
from pitboss.verify.settlement import (
    CardsAreCorrected,
    RoundIsVoid,
    meter_contributions,
    settle_seats,
)
from pitboss.verify.shift import ShiftChecker, is_text

MAX_ENTROPY_LENGTH: Final = 256
SEED_BYTES: Final = 32
HASH_BYTES: Final = 32


def check_round_opened(shift: ShiftChecker) -> RoundState:
    """Check that rounds are numbered without gaps, and bound to the rules and a ready stack."""
    event = shift.next_event(e.RoundOpened)
    rules = shift.rules
    shift.round_count += 1
    shift.check(
        event.round == shift.round_count, f"round is {event.round}, expected {shift.round_count}"
    )
    shift.check(event.rules == shift.rules_hash, "rules is not the hash of the rules in force")
    shift.set_time(event.at)
    check_ready(shift, rules)
    deck = shift.day.decks[shift.day.turn]
    shift.check(event.deck == deck.number, f"deck is {event.deck}, expected {deck.number}")
    shift.check(event.cut == deck.cut, f"cut is {event.cut}, but {deck.cut} cards were cut")
    shift.expect_postings()
    shift.check(
        event.physical == rules.table.is_physical,
        f"physical is {str(event.physical).lower()}, but the table has a {rules.table.cards} deck",
    )
    context = shuffle_context(shift.table, event.round, shift.rules_hash)
    if event.physical:
        is_uncommitted = not (event.root or event.seed_hash or event.practice)
        shift.check(is_uncommitted, "a physical deck has no seed to commit to")
        shift.physical_count += 1
        shift.round = RoundState(
            event.round, rules, shift.plan, context, b"", deck.number, deck.cut, is_physical=True
        )
        return shift.round
    root, commitment = decode_hex(event.root), decode_hex(event.seed_hash)
    if root is None or commitment is None or {len(root), len(commitment)} != {HASH_BYTES}:
        shift.fail("root and seed_hash must be hashes")
    shift.round = RoundState(event.round, rules, shift.plan, context, root, deck.number, deck.cut)
    _rebuild_shoe(shift, shift.round, event)
    return shift.round


def _rebuild_shoe(shift: ShiftChecker, round_: RoundState, event: e.RoundOpened) -> None:
    """Rebuild the stack from the seed that the file opens later: the house was bound to it.

    Without an opened seed, the check fails when a hidden card is needed.
    """
    seed_line = shift.log.find_seed_line()
    round_.ends_in_round = shift.log.ends_in_round
    round_.is_seed_lost = seed_line is not None and isinstance(seed_line.event, e.SeedLost)
    if seed_line is None or not isinstance(seed_line.event, e.SeedOpened):
        return
    line, seed = seed_line.n, decode_hex(seed_line.event.seed)
    if seed is None or len(seed) != SEED_BYTES:
        raise VerificationError(line, "the seed is not 32 bytes in hexadecimal")
    shoe = build_shoe(seed, round_.context, round_.rules.deck.cards)
    same_hash, same_root = seed_hash(seed) == event.seed_hash, shoe.root.hex() == event.root
    if not same_hash and not same_root:
        raise VerificationError(
            line, f"this seed does not match the commitment in line {shift.line.n}"
        )
    shift.check(same_hash, f"seed_hash is not the hash of the seed in line {line}")
    shift.check(same_root, f"root does not match the stack that the seed in line {line} produces")
    round_.shoe = shoe


def check_bets(shift: ShiftChecker, round_: RoundState) -> None:
    """Check the betting: wagers and contributions to the shuffle, until bets are closed."""
    while True:
        event = shift.next_event(e.WagersPlaced, e.WagersTakenBack, e.EntropyAdded, e.BetsClosed)
        if isinstance(event, e.WagersPlaced):
            _check_wagers_placed(shift, round_, event)
        elif isinstance(event, e.WagersTakenBack):
            _check_wagers_taken_back(shift, round_, event)
        elif isinstance(event, e.EntropyAdded):
            _check_entropy_added(shift, round_, event)
        elif isinstance(event, e.BetsClosed):
            _check_bets_closed(shift, round_, event)
            return


def _check_wagers_placed(shift: ShiftChecker, round_: RoundState, event: e.WagersPlaced) -> None:
    """Check wagers on one's own seat; the ledger checks that the chips suffice."""
    name, rules = shift.require_own_seat(event.seat), round_.rules
    shift.check_may_play(name)
    shift.check(event.wagers, "wagers is empty")
    wagers = dict(round_.wagers.get(event.seat, {}))
    for key, cents in event.wagers.items():
        fixed = key in round_.metered_sides and 1 <= cents <= MAX_CENTS
        if not fixed and not is_chip_amount(rules, cents):
            shift.fail(
                f"a {short_repr(key)} wager of {dollars(cents)} cannot be made with these chips"
            )
        wagers[key] = wagers.get(key, 0) + cents
    _check_wagers(shift, round_, wagers)
    round_.wagers[event.seat] = wagers
    check_boxes_adjacent(shift, rules, name, round_.wagers)
    source, spot = f"stack:{name}", f"escrow:{event.seat}"
    shift.expect_postings(
        *(make_posting(source, spot, c, key, "pending") for key, c in event.wagers.items())
    )


def _check_wagers_taken_back(
    shift: ShiftChecker, round_: RoundState, event: e.WagersTakenBack
) -> None:
    """Check that whole wagers are taken back, and the rest is valid by itself.

    While an incident is open, a player takes back all wagers, and only to leave.
    """
    name, wagers = shift.require_own_seat(event.seat), round_.wagers.get(event.seat, {})
    shift.check(event.wagers, "wagers is empty")
    for key, cents in event.wagers.items():
        shift.check(
            wagers.get(key) == cents, f"there is no {short_repr(key)} wager of {dollars(cents)}"
        )
    remaining = {key: cents for key, cents in wagers.items() if key not in event.wagers}
    if remaining:
        _check_wagers(shift, round_, remaining)
        round_.wagers[event.seat] = remaining
    else:
        del round_.wagers[event.seat]
        check_boxes_adjacent(shift, round_.rules, name, round_.wagers)
    spot, target = f"escrow:{event.seat}", f"stack:{name}"
    shift.expect_postings(
        *(make_posting(spot, target, c, key, "voided") for key, c in event.wagers.items())
    )
    if shift.day.incident:
        all_of_them = list(event.wagers) == list(wagers)
        shift.check(
            all_of_them, "while an incident is open, a player who takes wagers back must leave"
        )
        expect_leave(shift, event.seat)
        check_boxes_adjacent(shift, round_.rules, name, shift.seats)


def _check_wagers(shift: ShiftChecker, round_: RoundState, wagers: Mapping[str, int]) -> None:
    """Check that required wagers are made and equal, and each wager on offer and in its limits."""
    required = {wagers.get(wager.key) for wager in round_.rules.required}
    shift.check(len(required) == 1 and None not in required, "the required wagers are not equal")
    limits = round_.plan.wager_limits
    for key, cents in wagers.items():
        if key not in limits:
            shift.fail(f"{short_repr(key)} is not a wager of this table")
        low, high = limits[key]
        if not low <= cents <= high:
            within = f"{dollars(low)} to {dollars(high)}"
            shift.fail(f"the {key} wager is {dollars(cents)}, expected {within}")


def _check_entropy_added(shift: ShiftChecker, round_: RoundState, event: e.EntropyAdded) -> None:
    """Check a contribution to the shuffle: one per seated player."""
    shift.check(not round_.is_physical, "nobody can contribute to the shuffle of a physical deck")
    player = event.who
    shift.check(player == shift.line.by.name, "somebody other than the player added this")
    shift.check(player in shift.seats.values(), f"{short_repr(player)} is not seated at this table")
    is_repeated = any(contribution.who == player for contribution in round_.contributions)
    shift.check(not is_repeated, f"{short_repr(player)} has already added to this shuffle")
    is_valid = is_text(event.entropy, MAX_ENTROPY_LENGTH)
    shift.check(is_valid, f"a contribution must have 1 to {MAX_ENTROPY_LENGTH} characters of text")
    round_.contributions.append(Contribution(player, event.entropy))
    shift.expect_postings()


def _check_bets_closed(shift: ShiftChecker, round_: RoundState, event: e.BetsClosed) -> None:
    """Check that the cut and the players' entropy fix the order; wagers feed the meters."""
    shift.check(round_.wagers, "nobody has made a wager")
    shift.set_time(event.at)
    is_old = is_expired(round_.rules, shift.day.decks[shift.day.turn], event.at)
    shift.check(not is_old, f"deck {round_.deck} has been in use too long")
    is_broken = Device.SHOE in devices_in_use(round_.rules) and Device.SHOE in shift.day.broken
    shift.check(not is_broken, f"the {Device.SHOE} is out of order")
    shift.day.uncounted += 1
    has_counts = any(
        key in wagers for key in round_.metered_sides for wagers in round_.wagers.values()
    )
    round_.phase = "counting" if has_counts else "playing"
    round_.order = dealing_order(
        round_.rules.deck.size, round_.contributions, round_.cut, round_.context
    )
    round_.wagers = dict(sorted(round_.wagers.items()))
    round_.players = {seat: shift.seats[seat] for seat in round_.wagers}
    round_.holes = {seat: [] for seat in round_.wagers}
    round_.progress_by_seat = {seat: BettingProgress({}, False, 0) for seat in round_.wagers}
    round_.meters = {name: shift.ledger[f"meter:{name}"] for name in round_.rules.meters}
    adds = meter_contributions(round_, round_.wagers.values()).items()
    postings = (
        make_posting(HOUSE, f"meter:{name}", c, "contribution", "pending") for name, c in adds
    )
    shift.expect_current(
        e.BetsClosed(round_.number, tuple(round_.contributions), round_.cut, event.at), *postings
    )


def check_progressives_counted(shift: ShiftChecker, round_: RoundState) -> None:
    """Check that progressive wagers are counted and collected before the first card."""
    if round_.phase != "counting":
        return
    shift.check_interludes()  # what is to be counted may go back first
    keys = [
        k for k in round_.metered_sides if any(k in wagers for wagers in round_.wagers.values())
    ]
    if not keys:
        round_.phase = "playing"
        return
    chips = {key: sum(key in wagers for wagers in round_.wagers.values()) for key in keys}
    postings = [
        make_posting(f"escrow:{seat}", TRAY, wagers[key], key, "pending")
        for seat, wagers in round_.wagers.items()
        for key in keys
        if key in wagers
    ]
    shift.expect_next(e.ProgressivesCounted(round_.number, chips), *postings)
    round_.has_collected, round_.phase = True, "playing"


def check_round(shift: ShiftChecker) -> None:
    """Check a whole round; a void can end it at any point before its close."""
    round_ = check_round_opened(shift)
    try:
        check_bets(shift, round_)
        check_progressives_counted(shift, round_)
        deal_and_ask(shift, round_)
        while not _settle(shift, round_):
            pass
    except RoundIsVoid:
        pass
    _check_close(shift, round_)


def _settle(shift: ShiftChecker, round_: RoundState) -> bool:
    """Check the settlement; return False if cards are corrected, so that it begins again."""
    try:
        settle_seats(shift, round_)
    except CardsAreCorrected:
        return False
    return True


def unproved_parts(round_: RoundState) -> Iterator[str]:
    """Yield what cannot be proved of a round before its seed is opened."""
    if round_.is_physical:
        return
    yield "the seed behind the commitment"
    down = round_.dealt - len(round_.faces)
    if down > 0:
        yield f"{down} face-down {'card' if down == 1 else 'cards'}"
    for seat in round_.spins:
        yield f"the wheel stop of seat {seat}"


def _check_close(shift: ShiftChecker, round_: RoundState) -> None:
    """Check the close: the seed is opened, the layout empty, and a waiting filing takes effect.

    The cards are gathered, and players who walked off leave. A seed can be lost; then the cards
    that stayed face down are not proved. A physical deck has no seed.
    """
    if round_.is_seed_lost:
        shift.next_event(e.SeedLost)
        shift.expect_postings()
        shift.unproved_rounds.append(round_.number)
    elif not round_.is_physical:
        shift.next_event(e.SeedOpened)  # what it says was checked when the round was opened
        shift.expect_postings()
    shift.expect_next(e.RoundClosed(round_.number), at_once=not round_.is_physical)
    spots = [f"escrow:{seat}" for seat in range(1, round_.rules.seats + 1)]
    shift.ledger.check_empty(shift.line.n, spots)
    finish_deck(shift, round_.deck)
    for seat in sorted(round_.away):
        expect_leave(shift, seat)
    shift.remember_round(round_)
    shift.round = None
    take_effect(shift)
