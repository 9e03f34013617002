"""The most that a position can win on one deal, in table minimums, side wagers aside.

Over all deals that can really occur: two lines that share a card cannot both be royal. It is found
by branch and bound: cards are laid place by place, the most promising first, and a branch is left
as soon as the hands that it could still make would not beat the best deal seen.
"""

from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from typing import Final, assert_never

from pitboss.cards import ACE, DECK, Card, rank, suit
from pitboss.games.payoffs import AllOf, ByTable, EvenMoney, HoleCards, Showdown
from pitboss.games.paytables import LOSS
from pitboss.settle.verdicts import Hands, Judge, judges, readers
from pitboss.submission.rules import BetterHand, MeterPrizes, PaidBy, ReadHand, Rules, WheelSpin

Laid = dict[int, Card]
"""The cards laid so far, by position: the table's, then the seat's own."""

# How often the ranks of a hand repeat; single cards fill the rest of it.
_REPEATS: Final[dict[str, tuple[int, ...]]] = {
    "four of a kind": (4,),
    "full house": (3, 2),
    "three of a kind": (3,),
    "two pair": (2, 2),
    "pair": (2,),
}


def most_minimums(rules: Rules) -> int:
    """The greatest sum of winnings over the wagers of the payout limit, without side wagers."""
    multiples = {wager.key: 1 for wager in rules.required}
    multiples |= {street.wager: street.most for street in rules.streets}
    pays = {wager.key: wager.pays for wager in rules.wagers}
    judged = judges(rules)
    scope: list[tuple[int, PaidBy, Judge]] = [
        (multiples[key], pays[key], judged[key]) for key in rules.limit.scope if key in multiples
    ]
    reading = readers(rules)
    cards = {hand.name: _positions(rules, hand) for hand in rules.hands}
    order = _order(rules)
    alike = not any(isinstance(paid, HoleCards) for _, paid, _ in scope)
    laid: Laid = {}
    best = 0

    def bound() -> int:
        return sum(times * max(0, _best_odds(paid, cards, laid)) for times, paid, _ in scope)

    def value() -> int:
        hands = Hands(reading, tuple(laid[position] for position in range(len(order))))
        return sum(times * max(0, judge(hands).odds) for times, _, judge in scope)

    def search(depth: int) -> None:
        nonlocal best
        if depth == len(order):
            best = max(best, value())
            return
        position = order[depth]
        promising: list[tuple[int, Card]] = []
        for c in _worth_trying(laid, alike):
            laid[position] = c
            promising.append((bound(), c))
        for promise, c in sorted(promising, key=lambda pair: -pair[0]):
            if promise > best:
                laid[position] = c
                search(depth + 1)
        del laid[position]

    search(0)
    return best


def _positions(rules: Rules, hand: ReadHand | BetterHand) -> list[tuple[int, ...]]:
    """The cards of a hand; for the better of some hands, of each of them."""
    if isinstance(hand, ReadHand):
        return [hand.cards]
    parts = {part.name: part for part in rules.hands}
    return [cards for name in hand.hands for cards in _positions(rules, parts[name])]


def _order(rules: Rules) -> list[int]:
    """The seat's own cards first, then those that most hands share: they decide the most."""
    own = len(rules.hole)
    total = own + sum(place.cards for place in rules.places)
    shared = Counter(i for hand in rules.hands if isinstance(hand, ReadHand) for i in hand.cards)
    return sorted(range(total), key=lambda i: (i < total - own, -shared[i], i))


def _worth_trying(laid: Laid, suits_alike: bool) -> list[Card]:
    """Cards not laid yet, high before low; of suits not seen yet, only one where all are alike."""
    used = set(laid.values())
    seen = {suit(c) for c in used}
    fresh = next((s for s in range(4) if s not in seen), 0)
    suits = seen | {fresh} if suits_alike else set(range(4))
    return [c for c in reversed(DECK) if c not in used and suit(c) in suits]


def _best_odds(pays: PaidBy, cards: dict[str, list[tuple[int, ...]]], laid: Laid) -> int:
    """Odds that a wager can still reach; never too few."""
    match pays:
        case ByTable() | EvenMoney():
            dead = frozenset(laid.values())
            reach = LOSS
            for positions in cards[pays.hand]:
                have = frozenset(laid[i] for i in positions if i in laid)
                for line in sorted(pays.table.lines, key=lambda line: -line.odds):
                    if line.odds <= reach:
                        break
                    if _possible(line.hand.kind, have, len(positions), dead):
                        reach = line.odds
            return min(reach, 1) if isinstance(pays, EvenMoney) else reach
        case Showdown():
            return 1
        case AllOf():
            return pays.odds
        case HoleCards():
            return max(line.odds for line in pays.table.lines)
        case MeterPrizes() | WheelSpin():
            return LOSS
        case _ as other:
            assert_never(other)


@lru_cache(maxsize=1 << 16)
def _possible(kind: str, have: frozenset[Card], size: int, dead: frozenset[Card]) -> bool:
    """Whether a hand of ``size`` cards that has these can be of this kind; when in doubt, yes.

    ``dead`` cards are those laid anywhere; the hand cannot get them any more.
    """
    if size > 5 or kind == "high card":
        return True
    if kind in _REPEATS:
        repeats = _REPEATS[kind]
        return _repeats(
            repeats + (1,) * (size - sum(repeats)), _by_rank(have), _by_rank(dead - have)
        )
    suits = {suit(c) for c in have}
    if kind == "flush":
        return len(suits) <= 1
    ranks = {rank(c) for c in have}
    tops = [ACE] if "royal" in kind else range(size - 2, ACE + 1)
    runs = ({(top - i) % 13 for i in range(size)} for top in tops)
    if kind == "straight":
        return len(ranks) == len(have) and any(ranks <= run for run in runs)
    return any(
        ranks <= run and suits <= {s} and not any(Card(4 * r + s) in dead for r in run - ranks)
        for run in runs
        for s in range(4)
    )


def _by_rank(cards: Collection[Card]) -> tuple[int, ...]:
    """How many there are of each rank."""
    count = [0] * 13
    for c in cards:
        count[rank(c)] += 1
    return tuple(count)


@lru_cache(maxsize=1 << 16)
def _repeats(wanted: tuple[int, ...], held: tuple[int, ...], gone: tuple[int, ...]) -> bool:
    """Whether some rank can be held as often as is wanted most, beside the cards there are."""
    lead, *others = wanted
    for r in range(13):
        rest = sorted((n for other, n in enumerate(held) if n and other != r), reverse=True)
        if (
            held[r] <= lead <= 4 - gone[r]
            and len(rest) <= len(others)
            and all(n <= most for n, most in zip(rest, others, strict=False))
        ):
            return True
    return False
