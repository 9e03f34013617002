"""Showdown games with a card seen or hands shared: against every deal."""

from fractions import Fraction

import pytest

from pitboss.games import GAMES
from pitboss.games.words import FOLD
from pitboss.lab.expose import Exposed
from pitboss.lab.suits import deck_of
from pitboss.submission import resolve
from tests.lab.odd_rules import asking

from .peeking import card_seen, hands_shared

THB = resolve(GAMES["holdem-bonus"])
COSTLY = asking(THB, {"fold": FOLD, "bet": 1}, {"check": 0, "bet": 2}, {"check": 0, "bet": 1})
UNFOLDED = asking(THB, {"bet": 2}, {"check": 0, "bet": 1}, {"check": 0, "bet": 1})
SMALL = deck_of("48K")


def test_nothing_exposed_is_the_game_itself() -> None:
    assert Exposed(THB).nothing().ev == Fraction(-578107733, 28381438800)


@pytest.mark.slow
def test_cards_of_the_board() -> None:
    """Later cards are worth more: nobody else sees them before so many decisions."""
    asked = Exposed(THB, cache=False)
    flop, turn, river = (asked.card(place).ev for place in ("flop", "turn", "river"))
    assert flop == Fraction(32871901123, 6953452506000)
    assert asked.main.ev < flop < turn < river


@pytest.mark.slow
@pytest.mark.parametrize("place", ["flop", "turn", "river", "dealer"])
def test_a_card_seen_on_a_small_deck(place: str) -> None:
    found = Exposed(COSTLY, deck=SMALL)
    assert found.card(place).ev == card_seen(COSTLY, place, SMALL)
    assert found.card(place).gain > 0


@pytest.mark.slow
def test_two_players_on_a_small_deck() -> None:
    """Without a fold each decision is exact; with one, the first is nearly the best."""
    drawn = Exposed(UNFOLDED, deck=SMALL).players(2, 300)
    assert drawn.standard_error is not None
    assert abs(float(drawn.ev) - float(hands_shared(UNFOLDED, 2, SMALL))) < 4 * drawn.standard_error
    assert float(drawn.gain) > 4 * drawn.standard_error
    drawn = Exposed(COSTLY, deck=SMALL).players(2, 300)
    assert drawn.standard_error is not None
    assert drawn.ev < hands_shared(COSTLY, 2, SMALL) + 4 * drawn.standard_error
    assert drawn.gain > 0
