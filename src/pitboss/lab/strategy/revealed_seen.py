"""What a player of a revealed hand sees in the cards so far."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from pitboss.cards import ACE, RANKS, SUITS, Card, card, rank, suit
from pitboss.games.payoffs import PUSH
from pitboss.hands import ranking
from pitboss.lab.revealed.shape import Revealed
from pitboss.submission.evaluators import Hands

SEEN: Final = ("made", "high", "points", "suited", "straight", "straight_flush")
NOTHING, PAIR, PUSHES, WINS, TWO_PAIR, THREE, BETTER = range(7)
"""What is made already."""
_SPREAD: Final = "25793846JTQKA"
"""Ranks in an order of which no few make a straight."""


class Ranked(NamedTuple):
    """How a pair of each rank is paid by the first wager: at a win, or back."""

    wins: frozenset[int]
    pushes: frozenset[int]
    low_ace: bool
    straight: int
    """How many cards make a straight."""


_kept: dict[str, Ranked] = {}


def ranked(shape: Revealed) -> Ranked:
    """How pairs are paid, as settlement says."""
    key = shape.rules.hash
    if key not in _kept:
        _kept.clear()
        _kept[key] = _ranked(shape)
    return _kept[key]


def _ranked(shape: Revealed) -> Ranked:
    evaluate, paid = shape.staking.evaluators[0], {}
    for r, name in enumerate(RANKS):
        others = [x for x in _SPREAD if x != name][: shape.size - 2]
        cards = [card(name + SUITS[0]), card(name + SUITS[1])]
        cards += [card(x + SUITS[i % 2 + 2]) for i, x in enumerate(others)]
        hands = Hands({}, ())
        for hand, order in shape.orders.items():
            read = ranking(shape.size, order=order)
            hands[hand] = read.strength(cards)
        paid[r] = evaluate(hands).total
    order = next(iter(shape.orders.values()))
    return Ranked(
        frozenset(r for r, odds in paid.items() if odds > PUSH),
        frozenset(r for r, odds in paid.items() if odds == PUSH),
        order.low_ace,
        order.size,
    )


def features(cards: Sequence[Card], shape: Revealed) -> dict[str, int]:
    """Of the cards that are seen."""
    paid = ranked(shape)
    ranks = [rank(c) for c in cards]
    high = sum(r in paid.wins for r in ranks)
    suited = len({suit(c) for c in cards}) == 1
    straight = _straights(set(ranks), paid) if len({*ranks}) == len(ranks) else 0
    whole = len(cards) == paid.straight and (suited or straight)
    return {
        "made": BETTER if whole else _made(ranks, paid),
        "high": high,
        "points": 2 * high + sum(r in paid.pushes for r in ranks),
        "suited": int(suited),
        "straight": straight,
        "straight_flush": straight if suited else 0,
    }


def _straights(ranks: set[int], paid: Ranked) -> int:
    """How many straights have all these ranks."""
    lowest = paid.straight - (2 if paid.low_ace else 1)
    runs = (
        {(top - i) % len(RANKS) for i in range(paid.straight)} for top in range(lowest, ACE + 1)
    )
    return sum(ranks <= run for run in runs)


def _made(ranks: Sequence[int], paid: Ranked) -> int:
    held = Counter(ranks)
    (most, times), *others = held.most_common()
    pairs = [r for r, n in held.items() if n >= 2]
    if times > 3 or (times == 3 and others and others[0][1] > 1):
        return BETTER
    if times == 3:
        return THREE
    if len(pairs) > 1:
        return TWO_PAIR
    if not pairs:
        return NOTHING
    return WINS if most in paid.wins else PUSHES if most in paid.pushes else PAIR
