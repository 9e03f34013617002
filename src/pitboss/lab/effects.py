"""What a word of the rulebook is worth: every choice of every reading and option, solved."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from pitboss.games.grammar import Game
from pitboss.lab.solution import Solution, solve
from pitboss.lab.work import Told, untold
from pitboss.submission import resolve


class Effect(Struct, frozen=True):
    """One choice, everything else as filed: what the game comes to, and what that changes."""

    choice: str
    ev: Fraction
    """Of the main game, in units of one required wager."""
    house_edge: Fraction
    change: Fraction
    """Of the main game's expectation, against what is filed."""
    wagers: dict[str, tuple[Fraction, Fraction]]
    """Side wagers that move: their expectation, and by how much."""


class Question(Struct, frozen=True):
    """A reading or an option, and the effect of each of its choices."""

    id: str
    clause: str
    question: str
    filed: str
    kind: str
    """``reading``, or ``option`` for a choice that the rulebook itself leaves open."""
    effects: tuple[Effect, ...]


def effects(
    game: Game,
    submission: Mapping[str, Any] | None = None,
    *,
    told: Told = untold,
    cache: bool = True,
) -> tuple[Question, ...]:
    """All of them for one game, as an operator filed it."""
    filed = dict(submission or {})
    if not game.readings and not any(wager.options for wager in game.required):
        return ()
    base = solve(resolve(game, filed), told=told, cache=cache)
    return tuple(
        Question(
            id=asked,
            clause=clause,
            question=question,
            filed=now,
            kind=kind,
            effects=tuple(
                _effect(choice, base, solve(resolve(game, changed), told=told, cache=cache))
                for choice, changed in choices.items()
            ),
        )
        for asked, clause, question, now, kind, choices in _questions(game, filed, base)
    )


def _questions(
    game: Game, filed: dict[str, Any], base: Solution
) -> Iterator[tuple[str, str, str, str, str, dict[str, dict[str, Any]]]]:
    for reading in game.readings:
        given = filed.get("readings", {})
        changed = {c: filed | {"readings": given | {reading.id: c}} for c in reading.choices}
        now = base.rules.readings[reading.id]
        clause = game.cite(reading.clause) or ""
        yield reading.id, clause, reading.question, now, "reading", changed
    wagers = filed.get("wagers", {})
    for wager in game.required:
        given = wagers.get(wager.key, {})
        for option in wager.options:
            changed = {
                c: filed | {"wagers": wagers | {wager.key: given | {option.key: c}}}
                for c in option.choices
            }
            now = given.get(option.key, option.default)
            clause = game.cite(option.clause) or ""
            yield f"{wager.key}.{option.key}", clause, option.question, now, "option", changed


def _effect(choice: str, base: Solution, other: Solution) -> Effect:
    return Effect(
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
