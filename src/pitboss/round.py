"""A round as a player meets it: which decisions are open, what each stakes, what is shown next.

Settlement, advice, the live table, the page and the environments all ask here.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from pitboss.games.words import FOLD
from pitboss.refusal import Refused, brief
from pitboss.submission.rules import OpenStreet, Rules

Decision = str | int
"""A decision by name, or whole cents where any amount may be staked."""


class Choice(Struct, frozen=True):
    """A decision that is open, and what it stakes in cents; a fold gives up what was staked."""

    decision: str
    stake: int
    folds: bool
    loses: int = 0


class Course(NamedTuple):
    """How far a player came: the raises made, whether folded, how many decisions were taken."""

    raises: dict[str, int]
    folded: bool
    taken: int


def street(rules: Rules, taken: int) -> OpenStreet | None:
    """The street that is open after so many decisions, if one is."""
    return rules.streets[taken] if taken < len(rules.streets) else None


def choices(rules: Rules, wagers: Mapping[str, int], course: Course) -> tuple[Choice, ...]:
    """The decisions now open to a player; none after a fold or the last street."""
    now = None if course.folded else street(rules, course.taken)
    if now is None:
        return ()
    staked = sum(wagers[wager.key] for wager in rules.required) + sum(course.raises.values())
    return tuple(
        Choice(name, 0, True, staked)
        if times == FOLD
        else Choice(name, times * wagers[now.of], False)
        for name, times in now.asks.items()
    )


def shown(rules: Rules, taken: int) -> tuple[str, ...]:
    """What a player has seen after everyone took so many decisions: own cards and the table's."""
    revealed = (name for street in rules.streets[:taken] for name in street.reveal)
    return (*rules.looks, *revealed)


def follow(
    rules: Rules, wagers: Mapping[str, int], decisions: Sequence[Decision], *, whole: bool = True
) -> Course:
    """Take decisions in turn; a ``whole`` course ends with a fold or the last street."""
    raises: dict[str, int] = {}
    streets = rules.streets
    for taken, decision in enumerate(decisions):
        if taken == len(streets):
            raise Refused(f"there are {len(decisions)} decisions, but only {len(streets)} streets")
        now = streets[taken]
        times = now.asks.get(decision) if isinstance(decision, str) else None
        if times == FOLD:
            if taken + 1 < len(decisions):
                raise Refused(
                    f"there is a decision after the fold on {now.label}", rules.cite(now.clause)
                )
            return Course(raises, True, taken + 1)
        stake = (
            _any_amount(rules, now, wagers, decision) if times is None else times * wagers[now.of]
        )
        if stake:
            raises[now.wager] = stake
    if whole and len(decisions) < len(streets):
        missing = streets[len(decisions)]
        raise Refused(f"the decision on {missing.label} is missing", rules.cite(missing.clause))
    return Course(raises, False, len(decisions))


def _any_amount(
    rules: Rules, now: OpenStreet, wagers: Mapping[str, int], decision: Decision
) -> int:
    """An amount in cents, where the rules take any; otherwise the decision is refused."""
    base = wagers[now.of]
    low, high = now.least * base, now.most * base
    if now.any_amount and type(decision) is int:
        if low <= decision <= high:
            return decision
        raise Refused(
            f"the raise on {now.label} is {brief(decision)} cents, but must be {low} to {high}",
            rules.cite(now.clause),
        )
    names = ", ".join(now.asks)
    amount = f" or {low} to {high} cents" if now.any_amount else ""
    raise Refused(
        f"{brief(decision)} is not a decision on {now.label}, which takes {names}{amount}",
        rules.cite(now.clause),
    )
