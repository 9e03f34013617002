# ruff: noqa: N802 - a test is called by its clause
"""Run 'Em Twice: the Progressive, its meters, and envy."""

import pytest

from .round_lines import Json, at, progressive, reading, ret

# Board, hole, hand of the first run, and the credit for a wager of $1 and of $5.
FIXED = [
    ("Kh Ks 7d 9h 2c", "Kc Kd", "four of a kind", 30_000, 150_000),
    ("Qh 4s 7d 9h 4c", "Qc Qd", "full house", 5_000, 25_000),
    ("7d 4d 8c Kh 2d", "Ad Td", "flush", 4_000, 20_000),
    ("7h 6s 2d Kh 5c", "9c 8d", "straight", 3_000, 15_000),
    ("Jh 4s 7d 9h 2c", "Jc Jd", "three of a kind", 900, 4_500),
    ("2h 2s 7d 9h Kc", "3c 3d", "two pair", 0, 0),
    ("Ah 8s 7d 9h 2c", "Ac 4d", "pair", 0, 0),
    ("Ah 8s 7d 9h 2c", "Kc 4d", "high card", 0, 0),
]


@pytest.mark.parametrize(
    ("letter", "board", "hole", "hand", "for_1", "for_5"),
    [(letter, *row) for letter in "ABCD" for row in FIXED if (letter, row) != ("D", FIXED[0])],
)
def test_ret_12_F_fixed_prizes(
    letter: str, board: str, hole: str, hand: str, for_1: int, for_5: int
) -> None:
    """Four of a kind and below pay odds for one, and the stake is kept.

    Table D pays four of a kind from a meter."""
    for stake, credit in ((100, for_1), (500, for_5)):
        seat = at(3, hole, 500, "fold", progressive=stake)
        progress = ret(board, seat, submission=progressive(letter, stake))
        outcome = "win" if credit else "lose"
        assert progress.wagers(3)["progressive"] == f"{outcome} {stake} -> {credit}, {hand}"


@pytest.mark.parametrize("letter", "AB")
def test_ret_12_F_1_and_2_a(letter: str) -> None:
    """A royal takes the whole meter with its own contribution; the meter is reset."""
    seat = at(3, "As Ks", 500, "1x 1x 1x", progressive=100)
    progress = ret(
        "Qs Js 2d 7c Ts", seat, submission=progressive(letter), meters={"meter": 7_654_321}
    )
    assert progress.wagers(3)["progressive"] == "win 100 -> 7654331, royal flush"
    assert progress.meters == {"meter": {"A": 1_000_000, "B": 200_000}[letter]}


@pytest.mark.parametrize("letter", "AB")
def test_ret_12_F_1_and_2_b(letter: str) -> None:
    """A straight flush takes a tenth of the meter in whole cents; the rest stays."""
    seat = at(3, "9h 8h", 500, "fold", progressive=100)
    progress = ret(
        "7h 6h 2d Kc 5h", seat, submission=progressive(letter), meters={"meter": 7_654_321}
    )
    assert progress.wagers(3)["progressive"] == "win 100 -> 765433, straight flush"
    assert progress.meters == {"meter": 6_888_898}


def test_ret_12_F_6_start() -> None:
    """A meter that is not given is at its start, pays from there, and is not printed."""
    seat = at(3, "As Ks", 500, "1x 1x 1x", progressive=100)
    progress = ret("Qs Js 2d 7c Ts", seat)
    assert progress.wagers(3)["progressive"] == "win 100 -> 1000010, royal flush"
    assert progress.meters == {}
    meters: Json = {"meter": {"start": 3_000_000, "reset": 2_000_000, "rate": "1/4"}}
    submission: Json = {"wagers": {"progressive": {"meters": meters}}}
    progress = ret("Qs Js 2d 7c Ts", seat, submission=submission)
    assert progress.wagers(3)["progressive"] == "win 100 -> 3000025, royal flush"


def test_ret_12_F_3_major_and_minor() -> None:
    """Table C: the royal takes the major and a straight flush the minor, in one round."""
    progress = ret(
        "Ts Js 2d 7c Qs",
        at(1, "As Ks", 500, "1x 1x 1x", progressive=100),
        at(6, "9s 8s", 500, "1x 1x 1x", progressive=100),
        at(4, "5c 5d", 500, "1x 1x 1x", progressive=100),
        submission=progressive("C", major="1/10", minor="1/20"),
        meters={"major": 2_500_000, "minor": 150_000},
    )
    assert progress.wagers(1)["progressive"] == "win 100 -> 2500030, royal flush"
    assert progress.wagers(6)["progressive"] == "win 100 -> 150015, straight flush"
    assert progress.wagers(4)["progressive"] == "lose 100 -> 0, pair"
    assert progress.meters == {"major": 1_000_000, "minor": 100_000}
    assert progress.envy() == {1: 30_000, 6: 100_000, 4: 130_000}


def test_ret_12_F_4_mega_and_major() -> None:
    """Table D: the royal takes the mega, a straight flush the major; the minor only grows."""
    progress = ret(
        "Ts Js 2d 7c Qs",
        at(1, "As Ks", 500, "1x 1x 1x", progressive=500),
        at(6, "9s 8s", 500, "1x 1x 1x", progressive=500),
        submission=progressive("D", 500, mega="1/10", major="1/20", minor="1/100"),
        meters={"mega": 2_500_000, "major": 150_000, "minor": 30_000},
    )
    assert progress.wagers(1)["progressive"] == "win 500 -> 2500100, royal flush"
    assert progress.wagers(6)["progressive"] == "win 500 -> 150050, straight flush"
    assert progress.meters == {"mega": 1_000_000, "major": 100_000, "minor": 30_010}
    assert progress.envy() == {1: 150_000, 6: 500_000}


def test_ret_12_F_4_c() -> None:
    """Table D: four of a kind takes the minor; with two in a round, the second takes the reset."""
    progress = ret(
        "Kh Ks 7d 9h Kc",
        at(2, "Kd 3d", 500, "1x 1x 1x", progressive=100),
        submission=progressive("D", minor="1/3"),
        meters={"minor": 40_000},
    )
    assert progress.wagers(2)["progressive"] == "win 100 -> 40033, four of a kind"
    assert progress.meters == {"minor": 25_000}  # and a third of a cent
    progress = ret(
        "Kh Ks Kc Kd 9h",
        at(2, "2d 3d", 500, "fold", progressive=100),
        at(3, "4d 5d", 500, "fold", progressive=100),
        submission=progressive("D", minor="1/3") | reading(progressive_hand="community"),
        meters={"minor": 40_000},
    )
    assert progress.wagers(3)["progressive"] == "win 100 -> 40066, four of a kind"
    assert progress.wagers(2)["progressive"] == "win 100 -> 25000, four of a kind"


def test_ret_12_F_6_v_two_straight_flushes() -> None:
    """Each takes a tenth of one meter: seat 6 is paid first, seat 2 from what is left."""
    low, high = "5h 6h", "Th Jh"
    for first, second in ((high, low), (low, high)):
        progress = ret(
            "7h 8h 2d Kc 9h",
            at(2, second, 500, "1x 1x 1x", progressive=100),
            at(6, first, 500, "fold", progressive=100),
            meters={"meter": 1_000_000},
        )
        assert progress.wagers(6)["progressive"] == "win 100 -> 100002, straight flush"
        assert progress.wagers(2)["progressive"] == "win 100 -> 90001, straight flush"
        assert progress.meters == {"meter": 810_017}
        assert progress.envy() == {2: 30_000, 6: 30_000}


def test_ret_12_F_6_v_two_royals() -> None:
    """With two winners of a whole meter, the second takes the reset; fractions stay in it."""
    progress = ret(
        "As Ks Qs Js Ts",
        at(3, "2c 7d", 500, "fold", progressive=100),
        at(5, "3c 8d", 500, "fold", progressive=100),
        submission=progressive("A", meter="1/3") | reading(progressive_hand="community"),
        meters={"meter": 2_000_000},
    )
    assert progress.wagers(5)["progressive"] == "win 100 -> 2000066, royal flush"
    assert progress.wagers(3)["progressive"] == "win 100 -> 1000000, royal flush"
    assert progress.meters == {"meter": 1_000_000}
    assert progress.envy() == {3: 100_000, 5: 100_000}


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        ("", "win 100 -> 3000, straight"),
        ("first-run", "win 100 -> 3000, straight"),
        ("best-of-runs", "win 100 -> 4000, flush"),
        ("community", "lose 100 -> 0, high card"),
    ],
)
def test_ret_12_F_5_progressive_hand(choice: str, sentence: str) -> None:
    """It is the horizontal hand by default, or the better run, or the board."""
    seat = at(1, "Jd Td", 500, "1x 1x 1x", progressive=100)
    submission = reading(progressive_hand=choice) if choice else {}
    result = ret("8h 9s 4d 2d 7d", seat, submission=submission)
    assert result.wagers(1)["progressive"] == sentence


# Envy: seat 5 has a straight flush on the first run, seat 1 has a progressive wager.
BOARD, HOLDS, LOOKS_ON = "7h 8h 2d Kc 9h", "Th Jh", "4c 4d"


def test_ret_12_H_and_I() -> None:
    """Envy depends on the wager of the receiving player: $300, or $1,500 for $5."""
    for stake, envy in ((100, 30_000), (500, 150_000)):
        progress = ret(
            BOARD,
            at(1, LOOKS_ON, 500, "fold", progressive=stake),
            at(5, HOLDS, 500, "1x 1x 1x"),  # without a wager of their own
            submission=progressive("B", stake),
        )
        assert progress.envy() == {1: envy, 5: 0}
        assert progress.totals(1) == (1000 + stake, envy, envy - 1000 - stake)


def test_ret_12_G_needs_the_wager() -> None:
    """There is no envy without a progressive wager, whatever other side wagers there are."""
    progress = ret(
        BOARD,
        at(1, LOOKS_ON, 500, "1x 1x 1x", five_card_bonus=100, ultimate_pairs=100),
        at(5, HOLDS, 500, "1x 1x 1x", progressive=100),
    )
    assert progress.envy() == {1: 0, 5: 0}


@pytest.mark.parametrize("decisions", ["fold", "1x fold", "1x 2x fold"])
def test_ret_11_B_3_folded_hand(decisions: str) -> None:
    """A folded hand pays envy only while a side wager keeps it on the table."""
    looking = at(1, LOOKS_ON, 500, "fold", progressive=100)
    absent_result = ret(BOARD, looking, at(5, HOLDS, 500, decisions))
    assert absent_result.envy() == {1: 0, 5: 0}
    for holding in (
        at(5, HOLDS, 500, decisions, five_card_bonus=100),
        at(5, HOLDS, 500, decisions, ultimate_pairs=100),
        at(5, HOLDS, 500, decisions, progressive=100),
    ):
        assert ret(BOARD, looking, holding).envy() == {1: 30_000, 5: 0}


def test_ret_11_A_5_forfeited_hand() -> None:
    """A forfeited hand neither pays nor receives envy."""
    looking = at(1, LOOKS_ON, 500, "fold", progressive=100)
    holding = at(5, HOLDS, 500, "1x 1x 1x", progressive=100, forfeit=True)
    assert ret(BOARD, looking, holding).envy() == {1: 0, 5: 0}
    looking = at(1, LOOKS_ON, 500, "fold", progressive=100, forfeit=True)
    holding = at(5, HOLDS, 500, "1x 1x 1x", progressive=100)
    assert ret(BOARD, looking, holding).envy() == {1: 0, 5: 0}


def test_ret_12_G_not_the_second_run() -> None:
    """By default, a straight flush on the second run is neither a progressive nor an envy hand."""
    progress = ret(
        "2d Kc 7h 8h 9h",
        at(1, LOOKS_ON, 500, "fold", progressive=100),
        at(5, HOLDS, 500, "1x 1x 1x", progressive=100),
    )
    assert progress.envy() == {1: 0, 5: 0}
    assert progress.wagers(5)["progressive"] == "lose 100 -> 0, high card"
