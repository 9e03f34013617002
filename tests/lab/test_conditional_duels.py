"""Duels with decisions that only certain hands may make: Crazy 4 Poker and variants."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
import pytest
from msgspec.structs import replace

from benchmarks.lab.plain_loops import prepare_loop
from pitboss.cards import DECK, Card, cards, rank, suit
from pitboss.errors import Refused
from pitboss.games.grammar import (
    EVEN,
    FOLD,
    LOSS,
    PUSH,
    AtLeast,
    Beats,
    Both,
    ByTable,
    Case,
    Cases,
    Choices,
    Deck,
    Game,
    HandOf,
    Not,
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
from pitboss.games.payoffs.conditions import Condition
from pitboss.lab.advice import advise
from pitboss.lab.duel import solver
from pitboss.lab.duel.odds import allowed_of, duel_table
from pitboss.lab.duel.shape import DealerDuelGame, find_duel
from pitboss.lab.duel.solver import advise_duel
from pitboss.lab.exposure import ExposureAnalysis
from pitboss.lab.generic import solver as generic
from pitboss.lab.main_game import solve_main
from pitboss.lab.pay_changes import apply_pay_changes
from pitboss.lab.progress import no_progress
from pitboss.lab.results import MainGame
from pitboss.lab.shape_registry import find_shape
from pitboss.lab.strategy.finder import StrategyFinder, feature_reader
from pitboss.lab.strategy.rule_lists import single_rule_list
from pitboss.lab.target.request import PaytableSpace, parse_variable_lines
from pitboss.lab.target.solvers import paytable_solver
from pitboss.papers.strategy_rules import rule_list_lines
from pitboss.submission import Rules, resolve

pytestmark = pytest.mark.usefixtures("kernels")

ACES: Final = AtLeast("player", "pair of aces")
FOUR_ACES: Final = "four of a kind of aces"
SUPER_BONUS: Final = Cases(
    (
        Case(AtLeast("player", FOUR_ACES), 200, name="four-aces"),
        Case(AtLeast("player", "four of a kind"), 30, name="four-of-a-kind"),
        Case(AtLeast("player", "straight flush"), 15, name="straight-flush"),
        Case(AtLeast("player", "three of a kind"), 2, name="three-of-a-kind"),
        Case(AtLeast("player", "flush"), Fraction(3, 2), name="flush"),
        Case(AtLeast("player", "straight"), EVEN, name="straight"),
        Case(Beats("dealer", "player"), LOSS),
    ),
    otherwise=PUSH,
)
RAISES: Final[Choices] = {"fold": FOLD, "1x": 1, "2x": OnlyWith(2, ACES), "3x": OnlyWith(3, ACES)}


def crazy_four(
    deck: Deck | None = None,
    choices: Choices = RAISES,
    *,
    own: int = 5,
    dealer: int = 5,
    up: int = 0,
) -> Rules:
    """Return Crazy 4 Poker, optionally with other decisions, another deck or other hands."""
    play = showdown("player", "dealer", qualifies="king high", unqualified=EVEN)
    game = Game(
        key="crazy-four",
        name="Crazy 4 Poker",
        story="The best four of five cards, and a pair of aces may bet three times.",
        deck=deck or Deck(),
        seats=1,
        hole=own,
        places=(Place("dealer", "Dealer", cards=dealer, face_up=up),),
        hands=(
            HandOf("player", ("hole",), "your best four cards", Order(4)),
            HandOf("dealer", ("dealer",), "the dealer's best four cards", Order(4)),
        ),
        wagers=(
            Required("ante", "Ante", showdown("player", "dealer", qualifies="king high")),
            Required("super_bonus", "Super Bonus", SUPER_BONUS),
            Raise("play", "Play", play, of="ante"),
        ),
        streets=(Street("play", choices, (Reveal(("dealer",)),)),),
        edge_of=("ante",),
    )
    return resolve(game)


def only(times: int, when: Condition, **others: int) -> Choices:
    return {"fold": FOLD, **others, "most": OnlyWith(times, when)}


MIDDLING: Final = Both((AtLeast("player", "pair of kings"), Not(AtLeast("player", "straight"))))
FLUSHES: Final = AtLeast("player", "flush")
QUADS: Final = AtLeast("player", "four of a kind")
UP_TO_FOUR: Final[Choices] = {"check": 0, "4x": OnlyWith(4, QUADS), "1x": 1}
SMALL: Final = {
    "aces": crazy_four(Deck(ranks="4679JQKA", suits="cd")),
    "flushes": crazy_four(Deck(ranks="TJQKA", suits="dhs"), only(2, FLUSHES, one=1)),
    "a joker": crazy_four(Deck(ranks="JQA", jokers=1), only(3, QUADS, one=1)),
    "two decks": crazy_four(Deck(ranks="QKA", suits="ch", decks=2), only(3, QUADS, one=1)),
    "neither low nor high hands": crazy_four(Deck(ranks="JQKA"), only(3, MIDDLING, one=1)),
    "low hands": crazy_four(Deck(ranks="9TJA"), only(2, Not(ACES), one=1)),
    "no other raise": crazy_four(Deck(ranks="9QKA"), only(1, ACES)),
    "nobody": crazy_four(Deck(ranks="9TJQ"), only(3, AtLeast("player", FOUR_ACES), one=1)),
    "a check": crazy_four(Deck(ranks="9QKA"), UP_TO_FOUR),
    "a card seen": crazy_four(Deck(ranks="QKA"), only(3, QUADS, one=1), up=1),
    "two cards seen": crazy_four(Deck(ranks="9QKA", suits="cd"), own=4, dealer=4, up=2),
    "four against six": crazy_four(Deck(ranks="JQKA"), only(3, QUADS, one=1), own=4, dealer=6),
}


def duel(rules: Rules) -> DealerDuelGame:
    shape = find_duel(rules)
    assert shape is not None
    return shape


def fast(rules: Rules) -> MainGame:
    shape = find_shape(rules)
    assert shape is not None
    assert shape.name == "duel"
    return shape.solve(rules.deck.cards, no_progress)


@pytest.mark.parametrize("name", SMALL)
def test_fast_equals_generic(name: str) -> None:
    quick, slow = fast(SMALL[name]), generic.solve_generic(SMALL[name])
    assert quick.method != slow.method
    assert quick.results == slow.results
    assert quick.ev == slow.ev


PAIR: Final = Order(2, kinds=("high card", "pair"))


def two_cards(when: Condition, choices: Choices | None = None) -> Rules:
    """Return a game of two cards against two, which has a chart of starting hands."""
    game = Game(
        key="two-cards",
        name="Two Cards",
        story="Two cards against the dealer's two.",
        deck=Deck(ranks="9TJQKA"),
        seats=2,
        places=(Place("dealer", "Dealer", cards=2),),
        hands=(
            HandOf("player", ("hole",), "your two cards", PAIR),
            HandOf("dealer", ("dealer",), "the dealer's two cards", PAIR),
        ),
        wagers=(
            Required("ante", "Ante", showdown("player", "dealer", qualifies="queen high")),
            Raise("play", "Play", showdown("player", "dealer"), of="ante"),
        ),
        streets=(Street("play", choices or only(3, when, one=1), (Reveal(("dealer",)),)),),
    )
    return resolve(game)


@pytest.mark.parametrize("when", [AtLeast("player", "pair"), Not(AtLeast("player", "ace-jack"))])
def test_starting_hands_have_only_their_allowed_decisions(when: Condition) -> None:
    rules = two_cards(when)
    quick, slow = fast(rules), generic.solve_generic(rules)
    assert quick.starts == slow.starts
    assert {len(start.values) for start in quick.starts.values()} == {2, 3}


def test_an_injected_fault_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allowing every decision to every hand must show on a small deck."""

    def everything(shape: DealerDuelGame, strengths: tuple[int, ...]) -> object:
        return np.ones_like(allowed_of(shape, strengths))

    monkeypatch.setattr("pitboss.lab.duel.odds.allowed_of", everything)
    for name, rules in SMALL.items():
        assert fast(rules).ev > generic.solve_generic(rules).ev, name


# A loop that is independent of the program

Plain = tuple[int, int]
(HIGH, ONE_PAIR, TWO_PAIR, STRAIGHT, FLUSH, THREE, STRAIGHT_FLUSH, FOUR) = range(8)


@cache
def best_four(hand: frozenset[Plain]) -> tuple[int, ...]:
    """Return the kind of the best four cards, then their ranks in the order they count."""
    return max(four_cards(some) for some in combinations(sorted(hand), 4))


def four_cards(some: Sequence[Plain]) -> tuple[int, ...]:
    times = Counter(number for number, _ in some)
    order = sorted(times, key=lambda number: (times[number], number), reverse=True)
    flush = len({color for _, color in some}) == 1
    if order == [14, 4, 3, 2]:
        order = [4, 3, 2, 1]
    run = len(order) == 4 and order[0] - order[3] == 3
    shape = sorted(times.values(), reverse=True)
    kinds = {(4,): FOUR, (3, 1): THREE, (2, 2): TWO_PAIR, (2, 1, 1): ONE_PAIR}
    if run or flush:
        return (STRAIGHT_FLUSH if run and flush else FLUSH if flush else STRAIGHT, *order)
    return (kinds.get(tuple(shape), HIGH), *order)


def net(mine: tuple[int, ...], theirs: tuple[int, ...], raise_value: int) -> Fraction:
    """Return the net win of ante, super bonus and raise."""
    sign, qualifies = (mine > theirs) - (mine < theirs), theirs >= (HIGH, 13)
    pays: dict[int, int | Fraction] = {
        STRAIGHT: 1,
        FLUSH: Fraction(3, 2),
        THREE: 2,
        STRAIGHT_FLUSH: 15,
        FOUR: 30,
    }
    bonus = Fraction(200 if mine == (FOUR, 14) else pays.get(mine[0], min(sign, 0)))
    return bonus + (sign + raise_value * sign if qualifies else raise_value)


def decision_values(deck: Sequence[Plain], own: frozenset[Plain]) -> dict[str, Fraction]:
    """Return the value of each decision that is open to a hand."""
    mine, rest = best_four(own), [c for c in deck if c not in own]
    ends = Counter(best_four(frozenset(some)) for some in combinations(rest, 5))
    raises = {"1x": 1, "2x": 2, "3x": 3} if mine >= (ONE_PAIR, 14) else {"1x": 1}
    paid = {
        name: sum((net(mine, theirs, raise_value) * n for theirs, n in ends.items()), Fraction())
        / ends.total()
        for name, raise_value in raises.items()
    }
    return {"fold": Fraction(-2), **paid}


def plain(some: Sequence[Card]) -> frozenset[Plain]:
    return frozenset((rank(c) + 2, suit(c)) for c in some)


def test_fast_equals_an_independent_loop() -> None:
    rules = crazy_four(Deck(ranks="9TQKA", suits="cds"))
    deck = sorted(plain(rules.deck.cards))
    every = [decision_values(deck, frozenset(own)) for own in combinations(deck, 5)]
    assert fast(rules).ev == sum(max(x.values()) for x in every) / len(every)
    for text in ("Ac Ad Kc Qd 9s", "Kc Kd Qs 9s 9c", "Ac Kd Qs Tc 9d", "Tc Td Ts 9c 9d"):
        assert advise(rules, cards(text)).decisions == decision_values(deck, plain(cards(text)))


# The whole deck


def test_published_figures() -> None:
    """The house edge is 3.42% of the ante, and the element of risk 1.09%."""
    main = solve_main(crazy_four(), cache=False, keep=False)
    assert main.ev == Fraction(-264142729, 7726058340)
    assert f"{float(main.house_edge):.4f}" == "0.0342"
    assert f"{float(main.element_of_risk):.4f}" == "0.0109"
    assert main.deals == 2_598_960 * 1_533_939


def test_published_strategy() -> None:
    """Raise three times with a pair of aces, once with K-Q-8-4."""
    rules = crazy_four()
    finder = StrategyFinder(rules, cache=False, keep=False)
    (street,) = finder.strategy(lines=3).streets
    assert rule_list_lines(rules, street.list) == [
        "3x with a pair of aces or better.",
        "1x with K-Q-8-4 or better.",
        "Otherwise fold.",
    ]
    assert 0 < street.cost < Fraction(1, 500_000)
    assert list(finder.cost_published_advice()) == ["always 1x"]
    for text, best in (
        ("Kh Qs 8d 4c 3h", "1x"),
        ("Kh Qs 8d 3c 2h", "fold"),
        ("Kh Ks 3d 4c 7h", "1x"),
    ):
        advice = advise(rules, cards(text))
        assert (advice.best, list(advice.decisions)) == (best, ["fold", "1x"])
    advice = advise(rules, cards("Ah As 8d 4c 3h"))
    assert (advice.best, list(advice.decisions)) == ("3x", ["fold", "1x", "2x", "3x"])


def test_the_counts_of_a_solution_equal_those_over_every_dealer_hand() -> None:
    shape = duel(crazy_four())
    table, (up,) = duel_table(shape, DECK), solver.upcard_sets(shape, DECK)
    dealt = solver.player_hands(shape, DECK, up)
    some = range(7, len(dealt.cards), len(dealt.cards) // 12)
    few = solver.PlayerHands(dealt.cards[some], dealt.places[some], dealt.ways[some])
    hand_count = solver.count_dealer_hands(shape, DECK, table, up, few)
    values = solver.play_best_decisions(shape, table, up, few, hand_count).values
    names = list(shape.decisions)
    for row, holding in enumerate(few.cards.tolist()):
        exact = advise_duel(shape, [DECK[c] for c in holding], ())
        for name, value in zip(names, values[:, row].tolist(), strict=True):
            least = Fraction(-shape.staked - 1)  # a forbidden decision counts as worse than a fold
            assert Fraction(value, hand_count.total * table.scale) == exact.get(name, least)


# Lists for people


def allowed_raises(rules: Rules) -> Callable[[Sequence[Card]], dict[str, Fraction]]:
    shape = duel(rules)
    return lambda hand: advise_duel(shape, hand[: shape.own], hand[shape.own :], rules.deck.cards)


@pytest.mark.parametrize(
    "name", ["aces", "neither low nor high hands", "low hands", "no other raise", "two cards seen"]
)
def test_no_list_makes_a_forbidden_decision(name: str) -> None:
    """Every list makes only allowed decisions, and its cost is its loss against the optimum."""
    rules = SMALL[name]
    shape, exact, read = duel(rules), allowed_raises(rules), feature_reader(rules)
    finder = StrategyFinder(rules, cache=False, keep=False)
    lists = {lines: finder.strategy(lines=lines) for lines in (1, 2, 3, 6)}
    totals, deals = Counter[int](), 0
    for own in combinations(rules.deck.cards, shape.own):
        rest = [c for c in rules.deck.cards if c not in own]
        for up in combinations(rest, shape.up):
            values = exact([*own, *up])
            deals += 1
            for lines, result in lists.items():
                (street,) = result.streets
                features = read([*own, *up], [])
                totals[lines] += values[street.list.decision(features)]  # type: ignore[assignment]
    for lines, result in lists.items():
        assert result.ev == Fraction(totals[lines]) / deals
        assert result.ev <= result.best


def test_a_list_with_a_forbidden_decision_is_refused() -> None:
    finder = StrategyFinder(SMALL["aces"], cache=False, keep=False)
    (cells,) = finder.shape.cells()
    for decision in ("fold", "1x"):
        assert cells.is_legal(single_rule_list("play", decision))
    with pytest.raises(Refused, match="takes a decision that the cards do not allow"):
        finder.shape.net({"play": single_rule_list("play", "3x")})


# Exposed cards


def test_a_card_of_the_dealer_seen() -> None:
    rules = crazy_four(Deck(ranks="QKA"))
    exposure = ExposureAnalysis(rules, cache=False, keep=False)
    assert (
        exposure.with_card("dealer").ev
        == generic.solve_generic(crazy_four(Deck(ranks="QKA"), up=1)).ev
    )


def test_hands_shared() -> None:
    rules = two_cards(AtLeast("player", "pair"))
    rules = replace(rules, deck=Deck(ranks="JQKA"))
    deck = rules.deck.cards
    total, number = Fraction(), 0
    for own in combinations(deck, 2):
        for dead_cards in combinations([c for c in deck if c not in own], 2):
            left = [c for c in deck if c not in (*own, *dead_cards)]
            mine = two_strength(own)
            ahead, staked = Counter[str](), {"one": 1, "most": 3}
            hands = [two_strength(x) for x in combinations(left, 2)]
            for theirs in hands:
                sign = (mine > theirs) - (mine < theirs)
                ante = sign if theirs >= (False, 10) else 0
                for name, raise_value in staked.items():
                    ahead[name] += ante + raise_value * sign
            best = max(-len(hands), ahead["one"], ahead["most"] if mine[0] else ahead["one"])
            total += Fraction(best, len(hands))
            number += 1
    exposure = ExposureAnalysis(rules, cache=False, keep=False)
    assert exposure.with_players(2, samples=20_000).ev == total / number


def two_strength(two: Sequence[Card]) -> tuple[bool, int, int]:
    high, low = sorted(map(rank, two), reverse=True)
    return high == low, high, low


# Other odds


def test_varied_odds_equal_separate_solutions() -> None:
    rules = crazy_four(Deck(ranks="9TQKA", suits="cds"))
    space = PaytableSpace(
        parse_variable_lines(
            rules, ["super_bonus.straight=0..4", "super_bonus.three-of-a-kind=0..9"]
        ),
        (),
    )
    shape = find_shape(rules)
    assert shape is not None
    assert shape.vary(space.free, rules.deck.cards, no_progress) is not None
    solve = paytable_solver(rules, space, 1)
    points = [(9, 0), (0, 4), (2, 2)]
    for at in points:
        result = solve(at)
        assert result.net == fast(apply_pay_changes(rules, space.changes(at))).net
        for other in points:  # no strategy beats the optimum
            shift_ = sum(s * (b - a) for s, a, b in zip(result.rise, at, other, strict=True))
            assert result.net + shift_ <= solve(other).net


# What does not fit


def test_conditions_on_other_hands_have_no_shape() -> None:
    whole = crazy_four(Deck(ranks="9TJQKA"))
    own = whole.hands[0]
    assert isinstance(own, HandOf)
    hands = {
        "part": replace(own, name="part", positions=own.positions[:4]),
        "again": replace(own, name="again"),
    }
    for name, hand in hands.items():
        street = replace(whole.streets[0], choices=only(3, AtLeast(name, "pair"), one=1))
        other = replace(whole, hands=(*whole.hands, hand), streets=(street,))
        assert find_duel(other) is None
        assert find_shape(other) is None


def test_other_shapes_do_not_accept_conditions() -> None:
    pays = ByTable("three", paytable("pair  1 to 1"))
    first = HandOf("two", ("hole",), "your two cards", Order(2))
    game = Game(
        key="stud",
        name="Stud",
        story="Two cards and one more.",
        places=(Place("third", "Third"),),
        hands=(HandOf("three", ("hole", "third"), "your three cards"), first),
        wagers=(Required("ante", "Ante", pays), Raise("bet", "Bet", pays, of="ante")),
        streets=(Street("bet", {"fold": FOLD, "1x": 1, "3x": 3}, (Reveal(("third",)),)),),
    )
    assert find_shape(resolve(game)) is not None
    street = replace(game.streets[0], choices=only(3, AtLeast("two", "pair"), one=1))
    assert find_shape(resolve(replace(game, streets=(street,)))) is None


def test_conditional_decisions_have_no_plain_loop() -> None:
    with pytest.raises(Refused, match="some of its decisions need certain cards"):
        prepare_loop(crazy_four())
