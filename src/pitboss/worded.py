"""Names with a sentence: what programs write in a word, and people read in a few."""

from enum import StrEnum
from typing import Self


class Worded(StrEnum):
    """A name, written ``NAME = "name", "the words for it"``."""

    words: str

    def __new__(cls, name: str, words: str) -> Self:
        """A name that is its own text, beside its words."""
        made = str.__new__(cls, name)
        made._value_ = name
        made.words = words
        return made
