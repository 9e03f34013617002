"""ROUND-3: shufflers that jam or miscount, shoes that jam, devices that cannot be used."""

import pytest

from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Phase, next_step
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from tests.filings import filing

from .dealer_rounds import automation_without, lock_round, play_until
from .irregular_rounds import (
    end_of,
    goes_on,
    is_void,
    make_report,
    played_round,
    report_of,
    rule_on,
)
from .round_scenes import EVERY, Scene, at, scene_of
from .rulings_table import CELLS, CITED, games
from .tables import DEE, FLO, KEYS, THB, current_round, seated_table

OTHER = 2
"""The deck that is in the shuffler while the first is dealt."""
FLOOR, VOID = "floor rules", "void"


def other_held(game: str, method_name: str = "two decks") -> list[Scene]:
    """Return every moment of a round with the first deck while the other is shuffled."""
    moments = played_round(game, method_name).moments[:-1]
    assert all(s.state.day.decks[OTHER].last is Task.SHUFFLE for s in moments)
    return list(moments)


# A counting shuffler shows a wrong count


@pytest.mark.parametrize("game", games(Kind.COUNTER_WRONG, "deck removed"))
def test_a_deck_without_52_cards_is_removed_at_once(game: str) -> None:
    """No ruling is needed, and the round with the other deck continues."""
    assert set(games(Kind.COUNTER_WRONG, "deck removed")) == set(KEYS)
    report = report_of(Kind.COUNTER_WRONG, deck=OTHER)
    for scene in other_held(game, "counting"):
        table = scene.table()
        log = table.execute(report, DEE)
        words = Kind.COUNTER_WRONG.description
        assert [item.event for item in log[1:]] == [e.DeckRemoved(OTHER, 2, words)]
        assert table.state.day.incident is None
        after = scene_of(table)
        assert after.round == scene.round
        goes_on(scene, after)
    final_table = end_of(other_held(game, "counting")[0].after((DEE, report)))
    assert final_table.state.day.decks[OTHER].number == 3
    final_table.dealer("Dee").open_round()
    assert current_round(final_table).deck == 3


@EVERY
def test_between_rounds_too(game: str) -> None:
    table = played_round(game, "counting").before.table()
    table.execute(c.Report(Kind.COUNTER_WRONG, deck=1), DEE)
    assert {slot: deck.number for slot, deck in table.state.day.decks.items()} == {1: 3, 2: 2}


# The shuffler jams


@pytest.mark.parametrize("game", games(Kind.SHUFFLER_JAM, FLOOR))
def test_a_jam_is_up_to_the_floor(game: str) -> None:
    report = report_of(Kind.SHUFFLER_JAM, deck=OTHER)
    before = played_round(game, "two decks").before
    for scene in other_held(game):
        waits = make_report(scene, report)
        on = rule_on(waits, Ruling.GO_ON)
        goes_on(scene, on)
        _shuffles_again(waits, Ruling.GO_ON)
        if _touches(scene):
            void = rule_on(waits, Ruling.VOID)
            _shuffles_again(waits, Ruling.VOID)
            is_void(before, void, Kind.SHUFFLER_JAM)
        else:  # no ruling can undo a settled or void round
            assert not waits.allows(FLO, c.Rule(Ruling.VOID, "too late"))


@pytest.mark.parametrize("game", games(Kind.SHUFFLER_JAM, "return wagers, reshuffle"))
def test_a_jam_returns_the_wagers_of_the_round(game: str) -> None:
    assert game == THB
    report = report_of(Kind.SHUFFLER_JAM, deck=OTHER)
    before = played_round(game, "two decks").before
    for scene in other_held(game):
        waits = make_report(scene, report)
        after = rule_on(waits, Ruling.BY_THE_BOOK)
        _shuffles_again(waits, Ruling.BY_THE_BOOK)
        if _touches(scene):
            is_void(before, after, Kind.SHUFFLER_JAM)
        else:
            goes_on(scene, after)


@pytest.mark.parametrize("game", games(Kind.SHUFFLER_JAM, "reshuffle"))
def test_a_jam_only_leads_to_a_new_shuffle(game: str) -> None:
    report = report_of(Kind.SHUFFLER_JAM, deck=OTHER)
    for scene in other_held(game):
        table = scene.table()
        table.automation = Automation.NOTHING
        log = table.execute(report, DEE)
        assert [item.event for item in log[1:]] == [e.ShuffleSpoilt(OTHER)]
        assert table.state.day.incident is None
        assert table.state.day.decks[OTHER].last is Task.STACK
        table.automation = scene.automation
        goes_on(scene, scene_of(table))


@EVERY
def test_a_jam_between_rounds_leads_to_a_new_shuffle(game: str) -> None:
    """There is no wager to return, whatever the book or the floor says."""
    scene = at(game, "no round")._replace(automation=Automation.NOTHING)
    after = scene.after((DEE, c.Report(Kind.SHUFFLER_JAM, deck=1)))
    rulings = {
        FLOOR: [Ruling.GO_ON],
        "return wagers, reshuffle": [Ruling.BY_THE_BOOK],
    }.get(CELLS[Kind.SHUFFLER_JAM, game])
    ends = [rule_on(after, ruling) for ruling in rulings] if rulings else [after]
    for end in ends:
        assert end.state.day.decks[1].last is Task.STACK
        assert end.state.balances == scene.state.balances
        assert next_step(end.state) is not None
        assert not end.allows(DEE, c.OpenRound(at=0))


def _touches(scene: Scene) -> bool:
    """Return whether there are wagers that could still be returned."""
    return scene.round.phase is not Phase.SETTLED


def _shuffles_again(waits: Scene, ruling: Ruling) -> None:
    table = waits._replace(automation=Automation.NOTHING).table()
    log = table.execute(c.Rule(ruling, "the belt tore"), FLO)
    assert log[-1].event == e.ShuffleSpoilt(OTHER)
    assert table.state.day.decks[OTHER].last is Task.STACK
    assert table.state.day.decks[OTHER].number == 2


# The dealing shoe jams


@pytest.mark.parametrize("game", games(Kind.SHOE_JAM, VOID))
def test_a_shoe_that_jams_voids_the_round(game: str) -> None:
    report = report_of(Kind.SHOE_JAM)
    where = played_round(game, "shoe").where(report)
    assert where
    for scene in where:
        waits = make_report(scene, report)
        is_void(
            played_round(game, "shoe").before, rule_on(waits, Ruling.BY_THE_BOOK), Kind.SHOE_JAM
        )
        goes_on(scene, rule_on(waits, Ruling.DISMISSED))


@pytest.mark.parametrize("game", games(Kind.SHOE_JAM, FLOOR))
def test_a_shoe_jam_is_up_to_the_floor(game: str) -> None:
    report = report_of(Kind.SHOE_JAM)
    where = played_round(game, "shoe").where(report)
    assert where
    for scene in where:
        waits = make_report(scene, report)
        is_void(played_round(game, "shoe").before, rule_on(waits, Ruling.VOID), Kind.SHOE_JAM)
        goes_on(scene, rule_on(waits, Ruling.GO_ON))


@EVERY
def test_when_a_shoe_can_jam(game: str) -> None:
    """From the lock while stacks are to come; hold 'em's board is dealt from the hand."""
    round_ = played_round(game, "shoe")
    last = max(scene.round.dealt for scene in round_.moments) if game != THB else 8
    dealing = (Phase.COUNTING, Phase.PLAYING)
    assert round_.where(report_of(Kind.SHOE_JAM)) == [
        s for s in round_.moments if s.round.phase in dealing and s.round.dealt < last
    ]


# A device cannot be used


@pytest.mark.parametrize("game", games(Kind.DEVICE_DOWN, "cover or sign before another method"))
@pytest.mark.parametrize("mark", Mark)
@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_cover_or_sign_before_another_method(game: str, mark: Mark, device: Device) -> None:
    """The round is finished; there is none with the device before it is restored, nor by another
    method before it is marked.
    """
    assert set(games(Kind.DEVICE_DOWN, CELLS[Kind.DEVICE_DOWN, game])) == set(KEYS)
    automation = automation_without(Automation.MARK)
    by_hand = filing(game, {"table": {"dealing": "manual shoe", "shuffler": "none"}})

    def break_device(scene: Scene) -> Scene:
        watched_scene = scene._replace(automation=automation)
        return watched_scene.after((DEE, report_of(Kind.DEVICE_DOWN, device=device)))

    moments = played_round(game, "shoe").where(report_of(Kind.DEVICE_DOWN, device=device))
    jams = played_round(game, "shoe").where(report_of(Kind.SHOE_JAM))
    for scene in moments:
        assert device is Device.SHUFFLER or scene not in jams
        if scene.round.phase is not Phase.CLOSED:
            assert break_device(scene).state.day.incident is None
            goes_on(scene, break_device(scene))
    table = end_of(break_device(moments[0]))
    clause = CITED[Kind.DEVICE_DOWN, game]
    down = scene_of(table)
    message = f"the {device} is out of order: cover it, or put an out-of-order sign on it"
    down.refuses(DEE, c.OpenRound(at=0), message, clause)
    words = f"cover the {device} or mark it as out of order before using another method"
    down.refuses(DEE, c.Propose(by_hand), words, clause)
    marked_scene = down.after((DEE, c.MarkDevice(device, mark)))
    words = f"the {device} is {mark.description}: get it working again, "
    words += "or file another dealing method"
    marked_scene.refuses(DEE, c.OpenRound(at=0), words, clause)
    restored_scene = marked_scene.after((FLO, c.RestoreDevice(device))).table()
    restored_scene.dealer("Dee").open_round()
    other = marked_scene.after(
        (DEE, c.Propose(by_hand)), (FLO, c.Approve(marked_scene.state.proposed + 1))
    )
    table = other.table()
    table.dealer("Dee").open_round()
    assert current_round(table).phase is Phase.BETTING
    assert table.state.day.broken == {device: mark}


@EVERY
def test_a_machine_that_is_restored_unmarked(game: str) -> None:
    """It was a false alarm."""
    table = play_until(lock_round(seated_table(game)), Phase.SETTLING)
    table.automation = automation_without(Automation.MARK)
    table.dealer("Dee").report(Kind.DEVICE_DOWN)
    table.floorperson("Flo").restore_device(Device.SHUFFLER)
    assert table.state.day.broken == {}
    play_until(table, Phase.CLOSED)
    table.dealer("Dee").open_round()
