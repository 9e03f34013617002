"""Tables of the coverage reached, by point of the day."""

from collections import Counter
from collections.abc import Iterable, Iterator

from .coverage import METHODS, POINTS, Counts, tasks
from .rulings import RULINGS, cells


def lines(game: str, counts: Counts) -> Iterator[str]:
    """Return all lines of the report."""
    yield (
        f"{counts.carried.total()} commands carried out, {counts.refused.total()} refused "
        f"for {len(counts.clauses)} clauses and rules"
    )
    yield f"{counts.could.total()} more were asked for only, and could have been carried out"
    yield from _by_point("done / refused", counts.carried + counts.could, counts.refused)
    yield from _by_point("irregularities", counts.troubles, counts.troubles_refused)
    yield "  cells of the rulings:"
    for cell in cells(game):
        remedy = dict(RULINGS[game]).get(cell.kind, "")  # type: ignore[call-overload]
        yield f"    {cell!s:<64} {remedy:<18}{counts.cells[cell]:>5}"
    yield "  rounds by way of dealing:"
    for way in METHODS:
        dealing, shuffler, decks = way
        progress = f"{dealing}, {shuffler}, {'two decks' if decks == 2 else 'one deck'}"
        yield f"    {progress:<64} {counts.methods[way]:>22}"
    yield "  steps: " + _list_text(
        Counter({task.value: counts.tasks[task] for task in tasks(game)})
    )
    yield "  events: " + _list_text(counts.events)
    matters = Counter({" ".join(key): number for key, number in counts.matters.items()})
    yield "  proposals: " + _list_text(matters)
    yield "  moments: " + _list_text(counts.moments)


def _by_point(
    title: str, done_counts: Counter[tuple[str, str]], refused: Counter[tuple[str, str]]
) -> Iterator[str]:
    """Return a table with one row per name and one column per point."""
    yield "  " + _row(title, POINTS.values())
    for name in sorted({str(name) for name, _ in [*done_counts, *refused]}):
        row = [(done_counts[name, at], refused[name, at]) for at in POINTS]
        yield "  " + _row(name, [f"{d or '-'}/{r or '-'}" if d or r else "" for d, r in row])


def _row(name: str, columns: Iterable[str]) -> str:
    return f"{name:<20}" + "".join(f"{column:>10}" for column in columns)


def _list_text(some: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(some.items()))
