"""What the lab answers, as commands print it and the room sends it: exact numbers as fractions."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.games.grammar import Game
from pitboss.lab.advice import Advice
from pitboss.lab.effects import Question
from pitboss.lab.solution import Solution, as_json, exact
from pitboss.papers.effects_text import effects_json
from pitboss.submission import completed


def solved_json(
    game: Game, filed: Mapping[str, Any], pay: Sequence[str], solution: Solution
) -> dict[str, Any]:
    """``pitboss solve --json``: the solution, beside what it is for."""
    whole, _ = completed(game, filed)
    return as_json(solution) | {"pay": list(pay), "submission": whole}


def readings_json(game: Game, asked: Sequence[Question]) -> dict[str, Any]:
    """``pitboss readings --effect --json``."""
    return {"game": game.key, "readings": effects_json(asked)}


def advice_json(advice: Advice) -> dict[str, Any]:
    """``pitboss advise --json``."""
    return {"decisions": exact(advice.decisions), "best": advice.best}
