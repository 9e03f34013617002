"""What each decision now open is worth: at any point of any game."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from pitboss.cards import DECK, JOKER, Card, show
from pitboss.lab.generic.limits import check_deals_after, count_deals_after
from pitboss.lab.main import solve_main
from pitboss.lab.shapes import shape_of
from pitboss.lab.steps import steps
from pitboss.lab.work import Told, untold
from pitboss.refusal import Refused, brief
from pitboss.round import NOT_SEEN, Course, choices, follow, seen, shown
from pitboss.submission.rules import Rules, positions

if TYPE_CHECKING:
    from pitboss.lab.generic.play import Game


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
    return _best(asked, values)


def _best(asked: "Question", values: dict[str, Fraction]) -> Advice:
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
        if decision not in street.choices:
            known = "; advice knows no other" if street.any_amount else ""
            raise Refused(
                f"{brief(decision)} is not a decision on {street.label}, which takes "
                f"{', '.join(street.choices)}{known}",
                rules.cite(street.clause),
            )
    course = follow(rules, units, decisions, whole=False)
    if course.folded:
        raise Refused("the hand was folded: there is nothing left to decide")
    if not choices(rules, units, course):
        raise Refused("every decision is taken: there is nothing left to decide")
    held = _held(rules, hole, table, course)
    size = sum(place.cards for place in rules.places) + len(rules.hole)
    cards = [held.get(at, NOT_SEEN) for at in range(size)]
    follow(rules, units, decisions, whole=False, cards=cards)
    open_now = choices(rules, units, course, cards)
    return Question(
        turned=_turned(rules, held, course),
        raised=_staked(rules, course),
        stakes={choice.decision: choice.stake - choice.returns for choice in open_now},
    )


def _staked(rules: Rules, course: Course) -> list[int]:
    """What each street so far staked; −1 where a wager was taken down."""
    left = dict(course.raises)
    return [
        -1 if street.wager in course.down else left.pop(street.wager, 0)
        for street in rules.streets[: course.taken]
    ]


def _values(
    rules: Rules, turned: list[list[Card]], raised: list[int], told: Told, cache: bool
) -> dict[str, Fraction]:
    """By the shape that fits; ``turned`` has the cards seen first, then those of each street."""
    shape = shape_of(rules)
    if shape is None:
        return _generic(rules, turned, raised, told)
    main = partial(solve_main, rules, told=told, cache=cache)
    return dict(shape.advise(turned, raised, main, told))


def _generic(
    rules: Rules, turned: list[list[Card]], raised: list[int], told: Told
) -> dict[str, Fraction]:
    check_deals_after(rules, len(raised))
    from pitboss.lab.generic.plan import Plan  # brings arrays with it
    from pitboss.lab.generic.solver import values_of

    return values_of(Plan(rules), _grouped(rules, turned), tuple(raised), told)


def _grouped(rules: Rules, turned: list[list[Card]]) -> tuple[tuple[Card, ...], ...]:
    """The cards seen so far in the groups that the generic solver has."""
    held = dict(zip(seen(rules, len(turned) - 1), chain(*turned), strict=True))
    return tuple(
        tuple(sorted(held[at] for at in group))
        for step in steps(rules)[: len(turned)]
        for group in step
    )


MOST_AT_TABLE: Final = 20_000_000
"""Deals after a decision that players at a table wait for: some seconds."""


def is_quick(rules: Rules, decisions: Sequence[str]) -> bool:
    """Whether exact advice after these decisions comes soon enough for play."""
    if shape_of(rules):
        return True
    units = {wager.key: 1 for wager in rules.required}
    taken = follow(rules, units, decisions, whole=False).taken
    return count_deals_after(rules, taken) <= MOST_AT_TABLE


def advise_roughly(
    rules: Rules,
    hole: Sequence[Card],
    table: Mapping[str, Sequence[Card]],
    decisions: Sequence[str],
    *,
    seed: str,
) -> Advice:
    """Advice by samples of deals, for games of no fast shape; the same for the same seed."""
    from pitboss.lab.generic.sampled import sampled_values  # brings arrays with it

    asked = question(rules, hole, table, decisions)
    values = sampled_values(_game(rules), _grouped(rules, asked.turned), tuple(asked.raised), seed)
    return _best(asked, values)


_games: dict[str, "Game"] = {}


def _game(rules: Rules) -> "Game":
    """What samples of a game are made from: its tables take a moment."""
    from pitboss.lab.generic.plan import Plan
    from pitboss.lab.generic.play import Game

    if rules.hash not in _games:
        _games.clear()
        _games[rules.hash] = Game(Plan(rules))
    return _games[rules.hash]


def _held(
    rules: Rules, hole: Sequence[Card], table: Mapping[str, Sequence[Card]], course: Course
) -> dict[int, Card]:
    """The cards seen, by position; refused if they do not fit."""
    names = shown(rules, course.taken)
    own = [name for name in rules.hole if name in names]
    if len(hole) != len(own):
        raise Refused(
            f"at this decision a player has seen {len(own)} cards of the hand, not {len(hole)}"
        )
    places = [place.name for place in rules.places]
    for name, cards in table.items():
        if name not in places:
            raise Refused(f"there is no place {name!r} on this table: it has {', '.join(places)}")
        if cards and name not in names:
            raise Refused(_too_early(rules, name, course))
    where, order = positions(rules.places, rules.hole), seen(rules, course.taken)
    held = {where[name][0]: c for name, c in zip(own, hole, strict=True)}
    for name in places:
        up = [at for at in where[name] if at in order]
        given = list(table.get(name, ()))
        if len(given) != len(up):
            need = "a card" if len(up) == 1 else f"{len(up)} cards"
            raise Refused(f"{name} shows {need} at this decision: {len(given) or 'none'} given")
        held |= dict(zip(up, given, strict=True))
    _check_distinct(rules, [held[at] for at in order])
    return held


def _turned(rules: Rules, held: Mapping[int, Card], course: Course) -> list[list[Card]]:
    """The cards seen at the start and after each decision."""
    order = seen(rules, course.taken)
    turned: list[list[Card]] = []
    before = 0
    for taken in range(course.taken + 1):
        after = len(seen(rules, taken))
        turned.append([held[at] for at in order[before:after]])
        before = after
    return turned


def _too_early(rules: Rules, name: str, course: Course) -> str:
    for street in rules.streets[course.taken :]:
        if name in street.reveal:
            return (
                f"{name} is turned only after the decision on {street.label}: "
                f"{course.taken or 'no'} decision{'s' if course.taken > 1 else ''} given"
            )
    return f"{name} is never shown before a decision"


def _check_distinct(rules: Rules, cards: Sequence[Card]) -> None:
    for c in cards:
        if c not in (DECK if rules.deck.is_standard else (*DECK, JOKER)):
            raise Refused(f"{c!r} is not a card")
        if c not in rules.deck.every:
            raise Refused(f"{show([c])} is not in the deck of {rules.game}")
    if (extra := rules.deck.excess(cards)) is not None:
        often = "twice" if rules.deck.cards.count(extra) == 1 else "too often"
        raise Refused(f"{show([extra])} appears {often}")
