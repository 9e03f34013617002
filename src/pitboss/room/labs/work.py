"""What a process of the lab does: it answers questions, as the commands do with ``--json``."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import msgspec

from pitboss.cards import Card, cards
from pitboss.games import find_game
from pitboss.lab import store
from pitboss.lab.advice import question as fits
from pitboss.lab.best import BestPlay
from pitboss.lab.digest import digest
from pitboss.lab.effects import effects as effects_of
from pitboss.lab.expose import SEED, Exposed
from pitboss.lab.known import known_results
from pitboss.lab.main import solve_main
from pitboss.lab.results import net_sum
from pitboss.lab.solution import solve as solution_of
from pitboss.lab.strategy.found import Finder
from pitboss.lab.strategy.reading import Read, reader_of
from pitboss.lab.version import lab_version
from pitboss.lab.work import Told, untold
from pitboss.papers.expose_json import expose_json
from pitboss.papers.lab_json import advice_json, readings_json, solved_json
from pitboss.papers.par.html import par_page
from pitboss.papers.par.sheet import par_sheet
from pitboss.papers.strategy_card import card_page
from pitboss.papers.strategy_changed import changed_words
from pitboss.papers.strategy_json import strategy_json
from pitboss.refusal import Refused
from pitboss.room.labs.question import (
    ADVISE,
    EFFECTS,
    EXPOSE,
    HOLE,
    REPORT,
    SOLVE,
    STRATEGY,
    Kind,
    Question,
)
from pitboss.round import PlayerView
from pitboss.submission import Rules

MOST_RULES: Final = 16
"""Whose best play is at hand."""
_decoder: Final = msgspec.json.Decoder(Question)


def answer(asked: bytes, told: Told) -> bytes:
    """Answer a question, as it was written down; progress is told meanwhile."""
    question = _decoder.decode(asked)
    return msgspec.json.encode(_WORK[question.kind](question, told))


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
    """The exact value of each open decision; of a round before its first card, if known; and what
    the lists of a card can see.
    """
    about = msgspec.structs.replace(question, cards={}, decisions=()).key
    best = _best(about)
    best.told = told
    table = {place: cards(text, best.rules.deck) for place, text in question.cards.items()}
    hole = table.pop(HOLE, ())
    asked = fits(best.rules, hole, table, question.decisions)
    # Places that are still empty ask for nothing.
    seen = PlayerView(
        hole, {name: some for name, some in table.items() if some}, question.decisions
    )
    found, before = best.advice(seen), before_cards(best.rules)
    return advice_json(found) | {
        "before_cards": None if before is None else str(before),
        "features": _features(about, asked.turned),
    }


def strategy(question: Question, told: Told) -> dict[str, Any]:
    """Short rules for people, their cost, and a pocket card as a page."""
    game, rules = find_game(question.game), question.rules
    finder = Finder(rules, told=told, keep=not question.pay)
    found = finder.strategy(lines=question.lines)
    told_of = strategy_json(rules, found, finder.others())
    changed = changed_words(game, rules, question.submission)
    return told_of | {"page": card_page(game, rules, found, changed)}


def expose(question: Question, told: Told) -> dict[str, Any]:
    """What each card of the table, and the hands of others, would be worth to know."""
    game, rules = find_game(question.game), question.rules
    found = Exposed(rules, told=told, keep=not question.pay).everything()
    return expose_json(game, rules, found, SEED, filed=question.submission, pay=question.pay)


def report(question: Question, told: Told) -> dict[str, Any]:
    """The par sheet as a page; it bears the day on which it was asked for."""
    game, day = find_game(question.game), question.day
    sheet = par_sheet(game, question.submission, changes=question.pay, date=day, told=told)
    return {"title": sheet.title, "page": par_page(sheet)}


@lru_cache(MOST_RULES)
def _best(about: bytes) -> BestPlay:
    """Best play under the rules of a question, each thing worked out once."""
    return BestPlay(_decoder.decode(about).rules)


def _features(about: bytes, turned: Sequence[Sequence[Card]]) -> dict[str, int] | None:
    """What a rule can ask of these cards; nothing at the first decision, which is on the chart."""
    hole, *streets = turned
    read = _reader(about)
    return read(hole, streets) if read and streets else None


@lru_cache(MOST_RULES)
def _reader(about: bytes) -> Read | None:
    """Of a game for which the lab has words."""
    try:
        return reader_of(_best(about).rules)
    except Refused:
        return None


def before_cards(rules: Rules) -> Fraction | None:
    """What best play expects of a round before the first card, where that is known already."""
    if counted := known_results(rules):
        return Fraction(net_sum(counted)) / sum(counted.values())
    kept = store.read(f"main-{digest(rules)}-{lab_version()}", untold)
    return solve_main(rules).ev if kept else None


_WORK: Final[dict[Kind, Callable[[Question, Told], dict[str, Any]]]] = {
    SOLVE: solve,
    EFFECTS: effects,
    ADVISE: advise,
    STRATEGY: strategy,
    EXPOSE: expose,
    REPORT: report,
}
