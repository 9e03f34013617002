"""``pitboss expose`` and ``target``: the value of seen cards, and paytables for a house edge."""

from typing import Annotated

import typer

from pitboss.cli.options import (
    GameKey,
    Json,
    PayOptions,
    ReadingOptions,
    SubmissionOption,
    rules_from_options,
    submission_from_options,
)
from pitboss.cli.output import print_json, print_rich, progress_display
from pitboss.cli.solve import NoCacheOption
from pitboss.errors import Refused
from pitboss.lab.target.request import DEFAULT_COUNT, TargetRequest
from pitboss.submission import complete_submission


def expose_command(
    key: GameKey,
    card: Annotated[
        str | None,
        typer.Option("--card", metavar="PLACE", help="The player sees this table card: center."),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", metavar="N", help="This many players share their hands."),
    ] = None,
    samples: Annotated[
        int | None,
        typer.Option(
            "--samples", metavar="N", help="Deals to sample where no exact figure is possible."
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            metavar="TEXT",
            help="Seed of the samples; the same text gives the same figures.",
        ),
    ] = None,
    submission: SubmissionOption = None,
    reading: ReadingOptions = None,
    pay: PayOptions = None,
    no_cache: NoCacheOption = False,
    as_json: Json = False,
) -> None:
    """Compute what it is worth to see a hidden card.

    The card is one of the table's, or the players show each other their hands. The figures are the
    player's edge with that knowledge and optimal play. Without --card and --players, they are given
    for every card and every number of players.
    """
    if card is not None and players is not None:
        raise Refused("choose one of --card and --players")
    if card is not None and (samples is not None or seed is not None):
        raise Refused(
            "--samples and --seed cannot be combined with --card, whose figures are exact: use "
            "them with --players, or without either"
        )
    game, rules = rules_from_options(key, submission, reading, pay)
    from pitboss.lab.exposure import DEFAULT_SEED, ExposureAnalysis, check_samples

    check_samples(samples)
    sample_seed = DEFAULT_SEED if seed is None else seed
    with progress_display() as progress:
        analysis = ExposureAnalysis(rules, progress=progress, cache=not no_cache)
        if card is not None:
            exposures = [analysis.with_card(card)]
        elif players is not None:
            exposures = [analysis.with_players(players, samples, sample_seed)]
        else:
            exposures = analysis.all_exposures(samples, sample_seed)
        if card is not None or players is not None:  # the figure to compare with comes first
            exposures.insert(0, analysis.without_exposure())
    choices = submission_from_options(game, submission, reading)
    if as_json:
        from pitboss.papers.what_if_reports import exposure_json

        print_json(
            exposure_json(
                game, rules, exposures, sample_seed, submission=choices, pay_changes=pay or []
            )
        )
    else:
        from pitboss.papers.solution_report import rules_description
        from pitboss.papers.what_if_reports import exposure_text

        complete, _ = complete_submission(game, choices)
        about = rules_description(game, complete, tuple(pay or ()))
        print_rich(exposure_text(game, rules, exposures, sample_seed, about))


EdgeOption = Annotated[
    str, typer.Option("--edge", metavar="SHARE", help="The target house edge: 0.035 or 3.5%.")
]
VaryOption = Annotated[
    list[str] | None,
    typer.Option(
        "--vary",
        metavar="LINES",
        help="Required. Paytable lines that may change, separated by commas: WAGER.HAND, with "
        "bounds WAGER.HAND=4..8; main.HAND in every wager of the main game, WAGER for all its "
        "lines.",
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


def target_command(
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
        int | None,
        typer.Option(
            "--solves",
            metavar="N",
            help="Maximum number of main games to solve [default: 100, more if deals are few].",
        ),
    ] = None,
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
