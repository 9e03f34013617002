"""Rebuild a round from the log and settle it again from the seed that was opened."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from pitboss.cards import Card, rank
from pitboss.days.tally import CheckFailed, require
from pitboss.round import Decision
from pitboss.settle import Round, Seat, settle
from pitboss.settle.model import Hit, RoundResult, WagerResult
from pitboss.shuffle import Contribution, build_shoe, dealing_order, shuffle_context
from pitboss.submission.rules import Rules
from pitboss.table import events as e
from pitboss.table.ledger import Cents

RoundResults = dict[int, dict[str, WagerResult]]
LostSeats = tuple[frozenset[int], frozenset[int]]
"""Seats that forfeited their wagers, and seats of absent players whose wagers are lost."""


class RoundRecord:
    """A round according to the log."""

    def __init__(self, opening: e.RoundOpened, meter_amounts: Mapping[str, Cents]) -> None:
        self.opening, self.meter_amounts = opening, meter_amounts
        """The opening of the round, and what the meters showed before it."""
        self.cut = opening.cut
        self.contributions: tuple[Contribution, ...] = ()
        self.wagers: dict[int, dict[str, int]] = {}
        self.players: dict[int, str] = {}
        self.drawn_cards: list[tuple[str, int]] = []
        """The destination and the position of each card that left the stack."""
        self.open_positions: set[int] = set()
        """The positions of cards that are face up."""
        self.decisions: dict[int, tuple[Decision, ...]] = {}
        self.raises: dict[int, dict[str, int]] = {}
        """The raises of each seat, by street."""
        self.taken_down: dict[int, set[str]] = {}
        """The streets on which each seat took a wager down."""
        self.lost_seats: set[int] = set()
        self.forfeited: set[int] = set()
        self.spins: dict[int, str] = {}
        self.results: RoundResults = {}
        self.lost_when_settled: dict[int, dict[str, LostSeats]] = {}
        """The seats that had lost everything when each wager was settled; more may have later."""
        self.sat_out_results: RoundResults = {}
        self.hits: list[Hit] = []
        self.gifts: dict[tuple[int, str], dict[int, int]] = {}
        self.was_reversed = False
        """Whether a settlement was reversed to void the round."""
        self.void_event: e.RoundVoided | None = None
        self.seed = ""

    @property
    def all_lost(self) -> LostSeats:
        """The seats that have lost everything so far."""
        return frozenset(self.forfeited), frozenset(self.lost_seats)

    def stakes(self, rules: Rules, seat: int) -> dict[str, int]:
        """Return the stakes of a seat, without wagers that it took down."""
        wager_of = {street.name: street.wager for street in rules.streets}
        raises = self.raises.get(seat, {})
        down = {wager_of[street] for street in self.taken_down.get(seat, ())}
        stakes = {key: cents for key, cents in self.wagers[seat].items() if key not in down}
        return stakes | {wager_of[street]: cents for street, cents in raises.items()}


def record_event(record: RoundRecord, event: e.Event, seats: Mapping[int, str]) -> None:
    """Record an event of the round, given who is seated at that moment."""
    match event:
        case e.WagersPlaced(seat=seat):
            wagers = record.wagers.setdefault(seat, {})
            for key, cents in event.wagers.items():
                wagers[key] = wagers.get(key, 0) + cents
        case e.WagersTakenBack(seat=seat):
            for key in event.wagers:
                del record.wagers[seat][key]
            if not record.wagers[seat]:
                del record.wagers[seat]
        case e.EntropyAdded():
            record.contributions += (Contribution(event.who, event.entropy),)
        case e.CardsRecut():
            record.cut = event.cut
        case e.BetsClosed():
            record.players = {seat: seats[seat] for seat in sorted(record.wagers)}
        case e.CardsDealt():
            record.drawn_cards += zip(event.to, event.positions, strict=True)
        case e.CardOut():
            record.drawn_cards.append(("out", event.card.position))
            record.open_positions.add(event.card.position)
        case e.CardExposed():
            record.open_positions.add(event.card.position)
        case e.CardsTurned():
            record.open_positions.update(card.position for card in event.cards)
        case e.Decided(seat=seat):
            record.decisions[seat] = (*record.decisions.get(seat, ()), event.decision)
            if event.stake:
                record.raises.setdefault(seat, {})[event.street] = event.stake
            if event.returned:
                record.taken_down.setdefault(seat, set()).add(event.street)
        case e.AbsentRuled(lost=True):
            record.lost_seats.add(event.seat)
        case e.Forfeited():
            record.forfeited.add(event.seat)
        case e.WheelSpun():
            record.spins[event.seat] = event.symbol
        case e.SeatSettled(seat=seat):
            record.results.setdefault(seat, {}).update(event.wagers)
            lost_seats = dict.fromkeys(event.wagers, record.all_lost)
            record.lost_when_settled.setdefault(seat, {}).update(lost_seats)
            record.hits += event.hits
        case e.SatOut():
            record.sat_out_results[event.seat] = dict(event.wagers)
        case e.WagersReturned():
            for seat in event.seats:
                del record.wagers[seat][event.wager]
        case e.GiftsPaid():
            record.gifts[event.by, event.why] = dict(event.to)
        case e.SettlementReversed():
            _record_reversal(record, event)
        case e.RoundVoided():
            record.void_event = event
            record.gifts = {by: to for by, to in record.gifts.items() if to}
            record.players = record.players or {s: seats[s] for s in sorted(record.wagers)}
        case e.SeedOpened():
            record.seed = event.seed
        case _:
            pass


def _record_reversal(record: RoundRecord, event: e.SettlementReversed) -> None:
    seat = event.seat
    if event.wagers != record.results.pop(seat, {}):
        raise CheckFailed(f"seat {seat}: {event.wagers} is reversed, which was not settled")
    hits = tuple(hit for hit in record.hits if hit.seat == seat)
    if event.hits != hits:
        raise CheckFailed(f"seat {seat} hit {hits}, but {event.hits} is reversed")
    record.hits = [hit for hit in record.hits if hit.seat != seat]
    gifts: dict[str, int] = {}
    for (_, why), to in record.gifts.items():
        cents = to.pop(seat, 0)
        if cents:
            gifts[why] = gifts.get(why, 0) + cents
    if event.gifts != gifts:
        raise CheckFailed(f"seat {seat} received {gifts}, but {event.gifts} is reversed")
    record.lost_when_settled.pop(seat, None)
    record.was_reversed = True


def check_closed_round(
    table: str, rules: Rules, record: RoundRecord, chip_changes: Counter[str]
) -> dict[str, Cents]:
    """Check cards, results, gifts and chips of a round; return what each meter must show."""
    cards: tuple[Card, ...] = ()
    if record.seed:
        context = shuffle_context(table, record.opening.round, record.opening.rules)
        cards = build_shoe(bytes.fromhex(record.seed), context, rules.deck.cards).cards
        order = dealing_order(rules.deck.size, record.contributions, record.cut, context)
        positions = tuple(at for _, at in record.drawn_cards)
        require(positions == order[: len(positions)], "cards left the stack in another order")
    if record.void_event:
        results = _void_results(rules, record, cards)
    elif record.seed:
        results = _played_results(rules, record, cards)
    else:  # the seed was lost after the settlement, so face-down cards are not proved
        results = {**record.results, **record.sat_out_results}
    _check_chip_stacks(record, results, chip_changes)
    return _expected_meters(rules, record, results)


def _played_results(rules: Rules, record: RoundRecord, cards: tuple[Card, ...]) -> RoundResults:
    seats = {seat for seat in record.players if seat not in record.sat_out_results}
    if seats != record.results.keys():
        raise CheckFailed(
            f"seats {sorted(seats)} have wagers, {sorted(record.results)} are settled"
        )
    for seat, results in record.results.items():
        if results.keys() != (stakes := record.stakes(rules, seat)).keys():
            raise CheckFailed(f"seat {seat} staked {sorted(stakes)}: {sorted(results)} is settled")
    _check_payouts(rules, record, cards)
    return record.results | record.sat_out_results


def _check_payouts(rules: Rules, record: RoundRecord, cards: tuple[Card, ...]) -> None:
    """Check every payout, given who had forfeited everything at that time."""
    seats = {
        seat: name for seat, name in record.players.items() if seat not in record.sat_out_results
    }
    times = {
        record.all_lost,
        *(
            lost_seats
            for by_wager in record.lost_when_settled.values()
            for lost_seats in by_wager.values()
        ),
    }
    outcome = {
        lost_seats: settle(
            rules,
            _settlement_round(rules, record, cards, seats, _lost_seats_at(record, lost_seats)),
        )
        for lost_seats in times
    }
    settled_value: RoundResults = {}
    gifts: dict[tuple[int, str], dict[int, int]] = {}
    for seat, by_wager in record.lost_when_settled.items():
        settled_value[seat] = {
            k: outcome[lost_seats].seats[seat].wagers[k] for k, lost_seats in by_wager.items()
        }
        at_hand = by_wager.get(rules.required[0].key)  # gifts to others are paid with the hand
        if at_hand:
            gifts_then = _gifts_by_source(outcome[at_hand])
            gifts |= {by: to for by, to in gifts_then.items() if by[0] == seat}
    hits = tuple(
        hit
        for hit in outcome[record.all_lost].hits
        if hit.wager in record.results.get(hit.seat, ())
    )
    for subject, expected, actual in (
        ("results", settled_value, record.results),
        ("hits of meters", hits, tuple(record.hits)),
        ("gifts", gifts, record.gifts),
    ):
        if expected != actual:
            raise CheckFailed(f"the {subject} must be {expected}, but the table has {actual}")


def _lost_seats_at(record: RoundRecord, lost_seats: LostSeats) -> LostSeats:
    """Return who had lost everything by then, and every seat that was settled only after its loss.

    Such a seat has nothing that was settled before it lost everything, perhaps not even a spin.
    """
    settled_seats = {
        seat
        for seat, by_wager in record.lost_when_settled.items()
        if lost_seats in by_wager.values()
    }
    forfeits, losses = record.all_lost
    return lost_seats[0] | (forfeits - settled_seats), lost_seats[1] | (losses - settled_seats)


def _void_results(rules: Rules, record: RoundRecord, cards: tuple[Card, ...]) -> RoundResults:
    """Return the results of a void round, in which every stake that is not forfeited goes back."""
    require(
        not (record.results or record.hits or record.gifts),
        "something stays settled in a void round",
    )
    back = record.void_event.seats if record.void_event else {}
    results: RoundResults = {**record.sat_out_results}
    for seat in record.players:
        if seat in record.sat_out_results:
            continue
        results[seat] = dict(back.get(seat, {}))
        stakes = record.stakes(rules, seat)
        require(
            results[seat].keys() == stakes.keys(),
            f"seat {seat} staked {sorted(stakes)}, but {sorted(results[seat])} went back",
        )
        for key, result in results[seat].items():
            require(result.stake == stakes[key], f"seat {seat} staked {stakes[key]} on {key}")
            if seat in record.forfeited:
                is_lost = (result.outcome, result.credit) == ("lose", 0)
                require(is_lost, f"{key} of seat {seat} was forfeited, but its result is {result}")
            elif result.outcome == "void":
                require(
                    result.credit == result.stake,
                    f"seat {seat} got {result.credit} of its {key} back",
                )
            else:
                settled_value = _results_settled_when_void(rules, record, cards, key)[seat][key]
                require(
                    result == settled_value,
                    f"{key} of seat {seat} was settled as {result}, not {settled_value}",
                )
    require(back.keys() <= record.players.keys(), "chips went back to a seat without wagers")
    return results


def _results_settled_when_void(
    rules: Rules, record: RoundRecord, cards: tuple[Card, ...], key: str
) -> RoundResults:
    require(key in rules.settled_when_void, f"{key} was settled in a void round")
    round_ = _settlement_round(rules, record, cards, record.players, record.all_lost)
    void = Round(
        round_.table,
        round_.holes,
        {
            seat: Seat(record.wagers[seat], record.decisions.get(seat, ()))
            for seat in record.players
        },
        record.meter_amounts,
        void=True,
        settles=key,
    )
    return {seat: result.wagers for seat, result in settle(rules, void).seats.items()}


def _settlement_round(
    rules: Rules,
    record: RoundRecord,
    cards: tuple[Card, ...],
    players: Mapping[int, str],
    lost_seats: LostSeats,
) -> Round:
    """Return the round as input for `settle`."""
    forfeits, losses = lost_seats
    table: dict[str, list[Card]] = {place.name: [] for place in rules.places}
    holes: dict[int, list[Card]] = {seat: [] for seat in players}
    for to, at in record.drawn_cards:
        seat, dot, _ = to.partition(".")
        if dot and int(seat) in holes:
            holes[int(seat)].append(cards[at])
        elif to in table:
            table[to].append(cards[at])
    seats = {
        seat: Seat(
            _wagers_without_spin(rules, record, seat, holes[seat], lost_seats),
            record.decisions.get(seat, ()),
            name,
            forfeit=seat in forfeits,
            spin=record.spins.get(seat),
            abandoned=seat in losses,
        )
        for seat, name in players.items()
    }
    return Round(table, holes, seats, {name: record.meter_amounts[name] for name in rules.meters})


def _wagers_without_spin(
    rules: Rules, record: RoundRecord, seat: int, hand: list[Card], lost_seats: LostSeats
) -> dict[str, int]:
    """Return the wagers of a seat, without a wheel wager whose pair got no spin.

    That happens in a round that was voided, and where the seat lost everything later.
    """
    wagers = record.wagers[seat]
    pair = len({rank(card) for card in hand[:2]}) == 1
    lost_later = any(seat in seats for seats in record.all_lost) and not any(
        seat in seats for seats in lost_seats
    )
    if not (record.void_event or lost_later) or not pair or seat in record.spins:
        return wagers
    wheel = {side.key for side in rules.sides if side.pays.wheel}
    return {key: stake for key, stake in wagers.items() if key not in wheel}


def _gifts_by_source(result: RoundResult) -> dict[tuple[int, str], dict[int, int]]:
    gifts: dict[tuple[int, str], dict[int, int]] = {}
    for gift in result.gifts:
        to = gifts.setdefault((gift.by, gift.why), {})
        to[gift.to] = to.get(gift.to, 0) + gift.cents
    return gifts


def _check_chip_stacks(
    record: RoundRecord, results: RoundResults, chip_changes: Counter[str]
) -> None:
    """Check the chips of each player after the round."""
    expected: Counter[str] = Counter()
    for seat, wagers in results.items():
        net = sum(result.credit - result.stake for result in wagers.values())
        expected[f"stack:{record.players[seat]}"] += net
    for to in record.gifts.values():
        for seat, cents in to.items():
            expected[f"stack:{record.players[seat]}"] += cents
    for account in sorted({*expected, *chip_changes}):
        if chip_changes[account] != expected[account]:
            raise CheckFailed(
                f"the round paid {account} {chip_changes[account]} cents, not {expected[account]}"
            )


def _expected_meters(rules: Rules, record: RoundRecord, results: RoundResults) -> dict[str, Cents]:
    """Return what each meter must show: contributions of wagers that stood, less payments.

    A void round leaves it as it was.
    """
    amounts = {name: record.meter_amounts[name] for name in rules.meters}
    if record.void_event:
        return amounts
    for side in rules.sides:
        if side.pays.stake is not None:
            count = _count_live_wagers(side.key, results.values())
            for meter in side.pays.meters:
                amounts[meter.name] += count * _meter_share(meter.rate, side.minimum)
    for hit in record.hits:
        amounts[hit.meter] += hit.reseeded - hit.paid
    return amounts


@lru_cache(4096)
def _meter_share(rate: str, cents: int) -> Fraction:
    return Fraction(rate) * cents


def _count_live_wagers(key: str, results: Iterable[Mapping[str, WagerResult]]) -> int:
    return sum(key in wagers and wagers[key].outcome != "void" for wagers in results)
