"""Settle a round: cards, wagers and decisions in, results out. Pure.

Seats are settled from the last to the first, as a dealer does it, because a meter pays what it
shows at each player's turn. Envy and community pay follow once every hand is known. Meters are
exact: they may hold fractions of a cent, a hit is paid in whole cents, and the rest stays in.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, assert_never

import msgspec

from pitboss.cards import Card
from pitboss.errors import Refused, short_repr
from pitboss.games.game_parts import Side, Wager
from pitboss.games.payoffs import Meter
from pitboss.games.paytables import FixedPrize, ForOne, Prize, Share, Sum, Symbol
from pitboss.round import BettingProgress, replay_decisions
from pitboss.settle.compiled_rules import CompiledRules, compile_rules
from pitboss.settle.model import Gift, Hit, Round, RoundResult, Seat, SeatResult, WagerResult
from pitboss.settle.round_checks import (
    PlayerId,
    check_cards,
    check_forfeit,
    check_players,
    check_spin,
    check_stakes,
    check_void,
)
from pitboss.submission.evaluators import Hands
from pitboss.submission.payout_limits import payout_limit
from pitboss.submission.rules import Rules

WHOLE_PERCENT = 100
_EXACT_TYPES: Final = (int, Fraction)


class Meters:
    """The amounts of the meters of a table, and the hits so far."""

    def __init__(self, rules: Rules, amounts: Mapping[str, int | Fraction]) -> None:
        self._meters: dict[str, Meter] = rules.meters
        unknown = amounts.keys() - self._meters.keys()
        if unknown:
            names = ", ".join(self._meters) or "none"
            raise Refused(f"unknown meter {short_repr(min(unknown))}: choose from {names}")
        for name, shows in amounts.items():
            if type(shows) not in _EXACT_TYPES or shows < 0:
                raise Refused(
                    f"the meter {short_repr(name)} shows {short_repr(shows)}: it must be a whole "
                    "number of cents or a Fraction, not below 0"
                )
        self.amounts: dict[str, int | Fraction] = {
            name: amounts.get(name, meter.start) for name, meter in self._meters.items()
        }
        self.hits: list[Hit] = []

    def feed(self, meters: tuple[Meter, ...], staked: int) -> None:
        """Add the contributions of all wagers of one kind to their meters."""
        for meter in meters:
            self.amounts[meter.name] += meter.fed_by(staked)

    def pay(self, prize: Prize, *, stake: int, seat: int, wager: str) -> int:
        """Return the cents of a prize; a share of a meter is paid out of the meter."""
        paid = prize_cents(prize, stake, self.amounts)
        if isinstance(prize, Share):
            reset = self._meters[prize.meter].reset if prize.percent == WHOLE_PERCENT else 0
            self.amounts[prize.meter] += reset - paid
            self.hits.append(Hit(seat, wager, prize.meter, paid, reset))
        return paid


def prize_cents(prize: Prize, stake: int, meter_amounts: Mapping[str, int | Fraction]) -> int:
    """Return what a prize pays on a stake, in whole cents, with these amounts on the meters."""
    match prize:
        case ForOne(times=times):
            return times * stake
        case Sum(cents=cents):
            return cents
        case Share(percent=percent, meter=name):
            return meter_amounts[name] * percent // 100
        case FixedPrize():
            raise AssertionError("resolving a submission turns fixed prizes into sums")
        case _ as other:
            assert_never(other)


MeterAmounts = Mapping[str, int | Fraction]


def max_credit(rules: Rules, key: str, stake: int, meters: MeterAmounts) -> int:
    """Return the most that a wager of this stake could be credited, its stake included.

    ``meters`` has the highest amount that each could show.
    """
    wager = next(wager for wager in rules.wagers if wager.key == key)
    most = max(stake, _max_payoff_credit(wager, stake, meters))
    limit = payout_limit(rules) if key in rules.limit.scope else None
    return most if limit is None else min(most, stake + limit)


def max_gift(rules: Rules, gift: str, other_count: int) -> int:
    """Return the most envy or community pay for this many hands or spins of other players."""
    if gift == "envy":
        lines = [line for side in rules.sides if side.pays.envy for line in side.pays.envy.lines]
        return other_count * max((prize_cents(line.prize, 0, {}) for line in lines), default=0)
    wheels = [side.pays.wheel for side in rules.sides if side.pays.wheel]
    return other_count * sum(max(symbol.community for symbol in wheel) for wheel in wheels)


def _max_payoff_credit(wager: Wager, stake: int, meters: MeterAmounts) -> int:
    pays = wager.pays
    prizes = [line.prize for line in (*pays.prizes.lines,)] if pays.prizes else []
    prizes += [symbol.prize for symbol in pays.wheel]
    if prizes:
        return max(prize_cents(prize, stake, meters) for prize in prizes)
    return stake + wager.rounding.whole_cents(stake * pays.top_odds)


class PlayedSeat:
    """A seat with valid wagers and decisions, and its hands."""

    __slots__ = (
        "_wheels",
        "hands",
        "has_lost_all",
        "has_lost_main",
        "hole",
        "number",
        "progress",
        "seat",
        "side_stakes",
    )

    def __init__(
        self,
        compiled_rules: CompiledRules,
        number: int,
        seat: Seat,
        progress: BettingProgress,
        table: tuple[Card, ...],
        hole: tuple[Card, ...],
    ) -> None:
        self.number, self.seat, self.progress, self.hole = number, seat, progress, hole
        self.hands = Hands(compiled_rules.readers, table + hole)
        self._wheels = compiled_rules.wheels
        self.has_lost_all = seat.forfeit or seat.abandoned
        """Whether every wager is lost, side wagers too."""
        self.has_lost_main = self.has_lost_all or progress.has_folded
        """Whether the main wagers are lost regardless of the cards."""
        self.side_stakes = [
            (side, seat.wagers[key])
            for key, side in compiled_rules.sides.items()
            if key in seat.wagers
        ]

    def is_live(self, side: Side) -> bool:
        """Return whether a side wager is in play: a forfeit or leaving ends it, a fold may."""
        return not self.has_lost_main or (side.lives_after_fold and not self.has_lost_all)

    def has_cards_on_table(self) -> bool:
        """Return whether the cards stay to the end; after a fold they do only for side wagers."""
        return not self.has_lost_main or any(self.is_live(side) for side, _ in self.side_stakes)

    def earned_spins(self) -> dict[str, tuple[Symbol, ...]]:
        """Return the wheels that the first two cards of this seat have earned, by wager."""
        return {
            side.key: self._wheels[side.key]
            for side, _ in self.side_stakes
            if side.key in self._wheels and self.is_live(side) and side.pays.earns_spin(self.hole)
        }

    def spin_symbol(self, wager: str) -> str | None:
        """Return the symbol that the wheel of a wager landed on, if it was spun."""
        spins = self.seat.spins
        return self.seat.spin if spins is None else spins.get(wager)


def apply_payout_limit(rules: Rules, results: dict[str, WagerResult]) -> None:
    """Pay the winning wagers in scope, in their order, until the limit is used up."""
    own_limit = rules.table.payout_limit
    least = rules.limit.least if own_limit is None else own_limit
    if sum([r.credit for r in results.values()]) <= least:
        return
    results_in_scope = {key: results[key] for key in rules.limit.scope if key in results}
    # Finding the limit takes a search; it is never below the least sum, which is seldom reached.
    if sum([r.credit - r.stake for r in results_in_scope.values() if r.outcome == "win"]) <= least:
        return
    remaining = payout_limit(rules)
    if remaining is None:
        return
    for key, result in results_in_scope.items():
        if result.outcome != "win":
            continue
        winnings = result.credit - result.stake
        if winnings > remaining:
            credit = result.stake + remaining
            results[key] = msgspec.structs.replace(result, credit=credit, uncapped=result.credit)
        remaining -= min(winnings, remaining)


def envy_gifts(
    compiled_rules: CompiledRules, seats: dict[int, PlayedSeat], players: dict[int, PlayerId]
) -> Iterator[Gift]:
    """Yield the envy payments for each other player's qualifying hand that is still in play."""
    for key in compiled_rules.envy_lines:
        side = compiled_rules.sides[key]
        receivers = _live_seats(side, seats)
        if not receivers or len(seats) == 1:
            continue
        for holder, played_seat in seats.items():
            if not played_seat.has_cards_on_table():
                continue
            line = compiled_rules.envy_lines[key][played_seat.hands[side.pays.reads[0]]]
            if line < 0:
                continue
            for number in receivers:
                if players[number] != players[holder]:
                    yield Gift(holder, number, compiled_rules.envy_cents[key][line], "envy")


def community_gifts(compiled_rules: CompiledRules, seats: dict[int, PlayedSeat]) -> Iterator[Gift]:
    """Yield the community pay for each spin of another player."""
    for key, wheel in compiled_rules.wheels.items():
        live = _live_seats(compiled_rules.sides[key], seats)
        community = {symbol.name: symbol.community for symbol in wheel}
        for spinner in live:
            symbol = seats[spinner].spin_symbol(key)
            if symbol is not None and community[symbol]:
                for number in live:
                    if number != spinner:
                        yield Gift(spinner, number, community[symbol], "community pay")


def _live_seats(side: Side, seats: dict[int, PlayedSeat]) -> list[int]:
    """Return the seats that made this wager and still have it in play."""
    return [n for n, p in seats.items() if side.key in p.seat.wagers and p.is_live(side)]


def settle(rules: Rules, round_: Round) -> RoundResult:
    """Return the result of every wager of a round, or refuse an impossible round."""
    compiled_rules = compile_rules(rules)
    players = check_players(rules, round_.seats)
    table = check_cards(rules, round_)
    meters = Meters(rules, round_.meters)
    void = round_.void
    settled_wager = check_void(rules, round_)
    seats: dict[int, PlayedSeat] = {}
    for number in sorted(round_.seats, reverse=True):
        seat = round_.seats[number]
        check_stakes(compiled_rules, number, seat)
        check_forfeit(rules, number, seat)
        hole = tuple(round_.holes.get(number, ()))
        complete = not (void or seat.forfeit or seat.abandoned)
        # A void round need not have the cards by which a decision was allowed.
        cards_known = not void and number not in round_.unseen
        progress = _replay_seat(
            rules, number, seat, complete, table + hole if cards_known else None
        )
        played_seat = seats[number] = PlayedSeat(
            compiled_rules, number, seat, progress, table, hole
        )
        check_spin(number, seat, {} if void else played_seat.earned_spins())
    gifts: tuple[Gift, ...] = ()
    if void:
        results = {
            n: _void_seat(compiled_rules, played_seat, settled_wager)
            for n, played_seat in seats.items()
        }
    else:
        wagers = _settle_seats(compiled_rules, seats, meters)
        gifts = (
            *envy_gifts(compiled_rules, seats, players),
            *community_gifts(compiled_rules, seats),
        )
        results = {number: _seat_result(wagers[number], number, gifts) for number in seats}
    return RoundResult(
        {number: results[number] for number in round_.seats},
        {name: meters.amounts[name] for name in round_.meters},
        tuple(meters.hits),
        gifts,
    )


def _replay_seat(
    rules: Rules, number: int, seat: Seat, complete: bool, cards: tuple[Card, ...] | None
) -> BettingProgress:
    try:
        return replay_decisions(rules, seat.wagers, seat.decisions, complete=complete, cards=cards)
    except Refused as refused:
        raise Refused(f"seat {number}: {refused.sentence}", refused.clause) from None


def _settle_seats(
    compiled_rules: CompiledRules, seats: dict[int, PlayedSeat], meters: Meters
) -> dict[int, dict[str, WagerResult]]:
    for key, side in compiled_rules.metered_payoffs.items():
        staked = sum([played_seat.seat.wagers.get(key, 0) for played_seat in seats.values()])
        if staked:
            meters.feed(side.meters, staked)
    return {
        number: _settle_seat(compiled_rules, played_seat, meters)
        for number, played_seat in seats.items()
    }


def _settle_seat(
    compiled_rules: CompiledRules, played_seat: PlayedSeat, meters: Meters
) -> dict[str, WagerResult]:
    """Return the results of one seat: antes and raises, then side wagers, under the limit."""
    wagers, raises, hands = played_seat.seat.wagers, played_seat.progress.raises, played_seat.hands
    results: dict[str, WagerResult] = {}
    for key, evaluate in compiled_rules.main_evaluators:
        stake = wagers.get(key) or raises.get(key)
        if not stake or key in played_seat.progress.taken_down:
            continue
        if played_seat.has_lost_main:
            results[key] = WagerResult(stake, "lose", 0)
        else:
            payout = evaluate(hands)
            results[key] = WagerResult(stake, payout.outcome, payout.credit(stake), payout.hand)
    for side, stake in played_seat.side_stakes:
        results[side.key] = _settle_side_wager(compiled_rules, played_seat, side, stake, meters)
    apply_payout_limit(compiled_rules.rules, results)
    return results


def _settle_side_wager(
    compiled_rules: CompiledRules, played_seat: PlayedSeat, side: Side, stake: int, meters: Meters
) -> WagerResult:
    if not played_seat.is_live(side):
        return WagerResult(stake, "lose", 0)
    if evaluate := compiled_rules.evaluators.get(side.key):
        payout = evaluate(played_seat.hands)
        return WagerResult(stake, payout.outcome, payout.credit(stake), payout.hand)
    if prizes := side.pays.prizes:
        strength = played_seat.hands[side.pays.reads[0]]
        hand = compiled_rules.hand_names[side.pays.reads[0]](strength)
        line = compiled_rules.prize_lines[side.key][strength]
        if line < 0:
            return WagerResult(stake, "lose", 0, hand)
        prize = prizes.lines[line].prize
        credit = meters.pay(prize, stake=stake, seat=played_seat.number, wager=side.key)
        return WagerResult(stake, "win", credit, hand)
    if side.key not in played_seat.earned_spins():
        return WagerResult(stake, "lose", 0)
    symbol_name = played_seat.spin_symbol(side.key)
    prize = next(
        symbol.prize for symbol in compiled_rules.wheels[side.key] if symbol.name == symbol_name
    )
    credit = meters.pay(prize, stake=stake, seat=played_seat.number, wager=side.key)
    goods = prize.merchandise if isinstance(prize, Sum) else ""
    return WagerResult(stake, "win", credit, merchandise=goods or None)


def _void_seat(
    compiled_rules: CompiledRules, played_seat: PlayedSeat, settled_wager: str | None
) -> SeatResult:
    """Return every stake of a void round, except of a wager that is settled anyway.

    A forfeit stays in force.
    """
    stakes = dict(played_seat.seat.wagers) | played_seat.progress.raises
    for key in played_seat.progress.taken_down:
        del stakes[key]
    keys = [
        key
        for key in (*(key for key, _ in compiled_rules.main_evaluators), *compiled_rules.sides)
        if key in stakes
    ]
    if played_seat.seat.forfeit:
        losing_wagers = {key: WagerResult(stakes[key], "lose", 0) for key in keys}
        return _seat_result(losing_wagers, played_seat.number)
    results = {key: WagerResult(stakes[key], "void", stakes[key]) for key in keys}
    # A player without complete cards gets this wager back, too (THB 13.C, 13.G).
    if settled_wager in results and len(played_seat.hole) == len(compiled_rules.rules.hole):
        stake = stakes[settled_wager]
        payout = compiled_rules.evaluators[settled_wager](played_seat.hands)
        results[settled_wager] = WagerResult(stake, payout.outcome, payout.credit(stake))
        apply_payout_limit(compiled_rules.rules, results)
    return _seat_result(results, played_seat.number)


def _seat_result(
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
