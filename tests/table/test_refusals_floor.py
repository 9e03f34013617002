"""Refusals concerning broken machines, and disabled people and things."""

from typing import Any, Final

import pytest

from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person
from pitboss.table import commands as c
from tests.filings import filing

from .dealer_rounds import automation_without
from .deck_steps import SHOE
from .odd import NAMES, TEXTS
from .round_scenes import ANN, BOB, DAN, EVERY, GUS, Scene, at, scene_of
from .tables import CCP, DEE, FLO, MACHINE, RET, STUD, THB, bet_alike, seated_table

RESTORED: Final = c.RestoreDevice(Device.SHUFFLER)
DOWN: Final = c.Report(Kind.DEVICE_DOWN, device="shuffler", round=1)
COVERED: Final = {RET: "13.E", CCP: "13.E", THB: "13.I", STUD: "13.H"}


def broken_shuffler(game: str, *more: tuple[Person, c.Command]) -> Scene:
    """Return a table with a broken shuffler, where the house does nothing about it."""
    scene = at(game, "no round")._replace(automation=automation_without(Automation.MARK))
    return scene.after((DEE, DOWN), *more)


@EVERY
@pytest.mark.parametrize("device", [*NAMES, "dealing shoe", Device.SHOE])
def test_a_machine_that_is_not_broken(game: str, device: Any) -> None:  # noqa: ANN401
    words = ", but must be one that is out of order: shuffler"
    scene = broken_shuffler(game)
    scene.refuses(DEE, c.MarkDevice(device), words, COVERED)
    scene.refuses(FLO, c.MarkDevice(device), words, COVERED)
    scene.refuses(FLO, c.RestoreDevice(device), words, COVERED)
    words = "no device is out of order"
    for whole_one in (at(game, "no round"), broken_shuffler(game, (FLO, RESTORED))):
        whole_one.refuses(DEE, c.MarkDevice(Device.SHUFFLER), words, COVERED)
        whole_one.refuses(FLO, RESTORED, words, COVERED)


@EVERY
@pytest.mark.parametrize("mark", [*NAMES, "covered", "signed as out of order"])
def test_invalid_marks(game: str, mark: Any) -> None:  # noqa: ANN401
    progress = c.MarkDevice(Device.SHUFFLER, mark)
    words = "mark must be covered or signed as out of order, not"
    broken_shuffler(game).refuses(DEE, progress, words, COVERED)


@EVERY
def test_a_machine_is_marked_once(game: str) -> None:
    scene = broken_shuffler(game, (DEE, c.MarkDevice(Device.SHUFFLER)))
    progress = c.MarkDevice(Device.SHUFFLER)
    scene.refuses(FLO, progress, "the shuffler is already covered", COVERED)


@EVERY
def test_no_other_method_before_the_machine_is_marked(game: str) -> None:
    """Other rules are refused too, and so is a round with it, marked or not."""
    words = "cover the shuffler or mark it as out of order before using another method"
    scene = broken_shuffler(game)
    for submission in ({"table": {"shuffler": "none"}}, MACHINE, {}):
        scene.refuses(DEE, c.Propose(filing(game, submission)), words, COVERED)
    words = "the shuffler is out of order: cover it, or put an out-of-order sign on it"
    stack = at(game, "bets are open").shoe
    scene._replace(shoe=stack).refuses(DEE, c.OpenRound(at=0), words, COVERED)
    marked_scene = broken_shuffler(game, (DEE, c.MarkDevice(Device.SHUFFLER)))
    words = "the shuffler is covered: get it working again, or file another dealing method"
    marked_scene._replace(shoe=stack).refuses(DEE, c.OpenRound(at=0), words, COVERED)
    assert marked_scene.allows(DEE, c.Propose(filing(game, {"table": {"shuffler": "none"}})))
    assert marked_scene.after((FLO, RESTORED))._replace(shoe=stack).allows(DEE, c.OpenRound(at=0))


@EVERY
def test_a_machine_that_breaks_while_another_submission_is_pending(game: str) -> None:
    other = c.Propose(filing(game, {"table": {"shuffler": "none"}}))
    scene = at(game, "no round")._replace(automation=automation_without(Automation.MARK))
    scene = scene.after((DEE, other), (DEE, DOWN))
    words = "cover the shuffler or mark it as out of order before using another method"
    scene.refuses(FLO, c.Approve(scene.state.proposed), words, COVERED)


@EVERY
def test_no_deal_from_a_shoe_that_broke_while_bets_were_open(game: str) -> None:
    """The round can only be voided, whether the shoe is marked or not."""
    table = seated_table(game, submission=SHOE)
    bet_alike(table, 1)
    lock = c.NoMoreBets(round=1, at=0)
    jam = c.Report(Kind.DEVICE_DOWN, device="dealing shoe", round=1)
    scene = scene_of(table)._replace(automation=Automation.NOTHING)
    assert scene.allows(DEE, lock)
    down = scene.after((DEE, jam))
    words = "the dealing shoe is out of order: cover it, or put an out-of-order sign on it"
    down.refuses(DEE, lock, words, COVERED)
    marked_scene = down.after((DEE, c.MarkDevice(Device.SHOE)))
    words = "the dealing shoe is covered: get it working again, or file another dealing method"
    marked_scene.refuses(DEE, lock, words, COVERED)
    assert marked_scene.after((FLO, c.RestoreDevice(Device.SHOE))).allows(DEE, lock)


# Disabled people and things


def disable(scene: Scene, what: str) -> Scene:
    """Disable it for new rounds."""
    return scene.after((FLO, c.Disable(what, "a leak in the roof")))


WHAT: Final = ("table", "game", "player:Ann")


@EVERY
@pytest.mark.parametrize(
    "what",
    [*NAMES, "Table", "player", "player:", "player: Ann", "player:a\nb", f"player:{'x' * 41}"],
)
def test_what_cannot_be_disabled(game: str, what: Any) -> None:  # noqa: ANN401
    words = "use table, game or player:NAME"
    for moment in ("no round", "asked", "closed"):
        at(game, moment).refuses(FLO, c.Disable(what, "a leak"), words, "ROUND-8")
        at(game, moment).refuses(FLO, c.Enable(what), words, "ROUND-8")


@EVERY
@pytest.mark.parametrize("what", WHAT)
def test_disabling_twice(game: str, what: str) -> None:
    for moment in ("no round", "asked", "closed"):
        scene = at(game, moment)
        scene.refuses(FLO, c.Enable(what), f"'{what}' is not disabled", "ROUND-8")
        off = disable(scene, what)
        again = c.Disable(what, "another leak")
        off.refuses(FLO, again, f"'{what}' is already disabled", "ROUND-8")
        assert off.allows(FLO, c.Enable(what))


@EVERY
@pytest.mark.parametrize("reason", [*TEXTS, "x" * 501])
def test_nothing_is_disabled_without_a_reason(game: str, reason: Any) -> None:  # noqa: ANN401
    words = "give a reason of 1 to 500 printable characters"
    for what in WHAT:
        at(game, "asked").refuses(FLO, c.Disable(what, reason), words, "ROUND-3")


@EVERY
def test_nothing_is_disabled_before_there_are_rules(game: str) -> None:
    for progress in (c.Disable("table", "a leak"), c.Enable("table"), RESTORED):
        at(game, "nothing").refuses(FLO, progress, "no table is open", "ROUND-1")
        at(game, "no rules").refuses(FLO, progress, "no submission has been approved", "ROUND-2")
    mark_command = c.MarkDevice(Device.SHUFFLER)
    at(game, "nothing").refuses(DEE, mark_command, "no table is open", "ROUND-1")


@EVERY
@pytest.mark.parametrize("what", ["table", "game"])
def test_no_new_round_where_something_is_disabled(game: str, what: str) -> None:
    stack = at(game, "bets are open").shoe
    for moment in ("no round", "closed"):
        scene = disable(at(game, moment)._replace(shoe=stack), what)
        words = f"the {what} is disabled: a leak in the roof"
        scene.refuses(DEE, c.OpenRound(at=0), words, "ROUND-8")
        assert scene.after((FLO, c.Enable(what))).allows(DEE, c.OpenRound(at=0))


@EVERY
def test_a_disabled_player(game: str) -> None:
    words = "'Ann' is barred from new rounds: a leak in the roof"
    scene = disable(at(game, "bets are open"), "player:Ann")
    scene.refuses(ANN, scene.bet(), words, "ROUND-8")
    scene.refuses(ANN, c.BuyIn(500), words, "ROUND-8")
    scene.refuses(ANN, c.TakeSeat(6), words, "ROUND-8")
    assert scene.allows(BOB, c.BuyIn(500))
    assert scene.allows(ANN, c.CashOut())
    assert scene.allows(ANN, c.Leave(1))
    for moment in ("no round", "asked", "closed"):
        gus = disable(at(game, moment), "player:Gus")
        words = "'Gus' is barred from new rounds: a leak in the roof"
        gus.refuses(GUS, c.TakeSeat(6), words, "ROUND-8")
        assert gus.allows(DAN, c.BuyIn(500))
        assert gus.after((FLO, c.Enable("player:Gus"))).allows(GUS, c.TakeSeat(6))
