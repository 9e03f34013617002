"""Figures derived from counted deals: hand-worked cases and general properties."""

from collections import Counter
from fractions import Fraction
from math import isclose, sqrt
from statistics import fmean, pvariance
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.paytables import Odds
from pitboss.lab.results import MainGame, ResultCounts, net_sum, staked_sum, variance

Ends = dict[tuple[int, Odds], int]


def a_main(results: Ends, required: int = 1) -> MainGame:
    """Return a main game with these results, in the form that a solver returns."""
    return MainGame(
        required=required,
        deals=sum(results.values()),
        net=net_sum(results),
        staked=staked_sum(results),
        starts={},
        results=results,
        method="by hand",
        seconds=0.0,
        seconds_all=0.0,
    )


# Of ten deals, six are folded for two antes, three lose six in all, one wins 24 on six.
PLAYED: Final = a_main({(2, -2): 6, (6, -6): 3, (6, 24): 1}, required=2)


def test_sums() -> None:
    ends: Ends = {(1, -1): 5, (3, 0): 2, (4, 7): 1, (4, -4): 2}
    assert net_sum(ends) == -5 + 0 + 7 - 8
    assert staked_sum(ends) == 5 + 6 + 4 + 8
    assert net_sum({}) == staked_sum({}) == 0
    assert net_sum(ResultCounts(ends)) == net_sum(ends)


def test_figures_worked_by_hand() -> None:
    assert PLAYED.ev == Fraction(-12 - 18 + 24, 10) == Fraction(-3, 5)
    assert PLAYED.average_wager == Fraction(12 + 18 + 6, 10)
    assert PLAYED.house_edge == Fraction(3, 10)  # in both antes
    assert PLAYED.element_of_risk == Fraction(6, 36)
    assert PLAYED.variance == Fraction(6 * 4 + 3 * 36 + 576, 10) - Fraction(9, 25)
    assert PLAYED.standard_deviation == sqrt(Fraction(1761, 25))


def test_chances_of_winning_pushing_and_losing() -> None:
    assert [PLAYED.chance_of_sign(sign) for sign in (1, 0, -1)] == [
        Fraction(1, 10),
        0,
        Fraction(9, 10),
    ]
    main = a_main({(1, 0): 3, (5, 0): 1, (1, -1): 2, (2, 1): 1, (2, 300): 1})
    assert [main.chance_of_sign(sign) for sign in (1, 0, -1)] == [
        Fraction(1, 4),
        Fraction(1, 2),
        Fraction(1, 4),
    ]


def test_the_distribution_adds_up_what_was_staked_differently() -> None:
    main = a_main({(9, 3): 1, (1, -4): 2, (3, 3): 5, (4, -4): 4, (1, 0): 1})
    assert list(main.distribution.items()) == [(-4, 6), (0, 1), (3, 6)]


def test_even_money_on_a_coin() -> None:
    """One unit at even odds has no edge and deviation one."""
    main = a_main({(1, -1): 1, (1, 1): 1})
    assert main.ev == main.house_edge == main.element_of_risk == 0
    assert main.standard_deviation == 1


def test_a_roulette_number() -> None:
    """A bet of 35 to 1 on one of 38 has edge 1/19 and deviation 5.7626, as published."""
    main = a_main({(1, -1): 37, (1, 35): 1})
    assert main.house_edge == main.element_of_risk == Fraction(1, 19)
    assert f"{main.standard_deviation:.4f}" == "5.7626"


def test_variance_of_fractions() -> None:
    half = Fraction(1, 2)
    assert variance({half: 1, -half: 1}) == Fraction(1, 4)
    assert variance({half: 7}) == 0
    assert variance({0: 1, 1: 1}) == Fraction(1, 4)


def test_numbers_beyond_machine_integers_stay_exact() -> None:
    """A cycle has 10^13 deals, and squares of 10^4 units."""
    main = a_main({(10, -10): 55_627_620_048_000, (10, 5_000): 1})
    deals = 55_627_620_048_001
    assert main.ev == Fraction(5_000 - 10 * (deals - 1), deals)
    assert main.variance == Fraction(5_010**2 * (deals - 1), deals**2)


@st.composite
def mains(draw: st.DrawFn) -> MainGame:
    end = st.tuples(st.integers(1, 20), st.integers(-20, 400))
    outcome_counts: Ends = dict(
        draw(st.dictionaries(end, st.integers(1, 50), min_size=1, max_size=8))
    )
    return a_main(outcome_counts, draw(st.integers(1, 3)))


@given(mains())
def test_figures_equal_those_of_the_individual_deals(main: MainGame) -> None:
    nets = [net for (_, net), n in main.results.items() for _ in range(n)]
    stakes = [staked for (staked, _), n in main.results.items() for _ in range(n)]
    assert isclose(main.ev, fmean(nets), abs_tol=1e-9)
    assert isclose(main.average_wager, fmean(stakes))
    assert main.variance == pvariance(map(Fraction, nets))
    assert isclose(main.standard_deviation**2, main.variance, abs_tol=1e-9)
    assert main.distribution == Counter(nets)


@given(mains())
def test_laws(main: MainGame) -> None:
    assert sum(main.chance_of_sign(sign) for sign in (-1, 0, 1)) == 1
    assert main.house_edge * main.required == -main.ev
    assert main.element_of_risk * main.average_wager == -main.ev
    assert sum(main.distribution.values()) == main.deals
    assert list(main.distribution) == sorted(main.distribution)
    assert main.variance >= 0
    assert (main.variance == 0) == (len(main.distribution) == 1)


@given(mains(), st.integers(-5, 5), st.integers(1, 9), st.integers(1, 9))
def test_variance_is_invariant_and_scales(
    main: MainGame, shift: int, scale: int, times: int
) -> None:
    """Multiplying deals or shifting changes nothing; scaling squares the factor."""
    permuted_cards = {scale * net + shift: times * n for net, n in main.distribution.items()}
    assert variance(permuted_cards) == scale**2 * main.variance


def test_no_deals_have_no_variance() -> None:
    with pytest.raises(ZeroDivisionError):
        variance(dict[Odds, int]())
