"""A player's history agrees with the ledger."""

import pytest

from pitboss.games import GAMES
from pitboss.room.reports.period import ALL_TIME, Period, day_period
from pitboss.room.reports.player_history import PlayerHistory, player_history
from pitboss.room.table_index import TableIndexer, decode_history
from pitboss.table import events as e
from pitboss.table.ledger import player_account, stack_account
from pitboss.table.people import normalize_name

from .day_logs import days_in_log, posted_balances, table_days


def history(game: str, name: str) -> PlayerHistory:
    return history_in(game, name, ALL_TIME)


def history_in(game: str, name: str, period: Period) -> PlayerHistory:
    """Return the history of a player from the table's index."""
    rows = TableIndexer("t").add_entries(table_days(game)[0], {}).history
    own = [row for row in rows if row.player == normalize_name(name) and period.contains(row.at)]
    return player_history(name, map(decode_history, own), period)


def names(game: str) -> set[str]:
    log, _ = table_days(game)
    return {item.event.player for item in log if isinstance(item.event, e.PlayerSeated)}


@pytest.mark.parametrize("game", GAMES)
def test_net_is_the_change_of_chips_and_account(game: str) -> None:
    balances = posted_balances(game)
    for name in names(game):
        result = history(game, name)
        change = balances.get(player_account(name), 0) + balances.get(stack_account(name), 0)
        assert result.net + result.corrected == change, name
        assert result.net == result.credited - result.staked
        assert result.rounds == sum(not item.void for item in result.played)


@pytest.mark.parametrize("game", GAMES)
def test_players_and_house_win_from_each_other(game: str) -> None:
    from .test_shift import sheet

    result = sheet(table_days(game)[0])
    assert result.win == -sum(
        history(game, n).net + history(game, n).corrected for n in names(game)
    )
    assert result.drop == sum(history(game, name).bought_in for name in names(game))


def test_days_add_up() -> None:
    log, _ = table_days("criss-cross")
    for name in names("criss-cross"):
        days = [history_in("criss-cross", name, day_period(day)) for day in days_in_log(log)]
        whole = history("criss-cross", name)
        assert [r for day in days for r in day.played] == list(whole.played)
        assert sum(day.net for day in days) == whole.net


def test_player_is_found_by_any_spelling() -> None:
    name = max(names("stud-235"), key=lambda one: history("stud-235", one).rounds)
    assert history("stud-235", name.upper()).played == history("stud-235", name).played
    assert history("stud-235", "Nobody").played == ()
