"""The program of a lab process, which has no access to the room's store or keys."""

import sys
from collections.abc import Sequence
from typing import Final

from pitboss.room.worker_process import WorkerProcess, load_games, serve

COMMAND: Final = (sys.executable, "-P", "-m", "pitboss.room.lab_service.process")


class LabProcess(WorkerProcess):
    """A lab process, which answers one question at a time."""

    def __init__(self, niceness: int, command: Sequence[str] = COMMAND) -> None:
        super().__init__(command, niceness)


if __name__ == "__main__":
    from pitboss.room.lab_service.answers import answer

    if len(sys.argv) > 2:
        load_games(sys.argv[2])
    serve(answer, int(sys.argv[1]))
