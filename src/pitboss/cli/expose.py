"""``pitboss expose``: what it is worth to see a table card, or the hands of other players."""

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
from pitboss.submission import complete_submission


def command(
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
        typer.Option("--samples", metavar="N", help="Deals to sample where it can't be exact."),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed", metavar="TEXT", help="Of the samples: the same text gives the same figures."
        ),
    ] = None,
    submission: SubmissionOption = None,
    reading: ReadingOptions = None,
    pay: PayOptions = None,
    no_cache: NoCacheOption = False,
    as_json: Json = False,
) -> None:
    """Compute what it is worth to see a card of the table, or the hands of other players.

    The figures are the player's edge with that knowledge and optimal play. Without --card and
    --players, they are given for every card and every number of players.
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
