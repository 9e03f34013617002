"""``pitboss deal``: a dealer's console in the terminal, and a school for dealers."""

import asyncio
import getpass
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.files import name_file_in_faults, today
from pitboss.cli.options import (
    Json,
    OptionalGameKey,
    SubmissionOption,
    submission_from_options,
    verify_command,
)
from pitboss.cli.output import print_json, print_rich
from pitboss.errors import Refused
from pitboss.games import find_game
from pitboss.submission import check_filing, resolve

if TYPE_CHECKING:  # other commands start without the table
    from pitboss.school.syllabus import Syllabus
    from pitboss.table import Automation
    from pitboss.tui.dealer.dealer_session import DealerSession
    from pitboss.tui.game.table_shift import ShiftFile


DEFAULT_QUESTIONS = 20
DEFAULT_OPTIONS = (3, "nothing", "Dealer", "Floorperson", DEFAULT_QUESTIONS)
"""The defaults of options that only a table in this program has."""
MAX_ROUNDS = 100


def command(
    key: OptionalGameKey = None,
    room: Annotated[
        str | None,
        typer.Option(
            "--room", metavar="URL", help="Work at a table of a card room; you sign in to it."
        ),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="NAME", help="With --room: the table.")
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="With --room: your account's name."),
    ] = None,
    school: Annotated[
        bool, typer.Option("--school", help="Learn to deal: a lesson, questions, rounds.")
    ] = False,
    questions: Annotated[
        int, typer.Option("--questions", metavar="N", help="New questions per school session.")
    ] = DEFAULT_QUESTIONS,
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", help="Rounds you deal in school.")
    ] = None,
    lesson: Annotated[bool, typer.Option("--lesson", help="Print the lesson only.")] = False,
    seats: Annotated[
        int, typer.Option("--seats", metavar="K", help="Number of simulated players.")
    ] = 3,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed", metavar="TEXT", help="Practice: the same text gives the same shuffles."
        ),
    ] = None,
    auto: Annotated[
        str,
        typer.Option(
            "--auto", metavar="FLAGS", help="Steps that the program does itself: deal,settle,…"
        ),
    ] = "nothing",
    dealer: Annotated[
        str, typer.Option("--dealer", metavar="NAME", help="Name of the dealer.")
    ] = "Dealer",
    floor: Annotated[
        str, typer.Option("--floor", metavar="NAME", help="Name of the floorperson.")
    ] = "Floorperson",
    submission: SubmissionOption = None,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write the whole shift as JSON Lines."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Deal at a table, with one key per step.

    The console covers decks, counts, irregularities and approvals. With --school you learn to deal:
    the program plays the players, asks, checks and explains. With --room you work at a table of a
    card room, as its dealer or as a floorperson.
    """
    if room is not None:
        local_options = (seats, auto, dealer, floor, questions) != DEFAULT_OPTIONS or any(
            (school, lesson, seed, submission, export, as_json, rounds is not None)
        )
        if local_options:
            raise Refused("--room can be combined only with --table, --name and the file of a game")
        _run_in_room(room, table, name, key)
        return
    if table or name:
        raise Refused("--table and --name require --room")
    if key is None:
        raise Refused("name a game, or a card room with --room URL")
    game = find_game(key)
    choices = submission_from_options(game, submission, None)
    with name_file_in_faults(*[submission] if submission else []):
        if submission and not school and not lesson:
            # A real table may only be dealt by a filing that could be put in force.
            check_filing(game, choices, today())
        rules = resolve(game, choices)
    from pitboss.school.practice_day import check_seats
    from pitboss.school.syllabus import Syllabus
    from pitboss.tui.game.table_shift import check_seed

    if not school and (rounds is not None or questions != DEFAULT_QUESTIONS):
        raise Refused("--questions and --rounds require --school")
    check_seats(game.key, rules, seats)
    syllabus = Syllabus(game, choices, seats)
    if lesson:
        _print_lesson(syllabus, as_json=as_json)
    elif school:
        if export or auto != "nothing":
            raise Refused("--school cannot be combined with --export or --auto")
        _run_school(syllabus, questions, rounds, check_seed(seed), as_json=as_json)
    else:
        from pitboss.tui.dealer.day_summary import day_summary_json, day_summary_text
        from pitboss.tui.dealer.dealer_session import DealerSession
        from pitboss.tui.game.table_shift import open_shift_file
        from pitboss.tui.widgets import require_terminal

        session = DealerSession(
            game,
            rules,
            choices,
            seats=seats,
            seed=seed,
            automation=_parse_automation(auto),
            dealer=dealer,
            floor=floor,
        )
        require_terminal()
        with open_shift_file(export) as file:
            _run_console(session, file)
        if as_json:
            print_json(day_summary_json(session))
        else:
            print_rich(day_summary_text(session))
            if export:
                verify = verify_command(export, game.key)
                print(f"\nWrote the whole shift to {export}. To check it: {verify}")


def _run_in_room(address: str, table: str | None, name: str | None, game: str | None) -> None:
    """Sign in to a room and work at one of its tables."""
    from pitboss.tui.dealer.app import DealerApp
    from pitboss.tui.dealer.room_session import sign_in
    from pitboss.tui.widgets import exit_on_hangup, require_terminal, stdout_on_terminal

    require_terminal()
    name = name or typer.prompt("Name", err=True)
    password = os.environ.get("PITBOSS_PASSWORD") or getpass.getpass("Password: ")
    session = asyncio.run(
        sign_in(address, name, password, lambda tables: table or _choose_table(tables))
    )
    if game is not None and session.game.key != game:
        raise Refused(f"the table plays {session.game.key}, not {game}")
    app = DealerApp(session, no_color=bool(os.environ.get("NO_COLOR")))
    with stdout_on_terminal(), exit_on_hangup():
        app.run()
    if app.failure:
        raise app.failure


def _choose_table(tables: Sequence[Mapping[str, Any]]) -> str:
    """Return the only table, or ask which one."""
    if len(tables) == 1:
        return str(tables[0]["table"])
    for item in tables:
        typer.echo(f"  {item['table']}  {item['title']}, {item['game_name']}", err=True)
    return str(typer.prompt("Table", err=True))


def _parse_automation(names: str) -> "Automation":
    """Return the automation flags with these names, separated by commas."""
    from pitboss.table import Automation

    flags = Automation.NOTHING
    for name in names.split(","):
        flag = Automation.__members__.get(name.strip().upper())
        if flag is None:
            step_names = ", ".join(member.lower() for member in Automation.__members__)
            raise Refused(f"unknown step {name.strip()!r} in --auto: choose from {step_names}")
        flags |= flag
    return flags


def _run_console(session: "DealerSession", file: "ShiftFile | None") -> None:
    """Run a day at the console; however it stops, the day is closed and written."""
    from pitboss.tui.dealer.app import DealerApp
    from pitboss.tui.widgets import exit_on_hangup, stdout_on_terminal

    app = DealerApp(session, no_color=bool(os.environ.get("NO_COLOR")))
    with stdout_on_terminal(), exit_on_hangup():
        app.run()
    session.end()
    if file:
        file.write(session.table.log)
    if app.failure:
        raise app.failure


def _run_school(
    syllabus: "Syllabus", questions: int, rounds: int | None, seed: str | None, *, as_json: bool
) -> None:
    from pitboss.school.classroom import DEFAULT_ROUNDS, Classroom
    from pitboss.tui.dealer.day_summary import school_report_text
    from pitboss.tui.school.app import SchoolApp
    from pitboss.tui.school.trainee import Trainee
    from pitboss.tui.widgets import exit_on_hangup, require_terminal, stdout_on_terminal

    if rounds is not None and not 0 <= rounds <= MAX_ROUNDS:
        raise Refused(f"--rounds must be from 0 to {MAX_ROUNDS}, not {rounds}")
    classroom = Classroom(
        syllabus, questions, seed, rounds=DEFAULT_ROUNDS if rounds is None else rounds
    )
    require_terminal()
    app = SchoolApp(Trainee(classroom), no_color=bool(os.environ.get("NO_COLOR")))
    with stdout_on_terminal(), exit_on_hangup():
        app.run()
    if as_json:
        print_json(classroom.report)
    else:
        print_rich(school_report_text(syllabus.game.name, classroom.report))
    if app.failure:
        raise app.failure


def _print_lesson(syllabus: "Syllabus", *, as_json: bool) -> None:
    from pitboss.school.lessons import make_lessons
    from pitboss.tui.school.app import render_lessons

    lessons = make_lessons(syllabus)
    if as_json:
        print_json(lessons)
    else:
        print_rich(render_lessons(lessons))
