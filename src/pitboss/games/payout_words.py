"""What a line pays, as people write it."""

from collections.abc import Iterable
from typing import Final, assert_never

from pitboss.games.odds import LOSS, PUSH, Odds
from pitboss.games.paytables import FixedPrize, ForOne, Prize, Share, Sum
from pitboss.money import dollars

_COUNTED: Final = {"pair", "straight", "flush", "full", "royal", "mini"}
"""How hands begin that take an article."""
_NUMBERS: Final = {"two", "three", "four", "five", "six", "seven"}

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def odds_text(odds: Odds) -> str:
    """``40 to 1``, ``3 to 2``, ``push`` or ``loses``."""
    if odds in (PUSH, LOSS):
        return "push" if odds == PUSH else "loses"
    return f"{odds.numerator:,} to {odds.denominator}"


def odds_json(odds: Odds) -> int | str:
    """Odds as JSON has them: a whole number, or a fraction such as ``3/2``."""
    return odds if isinstance(odds, int) else str(odds)


def listed(names: Iterable[str], word: str = "and") -> str:
    """``Ante, Play and Trips``."""
    *first, last = names
    return f"{', '.join(first)} {word} {last}" if first else last


def ordinal(number: int) -> str:
    """``first`` to ``seventh``; ``8th`` and so on."""
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"


def with_article(hand: str) -> str:
    """``a straight``, ``a pair of fours``; ``two pair`` and ``ace-king`` stay as they are."""
    first = hand.split()[0]
    return f"a {hand}" if first in _COUNTED else hand


def agree(label: str, singular: str, plural: str) -> str:
    """Return the form of a verb that agrees with a label: *your five cards beat*, *a hand beats*.

    ``the best five of seven`` is plural by what stands before *of*.
    """
    noun = label.split(" of ")[0].split()[-1].lower()
    many = noun in _NUMBERS or (noun.endswith("s") and not noun.endswith(("ss", "'s")))
    return plural if many else singular


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
