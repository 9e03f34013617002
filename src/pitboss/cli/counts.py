"""``pitboss counts``: exact counts of deals, for other programs to check themselves against."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.files import check_writable, write_new
from pitboss.cli.options import GameKey
from pitboss.cli.output import progress_display
from pitboss.games import find_game


def command(
    key: GameKey,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to this new file.")
    ] = None,
) -> None:
    """Count the deals that make each hand, paytable line and result.

    The files in data/counts are made by this command.
    """
    check_writable(output)
    game = find_game(key)
    from pitboss.lab.count_files import count_file

    with progress_display() as progress:
        text = count_file(game, progress)
    write_new(output, text, f"the counts of {game.name}")
