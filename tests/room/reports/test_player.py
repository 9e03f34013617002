"""A player's history: what was won and lost is what the ledger says."""

import pytest

from pitboss.games import GAMES
from pitboss.room.reports.period import ALL_TIME, day_period
from pitboss.room.reports.player_history import PlayerHistory, player_history
from pitboss.table import events as e
from pitboss.table.ledger import player_account, stack_account

from .logs import days_at, days_of


def history(game: str, name: str) -> PlayerHistory:
    return player_history(name, [("t", days_at(game)[0])], ALL_TIME)


def names(game: str) -> set[str]:
    log, _ = days_at(game)
    return {item.event.player for item in log if isinstance(item.event, e.PlayerSeated)}


@pytest.mark.parametrize("game", GAMES)
def test_net_is_what_chips_and_account_changed_by(game: str) -> None:
    _, state = days_at(game)
    held = state.balances
    for name in names(game):
        result = history(game, name)
        changed = held.get(player_account(name), 0) + held.get(stack_account(name), 0)
        assert result.net + result.corrected == changed, name
        assert result.net == result.credited - result.staked
        assert result.rounds == sum(not item.void for item in result.played)


@pytest.mark.parametrize("game", GAMES)
def test_players_and_house_win_from_each_other(game: str) -> None:
    from .test_shift import sheet

    result = sheet(days_at(game)[0])
    assert result.win == -sum(
        history(game, n).net + history(game, n).corrected for n in names(game)
    )
    assert result.drop == sum(history(game, name).bought_in for name in names(game))


def test_days_add_up() -> None:
    log, _ = days_at("criss-cross")
    for name in names("criss-cross"):
        days = [player_history(name, [("t", log)], day_period(day)) for day in days_of(log)]
        whole = history("criss-cross", name)
        assert [r for day in days for r in day.played] == list(whole.played)
        assert sum(day.net for day in days) == whole.net


def test_a_player_is_found_under_any_spelling() -> None:
    name = max(names("stud-235"), key=lambda one: history("stud-235", one).rounds)
    assert history("stud-235", name.upper()).played == history("stud-235", name).played
    assert history("stud-235", "Nobody").played == ()
