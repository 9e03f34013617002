"""The effect of every choice of an operator: readings, options and paytables."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from pitboss.errors import Refused
from pitboss.games.game_parts import Side, switch_of
from pitboss.games.grammar import Game
from pitboss.lab.main_game import solve_main
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.side_returns import FoldChance, fold_chances, never_folds, try_side_wagers
from pitboss.lab.solution import Solution, solve
from pitboss.submission import resolve
from pitboss.submission.rules import Rules


class ChoiceEffect(Struct, frozen=True):
    """One choice, with everything else as filed: the value of the game and what changes."""

    choice: str
    ev: Fraction
    """The expected value of the main game, in units of one required wager."""
    house_edge: Fraction
    change: Fraction
    """The difference from the main game's expected value as filed."""
    wagers: dict[str, tuple[Fraction, Fraction]]
    """Side wagers whose expected value changes: the value and the change."""


class QuestionEffects(Struct, frozen=True):
    """A reading or an option, and the effect of each of its choices."""

    id: str
    clause: str
    question: str
    filed: str
    kind: str
    """``reading``, or ``option`` for a choice that the rulebook itself leaves open."""
    effects: tuple[ChoiceEffect, ...]


def solve_reading_effects(
    game: Game,
    submission: Mapping[str, Any] | None = None,
    *,
    progress: Progress = no_progress,
    cache: bool = True,
) -> tuple[QuestionEffects, ...]:
    """Return the effects of every reading and option of a game as an operator filed it."""
    filing = dict(submission or {})
    if not game.readings and not any(wager.options for wager in game.required):
        return ()
    base = solve(resolve(game, filing), progress=progress, cache=cache)
    return tuple(
        QuestionEffects(
            id=question_id,
            clause=clause,
            question=question,
            filed=filed_choice,
            kind=kind,
            effects=tuple(
                _choice_effect(
                    choice,
                    base,
                    solve(resolve(game, changed_filing), progress=progress, cache=cache),
                )
                for choice, changed_filing in choices.items()
            ),
        )
        for question_id, clause, question, filed_choice, kind, choices in _list_questions(
            game, filing, base
        )
    )


def _list_questions(
    game: Game, submission: dict[str, Any], base: Solution
) -> Iterator[tuple[str, str, str, str, str, dict[str, dict[str, Any]]]]:
    """Yield each question: id, clause, text, filed choice, kind, and a filing for each choice."""
    for reading in game.readings:
        chosen_readings = submission.get("readings", {})
        filings = {
            c: submission | {"readings": chosen_readings | {reading.id: c}} for c in reading.choices
        }
        filed_choice = base.rules.readings[reading.id]
        clause = game.cite(reading.clause) or ""
        yield reading.id, clause, reading.question, filed_choice, "reading", filings
    wagers = submission.get("wagers", {})
    for wager in game.required:
        wager_choices = wagers.get(wager.key, {})
        for option in wager.options:
            filings = {
                c: submission | {"wagers": wagers | {wager.key: wager_choices | {option.key: c}}}
                for c in option.choices
            }
            filed_choice = wager_choices.get(option.key, option.default)
            clause = game.cite(option.clause) or ""
            yield (
                f"{wager.key}.{option.key}",
                clause,
                option.question,
                filed_choice,
                "option",
                filings,
            )


def _choice_effect(choice: str, base: Solution, other: Solution) -> ChoiceEffect:
    return ChoiceEffect(
        choice,
        other.main.ev,
        other.main.house_edge,
        other.main.ev - base.main.ev,
        {
            key: (side.ev, side.ev - base.sides[key].ev)
            for key, side in other.sides.items()
            if key in base.sides and side.ev != base.sides[key].ev
        },
    )


class PaytableEdges(Struct, frozen=True):
    """A side wager whose paytable the operator chooses, and what each paytable is worth."""

    wager: str
    label: str
    filed: str
    """The letter in the submission, or the default."""
    expectations: dict[str, Fraction | None]
    """The expected value by letter; None where the lab has no figures."""


def solve_paytable_edges(
    game: Game,
    submission: Mapping[str, Any] | None = None,
    *,
    progress: Progress = no_progress,
    cache: bool = True,
) -> tuple[PaytableEdges, ...]:
    """Return what each paytable of each side wager is worth, with everything else as filed."""
    filing = dict(submission or {})
    side_keys = {side.key for side in resolve(game, filing).sides}
    result: list[PaytableEdges] = []
    for side in game.sides:
        switch = switch_of(side.pays)
        if not switch or switch.by != "paytable" or side.key not in side_keys:
            continue
        expectations: dict[str, Fraction | None] = {}
        for letter in switch.choices:
            rules = _rules_with_paytable(game, filing, side.key, letter)
            resolved_side = next(x for x in rules.sides if x.key == side.key)
            chance = _fold_chance(rules, resolved_side, progress, cache)
            returns, _ = try_side_wagers([(rules, resolved_side)], fold_chance=chance)
            expectations[letter] = returns[side.key].ev if side.key in returns else None
        filed_letter = filing.get("wagers", {}).get(side.key, {}).get("paytable", switch.default)
        result.append(PaytableEdges(side.key, side.label, filed_letter, expectations))
    return tuple(result)


def _rules_with_paytable(game: Game, submission: dict[str, Any], key: str, letter: str) -> Rules:
    wagers = submission.get("wagers", {})
    # Meters, wheel and prizes belong to a letter: another one brings its own.
    filed_wager = wagers.get(key, {})
    limits = {
        name: filed_wager[name] for name in ("offered", "minimum", "maximum") if name in filed_wager
    }
    settings = (
        filed_wager if filed_wager.get("paytable") == letter else limits | {"paytable": letter}
    )
    try:
        return resolve(game, submission | {"wagers": wagers | {key: settings}})
    except Refused:
        # What is filed for one paytable, such as a wheel, need not fit another: use its example.
        return resolve(game, submission | {"wagers": wagers | {key: {"paytable": letter}}})


def _fold_chance(rules: Rules, side: Side, progress: Progress, cache: bool) -> FoldChance:
    if side.lives_after_fold or not side.pays.wheel:
        return never_folds
    return fold_chances(solve_main(rules, progress=progress, cache=cache))
