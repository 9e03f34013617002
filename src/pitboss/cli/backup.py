"""``pitboss backup`` and ``restore``: copy a room while it is open, and restore the copy."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from pitboss.cli.audit import audit_json, print_findings
from pitboss.cli.options import DatabaseOption, DataOption, GameFiles, Json, add_games, with_store
from pitboss.cli.output import count_phrase, print_json, progress_display
from pitboss.errors import Refused


def backup_command(
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


def restore_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by pitboss backup.")],
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help="A folder without a room.")],
    game_files: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Audit the backup of a room and restore it into a data folder.

    An existing room is never overwritten.
    """
    add_games(game_files)
    from pitboss.room.backup import restore
    from pitboss.room.store.interface import StoreDamaged, StoreUnavailable

    try:
        with progress_display() as progress:
            restoration = asyncio.run(restore(file, data, progress))
    except (StoreUnavailable, StoreDamaged) as error:
        raise Refused(str(error)) from None
    audit = restoration.audit
    if as_json:
        print_json(
            {
                "restored": audit.in_order,
                "file": restoration.file,
                "audit": audit_json(audit),
                "key": restoration.key,
                "has_key": restoration.has_key,
            }
        )
    elif not audit.in_order:
        print_findings(audit)
        print(f"Nothing was restored: {file} has been altered or damaged.")
    else:
        contents = (
            f"{count_phrase(len(audit.heads), 'stream')} with {count_phrase(audit.lines, 'line')}"
        )
        print(f"Restored {contents} to {restoration.file}.")
        print(_key_warning(audit.open_rounds, restoration.key, has_key=restoration.has_key))
    if not audit.in_order:
        raise typer.Exit(1)


def _key_warning(open_rounds: Mapping[str, int], key: str, *, has_key: bool) -> str:
    """Say what the key that encrypts the seeds means for the rounds that were open."""
    rounds = ", ".join(f"round {number} of {table}" for table, number in open_rounds.items())
    if not rounds:
        return "No round was open, so the key that encrypts the seeds is not needed."
    if has_key:
        return f"The key that encrypts the seeds is in {key}: {rounds} can continue."
    where = f" in {key}" if key else ""
    return (
        f"The key that encrypts the seeds is not part of a backup, and is not{where}. Put it there "
        f"or name it with --key. Without it, the room starts only with --key-lost: {rounds} is "
        "then void, every wager is returned, and audits list it as unproved."
    )
