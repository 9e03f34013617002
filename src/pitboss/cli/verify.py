"""``pitboss verify``: check an exported shift from its first line to its last."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import msgspec
import typer

from pitboss.cli.options import GameFiles, Json, add_games
from pitboss.cli.output import count_phrase, print_json, progress_display
from pitboss.errors import Refused
from pitboss.lab.progress import Progress

MEGABYTE: Final = 1 << 20
_LAST_LINE: Final = re.compile(rb'{"n":[0-9]+,"prev":"[0-9a-f]{64}","end":')
RARE_COUNTS: Final = ("unproved", "open_round", "not_yet_proved", "physical")
"""Fields that the JSON summary has only when they are not empty."""


def command(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="A shift that play or deal --export wrote; or several files, such as archived "
            "ones, whose lines follow each other.",
        ),
    ],
    game_files: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Verify an exported shift, to the last card and cent.

    Checks the chain, decks, shuffles, and every card, decision, payout and posting. Prints one line
    with what was checked, or the first fault with its line number. Compare the head with the one
    that was published when the shift ended.
    """
    add_games(game_files)
    from pitboss.verify import VerificationError, verify  # other commands start without it

    try:
        with progress_display() as progress:
            summary = verify(_lines_of(files, progress))
    except OSError as error:
        name = error.filename or files[0]
        raise Refused(f"{name} cannot be read: {error.strerror or error}") from None
    except VerificationError as fault:
        if as_json:
            print_json({"verified": False, "line": fault.line, "fault": fault.sentence})
        else:
            sentence = " ".join(f"{', '.join(map(str, files))}, {fault}".split())
            print(f"pitboss: {sentence.removesuffix('.')}.", file=sys.stderr)
        raise typer.Exit(1) from None
    if as_json:
        fields = msgspec.structs.asdict(summary)
        omissions = {name for name in RARE_COUNTS if not fields[name]}
        print_json({"verified": True} | {k: v for k, v in fields.items() if k not in omissions})
        return
    marks = ", ".join(
        word
        for word, is_so in (
            ("practice", summary.practice),
            ("physical", summary.physical),
            ("brought forward", summary.forward),
        )
        if is_so
    )
    rare = {
        "void": summary.voids,
        "correction": summary.corrections,
        "incident": summary.incidents,
        "lost seed": summary.lost,
        "physical round": summary.physical,
    }
    extras = "".join(f"{count_phrase(number, what)}, " for what, number in rare.items() if number)
    if summary.unproved:
        numbers = ", ".join(map(str, summary.unproved))
        extras += f"unproved {'round' if summary.lost == 1 else 'rounds'} {numbers}, "
    if summary.open_round:
        pending = ", ".join(summary.not_yet_proved)
        note = f" (not proved yet: {pending})" if pending else ""
        extras += f"round {summary.open_round} is open{note}, "
    print(
        f"Verified{f' ({marks})' if marks else ''}: {count_phrase(summary.rounds, 'round')}, "
        f"{count_phrase(summary.events, 'event')}, {count_phrase(summary.cards, 'card')}, "
        f"{count_phrase(summary.postings, 'posting')}, {extras}head {summary.head}"
    )


def _lines_of(files: Sequence[Path], progress: Progress) -> Iterator[bytes]:
    """Yield the lines of all files as those of one, which ends where the last one does."""
    for number, file in enumerate(files, 1):
        with file.open("rb") as stream:
            for line in _tracked_lines(stream, file.stat().st_size, progress):
                # What follows the last event of a file is in the next one.
                if number == len(files) or not _LAST_LINE.match(line):
                    yield line


def _tracked_lines(stream: BinaryIO, size: int, progress: Progress) -> Iterator[bytes]:
    """Yield the lines of a file, and report how much of it has been read."""
    from pitboss.verify import read_lines

    byte_count = megabytes = 0
    for line in read_lines(stream):
        yield line
        byte_count += len(line)
        if byte_count // MEGABYTE > megabytes and size >= MEGABYTE:
            megabytes = byte_count // MEGABYTE
            progress("megabytes checked", megabytes, size // MEGABYTE)
