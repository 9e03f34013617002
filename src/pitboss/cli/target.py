"""``pitboss target``: paytables whose exact house edge is nearest to a wanted one."""

from typing import Annotated

import typer

from pitboss.cli.options import GameKey, Json
from pitboss.cli.progress import teller
from pitboss.cli.rules_asked import Readings, Submission, asked_rules, asked_submission
from pitboss.cli.screen import print_json, show
from pitboss.lab.target.values import COUNT, SOLVES, Wish
from pitboss.submission import completed

Edge = Annotated[
    str, typer.Option("--edge", metavar="SHARE", help="The wanted house edge: 0.035 or 3.5%.")
]
Vary = Annotated[
    list[str] | None,
    typer.Option(
        "--vary",
        metavar="LINES",
        help="Lines that may pay otherwise: WAGER.HAND, with bounds WAGER.HAND=4..8, separated by "
        "commas; main.HAND in every wager of the main game, WAGER for all its lines.",
    ),
]
Of = Annotated[
    str | None,
    typer.Option("--of", metavar="WAGER", help="Whose edge: a side wager, or main for the game."),
]
Within = Annotated[
    str | None, typer.Option("--within", metavar="SHARE", help="List none farther off than this.")
]


def command(
    game: GameKey,
    edge: Edge,
    vary: Vary = None,
    of: Of = None,
    count: Annotated[int, typer.Option("--count", metavar="N", help="How many to list.")] = COUNT,
    within: Within = None,
    any_order: Annotated[
        bool, typer.Option("--any-order", help="A better hand may pay less than a worse one.")
    ] = False,
    solves: Annotated[
        int, typer.Option("--solves", metavar="N", help="Main games that may be solved for it.")
    ] = SOLVES,
    submission: Submission = None,
    reading: Readings = None,
    as_json: Json = False,
) -> None:
    """Paytables whose exact house edge is nearest to a wanted one.

    Every one that is listed is solved exactly. The edge of the main game is a share of the wagers
    that the game quotes it by, its edge_of: all required ones unless it says otherwise. That of a
    side wager is a share of itself.
    """
    from pitboss.lab.target.share import share

    wish = Wish(
        share(edge, "house edge"),
        count,
        None if within is None else share(within, "distance"),
        solves,
    )
    found, rules = asked_rules(game, submission, reading)
    from pitboss.lab.target.find import target

    with teller() as told:
        targeted = target(rules, vary or [], wish, of=of, any_order=any_order, told=told)
    if as_json:
        from pitboss.papers.target_json import targeted_json

        print_json(targeted_json(found.key, targeted))
    else:
        from pitboss.papers.target_text import target_text

        whole, _ = completed(found, asked_submission(found, submission, reading))
        show(target_text(found, rules, targeted, whole))
