"""The payout limit: the largest wagers on the best hands, where it really cuts what they win."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from pitboss.school.chance import Chance
from pitboss.school.deals import Slant, dealt, looked_at
from pitboss.school.kinds import Kind
from pitboss.school.payment import payment
from pitboss.school.questions import Question, Subject
from pitboss.school.syllabus import Syllabus
from pitboss.submission.limit import book_limit, payout_limit
from pitboss.submission.rules import Rules

BEST: Final[tuple[Slant, ...]] = ("suited run", "top rank")
"""Cards that win the most: in hands, and held by themselves."""
TRIES: Final = 400
"""Rounds that are looked at for one in which it cuts."""


def limit_kinds(syllabus: Syllabus) -> Iterator[Kind]:
    """One, where a wager that this table takes can win more than the limit."""
    if limit_bites(syllabus.rules):
        yield Kind("pays: the limit", Subject.PAYING, 3, _limit)


def limit_bites(rules: Rules) -> bool:
    """Whether it can cut anything: the main wagers at their most, or a side wager by itself.

    The most at the table maximum is found as the limit itself is, which takes the minimum.
    """
    limit = payout_limit(rules)
    if limit is None:
        return False
    dearest = replace(
        rules,
        limit=replace(rules.limit, least=0),
        table=replace(rules.table, minimum=rules.table.maximum),
        sides=(),
    )
    sides = [int(s.maximum * s.pays.top_odds) for s in rules.sides if s.key in rules.limit.scope]
    return max(book_limit(dearest), *sides, 0) > limit


def _limit(syllabus: Syllabus, chance: Chance) -> Question:
    """Every wager in scope, of a seat that wagered all it may."""
    rules, seat = syllabus.rules, 1 + chance.below(syllabus.seats)
    scope = [wager for wager in rules.wagers if wager.key in rules.limit.scope]
    placed = dict.fromkeys((wager.key for wager in rules.required), rules.table.maximum)
    placed |= {s.key: s.maximum for s in rules.sides if s.key in rules.limit.scope}
    found = None
    for _ in range(TRIES):
        top = looked_at(rules, chance.pick(scope).pays)
        slant = chance.pick(BEST)
        found = dealt(syllabus, chance, slant, top=top, seat=seat, placed=placed, boldly=True)
        if any(x.uncapped is not None for x in found.result.seats[seat].wagers.values()):
            break
    if found is None:
        raise AssertionError("a round was dealt")
    keys = [key for key in rules.limit.scope if key in found.result.seats[seat].wagers]
    return payment(syllabus, found, seat, keys)
