"""The stack of a round, and what settlement makes of it.

It follows from the seed that the file opens. Where the seed is lost, or sealed still because the
file ends in mid-round, it is what was turned over; what lay face down to the end is not known, and
decides nothing that was paid.
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

from pitboss import settle as settlement
from pitboss.cards import Card, rank
from pitboss.refusal import Refused
from pitboss.settle import RoundResult, Seat
from pitboss.shuffle import stop
from pitboss.verify.fault import Fault
from pitboss.verify.shift import Shift
from pitboss.verify.state import Round


def stack(shift: Shift, now: Round) -> Sequence[Card]:
    """The cards by position; without a seed, any card stands for one that nobody saw."""
    if now.shoe:
        return now.shoe.cards
    if not now.seed_missing:
        raise shift.log.broken or Fault(shift.line.n + 1, "no seed is opened to check it by")
    deck = now.rules.deck
    unseen = (Counter(deck.cards) - Counter(now.faces.values())).elements()
    return [now.faces[at] if at in now.faces else next(unseen) for at in range(deck.size)]


def pairs(shift: Shift, now: Round) -> Iterator[int]:
    """The seats that spin the wheel, in their order: a pair, and a wager that is live."""
    cards: Sequence[Card] = ()
    for seat in now.last_to_first():
        if now.wheel(seat):
            cards = cards or stack(shift, now)
            first, second, *_ = (rank(cards[position]) for position in now.holes[seat])
            if first == second:
                yield seat


def symbols(now: Round, seat: int) -> list[str]:
    """Those of the wheel that a seat spins, stop by stop."""
    wheel = now.wheel(seat)
    return [one.name for one in wheel.wheel for _ in range(one.stops)] if wheel else []


def stop_of(now: Round, seat: int) -> int | None:
    """Where the wheel stops for a seat, as the seed says, unless that is lost."""
    if now.shoe is None:
        return None
    return stop(now.shoe.seed, now.contributions, now.bound, seat, len(symbols(now, seat)))


def settled(shift: Shift, now: Round) -> RoundResult:
    """What every wager comes to; worked out again if a seat loses all while hands are settled."""
    known, lost = now.settlement, sum(map(now.lost, now.players))
    if known is None or known[0] != lost:
        spins = {seat: symbols(now, seat)[stop_of(now, seat) or 0] for seat in pairs(shift, now)}
        known = now.settlement = lost, _settled(shift, now, spins)
    return known[1]


def settled_unproved(shift: Shift, now: Round, only: Container[str] | None = None) -> RoundResult:
    """The same without the seed: what is known by now is settled, all wagers or some of them."""
    return _settled(shift, now, now.spins, only)


def _settled(
    shift: Shift, now: Round, spins: Mapping[int, str], only: Container[str] | None = None
) -> RoundResult:
    cards = stack(shift, now)
    seats = {
        seat: Seat(
            wagers if only is None else {k: c for k, c in wagers.items() if k in only},
            now.decisions.get(seat, ()),
            now.players[seat],
            seat in now.forfeited,
            spins.get(seat),
            now.absent.get(seat, False),
        )
        for seat, wagers in now.wagers.items()
    }
    places = {name: [cards[at] for at in where] for name, where in now.places.items()}
    holes = {seat: [cards[at] for at in where] for seat, where in now.holes.items()}
    unseen = frozenset(
        seat
        for seat, where in now.holes.items()
        if now.shoe is None and not now.faces.keys() >= {*where}
    )
    played = settlement.Round(places, holes, seats, now.meters, unseen=unseen)
    return judged(shift, now, played)


def judged(shift: Shift, now: Round, played: settlement.Round) -> RoundResult:
    """What settlement says to it."""
    try:
        return settlement.settle(now.rules, played)
    except Refused as refused:
        raise Fault(shift.line.n + 1, f"this round cannot be settled: {refused}") from None
