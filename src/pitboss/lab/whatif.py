"""What if a line paid otherwise: the same rules with the odds of some lines changed.

A change is written ``WAGER.HAND=ODDS``: ``across.royal-flush=400``. Odds are whole numbers to one,
a push is 0, a loss −1. For a prize that is so many times the stake the number is "for one": 0
pays nothing, 1 gives the stake back.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeVar, assert_never

from msgspec import structs

from pitboss.games.payoffs import AllOf, ByTable, EvenMoney, HoleCards, Showdown
from pitboss.games.paytables import LOSS, CardsLine, ForOne, Line, PrizeLine, Table, slug
from pitboss.lab.bounds import MOST_ODDS
from pitboss.refusal import Refused, brief
from pitboss.submission.rules import (
    MeterPrizes,
    PaidBy,
    RaiseWager,
    RequiredWager,
    Rules,
    SideWager,
    WheelSpin,
)

EVEN = 1
ALL_WIN = "all-win"
"""The only line of a wager that wins when some others all do."""

W = TypeVar("W", RequiredWager, RaiseWager, SideWager)
L = TypeVar("L", Line, CardsLine, PrizeLine)


class Change(NamedTuple):
    """A line of a wager, and what it pays."""

    wager: str
    line: str
    odds: int


def change(text: str) -> Change:
    """Read one."""
    found = re.fullmatch(r"([^.=]+)\.([^=.]+)=(.*)", text.strip())
    if not found:
        raise Refused(
            f"{brief(text)} is not a change of pay: write WAGER.HAND=ODDS, such as "
            "across.royal-flush=400"
        )
    wager, line, odds = found.groups()
    if not re.fullmatch(r"[-−]?[0-9]{1,40}", odds):
        raise Refused(f"{brief(odds)} are not odds: a whole number to one, 0 a push, -1 a loss")
    number = int(odds.replace("−", "-"))
    if not LOSS <= number <= MOST_ODDS:
        raise Refused(f"odds of {number:,} are out of range: -1 (a loss) to {MOST_ODDS:,}")
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


def _paying(pays: PaidBy, one: Change) -> PaidBy:
    match pays:
        case ByTable():
            return structs.replace(pays, table=_table(pays.table, one, odds=one.odds))
        case HoleCards():
            return structs.replace(pays, table=_table(pays.table, one, odds=one.odds))
        case EvenMoney():
            table = _table(pays.table, one, odds=one.odds)
            if one.odds > EVEN:
                raise Refused(
                    f"{one.wager} never pays more than {EVEN} to 1: a line of it is 1, 0 or -1"
                )
            return structs.replace(pays, table=table)
        case AllOf():
            if one.line != ALL_WIN:
                raise Refused(_unknown(one, [ALL_WIN]))
            return structs.replace(pays, odds=one.odds)
        case MeterPrizes():
            line = next((x for x in pays.prizes.lines if slug(x.name) == one.line), None)
            if line and not isinstance(line.prize, ForOne):
                raise Refused(
                    f"{line.name} of {one.wager} is paid from a meter: change the meters of the "
                    "submission instead"
                )
            prizes = _table(pays.prizes, one, prize=ForOne(one.odds))
            if one.odds < 0:
                raise Refused(
                    f"{one.line} of {one.wager} is a prize of so many for one: 0 pays nothing, "
                    "1 gives the stake back"
                )
            return structs.replace(pays, prizes=prizes)
        case WheelSpin():
            raise Refused(
                f"{one.wager} is paid by a wheel: change the wheel of the submission instead"
            )
        case Showdown():
            raise Refused(f"{one.wager} is decided against the dealer, and has no table to change")
        case _ as other:
            assert_never(other)


def _table(table: Table[L], one: Change, **new: object) -> Table[L]:
    """A table with one line changed."""
    names = [slug(line.name) for line in table.lines]
    if one.line not in names:
        raise Refused(_unknown(one, names))
    return structs.replace(
        table,
        lines=tuple(
            structs.replace(line, **new) if slug(line.name) == one.line else line
            for line in table.lines
        ),
    )


def _unknown(one: Change, names: Sequence[str]) -> str:
    return f"{brief(one.line)} is no line of {one.wager}: it has {', '.join(names)}"
