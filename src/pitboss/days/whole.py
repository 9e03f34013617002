"""What is checked of a table's whole life: its file is verified, and so is that of one round."""

from typing import Final

from pitboss.days.failure import check
from pitboss.days.scene import Scene
from pitboss.refusal import Refused
from pitboss.table.export import replayed
from pitboss.table.house import CORRECTIONS
from pitboss.table.notation import read
from pitboss.verify import Fault, verify

VERIFIES: Final = True
"""Whether the file of each table goes through `pitboss.verify`."""


def check_table(scene: Scene) -> None:
    """FAIR-6: the file of all days is in order, and now and then that of a single round."""
    if VERIFIES:
        _check_verified([line + b"\n" for line in scene.table.export()], "the table")
    closed = [was for was in scene.state.last if was.order and was.seed]
    if closed and scene.chance.one_in(3):
        _check_one_round(scene, scene.chance.pick(closed).number)


def _check_one_round(scene: Scene, number: int) -> None:
    told = scene.table.recall(number)
    check(read(str(told)) == told, f"round {number} does not read back: {told}")
    try:
        lines = [line + b"\n" for line in scene.table.export(number)]
    except Refused as refused:  # another round was corrected meanwhile
        check(refused.clause == CORRECTIONS, f"round {number} cannot be exported: {refused}")
        return
    state = replayed(lines)
    check(state.round and state.round.number == number, f"the export of round {number} lacks it")
    scene.tally.events["BroughtForward"] += 1
    if VERIFIES:
        _check_verified(lines, f"round {number}")


def _check_verified(lines: list[bytes], what: str) -> None:
    try:
        verify(lines)
    except Fault as fault:
        check(False, f"the export of {what} is not verified: {fault}")
