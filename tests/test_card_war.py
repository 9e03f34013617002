"""Card War works everywhere: in the lab, in settlement, at a table and on its papers."""

import io
from fractions import Fraction

import pytest
from rich.console import Console

from pitboss import games
from pitboss.cards import cards
from pitboss.errors import Refused
from pitboss.lab.advice import advise
from pitboss.lab.main_game import solve_main
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.papers.rules_card.rich_text import rules_card_text
from pitboss.papers.rules_card.round_steps import round_steps
from pitboss.settle import Round, Seat, settle
from pitboss.submission import resolve
from pitboss.table import Person, Role, Table
from pitboss.table import commands as c
from pitboss.table.handlers.dealing import cards_to_turn
from pitboss.table.round_plan import TurnCards, plan_round
from tests.card_war import CARD_WAR

RULES = resolve(CARD_WAR)


@pytest.fixture(autouse=True)
def _register_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._added_games, CARD_WAR.key, CARD_WAR)


def test_its_value_is_that_of_a_war() -> None:
    """Without a tie the game is fair, so its value is the chance of a tie times a war's value."""
    tie = Fraction(7, 103)
    second_tie = Fraction(6 * 5 + 12 * 8 * 7, 102 * 101)
    assert solve_main(RULES, cache=False, keep=False).ev == tie * second_tie * (2 + Fraction(3, 2))


def test_advice_counts_the_visible_card_alone() -> None:
    seven, eight = cards("7d"), cards("8d")
    assert advise(RULES, seven, {"dealer": cards("7s")}).best == "war"
    assert set(advise(RULES, seven, {"dealer": eight}).decisions) == {"stay"}
    with pytest.raises(Refused, match=r"^hole takes 1 card at this decision, not 2$"):
        advise(RULES, seven + eight, {"dealer": eight})


def test_a_war_is_settled() -> None:
    table = {"dealer": cards("7d"), "reserve": cards("9c")}
    seats = {
        1: Seat({"bet": 500, "tie": 100}, ["war"]),
        2: Seat({"bet": 500}, ["stay"]),
    }
    holes = {1: cards("7s 9s"), 2: cards("Kc 2c")}
    result = settle(RULES, Round(table, holes, seats))
    assert [result.seats[number].net for number in (1, 2)] == [2 * 500 + 750 + 1000, 500]


def test_a_round_is_dealt() -> None:
    table = Table.open(CARD_WAR.key, practice="war")
    bob, dealer = Person("Bob", Role.PLAYER), Person("Dee", Role.DEALER)
    table.execute(c.TakeSeat(1), bob)
    table.execute(c.BuyIn(100_000), bob)
    for number in range(1, 5):
        if not table.state.has_open_round:
            table.execute(c.OpenRound(), dealer)
        table.execute(c.PlaceWagers(1, {"bet": 500}), bob)
        table.execute(c.NoMoreBets(), dealer)
        table.execute(c.Decide(1, "stay"), bob)
        assert table.recall(number).seats[1].decisions == ("stay",)


def test_the_dealer_is_told_to_turn_the_only_card_of_a_place() -> None:
    first = next(step for step in plan_round(RULES).steps if isinstance(step, TurnCards))
    assert first.cards == 1
    assert cards_to_turn(RULES, first) == "the dealer's card"


def test_a_label_that_ends_in_card_is_not_cut_short() -> None:
    (deal,) = [step.text for step in round_steps(CARD_WAR, RULES) if step.key == "deal"]
    assert "then a card to the dealer face up and a card as the dealer's war card." in deal


def test_a_long_label_fits_its_box() -> None:
    console = Console(file=io.StringIO(), width=100)
    console.print(rules_card_text(build_rules_card(CARD_WAR)))
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    (at,) = [number for number, line in enumerate(lines) if "│Dealer's war card│" in line]
    assert {len(line.rstrip()) for line in lines[at - 1 : at + 3]} == {len(lines[at].rstrip())}
