"""The error for bad input: one sentence for people, with the clause that it follows from."""

from enum import Enum


class Refused(ValueError):
    """Bad input, or a request that the rules do not allow; ``str()`` is a message for people."""

    def __init__(self, sentence: str, clause: str | None = None) -> None:
        super().__init__(sentence, clause)
        self.sentence = sentence
        self.clause = clause
        self.instruction: str | None = None
        """What to do instead, if known."""

    @property
    def reason(self) -> str:
        """The sentence, followed by its clause in brackets."""
        return f"{self.sentence} [{self.clause}]" if self.clause else self.sentence

    def __str__(self) -> str:
        return f"{self.reason}; next step: {self.instruction}" if self.instruction else self.reason


def short_repr(value: object, max_length: int = 60) -> str:
    """Return a short text of a value for use in a sentence, however long or deep it is."""
    if value is None or isinstance(value, bool):  # as files write them, not as Python does
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Enum):  # by the name that people know
        value = value.value
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # numbers of thousands of digits, lists of lists of lists
        return "something far too long"
    return text if len(text) <= max_length else text[: max_length - 1] + "…"
