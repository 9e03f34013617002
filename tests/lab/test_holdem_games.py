"""Hold 'em games of a user's own: solved by a fast shape, in agreement with enumeration."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain
from math import comb, isclose
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.cards import DECK, RANKS, Card, cards, rank
from pitboss.games.game_parts import Reveal
from pitboss.games.grammar import Beats, ByTable, Case, Cases, Game, Side, paytable
from pitboss.lab import advise, main_game
from pitboss.lab.exposure import ExposureAnalysis
from pitboss.lab.generic import solver as generic
from pitboss.lab.main_game import solve_main
from pitboss.lab.one_raise.exposure import OneRaiseCardExposure, SharedOneRaiseHands
from pitboss.lab.one_raise.shape import OneRaiseGame, find_one_raise_game
from pitboss.lab.one_raise.solver import advise_one_raise
from pitboss.lab.revealed.shape import last_revealed_position
from pitboss.lab.shape_registry import find_shape
from pitboss.lab.showdown.shape import OneRaiseShape, fits
from pitboss.lab.side_returns import solve_side_wagers
from pitboss.lab.starting_hands import (
    SUIT_PERMUTATIONS,
    StartingHand,
    permutations_keeping,
    starting_hands,
)
from pitboss.lab.strategy.finder import feature_reader, find_street_strategies
from pitboss.lab.strategy.rule_search import find_rule_lists
from pitboss.submission import Rules, resolve
from tests.lab.strategy.test_cost import at_random
from tests.small_decks import deck_of_ranks

from .expose.peeking_solver import ALONE, Peeking, unlike
from .holdem_games import CASINO_HOLDEM, HEADS_UP_HOLDEM, INVENTED, MANY
from .plain_solver import OddsByHands, Tree
from .solver_comparison import Stand, generic_values, shape_solution, stands
from .strategy.strategy_value import evaluate_strategy as walked_by_lists

pytestmark = pytest.mark.usefixtures("kernels")
METHOD: Final = "showdown with a dealer, one raise"
CASINO: Final = resolve(CASINO_HOLDEM)
SMALL: Final = deck_of_ranks("9KA")


def parts_of(rules: Rules) -> OneRaiseGame:
    result = find_one_raise_game(rules)
    assert result is not None
    return result


# Published figures


@pytest.mark.slow
def test_casino_holdem_has_the_published_figures() -> None:
    """Edge and element of risk by the Wizard of Odds; about 18% of hands are folded."""
    main = solve_main(CASINO)
    assert main.method == METHOD
    assert main.ev == Fraction(-1363917077, 63213204600)
    assert f"{float(main.house_edge):.2%}" == "2.16%"
    assert f"{float(main.element_of_risk):.2%}" == "0.82%"
    assert f"{main.results[1, -1] / main.deals:.0%}" == "18%"
    assert main.starts == {}


def test_its_bonus_has_the_published_figures() -> None:
    assert f"{float(solve_side_wagers(CASINO)['aa_bonus'].house_edge):.2%}" == "6.26%"


@pytest.mark.slow
def test_heads_up_holdem_has_the_published_figures() -> None:
    main = solve_main(resolve(HEADS_UP_HOLDEM))
    assert main.method == METHOD
    assert f"{float(main.house_edge):.2%}" == "2.36%"
    assert f"{float(main.element_of_risk):.2%}" == "0.64%"


# Compared with the generic solver


@pytest.mark.slow
@pytest.mark.parametrize("name", INVENTED)
def test_an_invented_game(name: str) -> None:
    rules = resolve(INVENTED[name])
    fast, slow = shape_solution(rules, "QKA"), generic.solve_generic(rules, deck_of_ranks("QKA"))
    assert fast.method == METHOD
    assert (fast.deals, fast.net, fast.staked) == (slow.deals, slow.net, slow.staked)
    assert fast.results == slow.results
    assert fast.starts == ({} if parts_of(rules).is_flop_open_first else slow.starts)


def fast_advice(at: Stand) -> Mapping[str, Fraction]:
    hole, board = at.hole, [*chain(*at.turned)][2:]
    return advise_one_raise(at.rules, parts_of(at.rules), hole, board, at.deck)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "decision_count", "ranks"),
    [
        ("the flop lies open", 0, "9TJQK"),
        ("flop and turn lie open", 0, RANKS),
        ("on every street", 1, "JQKA"),
        ("on every street", 2, "9TJQKA"),
        ("on every street", 3, RANKS),
    ],
)
def test_advice_on_a_board(name: str, decision_count: int, ranks: str) -> None:
    rules = resolve(INVENTED[name])
    check_streets = tuple(
        replace(x, choices={"check": 0}) if at < decision_count else x
        for at, x in enumerate(rules.streets)
    )
    for at in stands(replace(rules, streets=check_streets), ranks, decision_count, count=2, seed=7):
        assert fast_advice(at) == generic_values(at), str(at)


def test_advice_before_the_only_decision() -> None:
    """A pair of kings on a low flop calls; an offsuit deuce and seven fold."""
    low = {"flop": cards("8h 6c 3d")}
    assert advise(CASINO, cards("Ks Kd"), low).best == "call"
    result = advise(CASINO, cards("2s 7d"), {"flop": cards("Qh Jh Th")})
    assert result.best == "fold"
    assert result.decisions["fold"] == -1


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "the flop lies open, and the river decides too",
        "before the flop, and on turn and river",
        pytest.param("flop and turn lie open", marks=pytest.mark.soak),
        pytest.param("on every street", marks=pytest.mark.soak),
    ],
)
def test_costs_of_lists_equal_enumeration(name: str) -> None:
    rules = resolve(INVENTED[name])
    main = shape_solution(rules, "9KA")
    kind, shape = find_street_strategies(rules, main, SMALL)
    assert kind == "one-raise"
    cells = shape.cells()
    assert len(cells) == len(rules.streets) - bool(main.starts)
    assert shape.net({}) == main.net
    chart = {hand: start.best for hand, start in main.starts.items()}
    result = {some.street: find_rule_lists(some, 3)[-1] for some in cells}
    tree, reader = Tree(rules, SMALL), feature_reader(rules, SMALL)
    for strategy in (result, at_random(cells, Random(name))):
        expected = walked_by_lists(tree, chart, strategy, reader)
        assert Fraction(shape.net(strategy), main.deals) == expected
    for some in cells:
        only = {some.street: result[some.street]}
        assert main.net - shape.net(only) == some.loss(result[some.street])


# A player who knows more


def with_card_seen(rules: Rules, place: str, deck: tuple[Card, ...]) -> Fraction:
    """Return the game's value if a card of a place is seen before the first decision."""
    position, total, ranks = (
        last_revealed_position(rules, place),
        Fraction(),
        {rank(c): c for c in deck},
    )
    known_odds: OddsByHands = {}
    for card in ranks.values():
        tree, count, value = Peeking(rules, deck, position, card, known_odds), 0, Fraction()
        changes = permutations_keeping(SUIT_PERMUTATIONS, (card,))
        for visible, ways in tree.reveals(0, (), changes):
            result = tree.prospects(0, visible, permutations_keeping(changes, *visible), [()])[()]
            best = Fraction(max(x.net for x in result.values()))
            value += ways * best / tree.deals(sum(map(len, visible)), 0)
            count += ways
        total += value / count
    return total / len(ranks)


EXPOSED: Final = {
    "the flop lies open": ("turn", "dealer"),
    "before the flop, and on turn and river": ("flop", "river"),
    "on every street": ("flop", "turn", "river", "dealer"),
}
ALSO_EXPOSED: Final = [("on every street", "flop"), ("on every street", "dealer")]
"""Places that are exposed in another game, too, where it takes less time."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "place"),
    [
        pytest.param(name, place, marks=[pytest.mark.soak] if (name, place) in ALSO_EXPOSED else [])
        for name, places in EXPOSED.items()
        for place in places
    ],
)
def test_a_card_seen(name: str, place: str) -> None:
    rules = resolve(INVENTED[name])
    assert ExposureAnalysis(rules, deck=SMALL).with_card(place).ev == with_card_seen(
        rules, place, SMALL
    )


def test_seeing_an_open_card_has_no_value() -> None:
    result = ExposureAnalysis(resolve(INVENTED["the flop lies open"]), deck=SMALL)
    assert result.with_card("flop").gain == 0


def best_of(tree: Tree, start: StartingHand) -> Fraction:
    """Return the value of a hand under optimal strategy from the first decision on."""
    total, count = Fraction(), 0
    for visible, ways in tree.reveals(0, (), ALONE):
        if set(start.cards) <= set(visible[0]):
            result = tree.prospects(0, visible, ALONE, [()])[()]
            best = Fraction(max(x.net for x in result.values()))
            total += ways * best / tree.deals(sum(map(len, visible)), 0)
            count += ways
    return total / count


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("the flop lies open", marks=pytest.mark.slow),
        pytest.param("on every street", marks=pytest.mark.soak),  # a minute
    ],
)
def test_two_players(name: str) -> None:
    """Check the gain of every hand with every two dead cards, and the value of knowing them."""
    rules = resolve(INVENTED[name])
    shape, main = parts_of(rules), shape_solution(rules, "9KA")
    players = SharedOneRaiseHands(
        rules, shape, main, OneRaiseCardExposure(rules, shape, SMALL), SMALL
    )
    at = {c: i for i, c in enumerate(SMALL)}
    gain, exact = 0.0, Fraction()
    for start in starting_hands(SMALL):
        known_odds: OddsByHands = {}
        hand = [at[c] for c in start.cards]
        for dead_cards, ways in unlike(start, SMALL, 2).items():
            gain += start.ways * ways * players.gain(hand, [at[c] for c in dead_cards])
            left = [c for c in SMALL if c not in dead_cards]
            exact += start.ways * ways * best_of(Tree(rules, left, known_odds), start)
    deals = comb(12, 2) * comb(10, 2)
    assert isclose(float(main.ev) + gain / deals, float(exact / deals), rel_tol=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["the flop lies open", pytest.param("on every street", marks=pytest.mark.soak)]
)
def test_nothing_known_gains_nothing(name: str) -> None:
    """On the full deck, where suits matter, both methods play alike and no hand gains."""
    rules = resolve(INVENTED[name])
    shape, main = parts_of(rules), solve_main(rules)
    players = SharedOneRaiseHands(rules, shape, main, OneRaiseCardExposure(rules, shape))
    assert players.gain([DECK.index(c) for c in cards("Jc 9c")], []) == 0


# Side wagers that compare the hands


LOSING: Final = paytable("""
    straight flush or better  7,500 to 1
    four of a kind              500 to 1
    full house                   50 to 1
    flush                        30 to 1
    straight                     20 to 1
    three of a kind               9 to 1
""")
BAD_BEAT: Final = Side(
    "bad_beat",
    "Bad Beat",
    Cases(
        (
            Case(Beats("player", "dealer"), ByTable("dealer", LOSING)),
            Case(Beats("dealer", "player"), ByTable("player", LOSING)),
        ),
        hand="player",
    ),
)


def beside(rules: Rules, side: Side) -> Rules:
    return replace(rules, sides=(side,))


@pytest.mark.slow
def test_a_bad_beat_wager_is_as_published() -> None:
    """Each losing hand, the player's or the dealer's, comes as often as Stephen How counted."""
    result = solve_side_wagers(beside(CASINO, BAD_BEAT))["bad_beat"]
    assert result.deals == 2_781_381_002_400
    assert {line.net: line.combinations for line in result.lines if line.wins} == {
        7500: 10_300_592,
        500: 471_040_512,
        50: 8_435_225_376,
        30: 19_434_208_592,
        20: 18_271_076_976,
        9: 64_049_759_448,
    }
    assert f"{float(result.house_edge):.4%}" == "14.7868%"


@pytest.mark.slow
def test_a_side_wager_on_both_hands_equals_enumeration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wide = beside(resolve(INVENTED["on every street"]), replace(BAD_BEAT, pays=MANY))
    deck = deck_of_ranks("QKA")
    fast = solve_side_wagers(wide, deck)
    monkeypatch.setattr(main_game, "solve_without_decisions", lambda *_: None)
    assert solve_side_wagers(wide, deck) == fast


# What does not fit


def near() -> dict[str, Game]:
    game = CASINO_HOLDEM
    flop, turn, river, dealer = game.places
    (street,) = game.streets
    reveals = (Reveal(("turn", "river", "dealer")),)
    return {
        "a card of the dealer lies open": replace(
            game,
            places=(flop, turn, river, replace(dealer, face_up=1)),
            streets=(replace(street, reveals=reveals),),
        ),
        "two cards of the flop lie open": replace(
            game,
            places=(replace(flop, face_up=2), turn, river, dealer),
            streets=(replace(street, reveals=(Reveal(("flop", "turn", "river", "dealer")),)),),
        ),
        "the dealer has three cards": replace(
            game,
            places=(flop, turn, river, replace(dealer, cards=3)),
        ),
        "the player has three cards": replace(game, hole=3),
    }


@pytest.mark.parametrize("name", near())
def test_rules_that_do_not_fit_have_no_shape(name: str) -> None:
    rules = resolve(near()[name])
    assert fits(rules) is None
    assert find_shape(rules) is None


def test_rules_that_fit_have_this_shape() -> None:
    for game in (CASINO_HOLDEM, HEADS_UP_HOLDEM, *INVENTED.values()):
        assert isinstance(find_shape(resolve(game)), OneRaiseShape)
