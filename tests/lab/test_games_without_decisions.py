"""Games without a decision are solved, and agree with enumeration."""

import pytest

from pitboss.cards import Deck
from pitboss.games.grammar import (
    LOSS,
    BestOf,
    ByTable,
    Game,
    HandOf,
    Place,
    Required,
    paytable,
    showdown,
)
from pitboss.lab.generic import solver as generic
from pitboss.lab.main_game import solve_main, solve_without_decisions
from pitboss.lab.progress import no_progress
from pitboss.submission import resolve
from tests.small_decks import deck_of_ranks

PAYS = paytable("""
    straight or better   3 to 2
    pair of kings or better   1 to 1
    pair of 2s to queens   push
""")
DEALER = Place("dealer", "Dealer", cards=3, face_up=3)
OWN = HandOf("own", ("hole",), "your three cards")
THEIRS = HandOf("dealer", ("dealer",), "the dealer's three cards")


def game(**changes: object) -> Game:
    plain: dict[str, object] = {
        "key": "plain",
        "name": "Plain",
        "story": "Three cards, and no decision.",
        "hole": 3,
        "hands": (OWN,),
        "wagers": (Required("ante", "Ante", ByTable("own", PAYS)),),
        "streets": (),
    }
    return Game(**(plain | changes))  # type: ignore[arg-type]


ONE_HAND = game()
AGAINST = game(
    places=(DEALER,),
    hands=(OWN, THEIRS),
    wagers=(
        Required("ante", "Ante", showdown("own", "dealer", ties=LOSS)),
        Required("high", "High", showdown("own", "dealer", qualifies="queen high")),
    ),
)


@pytest.mark.parametrize("first", [ONE_HAND, AGAINST], ids=["one hand", "against the dealer"])
def test_values_equal_enumeration(first: Game) -> None:
    rules, deck = resolve(first), deck_of_ranks("TJQKA")
    fast = solve_without_decisions(rules, deck, no_progress)
    assert fast is not None
    slow = generic.solve_generic(rules, deck)
    assert (fast.ev, fast.results, fast.starts) == (slow.ev, slow.results, {})


def test_jokers_are_counted_too() -> None:
    rules = resolve(game(deck=Deck(ranks="TJQKA", jokers=1)))
    fast = solve_main(rules, cache=False, keep=False)
    assert fast.method == "counting hands"
    assert fast.results == generic.solve_generic(rules).results


def test_games_without_a_shape_are_enumerated() -> None:
    """For example, games that pay the better of two hands."""
    wider = game(
        places=(DEALER,),
        hands=(OWN, THEIRS, BestOf("best", ("own", "dealer"), "the better hand")),
        wagers=(Required("ante", "Ante", ByTable("best", PAYS)),),
    )
    assert solve_without_decisions(resolve(wider), deck_of_ranks("QKA"), no_progress) is None
    assert solve_main(resolve(wider), deck=deck_of_ranks("QKA")).method == "walking every deal"
