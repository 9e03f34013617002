"""How many deals make a hand of some strength: counted by classes, never card by card.

Cards of the same ranks are equally strong however their suits fall, unless enough of them share a
suit; then the ranks in that suit alone decide. So hands are counted as sets of ranks times the ways
to give them suits, flushes apart, and one hand of each class is shown to `hands`.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from types import MappingProxyType
from typing import Final, TypeVar, assert_never

from pitboss.cards import JOKER, SUITS, Card, rank, suit
from pitboss.games.names import HOLE
from pitboss.games.payoffs import HoleCards
from pitboss.games.words import BestOf, HandOf
from pitboss.hands import Ranking
from pitboss.refusal import Refused
from pitboss.submission.evaluators import Hands, rankings
from pitboss.submission.rules import Rules, positions

T = TypeVar("T")

Deck = Sequence[Card]
ByRank = dict[int, tuple[Card, ...]]
MOST_CHOSEN_FROM: Final = 6
"""Cards of which fewer count, where every set of them is looked at."""
MOST_HANDS: Final = 10**7
"""More than can be looked at one by one in a minute."""


def counts_by(
    rules: Rules, name: str, line_of: Callable[[int], T], deck: Deck | None = None
) -> Counter[T]:
    """How many deals of a hand come to each line, where ``line_of`` gives the line of a strength.

    A line is whatever the caller tells hands apart by.
    """
    deck = rules.deck.cards if deck is None else deck
    hand = next(hand for hand in rules.hands if hand.name == name)
    ranks = rankings(rules)[name]
    match hand:
        case HandOf():
            found: Counter[T] = Counter()
            for strength, deals in strengths(ranks, tuple(deck)).items():
                found[line_of(strength)] += deals
            return found
        case BestOf(hands=(only,)):
            return counts_by(rules, only, line_of, deck)
        case BestOf():
            return _better_counts(rules, hand, line_of, sorted(strengths(ranks, tuple(deck))), deck)
        case _ as other:
            assert_never(other)


def _better_counts(
    rules: Rules, hand: BestOf, line_of: Callable[[int], T], order: Sequence[int], deck: Deck
) -> Counter[T]:
    """Strengths next to each other on one line make a level: a kernel counts levels."""
    if not rules.deck.is_standard:
        raise Refused(f"the lab cannot count {hand.label} with this deck: it knows 52 cards only")
    from pitboss.lab.cross.better import better_counts  # a kernel, which light commands never load

    starts = [s for i, s in enumerate(order) if i == 0 or line_of(s) != line_of(order[i - 1])]

    def level_of(strength: int) -> int:
        return max(0, bisect_right(starts, strength) - 1)

    found: Counter[T] = Counter()
    for level, deals in better_counts(rules, hand, level_of, deck).items():
        found[line_of(starts[level])] += deals
    return found


@lru_cache(maxsize=64)
def strengths(ranks: Ranking, deck: tuple[Card, ...]) -> Mapping[int, int]:
    """How many hands of a deck have each strength."""
    if ranks.deck.wild:
        jokers = (JOKER if c in ranks.deck.wild_cards else c for c in deck)
        return _strengths_of_any(ranks, tuple(sorted(jokers)))
    if deck == ranks.deck.cards and not _is_whole(deck):
        return _strengths_of_any(ranks, deck)
    held = by_rank(deck)
    if len(deck) < ranks.count:
        raise Refused(f"a deck of {len(deck)} cards has no hands of {ranks.count}")
    found: Counter[int] = Counter()
    if not _flush_decides(ranks):
        from pitboss.lab.sets import sets_of  # arrays, which light commands never load

        if ranks.count > MOST_CHOSEN_FROM:
            raise Refused(
                f"the lab counts the best {ranks.size} of up to {MOST_CHOSEN_FROM} cards, not of "
                f"{ranks.count}"
            )
        sets = sets_of(deck, ranks.count)
        for row, ways in zip(sets.cards.tolist(), sets.ways.tolist(), strict=True):
            found[ranks.strength(row)] += ways
        return MappingProxyType(found)
    for cards, ways in (*_mixed(ranks, held), *_suited(ranks, held)):
        found[ranks.strength(cards)] += ways
    return MappingProxyType(found)


def _flush_decides(ranks: Ranking) -> bool:
    """Whether cards that hold a flush are worth its ranks alone: no other of them can beat it.

    So it is where all cards count, and with five of seven cards in the usual order.
    """
    return ranks.count == ranks.size or (
        ranks.size == 5 and ranks.count <= 7 and ranks.order.is_usual
    )


def _strengths_of_any(ranks: Ranking, deck: tuple[Card, ...]) -> Mapping[int, int]:
    """The same for the deck of a game with jokers, with cards alike, or without some suits."""
    found: Counter[int] = Counter()
    if ranks.count == ranks.size and _is_repeated(deck):
        for cards, ways in _by_ranks_and_jokers(ranks.count, deck):
            if ways:
                found[ranks.strength(cards)] += ways
        return MappingProxyType(found)
    if (deals := comb(len(deck), ranks.count)) > MOST_HANDS:
        raise Refused(
            f"this deck has {deals:,} hands of {ranks.count} cards, more than the lab counts one "
            "by one"
        )
    for some in combinations(deck, ranks.count):
        found[ranks.strength(some)] += 1
    return MappingProxyType(found)


def _mixed(ranks: Ranking, held: ByRank) -> Iterator[tuple[list[Card], int]]:
    """A hand for each set of ranks, and in how many ways it has suits without a flush."""
    for some in combinations_with_replacement(sorted(held), ranks.count):
        repeats = tuple(sorted(Counter(some).values()))
        # Suits taken in turn give no card twice, and no suit to more than two of seven cards.
        if repeats[-1] <= len(SUITS) and (ways := _ways_without_flush(repeats, ranks.size)):
            yield [held[r][i % len(SUITS)] for i, r in enumerate(some)], ways


@lru_cache(maxsize=256)
def _ways_without_flush(repeats: tuple[int, ...], size: int) -> int:
    """In how many ways ranks that are held so often take suits, fewer than ``size`` in each."""
    in_one_suit = [1]
    for n in repeats:
        without, within = (comb(len(SUITS) - 1, k) for k in (n, n - 1))
        in_one_suit = [
            a * without + b * within
            for a, b in zip([*in_one_suit, 0], [0, *in_one_suit], strict=True)
        ]
    # Two suits cannot both make a flush: no hand has twice the cards of one.
    return prod(comb(len(SUITS), n) for n in repeats) - len(SUITS) * sum(in_one_suit[size:])


def _suited(ranks: Ranking, held: ByRank) -> Iterator[tuple[list[Card], int]]:
    """A flush for each set of ranks in its suit, and how many there are with any other cards."""
    for count in range(ranks.size, ranks.count + 1):
        others = ranks.count - count
        ways = len(SUITS) * comb((len(SUITS) - 1) * len(held), others)
        rest = [same[1] for same in held.values()][:others]
        for some in combinations(sorted(held), count):
            yield [held[r][0] for r in some] + rest, ways


def holdings_by(
    rules: Rules, pays: HoleCards, line_of: Callable[[Hands], T], deck: Deck | None = None
) -> Counter[T]:
    """How many deals of a player's first two cards come to each line.

    The dealer's cards are dealt too where the table looks at them, and told apart by their ranks
    where they could matter.
    """
    deck = rules.deck.cards if deck is None else deck
    held, found = by_rank(deck), Counter[T]()
    looking = [x.cards for x in pays.table.lines if x.cards.against_aces]
    where = positions(rules.places, rules.hole)
    own, dealer = where[HOLE][:2], where[pays.against] if pays.against and looking else ()
    unseen = dict.fromkeys(range(where[HOLE][-1] + 1), deck[0])
    for two in combinations(deck, len(own)):
        theirs: Iterable[tuple[Sequence[Card], int]] = (
            _by_ranks(held, len(dealer), two)
            if any(x.covers(*two) for x in looking)
            else [((), comb(len(deck) - len(own), len(dealer)))]
        )
        for others, ways in theirs:
            laid = unseen | dict(zip((*own, *dealer), (*two, *others), strict=False))
            found[line_of(Hands({}, tuple(laid.values())))] += ways
    return found


def _by_ranks(held: ByRank, count: int, gone: Sequence[Card]) -> Iterator[tuple[list[Card], int]]:
    """Some cards of each set of ranks, and in how many ways they come when others are gone."""
    left = {r: [c for c in same if c not in gone] for r, same in held.items()}
    for some in combinations_with_replacement(sorted(left), count):
        repeats = Counter(some)
        ways = prod(comb(len(left[r]), n) for r, n in repeats.items())
        yield [c for r, n in repeats.items() for c in left[r][:n]], ways


def _by_ranks_and_jokers(count: int, deck: Deck) -> Iterator[tuple[list[Card], int]]:
    """A hand of each choice of ranks, suited or not, from a deck with jokers or cards alike."""
    held = Counter(deck)
    jokers, copies = held.pop(JOKER, 0), max(held.values())
    by_suit: dict[int, tuple[Card, ...]] = {}
    for c in sorted(held):
        by_suit[suit(c)] = (*by_suit.get(suit(c), ()), c)
    suits = list(by_suit.values())
    of_rank = {rank(c): at for at, c in enumerate(suits[0])}
    for wild in range(min(jokers, count) + 1):
        for ranks in combinations_with_replacement(of_rank, count - wild):
            times = Counter(ranks).values()
            ways = comb(jokers, wild) * prod(comb(copies * len(suits), n) for n in times)
            suited = comb(jokers, wild) * len(suits) * prod(comb(copies, n) for n in times)
            suited = min(suited, ways)  # no card at all has one way, not one for each suit
            first, *others = [*(of_rank[r] for r in ranks), -1]
            same = [suits[0][at] for at in (first, *others) if at >= 0]
            mixed = [*same[:1], *(suits[-1][at] for at in others if at >= 0)]
            yield [*same, *[JOKER] * wild], suited
            yield [*mixed, *[JOKER] * wild], ways - suited


def _is_repeated(deck: Deck) -> bool:
    """Whether it has jokers or cards alike, and besides every rank equally often in every suit."""
    held = Counter(deck)
    jokers, copies = held.pop(JOKER, 0), set(held.values())
    ranks, suits = {rank(c) for c in held}, {suit(c) for c in held}
    return (
        len(copies) == 1 and len(held) == len(ranks) * len(suits) and bool(jokers or copies != {1})
    )


def _is_whole(deck: Deck) -> bool:
    """Whether each rank is there in four suits, and no card twice."""
    held = _by_rank(deck)
    return bool(held) and all(
        [suit(c) for c in same] == list(range(len(SUITS))) for same in held.values()
    )


def by_rank(deck: Deck) -> ByRank:
    """The cards of each rank, in the order of their suits; refused unless all four are there."""
    if not _is_whole(deck):
        raise Refused("the lab counts decks of whole ranks: each in four suits, no card twice")
    return _by_rank(deck)


def _by_rank(deck: Deck) -> ByRank:
    held: dict[int, tuple[Card, ...]] = {}
    for c in sorted(deck, key=suit):
        held[rank(c)] = (*held.get(rank(c), ()), c)
    return held
