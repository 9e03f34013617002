"""The main game: its figures, how rounds end, and the first decision."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.papers.par.blocks import Block, Drawing, Row, Section, Table, Words, note, pairs
from pitboss.papers.par.first_chart import legend
from pitboss.papers.par.numerals import decimal, one_in, percent, probability
from pitboss.papers.par.plots import body, ending, has_tail
from pitboss.papers.par.risk import skewness
from pitboss.papers.par.sheet import ParSheet
from pitboss.papers.start_chart import DOWN
from pitboss.papers.tables import limits_text
from pitboss.papers.words import edge_wagers, listed, sentence

STEPS = (1, 2, 5)
"""The tail is told at these times every power of ten."""
ALL_STARTS = len(DOWN) ** 2
PAGE = 30
"""Rows that are worth a sheet of their own."""


def main_game(sheet: ParSheet) -> Section:
    """The figures, each with its exact value."""
    solution = sheet.solution
    main, unit = solution.main, solution.rules.required[0].label
    required = edge_wagers(solution.rules)
    limit = " The payout limit is not counted: it depends on what is staked."
    average, deviation = decimal(main.average_wager, 6), decimal(main.standard_deviation, 5)
    wagers = tuple(
        (wager.label, wager.kind, limits_text(wager), wager.how, wager.clause)
        for wager in sheet.card.wagers
    )
    return Section(
        "main-game",
        "The main game under the best play",
        (
            pairs(
                ("Expectation of a round", f"{decimal(main.ev, 6)} × {unit}", str(main.ev)),
                (f"House edge, of {required}", percent(main.house_edge), str(main.house_edge)),
                ("Average wager", f"{average} × {unit}", str(main.average_wager)),
                ("Element of risk", percent(main.element_of_risk), str(main.element_of_risk)),
                ("Variance", f"{decimal(main.variance, 5)} × {unit}²", str(main.variance)),
                ("Standard deviation", f"{deviation} × {unit}", "its root"),
                ("Skewness", decimal(skewness(solution), 3), ""),
                ("Rounds that win", percent(main.chance(1)), str(main.chance(1))),
                ("Rounds that push", percent(main.chance(0)), str(main.chance(0))),
                ("Rounds that lose", percent(main.chance(-1)), str(main.chance(-1))),
                ("Deals counted", f"{main.deals:,}", str(main.deals)),
            ),
            note(
                f"In units of one {unit}, over every deal. Of decisions that come to the same, the "
                "one that stakes less is taken."
                f"{limit if solution.rules.limit.scope else ''} Exact values are in lowest terms."
            ),
            Table(
                (
                    ("Wager", "text"), ("Kind", "text"), ("Limits", "figure"),
                    ("How it is paid", "text"), ("Clause", "clause"),
                ),
                wagers,
                title="The wagers on offer",
            ),
        ),
        new_page=True,
    )  # fmt: skip


def endings(sheet: ParSheet) -> Section:
    """How rounds end: drawn, and in figures."""
    blocks = tuple(_endings(sheet))
    return Section("endings", "How rounds end", blocks, new_page=has_tail(sheet.solution.main))


def _endings(sheet: ParSheet) -> Iterator[Block]:
    main, unit = sheet.solution.main, sheet.solution.rules.required[0].label
    shown, beyond = body(main)
    rest = f" {percent(beyond)} of rounds win more than {shown[-1]}." if beyond else ""
    yield Drawing(
        "body",
        f"The net result of a round, in units of one {unit}.{rest}",
        f"Bars: the chance of each net result from {ending(shown[0])} to {ending(shown[-1])}. "
        f"Rounds win {percent(main.chance(1), 2)}, push {percent(main.chance(0), 2)}, "
        f"lose {percent(main.chance(-1), 2)}.",
    )
    rows = tuple(_tail(sheet))
    if has_tail(main):
        yield Drawing(
            "tail",
            "The chance to win at least so much, both scales logarithmic.",
            "A falling line of steps; the table beneath has its figures.",
        )
    yield Table(
        (
            ("A round", "text"), ("Combinations", "figure"), ("Probability", "figure"),
            ("One round in", "figure"),
        ),
        rows,
        title="The tail",
        said=f"Of {main.deals:,} deals; every single result stands at the end of this sheet.",
    )  # fmt: skip


def _tail(sheet: ParSheet) -> Iterator[Row]:
    main = sheet.solution.main
    nets = main.distribution
    top = max(nets)
    marks = [step * 10**power for power in range(len(str(int(top)))) for step in STEPS]
    before = 0
    for least in [*(mark for mark in marks if mark < top), top]:
        deals = sum(n for net, n in nets.items() if net >= least)
        if deals == before:
            continue  # nothing lies between the two
        before = deals
        chance = Fraction(deals, main.deals)
        amount = f"{least:,}" if isinstance(least, int) else str(least)
        said = f"wins {amount}" + ("" if least == top else " or more")
        yield sentence(said), f"{deals:,}", probability(chance), one_in(chance)[5:]


def first_decision(sheet: ParSheet) -> Section | None:
    """The chart, where there are all 169 starting hands of two cards."""
    rules, main = sheet.solution.rules, sheet.solution.main
    if len(main.starts) != ALL_STARTS:
        return None
    shares = listed(f"{name} with {percent(share, 2)}" for name, _, share in legend(rules, main))
    return Section(
        "first-decision",
        "The first decision",
        (
            Words(
                "The best first decision with each of the 169 starting hands, and what the round "
                f"is then worth in units of one {rules.required[0].label}. Suited hands are above "
                "the diagonal, pairs on it, all others below. A darker cell stakes more."
            ),
            Drawing(
                "first",
                f"Of all hands dealt: {shares}.",
                f"A chart of 13 by 13 starting hands; of all hands dealt, {shares}.",
            ),
        ),
        new_page=True,
    )


def every_result(sheet: ParSheet) -> Section:
    """The distribution in full: the return table of the main game."""
    main = sheet.solution.main
    rows = []
    for net, deals in main.distribution.items():
        chance = Fraction(deals, main.deals)
        rows.append(
            (
                sentence(ending(net)),
                f"{deals:,}",
                probability(chance),
                one_in(chance)[5:],
                decimal(chance * net, 8, "+") if net else "0",
            )
        )
    return Section(
        "every-result",
        "Every result of the main game",
        (
            Table(
                (
                    ("A round", "text"), ("Combinations", "figure"), ("Probability", "figure"),
                    ("One round in", "figure"), ("Return", "figure"),
                ),
                tuple(rows),
                said="The returns add up to the expectation.",
                total=("All", f"{main.deals:,}", "1", "", decimal(main.ev, 8)),
                long=len(rows) > PAGE,
            ),
        ),
        new_page=len(rows) > PAGE,
    )  # fmt: skip
