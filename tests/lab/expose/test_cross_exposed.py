"""Cross games with a card seen or hands shared: against every deal, and what is published."""

from fractions import Fraction

import pytest

from pitboss.games import GAMES
from pitboss.lab.expose import Exposed
from pitboss.lab.suits import deck_of
from pitboss.submission import Rules, resolve
from tests.lab.odd_rules import ASKED, asking, paying, shuffled_odds

from .peeking import card_seen, hands_shared

CCP, RET = resolve(GAMES["criss-cross"]), resolve(GAMES["run-em-twice"])
SMALL = deck_of("9TQ")
HARD = paying(CCP, "across down middle", "full-house=-1 two-pair=-1 three-of-a-kind=1")
"""On a small deck everyone has a good hand: here some of them lose, so that one folds."""


def test_the_center_card_is_worth_half_of_both_antes() -> None:
    """Published by E. Jacobson; `test_center_seen` finds it by another way."""
    found = Exposed(CCP).card("center")
    assert f"{float(found.edge):.2%}" == "49.37%"
    assert found.exact
    assert found.ev == Fraction(46236747, 46824596)


def test_nothing_exposed_is_the_game_itself() -> None:
    found = Exposed(CCP).nothing()
    assert (found.ev, found.gain, found.standard_error) == (Fraction(-579091, 6689228), 0, None)


def test_both_outer_cards_of_a_line_are_worth_the_same() -> None:
    asked = Exposed(CCP)
    assert asked.card("left").ev == asked.card("right").ev
    assert asked.card("top").ev == asked.card("bottom").ev


def test_the_two_cross_games_are_alike() -> None:
    for place in ("left", "top", "center"):
        assert Exposed(CCP).card(place).ev == Exposed(RET).card(place).ev


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
    found = Exposed(rules, deck=SMALL)
    assert found.card(place).ev == card_seen(rules, place, SMALL)
    assert found.card(place).ev > found.main.ev


@pytest.mark.slow
def test_two_players_on_a_small_deck() -> None:
    found = Exposed(HARD, deck=SMALL).players(2, 10_000)
    assert found.exact
    assert found.ev == hands_shared(HARD, 2, SMALL)
    assert found.gain > 0


def test_draws_agree_with_all_deals() -> None:
    """Of a deck of six ranks both can be had."""
    deck = deck_of("9TJQKA")
    hard = paying(HARD, "across down middle", "straight=-1 pair-of-jacks-or-better=-1")
    asked = Exposed(hard, deck=deck)
    exact, drawn = asked.players(2, 10_000), asked.players(2, 500)
    assert exact.exact
    assert drawn.samples == 500
    assert drawn.standard_error is not None
    assert abs(float(drawn.ev) - float(exact.ev)) < 4 * drawn.standard_error
    assert exact.gain > 0


def test_who_knows_more_loses_less() -> None:
    asked = Exposed(CCP)
    two, six = asked.players(2, 400), asked.players(6, 400)
    assert two.standard_error is not None
    assert six.standard_error is not None
    assert two.gain > 4 * (two.edge_error or 0)
    assert six.ev - two.ev > 2 * (two.standard_error + six.standard_error)


def test_one_seed_one_figure() -> None:
    """Whatever was asked before."""
    deck = deck_of("9TJQKA")
    asked = Exposed(HARD, deck=deck)
    one, other = (asked.players(3, 50, seed) for seed in ("a", "b"))
    again = Exposed(HARD, deck=deck).players(3, 50, "a")
    assert (one.ev, one.standard_error) == (again.ev, again.standard_error)
    assert one.ev != other.ev
