"""Return tables as CSV: a line for each hand that a wager tells apart, and for each net result."""

import csv
import io
from collections.abc import Iterator
from fractions import Fraction

from pitboss.games.odds import Odds
from pitboss.lab.results import Main
from pitboss.lab.solution import Solution

COLUMNS = ("wager", "hand", "pays", "combinations", "probability", "return")
MAIN = "main"


def returns_csv(solution: Solution) -> str:
    """All of them, the main game first; the returns of a wager add up to its expectation."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_main(solution.main))
    for key, side in solution.sides.items():
        for line in side.lines:
            writer.writerow(
                (key, line.name, line.pays, line.combinations,
                 _decimal(line.probability), _decimal(line.returns))
            )  # fmt: skip
    return text.getvalue()


def _main(main: Main) -> Iterator[tuple[str, ...]]:
    for net, deals in main.distribution.items():
        chance = Fraction(deals, main.deals)
        yield MAIN, net_name(net), str(net), str(deals), _decimal(chance), _decimal(chance * net)


def net_name(net: Odds) -> str:
    """A net result in units of one required wager, in words."""
    return f"wins {net}" if net > 0 else f"loses {-net}" if net else "pushes"


def _decimal(value: Fraction) -> str:
    return f"{float(value):.15g}"
