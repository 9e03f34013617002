# ruff: noqa: N802 - a test is called by its clause
"""235 Stud: the Progressive, its meters, and envy among several players and boxes."""

import pytest

from .round_lines import Json, at, progressive, stud

# Hole, community, hand, and the credit for a wager of $1 and of $5.
FIXED = [
    ("Kc Kd 2h", "Kh Ks", "four of a kind", 30_000, 150_000),
    ("Kc Kd 2h", "Kh 2s", "full house", 5_000, 25_000),
    ("Kd 7d 2d", "9d 4d", "flush", 4_000, 20_000),
    ("Ac 2d 3h", "4s 5c", "straight", 3_000, 15_000),
    ("7c 7d 2h", "7s 9c", "three of a kind", 900, 4_500),
    ("3c 3d 2h", "2s 9c", "two pair", 0, 0),
    ("Ac 3d Kh", "As 9c", "pair", 0, 0),
    ("Ac Kd Qh", "2s 3c", "high card", 0, 0),
]


@pytest.mark.parametrize(
    ("letter", "hole", "community", "hand", "for_1", "for_5"),
    [(letter, *row) for letter in "ABCD" for row in FIXED if (letter, row) != ("D", FIXED[0])],
)
def test_235_12_E_fixed_prizes(
    letter: str, hole: str, community: str, hand: str, for_1: int, for_5: int
) -> None:
    """Four of a kind (D: full house) and below pay odds for one, and the stake is kept."""
    for stake, credit in ((100, for_1), (500, for_5)):
        seat = at(3, hole, 500, "check check", progressive=stake)
        progress = stud(community, seat, submission=progressive(letter, stake))
        outcome = "win" if credit else "lose"
        assert progress.wagers(3)["progressive"] == f"{outcome} {stake} -> {credit}, {hand}"


@pytest.mark.parametrize(("letter", "reset"), [("A", 1_000_000), ("B", 200_000)])
def test_235_12_E_one_meter(letter: str, reset: int) -> None:
    """Tables A and B pay the whole meter for a royal, a tenth of it for a straight flush."""
    meters_shown: Json = {"meter": 3_456_789}
    royal = at(3, "As Ks Qs", 500, "check check", progressive=100)
    progress = stud("Js Ts", royal, submission=progressive(letter), meters=meters_shown)
    assert progress.wagers(3)["progressive"] == "win 100 -> 3456799, royal flush"
    assert progress.meters == {"meter": reset}
    below = at(3, "9s Ks Qs", 500, "check check", progressive=100)
    progress = stud("Js Ts", below, submission=progressive(letter), meters=meters_shown)
    assert progress.wagers(3)["progressive"] == "win 100 -> 345679, straight flush"
    assert progress.meters == {"meter": 3_111_120}


def test_235_12_G_royal_before_straight_flush() -> None:
    """On one meter the order of seats matters: seat 6 first, then seat 1 from what is left."""
    royal, below = "As Ks Qs", "7s 8s 9s"
    progress = stud(
        "Js Ts",
        at(1, below, 500, "check check", progressive=100),
        at(6, royal, 500, "check check", progressive=100),
        meters={"meter": 2_000_000},
    )
    assert progress.wagers(6)["progressive"] == "win 100 -> 2000020, royal flush"
    assert progress.wagers(1)["progressive"] == "win 100 -> 100000, straight flush"
    assert progress.meters == {"meter": 900_000}
    progress = stud(
        "Js Ts",
        at(1, royal, 500, "check check", progressive=100),
        at(6, below, 500, "check check", progressive=100),
        meters={"meter": 2_000_000},
    )
    assert progress.wagers(6)["progressive"] == "win 100 -> 200002, straight flush"
    assert progress.wagers(1)["progressive"] == "win 100 -> 1800018, royal flush"
    assert progress.meters == {"meter": 1_000_000}


def test_235_12_G_two_straight_flushes() -> None:
    """Two straight flushes get a tenth each; the order in the input does not matter."""
    seats = [
        at(2, "6h 7h 8h", 500, "check check", progressive=500),
        at(4, "Jh Qh Kh", 500, "check check", progressive=500),
    ]
    for order in (seats, seats[::-1]):
        progress = stud(
            "9h Th",
            *order,
            submission=progressive("A", 500, meter="1/7"),
            meters={"meter": 1_000_000},
        )
        # 1,000,142 6/7 is shown; a tenth is 100,014 2/7; 900,128 6/7 is left.
        assert progress.wagers(4)["progressive"] == "win 500 -> 100014, straight flush"
        assert progress.wagers(2)["progressive"] == "win 500 -> 90012, straight flush"
        assert progress.meters == {"meter": 810_116}
        assert progress.envy() == {2: 150_000, 4: 150_000}


# Ten and jack of spades on the table, and what seats can hold with them.
COMMUNITY = "Ts Js"
ROYAL, STRAIGHT_FLUSH = "Qs Ks As", "7s 8s 9s"
JACKS, TENS, NOTHING = "Jc Jd Jh", "Tc Td Th", "2c 5d 8h"


def test_235_12_E_3_two_meters() -> None:
    """Table C: major and minor are hit in one round; four of a kind pays 300 for one."""
    progress = stud(
        COMMUNITY,
        at(1, JACKS, 500, "check check", progressive=100),
        at(3, ROYAL, 500, "check check", progressive=100),
        at(5, STRAIGHT_FLUSH, 500, "check check", progressive=100),
        submission=progressive("C", major="1/4", minor="1/10"),
        meters={"major": 4_000_000, "minor": 222_222},
    )
    assert progress.wagers(5)["progressive"] == "win 100 -> 222252, straight flush"
    assert progress.wagers(3)["progressive"] == "win 100 -> 4000075, royal flush"
    assert progress.wagers(1)["progressive"] == "win 100 -> 30000, four of a kind"
    assert progress.meters == {"major": 1_000_000, "minor": 100_000}


def test_235_12_E_4_three_meters() -> None:
    """Table D: mega, major and minor in one round; the second four of a kind gets the reset."""
    progress = stud(
        COMMUNITY,
        at(1, JACKS, 500, "check check", progressive=100),
        at(2, TENS, 500, "check check", progressive=100),
        at(3, ROYAL, 500, "check check", progressive=100),
        at(5, STRAIGHT_FLUSH, 500, "check check", progressive=100),
        at(6, NOTHING, 500, "check check"),
        submission=progressive("D", mega="1/4", major="1/10", minor="1/100"),
        meters={"mega": 4_000_000, "major": 222_222, "minor": 50_000},
    )
    assert progress.wagers(5)["progressive"] == "win 100 -> 222262, straight flush"
    assert progress.wagers(3)["progressive"] == "win 100 -> 4000100, royal flush"
    assert progress.wagers(2)["progressive"] == "win 100 -> 50004, four of a kind"
    assert progress.wagers(1)["progressive"] == "win 100 -> 25000, four of a kind"
    assert progress.meters == {"mega": 1_000_000, "major": 100_000, "minor": 25_000}
    assert progress.envy() == {1: 130_000, 2: 130_000, 3: 30_000, 5: 100_000, 6: 0}


@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize(
    ("stake", "royal", "below"), [(100, 100_000, 30_000), (500, 500_000, 150_000)]
)
def test_235_12_I_and_J(letter: str, stake: int, royal: int, below: int) -> None:
    """Envy is $1,000 and $300, for a $5 wager $5,000 and $1,500, under every table."""
    for hand, envy in ((ROYAL, royal), (STRAIGHT_FLUSH, below), (JACKS, 0)):
        progress = stud(
            COMMUNITY,
            at(1, NOTHING, 500, "check check", progressive=stake),
            at(2, hand, 500, "check check"),
            submission=progressive(letter, stake),
        )
        assert progress.envy() == {1: envy, 2: 0}


def test_235_11_D_5_e_i() -> None:
    """Players with the wager receive envy, for hands of others with or without it."""
    progress = stud(
        COMMUNITY,
        at(1, NOTHING, 500, "check check", progressive=100),
        at(2, "2d 5h 8c", 500, "check check"),
        at(3, "2h 5c 8d", 500, "raise raise", progressive=100),
        at(5, ROYAL, 500, "check check"),
    )
    assert progress.envy() == {1: 100_000, 2: 0, 3: 100_000, 5: 0}
    assert progress.totals(1) == (1600, 100_000, 98_400)


def test_235_11_D_5_e_ii() -> None:
    """Each qualifying hand pays its own sum."""
    progress = stud(
        "9s Ts",
        at(1, "2c 5d 8h", 500, "check check", progressive=100),
        at(2, "6s 7s 8s", 500, "check check", progressive=100),
        at(3, "Js Qs Ks", 500, "check check"),
    )
    assert progress.envy() == {1: 60_000, 2: 30_000, 3: 0}


def test_235_11_D_5_e_iii() -> None:
    """No player receives envy for their own hand."""
    progress = stud(COMMUNITY, at(4, ROYAL, 500, "check check", progressive=100))
    assert progress.envy() == {4: 0}
    alone = stud(
        COMMUNITY,
        at(4, ROYAL, 500, "check check", progressive=100),
        at(5, NOTHING, 500, "check check", progressive=100),
    )
    assert alone.envy() == {4: 0, 5: 100_000}


def test_235_7_F_boxes_of_one_player() -> None:
    """Two boxes of one player pay each other no envy; others pay and receive it as usual."""
    two_boxes = {"table": {"boxes_per_player": 2}}
    progress = stud(
        COMMUNITY,
        at(2, NOTHING, 500, "check check", progressive=100, player="bo"),
        at(4, ROYAL, 500, "check check", progressive=100, player="ann"),
        at(5, STRAIGHT_FLUSH, 500, "check check", progressive=100, player="ann"),
        submission=two_boxes,
    )
    assert progress.envy() == {2: 130_000, 4: 0, 5: 0}
    progress = stud(
        COMMUNITY,
        at(2, ROYAL, 500, "check check", progressive=100, player="bo"),
        at(4, NOTHING, 500, "check check", progressive=100, player="ann"),
        at(5, "2d 5h 8c", 500, "check check", progressive=100, player="ann"),
        submission=two_boxes,
    )
    assert progress.envy() == {2: 0, 4: 100_000, 5: 100_000}


def test_235_7_F_a_name_that_is_a_number() -> None:
    """A player called 4 is not the unnamed player in seat 4."""
    for boxes in ({}, {"table": {"boxes_per_player": 2}}):
        progress = stud(
            COMMUNITY,
            at(4, ROYAL, 500, "check check", progressive=100),
            at(5, NOTHING, 500, "check check", progressive=100, player="4"),
            submission=boxes,
        )
        assert progress.envy() == {4: 0, 5: 100_000}


def test_235_7_F_two_boxes_of_a_name_that_is_a_number() -> None:
    progress = stud(
        COMMUNITY,
        at(4, ROYAL, 500, "check check", progressive=100, player="4"),
        at(5, NOTHING, 500, "check check", progressive=100, player="4"),
        at(6, "2d 5h 8c", 500, "check check", progressive=100),
        submission={"table": {"boxes_per_player": 2}},
    )
    assert progress.envy() == {4: 0, 5: 0, 6: 100_000}


def test_235_7_F_a_name_that_is_the_number_of_a_seat_far_away() -> None:
    """It is not a box of that seat's player, so nothing has to be adjacent."""
    progress = stud(
        COMMUNITY,
        at(1, ROYAL, 500, "check check", progressive=100),
        at(5, NOTHING, 500, "check check", progressive=100, player="1"),
    )
    assert progress.envy() == {1: 0, 5: 100_000}
