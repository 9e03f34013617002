"""What the words of a par sheet mean; those of meters and wheels only where there are some."""

from collections.abc import Iterator

from pitboss.lab.prizes import ProgressiveReturn
from pitboss.lab.spins import SpinReturn
from pitboss.papers.par.blocks import Section, Table
from pitboss.papers.par.risk import INDEX
from pitboss.papers.par.sheet import ParSheet


def glossary(sheet: ParSheet) -> Section:
    """In the order of the alphabet."""
    rows = tuple(sorted(_terms(sheet), key=lambda row: row[0].lower()))
    return Section("glossary", "What the words mean", (Table((("", "text"), ("", "text")), rows),))


def _terms(sheet: ParSheet) -> Iterator[tuple[str, str]]:
    yield "Average wager", "All that a player stakes in a round of the main game, on average."
    yield "Best play", "At each decision the one with the highest expectation, whatever comes."
    yield "By chance alone", "Staked before a card is seen, and never folded."
    yield "Combinations", "How many of all deals, each as likely as any other, end so."
    yield "Element of risk", "The expected loss as a share of all that is staked."
    yield "Expectation", "The average net result of a round; below zero, the player’s loss."
    yield "Hit rate", "The chance to be paid anything; in the main game, to end with a win."
    yield "Hold", "What the house keeps of what is staked."
    yield "House edge", "The expected loss as a share of the required wagers, or of a side wager."
    yield "Net result", "All that comes back, less all that was staked."
    yield "Push", "The stake comes back, and nothing with it."
    yield "Return", "Of a line: its probability times what it pays net."
    yield "Rules hash", "A digest of every rule: two tables with the same one play the same game."
    yield "Standard deviation", "The root of the mean square by which rounds miss the expectation."
    yield "Skewness", "Above zero where large wins are rare, and far from the mean."
    yield "Volatility index", f"{INDEX} standard deviations: nine normal results of ten lie within."
    sides = sheet.solution.sides.values()
    if any(isinstance(side, ProgressiveReturn) for side in sides):
        yield "Break-even meter", "The sum on the meter with which a progressive is a fair wager."
        yield "Envy", "What a progressive pays for another player’s hand."
        yield "For 1", "A prize that keeps the stake: 9 for 1 wins eight."
    if any(isinstance(side, SpinReturn) for side in sides):
        yield "Community pay", "What a spin pays the other players who have the wager."
    if sheet.card.meters:
        yield "Meter", "A sum that grows with every wager, until a hand or a spin wins it."
