"""Shapes with other ranks and other orders of hands: fast solvers agree with enumeration."""

from typing import Final

import pytest

from pitboss.cards import Deck
from pitboss.games.grammar import (
    EVEN,
    FOLD,
    ByTable,
    Game,
    HandOf,
    Order,
    Place,
    Raise,
    Required,
    Reveal,
    Street,
    paytable,
    showdown,
)
from pitboss.lab.advice import advise
from pitboss.lab.generic import solver as generic
from pitboss.lab.main_game import solve_main
from pitboss.lab.shape_registry import find_shape
from pitboss.submission import resolve

FLUSH_FIRST: Final = Order(
    3,
    kinds=(
        "high card",
        "pair",
        "straight",
        "flush",
        "three of a kind",
        "straight flush",
        "mini royal",
    ),
)
DECKS: Final = (Deck(ranks="TJQKA"), Deck(ranks="23456"), Deck(ranks="6789A"))
ORDERS: Final = (Order(3), FLUSH_FIRST, Order(3, low_ace=False))
FIRST: Final = ByTable("own", paytable("three of a kind   5 to 1\nflush   2 to 1"))
SECOND: Final = ByTable("own", paytable("three of a kind or better   3 to 1\npair   1 to 1"))


def duel(deck: Deck, order: Order) -> Game:
    ante = showdown("own", "dealer", qualifies="pair", unqualified=EVEN)
    return Game(
        key="short-duel",
        name="Short Duel",
        story="Three cards against three.",
        deck=deck,
        seats=2,
        hole=3,
        places=(Place("dealer", "Dealer", cards=3, face_up=1),),
        hands=(
            HandOf("own", ("hole",), "your cards", order),
            HandOf("dealer", ("dealer",), "the dealer's cards", order),
        ),
        wagers=(
            Required("ante", "Ante", ante),
            Raise("play", "Play", showdown("own", "dealer"), of="ante"),
        ),
        streets=(Street("play", {"fold": FOLD, "play": 2}, (Reveal(("dealer",)),)),),
    )


def revealed(deck: Deck, order: Order) -> Game:
    return Game(
        key="short-stud",
        name="Short Stud",
        story="Two cards and one more.",
        deck=deck,
        seats=2,
        places=(Place("third", "Third"),),
        hands=(HandOf("own", ("hole", "third"), "your cards", order),),
        wagers=(Required("ante", "Ante", FIRST), Raise("play", "Play", SECOND, of="ante")),
        streets=(Street("play", {"fold": FOLD, "play": 2}, (Reveal(("third",)),)),),
    )


@pytest.mark.parametrize("order", ORDERS, ids=["usual", "flush over straight", "ace high"])
@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.ranks)
def test_one_hand(deck: Deck, order: Order) -> None:
    rules = resolve(revealed(deck, order))
    shape = find_shape(rules)
    assert shape is not None
    assert shape.name == "revealed"
    fast, slow = solve_main(rules, cache=False, keep=False), generic.solve_generic(rules)
    assert (fast.ev, fast.results) == (slow.ev, slow.results)
    best = {name: start.values for name, start in slow.starts.items()}
    assert advise(rules, deck.cards[:2], {}, []).decisions in best.values()


# Enumeration takes seconds for each, so three of the nine are compared.
@pytest.mark.parametrize(("deck", "order"), list(zip(DECKS, ORDERS, strict=True)))
def test_against_the_dealer(deck: Deck, order: Order) -> None:
    rules = resolve(duel(deck, order))
    shape = find_shape(rules)
    assert shape is not None
    assert shape.name == "duel"
    fast, slow = solve_main(rules, cache=False, keep=False), generic.solve_generic(rules)
    assert (fast.ev, fast.results) == (slow.ev, slow.results)
