"""What the hand or the spin of one seat brings to others: envy and community pay."""

from collections.abc import Iterator
from typing import Final

from pitboss.games.words import Side
from pitboss.school.chance import Chance
from pitboss.school.deals import Dealt, Slant, dealt, looked_at, shown
from pitboss.school.kinds import Kind
from pitboss.school.players import least, wagers
from pitboss.school.questions import Figure, Figures, Question, Subject
from pitboss.school.syllabus import Syllabus
from pitboss.settle import Gift

TRIES: Final = 400


def gift_kinds(syllabus: Syllabus) -> Iterator[Kind]:
    """One, where the game knows gifts and somebody else sits there to get them."""
    if syllabus.seats > 1 and giver(syllabus) is not None:
        yield Kind("pays: others", Subject.PAYING, 3, _gift)


def giver(syllabus: Syllabus) -> Side | None:
    """The side wager that brings something to others."""
    for side in syllabus.rules.sides:
        envy, wheel = side.pays.envy, side.pays.wheel
        if (envy and envy.lines) or any(stop.community for stop in wheel):
            return side
    return None


def _gift(syllabus: Syllabus, chance: Chance) -> Question:
    """Somebody's hand or spin, and what it brings to one of the others."""
    rules, side = syllabus.rules, giver(syllabus)
    if side is None:
        raise AssertionError("this game knows no gifts")
    top = looked_at(rules, side.pays)
    for _ in range(TRIES):
        seat = 1 + chance.below(syllabus.seats)
        placed = wagers(rules, chance) | {side.key: least(rules, side)}
        slant: Slant = "suited run" if top else "pairs"
        found = dealt(syllabus, chance, slant, top=top, seat=seat, placed=placed, boldly=True)
        mine = [gift for gift in found.result.gifts if gift.by == seat]
        if mine:
            return _asked(syllabus, side, found, chance.pick(mine))
    raise AssertionError("no round brought anything to others")


def _asked(syllabus: Syllabus, side: Side, found: Dealt, gift: Gift) -> Question:
    from_all = [one for one in found.result.gifts if one.to == gift.to and one.by == gift.by]
    cents = sum(one.cents for one in from_all)
    own = found.round.seats[gift.by]
    spun = f" spins {own.spin}" if own.spin else " shows its hand"
    return Question(
        kind="",
        subject=Subject.PAYING,
        level=3,
        prompt=(
            f"Seat {gift.by}{spun}. Seat {gift.to} has a live {side.label} wager. What do you pay "
            f"to seat {gift.to} for it?"
        ),
        answer=Figures((Figure(f"{gift.why}, seat {gift.to}", cents),), "Type the sum."),
        why=f"It is {gift.why}: once for each hand or spin that earns it.",
        clauses=tuple(filter(None, (syllabus.rules.cite(_clause(side, own.spin)),))),
        view=shown(syllabus, found, gift.by),
        seat=gift.to,
    )


def _clause(side: Side, spin: str | None) -> str | None:
    """The clause of the table that says what others get."""
    if envy := side.pays.envy:
        return envy.clause
    return next((stop.clause for stop in side.pays.wheel if stop.name == spin), None)
