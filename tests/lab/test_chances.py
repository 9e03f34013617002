"""Counts of hands: published figures, and every hand of a small deck."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pitboss.cards import DECK, RANKS, Card, cards
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.card_names import starting_hand_class
from pitboss.games.payoffs import HoleCards, Odds
from pitboss.games.paytables import cards_table
from pitboss.hands import Order, ranking
from pitboss.hands.orders import KINDS
from pitboss.lab.hand_counts import count_by_line, count_holdings_by_line, strength_counts
from pitboss.submission import Rules, resolve
from pitboss.submission.evaluators import Hands, compile_evaluators, hand_rankings, hand_readers
from pitboss.submission.rules import positions
from tests.small_decks import deck_of_ranks

FIVE: Final = {
    "royal flush": 4, "straight flush": 36, "four of a kind": 624, "full house": 3_744,
    "flush": 5_108, "straight": 10_200, "three of a kind": 54_912, "two pair": 123_552,
    "pair": 1_098_240, "high card": 1_302_540,
}  # fmt: skip
FIVE_ACE_HIGH: Final = FIVE | {
    "straight flush": 32, "flush": 5_112, "straight": 9_180, "high card": 1_303_560,
}  # fmt: skip
THREE_ACE_HIGH: Final = {
    "mini royal": 4, "straight flush": 40, "three of a kind": 52, "straight": 660, "flush": 1_100,
    "pair": 3_744, "high card": 16_500,
}  # fmt: skip
THREE: Final = THREE_ACE_HIGH | {
    "straight flush": 44, "straight": 720, "flush": 1_096, "high card": 16_440,
}  # fmt: skip
TWO: Final = {"straight": 208, "flush": 260, "pair": 78, "high card": 780}
TWO_ACE_HIGH: Final = TWO | {"straight": 192, "flush": 264, "high card": 792}
SEVEN: Final = {
    "royal flush": 4_324, "straight flush": 37_260, "four of a kind": 224_848,
    "full house": 3_473_184, "flush": 4_047_644, "straight": 6_180_020,
    "three of a kind": 6_461_620, "two pair": 31_433_400, "pair": 58_627_800,
    "high card": 23_294_460,
}  # fmt: skip


def rules_of(game: str, **readings: str) -> Rules:
    return resolve(GAMES[game], {"readings": readings} if readings else {})


def by_name(rules: Rules, hand: str, deck: tuple[Card, ...] = DECK) -> dict[str, int]:
    return count_by_line(rules, hand, hand_rankings(rules)[hand].name, deck)


@pytest.mark.parametrize(
    ("game", "hand", "readings", "expected"),
    [
        ("run-em-twice", "board", {}, FIVE),
        ("criss-cross", "across", {}, FIVE),
        ("criss-cross", "down", {"low_ace": "never"}, FIVE_ACE_HIGH),
        ("stud-235", "five", {}, FIVE),
        ("stud-235", "three", {}, THREE_ACE_HIGH),
        ("stud-235", "three", {"low_ace": "all"}, THREE),
        ("stud-235", "two", {}, TWO_ACE_HIGH),
        ("stud-235", "two", {"low_ace": "all"}, TWO),
        ("holdem-bonus", "player", {}, SEVEN),
    ],
)
def test_known_counts(
    game: str, hand: str, readings: dict[str, str], expected: dict[str, int]
) -> None:
    assert by_name(rules_of(game, **readings), hand) == expected


@pytest.mark.parametrize(("count", "distinct"), [(5, 7_462), (7, 4_824)])
def test_distinct_strengths(count: int, distinct: int) -> None:
    assert len(strength_counts(ranking(count, low_ace=True), DECK)) == distinct


@pytest.mark.parametrize("low_ace", [True, False])
@pytest.mark.parametrize(
    ("count", "ranks"),
    [(2, "23KA"), (3, "23QKA"), (5, "2345A"), (5, "89TJQKA"), (7, "2345A"), (7, "TJQKA")],
)
def test_every_hand_of_a_small_deck(count: int, ranks: str, low_ace: bool) -> None:
    ranked, deck = ranking(count, low_ace=low_ace), deck_of_ranks(ranks)
    assert strength_counts(ranked, deck) == Counter(map(ranked.strength, combinations(deck, count)))


@given(
    st.sets(st.sampled_from(RANKS), min_size=2),
    st.sampled_from([2, 3, 5]),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_every_hand_is_counted_once(
    ranks: set[str],
    count: int,
    low_ace: bool,
    chance: Random,
) -> None:
    ranked, deck = ranking(count, low_ace=low_ace), deck_of_ranks("".join(sorted(ranks)))
    result = strength_counts(ranked, deck)
    assert sum(result.values()) == comb(len(deck), count)
    assert min(result.values()) > 0
    shuffled = list(deck)
    chance.shuffle(shuffled)
    assert strength_counts(ranked, tuple(shuffled)) == result


@pytest.mark.parametrize(
    ("count", "size"), [(3, 2), (4, 2), (4, 3), (5, 3), (5, 4), (6, 4), (6, 5)]
)
def test_counts_of_the_best_of_more_cards_equal_enumeration(count: int, size: int) -> None:
    """Three of a kind beats a three-card flush, so suits alone do not decide."""
    ranked, deck = ranking(count, size=size), deck_of_ranks("TJQKA")
    one_by_one = Counter(ranked.strength(some) for some in combinations(deck, count))
    assert strength_counts(ranked, deck) == one_by_one


def test_counts_with_another_ranking_equal_enumeration() -> None:
    kinds = (*KINDS[5][:4], "flush", "straight", *KINDS[5][6:])
    ranked, deck = ranking(6, order=Order(5, kinds=kinds)), deck_of_ranks("9TJQKA")
    one_by_one = Counter(ranked.strength(some) for some in combinations(deck, 6))
    assert strength_counts(ranked, deck) == one_by_one


def test_the_best_of_too_many_cards_is_refused() -> None:
    with pytest.raises(Refused, match="the best 3 of up to 6 cards, not of 7"):
        strength_counts(ranking(7, size=3), DECK)


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        (DECK[:-1], "whole ranks"),
        (DECK[1:], "whole ranks"),
        ((*DECK, DECK[0]), "whole ranks"),
        (cards("Ac Kc Qc Jc Tc"), "whole ranks"),
        ((), "whole ranks"),
        (deck_of_ranks("A"), "a deck of 4 cards has no hands of 5"),
    ],
)
def test_a_deck_that_cannot_be_counted(deck: tuple[Card, ...], sentence: str) -> None:
    rules = rules_of("run-em-twice")
    with pytest.raises(Refused, match=sentence):
        by_name(rules, "board", deck)


# The better of several hands


@pytest.mark.parametrize(("reading", "hand"), [("first-run", "first_run"), ("community", "board")])
def test_the_better_of_one_hand_is_that_hand(reading: str, hand: str) -> None:
    rules = rules_of("run-em-twice", progressive_hand=reading, low_ace="never")
    assert by_name(rules, "progressive") == by_name(rules, hand) == FIVE_ACE_HIGH


def better_by_name(rules: Rules, deck: tuple[Card, ...]) -> dict[str, Fraction]:
    """Return the distribution of the better line's name, over every cross of a deck.

    Only starting hands of one name are treated as equal."""
    ranked = hand_rankings(rules)["better"]
    starts: dict[str, list[tuple[Card, ...]]] = {}
    for two in combinations(deck, 2):
        starts.setdefault(starting_hand_class(*two), []).append(two)
    result: Counter[int] = Counter()
    for hole, *alike in starts.values():
        counts_: Counter[int] = Counter()
        for center in set(deck).difference(hole):
            outer = combinations(set(deck).difference(hole, (center,)), 2)
            lines = [(1 << a | 1 << b, ranked.strength((*hole, center, a, b))) for a, b in outer]
            for (combination, strength), (other, second) in combinations(lines, 2):
                if not combination & other:
                    counts_[max(strength, second)] += 1
        for strength, n in counts_.items():
            result[strength] += n * (1 + len(alike))
    names: Counter[str] = Counter()
    for strength, n in result.items():
        names[ranked.name(strength)] += n
    return {name: Fraction(n, names.total()) for name, n in names.items()}


@pytest.mark.parametrize(
    ("game", "ranks", "low_ace"),
    [
        ("run-em-twice", "QKA", "straight"),
        ("run-em-twice", "TJQKA", "straight"),
        ("criss-cross", "2JA", "never"),
    ],
)
def test_the_better_of_two_lines(game: str, ranks: str, low_ace: str) -> None:
    rules, deck = rules_of(game, low_ace=low_ace), deck_of_ranks(ranks)
    counts = by_name(rules, "better", deck)
    deals = sum(counts.values())
    assert {name: Fraction(n, deals) for name, n in counts.items() if n} == better_by_name(
        rules, deck
    )


@pytest.mark.parametrize("modulus", [2, 3, 7])
def test_the_better_of_two_lines_by_any_line(modulus: int) -> None:
    """The caller names the lines, and a name may occur again further up."""
    rules, deck = rules_of("criss-cross"), deck_of_ranks("QKA")
    expected: Counter[Odds] = Counter()
    for strength, n in count_by_line(rules, "better", lambda s: s, deck).items():
        expected[-(strength // 16 % modulus)] += n
    assert count_by_line(rules, "better", lambda s: -(s // 16 % modulus), deck) == expected


# Holdings of two cards


@pytest.mark.parametrize(
    ("game", "wager", "letter"),
    [("run-em-twice", "ultimate_pairs", letter) for letter in "ABCDE"]
    + [("holdem-bonus", "bonus", letter) for letter in "AB"],
)
def test_holdings_of_a_small_deck(game: str, wager: str, letter: str) -> None:
    check_holdings(resolve(GAMES[game], {"wagers": {wager: {"paytable": letter}}}), wager)


AGAINST_DEALER = cards_table("""
    ace of hearts and ace of clubs against ace-king suited    90 to 1
    pair of kings against a pair of kings                     80 to 1
    ace-king suited against a pair                            30 to 1
    pair of 10s or better against a pair of queens or better  20 to 1
    a pair against ace of spades and king of hearts            9 to 1
    pair of kings                                              2 to 1
""")


def test_holdings_against_any_cards_of_the_dealer() -> None:
    rules = resolve(GAMES["holdem-bonus"])
    bonus = replace(rules.sides[0], pays=HoleCards(AGAINST_DEALER, against="dealer"))
    check_holdings(replace(rules, sides=(bonus,)), "bonus")


def check_holdings(rules: Rules, wager: str) -> None:
    """Compare the counts of a two-card wager with a plain enumeration of a small deck."""
    deck, evaluate = deck_of_ranks("TJQKA"), compile_evaluators(rules)[wager]
    (pays,) = (side.pays for side in rules.sides if side.key == wager)
    assert isinstance(pays, HoleCards)
    result = count_holdings_by_line(rules, pays, lambda hands: evaluate(hands).odds, deck)

    where = positions(rules.places, rules.hole)
    hand_cards = [deck[0]] * (where["hole"][-1] + 1)
    expected: Counter[Odds] = Counter()
    for own in combinations(deck, 2):
        for other in combinations([c for c in deck if c not in own], 2):
            for name, two in ((pays.against, other), ("hole", own)):
                for at, c in zip(where[name] if name else (), two, strict=bool(name)):
                    hand_cards[at] = c
            expected[evaluate(Hands(hand_readers(rules), tuple(hand_cards))).odds] += 1
    deals, all_deals = result.total(), expected.total()
    assert deals == (all_deals if pays.against else comb(20, 2))
    assert {odds: Fraction(n, deals) for odds, n in result.items()} == {
        odds: Fraction(n, all_deals) for odds, n in expected.items()
    }
