"""How often each first decision is best and with which hands, in games without a chart of 169."""

from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import DECK, Deck, rank, suit
from pitboss.games import GAMES
from pitboss.games.grammar import (
    FOLD,
    Choices,
    Game,
    HandOf,
    Place,
    Raise,
    Required,
    Reveal,
    Street,
    showdown,
)
from pitboss.lab.generic import solver as generic
from pitboss.lab.main_game import solve_main
from pitboss.lab.shape_registry import find_shape
from pitboss.lab.strategy.first_decision import first_decision_shares, lowest_hand_list
from pitboss.lab.strategy.rule_lists import RuleList
from pitboss.papers.strategy_rules import rule_list_lines
from pitboss.submission import Rules, resolve

from .plain_solver import Tree, start_name

pytestmark = pytest.mark.usefixtures("kernels")


def duel(cards: int, choices: Choices) -> Rules:
    """Return rules with this many cards against the dealer's, from a small deck."""
    qualifies = "queen high"
    game = Game(
        key="small-duel",
        name="Small Duel",
        story="Cards against the dealer's.",
        seats=1,
        hole=cards,
        deck=Deck(ranks="TJQKA"),
        places=(Place("dealer", "Dealer", cards=cards),),
        hands=(
            HandOf("player", ("hole",), "your cards"),
            HandOf("dealer", ("dealer",), "the dealer's cards"),
        ),
        wagers=(
            Required("ante", "Ante", showdown("player", "dealer", qualifies=qualifies)),
            Raise("play", "Play", showdown("player", "dealer", qualifies=qualifies), of="ante"),
        ),
        streets=(Street("play", choices, (Reveal(("dealer",)),)),),
    )
    return resolve(game)


CHOICES: dict[str, Choices] = {
    "fold or play": {"fold": FOLD, "play": 1},
    "fold, small or large": {"fold": FOLD, "small": 1, "large": 3},
    "check or play": {"check": 0, "play": 2},
}


@pytest.mark.parametrize(
    ("cards", "decisions"), [*((1, name) for name in CHOICES), (3, "fold, small or large")]
)
def test_shares_equal_enumeration(cards: int, decisions: str) -> None:
    choices = CHOICES[decisions]
    rules = duel(cards, choices)
    main, generic_main = solve_main(rules), generic.solve_generic(rules)
    shape = find_shape(rules)
    assert shape is not None
    assert not main.starts
    total = sum(start.ways for start in generic_main.starts.values())
    shares = {
        name: Fraction(ways, total)
        for name in choices
        if (ways := sum(x.ways for x in generic_main.starts.values() if x.best == name))
    }
    assert (
        first_decision_shares(rules, main) == first_decision_shares(rules, generic_main) == shares
    )
    result = lowest_hand_list(rules, main)
    assert isinstance(result, RuleList)
    read, tree = shape.reader(rules.deck.cards), Tree(rules)
    for visible, _ in tree.reveals(0, (), tree.changes):
        best = generic_main.starts[start_name(tree, visible)].best
        assert result.decision(read(visible[0], ())) == best


def test_three_card_poker_is_played_with_queen_six_four() -> None:
    rules = resolve(GAMES["three-card"])
    main = solve_main(rules)
    result = lowest_hand_list(rules, main)
    assert result is not None
    assert rule_list_lines(rules, result) == [
        "Play with Q-6-4 or better.",
        "Otherwise fold.",
    ]
    fold_count = sum(map(_is_below_queen_six_four, combinations(DECK, 3)))
    assert first_decision_shares(rules, main)["fold"] == Fraction(fold_count, 22_100)


def _is_below_queen_six_four(cards: tuple[int, ...]) -> bool:
    ranks = sorted((rank(c) for c in cards), reverse=True)  # type: ignore[arg-type]
    runs = ranks[0] - ranks[2] == 2 or ranks == [12, 1, 0]
    flush = len({suit(c) for c in cards}) == 1  # type: ignore[arg-type]
    return len(set(ranks)) == 3 and not runs and not flush and ranks < [10, 4, 2]


def test_unknown_shares_are_omitted() -> None:
    caribbean, ride = resolve(GAMES["caribbean-stud"]), resolve(GAMES["let-it-ride"])
    assert lowest_hand_list(caribbean, solve_main(caribbean)) is None  # the dealer shows a card
    assert first_decision_shares(ride, solve_main(ride)) == {}
    both = duel(1, {"fold": FOLD, "check": 0, "play": 1})
    assert first_decision_shares(both, solve_main(both)) == {}
