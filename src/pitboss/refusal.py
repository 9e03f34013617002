"""What the program says when it will not do something: one sentence, and the clause behind it."""

from enum import Enum


class Refused(ValueError):
    """A request that cannot be granted. ``str()`` is a whole sentence, fit to show a person."""

    def __init__(self, sentence: str, clause: str | None = None) -> None:
        super().__init__(sentence, clause)
        self.sentence = sentence
        self.clause = clause
        self.due: str | None = None
        """What is to be done instead, where that is known."""

    @property
    def reason(self) -> str:
        """The sentence with its clause."""
        return f"{self.sentence} [{self.clause}]" if self.clause else self.sentence

    def __str__(self) -> str:
        return f"{self.reason}; due now: {self.due}" if self.due else self.reason


def brief(value: object, longest: int = 60) -> str:
    """A value as a sentence can quote it, however long or deep it is."""
    if value is None or isinstance(value, bool):  # as files write them, not as Python does
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Enum):  # by the name that people know
        value = value.value
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # numbers of thousands of digits, lists of lists of lists
        return "something far too long"
    return text if len(text) <= longest else text[: longest - 1] + "…"
