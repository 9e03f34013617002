"""Side wagers without a fast count: every deal is counted, in agreement with settlement."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.cards import Card, Deck
from pitboss.errors import Refused
from pitboss.games.grammar import (
    FOLD,
    AllWin,
    AtLeast,
    Beats,
    BestOf,
    Both,
    ByTable,
    Case,
    Cases,
    Game,
    HandOf,
    HoleCards,
    Meter,
    Place,
    Progressive,
    Raise,
    Required,
    Reveal,
    Side,
    Street,
    cards_table,
    money,
    paytable,
    prizes,
    symbols,
)
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD
from pitboss.games.payoffs import Wheel
from pitboss.lab.side_returns import solve_side_wager, solve_side_wagers
from pitboss.lab.solution import solve
from pitboss.settle import Round, Seat, settle
from pitboss.submission import Rules, resolve

THREE: Final = paytable("""
    straight or better        4 to 1
    flush                     3 to 1
    pair of kings or better   1 to 1
    pair of 2s to queens      push
""")
PAIRS: Final = cards_table("""
    pair of aces       5 to 1
    a pair             2 to 1
    ace-king suited    push
""")
PRIZES: Final = prizes("""
    straight flush or better  100% of jackpot
    three of a kind    6 for 1
    straight           $2
""")
SIDES: Final = (
    Side("best", "Best", ByTable("best", THREE)),
    Side("holding", "Holding", HoleCards(PAIRS)),
    Side("together", "Together", Cases((Case(AllWin(("ante", "other")), 6, name="all win"),))),
    Side(
        "strong",
        "Strong",
        Cases(
            (
                Case(Both((AllWin(("ante",)), AtLeast("best", "flush"))), 2),
                Case(AllWin(("other",)), 1),
            )
        ),
    ),
    Side("higher", "Higher", Cases((Case(Beats("left_hand", "right_hand"), 1),))),
    Side(
        "jackpot",
        "Jackpot",
        Progressive(
            "best",
            PRIZES,
            (Meter("jackpot", money("$50")),),
            {100: prizes("three of a kind   $5")},
        ),
    ),
    Side(
        "wheel_bet",
        "Spin",
        Wheel(symbols("lucky   $4"), money("$1"), {"lucky": 1}),
    ),
)


def ladder(deck: Deck, *, lives_after_fold: bool) -> Rules:
    """Return a game of two hands that share two cards, with one decision after the first three."""
    pays = ByTable("left_hand", THREE)
    return resolve(
        Game(
            key="ladder",
            name="Ladder",
            story="Two hands of three, of which the second costs a raise.",
            seats=2,
            deck=deck,
            places=(Place("left", "Left", face_up=1), Place("right", "Right")),
            hands=(
                HandOf("left_hand", ("hole", "left"), "your left hand"),
                HandOf("right_hand", ("hole", "right"), "your right hand"),
                BestOf("best", ("left_hand", "right_hand"), "the better of your hands"),
            ),
            wagers=(
                Required("ante", "Ante", pays),
                Required("other", "Other", ByTable("right_hand", THREE)),
                Raise("bet", "Bet", ByTable("right_hand", THREE), of="ante"),
                *(replace(side, lives_after_fold=lives_after_fold) for side in SIDES),
            ),
            streets=(Street("bet", {"fold": FOLD, "bet": 2}, (Reveal(("right",)),)),),
        )
    )


def settled_nets(rules: Rules) -> dict[str, Fraction]:
    """Return the mean net win of each side wager, by settling every deal of optimal play."""
    stakes = {wager.key: 100 for wager in rules.required}
    stakes |= {side.key: side.minimum for side in rules.sides}
    main_keys = {wager.key for wager in rules.required + rules.raises}
    meters = {m.name: m.start - m.fed_by(100) for side in rules.sides for m in side.pays.meters}
    (spin,) = (side.pays for side in rules.sides if side.pays.wheel)
    totals = dict.fromkeys((side.key for side in rules.sides), Fraction())
    deals = 0

    def settle_hand(
        hole: Sequence[Card], left: Card, right: Card, decision: str
    ) -> tuple[int, dict[str, Fraction]]:
        live = decision != "fold" or all(side.lives_after_fold for side in rules.sides)
        symbol = "lucky" if live and spin.earns_spin(hole) else None
        seat = Seat(stakes, [decision], spin=symbol)
        table = {"left": [left], "right": [right]}
        results = settle(rules, Round(table, {1: list(hole)}, {1: seat}, meters)).seats[1].wagers
        main = sum(x.credit - x.stake for key, x in results.items() if key in main_keys)
        return main, {key: Fraction(results[key].credit, results[key].stake) - 1 for key in totals}

    for hole in combinations(rules.deck.cards, 2):
        rest = [c for c in rules.deck.cards if c not in hole]
        for left in rest:
            outcomes = {
                decision: [settle_hand(hole, left, c, decision) for c in rest if c != left]
                for decision in ("fold", "bet")
            }
            best = max(outcomes, key=lambda name: sum(main for main, _ in outcomes[name]))
            for _, nets in outcomes[best]:
                deals += 1
                for key, net in nets.items():
                    totals[key] += net
    return {key: total / deals for key, total in totals.items()}


@pytest.mark.parametrize("lives_after_fold", [True, False])
@pytest.mark.parametrize(
    "deck", [Deck(ranks="QKA", suits="chs"), Deck(ranks="6789TJA", suits="cs")]
)
def test_every_side_wager_equals_settlement(deck: Deck, lives_after_fold: bool) -> None:
    rules = ladder(deck, lives_after_fold=lives_after_fold)
    solution = solve(rules, cache=False, keep=False)
    assert solution.uncounted == {}
    assert {key: side.ev for key, side in solution.sides.items()} == settled_nets(rules)
    for side in solution.sides.values():
        assert sum(line.combinations for line in side.lines) == side.deals


def test_a_fold_matters() -> None:
    deck = Deck(ranks="6789TJA", suits="cs")
    dead_after_fold, alive = (
        solve(ladder(deck, lives_after_fold=x), cache=False, keep=False).sides
        for x in (False, True)
    )
    assert all(dead_after_fold[key].ev < alive[key].ev for key in ("best", "higher"))


def test_a_wager_that_ends_with_a_fold_in_a_game_without_folds() -> None:
    rules = ladder(Deck(ranks="QKA", suits="chs"), lives_after_fold=True)
    street = replace(rules.streets[0], choices={"check": 0, "bet": 2})
    rules = replace(rules, streets=(street,))
    dead_after_fold = replace(
        rules, sides=tuple(replace(side, lives_after_fold=False) for side in rules.sides)
    )
    assert solve_side_wagers(dead_after_fold) == solve_side_wagers(rules)


def test_wagers_that_must_win_together_in_another_shape() -> None:
    pays = Cases((Case(AllWin(("ante",)), 3, name="all win"),))
    rules = replace(resolve(MISSISSIPPI_STUD), sides=(Side("both", "Both", pays),))
    (result,) = solve_side_wagers(rules).values()
    alone = Side("alone", "Alone", rules.required[0].pays)
    ante = solve_side_wager(replace(rules, sides=(alone,)), alone)
    assert [line.slug for line in result.lines] == ["all-win", "all-others"]
    assert result.hit_chance == ante.hit_chance


def test_lines_of_named_cases() -> None:
    """A line is named after its case unless another case pays the same."""
    cases = (
        Case(AtLeast("five", "flush"), 20, name="colors"),
        Case(AtLeast("five", "three of a kind"), 3, name="threes"),
        Case(AtLeast("five", "two pair"), 3, name="two pair"),
        Case(AtLeast("five", "pair"), 1),
    )
    rules = replace(resolve(MISSISSIPPI_STUD), sides=(Side("both", "Both", Cases(cases)),))
    (result,) = solve_side_wagers(rules).values()
    assert [line.name for line in result.lines] == ["colors", "3 to 1", "1 to 1", "all others"]
    assert [line.slug for line in result.lines] == ["20-to-1", "3-to-1", "1-to-1", "all-others"]


def test_a_limit_of_deals() -> None:
    rules = ladder(Deck(), lives_after_fold=False)
    best, *_ = rules.sides
    with pytest.raises(Refused, match="no fast count of Best, and its 3,248,700 deals"):
        solve_side_wager(rules, best, max_deals=3_000_000)
    assert solve_side_wager(rules, best).deals == 3_248_700
