"""Grammar beyond the Maryland rulebooks: bets taken down, bonuses, closed streets."""

from collections import Counter

import pytest

from pitboss.games import GAMES
from pitboss.papers.round_results import result_sentences
from pitboss.table import Person, Phase, Role, Table
from pitboss.table import events as e
from pitboss.table.export import export_lines, replay
from pitboss.table.state import encode_state
from pitboss.table.views import RoundView, SeatView

from .tables import answer, bet, current_round, seated_table, step, until_asked

CHIPS = 1_000_00
ANN = Person("Ann", Role.PLAYER)


def play_round(
    game: str, hole: str, places: dict[str, str], wagers: dict[str, int], *decisions: str
) -> Table:
    """Play a round of one player with a stack prepared for it."""
    table = seated_table(game, {1: hole}, places, seats={1: "Ann"}, chips=CHIPS)
    bet(table, {1: wagers})
    table.dealer("Dee").no_more_bets()
    answer(table, *decisions)
    assert until_asked(table) is None
    while current_round(table).phase is not Phase.CLOSED:
        step(table)
    assert encode_state(replay(export_lines(table.log))) == encode_state(table.state)
    return table


def seat_view(table: Table) -> SeatView:
    view = table.view(ANN).round
    assert isinstance(view, RoundView)
    return view.seats[1]


def chips(table: Table) -> int:
    return table.state.chips("Ann")


def test_a_lost_ante_still_wins_its_bonus() -> None:
    """Three queens beat a straight, which the bonus still pays."""
    wagers = {"ante": 500, "pair_plus": 100}
    table = play_round("three-card", "4s 5d 6c", {"dealer": "Qc Qd Qh"}, wagers, "play")
    results = seat_view(table).results
    assert (results["ante"].outcome, results["ante"].credit) == ("lose", 500)
    assert (results["play"].outcome, results["play"].credit) == ("lose", 0)
    assert results["pair_plus"].credit == 700
    assert chips(table) == CHIPS - 500 - 500 + 500 + 600
    postings = Counter(
        (posting.source, posting.target, posting.cents)
        for line in table.log
        if isinstance(line.event, e.SeatSettled)
        for posting in line.postings
        if posting.why == "ante"
    )
    assert postings == {("escrow:1", "tray", 500): 1, ("tray", "stack:Ann", 500): 1}


def test_a_bet_that_was_taken_down_is_off_the_table() -> None:
    bets = {"bet_1": 500, "bet_2": 500, "bet_3": 500}
    table = seated_table(
        "let-it-ride", {1: "2s 5c 6d"}, {"community": "Qc 7d"}, seats={1: "Ann"}, chips=CHIPS
    )
    bet(table, {1: bets})
    table.dealer("Dee").no_more_bets()
    until_asked(table)
    assert [x.returns for x in table.view(ANN).choices or ()] == [500, 0]
    answer(table, "pull")
    assert seat_view(table).down == ("bet_1",)
    assert seat_view(table).stakes == {"bet_2": 500, "bet_3": 500}
    assert chips(table) == CHIPS - 1000
    answer(table, "ride")
    while current_round(table).phase is not Phase.CLOSED:
        step(table)
    assert seat_view(table).results.keys() == {"bet_2", "bet_3"}
    assert chips(table) == CHIPS - 1000


def test_cards_of_a_place_are_turned_one_at_a_time() -> None:
    table = seated_table(
        "let-it-ride", {1: "2s 5c 6d"}, {"community": "Qc 7d"}, seats={1: "Ann"}, chips=CHIPS
    )
    bet(table, {1: dict.fromkeys(("bet_1", "bet_2", "bet_3"), 500)})
    table.dealer("Dee").no_more_bets()
    figures = []
    for _ in range(2):
        until_asked(table)
        view = table.view(ANN).round
        assert isinstance(view, RoundView)
        figures.append(view.cards["community"])
        answer(table, "ride")
    assert figures == [("??", "??"), ("Qc", "??")]


def test_everybody_sees_the_dealers_first_card() -> None:
    table = seated_table(
        "caribbean-stud",
        {1: "2s 5c 6d Th Jh"},
        {"dealer": "Qc 7d 2h 3h 5s"},
        seats={1: "Ann"},
        chips=CHIPS,
    )
    bet(table, {1: {"ante": 500}})
    table.dealer("Dee").no_more_bets()
    until_asked(table)
    view = table.view(ANN).round
    assert isinstance(view, RoundView)
    assert view.cards["dealer"] == ("Qc", "??", "??", "??", "??")


@pytest.mark.parametrize(
    ("decisions", "stake"),
    [(("4x",), 2000), (("check", "2x"), 1000), (("check", "check", "1x"), 500)],
)
def test_a_raise_closes_the_streets_after_it(decisions: tuple[str, ...], stake: int) -> None:
    board = {"flop": "Qc 7d 2h", "turn": "3h", "river": "5s", "dealer": "Ac 9d"}
    wagers = {"ante": 500, "blind": 500}
    table = play_round("ultimate-holdem", "As Kd", board, wagers, *decisions)
    assert seat_view(table).raises == {"play": stake}
    assert chips(table) == CHIPS + stake  # the dealer has no pair, and the blind no straight


def test_a_fold_names_its_street() -> None:
    board = {"flop": "Qc 7d 2h", "turn": "3h", "river": "5s", "dealer": "Ac 9d"}
    wagers = {"ante": 500, "blind": 500}
    table = play_round("ultimate-holdem", "As Kd", board, wagers, "check", "check", "fold")
    view = table.view(ANN).round
    assert isinstance(view, RoundView)
    sentence = result_sentences(GAMES["ultimate-holdem"], table.rules, view, 1)
    assert sentence[0].text == "You folded on River: Ante and Blind lose."
