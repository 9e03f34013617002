"""The program of the school's process, which has no access to the room's store or keys."""

import sys
from typing import Final

from pitboss.room.worker_process import load_games, serve

COMMAND: Final = (sys.executable, "-P", "-m", "pitboss.room.school_service.process")

if __name__ == "__main__":
    from pitboss.room.school_service.teacher import Teacher

    if len(sys.argv) > 2:
        load_games(sys.argv[2])
    serve(Teacher().answer, int(sys.argv[1]))
