"""A process of the lab that does what it is told to, good or bad.

The words are the decisions of a question; and arguments, for every question.
"""

import os
import signal
import sys
import time
from collections.abc import Callable

import msgspec

from pitboss.lab.work import Told
from pitboss.refusal import Refused
from pitboss.room.labs.question import Question
from pitboss.room.labs.worker import serve

STEPS = 600


def slowly(told: Told) -> None:
    for step in range(STEPS):
        told("sleeping", step, STEPS)
        time.sleep(0.05)


def quickly(told: Told) -> None:
    told("sleeping", 1, 2)
    time.sleep(0.3)


def crash(_: Told) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(_: Told) -> None:
    raise ZeroDivisionError("the dealer holds Ah Kd")


def refuse(_: Told) -> None:
    raise Refused("there is nothing to solve", "CCP 1.A")


def chat(_: Told) -> None:
    print("done {}", flush=True)


WORDS: dict[str, Callable[[Told], None]] = {
    "slowly": slowly,
    "quickly": quickly,
    "crash": crash,
    "fail": fail,
    "refuse": refuse,
    "chat": chat,
}


def answer(asked: bytes, told: Told) -> bytes:
    """Who it was, and what is known there of the world."""
    question = msgspec.json.decode(asked, type=Question)
    for word in (*sys.argv[1:-1], *question.decisions):
        if word in WORDS:
            WORDS[word](told)
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
