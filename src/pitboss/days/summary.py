"""What a run reached, set out for people."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from pitboss.days.cells import cells
from pitboss.days.tally import COMMANDS, EVENTS, Tally
from pitboss.games import GAMES
from pitboss.games.incidents import Kind
from pitboss.money import dollars

ABREAST: Final = 2
"""Columns of names with their counts."""
NONE: Final = "–"
"""Where a game knows no such thing."""


def summary_text(tally: Tally, seed: str) -> RenderableType:
    """The counts of a run in which everything held."""
    return Group(*_parts(tally, seed))


def _parts(tally: Tally, seed: str) -> Iterator[RenderableType]:
    rounds, days = _of(tally.rounds.total(), "round"), _of(tally.days.total(), "day")
    tables = _of(tally.tables.total(), "table")
    yield f"{rounds} in {days} at {tables}, seed {escape(seed)}: everything held."
    yield ", ".join(f"{game} {tally.rounds[game]:,}" for game in GAMES if tally.rounds[game]) + "."
    yield _titled(
        "Commands: done, refused",
        _abreast({kind: (tally.done[kind], tally.refused[kind]) for kind in COMMANDS}),
    )
    yield _titled("Events", _abreast({kind: (tally.events[kind],) for kind in EVENTS}))
    yield _titled("Irregularities, and what was said to them", _irregularities(tally))
    yield _titled("Void rounds", _listed(tally.voids))
    yield _titled("Decks taken off the table", _listed(tally.decks))
    others = Counter({**tally.reached, "days that the house shared otherwise": _ways(tally)})
    yield _titled("Also", _listed(others))
    if tally.paid:
        yield f"  Meters paid {dollars(tally.paid)}."
    yield f"\nHead {tally.head}"


def _ways(tally: Tally) -> int:
    return len(tally.automation)


def _of(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _titled(title: str, what: RenderableType) -> RenderableType:
    return Group("", f"[bold]{title}[/bold]", Padding(what, (0, 0, 0, 2)))


def _abreast(counts: Mapping[str, tuple[int, ...]]) -> RenderableType:
    """Names with their counts, from the top of one column to its end, then on in the next."""
    names = sorted(counts)
    high = -(-len(names) // ABREAST)
    width = len(next(iter(counts.values())))
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(ABREAST):
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


def _irregularities(tally: Tally) -> RenderableType:
    games = {key: game for key, game in GAMES.items() if tally.tables[key]}
    known = {key: cells(key) for key in games}
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
            f"{tally.incidents[key, kind, said]:,}" if (kind, said) in known[key] else NONE
            for key in games
        ]
        table.add_row(kind, said, *counts)
    return table


def _listed(counts: Counter[str]) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right")
    table.add_column()
    for what in sorted(counts):
        table.add_row(f"{counts[what]:,}", escape(what))
    return table if counts else "none"
