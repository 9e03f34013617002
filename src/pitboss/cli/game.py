"""``pitboss game``: start a game of your own, check it, or list the games there are."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer

from pitboss.cli.files import check_writable, write_new
from pitboss.cli.options import Json
from pitboss.cli.output import print_json
from pitboss.errors import Refused, short_repr
from pitboss.games import GAMES, all_games
from pitboss.games.checks import InvalidGame
from pitboss.games.checks.wagers_and_names import GAME_KEY_PATTERN
from pitboss.games.loading import FILE_SUFFIX, installed_games, load_game

app = typer.Typer(
    help="Start a game of your own, check it, or list all games.",
    rich_markup_mode=None,
)

GAME_TEMPLATE: Final = '''"""{title}: describe in one line what is new about it."""

from pitboss.games.grammar import (
    FOLD,
    ByTable,
    Game,
    HandOf,
    Place,
    Raise,
    Required,
    Reveal,
    Street,
    paytable,
)

# What each hand pays, best hand first. Separate the hand and its odds by two or more spaces. A hand
# that is not listed loses.
PAYS = ByTable(
    "three",  # the hand that this paytable pays, defined below
    paytable("""
        straight flush or better  30 to 1
        three of a kind           20 to 1
        straight                   5 to 1
        flush                      3 to 1
        pair of jacks or better    1 to 1
        pair of 2s to 10s          push
    """),
)

{constant} = Game(
    key="{key}",
    name="{title}",
    story=(
        "You ante and look at your two cards. A third card is face down on the table. You fold, or "
        "bet one or two antes, and the third card is revealed. Your three cards decide both wagers."
    ),
    hole=2,  # how many cards each player gets
    places=(Place("third", "Third"),),  # a card on the table, face down
    hands=(HandOf("three", ("hole", "third"), "your three cards"),),
    wagers=(
        Required("ante", "Ante", PAYS),  # every player makes it before the deal
        Raise("bet", "Bet", PAYS, of="ante"),  # made by a decision
    ),
    streets=(
        # Each decision with its stake in antes, then the cards that are revealed.
        Street("bet", {{"fold": FOLD, "1x": 1, "2x": 2}}, (Reveal(("third",)),)),
    ),
)
'''
"""A small game with a real decision, a house edge of 2.55% and few deals."""


@app.command("check")
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that defines one game.")],
    as_json: Json = False,
) -> None:
    """Check the game in a file and list everything that is wrong. This runs the file."""
    try:
        game = load_game(file)
    except InvalidGame as invalid:
        _exit_with_faults(invalid.places, invalid.faults, as_json)
    if game.key in all_games():
        already = f"another game has the key {game.key!r}: give this one another key"
        _exit_with_faults([file.name], [already], as_json)
    if as_json:
        print_json({"game": game.key, "valid": True, "faults": []})
    else:
        print(f"{game.name} is a valid game. Next: pitboss solve {file}")


def _exit_with_faults(places: Sequence[str], faults: Sequence[str], as_json: bool) -> NoReturn:
    if as_json:
        print_json({"game": None, "valid": False, "faults": faults})
    for place, fault in zip(places, faults, strict=True):
        end = "" if fault.endswith("?") else "."
        print(f"pitboss: {place}: {fault}{end}", file=sys.stderr)
    raise typer.Exit(2)


@app.command("new")
def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help='A name such as my-stud or "My Stud".')
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write to this new file; by default one named after the game, in this folder.",
        ),
    ] = None,
) -> None:
    """Write a commented game to start from."""
    key = re.sub(r"['’]", "", name.strip().lower())
    key = re.sub(r"[\s_-]+", "-", key).strip("-")
    if not GAME_KEY_PATTERN.fullmatch(key):
        raise Refused(
            f"invalid game name {short_repr(name)}: start with a letter, and use letters a to z "
            "and digits, with spaces or hyphens between words, such as my-stud"
        )
    if key in all_games():
        raise Refused(f"another game has the key {key!r}: choose another name")
    file = output or Path(f"{key.replace('-', '_')}.py")
    if file.suffix != FILE_SUFFIX:
        raise Refused(f"{file} must end in {FILE_SUFFIX}, as every game file does")
    check_writable(file)
    title = key.replace("-", " ").title() if name.islower() else _normalize_title(name)
    text = GAME_TEMPLATE.format(key=key, title=title, constant=key.replace("-", "_").upper())
    write_new(file, text, "a starter game")
    print(f"Next: pitboss solve {file}")


def _normalize_title(name: str) -> str:
    """Return a name with its capitals, and single spaces between words."""
    return " ".join(re.split(r"[\s_-]+", name.strip(" _-")))


@app.command("list")
def list_games(as_json: Json = False) -> None:
    """List all games: built in, or offered by installed packages."""
    games, faults = all_games(), installed_games().faults
    if as_json:
        names = {
            key: {"name": game.name, "installed": key not in GAMES} for key, game in games.items()
        }
        print_json({"games": names, "faults": faults})
        return
    width = max(map(len, games))
    for key, game in games.items():
        print(f"{key:<{width}}  {game.name}{'' if key in GAMES else ' (installed)'}")
    for fault in faults:
        print(f"pitboss: {fault}.", file=sys.stderr)
