"""Check wheel spins, jackpots, the settlement of every seat, void rounds and the money they move.

The stack follows from the seed that the file opens. Where the seed is lost, or still sealed
because the file ends in the middle of a round, the cards that were turned over are used; a card
that lay face down to the end decides nothing that was paid.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from msgspec.structs import replace

from pitboss import settle as settlement
from pitboss.cards import Card, card_text, rank
from pitboss.errors import Refused, short_repr
from pitboss.games.card_names import HOLE
from pitboss.games.deck_tasks import Device
from pitboss.games.paytables import Share
from pitboss.settle import Gift, Hit, RoundResult, Seat, WagerResult
from pitboss.shuffle import wheel_stop
from pitboss.verify import events as e
from pitboss.verify.chain import VerificationError
from pitboss.verify.dealing import turn_over
from pitboss.verify.decks import devices_needed
from pitboss.verify.incidents import check_count_made
from pitboss.verify.ledger import HOUSE, TRAY, Cents, make_posting
from pitboss.verify.round_state import RoundState
from pitboss.verify.shift import ShiftChecker, same_person


def expect_payment(
    shift: ShiftChecker, expected: e.Event, postings: Sequence[e.Posting], *, at_once: bool
) -> None:
    """Expect a payment, after a fill of the tray with exactly what it lacks."""
    if not at_once:
        shift.check_interludes()
    shortage = shift.ledger.tray_shortage(postings)
    if shortage:
        fill = make_posting(HOUSE, TRAY, shortage, "fill")
        shift.expect_next(e.TrayFilled(shortage), fill, at_once=at_once)
    shift.expect_next(expected, *postings, at_once=at_once or shortage > 0)


def settlement_postings(
    round_: RoundState, seat: int, results: Mapping[str, WagerResult]
) -> Iterator[e.Posting]:
    """Yield the postings of a seat's results, some of whose wagers the dealer may already hold."""
    yield from _wager_postings(round_, seat, results, _collected_wagers(round_, seat))


def meter_postings(hits: Iterable[Hit]) -> Iterator[e.Posting]:
    """Yield the postings of a hit: its meter pays and is reset."""
    for hit in hits:
        yield make_posting(f"meter:{hit.meter}", HOUSE, hit.paid, hit.wager)
        if hit.reseeded:
            yield make_posting(HOUSE, f"meter:{hit.meter}", hit.reseeded, "reset")


def return_postings(
    round_: RoundState, seat: int, results: Mapping[str, WagerResult]
) -> Iterator[e.Posting]:
    """Yield the postings that return the wagers of a seat.

    One may be settled all the same, and what was forfeited is lost.
    """
    collected_wagers = _collected_wagers(round_, seat)
    for key, result in results.items():
        if result.outcome == "void":
            source = TRAY if key in collected_wagers else f"escrow:{seat}"
            yield make_posting(source, f"stack:{round_.players[seat]}", result.stake, key, "voided")
        else:
            yield from _wager_postings(round_, seat, {key: result}, collected_wagers)


def meter_contributions(
    round_: RoundState, wagers_by_seat: Iterable[Mapping[str, int]]
) -> dict[str, Cents]:
    """Return what wagers of these seats add to each meter: its rate times the stakes on it."""
    seats, contributions = list(wagers_by_seat), dict[str, Cents]()
    for key, side in round_.metered_sides.items():
        stakes = sum(wagers.get(key, 0) for wagers in seats)
        if stakes and side.pays.stake is not None:
            for meter in side.pays.meters:
                amount = contributions.get(meter.name, 0)
                contributions[meter.name] = amount + stakes * Fraction(meter.rate)
    return contributions


def contribution_reversals(
    round_: RoundState,
    results: Iterable[Mapping[str, WagerResult]],
    left_in_meters: Mapping[str, Cents] = {},
) -> Iterator[e.Posting]:
    """Yield the postings that take contributions of returned wagers off their meters.

    This includes what wagers that went back before have left in the meters.
    """
    stakes = [{key: result.stake for key, result in of_seat.items()} for of_seat in results]
    contributions = meter_contributions(round_, stakes)
    for name in dict.fromkeys((*contributions, *left_in_meters)):
        if name not in paid_meters(round_):
            cents = contributions.get(name, 0) + left_in_meters.get(name, 0)
            yield make_posting(f"meter:{name}", HOUSE, cents, "contribution", "voided")


def paid_meters(round_: RoundState) -> set[str]:
    """Return the meters that have paid a jackpot of this round."""
    return {hit.meter for hits in round_.hits.values() for hit in hits}


def _collected_wagers(round_: RoundState, seat: int) -> set[str]:
    """Return the wagers of a seat whose chips are already in the tray."""
    collected_wagers = set(round_.metered_sides) if round_.has_collected else set()
    return collected_wagers.union(round_.main) if round_.has_folded(seat) else collected_wagers


def _wager_postings(
    round_: RoundState, seat: int, results: Mapping[str, WagerResult], collected_wagers: set[str]
) -> Iterator[e.Posting]:
    """Yield the postings of results: stakes go to the tray or back, winnings come from it."""
    owner, spot = f"stack:{round_.players[seat]}", f"escrow:{seat}"
    for key, result in results.items():
        from_tray = result.credit
        if key not in collected_wagers:
            is_lost = result.outcome == "lose"
            yield make_posting(spot, TRAY if is_lost else owner, result.stake, key)
            from_tray -= 0 if is_lost else result.stake
        if from_tray:
            yield make_posting(TRAY, owner, from_tray, key)


def cards_by_position(shift: ShiftChecker, round_: RoundState) -> Sequence[Card]:
    """Return the cards by position; without a seed, any card stands for one that nobody saw."""
    if round_.shoe:
        return round_.shoe.cards
    if not round_.lacks_seed:
        raise shift.log.error_in_round or VerificationError(
            shift.line.n + 1, "there is no opened seed to check it against"
        )
    deck = round_.rules.deck
    unseen = (Counter(deck.cards) - Counter(round_.faces.values())).elements()
    return [round_.faces[at] if at in round_.faces else next(unseen) for at in range(deck.size)]


def seats_to_spin(shift: ShiftChecker, round_: RoundState) -> Iterator[int]:
    """Yield the seats that spin the wheel, in order: a pair and a live wager."""
    cards: Sequence[Card] = ()
    for seat in round_.seats_last_to_first():
        if round_.wheel_payoff(seat):
            cards = cards or cards_by_position(shift, round_)
            if _has_pair(cards, round_.holes[seat]):
                yield seat


def wheel_symbols(round_: RoundState, seat: int) -> list[str]:
    """Return the symbols of the wheel that a seat spins, stop by stop."""
    wheel = round_.wheel_payoff(seat)
    return [item.name for item in wheel.wheel for _ in range(item.stops)] if wheel else []


def expected_stop(round_: RoundState, seat: int) -> int | None:
    """Return where the wheel stops for a seat by the seed, unless the seed is lost."""
    if round_.shoe is None:
        return None
    return wheel_stop(
        round_.shoe.seed,
        round_.contributions,
        round_.context,
        seat,
        len(wheel_symbols(round_, seat)),
    )


def settle_round(shift: ShiftChecker, round_: RoundState) -> RoundResult:
    """Return the result of every wager, computed again if a seat loses everything meanwhile."""
    settlement_cache = round_.settlement
    losing_seats = len(round_.losing_seats() & round_.players.keys())
    if settlement_cache is None or settlement_cache[0] != losing_seats:
        spins = {
            seat: wheel_symbols(round_, seat)[expected_stop(round_, seat) or 0]
            for seat in seats_to_spin(shift, round_)
        }
        settlement_cache = round_.settlement = (
            losing_seats,
            _settle_with_spins(shift, round_, spins),
        )
    return settlement_cache[1]


def settle_without_seed(
    shift: ShiftChecker, round_: RoundState, only: Container[str] | None = None
) -> RoundResult:
    """Return the results without the seed: what is known so far, for all wagers or some."""
    return _settle_with_spins(shift, round_, round_.spins, only)


def _settle_with_spins(
    shift: ShiftChecker,
    round_: RoundState,
    spins: Mapping[int, str],
    only: Container[str] | None = None,
) -> RoundResult:
    cards = cards_by_position(shift, round_)
    seats = {
        seat: Seat(
            wagers if only is None else {k: c for k, c in wagers.items() if k in only},
            round_.decisions.get(seat, ()),
            round_.players[seat],
            seat in round_.forfeited,
            spins.get(seat),
            round_.absent.get(seat, False),
        )
        for seat, wagers in round_.wagers.items()
    }
    places = {name: [cards[at] for at in where] for name, where in round_.places.items()}
    holes = {seat: [cards[at] for at in where] for seat, where in round_.holes.items()}
    unseen = frozenset(
        seat
        for seat, where in round_.holes.items()
        if round_.shoe is None and not round_.faces.keys() >= {*where}
    )
    round_to_settle = settlement.Round(places, holes, seats, round_.meters, unseen=unseen)
    return settle_or_fail(shift, round_, round_to_settle)


def settle_or_fail(
    shift: ShiftChecker, round_: RoundState, round_to_settle: settlement.Round
) -> RoundResult:
    """Settle a round, or report why it cannot be settled."""
    try:
        return settlement.settle(round_.rules, round_to_settle)
    except Refused as refused:
        raise VerificationError(
            shift.line.n + 1, f"this round cannot be settled: {refused}"
        ) from None


def settle_seats(shift: ShiftChecker, round_: RoundState) -> None:
    """Check the settlement: early bonuses at every seat, then spins, then hand by hand.

    Where the seed is lost, payments are computed from the cards that are face up by then, and the
    stop of the wheel is not proved.
    """
    check_count_made(shift, round_)
    cards_by_position(shift, round_)  # from here on nothing can be checked without it
    first = round_.rules.table_procedures.settles_first
    for seat in round_.seats_last_to_first():
        early = [key for key in first if key in round_.wagers[seat]]
        if early:
            _settle_early(shift, round_, seat, early)
    for seat in round_.seats_last_to_first():
        shift.check_interludes()
        if round_.wheel_payoff(seat):
            turn_over(shift, round_, round_.holes[seat])
    _check_spins(shift, round_)
    for seat in round_.seats_last_to_first():
        shift.check_interludes()
        _check_devices(shift, round_, seat)
        _settle_hand(shift, round_, seat, first)
    round_.phase = "settled"
    shift.check_interludes()  # until the close it can still turn out that the round is void


def _settle(
    shift: ShiftChecker, round_: RoundState, only: Iterable[str] | None = None
) -> RoundResult:
    """Return the result of the round as far as it is known here."""
    if round_.lacks_seed:
        return settle_without_seed(shift, round_, None if only is None else set(only))
    return settle_round(shift, round_)


def _settle_early(shift: ShiftChecker, round_: RoundState, seat: int, early: list[str]) -> None:
    """Check the bonuses of a seat that are settled before any hand."""
    shift.check_interludes()  # who forfeits loses them, too
    _check_ruled(shift, round_, seat)
    is_turned = _pays_hole_cards(round_, early) and _turn_hand(shift, round_, seat)
    wagers = _settle(shift, round_, (*round_.main, *early)).seats[seat].wagers
    expected = {key: result for key, result in wagers.items() if key in early}
    _expect_seat_payment(
        shift, round_, e.SeatSettled(round_.number, seat, expected), at_once=is_turned
    )


def _check_spins(shift: ShiftChecker, round_: RoundState) -> None:
    """Check that the wheel is spun for each pair and stops where the seed says."""
    while True:
        shift.check_interludes()
        seat = next(
            (seat for seat in seats_to_spin(shift, round_) if seat not in round_.spins), None
        )
        if seat is None:
            return
        _check_ruled(shift, round_, seat)
        _check_devices(shift, round_, seat)
        event, wheel, at = (
            shift.next_event(e.WheelSpun),
            wheel_symbols(round_, seat),
            expected_stop(round_, seat),
        )
        if round_.is_physical:
            is_symbol = event.symbol in wheel
            shift.check(is_symbol, f"the wheel has no symbol {short_repr(event.symbol)}")
            round_.spins[seat] = event.symbol
            shift.expect_current(e.WheelSpun(round_.number, seat, e.UNKNOWN_STOP, event.symbol))
            continue
        at = event.stop if at is None else at
        shift.check(0 <= at < len(wheel), f"the wheel has no stop {at}")
        round_.spins[seat] = wheel[at]
        shift.expect_current(e.WheelSpun(round_.number, seat, at, wheel[at]))


def _settle_hand(
    shift: ShiftChecker, round_: RoundState, seat: int, first: tuple[str, ...]
) -> None:
    """Check one seat: its hand is turned up and paid, then what it brings to others."""
    shift.check_interludes()
    _check_ruled(shift, round_, seat)
    is_turned = _turn_hand(shift, round_, seat)
    result = _settle(shift, round_)
    wagers = {k: r for k, r in result.seats[seat].wagers.items() if k not in first}
    jackpot = _jackpot_wager(round_, seat, wagers)
    if jackpot:
        _expect_validation(shift, round_, seat, jackpot, at_once=is_turned)
        result = _settle(shift, round_)  # others may have lost meanwhile what this hand brings them
    hits = tuple(hit for hit in result.hits if hit.seat == seat)
    expected = e.SeatSettled(round_.number, seat, wagers, hits)
    _expect_seat_payment(shift, round_, expected, at_once=is_turned and not jackpot)
    round_.jackpot = None
    _expect_gifts(shift, round_, seat, result.gifts)


def _check_ruled(shift: ShiftChecker, round_: RoundState, seat: int) -> None:
    """Check that a player who left was ruled on before the seat is settled or its wheel spun."""
    if round_.needs_ruling(seat):
        message = f"{short_repr(round_.players[seat])} has left, and no ruling has been made"
        raise VerificationError(shift.line.n + 1, message)


def _check_devices(shift: ShiftChecker, round_: RoundState, seat: int) -> None:
    """Check that the devices that settle a wager work."""
    if not shift.day.broken:
        return
    for side in round_.live_sides(seat):
        for machine in devices_needed(side):
            is_spun = machine == Device.WHEEL and seat in round_.spins  # it is not needed anymore
            if machine in shift.day.broken and not is_spun:
                raise VerificationError(
                    shift.line.n + 1,
                    f"the {machine} is out of order: {side.key} cannot be settled yet",
                )


# Hands


def _turn_hand(shift: ShiftChecker, round_: RoundState, seat: int) -> bool:
    """Expect that the hand of a seat is turned up, unless it was folded and is gone."""
    return round_.has_cards_on_table(seat) and turn_over(shift, round_, round_.holes[seat])


def _pays_hole_cards(round_: RoundState, wagers: Iterable[str]) -> bool:
    return any(s.key in wagers and s.pays.sees for s in round_.rules.sides)


def _jackpot_wager(round_: RoundState, seat: int, results: Mapping[str, WagerResult]) -> str | None:
    """Return the wager whose payment a floorperson validates, if any."""
    for side in round_.rules.sides:
        if side.key not in results or results[side.key].outcome != "win":
            continue
        if side.pays.prizes:
            return side.key
        if side.pays.wheel:
            prize = next(x.prize for x in side.pays.wheel if x.name == round_.spins[seat])
            return side.key if isinstance(prize, Share) else None
    return None


def _expect_validation(
    shift: ShiftChecker, round_: RoundState, seat: int, key: str, *, at_once: bool
) -> None:
    """Check that one person starts the payment and another validates it."""
    hit = shift.next_event(e.JackpotHit, at_once=at_once)
    shift.expect_current(e.JackpotHit(round_.number, seat, key, hit.by))
    round_.jackpot = seat
    verification = shift.next_event(e.JackpotVerified)
    shift.expect_current(e.JackpotVerified(round_.number, seat, verification.by))
    validation = shift.next_event(e.JackpotValidated)
    shift.expect_current(e.JackpotValidated(round_.number, seat, validation.by))
    is_same = same_person(validation.by, hit.by)
    shift.check(not is_same, f"{short_repr(hit.by)} started it, so somebody else must validate it")
    is_verifier = same_person(validation.by, verification.by)
    shift.check(
        not is_verifier,
        f"{short_repr(verification.by)} verified it, so somebody else must validate it",
    )
    shift.check_interludes()


def _expect_seat_payment(
    shift: ShiftChecker, round_: RoundState, expected: e.SeatSettled, *, at_once: bool
) -> None:
    postings = [
        *settlement_postings(round_, expected.seat, expected.wagers),
        *meter_postings(expected.hits),
    ]
    expect_payment(shift, expected, postings, at_once=at_once)
    round_.results.setdefault(expected.seat, {}).update(expected.wagers)
    if expected.hits:
        round_.hits[expected.seat] = expected.hits


def _expect_gifts(
    shift: ShiftChecker, round_: RoundState, seat: int, gifts: Sequence[Gift]
) -> None:
    """Expect what this seat's hand or spin pays other seats."""
    for why in ("envy", "community pay"):
        to: dict[int, int] = {}
        for gift in gifts:
            if gift.by == seat and gift.why == why:
                to[gift.to] = to.get(gift.to, 0) + gift.cents
        if to:
            postings = [
                make_posting(TRAY, f"stack:{round_.players[n]}", cents, why)
                for n, cents in to.items()
            ]
            expect_payment(shift, e.GiftsPaid(round_.number, seat, why, to), postings, at_once=True)
            for other, cents in to.items():
                gifts_before = round_.gifts.setdefault(other, {})
                gifts_before[why] = gifts_before.get(why, 0) + cents


class CardsAreCorrected(Exception):
    """Raised when cards are corrected after settlement began, so that it begins again."""


def expect_cards_corrected(
    shift: ShiftChecker, round_: RoundState, faces: Mapping[int, Card], reason: str
) -> None:
    """Expect that everything settled is reversed and these cards have these faces from now on."""
    texts = {at: (card_text(round_.faces[at]), card_text(face)) for at, face in faces.items()}
    _expect_reversals(shift, round_)
    cards = tuple(e.CorrectedCard(at, was, face) for at, (was, face) in texts.items())
    expected = e.CardsCorrected(round_.number, cards, reason)
    shift.expect_next(expected, at_once=True)
    round_.faces |= faces
    shift.correction_count += 1
    if round_.phase not in ("settling", "settled"):
        return
    round_.phase, round_.results, round_.jackpot = "settling", {}, None
    pairs = {seat for seat in round_.spins if _has_pair(round_.faces, round_.holes[seat])}
    round_.spins = {seat: name for seat, name in round_.spins.items() if seat in pairs}
    raise CardsAreCorrected


def _has_pair(faces: Mapping[int, Card] | Sequence[Card], hand: Sequence[int]) -> bool:
    first, second, *_ = (rank(faces[position]) for position in hand)
    return first == second


class RoundIsVoid(Exception):
    """Raised when the round is void, and nothing more is played."""


def expect_void(shift: ShiftChecker, round_: RoundState, reason: str, settles: str) -> None:
    """Expect a void round: settled wagers are reversed, and all wagers and contributions go back.

    A forfeited wager stays lost, and one kind may be settled all the same. The caller raises
    `RoundIsVoid` after everything that follows from the void.
    """
    is_locked = round_.phase != "betting"
    if not is_locked:
        round_.players = {seat: shift.seats[seat] for seat in round_.wagers}
    void_round = _round_to_void(shift, round_, settles)
    seats = settle_or_fail(shift, round_, void_round).seats if round_.wagers else {}
    results = {seat: seats[seat].wagers for seat in round_.seats_last_to_first()}
    _expect_reversals(shift, round_)
    postings = [
        *chain(*(return_postings(round_, seat, of_seat) for seat, of_seat in results.items()))
    ]
    if is_locked:
        postings += contribution_reversals(round_, results.values(), round_.left_in_meters)
    expect_payment(shift, e.RoundVoided(round_.number, reason, results), postings, at_once=True)
    round_.phase = "void"
    round_.results = {seat: dict(of_seat) for seat, of_seat in results.items()}
    shift.void_count += 1
    incident = shift.day.incident
    if incident and incident.round == round_.number:  # the void settles the incident
        shift.day.incident = None


def _expect_reversals(shift: ShiftChecker, round_: RoundState) -> None:
    """Expect that everything settled is reversed, starting with the last seat paid."""
    for seat in reversed(dict.fromkeys((*round_.results, *round_.gifts))):
        wagers, gifts = round_.results.get(seat, {}), round_.gifts.get(seat, {})
        hits = round_.hits.get(seat, ())
        owner = f"stack:{round_.players[seat]}"
        postings = [*settlement_postings(round_, seat, wagers), *meter_postings(hits)]
        postings += [make_posting(TRAY, owner, cents, why) for why, cents in gifts.items()]
        back = [
            replace(m, source=m.target, target=m.source, phase="voided") for m in postings[::-1]
        ]
        expect_payment(
            shift,
            e.SettlementReversed(round_.number, seat, wagers, hits, gifts),
            back,
            at_once=True,
        )
    round_.hits, round_.gifts = {}, {}


def _round_to_void(shift: ShiftChecker, round_: RoundState, settles: str) -> settlement.Round:
    """Return the round for settlement; cards that a wager still needs are turned over first."""
    seats = {
        seat: Seat(
            wagers, round_.decisions.get(seat, ()), round_.players[seat], seat in round_.forfeited
        )
        for seat, wagers in round_.wagers.items()
    }
    places: dict[str, list[Card]] = {}
    holes: dict[int, list[Card]] = {}
    if not settles:
        return settlement.Round(places, holes, seats, round_.meters, True)
    pays = next((side.pays for side in round_.rules.sides if side.key == settles), None)
    against = next((name for name in pays.sees if name != HOLE), None) if pays else None
    hands = {
        seat: round_.holes.get(seat, []) for seat in round_.wagers if settles in round_.wagers[seat]
    }
    dealt = round_.places.get(against, []) if against else []
    turn_over(shift, round_, [*dealt, *chain(*hands.values())], at_once=True)
    if against:
        places[against] = [round_.faces[at] for at in dealt]
    holes = {seat: [round_.faces[at] for at in hand] for seat, hand in hands.items()}
    return settlement.Round(places, holes, seats, round_.meters, True, settles)


def expect_sit_out(shift: ShiftChecker, round_: RoundState, seat: int) -> None:
    """Expect that the wagers of one seat go back and the round goes on without it."""
    seats = {seat: Seat(round_.wagers[seat], ())}
    results = (
        settle_or_fail(shift, round_, settlement.Round({}, {}, seats, round_.meters, True))
        .seats[seat]
        .wagers
    )
    postings = [*return_postings(round_, seat, results), *contribution_reversals(round_, [results])]
    expect_payment(shift, e.SatOut(round_.number, seat, results), postings, at_once=True)
    round_.remove_seat(seat)
    round_.advance()


def expect_wagers_returned(
    shift: ShiftChecker, round_: RoundState, key: str, seats: list[int]
) -> None:
    """Expect that one wager of these seats goes back and the round goes on without it."""
    results = {
        seat: WagerResult(round_.wagers[seat][key], "void", round_.wagers[seat][key])
        for seat in seats
    }
    if round_.phase == "betting":
        round_.players = {seat: shift.seats[seat] for seat in round_.wagers}
    by_seat = {seat: {key: result} for seat, result in results.items()}
    postings = [
        *chain(*(return_postings(round_, seat, of_seat) for seat, of_seat in by_seat.items()))
    ]
    if round_.phase == "betting":
        round_.players = {}
    else:
        postings += contribution_reversals(round_, by_seat.values())
        contributions = meter_contributions(
            round_, [{key: result.stake} for result in results.values()]
        )
        for name in contributions.keys() & paid_meters(round_):
            round_.left_in_meters[name] = round_.left_in_meters.get(name, 0) + contributions[name]
    expect_payment(shift, e.WagersReturned(round_.number, key, results), postings, at_once=True)
    for seat in seats:
        round_.returned.setdefault(seat, {})[key] = round_.wagers[seat].pop(key)
    round_.settlement = None
    if round_.phase == "counting" and not any(
        k in w for w in round_.wagers.values() for k in round_.metered_sides
    ):
        round_.phase = "playing"
    if round_.phase == "playing":
        round_.advance()
