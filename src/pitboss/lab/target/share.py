"""Shares, such as a house edge, as people write them."""

import re
from fractions import Fraction

from pitboss.refusal import Refused, brief


def share(text: str, what: str) -> Fraction:
    """``0.035``, ``3.5%`` or ``7/200``."""
    found = re.fullmatch(r"\s*([-−]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20}))\s*(%?)\s*", text)
    if found:
        number = Fraction(found[1].replace("−", "-"))
        return number / 100 if found[2] else number
    if re.fullmatch(r"\s*\d{1,20}/0*[1-9]\d{0,19}\s*", text):
        return Fraction(text.strip())
    raise Refused(f"{brief(text)} is no {what}: write it as 0.035, 3.5% or 7/200")


def decimal(value: Fraction) -> str:
    """To six figures."""
    return f"{float(value):.6g}"
