"""The program ``pitboss``: one file a command, no logic."""

import os
import sys
from contextlib import suppress
from typing import NoReturn

import typer

from pitboss.cli import (
    advise,
    audit,
    backup,
    bench,
    counts,
    deal,
    expose,
    game,
    pit,
    play,
    readings,
    reconcile,
    report,
    restore,
    rules,
    serve,
    settle,
    soak,
    solve,
    strategy,
    submission,
    target,
    user,
    verify,
    welcome,
)
from pitboss.refusal import Refused

app = typer.Typer(
    name="pitboss",
    help="Casino poker table games, run exactly by their rulebook; and yours, from one file.",
    epilog="Your own game: pitboss game new my-stud, then pitboss solve my_stud.py. "
    "docs/grammar.md explains it.",
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode=None,
)
app.callback(invoke_without_command=True)(welcome.command)
app.command("settle")(settle.command)
app.command("rules")(rules.command)
app.command("readings")(readings.command)
app.command("solve")(solve.command)
app.command(
    # The places of a game from a file are options, too, which only the game tells.
    "advise",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)(advise.command)
app.command("strategy")(strategy.command)
app.command("expose")(expose.command)
app.command("counts")(counts.command)
app.command("target")(target.command)
app.command("report")(report.command)
app.command("play")(play.command)
app.command("deal")(deal.command)
app.command("verify")(verify.command)
app.command("soak")(soak.command)
app.command("serve")(serve.command)
app.command("tour")(welcome.tour)
app.command("audit")(audit.command)
app.command("reconcile")(reconcile.command)
app.command("backup")(backup.command)
app.command("restore")(restore.command)
app.add_typer(submission.app, name="submission")
app.add_typer(bench.app, name="bench")
app.add_typer(pit.app, name="pit")
app.add_typer(game.app, name="game")
app.add_typer(user.app, name="user")


def main() -> None:
    """Run the program; whatever is wrong is said in a sentence, never in a traceback."""
    if sys.stdout is None:
        _stop("standard output is closed")
    try:
        # Called without Typer's own runner, which ends some of these in other ways.
        program = typer.main.get_command(app)
        with program.make_context("pitboss", sys.argv[1:]) as context:
            program.invoke(context)
            sys.stdout.flush()
    except typer.Exit as done:
        sys.exit(done.exit_code)
    except Refused as refused:
        _stop(str(refused))
    except typer.TyperException as error:
        _stop(error.format_message() + _commands(error))
    except KeyboardInterrupt:
        _stop("interrupted")
    except BrokenPipeError:
        # Whoever read the output has gone; nothing more can be said there, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _stop("nobody reads the output any more")
    except OSError as error:
        _stop(f"{error.filename or 'a file'}: {error.strerror or error}")
    except Exception as error:
        if os.environ.get("PITBOSS_TRACEBACK"):
            raise
        _stop(
            f"this should not happen: {type(error).__name__}: {error} "
            "(PITBOSS_TRACEBACK=1 shows where)",
            status=1,
        )


def _stop(sentence: str, status: int = 2) -> NoReturn:
    sentence = " ".join(sentence.split())
    with suppress(OSError):  # nobody may be reading this either
        print(f"pitboss: {sentence}{'' if sentence[-1:] in '.?' else '.'}", file=sys.stderr)
    sys.exit(status)


def _commands(error: typer.TyperException) -> str:
    """Where no command was named that there is: which there are."""
    named = "command" in error.format_message().lower()
    context = getattr(error, "ctx", None)
    commands = getattr(getattr(context, "command", None), "commands", {})
    return f" There are {', '.join(commands)}" if named and commands else ""
