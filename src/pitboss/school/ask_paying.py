"""What each wager pays: a hand is dealt, the trainee says the sums, settlement knows them."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from pitboss.games.words import FOLD
from pitboss.money import dollars
from pitboss.papers.words import listed
from pitboss.round import follow
from pitboss.school.chance import Chance
from pitboss.school.deals import SLANTS, Dealt, dealt, said, shown
from pitboss.school.kinds import Kind
from pitboss.school.players import least, wagers
from pitboss.school.questions import Figure, Figures, Question, Subject
from pitboss.school.syllabus import Syllabus
from pitboss.settle import Seat, WagerResult
from pitboss.submission.rules import PaidBy, RequiredWager, SideWager
from pitboss.table.plan import plan

HOW: Final = "Type what you pay beside the stake; push if the wager stays, lose if you take it."
TRIES: Final = 40
"""Rounds that are looked at for one worth asking about."""


def paying_kinds(syllabus: Syllabus) -> Iterator[Kind]:
    """Each wager by itself, a folded hand, a whole seat, the payout limit, gifts to others."""
    rules = syllabus.rules
    for wager in rules.wagers:
        level = 1 if isinstance(wager, RequiredWager) else 3 if _kept(syllabus, wager.key) else 2
        make = partial(_one, wager.key)
        yield Kind(f"pays: {wager.key}", Subject.PAYING, level, make)
    if any(FOLD in street.asks.values() for street in rules.streets):
        yield Kind("pays: a fold", Subject.PAYING, 2, _folded)
    yield Kind("pays: a seat", Subject.PAYING, 3, _seat)
    yield Kind("pays: the limit", Subject.PAYING, 3, _limit)


def paid(syllabus: Syllabus, key: str, result: WagerResult) -> int | None:
    """What the dealer pays on a wager; none if it is lost.

    A chip that was collected before the deal is not there to come back: its prize is all.
    """
    if result.outcome == "lose":
        return None
    return result.credit - (0 if _kept(syllabus, key) else result.stake)


def _kept(syllabus: Syllabus, key: str) -> bool:
    return key in plan(syllabus.rules).collected


def _hand(pays: PaidBy) -> str:
    """The hand that a wager is about, if it is about one."""
    return getattr(pays, "hand", "")


def _one(key: str, syllabus: Syllabus, chance: Chance) -> Question:
    """One wager of one seat; in most questions it wins."""
    rules = syllabus.rules
    wager = next(one for one in rules.wagers if one.key == key)
    seat, wins = 1 + chance.below(syllabus.seats), not chance.one_in(4)
    found = None
    for _ in range(TRIES):
        placed = wagers(rules, chance)
        if isinstance(wager, SideWager):
            placed[key] = least(rules, wager)
        slant = chance.pick(SLANTS)
        found = dealt(
            syllabus, chance, slant, hand=_hand(wager.pays), seat=seat, placed=placed, boldly=True
        )
        if (found.result.seats[seat].wagers[key].outcome == "win") is wins:
            break
    if found is None:
        raise AssertionError("a round was dealt")
    return _asked(syllabus, found, seat, [key])


def _folded(syllabus: Syllabus, chance: Chance) -> Question:
    """Every wager of a seat that folded, with every side wager on it."""
    seat = 1 + chance.below(syllabus.seats)
    placed = wagers(syllabus.rules, chance)
    placed |= {side.key: least(syllabus.rules, side) for side in syllabus.rules.sides}
    found = dealt(syllabus, chance, chance.pick(SLANTS), seat=seat, placed=placed, folds=True)
    return _asked(syllabus, found, seat, list(found.result.seats[seat].wagers))


def _seat(syllabus: Syllabus, chance: Chance) -> Question:
    """Every wager of a seat, of which some win."""
    rules, seat = syllabus.rules, 1 + chance.below(syllabus.seats)
    found = None
    for _ in range(TRIES):
        placed = wagers(rules, chance)
        hand = _hand(chance.pick(rules.wagers).pays)
        found = dealt(syllabus, chance, chance.pick(SLANTS), hand=hand, seat=seat, placed=placed)
        if any(x.outcome == "win" for x in found.result.seats[seat].wagers.values()):
            break
    if found is None:
        raise AssertionError("a round was dealt")
    return _asked(syllabus, found, seat, list(found.result.seats[seat].wagers))


def _limit(syllabus: Syllabus, chance: Chance) -> Question:
    """The largest wagers on the best hand: the payout limit may cut what they win."""
    rules, seat = syllabus.rules, 1 + chance.below(syllabus.seats)
    scope = [wager for wager in rules.wagers if wager.key in rules.limit.scope]
    placed = dict.fromkeys((wager.key for wager in rules.required), rules.table.maximum)
    placed |= {s.key: s.maximum for s in rules.sides if s.key in rules.limit.scope}
    found = None
    for _ in range(TRIES):
        hand = _hand(chance.pick(scope).pays)
        found = dealt(
            syllabus, chance, "suited run", hand=hand, seat=seat, placed=placed, boldly=True
        )
        if any(x.uncapped is not None for x in found.result.seats[seat].wagers.values()):
            break
    if found is None:
        raise AssertionError("a round was dealt")
    keys = [key for key in rules.limit.scope if key in found.result.seats[seat].wagers]
    return _asked(syllabus, found, seat, keys)


def _asked(syllabus: Syllabus, found: Dealt, seat: int, keys: Sequence[str]) -> Question:
    own, results = found.round.seats[seat], found.result.seats[seat].wagers
    stakes = _stakes(syllabus, own)
    fields = [_field(syllabus, key, stakes[key], results[key]) for key in keys]
    told = [one for one in said(syllabus, found, seat) if {*one.wagers} & {*keys}]
    kept = [syllabus.labels[key] for key in keys if _kept(syllabus, key)]
    names = syllabus.labels[keys[0]] if len(keys) == 1 else "each wager"
    prompt = f"Seat {seat}{_folds(syllabus, own)}: what do you pay on {names}?"
    if own.spin and kept:
        prompt += f" Its wheel stopped at {own.spin}."
    if kept:
        prompt += f" The chip of {listed(kept)} is in the tray already."
    return Question(
        kind="",
        subject=Subject.PAYING,
        level=1,
        prompt=prompt,
        answer=Figures(tuple(fields), HOW),
        why="To the player: " + " ".join(one.text for one in told),
        clauses=tuple(dict.fromkeys(clause for one in told for clause in one.clauses)),
        view=shown(syllabus, found, seat),
        seat=seat,
    )


def _field(syllabus: Syllabus, key: str, stake: int, result: WagerResult) -> Figure:
    """A wager with its stake; a win that the limit cut to nothing is no push."""
    label = f"{syllabus.labels[key]}, {dollars(stake)}"
    zero = "push" if result.outcome == "push" else dollars(0)
    return Figure(label, paid(syllabus, key, result), zero=zero)


def _folds(syllabus: Syllabus, own: Seat) -> str:
    """Where the seat folded, if it did."""
    if not follow(syllabus.rules, own.wagers, own.decisions).folded:
        return ""
    return f" folded on {syllabus.rules.streets[len(own.decisions) - 1].label}"


def _stakes(syllabus: Syllabus, own: Seat) -> dict[str, int]:
    """All that lies on the spots of a seat."""
    course = follow(syllabus.rules, own.wagers, own.decisions)
    return {**own.wagers, **course.raises}
