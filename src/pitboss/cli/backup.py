"""``pitboss backup``: a copy of a room, while it is open."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from pitboss.cli.options import Json
from pitboss.cli.room_asked import Data, Database, with_store
from pitboss.cli.screen import print_json


def command(
    target: Annotated[
        Path, typer.Argument(metavar="TARGET", help="A new file, or a folder for one.")
    ],
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Copy everything that a room keeps into one file, as it is at one moment.

    The room may be open meanwhile. The key that seals the seeds is not part of the copy: keep it
    elsewhere.
    """
    from pitboss.room.backup import back_up
    from pitboss.room.clock import utc_clock

    taken = with_store(lambda store: back_up(store, target, utc_clock()), data, database)
    if as_json:
        print_json(msgspec.to_builtins(taken))
        return
    print(f"{taken.file} holds the whole room: {taken.bytes:,} bytes, SHA-256 {taken.sha256}.")
    for stream, head in taken.heads.items():
        if head.version:
            print(f"{stream}={head.version}:{head.hash}")
    print("The key of the seal is not in it. Without that key, a round open now cannot go on.")
