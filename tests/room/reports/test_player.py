"""A player's history: what was won and lost is what the ledger says."""

import pytest

from pitboss.games import GAMES
from pitboss.room.reports.period import EVER, day_of
from pitboss.room.reports.player import PlayerHistory, player_history
from pitboss.table import events as e
from pitboss.table.ledger import player, stack

from .logs import days_at, days_of


def history(game: str, name: str) -> PlayerHistory:
    return player_history(name, [("t", days_at(game)[0])], EVER)


def names(game: str) -> set[str]:
    log, _ = days_at(game)
    return {one.event.player for one in log if isinstance(one.event, e.PlayerSeated)}


@pytest.mark.parametrize("game", GAMES)
def test_net_is_what_chips_and_account_changed_by(game: str) -> None:
    _, state = days_at(game)
    held = state.balances
    for name in names(game):
        found = history(game, name)
        changed = held.get(player(name), 0) + held.get(stack(name), 0)
        assert found.net + found.corrected == changed, name
        assert found.net == found.credited - found.staked
        assert found.rounds == sum(not one.void for one in found.played)


@pytest.mark.parametrize("game", GAMES)
def test_players_and_house_win_from_each_other(game: str) -> None:
    from .test_shift import sheet

    found = sheet(days_at(game)[0])
    assert found.win == -sum(history(game, n).net + history(game, n).corrected for n in names(game))
    assert found.drop == sum(history(game, name).bought_in for name in names(game))


def test_days_add_up() -> None:
    log, _ = days_at("criss-cross")
    for name in names("criss-cross"):
        days = [player_history(name, [("t", log)], day_of(day)) for day in days_of(log)]
        whole = history("criss-cross", name)
        assert [r for day in days for r in day.played] == list(whole.played)
        assert sum(day.net for day in days) == whole.net


def test_a_name_is_found_however_it_is_spelt() -> None:
    name = max(names("stud-235"), key=lambda one: history("stud-235", one).rounds)
    assert history("stud-235", name.upper()).played == history("stud-235", name).played
    assert history("stud-235", "Nobody").played == ()
