"""Ultimate Texas Hold 'Em with a card seen or hands shared, compared with every deal."""

from math import comb, isclose

import pytest

from pitboss.cards import DECK, card
from pitboss.games import GAMES
from pitboss.games.payoffs import LOSS, showdown
from pitboss.lab.exposure import ExposureAnalysis
from pitboss.lab.one_raise.exposure import OneRaiseCardExposure, SharedOneRaiseHands
from pitboss.lab.one_raise.shape import find_one_raise_game
from pitboss.lab.starting_hands import starting_hands
from pitboss.submission import resolve
from tests.lab.test_one_raise_equals_generic import paying, qualifying_ante
from tests.small_decks import deck_of_ranks

from .peeking_solver import card_seen, hands_shared, unlike

pytestmark = pytest.mark.usefixtures("kernels")
UTH = resolve(GAMES["ultimate-holdem"])
SMALL = deck_of_ranks("48K")
RULES = paying(
    qualifying_ante("full house of kings"),
    showdown("player", "dealer", ties=LOSS),
    showdown("player", "dealer", ties=LOSS),
)
"""Ties are common on a small deck; counting them as losses makes raises close decisions."""


@pytest.mark.slow
@pytest.mark.parametrize("place", ["flop", "turn", "dealer"])
def test_a_card_seen_on_a_small_deck(place: str) -> None:
    result = ExposureAnalysis(RULES, deck=SMALL)
    assert result.with_card(place).ev == card_seen(RULES, place, SMALL)
    assert result.with_card(place).gain > 0


@pytest.mark.slow
def test_turn_and_river_are_worth_the_same() -> None:
    """They are turned together, with no decision between them."""
    result = ExposureAnalysis(RULES, deck=SMALL)
    assert result.with_card("turn").ev == result.with_card("river").ev


@pytest.mark.soak  # the same tests of the other games run every time
def test_two_players_on_a_small_deck() -> None:
    """Check the gain of every hand with every two dead cards, and the value of knowing them."""
    shape, main = find_one_raise_game(RULES), ExposureAnalysis(RULES, deck=SMALL).main
    assert shape is not None
    players = SharedOneRaiseHands(
        RULES, shape, main, OneRaiseCardExposure(RULES, shape, SMALL), SMALL
    )
    at = {c: i for i, c in enumerate(SMALL)}
    gain = 0.0
    for start in starting_hands(SMALL):
        hand = [at[c] for c in start.cards]
        for dead_cards, ways in unlike(start, SMALL, 2).items():
            gain += start.ways * ways * players.gain(hand, [at[c] for c in dead_cards])
    gain /= comb(12, 2) * comb(10, 2)
    assert gain > 0
    assert isclose(float(main.ev) + gain, float(hands_shared(RULES, 2, SMALL)), rel_tol=1e-12)


@pytest.mark.slow
def test_nothing_known_gains_nothing() -> None:
    """On the full deck, where suits matter, both methods play alike and no hand gains."""
    shape = find_one_raise_game(UTH)
    assert shape is not None
    players = SharedOneRaiseHands(
        UTH, shape, ExposureAnalysis(UTH).main, OneRaiseCardExposure(UTH, shape)
    )
    for text in ("2s 7h", "Jc 9c", "Kh 4d"):
        assert players.gain([DECK.index(card(item)) for item in text.split()], []) == 0
