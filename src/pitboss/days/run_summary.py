"""The coverage of a run, for the terminal."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from pitboss.days.run_result import COMMAND_NAMES, EVENT_NAMES, Tally
from pitboss.days.table_observer import incident_rulings
from pitboss.games import GAMES
from pitboss.games.incidents import Kind
from pitboss.money import dollars

COLUMN_PAIRS: Final = 2
"""Columns of names with their counts."""
NO_COUNT: Final = "–"
"""Where a game knows no such thing."""


def run_summary_text(tally: Tally, seed: str) -> RenderableType:
    """Return the counts of a successful run as text."""
    return Group(*_summary_parts(tally, seed))


def _summary_parts(tally: Tally, seed: str) -> Iterator[RenderableType]:
    rounds, days = (
        _count_phrase(tally.rounds.total(), "round"),
        _count_phrase(tally.days.total(), "day"),
    )
    tables = _count_phrase(tally.tables.total(), "table")
    yield f"{rounds} in {days} at {tables}, seed {escape(seed)}: everything held."
    yield ", ".join(f"{game} {tally.rounds[game]:,}" for game in GAMES if tally.rounds[game]) + "."
    yield _with_title(
        "Commands: done, refused",
        _side_by_side({kind: (tally.done[kind], tally.refused[kind]) for kind in COMMAND_NAMES}),
    )
    yield _with_title(
        "Events", _side_by_side({kind: (tally.events[kind],) for kind in EVENT_NAMES})
    )
    yield _with_title("Irregularities, and what was said to them", _incidents_table(tally))
    yield _with_title("Void rounds", _count_list(tally.voids))
    yield _with_title("Decks taken off the table", _count_list(tally.decks))
    others = Counter(
        {**tally.reached, "days that the house shared otherwise": _count_incident_rulings(tally)}
    )
    yield _with_title("Also", _count_list(others))
    if tally.paid:
        yield f"  Meters paid {dollars(tally.paid)}."
    yield f"\nHead {tally.head}"


def _count_incident_rulings(tally: Tally) -> int:
    return len(tally.automation)


def _count_phrase(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _with_title(title: str, what: RenderableType) -> RenderableType:
    return Group("", f"[bold]{title}[/bold]", Padding(what, (0, 0, 0, 2)))


def _side_by_side(counts: Mapping[str, tuple[int, ...]]) -> RenderableType:
    """Names with their counts, from the top of one column to its end, then on in the next."""
    names = sorted(counts)
    high = -(-len(names) // COLUMN_PAIRS)
    width = len(next(iter(counts.values())))
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(COLUMN_PAIRS):
        table.add_column()
        for _ in range(width):
            table.add_column(justify="right", min_width=6)
    for row in range(high):
        table.add_row(
            *(
                word
                for name in names[row::high]
                for word in (name, *(f"{count:,}" for count in counts[name]))
            )
        )
    return table


def _incidents_table(tally: Tally) -> RenderableType:
    games = {key: game for key, game in GAMES.items() if tally.tables[key]}
    known = {key: incident_rulings(key) for key in games}
    kinds = [kind.value for kind in Kind]
    every = dict.fromkeys(cell for key in games for cell in known[key])
    rows = sorted(every, key=lambda cell: kinds.index(cell[0]))
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column()
    for _ in games:
        table.add_column(justify="right")
    table.add_row("", "", *(game.short for game in games.values()))
    for kind, said in rows:
        counts = [
            f"{tally.incidents[key, kind, said]:,}" if (kind, said) in known[key] else NO_COUNT
            for key in games
        ]
        table.add_row(kind, said, *counts)
    return table


def _count_list(counts: Counter[str]) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right")
    table.add_column()
    for what in sorted(counts):
        table.add_row(f"{counts[what]:,}", escape(what))
    return table if counts else "none"
