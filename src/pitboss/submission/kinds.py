"""Kinds of values in a submission: each says what is wrong with a value, or nothing."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date
from fractions import Fraction
from typing import Final

from pitboss.money import MOST_CENTS, dollars
from pitboss.refusal import brief

Kind = Callable[[object], str | None]
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def cents(least: int = 1, exactly: Iterable[int] = ()) -> Kind:
    """A whole number of cents."""
    allowed = tuple(exactly)

    def problem(value: object) -> str | None:
        if type(value) is not int:
            return f"is {brief(value)} but must be a whole number of cents"
        if abs(value) > MOST_CENTS:
            return f"is more than any table takes: {dollars(MOST_CENTS)} at most"
        if allowed and value not in allowed:
            return f"is {dollars(value)} but must be {_any_of(map(dollars, allowed))}"
        if value < least:
            return f"is {dollars(value)} but must be at least {dollars(least)}"
        return None

    return problem


def number(least: int, most: int) -> Kind:
    """A whole number in a range."""

    def problem(value: object) -> str | None:
        if type(value) is not int or not least <= value <= most:
            return f"is {brief(value)} but must be a whole number from {least} to {most}"
        return None

    return problem


def one_of(choices: Iterable[str]) -> Kind:
    """One of some words."""
    words = tuple(choices)

    def problem(value: object) -> str | None:
        if not isinstance(value, str) or value not in words:
            return f"is {brief(value)} but must be {_any_of(map(repr, words))}"
        return None

    return problem


def truth(value: object) -> str | None:
    """True or false."""
    return None if isinstance(value, bool) else f"is {brief(value)} but must be true or false"


def text(value: object) -> str | None:
    """Some words on one line."""
    if isinstance(value, str) and value.strip() and value.isprintable():
        return None
    return f"is {brief(value)} but must be some words on one line"


def iso_date(value: object) -> str | None:
    """A day, written as ISO 8601 has it."""
    if isinstance(value, str) and _DATE.fullmatch(value):
        with suppress(ValueError):
            date.fromisoformat(value)
            return None
    return f"is {brief(value)} but must be a date such as 2026-01-31"


def short_text(most: int) -> Kind:
    """Some words on one line, at most so many characters."""

    def problem(value: object) -> str | None:
        if wrong := text(value):
            return wrong
        if len(str(value)) > most:
            return f"is {brief(value)} but may have at most {most} characters"
        return None

    return problem


def symbol(most: int, taken: Iterable[str]) -> Kind:
    """The name of a symbol on a wheel: short, and neither a sum nor one of those taken."""
    others = tuple(taken)

    def problem(value: object) -> str | None:
        if wrong := short_text(most)(value):
            return wrong
        if value in others or str(value).startswith("$"):
            return f"is {brief(value)}, but a sum is the symbol of another prize"
        return None

    return problem


def share(value: object) -> str | None:
    """A fraction from nothing to all, written as text so that it stays exact."""
    wrong = f'is {brief(value)} but must be a fraction from 0 to 1 in quotes, such as "1/10"'
    if not isinstance(value, str) or len(value) > 40 or "e" in value.lower():
        return wrong
    try:
        fraction = Fraction(value)
    except (ValueError, ZeroDivisionError):
        return wrong
    return None if 0 <= fraction <= 1 else wrong


def _any_of(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
