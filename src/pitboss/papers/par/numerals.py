"""Figures as a par sheet sets them: decimals with a true minus, fractions as programs read them."""

from fractions import Fraction

from pitboss.money import dollars

NONE = "–"
SMALLEST = Fraction(1, 10**6)


def percent(share: Fraction | float, digits: int = 4, sign: str = "") -> str:
    """``4.3285 %``."""
    return f"{decimal(float(share) * 100, digits, sign)} %"


def decimal(value: Fraction | float, digits: int, sign: str = "") -> str:
    """``−0.086571``; with ``sign``, also ``+0.1``; what rounds to nothing has no sign."""
    written = f"{float(value):{sign},.{digits}f}"
    return (
        written.replace("-", "−")
        if any(c in "123456789" for c in written)
        else written[-digits - 2 :]
    )


def probability(chance: Fraction) -> str:
    """To ten places; what is rarer than these can tell, by its power of ten."""
    return f"{float(chance):.10f}" if not chance or chance >= SMALLEST else f"{float(chance):.5e}"


def one_in(chance: Fraction) -> str:
    """``1 in 649,740``; to the tenth where it is frequent."""
    if not chance:
        return "never"
    rounds = float(1 / chance)
    return f"1 in {rounds:,.{0 if rounds >= 1000 else 2}f}"


def sum_of(cents: Fraction | float) -> str:
    """Cents that need not be whole, to the nearest one."""
    rounded = round(cents)
    return dollars(rounded) if rounded % 100 == 0 else _with_cents(rounded)


def cents_of(cents: Fraction | float) -> str:
    """The same, always with two places, for columns."""
    return _with_cents(round(cents))


def _with_cents(cents: int) -> str:
    sign = "−" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02}"
