# ruff: noqa: N802 - a test is called by its clause
"""Criss Cross: the Bonus Spin, its wheels, jackpots, meters, and community pay."""

import pytest

from .round_lines import Json, a_round, answer, at, ccp, reading, spin, wagers

BOARD = "2c Td Ah 9s Kd"
CARDS = dict(zip(("left", "right", "top", "bottom", "center"), BOARD.split(), strict=True))
PAIR, OTHER_PAIR, NO_PAIR = "7c 7d", "Qc Qd", "8c 3d"

# Symbol and its credit under each table.
SYMBOLS = {
    "A": {
        "$500": 50_000, "$200": 20_000, "$120": 12_000, "$70": 7_000, "$60": 6_000, "$35": 3_500,
        "$25": 2_500, "$18": 1_800, "$12": 1_200, "$11": 1_100, "$10": 1_000,
        "$100": 10_000, "$50": 5_000, "$15": 1_500,
    },
    "B": {
        "$500": 50_000, "$250": 25_000, "$120": 12_000, "$60": 6_000, "$50": 5_000, "$30": 3_000,
        "$20": 2_000, "$18": 1_800, "$13": 1_300, "$12": 1_200, "$10": 1_000,
        "$100": 10_000, "$40": 4_000, "$15": 1_500,
    },
    "C": {
        "$2500": 250_000, "$1000": 100_000, "$600": 60_000, "$350": 35_000, "$250": 25_000,
        "$75": 7_500, "$40": 4_000, "$70": 7_000, "$60": 6_000, "$50": 5_000,
        "$500": 50_000, "$200": 20_000, "$25": 2_500,
    },
}  # fmt: skip
SYMBOLS["D"] = SYMBOLS["C"]

# Symbol and its payment to each other player with a live wager; the other symbols pay none.
COMMUNITY = {
    "A": {"$100": 2_000, "$50": 1_000, "$15": 300},
    "B": {"$100": 2_500, "$40": 1_000, "$15": 300},
    "C": {"$500": 10_000, "$200": 5_000, "$25": 1_500},
    "D": {"$500": 10_000, "$200": 5_000, "$25": 1_500},
}
WAGER = {"A": 100, "B": 100, "C": 500, "D": 500}


@pytest.mark.parametrize(
    ("letter", "symbol", "credit"),
    [(letter, *row) for letter, rows in SYMBOLS.items() for row in rows.items()],
)
def test_ccp_12_D_symbols(letter: str, symbol: str, credit: int) -> None:
    """A pair spins; the symbol pays its sum and the stake is kept."""
    stake = WAGER[letter]
    progress = ccp(
        BOARD,
        at(2, PAIR, 500, "1x 1x 1x", bonus_spin=stake, spin=symbol),
        at(5, NO_PAIR, 500, "1x 1x 1x", bonus_spin=stake),
        submission=spin(letter),
    )
    assert progress.wagers(2)["bonus_spin"] == f"win {stake} -> {credit}"
    assert progress.wagers(5)["bonus_spin"] == f"lose {stake} -> 0"
    assert progress.community() == {2: 0, 5: COMMUNITY[letter].get(symbol, 0)}


def test_ccp_7_E_2_b() -> None:
    """Without a pair the wager loses, no matter how good the hand is."""
    progress = ccp("Qs Js 2d 7c Ts", at(1, "As Ks", 500, "1x 1x 1x", bonus_spin=500))
    assert progress.wagers(1)["bonus_spin"] == "lose 500 -> 0"


@pytest.mark.parametrize(("letter", "default"), [("A", 100_000), ("C", 500_000)])
def test_ccp_12_D_fixed_prize(letter: str, default: int) -> None:
    """Under A and C the jackpot is a sum set by the operator."""
    seat = at(1, PAIR, 500, "fold", bonus_spin=WAGER[letter], spin="jackpot")
    assert ccp(BOARD, seat, submission=spin(letter)).credit(1, "bonus_spin") == default
    named_prize = ccp(BOARD, seat, submission=spin(letter, fixed_prize=765_432))
    assert named_prize.credit(1, "bonus_spin") == 765_432
    assert named_prize.meters == {}


@pytest.mark.parametrize(
    ("letter", "meters_shown", "paid", "reset"),
    [("B", 300_000, 300_010, 100_000), ("D", 700_000, 700_050, 500_000)],
)
def test_ccp_12_D_meter(letter: str, meters_shown: int, paid: int, reset: int) -> None:
    """Under B and D the jackpot is the whole meter with this wager's share, which is then reset."""
    progress = ccp(
        BOARD,
        at(1, PAIR, 500, "fold", bonus_spin=WAGER[letter], spin="jackpot"),
        submission=spin(letter),
        meters={"meter": meters_shown},
    )
    assert progress.credit(1, "bonus_spin") == paid
    assert progress.meters == {"meter": reset}


def test_ccp_12_D_4_two_jackpots() -> None:
    """Two jackpots in one round: seat 6 takes the meter, seat 1 what it shows then."""
    progress = ccp(
        BOARD,
        at(1, PAIR, 500, "1x 1x 1x", bonus_spin=500, spin="jackpot"),
        at(6, OTHER_PAIR, 500, "1x 1x 1x", bonus_spin=500, spin="jackpot"),
        meters={"meter": 700_000},
    )
    assert progress.wagers(6)["bonus_spin"] == "win 500 -> 700100"
    assert progress.wagers(1)["bonus_spin"] == "win 500 -> 500000"
    assert progress.meters == {"meter": 500_000}
    assert progress.community() == {1: 0, 6: 0}


def test_ccp_12_D_5_community_pay_to_four_others() -> None:
    """Each other live wager is paid once per spin, with or without a pair.

    Other seats get nothing."""
    progress = ccp(
        BOARD,
        at(1, PAIR, 500, "1x 1x 1x", bonus_spin=500, spin="$500"),
        at(2, "8c 3d", 500, "1x 1x 1x", bonus_spin=500),
        at(3, "8d 3c", 500, "fold", bonus_spin=500),
        at(4, "8h 3h", 500, "1x 1x fold", bonus_spin=500),
        at(5, "Jc 4c", 500, "1x 1x 1x", bonus_spin=500),
        at(6, "Js 4s", 500, "1x 1x 1x", five_card_bonus=100),
    )
    assert progress.community() == {1: 0, 2: 10_000, 3: 10_000, 4: 10_000, 5: 10_000, 6: 0}
    assert progress.totals(3) == (1500, 10_000, 8_500)
    assert progress.credit(1, "bonus_spin") == 50_000


def test_ccp_12_D_5_two_spinners() -> None:
    """Two spinners pay each other, and both pay the other seats."""
    progress = ccp(
        BOARD,
        at(1, PAIR, 500, "1x 1x 1x", bonus_spin=500, spin="$200"),
        at(3, OTHER_PAIR, 500, "1x 1x 1x", bonus_spin=500, spin="$25"),
        at(4, NO_PAIR, 500, "1x 1x 1x", bonus_spin=500),
    )
    assert progress.community() == {1: 1_500, 3: 5_000, 4: 6_500}


def test_ccp_11_B_3_spin_after_fold() -> None:
    """By default a folded wager spins and is paid; under `lost` it is neither."""
    spinner = at(1, PAIR, 500, "1x 1x 1x", bonus_spin=500, spin="$500")
    progress = ccp(
        BOARD,
        spinner,
        at(3, OTHER_PAIR, 500, "1x fold", bonus_spin=500, spin="$200"),
        at(4, NO_PAIR, 500, "fold", bonus_spin=500),
    )
    assert progress.wagers(3)["bonus_spin"] == "win 500 -> 20000"
    assert progress.community() == {1: 5_000, 3: 10_000, 4: 15_000}
    progress = ccp(
        BOARD,
        spinner,
        at(3, OTHER_PAIR, 500, "1x fold", bonus_spin=500),
        at(4, NO_PAIR, 500, "fold", bonus_spin=500),
        submission=reading(spin_after_fold="lost"),
        meters={"meter": 600_000},
    )
    assert progress.wagers(3)["bonus_spin"] == "lose 500 -> 0"
    assert progress.community() == {1: 0, 3: 0, 4: 0}
    assert progress.meters == {"meter": 600_150}


def test_ccp_11_A_5_no_community_pay() -> None:
    """A forfeited wager receives no community pay."""
    progress = ccp(
        BOARD,
        at(1, PAIR, 500, "1x 1x 1x", bonus_spin=500, spin="$500"),
        at(3, NO_PAIR, 500, "", bonus_spin=500, forfeit=True),
    )
    assert progress.community() == {1: 0, 3: 0}


def test_ccp_11_A_5_forfeit_then_void() -> None:
    """A forfeited wager stays forfeited in a void round; the others get theirs back."""
    progress = ccp(
        BOARD,
        at(1, PAIR, 500, "1x 2x", bonus_spin=500),
        at(3, NO_PAIR, 500, "3x", bonus_spin=500, five_card_bonus=100, forfeit=True),
        meters={"meter": 600_000},
        void=True,
    )
    assert progress.wagers(3) == {
        "ante_across": "lose 500 -> 0",
        "ante_down": "lose 500 -> 0",
        "across": "lose 1500 -> 0",
        "five_card_bonus": "lose 100 -> 0",
        "bonus_spin": "lose 500 -> 0",
    }
    assert progress.totals(3) == (3_100, 0, -3_100)
    assert progress.totals(1) == (3_000, 3_000, 0)
    assert progress.meters == {"meter": 600_000}


@pytest.mark.parametrize(
    ("letter", "paid"), [("A", 100_000), ("B", 100_010), ("C", 500_000), ("D", 500_050)]
)
def test_ccp_12_D_another_symbol_for_the_top_prize(letter: str, paid: int) -> None:
    """A symbol named in the filing replaces the jackpot, on the example wheel as well."""
    submission = wagers(bonus_spin={"paytable": letter, "top_symbol": "Lucky 7"})
    seat = at(1, PAIR, 500, "fold", bonus_spin=WAGER[letter], spin="Lucky 7")
    assert ccp(BOARD, seat, submission=submission).credit(1, "bonus_spin") == paid
    jackpot = at(1, PAIR, 500, "fold", bonus_spin=WAGER[letter], spin="jackpot")
    refused = answer(a_round("criss-cross", CARDS, jackpot, submission=submission))
    assert "the wheel has no symbol 'jackpot': it has Lucky 7, $" in refused["error"]


@pytest.mark.parametrize("letter", ["A", "C"])
def test_ccp_12_D_merchandise(letter: str) -> None:
    """Merchandise is credited at its value, and named so that it can be handed over instead."""
    prize = {"paytable": letter, "fixed_prize": 2_345_678, "merchandise": "a motorcycle"}
    seat = at(1, PAIR, 500, "fold", bonus_spin=WAGER[letter], spin="jackpot")
    progress = ccp(BOARD, seat, submission=wagers(bonus_spin=prize))
    assert progress.seat(1)["wagers"]["bonus_spin"] == {
        "stake": WAGER[letter],
        "outcome": "win",
        "credit": 2_345_678,
        "merchandise": "a motorcycle",
    }
    other = at(1, PAIR, 500, "fold", bonus_spin=WAGER[letter], spin="$60")
    progress = ccp(BOARD, other, submission=wagers(bonus_spin=prize))
    assert "merchandise" not in progress.seat(1)["wagers"]["bonus_spin"]


def test_a_spin_may_be_given_by_its_wager() -> None:
    """A game with several wheels needs this."""
    round_ = a_round("criss-cross", CARDS, at(1, PAIR, 500, "fold", bonus_spin=500, spin="$60"))
    paid = answer(round_)
    round_["seats"]["1"]["spin"] = {"bonus_spin": "$60"}
    assert answer(round_) == paid
    round_["seats"]["1"]["spin"] = {"bonus_spin": "$60", "other": "$60"}
    assert "must name a symbol of each" in answer(round_)["error"]


def test_ccp_12_D_a_wheel_of_ones_own() -> None:
    """On a custom wheel, the stops that it lists can be spun, with the listed community sum."""
    wheel = [
        {"symbol": "jackpot", "stops": 1, "community": 0},
        {"symbol": "$25", "stops": 7, "community": 1500},
    ]
    submission: Json = {"wagers": {"bonus_spin": {"paytable": "C", "wheel": wheel}}}
    progress = ccp(
        BOARD,
        at(1, PAIR, 500, "fold", bonus_spin=500, spin="$25"),
        at(2, NO_PAIR, 500, "fold", bonus_spin=500),
        submission=submission,
    )
    assert progress.credit(1, "bonus_spin") == 2_500
    assert progress.community() == {1: 0, 2: 1_500}
