"""Volatility, and what the house holds in an hour."""

from pitboss.money import dollars
from pitboss.papers.par.blocks import Section, Table, Words, note
from pitboss.papers.par.numerals import cents_of, decimal, percent
from pitboss.papers.par.risk import INDEX, ROUNDS, WIDE, Wager, skewness, wagers
from pitboss.papers.par.sheet import ParSheet
from pitboss.papers.words import edge_wagers, listed


def volatility(sheet: ParSheet) -> Section:
    """The index of every wager, and bands of the hold."""
    found = wagers(sheet.solution)
    return Section(
        "volatility",
        "Volatility",
        (
            Words(
                f"The volatility index is {INDEX} times the standard deviation of a round, as a "
                "share of the stake that the edge is a share of. Divided by the root of the number "
                "of rounds, it says how far the hold strays from the edge: in nine cases of ten no "
                f"further than that. For 99 cases of a hundred, {WIDE} takes the place of {INDEX}."
            ),
            *(_bands(wager) for wager in found),
            note(
                "A hold below zero is a win of the players. The bands take the sum of many rounds "
                "to be normally distributed, which holds the better, the smaller the skewness "
                f"({decimal(skewness(sheet.solution), 3)} in the main game) is beside the root of "
                "the number of rounds; before that, large wins are rarer than a band suggests, and "
                "it may reach beyond what can be lost at all."
            ),
        ),
    )


def _bands(wager: Wager) -> Table:
    return Table(
        (
            ("Rounds", "text"), ("90 % from", "figure"), ("to", "figure"),
            ("99 % from", "figure"), ("to", "figure"),
        ),
        tuple(
            (
                f"{rounds:,}",
                *(
                    percent(float(wager.edge) + side * wager.half_band(rounds, times), 2)
                    for times in (INDEX, WIDE)
                    for side in (-1, 1)
                ),
            )
            for rounds in ROUNDS
        ),
        title=wager.label,
        said=f"Volatility index {decimal(wager.index, 4)}; edge {percent(wager.edge)}.",
    )  # fmt: skip


def hold(sheet: ParSheet) -> Section:
    """What the house keeps at this pace, everybody at the minimum."""
    seats, pace = sheet.solution.rules.seats, sheet.pace
    rules = sheet.solution.rules
    required = [wager.label for wager in rules.required]
    quoted, others = edge_wagers(rules), "its other wagers"
    if len(rules.edge_of) == len(required):
        quoted, others = "its required wagers", "the raises"
    each = "each of " if len(required) > 1 else ""
    return Section(
        "hold",
        "Hold at the usual pace",
        (
            Words(
                f"At {pace:,} rounds an hour, which is an assumption and no measurement: count the "
                "rounds of the table and give its pace. Everybody stakes "
                f"{dollars(sheet.solution.rules.table.minimum)} on {each}{listed(required)}, plays "
                "the main game best, and has the least stake on a side wager that a line is about. "
                "A table with more players deals fewer rounds; the last column leaves that out."
            ),
            Table(
                (
                    ("Wager", "text"), ("Stake a round", "figure"), ("House edge", "figure"),
                    ("Hold an hour, one seat", "figure"), ("Deviation of it", "figure"),
                    (f"Hold an hour, {seats} seats", "figure"),
                ),
                tuple(
                    (
                        wager.label,
                        dollars(wager.stake),
                        percent(wager.edge),
                        cents_of(wager.hold(pace)),
                        cents_of(wager.spread(pace)),
                        cents_of(wager.hold(pace) * seats),
                    )
                    for wager in wagers(sheet.solution)
                ),
                title=f"At {pace:,} rounds an hour and the table minimum",
            ),
            note(
                "The hold here is what the house keeps of what is staked. The stake of the main "
                f"game is that of {quoted}, which its edge is a share of; {others} are in the edge."
            ),
        ),
    )  # fmt: skip
