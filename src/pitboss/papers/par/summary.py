"""The first sheet: what it is about, and every wager in a line."""

from collections.abc import Iterator

from pitboss.money import dollars
from pitboss.papers.card import Card
from pitboss.papers.par.blocks import Block, Keys, Row, Section, Table, note, pairs
from pitboss.papers.par.numerals import NONE, decimal, percent
from pitboss.papers.par.risk import INDEX, wagers
from pitboss.papers.par.sheet import ParSheet
from pitboss.papers.words import edge_wagers, listed
from pitboss.round import condition_words
from pitboss.submission.rules import Rules


def subject(sheet: ParSheet) -> tuple[tuple[str, str], ...]:
    """What the sheet is about: the block under its title."""
    card = sheet.card
    changed = (("Changed beyond it", "; ".join(sheet.changes)),) if sheet.changes else ()
    return (
        ("Rulebook", _rulebook(sheet)),
        ("Filed by", card.filed_by),
        *changed,
        ("Rules hash", card.hash),
        ("Made on", sheet.date),
        ("By", f"Pitboss {sheet.program}, lab {sheet.lab}"),
    )


def _rulebook(sheet: ParSheet) -> str:
    card = sheet.card
    if card.rulebook:
        return f"{card.rulebook}, edition {card.edition}"
    return f"none; the rules are those that {sheet.file or 'Pitboss'} defines"


def summary(sheet: ParSheet) -> Section:
    """The figures that people look for first, and all wagers."""
    return Section("summary", "Summary", tuple(_blocks(sheet)))


def _blocks(sheet: ParSheet) -> Iterator[Block]:
    main, rules = sheet.solution.main, sheet.solution.rules
    required, quoted = listed(wager.label for wager in rules.required), edge_wagers(rules)
    unit = rules.required[0].label
    yield Keys(
        (
            (percent(main.house_edge), "house edge", f"of {quoted}"),
            (percent(main.element_of_risk), "element of risk", "of all that is staked"),
            (decimal(main.standard_deviation, 5), "standard deviation", f"× {unit}, a round"),
            (percent(main.chance(1)), "hit rate", "rounds that win"),
        )
    )
    yield Table(
        (
            ("Wager", "text"), ("House edge", "figure"), ("Element of risk", "figure"),
            ("Hit rate", "figure"), ("Deviation", "figure"), ("Volatility index", "figure"),
        ),
        tuple(_rows(sheet)),
        title="Every wager",
    )  # fmt: skip
    together = " together" if len(rules.edge_of) > 1 else ""
    yield note(
        f"The main game is {required} with the raises that follow, under the best play; its edge "
        f"and deviation are shares of {quoted}{together}. A side wager is taken by itself, per "
        f"unit staked, meters at their start, no other player at the table. The volatility index "
        f"is {INDEX} times the deviation."
    )
    yield from map(note, _conditional(rules))
    yield from map(note, sheet.not_counted)
    if sheet.changes:
        yield note(
            f"Not as filed: this sheet asks what if {listed(sheet.changes)}. The rules hash is "
            "that of the rules so changed."
        )
    yield pairs(
        ("Table limits", f"{dollars(rules.table.minimum)} to {dollars(rules.table.maximum)}"),
        ("Positions", str(rules.seats)),
        *((("Deck", sheet.card.deck),) if sheet.card.deck else ()),
        ("Dealing, shuffler", f"{rules.table.dealing}; {rules.table.shuffler}"),
        *_limit(sheet.card),
        title="The table",
    )


def _conditional(rules: Rules) -> Iterator[str]:
    """Say of each decision that is not open to everybody who may take it."""
    for street in rules.streets:
        for name in street.conditions:
            why = condition_words(rules, street, name)
            yield f"At the decision {street.label}, {name} is open to a player only if {why}."


def _limit(card: Card) -> Iterator[tuple[str, str]]:
    """The payout limit, where there is one."""
    if card.payout_limit is not None:
        clause = f" ({card.payout_limit_clause})" if card.payout_limit_clause else ""
        yield "Payout limit", f"{dollars(card.payout_limit)}{clause}"


def _rows(sheet: ParSheet) -> Iterator[Row]:
    solution = sheet.solution
    main, (first, *sides) = solution.main, wagers(solution)
    yield (
        first.label,
        percent(first.edge),
        percent(main.element_of_risk),
        percent(main.chance(1)),
        decimal(first.deviation, 5),
        decimal(first.index, 4),
    )
    for alone in solution.required.values():
        deviation = alone.standard_deviation
        yield (
            f"{alone.label}, by itself",
            percent(alone.house_edge),
            NONE,
            percent(alone.hit),
            decimal(deviation, 5),
            decimal(INDEX * deviation, 4),
        )
    for counted in sides:
        yield (
            counted.label,
            percent(counted.edge),
            NONE,
            percent(solution.sides[counted.key].hit),
            decimal(counted.deviation, 5),
            decimal(counted.index, 4),
        )
    for side in solution.rules.sides:
        if side.key in solution.uncounted:
            yield side.label, NONE, NONE, NONE, NONE, NONE
