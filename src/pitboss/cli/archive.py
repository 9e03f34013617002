"""``pitboss archive``: move old lines of a room from its database to files."""

import asyncio
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from pitboss.cli.options import (
    DatabaseOption,
    DataOption,
    GameFiles,
    Json,
    add_games,
    choose_room,
)
from pitboss.cli.output import count_phrase, print_json, progress_display
from pitboss.errors import Refused


def archive_command(
    before: Annotated[
        str,
        typer.Option(
            "--before", metavar="DAY", help="Archive the lines before this day, such as 2026-01-01."
        ),
    ],
    to: Annotated[
        Path | None,
        typer.Option(
            "--to", metavar="DIR", help="Folder for the files; by default `archive` in the data."
        ),
    ] = None,
    data: DataOption = None,
    database: DatabaseOption = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", help="Processes to use; by default all cores."),
    ] = None,
    game_files: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Move old lines of a closed room to files, one for each table.

    The lines are audited first. Reports, histories and new rounds do not need them. Anything that
    does, such as the export of an old round, reads the files, or says which one is missing. Verify
    the files with pitboss verify, and include them in an audit with pitboss audit --archive.
    """
    add_games(game_files)
    if workers is not None and workers < 1:
        raise Refused(f"--workers must be at least 1, not {workers}")
    from pitboss.lab.progress import available_cores
    from pitboss.room.archive import archive_room, describe_archive
    from pitboss.room.store.interface import CommitUncertain, StoreDamaged, StoreUnavailable

    data, database = choose_room(data, database)
    try:
        with progress_display() as progress:
            result = asyncio.run(
                archive_room(data, database, to, before, workers or available_cores(), progress)
            )
    except (StoreUnavailable, CommitUncertain, StoreDamaged) as error:
        raise Refused(str(error)) from None
    if as_json:
        print_json({"lines": result.lines, "archives": msgspec.to_builtins(result.archives)})
        return
    if not result.archives:
        print(f"Nothing to archive: no round before {before} is old enough.")
        return
    for archive in result.archives:
        print(f"{describe_archive(archive)}.")
        print(f"{archive.stream}={archive.version}:{archive.hash}")
    folder = Path(result.archives[0].file).parent
    print(
        f"Moved {count_phrase(result.lines, 'line')} to {folder}. Copy the files to another place: "
        "backups of the room do not have them."
    )
