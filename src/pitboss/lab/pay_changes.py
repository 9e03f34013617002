"""Changes of pay: which paytable lines can be changed, and rules with other odds on some lines.

A change is written ``WAGER.HAND=ODDS``: ``across.royal-flush=400``. Odds are whole numbers to one,
or fractions (``blind.flush=3/2``); a push is 0, a loss −1. For a prize that is a multiple of the
stake the number is "for one": 0 pays nothing, 1 gives the stake back.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct, structs
from msgspec.structs import replace

from pitboss.errors import Refused, short_repr
from pitboss.games.game_parts import Raise, Required, Side
from pitboss.games.payoffs import LOSS, Odds, Payoff
from pitboss.lab.game_structure import MAX_ODDS
from pitboss.submission.rules import Rules

EVEN_ODDS = 1

W = TypeVar("W", Required, Raise, Side)


class PayChange(NamedTuple):
    """A line of a wager, and the odds it is to pay."""

    wager: str
    line: str
    odds: Odds


def parse_pay_change(text: str) -> PayChange:
    """Parse a change written as ``WAGER.HAND=ODDS``."""
    match = re.fullmatch(r"([^.=]+)\.([^=.]+)=(.*)", text.strip())
    if not match:
        raise Refused(
            f"invalid pay change {short_repr(text)}: write WAGER.HAND=ODDS, such as "
            "across.royal-flush=400"
        )
    wager, line, odds = match.groups()
    if not re.fullmatch(r"[-−]?[0-9]{1,40}(/[1-9][0-9]{0,2})?", odds):
        raise Refused(
            f"invalid odds {short_repr(odds)}: write a whole number to one or a fraction such as "
            "3/2; 0 is a push, -1 a loss"
        )
    exact = Fraction(odds.replace("−", "-"))
    number = int(exact) if exact.denominator == 1 else exact
    if not LOSS <= number <= MAX_ODDS:
        odds_shown = f"{number:,}" if isinstance(number, int) else str(number)
        raise Refused(f"odds of {odds_shown} are out of range: -1 (a loss) to {MAX_ODDS:,}")
    return PayChange(wager, line, number)


def apply_pay_changes(rules: Rules, changes: Sequence[PayChange]) -> Rules:
    """Return the rules with these changes made, one after the other."""
    for change in changes:
        wager_keys = [wager.key for wager in rules.wagers]
        if change.wager not in wager_keys:
            raise Refused(
                f"unknown wager {short_repr(change.wager)}: choose from {', '.join(wager_keys)}"
            )
        rules = structs.replace(
            rules,
            required=_replace_wager(rules.required, change),
            raises=_replace_wager(rules.raises, change),
            sides=_replace_wager(rules.sides, change),
        )
    return rules


def _replace_wager(wagers: tuple[W, ...], change: PayChange) -> tuple[W, ...]:
    return tuple(
        structs.replace(wager, pays=_with_line_odds(wager.pays, change))
        if wager.key == change.wager
        else wager
        for wager in wagers
    )


def _with_line_odds(pays: Payoff, change: PayChange) -> Payoff:
    lines = pays.lines()
    slugs = [line.slug for line in lines]
    if pays.wheel:
        raise Refused(
            f"{change.wager} is paid by a wheel: change the wheel in the submission instead"
        )
    if not slugs:
        raise Refused(f"{change.wager} is decided against the dealer and has no paytable to change")
    if change.line not in slugs:
        raise Refused(
            f"unknown line {short_repr(change.line)} of {change.wager}: choose from "
            f"{', '.join(slugs)}"
        )
    line = lines[slugs.index(change.line)]
    if not line.changeable:
        raise Refused(
            f"{line.name} of {change.wager} is paid from a meter: change the meters in the "
            "submission instead"
        )
    if line.most is not None and change.odds > line.most:
        raise Refused(
            f"{change.wager} never pays more than {line.most} to 1: set its odds to 1, 0 or -1"
        )
    if line.for_one and change.odds < 0:
        raise Refused(
            f"{change.line} of {change.wager} is a prize quoted for one: use 0 to pay nothing, "
            "1 to return the stake"
        )
    return pays.with_odds([change.odds if x is line else x.odds or 0 for x in lines])


class ChangeableLine(Struct, frozen=True):
    """A line of a wager whose odds can be changed."""

    key: str
    """``across.royal-flush``; followed by ``=400``, it is a change."""
    label: str
    clause: str
    odds: Odds
    """To one, where 0 is a push and -1 a loss; or for one."""
    unit: Literal["to 1", "for 1"]
    pays: str
    """The odds in words."""
    least: int
    most: int


def changeable_lines(rules: Rules) -> dict[str, tuple[ChangeableLine, ...]]:
    """Return the changeable lines of each wager, in the order of the game."""
    return {
        wager.key: tuple(
            ChangeableLine(
                key=f"{wager.key}.{line.slug}",
                label=line.name,
                clause=rules.cite(line.clause) or "",
                odds=line.odds,
                unit="for 1" if line.for_one else "to 1",
                pays=line.pays,
                least=0 if line.for_one else LOSS,
                most=MAX_ODDS if line.most is None else line.most,
            )
            for line in wager.pays.lines()
            if line.changeable and line.odds is not None
        )
        for wager in rules.wagers
    }


def changeable_tables(rules: Rules) -> Iterator[list[ChangeableLine]]:
    """Yield the changeable lines of each table, the best hand first; a case is not in a table."""
    lines = changeable_lines(rules)
    for wager in rules.wagers:
        tables: dict[tuple[bool, int], list[ChangeableLine]] = {}
        pay_lines = [x for x in wager.pays.lines() if x.changeable and x.odds is not None]
        for line, pay_line in zip(lines[wager.key], pay_lines, strict=True):
            if not pay_line.is_case:
                tables.setdefault((pay_line.bonus, pay_line.table), []).append(line)
        yield from tables.values()


def pay_line_numbers(pays: Payoff) -> Payoff:
    """Return a payoff with each line paying its own number: its odds tell which line is paid."""
    numbered_pays = pays.with_odds(range(len(pays.lines())))
    return replace(numbered_pays, win=None) if pays.ranked_table else numbered_pays
