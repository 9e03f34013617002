# ruff: noqa: N802 - a test is called by its clause
"""Run 'Em Twice: antes, runs, Center, folds, the bonus on the board, Ultimate Pairs, the limit."""

import pytest

from .crosses import BONUS_PAYS, BYSTANDER, LINE_PAYS
from .round_lines import at, minimum, reading, ret, wagers


@pytest.mark.parametrize(("board", "hole", "hand", "ante", "_", "run", "center"), LINE_PAYS)
def test_ret_12_A_and_B(
    board: str, hole: str, hand: str, ante: int, _: int, run: int, center: int
) -> None:
    """An ante wins even money; runs and Center pay by the table, Center by the better hand."""
    progress = ret(board, at(3, hole, 500, "2x 1x 3x"))
    assert progress.credit(3, "ante_1") == ante
    assert progress.credit(3, "run_1") == run
    assert progress.credit(3, "center") == center
    assert progress.wagers(3)["run_1"].endswith(", " + hand)


@pytest.mark.parametrize(("board", "hole", "hand", "ante", "_", "run", "center"), LINE_PAYS)
def test_ret_11_I_2(
    board: str, hole: str, hand: str, ante: int, _: int, run: int, center: int
) -> None:
    """The second run is the vertical line, and is paid like the first one."""
    left, right, top, bottom, middle = board.split()
    progress = ret(f"{top} {bottom} {left} {right} {middle}", at(3, hole, 500, "1x 2x 3x"))
    assert progress.credit(3, "ante_2") == ante
    assert progress.credit(3, "run_2") == run
    assert progress.credit(3, "center") == center
    assert progress.wagers(3)["run_2"].endswith(", " + hand)


def test_ret_11_I_3_a() -> None:
    """Two losing hands lose antes, runs and Center; the net loss is the total stake."""
    progress = ret("2c Td Ah 9s 4d", at(1, "Kh Qs", 500, "1x 3x 2x"))
    assert progress.wagers(1) == {
        "ante_1": "lose 500 -> 0, high card",
        "ante_2": "lose 500 -> 0, high card",
        "run_1": "lose 500 -> 0, high card",
        "run_2": "lose 1500 -> 0, high card",
        "center": "lose 1000 -> 0, high card",
    }
    assert progress.totals(1) == (4000, 0, -4000)


def test_ret_11_I_3_b() -> None:
    """A pushing first run with a losing second run makes Center push."""
    progress = ret("Kc 4d 9s 3h 2c", at(1, "Kh 9d", 500, "1x 1x 1x"))  # kings across, nines down
    assert progress.wagers(1)["center"] == "win 500 -> 1000, pair"
    progress = ret("9s 4d Kc 3h 2c", at(1, "Qh 9d", 500, "1x 1x 2x"))  # nines across, nothing down
    assert progress.wagers(1) == {
        "ante_1": "push 500 -> 500, pair",
        "ante_2": "lose 500 -> 0, high card",
        "run_1": "push 500 -> 500, pair",
        "run_2": "lose 500 -> 0, high card",
        "center": "push 1000 -> 1000, pair",
    }
    assert progress.totals(1) == (3000, 2000, -1000)


def test_ret_11_I_3_c() -> None:
    """A pushing second run with a losing first run makes Center push."""
    progress = ret("Kc 3h 6s 4d 2c", at(1, "Qh 6d", 500, "1x 1x 3x"))
    assert progress.wagers(1)["run_1"] == "lose 500 -> 0, high card"
    assert progress.wagers(1)["run_2"] == "push 500 -> 500, pair"
    assert progress.wagers(1)["center"] == "push 1500 -> 1500, pair"


def test_ret_11_I_3_d() -> None:
    """Center loses when both runs lose, even with a pair of fives."""
    progress = ret("5c 3h Ks 8d 2c", at(1, "Qh 5d", 500, "1x 1x 1x"))
    assert progress.wagers(1)["center"] == "lose 500 -> 0, pair"
    assert progress.totals(1) == (2500, 0, -2500)


def test_ret_11_I_3_better_of_two() -> None:
    """Center is paid by the better hand, whichever line it is on."""
    progress = ret("7c 7d Kc 9d Qc", at(1, "Kh Qs", 500, "1x 1x 1x"))
    assert progress.wagers(1) == {
        "ante_1": "win 500 -> 1000, two pair",
        "ante_2": "win 500 -> 1000, two pair",
        "run_1": "win 500 -> 1500, two pair",
        "run_2": "win 500 -> 1500, two pair",
        "center": "win 500 -> 1500, two pair",
    }
    progress = ret("Kc 8d Kd Ks Kh", at(1, "Qh Qs", 500, "1x 1x 1x"))
    assert progress.wagers(1)["run_1"] == "win 500 -> 1500, two pair"
    assert progress.wagers(1)["run_2"] == "win 500 -> 6500, full house"
    assert progress.wagers(1)["center"] == "win 500 -> 6500, full house"


def test_ret_6_A_low_ace() -> None:
    """By default the ace can rank below the deuce; under `never` it cannot, in any hand."""
    board, seat = "3h 4h 2s 8d 5h", at(2, "Ah 2h", 500, "1x 1x 1x", five_card_bonus=100)
    assert ret(board, seat).wagers(2)["run_1"] == "win 500 -> 50500, straight flush"
    literal = ret(board, seat, submission=reading(low_ace="never"))
    assert literal.wagers(2)["run_1"] == "win 500 -> 4500, flush"
    board = "3h 4s 8d Kh 5c"
    literal = ret(board, at(2, "Ac 2d", 500, "1x 1x 1x"), submission=reading(low_ace="never"))
    assert literal.wagers(2)["run_1"] == "lose 500 -> 0, high card"


@pytest.mark.parametrize(("board", "hand", "credit"), BONUS_PAYS)
def test_ret_12_D(board: str, hand: str, credit: int) -> None:
    """The Five Card Bonus is paid on the five community cards, even after a fold."""
    folded_result = ret(board, at(1, BYSTANDER, 500, "fold", five_card_bonus=1000))
    played_result = ret(board, at(1, BYSTANDER, 500, "1x 1x 1x", five_card_bonus=1000))
    outcome = "win" if credit else "lose"
    assert folded_result.wagers(1)["five_card_bonus"] == f"{outcome} 1000 -> {credit}, {hand}"
    assert played_result.wagers(1)["five_card_bonus"] == f"{outcome} 1000 -> {credit}, {hand}"


def test_ret_12_D_low_ace() -> None:
    """The board has no low ace under the literal reading either."""
    seat = at(1, BYSTANDER, 500, "fold", five_card_bonus=1000)
    progress = ret("Ac 2d 3h 4s 5d", seat, submission=reading(low_ace="never"))
    assert progress.wagers(1)["five_card_bonus"] == "lose 1000 -> 0, high card"
    progress = ret("Ah 2h 3h 4h 5h", seat, submission=reading(low_ace="never"))
    assert progress.wagers(1)["five_card_bonus"] == "win 1000 -> 11000, flush"


# Credits of a $1 Ultimate Pairs wager under the tables A to E.
PAIRS = {
    "Ah Ad": (3100, 3100, 10100, 5100, 2600),
    "Ad Ah": (3100, 3100, 10100, 5100, 2600),
    "Ah As": (3100, 3100, 3100, 2600, 2600),
    "Ac Ad": (3100, 3100, 3100, 2600, 2600),
    "Ac As": (3100, 3100, 3100, 2600, 2600),
    "Ac Kc": (2600, 2100, 2100, 2100, 2100),
    "Kh Ah": (2600, 2100, 2100, 2100, 2100),
    "Ad Qd": (2100, 2100, 2100, 2100, 2100),
    "Js As": (2100, 2100, 2100, 2100, 2100),
    "Ad Kh": (1600, 1100, 1100, 1100, 1100),
    "Kc Kd": (1100, 600, 500, 600, 600),
    "Qc Qd": (1100, 600, 500, 600, 600),
    "Jc Jd": (1100, 600, 500, 600, 600),
    "Qs Ah": (600, 1100, 1100, 1100, 1100),
    "Ac Jd": (600, 1100, 1100, 1100, 1100),
    "Tc Td": (400, 600, 500, 600, 600),
    "6h 6s": (400, 600, 500, 600, 600),
    "2c 2h": (400, 600, 500, 600, 600),
    "As Ts": (0, 0, 0, 0, 0),
    "Ac 2d": (0, 0, 0, 0, 0),
    "Kd Qd": (0, 0, 0, 0, 0),
    "7h 2s": (0, 0, 0, 0, 0),
}


@pytest.mark.parametrize("letter", "ABCDE")
@pytest.mark.parametrize("hole", PAIRS)
def test_ret_12_E(letter: str, hole: str) -> None:
    """Ultimate Pairs only depends on the two cards; hearts and diamonds matter in C and D."""
    credit = PAIRS[hole]["ABCDE".index(letter)]
    table = wagers(ultimate_pairs={"paytable": letter})
    seat = at(5, hole, 500, "fold", ultimate_pairs=100)
    progress = ret("3c 4d 8h 9s 5d", seat, submission=table)
    assert progress.wagers(5)["ultimate_pairs"] == f"{'win' if credit else 'lose'} 100 -> {credit}"


@pytest.mark.parametrize(
    ("clause", "decisions", "losing"),
    [
        ("11.B(2)", "fold", {"ante_1": 500, "ante_2": 500}),
        ("11.D(1)", "3x fold", {"ante_1": 500, "ante_2": 500, "run_1": 1500}),
        ("11.F(1)", "3x 2x fold", {"ante_1": 500, "ante_2": 500, "run_1": 1500, "run_2": 1000}),
    ],
)
def test_ret_11_folds(clause: str, decisions: str, losing: dict[str, int]) -> None:
    """A fold loses antes and raises so far and shows no hand for them; side wagers stay live."""
    progress = ret(
        "Ks Kd 9s 9d Kc",
        at(1, "Ah Ad", 500, decisions, five_card_bonus=100, ultimate_pairs=100, progressive=100),
    )
    assert progress.wagers(1) == {
        **{key: f"lose {stake} -> 0" for key, stake in losing.items()},
        "five_card_bonus": "win 100 -> 1600, full house",
        "ultimate_pairs": "win 100 -> 3100",
        "progressive": "win 100 -> 5000, full house",
    }


def test_ret_11_A_5() -> None:
    """A forfeit loses every wager including side wagers, and decisions may be missing."""
    progress = ret(
        "Ks Kd 9s 9d Kc",
        at(1, "Ah Ad", 500, "2x", five_card_bonus=100, progressive=100, forfeit=True),
        meters={"meter": 1_000_000},
    )
    assert progress.wagers(1) == {
        "ante_1": "lose 500 -> 0",
        "ante_2": "lose 500 -> 0",
        "run_1": "lose 1000 -> 0",
        "five_card_bonus": "lose 100 -> 0",
        "progressive": "lose 100 -> 0",
    }
    assert progress.totals(1) == (2200, 0, -2200)
    assert progress.meters == {"meter": 1_000_010}  # the wager was locked and stays in the meter


def test_ret_11_B_any_amount() -> None:
    """Under `any` a raise may be any amount from one to three antes, and is settled as made."""
    progress = ret(
        "Kc 8d 9s 3h 2c",
        at(1, "Kh 9d", 500, "700 3x 1500"),
        submission=reading(raise_amounts="any"),
    )
    assert progress.wagers(1) == {
        "ante_1": "win 500 -> 1000, pair",
        "ante_2": "push 500 -> 500, pair",
        "run_1": "win 700 -> 1400, pair",
        "run_2": "push 1500 -> 1500, pair",
        "center": "win 1500 -> 3000, pair",
    }


TWO_STRAIGHT_FLUSHES = ("6h 5h Th Jh 7h", "9h 8h")
ROYAL_AND_STRAIGHT_FLUSH = ("Ks As 8s 9s Qs", "Ts Js")


def test_ret_12_C_limit_bites() -> None:
    """First run, second run and Center are paid until $50,000 are used up; stakes are returned."""
    board, hole = TWO_STRAIGHT_FLUSHES
    progress = ret(board, at(4, hole, 12_000, "3x 3x 3x"))
    assert progress.wagers(4) == {
        "ante_1": "win 12000 -> 24000, straight flush",  # not in scope
        "ante_2": "win 12000 -> 24000, straight flush",
        "run_1": "win 36000 -> 3636000, straight flush",
        "run_2": "win 36000 -> 1436000 (of 3636000), straight flush",
        "center": "win 36000 -> 36000 (of 3636000), straight flush",
    }
    assert progress.totals(4) == (132_000, 5_156_000, 5_024_000)


def test_ret_12_C_limit_just_reached() -> None:
    """Winnings of exactly $50,000 are not limited; they are if the stake is a cent higher."""
    board, hole = "Qs Js 2d 7c Ts", "As Ks"
    progress = ret(board, at(4, hole, 2500, "2x 1x 2x"))
    assert progress.wagers(4)["run_1"] == "win 5000 -> 2505000, royal flush"
    assert progress.wagers(4)["center"] == "win 5000 -> 2505000, royal flush"
    progress = ret(board, at(4, hole, 2501, "2x 1x 2x"))
    assert progress.wagers(4)["run_1"] == "win 5002 -> 2506002, royal flush"
    assert progress.wagers(4)["center"] == "win 5002 -> 2504002 (of 2506002), royal flush"


def test_ret_12_C_2_high_minimum() -> None:
    """At a $20 minimum the limit is $66,000, the most one can win at the minimum."""
    board, hole = ROYAL_AND_STRAIGHT_FLUSH
    progress = ret(board, at(4, hole, 2000, "3x 3x 3x"), submission=minimum(2000))
    assert progress.wagers(4) == {
        "ante_1": "win 2000 -> 4000, royal flush",
        "ante_2": "win 2000 -> 4000, straight flush",
        "run_1": "win 6000 -> 3006000, royal flush",
        "run_2": "win 6000 -> 606000, straight flush",
        "center": "win 6000 -> 3006000, royal flush",
    }
    progress = ret(board, at(4, hole, 3000, "3x 3x 3x"), submission=minimum(2000))
    assert progress.wagers(4)["run_1"] == "win 9000 -> 4509000, royal flush"
    assert progress.wagers(4)["run_2"] == "win 9000 -> 909000, straight flush"
    assert progress.wagers(4)["center"] == "win 9000 -> 1209000 (of 4509000), royal flush"


def test_ret_12_C_scope() -> None:
    """Side wagers are paid in full even when the limit applies, and each seat has its own limit."""
    progress = ret(
        "Qs Js 2d 7c Ts",
        at(2, "As Ks", 30_000, "3x 1x 1x", ultimate_pairs=1_000_000),
        at(5, "9s 8s", 20_000, "3x 1x 1x"),
    )
    assert progress.wagers(2)["run_1"] == "win 90000 -> 5090000 (of 45090000), royal flush"
    assert progress.wagers(2)["center"] == "win 30000 -> 30000 (of 15030000), royal flush"
    assert progress.wagers(2)["ultimate_pairs"] == "win 1000000 -> 26000000"
    assert progress.wagers(5)["run_1"] == "win 60000 -> 5060000 (of 6060000), straight flush"
    bonus = ret("As Ks Qs Js Ts", at(5, "9c 8c", 500, "fold", five_card_bonus=1_000_000))
    assert bonus.wagers(5)["five_card_bonus"] == "win 1000000 -> 251000000, royal flush"


def test_ret_13_void() -> None:
    """A void round returns every stake, and the meter is as before the round."""
    progress = ret(
        "As Ks Qs Js Ts",
        at(1, "Ah Ad", 500, "2x 1x 3x", five_card_bonus=100, progressive=100),
        at(2, "9c 8c", 700, "fold", ultimate_pairs=300),
        meters={"meter": 1_234_567},
        void=True,
    )
    assert progress.wagers(1) == {
        "ante_1": "void 500 -> 500",
        "ante_2": "void 500 -> 500",
        "run_1": "void 1000 -> 1000",
        "run_2": "void 500 -> 500",
        "center": "void 1500 -> 1500",
        "five_card_bonus": "void 100 -> 100",
        "progressive": "void 100 -> 100",
    }
    assert progress.totals(1) == (4200, 4200, 0)
    assert progress.totals(2) == (1700, 1700, 0)
    assert progress.meters == {"meter": 1_234_567}
