"""What each wager pays: a hand is dealt, the trainee says the sums, settlement knows them."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from pitboss.games.words import FOLD, Required, Side
from pitboss.school.chance import Chance
from pitboss.school.deals import SLANTS, dealt, looked_at
from pitboss.school.kinds import Kind
from pitboss.school.payment import collected, payment
from pitboss.school.players import least, wagers
from pitboss.school.questions import Question, Subject
from pitboss.school.syllabus import Syllabus

TRIES: Final = 40
"""Rounds that are looked at for one worth asking about."""


def paying_kinds(syllabus: Syllabus) -> Iterator[Kind]:
    """Each wager by itself, a folded hand, a whole seat."""
    rules = syllabus.rules
    for wager in rules.wagers:
        rare = 3 if collected(syllabus, wager.key) else 2
        level = 1 if isinstance(wager, Required) else rare
        make = partial(_one, wager.key)
        yield Kind(f"pays: {wager.key}", Subject.PAYING, level, make)
    if any(FOLD in street.choices.values() for street in rules.streets):
        yield Kind("pays: a fold", Subject.PAYING, 2, _folded)
    yield Kind("pays: a seat", Subject.PAYING, 3, _seat)


def _one(key: str, syllabus: Syllabus, chance: Chance) -> Question:
    """One wager of one seat; in most questions it wins."""
    rules = syllabus.rules
    wager = next(one for one in rules.wagers if one.key == key)
    seat, wins = 1 + chance.below(syllabus.seats), not chance.one_in(4)
    found = None
    for _ in range(TRIES):
        placed = wagers(rules, chance)
        if isinstance(wager, Side):
            placed[key] = least(rules, wager)
        slant = chance.pick(SLANTS)
        top = looked_at(rules, wager.pays)
        found = dealt(syllabus, chance, slant, top=top, seat=seat, placed=placed, boldly=True)
        if (found.result.seats[seat].wagers[key].outcome == "win") is wins:
            break
    if found is None:
        raise AssertionError("a round was dealt")
    return payment(syllabus, found, seat, [key])


def _folded(syllabus: Syllabus, chance: Chance) -> Question:
    """Every wager of a seat that folded, with every side wager on it."""
    seat = 1 + chance.below(syllabus.seats)
    placed = wagers(syllabus.rules, chance)
    placed |= {side.key: least(syllabus.rules, side) for side in syllabus.rules.sides}
    found = dealt(syllabus, chance, chance.pick(SLANTS), seat=seat, placed=placed, folds=True)
    return payment(syllabus, found, seat, list(found.result.seats[seat].wagers))


def _seat(syllabus: Syllabus, chance: Chance) -> Question:
    """Every wager of a seat, of which some win."""
    rules, seat = syllabus.rules, 1 + chance.below(syllabus.seats)
    found = None
    for _ in range(TRIES):
        placed = wagers(rules, chance)
        top = looked_at(rules, chance.pick(rules.wagers).pays)
        found = dealt(syllabus, chance, chance.pick(SLANTS), top=top, seat=seat, placed=placed)
        if any(x.outcome == "win" for x in found.result.seats[seat].wagers.values()):
            break
    if found is None:
        raise AssertionError("a round was dealt")
    return payment(syllabus, found, seat, list(found.result.seats[seat].wagers))
