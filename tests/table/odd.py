"""Malformed values that people and programs may send."""

from typing import Any, Final

NUMBERS: Final[tuple[Any, ...]] = (
    None, True, False, 1.0, float("nan"), "1", "", "a\nb", "\x00", -1, 10**30, -(10**30),
    (), [], [1], {}, {1: 1}, b"1",
)  # fmt: skip
"""Values that are not valid numbers; 0, 1, 2 and so on may be."""
TEXTS: Final[tuple[Any, ...]] = (
    None, True, 0, 5, 1.5, 10**30, "", " ", "\t", "a\nb", "\x00", "\x1b[2J", "\ud800", "\u202e",
    (), [], ["x"], {}, {"x": 1}, b"x",
)  # fmt: skip
"""Values that cannot be displayed and logged as text."""
NAMES: Final[tuple[Any, ...]] = (*TEXTS, "no such thing", "x" * 5000, "Ａ", "'; drop table")
"""Values that are not the name of anything."""
TIMES: Final[tuple[Any, ...]] = (
    None, True, False, 1.0, float("inf"), "0", "", "\n", 2**40 + 1, 10**30, (), [], [1], {}, b"0",
)  # fmt: skip
"""Values that are not a time in seconds."""
