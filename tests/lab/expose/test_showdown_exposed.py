"""Showdown games with a card seen or hands shared, compared with every deal."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.cards import DECK, RANKS, Card, card, card_text
from pitboss.games import GAMES
from pitboss.games.card_names import starting_hand_class
from pitboss.games.game_parts import FOLD
from pitboss.lab.exposure import ExposureAnalysis
from pitboss.lab.kernels import showdown_exposure as kernels
from pitboss.lab.progress import no_progress
from pitboss.lab.showdown.boards import (
    FOUR_CARD_KINDS,
    distinct_boards,
    holding_numbers,
    number_deck,
)
from pitboss.lab.showdown.exposure import (
    FirstBets,
    FirstDecisions,
    SharedShowdownHands,
    ShowdownCardExposure,
)
from pitboss.lab.showdown.shape import find_dealer_showdown
from pitboss.submission import Rules, resolve
from tests.lab.plain_solver import Tree
from tests.lab.varied_rules import asking
from tests.small_decks import deck_of_ranks

from .peeking_solver import ALONE, card_seen, hands_shared

THB = resolve(GAMES["holdem-bonus"])
COSTLY = asking(THB, {"fold": FOLD, "bet": 1}, {"check": 0, "bet": 2}, {"check": 0, "bet": 1})
UNFOLDED = asking(THB, {"bet": 2}, {"check": 0, "bet": 1}, {"check": 0, "bet": 1})
SMALL = deck_of_ranks("48K")


def test_nothing_exposed_is_the_game_itself() -> None:
    assert ExposureAnalysis(THB).without_exposure().ev == Fraction(-578107733, 28381438800)


@pytest.mark.slow
def test_later_board_cards_are_worth_more() -> None:
    """More decisions are made before anybody else sees them."""
    exposure = ExposureAnalysis(THB, cache=False)
    flop, turn, river = (exposure.with_card(place).ev for place in ("flop", "turn", "river"))
    assert flop == Fraction(32871901123, 6953452506000)
    assert exposure.main.ev < flop < turn < river


@pytest.mark.slow
@pytest.mark.parametrize("place", ["flop", "turn", "river", "dealer"])
def test_a_card_seen_on_a_small_deck(place: str) -> None:
    result = ExposureAnalysis(COSTLY, deck=SMALL)
    assert result.with_card(place).ev == card_seen(COSTLY, place, SMALL)
    assert result.with_card(place).gain > 0


@pytest.mark.slow
def test_two_players_on_a_small_deck() -> None:
    """All deals are compared with a player who knows the cards and folds where that is better."""
    for rules in (UNFOLDED, COSTLY):
        sample_result = ExposureAnalysis(rules, deck=SMALL).with_players(2, 300)
        assert sample_result.standard_error is not None
        assert (
            abs(float(sample_result.ev) - float(hands_shared(rules, 2, SMALL)))
            < 4 * sample_result.standard_error
        )
        assert float(sample_result.gain) > 4 * sample_result.standard_error


_FOUND: dict[tuple[str, tuple[Card, ...]], FirstDecisions] = {}


def first_decisions(rules: Rules, deck: Sequence[Card]) -> FirstDecisions:
    """Return the first decisions for a deck; cached, since the full deck takes seconds."""
    key = rules.hash, tuple(deck)
    if key not in _FOUND:
        _FOUND[key] = _first_decisions(rules, deck)
    return _FOUND[key]


def _first_decisions(rules: Rules, deck: Sequence[Card]) -> FirstDecisions:
    shape = find_dealer_showdown(rules)
    assert shape
    exposure = ShowdownCardExposure(rules, shape, deck)
    first = FirstBets(shape, ExposureAnalysis(rules, deck=deck).main, exposure, deck)
    return FirstDecisions(rules, shape, exposure, first, deck)


@pytest.mark.slow
@pytest.mark.parametrize("ranks", ["23789TKA", pytest.param(RANKS, marks=pytest.mark.soak)])
def test_a_hand_on_all_boards_equals_the_solver(ranks: str) -> None:
    """With no card known, the value is that of the solver, computed by another method."""
    deck = deck_of_ranks(ranks)
    result, starts = first_decisions(THB, deck), ExposureAnalysis(THB, deck=deck).main.starts
    for text in ("2s 7h", "2s 3s", "Ah Kh", "8c 8d", "Tc 9d"):
        hand = [card(item) for item in text.split()]
        values = result.values([deck.index(c) for c in hand], [])
        assert values == starts[starting_hand_class(*sorted(hand))].values


@pytest.mark.slow
@pytest.mark.parametrize(
    "left",
    [
        "Ts 9s 8s 7s 6s 6h 8d 9d Tc 7c 3s",
        pytest.param("Ah 2h 3h 4h 5h 5d Kh Kd 2c 3c Ac", marks=pytest.mark.soak),
    ],
)
def test_a_first_decision_is_that_of_a_deck_without_the_dead_cards(left: str) -> None:
    """All deals of the remaining cards are compared; flushes and straights are common in them."""
    cards = [card(item) for item in left.split()]
    deck = deck_of_ranks("".join(sorted({card_text(c)[0] for c in cards})))
    hand, dead_cards = cards[:2], [c for c in deck if c not in cards]
    tree = Tree(COSTLY, cards)
    prospects = tree.prospects(0, (tuple(hand),), ALONE, [()])[()]
    expected = {name: Fraction(x.net, tree.deals(2, 0)) for name, x in prospects.items()}
    result = first_decisions(COSTLY, deck)
    assert (
        result.values(*([deck.index(c) for c in some] for some in (hand, dead_cards))) == expected
    )


@pytest.mark.slow
def test_the_estimated_loss_of_first_decisions_equals_enumeration() -> None:
    """Samples favor close decisions.

    The exact values cover all hands and dead cards of a small deck."""
    result = first_decisions(COSTLY, SMALL)
    total_loss, hands = Fraction(), 0
    for dead_cards in combinations(range(len(SMALL)), 2):
        plays = result._first.does_bet(np.array(dead_cards))
        for pair, hand in enumerate(result._pairs.tolist()):
            if not {*hand} & {*dead_cards}:
                values = result.values(hand, dead_cards)
                total_loss += max(values.values()) - values["bet" if plays[pair] else "fold"]
                hands += 1
    given_up, error = result.estimate_loss(2, 2000, "a test", no_progress)
    assert total_loss > 0
    assert abs(given_up - float(total_loss / hands)) < 4 * error
    assert error < given_up / 4


@pytest.mark.slow
def test_a_dealer_card_seen_changes_no_average() -> None:
    """Over all cards that may be seen, a hand wins and loses as often, on every kind of flop."""
    shape = find_dealer_showdown(THB)
    assert shape
    exposure, deck_numbers, flops = (
        ShowdownCardExposure(THB, shape, DECK),
        number_deck(DECK),
        distinct_boards(DECK, 3),
    )
    every = len(flops.cards) // 12
    some, ways = flops.cards[::every].copy(), flops.ways[::every].copy()
    by_dealer = exposure.dealer_card_sums(every)
    by_board = np.zeros((3, len(exposure.classes.ways), 2), np.int64)
    kernels.see_board(
        some,
        ways,
        0,
        len(some),
        46 * comb(45, 2),
        deck_numbers.rank,
        deck_numbers.suit,
        FOUR_CARD_KINDS.of,
        FOUR_CARD_KINDS.first,
        FOUR_CARD_KINDS.two,
        FOUR_CARD_KINDS.begins,
        holding_numbers(DECK),
        exposure.sums().outcome_sums,
        exposure.sums().positive_sums,
        *exposure.stakes,
        exposure.classes.of,
        by_board,
    )
    hopes = [np.zeros(169, np.int64) for _ in range(2)]
    for result, expected_value in zip(hopes, (by_dealer[:, 1], by_board[0, :, 1]), strict=True):
        np.add.at(result, exposure.classes.hand, expected_value)
    # Each deal has two dealer cards that may be seen, and three flop cards.
    assert (3 * hopes[0] == 2 * hopes[1]).all()
    assert hopes[0].any()


@pytest.mark.slow
@pytest.mark.parametrize("ranks", ["234579TJKA", pytest.param(RANKS, marks=pytest.mark.soak)])
def test_no_shared_cards_give_no_gain(ranks: str) -> None:
    """On any flop, both methods of counting lead to the same decisions."""
    shape, deck = find_dealer_showdown(THB), deck_of_ranks(ranks)
    assert shape
    exposure = ShowdownCardExposure(THB, shape, deck)
    main = ExposureAnalysis(THB, deck=deck).main
    players, first = (
        SharedShowdownHands(THB, shape, main, exposure, deck),
        FirstBets(shape, main, exposure, deck),
    )
    nobody = np.array([], np.int64)
    for text in ("2s 3s 4s", "As Kd 9c", "7h 7d 7c", "Jh Th 2c"):
        flop = np.sort([deck.index(card(item)) for item in text.split()])
        assert players._gain_on_flop(first, flop, nobody, first.does_bet(nobody)) == 0
