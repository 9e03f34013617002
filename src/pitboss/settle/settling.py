"""Settling a round: cards, wagers and decisions in, results out. Pure.

Seats are settled from the last to the first, as the dealer does it, because meters are paid as they
show at each player's turn. Envy and community pay are found when every hand is known.
"""

from pitboss.cards import Card
from pitboss.games.paytables import Sum
from pitboss.games.words import Side
from pitboss.refusal import Refused
from pitboss.round import Course, follow
from pitboss.settle.book import Book, book_of
from pitboss.settle.check import (
    check_cards,
    check_forfeit,
    check_players,
    check_spin,
    check_stakes,
    check_void,
)
from pitboss.settle.limit import cut
from pitboss.settle.meters import Meters
from pitboss.settle.others import community_pay, envy
from pitboss.settle.played import Played
from pitboss.settle.values import Gift, Round, RoundResult, Seat, SeatResult, WagerResult
from pitboss.submission.rules import Rules


def settle(rules: Rules, round_: Round) -> RoundResult:
    """What every wager of the round comes to; a round that cannot be is refused."""
    book = book_of(rules)
    players = check_players(rules, round_.seats)
    table = check_cards(rules, round_)
    meters = Meters(rules, round_.meters)
    void = round_.void
    settled = check_void(rules, round_)
    seats: dict[int, Played] = {}
    for number in sorted(round_.seats, reverse=True):
        seat = round_.seats[number]
        check_stakes(book, number, seat)
        check_forfeit(rules, number, seat)
        hole = tuple(round_.holes.get(number, ()))
        whole = not (void or seat.forfeit or seat.abandoned)
        # A void round need not have the cards by which a decision was allowed.
        known = not void and number not in round_.unseen
        course = _course(rules, number, seat, whole, table + hole if known else None)
        played = seats[number] = Played(book, number, seat, course, table, hole)
        check_spin(number, seat, {} if void else played.earned_spins())
    gifts: tuple[Gift, ...] = ()
    if void:
        results = {n: _void(book, played, settled) for n, played in seats.items()}
    else:
        wagers = _settle_seats(book, seats, meters)
        gifts = (*envy(book, seats, players), *community_pay(book, seats))
        results = {number: _added_up(wagers[number], number, gifts) for number in seats}
    return RoundResult(
        {number: results[number] for number in round_.seats},
        {name: meters.shows[name] for name in round_.meters},
        tuple(meters.hits),
        gifts,
    )


def _course(
    rules: Rules, number: int, seat: Seat, whole: bool, cards: tuple[Card, ...] | None
) -> Course:
    try:
        return follow(rules, seat.wagers, seat.decisions, whole=whole, cards=cards)
    except Refused as refused:
        raise Refused(f"seat {number}: {refused.sentence}", refused.clause) from None


def _settle_seats(
    book: Book, seats: dict[int, Played], meters: Meters
) -> dict[int, dict[str, WagerResult]]:
    for key, side in book.metered.items():
        staked = sum([played.seat.wagers.get(key, 0) for played in seats.values()])
        if staked:
            meters.feed(side.meters, staked)
    return {number: _wagers(book, played, meters) for number, played in seats.items()}


def _wagers(book: Book, played: Played, meters: Meters) -> dict[str, WagerResult]:
    """Every wager of one seat: antes and raises, side wagers, then the payout limit over them."""
    wagers, raises, hands = played.seat.wagers, played.course.raises, played.hands
    results: dict[str, WagerResult] = {}
    for key, evaluate in book.main:
        stake = wagers.get(key) or raises.get(key)
        if not stake or key in played.course.down:
            continue
        if played.out:
            results[key] = WagerResult(stake, "lose", 0)
        else:
            paid = evaluate(hands)
            results[key] = WagerResult(stake, paid.outcome, paid.credit(stake), paid.hand)
    for side, stake in played.sides:
        results[side.key] = _side(book, played, side, stake, meters)
    cut(book.rules, results)
    return results


def _side(book: Book, played: Played, side: Side, stake: int, meters: Meters) -> WagerResult:
    if not played.lives(side):
        return WagerResult(stake, "lose", 0)
    if evaluate := book.evaluators.get(side.key):
        paid = evaluate(played.hands)
        return WagerResult(stake, paid.outcome, paid.credit(stake), paid.hand)
    if prizes := side.pays.prizes:
        strength = played.hands[side.pays.reads[0]]
        hand = book.names[side.pays.reads[0]](strength)
        line = book.prizes[side.key][strength]
        if line < 0:
            return WagerResult(stake, "lose", 0, hand)
        prize = prizes.lines[line].prize
        credit = meters.pay(prize, stake=stake, seat=played.number, wager=side.key)
        return WagerResult(stake, "win", credit, hand)
    if side.key not in played.earned_spins():
        return WagerResult(stake, "lose", 0)
    landed = played.symbol(side.key)
    prize = next(symbol.prize for symbol in side.pays.wheel if symbol.name == landed)
    credit = meters.pay(prize, stake=stake, seat=played.number, wager=side.key)
    goods = prize.merchandise if isinstance(prize, Sum) else ""
    return WagerResult(stake, "win", credit, merchandise=goods or None)


def _void(book: Book, played: Played, settled: str | None) -> SeatResult:
    """Every stake goes back, except of a wager that is settled all the same.

    A forfeit came before the void, and stays.
    """
    stakes = dict(played.seat.wagers) | played.course.raises
    for key in played.course.down:
        del stakes[key]
    keys = [key for key in (*(key for key, _ in book.main), *book.sides) if key in stakes]
    if played.seat.forfeit:
        lost = {key: WagerResult(stakes[key], "lose", 0) for key in keys}
        return _added_up(lost, played.number)
    results = {key: WagerResult(stakes[key], "void", stakes[key]) for key in keys}
    # A player who has not got the cards gets this wager back too (THB 13.C, 13.G).
    if settled in results and len(played.hole) == len(book.rules.hole):
        stake = stakes[settled]
        paid = book.evaluators[settled](played.hands)
        results[settled] = WagerResult(stake, paid.outcome, paid.credit(stake))
        cut(book.rules, results)
    return _added_up(results, played.number)


def _added_up(
    wagers: dict[str, WagerResult], number: int, gifts: tuple[Gift, ...] = ()
) -> SeatResult:
    envy = community = 0
    for gift in gifts:
        if gift.to == number:
            if gift.why == "envy":
                envy += gift.cents
            else:
                community += gift.cents
    staked = sum([result.stake for result in wagers.values()])
    credited = sum([result.credit for result in wagers.values()]) + envy + community
    return SeatResult(wagers, envy, community, staked, credited, credited - staked)
