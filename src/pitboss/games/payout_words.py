"""What a line pays, as people write it."""

from typing import assert_never

from pitboss.games.paytables import LOSS, PUSH, FixedPrize, ForOne, Prize, Share, Sum
from pitboss.money import dollars


def odds_text(odds: int) -> str:
    """``40 to 1``, ``push`` or ``loses``."""
    return {PUSH: "push", LOSS: "loses"}.get(odds, f"{odds:,} to 1")


def prize_text(prize: Prize) -> str:
    """``300 for 1``, ``$60``, ``10 % of the major meter``."""
    match prize:
        case ForOne(times=times):
            return f"{times:,} for 1"
        case Sum(cents=cents, merchandise=""):
            return dollars(cents)
        case Sum(cents=cents, merchandise=merchandise):
            return f"{merchandise}, worth {dollars(cents)}"
        case Share(percent=percent, meter=meter):
            name = "the meter" if meter == "meter" else f"the {meter} meter"
            return f"{percent} % of {name}"
        case FixedPrize():
            return "the fixed prize"
        case _ as other:
            assert_never(other)
