"""A server whose wall clock jumps by the seconds in a file beside its store."""

import asyncio
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

from pitboss.room import runtime
from pitboss.room.stored_table import TableSettings
from pitboss.room.timers import TimeLimits

FILE = "wall-clock"
PACE = TimeLimits(opens=0.05, bets=1, settles_down=0.05, answers=4)


def jump(folder: Path) -> None:
    """Shift the time of day for everything in this process."""
    real, real_time = runtime.utc_clock, time.time

    def ahead() -> float:
        result = folder / FILE
        return float(result.read_text() or 0) if result.exists() else 0.0

    def jumped_clock() -> datetime:
        return real() + timedelta(seconds=ahead())

    runtime.utc_clock = jumped_clock
    time.time = lambda: real_time() + ahead()


if __name__ == "__main__":
    jump(Path(sys.argv[1]))
    from tests.room.crashes import quick_server  # which reads the clock as patched above

    quick_server.QUICK = TableSettings(pace=PACE)
    asyncio.run(quick_server.serve(sys.argv[1], int(sys.argv[2])))
