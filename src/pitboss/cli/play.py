"""``pitboss play``: play in the terminal at a table with an automatic dealer."""

import os
import sys
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.files import name_file_in_faults
from pitboss.cli.options import (
    GameKey,
    Json,
    SubmissionOption,
    submission_from_options,
    verify_command,
)
from pitboss.cli.output import print_json, print_rich, progress_display
from pitboss.errors import Refused
from pitboss.games import find_game
from pitboss.submission import resolve

if TYPE_CHECKING:  # other commands start without the table
    from pitboss.lab.strategy.finder import CardPlay
    from pitboss.submission import Rules
    from pitboss.tui.game.player_session import PlayerSession
    from pitboss.tui.game.table_shift import Shift, ShiftFile, ShiftTally


def command(
    key: GameKey,
    auto: Annotated[
        int | None,
        typer.Option(
            "--auto", metavar="N", help="Let the program play N rounds by optimal strategy."
        ),
    ] = None,
    card: Annotated[
        int | None,
        typer.Option(
            "--card",
            metavar="N",
            help="Use a strategy card of N lines per list: --auto plays by it, --coach shows it.",
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed", metavar="TEXT", help="Practice: the same text gives the same shuffles."
        ),
    ] = None,
    seats: Annotated[
        int, typer.Option("--seats", metavar="K", help="Players at the table, including you.")
    ] = 1,
    coach: Annotated[
        bool, typer.Option("--coach", help="Show what each decision is worth, exactly.")
    ] = False,
    submission: SubmissionOption = None,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write the whole shift as JSON Lines."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play at a table with an automatic dealer.

    With --auto the program plays every seat itself at the table minimum, by optimal strategy or by
    a card of `pitboss strategy`, and prints a summary.
    """
    game = find_game(key)
    if card is not None and auto is None and not coach:
        raise Refused(
            "--card requires --auto, which plays by the card, or --coach, which shows its advice"
        )
    if auto is None:
        _require_terminal()
    elif auto < 1:
        raise Refused(f"--auto must be at least 1 round, not {auto}")
    elif coach:
        raise Refused("choose one of --coach, which advises you, and --auto, which plays by itself")
    choices = submission_from_options(game, submission, None)
    with name_file_in_faults(*[submission] if submission else []):
        rules = resolve(game, choices)
    from pitboss.tui.game.player_session import PlayerSession
    from pitboss.tui.game.table_shift import (
        Shift,
        middle_seat,
        open_shift_file,
        shift_summary_json,
        shift_summary_text,
    )

    you = middle_seat(seats) if auto is None else None
    shift = Shift(
        game.key, rules, choices, seats=seats, player_seat=you, seed=seed, keep_log=auto is None
    )
    card_play = _find_card(rules, card) if card is not None else None
    with open_shift_file(export) as file:
        if auto is not None:
            shift.card_play = card_play
            tally, coach_report, is_busy = _play_automatically(shift, file, auto), None, False
        else:
            session = PlayerSession(game, shift, choices, coach=coach, card_play=card_play)
            is_busy = _play_session(session, file)
            tally, coach_report = session.tally, session.coach_report
    if as_json:
        print_json(shift_summary_json(shift, tally, coach_report))
    else:
        print_rich(shift_summary_text(game, shift, tally, coach_report))
        if export:
            verify = verify_command(export, game.key)
            print(f"\nWrote the whole shift to {export}. To check it: {verify}")
    if is_busy:  # a compiler that still runs on its thread would not survive a normal exit
        sys.stdout.flush()
        os._exit(0)


def _find_card(rules: "Rules", lines: int) -> "CardPlay":
    from pitboss.lab.strategy.finder import CardPlay, check_strategy_request

    check_strategy_request(lines, None)  # before anything is solved
    with progress_display() as progress:
        return CardPlay.with_best_card(rules, lines, progress)


def _play_automatically(shift: "Shift", file: "ShiftFile | None", rounds: int) -> "ShiftTally":
    from pitboss.tui.game.table_shift import ShiftTally, play_shift, removed_if_interrupted

    tally = ShiftTally()
    with progress_display() as progress, removed_if_interrupted(file):
        records = play_shift(shift, rounds, tally, progress)
        if file:
            file.write(records)
        else:
            deque(records, maxlen=0)
    return tally


def _play_session(session: "PlayerSession", file: "ShiftFile | None") -> bool:
    """Play a session to its end, and return whether its adviser is still computing."""
    from pitboss.tui.game.app import PlayApp
    from pitboss.tui.widgets import exit_on_hangup

    name = str(file.file) if file else None
    app = PlayApp(session, name, no_color=bool(os.environ.get("NO_COLOR")))
    with exit_on_hangup():
        app.run()
    # However the session stopped, the shift is closed and written.
    with progress_display() as progress:
        if app.adviser.is_busy:
            progress("finishing the round on the table", 0, 0)
        session.end(progress)
    if file:
        file.write(session.shift.table.log)
    if app.failure:
        raise app.failure
    return app.adviser.is_busy


def _require_terminal() -> None:
    """Refuse to play without an interactive terminal."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    are_terminals = all(stream is not None and stream.isatty() for stream in streams)
    if os.environ.get("TERM") == "dumb" or not are_terminals:
        raise Refused("playing needs a terminal; --auto N plays rounds without one")
