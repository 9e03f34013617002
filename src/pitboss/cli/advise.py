"""``pitboss advise``: the exact value of each decision, at any point of any game."""

from collections.abc import Sequence
from inspect import Parameter, signature
from typing import Annotated

import typer
from rich.table import Table

from pitboss.cards import Card, cards
from pitboss.cli.options import GameKey, Json
from pitboss.cli.progress import teller
from pitboss.cli.rules_asked import Readings, Submission, asked_rules
from pitboss.cli.screen import print_json, show
from pitboss.games import GAMES, Game
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules


def command(
    context: typer.Context,
    game: GameKey,
    hole: Annotated[str, typer.Option("--hole", metavar="CARDS", help='The hand: "Kh Qs".')],
    decisions: Annotated[
        str, typer.Option("--decisions", metavar="LIST", help='Those taken so far: "1x 3x".')
    ] = "",
    submission: Submission = None,
    reading: Readings = None,
    as_json: Json = False,
    **places: str,
) -> None:
    """The exact value of each decision now open.

    What it comes to for the whole main game, with best play afterwards, in units of one required
    wager.
    """
    found_game, rules = asked_rules(game, submission, reading)
    given = places | _more_places(found_game, context.args)
    table = {name: _cards(name, text, rules) for name, text in given.items() if text}
    from pitboss.lab.advice import advise

    with teller() as told:
        found = advise(rules, _cards("hole", hole, rules), table, decisions.split(), told=told)
    if as_json:
        from pitboss.papers.lab_json import advice_json

        print_json(advice_json(found))
        return
    shown = Table.grid(padding=(0, 2, 0, 0))
    for name, value in found.decisions.items():
        mark = "best" if name == found.best else ""
        style = "bold" if mark else ""
        shown.add_row("", name, f"{float(value):+.6f}", f"[dim]{value}[/dim]", mark, style=style)
    unit = rules.required[0].label
    show(f"In units of one {unit}, all that is staked counted, best play afterwards:", shown)


def _more_places(game: Game, args: Sequence[str]) -> dict[str, str]:
    """The cards of places that no built-in game has: options that the command line left over."""
    names = [place.name for place in game.places]
    given: dict[str, str] = {}
    left = list(args)
    while left:
        option, equals, text = left.pop(0).partition("=")
        name = option.removeprefix("--")
        if not option.startswith("-"):
            raise Refused(f"Got unexpected extra argument ({option})")
        if name not in names:
            places = ", ".join(f"--{place}" for place in names) or "none"
            raise Refused(f"No such option: {option}. The cards of this game lie in {places}")
        if not equals and not left:
            raise Refused(f"Option {option!r} requires an argument")
        given[name] = text if equals else left.pop(0)
    return given


def _place_options() -> list[Parameter]:
    """An option for every place that cards lie in, with the games that have it.

    A place that is turned after the last decision is not offered; given all the same, it is refused
    with the reason.
    """
    games: dict[str, list[str]] = {}
    early: set[str] = set()
    for game in GAMES.values():
        for place in game.places:
            games.setdefault(place.name, []).append(game.key)
        early.update(*(step.names for street in game.streets[:-1] for step in street.reveals))
    return [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default="",
            annotation=Annotated[str, _option(name, has, hidden=name not in early)],
        )
        for name, has in games.items()
    ]


def _option(name: str, games: list[str], *, hidden: bool) -> object:
    tables = f"On the table of {', '.join(games)}."
    return typer.Option(f"--{name}", metavar="CARDS", help=tables, hidden=hidden)


# The games say which places there are: the options of the command follow from them.
_own = signature(command)
command.__signature__ = _own.replace(  # type: ignore[attr-defined]
    parameters=[
        *(p for p in _own.parameters.values() if p.kind is not Parameter.VAR_KEYWORD),
        *_place_options(),
    ]
)


def _cards(name: str, text: str, rules: Rules) -> tuple[Card, ...]:
    try:
        return cards(text, rules.deck)
    except Refused as refused:
        raise Refused(f"--{name}: {refused.sentence}") from None
