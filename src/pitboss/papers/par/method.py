"""How the figures were made, and the one command that makes each of them again."""

import shlex
from collections.abc import Iterator
from typing import Final

from pitboss.papers.par.blocks import Section, Table, Words
from pitboss.papers.par.sheet import ParSheet

FILE: Final = "submission.toml"
"""Where the submission of a sheet is saved, so that its commands find it."""


def method(sheet: ParSheet) -> Section:
    """In sentences, and as commands."""
    main = sheet.solution.main
    return Section(
        "method",
        "Method, and how to reproduce every figure",
        (
            Words(
                f"The main game was solved exactly, over all {main.deals:,} deals, by the method "
                f"“{main.method}”: whole numbers of deals are counted, and fractions made of them "
                "at the end. No figure is sampled. Payouts are asked of the same settlement that "
                "pays at a table, and the rules come from the definition that it is run by."
            ),
            Words(
                "Side wagers are counted over every deal of the cards that they are paid on. "
                "Deviation, volatility and hold are computed from the exact counts and rounded "
                "once, when they are printed."
            ),
            Words(
                "Every figure was computed when this sheet was made, or read from a kept solution "
                "that bears the digest of these rules and of this lab "
                f"({sheet.lab}), and that its own SHA-256 proves; one that fails is computed "
                "again. The option --no-cache computes everything afresh."
            ),
            Table(
                (("Figure", "text"), ("Command", "exact")),
                tuple(commands(sheet)),
                title="One command for each figure",
                said=f"With Pitboss {sheet.program}"
                + ("." if sheet.is_default else f", and the submission below saved as {FILE}."),
            ),
        ),
    )


def commands(sheet: ParSheet) -> Iterator[tuple[str, str]]:
    """What is shown, and what to type for it."""
    game = sheet.card.game
    filed = "" if sheet.is_default else f" --submission {FILE}"
    pay = "".join(f" --pay {shlex.quote(text)}" for text in sheet.changes)
    solve = f"pitboss solve {game}{filed}{pay}"
    yield "Edge, element of risk, deviation, hit rates, strategy", f"{solve} --json"
    yield "The same for people, with the chart", solve
    yield "Return tables of side wagers, every result of the main game", f"{solve} --csv"
    if sheet.card.meters:
        yield "Meters, envy, break-even", f"{solve} --json"
    yield "Effect of readings and options", f"pitboss readings {game} --effect{filed}"
    if pay:
        yield "Rules hash", f"{solve} --json"
    else:
        yield (
            "Rules hash, submission",
            (f"pitboss submission check {FILE}" if filed else f"pitboss rules {game} --json"),
        )
        yield "What a decision is worth", f'pitboss advise {game}{filed} --hole "Kh Qs"'
    pace = f" --pace {sheet.pace}"
    yield (
        "Volatility, hold, this sheet",
        (f"pitboss report {game}{filed}{pay}{pace} --date {sheet.date} -o sheet.html"),
    )
    yield (
        "The same as data, raises by chance alone",
        f"pitboss report {game}{filed}{pay}{pace} --date {sheet.date} --json",
    )
