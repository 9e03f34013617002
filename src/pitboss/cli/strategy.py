"""``pitboss strategy``: a strategy that a person can use, and exactly what it costs."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.files import new_file, write_new, write_new_bytes
from pitboss.cli.options import GameKey, Json
from pitboss.cli.progress import teller
from pitboss.cli.rules_asked import Pays, Readings, Submission, asked_rules, asked_submission
from pitboss.cli.screen import print_json, show
from pitboss.lab.target.share import share
from pitboss.refusal import Refused
from pitboss.submission import completed

SUFFIXES = (".html", ".pdf")


def command(
    game: GameKey,
    rules: Annotated[
        int | None,
        typer.Option("--rules", metavar="N", help="Lines of each list; 5 unless told otherwise."),
    ] = None,
    cost: Annotated[
        str | None,
        typer.Option("--cost", metavar="C", help="The shortest lists that give up no more."),
    ] = None,
    submission: Submission = None,
    reading: Readings = None,
    pay: Pays = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="A pocket card: .html or .pdf."),
    ] = None,
    as_json: Json = False,
) -> None:
    """A strategy for people: a chart, short rules, and their exact cost.

    The lists are found from the exact solution. What they cost is in units of one required wager a
    round, beside what other advice costs.
    """
    if rules is not None and cost is not None:
        raise Refused("choose one of --rules and --cost")
    if output is not None and as_json:
        raise Refused("choose one of --output and --json")
    suffix = new_file(output, SUFFIXES) if output is not None else ""
    if suffix == ".pdf":
        from pitboss.papers.par.pdf import check_typst

        check_typst()
    most = share(cost, "cost") if cost is not None else None
    found, asked = asked_rules(game, submission, reading, pay)
    from pitboss.lab.strategy.found import Finder, check_wish
    from pitboss.lab.strategy.lists import USUAL

    lines = None if most is not None else USUAL if rules is None else rules
    check_wish(lines, most)
    with teller() as told:
        finder = Finder(asked, told=told)
        made = finder.strategy(lines=lines, cost=most)
        compared = finder.others() if output is None else {}
    whole, _ = completed(found, asked_submission(found, submission, reading))
    if as_json:
        from pitboss.papers.strategy_json import strategy_json

        print_json(strategy_json(asked, made, compared))
    elif output is not None:
        from pitboss.papers.strategy_changed import changed_words

        what, changed = f"a pocket card of {found.name}", changed_words(found, asked, whole)
        if suffix == ".pdf":
            from pitboss.papers.strategy_pdf import card_pdf

            write_new_bytes(output, card_pdf(found, asked, made, changed), what)
        else:
            from pitboss.papers.strategy_card import card_page

            write_new(output, card_page(found, asked, made, changed), what)
    else:
        from pitboss.papers.solution_text import solved_words
        from pitboss.papers.strategy_text import strategy_text

        about = solved_words(found, whole, tuple(pay or ()))
        show(strategy_text(found, asked, made, compared, about))
