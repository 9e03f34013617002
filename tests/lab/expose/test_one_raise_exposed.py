"""Ultimate Texas Hold 'Em with a card seen or hands shared: against every deal of a small deck."""

from math import comb, isclose

import pytest

from pitboss.cards import DECK, card
from pitboss.games import GAMES
from pitboss.games.payoffs import LOSS, showdown
from pitboss.lab.expose import Exposed
from pitboss.lab.expose.one_raise_cards import Seen
from pitboss.lab.expose.one_raise_players import Players
from pitboss.lab.showdown.one_raise import one_raise_of
from pitboss.lab.starts import starts
from pitboss.lab.suits import deck_of
from pitboss.submission import resolve
from tests.lab.test_one_raise_equals_generic import paying, qualified

from .peeking import card_seen, hands_shared, unlike

pytestmark = pytest.mark.usefixtures("kernels")
UTH = resolve(GAMES["ultimate-holdem"])
SMALL = deck_of("48K")
RULES = paying(
    qualified("full house of kings"),
    showdown("player", "dealer", ties=LOSS),
    showdown("player", "dealer", ties=LOSS),
)
"""Ties are common on a small deck: where they lose, a raise is in doubt."""


@pytest.mark.slow
@pytest.mark.parametrize("place", ["flop", "turn", "dealer"])
def test_a_card_seen_on_a_small_deck(place: str) -> None:
    found = Exposed(RULES, deck=SMALL)
    assert found.card(place).ev == card_seen(RULES, place, SMALL)
    assert found.card(place).gain > 0


@pytest.mark.slow
def test_turn_and_river_are_worth_the_same() -> None:
    """They are turned together, and nothing is decided between them."""
    found = Exposed(RULES, deck=SMALL)
    assert found.card("turn").ev == found.card("river").ev


@pytest.mark.slow
def test_two_players_on_a_small_deck() -> None:
    """Every hand with every two dead cards: its gain, and the game of one who knows them."""
    shape, main = one_raise_of(RULES), Exposed(RULES, deck=SMALL).main
    assert shape is not None
    players = Players(RULES, shape, main, Seen(RULES, shape, SMALL), SMALL)
    at = {c: i for i, c in enumerate(SMALL)}
    gained = 0.0
    for start in starts(SMALL):
        hand = [at[c] for c in start.cards]
        for gone, ways in unlike(start, SMALL, 2).items():
            gained += start.ways * ways * players.gain(hand, [at[c] for c in gone])
    gained /= comb(12, 2) * comb(10, 2)
    assert gained > 0
    assert isclose(float(main.ev) + gained, float(hands_shared(RULES, 2, SMALL)), rel_tol=1e-12)


@pytest.mark.slow
def test_nothing_known_gains_nothing() -> None:
    """On the full deck, where suits matter: both play the same, and no hand gains."""
    shape = one_raise_of(UTH)
    assert shape is not None
    players = Players(UTH, shape, Exposed(UTH).main, Seen(UTH, shape))
    for text in ("2s 7h", "Jc 9c", "Kh 4d"):
        assert players.gain([DECK.index(card(one)) for one in text.split()], []) == 0
