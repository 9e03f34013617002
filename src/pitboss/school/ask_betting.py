"""Which wagers are taken: chips are put on spots, and the table says whether they may lie there."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from pitboss.money import dollars
from pitboss.papers.words import listed
from pitboss.refusal import Refused
from pitboss.school.ask_order import reached
from pitboss.school.chance import Chance
from pitboss.school.kinds import Kind, listed_in_order, seen
from pitboss.school.players import least
from pitboss.school.questions import Question, Subject
from pitboss.school.syllabus import Syllabus
from pitboss.table import Phase
from pitboss.table import commands as c

TAKE: Final = "It is taken."
REFUSE: Final = "It is refused."
MORE: Final = 5
"""Multiples of the minimum that are still a small wager."""


def betting_kinds(syllabus: Syllabus) -> Iterator[Kind]:
    """Too little, too much, no chip for it, unequal, too late; and wagers in order."""
    rules = syllabus.rules
    yield _kind("in order", 1)
    yield _kind("too little", 1)
    yield _kind("too much", 1)
    if len(rules.required) > 1:
        yield _kind("unequal", 2)
    if rules.table.minimum % rules.table.chip or rules.table.chip > 1:
        yield _kind("no such chip", 2)
    for side in rules.sides:
        yield _kind(f"side {side.key}", 2)
    if rules.sides:
        yield _kind("side alone", 2)
    yield _kind("too late", 2)


def _kind(what: str, level: int) -> Kind:
    return Kind(f"bets: {what}", Subject.BETTING, level, partial(_bet, what))


def _bet(what: str, syllabus: Syllabus, chance: Chance) -> Question:
    day = reached(syllabus, chance, "NoMoreBets")
    late = what == "too late"
    if late:
        day.until(lambda now: _playing(now.table.state.round))
    seat = 1 + chance.below(syllabus.seats)
    placed = placing(what, syllabus, chance)
    player = day.table.player(day.table.state.seats[seat])
    try:
        # Whatever lies there already is another matter: the same wagers alone are judged.
        if not late and seat in (day.table.state.round.wagers if day.table.state.round else {}):
            player.take_back(seat)
        player.verify(c.PlaceWagers(seat, placed))
        right, why, clause = TAKE, "Every wager is within its limits.", _limits(syllabus)
    except Refused as refused:
        right, why, clause = REFUSE, syllabus.plain(refused.sentence), refused.clause or ""
    when = "After “no more bets”, seat" if late else "Bets are open. Seat"
    return Question(
        kind="",
        subject=Subject.BETTING,
        level=1,
        prompt=f"{when} {seat} puts down {_words(syllabus, placed)}. What is done with it?",
        answer=listed_in_order(right, (TAKE, REFUSE)),
        why=why,
        clauses=tuple(filter(None, (clause,))),
        view=seen(day),
        seat=seat,
    )


def _playing(now: object) -> bool:
    return getattr(now, "phase", None) is Phase.PLAYING


def _limits(syllabus: Syllabus) -> str:
    return syllabus.rules.cite(syllabus.rules.table_procedures.betting) or ""


def placing(what: str, syllabus: Syllabus, chance: Chance) -> dict[str, int]:
    """Wagers that are wrong, or right, in one way."""
    rules, limits = syllabus.rules, syllabus.rules.table
    unit, chip = limits.minimum * (1 + chance.below(MORE)), limits.chip
    unit = min(unit, limits.maximum)
    if what == "too little":
        unit = limits.minimum - chip * (1 + chance.below(max(1, limits.minimum // chip - 1)))
        unit = max(unit, chip)
    elif what == "too much":
        unit = limits.maximum + chip * (1 + chance.below(MORE))
    elif what == "no such chip":
        unit = limits.minimum * 2 + max(1, chip // 2)
    placed = {wager.key: unit for wager in rules.required}
    if what == "unequal":
        placed[rules.required[-1].key] += limits.minimum
    if what == "side alone":
        side = chance.pick(rules.sides)
        return {side.key: least(rules, side)}
    if what.startswith("side "):
        side = next(one for one in rules.sides if f"side {one.key}" == what)
        placed[side.key] = chance.pick(
            (least(rules, side), side.maximum, side.maximum + chip, side.maximum + 5 * chip)
        )
    return placed


def _words(syllabus: Syllabus, placed: Mapping[str, int]) -> str:
    return listed(f"{dollars(cents)} on {syllabus.labels[key]}" for key, cents in placed.items())
