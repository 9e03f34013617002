"""``pitboss soak``: days of play under a seed, and whether all held that must."""

import shlex
import sys
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from pitboss.cli.options import Json
from pitboss.cli.progress import teller
from pitboss.cli.screen import print_json, show
from pitboss.games import find_game
from pitboss.refusal import Refused

if TYPE_CHECKING:  # other commands start without the table
    from pitboss.days import Failure

LONGEST_SEED = 100
LONGEST_SENTENCE = 600
"""What is wrong with a whole round can take pages; `--json` has all of it."""
FRESH = 8
"""Bytes of a seed that is drawn: enough to repeat a run, and short to type."""


def command(
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=1, help="Rounds to play, of all tables.")
    ] = 1000,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="TEXT", help="The same text, the same days."),
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="Tables of this game alone.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Simulate days of play, and check all the while that what must hold does.

    People come and go, dealers err, machines break, decks age, meters are hit. Prints what was
    reached; what does not hold is said with the command that repeats it.
    """
    from pitboss.days import Failure, Tally, run
    from pitboss.days import as_json as counted
    from pitboss.days.summary import summary_text
    from pitboss.shuffle import fresh_seed

    key = None if game is None else find_game(game).key
    with teller() as told:
        if seed is None:
            seed = fresh_seed()[:FRESH].hex()
            told(f"the seed is {seed}", 0, 0)
        elif not seed.isprintable() or len(seed) > LONGEST_SEED:
            raise Refused(f"a seed is at most {LONGEST_SEED} plain characters")
        found: Tally | Failure
        try:
            found = run(rounds, seed, key, lambda done: told("rounds played", done, rounds))
        except Failure as failure:
            found = failure
    if isinstance(found, Failure):
        _fail(found, _again(rounds, seed, key), as_json=as_json)
    if as_json:
        print_json({"held": True, "seed": seed} | counted(found))
    else:
        show(summary_text(found, seed))


def _again(rounds: int, seed: str, game: str | None) -> str:
    only = f" --game {game}" if game else ""
    return f"pitboss soak --rounds {rounds} --seed {shlex.quote(seed)}{only}"


def _fail(failure: "Failure", again: str, *, as_json: bool) -> NoReturn:
    where = {"table": failure.table, "round": failure.round, "wrong": failure.what}
    if as_json:
        print_json({"held": False, "seed": failure.seed} | where | {"again": again})
    else:
        sentence = " ".join(str(failure).split()).removesuffix(".")
        if len(sentence) > LONGEST_SENTENCE:
            sentence = sentence[:LONGEST_SENTENCE] + "…"
        print(f"pitboss: {sentence}.\nThe same again: {again}", file=sys.stderr)
    raise typer.Exit(1) from failure
