"""ROUND-7: the last ten rounds can be recalled, in the order of play, at any table."""

import pytest

from pitboss.errors import Refused
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.views import encode_view

from .dealer_rounds import lock_round, play_round
from .round_scenes import EVERY
from .tables import DEE, FLO, KEYS, antes, bet, current_round, seated_table

ROUNDS = 13
LAST = range(ROUNDS - 9, ROUNDS + 1)
"""The last ten."""
SEES = [Person("Ann", Role.PLAYER), Person("Sam", Role.SURVEILLANCE), Person("Sue", Role.AUDITOR)]
SEES += [DEE, FLO]


def shift(game: str, rounds: int = ROUNDS) -> tuple[Table, dict[int, str]]:
    """Play some rounds, and return what was on the table at the end of each."""
    table = seated_table(game, seats={1: "Ann", 2: "Bob", 4: "Cy"}, chips=10_000_00)
    notes = {}
    for number in range(1, rounds + 1):
        play_round(table)
        notes[number] = str(table.recall(number))
    return table, notes


def is_recalled(table: Table, notes: dict[int, str]) -> None:
    """Check that exactly the last ten rounds can be recalled, unchanged and in order."""
    assert [was.number for was in table.state.last] == list(LAST)
    for number in LAST:
        assert str(table.recall(number)) == notes[number]
    for number in (0, -1, LAST[0] - 1, ROUNDS + 1, 10**30):
        with pytest.raises(Refused, match=r"cannot be recalled: .*ROUND-7"):
            table.recall(number)
    for viewer in SEES:
        view_ = table.view(viewer).last
        assert isinstance(view_, tuple)
        assert [was.number for was in view_] == list(LAST)


@EVERY
def test_the_last_ten_rounds(game: str) -> None:
    table, notes = shift(game)
    assert len(set(notes.values())) == ROUNDS
    is_recalled(table, notes)


@EVERY
def test_at_a_disabled_table(game: str) -> None:
    for what in ("table", "game", "player:Ann"):
        table, notes = shift(game)
        table.floorperson("Flo").disable(what, "a leak in the roof")
        is_recalled(table, notes)


@EVERY
def test_at_a_closed_table(game: str) -> None:
    """Everybody has left, the cards are put away, and the tray is counted."""
    table, notes = shift(game)
    table.automation = Automation.NOTHING
    for seat, name in list(table.state.seats.items()):
        table.player(name).leave(seat)
    table.dealer("Dee").remove_deck()
    balances_ = int(table.state.balances["tray"])
    table.dealer("Dee").propose(c.ClosingCount(balances_))
    table.floorperson("Flo").approve(table.state.proposed, balances_)
    assert not table.state.day.open
    is_recalled(table, notes)


@EVERY
def test_while_another_round_is_played(game: str) -> None:
    table, notes = shift(game)
    lock_round(table)
    is_recalled(table, notes)
    with pytest.raises(Refused):
        table.recall(current_round(table).number)


@EVERY
def test_while_an_irregularity_waits(game: str) -> None:
    table, notes = shift(game)
    table.automation &= ~Automation.SHUFFLE
    lock_round(table)
    while not table.dealer("Dee").can_report(Kind.WRONG_NUMBER):
        table.execute(c.Deal(), DEE) if current_round(table).phase is Phase.PLAYING else _count(
            table
        )
    table.dealer("Dee").report(Kind.WRONG_NUMBER)
    assert table.state.day.incident is not None
    is_recalled(table, notes)


def _count(table: Table) -> None:
    chips = {
        key: sum(key in wagers_made for wagers_made in current_round(table).wagers.values())
        for key in ("progressive", "bonus_spin")
        if any(key in wagers_made for wagers_made in current_round(table).wagers.values())
    }
    table.execute(c.CountProgressives(chips), DEE)


@EVERY
def test_a_void_round_is_recalled_with_its_reason(game: str) -> None:
    """Rounds voided before and after the close of betting are listed with their reasons."""
    table, notes = shift(game, 3)
    lock_round(table)
    table.execute(c.Propose(c.VoidRound(4, "a fire alarm")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    table.execute(c.CloseRound(), DEE)
    assert table.recall(4)
    assert table.state.last[-1].void == "a fire alarm"
    bet(table, {1: antes(game)})
    table.execute(c.Propose(c.VoidRound(5, "another one")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    table.execute(c.CloseRound(), DEE)
    assert [was.number for was in table.state.last] == [1, 2, 3, 4, 5]
    assert [was.void for was in table.state.last][3:] == ["a fire alarm", "another one"]
    assert all(str(table.recall(number)) == notes[number] for number in (1, 2, 3))


@EVERY
def test_what_is_recalled_is_what_was_settled(game: str) -> None:
    """Results come from the log, and cards from the opened seed."""
    table, _ = shift(game)
    for was in table.state.last:
        results_by_round: dict[int, dict[str, int]] = {}
        for item in table.log:
            if isinstance(item.event, e.SeatSettled) and item.event.round == was.number:
                for key, result in item.event.wagers.items():
                    results_by_round.setdefault(item.event.seat, {})[key] = result.credit
        assert {
            s: {k: r.credit for k, r in w.items()} for s, w in was.results.items()
        } == results_by_round


def test_older_rounds_are_in_the_log() -> None:
    for game in KEYS:
        table, _ = shift(game)
        for number in range(1, ROUNDS + 1):
            assert any(f'"round":{number}'.encode() in line for line in table.export(number))


@EVERY
def test_what_a_viewer_sees_of_them_does_not_change(game: str) -> None:
    """A closed round looks the same after nine others."""
    table, _ = shift(game, 1)
    first = table.view(DEE).last
    for _ in range(9):
        play_round(table)
    again = table.view(DEE).last
    assert isinstance(first, tuple)
    assert isinstance(again, tuple)
    assert again[0] == first[0]
    assert encode_view(table.view(DEE))
