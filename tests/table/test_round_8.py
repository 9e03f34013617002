"""ROUND-8: a table, a game or a player is disabled at once; the running round is finished."""

import pytest

from pitboss.errors import Refused
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.ledger import DEPARTED
from tests.filings import filing

from .dealer_rounds import lock_round, play_round
from .irregular_rounds import end_of, goes_on, played_round
from .round_scenes import EVERY, scene_of
from .tables import DEE, FLO, antes, bet, current_round, seated_table

LEAK = "a leak in the roof"


def off(what: str) -> tuple[c.Disable, c.Enable]:
    """Disable it, and check that it can be enabled again."""
    return c.Disable(what, LEAK), c.Enable(what)


@EVERY
@pytest.mark.parametrize("what", ["table", "game", "player:Bob"])
def test_the_current_round_is_finished_unchanged(game: str, what: str) -> None:
    """This holds at whatever moment it is disabled."""
    stop, _ = off(what)
    for scene in played_round(game).moments[:-1]:
        table = scene.table()
        (log,) = table.execute(stop, FLO)
        assert log.event == e.Disabled(what, LEAK, "Flo")
        assert table.state.day.disabled == {what: LEAK}
        goes_on(scene, scene_of(table))


@EVERY
@pytest.mark.parametrize("what", ["table", "game"])
def test_no_new_round_until_it_is_enabled(game: str, what: str) -> None:
    stop, on = off(what)
    for scene in played_round(game).moments[:-1:5]:
        table = end_of(scene.after((FLO, stop)))
        for _ in range(2):
            with pytest.raises(Refused) as refused:
                table.dealer("Dee").open_round()
            assert refused.value.clause == "ROUND-8"
            assert refused.value.sentence == f"the {what} is disabled: {LEAK}"
            assert LEAK in str(refused.value.instruction)
        assert [item.clause for item in table.instruction.ahead if LEAK in item.why] == ["ROUND-8"]
        table.execute(on, FLO)
        table.dealer("Dee").open_round()
        assert current_round(table).number == 2


@EVERY
def test_both_have_to_be_enabled(game: str) -> None:
    table = seated_table(game)
    for what in ("table", "game"):
        table.floorperson("Flo").disable(what, LEAK)
    assert not table.dealer("Dee").can_open_round()
    table.floorperson("Flo").enable("table")
    assert not table.dealer("Dee").can_open_round()
    table.floorperson("Flo").enable("game")
    assert table.dealer("Dee").can_open_round()


@EVERY
@pytest.mark.parametrize("what", ["table", "game"])
def test_open_bets_are_played(game: str, what: str) -> None:
    """A round counts as running from the moment it is opened."""
    table = seated_table(game)
    bet(table, {1: antes(game)})
    table.floorperson("Flo").disable(what, LEAK)
    table.player("Bob").place_wagers(2, antes(game))
    table.dealer("Dee").no_more_bets()
    final_table = end_of(scene_of(table))
    assert set(current_round(final_table).results) == {1, 2}
    assert not current_round(final_table).void


# A player


@EVERY
def test_a_disabled_player_is_in_no_new_round(game: str) -> None:
    """The others play, and the player may take the chips home."""
    table = seated_table(game, seats={1: "Ann", 2: "Bob"})
    play_round(table, (1, 2))
    chips = table.state.chips("Bob")
    table.floorperson("Flo").disable("player:Bob", LEAK)
    table.dealer("Dee").open_round()
    bob = table.player("Bob")
    with pytest.raises(Refused, match=rf"'Bob' is barred from new rounds: {LEAK} \[ROUND-8\]"):
        bob.place_wagers(2, antes(game))
    table.player("Ann").place_wagers(1, antes(game))
    assert not bob.can_buy_in(500)
    assert not bob.can_take_seat(3)
    assert bob.can_cash_out(chips)
    bob.leave(2)
    assert table.state.chips("Bob") == 0
    assert table.state.balances.get(DEPARTED, 0) == chips - 1_000_00
    assert not bob.can_take_seat(2)
    table.dealer("Dee").no_more_bets()
    assert list(current_round(end_of(scene_of(table))).results) == [1]
    table.floorperson("Flo").enable("player:Bob")
    assert bob.can_take_seat(2)


@EVERY
def test_existing_wagers_are_played_but_no_more_can_be_made(game: str) -> None:
    table = seated_table(game)
    bet(table, {1: antes(game), 2: antes(game)})
    table.floorperson("Flo").disable("player:Bob", LEAK)
    assert not table.player("Bob").can_place_wagers(2, antes(game))
    table.dealer("Dee").no_more_bets()
    final_table = end_of(scene_of(table))
    assert set(current_round(final_table).results) == {1, 2}


@EVERY
def test_wagers_may_be_taken_back(game: str) -> None:
    table = seated_table(game)
    bet(table, {1: antes(game), 2: antes(game)})
    table.floorperson("Flo").disable("player:Bob", LEAK)
    table.player("Bob").take_back(2)
    assert table.state.chips("Bob") == 1_000_00


@EVERY
def test_nobody_else_is_disabled(game: str) -> None:
    table = seated_table(game)
    table.floorperson("Flo").disable("player:Bob", LEAK)
    lock_round(table, (1, 3, 5))
    assert list(current_round(table).players) == [1, 3, 5]


@EVERY
def test_only_a_floorperson_disables_and_it_takes_effect_at_once(game: str) -> None:
    """No second person is needed to stop, at any moment; an irregularity does not prevent it."""
    for scene in played_round(game).moments:
        for what in ("table", "game", "player:Ann", "player:Nobody Here"):
            stop, on = off(what)
            assert scene.allows(FLO, stop)
            assert not scene.allows(DEE, stop)
            assert scene.after((FLO, stop)).allows(FLO, on)


@EVERY
def test_it_lasts_beyond_the_round_and_a_new_submission(game: str) -> None:
    table = seated_table(game)
    table.floorperson("Flo").disable("table", LEAK)
    table.execute(c.Propose(filing(game)), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    assert table.state.day.disabled == {"table": LEAK}
    assert not table.dealer("Dee").can_open_round()
