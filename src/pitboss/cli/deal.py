"""``pitboss deal``: a dealer's console in the terminal, and a school for dealers."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.files import faults_named, today
from pitboss.cli.options import GameKey, Json, verify_command
from pitboss.cli.rules_asked import Submission, asked_submission
from pitboss.cli.screen import print_json, show
from pitboss.games import find_game
from pitboss.refusal import Refused
from pitboss.submission import check_filing, resolve

if TYPE_CHECKING:  # other commands start without the table
    from pitboss.school.syllabus import Syllabus
    from pitboss.table import Automation
    from pitboss.tui.console.desk import Desk
    from pitboss.tui.shift_file import ShiftFile


QUESTIONS = 20
MOST_ROUNDS = 100


def command(
    game: GameKey,
    school: Annotated[
        bool, typer.Option("--school", help="Learn to deal: a lesson, questions, rounds.")
    ] = False,
    questions: Annotated[
        int, typer.Option("--questions", metavar="N", help="New questions of a school session.")
    ] = QUESTIONS,
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", help="Rounds that you deal in school.")
    ] = None,
    lesson: Annotated[
        bool, typer.Option("--lesson", help="Print the lesson, and no more.")
    ] = False,
    seats: Annotated[
        int, typer.Option("--seats", metavar="K", help="Players that the program plays.")
    ] = 3,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="TEXT", help="Practice: the same text, the same shoes."),
    ] = None,
    auto: Annotated[
        str,
        typer.Option("--auto", metavar="FLAGS", help="Steps that the house does: deal,settle,…"),
    ] = "nothing",
    dealer: Annotated[str, typer.Option("--dealer", metavar="NAME", help="Who deals.")] = "Dealer",
    floor: Annotated[
        str, typer.Option("--floor", metavar="NAME", help="The floorperson.")
    ] = "Floorperson",
    submission: Submission = None,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write the whole shift as JSON Lines."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Deal a table: what is due, one key a step, irregularities and approvals.

    With --school you learn it: the program plays the players, asks, checks and explains.
    """
    found = find_game(game)
    given = asked_submission(found, submission, None)
    with faults_named(*[submission] if submission else []):
        if submission and not school and not lesson:
            # A table is dealt by what could be put in force.
            check_filing(found, given, today())
        rules = resolve(found, given)
    from pitboss.school.crew import check_seats
    from pitboss.school.syllabus import Syllabus
    from pitboss.tui.shift import checked_seed

    if not school and (rounds is not None or questions != QUESTIONS):
        raise Refused("--questions and --rounds are for --school")
    check_seats(found.key, rules, seats)
    taught = Syllabus(found, given, seats)
    if lesson:
        _print_lesson(taught, as_json=as_json)
    elif school:
        if export or auto != "nothing":
            raise Refused("--school keeps no record and leaves no step to the house")
        _learn(taught, questions, rounds, checked_seed(seed), as_json=as_json)
    else:
        from pitboss.tui.console.desk import Desk
        from pitboss.tui.console.summary import day_json, day_text
        from pitboss.tui.console.terminal import check_terminal
        from pitboss.tui.shift_file import shift_file

        flags = _flags(auto)
        desk = Desk(
            found, rules, given, seats=seats, seed=seed, automation=flags,
            dealer=dealer, floor=floor,
        )  # fmt: skip
        check_terminal()
        with shift_file(export) as file:
            _deal(desk, file)
        if as_json:
            print_json(day_json(desk))
        else:
            show(day_text(desk))
            if export:
                verify = verify_command(export, found.key)
                print(f"\n{export} holds the whole shift; {verify} checks it.")


def _flags(names: str) -> "Automation":
    """Flags by their names, or everything, or nothing."""
    from pitboss.table import Automation

    made = Automation.NOTHING
    for name in names.split(","):
        known = Automation.__members__.get(name.strip().upper())
        if known is None:
            which = ", ".join(each.lower() for each in Automation.__members__)
            raise Refused(f"--auto {name.strip()!r} is no step of the house: there are {which}")
        made |= known
    return made


def _deal(desk: "Desk", file: "ShiftFile | None") -> None:
    """A day at the console; however it ended, it is brought to its end and written."""
    from pitboss.tui.console.app import DealApp
    from pitboss.tui.console.terminal import on_terminal

    app = DealApp(desk, plain=bool(os.environ.get("NO_COLOR")))
    with on_terminal():
        app.run()
    desk.end()
    if file:
        file.write(desk.table.log)
    if app.failure:
        raise app.failure


def _learn(
    taught: "Syllabus", questions: int, rounds: int | None, seed: str | None, *, as_json: bool
) -> None:
    from pitboss.school.classroom import ROUNDS, Classroom
    from pitboss.tui.console.school_app import SchoolApp
    from pitboss.tui.console.summary import school_text
    from pitboss.tui.console.terminal import check_terminal, on_terminal
    from pitboss.tui.console.trainee import Trainee

    if rounds is not None and not 0 <= rounds <= MOST_ROUNDS:
        raise Refused(f"--rounds is from 0 to {MOST_ROUNDS}, not {rounds}")
    classroom = Classroom(taught, questions, seed, rounds=ROUNDS if rounds is None else rounds)
    check_terminal()
    app = SchoolApp(Trainee(classroom), plain=bool(os.environ.get("NO_COLOR")))
    with on_terminal():
        app.run()
    if as_json:
        print_json(classroom.report)
    else:
        show(school_text(taught.game.name, classroom.report))
    if app.failure:
        raise app.failure


def _print_lesson(taught: "Syllabus", *, as_json: bool) -> None:
    from pitboss.school.lesson import lessons
    from pitboss.tui.console.lesson_text import lesson_text

    found = lessons(taught)
    if as_json:
        print_json(found)
    else:
        show(lesson_text(found))
