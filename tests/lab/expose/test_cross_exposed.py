"""Cross games with a card seen or hands shared: compared with every deal and published figures."""

from fractions import Fraction

import pytest

from pitboss.games import GAMES
from pitboss.lab.exposure import ExposureAnalysis
from pitboss.submission import Rules, resolve
from tests.lab.varied_rules import ASKED, asking, paying, shuffled_odds
from tests.small_decks import deck_of_ranks

from .peeking_solver import card_seen, hands_shared

CCP, RET = resolve(GAMES["criss-cross"]), resolve(GAMES["run-em-twice"])
SMALL = deck_of_ranks("9TQ")
HARD = paying(CCP, "across down middle", "full-house=-1 two-pair=-1 three-of-a-kind=1")
"""On a small deck most hands are good; some of them lose here, so that folding makes sense."""


def test_the_center_card_is_worth_half_of_both_antes() -> None:
    """Published by E. Jacobson; `test_center_card_exposed` computes it by another method."""
    result = ExposureAnalysis(CCP).with_card("center")
    assert f"{float(result.edge):.2%}" == "49.37%"
    assert result.is_exact
    assert result.ev == Fraction(46236747, 46824596)


def test_nothing_exposed_is_the_game_itself() -> None:
    result = ExposureAnalysis(CCP).without_exposure()
    assert (result.ev, result.gain, result.standard_error) == (Fraction(-579091, 6689228), 0, None)


def test_both_outer_cards_of_a_line_are_worth_the_same() -> None:
    exposure = ExposureAnalysis(CCP)
    assert exposure.with_card("left").ev == exposure.with_card("right").ev
    assert exposure.with_card("top").ev == exposure.with_card("bottom").ev


def test_the_two_cross_games_are_alike() -> None:
    for place in ("left", "top", "center"):
        assert (
            ExposureAnalysis(CCP).with_card(place).ev == ExposureAnalysis(RET).with_card(place).ev
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "place"),
    [
        (HARD, "left"),
        (HARD, "center"),
        (shuffled_odds(RET, 5), "top"),
        (asking(HARD, ASKED[1], ASKED[3], ASKED[0]), "right"),
        pytest.param(HARD, "bottom", marks=pytest.mark.soak),
        pytest.param(asking(HARD, ASKED[1], ASKED[3], ASKED[0]), "top", marks=pytest.mark.soak),
    ],
)
def test_a_card_seen_on_a_small_deck(rules: Rules, place: str) -> None:
    result = ExposureAnalysis(rules, deck=SMALL)
    assert result.with_card(place).ev == card_seen(rules, place, SMALL)
    assert result.with_card(place).ev > result.main.ev


@pytest.mark.soak  # the same tests of the other games run every time
def test_two_players_on_a_small_deck() -> None:
    result = ExposureAnalysis(HARD, deck=SMALL).with_players(2, 10_000)
    assert result.is_exact
    assert result.ev == hands_shared(HARD, 2, SMALL)
    assert result.gain > 0


def test_draws_agree_with_all_deals() -> None:
    """With a deck of six ranks both can be computed."""
    deck = deck_of_ranks("9TJQKA")
    hard = paying(HARD, "across down middle", "straight=-1 pair-of-jacks-or-better=-1")
    exposure = ExposureAnalysis(hard, deck=deck)
    exact, sample_result = exposure.with_players(2, 10_000), exposure.with_players(2, 500)
    assert exact.is_exact
    assert sample_result.samples == 500
    assert sample_result.standard_error is not None
    assert abs(float(sample_result.ev) - float(exact.ev)) < 4 * sample_result.standard_error
    assert exact.gain > 0


def test_more_shared_hands_raise_the_value() -> None:
    exposure = ExposureAnalysis(CCP)
    two, six = exposure.with_players(2, 400), exposure.with_players(6, 400)
    assert two.standard_error is not None
    assert six.standard_error is not None
    assert two.gain > 4 * (two.edge_error or 0)
    assert six.ev - two.ev > 2 * (two.standard_error + six.standard_error)


def test_the_same_seed_gives_the_same_estimate() -> None:
    """The estimate does not depend on earlier requests."""
    deck = deck_of_ranks("9TJQKA")
    exposure = ExposureAnalysis(HARD, deck=deck)
    first, other = (exposure.with_players(3, 50, seed) for seed in ("a", "b"))
    again = ExposureAnalysis(HARD, deck=deck).with_players(3, 50, "a")
    assert (first.ev, first.standard_error) == (again.ev, again.standard_error)
    assert first.ev != other.ev
