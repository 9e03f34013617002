"""The sections of a par sheet about wagers: main game, return tables, progressives and wheels."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.lab.side_returns import ProgressiveReturn, ReturnLine, SideReturn, SpinReturn
from pitboss.lab.starting_hands import chart_ranks
from pitboss.money import dollars
from pitboss.papers.par_sheet.plots import common_results, decision_legend, has_tail, result_phrase
from pitboss.papers.par_sheet.sheet import (
    NO_VALUE,
    Block,
    BlockColumn,
    BlockRow,
    Paragraph,
    ParSheet,
    PlotBlock,
    SheetSection,
    Table,
    format_cents,
    format_cents_column,
    format_decimal,
    format_one_in,
    format_probability,
    name_value_table,
    note_paragraph,
    par_percent,
    skewness,
)
from pitboss.papers.rules_card.card import format_limits
from pitboss.papers.wording import capitalize, edge_wager_names, join_words

WIN_STEPS = (1, 2, 5)
"""The table of rare wins has rows for these multiples of every power of ten."""
ROWS_PER_PAGE = 30
"""The number of rows above which a table starts a page of its own."""


def main_game_section(sheet: ParSheet) -> SheetSection:
    """Build the section with the figures of the main game and their exact values."""
    solution = sheet.solution
    main, unit = solution.main, solution.rules.required[0].label
    required = edge_wager_names(solution.rules)
    limit = " The payout limit is not included: it depends on the stakes."
    average, deviation = (
        format_decimal(main.average_wager, 6),
        format_decimal(main.standard_deviation, 5),
    )
    wagers = tuple(
        (wager.label, wager.kind, format_limits(wager), wager.how, wager.clause)
        for wager in sheet.card.wagers
    )
    return SheetSection(
        "main-game",
        "The main game with optimal play",
        (
            name_value_table(
                ("Expectation of a round", f"{format_decimal(main.ev, 6)} × {unit}", str(main.ev)),
                (f"House edge, of {required}", par_percent(main.house_edge), str(main.house_edge)),
                ("Average wager", f"{average} × {unit}", str(main.average_wager)),
                ("Element of risk", par_percent(main.element_of_risk), str(main.element_of_risk)),
                ("Variance", f"{format_decimal(main.variance, 5)} × {unit}²", str(main.variance)),
                ("Standard deviation", f"{deviation} × {unit}", "square root of the variance"),
                ("Skewness", format_decimal(skewness(solution), 3), ""),
                (
                    "Rounds that win",
                    par_percent(main.chance_of_sign(1)),
                    str(main.chance_of_sign(1)),
                ),
                (
                    "Rounds that push",
                    par_percent(main.chance_of_sign(0)),
                    str(main.chance_of_sign(0)),
                ),
                (
                    "Rounds that lose",
                    par_percent(main.chance_of_sign(-1)),
                    str(main.chance_of_sign(-1)),
                ),
                ("Deals counted", f"{main.deals:,}", str(main.deals)),
            ),
            note_paragraph(
                f"In units of one {unit}, over every deal. Among equally good decisions, the one "
                "that stakes less is made."
                f"{limit if solution.rules.limit.scope else ''} Exact values are in lowest terms."
            ),
            Table(
                (
                    ("Wager", "text"),
                    ("Kind", "text"),
                    ("Limits", "figure"),
                    ("How it is paid", "text"),
                    ("Clause", "clause"),
                ),
                wagers,
                title="Wagers offered",
            ),
        ),
        starts_page=True,
    )


def results_section(sheet: ParSheet) -> SheetSection:
    """Build the section on how rounds end, as plots and figures."""
    blocks = tuple(_results_blocks(sheet))
    return SheetSection(
        "endings", "How rounds end", blocks, starts_page=has_tail(sheet.solution.main)
    )


def _results_blocks(sheet: ParSheet) -> Iterator[Block]:
    main, unit = sheet.solution.main, sheet.solution.rules.required[0].label
    results, beyond = common_results(main)
    rest = f" {par_percent(beyond)} of rounds win more than {results[-1]}." if beyond else ""
    wins, pushes, losses = (par_percent(main.chance_of_sign(sign), 2) for sign in (1, 0, -1))
    yield PlotBlock(
        "body",
        f"The net result of a round, in units of one {unit}.{rest}",
        f"Bars: the chance of each net result from {result_phrase(results[0])} "
        f"to {result_phrase(results[-1])}. "
        f"Rounds win {wins}, push {pushes}, lose {losses}.",
    )
    rows = tuple(_rare_win_rows(sheet))
    if has_tail(main):
        yield PlotBlock(
            "tail",
            "The chance of winning at least each amount, on logarithmic scales.",
            "A line that falls in steps; the table below has the figures.",
        )
    yield Table(
        (
            ("A round", "text"),
            ("Combinations", "figure"),
            ("Probability", "figure"),
            ("One round in", "figure"),
        ),
        rows,
        title="Rare wins",
        introduction=f"Of {main.deals:,} deals. Every result is listed at the end of this sheet.",
    )


def _rare_win_rows(sheet: ParSheet) -> Iterator[BlockRow]:
    main = sheet.solution.main
    nets = main.distribution
    top = max(nets)
    marks = [step * 10**power for power in range(len(str(int(top)))) for step in WIN_STEPS]
    before = 0
    for least in [*(mark for mark in marks if mark < top), top]:
        deals = sum(n for net, n in nets.items() if net >= least)
        if deals == before:
            continue  # no result lies between the two
        before = deals
        chance = Fraction(deals, main.deals)
        amount = f"{least:,}" if isinstance(least, int) else str(least)
        phrase = f"wins {amount}" + ("" if least == top else " or more")
        yield (
            capitalize(phrase),
            f"{deals:,}",
            format_probability(chance),
            format_one_in(chance)[5:],
        )


def first_decision_section(sheet: ParSheet) -> SheetSection | None:
    """Build the section with the chart, if players start with two cards."""
    rules, main = sheet.solution.rules, sheet.solution.main
    if not (size := len(chart_ranks(main.starts))):
        return None
    shares = join_words(
        f"{name} {par_percent(share, 2)}" for name, _, share in decision_legend(rules, main)
    )
    return SheetSection(
        "first-decision",
        "The first decision",
        (
            Paragraph(
                f"The best first decision with each of the {size * size} starting hands, and what "
                f"the round is then worth in units of one {rules.required[0].label}. Suited hands "
                "are above the diagonal, pairs on it, all others below. A darker cell stakes more."
            ),
            PlotBlock(
                "first",
                f"Shares of all hands dealt: {shares}.",
                f"A chart of {size} by {size} starting hands; shares of all hands dealt: {shares}.",
            ),
        ),
        starts_page=True,
    )


def distribution_section(sheet: ParSheet) -> SheetSection:
    """Build the section with the full distribution of the main game."""
    main = sheet.solution.main
    rows = []
    for net, deals in main.distribution.items():
        chance = Fraction(deals, main.deals)
        rows.append(
            (
                capitalize(result_phrase(net)),
                f"{deals:,}",
                format_probability(chance),
                format_one_in(chance)[5:],
                format_decimal(chance * net, 8, "+") if net else "0",
            )
        )
    return SheetSection(
        "every-result",
        "Every result of the main game",
        (
            Table(
                (
                    ("A round", "text"),
                    ("Combinations", "figure"),
                    ("Probability", "figure"),
                    ("One round in", "figure"),
                    ("Return", "figure"),
                ),
                tuple(rows),
                introduction="The returns add up to the expectation.",
                total=("All", f"{main.deals:,}", "1", "", format_decimal(main.ev, 8)),
                is_long=len(rows) > ROWS_PER_PAGE,
            ),
        ),
        starts_page=len(rows) > ROWS_PER_PAGE,
    )


NO_TABLES_NOTE = Paragraph(
    "No wager has a return table of its own. The results of the main game are at the end of this "
    "sheet."
)
RETURN_NOTE = Paragraph(
    "Per unit staked. The return of a line is its probability times its net pay, which is −1 for "
    "a losing line, so the returns of a table add up to the expectation of the wager. A wager that "
    "is paid even money or decided against the dealer has no table here: it is part of the main "
    "game, whose table is at the end of this sheet."
)


def return_tables_section(sheet: ParSheet) -> SheetSection:
    """Build the section with the return tables, side wagers first."""
    tables = tuple(_return_tables(sheet))
    blocks: tuple[Block, ...] = (RETURN_NOTE, *tables) if tables else (NO_TABLES_NOTE,)
    return SheetSection("returns", "Return tables", (*blocks, *map(Paragraph, sheet.not_counted)))


def _return_tables(sheet: ParSheet) -> Iterator[Table]:
    solution = sheet.solution
    for side in solution.sides.values():
        yield _return_table(
            sheet,
            [side.label],
            side,
            "meters at their starting amounts" if _is_progressive(side) else "",
        )
    for labels, side in _group_equal_returns([*solution.required.values(), *sheet.raises.values()]):
        alone = side.key in solution.required
        how = (
            "on its own, staked before a card is seen"
            if alone
            else "by chance alone: staked before a card is seen, never folded"
        )
        yield _return_table(sheet, labels, side, how)


def _is_progressive(side: SideReturn) -> bool:
    return isinstance(side, ProgressiveReturn | SpinReturn)


def _group_equal_returns(sides: list[SideReturn]) -> list[tuple[list[str], SideReturn]]:
    """Group wagers that return the same on every line, so that they share a table."""
    groups: dict[tuple[ReturnLine, ...], list[SideReturn]] = {}
    for side in sides:
        groups.setdefault(side.lines, []).append(side)
    return [([side.label for side in group], group[0]) for group in groups.values()]


def _return_table(sheet: ParSheet, labels: list[str], side: SideReturn, introduction: str) -> Table:
    letter = sheet.submission["wagers"].get(side.key, {}).get("paytable")
    phrases = [
        *([introduction] if introduction else []),
        *([f"paytable {letter}"] if letter else []),
        f"edge {par_percent(side.house_edge)}",
        f"deviation {format_decimal(side.standard_deviation, 5)}",
        f"hit rate {par_percent(side.hit_chance)}",
        f"expectation {side.ev}",
    ]
    first = "Symbol" if isinstance(side, SpinReturn) else "Hand"
    return Table(
        (
            (first, "text"),
            ("Pays", "figure"),
            ("Combinations", "figure"),
            ("Probability", "figure"),
            ("Return", "figure"),
        ),
        tuple(_return_row(line) for line in side.lines),
        title=join_words(labels),
        introduction=capitalize("; ".join(phrases)),
        total=("All", "", f"{side.deals:,}", "1", format_decimal(side.ev, 8)),
    )


def _return_row(line: ReturnLine) -> BlockRow:
    return (
        capitalize(line.name),
        line.pays,
        f"{line.combinations:,}",
        format_probability(line.probability),
        format_decimal(line.returns, 8, "+") if line.returns else "0",
    )


METER_STEP = 100_000
"""The step, in cents, by which the value of a meter is quoted: $1,000."""


def meter_sections(sheet: ParSheet) -> Iterator[SheetSection]:
    """Yield a section for each wager that has meters or a wheel."""
    for side in sheet.solution.sides.values():
        match side:
            case ProgressiveReturn():
                blocks = tuple(_progressive_blocks(sheet, side))
                yield SheetSection(f"meters-{side.key}", f"{side.label}: meters and envy", blocks)
            case SpinReturn():
                blocks = tuple(_spin_blocks(sheet, side))
                yield SheetSection(f"meters-{side.key}", f"{side.label}: the wheel", blocks)
            case _:
                pass


def _progressive_blocks(sheet: ParSheet, side: ProgressiveReturn) -> Iterator[Block]:
    yield from _filed_meter_blocks(sheet, side.key)
    yield name_value_table(
        ("Wager", dollars(side.wager), ""),
        ("Return from fixed prizes", par_percent(side.fixed_return), str(side.fixed_return)),
        *(
            (
                f"{_meter_title(name)}: each {dollars(METER_STEP)} adds",
                par_percent(value),
                str(value),
            )
            for name, share in side.shares.items()
            for value in [share * METER_STEP / side.wager]
        ),
        *(
            (capitalize(name), format_one_in(chance), str(chance))
            for name, chance in (
                ("royal flush", side.royal_flush),
                ("straight flush", side.straight_flush),
                ("four of a kind", side.four_of_a_kind),
            )
            if chance
        ),
        ("Envy, per other player", par_percent(side.envy[1]), str(side.envy[1])),
        title="What it returns",
    )
    wager = next(wager for wager in sheet.card.wagers if wager.key == side.key)
    if wager.envy:
        yield Table(
            (("Another player’s hand", "text"), ("Pays", "figure"), ("Clause", "clause")),
            tuple((capitalize(line.name), line.pays, line.clause) for line in wager.envy),
            title="Envy",
        )
    fair = side.break_even_meter
    columns: list[BlockColumn] = [
        ("Other players", "text"),
        ("Envy returns", "figure"),
        ("Return at the starting amount", "figure"),
    ]
    if fair:
        columns.append(("Break-even meter", "figure"))
    yield Table(
        tuple(columns),
        tuple(
            (
                str(player_count),
                par_percent(envy),
                par_percent(1 + side.ev + envy),
                *([format_cents(fair[player_count])] if fair else []),
            )
            for player_count, envy in enumerate(side.envy)
        ),
        title="By the number of other players",
        introduction=_fair_meter_sentence(side),
    )


def _fair_meter_sentence(side: ProgressiveReturn) -> str:
    if not side.break_even_meter or side.top is None:
        return "No hand wins a whole meter, so no amount on it makes the wager fair by itself."
    meter = "the meter" if side.top == "meter" else f"the {side.top} meter"
    rest = ", with the other meters at their reset amounts" if len(side.shares) > 1 else ""
    return f"With this amount on {meter}, the wager is fair if only you can win it{rest}."


def _spin_blocks(sheet: ParSheet, side: SpinReturn) -> Iterator[Block]:
    yield from _filed_meter_blocks(sheet, side.key)
    community = Fraction(side.community[1]) if len(side.community) > 1 else Fraction()
    wheel = [stop for stop in sheet.card.wheel if stop.wager == side.key]
    yield name_value_table(
        ("Wager", dollars(side.wager), ""),
        ("Chance of earning a spin", format_one_in(side.hit_chance), str(side.hit_chance)),
        (
            "Average prize per spin",
            format_cents_column(side.mean_spin),
            f"{side.mean_spin} cents",
        ),
        ("Return", par_percent(1 + side.ev), str(1 + side.ev)),
        ("Community pay, per other player", par_percent(community), str(community)),
        title="What it returns",
    )
    yield Table(
        (
            ("Symbol", "text"),
            ("Stops", "figure"),
            ("Chance of a spin", "figure"),
            ("Pays", "figure"),
            ("Each other player", "figure"),
            ("Clause", "clause"),
        ),
        tuple(
            (
                capitalize(stop.symbol),
                f"{stop.stops:,}",
                par_percent(side.stops[stop.symbol]),
                stop.prize,
                dollars(stop.community) if stop.community else NO_VALUE,
                stop.clause,
            )
            for stop in wheel
        ),
        title="The wheel",
        total=("All", f"{sum(stop.stops for stop in wheel):,}", "100%", "", "", ""),
    )
    yield Table(
        (("Other players", "text"), ("Community pay returns", "figure"), ("Return", "figure")),
        tuple(
            (str(n), par_percent(community), par_percent(1 + side.ev + community))
            for n, community in enumerate(side.community)
        ),
        title="By the number of other players with the wager",
    )


def _filed_meter_blocks(sheet: ParSheet, key: str) -> Iterator[Block]:
    """Yield the meters as filed."""
    rows = tuple(
        (
            _meter_title(m.name),
            dollars(m.start),
            dollars(m.reset),
            dollars(m.least),
            m.rate,
            m.clause,
        )
        for m in sheet.card.meters
        if m.wager == key
    )
    if not rows:
        yield Paragraph("This wager has no meter.")
        return
    yield Table(
        (
            ("Meter", "text"),
            ("Starts at", "figure"),
            ("Reset to", "figure"),
            ("Lowest reset", "figure"),
            ("Share of each wager", "figure"),
            ("Clause", "clause"),
        ),
        rows,
        title="Meters as filed",
    )
    yield note_paragraph(
        "The edge is computed with every meter at its starting amount. What wagers add to a meter "
        "belongs to the players: in the long run they win that as well, and the house keeps that "
        "much less."
    )


def _meter_title(name: str) -> str:
    return "The meter" if name == "meter" else f"The {name} meter"
