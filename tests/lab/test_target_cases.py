"""Targets for side wagers whose odds depend on cases with tables."""

from fractions import Fraction

import pytest

from pitboss.errors import Refused
from pitboss.games.grammar import (
    FOLD,
    AtLeast,
    Beats,
    ByTable,
    Case,
    Cases,
    Deck,
    Game,
    HandOf,
    Place,
    Raise,
    Required,
    Reveal,
    Side,
    Street,
    paytable,
    showdown,
)
from pitboss.lab.pay_changes import PayChange, apply_pay_changes, changeable_lines
from pitboss.lab.side_returns import solve_side_wager
from pitboss.lab.target.request import TargetRequest, parse_variable_lines
from pitboss.lab.target.search import find_paytables, paytable_space
from pitboss.submission import Rules, resolve

WINS = ByTable(
    "player",
    paytable("""
        three of a kind or better  4 to 1
        straight                   2 to 1
        flush                      1 to 1
    """),
)
LOSES = ByTable("player", paytable("three of a kind or better  2 to 1\nstraight  1 to 1"))


def _rules(pays: Cases) -> Rules:
    return resolve(
        Game(
            key="cases-on-the-side",
            name="Cases",
            story="Nobody deals it.",
            hole=3,
            seats=2,
            deck=Deck(ranks="9TJQKA"),
            places=(Place("dealer", "Dealer", cards=3),),
            hands=(HandOf("player", ("hole",)), HandOf("dealer", ("dealer",))),
            wagers=(
                Required("ante", "Ante", showdown("player", "dealer")),
                Raise("bet", "Bet", showdown("player", "dealer"), of="ante"),
                Side("extra", "Extra", pays),
            ),
            streets=(Street("bet", {"fold": FOLD, "1x": 1}, (Reveal(("dealer",)),)),),
        )
    )


GAMES = {
    "a table for wins, another for losses": _rules(
        Cases((Case(Beats("player", "dealer"), WINS),), otherwise=-1, hand="player", bonus=LOSES)
    ),
    "two tables and fixed odds": _rules(
        Cases(
            (
                Case(AtLeast("dealer", "pair"), WINS),
                Case(Beats("player", "dealer"), LOSES),
                Case(AtLeast("player", "ace-king"), 1, name="kings"),
            ),
            hand="player",
        )
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_line_can_be_varied(name: str) -> None:
    """The edge of changed odds on a line is found again, whatever the line belongs to."""
    rules, case_count = GAMES[name], 0
    for line in changeable_lines(rules)["extra"]:
        for odds in (int(line.odds) - 1, int(line.odds) + 1):
            wager, _, name_of_line = line.key.partition(".")
            changed_rules = apply_pay_changes(rules, [PayChange(wager, name_of_line, odds)])
            edge = solve_side_wager(changed_rules, changed_rules.sides[0]).house_edge
            if odds < 1 or not 0 < edge < 1:
                continue
            case_count += 1
            vary = f"{line.key}={odds}..{odds + 2}"
            request = TargetRequest(edge, count=1)
            (best,) = find_paytables(rules, [vary], request, any_order=True).candidates
            assert best.edge == edge
            assert [(x.key, x.new) for x in best.changes] == [(line.key, odds)]
    assert case_count > 3


@pytest.mark.parametrize(
    ("game", "vary"),
    [
        ("two tables and fixed odds", "extra.kings=3..9"),
        ("two tables and fixed odds", "extra.three-of-a-kind-or-better-2=6..9"),
        ("a table for wins, another for losses", "extra.three-of-a-kind-or-better-2=6..9"),
    ],
)
def test_cases_and_other_tables_set_no_bounds(game: str, vary: str) -> None:
    """Only the hands of one table are ordered: a case may pay more than a line outside it."""
    (line,) = paytable_space(GAMES[game], parse_variable_lines(GAMES[game], [vary])).free
    low, high = (int(odds) for odds in vary.partition("=")[2].split(".."))
    assert list(line.values) == list(range(low, high + 1))


def test_hands_of_one_table_stay_in_order() -> None:
    rules = GAMES["two tables and fixed odds"]
    with pytest.raises(Refused, match="stands below a hand that pays 2"):
        find_paytables(rules, ["extra.straight-2=5..9"], TargetRequest(Fraction(1, 20)))
