"""The main loop of a lab process: questions on standard input, answers on standard output.

It ends when its room does. It has no access to the room's store or keys, and gets only the
environment variables that the lab needs.
"""

import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from queue import SimpleQueue
from typing import BinaryIO, Final

import msgspec

from pitboss.errors import Refused
from pitboss.lab.progress import Progress
from pitboss.room.lab_service.process import DONE, FAILED, PROGRESS, REFUSED, JobProgress, Refusal

PROGRESS_INTERVAL: Final = 0.05
"""Seconds between two reports of the same progress."""
Answerer = Callable[[bytes, Progress], bytes]


def serve(answer: Answerer, niceness: int) -> None:
    """Answer questions until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the room, which ends this process
    if hasattr(os, "nice"):
        os.nice(niceness)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that nothing else is printed between the answers
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read_questions, args=(questions,), daemon=True).start()
    while True:
        kind, content = _try_answer(answer, questions.get(), _progress_writer(out))
        _write_line(out, kind, content)


def _read_questions(questions: SimpleQueue[bytes]) -> None:
    """Read questions in a thread, so that the process ends with its room even during work."""
    for line in sys.stdin.buffer:
        questions.put(line)
    os._exit(0)


def _try_answer(answer: Answerer, question: bytes, progress: Progress) -> tuple[bytes, bytes]:
    try:
        return DONE, answer(question, progress)
    except Refused as error:
        return REFUSED, msgspec.json.encode(Refusal(error.sentence, error.clause))
    except Exception as error:
        # The place only: the message may quote a card.
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{type(error).__name__} in {where.filename}:{where.lineno}"
        return FAILED, msgspec.json.encode(Refusal(place))


def _progress_writer(out: BinaryIO) -> Progress:
    last_what, last_time = "", 0.0

    def write(what: str, done: int, of: int) -> None:
        nonlocal last_what, last_time
        now = time.monotonic()
        if what == last_what and now - last_time < PROGRESS_INTERVAL and done < of:
            return
        last_what, last_time = what, now
        _write_line(out, PROGRESS, msgspec.json.encode(JobProgress(what, done, of)))

    return write


def _write_line(out: BinaryIO, kind: bytes, content: bytes) -> None:
    try:
        out.write(kind + b" " + content + b"\n")
        out.flush()
    except BrokenPipeError:
        os._exit(0)  # the room has ended


if __name__ == "__main__":
    from pitboss.games import reload_games
    from pitboss.room.lab_service.answers import answer

    if len(sys.argv) > 2:  # the games that the room loaded from files
        reload_games(msgspec.json.decode(sys.argv[2], type=dict[str, str]))
    serve(answer, int(sys.argv[1]))
