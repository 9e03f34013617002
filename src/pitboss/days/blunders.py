"""Commands that come at the wrong time, from the wrong person, or make no sense.

Most are refused, and say what is due instead; what is not refused is in order, and play goes on
from there.
"""

from collections.abc import Callable
from typing import Final

from pitboss.days.people import DEALERS, FLOOR
from pitboss.days.scene import Scene
from pitboss.games.incidents import Kind
from pitboss.games.tasks import Device, Task
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table.day import Ruling

BLUNDERS_IN: Final = 12
"""Once in so many steps."""

_SAID: Final[tuple[Callable[[Scene], c.Command], ...]] = (
    lambda scene: c.OpenTable("another", scene.game, 1),
    lambda scene: c.Propose(c.ClosingCount(0)),
    lambda scene: c.Propose(c.VoidRound(scene.number, " ")),
    lambda scene: c.Propose(c.CorrectMeter("nothing", 1, "why not")),
    lambda scene: c.Approve(scene.state.proposed),
    lambda scene: c.Reject(scene.state.proposed + 1),
    lambda scene: c.TakeSeat(scene.chance.below(8)),
    lambda scene: c.BuyIn(scene.chance.pick((0, -100))),
    lambda scene: c.CashOut(10**11),
    lambda scene: c.Leave(scene.chance.below(8)),
    lambda scene: c.PlaceWagers(_seat(scene), {"nothing": 100}),
    lambda scene: c.TakeBack(_seat(scene)),
    lambda _: c.AddEntropy(""),
    lambda scene: c.Decide(_seat(scene), "sing"),
    lambda _: c.OpenRound(),
    lambda _: c.CountProgressives({}),
    lambda _: c.Deal(),
    lambda _: c.TurnOver(),
    lambda _: c.SpinWheel(),
    lambda _: c.Settle(),
    lambda _: c.CloseRound(),
    lambda scene: c.WalkedOff(_seat(scene)),
    lambda scene: c.AnswerForAbsent(_seat(scene)),
    lambda scene: c.VerifyJackpot(_seat(scene)),
    lambda scene: c.ValidateJackpot(_seat(scene)),
    lambda scene: c.RuleOnAbsent(_seat(scene), True),
    lambda _: c.SignChecklist(("2.Z",)),
    lambda scene: c.RemoveDeck(scene.chance.between(1, 3)),
    lambda scene: c.Perform(scene.chance.pick([*Task]), scene.chance.between(1, 2)),
    lambda scene: c.CountStub(scene.chance.pick((-1, 200))),
    lambda scene: c.MarkDevice(scene.chance.pick([*Device])),
    lambda scene: c.RestoreDevice(scene.chance.pick([*Device])),
    lambda scene: c.Report(scene.chance.pick((Kind.STUB_NOT_52, Kind.STUB_MISDEALT))),
    lambda scene: c.Rule(scene.chance.pick([*Ruling]), ""),
    lambda scene: c.Forfeit(_seat(scene), "11.Z"),
    lambda scene: c.RecordBreach(_seat(scene), "11.Z"),
    lambda _: c.Recut(""),
    lambda scene: c.OrderShuffle(scene.chance.between(1, 3)),
    lambda _: c.Disable("the weather", "rain"),
    lambda _: c.Enable("table"),
    lambda scene: c.Deal(round=scene.number + 1),
    lambda scene: c.NoMoreBets(round=scene.number + 1),
)


def blunder(scene: Scene) -> None:
    """Somebody says something that is not due."""
    if not scene.chance.one_in(BLUNDERS_IN):
        return
    command = scene.chance.pick(_SAID)(scene)
    scene.tried(command, _somebody(scene, type(command)))


def _seat(scene: Scene) -> int:
    taken = [*scene.state.seats]
    return scene.chance.pick(taken) if taken else 1


def _somebody(scene: Scene, kind: type[c.Command]) -> Person:
    """Mostly somebody who may say such a thing."""
    chance = scene.chance
    may = c.MAY[kind]
    if chance.one_in(8):
        may = frozenset(Role) - may
    if Role.PLAYER in may:
        return scene.guests[chance.pick([*scene.guests])].person
    if Role.DEALER in may:
        return chance.pick(DEALERS)
    if Role.FLOORPERSON in may:
        return chance.pick(FLOOR)
    return Person("Olaf", chance.pick((Role.AUDITOR, Role.SURVEILLANCE, Role.ONLOOKER)))
