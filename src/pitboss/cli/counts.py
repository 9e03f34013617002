"""``pitboss counts``: how many deals make what, for other programs to check themselves by."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.files import check_new, write_new
from pitboss.cli.options import GameKey
from pitboss.cli.progress import teller
from pitboss.games import find_game


def command(
    game: GameKey,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to this new file.")
    ] = None,
) -> None:
    """How many deals make each hand, line and result: what data/counts holds."""
    check_new(output)
    found = find_game(game)
    from pitboss.lab.counts import count_file

    with teller() as told:
        text = count_file(found, told)
    write_new(output, text, f"the counts of {found.name}")
