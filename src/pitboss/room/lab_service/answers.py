"""The answers of a lab process, in the form that the commands print with ``--json``."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import msgspec

from pitboss.cards import Card, cards
from pitboss.errors import Refused
from pitboss.games import find_game
from pitboss.lab import disk_cache
from pitboss.lab.advice import build_situation
from pitboss.lab.best_play import BestPlay
from pitboss.lab.count_files import known_results
from pitboss.lab.disk_cache import lab_version
from pitboss.lab.exposure import DEFAULT_SEED, ExposureAnalysis
from pitboss.lab.game_structure import main_game_digest
from pitboss.lab.main_game import solve_main
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.reading_effects import solve_paytable_edges, solve_reading_effects
from pitboss.lab.results import net_sum
from pitboss.lab.shape_protocol import FeatureReader
from pitboss.lab.shape_registry import find_strategy_shape
from pitboss.lab.solution import solve as solve_rules
from pitboss.lab.strategy.finder import StrategyFinder, feature_reader
from pitboss.papers.par_sheet.html_page import par_sheet_html
from pitboss.papers.par_sheet.sheet import build_par_sheet
from pitboss.papers.pocket_card import describe_differences, pocket_card_html, strategy_json
from pitboss.papers.solution_report import advice_json, readings_json, solved_json
from pitboss.papers.what_if_reports import exposure_json
from pitboss.room.lab_service.questions import (
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

MAX_CACHED_RULES: Final = 16
"""Sets of rules whose best play is cached."""
_decoder: Final = msgspec.json.Decoder(Question)


def answer(encoded_question: bytes, progress: Progress) -> bytes:
    """Answer an encoded question, and report progress meanwhile."""
    question = _decoder.decode(encoded_question)
    return msgspec.json.encode(_ANSWERERS[question.kind](question, progress))


def solve(question: Question, progress: Progress) -> dict[str, Any]:
    """Return the exact edge of every wager, and the best play."""
    rules = question.rules
    # There are endless changes of pay: the disk cache is for rules that can be submitted.
    solution = solve_rules(rules, progress=progress, keep=not question.pay)
    return solved_json(find_game(question.game), question.submission, question.pay, solution)


def effects(question: Question, progress: Progress) -> dict[str, Any]:
    """Return the effect of each reading of the rulebook, and the edge of each paytable."""
    game = find_game(question.game)
    return readings_json(
        game,
        solve_reading_effects(game, question.submission, progress=progress),
        solve_paytable_edges(game, question.submission, progress=progress),
    )


def advise(question: Question, progress: Progress) -> dict[str, Any]:
    """Return the exact value of each open decision, and what pocket cards need.

    That is the value of a round before its first card, if known, and the features of the cards.
    """
    rules_key = msgspec.structs.replace(question, cards={}, decisions=()).key
    best = _best_play(rules_key)
    best.progress = progress
    table = {place: cards(text, best.rules.deck) for place, text in question.cards.items()}
    hole = table.pop(HOLE, ())
    situation = build_situation(best.rules, hole, table, question.decisions)
    visible = {place: on_place for place, on_place in table.items() if on_place}
    advice = best.advice(PlayerView(hole, visible, question.decisions))
    before = value_before_cards(best.rules)
    return advice_json(advice) | {
        "before_cards": None if before is None else str(before),
        "features": _features(rules_key, situation.cards_by_street),
    }


def strategy(question: Question, progress: Progress) -> dict[str, Any]:
    """Return a short strategy for people, its cost, and a pocket card as a page."""
    game, rules = find_game(question.game), question.rules
    finder = StrategyFinder(rules, progress=progress, keep=not question.pay)
    result = finder.strategy(lines=question.lines)
    content = strategy_json(rules, result, finder.cost_published_advice())
    differences = describe_differences(game, rules, question.submission)
    return content | {"page": pocket_card_html(game, rules, result, differences)}


def expose(question: Question, progress: Progress) -> dict[str, Any]:
    """Return what it is worth to know each card of the table and the hands of others."""
    game, rules = find_game(question.game), question.rules
    exposures = ExposureAnalysis(rules, progress=progress, keep=not question.pay).all_exposures()
    return exposure_json(
        game,
        rules,
        exposures,
        DEFAULT_SEED,
        submission=question.submission,
        pay_changes=question.pay,
    )


def report(question: Question, progress: Progress) -> dict[str, Any]:
    """Return the par sheet as a page, dated with the day of the question."""
    game, day = find_game(question.game), question.day
    sheet = build_par_sheet(
        game, question.submission, changes=question.pay, date=day, progress=progress
    )
    return {"title": sheet.title, "page": par_sheet_html(sheet)}


@lru_cache(MAX_CACHED_RULES)
def _best_play(encoded_question: bytes) -> BestPlay:
    """Return best play under the rules of a question; it computes everything once."""
    return BestPlay(_decoder.decode(encoded_question).rules)


def _features(
    encoded_question: bytes, cards_by_street: Sequence[Sequence[Card]]
) -> dict[str, int] | None:
    """Return the features of the cards; None at a first decision that has a chart."""
    hole, *streets = cards_by_street
    if not streets and not _reads_first_decision(encoded_question):
        return None
    read = _feature_reader(encoded_question)
    return read(hole, streets) if read else None


def _reads_first_decision(encoded_question: bytes) -> bool:
    return find_strategy_shape(_best_play(encoded_question).rules).reads_first_decision()


@lru_cache(MAX_CACHED_RULES)
def _feature_reader(encoded_question: bytes) -> FeatureReader | None:
    """Return the reader of a game's features; None if the lab knows no features for it."""
    try:
        return feature_reader(_best_play(encoded_question).rules)
    except Refused:
        return None


def value_before_cards(rules: Rules) -> Fraction | None:
    """Return the expected value of a round before the first card, if it is known already."""
    if results := known_results(rules):
        return Fraction(net_sum(results)) / sum(results.values())
    solution = disk_cache.read_cache(f"main-{main_game_digest(rules)}-{lab_version()}", no_progress)
    return solve_main(rules).ev if solution else None


_ANSWERERS: Final[dict[Kind, Callable[[Question, Progress], dict[str, Any]]]] = {
    SOLVE: solve,
    EFFECTS: effects,
    ADVISE: advise,
    STRATEGY: strategy,
    EXPOSE: expose,
    REPORT: report,
}
