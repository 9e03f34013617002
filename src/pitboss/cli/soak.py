"""``pitboss soak``: days of play under a seed, and whether all held that must."""

import shlex
import sys
from typing import TYPE_CHECKING, Annotated, NoReturn

import msgspec
import typer

from pitboss.cli.options import Json, as_optional_key
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
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="Tables of this game alone: its key, or a file, which is run.",
            callback=as_optional_key,
        ),
    ] = None,
    room: Annotated[
        bool, typer.Option("--room", help="A whole card room, with its network and its disk.")
    ] = False,
    nights: Annotated[
        int, typer.Option("--nights", metavar="N", min=1, help="Nights of the card room.")
    ] = 200,
    as_json: Json = False,
) -> None:
    """Simulate days of play, and check all the while that what must hold does.

    People come and go, dealers err, machines break, decks age, meters are hit. Prints what was
    reached; what does not hold is said with the command that repeats it. With --room the power
    fails, the disk is full, requests get lost and come twice, and in the morning all must be there.
    """
    from pitboss.days import Failure, Tally, run
    from pitboss.days import as_json as counted
    from pitboss.days.summary import summary_text
    from pitboss.shuffle import fresh_seed

    key = None if game is None else find_game(game).key
    drawn = seed is None
    if seed is None:
        seed = fresh_seed()[:FRESH].hex()
    elif not seed or not seed.isprintable() or len(seed) > LONGEST_SEED:
        raise Refused(f"a seed has 1 to {LONGEST_SEED} plain characters")
    if room:
        _nights(seed, nights, as_json=as_json)
        return
    with teller() as told:
        if drawn:
            told(f"the seed is {seed}", 0, 0)
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


def _nights(seed: str, many: int, *, as_json: bool) -> None:
    """Nights of a simulated card room."""
    from pitboss.room.sim.run import Failure, nights

    with teller() as told:
        try:
            found = nights(seed, many, lambda done: told("nights", done, many))
        except Failure as failure:
            again = f"pitboss soak --room --nights 1 --seed {shlex.quote(failure.seed)}"
            if as_json:
                print_json({"held": False, "seed": failure.seed, "wrong": failure.why})
            else:
                sentence = failure.why.removesuffix(".")[:LONGEST_SENTENCE]
                print(f"pitboss: {sentence}.\nThe same again: {again}", file=sys.stderr)
            raise typer.Exit(1) from failure
    if as_json:
        print_json({"held": True, "seed": seed} | msgspec.to_builtins(found))
        return
    print(f"{found.seeds:,} nights under seed {seed}: everything held.")
    print(
        f"{found.rounds:,} rounds, {found.lines:,} lines, {found.acknowledged:,} acknowledged, "
        f"{found.reads:,} views."
    )
    for what, times in found.reached.items():
        print(f"{times:>8,}  {what}")


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
