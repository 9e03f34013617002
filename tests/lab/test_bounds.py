"""Kernel sums stay far below the integer limit, even at the highest odds."""

from math import comb
from typing import Final

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.cards import DECK, RANKS
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.game_parts import FOLD
from pitboss.games.payoffs import ByTable
from pitboss.games.paytables import line_slug
from pitboss.lab.advice import advise
from pitboss.lab.cross.odds import cross_table
from pitboss.lab.cross.shape import find_cross_lines, street_multiples
from pitboss.lab.cross.solver import first_pairs, prepare_hand
from pitboss.lab.game_structure import MAX_ODDS, MAX_STAKED
from pitboss.lab.main_game import find_solver
from pitboss.lab.progress import no_progress
from pitboss.lab.results import net_sum, staked_sum
from pitboss.lab.showdown.boards import distinct_boards, seven_card_tables
from pitboss.lab.starting_hands import starting_hands
from pitboss.lab.stud.shape import find_growing_hand
from pitboss.lab.stud.solver import stud_outcomes
from pitboss.submission import Rules, resolve

from .solver_comparison import agreed_solution, generic_values, shape_solution, stands
from .varied_rules import paying

LARGEST: Final = 2**63 - 1


def at_most(rules: Rules) -> Rules:
    """Return rules with every line of every main wager at the highest odds allowed."""
    for wager in rules.required + rules.raises:
        assert isinstance(wager.pays, ByTable)
        for line in wager.pays.table.lines:
            rules = paying(rules, wager.key, f"{line_slug(line.name)}={MAX_ODDS}")
    return rules


# With antes paid by the table, so that they reach the highest odds as well.
CROSS: Final = at_most(resolve(GAMES["criss-cross"], {"readings": {"ante_pays": "table"}}))
STUD: Final = at_most(resolve(GAMES["stud-235"]))
LOSING: Final = paying(CROSS, "across down middle", "two-pair=-1 three-of-a-kind=-1")
"""Some hands lose, so that there is something to decide."""


# The same results as with integers of any size


@pytest.mark.slow
@pytest.mark.parametrize("rules", [CROSS, LOSING], ids=["everything wins", "some hands lose"])
def test_cross_games(rules: Rules) -> None:
    main = agreed_solution(rules, "QKA", "two lines that share a card")
    assert max(net for _, net in main.results) == 11 * MAX_ODDS
    for at in (
        *stands(rules, RANKS, decision_count=1, count=2, seed=1),
        *stands(rules, RANKS, decision_count=2, count=20, seed=2),
    ):
        assert advise(rules, at.hole, at.table, at.decisions).decisions == generic_values(at), str(
            at
        )


def test_stud() -> None:
    main = agreed_solution(STUD, "TJQKA", "a hand that grows")
    assert max(net for _, net in main.results) == 5 * MAX_ODDS
    for at in (
        *stands(STUD, RANKS, decision_count=0, count=2, seed=1),
        *stands(STUD, RANKS, decision_count=1, count=10, seed=2),
    ):
        assert advise(STUD, at.hole, at.table, at.decisions).decisions == generic_values(at), str(
            at
        )


@pytest.mark.slow
@pytest.mark.parametrize("rules", [LOSING, STUD], ids=["cross", "stud"])
def test_the_whole_deck(rules: Rules) -> None:
    """Sums of the kernels equal those of the counted deals, which are added up in Python."""
    main = find_solver(rules, DECK)(DECK, no_progress)
    assert main.ev > MAX_ODDS / 10
    assert main.net == net_sum(main.results)
    assert main.staked == staked_sum(main.results)
    total = sum(start.ways * start.values[start.best] for start in main.starts.values())
    assert total == main.ev * comb(52, 2)


# Bounds, derived from the array sizes for a full deck


def test_the_sums_of_a_cross_game() -> None:
    lines = find_cross_lines(CROSS)
    assert lines is not None
    odds = cross_table(CROSS, lines).odds(
        *(street_multiples(street) for street in lines.streets[:2])
    )
    hole = DECK[:2]
    hand_tables = prepare_hand(odds, hole, DECK)
    assert len(hand_tables.rest) == int(hand_tables.groups.sizes.sum()) == 50
    assert len(hand_tables.rest) <= 64  # one bit for each third card
    # The most that one deal can win: both lines and the better one, each with its largest raise.
    on_first, on_second = np.split(odds.rows[:-1], [len(odds.firsts)])
    better = int(odds.rows[-1].max() + abs(odds.steps[0]))
    most = (
        int(on_first.max()) + int(on_second.max()) + street_multiples(lines.streets[2])[-1] * better
    )
    assert most >= 11 * MAX_ODDS
    dealt = int(first_pairs(hole, hand_tables.rest).ways.sum()) * hand_tables.after_first_pair
    assert dealt == comb(50, 2) * comb(48, 2) * 46
    # Every intermediate sum has fewer deals, and at most three parts like this.
    assert 3 * most * dealt * 1_000 < LARGEST
    # The bound stated in the kernels.
    stated_bound = 10**8 * 50**5
    assert most * dealt < stated_bound
    assert stated_bound * 100 < LARGEST


def test_levels_fit_in_a_byte() -> None:
    """A line names a kind of hand or pairs of some ranks; there are no finer levels."""
    kinds_but_pairs, pairs = 9, 13
    assert kinds_but_pairs + pairs <= np.iinfo(np.uint8).max
    lines = find_cross_lines(CROSS)
    assert lines is not None
    assert cross_table(CROSS, lines).levels.level_count <= kinds_but_pairs + pairs


def test_the_sums_of_stud() -> None:
    shape = find_growing_hand(STUD)
    assert shape is not None
    result = stud_outcomes(STUD, shape, DECK, hands=starting_hands(DECK)[:1])
    assert result.level_counts.dtype == np.int64
    dealt = int(result.level_counts.sum(axis=1) @ result.ways)
    assert dealt == 50 * comb(49, 2)
    most = 5 * max(int(odds.max()) for odds in result.levels.odds.values())
    assert most == 5 * MAX_ODDS
    assert most * dealt * 1_000 < LARGEST


def test_the_counts_of_a_showdown() -> None:
    """The fields of a packed word, and the numbers of hands and boards."""
    dealer = comb(45, 2)
    assert dealer == 990 < 1 << 10
    rivers = 46
    assert rivers * dealer == 45_540 < 1 << 16
    tables = seven_card_tables(low_ace=True)
    for small in (tables.best, tables.flushes, tables.five_of):
        assert small.dtype == np.int16
    assert len(tables.best) == comb(17, 5) <= np.iinfo(tables.five_of.dtype).max
    for size, classes in ((3, 1_755), (4, 16_432)):
        some = distinct_boards(DECK, size)
        assert (len(some.cards), int(some.ways.sum())) == (classes, comb(52, size))
    deals = comb(52, 2) * comb(50, 3) * 47 * 46 * dealer
    assert deals * 10_000 < LARGEST


# Odds beyond the bound


def beyond(rules: Rules, key: str, odds: int) -> Rules:
    """Return one line of a wager at odds higher than any change can set."""

    def repaid(pays: object) -> ByTable:
        assert isinstance(pays, ByTable)
        top, *rest = pays.table.lines
        return replace(pays, table=replace(pays.table, lines=(replace(top, odds=odds), *rest)))

    return replace(
        rules,
        required=tuple(
            replace(x, pays=repaid(x.pays)) if x.key == key else x for x in rules.required
        ),
        raises=tuple(replace(x, pays=repaid(x.pays)) if x.key == key else x for x in rules.raises),
    )


@pytest.mark.parametrize(
    ("rules", "key", "label"),
    [
        (CROSS, "ante_across", "Ante Across"),
        (CROSS, "down", "Down"),
        (CROSS, "middle", "Middle"),
        (STUD, "five_card", "5 Card Poker"),
        (STUD, "raise_five", "5 Card Raise"),
    ],
    ids=["ante", "line", "better line", "stud", "stud raise"],
)
def test_higher_odds_are_refused(rules: Rules, key: str, label: str) -> None:
    with pytest.raises(Refused) as refused:
        shape_solution(beyond(rules, key, MAX_ODDS + 1), "TJQKA")
    assert str(refused.value) == (
        f"{label} pays 1,000,001 to 1; the lab counts odds up to 1,000,000 to 1"
    )
    at = stands(beyond(rules, key, 10**9), RANKS, decision_count=1, count=1, seed=3)[0]
    with pytest.raises(Refused, match=f"^{label} pays 1,000,000,000 to 1; the lab counts odds up"):
        advise(at.rules, at.hole, at.table, at.decisions)


def test_multiples_too_large_for_the_kernels_use_the_generic_solver() -> None:
    """At the highest odds a multiple this large would exceed 2⁶³."""
    for rules, shape in ((CROSS, find_cross_lines), (STUD, find_growing_hand)):
        first, *others = rules.streets
        huge = {name: times if times == FOLD else 10**15 for name, times in first.choices.items()}
        assert shape(rules) is not None
        assert shape(replace(rules, streets=(replace(first, choices=huge), *others))) is None
    assert MAX_ODDS * MAX_STAKED == 10**8


@pytest.mark.parametrize("odds", [10**7, 10**12, 2**63, 10**30])
@pytest.mark.parametrize("key", ["two_card", "three_card", "five_card"])
def test_huge_odds_are_refused_with_a_message(key: str, odds: int) -> None:
    with pytest.raises(Refused, match="the lab counts odds up to 1,000,000 to 1"):
        shape_solution(beyond(STUD, key, odds), "TJQKA")
