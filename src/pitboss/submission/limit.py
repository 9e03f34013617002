"""The payout limit: the most that one position can win in a round over the wagers in scope.

The rulebook's limit is the greater of a fixed sum and what those wagers could win with every
wager at its minimum and every raise at its largest multiple (`pitboss.submission.most`). An
operator may file a lower one.
"""

from math import gcd
from typing import Final

from pitboss.submission.canonical import canonical
from pitboss.submission.most import Most, most_winnings
from pitboss.submission.rules import Rules

MOST_KNOWN: Final = 256
"""Searches that are remembered, so that a stream of new submissions does not fill the memory."""
_known: dict[bytes, Most] = {}
"""By all that a search depends on: tables that differ elsewhere share it."""


def payout_limit(rules: Rules) -> int | None:
    """Return the limit in force at this table, in cents; none where no rule limits winnings."""
    if not rules.limit.scope:
        return None
    filed = rules.table.payout_limit
    return book_limit(rules) if filed is None else filed


def book_limit(rules: Rules) -> int:
    """Return the limit that the rulebook sets, in cents: the highest that may be filed."""
    return max(rules.limit.least, most_at_minimums(rules).winnings)


def most_at_minimums(rules: Rules) -> Most:
    """Return the most, in cents, that the wagers in scope can win with every one at its minimum."""
    stakes = least_stakes(rules)
    unit = gcd(*stakes.values()) or 1
    shares = {key: cents // unit for key, cents in stakes.items()}
    pays = [(wager.key, wager.pays) for wager in rules.wagers if wager.key in rules.limit.scope]
    required = [(wager.key, wager.pays) for wager in rules.required]
    parts = (
        shares,
        tuple(pays),
        tuple(required),
        rules.hands,
        rules.places,
        rules.hole,
        rules.deck,
    )
    key = canonical(parts)
    if key not in _known:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[key] = most_winnings(rules, shares)
    most = _known[key]
    return most._replace(winnings=most.winnings * unit)


def least_stakes(rules: Rules) -> dict[str, int]:
    """Return the stakes of the wagers in scope, in cents: minimums, and raises at their most."""
    stakes = {wager.key: rules.table.minimum for wager in rules.required}
    for street in rules.streets:
        if street.multiples:
            most = street.most * rules.table.minimum
            stakes[street.wager] = max(stakes.get(street.wager, 0), most)
    stakes |= {side.key: side.minimum for side in rules.sides}
    return {key: stakes[key] for key in rules.limit.scope if key in stakes}
