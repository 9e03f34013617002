"""``pitboss target``: find paytables whose exact house edge is nearest to a target."""

from typing import Annotated

import typer

from pitboss.cli.options import (
    GameKey,
    Json,
    ReadingOptions,
    SubmissionOption,
    rules_from_options,
    submission_from_options,
)
from pitboss.cli.output import print_json, print_rich, progress_display
from pitboss.lab.target.request import DEFAULT_COUNT, DEFAULT_SOLVES, TargetRequest
from pitboss.submission import complete_submission

EdgeOption = Annotated[
    str, typer.Option("--edge", metavar="SHARE", help="The target house edge: 0.035 or 3.5%.")
]
VaryOption = Annotated[
    list[str] | None,
    typer.Option(
        "--vary",
        metavar="LINES",
        help="Paytable lines that may change, separated by commas: WAGER.HAND, with bounds "
        "WAGER.HAND=4..8; main.HAND in every wager of the main game, WAGER for all its lines.",
    ),
]
WagerOption = Annotated[
    str | None,
    typer.Option("--of", metavar="WAGER", help="The edge of this side wager, or main."),
]
WithinOption = Annotated[
    str | None,
    typer.Option("--within", metavar="SHARE", help="List only edges this close to the target."),
]


def command(
    key: GameKey,
    edge: EdgeOption,
    vary: VaryOption = None,
    of: WagerOption = None,
    count: Annotated[
        int, typer.Option("--count", metavar="N", help="Number of paytables to list.")
    ] = DEFAULT_COUNT,
    within: WithinOption = None,
    any_order: Annotated[
        bool, typer.Option("--any-order", help="Let a better hand pay less than a worse one.")
    ] = False,
    solves: Annotated[
        int, typer.Option("--solves", metavar="N", help="Maximum number of main games to solve.")
    ] = DEFAULT_SOLVES,
    submission: SubmissionOption = None,
    reading: ReadingOptions = None,
    as_json: Json = False,
) -> None:
    """Find paytables whose exact house edge is nearest to a target.

    Every paytable that is listed is solved exactly. The edge of the main game is a share of the
    wagers that the game quotes it by, its edge_of: all required wagers by default. The edge of a
    side wager is a share of that wager.
    """
    from pitboss.lab.target.request import parse_share

    request = TargetRequest(
        parse_share(edge, "house edge"),
        count,
        None if within is None else parse_share(within, "distance"),
        solves,
    )
    game, rules = rules_from_options(key, submission, reading)
    from pitboss.lab.target.search import find_paytables

    with progress_display() as progress:
        target = find_paytables(
            rules, vary or [], request, edge_wager=of, any_order=any_order, progress=progress
        )
    if as_json:
        from pitboss.papers.what_if_reports import target_json

        print_json(target_json(game.key, target))
    else:
        from pitboss.papers.what_if_reports import target_text

        complete, _ = complete_submission(game, submission_from_options(game, submission, reading))
        print_rich(target_text(game, rules, target, complete))
