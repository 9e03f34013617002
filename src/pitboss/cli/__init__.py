"""The program ``pitboss``: one file a command, no logic."""

import os
import sys

import typer

from pitboss.cli import bench, readings, settle, submission, welcome
from pitboss.refusal import Refused

app = typer.Typer(
    name="pitboss",
    help="Casino poker table games, run exactly by their rulebook.",
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode=None,
)
app.callback(invoke_without_command=True)(welcome.command)
app.command("settle")(settle.command)
app.command("readings")(readings.command)
app.add_typer(submission.app, name="submission")
app.add_typer(bench.app, name="bench")


def main() -> None:
    """Run the program; whatever is wrong is said in a sentence, never in a traceback."""
    try:
        sys.exit(app(prog_name="pitboss", standalone_mode=False) or 0)
    except Refused as refused:
        _stop(str(refused))
    except typer.TyperException as error:
        _stop(error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        _stop("interrupted")
    except BrokenPipeError:
        # Whoever read the output has gone; nothing more can be said there, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _stop("nobody reads the output any more")
    except OSError as error:
        _stop(f"{error.filename or 'a file'}: {error.strerror or error}")


def _stop(sentence: str) -> None:
    sentence = " ".join(sentence.split())
    print(f"pitboss: {sentence}{'' if sentence[-1:] in '.?' else '.'}", file=sys.stderr)
    sys.exit(2)
