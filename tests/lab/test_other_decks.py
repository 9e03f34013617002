"""Duels and revealed hands on decks with jokers, identical cards or fewer suits."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import comb
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.cards import JOKER, Card, Deck, cards, rank, suit
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.grammar import (
    EVEN,
    FOLD,
    ByTable,
    Choices,
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
from pitboss.lab.card_sets import card_sets
from pitboss.lab.duel.shape import find_duel
from pitboss.lab.duel.solver import advise_duel
from pitboss.lab.exposure import ExposureAnalysis
from pitboss.lab.generic import solver as generic
from pitboss.lab.generic.shape import GenericShape
from pitboss.lab.main_game import solve_main
from pitboss.lab.pay_changes import apply_pay_changes
from pitboss.lab.shape_registry import find_shape, find_shape_on_deck, find_strategy_shape
from pitboss.lab.strategy.finder import StrategyFinder, feature_reader, has_strategy
from pitboss.lab.strategy.rule_lists import single_rule_list
from pitboss.lab.target.request import PaytableSpace, parse_variable_lines
from pitboss.lab.target.solvers import paytable_solver
from pitboss.papers.strategy_rules import rule_list_lines
from pitboss.submission import Rules, resolve
from tests.small_decks import deck_of_ranks

from .plain_solver import Tree
from .test_other_rankings import duel, revealed
from .unusual_games import DUELS

pytestmark = pytest.mark.usefixtures("kernels")

DECKS: Final = {
    "a joker": Deck(ranks="TJQ", jokers=1),
    "two jokers": Deck(ranks="TQK", jokers=2),
    "two decks": Deck(ranks="JQ", decks=2),
    "two decks, a joker in each": Deck(ranks="KA", decks=2, jokers=1),
    "three suits": Deck(ranks="9TJQ", suits="chs"),
    "two suits": Deck(ranks="9TJQKA", suits="ds"),
    "one suit": Deck(ranks="789TJQKA", suits="s"),
    "three decks of two suits": Deck(ranks="QK", suits="cd", decks=3, jokers=1),
}
LIBRARY: Final = ("three-card", "mississippi-stud", "let-it-ride")
TWOS: Final = ("two against two, nobody folds", "two against two, one seen")


def on(game: Game | str, deck: Deck) -> Rules:
    whole = GAMES[game] if isinstance(game, str) else game
    return resolve(replace(whole, deck=deck, seats=1))


def fresh(rules: Rules, deck: Sequence[Card] | None = None) -> Fraction:
    return solve_main(rules, deck=deck, cache=False, keep=False).ev


# Whole games


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("game", [*LIBRARY, *TWOS])
def test_fast_equals_generic(game: str, deck: str) -> None:
    rules = replace(DUELS[game], deck=DECKS[deck]) if game in TWOS else on(game, DECKS[deck])
    shape = find_shape(rules)
    assert shape is not None
    main, slow = solve_main(rules, cache=False, keep=False), generic.solve_generic(rules)
    assert main.method != slow.method
    assert main.results == slow.results
    if main.starts:
        assert main.starts == slow.starts
    assert bool(main.starts) == (game in {"mississippi-stud", TWOS[0]})


@pytest.mark.parametrize("deck", ["a joker", "two decks", "two suits"])
def test_open_cards(deck: str) -> None:
    """The dealer shows a card, and the hand may hold an identical one."""
    for make in (duel, revealed):
        rules = resolve(make(DECKS[deck], Order(3)))
        assert find_shape(rules) is not None
        main, slow = solve_main(rules, cache=False, keep=False), generic.solve_generic(rules)
        assert main.method != slow.method
        assert main.results == slow.results


def test_sets_are_counted_by_their_cards() -> None:
    for deck in DECKS.values():
        for size in range(min(6, deck.size) + 1):
            sets = card_sets(deck.cards, size)
            assert int(sets.ways.sum()) == comb(deck.size, size)
            assert len(set(sets.keys.tolist())) == len(sets.keys)
            for at, some in enumerate(sets.cards.tolist()):
                assert sets.set_number([Card(c) for c in some]) == at


# Loops that are independent of the program


Physical = tuple[int, int, int]
"""Rank from 2 to 14, suit, and copy number; (0, 0, …) is a joker."""


def three_of(hand: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Rank three cards, possibly identical ones: 6 is a mini royal, 0 a high card."""
    ranks = sorted((r for r, _ in hand), reverse=True)
    flush = len({s for _, s in hand}) == 1
    steps = [a - b for a, b in pairwise(ranks)]
    straight = steps == [1, 1] or ranks == [14, 3, 2]
    top = 3 if ranks == [14, 3, 2] else ranks[0]
    if flush and straight:
        return (6,) if top == 14 else (5, top)
    if steps == [0, 0]:
        return 4, top
    if straight:
        return 3, top
    if flush:
        return 2, *ranks
    if 0 in steps:
        pair = ranks[1]
        return 1, pair, next(r for r in ranks if r != pair)
    return 0, *ranks


@cache
def wild_three(hand: tuple[Physical, ...], faces: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Rank a hand with jokers as the best cards that it does not have."""
    holding = [(r, s) for r, s, _ in hand if r]
    free = [c for c in faces if c not in holding]
    jokers = len(hand) - len(holding)
    return max(three_of([*holding, *more]) for more in combinations(free, jokers))


BONUS: Final = {5: 5, 6: 5, 4: 4, 3: 1}


def three_card_loop(deck: Sequence[Physical], *, one_deck: bool) -> Fraction:
    faces = tuple({(r, s) for r, s, _ in deck if r})
    total = Fraction()
    for own in combinations(deck, 3):
        mine = wild_three(own, faces) if one_deck else three_of([(r, s) for r, s, _ in own])
        left = [c for c in deck if c not in own]
        net = 0
        for more in combinations(left, 3):
            theirs = wild_three(more, faces) if one_deck else three_of([c[:2] for c in more])
            if theirs < (0, 12):
                net += 1
            elif mine != theirs:
                net += 2 if mine > theirs else -2
        total += max(Fraction(-1), Fraction(net, comb(len(left), 3)) + BONUS.get(mine[0], 0))
    return total / comb(len(deck), 3)


def physical(ranks: str, suits: int, decks: int, jokers: int) -> list[Physical]:
    values = [cards(f"{r}c")[0] for r in ranks]
    card_names = [(rank(c) + 2, s, n) for c in values for s in range(suits) for n in range(decks)]
    return [*card_names, *((0, 0, n) for n in range(jokers))]


@pytest.mark.parametrize(
    ("ranks", "suits", "decks", "jokers"),
    [("9TQ", 4, 1, 1), ("JKA", 3, 1, 2), ("QKA", 2, 2, 0), ("23A", 1, 4, 0), ("TJQK", 3, 1, 0)],
)
def test_three_card_by_a_loop(ranks: str, suits: int, decks: int, jokers: int) -> None:
    deck = Deck(ranks=ranks, suits="cdhs"[:suits], decks=decks, jokers=jokers)
    expected = three_card_loop(physical(ranks, suits, decks, jokers), one_deck=decks == 1)
    assert fresh(on("three-card", deck)) == expected


# More cards for the dealer


FOUR_BONUS: Final = paytable("""
    four of a kind   25 to 1
    straight flush   20 to 1
    three of a kind   2 to 1
""")
THREE_BONUS: Final = paytable("three of a kind or better   2 to 1")


def four_card(own: int = 5, dealer: int = 6, up: int = 1, size: int = 4) -> Game:
    """Return Four Card Poker, or a variant of it."""
    order, bonus = Order(size), ByTable("player", FOUR_BONUS if size == 4 else THREE_BONUS)
    ante = showdown("player", "dealer", ties=EVEN, bonus=bonus)
    play = showdown("player", "dealer", ties=EVEN)
    raises: Choices = {"fold": FOLD, "1x": 1, "2x": 2, "3x": 3}
    return Game(
        key="four-card",
        name="Four Card Poker",
        story="The best four of five cards against the best four of six.",
        seats=1,
        hole=own,
        places=(Place("dealer", "Dealer", cards=dealer, face_up=up),),
        hands=(
            HandOf("player", ("hole",), "your best", order),
            HandOf("dealer", ("dealer",), "the dealer's best", order),
        ),
        wagers=(Required("ante", "Ante", ante), Raise("play", "Play", play, of="ante")),
        streets=(Street("play", raises, (Reveal(("dealer",)),)),),
    )


@pytest.mark.parametrize(
    ("game", "deck"),
    [
        (four_card(), Deck(ranks="TJQ")),
        (four_card(), Deck(ranks="TQK", jokers=1)),
        (four_card(), Deck(ranks="QK", suits="chs", decks=2)),
        (four_card(up=0), Deck(ranks="789TJQ", suits="ds")),
        (four_card(6, 5, 0), Deck(ranks="TJQ")),
        (four_card(6, 6, 1, 5), Deck(ranks="9TJQKA", suits="cd", jokers=1)),
        (four_card(3, 6, 1, 3), Deck(ranks="JQK")),
        (four_card(5, 5, 0), Deck(ranks="JQK")),
        (four_card(4, 6, 1), Deck(ranks="23A", jokers=1)),
        (four_card(3, 3, 2, 3), Deck(ranks="TJQ", jokers=1)),
        (four_card(3, 4, 2, 3), Deck(ranks="QK", suits="chs", decks=2)),
        (four_card(5, 5, 2), Deck(ranks="9JQK", suits="cds")),
    ],
)
def test_the_best_of_six(game: Game, deck: Deck) -> None:
    rules = on(game, deck)
    assert find_duel(rules) is not None
    main, slow = solve_main(rules, cache=False, keep=False), generic.solve_generic(rules)
    assert main.method != slow.method
    assert main.results == slow.results


def test_two_cards_of_the_dealer_seen() -> None:
    """To a player who peeks they are worth as much as where the dealer shows them."""
    game, deck = four_card(3, 3, 1, 3), Deck(ranks="QKA", jokers=1)
    exposure = ExposureAnalysis(on(game, deck), cache=False, keep=False)
    assert exposure.with_card("dealer").ev == fresh(on(four_card(3, 3, 2, 3), deck))
    with pytest.raises(Refused, match="leave the dealer no hidden card"):
        ExposureAnalysis(on(four_card(3, 3, 2, 3), deck), cache=False, keep=False).with_card(
            "dealer"
        )
    rules = on(four_card(5, 5, 2, 5), Deck())
    assert find_shape(rules) is not None
    with pytest.raises(Refused, match="beside 3 upcards are more"):
        ExposureAnalysis(rules, cache=False, keep=False).with_card("dealer")
    assert find_shape(on(four_card(6, 6, 2, 5), Deck())) is None


def test_solutions_that_take_minutes_are_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[str] = []
    monkeypatch.setattr("pitboss.lab.duel.exposure._QUICK_HANDS", 0)
    exposure = ExposureAnalysis(
        on("three-card", DECKS["a joker"]), progress=lambda x, *_: reports.append(x), cache=False
    )
    exposure.with_card("dealer")
    assert reports[0] == "playing every hand against a card of the dealer; this takes minutes"


def four_of(hand: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Rank four cards: 7 is four of a kind, 0 a high card."""
    ranks = sorted((r for r, _ in hand), reverse=True)
    groups = sorted(((ranks.count(r), r) for r in {*ranks}), reverse=True)
    order = [r for _, r in groups]
    shape = [n for n, _ in groups]
    flush = len({s for _, s in hand}) == 1
    straight = shape == [1] * 4 and (ranks[0] - ranks[3] == 3 or ranks == [14, 4, 3, 2])
    top = 4 if ranks == [14, 4, 3, 2] else ranks[0]
    if straight:
        return (6 if flush else 3), top
    if flush:
        return 4, *ranks
    return {4: 7, 3: 5, 2: 2 if len(shape) == 2 else 1, 1: 0}[shape[0]], *order


def four_card_loop(deck: Sequence[tuple[int, int]]) -> Fraction:
    @cache
    def best(hand: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
        return max(four_of(four) for four in combinations(hand, 4))

    values = []
    for own in combinations(deck, 5):
        mine = best(own)
        bonus = {7: 25, 6: 20, 5: 2}.get(mine[0], 0)
        for up in [c for c in deck if c not in own]:
            left = [c for c in deck if c not in own and c != up]
            every = [
                1 if mine >= best(tuple(sorted((up, *more)))) else -1
                for more in combinations(left, 5)
            ]
            edge = Fraction(sum(every), len(every))
            values.append(max(Fraction(-1), bonus + edge * (4 if edge > 0 else 2)))
    return sum(values, Fraction()) / len(values)


@pytest.mark.parametrize("ranks", ["9JQ", "234", "4KA"])
def test_four_card_by_a_loop(ranks: str) -> None:
    deck = sorted((r, s) for r, s, _ in physical(ranks, 4, 1, 0))
    assert fresh(on(four_card(), Deck(ranks=ranks))) == four_card_loop(deck)


def test_four_card_poker() -> None:
    """Published figures are 2.79% of the ante, and 2.14 wagers on average."""
    main = solve_main(on(four_card(), Deck()))
    assert main.ev == Fraction(-8840827253, 317119576410)
    assert f"{float(main.house_edge):.4f} {float(main.average_wager):.2f}" == "0.0279 2.14"
    assert main.deals == comb(52, 5) * 47 * comb(46, 5)


def test_games_with_too_many_hands_to_count_have_no_shape() -> None:
    for deck in (Deck(decks=2), Deck(jokers=4)):
        assert find_shape(on(four_card(), deck)) is None
    assert find_shape(on(four_card(5, 5), Deck(jokers=4))) is not None
    assert find_shape(on(four_card(5, 7), Deck())) is None
    assert find_shape(on("mississippi-stud", Deck(decks=4, jokers=4))) is not None


def test_another_deck_than_the_game_s_has_no_shape() -> None:
    rules = on("three-card", Deck(suits="chs"))
    assert find_shape_on_deck(rules, rules.deck.cards) is not None
    assert find_shape_on_deck(rules, deck_of_ranks("TJQ")) is None
    assert find_shape_on_deck(rules, [*rules.deck.cards, JOKER]) is None
    assert find_shape_on_deck(rules, rules.deck.cards[1:]) is None
    assert find_shape_on_deck(rules, [c for c in rules.deck.cards if suit(c) == 0]) is None
    two = on("three-card", Deck(decks=2))
    assert find_shape_on_deck(two, sorted([*deck_of_ranks("TJ"), *deck_of_ranks("JQ")])) is not None


# Advice


@pytest.mark.parametrize("deck", ["two jokers", "two decks", "two suits"])
def test_advice_equals_enumeration(deck: str) -> None:
    for game in ("three-card", "mississippi-stud"):
        rules = on(game, DECKS[deck])
        slow = {
            cards(x, rules.deck): y
            for x, y in generic.solve_generic(rules).starts.items()
            if " " in x
        }
        assert slow or game == "mississippi-stud"
        for hole, start in slow.items():
            advice = advise(rules, hole, cache=False)
            assert advice.decisions == start.values
            assert advice.best == start.best


def test_advice_with_an_identical_card() -> None:
    """The hand has one of two jacks of clubs, the dealer shows the other."""
    rules = resolve(replace(duel(Deck(ranks="JQK", decks=2), Order(3)), seats=1))
    slow = generic.solve_generic(rules).starts
    own, face_up = cards("Jc Qc Kd", rules.deck), cards("Jc")
    names = [x for x in slow if cards(x, rules.deck)[3:] == face_up]
    holding = [cards(x, rules.deck)[:3] for x in names]
    at = holding.index(own) if own in holding else None
    assert at is not None
    result = advise(rules, own, {"dealer": face_up}, cache=False)
    assert result.decisions == slow[names[at]].values


# Exposed cards


@pytest.mark.parametrize("deck", ["a joker", "two decks", "three suits"])
def test_a_card_of_the_dealer_seen(deck: str) -> None:
    rules = on("three-card", DECKS[deck])
    shape, every = find_duel(rules), rules.deck.cards
    assert shape is not None
    total, deals = Fraction(), 0
    for places in combinations(range(len(every)), 3):
        hole = [every[at] for at in places]
        for at in {*range(len(every))} - {*places}:
            total += max(advise_duel(shape, hole, [every[at]], every).values())
            deals += 1
    exposure = ExposureAnalysis(rules, cache=False, keep=False)
    assert exposure.with_card("dealer").ev == total / deals


@pytest.mark.parametrize("deck", ["a joker", "two decks", "three suits"])
def test_the_last_card_of_one_hand_seen(deck: str) -> None:
    """A player who knows all three cards folds or bets by what they pay."""
    rules = resolve(replace(revealed(DECKS[deck], Order(3)), seats=1))
    tree, every = Tree(rules), rules.deck.cards
    total = Fraction()
    for three in combinations(every, 3):
        ante, play = tree.odds(((three[0], three[1]), (three[2],)))
        total += max(Fraction(-1), Fraction(ante + 2 * play))
    exposure = ExposureAnalysis(rules, cache=False, keep=False)
    assert exposure.with_card("third").ev == total / comb(len(every), 3)


def shared_by_two(rules: Rules) -> Fraction:
    """Go through every deal of a hand and two more known cards, card by card."""
    every, values = rules.deck.cards, []
    for places in combinations(range(len(every)), 2):
        hole = tuple(every[at] for at in places)
        for dead_cards in combinations([at for at in range(len(every)) if at not in places], 2):
            left = [c for at, c in enumerate(every) if at not in dead_cards]
            tree = Tree(rules, left)
            nets = tree.prospects(0, (hole,), tree.changes[:1], [()])[()].values()
            values.append(Fraction(max(x.net for x in nets)) / tree.deals(2, 0))
    return sum(values, Fraction()) / len(values)


@pytest.mark.parametrize("deck", [Deck(ranks="JQ", jokers=1), Deck(ranks="QK", suits="c", decks=4)])
def test_hands_shared(deck: Deck) -> None:
    one_hand = resolve(replace(revealed(deck, Order(3)), seats=2))
    against = replace(DUELS[TWOS[0]], deck=deck, seats=2)
    for rules in (one_hand, against):
        assert find_shape(rules) is not None
        exposure = ExposureAnalysis(rules, cache=False, keep=False)
        assert exposure.with_players(2, samples=100_000).ev == shared_by_two(rules)


# Lists for people


def test_lists_on_other_decks() -> None:
    rules = on("three-card", Deck(jokers=1))
    finder = StrategyFinder(rules, cache=False, keep=False)
    strategy = finder.strategy(lines=2)
    assert strategy.cost == 0
    (street,) = strategy.streets
    assert rule_list_lines(rules, street.list)[-1] == "Otherwise fold."
    assert finder.shape.net({"play": single_rule_list("play", "fold")}) == -finder.main.deals
    read = feature_reader(rules)
    for hole in (cards("2c 3d 8h"), cards("2c 5d Jo", rules.deck)):
        assert advise(rules, hole).best == street.list.decision(read(hole, ()))


def test_a_list_of_one_hand_in_two_decks_plays_every_deal() -> None:
    rules = on("let-it-ride", Deck(ranks="TJQKA", decks=2))
    finder = StrategyFinder(rules, cache=False, keep=False)
    pull_lists = {name: single_rule_list(name, "pull") for name in ("bet_1", "bet_2")}
    ride = {name: single_rule_list(name, "ride") for name in ("bet_1", "bet_2")}
    assert 3 * finder.shape.net(pull_lists) == finder.shape.net(ride)
    assert finder.strategy(lines=4).cost >= 0


def test_jokers_that_a_shape_has_no_words_for_still_have_a_strategy() -> None:
    face_up = resolve(duel(Deck(ranks="TJQKA", jokers=1), Order(3)))
    one_hand = on("let-it-ride", Deck(ranks="TJQKA", jokers=1))
    for rules in (face_up, one_hand):
        assert find_shape(rules) is not None
        assert isinstance(find_strategy_shape(rules), GenericShape)
    assert has_strategy(face_up, solve_main(face_up))
    assert has_strategy(on("three-card", Deck(jokers=1)), solve_main(on("three-card", Deck())))


# Other odds


@pytest.mark.parametrize(
    ("game", "vary", "points"),
    [
        ("three-card", ["ante.straight=0..3", "ante.three-of-a-kind=2..9"], [(0, 9), (3, 2)]),
        ("let-it-ride", ["main.two-pair=1..4"], [(1,), (4,)]),
    ],
)
@pytest.mark.parametrize("deck", ["two jokers", "two decks", "two suits"])
def test_varied_odds(game: str, vary: list[str], points: list[tuple[int, ...]], deck: str) -> None:
    rules = on(game, DECKS[deck])
    space = PaytableSpace(parse_variable_lines(rules, vary), ())
    solve, deals = (
        paytable_solver(rules, space, 1),
        solve_main(rules, cache=False, keep=False).deals,
    )
    for at in points:
        assert solve(at).net == fresh(apply_pay_changes(rules, space.changes(at))) * deals
