"""A closed round beside settlement: from the opened seed and the log, every sum is found again."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from pitboss.cards import DECK, Card
from pitboss.days.failure import Wrong, check
from pitboss.days.heard import Heard, Results
from pitboss.settle import Round, Seat, settle
from pitboss.settle.values import RoundResult, WagerResult
from pitboss.shuffle import bound_to, dealing_order, shoe_of
from pitboss.submission.rules import MeterPrizes, Rules, WheelSpin
from pitboss.table.ledger import Cents


def check_closed(table: str, rules: Rules, now: Heard, moved: Counter[str]) -> dict[str, Cents]:
    """Cards, results, gifts and stacks are what they must be; gives what each meter must show."""
    cards: tuple[Card, ...] = ()
    if now.seed:
        bound = bound_to(table, now.opened.round, now.opened.rules)
        cards = shoe_of(bytes.fromhex(now.seed), bound).cards
        order = dealing_order(len(DECK), now.added, now.cut, bound)
        drawn = tuple(at for _, at in now.drawn)
        check(drawn == order[: len(drawn)], "cards left the stack in another order")
    if now.void:
        results = _voided(rules, now, cards)
    elif now.seed:
        results = _played(rules, now, cards)
    else:  # the seed was lost when everything was settled: what lay face down is not proved
        results = {**now.results, **now.sat_out}
    _check_stacks(now, results, moved)
    return _meters(rules, now, results)


def _played(rules: Rules, now: Heard, cards: tuple[Card, ...]) -> Results:
    seats = {seat: name for seat, name in now.players.items() if seat not in now.sat_out}
    result = settle(rules, _round(rules, now, cards, seats, now.shows))
    found = {seat: told.wagers for seat, told in result.seats.items()}
    for what, ours, theirs in (
        ("the wagers come to", found, now.results),
        ("meters are hit by", result.hits, tuple(now.hits)),
        ("others get", _gifts(result), now.gifts),
    ):
        if ours != theirs:
            raise Wrong(f"{what} {ours}, and the table says {theirs}")
    return found | now.sat_out


def _voided(rules: Rules, now: Heard, cards: tuple[Card, ...]) -> Results:
    """Every stake goes back, but for what was settled before, or is settled all the same."""
    back = now.void.seats if now.void else {}
    results: Results = {**now.sat_out}
    for seat in now.players:
        if seat in now.sat_out:
            continue
        before, returned = now.results.get(seat, {}), dict(back.get(seat, {}))
        check(not before.keys() & returned.keys(), f"seat {seat} was settled and given back")
        results[seat] = before | returned
        stakes = now.stakes(seat)
        check(
            results[seat].keys() == stakes.keys(),
            f"seat {seat} staked {sorted(stakes)}, and {sorted(results[seat])} went back",
        )
        for key, told in returned.items():
            check(told.stake == stakes[key], f"seat {seat} staked {stakes[key]} on {key}")
            if told.outcome == "void":
                check(told.credit == told.stake, f"seat {seat} got {told.credit} of its {key} back")
            else:
                ours = _settled_anyway(rules, now, cards, key)[seat][key]
                check(told == ours, f"{key} of seat {seat} was settled as {told}, not {ours}")
    check(back.keys() <= now.players.keys(), "chips went back to a seat without wagers")
    return results


def _settled_anyway(rules: Rules, now: Heard, cards: tuple[Card, ...], key: str) -> Results:
    check(key in rules.settled_when_void, f"{key} was settled in a void round")
    round_ = _round(rules, now, cards, now.players, now.shows)
    void = Round(
        round_.table,
        round_.holes,
        {seat: Seat(now.wagers[seat], now.decisions.get(seat, ())) for seat in now.players},
        now.shows,
        f"settle-{key}",
    )
    return {seat: told.wagers for seat, told in settle(rules, void).seats.items()}


def _round(
    rules: Rules,
    now: Heard,
    cards: tuple[Card, ...],
    players: Mapping[int, str],
    meters: Mapping[str, Cents],
) -> Round:
    """The round as settlement takes it."""
    table: dict[str, list[Card]] = {place.name: [] for place in rules.places}
    holes: dict[int, list[Card]] = {seat: [] for seat in players}
    for to, at in now.drawn:
        seat, dot, _ = to.partition(".")
        if dot and int(seat) in holes:
            holes[int(seat)].append(cards[at])
        elif to in table:
            table[to].append(cards[at])
    seats = {
        seat: Seat(
            now.wagers[seat],
            now.decisions.get(seat, ()),
            name,
            forfeit=seat in now.forfeited,
            spin=now.spins.get(seat),
            abandoned=seat in now.lost,
        )
        for seat, name in players.items()
    }
    return Round(table, holes, seats, {name: meters[name] for name in rules.meters})


def _gifts(result: RoundResult) -> dict[tuple[int, str], dict[int, int]]:
    gifts: dict[tuple[int, str], dict[int, int]] = {}
    for gift in result.gifts:
        to = gifts.setdefault((gift.by, gift.why), {})
        to[gift.to] = to.get(gift.to, 0) + gift.cents
    return gifts


def _check_stacks(now: Heard, results: Results, moved: Counter[str]) -> None:
    """The chips before each player are what the round made of them."""
    expected: Counter[str] = Counter()
    for seat, wagers in results.items():
        net = sum(told.credit - told.stake for told in wagers.values())
        expected[f"stack:{now.players[seat]}"] += net
    for to in now.gifts.values():
        for seat, cents in to.items():
            expected[f"stack:{now.players[seat]}"] += cents
    for account in sorted({*expected, *moved}):
        if moved[account] != expected[account]:
            told = f"{moved[account]} cents to {account}, not {expected[account]}"
            raise Wrong(f"the round brought {told}")


def _meters(rules: Rules, now: Heard, results: Results) -> dict[str, Cents]:
    """What each meter must show: fed by every wager that did not go back, less what it paid."""
    shows = {name: now.shows[name] for name in rules.meters}
    for side in rules.sides:
        if isinstance(side.pays, MeterPrizes | WheelSpin):
            kept = _kept(side.key, results.values())
            for meter in side.pays.meters:
                shows[meter.name] += kept * _share(meter.rate, side.minimum)
    for hit in now.hits:
        shows[hit.meter] += hit.reseeded - hit.paid
    return shows


@lru_cache(4096)
def _share(rate: str, cents: int) -> Fraction:
    return Fraction(rate) * cents


def _kept(key: str, results: Iterable[Mapping[str, WagerResult]]) -> int:
    return sum(key in told and told[key].outcome != "void" for told in results)
