"""``pitboss soak``: simulate days of play from a seed, and check every invariant."""

import logging
import shlex
import sys
from typing import TYPE_CHECKING, Annotated, NoReturn

import msgspec
import typer

from pitboss.cli.options import Json, add_checkout, optional_game_key
from pitboss.cli.output import count_phrase, print_json, print_rich, progress_display
from pitboss.errors import Refused
from pitboss.games import find_game, game_file

if TYPE_CHECKING:  # other commands start without the table
    from pitboss.days import Failure

MAX_SEED_LENGTH = 100
MAX_SENTENCE_LENGTH = 600
"""A failure can take pages; `--json` prints all of it."""
SEED_BYTES = 8
"""Bytes of a random seed: enough to tell runs apart, and short to type."""


def command(
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=1, help="Rounds to play, over all tables.")
    ] = 1000,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="TEXT", help="The same text gives the same days."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="Play this game only: its key, or a Python file, which is run.",
            callback=optional_game_key,
        ),
    ] = None,
    room: Annotated[
        bool, typer.Option("--room", help="Simulate a card room with its network and disk.")
    ] = False,
    nights: Annotated[
        int, typer.Option("--nights", metavar="N", min=1, help="Nights to simulate with --room.")
    ] = 200,
    nodes: Annotated[
        int,
        typer.Option(
            "--nodes", metavar="N", min=1, max=3, help="With --room: number of nodes, 1 to 3."
        ),
    ] = 1,
    as_json: Json = False,
) -> None:
    """Simulate days of play, checking every invariant.

    Everything is checked after each command. People come and go, dealers make mistakes, machines
    break, decks wear out, meters are hit. Prints what happened, or the first failure with the
    command that repeats it. With --room, the power fails, the disk fills up, requests are lost or
    arrive twice, and in the morning nothing may be missing. With --nodes 2 or 3, nodes are paused,
    killed and cut off from the database and from each other, too.
    """
    from pitboss.days import Failure, Tally, run_days, tally_json
    from pitboss.days.tally import tally_text
    from pitboss.shuffle import fresh_seed

    key = None if game is None else find_game(game).key
    is_random = seed is None
    if seed is None:
        seed = fresh_seed()[:SEED_BYTES].hex()
    elif not seed or not seed.isprintable() or len(seed) > MAX_SEED_LENGTH:
        raise Refused(f"--seed must have 1 to {MAX_SEED_LENGTH} printable characters")
    if room:
        _soak_room(seed, nights, nodes, as_json=as_json)
        return
    if nodes > 1:
        raise Refused("--nodes needs --room: only a room runs on several nodes")
    with progress_display() as progress:
        if is_random:
            progress(f"the seed is {seed}", 0, 0)
        outcome: Tally | Failure
        try:
            outcome = run_days(
                rounds, seed, key, lambda count: progress("rounds played", count, rounds)
            )
        except Failure as failure:
            outcome = failure
    if isinstance(outcome, Failure):
        _exit_with_failure(outcome, _repeat_command(rounds, seed, key), as_json=as_json)
    if as_json:
        print_json({"held": True, "seed": seed} | tally_json(outcome))
    else:
        print_rich(tally_text(outcome, seed))


def _soak_room(seed: str, night_count: int, nodes: int, *, as_json: bool) -> None:
    """Simulate nights of a card room."""
    add_checkout(
        "tests",
        "The simulator comes with the source checkout of Pitboss: run ./pitboss soak --room in one",
    )
    from tests.room.simulator.run import NightFailure, run_nights

    # What a room in trouble writes to its log is no news here.
    logging.getLogger("pitboss").addHandler(logging.NullHandler())
    with progress_display() as progress:
        try:
            tally = run_nights(
                seed,
                night_count,
                lambda count: progress("nights", count, night_count),
                node_count=nodes if nodes > 1 else None,
            )
        except NightFailure as failure:
            of_nodes = f" --nodes {nodes}" if nodes > 1 else ""
            repeat_command = (
                f"pitboss soak --room{of_nodes} --nights 1 --seed {shlex.quote(failure.seed)}"
            )
            if as_json:
                print_json({"held": False, "seed": failure.seed, "wrong": failure.why})
            else:
                sentence = failure.why.removesuffix(".")[:MAX_SENTENCE_LENGTH]
                print(f"pitboss: {sentence}.\nTo repeat: {repeat_command}", file=sys.stderr)
            raise typer.Exit(1) from failure
    if as_json:
        print_json({"held": True, "seed": seed} | msgspec.to_builtins(tally))
        return
    print(f"{count_phrase(tally.seeds, 'night')} with seed {seed}: every check passed.")
    print(
        f"{tally.rounds:,} rounds, {tally.lines:,} lines, {tally.acknowledged:,} acknowledged, "
        f"{tally.reads:,} views."
    )
    for fault, count in tally.reached.items():
        print(f"{count:>8,}  {fault}")


def _repeat_command(rounds: int, seed: str, game: str | None) -> str:
    only = f" --game {shlex.quote(str(game_file(game) or game))}" if game else ""
    return f"pitboss soak --rounds {rounds} --seed {shlex.quote(seed)}{only}"


def _exit_with_failure(failure: "Failure", repeat_command: str, *, as_json: bool) -> NoReturn:
    where = {"table": failure.table, "round": failure.round, "wrong": failure.reason}
    if as_json:
        print_json({"held": False, "seed": failure.seed} | where | {"again": repeat_command})
    else:
        sentence = " ".join(str(failure).split()).removesuffix(".")
        if len(sentence) > MAX_SENTENCE_LENGTH:
            sentence = sentence[:MAX_SENTENCE_LENGTH] + "…"
        print(f"pitboss: {sentence}.\nTo repeat: {repeat_command}", file=sys.stderr)
    raise typer.Exit(1) from failure
