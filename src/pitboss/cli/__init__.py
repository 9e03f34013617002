"""The command-line program ``pitboss``.

There is one module per command or for a few related ones; each parses options, calls the library
and prints. `options` holds the arguments that commands share, `files` reads and writes files, and
`output` prints for people and for programs. Start with `main`, which turns every error into one
sentence on standard error; `usage_errors` describes those in the arguments.
"""

import os
import sys
from contextlib import suppress
from typing import NoReturn

import typer

from pitboss.cli import (
    advise,
    archive,
    audit,
    backup,
    bench,
    deal,
    game,
    pit,
    play,
    report,
    rules,
    serve,
    settle,
    soak,
    solve,
    strategy,
    submission,
    user,
    verify,
    welcome,
    what_if,
)
from pitboss.cli.usage_errors import describe_usage_error
from pitboss.errors import Refused

__all__ = ["app", "main"]

app = typer.Typer(
    name="pitboss",
    help="Run casino poker table games exactly by their rulebook, or your own from one file.",
    epilog="To write your own game: pitboss game new my-stud, then pitboss solve my_stud.py. "
    "See docs/grammar.md. To write PDFs, run ./pitboss extra report once.",
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode=None,
)
app.callback(invoke_without_command=True)(welcome.command)
app.command("settle")(settle.command)
app.command("rules")(rules.command)
app.command("readings")(rules.readings_command)
app.command("solve")(solve.solve_command)
app.command(
    # The places of a game from a file are options as well, and only the game knows their names.
    "advise",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)(advise.command)
app.command("strategy")(strategy.command)
app.command("expose")(what_if.expose_command)
app.command("counts")(solve.counts_command)
app.command("target")(what_if.target_command)
app.command("report")(report.command)
app.command("play")(play.command)
app.command("deal")(deal.command)
app.command("verify")(verify.command)
app.command("soak")(soak.command)
app.command("serve")(serve.command)
app.command("tour")(welcome.tour)
app.command("audit")(audit.audit_command)
app.command("reconcile")(audit.reconcile_command)
app.command("reindex")(user.reindex_command)
app.command("archive")(archive.archive_command)
app.command("backup")(backup.backup_command)
app.command("restore")(backup.restore_command)
app.add_typer(submission.app, name="submission")
app.add_typer(bench.app, name="bench")
app.add_typer(pit.app, name="pit")
app.add_typer(game.app, name="game")
app.add_typer(user.app, name="user")


def main() -> None:
    """Run the program, and report every error as one sentence instead of a traceback."""
    if sys.stdout is None:
        _exit_with_error("standard output is closed")
    try:
        # Typer's own runner would handle some of the exceptions below differently.
        program = typer.main.get_command(app)
        with program.make_context("pitboss", sys.argv[1:]) as context:
            program.invoke(context)
            sys.stdout.flush()
    except typer.Exit as exit_request:
        sys.exit(exit_request.exit_code)
    except Refused as refused:
        _exit_with_error(str(refused))
    except typer.TyperException as error:
        _exit_with_error(describe_usage_error(error))
    except KeyboardInterrupt:
        _exit_with_error("interrupted")
    except BrokenPipeError:
        # The reader has closed the pipe. Redirect standard output, or flushing at exit fails, too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _exit_with_error("the reader of the output closed the pipe")
    except FileNotFoundError as error:
        _exit_with_error(f"there is no file {error.filename}")
    except TimeoutError as error:  # this is an `OSError`, but seldom one of a file
        _exit_with_error(str(error) or "this took too long, so it was stopped", status=1)
    except OSError as error:
        _exit_with_error(f"{error.filename or 'a file'}: {error.strerror or error}")
    except Exception as error:
        if os.environ.get("PITBOSS_TRACEBACK"):
            raise
        _exit_with_error(
            f"internal error: {type(error).__name__}: {error} "
            "(set PITBOSS_TRACEBACK=1 to see the traceback)",
            status=1,
        )


def _exit_with_error(sentence: str, status: int = 2) -> NoReturn:
    sentence = " ".join(sentence.split())
    with suppress(OSError):  # standard error may be closed as well
        print(f"pitboss: {sentence}{'' if sentence[-1:] in '.?' else '.'}", file=sys.stderr)
    sys.exit(status)
