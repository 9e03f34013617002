"""Which rules a question is about: a game, perhaps a submission, readings, changed pay."""

from pathlib import Path
from typing import Annotated, Any

import typer

from pitboss.cli.files import faults_named, read_submission
from pitboss.games import Game, find_game
from pitboss.refusal import Refused, brief
from pitboss.submission import Rules, resolve

Submission = Annotated[
    Path | None, typer.Option("--submission", metavar="FILE", help="The rules that this one files.")
]
Readings = Annotated[
    list[str] | None,
    typer.Option("--reading", metavar="ID=CHOICE", help="Read a point so; as often as needed."),
]
Pays = Annotated[
    list[str] | None,
    typer.Option(
        "--pay", metavar="WAGER.HAND=ODDS", help="What if a line paid so; as often as needed."
    ),
]


def asked_submission(
    game: Game, submission: Path | None, readings: list[str] | None
) -> dict[str, Any]:
    """The submission in question, with these readings laid over it."""
    given = read_submission(submission, game.key) if submission else {}
    picked = dict(_reading(game, text) for text in readings or [])
    return given | {"readings": given.get("readings", {}) | picked} if picked else given


def asked_rules(
    game: str, submission: Path | None, readings: list[str] | None, pays: list[str] | None = None
) -> tuple[Game, Rules]:
    """The game and its rules, with every change made."""
    found = find_game(game)
    given = asked_submission(found, submission, readings)
    with faults_named(*[submission] if submission else []):
        rules = resolve(found, given)
    if pays:
        from pitboss.lab.whatif import altered, change

        rules = altered(rules, [change(text) for text in pays])
    return found, rules


def _reading(game: Game, text: str) -> tuple[str, str]:
    known = {reading.id: reading for reading in game.readings}
    key, equals, choice = text.partition("=")
    if not equals:
        raise Refused(f"{brief(text)} is not a reading: write ID=CHOICE")
    if key not in known:
        there = f"it has {', '.join(known)}" if known else "it has none"
        if any(wager.options for wager in game.required):
            there += "; its options are chosen in a submission"
        raise Refused(f"{brief(key)} is no reading of {game.key}: {there}")
    if choice not in known[key].choices:
        raise Refused(
            f"{brief(choice)} is no choice of {key}: it takes {', '.join(known[key].choices)}",
            game.cite(known[key].clause),
        )
    return key, choice
