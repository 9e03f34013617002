# ruff: noqa: N802 - a test is called by its clause
"""Criss Cross: antes, lines, Middle, folds, the bonus on the board, the limit."""

import pytest

from .crosses import BONUS_PAYS, BYSTANDER, LINE_PAYS
from .round_lines import at, ccp, minimum, reading


@pytest.mark.parametrize(("board", "hole", "hand", "even", "table", "line", "middle"), LINE_PAYS)
def test_ccp_12_A(
    board: str, hole: str, hand: str, even: int, table: int, line: int, middle: int
) -> None:
    """Lines and Middle pay by the table.

    Antes pay 1 to 1, or by the table under the literal reading."""
    seat = at(6, hole, 500, "2x 1x 3x")
    for ante, progress in (
        (even, ccp(board, seat)),
        (table, ccp(board, seat, submission=reading(ante_pays="table"))),
    ):
        assert progress.credit(6, "ante_across") == ante
        assert progress.credit(6, "across") == line
        assert progress.credit(6, "middle") == middle
        assert progress.wagers(6)["across"].endswith(", " + hand)


@pytest.mark.parametrize(("board", "hole", "hand", "even", "table", "line", "middle"), LINE_PAYS)
def test_ccp_11_I_2(
    board: str, hole: str, hand: str, even: int, table: int, line: int, middle: int
) -> None:
    """Down is the vertical line, and is paid like Across."""
    left, right, top, bottom, center = board.split()
    rotated_round = f"{top} {bottom} {left} {right} {center}"
    seat = at(6, hole, 500, "1x 2x 3x")
    for ante, progress in (
        (even, ccp(rotated_round, seat)),
        (table, ccp(rotated_round, seat, submission=reading(ante_pays="table"))),
    ):
        assert progress.credit(6, "ante_down") == ante
        assert progress.credit(6, "down") == line
        assert progress.credit(6, "middle") == middle
        assert progress.wagers(6)["down"].endswith(", " + hand)


def test_ccp_11_I_the_contract_example() -> None:
    """Kings on both lines and nothing on the board."""
    progress = ccp("2c Td Ah 9s Kd", at(1, "Kh Qs", 500, "1x 3x 1x", five_card_bonus=100))
    assert progress.wagers(1) == {
        "ante_across": "win 500 -> 1000, pair",
        "ante_down": "win 500 -> 1000, pair",
        "across": "win 500 -> 1000, pair",
        "down": "win 1500 -> 3000, pair",
        "middle": "win 500 -> 1000, pair",
        "five_card_bonus": "lose 100 -> 0, high card",
    }
    assert progress.totals(1) == (3600, 7000, 3400)


def test_ccp_11_I_3_b() -> None:
    """Across pushes and Down loses: Middle pushes."""
    progress = ccp("8s 4d Kc 3h 2c", at(1, "Qh 8d", 500, "1x 1x 2x"))
    assert progress.wagers(1) == {
        "ante_across": "push 500 -> 500, pair",
        "ante_down": "lose 500 -> 0, high card",
        "across": "push 500 -> 500, pair",
        "down": "lose 500 -> 0, high card",
        "middle": "push 1000 -> 1000, pair",
    }


def test_ccp_11_I_3_c() -> None:
    """Down pushes and Across loses: Middle pushes."""
    progress = ccp("Kc 3h Ts 4d 2c", at(1, "Qh Td", 500, "1x 1x 3x"))
    assert progress.wagers(1)["across"] == "lose 500 -> 0, high card"
    assert progress.wagers(1)["down"] == "push 500 -> 500, pair"
    assert progress.wagers(1)["middle"] == "push 1500 -> 1500, pair"


def test_ccp_11_I_3_d() -> None:
    """Both lines lose, even with a pair of fives: Middle loses."""
    progress = ccp("Kc 3h 5s 8d 2c", at(1, "Qh 5d", 500, "1x 1x 1x"))
    assert progress.wagers(1)["down"] == "lose 500 -> 0, pair"
    assert progress.wagers(1)["middle"] == "lose 500 -> 0, pair"


def test_ccp_11_I_3_both_push() -> None:
    """Two pushing lines push everything, and the player gets back every stake."""
    progress = ccp("3c 4d 9s Jh 7c", at(1, "Qh 7d", 500, "1x 2x 3x"))
    assert {words.split()[0] for words in progress.wagers(1).values()} == {"push"}
    assert progress.totals(1) == (4000, 4000, 0)


def test_ccp_11_I_3_one_wins_one_loses() -> None:
    """Middle is paid by the better hand even if the other line loses."""
    progress = ccp("Kc 3h 4s 8d 2c", at(1, "Qh 5d", 500, "1x 1x 1x"))
    assert progress.wagers(1)["middle"] == "lose 500 -> 0, high card"
    progress = ccp("Kc 3h Qs 8d 2c", at(1, "Qh 5d", 500, "1x 1x 2x"))
    assert progress.wagers(1)["across"] == "lose 500 -> 0, high card"
    assert progress.wagers(1)["down"] == "win 500 -> 1000, pair"
    assert progress.wagers(1)["middle"] == "win 1000 -> 2000, pair"


def test_ccp_6_A_low_ace() -> None:
    """By default the ace may be low; under `never` it is high only."""
    board, seat = "Kh 8s 2h 3c 4d", at(2, "Ac 5d", 500, "1x 1x 1x")
    assert ccp(board, seat).wagers(2)["down"] == "win 500 -> 3000, straight"
    progress = ccp(board, seat, submission=reading(low_ace="never"))
    assert progress.wagers(2)["down"] == "lose 500 -> 0, high card"
    suited = ccp("Kh 8s 2d 3d 4d", at(2, "Ad 5d", 500, "1x 1x 1x"))
    assert suited.wagers(2)["down"] == "win 500 -> 50500, straight flush"
    royal = ccp("Kh Jh 2d 3d Th", at(2, "Ah Qh", 500, "1x 1x 1x"))
    assert royal.wagers(2)["across"] == "win 500 -> 250500, royal flush"


@pytest.mark.parametrize(("board", "hand", "credit"), BONUS_PAYS)
def test_ccp_12_C(board: str, hand: str, credit: int) -> None:
    """The Five Card Bonus is paid on the five community cards, even after a fold."""
    outcome = "win" if credit else "lose"
    for decisions in ("fold", "1x fold", "1x 1x fold", "3x 3x 3x"):
        progress = ccp(board, at(1, BYSTANDER, 500, decisions, five_card_bonus=1000))
        assert progress.wagers(1)["five_card_bonus"] == f"{outcome} 1000 -> {credit}, {hand}"


@pytest.mark.parametrize(
    ("clause", "decisions", "losing"),
    [
        ("11.B(2)", "fold", {"ante_across": 500, "ante_down": 500}),
        ("11.D(1)", "3x fold", {"ante_across": 500, "ante_down": 500, "across": 1500}),
        (
            "11.F(1)",
            "1x 2x fold",
            {"ante_across": 500, "ante_down": 500, "across": 500, "down": 1000},
        ),
    ],
)
def test_ccp_11_folds(clause: str, decisions: str, losing: dict[str, int]) -> None:
    """A fold loses antes and raises so far; Five Card Bonus and (by default) the spin stay live."""
    progress = ccp(
        "Ks Kd 9s 9d Kc",
        at(1, "Ah Ad", 500, decisions, five_card_bonus=100, bonus_spin=500, spin="$75"),
    )
    assert progress.wagers(1) == {
        **{key: f"lose {stake} -> 0" for key, stake in losing.items()},
        "five_card_bonus": "win 100 -> 1600, full house",
        "bonus_spin": "win 500 -> 7500",
    }


def test_ccp_11_A_5() -> None:
    """A forfeit loses every wager and the spin, but the meter keeps its share."""
    progress = ccp(
        "Ks Kd 9s 9d Kc",
        at(1, "Ah Ad", 500, "", five_card_bonus=100, bonus_spin=500, forfeit=True),
        meters={"meter": 600_000},
    )
    assert progress.wagers(1) == {
        "ante_across": "lose 500 -> 0",
        "ante_down": "lose 500 -> 0",
        "five_card_bonus": "lose 100 -> 0",
        "bonus_spin": "lose 500 -> 0",
    }
    assert progress.meters == {"meter": 600_050}


def test_ccp_11_B_any_amount() -> None:
    """Under `any` raises between one and three antes are settled as they stand."""
    progress = ccp(
        "2c Td Ah 9s Kd",
        at(1, "Kh Qs", 500, "600 1500 500"),
        submission=reading(raise_amounts="any"),
    )
    assert progress.wagers(1)["across"] == "win 600 -> 1200, pair"
    assert progress.wagers(1)["down"] == "win 1500 -> 3000, pair"
    assert progress.wagers(1)["middle"] == "win 500 -> 1000, pair"


def test_ccp_12_B_limit_bites() -> None:
    """Across, Down and Middle share $50,000 in this order; antes are not in scope."""
    progress = ccp("Qs Js Ah 7c Ts", at(2, "As Ks", 10_000, "3x 3x 3x", five_card_bonus=100))
    assert progress.wagers(2) == {
        "ante_across": "win 10000 -> 20000, royal flush",
        "ante_down": "win 10000 -> 20000, pair",
        "across": "win 30000 -> 5030000 (of 15030000), royal flush",
        "down": "win 30000 -> 30000 (of 60000), pair",
        "middle": "win 30000 -> 30000 (of 15030000), royal flush",
        "five_card_bonus": "lose 100 -> 0, high card",
    }


def test_ccp_12_B_pushes_and_losses() -> None:
    """A line that pushes or loses uses none of the limit and has no uncapped amount."""
    progress = ccp("9h 8s Qs Js Ts", at(2, "As Ks", 4000, "3x 3x 1x"))
    assert progress.wagers(2)["across"] == "lose 12000 -> 0, high card"
    assert progress.wagers(2)["down"] == "win 12000 -> 5012000 (of 6012000), royal flush"
    assert progress.wagers(2)["middle"] == "win 4000 -> 4000 (of 2004000), royal flush"
    progress = ccp("Th 8s Qs Js Ts", at(2, "As Ks", 4000, "3x 3x 1x"))
    assert progress.wagers(2)["across"] == "push 12000 -> 12000, pair"
    assert progress.wagers(2)["down"] == "win 12000 -> 5012000 (of 6012000), royal flush"


def test_ccp_12_B_antes_by_the_table() -> None:
    """Antes that are paid by the table are in scope and come first."""
    progress = ccp(
        "6h 5h Th Jh 7h",
        at(2, "9h 8h", 20_000, "1x 1x 1x"),
        submission=reading(ante_pays="table"),
    )
    assert progress.wagers(2) == {
        "ante_across": "win 20000 -> 2020000, straight flush",
        "ante_down": "win 20000 -> 2020000, straight flush",
        "across": "win 20000 -> 1020000 (of 2020000), straight flush",
        "down": "win 20000 -> 20000 (of 2020000), straight flush",
        "middle": "win 20000 -> 20000 (of 2020000), straight flush",
    }


def test_ccp_12_B_2_high_minimum() -> None:
    """The limit is 3,300 minimums if that is more than $50,000, or 3,900 with the antes."""
    board, hole = "Ks As 8s 9s Qs", "Ts Js"
    progress = ccp(board, at(2, hole, 2000, "3x 3x 3x"), submission=minimum(2000))
    assert progress.wagers(2) == {
        "ante_across": "win 2000 -> 4000, royal flush",
        "ante_down": "win 2000 -> 4000, straight flush",
        "across": "win 6000 -> 3006000, royal flush",
        "down": "win 6000 -> 606000, straight flush",
        "middle": "win 6000 -> 3006000, royal flush",
    }
    progress = ccp(board, at(2, hole, 2001, "3x 3x 3x"), submission=minimum(2000))
    assert progress.wagers(2)["middle"] == "win 6003 -> 3004203 (of 3007503), royal flush"
    table = minimum(2000) | reading(ante_pays="table")
    progress = ccp(board, at(2, hole, 2000, "3x 3x 3x"), submission=table)
    assert progress.totals(2) == (22_000, 7_822_000, 7_800_000)
    assert not any("of" in words.split(",")[0] for words in progress.wagers(2).values())
    progress = ccp(board, at(2, hole, 2001, "3x 3x 3x"), submission=table)
    assert progress.wagers(2)["ante_across"] == "win 2001 -> 1002501, royal flush"
    assert progress.wagers(2)["middle"] == "win 6003 -> 3003603 (of 3007503), royal flush"


def test_ccp_12_B_scope() -> None:
    """Five Card Bonus and jackpot are paid in full, whatever the lines win."""
    progress = ccp(
        "Ks Qs Js Ts As",
        at(2, "9d 9c", 500, "fold", five_card_bonus=100_000, bonus_spin=500, spin="jackpot"),
        meters={"meter": 90_000_000},
    )
    assert progress.wagers(2)["five_card_bonus"] == "win 100000 -> 25100000, royal flush"
    assert progress.wagers(2)["bonus_spin"] == "win 500 -> 90000050"


def test_ccp_13_void() -> None:
    """A void round returns every stake, with or without cards."""
    progress = ccp(
        "Ks Qs Js Ts As",
        at(2, "9d 9c", 500, "3x", five_card_bonus=100, bonus_spin=500),
        meters={"meter": 777_777},
        void=True,
    )
    assert progress.wagers(2) == {
        "ante_across": "void 500 -> 500",
        "ante_down": "void 500 -> 500",
        "across": "void 1500 -> 1500",
        "five_card_bonus": "void 100 -> 100",
        "bonus_spin": "void 500 -> 500",
    }
    assert progress.totals(2) == (3100, 3100, 0)
    assert progress.meters == {"meter": 777_777}
