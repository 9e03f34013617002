"""``pitboss play``: a table that the house deals, for you in the terminal or for itself."""

import os
import sys
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.files import faults_named
from pitboss.cli.options import GameKey, Json, verify_command
from pitboss.cli.progress import teller
from pitboss.cli.rules_asked import Submission, asked_submission
from pitboss.cli.screen import print_json, show
from pitboss.games import find_game
from pitboss.refusal import Refused
from pitboss.submission import resolve

if TYPE_CHECKING:  # other commands start without the table
    from pitboss.lab.strategy.play import CardPlay
    from pitboss.submission import Rules
    from pitboss.tui.session import Session
    from pitboss.tui.shift import Shift
    from pitboss.tui.shift_file import ShiftFile
    from pitboss.tui.tally import Tally


def command(
    game: GameKey,
    auto: Annotated[
        int | None, typer.Option("--auto", metavar="N", help="Let best play play N rounds.")
    ] = None,
    card: Annotated[
        int | None,
        typer.Option(
            "--card",
            metavar="N",
            help="A card of N lines a list: --auto plays by it, --coach shows what it says.",
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="TEXT", help="Practice: the same text, the same shoes."),
    ] = None,
    seats: Annotated[
        int, typer.Option("--seats", metavar="K", help="Players at the table; you are one.")
    ] = 1,
    coach: Annotated[
        bool, typer.Option("--coach", help="Show what each decision is worth, exactly.")
    ] = False,
    submission: Submission = None,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write the whole shift as JSON Lines."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play at a table that the house deals.

    With --auto the house plays every seat itself at the table minimum, by best play or by a card of
    `pitboss strategy`, and says what it came to.
    """
    found = find_game(game)
    if card is not None and auto is None and not coach:
        raise Refused(
            "--card goes with --auto, which plays by it, or with --coach, which shows what it says"
        )
    if auto is None:
        _check_terminal()
    elif auto < 1:
        raise Refused(f"--auto takes the number of rounds, 1 or more, not {auto}")
    elif coach:
        raise Refused("--coach advises you while you play, and --auto plays by itself")
    given = asked_submission(found, submission, None)
    with faults_named(*[submission] if submission else []):
        rules = resolve(found, given)
    from pitboss.tui.session import Session
    from pitboss.tui.shift import Shift, middle
    from pitboss.tui.shift_file import shift_file
    from pitboss.tui.summary import summary_json, summary_text

    you = middle(seats) if auto is None else None
    shift = Shift(found.key, rules, given, seats=seats, you=you, seed=seed, keep=auto is None)
    by_card = _found_card(rules, card) if card is not None else None
    with shift_file(export) as file:
        if auto is not None:
            shift.card = by_card
            tally, account, busy = _let_play(shift, file, auto), None, False
        else:
            session = Session(found, shift, given, coach=coach, card=by_card)
            busy = _play(session, file)
            tally, account = session.tally, session.account
    if as_json:
        print_json(summary_json(shift, tally, account))
    else:
        show(summary_text(found, shift, tally, account))
        if export:
            verify = verify_command(export, found.key)
            print(f"\n{export} holds the whole shift; {verify} checks it.")
    if busy:  # a compiler at work on its own thread would not survive an orderly end
        sys.stdout.flush()
        os._exit(0)


def _found_card(rules: "Rules", lines: int) -> "CardPlay":
    from pitboss.lab.strategy.found import check_wish
    from pitboss.lab.strategy.play import CardPlay

    check_wish(lines, None)  # before anything is solved
    with teller() as told:
        return CardPlay.of(rules, lines, told)


def _let_play(shift: "Shift", file: "ShiftFile | None", rounds: int) -> "Tally":
    from pitboss.tui.auto import played
    from pitboss.tui.shift_file import gone_if_interrupted
    from pitboss.tui.tally import Tally

    tally = Tally()
    with teller() as told, gone_if_interrupted(file):
        records = played(shift, rounds, tally, told)
        if file:
            file.write(records)
        else:
            deque(records, maxlen=0)
    return tally


def _play(session: "Session", file: "ShiftFile | None") -> bool:
    """A session to its end; whether its adviser is still at work."""
    from pitboss.tui.app import PlayApp

    name = str(file.file) if file else None
    app = PlayApp(session, name, plain=bool(os.environ.get("NO_COLOR")))
    app.run()
    # However it ended, the shift is brought to its end and written.
    with teller() as told:
        if app.adviser.busy:
            told("the round on the table is brought to its end", 0, 0)
        session.end(told)
    if file:
        file.write(session.shift.table.log)
    if app.failure:
        raise app.failure
    return app.adviser.busy


def _check_terminal() -> None:
    """A game for people needs a terminal that draws."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if os.environ.get("TERM") == "dumb" or not all(x is not None and x.isatty() for x in streams):
        raise Refused("this needs a terminal to play in: --auto N plays rounds without one")
