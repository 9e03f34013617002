"""ROUND-7: the last ten rounds can be recalled, in the order of play, at any table."""

import pytest

from pitboss.errors import Refused
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.views import encode_view

from .rounds import locked, whole
from .scenes import EVERY
from .tables import DEE, FLO, KEYS, antes, bet, now, seated

ROUNDS = 13
LAST = range(ROUNDS - 9, ROUNDS + 1)
"""The last ten."""
SEES = [Person("Ann", Role.PLAYER), Person("Sam", Role.SURVEILLANCE), Person("Sue", Role.AUDITOR)]
SEES += [DEE, FLO]


def shift(game: str, rounds: int = ROUNDS) -> tuple[Table, dict[int, str]]:
    """Some rounds, and what was on the table at the end of each."""
    table = seated(game, seats={1: "Ann", 2: "Bob", 4: "Cy"}, chips=10_000_00)
    noted = {}
    for number in range(1, rounds + 1):
        whole(table)
        noted[number] = str(table.recall(number))
    return table, noted


def is_recalled(table: Table, noted: dict[int, str]) -> None:
    """The last ten as they were, in the order of play; none before them."""
    assert [was.number for was in table.state.last] == list(LAST)
    for number in LAST:
        assert str(table.recall(number)) == noted[number]
    for number in (0, -1, LAST[0] - 1, ROUNDS + 1, 10**30):
        with pytest.raises(Refused, match=r"cannot be recalled: .*ROUND-7"):
            table.recall(number)
    for viewer in SEES:
        seen = table.view(viewer).last
        assert isinstance(seen, tuple)
        assert [was.number for was in seen] == list(LAST)


@EVERY
def test_the_last_ten_rounds(game: str) -> None:
    table, noted = shift(game)
    assert len(set(noted.values())) == ROUNDS
    is_recalled(table, noted)


@EVERY
def test_at_a_disabled_table(game: str) -> None:
    for what in ("table", "game", "player:Ann"):
        table, noted = shift(game)
        table.floorperson("Flo").disable(what, "a leak in the roof")
        is_recalled(table, noted)


@EVERY
def test_at_a_closed_table(game: str) -> None:
    """Everybody left, the cards are away, the tray is counted."""
    table, noted = shift(game)
    table.automation = Automation.NOTHING
    for seat, name in list(table.state.seats.items()):
        table.player(name).leave(seat)
    table.dealer("Dee").remove_deck()
    held = int(table.state.balances["tray"])
    table.dealer("Dee").propose(c.ClosingCount(held))
    table.floorperson("Flo").approve(table.state.proposed, held)
    assert not table.state.day.open
    is_recalled(table, noted)


@EVERY
def test_while_another_round_is_played(game: str) -> None:
    table, noted = shift(game)
    locked(table)
    is_recalled(table, noted)
    with pytest.raises(Refused):
        table.recall(now(table).number)


@EVERY
def test_while_an_irregularity_waits(game: str) -> None:
    table, noted = shift(game)
    table.automation &= ~Automation.SHUFFLE
    locked(table)
    while not table.dealer("Dee").can_report(Kind.WRONG_NUMBER):
        table.execute(c.Deal(), DEE) if now(table).phase is Phase.PLAYING else _count(table)
    table.dealer("Dee").report(Kind.WRONG_NUMBER)
    assert table.state.day.incident is not None
    is_recalled(table, noted)


def _count(table: Table) -> None:
    chips = {
        key: sum(key in made for made in now(table).wagers.values())
        for key in ("progressive", "bonus_spin")
        if any(key in made for made in now(table).wagers.values())
    }
    table.execute(c.CountProgressives(chips), DEE)


@EVERY
def test_a_void_round_is_recalled_with_its_reason(game: str) -> None:
    """Once cards were in order; one that was void before its bets were closed has none."""
    table, noted = shift(game, 3)
    locked(table)
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
    assert all(str(table.recall(number)) == noted[number] for number in (1, 2, 3))


@EVERY
def test_what_is_recalled_is_what_was_settled(game: str) -> None:
    """Results by the log, cards by the opened seed."""
    table, _ = shift(game)
    for was in table.state.last:
        settled: dict[int, dict[str, int]] = {}
        for item in table.log:
            if isinstance(item.event, e.SeatSettled) and item.event.round == was.number:
                for key, result in item.event.wagers.items():
                    settled.setdefault(item.event.seat, {})[key] = result.credit
        assert {s: {k: r.credit for k, r in w.items()} for s, w in was.results.items()} == settled


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
        whole(table)
    again = table.view(DEE).last
    assert isinstance(first, tuple)
    assert isinstance(again, tuple)
    assert again[0] == first[0]
    assert encode_view(table.view(DEE))
