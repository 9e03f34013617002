"""What if a line paid otherwise: the same rules with the odds of some lines changed.

A change is written ``WAGER.HAND=ODDS``: ``across.royal-flush=400``. Odds are whole numbers to one,
or fractions (``blind.flush=3/2``); a push is 0, a loss −1. For a prize that is so many times the
stake the number is "for one": 0 pays nothing, 1 gives the stake back.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from msgspec import structs

from pitboss.games.payoffs import LOSS, Odds, Payoff
from pitboss.games.words import Raise, Required, Side
from pitboss.lab.bounds import MOST_ODDS
from pitboss.refusal import Refused, brief
from pitboss.submission.rules import Rules

EVEN = 1

W = TypeVar("W", Required, Raise, Side)


class Change(NamedTuple):
    """A line of a wager, and what it pays."""

    wager: str
    line: str
    odds: Odds


def change(text: str) -> Change:
    """Read one."""
    found = re.fullmatch(r"([^.=]+)\.([^=.]+)=(.*)", text.strip())
    if not found:
        raise Refused(
            f"{brief(text)} is not a change of pay: write WAGER.HAND=ODDS, such as "
            "across.royal-flush=400"
        )
    wager, line, odds = found.groups()
    if not re.fullmatch(r"[-−]?[0-9]{1,40}(/[1-9][0-9]{0,2})?", odds):
        raise Refused(
            f"{brief(odds)} are not odds: a whole number to one or a fraction such as 3/2, 0 a "
            "push, -1 a loss"
        )
    exact = Fraction(odds.replace("−", "-"))
    number = int(exact) if exact.denominator == 1 else exact
    if not LOSS <= number <= MOST_ODDS:
        said = f"{number:,}" if isinstance(number, int) else str(number)
        raise Refused(f"odds of {said} are out of range: -1 (a loss) to {MOST_ODDS:,}")
    return Change(wager, line, number)


def altered(rules: Rules, changes: Sequence[Change]) -> Rules:
    """The rules with these changes made, one after the other."""
    for one in changes:
        known = [wager.key for wager in rules.wagers]
        if one.wager not in known:
            raise Refused(f"{brief(one.wager)} is no wager here: there are {', '.join(known)}")
        rules = structs.replace(
            rules,
            required=_replaced(rules.required, one),
            raises=_replaced(rules.raises, one),
            sides=_replaced(rules.sides, one),
        )
    return rules


def _replaced(wagers: tuple[W, ...], one: Change) -> tuple[W, ...]:
    return tuple(
        structs.replace(wager, pays=_paying(wager.pays, one)) if wager.key == one.wager else wager
        for wager in wagers
    )


def _paying(pays: Payoff, one: Change) -> Payoff:
    lines = pays.lines()
    names = [line.slug for line in lines]
    if pays.wheel:
        raise Refused(f"{one.wager} is paid by a wheel: change the wheel of the submission instead")
    if not names:
        raise Refused(f"{one.wager} is decided against the dealer, and has no table to change")
    if one.line not in names:
        raise Refused(f"{brief(one.line)} is no line of {one.wager}: it has {', '.join(names)}")
    line = lines[names.index(one.line)]
    if not line.changeable:
        raise Refused(
            f"{line.name} of {one.wager} is paid from a meter: change the meters of the submission "
            "instead"
        )
    if line.most is not None and one.odds > line.most:
        raise Refused(
            f"{one.wager} never pays more than {line.most} to 1: a line of it is 1, 0 or -1"
        )
    if line.for_one and one.odds < 0:
        raise Refused(
            f"{one.line} of {one.wager} is a prize of so many for one: 0 pays nothing, "
            "1 gives the stake back"
        )
    return pays.with_odds([one.odds if x is line else x.odds or 0 for x in lines])
