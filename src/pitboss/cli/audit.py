"""``pitboss audit``: is everything in a room's database as it was written?"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
import typer

from pitboss.cli.options import GameFiles, Json, add_games
from pitboss.cli.progress import teller
from pitboss.cli.room_asked import Data, Database, with_store
from pitboss.cli.screen import print_json
from pitboss.refusal import Refused, brief

if TYPE_CHECKING:
    from pitboss.room.audit import Audit, Finding

_HEAD: Final = re.compile(r"(?P<stream>[^=]+)=(?P<version>[0-9]{1,15}):(?P<hash>[0-9a-f]{64})")


def command(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A backup, instead of a room in use.")
    ] = None,
    data: Data = None,
    database: Database = None,
    head: Annotated[
        list[str] | None,
        typer.Option("--head", metavar="STREAM=VERSION:HASH", help="A head kept elsewhere."),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="Stop after so many findings.")
    ] = 100,
    game: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Walk a whole database: chains, postings, balances, meters, snapshots, every closed round.

    Says what is wrong, and where; the room may be open meanwhile. Keep the heads that it prints
    somewhere else, and give them to the next audit: no history can then be rewritten unseen.
    """
    add_games(game)
    if limit < 1:
        raise Refused(f"--limit takes a number from 1 on, not {limit}")
    anchors = _anchors(head or ())
    from pitboss.room.audit import audit

    with teller() as told:
        found = with_store(
            lambda store: audit(store, anchors=anchors, limit=limit, told=told),
            data,
            database,
            file,
        )
    if as_json:
        print_json(audit_json(found))
    else:
        complain(found)
        if found.in_order:
            _in_order(found)
    if not found.in_order:
        raise typer.Exit(1)


def _anchors(given: Sequence[str]) -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {}
    for one in given:
        read = _HEAD.fullmatch(one)
        if read is None:
            raise Refused(f"{brief(one)} is no head: write it like stud-235=120:HASH")
        known = found.setdefault(read["stream"], {})
        if known.setdefault(int(read["version"]), read["hash"]) != read["hash"]:
            raise Refused(f"two heads are given for line {read['version']} of {read['stream']}")
    return found


def _in_order(found: "Audit") -> None:
    print(
        f"In order: {len(found.heads):,} streams, {found.lines:,} lines, "
        f"{found.postings:,} postings, {found.accounts:,} accounts, {found.rounds:,} rounds proved."
    )
    for table, rounds in found.unproved.items():
        lost = found.lost_seeds.get(table, ())
        if lost:
            told = f"{'round' if len(lost) == 1 else 'rounds'} {', '.join(map(str, lost))}"
            print(f"{table}: {told} unproved. The key was lost, and the seed was never opened.")
        if rounds > len(lost):
            print(
                f"{table}: {rounds - len(lost):,} rounds by rules of another program, which alone "
                "can prove them. The office's log says which."
            )
    for flagged in found.corrections:
        print(f"A correction that is not what the cards say: {flagged}.")
    for stream, head in found.heads.items():
        if head.version:
            print(f"{stream}={head.version}:{head.hash}")


def complain(found: "Audit") -> None:
    """What is wrong, a sentence each."""
    for finding in found.findings:
        sentence(finding)
    if found.more:
        print("pitboss: there is more, which was not looked at.", file=sys.stderr)


def sentence(finding: "Finding | object") -> None:
    """On standard error."""
    print(f"pitboss: {' '.join(str(finding).split()).removesuffix('.')}.", file=sys.stderr)


def audit_json(found: "Audit") -> dict[str, Any]:
    """For programs."""
    told: dict[str, Any] = msgspec.to_builtins(found)
    return {"in_order": found.in_order} | told
