"""Days of play under a seed: table after table, until so many rounds are played."""

from collections.abc import Callable, Iterator
from typing import Final

from pitboss.days.chance import Chance
from pitboss.days.day import LONGEST, SHORTEST, open_table, play_day
from pitboss.days.failure import Failure, Wrong
from pitboss.days.scene import Scene
from pitboss.days.tally import Tally
from pitboss.days.whole import check_table
from pitboss.games import GAMES

MOST_DAYS: Final = 3
"""Of one table."""
Told = Callable[[int], None]


def run(rounds: int, seed: str, game: str | None = None, told: Told = lambda _: None) -> Tally:
    """So many rounds, at tables of one game or of all; what is wrong is raised as a `Failure`.

    The same seed and number give the same run on every machine. ``told`` hears how many rounds are
    played.
    """
    tally = Tally()
    for scene in _scenes(seed, game):
        left = rounds - tally.rounds.total()
        if left <= 0:
            break
        try:
            play_table(scene, left, lambda now: told(tally.rounds.total() + now))
        except Wrong as wrong:
            raise Failure(seed, scene.name, scene.number, str(wrong)) from wrong
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise Failure(seed, scene.name, scene.number, what) from error
        tally.add(scene.tally)
    return tally


def _scenes(seed: str, game: str | None) -> Iterator[Scene]:
    """A table of each game in turn; each has a chance of its own, whichever are played beside."""
    number = 0
    while True:
        number += 1
        for key in GAMES if game is None else [game]:
            yield Scene(seed, key, number)


def play_table(scene: Scene, most: int, told: Told) -> None:
    """The days of one table, with no more rounds than so many."""
    days = Chance(scene.seed, f"days of {scene.name}")
    open_table(scene)
    for _ in range(days.between(1, MOST_DAYS)):
        played = scene.tally.rounds.total()
        if played < most:
            play_day(scene, min(days.between(SHORTEST, LONGEST), most - played))
            told(scene.tally.rounds.total())
    check_table(scene)
    scene.tally.head = scene.replay.digest.hexdigest()
