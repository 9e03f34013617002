"""What kernels see of a situation is what a person counts, card by card."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from pitboss.cards import DECK, Card, card, rank, suit
from pitboss.games import GAMES
from pitboss.lab.main import solve_main
from pitboss.lab.ranks import ranks_of_five
from pitboss.lab.strategy.reading import reader_of
from pitboss.lab.strategy.showdown_seen import features, strength
from pitboss.submission import resolve

pytestmark = pytest.mark.usefixtures("kernels")


def cards(text: str) -> list[Card]:
    return [card(one) for one in text.split()]


def dealt(chance: Random, size: int) -> list[Card]:
    """So many cards; often of few ranks or suits, so that all kinds of hands come."""
    ranks = chance.sample(range(13), chance.choice([4, 6, 13]))
    suits = chance.sample(range(4), chance.choice([2, 4, 4]))
    some = [c for c in DECK if rank(c) in ranks and suit(c) in suits]
    return chance.sample(some if len(some) >= size else DECK, size)


@pytest.mark.parametrize("low_ace", [True, False])
def test_seven_cards_rank_as_their_best_five(low_ace: bool) -> None:
    """By the tables of five cards, over all fives."""
    ranks = ranks_of_five(low_ace=low_ace)

    def place(five: tuple[Card, ...]) -> int:
        if len({suit(c) for c in five}) == 1:
            return int(ranks.suited[sum(1 << rank(c) for c in five)])
        number = 0
        for c in five:
            number = 13 * number + rank(c)
        return int(ranks.unsuited[number])

    chance = Random("seven cards")
    hands = [dealt(chance, chance.choice([5, 6, 7])) for _ in range(400)]
    by_place = sorted(hands, key=lambda some: max(place(five) for five in combinations(some, 5)))
    found = [strength(some, low_ace=low_ace) for some in by_place]
    assert found == sorted(found)
    assert {kind for kind, *_ in found} >= set(range(8))


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        # Nine cards pair the board, and four are aces; six pair the hand.
        ("Ks Qh", "9d 5c 2h", {"safe": 47 - 13, "outs": 6, "low": 10, "made": 0, "calm": 3}),
        # Top pair: no card alone beats it; nines help, queens, and what pairs the board beside it.
        ("9s Qh", "9d 5c 2h", {"safe": 47, "outs": 11, "low": 7, "made": 1, "calm": 3}),
        # Nine spades, six that pair, and nothing yet.
        ("As 8s", "Ks 7s 2h", {"outs": 15, "made": 0, "calm": 2}),
        # Four of a suit on the board: each of the other nine beats a pair.
        ("Ah Ad", "Ks 7s 4s 2s", {"safe": 47 - 9, "made": 1, "calm": 0}),
    ],
)
def test_a_person_counts_so(hole: str, board: str, expected: dict[str, int]) -> None:
    found = features(cards(hole), cards(board), low_ace=True)
    assert found | expected == found


@pytest.mark.parametrize("low_ace", [1, 0])
def test_a_kernel_sees_what_a_person_sees(low_ace: int) -> None:
    """Hold 'em situations by chance: the numbers of the kernel and the counting in Python."""
    from pitboss.lab.kernels import strategy_showdown as kernels
    from pitboss.lab.showdown.boards import numbered
    from pitboss.lab.strategy.showdown import seen_in
    from pitboss.lab.strategy.showdown_seen import SEEN

    laid, chance = numbered(DECK), Random("hold 'em features")
    counts, by_suit = np.empty(13, np.int64), np.empty(4, np.int64)
    alone, with_card = np.empty((4, 13), np.int64), np.empty(52, np.int64)
    for _ in range(1500):
        size = chance.choice([3, 4])
        hole, board = (lambda some: (some[:2], some[2:]))(dealt(chance, 2 + size))
        at = np.array([DECK.index(c) for c in board])
        kernels.see_board(
            at, size, laid.rank, laid.suit, low_ace, counts, by_suit, alone, with_card,
            np.empty(52, np.int64),
        )  # fmt: skip
        number = kernels.see_hand(
            DECK.index(hole[0]), DECK.index(hole[1]), kernels.kind_of(counts, 0, low_ace),
            laid.rank, laid.suit, low_ace, counts, by_suit, alone, with_card,
        )  # fmt: skip
        found = dict(zip(SEEN, seen_in(np.array([number]))[0].tolist(), strict=True))
        assert found == features(hole, board, low_ace=bool(low_ace)), (hole, board)


def test_lines_are_counted_as_a_person_counts_them() -> None:
    """Criss Cross situations by chance: outs by bits of the kernels, and card by card."""
    from pitboss.lab.cross.hand import first_pairs, prepare
    from pitboss.lab.cross.odds import table_of
    from pitboss.lab.cross.shape import lines_of
    from pitboss.lab.starts import starts
    from pitboss.lab.strategy.cross import CrossStrategy
    from pitboss.lab.strategy.cross_seen import SECOND, THIRD

    rules = resolve(GAMES["criss-cross"])
    shape = lines_of(rules)
    assert shape
    play, chance = CrossStrategy(rules, shape, solve_main(rules)), Random("cross features")
    read, odds = reader_of(rules), table_of(rules, shape).odds([1], [1])
    seen = 0
    for start in chance.sample(starts(DECK), 8):
        met = play._meet(start, 1)
        rest = prepare(odds, start.cards, DECK).rest
        pairs = first_pairs(start.cards, rest).cards.tolist()
        for _ in range(60):
            one, two = (chance.randrange(len(pairs)) for _ in range(2))
            first, second = ([rest[i] for i in pairs[k]] for k in (one, two))
            found = read(start.cards, [first])
            assert [found[name] for name in SECOND] == met.seen_second[one].tolist()
            if not {*first} & {*second}:
                found = read(start.cards, [first, second])
                assert [found[name] for name in THIRD] == met.seen_third[one, two].tolist()
                seen += 1
    assert seen > 200
