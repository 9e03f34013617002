"""``pitboss strategy``: a strategy that a person can use, and its exact cost."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.files import check_output_suffix, write_new, write_new_bytes
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
from pitboss.errors import Refused
from pitboss.lab.target.request import parse_share
from pitboss.submission import complete_submission

OUTPUT_SUFFIXES = (".html", ".pdf")


def command(
    key: GameKey,
    line_count: Annotated[
        int | None,
        typer.Option("--rules", metavar="N", help="Lines per list; the default is 5."),
    ] = None,
    cost: Annotated[
        str | None,
        typer.Option("--cost", metavar="C", help="Find the shortest lists that cost at most this."),
    ] = None,
    submission: SubmissionOption = None,
    reading: ReadingOptions = None,
    pay: PayOptions = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write a pocket card, .html or .pdf."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Find short rules to play by, and their exact cost.

    Prints a chart of the first decision and a list of rules for each later one. The lists are
    derived from the exact solution. Their cost is in units of one required wager per round, and is
    compared with the cost of published advice.
    """
    if line_count is not None and cost is not None:
        raise Refused("choose one of --rules and --cost")
    if output is not None and as_json:
        raise Refused("choose one of --output and --json")
    suffix = check_output_suffix(output, OUTPUT_SUFFIXES) if output is not None else ""
    if suffix == ".pdf":
        from pitboss.papers.typesetting import require_typst

        require_typst()
    max_cost = parse_share(cost, "cost") if cost is not None else None
    game, rules = rules_from_options(key, submission, reading, pay)
    from pitboss.lab.strategy.finder import StrategyFinder, check_strategy_request
    from pitboss.lab.strategy.rule_lists import DEFAULT_LINES

    if max_cost is None and line_count is None:
        line_count = DEFAULT_LINES
    check_strategy_request(line_count, max_cost)
    with progress_display() as progress:
        finder = StrategyFinder(rules, progress=progress)
        strategy = finder.strategy(lines=line_count, cost=max_cost)
        published_costs = finder.cost_published_advice() if output is None else {}
    complete, _ = complete_submission(game, submission_from_options(game, submission, reading))
    if as_json:
        from pitboss.papers.pocket_card import strategy_json

        print_json(strategy_json(rules, strategy, published_costs))
    elif output is not None:
        from pitboss.papers.pocket_card import describe_differences

        description = f"a pocket card of {game.name}"
        differences = describe_differences(game, rules, complete)
        if suffix == ".pdf":
            from pitboss.papers.pocket_card import pocket_card_pdf

            write_new_bytes(
                output, pocket_card_pdf(game, rules, strategy, differences), description
            )
        else:
            from pitboss.papers.pocket_card import pocket_card_html

            write_new(output, pocket_card_html(game, rules, strategy, differences), description)
    else:
        from pitboss.papers.pocket_card import strategy_text
        from pitboss.papers.solution_report import rules_description

        about = rules_description(game, complete, tuple(pay or ()))
        print_rich(strategy_text(game, rules, strategy, published_costs, about))
