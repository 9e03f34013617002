"""All sections of a par sheet in order, its method and glossary, and the sheet as JSON."""

import shlex
from collections.abc import Iterator
from typing import Any, Final

from pitboss.cards import cards, cards_text
from pitboss.games.card_names import HOLE
from pitboss.lab.side_returns import ProgressiveReturn, SpinReturn
from pitboss.lab.solution import side_json, solution_json
from pitboss.lab.starting_hands import chart_ranks
from pitboss.papers.par_sheet.game_sections import (
    distribution_section,
    first_decision_section,
    main_game_section,
    meter_sections,
    results_section,
    return_tables_section,
)
from pitboss.papers.par_sheet.sheet import (
    BAND_ROUNDS,
    INDEX_FACTOR,
    WIDE_FACTOR,
    Listing,
    Paragraph,
    ParSheet,
    SheetSection,
    Table,
    skewness,
    wager_risks,
)
from pitboss.papers.par_sheet.summary_sections import (
    hold_section,
    readings_section,
    summary_section,
    volatility_section,
)
from pitboss.papers.solution_report import effects_json, paytables_json
from pitboss.papers.wording import join_words
from pitboss.round import visible_positions
from pitboss.submission.rules import Rules, positions

SUBMISSION_FILE: Final = "submission.toml"
"""The file name under which the commands expect the submission of a sheet."""
EXAMPLE_HAND: Final = cards("Kh Qs")
"""A hand for the example of advice, as far as the deck has its cards."""
CARD_SPREAD: Final = 5
"""The distance between further cards, so that they have several ranks and suits."""


def method_section(sheet: ParSheet) -> SheetSection:
    """Build the section on the method, in sentences and as commands."""
    main = sheet.solution.main
    return SheetSection(
        "method",
        "Method, and how to reproduce every figure",
        (
            Paragraph(
                f"The main game was solved exactly, over all {main.deals:,} deals, by the method "
                f"“{main.method}”: deals are counted as whole numbers, and turned into fractions "
                "at the end. No figure is sampled. Payouts come from the same settlement code that "
                "pays at a table, and the rules come from the definition that the table runs on."
            ),
            Paragraph(
                "Side wagers are counted over every deal of the cards that they are paid on. "
                "Deviation, volatility and hold are computed from the exact counts and rounded "
                "once, when they are printed."
            ),
            Paragraph(
                "Every figure was computed for this sheet, or read from a stored solution that "
                f"carries the digest of these rules and of this lab ({sheet.lab}). A stored "
                "solution is checked by its SHA-256 and computed again if the check fails. The "
                "option --no-cache computes everything again."
            ),
            Table(
                (("Figure", "text"), ("Command", "exact")),
                tuple(reproduction_commands(sheet)),
                title="One command for each figure",
                introduction=_required_files_sentence(sheet),
            ),
        ),
    )


def _required_files_sentence(sheet: ParSheet) -> str:
    """Say which files the commands need in the current folder."""
    game = [f"the game in {sheet.file}"] if sheet.file else []
    submission = [] if sheet.is_default else [f"the submission below saved as {SUBMISSION_FILE}"]
    files = join_words([*game, *submission]) if game or submission else ""
    return f"With Pitboss {sheet.program}" + (f", {files}." if files else ".")


def reproduction_commands(sheet: ParSheet) -> Iterator[tuple[str, str]]:
    """Yield each kind of figure with the command that reproduces it."""
    game = shlex.quote(sheet.file) if sheet.file else sheet.card.game
    option = "" if sheet.is_default else f" --submission {SUBMISSION_FILE}"
    pay = "".join(f" --pay {shlex.quote(text)}" for text in sheet.changes)
    solve = f"pitboss solve {game}{option}{pay}"
    chart = ", with the chart" if chart_ranks(sheet.solution.main.starts) else ""
    yield "Edge, element of risk, deviation, hit rates, strategy", f"{solve} --json"
    yield f"The same in readable form{chart}", solve
    yield "Return tables of side wagers, every result of the main game", f"{solve} --csv"
    if sheet.card.meters:
        yield "Meters, envy, break-even", f"{solve} --json"
    if sheet.questions or sheet.paytables:
        yield (
            "Effect of readings, options and paytables",
            f"pitboss readings {game} --effect{option}",
        )
    if pay:
        yield "Rules hash", f"{solve} --json"
    else:
        game_option = f" --game {game}" if sheet.file else ""
        check = f"pitboss submission check {SUBMISSION_FILE}{game_option}"
        yield "Rules hash, submission", check if option else f"pitboss rules {game} --json"
        if sheet.solution.rules.streets:
            seen_cards = _advise_example(sheet.solution.rules)
            yield "What a decision is worth", f"pitboss advise {game}{option} {seen_cards}"
    pace = f" --pace {sheet.pace}"
    yield (
        "Volatility, hold, this sheet",
        (f"pitboss report {game}{option}{pay}{pace} --date {sheet.date} -o sheet.html"),
    )
    yield (
        "The same as data, raises by chance alone",
        f"pitboss report {game}{option}{pay}{pace} --date {sheet.date} --json",
    )


def _advise_example(rules: Rules) -> str:
    """Return options of ``advise`` with some cards that a player sees at the first decision."""
    hand = [c for c in EXAMPLE_HAND if c in rules.deck.distinct_cards]
    stub = [c for c in rules.deck.cards if c not in hand]
    order = sorted(range(len(stub)), key=lambda at: (at % CARD_SPREAD, -at))
    remaining = [*hand, *(stub[at] for at in order)]
    where, visible = positions(rules.places, rules.hole), set(visible_positions(rules, 0))
    names = [HOLE, *(place.name for place in rules.places)]
    counts = {name: len(visible.intersection(where[name])) for name in names}
    options = []
    for name, count in counts.items():
        if count:
            options.append(f'--{name} "{cards_text(remaining[:count])}"')
            del remaining[:count]
    return " ".join(options)


def submission_section(sheet: ParSheet) -> SheetSection:
    """Build the section with the full text of the submission."""
    note = "This is the default submission of the game. " if sheet.is_default else ""
    return SheetSection(
        "submission",
        "The submission in full",
        (
            Paragraph(
                f"{note}Save it as {SUBMISSION_FILE} to reproduce every figure of this sheet with "
                "the commands above. Comments after a # list the possible choices and their "
                "clauses."
            ),
            Listing(sheet.submission_toml),
        ),
    )


def glossary_section(sheet: ParSheet) -> SheetSection:
    """Build the glossary, in alphabetical order."""
    rows = tuple(sorted(_glossary_terms(sheet), key=lambda row: row[0].lower()))
    return SheetSection("glossary", "Glossary", (Table((("", "text"), ("", "text")), rows),))


def _glossary_terms(sheet: ParSheet) -> Iterator[tuple[str, str]]:
    yield "Average wager", "What a player stakes in a round of the main game, on average."
    yield "Optimal play", "At each decision, the choice with the highest expectation."
    yield "By chance alone", "Staked before a card is seen, and never folded."
    yield "Combinations", "How many of all deals, each equally likely, end this way."
    yield "Element of risk", "The expected loss as a share of everything staked."
    yield "Expectation", "The average net result of a round; below zero, the player’s loss."
    yield "Hit rate", "The chance that a wager is paid; in the main game, that the round wins."
    yield "Hold", "What the house keeps of what is staked."
    yield "House edge", "The expected loss as a share of the required wagers, or of a side wager."
    yield "Net result", "Everything returned, less everything staked."
    yield "Push", "The stake is returned, and nothing is won."
    yield "Return", "Of a line: its probability times its net pay."
    yield "Rules hash", "A digest of every rule: two tables with the same hash play the same game."
    yield "Standard deviation", "The root mean square distance of a round from the expectation."
    yield "Skewness", "Above zero if large wins are rare and far from the mean."
    yield (
        "Volatility index",
        f"{INDEX_FACTOR} standard deviations; 90% of normally distributed results are that close "
        "to the mean.",
    )
    sides = sheet.solution.sides.values()
    if any(isinstance(side, ProgressiveReturn) for side in sides):
        yield "Break-even meter", "The amount on the meter at which a progressive is a fair wager."
        yield "Envy", "What a progressive pays for another player’s hand."
        yield "For 1", "A prize that includes the stake: 9 for 1 wins eight."
    if any(isinstance(side, SpinReturn) for side in sides):
        yield "Community pay", "What a spin pays the other players who have the wager."
    if sheet.card.meters:
        yield "Meter", "A sum that grows with every wager until a hand or a spin wins it."


def sheet_sections(sheet: ParSheet) -> Iterator[SheetSection]:
    """Yield all sections in order."""
    yield summary_section(sheet)
    yield main_game_section(sheet)
    yield results_section(sheet)
    if chart := first_decision_section(sheet):
        yield chart
    yield return_tables_section(sheet)
    yield from meter_sections(sheet)
    yield readings_section(sheet)
    yield volatility_section(sheet)
    yield hold_section(sheet)
    yield method_section(sheet)
    yield submission_section(sheet)
    yield distribution_section(sheet)
    yield glossary_section(sheet)


BAND_FACTORS = {"90": INDEX_FACTOR, "99": WIDE_FACTOR}


def par_sheet_json(sheet: ParSheet) -> dict[str, Any]:
    """Return the solution and what the sheet adds, without anything that differs between runs."""
    card, solution = sheet.card, solution_json(sheet.solution)
    for seconds in ("seconds", "seconds_all"):
        del solution[seconds]
    return {
        "title": sheet.title,
        "name": card.name,
        "rulebook": card.rulebook,
        "edition": card.edition,
        "operator": card.operator,
        "example": card.example,
        "date": sheet.date,
        "program": sheet.program,
        "lab": sheet.lab,
        "submission": sheet.submission,
        "pay": sheet.changes,
        "payout_limit": card.payout_limit,
        **solution,
        "skewness": skewness(sheet.solution),
        "raises": {key: side_json(side) for key, side in sheet.raises.items()},
        "effects": effects_json(sheet.questions),
        "paytables": paytables_json(sheet.paytables),
        "volatility": {
            wager.key: {
                "index": wager.volatility_index,
                "bands": {
                    name: {
                        str(n): _hold_band(float(wager.edge), wager.half_band(n, z))
                        for n in BAND_ROUNDS
                    }
                    for name, z in BAND_FACTORS.items()
                },
            }
            for wager in wager_risks(sheet.solution)
        },
        "pace": sheet.pace,
        "hold": {
            wager.key: {
                "stake": wager.stake,
                "cents_an_hour": str(wager.hold(sheet.pace)),
                "deviation": wager.hold_deviation(sheet.pace),
            }
            for wager in wager_risks(sheet.solution)
        },
        "commands": dict(reproduction_commands(sheet)),
    }


def _hold_band(edge: float, half_width: float) -> tuple[float, float]:
    return edge - half_width, edge + half_width
