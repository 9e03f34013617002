"""The reported cost of a list equals an independent evaluation of that fixed strategy."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from pitboss.cards import DECK, Card
from pitboss.games import GAMES
from pitboss.games.card_names import starting_hand_class
from pitboss.games.game_parts import FOLD, stake_multiple
from pitboss.games.paytables import Odds
from pitboss.lab.advice import advise
from pitboss.lab.cross.strategy import CrossStrategy
from pitboss.lab.main_game import find_solver, solve_main
from pitboss.lab.progress import no_progress
from pitboss.lab.strategy.finder import (
    Strategy,
    StrategyFinder,
    feature_reader,
    find_street_strategies,
)
from pitboss.lab.strategy.rule_lists import Condition, Rule, RuleList
from pitboss.lab.strategy.rule_search import Cells, find_rule_lists
from pitboss.round import visible_places
from pitboss.submission import resolve
from pitboss.submission.rules import Rules
from tests.lab.plain_solver import Tree
from tests.lab.strategy.strategy_value import evaluate_strategy
from tests.lab.varied_rules import paying
from tests.small_decks import deck_of_ranks

pytestmark = pytest.mark.usefixtures("kernels")
CCP = resolve(GAMES["criss-cross"])
HARD = paying(
    CCP,
    "across down middle",
    "full-house=-1 two-pair=-1 three-of-a-kind=-1 pair-of-jacks-or-better=-1 straight=1",
)
"""On a small deck most hands are good; many of them lose here, so that draws matter."""
SMALL = {
    "criss-cross": "7JA", "holdem-bonus": "9JA", "stud-235": "5TJQA", "ultimate-holdem": "9JA",
}  # fmt: skip
DEALS = {"criss-cross": 800, "holdem-bonus": 200, "stud-235": 2_000}


def at_random(cells: Sequence[Cells], chance: Random) -> dict[str, RuleList]:
    """Return random lists over features and values that occur, which nobody would play."""
    result = {}
    for some in cells:
        rules = []
        for _ in range(chance.randint(0, 3)):
            feature_numbers = chance.sample(range(len(some.features)), 2)
            row = chance.choice(some.feature_rows.tolist())
            when = tuple(Condition(some.features[i], row[i]) for i in feature_numbers)
            rules.append(Rule(when, chance.choice(some.decisions)))
        result[some.street] = RuleList(some.street, tuple(rules), chance.choice(some.decisions))
    return result


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_the_cost_on_a_small_deck_equals_enumeration(game: str) -> None:
    rules, deck = resolve(GAMES[game]), deck_of_ranks(SMALL[game])
    main = find_solver(rules, deck)(deck, no_progress)
    _, shape = find_street_strategies(rules, main, deck)
    chart = {name: start.best for name, start in main.starts.items()}
    cells = shape.cells()
    result = {some.street: find_rule_lists(some, 4)[-1] for some in cells}
    chance = Random(game)
    tree, reader = Tree(rules, deck), feature_reader(rules, deck)
    for strategy in (result, at_random(cells, chance), at_random(cells, chance)):
        expected = evaluate_strategy(tree, chart, strategy, reader)
        assert Fraction(shape.net(strategy), main.deals) == expected
    assert Fraction(shape.net(result), main.deals) <= main.ev


@pytest.mark.slow
@pytest.mark.parametrize(
    "hand", ["QTs", *(pytest.param(hand, marks=pytest.mark.soak) for hand in ("J9o", "KK"))]
)
def test_the_cost_where_flushes_and_straights_matter(hand: str) -> None:
    """The deck has five ranks, and one starting hand is followed through every deal."""
    deck = deck_of_ranks("9TJQK")
    main = find_solver(HARD, deck)(deck, no_progress)
    _, shape = find_street_strategies(HARD, main, deck)
    assert isinstance(shape, CrossStrategy)
    chart = {name: start.best for name, start in main.starts.items()}
    cells = shape.cells()
    for some in cells:
        for draw in ("flush", "straight", "outs"):
            assert len(set(some.feature_rows[:, some.features.index(draw)].tolist())) > 1
    shape._hands = tuple(start for start in shape._hands if start.name == hand)
    ways = shape._hands[0].ways
    result = {some.street: find_rule_lists(some, 5)[-1] for some in cells}
    chance = Random(hand)
    tree, reader = Tree(HARD, deck), feature_reader(HARD, deck)
    for strategy in (result, at_random(cells, chance)):
        expected = evaluate_strategy(tree, chart, strategy, reader, hand)
        assert Fraction(shape.net(strategy) * 190, main.deals * ways) == expected


@pytest.mark.slow
def test_without_lists_the_value_is_that_of_optimal_play() -> None:
    for game in ("criss-cross", "stud-235"):
        rules = resolve(GAMES[game])
        main = solve_main(rules)
        assert find_street_strategies(rules, main)[1].net({}) == main.net


@pytest.mark.soak  # a second check: small decks are compared exactly
@pytest.mark.parametrize("game", SMALL)
def test_a_card_on_the_full_deck(game: str) -> None:
    """Sampled deals agree with it in two ways, each within four standard errors.

    One is the net result of the deals. The other adds up what each decision loses against the exact
    advice at that point, which has much less variance."""
    rules = resolve(GAMES[game])
    card = StrategyFinder(rules).strategy(lines=3)
    chance = Random(f"{game} by its card")
    deals = [_play_deal(rules, card, chance) for _ in range(DEALS[game])]
    nets, losses = zip(*deals, strict=True)
    _agrees([float(net) for net in nets], float(card.ev))
    error = _agrees([float(x) for x in losses], float(card.cost))
    assert error < float(card.cost) / 2


def _agrees(sample: Sequence[float], exact: float) -> float:
    mean = sum(sample) / len(sample)
    error = sqrt(sum((item - mean) ** 2 for item in sample)) / len(sample)
    assert abs(mean - exact) < 4 * error
    return error


def _play_deal(rules: Rules, card: Strategy, chance: Random) -> tuple[Odds, Fraction]:
    """Play one deal by the card.

    Return its net, and what its decisions lose against exact advice."""
    tree, read = Tree(rules), feature_reader(rules)
    strategy = {street.list.street: street.list for street in card.streets}
    cards = iter(chance.sample(DECK, sum(len(group) for step in tree.steps for group in step)))
    groups = [[tuple(next(cards) for _ in group) for group in step] for step in tree.steps]
    steps = [[c for group in step for c in group] for step in groups]
    decisions: list[str] = []
    raise_value: list[int] = []
    losses = Fraction()
    for at, street in enumerate(rules.streets):
        if at:
            decision = strategy[street.name].decision(read(steps[0], steps[1 : at + 1]))
            values = advise(rules, *_visible_cards(rules, steps[: at + 1]), decisions).decisions
            losses += max(values.values()) - values[decision]
        else:
            decision = card.chart[starting_hand_class(steps[0][0], steps[0][1])]
        decisions.append(decision)
        times = street.choices[decision]
        if times == FOLD:
            return -len(rules.required) - sum(raise_value), losses
        raise_value.append(stake_multiple(times))
    dealt = tuple(group for step in groups for group in step)
    stakes = tree.staking.state_after(raise_value)[0]
    return sum(x * odds for x, odds in zip(stakes, tree.odds(dealt), strict=True)), losses


def _visible_cards(
    rules: Rules, steps: Sequence[list[Card]]
) -> tuple[list[Card], dict[str, list[Card]]]:
    """Return the hand, and the table by place, after this many streets."""
    sizes = {place.name: place.cards for place in rules.places}
    cards = iter([c for step in steps for c in step])
    holding = {
        name: [next(cards) for _ in range(sizes.get(name, 1))]
        for name in visible_places(rules, len(steps) - 1)
    }
    hole = [c for name in rules.hole if name in holding for c in holding[name]]
    return hole, {name: some for name, some in holding.items() if name in sizes}
