"""Stud games with a card seen or hands shared, compared with every deal."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

from pitboss.cards import Card
from pitboss.games import GAMES
from pitboss.games.paytables import Odds
from pitboss.lab.exposure import ExposureAnalysis
from pitboss.lab.starting_hands import starting_hands
from pitboss.submission import resolve
from pitboss.submission.evaluators import Hands, compile_evaluators, hand_readers
from pitboss.submission.rules import positions
from tests.lab.varied_rules import shuffled_odds
from tests.small_decks import deck_of_ranks

from .peeking_solver import card_seen

STUD = resolve(GAMES["stud-235"])
ODD = shuffled_odds(STUD, 5, (-1, -1, 0, 1, 2))
"""On a small deck most hands are good; some of them lose here."""
SMALL = deck_of_ranks("25K")


def test_nothing_exposed_is_the_game_itself() -> None:
    assert ExposureAnalysis(STUD).without_exposure().ev == Fraction(-28454, 270725)


def test_seeing_a_card_reverses_the_edge() -> None:
    result = ExposureAnalysis(STUD).with_card("community")
    assert result.ev == Fraction(23011, 541450)
    assert result.is_exact


def test_a_card_seen_on_a_small_deck() -> None:
    result = ExposureAnalysis(ODD, deck=SMALL)
    assert result.with_card("community").ev == card_seen(ODD, "community", SMALL)
    assert result.with_card("community").gain > 0


@cache
def odds(wager: str, five: tuple[Card, ...]) -> Odds:
    """Return what settlement pays on the first, second, third and both community cards."""
    where = positions(ODD.places, ODD.hole)
    order = [at for name in ("first", "second", "third", "community") for at in where[name]]
    hand_cards = tuple(card for _, card in sorted(zip(order, five, strict=True)))
    return compile_evaluators(ODD)[wager](Hands(hand_readers(ODD), hand_cards)).odds


def two_players(deck: Sequence[Card]) -> Fraction:
    """Go through every deal of two players who raise by what both hands suggest."""
    total = Fraction()
    for start in starting_hands(tuple(deck)):
        rest = [c for c in deck if c not in start.cards]
        value = Fraction()
        for two in combinations(rest, 2):
            left = [c for c in rest if c not in two]
            value += max(Fraction(), expected_value("raise_three", start.cards, left)) / comb(
                len(rest), 2
            )
        for three in combinations(rest, 3):
            left = [c for c in rest if c not in three]
            gains = [
                max(Fraction(), expected_value("raise_five", (*start.cards, c), left)) for c in left
            ]
            value += sum(gains, Fraction()) / len(left) / comb(len(rest), 3)
        for wager in ("two_card", "three_card", "five_card"):
            value += expected_value(wager, start.cards, rest)
        total += value * start.ways
    return total / comb(len(deck), 2)


def expected_value(wager: str, holding: tuple[Card, ...], left: Sequence[Card]) -> Fraction:
    """Return the value of a wager whose remaining cards are drawn from these."""
    if len(holding) == 2:
        return sum((expected_value(wager, (*holding, c), left) for c in left), Fraction()) / len(
            left
        )
    last = [c for c in left if c not in holding]
    paid = [odds(wager, (*holding, *pair)) for pair in combinations(last, 2)]
    return Fraction(sum(paid), len(paid))


@pytest.mark.slow
def test_two_players_on_a_small_deck() -> None:
    exposure = ExposureAnalysis(ODD, deck=SMALL)
    exact, sample_result = exposure.with_players(2, 10_000), exposure.with_players(2, 100)
    assert exact.is_exact
    assert exact.ev == two_players(SMALL)
    assert exact.gain > 0
    assert sample_result.standard_error is not None
    assert abs(float(sample_result.ev) - float(exact.ev)) < 4 * sample_result.standard_error


def test_more_shared_hands_raise_the_value() -> None:
    exposure = ExposureAnalysis(STUD)
    two, six = exposure.with_players(2, 400), exposure.with_players(6, 400)
    assert two.standard_error is not None
    assert six.standard_error is not None
    assert two.gain > 0
    assert six.ev - two.ev > 3 * (two.standard_error + six.standard_error)
