"""Rule lists: what they cost is what an independent evaluation of that fixed strategy gives."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from random import Random

import numpy as np
import pytest

from pitboss.cards import DECK, Card
from pitboss.games import GAMES
from pitboss.games.patterns import holding
from pitboss.games.words import FOLD
from pitboss.lab.generic import Tree
from pitboss.lab.main import solve_main, solver
from pitboss.lab.strategy.found import Shape, others, shape_of, strategy
from pitboss.lab.strategy.lists import Condition, Rule, RuleList, always
from pitboss.lab.strategy.search import Cells, lists
from pitboss.lab.suits import deck_of
from pitboss.lab.work import untold
from pitboss.refusal import Refused
from pitboss.submission import resolve
from pitboss.submission.rules import Rules
from tests.lab.strategy.walked import walked

pytestmark = pytest.mark.usefixtures("kernels")
SMALL = {
    "criss-cross": "7JA", "holdem-bonus": "9JA", "stud-235": "5TJQA",
}  # fmt: skip
DEALS = 6_000


def rules_of(game: str) -> Rules:
    return resolve(GAMES[game])


def at_random(rules: Rules, cells: Sequence[Cells], chance: Random) -> dict[str, RuleList]:
    """Lists that nobody would play, over features and values that occur."""
    found = {}
    for some in cells:
        rules_ = []
        for _ in range(chance.randint(0, 3)):
            asked = chance.sample(range(len(some.features)), 2)
            row = chance.choice(some.seen.tolist())
            when = tuple(Condition(some.features[i], row[i]) for i in asked)
            rules_.append(Rule(when, chance.choice(some.decisions)))
        found[some.street] = RuleList(some.street, tuple(rules_), chance.choice(some.decisions))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_the_cost_on_a_small_deck_is_that_of_walking_every_deal(game: str) -> None:
    rules, deck = rules_of(game), deck_of(SMALL[game])
    main = solver(rules, deck)(deck, untold)
    _, shape = shape_of(rules, main, deck)
    chart = {name: start.best for name, start in main.starts.items()}
    cells = shape.cells()
    found = {some.street: lists(some, 4)[-1] for some in cells}
    chance = Random(game)
    for played in (found, at_random(rules, cells, chance), at_random(rules, cells, chance)):
        expected = walked(rules, deck, chart, played, shape.features)
        assert Fraction(shape.net(played), main.deals) == expected
    assert Fraction(shape.net(found), main.deals) <= main.ev


@pytest.mark.slow
def test_without_lists_it_is_the_best_play() -> None:
    for game in ("criss-cross", "stud-235"):
        rules = rules_of(game)
        main = solve_main(rules)
        assert shape_of(rules, main)[1].net({}) == main.net


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_a_card_on_the_full_deck(game: str) -> None:
    """A simulation agrees with its cost; and its lists are what lists must be."""
    rules = rules_of(game)
    _, shape = shape_of(rules, solve_main(rules))
    card = strategy(rules, lines=5)
    tree, chance = Tree(rules), Random(f"{rules.game} by its card")
    played = {street.list.street: street.list for street in card.streets}
    nets = [_played(rules, tree, shape, card.chart, played, chance) for _ in range(DEALS)]
    mean = sum(nets) / DEALS
    error = sqrt(sum((net - mean) ** 2 for net in nets) / DEALS / DEALS)
    assert abs(mean - float(card.ev)) < 4 * error
    for cells in shape.cells():
        check_lists(cells)


def check_lists(cells: Cells) -> None:
    """More lines never cost more; no list beats the best play; one line is the best decision."""
    some = lists(cells, 7)
    assert [len(one) for one in some] == sorted({len(one) for one in some})
    given_up = [cells.given_up(one) for one in some]
    assert given_up == sorted(given_up, reverse=True)
    assert min(given_up) >= 0
    assert int(cells.net.max(axis=1).sum()) <= cells.best
    assert cells.worth(some[0]) == max(
        cells.worth(always(cells.street, decision)) for decision in cells.decisions
    )


def _played(
    rules: Rules,
    tree: Tree,
    shape: Shape,
    chart: dict[str, str],
    lists: dict[str, RuleList],
    chance: Random,
) -> int:
    """One deal by the card."""
    cards = chance.sample(DECK, sum(len(group) for step in tree.steps for group in step))
    groups: list[tuple[Card, ...]] = []
    steps: list[list[Card]] = []
    at = 0
    for step in tree.steps:
        steps.append([])
        for group in step:
            groups.append(tuple(cards[at : at + len(group)]))
            steps[-1] += cards[at : at + len(group)]
            at += len(group)
    raised: list[int] = []
    for taken, street in enumerate(rules.streets):
        decision = (
            lists[street.wager].decision(shape.features(steps[0], steps[1 : taken + 1]))
            if taken
            else chart[holding(steps[0][0], steps[0][1])]
        )
        times = street.asks[decision]
        if times == FOLD:
            return -len(rules.required) - sum(raised)
        raised.append(int(times))
    stakes = tree.stakes(tuple(raised))
    return sum(x * odds for x, odds in zip(stakes, tree.odds(tuple(groups)), strict=True))


def test_the_search_finds_what_brute_force_finds() -> None:
    """All lists of two rules over a few cells."""
    chance = np.random.default_rng(9)
    seen = np.array([[i, j] for i in range(3) for j in range(3)])
    for _ in range(20):
        net = chance.integers(-50, 50, (9, 3))
        cells = Cells("street", ("one", "two"), seen, ("a", "b", "c"), net, int(net.max(1).sum()))
        single = [Condition(name, n) for name in ("one", "two") for n in (1, 2)]
        asked = [(x,) for x in single] + [(x, y) for x in single[:2] for y in single[2:]]
        best = max(
            cells.worth(RuleList("street", (Rule(x, a), Rule(y, b)), c))
            for x in asked
            for y in asked
            for a in "abc"
            for b in "abc"
            for c in "abc"
        )
        assert cells.worth(lists(cells, 3)[-1]) == best


def test_a_wanted_cost_is_kept_by_the_shortest_lists() -> None:
    rules = rules_of("stud-235")
    wanted = Fraction(1, 1000)
    card = strategy(rules, cost=wanted)
    assert card.cost <= wanted
    shorter = strategy(rules, lines=card.lines - 1)
    assert shorter.cost > wanted


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"lines": 0}, "1 to 12 lines"),
        ({"lines": -3}, "1 to 12 lines"),
        ({"cost": Fraction(0)}, "above 0"),
        ({"cost": Fraction(-1)}, "above 0"),
    ],
)
def test_bad_wishes(asked: dict[str, int], told: str) -> None:
    with pytest.raises(Refused, match=told):
        strategy(rules_of("stud-235"), **asked)  # type: ignore[arg-type]


def test_other_advice_costs_what_it_costs() -> None:
    costs = others(rules_of("stud-235"))
    assert set(costs) == {"always check", "always raise"}
    assert min(costs.values()) > Fraction(1, 5)


def test_a_kernel_sees_what_a_person_sees() -> None:
    """Hold 'em situations by chance: the numbers of the kernel and the counting in Python."""
    from pitboss.lab.kernels.strategy_showdown import seen
    from pitboss.lab.showdown.boards import numbered
    from pitboss.lab.strategy.showdown import SEEN, _unpacked, features

    cards, chance = numbered(DECK), Random("hold 'em features")
    counts, suits = np.empty(13, np.int64), np.empty(4, np.int64)
    for _ in range(4000):
        size = chance.choice([3, 4])
        dealt = chance.sample(range(len(DECK)), 2 + size)
        board = np.array(dealt[2:], np.int64)
        number = seen(  # type: ignore[call-arg]
            *dealt[:2], board, size, cards.rank, cards.suit, 1, counts, suits
        )
        found = dict(zip(SEEN, _unpacked(np.array([number]))[0].tolist(), strict=True))
        hole, laid = ([DECK[i] for i in some] for some in (dealt[:2], dealt[2:]))
        assert found == features(hole, laid, low_ace=True), (hole, laid)


def test_lines_are_counted_as_a_person_counts_them() -> None:
    """Criss Cross situations by chance: outs by bits of the kernels, and card by card."""
    from pitboss.lab.cross.hand import first_pairs, prepare
    from pitboss.lab.cross.odds import table_of
    from pitboss.lab.cross.shape import lines_of
    from pitboss.lab.starts import starts
    from pitboss.lab.strategy.cross import CrossStrategy
    from pitboss.lab.strategy.cross_seen import SECOND, THIRD

    rules = rules_of("criss-cross")
    shape = lines_of(rules)
    assert shape
    play, chance = CrossStrategy(rules, shape, solve_main(rules)), Random("cross features")
    odds = table_of(rules, shape).odds([1], [1])
    seen = 0
    for start in chance.sample(starts(DECK), 8):
        met = play._meet(start, 1)
        rest = prepare(odds, start.cards, DECK).rest
        pairs = first_pairs(start.cards, rest).cards.tolist()
        for _ in range(60):
            one, two = (chance.randrange(len(pairs)) for _ in range(2))
            first, second = ([rest[i] for i in pairs[k]] for k in (one, two))
            found = play.features(start.cards, [first])
            assert [found[name] for name in SECOND] == met.seen_second[one].tolist()
            if not {*first} & {*second}:
                found = play.features(start.cards, [first, second])
                assert [found[name] for name in THIRD] == met.seen_third[one, two].tolist()
                seen += 1
    assert seen > 200
