"""The return table of every wager: hand, pays, combinations, probability, return."""

from collections.abc import Iterator

from pitboss.lab.prizes import ProgressiveReturn
from pitboss.lab.returns import ReturnLine, SideReturn
from pitboss.lab.spins import SpinReturn
from pitboss.papers.par.blocks import Block, Row, Section, Table, Words
from pitboss.papers.par.numerals import decimal, percent, probability
from pitboss.papers.par.sheet import ParSheet
from pitboss.papers.words import listed, sentence

NO_TABLES = Words(
    "No wager on offer is paid by a table. The main game as a whole has its results at the end of "
    "this sheet."
)
HOW = Words(
    "Per unit staked. The return of a line is its probability times what it pays net, a losing "
    "line −1, so that the returns of a table add up to the expectation of the wager. What is paid "
    "even money or against the dealer has no table of its own: it is a part of the main game, "
    "whose table stands at the end of this sheet."
)


def return_tables(sheet: ParSheet) -> Section:
    """Side wagers first, since each stands by itself."""
    tables = tuple(_tables(sheet))
    blocks: tuple[Block, ...] = (HOW, *tables) if tables else (NO_TABLES,)
    return Section("returns", "Return tables", (*blocks, *map(Words, sheet.not_counted)))


def _tables(sheet: ParSheet) -> Iterator[Table]:
    solution = sheet.solution
    for side in solution.sides.values():
        yield _table(sheet, [side.label], side, "meters at their start" if _metered(side) else "")
    for labels, side in _alike([*solution.required.values(), *sheet.raises.values()]):
        alone = side.key in solution.required
        how = (
            "by itself, staked unseen" if alone else "by chance alone: staked unseen, never folded"
        )
        yield _table(sheet, labels, side, how)


def _metered(side: SideReturn) -> bool:
    return isinstance(side, ProgressiveReturn | SpinReturn)


def _alike(sides: list[SideReturn]) -> list[tuple[list[str], SideReturn]]:
    """Wagers that return the same line by line share a table."""
    groups: dict[tuple[ReturnLine, ...], list[SideReturn]] = {}
    for side in sides:
        groups.setdefault(side.lines, []).append(side)
    return [([side.label for side in group], group[0]) for group in groups.values()]


def _table(sheet: ParSheet, labels: list[str], side: SideReturn, how: str) -> Table:
    letter = sheet.submission["wagers"].get(side.key, {}).get("paytable")
    said = [
        *([how] if how else []),
        *([f"table {letter}"] if letter else []),
        f"edge {percent(side.house_edge)}",
        f"deviation {decimal(side.standard_deviation, 5)}",
        f"hit rate {percent(side.hit)}",
        f"expectation {side.ev}",
    ]
    first = "Symbol" if isinstance(side, SpinReturn) else "Hand"
    return Table(
        (
            (first, "text"), ("Pays", "figure"), ("Combinations", "figure"),
            ("Probability", "figure"), ("Return", "figure"),
        ),
        tuple(_row(line) for line in side.lines),
        title=listed(labels),
        said=sentence("; ".join(said)),
        total=("All", "", f"{side.deals:,}", "1", decimal(side.ev, 8)),
    )  # fmt: skip


def _row(line: ReturnLine) -> Row:
    return (
        sentence(line.name),
        line.pays,
        f"{line.combinations:,}",
        probability(line.probability),
        decimal(line.returns, 8, "+") if line.returns else "0",
    )
