"""What each decision now open is worth: at any point of any game."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from pitboss.cards import DECK, Card, show
from pitboss.games.patterns import holding
from pitboss.lab import generic
from pitboss.lab.compiling import compiled
from pitboss.lab.cross.shape import Lines, lines_of
from pitboss.lab.main import solve_main
from pitboss.lab.showdown.shape import Against, against_of
from pitboss.lab.stud.shape import growing_of
from pitboss.lab.suits import keeping
from pitboss.lab.work import Told, untold
from pitboss.refusal import Refused, brief
from pitboss.round import Course, choices, follow, shown
from pitboss.submission.rules import Rules, positions


class Advice(Struct, frozen=True):
    """The exact value of each decision, and the best; of equal ones the one that stakes less.

    Values are the expected net result of the whole main game, all that is staked counted, in units
    of one required wager.
    """

    decisions: dict[str, Fraction]
    best: str


def advise(
    rules: Rules,
    hole: Sequence[Card],
    table: Mapping[str, Sequence[Card]] | None = None,
    decisions: Sequence[str] = (),
    *,
    told: Told = untold,
    cache: bool = True,
) -> Advice:
    """Advice for a player with these cards, who sees these on the table and decided so before."""
    asked = question(rules, hole, table or {}, decisions)
    values = _values(rules, asked.turned, asked.raised, told, cache)
    return Advice(values, max(values, key=lambda name: (values[name], -asked.stakes[name])))


class Question(NamedTuple):
    """What is to be decided: the cards seen first and after each street, the raises so far."""

    turned: list[list[Card]]
    raised: list[int]
    stakes: dict[str, int]
    """Of each decision that is open."""


def question(
    rules: Rules,
    hole: Sequence[Card],
    table: Mapping[str, Sequence[Card]],
    decisions: Sequence[str],
) -> Question:
    """What these cards and decisions ask; refused if they do not fit each other."""
    units = {wager.key: 1 for wager in rules.required}
    for street, decision in zip(rules.streets, decisions, strict=False):
        # Amounts between, where a table takes them, have no name to give here.
        if decision not in street.asks:
            raise Refused(
                f"{brief(decision)} is not a decision on {street.label}, which takes "
                f"{', '.join(street.asks)}{'; advice knows no other' if street.any_amount else ''}",
                rules.cite(street.clause),
            )
    course = follow(rules, units, decisions, whole=False)
    if course.folded:
        raise Refused("the hand was folded: there is nothing left to decide")
    open_now = choices(rules, units, course)
    if not open_now:
        raise Refused("every decision is taken: there is nothing left to decide")
    return Question(
        turned=_turned(rules, hole, table, course),
        raised=[course.raises.get(x.wager, 0) for x in rules.streets[: course.taken]],
        stakes={choice.decision: choice.stake for choice in open_now},
    )


def _values(
    rules: Rules, turned: list[list[Card]], raised: list[int], told: Told, cache: bool
) -> dict[str, Fraction]:
    """By the shape that fits; ``turned`` has the cards seen first, then those of each street."""
    hole, *streets = turned
    if lines := lines_of(rules):
        return _cross(rules, lines, turned, raised, told)
    if growing := growing_of(rules):
        from pitboss.lab.stud.advice import decisions as stud

        third = streets[0][0] if streets else None
        return stud(rules, growing, hole, third, sum(raised))
    if (against := against_of(rules)) and streets:
        return _showdown(rules, against, turned, raised, told)
    if against:
        # The first decision meets every board: the whole solution has it.
        return solve_main(rules, told=told, cache=cache).starts[holding(*hole)].values
    return _generic(rules, turned, raised)


def _cross(
    rules: Rules, lines: Lines, turned: list[list[Card]], raised: list[int], told: Told
) -> dict[str, Fraction]:
    with compiled("cross", told):
        from pitboss.lab.cross.advice import decisions
    return decisions(rules, lines, turned[0], turned[1:], raised)


def _showdown(
    rules: Rules, against: Against, turned: list[list[Card]], raised: list[int], told: Told
) -> dict[str, Fraction]:
    with compiled("showdown", told):
        from pitboss.lab.showdown.advice import decisions
    return decisions(rules, against, turned[0], [*chain(*turned[1:])], raised)


def _generic(rules: Rules, turned: list[list[Card]], raised: list[int]) -> dict[str, Fraction]:
    tree = generic.Tree(rules)
    generic.check_deals_after(tree, sum(map(len, turned)), len(raised))
    where = positions(rules.places, rules.hole)
    order = [at for name in shown(rules, len(raised)) for at in where[name]]
    held = dict(zip(order, chain(*turned), strict=True))
    seen = tuple(
        tuple(sorted(held[at] for at in group))
        for step in tree.steps[: len(raised) + 1]
        for group in step
    )
    prior = tuple(raised)
    found = tree.prospects(len(raised), seen, keeping(tree.changes, *seen), [prior])[prior]
    deals = tree.deals(len(held), len(raised))
    return {name: Fraction(prospect.net, deals) for name, prospect in found.items()}


def _turned(
    rules: Rules, hole: Sequence[Card], table: Mapping[str, Sequence[Card]], course: Course
) -> list[list[Card]]:
    """The cards seen at the start and after each decision; refused if they do not fit."""
    seen = shown(rules, course.taken)
    own = [name for name in rules.hole if name in seen]
    if len(hole) != len(own):
        raise Refused(
            f"at this decision a player has seen {len(own)} cards of the hand, not {len(hole)}"
        )
    sizes = {place.name: place.cards for place in rules.places}
    for name, cards in table.items():
        if name not in sizes:
            raise Refused(f"there is no place {name!r} on this table: it has {', '.join(sizes)}")
        if cards and name not in seen:
            raise Refused(_too_early(rules, name, course))
    held = {name: [c] for name, c in zip(own, hole, strict=True)}
    for name in seen:
        if name in sizes:
            held[name] = list(table.get(name, ()))
            if len(held[name]) != sizes[name]:
                need = "a card" if sizes[name] == 1 else f"{sizes[name]} cards"
                raise Refused(
                    f"{name} shows {need} at this decision: {len(held[name]) or 'none'} given"
                )
    _check_distinct([c for name in seen for c in held[name]])
    steps = [shown(rules, taken) for taken in range(course.taken + 1)]
    before: set[str] = set()
    turned = []
    for names in steps:
        turned.append([c for name in names if name not in before for c in held[name]])
        before.update(names)
    return turned


def _too_early(rules: Rules, name: str, course: Course) -> str:
    for street in rules.streets[course.taken :]:
        if name in street.reveal:
            return (
                f"{name} is turned only after the decision on {street.label}: "
                f"{course.taken or 'no'} decision{'s' if course.taken > 1 else ''} given"
            )
    return f"{name} is never shown before a decision"


def _check_distinct(cards: Sequence[Card]) -> None:
    for at, c in enumerate(cards):
        if c in cards[:at]:
            raise Refused(f"{show([c])} appears twice")
        if c not in DECK:
            raise Refused(f"{c!r} is not a card")
