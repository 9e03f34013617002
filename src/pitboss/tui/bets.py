"""Chips on spots before the deal: which chips there are, and what may lie where."""

from collections.abc import Mapping
from typing import Final

from pitboss.games.words import Side
from pitboss.money import dollars
from pitboss.papers.words import listed
from pitboss.submission.rules import Rules

STEPS: Final = (1, 5, 25, 100, 500)
"""The chips of a table, in multiples of the smallest."""

Bets = dict[str, int]


def chips(rules: Rules) -> tuple[int, ...]:
    """The chips that one bets with, in cents."""
    smallest = rules.table.chip
    return tuple(smallest * step for step in STEPS if smallest * step <= rules.table.maximum)


def first_chip(rules: Rules) -> int:
    """The largest chip that the table minimum holds."""
    return max((c for c in chips(rules) if c <= rules.table.minimum), default=rules.table.chip)


def first_bets(rules: Rules) -> Bets:
    """Every required wager at the table minimum."""
    return {wager.key: rules.table.minimum for wager in rules.required}


def spots(rules: Rules) -> tuple[str, ...]:
    """The spots that take chips before the deal."""
    return (*(wager.key for wager in rules.required), *(side.key for side in rules.sides))


def changed(rules: Rules, bets: Mapping[str, int], key: str, by: int) -> tuple[Bets, str]:
    """The bets with a chip more or fewer on a spot, and what is to be said about it."""
    side = next((side for side in rules.sides if side.key == key), None)
    if side:
        return _side(bets, side, by)
    low, high = rules.table.minimum, rules.table.maximum
    now = bets.get(key, 0) + by
    kept = min(max(now, low), high)
    made = {wager.key: kept for wager in rules.required}
    names = listed(wager.label for wager in rules.required)
    each = " each" if len(rules.required) > 1 else ""
    note = "" if kept == now else f"{names} take {dollars(low)} to {dollars(high)}{each}."
    return {**bets, **made}, note if each else note.replace(" take ", " takes ")


def _side(bets: Mapping[str, int], side: Side, by: int) -> tuple[Bets, str]:
    was = bets.get(side.key, 0)
    now = was + by
    others = {key: cents for key, cents in bets.items() if key != side.key}
    if by < 0 and now < side.minimum:
        return others, ""
    kept = min(max(now, side.minimum), side.maximum)
    note = ""
    if now > side.maximum:
        low, high = dollars(side.minimum), dollars(side.maximum)
        note = f"{side.label} takes {low if low == high else f'{low} to {high}'}."
    return {**others, side.key: kept}, "" if not was else note
