"""A question about a payment: the sums of a seat's wagers, and the sentences that explain them."""

from collections.abc import Sequence
from typing import Final

from pitboss.money import dollars
from pitboss.papers.words import listed
from pitboss.round import follow
from pitboss.school.deals import Dealt, said, shown
from pitboss.school.questions import Figure, Figures, Question, Subject
from pitboss.school.syllabus import Syllabus
from pitboss.settle import Seat, WagerResult
from pitboss.table.plan import plan

HOW: Final = "Type what you pay beside the stake; push if the wager stays, lose if you take it."
BONUS: Final = " A bonus counts as paid, also where you take the wager."


def paid(syllabus: Syllabus, key: str, result: WagerResult) -> int | None:
    """What the dealer pays on a wager; none if it is lost, and earns no bonus.

    A chip that was collected before the deal is not there to come back: its prize is all.
    """
    if result.outcome == "lose":
        return result.credit or None
    return result.credit - (0 if collected(syllabus, key) else result.stake)


def collected(syllabus: Syllabus, key: str) -> bool:
    """Whether the chip of a wager is in the tray before hands are settled."""
    return key in plan(syllabus.rules).collected


def payment(syllabus: Syllabus, found: Dealt, seat: int, keys: Sequence[str]) -> Question:
    """What these wagers of a seat are paid, with the cards that decide it open on the table."""
    own, results = found.round.seats[seat], found.result.seats[seat].wagers
    stakes = _stakes(syllabus, own)
    fields = [_field(syllabus, key, stakes[key], results[key]) for key in keys]
    told = [one for one in said(syllabus, found, seat) if {*one.wagers} & {*keys}]
    kept = [syllabus.labels[key] for key in keys if collected(syllabus, key)]
    names = syllabus.labels[keys[0]] if len(keys) == 1 else "each wager"
    prompt = f"Seat {seat}{_folds(syllabus, own)}: what do you pay on {names}?"
    if own.spin and kept:
        prompt += f" Its wheel stopped at {own.spin}."
    if kept:
        prompt += f" The chip of {listed(kept)} is in the tray already."
    bonus = any(result.outcome == "lose" and result.credit for result in results.values())
    return Question(
        kind="",
        subject=Subject.PAYING,
        level=1,
        prompt=prompt,
        answer=Figures(tuple(fields), HOW + BONUS if bonus else HOW),
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
    course = follow(syllabus.rules, own.wagers, own.decisions)
    return f" folded on {syllabus.rules.streets[course.taken - 1].label}" if course.folded else ""


def _stakes(syllabus: Syllabus, own: Seat) -> dict[str, int]:
    """All that lies on the spots of a seat."""
    course = follow(syllabus.rules, own.wagers, own.decisions)
    made = {key: cents for key, cents in own.wagers.items() if key not in course.down}
    return {**made, **course.raises}
