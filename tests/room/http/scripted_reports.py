"""A report process that misbehaves once, and then builds reports as the real one does.

Its arguments are the kind of misbehavior and the path of a file that exists once it has happened.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from pitboss.lab.progress import Progress
from pitboss.room.report_service.report_process import answer as real_answer
from pitboss.room.worker_process import serve


def ignore_limit() -> None:
    """Take too long, and ignore every signal that can be ignored."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(600)


def die() -> None:
    """Exit without an answer, like a process that the kernel kills for using too much memory."""
    os.kill(os.getpid(), signal.SIGKILL)


def fail() -> None:
    """Raise an error whose text must not be shown to anybody."""
    raise ZeroDivisionError("the dealer holds Ah Kd")


WORDS: dict[str, Callable[[], None]] = {"ignore limit": ignore_limit, "die": die, "fail": fail}


def answer(task: bytes, progress: Progress) -> bytes:
    """Misbehave on the first report; build all later ones."""
    word, file = sys.argv[1], Path(sys.argv[2])
    if not file.exists():
        file.touch()
        # Signal handlers have to be set in the main thread, which this is.
        WORDS[word]()
    return real_answer(task, progress)


if __name__ == "__main__":
    serve(answer, int(sys.argv[3]))
