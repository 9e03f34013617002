"""ROUND-3: everyone's view of an irregularity, and of a failed device."""

import re

import msgspec
import pytest

from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.views import View, encode_view, public_view, view

from .irregular_rounds import make_report, played_round, report_of
from .round_scenes import Scene
from .tables import CCP, DEE, FLO, RET, STUD, THB

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
NOBODY = Person("", Role.ONLOOKER)
EXPOSED = [
    (THB, report_of(Kind.DEALER_CARD_EXPOSED, position=2), "(Dealer, card 2)"),
    (CCP, report_of(Kind.COMMUNITY_EXPOSED, card="top"), "(Top)"),
    (STUD, report_of(Kind.COMMUNITY_EXPOSED, position=1), "(Community, card 1)"),
    (RET, report_of(Kind.DRAWN_EXPOSED, 2, card="second"), "(seat 2's second card)"),
    (CCP, report_of(Kind.DRAWN_EXPOSED), "(the next card of the stack, for Left)"),
]


def everybody(scene: Scene) -> list[View]:
    """Return the views of players, onlookers and staff, and what they can request."""
    people = [NOBODY, DEE, FLO, Person("Ann", Role.PLAYER), Person("Al", Role.AUDITOR)]
    looks = [view(scene.state, scene.shoe, person) for person in people]
    return looks + [public_view(scene.state, person.role) for person in people]


@pytest.mark.parametrize(("game", "report", "which"), EXPOSED, ids=str)
def test_everybody_sees_which_card_was_exposed(game: str, report: c.Report, which: str) -> None:
    """They see place and position in the words of the console, and no face that is still hidden."""
    scene = played_round(game).where(report)[0]
    waits = make_report(scene, report)
    assert waits.state.day.incident is not None
    for view_ in everybody(waits):
        assert isinstance(view_.incident, str)
        assert view_.incident.endswith(which), view_.incident
        instruction = waits.table().instruction
        assert instruction.what.count(view_.incident) == 1
        assert (
            instruction.ahead[0].why == f"a floorperson must rule on an incident: {view_.incident}"
        )
        assert not CARD.search(view_.incident)
    before = set(CARD.findall(encode_view(view(scene.state, scene.shoe, NOBODY)).decode()))
    after = set(CARD.findall(encode_view(view(waits.state, waits.shoe, NOBODY)).decode()))
    assert len(after - before) == 1  # the exposed card
    went_on = waits.after((FLO, c.Rule(Ruling.GO_ON, "no harm"))) if game in (CCP, RET) else None
    assert went_on is None or all(not view_.incident for view_ in everybody(went_on))


@pytest.mark.parametrize(
    ("game", "kind", "device", "wager"),
    [
        (CCP, Kind.WHEEL_DOWN, Device.WHEEL, "bonus_spin"),
        (CCP, Kind.PROGRESSIVE_DOWN, Device.PROGRESSIVE, "bonus_spin"),
        (RET, Kind.PROGRESSIVE_DOWN, Device.PROGRESSIVE, "progressive"),
        (STUD, Kind.PROGRESSIVE_DOWN, Device.PROGRESSIVE, "progressive"),
    ],
)
def test_everybody_sees_which_device_failed(
    game: str, kind: Kind, device: Device, wager: str
) -> None:
    """They see the wagers that need it, what was returned to each seat, and its restoration."""
    scene = played_round(game).where(report_of(kind))[0]
    waits = make_report(scene, report_of(kind))
    for view_ in everybody(waits):
        assert view_.incident == kind.description
        assert view_.out_of_order == {}
    back = waits.after((FLO, c.Rule(Ruling.RETURN, "seen by all")))
    for view_ in everybody(back):
        assert view_.out_of_order == {device.value: (wager,)}
        round_ = msgspec.to_builtins(view_.round)
        for seat, stake in ((s, w[wager]) for s, w in scene.round.wagers.items()):
            assert round_["seats"][seat]["returned"] == {wager: stake}
            assert wager not in round_["seats"][seat]["wagers"]
    again = back.after((FLO, c.RestoreDevice(device)))
    assert all(view_.out_of_order == {} for view_ in everybody(again))


def test_a_machine_that_nobody_uses_is_not_reported() -> None:
    """A failed shuffler stops the next deal and is reported, until another method is filed."""
    scene = played_round(THB, "two decks").before
    down = scene.after((DEE, c.Report(Kind.DEVICE_DOWN, device=Device.SHUFFLER)))
    assert all(view_.out_of_order == {"shuffler": ()} for view_ in everybody(down))
    filing = down.state.filed[-1].submission
    by_hand = {**filing, "table": {**filing["table"], "shuffler": "none", "decks": 1}}
    other = down.after((DEE, c.Propose(c.FileSubmission(by_hand))))
    other = other.after((FLO, c.Approve(other.state.proposed)))
    assert other.state.day.broken
    assert all(view_.out_of_order == {} for view_ in everybody(other))
