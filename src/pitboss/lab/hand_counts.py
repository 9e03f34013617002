"""Count how many deals make a hand of each strength, by classes of cards instead of one by one."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from types import MappingProxyType
from typing import Final, TypeVar, assert_never

from pitboss.cards import JOKER, SUITS, Card, rank, suit
from pitboss.errors import Refused
from pitboss.games.card_names import HOLE, TwoCards
from pitboss.games.game_parts import BestOf, HandOf
from pitboss.games.payoffs import HoleCards
from pitboss.hands import Ranking
from pitboss.submission.evaluators import Hands, hand_rankings
from pitboss.submission.rules import Rules, positions

T = TypeVar("T")

Deck = Sequence[Card]
CardsByRank = dict[int, tuple[Card, ...]]
MAX_COUNTED_CARDS: Final = 6
"""The largest hand, when only its best cards count, of which every set is examined."""
MAX_HANDS: Final = 10**7
"""The most hands that are examined one by one, within about a minute."""


def count_by_line(
    rules: Rules, name: str, line_of: Callable[[int], T], deck: Deck | None = None
) -> Counter[T]:
    """Count the deals of a hand by line, where ``line_of`` maps a strength to its line.

    A line is any value by which the caller distinguishes hands.
    """
    deck = rules.deck.cards if deck is None else deck
    hand = next(hand for hand in rules.hands if hand.name == name)
    ranks = hand_rankings(rules)[name]
    match hand:
        case HandOf():
            result: Counter[T] = Counter()
            for strength, deals in strength_counts(ranks, tuple(deck)).items():
                result[line_of(strength)] += deals
            return result
        case BestOf(hands=(only,)):
            return count_by_line(rules, only, line_of, deck)
        case BestOf():
            return _count_better_line(
                rules, hand, line_of, sorted(strength_counts(ranks, tuple(deck))), deck
            )
        case _ as other:
            assert_never(other)


def _count_better_line(
    rules: Rules, hand: BestOf, line_of: Callable[[int], T], strengths: Sequence[int], deck: Deck
) -> Counter[T]:
    """Count deals of the better of several hands, by levels of strength on the same line."""
    from pitboss.lab.shape_registry import find_shape_on_deck  # shapes count hands

    starts = [
        s for i, s in enumerate(strengths) if i == 0 or line_of(s) != line_of(strengths[i - 1])
    ]

    def level_of(strength: int) -> int:
        return max(0, bisect_right(starts, strength) - 1)

    shape = find_shape_on_deck(rules, deck)
    counts = shape.count_better_line(hand, level_of, deck) if shape else None
    if counts is None:
        raise Refused(f"the lab has no fast count of {hand.label}")
    result: Counter[T] = Counter()
    for level, deals in counts.items():
        result[line_of(starts[level])] += deals
    return result


@lru_cache(maxsize=64)
def strength_counts(ranks: Ranking, deck: tuple[Card, ...]) -> Mapping[int, int]:
    """Return how many hands of a deck have each strength."""
    if ranks.deck.wild:
        jokers = (JOKER if c in ranks.deck.wild_cards else c for c in deck)
        return _strength_counts_any_deck(ranks, tuple(sorted(jokers)))
    if deck == ranks.deck.cards and not _has_full_ranks(deck):
        return _strength_counts_any_deck(ranks, deck)
    by_rank = require_cards_by_rank(deck)
    if len(deck) < ranks.count:
        raise Refused(f"a deck of {len(deck)} cards has no hands of {ranks.count}")
    result: Counter[int] = Counter()
    if not _does_flush_decide(ranks):
        from pitboss.lab.card_sets import card_sets

        if ranks.count > MAX_COUNTED_CARDS:
            raise Refused(
                f"the lab counts the best {ranks.size} of up to {MAX_COUNTED_CARDS} cards, not of "
                f"{ranks.count}"
            )
        sets = card_sets(deck, ranks.count)
        for row, ways in zip(sets.cards.tolist(), sets.ways.tolist(), strict=True):
            result[ranks.strength(row)] += ways
        return MappingProxyType(result)
    for cards, ways in (*_offsuit_hands(ranks, by_rank), *_flush_hands(ranks, by_rank)):
        result[ranks.strength(cards)] += ways
    return MappingProxyType(result)


def _does_flush_decide(ranks: Ranking) -> bool:
    """Return whether a hand with a flush is worth the flush alone.

    This holds where all cards count, and for five of up to seven cards in the usual order.
    """
    return ranks.count == ranks.size or (
        ranks.size == 5 and ranks.count <= 7 and ranks.order.is_usual
    )


def _strength_counts_any_deck(ranks: Ranking, deck: tuple[Card, ...]) -> Mapping[int, int]:
    """Return the counts for a deck with jokers, with identical cards, or with missing suits."""
    result: Counter[int] = Counter()
    if ranks.count == ranks.size and _has_jokers_or_copies(deck):
        for cards, ways in _rank_choices_with_jokers(ranks.count, deck):
            if ways:
                result[ranks.strength(cards)] += ways
        return MappingProxyType(result)
    if (deals := comb(len(deck), ranks.count)) > MAX_HANDS:
        raise Refused(
            f"this deck has {deals:,} hands of {ranks.count} cards, more than the lab counts one "
            "by one"
        )
    for cards_dealt in combinations(deck, ranks.count):
        result[ranks.strength(cards_dealt)] += 1
    return MappingProxyType(result)


def _offsuit_hands(ranks: Ranking, cards_by_rank: CardsByRank) -> Iterator[tuple[list[Card], int]]:
    """Yield a hand for each set of ranks, and how many suit choices have no flush."""
    for rank_set in combinations_with_replacement(sorted(cards_by_rank), ranks.count):
        repeats = tuple(sorted(Counter(rank_set).values()))
        # Cycling through the suits repeats no card and puts at most two of seven cards in a suit.
        if repeats[-1] <= len(SUITS) and (ways := _ways_without_flush(repeats, ranks.size)):
            yield [cards_by_rank[r][i % len(SUITS)] for i, r in enumerate(rank_set)], ways


@lru_cache(maxsize=256)
def _ways_without_flush(repeats: tuple[int, ...], size: int) -> int:
    """Return how many suit choices have fewer than ``size`` cards in each suit."""
    in_one_suit = [1]
    for n in repeats:
        without, within = (comb(len(SUITS) - 1, k) for k in (n, n - 1))
        in_one_suit = [
            a * without + b * within
            for a, b in zip([*in_one_suit, 0], [0, *in_one_suit], strict=True)
        ]
    # Two suits cannot both make a flush: no hand is twice as large as a flush.
    return prod(comb(len(SUITS), n) for n in repeats) - len(SUITS) * sum(in_one_suit[size:])


def _flush_hands(ranks: Ranking, cards_by_rank: CardsByRank) -> Iterator[tuple[list[Card], int]]:
    """Yield a flush for each set of ranks in its suit, and how many hands contain it."""
    for count in range(ranks.size, ranks.count + 1):
        other_ranks = ranks.count - count
        ways = len(SUITS) * comb((len(SUITS) - 1) * len(cards_by_rank), other_ranks)
        rest = [cards[1] for cards in cards_by_rank.values()][:other_ranks]
        for rank_set in combinations(sorted(cards_by_rank), count):
            yield [cards_by_rank[r][0] for r in rank_set] + rest, ways


def count_holdings_by_line(
    rules: Rules, pays: HoleCards, line_of: Callable[[Hands], T], deck: Deck | None = None
) -> Counter[T]:
    """Count the deals of a player's first two cards by line.

    Where the paytable depends on the dealer's cards, these are dealt too.
    """
    deck = rules.deck.cards if deck is None else deck
    require_cards_by_rank(deck)
    result = Counter[T]()
    holdings_against = [x.cards for x in pays.table.lines if x.cards.against]
    positions_by_place = positions(rules.places, rules.hole)
    own, dealer = (
        positions_by_place[HOLE][:2],
        positions_by_place[pays.against] if pays.against and holdings_against else (),
    )
    cards_at = [deck[0]] * (positions_by_place[HOLE][-1] + 1)
    first, second = own
    same_for_all = comb(len(deck) - len(own), len(dealer))
    dealer_hands = _group_by_lines(deck, len(dealer), holdings_against)
    for hole in combinations(deck, len(own)):
        cards_at[first], cards_at[second] = hole
        if not any(x.covers(*hole) for x in holdings_against):
            result[line_of(Hands({}, tuple(cards_at)))] += same_for_all
            continue
        for group in dealer_hands:
            possible = [cards for cards in group if not set(cards).intersection(hole)]
            if possible:
                dealt = cards_at.copy()
                for position, card in zip(dealer, possible[0], strict=True):
                    dealt[position] = card
                result[line_of(Hands({}, tuple(dealt)))] += len(possible)
    return result


def _group_by_lines(
    deck: Deck, count: int, holdings: Sequence[TwoCards]
) -> Sequence[Sequence[tuple[Card, ...]]]:
    """Return the dealer's hands, grouped by the holdings that apply against them."""
    groups: dict[tuple[bool, ...], list[tuple[Card, ...]]] = {}
    for cards in combinations(deck, count):
        groups.setdefault(tuple([x.applies_against(cards) for x in holdings]), []).append(cards)
    return [*groups.values()]


def _rank_choices_with_jokers(count: int, deck: Deck) -> Iterator[tuple[list[Card], int]]:
    """Yield a hand for each choice of ranks, suited and not, from a deck with jokers or copies."""
    copies_by_card = Counter(deck)
    jokers, copies = copies_by_card.pop(JOKER, 0), max(copies_by_card.values())
    by_suit: dict[int, tuple[Card, ...]] = {}
    for c in sorted(copies_by_card):
        by_suit[suit(c)] = (*by_suit.get(suit(c), ()), c)
    suits = list(by_suit.values())
    index_by_rank = {rank(c): index for index, c in enumerate(suits[0])}
    for wild in range(min(jokers, count) + 1):
        for ranks in combinations_with_replacement(index_by_rank, count - wild):
            repeats = Counter(ranks).values()
            ways = comb(jokers, wild) * prod(comb(copies * len(suits), n) for n in repeats)
            suited_ways = comb(jokers, wild) * len(suits) * prod(comb(copies, n) for n in repeats)
            suited_ways = min(suited_ways, ways)  # an empty choice has one way, not one per suit
            first, *other_ranks = [*(index_by_rank[r] for r in ranks), -1]
            suited_cards = [suits[0][index] for index in (first, *other_ranks) if index >= 0]
            offsuit_cards = [
                *suited_cards[:1],
                *(suits[-1][index] for index in other_ranks if index >= 0),
            ]
            yield [*suited_cards, *[JOKER] * wild], suited_ways
            yield [*offsuit_cards, *[JOKER] * wild], ways - suited_ways


def _has_jokers_or_copies(deck: Deck) -> bool:
    """Return whether a deck has jokers or copies and is otherwise regular.

    Regular means that every rank occurs equally often in every suit.
    """
    copies_by_card = Counter(deck)
    jokers, copies = copies_by_card.pop(JOKER, 0), set(copies_by_card.values())
    ranks, suits = {rank(c) for c in copies_by_card}, {suit(c) for c in copies_by_card}
    return (
        len(copies) == 1
        and len(copies_by_card) == len(ranks) * len(suits)
        and bool(jokers or copies != {1})
    )


def _has_full_ranks(deck: Deck) -> bool:
    """Return whether each rank of the deck is there in four suits, and no card twice."""
    by_rank = _cards_by_rank(deck)
    return bool(by_rank) and all(
        [suit(c) for c in cards] == list(range(len(SUITS))) for cards in by_rank.values()
    )


def require_cards_by_rank(deck: Deck) -> CardsByRank:
    """Return the cards of each rank in suit order; refuse decks without whole ranks."""
    if not _has_full_ranks(deck):
        raise Refused(
            "the lab counts only decks of whole ranks: each rank in four suits, no card twice"
        )
    return _cards_by_rank(deck)


def _cards_by_rank(deck: Deck) -> CardsByRank:
    by_rank: dict[int, tuple[Card, ...]] = {}
    for c in sorted(deck, key=suit):
        by_rank[rank(c)] = (*by_rank.get(rank(c), ()), c)
    return by_rank
