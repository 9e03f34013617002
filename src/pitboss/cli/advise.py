"""``pitboss advise``: the exact value of each decision, at any point of any game."""

from collections.abc import Sequence
from inspect import Parameter, signature
from typing import Annotated

import typer
from rich.table import Table

from pitboss.cards import Card, cards
from pitboss.cli.options import GameKey, Json, ReadingOptions, SubmissionOption, rules_from_options
from pitboss.cli.output import print_json, print_rich, progress_display
from pitboss.errors import Refused, short_repr
from pitboss.games import GAMES, Game
from pitboss.submission.rules import Rules


def command(
    context: typer.Context,
    key: GameKey,
    hole: Annotated[str, typer.Option("--hole", metavar="CARDS", help='Hole cards: "Kh Qs".')],
    decisions: Annotated[
        str, typer.Option("--decisions", metavar="LIST", help='Decisions made so far: "1x 3x".')
    ] = "",
    submission: SubmissionOption = None,
    reading: ReadingOptions = None,
    as_json: Json = False,
    **places: str,
) -> None:
    """Compute the exact value of each decision open to a player.

    The value is the expected net win of the whole main game, with optimal play afterward, in units
    of one required wager. Each place of the game is an option for the cards there, also in a game
    from a file: --river 2c for Place("river", "River").
    """
    game, rules = rules_from_options(key, submission, reading)
    texts = places | _extra_place_options(game, context.args)
    table = {name: _parse_place_cards(name, text, rules) for name, text in texts.items() if text}
    from pitboss.lab.advice import advise

    with progress_display() as progress:
        advice = advise(
            rules,
            _parse_place_cards("hole", hole, rules),
            table,
            decisions.split(),
            progress=progress,
        )
    if as_json:
        from pitboss.papers.solution_report import advice_json

        print_json(advice_json(advice))
        return
    rows = Table.grid(padding=(0, 2, 0, 0))
    for name, value in advice.decisions.items():
        mark = "best" if name == advice.best else ""
        style = "bold" if mark else ""
        rows.add_row("", name, f"{float(value):+.6f}", f"[dim]{value}[/dim]", mark, style=style)
    unit = rules.required[0].label
    print_rich(
        f"Net win in units of one {unit}, counting all stakes, with best play afterward:", rows
    )


def _extra_place_options(game: Game, args: Sequence[str]) -> dict[str, str]:
    """Return the cards of places that no built-in game has, from the unparsed options."""
    names = [place.name for place in game.places]
    texts: dict[str, str] = {}
    remaining = list(args)
    while remaining:
        option, equals, text = remaining.pop(0).partition("=")
        name = option.removeprefix("--")
        if not option.startswith("-"):
            raise Refused(f"unexpected argument {short_repr(option)}: see pitboss advise --help")
        if name not in names:
            places = ", ".join(f"--{place}" for place in names) or "none"
            raise Refused(f"unknown option {option}: the places of this game are {places}")
        if not equals and not remaining:
            raise Refused(f"{option} requires a value")
        texts[name] = text if equals else remaining.pop(0)
    return texts


def _place_options() -> list[Parameter]:
    """Return an option for every place, with the games whose players see its cards in time.

    A place whose cards nobody sees before the last decision gets a hidden option, so that naming it
    is refused with the reason.
    """
    games: dict[str, list[str]] = {}
    for game in GAMES.values():
        reveals = [step for street in game.streets[:-1] for step in street.reveals]
        early = {name for step in reveals for name in step.names}
        for place in game.places:
            keys = games.setdefault(place.name, [])
            if place.face_up or place.name in early:
                keys.append(game.key)
    return [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default="",
            annotation=Annotated[str, _option(name, keys)],
        )
        for name, keys in games.items()
    ]


def _option(name: str, games: list[str]) -> object:
    text = f"Cards on the table of {', '.join(games)}."
    return typer.Option(f"--{name}", metavar="CARDS", help=text, hidden=not games)


# The options of the command follow from the places that the games define.
_signature = signature(command)
command.__signature__ = _signature.replace(  # type: ignore[attr-defined]
    parameters=[
        *(p for p in _signature.parameters.values() if p.kind is not Parameter.VAR_KEYWORD),
        *_place_options(),
    ]
)


def _parse_place_cards(name: str, text: str, rules: Rules) -> tuple[Card, ...]:
    try:
        return cards(text, rules.deck)
    except Refused as refused:
        raise Refused(f"--{name}: {refused.sentence}") from None
