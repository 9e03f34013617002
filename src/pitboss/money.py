"""Amounts of money: whole cents in code, dollars in text for people."""

import re
from enum import StrEnum
from fractions import Fraction
from typing import Final

from pitboss.errors import Refused

MAX_CENTS: Final = 10**12
"""No stake, limit or meter in a submission is larger; sums of them stay far from any overflow."""
WHOLE_NUMBER_PATTERN: Final = r"([1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)"


class Rounding(StrEnum):
    """How an amount with a fraction of a cent is paid in whole cents."""

    DOWN = "down"
    NEAREST = "nearest"
    """To the nearest cent; half a cent counts as a whole one."""
    UP = "up"

    def whole_cents(self, amount: int | Fraction) -> int:
        """Return an amount in whole cents; a loss is rounded like a win."""
        size = abs(Fraction(amount))
        match self:
            case Rounding.NEAREST:
                size += Fraction(1, 2)
            case Rounding.UP:
                size = Fraction(-(-size // 1))
            case Rounding.DOWN:
                pass
        return int(size) if amount >= 0 else -int(size)


def money(text: str) -> int:
    """Return the cents of an amount in whole dollars: ``money("$10,000") == 1_000_000``."""
    result = re.fullmatch(rf"\$(?:0|{WHOLE_NUMBER_PATTERN})", text)
    if not result:
        raise Refused(f"{text!r} is not an amount such as $10,000")
    return int((result[1] or "0").replace(",", "")) * 100


def dollars(amount: int) -> str:
    """Return an amount in cents as text for people: ``$1,000`` or ``$2.50``."""
    sign, amount = ("−" if amount < 0 else ""), abs(amount)
    return f"{sign}${amount // 100:,}" + (f".{amount % 100:02}" if amount % 100 else "")
