"""What can be done at a console: in words, with what must be asked first, or why it cannot be."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from msgspec import Struct

from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.school.crew import Records

Answers = Mapping[str, int | str]
"""What was typed, by the name of what was asked; sums are in cents."""
Run = Callable[[Answers], Records]


class Ask(Struct, frozen=True):
    """Something to be typed first."""

    name: str
    prompt: str
    kind: Literal["number", "money", "text"] = "number"
    initial: str = ""


class Way(Struct, frozen=True):
    """One way of doing it: which seat, which card, which ruling."""

    words: str
    run: Run
    sure: str = ""
    """What is said and asked once more, yes or no, before what cannot be taken back."""


class Offer(Struct, frozen=True, kw_only=True):
    """Something that can be done, or could be at another time."""

    words: str
    detail: str = ""
    """What it brings about."""
    clause: str = ""
    ways: tuple[Way, ...] = ()
    asks: tuple[Ask, ...] = ()
    refusal: str = ""
    """Why it cannot be done now."""
    urgent: bool = False
    """Whether the table waits for it."""


def read(ask: Ask, typed: str) -> int | str:
    """What was typed, as it was meant; refused with a sentence that says what is."""
    text = typed.strip()
    match ask.kind:
        case "text":
            if not text:
                raise Refused("say it in a few words")
            return text
        case "number":
            if not text:
                raise Refused("type a number")
            if not text.isascii() or not text.isdigit() or len(text) > 6:
                raise Refused(f"{typed!r} is not a number")
            return int(text)
        case "money":
            return cents(text)


def cents(text: str) -> int:
    """``$1,000``, ``1000`` or ``12.50`` in cents."""
    if not text:
        raise Refused(f"type a sum such as {dollars(100000)}")
    whole, _, rest = text.removeprefix("$").replace(",", "").partition(".")
    digits = whole + rest.ljust(2, "0")
    if not digits.isascii() or not digits.isdigit() or not whole or len(rest) > 2:
        raise Refused(f"{text!r} is not a sum such as {dollars(100000)} or {dollars(1250)}")
    if len(digits) > 14:
        raise Refused(f"{text!r} is more than any tray holds")
    return int(digits)


def possible(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Those that can be done, what the table waits for first."""
    return tuple(sorted((one for one in offers if not one.refusal), key=lambda x: not x.urgent))
