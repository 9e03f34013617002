"""Decks with wild ranks are ranked, settled, solved, dealt and proved."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest
from msgspec.structs import replace

from pitboss import games
from pitboss.cards import DECK, JOKER, STANDARD_DECK, Deck, card_text, cards, cards_text, rank
from pitboss.games.checks import InvalidGame
from pitboss.games.grammar import Game, HoleCards, Side, cards_table
from pitboss.games.library.caribbean_stud import CARIBBEAN_STUD
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD
from pitboss.games.library.three_card import THREE_CARD
from pitboss.hands import Order, hand, ranking
from pitboss.lab.advice import advise
from pitboss.lab.exposure import ExposureAnalysis
from pitboss.lab.generic.shape import GenericShape
from pitboss.lab.generic.solver import solve_generic
from pitboss.lab.hand_counts import strength_counts
from pitboss.lab.main_game import solve_main
from pitboss.lab.pay_changes import apply_pay_changes
from pitboss.lab.progress import no_progress
from pitboss.lab.results import MainGame
from pitboss.lab.shape_registry import find_shape
from pitboss.lab.side_returns import solve_side_wagers
from pitboss.lab.strategy.finder import StrategyFinder, feature_reader
from pitboss.lab.target.request import parse_variable_lines
from pitboss.lab.target.search import paytable_space
from pitboss.papers.rules_card.round_steps import round_steps
from pitboss.settle import Round, Seat, settle
from pitboss.submission import resolve
from pitboss.submission.rules import canonical_json
from pitboss.table import Person, Role, Table
from pitboss.table import commands as c
from pitboss.verify import verify
from tests.other_decks import JOKER_THREE

DEUCES = Deck(wild="2")
WILD_THREE = replace(
    JOKER_THREE, key="wild-three", name="Wild Three", deck=Deck(ranks="29TJQKA", wild="2")
)
RULES = resolve(WILD_THREE)


@pytest.fixture(autouse=True)
def _register_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._added_games, WILD_THREE.key, WILD_THREE)


def test_hands_of_five_with_deuces_wild() -> None:
    """The counts for all 2,598,960 hands are the published ones."""
    ranks = ranking(5, deck=DEUCES)
    result: Counter[str] = Counter()
    for strength, hands in strength_counts(ranks, DECK).items():
        result[ranks.name(strength)] += hands
    result["straight flush"] += result.pop("royal flush")
    assert result == {
        "five of a kind": 672,
        "straight flush": 2_552,
        "four of a kind": 31_552,
        "full house": 12_672,
        "flush": 14_472,
        "straight": 62_232,
        "three of a kind": 355_080,
        "two pair": 95_040,
        "pair": 1_225_008,
        "high card": 799_680,
    }


@pytest.mark.parametrize(
    ("holding", "name"),
    [
        ("2c Ah Ad As Ac", "five of a kind"),
        ("2c 2d Th Jh Ah", "royal flush"),
        ("2c 3d 4h 5s 7c", "straight"),
        ("2c 3d 3h 5s 5c", "full house"),
        ("2c 4d 7h 9s Kc", "pair"),
    ],
)
def test_a_deuce_stands_for_the_best_card(holding: str, name: str) -> None:
    assert hand(cards(holding), deck=DEUCES).name == name
    assert hand(cards(holding), deck=DEUCES).cards[-1] in cards("2c 2d")


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_wild_card_ranks_as_a_joker_does(size: int) -> None:
    """A deuce ranks as a joker does next to the same cards in the same deck."""
    some, jokers = Random(f"wild {size}"), ranking(size, deck=Deck(jokers=4))
    wild = ranking(size, deck=DEUCES)
    for _ in range(300):
        holding = tuple(some.sample(DECK, size))
        as_jokers = tuple(JOKER if rank(x) == 0 else x for x in holding)
        assert wild.strength(holding) == jokers.strength(as_jokers), cards_text(holding)


def test_the_best_of_more_cards() -> None:
    best = ranking(4, order=Order(3), deck=DEUCES)
    assert best.name(best.strength(cards("2c Kh Kd 7s"))) == "three of a kind"


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        (Deck(wild="1"), "the deck has the wild ranks '1': write some of its ranks"),
        (Deck(ranks="9TJQKA", wild="2"), "the deck has the wild ranks '2': write some of its"),
        (Deck(wild="22"), "the deck has the wild ranks '22'"),
        (Deck(ranks="KA", wild="KA"), "every rank of the deck is wild"),
    ],
)
def test_ranks_that_cannot_be_wild(deck: Deck, says: str) -> None:
    with pytest.raises(InvalidGame, match=says):
        replace(JOKER_THREE, deck=deck)


def test_two_cards_by_rank_and_suit_are_not_paid_with_wild_cards() -> None:
    pays = HoleCards(cards_table("a pair  2 to 1"))
    with pytest.raises(
        InvalidGame, match="two cards by rank and suit, but a wild card has neither"
    ):
        replace(WILD_THREE, wagers=(*WILD_THREE.required, Side("two", "Two", pays)))


def test_hashes_of_decks_without_wild_ranks_stay() -> None:
    assert b"wild" not in canonical_json(STANDARD_DECK)
    assert canonical_json(DEUCES) != canonical_json(STANDARD_DECK)
    assert not DEUCES.is_standard
    wild = replace(THREE_CARD, key="three-wild", deck=DEUCES)
    assert resolve(wild).game_hash != resolve(THREE_CARD).game_hash


SMALL_DECKS = [
    (THREE_CARD, Deck(ranks="2TQKA", wild="2")),
    (THREE_CARD, Deck(ranks="23KA", wild="2", jokers=1)),
    (THREE_CARD, Deck(ranks="9TQ", wild="T", decks=2)),
    (MISSISSIPPI_STUD, Deck(ranks="2TJQK", wild="2")),
    (MISSISSIPPI_STUD, Deck(ranks="79JQ", wild="J", jokers=2)),
]


@pytest.mark.parametrize(("game", "deck"), SMALL_DECKS)
def test_fast_solvers_agree_with_the_generic_one(game: Game, deck: Deck) -> None:
    rules = resolve(replace(game, key="small-wild", deck=deck, seats=1))
    shape = find_shape(rules)
    assert shape is not None
    fast, generic = shape.solve(deck.cards, no_progress), solve_generic(rules)
    assert fast.results == generic.results
    if shape.name == "revealed":
        assert fast.starts == generic.starts


def test_fast_advice_agrees_with_the_generic_one() -> None:
    deck = Deck(ranks="2TJQK", wild="2")
    caribbean = replace(CARIBBEAN_STUD, key="small-wild", deck=deck, seats=1)
    for game, hole, table in (
        (caribbean, "2c Td Jh Qs Kc", {"dealer": "2d"}),
        (caribbean, "Kd Td Jh Qs Kc", {"dealer": "Th"}),
        (replace(MISSISSIPPI_STUD, key="small-wild", deck=deck, seats=1), "Kh 2h", {}),
    ):
        rules = resolve(game)
        shape, first = find_shape(rules), [*cards(hole), *cards(" ".join(table.values()))]
        assert shape is not None

        fast = shape.advise([first], [], no_solution, no_progress)
        assert fast == GenericShape(rules).advise([first], [], no_solution, no_progress)


def no_solution() -> MainGame:
    """Stand for the solution, which these shapes do not need."""
    raise AssertionError


def test_a_full_deck_is_solved_fast() -> None:
    """All 4,913,773,104,240 deals of two hands of five cards are counted."""
    places = (replace(CARIBBEAN_STUD.places[0], face_up=0),)
    deck = Deck(jokers=1, wild="2")
    rules = resolve(replace(CARIBBEAN_STUD, key="wild-stud", deck=deck, places=places))
    main = solve_main(rules, cache=False, keep=False)
    assert main.deals == comb(53, 5) * comb(48, 5)
    own = cards("3c 7d 9h Jc Ks")
    values = advise(rules, own).decisions
    assert values == GenericShape(rules).advise([own], [], no_solution, no_progress)


def test_lists_name_the_lowest_hand_of_each_decision() -> None:
    rules = resolve(replace(THREE_CARD, key="wild-three-card", deck=DEUCES))
    finder = StrategyFinder(rules, cache=False)
    (street,) = finder.strategy().streets
    assert street.cost == 0
    assert finder.main.ev == solve_main(rules, cache=False, keep=False).ev
    read = feature_reader(rules)
    assert read(cards("2c 9d 5h"), []) == read(cards("2s 9h 5c"), [])


def test_exposure_and_target_go_by_the_same_deck() -> None:
    small = replace(THREE_CARD, key="small-wild", deck=Deck(ranks="29TJQK", wild="2"), seats=2)
    rules = resolve(small)
    exposure = ExposureAnalysis(rules, cache=False, keep=False).with_card("dealer")
    generic = GenericShape(rules).expose(
        lambda: solve_generic(rules), rules.deck.cards, no_progress
    )
    assert exposure.ev == generic.value_with_card("dealer").ev
    space = paytable_space(rules, parse_variable_lines(rules, ["ante.straight=1..3"]))
    shape = find_shape(rules)
    assert shape is not None
    solver = shape.vary(space.free, rules.deck.cards, no_progress)
    assert solver is not None
    for straight in (1, 3):
        paid = solve_generic(apply_pay_changes(rules, space.changes((straight,))))
        assert solver((straight,)).net == paid.net


def test_it_is_settled_and_solved_as_by_a_plain_loop() -> None:
    deck = WILD_THREE.deck
    ranked = {some: hand(some, deck=deck) for some in combinations(deck.cards, 3)}
    for own in Random("wild").sample(sorted(ranked), 6):
        left = [x for x in deck.cards if x not in own]
        dealers = list(combinations(left, 3))
        net = [(ranked[own] > ranked[x]) - (ranked[own] < ranked[x]) for x in dealers]
        values = advise(RULES, own, {}, []).decisions
        assert values["play"] == Fraction(2 * sum(net), len(net))
        seat = Seat({"ante": 500}, ["play"])
        result_ = settle(RULES, Round({"dealer": dealers[0]}, {1: own}, {1: seat}))
        assert result_.seats[1].net == 1_000 * net[0]
    (trio,) = solve_side_wagers(RULES).values()
    names = Counter(item.name for item in ranked.values())
    assert trio.lines[0].combinations == names["straight flush"] + names["mini royal"]
    assert trio.lines[1].combinations == names["three of a kind"]


def test_a_whole_game_is_solved() -> None:
    small = replace(WILD_THREE, key="small-wild", deck=Deck(ranks="2KA", wild="2"), seats=2)
    rules, deck = resolve(small), small.deck
    ranked = {some: hand(some, deck=deck) for some in combinations(deck.cards, 3)}
    total = Fraction()
    for own in ranked:
        left = [x for x in deck.cards if x not in own]
        net = [(ranked[own] > ranked[x]) - (ranked[own] < ranked[x]) for x in combinations(left, 3)]
        total += max(Fraction(-1), Fraction(2 * sum(net), len(net)))
    assert solve_main(rules, cache=False, keep=False).ev == total / len(ranked)


def test_it_is_dealt_and_verified() -> None:
    table = Table.open(WILD_THREE.key, practice="wild")
    bob, dealer = Person("Bob", Role.PLAYER), Person("Dee", Role.DEALER)
    table.execute(c.TakeSeat(1), bob)
    table.execute(c.BuyIn(100_000), bob)
    for _ in range(6):
        if not table.state.has_open_round:
            table.execute(c.OpenRound(), dealer)
        table.execute(c.PlaceWagers(1, {"ante": 500}), bob)
        table.execute(c.NoMoreBets(), dealer)
        table.execute(c.Decide(1, "play"), bob)
    assert verify(line + b"\n" for line in table.export()).rounds == 6


def test_the_rules_card_names_the_wild_ranks() -> None:
    (deal,) = [step.text for step in round_steps(WILD_THREE, RULES) if step.key == "deal"]
    assert deal.endswith("The 2s are wild: each stands for whatever card makes the best hand.")
    (jokers,) = [x.text for x in round_steps(JOKER_THREE, resolve(JOKER_THREE)) if x.key == "deal"]
    assert jokers.endswith(
        "The jokers are wild: each stands for whatever card makes the best hand."
    )
    assert card_text(JOKER) == "Jo"
