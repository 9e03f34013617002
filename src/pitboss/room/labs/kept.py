"""Answers that are kept for whoever asks the same again: as many as there is room for."""

from collections import OrderedDict
from typing import Final

MOST_BYTES: Final = 32 << 20


class Kept:
    """Answers by their questions."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self._size = most, 0
        self._answers: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, question: bytes) -> bytes | None:
        """The answer, if it is kept."""
        if question in self._answers:
            self._answers.move_to_end(question)
        return self._answers.get(question)

    def put(self, question: bytes, answer: bytes) -> None:
        """Keep one; what was not asked for the longest time makes room."""
        before = self._answers.pop(question, None)
        self._size += len(answer) - (len(before) if before else -len(question))
        self._answers[question] = answer
        while self._size > self._most:
            old, gone = self._answers.popitem(last=False)
            self._size -= len(old) + len(gone)
