"""A closed round beside settlement: from the opened seed and the log, every sum is found again."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from pitboss.cards import Card, rank
from pitboss.days.failure import Wrong, check
from pitboss.days.heard import Gone, Heard, Results
from pitboss.settle import Round, Seat, settle
from pitboss.settle.values import RoundResult, WagerResult
from pitboss.shuffle import bound_to, dealing_order, shoe_of
from pitboss.submission.rules import Rules
from pitboss.table.ledger import Cents


def check_closed(table: str, rules: Rules, now: Heard, moved: Counter[str]) -> dict[str, Cents]:
    """Cards, results, gifts and stacks are what they must be; gives what each meter must show."""
    cards: tuple[Card, ...] = ()
    if now.seed:
        bound = bound_to(table, now.opened.round, now.opened.rules)
        cards = shoe_of(bytes.fromhex(now.seed), bound, rules.deck.cards).cards
        order = dealing_order(rules.deck.size, now.added, now.cut, bound)
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
    seats = {seat for seat in now.players if seat not in now.sat_out}
    if seats != now.results.keys():
        raise Wrong(f"seats {sorted(seats)} have wagers, {sorted(now.results)} are settled")
    for seat, told in now.results.items():
        if told.keys() != (staked := now.stakes(rules, seat)).keys():
            raise Wrong(f"seat {seat} staked {sorted(staked)}: {sorted(told)} is settled")
    _check_paid(rules, now, cards)
    return now.results | now.sat_out


def _check_paid(rules: Rules, now: Heard, cards: tuple[Card, ...]) -> None:
    """What was settled came to what it must, by who had lost everything at that time."""
    seats = {seat: name for seat, name in now.players.items() if seat not in now.sat_out}
    times = {now.gone, *(gone for told in now.gone_by.values() for gone in told.values())}
    found = {
        gone: settle(rules, _round(rules, now, cards, seats, now.shows, _gone_by(now, gone)))
        for gone in times
    }
    ours: Results = {}
    gifts: dict[tuple[int, str], dict[int, int]] = {}
    for seat, told in now.gone_by.items():
        ours[seat] = {key: found[gone].seats[seat].wagers[key] for key, gone in told.items()}
        hand = told.get(rules.required[0].key)  # what it brings others is paid with the hand
        if hand:
            gifts |= {by: to for by, to in _gifts(found[hand]).items() if by[0] == seat}
    hits = tuple(hit for hit in found[now.gone].hits if hit.wager in now.results.get(hit.seat, ()))
    for what, must, theirs in (
        ("the wagers come to", ours, now.results),
        ("meters are hit by", hits, tuple(now.hits)),
        ("others get", gifts, now.gifts),
    ):
        if must != theirs:
            raise Wrong(f"{what} {must}, and the table says {theirs}")


def _gone_by(now: Heard, gone: Gone) -> Gone:
    """Who counts as gone where some wagers were settled by then: also who was settled only later.

    Such a seat has nothing that was settled before it lost everything, perhaps not even a spin.
    """
    settled = {seat for seat, told in now.gone_by.items() if gone in told.values()}
    forfeited, lost = now.gone
    return gone[0] | (forfeited - settled), gone[1] | (lost - settled)


def _voided(rules: Rules, now: Heard, cards: tuple[Card, ...]) -> Results:
    """Every stake goes back, but for what was forfeited, or is settled all the same."""
    check(not (now.results or now.hits or now.gifts), "something stays settled in a void round")
    back = now.void.seats if now.void else {}
    results: Results = {**now.sat_out}
    for seat in now.players:
        if seat in now.sat_out:
            continue
        results[seat] = returned = dict(back.get(seat, {}))
        stakes = now.stakes(rules, seat)
        check(
            results[seat].keys() == stakes.keys(),
            f"seat {seat} staked {sorted(stakes)}, and {sorted(results[seat])} went back",
        )
        for key, told in returned.items():
            check(told.stake == stakes[key], f"seat {seat} staked {stakes[key]} on {key}")
            if seat in now.forfeited:
                lost = (told.outcome, told.credit) == ("lose", 0)
                check(lost, f"{key} of seat {seat} was forfeited, and came to {told}")
            elif told.outcome == "void":
                check(told.credit == told.stake, f"seat {seat} got {told.credit} of its {key} back")
            else:
                ours = _settled_anyway(rules, now, cards, key)[seat][key]
                check(told == ours, f"{key} of seat {seat} was settled as {told}, not {ours}")
    check(back.keys() <= now.players.keys(), "chips went back to a seat without wagers")
    return results


def _settled_anyway(rules: Rules, now: Heard, cards: tuple[Card, ...], key: str) -> Results:
    check(key in rules.settled_when_void, f"{key} was settled in a void round")
    round_ = _round(rules, now, cards, now.players, now.shows, now.gone)
    void = Round(
        round_.table,
        round_.holes,
        {seat: Seat(now.wagers[seat], now.decisions.get(seat, ())) for seat in now.players},
        now.shows,
        void=True,
        settles=key,
    )
    return {seat: told.wagers for seat, told in settle(rules, void).seats.items()}


def _round(
    rules: Rules,
    now: Heard,
    cards: tuple[Card, ...],
    players: Mapping[int, str],
    meters: Mapping[str, Cents],
    gone: Gone,
) -> Round:
    """The round as settlement takes it."""
    forfeited, lost = gone
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
            _without_spin(rules, now, seat, holes[seat], gone),
            now.decisions.get(seat, ()),
            name,
            forfeit=seat in forfeited,
            spin=now.spins.get(seat),
            abandoned=seat in lost,
        )
        for seat, name in players.items()
    }
    return Round(table, holes, seats, {name: meters[name] for name in rules.meters})


def _without_spin(
    rules: Rules, now: Heard, seat: int, hand: list[Card], gone: Gone
) -> dict[str, int]:
    """The wagers of a seat, without one on the wheel where a pair did not come to its spin.

    So it is in a round that was broken off, and where the seat lost everything later.
    """
    wagers = now.wagers[seat]
    pair = len({rank(card) for card in hand[:2]}) == 1
    later = any(seat in some for some in now.gone) and not any(seat in some for some in gone)
    if not (now.void or later) or not pair or seat in now.spins:
        return wagers
    wheel = {side.key for side in rules.sides if side.pays.wheel}
    return {key: stake for key, stake in wagers.items() if key not in wheel}


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
    """What each meter must show: fed by every wager that did not go back, less what it paid.

    A void round leaves it as it was.
    """
    shows = {name: now.shows[name] for name in rules.meters}
    if now.void:
        return shows
    for side in rules.sides:
        if side.pays.stake is not None:
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
