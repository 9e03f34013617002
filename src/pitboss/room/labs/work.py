"""What a process of the lab does: it answers questions, as the commands do with ``--json``."""

from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import msgspec

from pitboss.cards import cards
from pitboss.games import find_game
from pitboss.lab import store
from pitboss.lab.advice import question as fits
from pitboss.lab.best import BestPlay
from pitboss.lab.digest import digest
from pitboss.lab.effects import effects as effects_of
from pitboss.lab.known import known_results
from pitboss.lab.main import solve_main
from pitboss.lab.results import net_sum
from pitboss.lab.solution import solve as solution_of
from pitboss.lab.version import lab_version
from pitboss.lab.work import Told, untold
from pitboss.papers.lab_json import advice_json, readings_json, solved_json
from pitboss.room.labs.question import ADVISE, EFFECTS, HOLE, SOLVE, Question
from pitboss.submission import Rules
from pitboss.table.seen import Seen

MOST_RULES: Final = 16
"""Whose best play is at hand."""
_decoder: Final = msgspec.json.Decoder(Question)


def answer(asked: bytes, told: Told) -> bytes:
    """Answer a question, as it was written down; progress is told meanwhile."""
    question = _decoder.decode(asked)
    work = {SOLVE: solve, EFFECTS: effects, ADVISE: advise}[question.kind]
    return msgspec.json.encode(work(question, told))


def solve(question: Question, told: Told) -> dict[str, Any]:
    """The exact edge of every wager, and the best play."""
    rules = question.rules
    # There is no end to changes of pay: the disk keeps what submissions can be made of alone.
    solution = solution_of(rules, told=told, keep=not question.pay)
    return solved_json(find_game(question.game), question.submission, question.pay, solution)


def effects(question: Question, told: Told) -> dict[str, Any]:
    """What each way to read the rulebook is worth."""
    game = find_game(question.game)
    return readings_json(game, effects_of(game, question.submission, told=told))


def advise(question: Question, told: Told) -> dict[str, Any]:
    """The exact value of each open decision; and of a round before its first card, if known."""
    best = _best(msgspec.structs.replace(question, cards={}, decisions=()).key)
    best.told = told
    table = {place: cards(text) for place, text in question.cards.items()}
    hole = table.pop(HOLE, ())
    fits(best.rules, hole, table, question.decisions)
    # Places that are still empty ask for nothing.
    seen = Seen(hole, {name: some for name, some in table.items() if some}, question.decisions)
    found, before = best.advice(seen), before_cards(best.rules)
    return advice_json(found) | {"before_cards": None if before is None else str(before)}


@lru_cache(MOST_RULES)
def _best(about: bytes) -> BestPlay:
    """Best play under the rules of a question, each thing worked out once."""
    return BestPlay(_decoder.decode(about).rules)


def before_cards(rules: Rules) -> Fraction | None:
    """What best play expects of a round before the first card, where that is known already."""
    if counted := known_results(rules):
        return Fraction(net_sum(counted), sum(counted.values()))
    kept = store.read(f"main-{digest(rules)}-{lab_version()}", untold)
    return solve_main(rules).ev if kept else None
