"""``pitboss restore``: a room from its copy."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.audit import audit_json, complain
from pitboss.cli.options import GameFiles, Json, add_games
from pitboss.cli.progress import teller
from pitboss.cli.screen import print_json
from pitboss.refusal import Refused


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What pitboss backup wrote.")],
    data: Annotated[
        Path, typer.Option("--data", metavar="DIR", help="A folder that holds no room yet.")
    ],
    game: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Put the copy of a room into a data folder, once all of it was audited.

    A room that is there already is left as it is.
    """
    add_games(game)
    from pitboss.room.backup import restore
    from pitboss.room.store.shape import Damaged, Unavailable

    try:
        with teller() as told:
            done = asyncio.run(restore(file, data, told))
    except (Unavailable, Damaged) as trouble:
        raise Refused(str(trouble)) from None
    found = done.checked
    if as_json:
        told_of = {"restored": found.in_order, "file": done.file, "audit": audit_json(found)}
        print_json(told_of | {"key": done.key, "has_key": done.has_key})
    elif not found.in_order:
        complain(found)
        print(f"Nothing was restored: {file} is not as it was written.")
    else:
        print(f"{done.file} holds {len(found.heads):,} streams with {found.lines:,} lines.")
        print(_of_the_key(found.open_rounds, done.key, has_key=done.has_key))
    if not found.in_order:
        raise typer.Exit(1)


def _of_the_key(open_rounds: Mapping[str, int], key: str, *, has_key: bool) -> str:
    """What it means that the key of the seal is not part of a copy."""
    rounds = ", ".join(f"round {number} of {table}" for table, number in open_rounds.items())
    if not rounds:
        return "No round was open, so that nothing depends on the key of the seal."
    if has_key:
        return f"The key of the seal is in {key}: {rounds} can go on."
    where = f" in {key}" if key else ""
    return (
        f"The key of the seal is not part of a copy, and is not{where}. Put it there or name it "
        f"with --key. Without it the room starts with --key-lost only: {rounds} is then void, "
        "every wager goes back, and audit lists it as unproved."
    )
