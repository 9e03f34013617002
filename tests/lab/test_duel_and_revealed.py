"""Revealed hands and duels with the dealer: each method is compared with another."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final, TypeVar

import pytest
from msgspec.structs import replace

from pitboss.cards import DECK, cards, rank, suit
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.game_parts import Raise, Required
from pitboss.games.payoffs import HoleCards, Payoff
from pitboss.games.paytables import cards_table
from pitboss.hands import Order
from pitboss.lab.advice import advise
from pitboss.lab.duel import solver
from pitboss.lab.duel.odds import duel_table
from pitboss.lab.duel.shape import find_duel
from pitboss.lab.duel.solver import advise_duel
from pitboss.lab.exposure import ExposureAnalysis
from pitboss.lab.generic import solver as generic
from pitboss.lab.main_game import solve_main
from pitboss.lab.pay_changes import apply_pay_changes, parse_pay_change
from pitboss.lab.progress import no_progress
from pitboss.lab.results import MainGame
from pitboss.lab.revealed.shape import find_revealed_game
from pitboss.lab.shape_registry import find_shape
from pitboss.lab.strategy.finder import StrategyFinder, feature_reader
from pitboss.lab.strategy.rule_lists import Condition, Rule, RuleList, single_rule_list
from pitboss.lab.strategy.rule_search import Cells
from pitboss.lab.target.request import PaytableSpace, parse_variable_lines
from pitboss.lab.target.solvers import paytable_solver
from pitboss.papers.strategy_rules import counting_note, rule_list_lines
from pitboss.submission import Rules, resolve
from tests.small_decks import deck_of_ranks

from .expose.peeking_solver import card_seen, hands_shared
from .test_library import LOOPS, caribbean, five_cards, mississippi_pays, pack, ride_pays
from .unusual_games import DUELS, REVEALED

pytestmark = pytest.mark.usefixtures("kernels")

LIBRARY: Final = {
    key: resolve(GAMES[key])
    for key in ("mississippi-stud", "let-it-ride", "three-card", "caribbean-stud")
}
DECKS: Final = {
    "mississippi-stud": "JQKA",
    "let-it-ride": "TJQA",
    "three-card": "9TQK",
    "caribbean-stud": "QKA",
    "two-ways": "9TJQK",
    "fives": "JQA",
    "unequal": "TQK",
    "best": "JQA",
}
DEALERS: Final = ("three-card", "caribbean-stud")
ALL: Final = LIBRARY | REVEALED | DUELS
MS, LIR, TCP, CSP = LIBRARY.values()


def fast(rules: Rules, ranks: str) -> MainGame:
    shape = find_shape(rules)
    assert shape is not None
    return shape.solve(deck_of_ranks(ranks), no_progress)


@pytest.mark.parametrize("name", ALL)
def test_fast_equals_generic(name: str) -> None:
    rules = ALL[name]
    ranks = DECKS.get(rules.game, "TJQK")
    shape = find_shape(rules)
    assert shape is not None
    assert shape.name == ("duel" if name in DUELS or rules.game in DEALERS else "revealed")
    quick, slow = fast(rules, ranks), generic.solve_generic(rules, deck_of_ranks(ranks))
    assert quick.ev == slow.ev
    assert quick.average_wager == slow.average_wager
    assert quick.results == slow.results
    if quick.starts:
        assert quick.starts == slow.starts


@pytest.mark.parametrize("ranks", ["9TJ", "TQA"])
@pytest.mark.parametrize("game", LOOPS)
def test_fast_equals_an_independent_loop(game: str, ranks: str) -> None:
    assert fast(LIBRARY[game], ranks).ev == LOOPS[game](pack(ranks))


def test_caribbean_stud_equals_an_independent_loop() -> None:
    assert fast(CSP, "JKA").ev == caribbean(pack("JKA"))


def test_an_injected_fault_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting ties with the player's hand as lower hands must show on small decks."""
    whole = solver.count_dealer_hands

    def faulty(*arguments: object) -> solver.DealerCounts:
        hand_count = whole(*arguments)  # type: ignore[arg-type]
        return hand_count._replace(lower=hand_count.not_higher)

    monkeypatch.setattr("pitboss.lab.duel.solver.count_dealer_hands", faulty)
    assert fast(TCP, "9TQK").ev != generic.solve_generic(TCP, deck_of_ranks("9TQK")).ev


# The whole deck


def test_published_figures() -> None:
    result = {key: solve_main(rules) for key, rules in LIBRARY.items() if key != "caribbean-stud"}
    assert {key: main.ev for key, main in result.items()} == {
        "mississippi-stud": Fraction(-53223, 1082900),
        "let-it-ride": Fraction(-37963, 1082900),
        "three-card": Fraction(-686689, 20358520),
    }
    assert f"{float(result['let-it-ride'].average_wager):.2f}" == "1.22"
    assert result["three-card"].deals == 22_100 * 18_424
    assert len(result["mississippi-stud"].starts) == 169
    assert not result["let-it-ride"].starts


def test_caribbean_stud() -> None:
    main = solve_main(CSP)
    assert main.ev == Fraction(-142031221, 2718662100)
    assert f"{float(main.house_edge):.5f}" == "0.05224"
    assert f"{float(main.element_of_risk):.5f}" == "0.02555"
    assert main.deals == 19_933_230_517_200


def test_the_counts_of_a_solution_equal_those_over_every_dealer_hand() -> None:
    """Inclusion and exclusion is compared with plain counting, for some hands and open cards."""
    shape = find_duel(CSP)
    assert shape is not None
    table, up = duel_table(shape, DECK), solver.upcard_sets(shape, DECK)[9]
    dealt = solver.player_hands(shape, DECK, up)
    some = range(7, len(dealt.cards), len(dealt.cards) // 12)
    few = solver.PlayerHands(dealt.cards[some], dealt.places[some], dealt.ways[some])
    hand_count = solver.count_dealer_hands(shape, DECK, table, up, few)
    values = solver.play_best_decisions(shape, table, up, few, hand_count).values
    rest = solver.remaining_indexes(52, up.cards)
    for row, holding in enumerate(few.cards.tolist()):
        own, face_up = [DECK[rest[c]] for c in holding], [DECK[c] for c in up.cards]
        plain = advise_duel(shape, own, face_up)
        deals = 163_185
        result = [Fraction(int(x), deals) for x in values[:, row]]
        assert result == list(plain.values())
    assert int(dealt.ways.sum()) == 2_349_060


# Advice


def own(text: str) -> frozenset[tuple[int, int]]:
    return frozenset((rank(c) + 2, suit(c)) for c in cards(text))


@pytest.mark.parametrize("visible", ["Qh 6s 6d 2c", "Ts Js Qs Ks", "2c 5d 9h Ks", "9c Td Jh Qs"])
def test_advice_at_the_last_decision_of_one_hand(visible: str) -> None:
    deck, holding = pack("23456789TJQKA"), own(visible)
    rest = [c for c in deck if c not in holding]
    hole, third, fourth = visible[:5], visible[6:8], visible[9:]
    paid = Fraction(sum(mississippi_pays(holding | {c}) for c in rest), 48)
    table = {"third": cards(third), "fourth": cards(fourth)}
    result = advise(MS, cards(hole), table, ["1x", "3x"]).decisions
    assert result == {"fold": -5, **{f"{n}x": (5 + n) * paid for n in (1, 2, 3)}}
    paid = Fraction(sum(ride_pays(holding | {c}) for c in rest), 48)
    community = {"community": cards(fourth)}
    for first, staked in (("pull", 2), ("ride", 3)):
        answer = advise(LIR, cards(visible[:8]), community, [first]).decisions
        assert answer == {"pull": (staked - 1) * paid, "ride": staked * paid}


def test_advice_against_the_dealer() -> None:
    """The best-known close hand, and one with a card of the dealer's rank."""
    assert advise(TCP, cards("Qh 6s 4d")).decisions == {"fold": -1, "play": Fraction(-9151, 9212)}
    assert advise(TCP, cards("Qh 6s 3d")).best == "fold"
    result = advise(CSP, cards("Ah Ks Qd 8c 2s"), {"dealer": cards("8d")})
    assert result.decisions == {"fold": -1, "raise": Fraction(-134912, 163185)}
    ranks, holding, face_up = "258QKA", own("Ah Ks Qd 8c 2s"), own("8d")
    mine, total, shape = five_cards(holding), 0, find_duel(CSP)
    assert shape is not None
    rest = [c for c in pack(ranks) if c not in holding | face_up]
    for more in combinations(rest, 4):
        theirs = five_cards(face_up | frozenset(more))
        if theirs < (0, 14, 13):
            total += 1
        else:
            total += 3 * ((mine > theirs) - (mine < theirs))
    plain = advise_duel(shape, cards("Ah Ks Qd 8c 2s"), cards("8d"), deck_of_ranks(ranks))
    assert plain == {"fold": -1, "raise": Fraction(total, 3060)}


# Lists for people


@cache
def finder(game: str) -> StrategyFinder:
    return StrategyFinder(LIBRARY[game])


def test_lists_that_cost_nothing() -> None:
    for game in ("three-card", "let-it-ride"):
        assert finder(game).strategy(lines=5).cost == 0
    (street,) = finder("three-card").strategy(lines=2).streets
    assert rule_list_lines(TCP, street.list) == [
        "Play with Q-6-4 or better.",
        "Otherwise fold.",
    ]


def test_costs_of_lists_equal_forced_play() -> None:
    alone = Fraction(-242173, 649740)
    ride, deals = finder("let-it-ride"), finder("let-it-ride").main.deals
    for decision, staked in (("pull", 1), ("ride", 3)):
        lists = {name: single_rule_list(name, decision) for name in ("bet_1", "bet_2")}
        assert Fraction(ride.shape.net(lists)) / deals == staked * alone
    three = finder("three-card")
    assert three.shape.net({"play": single_rule_list("play", "fold")}) == -three.main.deals


@pytest.mark.parametrize("game", ["let-it-ride", "mississippi-stud", "three-card"])
def test_a_list_reads_cards_as_its_cells_do(game: str) -> None:
    rules, result = LIBRARY[game], finder(game).shape.cells()
    read = feature_reader(rules)
    first = cards("Qh Js 9d" if len(rules.hole) == 3 else "Qh Js")
    cards_turned: list[list[int]] = (
        [] if len(result) != 2 or game == "let-it-ride" else [[cards("2c")[0]]]
    )
    visible = read(first, cards_turned)  # type: ignore[arg-type]
    cells: Cells = result[0]
    assert tuple(visible) == cells.features
    lowest = RuleList(cells.street, tuple(
        Rule((Condition(name, least),), cells.decisions[0]) for name, least in visible.items()
    ), cells.decisions[-1])  # fmt: skip
    assert lowest.decision(visible) == cells.decisions[0]
    assert counting_note(rules)


def test_mississippi_stud_on_few_lines_costs_little() -> None:
    assert finder("mississippi-stud").strategy(lines=6).cost < Fraction(3, 1000)


# Exposed cards


@pytest.mark.parametrize("place", ["third", "fifth"])
def test_a_card_of_one_hand_seen(place: str) -> None:
    deck = deck_of_ranks("5JA")
    exposure = ExposureAnalysis(MS, deck=deck, cache=False, keep=False)
    assert exposure.with_card(place).ev == card_seen(MS, place, deck)


def test_hands_shared_in_one_hand() -> None:
    deck = deck_of_ranks("5JA")
    exposure = ExposureAnalysis(MS, deck=deck, cache=False, keep=False)
    assert exposure.with_players(2, samples=10_000).ev == hands_shared(MS, 2, deck)


def test_a_card_of_the_dealer_seen() -> None:
    """A loop over hands, the seen card and the rest, and published figures agree."""
    deck = deck_of_ranks("9QK")
    shape = find_duel(TCP)
    assert shape is not None
    total, deals = Fraction(), 0
    for hole in combinations(deck, 3):
        for c in deck:
            if c not in hole:
                total += max(advise_duel(shape, hole, [c], deck).values())
                deals += 1
    exposure = ExposureAnalysis(TCP, deck=deck, cache=False, keep=False)
    assert exposure.with_card("dealer").ev == total / deals
    whole = ExposureAnalysis(TCP, cache=False, keep=False).with_card("dealer")
    assert f"{float(whole.edge):.4f}" == "0.0348"


def test_hands_shared_against_the_dealer() -> None:
    deck = deck_of_ranks("QK")
    shape = find_duel(DUELS["two against two, nobody folds"])
    assert shape is not None
    every = [
        max(advise_duel(shape, hole, (), deck, dead_cards).values())
        for hole in combinations(deck, 2)
        for dead_cards in combinations([c for c in deck if c not in hole], 2)
    ]
    exposure = ExposureAnalysis(shape.rules, deck=deck, cache=False, keep=False)
    assert exposure.with_players(2, samples=1000).ev == sum(every, Fraction()) / len(every)
    sample_result = ExposureAnalysis(TCP, cache=False, keep=False).with_players(2, samples=50)
    assert sample_result.standard_error is not None
    assert (
        abs(float(sample_result.ev) - float(sample_result.base))
        < 6 * sample_result.standard_error + 0.01
    )


# Other odds


VARIED: Final = [
    ("mississippi-stud", "JQKA", ["main.flush=4..8", "ante.straight=2..5"], [(4, 5), (8, 2)]),
    ("let-it-ride", "TJQA", ["main.two-pair=1..4"], [(1,), (4,)]),
    ("three-card", "9TQK", ["ante.straight=0..3", "ante.three-of-a-kind=2..9"], [(0, 9), (3, 2)]),
    ("caribbean-stud", "QKA", ["raise.full-house=2..9", "raise.pair=0..3"], [(9, 3), (2, 0)]),
]


@pytest.mark.parametrize(("game", "ranks", "vary", "points"), VARIED)
def test_varied_odds_equal_separate_solutions(
    game: str, ranks: str, vary: list[str], points: list[tuple[int, ...]]
) -> None:
    """Solutions for varied odds equal separate solutions."""
    rules, deck = LIBRARY[game], deck_of_ranks(ranks)
    space = PaytableSpace(parse_variable_lines(rules, vary), ())
    shape = find_shape(rules)
    assert shape is not None
    assert shape.vary(space.free, deck, no_progress) is not None
    solve = paytable_solver(rules, space, 1, deck)
    base = tuple(int(free.filed) for free in space.free)
    for at in [base, *points]:
        result = solve(at)
        assert result.net == shape_net(apply_pay_changes(rules, space.changes(at)), ranks)
        for other in points:  # no strategy beats the optimum
            shift_ = sum(s * (b - a) for s, a, b in zip(result.rise, at, other, strict=True))
            assert result.net + shift_ <= solve(other).net


def shape_net(rules: Rules, ranks: str) -> Fraction:
    main = fast(rules, ranks)
    return Fraction(main.net)


# Bounds


@pytest.mark.parametrize(
    ("game", "line"), [("mississippi-stud", "ante.two-pair"), ("caribbean-stud", "raise.two-pair")]
)
def test_the_highest_odds_that_are_counted(game: str, line: str) -> None:
    rules = apply_pay_changes(LIBRARY[game], [parse_pay_change(f"{line}=1000000")])
    ranks = DECKS[game]
    assert fast(rules, ranks).ev == generic.solve_generic(rules, deck_of_ranks(ranks)).ev
    pays = next(x.pays for x in rules.required + rules.raises if x.key == line.split(".")[0])
    far = [10**7 if x.odds == 10**6 else x.odds or 0 for x in pays.lines()]
    key = line.split(".")[0]
    higher = replace(
        rules,
        required=tuple(
            repaid(x, pays.with_odds(far)) if x.key == key else x for x in rules.required
        ),
        raises=tuple(repaid(x, pays.with_odds(far)) if x.key == key else x for x in rules.raises),
    )
    with pytest.raises(Refused, match="1,000,000 to 1"):
        fast(higher, ranks)


W = TypeVar("W", Required, Raise)


def repaid(wager: W, pays: Payoff) -> W:
    return replace(wager, pays=pays)


# What does not fit


def test_rules_that_come_close_do_not_fit() -> None:
    pairs = HoleCards(cards_table("pair of aces   9 to 1"))
    first = replace(MS.required[0], pays=pairs)
    assert find_revealed_game(replace(MS, required=(first,))) is None
    assert find_revealed_game(TCP) is None
    assert find_duel(MS) is None
    assert find_duel(replace(TCP, looks=TCP.hole[:2])) is None
    other = tuple(
        replace(hand, ranking=Order(3, low_ace=False)) if hand.name == "dealer" else hand
        for hand in TCP.hands
    )
    assert find_duel(replace(TCP, hands=other)) is None
    assert find_duel(replace(TCP, streets=TCP.streets * 2)) is None
