"""Stud games with a card seen or hands shared: against every deal."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

from pitboss.cards import Card
from pitboss.games import GAMES
from pitboss.games.odds import Odds
from pitboss.lab.expose import Exposed
from pitboss.lab.starts import starts
from pitboss.lab.suits import deck_of
from pitboss.submission import resolve
from pitboss.submission.evaluators import Hands, evaluators, readers
from pitboss.submission.rules import positions
from tests.lab.odd_rules import shuffled_odds

from .peeking import card_seen

STUD = resolve(GAMES["stud-235"])
ODD = shuffled_odds(STUD, 5, (-1, -1, 0, 1, 2))
"""On a small deck everyone has a good hand: here some of them lose."""
SMALL = deck_of("25K")


def test_nothing_exposed_is_the_game_itself() -> None:
    assert Exposed(STUD).nothing().ev == Fraction(-28454, 270725)


def test_a_card_seen_turns_the_game() -> None:
    found = Exposed(STUD).card("community")
    assert found.ev == Fraction(23011, 541450)
    assert found.exact


def test_a_card_seen_on_a_small_deck() -> None:
    found = Exposed(ODD, deck=SMALL)
    assert found.card("community").ev == card_seen(ODD, "community", SMALL)
    assert found.card("community").gain > 0


@cache
def odds(wager: str, five: tuple[Card, ...]) -> Odds:
    """What settlement pays on first, second, third and both community cards."""
    where = positions(ODD.places, ODD.hole)
    order = [at for name in ("first", "second", "third", "community") for at in where[name]]
    laid = tuple(card for _, card in sorted(zip(order, five, strict=True)))
    return evaluators(ODD)[wager](Hands(readers(ODD), laid)).odds


def two_players(deck: Sequence[Card]) -> Fraction:
    """Every deal of two players: raises are made when what both hold says so."""
    total = Fraction()
    for start in starts(tuple(deck)):
        rest = [c for c in deck if c not in start.cards]
        value = Fraction()
        for two in combinations(rest, 2):
            left = [c for c in rest if c not in two]
            value += max(Fraction(), hope("raise_three", start.cards, left)) / comb(len(rest), 2)
        for three in combinations(rest, 3):
            left = [c for c in rest if c not in three]
            gains = [max(Fraction(), hope("raise_five", (*start.cards, c), left)) for c in left]
            value += sum(gains, Fraction()) / len(left) / comb(len(rest), 3)
        for wager in ("two_card", "three_card", "five_card"):
            value += hope(wager, start.cards, rest)
        total += value * start.ways
    return total / comb(len(deck), 2)


def hope(wager: str, held: tuple[Card, ...], left: Sequence[Card]) -> Fraction:
    """What a wager comes to, its other cards out of these."""
    if len(held) == 2:
        return sum((hope(wager, (*held, c), left) for c in left), Fraction()) / len(left)
    last = [c for c in left if c not in held]
    paid = [odds(wager, (*held, *pair)) for pair in combinations(last, 2)]
    return Fraction(sum(paid), len(paid))


@pytest.mark.slow
def test_two_players_on_a_small_deck() -> None:
    asked = Exposed(ODD, deck=SMALL)
    exact, drawn = asked.players(2, 10_000), asked.players(2, 100)
    assert exact.exact
    assert exact.ev == two_players(SMALL)
    assert exact.gain > 0
    assert drawn.standard_error is not None
    assert abs(float(drawn.ev) - float(exact.ev)) < 4 * drawn.standard_error


def test_who_knows_more_loses_less() -> None:
    asked = Exposed(STUD)
    two, six = asked.players(2, 400), asked.players(6, 400)
    assert two.standard_error is not None
    assert six.standard_error is not None
    assert two.gain > 0
    assert six.ev - two.ev > 3 * (two.standard_error + six.standard_error)
