"""Between two rounds: people come and go, the office works, the cards are made ready."""

from typing import Final

from pitboss.days import office, submissions
from pitboss.days.blunders import blunder
from pitboss.days.failure import Wrong
from pitboss.days.mishaps import mishap
from pitboss.days.players import come, come_and_go, go, sitting
from pitboss.days.scene import Scene
from pitboss.days.staff import count_tray, floor, relieve
from pitboss.days.steps import MOST_STEPS, attend, mend
from pitboss.table import Automation
from pitboss.table import commands as c
from pitboss.table.care import hindrances

BY_PEOPLE: Final = Automation.DEAL | Automation.RULE | Automation.SHUFFLE
"""What people mostly do themselves, because that is where things go wrong."""


def get_ready(scene: Scene) -> None:
    """People come and go, the office works, and the cards are made ready for the next round."""
    chance = scene.chance
    come_and_go(scene)
    if chance.one_in(10):
        relieve(scene)
    if chance.one_in(40):
        scene.table.automation = share(scene)
    _office(scene)
    for _ in range(MOST_STEPS):
        mishap(scene)
        blunder(scene)
        if scene.state.running:
            return
        if not scene.state.day.open:  # two people may have closed an empty table
            open_day(scene)
        elif not scene.state.seats:
            come(scene)
        elif not attend(scene) and not _clear(scene):
            return
    raise Wrong(f"the next round cannot be opened: {scene.table.duty}")


def _office(scene: Scene) -> None:
    match scene.chance.below(30):
        case 0:
            office.refile(scene)
        case 1:
            office.correct_payout(scene)
        case 2 | 3:
            office.correct_meter(scene)
        case 4:
            office.disable(scene)
        case 5 | 6:
            office.order(scene)
        case 7:
            office.restore(scene)
        case 8:
            office.propose(scene, c.FileSubmission(submissions.drawn(scene.game, scene.chance)))
        case 9:
            _empty_table(scene)
        case _:
            pass


def _empty_table(scene: Scene) -> None:
    """Everybody leaves, and the cards are spread until somebody comes."""
    for guest in sitting(scene):
        go(scene, guest)
    for _ in range(MOST_STEPS):
        if scene.state.day.incident is None and scene.state.seats:
            break
        if not attend(scene):
            break
    scene.wait(scene.chance.between(1, 3) * 3600)


def _clear(scene: Scene) -> bool:
    """Whatever else blocks the next deal is put right; whether there was anything."""
    state = scene.state
    first = next(
        (
            one
            for one in hindrances(state, scene.rules, scene.at)
            if one.at is None and one.rounds is None
        ),
        None,
    )
    if first is None:
        return False
    for what in ("table", "game"):
        if what in state.day.disabled:
            scene.done(c.Enable(what), floor(scene))
            return True
    for number, proposal in state.proposals.items():
        if isinstance(proposal.matter, c.FileSubmission):
            if not office.decide(scene, number) and number in scene.state.proposals:
                scene.done(c.Reject(number), floor(scene))
            return True
    if scene.chance.one_in(2) and office.another_method(scene):
        return True
    if mend(scene):
        return True
    raise Wrong(f"nobody can open the bets: {first.why}; {scene.table.duty}")


def open_day(scene: Scene) -> None:
    """Two people count the tray."""
    if scene.number and scene.chance.one_in(3):
        office.refile(scene)
    for _ in range(MOST_STEPS):
        if scene.state.day.open:
            return
        if not attend(scene):
            count_tray(scene, c.OpeningCount)
    raise Wrong(f"the table cannot be opened: {scene.table.duty}")


def share(scene: Scene) -> Automation:
    """How much the house does itself on this day."""
    chance = scene.chance
    match chance.below(8):
        case 0:
            return Automation.EVERYTHING
        case 1:
            return Automation.NOTHING
        case 2:
            return Automation.CARE
        case _:
            chosen = Automation.NOTHING
            for flag in Automation.EVERYTHING:
                if chance.one_in(4 if flag in BY_PEOPLE else 2):
                    chosen |= flag
            return chosen
