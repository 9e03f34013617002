"""Games without a fast shape, with a card seen or hands shared: compared with every deal."""

import pytest

from pitboss.cards import Deck
from pitboss.errors import Refused
from pitboss.lab.exposure import ExposureAnalysis
from pitboss.lab.generic.exposure import GenericExposure
from pitboss.lab.main_game import solve_main
from pitboss.lab.progress import no_progress
from pitboss.submission import Rules
from tests.lab.expose.peeking_solver import card_seen, hands_shared
from tests.lab.strategy.test_generic_lists import three_streets
from tests.lab.unusual_games import DUELS
from tests.small_decks import deck_of_ranks

THREE = three_streets(Deck(ranks="TJQ"))


@pytest.mark.parametrize("place", ["flop", "river", "dealer"])
def test_the_value_of_a_seen_card_equals_enumeration(place: str) -> None:
    analysis = ExposureAnalysis(THREE, cache=False, keep=False)
    result = analysis.with_card(place)
    assert result.is_exact
    assert result.gain > 0
    assert result.ev == card_seen(THREE, place, THREE.deck.cards)


def test_the_value_of_shared_hands_equals_enumeration() -> None:
    rules, deck = THREE, THREE.deck.cards
    analysis = ExposureAnalysis(rules, cache=False, keep=False)
    exact = analysis.with_players(2, samples=10_000)
    assert exact.is_exact
    assert exact.ev == hands_shared(rules, 2, deck)
    sample_result = analysis.with_players(2, samples=300, seed="some")
    assert sample_result.standard_error is not None
    assert abs(float(exact.ev) - float(sample_result.ev)) < 4 * sample_result.standard_error
    assert analysis.with_players(2, samples=300, seed="some").ev == sample_result.ev


def test_results_agree_with_a_fast_shape() -> None:
    rules: Rules = next(iter(DUELS.values()))
    deck = deck_of_ranks("9TJQ")
    fast = ExposureAnalysis(rules, deck=deck)
    every = GenericExposure(
        rules, lambda: solve_main(rules, deck=deck, keep=False), deck, no_progress
    )
    for place in rules.places:
        assert every.value_with_card(place.name).ev == fast.with_card(place.name).ev


def test_too_many_players_for_the_deck_are_refused() -> None:
    rules, deck = THREE, THREE.deck.cards[:7]
    every = GenericExposure(rules, lambda: solve_main(rules, deck=deck), deck, no_progress)
    with pytest.raises(Refused, match="the deck is too small for 2 players"):
        every.value_with_shared_hands(2, 10, "some")
