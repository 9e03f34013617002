"""The search for rule lists: near the optimum, and never worse with more lines."""

from fractions import Fraction

import numpy as np
import pytest

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.lab.main_game import solve_main
from pitboss.lab.strategy.finder import cost_published_advice, find_strategy, find_street_strategies
from pitboss.lab.strategy.rule_lists import Condition, Rule, RuleList, single_rule_list
from pitboss.lab.strategy.rule_search import Cells, find_rule_lists
from pitboss.submission import resolve

pytestmark = pytest.mark.usefixtures("kernels")
STUD = resolve(GAMES["stud-235"])


def test_the_search_finds_what_brute_force_finds() -> None:
    """Brute force goes through all lists of two rules over a few cells."""
    chance = np.random.default_rng(9)
    visible = np.array([[i, j] for i in range(3) for j in range(3)])
    for _ in range(20):
        net = chance.integers(-50, 50, (9, 3))
        cells = Cells(
            "street", ("one", "two"), visible, ("a", "b", "c"), net, int(net.max(1).sum())
        )
        single = [Condition(name, n) for name in ("one", "two") for n in (1, 2)]
        feature_sets = [(x,) for x in single] + [(x, y) for x in single[:2] for y in single[2:]]
        best = max(
            cells.value(RuleList("street", (Rule(x, a), Rule(y, b)), c))
            for x in feature_sets
            for y in feature_sets
            for a in "abc"
            for b in "abc"
            for c in "abc"
        )
        assert cells.value(find_rule_lists(cells, 3)[-1]) == best


def test_a_rule_with_its_exception_is_found() -> None:
    """Each rule alone makes a list worse: three of a kind of a low pair, which bets less."""
    visible = np.array([[pair, raise_keys] for pair in range(3) for raise_keys in range(3)])
    best = np.array([0, 0, 0, 1, 1, 0, 1, 1, 1])
    net = np.stack([np.where(best == 0, 0, -5), np.where(best == 1, 0, -5)], axis=1)
    net[8] = [-90, 0]
    cells = Cells("street", ("pair", "made"), visible, ("1x", "3x"), net, 0)
    assert cells.loss(find_rule_lists(cells, 4)[-1]) == 0


def test_one_feature_is_enough_for_a_list() -> None:
    net = np.array([[3, 0], [2, 0], [0, 9], [0, 1]])
    cells = Cells("street", ("one",), np.arange(4)[:, None], ("a", "b"), net, 15)
    result = find_rule_lists(cells, 2)[-1]
    assert result == RuleList("street", (Rule((Condition("one", 2),), "b"),), "a")
    assert cells.loss(result) == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["stud-235", pytest.param("holdem-bonus", marks=pytest.mark.soak)])
def test_more_lines_never_cost_more(game: str) -> None:
    """No list beats optimal play, and a single line is the best single decision."""
    rules = resolve(GAMES[game])
    for cells in find_street_strategies(rules, solve_main(rules))[1].cells():
        some = find_rule_lists(cells, 4)
        assert [len(item) for item in some] == sorted({len(item) for item in some})
        given_up = [cells.loss(item) for item in some]
        assert given_up == sorted(given_up, reverse=True)
        assert min(given_up) >= 0
        assert int(cells.net.max(axis=1).sum()) <= cells.best
        assert cells.value(some[0]) == max(
            cells.value(single_rule_list(cells.street, decision)) for decision in cells.decisions
        )


def test_the_shortest_lists_within_a_cost_are_found() -> None:
    exact = Fraction(1, 1000)
    card = find_strategy(STUD, cost=exact)
    assert card.cost <= exact
    assert find_strategy(STUD, lines=card.lines - 1).cost > exact


@pytest.mark.soak
def test_criss_cross_within_a_thousandth_of_an_ante() -> None:
    card = find_strategy(resolve(GAMES["criss-cross"]), cost=Fraction(1, 1000))
    assert card.cost <= Fraction(1, 1000)
    assert card.lines <= 16


@pytest.mark.parametrize(
    ("feature_sets", "sentence"),
    [
        ({"lines": 0}, "1 to 12 lines"),
        ({"lines": -3}, "1 to 12 lines"),
        ({"cost": Fraction(0)}, "above 0"),
        ({"cost": Fraction(-1)}, "above 0"),
    ],
)
def test_bad_requests_are_refused(feature_sets: dict[str, int], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        find_strategy(STUD, **feature_sets)  # type: ignore[arg-type]


def test_published_advice_has_known_costs() -> None:
    costs = cost_published_advice(STUD)
    assert set(costs) == {"always check", "always raise"}
    assert min(costs.values()) > Fraction(1, 5)
