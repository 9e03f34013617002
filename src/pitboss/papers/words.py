"""Sums, odds and lists as people write them on a rules card."""

from collections.abc import Iterable
from typing import assert_never

from pitboss.games.paytables import (
    LOSS,
    PUSH,
    FixedPrize,
    ForOne,
    Prize,
    Share,
    Sum,
)
from pitboss.money import dollars

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def odds_text(odds: int) -> str:
    """``40 to 1``, ``push`` or ``loses``."""
    return {PUSH: "push", LOSS: "loses"}.get(odds, f"{odds:,} to 1")


def prize_text(prize: Prize) -> str:
    """``300 for 1``, ``$60``, ``10 % of the major meter``."""
    match prize:
        case ForOne(times=times):
            return f"{times:,} for 1"
        case Sum(cents=cents):
            return dollars(cents)
        case Share(percent=percent, meter=meter):
            name = "the meter" if meter == "meter" else f"the {meter} meter"
            return f"{percent} % of {name}"
        case FixedPrize():
            return "the fixed prize"
        case _ as other:
            assert_never(other)


def listed(words: Iterable[str], last: str = "and") -> str:
    """``one, two and three``."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def number(count: int) -> str:
    """Small numbers as words."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def sentence(text: str) -> str:
    """With a capital; names such as ``1st Run`` stay as they are."""
    return text[:1].upper() + text[1:]


def meter_name(name: str, wager: str) -> str:
    """``the meter of Bonus Spin``, ``the major meter of Progressive``."""
    return f"the meter of {wager}" if name == "meter" else f"the {name} meter of {wager}"
