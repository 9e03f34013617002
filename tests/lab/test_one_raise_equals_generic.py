"""Ultimate Texas Hold 'Em: the specialized and the generic solver agree."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, combinations
from typing import Final

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.cards import DECK, RANKS, Card, cards
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.game_parts import FOLD
from pitboss.games.payoffs import PUSH, ByTable, Payoff, showdown
from pitboss.games.paytables import Odds, paytable
from pitboss.hands import Order, ranking
from pitboss.hands.orders import kind_index
from pitboss.lab import advise
from pitboss.lab.generic import solver as generic
from pitboss.lab.main_game import find_solver, solve_main
from pitboss.lab.one_raise import solver
from pitboss.lab.one_raise.odds import MAX_SCALED_NET, LineOdds, cached_line_odds
from pitboss.lab.one_raise.shape import OneRaiseGame, find_one_raise_game
from pitboss.lab.one_raise.solver import advise_one_raise
from pitboss.lab.pay_changes import apply_pay_changes, parse_pay_change
from pitboss.lab.results import MainGame
from pitboss.lab.showdown.shape import fits
from pitboss.submission import Rules, resolve
from tests.small_decks import deck_of_ranks

from .solver_comparison import Stand, agreed_solution, generic_values, stands
from .varied_rules import asking

pytestmark = pytest.mark.usefixtures("kernels")
UTH: Final = resolve(GAMES["ultimate-holdem"])
METHOD: Final = "showdown with a dealer, one raise"
ODD_BLIND: Final = paytable("""
    four of a kind              7 to 3
    full house                  5 to 4
    two pair                    1 to 2
    high card to three of a kind   push
""")


def paying(ante: Payoff, blind: Payoff, play: Payoff | None = None) -> Rules:
    """Return Ultimate with other payoffs."""
    raise_rules = UTH.raises[0] if play is None else replace(UTH.raises[0], pays=play)
    required = tuple(
        replace(wager, pays=pays) for wager, pays in zip(UTH.required, (ante, blind), strict=True)
    )
    return replace(UTH, required=required, raises=(raise_rules,))


def qualifying_ante(floor: str) -> Payoff:
    """Pay like the ante, with another floor: three ranks always give a full house."""
    return showdown("player", "dealer", qualifies=floor, unqualified=PUSH)


BLIND: Final = showdown("player", "dealer", wins=ByTable("player", ODD_BLIND))
ODD: Final[dict[str, Rules]] = {
    "aces full qualify": paying(qualifying_ante("full house of aces"), BLIND),
    "four of a kind qualifies, and ties win": paying(
        qualifying_ante("four of a kind"), showdown("player", "dealer", ties=Fraction(1, 3))
    ),
    "two floors": paying(
        qualifying_ante("full house of aces"), qualifying_ante("full house of kings")
    ),
    "paid on the dealer's hand": paying(
        qualifying_ante("full house of aces"),
        showdown("player", "dealer", wins=ByTable("dealer", ODD_BLIND)),
    ),
    "the raise qualifies too": paying(
        qualifying_ante("full house of aces"),
        BLIND,
        showdown("player", "dealer", qualifies="full house of aces", unqualified=2),
    ),
    "other streets": asking(
        paying(qualifying_ante("full house of aces"), BLIND),
        {"fold": FOLD, "check": 0, "1x": 1, "5x": 5},
        {"fold": FOLD, "check": 0, "3x": 3},
        {"check": 0, "1x": 1, "2x": 2},
    ),
    "two streets": replace(
        paying(qualifying_ante("full house of aces"), BLIND),
        streets=(
            replace(
                UTH.streets[0],
                reveals=(*UTH.streets[0].reveals, *UTH.streets[1].reveals),
            ),
            UTH.streets[2],
        ),
    ),
    "the flop is the last street": replace(
        paying(qualifying_ante("full house of aces"), BLIND),
        streets=(
            UTH.streets[0],
            replace(
                UTH.streets[1],
                choices={"fold": FOLD, "check": 0, "2x": 2},
                reveals=(*UTH.streets[1].reveals, *UTH.streets[2].reveals),
            ),
        ),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["the raise qualifies too", "two streets"])
def test_a_game(name: str) -> None:
    """Three ranks give full houses and four of a kind, on which the blind is paid."""
    agreed_solution(ODD[name], "QKA", METHOD)


@pytest.mark.soak
@pytest.mark.parametrize("name", ODD)
def test_every_odd_game(name: str) -> None:
    agreed_solution(ODD[name], "QKA", METHOD)


def fast(at: Stand) -> dict[str, Fraction]:
    shape = find_one_raise_game(at.rules)
    assert shape is not None
    hole, *board = at.turned
    return advise_one_raise(at.rules, shape, hole, [*chain(*board)], at.deck)


CHECKED: Final = asking(UTH, {"check": 0}, {"check": 0}, {"fold": FOLD, "1x": 1})
"""States in which no other decision can have been made before the river."""


def test_after_the_river() -> None:
    for at in (
        *stands(CHECKED, RANKS, decision_count=2, count=6, seed=1),
        *stands(CHECKED, "A23456", decision_count=2, count=6, seed=2),
        *stands(CHECKED, "89TJQKA", decision_count=2, count=6, seed=3),
    ):
        assert fast(at) == generic_values(at), str(at)


@pytest.mark.slow
def test_after_the_flop() -> None:
    rules = asking(UTH, {"check": 0}, {"check": 0, "2x": 2}, {"fold": FOLD, "1x": 1})
    for at in (
        *stands(rules, "A2345", decision_count=1, count=3, seed=4),
        *stands(rules, "9TJQKA", decision_count=1, count=2, seed=5),
    ):
        assert fast(at) == generic_values(at), str(at)


# Advice on the full deck, by loops of its own


def strength(own: Sequence[Card], board: Sequence[Card]) -> int:
    return ranking(7, low_ace=True).strength((*own, *board))


BLIND_PAYS: Final[dict[int, Odds]] = {4: 1, 5: Fraction(3, 2), 6: 3, 7: 10, 8: 50, 9: 500}
"""Return odds by kind of hand, straights first."""


def value_of_raise(hole: Sequence[Card], board: Sequence[Card], times: int) -> Fraction:
    """Return the value of a raise on a complete board, over all dealer hands."""
    mine, total, count = strength(hole, board), Fraction(), 0
    for other in combinations([c for c in DECK if c not in {*hole, *board}], 2):
        theirs = strength(other, board)
        opens, count = kind_index(theirs) > 0, count + 1
        if mine > theirs:
            total += times + opens + BLIND_PAYS.get(kind_index(mine), 0)
        elif mine < theirs:
            total -= times + opens + 1
    return total / count


@pytest.mark.parametrize(
    ("hole", "board"),
    [
        ("Kh 4s", "Kd 9c 8c 2h 3d"),
        ("Kh 4s", "7d 9c 8c 2h 3d"),
        ("Ah 2h", "3h 4h 9h Tc Td"),
        ("8s 7d", "6c 5h 4s Kd Kc"),
        ("3c 2d", "Ah Kh Qh Jh Th"),
    ],
)
def test_the_value_on_the_river_equals_plain_loops(hole: str, board: str) -> None:
    own, five = cards(hole), cards(board)
    table = {"flop": five[:3], "turn": five[3:4], "river": five[4:]}
    result = advise(UTH, own, table, ["check", "check"])
    assert result.decisions == {"fold": -2, "1x": value_of_raise(own, five, 1)}


def test_the_value_on_the_flop_equals_that_of_its_boards() -> None:
    """There are 1,081 boards: a raise is compared on each, a check folds or calls."""
    own, flop = cards("Qh 9c"), cards("Kd 9s 2h")
    result = advise(UTH, own, {"flop": flop}, ["check"]).decisions
    shape = find_one_raise_game(UTH)
    assert shape is not None
    rest = [c for c in DECK if c not in {*own, *flop}]
    later = [advise_one_raise(UTH, shape, own, (*flop, *two)) for two in combinations(rest, 2)]
    assert result["check"] == sum((max(x.values()) for x in later), Fraction()) / len(later)
    raise_rules = asking(UTH, *(street.choices for street in UTH.streets[:2]), {"2x": 2})
    again = find_one_raise_game(raise_rules)
    assert again is not None
    twice = [
        advise_one_raise(raise_rules, again, own, (*flop, *two))["2x"]
        for two in combinations(rest, 2)
    ]
    assert result["2x"] == sum(twice, Fraction()) / len(twice)


# Published figures


@pytest.fixture(scope="module", name="main")
def solved_main() -> MainGame:
    return solve_main(UTH)


@pytest.mark.slow
def test_published_figures_are_reproduced(main: MainGame) -> None:
    """By the Wizard of Odds: edge, average wager, deviation, and the hands that raise first."""
    assert main.ev == Fraction(-50643648973, 2317817502000)
    assert f"{float(main.house_edge):.5%}" == "2.18497%"
    assert f"{float(main.average_wager):.6f}" == "4.152210"
    assert f"{float(main.element_of_risk):.3%}" == "0.526%"
    assert f"{main.standard_deviation:.2f}" == "4.94"
    assert main.deals == 27_813_810_024_000
    first = {name: start.best for name, start in main.starts.items()}
    assert "3x" not in first.values()
    checking_hands = {name for name, best in first.items() if best == "check"}
    for name in ("22", "K4o", "Q5s", "Q7o", "J7s", "J9o", "T9s"):
        assert name in checking_hands
    for name in ("33", "A2o", "K2s", "K5o", "Q6s", "Q8o", "J8s", "JTo"):
        assert name not in checking_hands


@pytest.mark.slow
def test_the_distribution_agrees_with_the_value_of_each_decision(main: MainGame) -> None:
    """Different kernels count forward and backward."""
    worth = sum(start.ways * start.values[start.best] for start in main.starts.values())
    assert main.ev == Fraction(worth) / 1326
    folds = sum(start.ways * start.fold_chance for start in main.starts.values()) / 1326
    assert main.results[2, -2] == folds * main.deals


@pytest.mark.slow
def test_an_injected_fault_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dealer who always qualifies must give the generic solver another result."""
    right = ODD["aces full qualify"]

    def wrong(rules: Rules, shape: OneRaiseGame) -> LineOdds:
        return cached_line_odds(rules, shape)._replace(cuts=np.zeros(1, np.int64))

    monkeypatch.setattr(solver, "cached_line_odds", wrong)
    with pytest.raises(AssertionError):
        agreed_solution(right, "QKA", METHOD)


# Odds


def test_fractions_are_counted_as_whole_numbers() -> None:
    shape = find_one_raise_game(UTH)
    assert shape is not None
    odds = cached_line_odds(UTH, shape)
    assert odds.scale == 2
    # Of the hands below a pair, the lowest wins nothing.
    assert {odds.net(line, 0, 1) for line in range(len(odds.base))} == {
        0, 1, 2, Fraction(5, 2), 4, 11, 51, 501,
    }  # fmt: skip
    assert odds.cuts.tolist() == [1277]  # hands without a pair


def test_odds_that_cannot_be_counted_are_refused() -> None:
    """They are refused before counting: the bound keeps one bit of 2⁶³ free."""
    most = apply_pay_changes(UTH, [parse_pay_change("blind.royal-flush=1000000")])
    shape = find_one_raise_game(most)
    assert shape is not None
    assert cached_line_odds(most, shape).base.max() == 2_000_002
    assert MAX_SCALED_NET * 990 * 1081 * 19_600 * 12 < 2**63
    fine = paying(
        qualifying_ante("pair"), showdown("player", "dealer", ties=Fraction(1, 9_999_991))
    )
    shape = find_one_raise_game(fine)
    assert shape is not None
    with pytest.raises(Refused, match="pays odds that the lab cannot count"):
        cached_line_odds(fine, shape)


# What does not fit


def near() -> dict[str, Rules]:
    """Return rules that almost fit."""
    first, flop, river = UTH.streets
    cards_turned = UTH.streets[1].reveals
    return {
        "an ace is high": replace(
            UTH,
            hands=tuple(
                replace(x, ranking=Order(5, low_ace=False)) if x.name == "dealer" else x
                for x in UTH.hands
            ),
        ),
        "the board is seen first": replace(
            UTH,
            streets=(
                replace(first, reveals=cards_turned),
                replace(flop, reveals=first.reveals),
                river,
            ),
        ),
        "the dealer shows early": replace(
            UTH, streets=(first, replace(flop, reveals=(*cards_turned, *river.reveals)), river)
        ),
    }


@pytest.mark.parametrize("name", near())
def test_rules_that_do_not_fit_have_no_shape(name: str) -> None:
    assert fits(near()[name]) is None
    result = find_solver(near()[name], deck_of_ranks("QKA"))
    assert getattr(result, "func", None) is generic.solve_generic
