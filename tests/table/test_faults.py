"""Regression tests for faults found in the live table.

They are followed by planted faults, each of which the machine must detect."""

import pytest

from pitboss.errors import Refused
from pitboss.table import Table
from pitboss.table import commands as c
from pitboss.table.export import export_lines, replay
from pitboss.table.people import ANONYMOUS
from pitboss.table.views import RoundView
from tests.filings import filing

from .machine import planted_decks, planted_irregularities, planted_seats
from .machine.planted_faults import PlantedFault
from .round_scenes import ANN, LONGEST, at
from .tables import FLO, STUD, THB, Json, antes, bet_and_lock, finish, seated_table, until_asked


def boxes(number: int) -> Json:
    """Return rules that allow a player this many boxes."""
    return {"table": {"boxes_per_player": number, "shuffler": "automated"}}


def test_a_dealt_round_can_be_settled() -> None:
    """Ann holds boxes 1 to 3 and bets on the outer two: refused at once, or settled."""
    table = seated_table(STUD, submission=boxes(3), seats=dict.fromkeys((1, 2, 3), "Ann"))
    table.dealer("Dee").open_round()
    table.player("Ann").place_wagers(1, antes(STUD))
    if not table.player("Ann").can_place_wagers(3, antes(STUD)):
        return
    table.player("Ann").place_wagers(3, antes(STUD))
    table.dealer("Dee").no_more_bets()
    finish(table)


def test_rules_with_fewer_boxes_than_somebody_holds() -> None:
    """They are refused when filed, or the round can be settled."""
    table = seated_table(STUD, submission=boxes(2), seats=dict.fromkeys((1, 2), "Ann"))
    if not table.dealer("Dee").can_propose(filing(STUD, boxes(1))):
        return
    table.dealer("Dee").propose(filing(STUD, boxes(1)))
    table.floorperson("Flo").approve(table.state.proposed)
    bet_and_lock(table, 1, 2)
    finish(table)


@pytest.mark.parametrize("key", ["x" * 500, "a\nb"])
def test_a_refusal_is_one_sentence_for_any_wager_name(key: str) -> None:
    scene = at(THB, "bets are open")
    with pytest.raises(Refused) as refusal:
        scene.table().execute(c.PlaceWagers(1, antes(THB) | {key: 0}, round=1), ANN)
    assert refusal.value.sentence.isprintable()
    assert len(refusal.value.sentence) <= LONGEST


def test_every_log_can_be_replayed() -> None:
    table = at(STUD, "no rules").table()
    table.dealer("Dee").propose(filing(STUD))
    try:
        table.execute(c.Approve(True), FLO)
    except Refused:
        return
    replay(export_lines(table.log))


def test_boxes_of_one_player_do_not_affect_others() -> None:
    """Ann walks off from the middle one of three boxes; Bob may leave, and Gus may sit down."""
    seats = dict.fromkeys((1, 2, 3), "Ann") | {5: "Bob"}
    table = seated_table(STUD, submission=boxes(3), seats=seats)
    bet_and_lock(table, *seats)
    until_asked(table)
    if not table.player("Ann").can_leave(2):
        return
    table.player("Ann").leave(2)
    table.floorperson("Flo").rule_on_absent(2, lost=True)
    finish(table)
    table.player("Gus").take_seat(6)
    table.player("Bob").leave(5)


@pytest.mark.parametrize("operator", ["\ud800", object()], ids=["no text", "no value"])
def test_a_submission_that_cannot_be_serialized(operator: object) -> None:
    table = at(STUD, "no round").table()
    with pytest.raises(Refused):
        table.dealer("Dee").propose(c.FileSubmission({"operator": operator}))


def test_a_ruling_is_yes_or_no() -> None:
    table = seated_table(STUD)
    bet_and_lock(table, 1, 2)
    until_asked(table)
    table.player("Ann").leave(1)
    try:
        table.floorperson("Flo").rule_on_absent(1, "no")  # type: ignore[arg-type]
    except Refused:
        return
    replay(export_lines(table.log))


@pytest.mark.parametrize("cents", ["1e99999999", "1_0", "1/0", " 5", "٣", "1.00", "9" * 16])
def test_a_meter_is_corrected_by_plain_numbers_only(cents: str) -> None:
    table = at(STUD, "no round").table()
    with pytest.raises(Refused, match=r"cents is .* but must be a number such as 50, -50 or"):
        table.dealer("Dee").propose(c.CorrectMeter("meter", cents, "a miscount"))


def test_values_that_are_not_text_are_refused() -> None:
    table = at(STUD, "bets are open").table()
    for reason in (None, 5, "", " ", "a\nb", "\ud800"):
        with pytest.raises(Refused, match="give a reason"):
            table.dealer("Dee").propose(c.VoidRound(1, reason))  # type: ignore[arg-type]
    with pytest.raises(Refused, match="table must be a name of"):
        Table().open_table(5, STUD, 100)  # type: ignore[arg-type]


def test_a_racked_hand_is_at_no_seat() -> None:
    table = seated_table(THB)
    bet_and_lock(table, 1, 2)
    until_asked(table)
    table.player("Ann").decide(1, "fold")
    view_ = table.view(ANONYMOUS).round
    assert isinstance(view_, RoundView)
    assert view_.seats[1].cards == ()
    assert view_.seats[2].cards == ("??", "??")


# Planted faults


PLANTED = (
    *planted_decks.FAULTS,
    *planted_seats.FAULTS,
    *planted_irregularities.FAULTS,
)


@pytest.mark.parametrize("fault", PLANTED, ids=str)
def test_the_machine_detects_a_planted_fault(
    fault: PlantedFault, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault.plant(monkeypatch)
    with pytest.raises(AssertionError, match=fault.says):
        fault.errand(fault.game)
