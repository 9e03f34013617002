"""The first thing wrong with a file: in which line, and what it is."""

from collections.abc import Sequence
from typing import Final

from pitboss import __version__
from pitboss.refusal import brief

LONGEST: Final = 400


class Fault(Exception):
    """A line that cannot be true."""

    def __init__(self, line: int, sentence: str) -> None:
        if len(sentence) > LONGEST:
            sentence = sentence[:LONGEST] + "…"
        super().__init__(line, sentence)
        self.line, self.sentence = line, sentence

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"


def by_version(program: str) -> str:
    """What is said of a file that another version of the program wrote."""
    return (
        f"version {program} of Pitboss wrote this file, and its rules are read otherwise in "
        f"version {__version__}: verify it with version {program}"
    )


def difference(found: object, due: object, where: str = "it") -> str:
    """Where what stands in the file first differs from what should, in words."""
    if isinstance(found, dict) and isinstance(due, dict):
        return _of_keys(found, due, where)
    if isinstance(found, Sequence) and isinstance(due, Sequence) and not isinstance(found, str):
        if len(found) != len(due):
            return f"{len(found)} stand in {where}, not {len(due)}"
        at = next((i for i, one in enumerate(due) if found[i] != one), 0)
        return difference(found[at], due[at], f"{where}[{at}]")
    return f"{where} is {brief(found)}, not {brief(due)}"


def _of_keys(found: dict[object, object], due: dict[object, object], where: str) -> str:
    under = "" if where == "it" else f"{where}."
    for key, value in due.items():
        if key not in found:
            return f"{under}{key} is missing"
        if found[key] != value:
            return difference(found[key], value, f"{under}{key}")
    extra = next((key for key in found if key not in due), None)
    if extra is not None:
        return f"{under}{extra} does not belong there"
    return f"the entries of {where} are in another order"
