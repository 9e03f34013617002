"""By which clause a hand against the dealer's is settled: lower, higher, equal, or too low.

A definition cites what a showdown pays, and the clause by which the ante of a low winner is only
returned. What else can come of it stands in the book beside that clause; which of them says what is
looked up in our words for them, so that no outcome is tied to a clause a second time.
"""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec.structs import replace

from pitboss.games.grammar import Required
from pitboss.games.payoffs import Showdown
from pitboss.papers.result_read import Position, Read, Sentence
from pitboss.school.syllabus import Syllabus

Came = Literal["lower", "higher", "equal", "low winner"]
SPEAKS: Final[dict[Came, str]] = {"lower": "below", "higher": "above", "equal": "tie"}
"""The word by which a clause is known."""


def exactly(syllabus: Syllabus, seat: Position, told: Iterable[Sentence]) -> tuple[Sentence, ...]:
    """What was told about a seat, where hands were compared with the very clause that settled it.

    A hand that was folded, left or void was compared with none.
    """
    found = clauses_of(syllabus)
    if not found or seat.folded_on or seat.left or seat.void:
        return tuple(told)
    return tuple(_cited(syllabus, seat, one, found) for one in told)


def clauses_of(syllabus: Syllabus) -> dict[Came, str]:
    """The clause of each outcome, as it is cited; none where the book or the game names none."""
    own = next((clause for clause in _options(syllabus)), "")
    beside = own.rpartition("(")[0]
    says = {
        clause: words.lower()
        for clause, words in syllabus.says.items()
        if own and clause != own and clause.rpartition("(")[0] == beside
    }
    found: dict[Came, str] = {
        came: clause for came, word in SPEAKS.items() for clause in says if word in says[clause]
    }
    return found | {"low winner": own} if len(found) == len(SPEAKS) else {}


def _options(syllabus: Syllabus) -> Iterable[str]:
    """The clauses by which an operator says from which hand on a winner is paid."""
    judged = {w.key for w in syllabus.rules.required if isinstance(w.pays, Showdown)}
    for wager in syllabus.game.wagers:
        if isinstance(wager, Required) and wager.key in judged:
            yield from (f"{syllabus.game.short} {option.clause}" for option in wager.options)


def _cited(syllabus: Syllabus, seat: Position, one: Sentence, found: dict[Came, str]) -> Sentence:
    rules = syllabus.rules
    pays = next((w.pays for w in rules.wagers if w.key in one.wagers), None)
    if not isinstance(pays, Showdown):
        return one
    strength = Read(syllabus.game, rules, seat).strength
    higher = strength[pays.hand] - strength[pays.against]
    came: Came = "higher" if higher > 0 else "lower" if higher else "equal"
    exact = [found[came]]
    if higher > 0 and any(seat.results[key].outcome == "push" for key in one.wagers):
        exact.append(found["low winner"])
    odds = rules.cite(pays.clause)
    kept = [clause for clause in one.clauses if clause != odds]
    return replace(one, clauses=(*kept, *exact, *[odds] * (higher > 0 and odds in one.clauses)))
