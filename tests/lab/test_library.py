"""Compare well-known games on small decks with simple loops.

The loops share no code with the program. A card is a rank and a suit; the value of hands and the
payouts of each game are written down again, as players know them."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Final

import pytest

from pitboss.games import GAMES
from pitboss.lab.generic.solver import solve_generic
from pitboss.submission import resolve
from tests.small_decks import deck_of_ranks

Card = tuple[int, int]
Hand = frozenset[Card]
RANKS: Final = "23456789TJQKA"
(HIGH, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL) = range(10)


def pack(ranks: str) -> tuple[Card, ...]:
    """Return four suits of each rank."""
    return tuple(product(sorted(RANKS.index(x) + 2 for x in ranks), range(4)))


@cache
def five_cards(hand: Hand) -> tuple[int, ...]:
    """Return the kind of a hand, then its ranks in the order they count."""
    times = Counter(rank for rank, _ in hand)
    order = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    shape = sorted(times.values(), reverse=True)
    flush = len({suit for _, suit in hand}) == 1
    if order == [14, 5, 4, 3, 2]:
        order = [5, 4, 3, 2, 1]
    run = len(order) == 5 and order[0] - order[4] == 4
    if run and flush:
        return (ROYAL if order[0] == 14 else STRAIGHT_FLUSH, *order)
    kinds = {(4, 1): FOUR, (3, 2): FULL_HOUSE, (3, 1, 1): THREE, (2, 2, 1): TWO_PAIR}
    if tuple(shape) in kinds:
        return (kinds[tuple(shape)], *order)
    kind = FLUSH if flush else STRAIGHT if run else PAIR if shape[0] == 2 else HIGH
    return (kind, *order)


def mississippi_pays(hand: Hand) -> int:
    """Return odds to one."""
    kind, first, *_ = five_cards(hand)
    if kind == PAIR:
        return 1 if first >= 11 else 0 if first >= 6 else -1
    return (-1, 0, 2, 3, 4, 6, 10, 40, 100, 500)[kind]


def ride_pays(hand: Hand) -> int:
    """Return odds to one."""
    kind, first, *_ = five_cards(hand)
    if kind == PAIR:
        return 1 if first >= 10 else -1
    return (-1, 0, 2, 3, 5, 8, 11, 50, 200, 1000)[kind]


def mean(values: Iterable[Fraction]) -> Fraction:
    value_list = list(values)
    return sum(value_list, Fraction()) / len(value_list)


def mississippi(deck: Sequence[Card]) -> Fraction:
    """Fold, or bet one to three antes on the next card, three times."""

    @cache
    def value(visible: Hand, staked: int) -> Fraction:
        if len(visible) == 5:
            return Fraction(staked * mississippi_pays(visible))
        following = [visible | {card} for card in deck if card not in visible]
        bets = (mean(value(then, staked + bet) for then in following) for bet in (1, 2, 3))
        return max(Fraction(-staked), *bets)

    return mean(value(frozenset(own), 1) for own in combinations(deck, 2))


def let_it_ride(deck: Sequence[Card]) -> Fraction:
    """Place three bets, of which two may be taken back, one before each card is turned."""

    @cache
    def value(visible: Hand, bets: int) -> Fraction:
        if len(visible) == 5:
            return Fraction(bets * ride_pays(visible))
        following = [visible | {card} for card in deck if card not in visible]
        return max(mean(value(then, bets - back) for then in following) for back in (0, 1))

    return mean(value(frozenset(own), 3) for own in combinations(deck, 3))


STRAIGHT_3, THREE_3, STRAIGHT_FLUSH_3 = 3, 4, 5


@cache
def three_cards(hand: Hand) -> tuple[int, ...]:
    """Of three cards a straight beats a flush, and three of a kind beats both."""
    times = Counter(rank for rank, _ in hand)
    order = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    flush = len({suit for _, suit in hand}) == 1
    if order == [14, 3, 2]:
        order = [3, 2, 1]
    run = len(order) == 3 and order[0] - order[2] == 2
    kind = {1: THREE_3, 2: 1}.get(len(times), 2 * flush)
    if run:
        kind = STRAIGHT_FLUSH_3 if flush else STRAIGHT_3
    return (kind, *order)


def three_card(deck: Sequence[Card]) -> Fraction:
    """Fold, or bet the ante again, against a dealer who qualifies with a queen."""

    def value(own: Hand) -> Fraction:
        mine = three_cards(own)
        bonus = {STRAIGHT_3: 1, THREE_3: 4, STRAIGHT_FLUSH_3: 5}.get(mine[0], 0)
        nets = []
        for other in combinations([card for card in deck if card not in own], 3):
            theirs = three_cards(frozenset(other))
            winnings = 2 * ((mine > theirs) - (mine < theirs))
            nets.append(Fraction(bonus + (winnings if theirs >= (0, 12) else 1)))
        return max(Fraction(-1), mean(nets))

    return mean(value(frozenset(own)) for own in combinations(deck, 3))


def caribbean(deck: Sequence[Card]) -> Fraction:
    """Fold, or raise two antes, against a dealer who shows a card and qualifies with ace-king."""
    pays = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)

    def value(own: Hand, face_up: Card) -> Fraction:
        mine, nets = five_cards(own), []
        rest = [card for card in deck if card not in own and card != face_up]
        for others in combinations(rest, 4):
            theirs = five_cards(frozenset((face_up, *others)))
            if theirs < (HIGH, 14, 13):
                nets.append(Fraction(1))
            elif mine > theirs:
                nets.append(Fraction(1 + 2 * pays[mine[0]]))
            else:
                nets.append(Fraction(-3 if mine < theirs else 0))
        return max(Fraction(-1), mean(nets))

    hands = [frozenset(own) for own in combinations(deck, 5)]
    return mean(value(own, card) for own in hands for card in deck if card not in own)


LOOPS: Final[dict[str, Callable[[Sequence[Card]], Fraction]]] = {
    "mississippi-stud": mississippi,
    "let-it-ride": let_it_ride,
    "three-card": three_card,
}


@pytest.mark.parametrize("ranks", ["9TJ", "5678"])
@pytest.mark.parametrize("game", LOOPS)
def test_a_deck_of_a_few_ranks(game: str, ranks: str) -> None:
    assert solve_generic(resolve(GAMES[game]), deck_of_ranks(ranks)).ev == LOOPS[game](pack(ranks))


@pytest.mark.parametrize(
    ("game", "ranks"),
    [("mississippi-stud", "TJQKA"), ("let-it-ride", "2345A"), ("three-card", "23QKA")],
)
def test_a_deck_with_straights(game: str, ranks: str) -> None:
    assert solve_generic(resolve(GAMES[game]), deck_of_ranks(ranks)).ev == LOOPS[game](pack(ranks))
