"""``pitboss verify``: is the file of a shift true, from its first line to its last?"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import msgspec
import typer

from pitboss.cli.options import GameFiles, Json, add_games
from pitboss.cli.progress import teller
from pitboss.cli.screen import print_json
from pitboss.lab.work import Told
from pitboss.refusal import Refused

MEGABYTE: Final = 1 << 20
RARE: Final = ("unproved", "open_round", "not_yet_proved")
"""What the summary for programs has only where there is any."""


def command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A shift, as pitboss play --export wrote it.")
    ],
    game: GameFiles = None,
    as_json: Json = False,
) -> None:
    """Check the file of a shift: chain, decks, shuffles, every card, payout and posting.

    Prints one line with what was checked, or the first thing that is wrong and its line. Compare
    the head with one that was published when the shift ended.
    """
    add_games(game)
    from pitboss.verify import Fault, verify  # other commands start without it

    try:
        with file.open("rb") as opened, teller() as told:
            checked = verify(_lines(opened, file.stat().st_size, told))
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror or error}") from None
    except Fault as fault:
        if as_json:
            print_json({"verified": False, "line": fault.line, "fault": fault.sentence})
        else:
            sentence = " ".join(f"{file}, {fault}".split())
            print(f"pitboss: {sentence.removesuffix('.')}.", file=sys.stderr)
        raise typer.Exit(1) from None
    if as_json:
        told_of = msgspec.structs.asdict(checked)
        rarely = {name for name in RARE if not told_of[name]}
        print_json({"verified": True} | {k: v for k, v in told_of.items() if k not in rarely})
        return
    marks = ", ".join(
        word
        for word, is_so in (("practice", checked.practice), ("brought forward", checked.forward))
        if is_so
    )
    rare = {
        "void": checked.voids,
        "correction": checked.corrections,
        "incident": checked.incidents,
        "lost seed": checked.lost,
    }
    apart = "".join(f"{_of(number, what)}, " for what, number in rare.items() if number)
    if checked.unproved:
        numbers = ", ".join(map(str, checked.unproved))
        apart += f"unproved {'round' if checked.lost == 1 else 'rounds'} {numbers}, "
    if checked.open_round:
        waits = ", ".join(checked.not_yet_proved)
        apart += f"round {checked.open_round} is open (not proved yet: {waits}), "
    print(
        f"In order{f' ({marks})' if marks else ''}: {_of(checked.rounds, 'round')}, "
        f"{_of(checked.events, 'event')}, {_of(checked.cards, 'card')}, "
        f"{_of(checked.postings, 'posting')}, {apart}head {checked.head}"
    )


def _of(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _lines(opened: BinaryIO, size: int, told: Told) -> Iterator[bytes]:
    """The lines of a file, telling how much of it was read."""
    from pitboss.verify import lines_of

    read = shown = 0
    for line in lines_of(opened):
        yield line
        read += len(line)
        if read // MEGABYTE > shown and size >= MEGABYTE:
            shown = read // MEGABYTE
            told("megabytes checked", shown, size // MEGABYTE)
