"""Every paytable line matches exactly the intended cards, checked by counting combinations."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import pytest

from pitboss.cards import DECK, card, cards
from pitboss.games.card_names import parse_ranked, starting_hand_class, two_cards
from pitboss.games.grammar import ByTable, Game, HoleCards, Progressive
from pitboss.games.paytables import CardsLine, Line, PrizeLine
from pitboss.hands import Order, ranking

from .wager_payoffs import CCP, RET, STUD, THB, letters, payoff_of_kind

NONE = "no line"

ACES = {"pair of aces": 6}
RED_ACES = {"ace of hearts and ace of diamonds": 1, "pair of aces": 5}
OTHERS = {
    "ace-king suited": 4,
    "ace-queen or ace-jack suited": 8,
    "ace-king unsuited": 12,
    "pair of jacks to kings": 18,
    "ace-queen or ace-jack unsuited": 24,
    "pair of 2s to 10s": 54,
    NONE: 1_200,
}


def first_lines(lines: Sequence[CardsLine]) -> Counter[str]:
    """Return how many of the 1,326 holdings each line takes; the first matching line counts."""
    return Counter(
        next((line.name for line in lines if line.cards.covers(*two)), NONE)
        for two in combinations(DECK, 2)
    )


@pytest.mark.parametrize("letter", letters(RET, "ultimate_pairs"))
def test_ultimate_pairs(letter: str) -> None:
    table = payoff_of_kind(HoleCards, RET, "ultimate_pairs", letter).table
    aces = RED_ACES if letter in "CD" else ACES
    assert first_lines(table.lines) == aces | OTHERS


@pytest.mark.parametrize("letter", letters(THB, "bonus"))
def test_bonus_of_holdem(letter: str) -> None:
    payoff = payoff_of_kind(HoleCards, THB, "bonus", letter)
    against, *own = payoff.table.lines
    assert payoff.against == "dealer"
    assert against.cards.against == two_cards("pair of aces")
    assert not any(line.cards.against for line in own)
    assert first_lines([against]) == {against.name: 6, NONE: 1_320}
    assert first_lines(own) == ACES | OTHERS


@pytest.mark.parametrize(
    ("text", "means", "not_these"),
    [
        ("pair of aces", ["Ah Ad", "As Ac"], ["Ah Kh", "Kh Kd"]),
        ("pair of jacks to kings", ["Jh Jd", "Qs Qc", "Kd Kc"], ["Th Td", "Ah Ad", "Jh Qh"]),
        ("pair of 2s to 10s", ["2h 2d", "Ts Tc"], ["Jh Jd", "2h 3h"]),
        ("pair of 7s", ["7h 7d"], ["6h 6d", "8h 8d"]),
        ("pair of queens or better", ["Qh Qd", "Ah Ad"], ["Jh Jd"]),
        ("ace-king suited", ["Ah Kh", "Kd Ad"], ["Ah Kd", "Ah Qh"]),
        ("ace-king unsuited", ["Ah Kd", "Kc As"], ["Ah Kh"]),
        ("ace-queen or ace-jack suited", ["Ah Qh", "Jd Ad"], ["Ah Kh", "Ah Qd", "Qh Jh"]),
        ("ace-10 suited", ["Ah Th"], ["Ah Td", "Ah Jh"]),
        ("ace of hearts and ace of diamonds", ["Ah Ad", "Ad Ah"], ["Ah As", "Ac As"]),
    ],
)
def test_holdings(text: str, means: list[str], not_these: list[str]) -> None:
    pattern = two_cards(text)
    for two in means:
        assert pattern.covers(*cards(two))
        assert pattern.covers(*reversed(cards(two)))
    for two in not_these:
        assert not pattern.covers(*cards(two))


@pytest.mark.parametrize(
    ("text", "own", "dealer"),
    [
        ("pair of kings against a pair of kings", "pair of kings", "pair of kings"),
        ("a pair against a pair", "a pair", "a pair"),
        ("pair of aces against a pair of 2s to 10s", "pair of aces", "pair of 2s to 10s"),
        ("a pair against ace-king suited", "a pair", "ace-king suited"),
    ],
)
def test_holdings_against_the_dealer(text: str, own: str, dealer: str) -> None:
    pattern = two_cards(text)
    assert pattern.holdings == two_cards(own).holdings
    assert pattern.against == two_cards(dealer)
    assert pattern.words == text
    assert not pattern.applies_against(())  # unknown
    assert two_cards(own).applies_against(())
    for two in combinations(DECK, 2):
        assert pattern.applies_against(two) == two_cards(dealer).covers(*two)


def test_the_suits_of_the_dealer_matter_too() -> None:
    assert two_cards("a pair against ace of hearts and ace of spades").tells_suits
    assert not two_cards("a pair against ace-king suited").tells_suits


def test_there_are_169_starting_hands() -> None:
    counts = Counter(starting_hand_class(*two) for two in combinations(DECK, 2))
    assert len(counts) == 169
    assert {len(name) for name in counts} == {2, 3}
    assert {name[2:]: n for name, n in counts.items()} == {"": 6, "s": 4, "o": 12}
    assert (
        starting_hand_class(card("2c"), card("Ad"))
        == starting_hand_class(card("Ad"), card("2c"))
        == "A2o"
    )


@cache
def strengths(size: int, low_ace: bool) -> Counter[int]:
    return Counter(map(ranking(size, low_ace=low_ace).strength, combinations(DECK, size)))


def count_hands(lines: Sequence[Line | PrizeLine], size: int, *, low_ace: bool) -> dict[str, int]:
    """Return how many hands each line takes; no hand may match two lines."""
    result: Counter[str] = Counter()
    for strength, count in strengths(size, low_ace).items():
        names = [line.name for line in lines if line.hand.covers(strength, Order(size))]
        assert len(names) <= 1
        result[names[0] if names else NONE] += count
    return dict(result)


FROM_TRIPS = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
}
FROM_TWO_PAIR = FROM_TRIPS | {"two pair": 123_552}
A_PAIR = 1_098_240 // 13
NO_PAIR = 1_302_540


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "wager", "choice"),
    [
        (RET, "ante_1", None),
        (RET, "run_1", None),
        (RET, "run_2", None),
        (RET, "center", None),
        (CCP, "ante_across", "table"),
        (CCP, "across", None),
        (CCP, "middle", None),
    ],
)
def test_lines_of_the_crosses(game: Game, wager: str, choice: str | None) -> None:
    table = payoff_of_kind(ByTable, game, wager, choice).table
    assert count_hands(table.lines, 5, low_ace=True) == FROM_TWO_PAIR | {
        "pair of jacks or better": 4 * A_PAIR,
        "pair of 6s to 10s": 5 * A_PAIR,
        NONE: NO_PAIR + 4 * A_PAIR,
    }


@pytest.mark.slow
@pytest.mark.parametrize("game", [RET, CCP])
def test_five_card_bonus(game: Game) -> None:
    table = payoff_of_kind(ByTable, game, "five_card_bonus").table
    assert count_hands(table.lines, 5, low_ace=True) == FROM_TWO_PAIR | {
        "pair of 6s or better": 9 * A_PAIR,
        NONE: NO_PAIR + 4 * A_PAIR,
    }


@pytest.mark.slow
def test_five_cards_of_stud() -> None:
    table = payoff_of_kind(ByTable, STUD, "five_card").table
    assert count_hands(table.lines, 5, low_ace=True) == FROM_TWO_PAIR | {
        "pair of 10s or better": 5 * A_PAIR,
        NONE: NO_PAIR + 8 * A_PAIR,
    }


def test_three_cards_of_stud() -> None:
    table = payoff_of_kind(ByTable, STUD, "three_card").table
    assert count_hands(table.lines, 3, low_ace=False) == {
        "mini royal": 4,
        "straight flush": 40,
        "three of a kind": 52,
        "straight": 660,
        "flush": 1_100,
        "pair": 3_744,
        NONE: 16_500,
    }


@pytest.mark.parametrize(("low_ace", "winning"), [(True, 546), (False, 534)])
def test_two_cards_of_stud(low_ace: bool, winning: int) -> None:
    table = payoff_of_kind(ByTable, STUD, "two_card").table
    assert count_hands(table.lines, 2, low_ace=low_ace)[NONE] == 1_326 - winning


@pytest.mark.slow
@pytest.mark.parametrize("game", [RET, STUD])
@pytest.mark.parametrize("letter", "ABCD")
def test_progressives(game: Game, letter: str) -> None:
    lines = payoff_of_kind(Progressive, game, "progressive", letter).prizes.lines
    assert count_hands(lines, 5, low_ace=True) == FROM_TRIPS | {
        NONE: NO_PAIR + 13 * A_PAIR + FROM_TWO_PAIR["two pair"]
    }


def test_a_range_of_pairs_includes_both_ends() -> None:
    span = parse_ranked("pair of 6s to 10s")
    five = ranking(5, low_ace=True)
    covered_ranks = [
        rank
        for rank in "23456789TJQKA"
        if span.covers(five.strength(cards(f"{rank}c {rank}d {_other_ranks(rank)}")), Order(5))
    ]
    assert covered_ranks == list("6789T")


def _other_ranks(rank: str) -> str:
    return " ".join(f"{r}h" for r in "AKQJ" if r != rank).rsplit(" ", rank not in "AKQJ")[0]
