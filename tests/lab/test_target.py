"""Paytables near a target edge: no nearer one is missed, and all figures are the solver's."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Final

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pitboss.cards import DECK, Card, Deck
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.lab.main_game import solve_main
from pitboss.lab.pay_changes import apply_pay_changes, changeable_lines, parse_pay_change
from pitboss.lab.side_returns import SideReturn, solve_side_wagers
from pitboss.lab.target import solvers
from pitboss.lab.target.request import (
    OddsPoint,
    PaytableSpace,
    TargetRequest,
    TargetResult,
    VariableLine,
    parse_variable_lines,
)
from pitboss.lab.target.search import (
    PaytableSearch,
    count_paytables,
    default_solves,
    extreme_paytables,
    find_paytables,
    keeps_order,
    list_paytables,
    nearest_sums,
    paytable_space,
)
from pitboss.lab.target.solvers import paytable_solver
from pitboss.submission import Rules, resolve
from tests.small_decks import deck_of_ranks

CCP, RET, THB, STUD = (
    resolve(GAMES[key]) for key in ("criss-cross", "run-em-twice", "holdem-bonus", "stud-235")
)
SMALL: Final = deck_of_ranks("AKQJT")
SIDES: Final = [
    (CCP, "five_card_bonus"),
    (RET, "ultimate_pairs"),
    (RET, "progressive"),
    (THB, "bonus"),
    (STUD, "win_em_all"),
    (STUD, "progressive"),
]
NO_SHRINK: Final = (Phase.explicit, Phase.generate)


@cache
def side_results(game: str) -> dict[str, SideReturn]:
    """Return the results of a game's side wagers."""
    return solve_side_wagers(resolve(GAMES[game]))


def space(rules: Rules, vary: str, *, any_order: bool = False) -> PaytableSpace:
    return paytable_space(rules, parse_variable_lines(rules, [vary]), any_order=any_order)


def result_pairs(result: TargetResult) -> list[tuple[Fraction, dict[str, int]]]:
    return [(abs(x.distance), {y.key: y.new for y in x.changes}) for x in result.candidates]


def is_ordered(rules: Rules, odds: dict[str, int]) -> bool:
    """Return whether no better hand pays less, in all tables that a change affects."""
    for some in changeable_lines(rules).values():
        if any(line.key in odds for line in some):
            paid = [odds.get(line.key, line.odds) for line in some]
            if paid != sorted(paid, reverse=True):
                return False
    return True


def by_hand(
    rules: Rules, bounds: dict[str, range], edges: dict[OddsPoint, Fraction], target_edge: Fraction
) -> list[tuple[Fraction, int, int, OddsPoint]]:
    """Return every ordered paytable in the order in which it should be listed."""
    line_odds = [
        int(x.odds) for some in changeable_lines(rules).values() for x in some if x.key in bounds
    ]
    return sorted(
        (
            abs(edge - target_edge),
            sum(a != b for a, b in zip(at, line_odds, strict=True)),
            sum(abs(a - b) for a, b in zip(at, line_odds, strict=True)),
            at,
        )
        for at, edge in edges.items()
    )


# Side wagers


@given(
    values=st.lists(st.sets(st.integers(-1, 30), min_size=1, max_size=6), min_size=1, max_size=5),
    weights=st.lists(st.integers(0, 40), min_size=5, max_size=5),
    target_edge=st.fractions(-200, 3000, max_denominator=6),
    count=st.integers(1, 30),
    is_chained=st.booleans(),
)
def test_the_nearest_sums_are_those_of_all_sums(
    values: list[set[int]], weights: list[int], target_edge: Fraction, count: int, is_chained: bool
) -> None:
    """Ties go to the fewest changed lines, then to the lowest odds."""
    lines = range(len(values))
    free = tuple(
        VariableLine(str(i), (("w", str(i)),), min(x, default=0), "to 1", -1, 99, tuple(sorted(x)))
        for i, x in enumerate(values)
    )
    among = PaytableSpace(
        free, tuple((a, b) for a in lines for b in lines if a < b) if is_chained else ()
    )
    sums = {
        at: sum(n * odds for n, odds in zip(weights, at, strict=False))
        for at in product(*(x.values for x in free))
        if keeps_order(among, at)
    }
    expected = sorted(
        (abs(total - target_edge), among.change_order(at)) for at, total in sums.items()
    )
    result = nearest_sums(among, weights[: len(values)], target_edge, count)
    assert result == [at for _, (_, _, at) in expected[:count]]
    assert count_paytables(among) == len(sums)


@settings(max_examples=12, phases=NO_SHRINK)
@given(data=st.data(), which=st.sampled_from(SIDES), any_order=st.booleans())
def test_a_side_wager_search_agrees_with_brute_force(
    data: st.DataObject, which: tuple[Rules, str], any_order: bool
) -> None:
    rules, key = which
    lines = changeable_lines(rules)[key]
    some = data.draw(st.lists(st.sampled_from(lines), min_size=1, max_size=3, unique=True))
    bounds = {}
    for line in sorted(some, key=lines.index):
        odds = int(line.odds)
        low = data.draw(st.integers(max(line.least, odds - 5), odds))
        bounds[line.key] = range(low, data.draw(st.integers(odds, odds + 3)) + 1)
    result = side_results(rules.game)[key]
    comes = {f"{key}.{line.slug}": line.probability for line in result.lines}
    current = {line.key: line.odds for line in lines}
    edges = {
        at: -result.ev - sum(comes[k] * (x - current[k]) for k, x in zip(bounds, at, strict=True))
        for at in product(*bounds.values())
        if any_order or is_ordered(rules, dict(zip(bounds, at, strict=True)))
    }
    lowest, highest = min(edges.values()), max(edges.values())
    target_edge = lowest + (highest - lowest) * data.draw(st.fractions(0, 1, max_denominator=999))
    count = data.draw(st.integers(1, 4))
    vary = ",".join(f"{k}={x.start}..{x.stop - 1}" for k, x in bounds.items())
    if not 0 < target_edge < 1:
        return
    answer = find_paytables(rules, [vary], TargetRequest(target_edge, count), any_order=any_order)
    expected = by_hand(rules, bounds, edges, target_edge)[:count]
    assert [x for x, _ in result_pairs(answer)] == [x[0] for x in expected]
    assert [c for _, c in result_pairs(answer)] == [
        {k: x for k, x in zip(bounds, at, strict=True) if x != current[k]} for *_, at in expected
    ]
    assert (answer.paytables, answer.certain) == (len(edges), True)
    assert answer.reachable == (lowest, highest)


@pytest.mark.parametrize(("rules", "key"), SIDES)
def test_listed_edges_are_those_of_solve(rules: Rules, key: str) -> None:
    """All lines of a wager can be varied at once as well."""
    for x in find_paytables(rules, [key], TargetRequest(Fraction(1, 10))).candidates:
        side = solve_side_wagers(
            apply_pay_changes(rules, [parse_pay_change(text) for text in x.pay])
        )[key]
        assert (side.house_edge, side.hit_chance) == (x.edge, x.hit)
        assert side.standard_deviation == x.deviation


@pytest.mark.parametrize(("rules", "key"), SIDES)
def test_a_filed_side_wager_is_the_result_for_its_own_edge(rules: Rules, key: str) -> None:
    first = find_paytables(
        rules, [key], TargetRequest(solve_side_wagers(rules)[key].house_edge)
    ).candidates[0]
    assert not first.changes
    assert not first.pay
    assert first.distance == 0


def test_within_omits_farther_paytables() -> None:
    edge = solve_side_wagers(CCP)["five_card_bonus"].house_edge
    vary = ["five_card_bonus.flush=6..15"]
    assert len(find_paytables(CCP, vary, TargetRequest(edge, 9)).candidates) == 9
    near = find_paytables(CCP, vary, TargetRequest(edge, 9, within=Fraction(1, 400)))
    assert [x.changes[0].new if x.changes else 10 for x in near.candidates] == [10, 9, 11]


# Main games


def everything(
    rules: Rules, space: PaytableSpace, deck: Sequence[Card]
) -> dict[OddsPoint, Fraction]:
    """Return every paytable, solved."""
    return {
        at: solve_main(
            apply_pay_changes(rules, space.changes(at)), deck=deck, keep=False
        ).house_edge
        for at in product(*(x.values for x in space.free))
        if keeps_order(space, at)
    }


MAINS: Final = [
    (STUD, "five_card+raise_five.flush=16..24,three_card.flush=1..5", DECK),
    (STUD, "raise_three.straight=2..6,three_card.pair=0..2,five_card.two-pair=2..4", DECK),
    (CCP, "main.flush=5..9,main.straight=4..7", SMALL),
    (CCP, "middle.two-pair=1..3,across.full-house=8..13,ante_down.flush=-1..1", SMALL),
    (RET, "center.three-of-a-kind=2..4,run_1.two-pair=1..3,main.four-of-a-kind=20..40/5", SMALL),
]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "vary", "deck"), MAINS)
def test_a_main_game_search_agrees_with_solving_everything(
    rules: Rules, vary: str, deck: Sequence[Card]
) -> None:
    among = space(rules, vary)
    edges = everything(rules, among, deck)
    random = Random(5)
    whole = solve_main(rules, deck=deck, keep=False)
    for count in (1, 4, 9):
        target_edge = random.choice(list(edges.values())) + Fraction(random.randint(-9, 9), 9999)
        for solver in (
            paytable_solver(rules, among, whole.deals, deck),
            solvers._generic_solver(rules, among, whole.deals, deck),
        ):
            search = PaytableSearch(among, solver, 10**6)
            result = search.nearest(-target_edge * whole.deals * whole.required, count)
            expected = sorted(
                (abs(edge - target_edge), among.change_order(x)) for x, edge in edges.items()
            )
            assert result.certain
            assert result.points == [x[1][2] for x in expected[:count]]
            assert result.solved <= len(edges) + 2 ** len(among.free)


@pytest.mark.parametrize(("rules", "vary", "deck"), MAINS)
def test_few_paytables_have_to_be_solved(rules: Rules, vary: str, deck: Sequence[Card]) -> None:
    """Without the bounds all of them would be solved."""
    among = space(rules, vary)
    whole = solve_main(rules, deck=deck, keep=False)
    solver = paytable_solver(rules, among, whole.deals, deck)
    result = PaytableSearch(among, solver, 10**6).nearest(Fraction(whole.net), 1)
    assert result.certain
    assert result.solved <= 2 ** len(among.free) + 8


@pytest.mark.parametrize(("rules", "vary", "deck"), MAINS)
def test_a_value_is_convex_and_grows_with_the_odds(
    rules: Rules, vary: str, deck: Sequence[Card]
) -> None:
    """Every bound relies on this; the value itself equals that of the game's solver."""
    among = space(rules, vary, any_order=True)
    deals = solve_main(rules, deck=deck, keep=False).deals
    solver, random = paytable_solver(rules, among, deals, deck), Random(7)
    low, high = extreme_paytables(among)
    points = [tuple(random.choice(x.values) for x in among.free) for _ in range(8)]
    solutions = {at: solver(at) for at in (low, high, *points)}
    for at, item in solutions.items():
        main = solve_main(apply_pay_changes(rules, among.changes(at)), deck=deck, keep=False)
        assert main.net == item.net
        assert item.rise == item.fall
        assert all(slope >= 0 for slope in item.rise)
        for to, other in solutions.items():
            steps = [b - a for a, b in zip(at, to, strict=True)]
            shift_ = sum(s * x for s, x in zip(item.rise, steps, strict=True))
            assert item.net + shift_ <= other.net
            if min(steps) >= 0:
                assert item.net <= other.net


@pytest.mark.slow
@pytest.mark.usefixtures("kernels")
def test_a_whole_cross_game() -> None:
    """Everything that is listed is solved again, like ``solve --pay``.

    Nothing is written to disk."""
    edge = solve_main(CCP).house_edge
    result = find_paytables(CCP, ["main.flush=7..9,main.full-house=11..13"], TargetRequest(edge, 3))
    assert result.candidates[0].changes == ()
    assert result.candidates[0].distance == 0
    assert result.certain
    for x in result.candidates:
        main = solve_main(
            apply_pay_changes(CCP, [parse_pay_change(text) for text in x.pay]), keep=False
        )
        assert (main.house_edge, main.chance_of_sign(1)) == (x.edge, x.hit)
        assert main.standard_deviation == x.deviation
        assert x.distance == x.edge - edge


def test_a_filed_main_game_is_the_result_for_its_own_edge() -> None:
    edge = solve_main(STUD).house_edge
    result = find_paytables(
        STUD, ["three_card+raise_three.straight,five_card.flush"], TargetRequest(edge)
    )
    assert result.candidates[0].changes == ()
    assert result.candidates[0].distance == 0
    assert result.of == "main"


def test_a_cheap_game_without_a_shape_is_solved_more_often() -> None:
    few_cards = deck_of_ranks("AKQ")
    assert default_solves(STUD, STUD.deck.cards) == 100
    shapeless = replace(STUD, deck=Deck(ranks="789TJQKA", wild="7"))
    assert default_solves(shapeless, few_cards) == 2 * 10**8 // (66 * 10 * 36)
    assert default_solves(shapeless, shapeless.deck.cards) == 100


def test_a_truncated_search_is_reported() -> None:
    vary = ["five_card+raise_five.flush,five_card+raise_five.straight"]
    wish = TargetRequest(Fraction(1, 50), count=40, solves=11)
    result = find_paytables(STUD, vary, wish)
    assert (result.certain, result.solved) == (False, 11)
    full = find_paytables(STUD, vary, TargetRequest(wish.edge, wish.count, solves=10**4))
    assert (full.certain, len(full.candidates)) == (True, 40)
    assert full.solved < full.paytables


# Which paytables


def test_the_order_of_the_hands_is_preserved() -> None:
    among = space(CCP, "main.flush=1..40,main.straight=1..40,middle.full-house=1..60")
    assert {x.key for x in among.free} == {"middle.full-house", "main.flush", "main.straight"}
    for row in list_paytables(among, range(3)).tolist():
        paid = {
            ".".join(line): odds
            for free, odds in zip(among.free, row, strict=True)
            for line in free.lines
        }
        assert is_ordered(CCP, paid), paid


def test_any_order_allows_unordered_paytables() -> None:
    base_space = space(CCP, "across.flush=1..20")
    assert base_space.free[0].values == tuple(range(5, 13))
    free = space(CCP, "across.flush=1..20", any_order=True)
    assert free.free[0].values == tuple(range(1, 21))


def test_a_line_of_all_wagers_leaves_the_antes_at_even_money() -> None:
    free = parse_variable_lines(CCP, ["main.flush"])[0]
    assert free.lines == (("across", "flush"), ("down", "flush"), ("middle", "flush"))
    assert parse_variable_lines(CCP, ["*.flush"])[0].lines == free.lines
    push = parse_variable_lines(CCP, ["main.pair-of-6s-to-10s"])[0]
    assert {wager for wager, _ in push.lines} == {
        "ante_across", "ante_down", "across", "down", "middle",
    }  # fmt: skip
    assert push.values == (-1, 0, 1)


def test_values_are_the_printed_ones() -> None:
    def values(text: str) -> tuple[int, ...]:
        return parse_variable_lines(CCP, [text])[0].values

    assert values("across.flush") == tuple(range(4, 17))
    assert values("across.four-of-a-kind") == (20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80)
    assert values("across.royal-flush=100..500/200") == (100, 300, 500)
    assert values("ante_across.flush") == (-1, 0, 1)


@pytest.mark.parametrize(
    ("rules", "vary", "sentence"),
    [
        (
            CCP,
            "",
            "nothing to vary: name lines with --vary, such as --vary ante_across.royal-flush,",
        ),
        (CCP, " , ", "nothing to vary"),
        (CCP, "across.flsh", "unknown line 'flsh' of across: choose from royal-flush, "),
        (CCP, "main.flsh", "unknown line 'flsh' of the main game: choose from royal-flush, "),
        (CCP, "acros.flush", "unknown wager 'acros': choose from ante_across, "),
        (CCP, "across+.flush", "unknown wager ''"),
        (CCP, "bonus_spin", "paid by a wheel"),
        (THB, "ante", "against the dealer"),
        (THB, "main.flush", "no wager of the main game of holdem-bonus has a paytable"),
        (STUD, "main.flush", "join lines that pay the same, such as three_card+raise_three.flush"),
        (STUD, "progressive.royal-flush", "paid from a meter"),
        (CCP, "across.flush=8..4", "reversed: write 4..8"),
        (CCP, "across.flush=4", "invalid bounds '4' of across.flush"),
        (CCP, "across.flush=4..5/0", "at most 10,000 odds"),
        (CCP, "across.flush=1..900000", "at most 10,000 odds"),
        (CCP, "across=4..8", "bounds need a line"),
        (CCP, "ante_across.flush=0..2", "choose odds from -1 to 1"),
        (CCP, "main.flush=0..2", "choose odds from 1 to 1,000,000"),
        (CCP, "across.flush,main.flush", "across.flush is varied twice"),
        (CCP, "across.flush=20..30", "stands between hands that pay 5 and 12"),
        (CCP, "across.flush=8..9,across.straight=10..11", "always pays more than across.flush"),
        (CCP, "across.flush,five_card_bonus.flush", "lines of main and five_card_bonus"),
        (RET, "progressive.flush,ultimate_pairs.pair-of-aces", "each with an edge of its own"),
        (CCP, "middle", "10 lines of a main game are too many"),
        (
            CCP,
            "main.royal-flush=500..1500,main.straight-flush=100..499,main.flush",
            "more than 1,000,000 paytables",
        ),
        (CCP, "five_card_bonus.flush=7..9", "out of reach with these lines: they allow "),
    ],
)
def test_lines_that_cannot_be_varied_are_refused(rules: Rules, vary: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        find_paytables(rules, [vary], TargetRequest(Fraction(1, 100)))
    assert sentence in str(refused.value)


def test_too_many_paytables_of_a_side_wager() -> None:
    lines = [f"{x.key}=1..1000" for x in changeable_lines(CCP)["five_card_bonus"]]
    with pytest.raises(Refused, match="more paytables than can be searched"):
        find_paytables(CCP, lines, TargetRequest(Fraction(1, 20)))


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (TargetRequest(Fraction(0)), "more than 0 and less than 1"),
        (TargetRequest(Fraction(-1, 50)), "more than 0 and less than 1"),
        (TargetRequest(Fraction(7, 2)), "more than 0 and less than 1"),
        (TargetRequest(Fraction(1, 20), count=0), "cannot list 0 paytables"),
        (TargetRequest(Fraction(1, 20), within=Fraction(-1)), "must be 0 or more"),
        (TargetRequest(Fraction(1, 20), solves=0), "too few"),
        (TargetRequest(Fraction(1, 25), within=Fraction(1, 10**9)), "none of these paytables"),
    ],
)
def test_bad_target_requests_are_refused(wish: TargetRequest, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        find_paytables(CCP, ["five_card_bonus.flush"], wish)


def test_the_edge_is_that_of_the_named_wager() -> None:
    assert find_paytables(
        CCP, ["five_card_bonus.flush"], TargetRequest(Fraction(1, 25)), edge_wager="five_card_bonus"
    )
    for of, sentence in (
        ("main", "does not belong to main"),
        ("across", "has no edge of its own"),
        ("acros", "unknown side wager 'acros': choose from main, "),
        ("bonus_spin", "does not belong to bonus_spin"),
    ):
        with pytest.raises(Refused, match=sentence):
            find_paytables(
                CCP, ["five_card_bonus.flush"], TargetRequest(Fraction(1, 25)), edge_wager=of
            )


def test_too_few_solutions_for_the_corners() -> None:
    with pytest.raises(Refused, match="too few for 2 lines"):
        find_paytables(
            STUD, ["three_card.flush,five_card.flush"], TargetRequest(Fraction(1, 25), solves=3)
        )
