"""Freeing the seat of an absent player: who may do it, and when it is refused."""

from typing import Final

import pytest

from pitboss.games.incidents import Kind
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.handlers import handle
from pitboss.table.state import encode_state

from .round_scenes import ANN, CY, DAN, EVERY, GUS, MOMENTS, SEATS, Scene, at, has, scene_of
from .tables import DEE, FLO, RET, STUD, antes, bet_alike, seated_table
from .test_refusals_seats import LEAVING, SEATED, boxes

STAFF: Final = (DEE, FLO)
AT_TABLE: Final = [moment for moment in (*MOMENTS, "void") if moment not in ("nothing", "no rules")]
"""Moments at which people sit there."""
WAGERED: Final = (
    "has a wager in this round: let the player take it back, or report that the player walked off"
)


def events_caused(scene: Scene, by: Person, seat: int) -> tuple[e.Event, ...]:
    """Return the events caused by a command."""
    return handle(scene.state, by, c.FreeSeat(seat), scene.shoe)


@EVERY
@pytest.mark.parametrize("moment", ["no round", "bets are down", "asked", "to settle", "closed"])
def test_nobody_sits_there(game: str, moment: str) -> None:
    for seat in (3, 6):
        for by in STAFF:
            words = f"seat {seat} is empty"
            at(game, moment).refuses(by, c.FreeSeat(seat), words, SEATED)


@EVERY
@pytest.mark.parametrize("moment", AT_TABLE)
def test_a_seat_with_chips_on_the_table_is_not_freed(game: str, moment: str) -> None:
    """This holds from the first chip on a spot to the close of the round, settled or void."""
    if not has(game, moment):
        return
    scene = at(game, moment)
    wagers = scene.round.wagers if scene.state.has_open_round else {}
    assert len(wagers) == (0 if moment in ("no round", "bets are open", "closed") else 3)
    for seat in SEATS:
        for by in STAFF:
            if seat in wagers:
                scene.refuses(by, c.FreeSeat(seat), f"seat {seat} {WAGERED}", LEAVING)
            else:
                assert scene.allows(by, c.FreeSeat(seat))


@EVERY
def test_one_chip_is_enough_until_it_is_taken_back(game: str) -> None:
    scene = at(game, "bets are open").after((CY, c.PlaceWagers(4, antes(game), round=1)))
    scene.refuses(DEE, c.FreeSeat(4), f"seat 4 {WAGERED}", LEAVING)
    assert scene.allows(DEE, c.FreeSeat(1))
    assert scene.after((CY, c.TakeBack(4, round=1))).allows(DEE, c.FreeSeat(4))


@EVERY
@pytest.mark.parametrize("moment", ["to deal", "asked", "to settle", "to close", "void"])
def test_a_player_who_walked_off_can_be_removed_after_the_round(game: str, moment: str) -> None:
    words = "the player in seat 4 has already left"
    for by, progress in ((CY, c.Leave(4)), (DEE, c.WalkedOff(4, round=1))):
        scene_left = at(game, moment).after((by, progress))
        for other in STAFF:
            scene_left.refuses(other, c.FreeSeat(4), words, "ROUND-1")


def test_a_player_who_walked_off_and_sits_out_can_be_removed_after_the_round() -> None:
    """No wager is left, but the player is known to be gone.

    One who only sits out may be present."""
    skip_report = (DEE, c.Report(Kind.PLAYER_SKIPPED, 4, round=1))
    book = (FLO, c.Rule(Ruling.BY_THE_BOOK, "no card lay there"))
    away = at(RET, "asked").after((CY, c.Leave(4)), skip_report, book)
    assert 4 not in away.round.wagers
    away.refuses(DEE, c.FreeSeat(4), "the player in seat 4 has already left", "ROUND-1")
    assert away.allows(CY, c.Leave(4))
    assert at(RET, "asked").after(skip_report, book).allows(DEE, c.FreeSeat(4))


@EVERY
@pytest.mark.parametrize("name", ["Dan", "dan", "D an", "Ｄan"])
def test_a_player_cannot_free_a_seat_in_another_role(game: str, name: str) -> None:
    """Neither their own seat nor another one."""
    words = "is a player at this table and cannot also work at it"
    for moment in ("no round", "asked"):
        for role in (Role.DEALER, Role.FLOORPERSON):
            for seat in SEATS:
                at(game, moment).refuses(Person(name, role), c.FreeSeat(seat), words, "SEC-3")


@EVERY
def test_players_free_no_seat(game: str) -> None:
    for by in (ANN, DAN, GUS):
        words = (
            f"FreeSeat requires the role dealer or floorperson, but '{by.name}' has the role player"
        )
        at(game, "no round").refuses(by, c.FreeSeat(5), words, "SEC-4")


@EVERY
def test_without_rules_nobody_sits_anywhere(game: str) -> None:
    for by in STAFF:
        at(game, "nothing").refuses(by, c.FreeSeat(1), "no table is open", "ROUND-1")
        words = "no submission has been approved"
        at(game, "no rules").refuses(by, c.FreeSeat(1), words, "ROUND-2")


@EVERY
@pytest.mark.parametrize("moment", AT_TABLE)
def test_leaving_and_being_removed_have_the_same_effect(game: str, moment: str) -> None:
    """Dan has no wagers: his chips go with him, and somebody else can sit down."""
    if not has(game, moment):
        return
    scene = at(game, moment)
    left = scene.after((DAN, c.Leave(5)))
    for by in STAFF:
        assert events_caused(scene, by, 5) == (e.CashedOut("Dan", 500_00), e.PlayerLeft(5, "Dan"))
        freed_scene = scene.after((by, c.FreeSeat(5)))
        assert encode_state(freed_scene.state) == encode_state(left.state)
        assert freed_scene.state.chips("Dan") == 0
        assert freed_scene.allows(GUS, c.TakeSeat(5))
        freed_scene.refuses(by, c.FreeSeat(5), "seat 5 is empty", SEATED)


@EVERY
def test_the_log_names_who_freed_the_seat(game: str) -> None:
    for by in STAFF:
        table = at(game, "asked").table()
        progress = table.execute(c.FreeSeat(5), by)
        assert [(type(item.event), item.by) for item in progress[:2]] == [
            (e.CashedOut, by),
            (e.PlayerLeft, by),
        ]
        paid = [(posting.source, posting.target, posting.cents) for posting in progress[0].postings]
        assert paid == [("stack:Dan", "player:Dan", 500_00)]
        assert progress[1].postings == ()


@EVERY
def test_a_player_without_chips_takes_none(game: str) -> None:
    broke = at(game, "asked").after((DAN, c.CashOut()))
    assert events_caused(broke, DEE, 5) == (e.PlayerLeft(5, "Dan"),)


@EVERY
def test_a_seat_is_freed_while_an_irregularity_is_pending(game: str) -> None:
    """Players may leave then too; wagers stay where they are."""
    scene = at(game, "asked").after((DEE, c.Report(Kind.WRONG_NUMBER, round=1)))
    assert scene.state.day.incident is not None
    for by in STAFF:
        assert 5 not in scene.after((by, c.FreeSeat(5))).state.seats
        scene.refuses(by, c.FreeSeat(1), f"seat 1 {WAGERED}", LEAVING)


@EVERY
def test_a_disabled_player_s_seat_can_be_freed(game: str) -> None:
    scene = at(game, "no round").after((FLO, c.Disable("player:Dan", "a complaint")))
    assert scene.allows(DEE, c.FreeSeat(5))


def test_boxes_are_freed_one_by_one_and_chips_go_with_the_last() -> None:
    """They go from either end, since the rest must be adjacent; one with a wager stays."""
    scene = boxes(3, {1: "Ann", 2: "Ann", 3: "Ann"})
    chips = scene.state.chips("Ann")
    assert events_caused(scene, DEE, 1) == (e.PlayerLeft(1, "Ann"),)
    assert events_caused(scene, FLO, 3) == (e.PlayerLeft(3, "Ann"),)
    last = scene.after((DEE, c.FreeSeat(3)), (FLO, c.FreeSeat(1)))
    assert last.state.seats == {2: "Ann"}
    assert events_caused(last, DEE, 2) == (e.CashedOut("Ann", chips), e.PlayerLeft(2, "Ann"))
    table = seated_table(
        STUD, submission={"table": {"boxes_per_player": 2}}, seats={1: "Ann", 2: "Ann"}
    )
    bet_alike(table, 1)
    one_scene = scene_of(table)
    one_scene.refuses(DEE, c.FreeSeat(1), f"seat 1 {WAGERED}", LEAVING)
    assert events_caused(one_scene, DEE, 2) == (e.PlayerLeft(2, "Ann"),)
