"""A round rebuilt from the log, and settled again from the opened seed."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from pitboss.cards import Card, rank
from pitboss.days.run_result import CheckFailed, require
from pitboss.round import Decision
from pitboss.settle import Round, Seat, settle
from pitboss.settle.model import Hit, RoundResult, WagerResult
from pitboss.shuffle import Contribution, build_shoe, dealing_order, shuffle_context
from pitboss.submission.rules import Rules
from pitboss.table import events as e
from pitboss.table.ledger import Cents

RoundResults = dict[int, dict[str, WagerResult]]
LostSeats = tuple[frozenset[int], frozenset[int]]
"""Seats that forfeited, and seats that were left and taken as lost."""


class RoundRecord:
    """What the log says about one round."""

    def __init__(self, opened: e.RoundOpened, meter_amounts: Mapping[str, Cents]) -> None:
        self.opened, self.meter_amounts = opened, meter_amounts
        """What the meters showed before it."""
        self.cut = opened.cut
        self.contributions: tuple[Contribution, ...] = ()
        self.wagers: dict[int, dict[str, int]] = {}
        self.players: dict[int, str] = {}
        self.drawn_cards: list[tuple[str, int]] = []
        """Each card that left the stack, where to, and its position."""
        self.open_positions: set[int] = set()
        """The positions that lie open."""
        self.decisions: dict[int, tuple[Decision, ...]] = {}
        self.raises: dict[int, dict[str, int]] = {}
        """What each seat staked, by street…"""
        self.taken_down: dict[int, set[str]] = {}
        """…and the streets on which it took a wager down."""
        self.lost_seats: set[int] = set()
        self.forfeited: set[int] = set()
        self.spins: dict[int, str] = {}
        self.results: RoundResults = {}
        self.lost_when_settled: dict[int, dict[str, LostSeats]] = {}
        """Who had lost everything when each wager was settled: later it may have been more."""
        self.sat_out_results: RoundResults = {}
        self.hits: list[Hit] = []
        self.gifts: dict[tuple[int, str], dict[int, int]] = {}
        self.was_reversed = False
        """Whether something was settled, and then reversed for a void."""
        self.voided: e.RoundVoided | None = None
        self.seed = ""

    @property
    def all_lost(self) -> LostSeats:
        """Who has lost everything by now."""
        return frozenset(self.forfeited), frozenset(self.lost_seats)

    def stakes(self, rules: Rules, seat: int) -> dict[str, int]:
        """All that a seat staked, and did not take down."""
        decided = {street.name: street.wager for street in rules.streets}
        raises = self.raises.get(seat, {})
        down = {decided[street] for street in self.taken_down.get(seat, ())}
        made = {key: cents for key, cents in self.wagers[seat].items() if key not in down}
        return made | {decided[street]: cents for street, cents in raises.items()}


def record_event(now: RoundRecord, event: e.Event, seats: Mapping[int, str]) -> None:
    """Record an event of the round; seats are those taken at this moment."""
    progress = _ROUND_RECORDERS.get(type(event))
    if progress:
        progress(now, event, seats)


def _record_wagers(now: RoundRecord, event: e.WagersPlaced, _: Mapping[int, str]) -> None:
    there = now.wagers.setdefault(event.seat, {})
    for key, cents in event.wagers.items():
        there[key] = there.get(key, 0) + cents


def _record_withdrawal(now: RoundRecord, event: e.WagersTakenBack, _: Mapping[int, str]) -> None:
    there = now.wagers[event.seat]
    for key in event.wagers:
        del there[key]
    if not there:
        del now.wagers[event.seat]


def _record_entropy(now: RoundRecord, event: e.EntropyAdded, _: Mapping[int, str]) -> None:
    now.contributions = (*now.contributions, Contribution(event.who, event.entropy))


def _record_cut(now: RoundRecord, event: e.CardsRecut, _: Mapping[int, str]) -> None:
    now.cut = event.cut


def _record_players(now: RoundRecord, _: e.BetsClosed, seats: Mapping[int, str]) -> None:
    now.players = {seat: seats[seat] for seat in sorted(now.wagers)}


def _record_dealt_cards(now: RoundRecord, event: e.CardsDealt, _: Mapping[int, str]) -> None:
    now.drawn_cards += zip(event.to, event.positions, strict=True)


def _record_card_out(now: RoundRecord, event: e.CardOut, _: Mapping[int, str]) -> None:
    now.drawn_cards.append(("out", event.card.position))
    now.open_positions.add(event.card.position)


def _record_exposed_card(now: RoundRecord, event: e.CardExposed, _: Mapping[int, str]) -> None:
    now.open_positions.add(event.card.position)


def _record_turned_cards(now: RoundRecord, event: e.CardsTurned, _: Mapping[int, str]) -> None:
    now.open_positions.update(card.position for card in event.cards)


def _record_decision(now: RoundRecord, event: e.Decided, _: Mapping[int, str]) -> None:
    now.decisions[event.seat] = (*now.decisions.get(event.seat, ()), event.decision)
    if event.stake:
        now.raises.setdefault(event.seat, {})[event.street] = event.stake
    if event.returned:
        now.taken_down.setdefault(event.seat, set()).add(event.street)


def _record_absence_ruling(now: RoundRecord, event: e.AbsentRuled, _: Mapping[int, str]) -> None:
    if event.lost:
        now.lost_seats.add(event.seat)


def _record_forfeit(now: RoundRecord, event: e.Forfeited, _: Mapping[int, str]) -> None:
    now.forfeited.add(event.seat)


def _record_spin(now: RoundRecord, event: e.WheelSpun, _: Mapping[int, str]) -> None:
    now.spins[event.seat] = event.symbol


def _record_settlement(now: RoundRecord, event: e.SeatSettled, _: Mapping[int, str]) -> None:
    now.results.setdefault(event.seat, {}).update(event.wagers)
    now.lost_when_settled.setdefault(event.seat, {}).update(
        dict.fromkeys(event.wagers, now.all_lost)
    )
    now.hits += event.hits


def _record_sit_out(now: RoundRecord, event: e.SatOut, _: Mapping[int, str]) -> None:
    now.sat_out_results[event.seat] = dict(event.wagers)


def _record_returned_wagers(
    now: RoundRecord, event: e.WagersReturned, _: Mapping[int, str]
) -> None:
    for seat in event.seats:
        del now.wagers[seat][event.wager]


def _record_gifts(now: RoundRecord, event: e.GiftsPaid, _: Mapping[int, str]) -> None:
    now.gifts[event.by, event.why] = dict(event.to)


def _record_reversal(now: RoundRecord, event: e.SettlementReversed, __: Mapping[int, str]) -> None:
    seat = event.seat
    if event.wagers != now.results.pop(seat, {}):
        raise CheckFailed(
            f"what is reversed at seat {seat} is not what was settled: {event.wagers}"
        )
    hits = tuple(hit for hit in now.hits if hit.seat == seat)
    if event.hits != hits:
        raise CheckFailed(f"seat {seat} hit {hits}, and {event.hits} is reversed")
    now.hits = [hit for hit in now.hits if hit.seat != seat]
    gifts: dict[str, int] = {}
    for (_, why), to in now.gifts.items():
        cents = to.pop(seat, 0)
        if cents:
            gifts[why] = gifts.get(why, 0) + cents
    if event.gifts != gifts:
        raise CheckFailed(f"seat {seat} had got {gifts}, and {event.gifts} is reversed")
    now.lost_when_settled.pop(seat, None)
    now.was_reversed = True


def _record_void(now: RoundRecord, event: e.RoundVoided, seats: Mapping[int, str]) -> None:
    now.voided = event
    now.gifts = {by: to for by, to in now.gifts.items() if to}
    now.players = now.players or {seat: seats[seat] for seat in sorted(now.wagers)}


def _record_seed(now: RoundRecord, event: e.SeedOpened, _: Mapping[int, str]) -> None:
    now.seed = event.seed


_ROUND_RECORDERS: Final[dict[type, Callable[[RoundRecord, Any, Mapping[int, str]], None]]] = {
    e.WagersPlaced: _record_wagers,
    e.WagersTakenBack: _record_withdrawal,
    e.EntropyAdded: _record_entropy,
    e.CardsRecut: _record_cut,
    e.BetsClosed: _record_players,
    e.CardsDealt: _record_dealt_cards,
    e.CardOut: _record_card_out,
    e.CardExposed: _record_exposed_card,
    e.CardsTurned: _record_turned_cards,
    e.Decided: _record_decision,
    e.AbsentRuled: _record_absence_ruling,
    e.Forfeited: _record_forfeit,
    e.WheelSpun: _record_spin,
    e.SeatSettled: _record_settlement,
    e.SatOut: _record_sit_out,
    e.WagersReturned: _record_returned_wagers,
    e.GiftsPaid: _record_gifts,
    e.SettlementReversed: _record_reversal,
    e.RoundVoided: _record_void,
    e.SeedOpened: _record_seed,
}


def check_closed_round(
    table: str, rules: Rules, now: RoundRecord, moved_chips: Counter[str]
) -> dict[str, Cents]:
    """Cards, results, gifts and stacks are what they must be; gives what each meter must show."""
    cards: tuple[Card, ...] = ()
    if now.seed:
        bound = shuffle_context(table, now.opened.round, now.opened.rules)
        cards = build_shoe(bytes.fromhex(now.seed), bound, rules.deck.cards).cards
        order = dealing_order(rules.deck.size, now.contributions, now.cut, bound)
        drawn = tuple(at for _, at in now.drawn_cards)
        require(drawn == order[: len(drawn)], "cards left the stack in another order")
    if now.voided:
        results = _void_results(rules, now, cards)
    elif now.seed:
        results = _played_results(rules, now, cards)
    else:  # the seed was lost when everything was settled: what lay face down is not proved
        results = {**now.results, **now.sat_out_results}
    _check_chip_stacks(now, results, moved_chips)
    return _expected_meters(rules, now, results)


def _played_results(rules: Rules, now: RoundRecord, cards: tuple[Card, ...]) -> RoundResults:
    seats = {seat for seat in now.players if seat not in now.sat_out_results}
    if seats != now.results.keys():
        raise CheckFailed(f"seats {sorted(seats)} have wagers, {sorted(now.results)} are settled")
    for seat, progress in now.results.items():
        if progress.keys() != (staked := now.stakes(rules, seat)).keys():
            raise CheckFailed(f"seat {seat} staked {sorted(staked)}: {sorted(progress)} is settled")
    _check_payouts(rules, now, cards)
    return now.results | now.sat_out_results


def _check_payouts(rules: Rules, now: RoundRecord, cards: tuple[Card, ...]) -> None:
    """Check every payout, given who had forfeited everything at that time."""
    seats = {seat: name for seat, name in now.players.items() if seat not in now.sat_out_results}
    times = {
        now.all_lost,
        *(gone for progress in now.lost_when_settled.values() for gone in progress.values()),
    }
    outcome = {
        gone: settle(
            rules,
            _settlement_round(
                rules, now, cards, seats, now.meter_amounts, _lost_seats_at(now, gone)
            ),
        )
        for gone in times
    }
    ours: RoundResults = {}
    gifts: dict[tuple[int, str], dict[int, int]] = {}
    for seat, progress in now.lost_when_settled.items():
        ours[seat] = {key: outcome[gone].seats[seat].wagers[key] for key, gone in progress.items()}
        hand = progress.get(rules.required[0].key)  # what it brings others is paid with the hand
        if hand:
            gifts |= {by: to for by, to in _gifts_by_source(outcome[hand]).items() if by[0] == seat}
    hits = tuple(
        hit for hit in outcome[now.all_lost].hits if hit.wager in now.results.get(hit.seat, ())
    )
    for what, must, theirs in (
        ("the wagers come to", ours, now.results),
        ("meters are hit by", hits, tuple(now.hits)),
        ("others get", gifts, now.gifts),
    ):
        if must != theirs:
            raise CheckFailed(f"{what} {must}, and the table says {theirs}")


def _lost_seats_at(now: RoundRecord, lost_seats: LostSeats) -> LostSeats:
    """Who counts as gone where some wagers were settled by then: also who was settled only later.

    Such a seat has nothing that was settled before it lost everything, perhaps not even a spin.
    """
    settled = {
        seat for seat, progress in now.lost_when_settled.items() if lost_seats in progress.values()
    }
    forfeited, lost = now.all_lost
    return lost_seats[0] | (forfeited - settled), lost_seats[1] | (lost - settled)


def _void_results(rules: Rules, now: RoundRecord, cards: tuple[Card, ...]) -> RoundResults:
    """Every stake goes back, but for what was forfeited, or is settled all the same."""
    require(not (now.results or now.hits or now.gifts), "something stays settled in a void round")
    back = now.voided.seats if now.voided else {}
    results: RoundResults = {**now.sat_out_results}
    for seat in now.players:
        if seat in now.sat_out_results:
            continue
        results[seat] = returned = dict(back.get(seat, {}))
        stakes = now.stakes(rules, seat)
        require(
            results[seat].keys() == stakes.keys(),
            f"seat {seat} staked {sorted(stakes)}, and {sorted(results[seat])} went back",
        )
        for key, progress in returned.items():
            require(progress.stake == stakes[key], f"seat {seat} staked {stakes[key]} on {key}")
            if seat in now.forfeited:
                lost = (progress.outcome, progress.credit) == ("lose", 0)
                require(lost, f"{key} of seat {seat} was forfeited, and came to {progress}")
            elif progress.outcome == "void":
                require(
                    progress.credit == progress.stake,
                    f"seat {seat} got {progress.credit} of its {key} back",
                )
            else:
                ours = _results_settled_when_void(rules, now, cards, key)[seat][key]
                require(
                    progress == ours, f"{key} of seat {seat} was settled as {progress}, not {ours}"
                )
    require(back.keys() <= now.players.keys(), "chips went back to a seat without wagers")
    return results


def _results_settled_when_void(
    rules: Rules, now: RoundRecord, cards: tuple[Card, ...], key: str
) -> RoundResults:
    require(key in rules.settled_when_void, f"{key} was settled in a void round")
    round_ = _settlement_round(rules, now, cards, now.players, now.meter_amounts, now.all_lost)
    void = Round(
        round_.table,
        round_.holes,
        {seat: Seat(now.wagers[seat], now.decisions.get(seat, ())) for seat in now.players},
        now.meter_amounts,
        void=True,
        settles=key,
    )
    return {seat: progress.wagers for seat, progress in settle(rules, void).seats.items()}


def _settlement_round(
    rules: Rules,
    now: RoundRecord,
    cards: tuple[Card, ...],
    players: Mapping[int, str],
    meters: Mapping[str, Cents],
    lost_seats: LostSeats,
) -> Round:
    """Return the round in the form that settlement takes."""
    forfeited, lost = lost_seats
    table: dict[str, list[Card]] = {place.name: [] for place in rules.places}
    holes: dict[int, list[Card]] = {seat: [] for seat in players}
    for to, at in now.drawn_cards:
        seat, dot, _ = to.partition(".")
        if dot and int(seat) in holes:
            holes[int(seat)].append(cards[at])
        elif to in table:
            table[to].append(cards[at])
    seats = {
        seat: Seat(
            _wagers_without_spin(rules, now, seat, holes[seat], lost_seats),
            now.decisions.get(seat, ()),
            name,
            forfeit=seat in forfeited,
            spin=now.spins.get(seat),
            abandoned=seat in lost,
        )
        for seat, name in players.items()
    }
    return Round(table, holes, seats, {name: meters[name] for name in rules.meters})


def _wagers_without_spin(
    rules: Rules, now: RoundRecord, seat: int, hand: list[Card], lost_seats: LostSeats
) -> dict[str, int]:
    """Return the wagers of a seat, without a wheel wager whose pair got no spin.

    So it is in a round that was broken off, and where the seat lost everything later.
    """
    wagers = now.wagers[seat]
    pair = len({rank(card) for card in hand[:2]}) == 1
    later = any(seat in some for some in now.all_lost) and not any(
        seat in some for some in lost_seats
    )
    if not (now.voided or later) or not pair or seat in now.spins:
        return wagers
    wheel = {side.key for side in rules.sides if side.pays.wheel}
    return {key: stake for key, stake in wagers.items() if key not in wheel}


def _gifts_by_source(result: RoundResult) -> dict[tuple[int, str], dict[int, int]]:
    gifts: dict[tuple[int, str], dict[int, int]] = {}
    for gift in result.gifts:
        to = gifts.setdefault((gift.by, gift.why), {})
        to[gift.to] = to.get(gift.to, 0) + gift.cents
    return gifts


def _check_chip_stacks(now: RoundRecord, results: RoundResults, moved_chips: Counter[str]) -> None:
    """Check the chips of each player after the round."""
    expected: Counter[str] = Counter()
    for seat, wagers in results.items():
        net = sum(progress.credit - progress.stake for progress in wagers.values())
        expected[f"stack:{now.players[seat]}"] += net
    for to in now.gifts.values():
        for seat, cents in to.items():
            expected[f"stack:{now.players[seat]}"] += cents
    for account in sorted({*expected, *moved_chips}):
        if moved_chips[account] != expected[account]:
            progress = f"{moved_chips[account]} cents to {account}, not {expected[account]}"
            raise CheckFailed(f"the round brought {progress}")


def _expected_meters(rules: Rules, now: RoundRecord, results: RoundResults) -> dict[str, Cents]:
    """Return what each meter must show: contributions of wagers that stood, less payments.

    A void round leaves it as it was.
    """
    shows = {name: now.meter_amounts[name] for name in rules.meters}
    if now.voided:
        return shows
    for side in rules.sides:
        if side.pays.stake is not None:
            kept = _kept_stakes(side.key, results.values())
            for meter in side.pays.meters:
                shows[meter.name] += kept * _meter_share(meter.rate, side.minimum)
    for hit in now.hits:
        shows[hit.meter] += hit.reseeded - hit.paid
    return shows


@lru_cache(4096)
def _meter_share(rate: str, cents: int) -> Fraction:
    return Fraction(rate) * cents


def _kept_stakes(key: str, results: Iterable[Mapping[str, WagerResult]]) -> int:
    return sum(key in progress and progress[key].outcome != "void" for progress in results)
