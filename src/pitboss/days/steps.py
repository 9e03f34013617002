"""The step that is due, done by somebody of the staff in a way of their own."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from pitboss.days.luck import look_for_luck
from pitboss.days.people import FLOOR
from pitboss.days.scene import Scene
from pitboss.days.staff import approve, count_tray, floor, relieve, void
from pitboss.games.incidents import Kind
from pitboss.games.tasks import CONFIRMS, Mark, Task
from pitboss.table import commands as c
from pitboss.table.care import in_use
from pitboss.table.deciding.incidents import rulings
from pitboss.table.deciding.procedures import cut_range
from pitboss.table.due import Due, due
from pitboss.table.state import Phase

LATE: Final = (Kind.WRONG_NUMBER,)
"""What is found as hands are turned up: then they are settled one by one."""
MOST_STEPS: Final = 400
"""No table needs more of them from one moment of rest to the next."""


def attend(scene: Scene) -> bool:
    """Do one step that is due, if one is."""
    step = due(scene.state, scene.at)
    if step is None:
        return False
    do_step(scene, step)
    return True


def do_step(scene: Scene, step: Due) -> None:
    """Somebody of the staff does what is due."""
    if scene.chance.one_in(60):
        relieve(scene)
    own = _WAYS.get(type(step.command))
    if own:
        own(scene, step.command)
    else:
        scene.done(step.command, scene.dealer)


def _rule(scene: Scene, _: c.Rule) -> None:
    incident, chance = scene.state.day.incident, scene.chance
    if incident is None:
        raise AssertionError("no irregularity waits")
    if chance.one_in(12):
        reporter = next((p for p in FLOOR if p.name == incident.by), None)
        scene.refused(c.Rule(rulings(scene.rules, incident)[0], " "), reporter or FLOOR[0])
    ruling = chance.pick(rulings(scene.rules, incident))
    by = floor(scene, incident.by)
    if scene.table.shoe is None and scene.state.running:
        # What is settled in a void round needs its cards: without the seed it is void as a whole.
        if not scene.tried(c.Rule(ruling, "as it was seen"), by):
            void(scene, "the seed is lost")
        return
    scene.done(c.Rule(ruling, "as it was seen"), by)


def _propose(scene: Scene, command: c.Propose) -> None:
    if isinstance(command.matter, c.OpeningCount):
        count_tray(scene, c.OpeningCount)
        return
    scene.done(command, scene.dealer)


def _approve(scene: Scene, command: c.Approve) -> None:
    approve(scene, command.number)


def _mark(scene: Scene, command: c.MarkDevice) -> None:
    mark = scene.chance.pick((Mark.COVER, Mark.SIGN))
    scene.done(c.MarkDevice(command.device, mark), scene.dealer)


def _receive(scene: Scene, _: c.ReceiveDeck) -> None:
    scene.done(c.ReceiveDeck(ready_made=scene.chance.one_in(3)), scene.dealer)


def _perform(scene: Scene, command: c.Perform) -> None:
    chance, task = scene.chance, command.task
    if task is Task.SHUFFLE and mend(scene):
        return
    if task in CONFIRMS:
        if chance.one_in(20):
            scene.refused(command, scene.dealer)
        scene.done(command, floor(scene))
        return
    if task is Task.CUT:
        _cut(scene, command)
        return
    if task is Task.SPREAD_DOWN and chance.one_in(4):
        command = replace(command, task=Task.SPREAD)  # a player asks to see them
    scene.done(command, scene.dealer)


def _cut(scene: Scene, command: c.Perform) -> None:
    """By the dealer, who may not choose any place, or by the table; now and then with luck."""
    low, high = cut_range(scene.rules, scene.state.day.decks[command.deck])
    if scene.chance.one_in(12):
        wrong = scene.chance.pick((1, low - 1, high + 1, scene.rules.deck.size))
        scene.refused(replace(command, cards=wrong), scene.dealer)
    cut = scene.chance.between(low, high) if scene.chance.one_in(2) else 0
    luck = look_for_luck(scene, range(low, high + 1))
    scene.be_lucky(luck.name if luck else None)
    if luck:
        scene.tally.reached["rounds with luck"] += 1
    scene.done(replace(command, cards=luck.cut if luck else cut), scene.dealer)


def mend(scene: Scene) -> bool:
    """A machine that is in use and broken is restored, if there is one."""
    for device in in_use(scene.rules):
        if device in scene.state.day.broken:
            scene.done(c.RestoreDevice(device), floor(scene))
            return True
    return False


def _restore(scene: Scene, command: c.RestoreDevice) -> None:
    scene.done(command, floor(scene))


def _count(scene: Scene, command: c.CountProgressives) -> None:
    if scene.chance.one_in(12):
        key = scene.chance.pick([*command.chips])
        wrong = {**command.chips, key: command.chips[key] + scene.chance.pick((-1, 1))}
        scene.refused(c.CountProgressives(wrong), scene.dealer)
        scene.tally.reached["progressive counts refused"] += 1
    scene.done(command, scene.dealer)


def _settle(scene: Scene, _: c.Settle) -> None:
    plot = scene.plot
    one_by_one = plot is not None and (plot.phase is Phase.SETTLING or plot.kind in LATE)
    scene.done(c.Settle(every=not one_by_one and scene.chance.one_in(2)), scene.dealer)


def _absent(scene: Scene, command: c.RuleOnAbsent) -> None:
    lost = scene.chance.one_in(2)
    reporter = scene.now.reported.get(command.seat, "")
    scene.done(c.RuleOnAbsent(command.seat, lost), floor(scene, reporter))


def _validate(scene: Scene, command: c.ValidateJackpot) -> None:
    if scene.chance.one_in(4):
        scene.refused(c.ValidateJackpot(command.seat % 6 + 1), floor(scene))
    scene.done(command, floor(scene, scene.now.hit_by, scene.now.verified_by))


_WAYS: Final[dict[type, Callable[[Scene, Any], None]]] = {
    c.Rule: _rule,
    c.Propose: _propose,
    c.Approve: _approve,
    c.MarkDevice: _mark,
    c.RestoreDevice: _restore,
    c.ReceiveDeck: _receive,
    c.Perform: _perform,
    c.CountProgressives: _count,
    c.Settle: _settle,
    c.RuleOnAbsent: _absent,
    c.ValidateJackpot: _validate,
}
