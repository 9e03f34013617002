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
from typing import TypeVar, assert_never

from pitboss.cards import DECK, SUITS, Card, rank, suit
from pitboss.games.payoffs import HoleCards
from pitboss.games.words import HOLE
from pitboss.hands import Ranking
from pitboss.refusal import Refused
from pitboss.settle.verdicts import Hands, rankings
from pitboss.submission.rules import BetterHand, ReadHand, Rules, positions

T = TypeVar("T")

Deck = Sequence[Card]
ByRank = dict[int, tuple[Card, ...]]


def counts_by(
    rules: Rules, name: str, line_of: Callable[[int], T], deck: Deck = DECK
) -> Counter[T]:
    """How many deals of a hand come to each line, where ``line_of`` gives the line of a strength.

    A line is whatever the caller tells hands apart by.
    """
    hand = next(hand for hand in rules.hands if hand.name == name)
    ranks = rankings(rules)[name]
    match hand:
        case ReadHand():
            found: Counter[T] = Counter()
            for strength, deals in strengths(ranks, tuple(deck)).items():
                found[line_of(strength)] += deals
            return found
        case BetterHand(hands=(only,)):
            return counts_by(rules, only, line_of, deck)
        case BetterHand():
            return _better_counts(rules, hand, line_of, sorted(strengths(ranks, tuple(deck))), deck)
        case _ as other:
            assert_never(other)


def _better_counts(
    rules: Rules, hand: BetterHand, line_of: Callable[[int], T], order: Sequence[int], deck: Deck
) -> Counter[T]:
    """Strengths next to each other on one line make a level: a kernel counts levels."""
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
    held = by_rank(deck)
    if len(deck) < ranks.count:
        raise Refused(f"a deck of {len(deck)} cards has no hands of {ranks.count}")
    found: Counter[int] = Counter()
    for cards, ways in (*_mixed(ranks, held), *_suited(ranks, held)):
        found[ranks.strength(cards)] += ways
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
    rules: Rules, pays: HoleCards, line_of: Callable[[Hands], T], deck: Deck = DECK
) -> Counter[T]:
    """How many deals of a player's first two cards come to each line.

    The dealer's cards are dealt too where the table looks at them, and told apart by their ranks
    where they could matter.
    """
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


def by_rank(deck: Deck) -> ByRank:
    """The cards of each rank, in the order of their suits; refused unless all four are there."""
    held: dict[int, tuple[Card, ...]] = {}
    for c in sorted(deck, key=suit):
        held[rank(c)] = (*held.get(rank(c), ()), c)
    whole = [[suit(c) for c in same] == list(range(len(SUITS))) for same in held.values()]
    if not whole or not all(whole):
        raise Refused("the lab counts decks of whole ranks: each in four suits, no card twice")
    return held
