"""A lab worker process that behaves, well or badly, as the question asks.

The script is in the decisions of a question, or in the arguments, which apply to every question.
"""

import os
import signal
import sys
import time
from collections.abc import Callable

import msgspec

from pitboss.errors import Refused
from pitboss.lab.progress import Progress
from pitboss.room.lab_service.questions import Question
from pitboss.room.worker_process import serve

STEPS = 600


def slowly(progress: Progress) -> None:
    for step in range(STEPS):
        progress("sleeping", step, STEPS)
        time.sleep(0.05)


def quickly(progress: Progress) -> None:
    progress("sleeping", 1, 2)
    time.sleep(0.3)


def crash(_: Progress) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(_: Progress) -> None:
    raise ZeroDivisionError("the dealer holds Ah Kd")


def refuse(_: Progress) -> None:
    raise Refused("there is nothing to solve", "CCP 1.A")


def chat(_: Progress) -> None:
    print("done {}", flush=True)


WORDS: dict[str, Callable[[Progress], None]] = {
    "slowly": slowly,
    "quickly": quickly,
    "crash": crash,
    "fail": fail,
    "refuse": refuse,
    "chat": chat,
}


def answer(request: bytes, progress: Progress) -> bytes:
    """Follow the script, and return facts about this process."""
    question = msgspec.json.decode(request, type=Question)
    for word in (*sys.argv[1:-1], *question.decisions):
        if word in WORDS:
            WORDS[word](progress)
    long = "x" * (1 << 20 if "long" in question.decisions else 0)
    return msgspec.json.encode(
        {
            "pid": os.getpid(),
            "nice": os.nice(0),
            "environment": dict(os.environ),
            "argv": sys.argv,
            "long": long,
            "asked": question,
        }
    )


if __name__ == "__main__":
    serve(answer, int(sys.argv[-1]))
