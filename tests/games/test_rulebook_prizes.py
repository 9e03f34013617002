"""Check progressives, envy and the Bonus Wheel against figures copied from the rulebooks."""

import pytest

from pitboss.games.grammar import Game, Progressive
from pitboss.games.payoffs import Wheel
from pitboss.games.paytables import FixedPrize, ForOne, Prize, Share, Sum

from .wager_payoffs import CCP, RET, STUD, letters, payoff_of_kind

HANDS = [
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
]
TOP: dict[str, list[Prize]] = {
    "A": [Share(100, "meter"), Share(10, "meter"), ForOne(300)],
    "B": [Share(100, "meter"), Share(10, "meter"), ForOne(300)],
    "C": [Share(100, "major"), Share(100, "minor"), ForOne(300)],
    "D": [Share(100, "mega"), Share(100, "major"), Share(100, "minor")],
}
LOWER: list[Prize] = [ForOne(50), ForOne(40), ForOne(30), ForOne(9)]

# name, least reset in cents, clause in RET, clause in 235
METERS = {
    "A": [("meter", 1_000_000, "12.F(6)(b)(i)", "12.F(2)(a)")],
    "B": [("meter", 200_000, "12.F(6)(b)(ii)", "12.F(2)(b)")],
    "C": [
        ("major", 1_000_000, "12.F(6)(b)(iii)(1)", "12.F(2)(c)(i)"),
        ("minor", 100_000, "12.F(6)(b)(iii)(2)", "12.F(2)(c)(ii)"),
    ],
    "D": [
        ("mega", 1_000_000, "12.F(6)(b)(iv)(1)", "12.F(2)(d)(i)"),
        ("major", 100_000, "12.F(6)(b)(iv)(2)", "12.F(2)(d)(ii)"),
        ("minor", 25_000, "12.F(6)(b)(iv)(3)", "12.F(2)(d)(iii)"),
    ],
}

both = pytest.mark.parametrize("game", [RET, STUD], ids=["RET", "235"])
each = pytest.mark.parametrize("letter", "ABCD")


@both
def test_four_tables_of_the_progressive(game: Game) -> None:
    assert letters(game, "progressive") == list("ABCD")


@both
@each
def test_prizes_of_the_progressive(game: Game, letter: str) -> None:
    table = payoff_of_kind(Progressive, game, "progressive", letter).prizes
    clause = f"12.{'F' if game is RET else 'E'}({'ABCD'.index(letter) + 1})"
    assert table.clause == clause
    assert [line.name for line in table.lines] == HANDS
    assert [line.prize for line in table.lines] == TOP[letter] + LOWER
    assert [line.clause for line in table.lines] == [f"{clause}({part})" for part in "abcdefg"]


@both
@each
def test_meters_of_the_progressive(game: Game, letter: str) -> None:
    meters = payoff_of_kind(Progressive, game, "progressive", letter).meters
    assert [(m.name, m.least, m.clause) for m in meters] == [
        (name, least, ret if game is RET else stud) for name, least, ret, stud in METERS[letter]
    ]


@both
@each
def test_envy(game: Game, letter: str) -> None:
    envy = payoff_of_kind(Progressive, game, "progressive", letter).envy_by_stake
    n = "ABCD".index(letter) + 1
    for wager, chapter, royal, straight in (
        (100, "12.H" if game is RET else "12.I", 100_000, 30_000),
        (500, "12.I" if game is RET else "12.J", 500_000, 150_000),
    ):
        assert envy[wager].clause == f"{chapter}({n})"
        assert [(line.name, line.prize, line.clause) for line in envy[wager].lines] == [
            ("royal flush", Sum(royal), f"{chapter}({n})(a)"),
            ("straight flush", Sum(straight), f"{chapter}({n})(b)"),
        ]
    assert set(envy) == {100, 500}


def test_the_hand_that_the_progressive_pays() -> None:
    for letter in "ABCD":
        assert payoff_of_kind(Progressive, RET, "progressive", letter).hand == "progressive"
        assert payoff_of_kind(Progressive, STUD, "progressive", letter).hand == "five"


# Bonus Wheel: sums in dollars without the jackpot, then the community list.
SUMS = {
    "A": [500, 200, 120, 70, 60, 35, 25, 18, 12, 11, 10],
    "B": [500, 250, 120, 60, 50, 30, 20, 18, 13, 12, 10],
    "C": [2500, 1000, 600, 350, 250, 75, 40, 70, 60, 50],
    "D": [2500, 1000, 600, 350, 250, 75, 40, 70, 60, 50],
}
COMMUNITY = {
    "A": [(100, 20), (50, 10), (15, 3)],
    "B": [(100, 25), (40, 10), (15, 3)],
    "C": [(500, 100), (200, 50), (25, 15)],
    "D": [(500, 100), (200, 50), (25, 15)],
}
COMMUNITY_CLAUSES = {"A": "12.D(6)(a)", "B": "12.D(6)(b)", "C": "12.D(7)(a)", "D": "12.D(8)"}
SPIN_WAGERS = {"A": 100, "B": 100, "C": 500, "D": 500}


@each
def test_symbols_of_the_spin(letter: str) -> None:
    spin = payoff_of_kind(Wheel, CCP, "bonus_spin", letter)
    clause = f"12.D({'ABCD'.index(letter) + 1})"
    jackpot: Prize = FixedPrize() if letter in "AC" else Share(100, "meter")
    expected: list[tuple[str, Prize, int, str]] = [("jackpot", jackpot, 0, f"{clause}(a)")]
    for part, dollars in zip("bcdefghijkl", SUMS[letter], strict=False):
        expected.append((f"${dollars}", Sum(dollars * 100), 0, f"{clause}({part})"))
    for part, (spinner, others) in zip(("i", "ii", "iii"), COMMUNITY[letter], strict=True):
        at = f"{COMMUNITY_CLAUSES[letter]}({part})"
        expected.append((f"${spinner}", Sum(spinner * 100), others * 100, at))
    result = [(s.name, s.prize, s.community, s.clause) for s in spin.symbols.lines]
    assert result == expected


@each
def test_wager_of_the_spin(letter: str) -> None:
    spin = payoff_of_kind(Wheel, CCP, "bonus_spin", letter)
    assert spin.stake == SPIN_WAGERS[letter]
    assert spin.stake_clause in {"12.D(6)", "12.D(7)", "12.D(8)"}


@each
def test_jackpot_of_the_spin(letter: str) -> None:
    spin = payoff_of_kind(Wheel, CCP, "bonus_spin", letter)
    meters = [(m.name, m.least, m.clause) for m in spin.meters]
    match letter:
        case "A":
            assert spin.fixed_prize is not None
            assert spin.fixed_prize.default == 100_000
            assert meters == []
        case "B":
            assert spin.fixed_prize is None
            assert meters == [("meter", 100_000, "12.D(5)(b)(ii)")]
        case "C":
            assert spin.fixed_prize is not None
            assert (spin.fixed_prize.default, spin.fixed_prize.least) == (500_000, 500_000)
            assert spin.fixed_prize.clause == "12.D(5)(b)(iii)"
            assert meters == []
        case _:
            assert spin.fixed_prize is None
            assert meters == [("meter", 500_000, "12.D(5)(b)(iv)")]


def test_the_fixed_prize_of_table_a_has_no_floor() -> None:
    spin = payoff_of_kind(Wheel, CCP, "bonus_spin", "A")
    assert spin.fixed_prize is not None
    assert spin.fixed_prize.least <= 1


@each
def test_the_example_wheel_uses_every_symbol_of_its_table(letter: str) -> None:
    spin = payoff_of_kind(Wheel, CCP, "bonus_spin", letter)
    assert set(spin.example_wheel) == {symbol.name for symbol in spin.symbols.lines}
    assert all(stops > 0 for stops in spin.example_wheel.values())
    assert sum(spin.example_wheel.values()) == 1_000


@each
def test_the_example_wheel_returns_a_reasonable_share(letter: str) -> None:
    """The jackpot is at its floor, with one spin in 17 hands and no other player."""
    spin = payoff_of_kind(Wheel, CCP, "bonus_spin", letter)
    jackpot = spin.fixed_prize.default if spin.fixed_prize else spin.meters[0].least
    prizes = {
        s.name: s.prize.cents if isinstance(s.prize, Sum) else jackpot for s in spin.symbols.lines
    }
    mean = sum(prizes[name] * stops for name, stops in spin.example_wheel.items()) / 1_000
    assert 0.6 < mean / 17 / spin.stake < 1


def test_four_tables_of_the_spin() -> None:
    assert letters(CCP, "bonus_spin") == list("ABCD")
