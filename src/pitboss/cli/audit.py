"""``pitboss audit`` and ``reconcile``: check a room's database, and the books of a day."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
import typer

from pitboss.cli.options import DatabaseOption, DataOption, GameFiles, Json, add_games, with_store
from pitboss.cli.output import count_phrase, print_json, progress_display
from pitboss.errors import Refused, short_repr

if TYPE_CHECKING:
    from pitboss.room.audit.auditor import Audit
    from pitboss.room.audit.checks import Finding
from pitboss.cli.options import (
    DayOption,
    utc_today,
)
from pitboss.cli.output import print_rich

_HEAD_PATTERN: Final = re.compile(
    r"(?P<stream>[^=]+)=(?P<version>[0-9]{1,15}):(?P<hash>[0-9a-f]{64})"
)


def audit_command(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A backup to audit instead of a room.")
    ] = None,
    data: DataOption = None,
    database: DatabaseOption = None,
    head: Annotated[
        list[str] | None,
        typer.Option(
            "--head",
            metavar="STREAM=VERSION:HASH",
            help="A head from an earlier audit, to compare with. Repeatable.",
        ),
    ] = None,
    heads: Annotated[
        Path | None,
        typer.Option("--heads", metavar="FILE", help="Write the heads, for a later --since."),
    ] = None,
    since: Annotated[
        Path | None,
        typer.Option(
            "--since",
            metavar="FILE",
            help="Trust the lines up to these heads, and audit those after them.",
        ),
    ] = None,
    archive: Annotated[
        Path | None,
        typer.Option("--archive", metavar="DIR", help="Audit the archived lines in DIR, too."),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="Stop after this many findings.")
    ] = 100,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", help="Processes to use; by default all cores."),
    ] = None,
    game_files: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Audit a whole database.

    Checks chains, postings, balances, meters, snapshots and every closed round, and reports what is
    wrong and where. The room may stay open. Keep the heads that are printed somewhere else and pass
    them to the next audit, which then detects any rewritten history; or write them to a file with
    --heads, and a later audit with --since reads only what came after.
    """
    add_games(game_files)
    if limit < 1:
        raise Refused(f"--limit must be at least 1, not {limit}")
    if workers is not None and workers < 1:
        raise Refused(f"--workers must be at least 1, not {workers}")
    if head and since:
        raise Refused("choose --head or --since: a file of heads has them all")
    from pitboss.lab.progress import available_cores
    from pitboss.room.audit.auditor import AuditOptions, audit_with_heads
    from pitboss.room.audit.positions import read_heads, write_heads

    options = AuditOptions(
        _parse_heads(head or ()),
        limit,
        workers or available_cores(),
        read_heads(since) if since else None,
        heads is not None,
        reads_archive=archive is not None,
    )
    with progress_display() as progress:
        audit = with_store(
            lambda store: audit_with_heads(store, options, progress),
            data,
            database,
            file,
            archive=archive,
        )
    result = audit.audit
    if heads and result.in_order:
        write_heads(heads, audit.heads)
    if as_json:
        print_json(audit_json(result))
    else:
        print_findings(result)
        if result.in_order:
            _report_success(result)
    if not result.in_order:
        raise typer.Exit(1)


def _parse_heads(heads: Sequence[str]) -> dict[str, dict[int, str]]:
    anchors: dict[str, dict[int, str]] = {}
    for head in heads:
        match = _HEAD_PATTERN.fullmatch(head)
        if match is None:
            raise Refused(f"invalid head {short_repr(head)}: write it like stud-235=120:HASH")
        hashes = anchors.setdefault(match["stream"], {})
        if hashes.setdefault(int(match["version"]), match["hash"]) != match["hash"]:
            raise Refused(f"--head has two hashes for line {match['version']} of {match['stream']}")
    return anchors


def _report_success(audit: "Audit") -> None:
    print(
        f"No problems found: {count_phrase(len(audit.heads), 'stream')}, "
        f"{count_phrase(audit.lines, 'line')}, {count_phrase(audit.postings, 'posting')}, "
        f"{count_phrase(audit.accounts, 'account')}, {count_phrase(audit.rounds, 'round')} proved."
    )
    for table, rounds in audit.unproved.items():
        seedless = audit.lost_seeds.get(table, ())
        if seedless:
            numbers = (
                f"{'round' if len(seedless) == 1 else 'rounds'} {', '.join(map(str, seedless))}"
            )
            print(f"{table}: {numbers} unproved. The key was lost, and the seed was never opened.")
        if rounds > len(seedless):
            print(
                f"{table}: not proved: {count_phrase(rounds - len(seedless), 'round')} dealt under "
                "another version of the program, which alone can prove what it dealt. The log of "
                "the back office names that version."
            )
    for table, rounds in audit.physical.items():
        print(
            f"{table}: physical: {count_phrase(rounds, 'round')} dealt from a physical deck; "
            "everything but the shuffle was checked."
        )
    for correction in audit.corrections:
        print(f"A corrected payout differs from what the cards pay: {correction}.")
    if audit.earlier_lines:
        print(
            f"Not checked again: {count_phrase(audit.earlier_lines, 'line')} up to the heads, "
            "which are trusted."
        )
    if audit.archived_lines:
        print(
            f"Not read: {count_phrase(audit.archived_lines, 'archived line')}. To audit them, too, "
            "name their folder with --archive."
        )
    for stream, head in audit.heads.items():
        if head.version:
            print(f"{stream}={head.version}:{head.hash}")


def print_findings(audit: "Audit") -> None:
    """Print each finding of an audit as a sentence on standard error."""
    for finding in audit.findings:
        print_sentence(finding)
    if audit.more:
        print("pitboss: the limit was reached; the rest was not checked.", file=sys.stderr)


def print_sentence(finding: "Finding | object") -> None:
    """Print a finding as a sentence on standard error."""
    print(f"pitboss: {' '.join(str(finding).split()).removesuffix('.')}.", file=sys.stderr)


def audit_json(audit: "Audit") -> dict[str, Any]:
    """Return an audit as JSON values."""
    fields: dict[str, Any] = msgspec.to_builtins(audit)
    return {"in_order": audit.in_order} | fields


def reconcile_command(
    data: DataOption = None,
    database: DatabaseOption = None,
    day: DayOption = None,
    game_files: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Reconcile the books of a day.

    Covers every table, the back office, every account and every meter. Checks that balances match
    the postings, that no chips are left on a layout between rounds, that meters balance, and that
    all accounts together sum to zero. Without --day, today so far.
    """
    add_games(game_files)
    from pitboss.room.reports.period import day_period
    from pitboss.room.reports.store_reports import reconcile_day
    from pitboss.table.state import encode_fraction

    date = day or utc_today()
    day_period(date)  # refuses what is not a day before the store is opened
    with progress_display() as progress:
        books = with_store(lambda store: reconcile_day(store, date, progress), data, database)
    if as_json:
        print_json({"closes": books.closes} | msgspec.to_builtins(books, enc_hook=encode_fraction))
    else:
        from pitboss.room.reports.rendering import reconciliation_text

        print_rich(*reconciliation_text(books))
        for discrepancy in books.breaks:
            print_sentence(discrepancy)
    if not books.closes:
        raise typer.Exit(1)
