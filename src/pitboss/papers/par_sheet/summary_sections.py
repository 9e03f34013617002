"""The first sections of a par sheet: summary, volatility, hold, and the effect of each reading."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.lab.reading_effects import ChoiceEffect, QuestionEffects
from pitboss.money import dollars
from pitboss.papers.par_sheet.sheet import (
    BAND_ROUNDS,
    INDEX_FACTOR,
    NO_VALUE,
    WIDE_FACTOR,
    Block,
    BlockRow,
    KeyFigures,
    Paragraph,
    ParSheet,
    SheetSection,
    Table,
    WagerRisk,
    format_cents_column,
    format_decimal,
    name_value_table,
    note_paragraph,
    par_percent,
    skewness,
    wager_risks,
)
from pitboss.papers.rules_card.card import RulesCard
from pitboss.papers.wording import edge_wager_names, join_words, no_choices_sentence
from pitboss.round import condition_words
from pitboss.submission.rules import Rules


def subject_rows(sheet: ParSheet) -> tuple[tuple[str, str], ...]:
    """Return the rows under the title: what the sheet is about."""
    card = sheet.card
    changes = (("Changes to the filing", "; ".join(sheet.changes)),) if sheet.changes else ()
    return (
        ("Rulebook", _rulebook_name(sheet)),
        ("Filed by", card.operator_title),
        *changes,
        ("Rules hash", card.hash),
        ("Date", sheet.date),
        ("Made by", f"Pitboss {sheet.program}, lab {sheet.lab}"),
    )


def _rulebook_name(sheet: ParSheet) -> str:
    card = sheet.card
    if card.rulebook:
        return f"{card.rulebook}, edition {card.edition}"
    return f"none; the rules are those that {sheet.file or 'Pitboss'} defines"


def summary_section(sheet: ParSheet) -> SheetSection:
    """Build the section with the key figures and all wagers."""
    return SheetSection("summary", "Summary", tuple(_summary_blocks(sheet)))


def _summary_blocks(sheet: ParSheet) -> Iterator[Block]:
    main, rules = sheet.solution.main, sheet.solution.rules
    required, edge_names = (
        join_words(wager.label for wager in rules.required),
        edge_wager_names(rules),
    )
    unit = rules.required[0].label
    yield KeyFigures(
        (
            (par_percent(main.house_edge), "house edge", f"of {edge_names}"),
            (par_percent(main.element_of_risk), "element of risk", "of everything staked"),
            (
                format_decimal(main.standard_deviation, 5),
                "standard deviation",
                f"× {unit}, per round",
            ),
            (par_percent(main.chance_of_sign(1)), "hit rate", "rounds that win"),
        )
    )
    yield Table(
        (
            ("Wager", "text"),
            ("House edge", "figure"),
            ("Element of risk", "figure"),
            ("Hit rate", "figure"),
            ("Deviation", "figure"),
            ("Volatility index", "figure"),
        ),
        tuple(_wager_rows(sheet)),
        title="Every wager",
    )
    together = " together" if len(rules.edge_of) > 1 else ""
    raises = " and the raises that follow" if rules.raises else ""
    yield note_paragraph(
        f"The main game is {required}{raises}, with optimal play; its edge "
        f"and deviation are shares of {edge_names}{together}. The figures of a side wager are per "
        f"unit staked on that wager alone, with meters at their starting amounts and no other "
        f"player at the table. The volatility index is {INDEX_FACTOR} times the deviation."
    )
    yield from map(note_paragraph, _conditional(rules))
    yield from map(note_paragraph, sheet.not_counted)
    if sheet.changes:
        yield note_paragraph(
            f"Payouts differ from those filed: {join_words(sheet.changes)}. The rules hash is that "
            "of the changed rules."
        )
    yield name_value_table(
        ("Table limits", f"{dollars(rules.table.minimum)} to {dollars(rules.table.maximum)}"),
        ("Positions", str(rules.seats)),
        *((("Deck", sheet.card.deck),) if sheet.card.deck else ()),
        ("Dealing, shuffler", f"{rules.table.dealing}; {rules.table.shuffler}"),
        *_limit_rows(sheet.card),
        title="The table",
    )


def _conditional(rules: Rules) -> Iterator[str]:
    """Say who may make each decision that is not open to everybody."""
    for street in rules.streets:
        for name in street.conditions:
            why = condition_words(rules, street, name)
            yield f"At {street.label}, {name} is open to a player only if {why}."


def _limit_rows(card: RulesCard) -> Iterator[tuple[str, str]]:
    """Yield the payout limit, if there is one."""
    if card.payout_limit is not None:
        clause = f" ({card.payout_limit_clause})" if card.payout_limit_clause else ""
        yield "Payout limit", f"{dollars(card.payout_limit)}{clause}"


def _wager_rows(sheet: ParSheet) -> Iterator[BlockRow]:
    solution = sheet.solution
    main, (first, *sides) = solution.main, wager_risks(solution)
    yield (
        first.label,
        par_percent(first.edge),
        par_percent(main.element_of_risk),
        par_percent(main.chance_of_sign(1)),
        format_decimal(first.deviation, 5),
        format_decimal(first.volatility_index, 4),
    )
    for alone in solution.required.values():
        deviation = alone.standard_deviation
        yield (
            f"{alone.label}, on its own",
            par_percent(alone.house_edge),
            NO_VALUE,
            par_percent(alone.hit_chance),
            format_decimal(deviation, 5),
            format_decimal(INDEX_FACTOR * deviation, 4),
        )
    for risk in sides:
        yield (
            risk.label,
            par_percent(risk.edge),
            NO_VALUE,
            par_percent(solution.sides[risk.key].hit_chance),
            format_decimal(risk.deviation, 5),
            format_decimal(risk.volatility_index, 4),
        )
    for side in solution.rules.sides:
        if side.key in solution.uncounted:
            yield side.label, NO_VALUE, NO_VALUE, NO_VALUE, NO_VALUE, NO_VALUE


def volatility_section(sheet: ParSheet) -> SheetSection:
    """Build the section with the volatility index of every wager and bands of the hold."""
    risks = wager_risks(sheet.solution)
    return SheetSection(
        "volatility",
        "Volatility",
        (
            Paragraph(
                f"The volatility index is {INDEX_FACTOR} times the standard deviation of a round, "
                "as a share of the same stake as the edge. Divided by the square root of the "
                "number of rounds, it is the distance from the edge that the hold stays within in "
                f"90 cases out of 100. For 99 cases out of 100, {WIDE_FACTOR} replaces "
                f"{INDEX_FACTOR}."
            ),
            *(_hold_bands_table(wager) for wager in risks),
            note_paragraph(
                "A hold below zero means that the players win. The bands assume that the sum of "
                "many rounds is normally distributed. The smaller the skewness "
                f"({format_decimal(skewness(sheet.solution), 3)} in the main game) is compared "
                "with the square root of the number of rounds, the better this holds; for fewer "
                "rounds, large wins are rarer than a band suggests, and a band may extend beyond "
                "what can be lost at all."
            ),
        ),
    )


def _hold_bands_table(wager: WagerRisk) -> Table:
    return Table(
        (
            ("Rounds", "text"),
            ("90% from", "figure"),
            ("to", "figure"),
            ("99% from", "figure"),
            ("to", "figure"),
        ),
        tuple(
            (
                f"{rounds:,}",
                *(
                    par_percent(float(wager.edge) + side * wager.half_band(rounds, times), 2)
                    for times in (INDEX_FACTOR, WIDE_FACTOR)
                    for side in (-1, 1)
                ),
            )
            for rounds in BAND_ROUNDS
        ),
        title=wager.label,
        introduction=(
            f"Volatility index {format_decimal(wager.volatility_index, 4)}; "
            f"edge {par_percent(wager.edge)}."
        ),
    )


def hold_section(sheet: ParSheet) -> SheetSection:
    """Build the section with the hold at this pace and minimum stakes."""
    seats, pace = sheet.solution.rules.seats, sheet.pace
    rules = sheet.solution.rules
    required = [wager.label for wager in rules.required]
    edge_wagers, others = edge_wager_names(rules), "its other wagers"
    if len(rules.edge_of) == len(required):
        edge_wagers, others = "its required wagers", "the raises"
    each = "each of " if len(required) > 1 else ""
    return SheetSection(
        "hold",
        "Hold at the assumed pace",
        (
            Paragraph(
                f"The pace of {pace:,} rounds per hour is an assumption: count the rounds at your "
                "table and set --pace. Every player stakes "
                f"{dollars(sheet.solution.rules.table.minimum)} on {each}{join_words(required)}, "
                "plays the main game optimally, and bets the minimum on each side wager listed. A "
                "table with more players deals fewer rounds; the last column ignores that."
            ),
            Table(
                (
                    ("Wager", "text"),
                    ("Stake per round", "figure"),
                    ("House edge", "figure"),
                    ("Hold per hour, one seat", "figure"),
                    ("Standard deviation", "figure"),
                    (f"Hold per hour, {seats} seats", "figure"),
                ),
                tuple(
                    (
                        wager.label,
                        dollars(wager.stake),
                        par_percent(wager.edge),
                        format_cents_column(wager.hold(pace)),
                        format_cents_column(wager.hold_deviation(pace)),
                        format_cents_column(wager.hold(pace) * seats),
                    )
                    for wager in wager_risks(sheet.solution)
                ),
                title=f"At {pace:,} rounds per hour and the table minimum",
            ),
            note_paragraph(
                "The hold is the money that the house keeps. The stake of the main game counts "
                f"only {edge_wagers}, on which its edge is based; {others} are included in the "
                "edge."
            ),
        ),
    )


def readings_section(sheet: ParSheet) -> SheetSection:
    """Build the section with a table for each reading and option."""
    return SheetSection(
        "readings", "Readings and options, and their effect", tuple(_reading_blocks(sheet))
    )


def _reading_blocks(sheet: ParSheet) -> Iterator[Block]:
    if not sheet.questions and not sheet.paytables:
        yield Paragraph(no_choices_sentence(sheet.game))
    if sheet.questions:
        yield from _question_blocks(sheet)
    if sheet.paytables:
        yield Table(
            (
                ("Wager", "text"),
                ("Paytable", "text"),
                ("House edge", "figure"),
                ("Expectation", "exact"),
            ),
            tuple(_paytable_rows(sheet)),
            title="Paytables that the operator may choose",
        )


def _paytable_rows(sheet: ParSheet) -> Iterator[BlockRow]:
    for choice in sheet.paytables:
        for letter, ev in choice.expectations.items():
            mark = " (as filed)" if letter == choice.filed else ""
            figures = (NO_VALUE, "") if ev is None else (par_percent(-ev), str(ev))
            yield choice.label, f"{letter}{mark}", *figures


def _question_blocks(sheet: ParSheet) -> Iterator[Block]:
    without = " The changed payouts of this sheet are not applied here." if sheet.changes else ""
    rules = "rulebook" if sheet.game.short else "game"
    yield Paragraph(
        f"A reading settles what the {rules} leaves unclear; an option is a choice that it leaves "
        "to the operator. Every choice was solved with everything else as filed. The edge is that "
        f"of the main game, or of the side wager named.{without}"
    )
    meanings = _choice_meanings(sheet)
    for question in sheet.questions:
        yield Table(
            (
                ("Choice", "text"),
                ("House edge", "figure"),
                ("Change", "figure"),
                ("Expectation", "exact"),
            ),
            tuple(_choice_rows(sheet, question, meanings[question.id])),
            title=question.question,
            introduction=", ".join(filter(None, (_question_title(question), question.clause)))
            + ".",
        )


def _question_title(question: QuestionEffects) -> str:
    return f"{question.kind.capitalize()} {question.id}"


def _choice_meanings(sheet: ParSheet) -> dict[str, dict[str, str]]:
    """Return what each choice means, by the id of its question."""
    result = {reading.id: dict(reading.choices) for reading in sheet.game.readings}
    for wager in sheet.game.required:
        result |= {f"{wager.key}.{option.key}": dict(option.choices) for option in wager.options}
    return result


def _choice_rows(
    sheet: ParSheet, question: QuestionEffects, meanings: dict[str, str]
) -> Iterator[BlockRow]:
    for effect in question.effects:
        mark = " (as filed)" if effect.choice == question.filed else ""
        yield (
            f"{effect.choice}{mark}: {meanings[effect.choice]}",
            par_percent(effect.house_edge),
            _edge_change(sheet, effect),
            str(effect.ev),
        )
        for key, (ev, change) in effect.wagers.items():
            label = f"– {sheet.labels[key]}, if {effect.choice}"
            yield label, par_percent(-ev), par_percent(-change, sign="+"), str(ev)


def _edge_change(sheet: ParSheet, effect: ChoiceEffect) -> str:
    """Return the change of the edge, as a share of the wagers that it is quoted by."""
    change = -effect.change / Fraction(sheet.solution.main.required)
    return par_percent(change, sign="+") if change else NO_VALUE
