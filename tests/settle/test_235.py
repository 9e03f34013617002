# ruff: noqa: N802 - a test is called by its clause
"""235 Stud: two, three and five cards, raises, Win'em All, the limit."""

import pytest

from .round_lines import at, minimum, reading, stud

# The first two cards and whether they win; reading the five cards is the default.
TWO = [
    ("Kc Kd", "pair", 1000),
    ("2c 2s", "pair", 1000),
    ("Kh 7h", "flush", 1000),
    ("Ah 2h", "flush", 1000),  # no straight without a low ace
    ("9c 8d", "straight", 1000),
    ("8d 9c", "straight", 1000),
    ("Ac Kd", "straight", 1000),
    ("9h 8h", "straight", 1000),  # suited neighbors
    ("2c 3d", "straight", 1000),
    ("Ac 2d", "high card", 0),
    ("Kc Jd", "high card", 0),
    ("9c 2d", "high card", 0),
]


@pytest.mark.parametrize(("two", "hand", "credit"), TWO)
def test_235_12_A(two: str, hand: str, credit: int) -> None:
    """A pair, a flush or a straight of the first two cards pays 1 to 1."""
    progress = stud("5s Ts", at(1, two + " 6c", 500, "check check"))
    assert (
        progress.wagers(1)["two_card"] == f"{'win' if credit else 'lose'} 500 -> {credit}, {hand}"
    )


# The three cards and the credit for $5.
THREE = [
    ("As Ks Qs", "mini royal", 25_500),
    ("Qs As Ks", "mini royal", 25_500),
    ("Kd Qd Jd", "straight flush", 10_500),
    ("2h 3h 4h", "straight flush", 10_500),
    ("7c 7d 7h", "three of a kind", 5_500),
    ("9c 8d 7h", "straight", 3_000),
    ("Ac Kd Qh", "straight", 3_000),
    ("Kh 7h 2h", "flush", 2_000),
    ("Ah 2h 3h", "flush", 2_000),
    ("7c 2d 7h", "pair", 1_000),
    ("2c 2d Ah", "pair", 1_000),
    ("Ac 2d 3h", "high card", 0),
    ("Kc Ad 2h", "high card", 0),
    ("Kc Jd 9h", "high card", 0),
]


@pytest.mark.parametrize(("three", "hand", "credit"), THREE)
def test_235_12_B(three: str, hand: str, credit: int) -> None:
    """The three cards are paid by their own table, and the raise on them at the same odds."""
    words = f"{'win' if credit else 'lose'} 500 -> {credit}, {hand}"
    raised_result = stud("5s Ts", at(1, three, 500, "raise check"))
    assert raised_result.wagers(1)["three_card"] == words
    assert raised_result.wagers(1)["raise_three"] == words
    checked_result = stud("5s Ts", at(1, three, 500, "check check"))
    assert checked_result.wagers(1)["three_card"] == words
    assert list(checked_result.wagers(1)) == ["two_card", "three_card", "five_card"]


# Hole, community, and the credit for $5.
FIVE = [
    ("As Ks Qs", "Js Ts", "royal flush", 250_500),
    ("9h Kh Jh", "Qh Th", "straight flush", 125_500),
    ("Ah 3h 5h", "2h 4h", "straight flush", 125_500),
    ("Kc Kd 2h", "Kh Ks", "four of a kind", 50_500),
    ("Kc Kd 2h", "Kh 2s", "full house", 13_000),
    ("Kd 7d 2d", "9d 4d", "flush", 10_500),
    ("9c 8d 7h", "6s 5c", "straight", 8_000),
    ("Ac Kd Qh", "Js Tc", "straight", 8_000),
    ("Ac 2d 3h", "4s 5c", "straight", 8_000),
    ("7c 7d 2h", "7s 9c", "three of a kind", 4_000),
    ("3c 3d 2h", "2s 9c", "two pair", 2_000),
    ("Ac 3d Kh", "As 9c", "pair", 1_000),
    ("Kc 3d 8h", "Ks 9c", "pair", 1_000),
    ("Qc 3d 8h", "Qs 9c", "pair", 1_000),
    ("Jc 3d 8h", "Js 9c", "pair", 1_000),
    ("Tc 3d 8h", "Ts 9c", "pair", 1_000),
    ("9c 3d 8h", "9s Ac", "pair", 0),
    ("2c 3d 8h", "2s Ac", "pair", 0),
    ("Ac Kd Qh", "2s 3c", "high card", 0),
]


@pytest.mark.parametrize(("hole", "community", "hand", "credit"), FIVE)
def test_235_12_C(hole: str, community: str, hand: str, credit: int) -> None:
    """All five cards are paid by the third table, and the raise on them at the same odds."""
    words = f"{'win' if credit else 'lose'} 500 -> {credit}, {hand}"
    progress = stud(community, at(1, hole, 500, "check raise"))
    assert progress.wagers(1)["five_card"] == words
    assert progress.wagers(1)["raise_five"] == words
    assert "raise_three" not in progress.wagers(1)


def test_235_6_B_low_ace() -> None:
    """Under `all`, A-2 and A-2-3 are straights too; five cards have the low ace in either case."""
    every = reading(low_ace="all")
    progress = stud("9s Jc", at(1, "Ac 2d 3h", 500, "check check"), submission=every)
    assert progress.wagers(1)["two_card"] == "win 500 -> 1000, straight"
    assert progress.wagers(1)["three_card"] == "win 500 -> 3000, straight"
    progress = stud("9s Jc", at(1, "3h 2h Ah", 500, "check check"), submission=every)
    assert progress.wagers(1)["two_card"] == "win 500 -> 1000, straight"
    assert progress.wagers(1)["three_card"] == "win 500 -> 10500, straight flush"
    progress = stud("9s Jc", at(1, "Ac Kd 2h", 500, "check check"), submission=every)
    assert progress.wagers(1)["three_card"] == "lose 500 -> 0, high card"
    progress = stud("9s Jc", at(1, "As Ks Qs", 500, "check check"), submission=every)
    assert progress.wagers(1)["three_card"] == "win 500 -> 25500, mini royal"
    for choice in ("all", "five-card"):
        submission = reading(low_ace=choice)
        progress = stud("4s 5c", at(1, "Ac 2d 3h", 500, "check check"), submission=submission)
        assert progress.wagers(1)["five_card"] == "win 500 -> 8000, straight"


def test_235_11_B_order_of_the_cards() -> None:
    """The two-card wager reads the first two cards dealt, never the third."""
    progress = stud("9s Jc", at(1, "7c 7d 2h", 500, "check check"))
    assert progress.wagers(1)["two_card"] == "win 500 -> 1000, pair"
    progress = stud("9s Jc", at(1, "7c 2h 7d", 500, "check check"))
    assert progress.wagers(1)["two_card"] == "lose 500 -> 0, high card"
    assert progress.wagers(1)["three_card"] == "win 500 -> 1000, pair"


def test_235_11_B_raises() -> None:
    """Each raise equals its wager, and wins or loses with its own hand."""
    progress = stud("Ks Jc", at(1, "7c 7d 2h", 600, "raise raise"))
    assert progress.wagers(1) == {
        "two_card": "win 600 -> 1200, pair",
        "three_card": "win 600 -> 1200, pair",
        "five_card": "lose 600 -> 0, pair",
        "raise_three": "win 600 -> 1200, pair",
        "raise_five": "lose 600 -> 0, pair",
    }
    assert progress.totals(1) == (3000, 3600, 600)


@pytest.mark.parametrize(
    ("hole", "community", "words"),
    [
        ("Tc Td 2h", "9s Jc", "win 100 -> 1300"),
        ("As Ks Qs", "Js Ts", "win 100 -> 1300"),
        ("9c 8d 8h", "9s 2c", "win 100 -> 1300"),
        ("9c 2d 9h", "9s 2c", "lose 100 -> 0"),  # the first two lose
        ("9c 8d 2h", "9s 9d", "lose 100 -> 0"),  # the three lose
        ("9c 9d 2h", "Ks Jc", "lose 100 -> 0"),  # the five lose: nines are too low
        ("Kc Jd 2h", "9s 3c", "lose 100 -> 0"),
    ],
)
def test_235_12_D(hole: str, community: str, words: str) -> None:
    """Win'em All wins 12 to 1 if the two, the three and the five cards all win."""
    progress = stud(community, at(1, hole, 500, "check check", win_em_all=100))
    assert progress.wagers(1)["win_em_all"] == words


ROYAL = ("Js Ts", "As Ks Qs")


def test_235_12_K_limit_bites() -> None:
    """Two, three, five, raise on three, raise on five and Win'em All are paid up to $50,000."""
    community, hole = ROYAL
    progress = stud(community, at(1, hole, 5000, "raise raise", win_em_all=1000, progressive=100))
    assert progress.wagers(1) == {
        "two_card": "win 5000 -> 10000, straight",
        "three_card": "win 5000 -> 255000, mini royal",
        "five_card": "win 5000 -> 2505000, royal flush",
        "raise_three": "win 5000 -> 255000, mini royal",
        "raise_five": "win 5000 -> 2000000 (of 2505000), royal flush",
        "win_em_all": "win 1000 -> 1000 (of 13000)",
        "progressive": "win 100 -> 1000010, royal flush",
    }


def test_235_12_K_order() -> None:
    """The five-card wager comes before the raise on three."""
    community, hole = ROYAL
    progress = stud(community, at(1, hole, 10_000, "raise check"))
    assert progress.wagers(1) == {
        "two_card": "win 10000 -> 20000, straight",
        "three_card": "win 10000 -> 510000, mini royal",
        "five_card": "win 10000 -> 4500000 (of 5010000), royal flush",
        "raise_three": "win 10000 -> 10000 (of 510000), mini royal",
    }


def test_235_12_K_2_high_minimum() -> None:
    """At a $50 minimum, 1,101 minimums are the limit, and twelve of Win'em All."""
    community, hole = ROYAL
    submission = minimum(5000)
    progress = stud(
        community, at(1, hole, 5000, "raise raise", win_em_all=1000), submission=submission
    )
    assert progress.wagers(1)["raise_five"] == "win 5000 -> 2505000, royal flush"
    assert progress.wagers(1)["win_em_all"] == "win 1000 -> 2200 (of 13000)"
    assert progress.totals(1) == (26_000, 5_532_200, 5_506_200)


def test_235_13_void() -> None:
    """A void round returns every wager."""
    progress = stud(
        "Js Ts",
        at(1, "As Ks Qs", 500, "raise", win_em_all=100, progressive=100),
        meters={"meter": 1_234_567},
        void=True,
    )
    assert progress.wagers(1) == {
        "two_card": "void 500 -> 500",
        "three_card": "void 500 -> 500",
        "five_card": "void 500 -> 500",
        "raise_three": "void 500 -> 500",
        "win_em_all": "void 100 -> 100",
        "progressive": "void 100 -> 100",
    }
    assert progress.totals(1) == (2200, 2200, 0)
    assert progress.meters == {"meter": 1_234_567}
