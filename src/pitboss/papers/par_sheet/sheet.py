"""A par sheet as a value: rules, solution, risk figures, and the blocks of its document."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import sqrt
from typing import Any, Final, Literal

from msgspec import Struct, structs
from msgspec.structs import force_setattr, replace

from pitboss import __version__
from pitboss.errors import Refused
from pitboss.games import game_file
from pitboss.games.game_parts import Side
from pitboss.games.grammar import Game
from pitboss.lab.disk_cache import lab_version
from pitboss.lab.pay_changes import apply_pay_changes, parse_pay_change
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.reading_effects import (
    PaytableEdges,
    QuestionEffects,
    solve_paytable_edges,
    solve_reading_effects,
)
from pitboss.lab.side_returns import SideReturn, solve_side_wager
from pitboss.lab.solution import Solution, solve
from pitboss.money import dollars
from pitboss.papers.rules_card.card import RulesCard, build_rules_card, wager_entries
from pitboss.papers.wording import not_counted_sentence, used_columns
from pitboss.settle import payout_limit
from pitboss.submission import complete_submission, resolve
from pitboss.submission.defaults import default_submission
from pitboss.submission.rules import Rules
from pitboss.submission.toml_writer import toml_text

DEFAULT_PACE: Final = 40
"""Rounds per hour by default: an assumption, not a measurement."""
MAX_PACE: Final = 1000
"""More rounds per hour than any table deals."""


def unconditional_raise_returns(rules: Rules) -> dict[str, SideReturn]:
    """Compute the returns of raises that a paytable pays, by key, as far as they can be counted."""
    return {side.key: side for side in _countable_returns(rules)}


def _countable_returns(rules: Rules) -> Iterator[SideReturn]:
    table = rules.table
    for wager in rules.raises:
        if wager.pays.ranked_table:
            # Count it like a side wager, with its own key because the raise keeps its key.
            key = f"{wager.key} alone"
            side = Side(
                key,
                wager.label,
                wager.pays,
                minimum=table.minimum,
                maximum=table.maximum,
            )
            with suppress(Refused):
                yield replace(solve_side_wager(rules, side), key=wager.key)


INDEX_FACTOR: Final = 1.645
"""The standard deviations around the mean that contain 90% of a normal distribution."""
WIDE_FACTOR: Final = 2.576
"""The standard deviations around the mean that contain 99% of a normal distribution."""
BAND_ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000)
"""The numbers of rounds that bands are given for."""
MAIN_KEY: Final = "main"


class WagerRisk(Struct, frozen=True):
    """The stake of a seat at the table minimum, on the main game or a side wager."""

    key: str
    label: str
    stake: int
    """The cents that the edge is a share of."""
    edge: Fraction
    deviation: float
    """The standard deviation of a round, as a share of that stake."""

    @property
    def volatility_index(self) -> float:
        """The volatility index."""
        return INDEX_FACTOR * self.deviation

    def half_band(self, rounds: int, factor: float = INDEX_FACTOR) -> float:
        """Return how far the hold of so many rounds usually lies from the edge."""
        return factor * self.deviation / sqrt(rounds)

    def hold(self, rounds: int) -> Fraction:
        """Return the cents that the house keeps on average."""
        return self.stake * self.edge * rounds

    def hold_deviation(self, rounds: int) -> float:
        """Return the standard deviation of the hold, in cents."""
        return self.stake * self.deviation * sqrt(rounds)


def wager_risks(solution: Solution) -> tuple[WagerRisk, ...]:
    """Return the risk of the main game and of every side wager that was counted."""
    rules, main = solution.rules, solution.main
    deviation = main.standard_deviation / main.required
    stake = rules.table.minimum * main.required
    stakes = {side.key: side.minimum for side in rules.sides}
    return (
        WagerRisk(MAIN_KEY, "Main game", stake, main.house_edge, deviation),
        *(
            WagerRisk(key, side.label, stakes[key], side.house_edge, side.standard_deviation)
            for key, side in solution.sides.items()
        ),
    )


def skewness(solution: Solution) -> float:
    """Return the skewness of the main game: its third standardized moment."""
    main = solution.main
    third = sum((net - main.ev) ** 3 * n for net, n in main.distribution.items()) / main.deals
    return float(third) / main.standard_deviation**3


class ParSheet(Struct, frozen=True, kw_only=True):
    """A par sheet: everything that it prints or that its figures are derived from."""

    game: Game
    card: RulesCard
    """The rules card, with every change of pay applied."""
    submission: dict[str, Any]
    """The complete submission."""
    submission_toml: str
    """The complete submission as the text of a TOML file."""
    is_default: bool
    """Whether the submission is the default of the game."""
    changes: tuple[str, ...]
    """Changes of pay beyond the submission, such as ``across.flush=7``."""
    solution: Solution
    raises: dict[str, SideReturn]
    """The returns of raises that a paytable pays, made blindly and never folded."""
    questions: tuple[QuestionEffects, ...]
    """Readings and options with their effect."""
    paytables: tuple[PaytableEdges, ...]
    """The side wagers whose paytable the operator chooses."""
    pace: int
    date: str
    program: str
    file: str
    """The name of the file that the game was loaded from; empty for a built-in game."""
    lab: str
    """The digest of every file of the program that a figure depends on."""

    @property
    def title(self) -> str:
        """The title of the document."""
        return f"{self.card.name}: par sheet"

    @property
    def not_counted(self) -> tuple[str, ...]:
        """Sentences about the wagers that the lab cannot count, and why."""
        return tuple(map(not_counted_sentence, self.solution.uncounted.values()))

    @property
    def labels(self) -> dict[str, str]:
        """The labels of the wagers, by key."""
        return {wager.key: wager.label for wager in self.game.wagers}


def build_par_sheet(
    game: Game,
    submission: Mapping[str, Any] | None = None,
    *,
    changes: Sequence[str] = (),
    pace: int = DEFAULT_PACE,
    date: str,
    progress: Progress = no_progress,
    cache: bool = True,
) -> ParSheet:
    """Build the par sheet of a table that files this submission; ``date`` is printed on it."""
    if not 1 <= pace <= MAX_PACE:
        raise Refused(f"a pace of {pace:,} rounds per hour is out of range: 1 to {MAX_PACE:,}")
    choices = dict(submission or {})
    rules = apply_pay_changes(resolve(game, choices), [parse_pay_change(text) for text in changes])
    complete, _ = complete_submission(game, choices)
    card = structs.replace(
        build_rules_card(game, choices),
        hash=rules.hash,
        wagers=wager_entries(game, rules, complete),
        payout_limit=payout_limit(rules),
    )
    return ParSheet(
        game=game,
        card=card,
        submission=complete,
        submission_toml=toml_text(game, complete),
        is_default=complete == default_submission(game, {}),
        changes=tuple(changes),
        solution=solve(rules, progress=progress, cache=cache, keep=not changes),
        raises=unconditional_raise_returns(rules),
        questions=solve_reading_effects(game, choices, progress=progress, cache=cache),
        paytables=solve_paytable_edges(game, choices, progress=progress, cache=cache),
        pace=pace,
        date=date,
        program=__version__,
        file=file.name if (file := game_file(game.key)) else "",
        lab=lab_version(),
    )


CellKind = Literal["text", "figure", "exact", "clause"]
"""The format of a column: text, right-aligned figures, exact fractions, or small citations."""
MAX_SHORT_CELL: Final = 24
"""The most rows of a table that is kept on one page."""
BlockColumn = tuple[str, CellKind]
BlockRow = tuple[str, ...]


class Paragraph(Struct, frozen=True, tag=True):
    """A paragraph; a note is in small print and is about the block above it."""

    text: str
    is_note: bool = False


class KeyFigures(Struct, frozen=True, tag=True):
    """A few figures that a reader looks for first: figure, name, what it is a share of."""

    figures: tuple[tuple[str, str, str], ...]


class Table(Struct, frozen=True, tag=True):
    """A table; ``total`` is its last line. Without names its columns have no head."""

    columns: tuple[BlockColumn, ...]
    rows: tuple[BlockRow, ...]
    title: str = ""
    introduction: str = ""
    """A line under the title."""
    total: BlockRow | None = None
    is_long: bool = False
    """Whether the table is set in small print and may be split across pages."""

    def __post_init__(self) -> None:
        """Drop the clause column if no row cites a clause."""
        columns_in_use = used_columns(self.columns, self.rows)
        if len(columns_in_use) < len(self.columns):
            force_setattr(self, "columns", tuple(self.columns[at] for at in columns_in_use))
            force_setattr(
                self, "rows", tuple(tuple(row[at] for at in columns_in_use) for row in self.rows)
            )
            if self.total:
                force_setattr(self, "total", tuple(self.total[at] for at in columns_in_use))


class PlotBlock(Struct, frozen=True, tag=True):
    """A plot, which is drawn in the font family of the document."""

    name: str
    title: str
    alt: str
    """A description for readers who cannot see the plot."""


class Listing(Struct, frozen=True, tag=True):
    """The text of a file, verbatim."""

    text: str


Block = Paragraph | KeyFigures | Table | PlotBlock | Listing


class SheetSection(Struct, frozen=True):
    """A heading and the blocks under it."""

    key: str
    title: str
    blocks: tuple[Block, ...]
    starts_page: bool = False
    """Whether the section starts a new page."""


def note_paragraph(text: str) -> Paragraph:
    """Return a paragraph in small print."""
    return Paragraph(text, is_note=True)


def name_value_table(*rows: tuple[str, ...], title: str = "") -> Table:
    """Return a table of names and values, with an exact value if rows have three cells."""
    kinds: tuple[CellKind, ...] = (
        ("text", "figure", "exact") if len(rows[0]) == 3 else ("text", "text")
    )
    return Table(tuple(("", kind) for kind in kinds), rows, title)


NO_VALUE = "–"
MIN_DECIMAL_PROBABILITY = Fraction(1, 10**6)


def par_percent(share: Fraction | float, digits: int = 4, sign: str = "") -> str:
    """Return a share as ``4.3285%``."""
    return f"{format_decimal(float(share) * 100, digits, sign)}%"


def format_decimal(value: Fraction | float, digits: int, sign: str = "") -> str:
    """Return a number as ``−0.086571``, or with ``sign`` as ``+0.1``; zero has no sign."""
    text = f"{float(value):{sign},.{digits}f}"
    return text.replace("-", "−") if any(c in "123456789" for c in text) else text[-digits - 2 :]


def format_probability(chance: Fraction) -> str:
    """Return a probability with ten places, or in scientific notation if it is tiny."""
    return (
        f"{float(chance):.10f}"
        if not chance or chance >= MIN_DECIMAL_PROBABILITY
        else f"{float(chance):.5e}"
    )


def format_one_in(chance: Fraction) -> str:
    """Return a chance as ``1 in 649,740``, with two decimal places below 1,000."""
    if not chance:
        return "never"
    rounds = float(1 / chance)
    return f"1 in {rounds:,.{0 if rounds >= 1000 else 2}f}"


def format_cents(cents: Fraction | float) -> str:
    """Return an amount as dollars, with cents only if it is not whole."""
    whole_cents = round(cents)
    return format_cents_column(whole_cents) if whole_cents % 100 else dollars(whole_cents)


def format_cents_column(cents: Fraction | float) -> str:
    """Return an amount as dollars with two decimal places, for columns."""
    amount = abs(round(cents))
    sign = "−" if round(cents) < 0 else ""
    return f"{sign}${amount // 100:,}.{amount % 100:02}"
