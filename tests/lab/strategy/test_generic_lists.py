"""Rule lists for games without a fast shape: their cost, their features, and their text."""

from fractions import Fraction
from random import Random

import pytest

from pitboss.cards import cards
from pitboss.games.grammar import (
    EVEN,
    FOLD,
    AtLeast,
    ByTable,
    Deck,
    Game,
    HandOf,
    OnlyWith,
    Order,
    Place,
    Raise,
    Required,
    Reveal,
    Street,
    paytable,
    showdown,
)
from pitboss.lab.generic.shape import GenericShape
from pitboss.lab.main_game import solve_main
from pitboss.lab.progress import no_progress
from pitboss.lab.shape_registry import find_shape, find_strategy_shape
from pitboss.lab.starting_hands import chart_ranks
from pitboss.lab.strategy.finder import StrategyFinder, first_decision_chart
from pitboss.lab.strategy.rule_lists import Condition, Rule, RuleList
from pitboss.lab.strategy.rule_search import find_rule_lists
from pitboss.papers.strategy_rules import condition_phrase, rule_list_lines
from pitboss.submission import Rules, resolve
from tests.lab.plain_solver import Tree
from tests.lab.strategy.strategy_value import evaluate_strategy
from tests.lab.strategy.test_cost import at_random

SHORT = Deck(ranks="9TJQ", suits="cds")
MEETS = showdown("player", "dealer", qualifies="pair of 10s", unqualified=EVEN)
HANDS = (
    HandOf("player", ("hole", "flop", "river"), "your cards", Order(3)),
    HandOf("dealer", ("dealer", "flop", "river"), "the dealer's cards", Order(3)),
)


def _game(key: str, **fields: object) -> Rules:
    whole: dict[str, object] = {"key": key, "name": "Invented", "story": "Nobody deals it."}
    return resolve(Game(**whole | fields))  # type: ignore[arg-type]


def three_streets(deck: Deck) -> Rules:
    """Return a game of three streets, of which the second may close the third."""
    return _game(
        "three-streets",
        deck=deck,
        seats=2,
        places=(
            Place("flop", "Flop"),
            Place("river", "River"),
            Place("dealer", "Dealer", cards=2),
        ),
        hands=HANDS,
        wagers=(
            Required("ante", "Ante", MEETS),
            Raise("early", "Early", showdown("player", "dealer"), of="ante"),
            Raise("play", "Play", showdown("player", "dealer"), of="ante"),
        ),
        streets=(
            Street("early", {"check": 0, "2x": 2}, (Reveal(("flop",)),)),
            Street("play", {"wait": 0, "2x": 2}, (Reveal(("river",)),), name="sooner"),
            Street("play", {"fold": FOLD, "1x": 1}, (Reveal(("dealer",)),), name="later"),
        ),
    )


GAMES = {
    "three streets": three_streets(SHORT),
    "an open card, a raise for some": _game(
        "open-card",
        deck=SHORT,
        seats=2,
        places=(Place("flop", "Flop", face_up=1), Place("dealer", "Dealer", cards=2, face_up=1)),
        hands=(
            HandOf("player", ("hole", "flop"), "your cards", Order(3)),
            HandOf("dealer", ("dealer", "flop"), "the dealer's cards", Order(3)),
        ),
        wagers=(
            Required("ante", "Ante", showdown("player", "dealer")),
            Raise("bet", "Bet", showdown("player", "dealer"), of="ante"),
        ),
        streets=(
            Street(
                "bet",
                {"fold": FOLD, "1x": 1, "3x": OnlyWith(3, AtLeast("player", "pair of jacks"))},
                (Reveal(("dealer",)),),
            ),
        ),
    ),
    "wild nines": _game(
        "wild-nines",
        deck=Deck(ranks="9TJQ", suits="cds", wild="9"),
        seats=2,
        places=(Place("third", "Third"), Place("fourth", "Fourth")),
        hands=(
            HandOf("all", ("hole", "third", "fourth"), "your cards", Order(3)),
            HandOf("two", ("hole",), "your first two cards", Order(2)),
        ),
        wagers=(
            Required("ante", "Ante", ByTable("all", paytable("straight or better  3 to 2"))),
            Raise("bet", "Bet", ByTable("all", paytable("flush or better  3 to 1")), of="ante"),
            Raise("last", "Last", ByTable("all", paytable("flush or better  1 to 1")), of="ante"),
        ),
        streets=(
            Street(
                "bet",
                {"check": 0, "1x": 1, "2x": OnlyWith(2, AtLeast("two", "pair"))},
                (Reveal(("third",)),),
            ),
            Street("last", {"fold": FOLD, "1x": 1}, (Reveal(("fourth",)),)),
        ),
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_cost_equals_enumeration(name: str) -> None:
    rules, deck = GAMES[name], GAMES[name].deck.cards
    assert find_shape(rules) is None
    main, shape = solve_main(rules, cache=False, keep=False), find_strategy_shape(rules)
    streets, reader = shape.strategy(main, deck, no_progress), shape.reader(deck)
    assert streets.net({}) == main.net
    cells = streets.cells()
    best_lists = {some.street: find_rule_lists(some, 4)[-1] for some in cells}
    chance, chart = Random(name), first_decision_chart(main)
    assert len(best_lists) == len(rules.streets) - bool(chart)
    list_sets = [best_lists]
    if not any(street.conditions for street in rules.streets):
        list_sets += [at_random(cells, chance), at_random(cells, chance)]
    tree = Tree(rules, deck)
    for lists in list_sets:
        expected = evaluate_strategy(tree, chart, lists, reader)
        assert Fraction(streets.net(lists)) / main.deals == expected
    assert Fraction(streets.net(best_lists)) / main.deals <= main.ev
    for street_list in best_lists.values():
        assert all(line.endswith(".") for line in rule_list_lines(rules, street_list))


def test_the_cost_of_a_single_list_is_its_loss() -> None:
    finder = StrategyFinder(GAMES["three streets"], cache=False, keep=False)
    card = finder.strategy(lines=4)
    assert card.shape == "generic"
    assert [street.list.street for street in card.streets] == ["sooner", "later"]
    assert len(card.chart) == 16
    assert 0 <= card.cost <= 2 * sum(street.cost for street in card.streets)
    longer = finder.strategy(lines=8)
    assert longer.cost <= card.cost


def test_a_list_takes_no_decision_that_the_cards_forbid() -> None:
    rules = GAMES["an open card, a raise for some"]
    finder = StrategyFinder(rules, cache=False, keep=False)
    (street,) = finder.strategy(lines=5).streets
    lines = rule_list_lines(rules, street.list)
    assert any(line.startswith("3x with") for line in lines)
    always = RuleList("bet", (), "3x")
    with pytest.raises(Exception, match="takes a decision that the cards do not allow"):
        finder.shape.net({"bet": always})


def test_features_worked_by_hand() -> None:
    rules = GAMES["three streets"]
    read = GenericShape(rules).reader(rules.deck.cards)
    features = read(cards("Qc 9d"), [cards("Jc")])
    assert features["made"] == (0 << 8) + (11 << 4) + 10
    assert (features["suited"], features["straight"], features["paired"], features["over"]) == (
        2,
        2,
        0,
        1,
    )
    features = read(cards("Qc 9d"), [cards("Qs")])
    assert (features["made"], features["paired"], features["over"]) == ((1 << 8) + (11 << 4), 1, 0)
    # The best three of four cards, once all of them are visible.
    features = read(cards("Qc Jc"), [cards("Tc"), cards("9d")])
    high = read(cards("Qc Jd"), [cards("9c"), cards("9d")])
    assert features["hand"] > high["hand"] > 0
    assert features["made"] == 0
    wild = GAMES["wild nines"]
    features = GenericShape(wild).reader(wild.deck.cards)(cards("9c 9d"), [cards("Tc")])
    assert (features["wild"], features["suited"], features["straight"]) == (2, 3, 3)


def test_hands_are_named_by_their_lowest_example() -> None:
    rules = GAMES["three streets"]
    shape = GenericShape(rules)
    phrases, read = shape.feature_phrases(), shape.reader(rules.deck.cards)

    def words(hole: str, *streets: str) -> str:
        features = read(cards(hole), [cards(x) for x in streets])
        name = "hand" if features["hand"] else "made"
        return condition_phrase(phrases, Condition(name, features[name]))

    assert words("Qc 9d") == "Q-9 or better"
    assert words("Qc Qd") == "a pair of queens or better"
    assert words("9c 9d") == "a pair or better"
    assert words("9c 9d", "9s") == "three of a kind or better"
    assert words("9c 9d", "Js", "Qd") == "a pair of nines with a queen or better"
    assert words("Qc Jc", "Tc", "9d") == "a straight flush with a queen or better"
    assert rule_list_lines(
        rules, RuleList("later", (Rule((Condition("paired", 1),), "1x"),), "fold")
    ) == ["1x with a card of your own in a pair or better.", "Otherwise fold."]


def test_a_chart_needs_a_hand_for_every_two_ranks() -> None:
    assert chart_ranks(["AA", "KK", "AKs", "AKo"]) == "AK"
    assert chart_ranks(["AA", "KK", "AKs"]) == ""
    assert chart_ranks(["Ah Kd Qs"]) == ""
    assert chart_ranks([]) == ""


def test_jokers_are_described_where_a_fast_shape_has_no_words_for_them() -> None:
    rules = _game(
        "joker-duel",
        hole=2,
        seats=2,
        deck=Deck(ranks="TJQKA", jokers=1),
        places=(Place("dealer", "Dealer", cards=2, face_up=1),),
        hands=(HandOf("player", ("hole",)), HandOf("dealer", ("dealer",))),
        wagers=(
            Required("ante", "Ante", showdown("player", "dealer", qualifies="king high")),
            Raise("bet", "Bet", showdown("player", "dealer"), of="ante"),
        ),
        streets=(Street("bet", {"fold": FOLD, "1x": 1}, (Reveal(("dealer",)),)),),
    )
    shape = find_shape(rules)
    assert shape is not None
    assert shape.name == "duel"
    finder = StrategyFinder(rules, cache=False, keep=False)
    assert finder.name == "generic"
    card = finder.strategy(lines=6)
    assert [street.list.street for street in card.streets] == ["bet"]
    assert 0 <= card.cost < Fraction(1, 20)
    (street,) = card.streets
    deck = rules.deck.cards
    expected = evaluate_strategy(
        Tree(rules, deck), {}, {"bet": street.list}, GenericShape(rules).reader(deck)
    )
    assert card.ev == expected
