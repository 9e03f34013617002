"""``pitboss backup``: copy a room while it is open."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from pitboss.cli.options import DatabaseOption, DataOption, Json, with_store
from pitboss.cli.output import print_json


def command(
    target: Annotated[
        Path, typer.Argument(metavar="TARGET", help="A new file, or a folder to put one in.")
    ],
    data: DataOption = None,
    database: DatabaseOption = None,
    as_json: Json = False,
) -> None:
    """Copy a whole room into one file, as of one moment.

    The room may stay open. The key that encrypts the seeds is not part of the copy: back it up
    elsewhere.
    """
    from pitboss.room.backup import back_up
    from pitboss.room.runtime import utc_clock

    backup = with_store(lambda store: back_up(store, target, utc_clock()), data, database)
    if as_json:
        print_json(msgspec.to_builtins(backup))
        return
    print(f"Wrote the room to {backup.file}: {backup.bytes:,} bytes, SHA-256 {backup.sha256}.")
    for stream, head in backup.heads.items():
        if head.version:
            print(f"{stream}={head.version}:{head.hash}")
    print(
        "The key that encrypts the seeds is not in the backup. Without it, a round that is open "
        "now cannot continue."
    )
