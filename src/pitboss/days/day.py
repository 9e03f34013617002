"""A table from its first morning to its last evening."""

from typing import Final

from pitboss.days import office, submissions
from pitboss.days.between import get_ready, open_day, share
from pitboss.days.failure import Wrong
from pitboss.days.people import DEALERS, FLOOR
from pitboss.days.players import go, sitting
from pitboss.days.rounds import play_round
from pitboss.days.scene import Scene
from pitboss.days.staff import count_tray, floor
from pitboss.days.steps import MOST_STEPS, attend
from pitboss.table import Automation
from pitboss.table import commands as c

SHORTEST, LONGEST = 6, 30
"""Rounds of a day."""
BANKS: Final = (250_00, 5_000_00, 100_000_00)


def open_table(scene: Scene) -> None:
    """The table stands, and its first submission is in force."""
    chance = scene.chance
    scene.refused(c.OpenRound(), scene.dealer)
    scene.done(c.OpenTable(scene.name, scene.game, chance.pick(BANKS)), chance.pick(FLOOR))
    scene.refused(c.TakeSeat(1), scene.guests["Ann"].person)
    scene.tally.tables[scene.game] += 1
    for _ in range(MOST_STEPS):
        if office.file(scene, submissions.drawn(scene.game, chance, scene.turn)):
            return
    raise Wrong("no submission can be put in force")


def play_day(scene: Scene, rounds: int) -> None:
    """From the count in the morning to the count in the evening."""
    chance = scene.chance
    scene.table.automation = share(scene)
    scene.tally.automation.add(scene.table.automation.value)
    open_day(scene)
    for _ in range(rounds):
        scene.wait(chance.between(60, 3000))
        get_ready(scene)
        play_round(scene)
    close(scene)
    scene.restart()
    scene.tally.days[scene.game] += 1
    scene.clock.next_day()


def _brings_more(scene: Scene) -> bool:
    """Whether the house would bring another deck for each that is taken off."""
    house = Automation.DECKS in scene.table.automation
    return house and "table" not in scene.state.day.disabled


def close(scene: Scene) -> None:
    """Everybody leaves, the cards go, and two people count the tray."""
    for _ in range(MOST_STEPS):
        if not scene.state.day.open:
            return
        if scene.state.day.incident is not None:
            attend(scene)
        elif scene.state.seats:
            for guest in sitting(scene):
                go(scene, guest)
        elif _brings_more(scene):
            scene.done(c.Disable("table", "it is closed for the night"), floor(scene))
        elif scene.state.day.decks:
            off = c.RemoveDeck(min(scene.state.day.decks))
            if not scene.tried(off, scene.chance.pick(DEALERS)):
                attend(scene)  # the deck is counted first
        else:
            count_tray(scene, c.ClosingCount)
    raise Wrong(f"the table cannot be closed: {scene.table.duty}")
