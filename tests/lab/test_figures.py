"""Known figures, published or easily counted, to the last digit given."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.cards import DECK
from pitboss.games import GAMES
from pitboss.games.payoffs import HoleCards
from pitboss.hands import ranking
from pitboss.lab.hand_counts import strength_counts
from pitboss.lab.hand_tables import five_card_ranks
from pitboss.lab.main_game import solve_main
from pitboss.lab.results import MainGame, net_sum, staked_sum
from pitboss.lab.side_returns import SideReturn, solve_side_wager
from pitboss.submission import Rules, resolve
from pitboss.submission.evaluators import hand_rankings


@cache
def solve_main_once(game: str, pays_on: str | None = None) -> MainGame:
    """Solve a main game once."""
    submission: dict[str, Any] = {"wagers": {"ante": {"pays_on": pays_on}}} if pays_on else {}
    return solve_main(resolve(GAMES[game], submission), cache=False)


def side(rules: Rules, key: str) -> SideReturn:
    return solve_side_wager(rules, next(x for x in rules.sides if x.key == key))


def hands_by_decision(main: MainGame) -> dict[str, set[str]]:
    """Return the starting hands grouped by their best decision."""
    result: dict[str, set[str]] = {}
    for name, start in main.starts.items():
        result.setdefault(start.best, set()).add(name)
    return result


def consistent(main: MainGame) -> None:
    """Check that starting hands and the distribution of results give the same sums."""
    assert sum(main.results.values()) == main.deals
    assert net_sum(main.results) == main.net
    assert staked_sum(main.results) == main.staked
    assert sum(start.ways for start in main.starts.values()) == 1326
    total = sum(start.ways * start.values[start.best] for start in main.starts.values())
    assert total / 1326 == main.ev
    assert len(main.starts) == 169


# Counting


def hand_counts(cards: int, *, low_ace: bool) -> Mapping[str, int]:
    result: Counter[str] = Counter()
    ranks = ranking(cards, low_ace=low_ace)
    for strength, hands in strength_counts(ranks, DECK).items():
        result[ranks.name(strength)] += hands
    return result


def test_hands_of_five() -> None:
    result = hand_counts(5, low_ace=True)
    assert result == {
        "royal flush": 4,
        "straight flush": 36,
        "four of a kind": 624,
        "full house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three of a kind": 54_912,
        "two pair": 123_552,
        "pair": 1_098_240,
        "high card": 1_302_540,
    }
    assert sum(result.values()) == 2_598_960


def test_hands_of_three() -> None:
    result = hand_counts(3, low_ace=True)
    assert result == {
        "mini royal": 4,
        "straight flush": 44,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high card": 16_440,
    }
    assert sum(result.values()) == 22_100


def test_hands_of_three_where_an_ace_is_not_low() -> None:
    rules = resolve(GAMES["stud-235"])
    assert rules.readings["low_ace"] == "five-card"
    assert not hand_rankings(rules)["three"].low_ace
    assert hand_counts(3, low_ace=False) == {
        "mini royal": 4,
        "straight flush": 40,
        "three of a kind": 52,
        "straight": 660,
        "flush": 1_100,
        "pair": 3_744,
        "high card": 16_500,
    }


def test_hands_of_seven() -> None:
    result = hand_counts(7, low_ace=True)
    assert result == {
        "royal flush": 4_324,
        "straight flush": 37_260,
        "four of a kind": 224_848,
        "full house": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "three of a kind": 6_461_620,
        "two pair": 31_433_400,
        "pair": 58_627_800,
        "high card": 23_294_460,
    }
    assert sum(result.values()) == 133_784_560


def test_distinct_ranks_of_five() -> None:
    assert len(five_card_ranks(low_ace=True).strengths) == 7_462
    assert len(strength_counts(ranking(5, low_ace=True), DECK)) == 7_462


# Cross games


@pytest.mark.slow
def test_criss_cross() -> None:
    main = solve_main_once("criss-cross")
    assert f"{float(main.ev):.6f}" == "-0.086571"
    assert f"{float(main.house_edge):.4%}" == "4.3285%"
    assert f"{float(main.average_wager):.4f}" == "5.8637"
    assert f"{main.standard_deviation:.3f}" == "9.602"
    first = hands_by_decision(main)
    assert set(first) == {"fold", "1x", "3x"}
    assert first["fold"] == {"54o", "53o", "52o", "43o", "42o", "32o"}
    assert first["3x"] == {"QJs", *(rank * 2 for rank in "23456789TJQKA")}
    for start in main.starts.values():
        assert start.values["2x"] < max(start.values["1x"], start.values["3x"])
    consistent(main)
    # The same game under the same rules.
    twice = solve_main_once("run-em-twice")
    assert (twice.starts, twice.results) == (main.starts, main.results)
    assert (twice.net, twice.staked, twice.deals) == (main.net, main.staked, main.deals)


@pytest.mark.parametrize("game", ["criss-cross", "run-em-twice"])
def test_five_card_bonus(game: str) -> None:
    bonus = side(resolve(GAMES[game]), "five_card_bonus")
    assert bonus.ev == Fraction(-7_653, 216_580)
    assert f"{float(bonus.house_edge):.4%}" == "3.5336%"


# Texas Hold 'Em Bonus


@pytest.mark.slow
def test_holdem_bonus_where_the_ante_pays_on_a_straight() -> None:
    main = solve_main_once("holdem-bonus")
    assert main.deals == 55_627_620_048_000
    assert f"{float(main.ev):.6f}" == "-0.020369"
    assert f"{float(main.average_wager):.4f}" == "3.8181"
    assert f"{float(main.element_of_risk):.4%}" == "0.5335%"
    assert hands_by_decision(main)["fold"] == {"72o", "62o", "52o", "42o", "32o"}
    bets = {name: f"{float(main.starts[name].values['bet']):.6f}" for name in ("32o", "42o", "52o")}
    assert bets == {"32o": "-1.155927", "42o": "-1.091604", "52o": "-1.019987"}
    consistent(main)


@pytest.mark.slow
def test_holdem_bonus_where_the_ante_pays_on_a_flush() -> None:
    main = solve_main_once("holdem-bonus", "flush")
    assert f"{float(main.ev):.6f}" == "-0.055935"
    assert hands_by_decision(main)["fold"] == {"72o", "62o", "52o", "42o", "32o", "43o"}
    consistent(main)


def test_bonus_without_its_top_line() -> None:
    rules = resolve(GAMES["holdem-bonus"])
    (bonus,) = rules.sides
    assert isinstance(bonus.pays, HoleCards)
    assert bonus.pays.table.lines[0].odds == 1_000
    table = replace(bonus.pays.table, lines=bonus.pays.table.lines[1:])
    without = replace(bonus, pays=replace(bonus.pays, table=table))
    result = side(replace(rules, sides=(without,)), "bonus")
    assert result.ev == Fraction(-59, 663)
    assert f"{float(result.house_edge):.4%}" == "8.8989%"


# 235 Stud


def test_two_cards_of_stud_where_an_ace_is_low_everywhere() -> None:
    """The 2 Card wager alone: nothing else is required, and nobody may raise."""
    rules = resolve(GAMES["stud-235"], {"readings": {"low_ace": "all"}})
    only = tuple(wager for wager in rules.required if wager.key == "two_card")
    check_streets = tuple(replace(street, choices={"check": 0}) for street in rules.streets)
    main = solve_main(replace(rules, required=only, sides=(), streets=check_streets), cache=False)
    assert main.method == "a hand that grows"
    assert main.chance_of_sign(1) == Fraction(546, 1_326)
    assert main.chance_of_sign(-1) == Fraction(1_326 - 546, 1_326)
    assert f"{float(main.ev):.6f}" == "-0.176471"


def test_stud_is_counted_two_ways() -> None:
    consistent(solve_main_once("stud-235"))


def test_the_figures_of_the_library_in_the_docs() -> None:
    """The table in docs/games.md has the figures of the library's games as they are solved."""
    rows = (Path(__file__).parents[2] / "docs" / "games.md").read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if "|" in row]
    by_name = {row[0]: row[1:] for row in cells if len(row) == 8}
    for key in ("mississippi-stud", "let-it-ride", "three-card"):
        main = solve_main(resolve(GAMES[key]))
        exact, edge, published_edge, average, _, risk, _ = by_name[key]
        assert exact == str(main.ev).replace("-", "−")
        assert edge == f"{float(main.house_edge) * 100:.4f}%"
        assert published_edge == f"{float(main.house_edge) * 100:.2f}%"
        assert average == f"{float(main.average_wager):.4f}"
        assert risk == f"{float(main.element_of_risk) * 100:.4f}%"
    assert {"Pair Plus", "caribbean-stud", "ultimate-holdem", "Trips"} <= by_name.keys()
