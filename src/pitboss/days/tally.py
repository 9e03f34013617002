"""The result of a run: counts of everything that happened, or the failure that ended it.

`tally_json` returns the counts for programs, `tally_text` for the terminal.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Final

from msgspec import Struct, field
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from pitboss.games import GAMES, all_games
from pitboss.games.incidents import IMMEDIATE_REMEDIES, Incident, Kind, Remedy
from pitboss.money import dollars
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling


class Failure(Exception):
    """A check of a run that failed, with where it happened."""

    def __init__(self, seed: str, table: str, number: int, reason: str) -> None:
        super().__init__(seed, table, number, reason)
        self.seed, self.table, self.round, self.reason = seed, table, number, reason

    def __str__(self) -> str:
        return f"table {self.table}, round {self.round}: {self.reason}"


class CheckFailed(Exception):
    """A failed check that does not know its seed and table; `Failure` adds them."""


def require(condition: object, message: str) -> None:
    """Raise `CheckFailed` with a reason unless a condition holds."""
    if not condition:
        raise CheckFailed(message)


class Tally(Struct):
    """Counts of a run."""

    tables: Counter[str] = field(default_factory=Counter)
    """By game, as days and rounds are."""
    days: Counter[str] = field(default_factory=Counter)
    rounds: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    """By kind."""
    successes: Counter[str] = field(default_factory=Counter)
    """Accepted commands of people, by kind."""
    refusals: Counter[str] = field(default_factory=Counter)
    incidents: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By game, kind and ruling."""
    methods: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Submissions in force, by game, dealing and shuffler."""
    voids: Counter[str] = field(default_factory=Counter)
    """By reason."""
    decks: Counter[str] = field(default_factory=Counter)
    """Decks taken off the table, by reason."""
    milestones: Counter[str] = field(default_factory=Counter)
    """Other situations that a run should reach."""
    automation: set[int] = field(default_factory=set)
    """The automation flags of each day."""
    paid: int = 0
    """Cents that meters paid."""
    head: str = ""
    """A hash of every line of every log: the same for the same run."""

    def add(self, other: "Tally") -> None:
        """Add the counts of another tally."""
        for name in self.__struct_fields__:
            if name == "automation":
                self.automation |= other.automation
            elif name == "paid":
                self.paid += other.paid
            elif name == "head":
                self.head = sha256((self.head + other.head).encode()).hexdigest()
            else:
                getattr(self, name).update(getattr(other, name))


COMMAND_NAMES = tuple(sorted(kind.__name__ for kind in c.PERMISSIONS))
EVENT_NAMES = tuple(sorted(kind.__name__ for kind in e.Event.__args__))


def tally_json(tally: Tally) -> dict[str, object]:
    """Return the counts as JSON, including those that were not reached."""
    return {
        "rounds": tally.rounds.total(),
        "days": tally.days.total(),
        "tables": tally.tables.total(),
        "games": {game: tally.rounds[game] for game in sorted(tally.rounds)},
        "events": {kind: tally.events[kind] for kind in EVENT_NAMES},
        "done": {kind: tally.successes[kind] for kind in COMMAND_NAMES},
        "refused": {kind: tally.refusals[kind] for kind in COMMAND_NAMES},
        "incidents": nested_counts(tally.incidents),
        "methods": nested_counts(tally.methods),
        "voids": _sorted_counts(tally.voids),
        "decks": _sorted_counts(tally.decks),
        "reached": _sorted_counts(tally.milestones),
        "automation": len(tally.automation),
        "meters_paid": tally.paid,
        "head": tally.head,
    }


def nested_counts(counts: Counter[tuple[str, str, str]]) -> dict[str, dict[str, dict[str, int]]]:
    """Return counts by three words as nested mappings."""
    result: dict[str, dict[str, dict[str, int]]] = {}
    for first, second, third in sorted(counts):
        inner = result.setdefault(first, {}).setdefault(second, {})
        inner[third] = counts[first, second, third]
    return result


def _sorted_counts(counts: Counter[str]) -> dict[str, int]:
    return {key: counts[key] for key in sorted(counts)}


WITHOUT_RULING: Final = "at once"
"""Stands for the ruling on an incident that needs none."""
EXPOSING_KINDS: Final = frozenset({Kind.DEALER_CARD_EXPOSED, Kind.COMMUNITY_EXPOSED})
"""Incidents that cannot be dismissed, because a card was exposed."""


def incident_rulings(game: str) -> tuple[tuple[str, str], ...]:
    """Return the kinds of incidents of a game with their rulings, in the order of its rules."""
    return tuple(
        (incident.kind.value, ruling)
        for incident in all_games()[game].procedures.incidents
        for ruling in _possible_rulings(incident)
    )


def _possible_rulings(incident: Incident) -> Iterator[str]:
    if incident.remedy in IMMEDIATE_REMEDIES:
        yield WITHOUT_RULING
    elif incident.kind is Kind.STUB_MISDEALT:
        yield Ruling.MISDEALT.value
        yield Ruling.DISMISSED.value
    elif incident.kind is Kind.STUB_NOT_52:
        yield Ruling.NOT_MISDEALT.value
    elif incident.remedy is Remedy.FLOOR_RULES:
        yield Ruling.VOID.value
        yield Ruling.GO_ON.value
    elif incident.remedy is Remedy.RETURN_OR_WAIT:
        yield Ruling.RETURN.value
        yield Ruling.WAIT.value
        yield Ruling.DISMISSED.value
    else:
        yield Ruling.BY_THE_BOOK.value
        if incident.kind not in EXPOSING_KINDS:
            yield Ruling.DISMISSED.value


COLUMN_PAIRS: Final = 2
"""The number of columns of names, each followed by its counts."""
NO_COUNT: Final = "–"
"""Shown where a game has no such incident or ruling."""


def tally_text(tally: Tally, seed: str) -> RenderableType:
    """Return the counts of a successful run as text."""
    return Group(*_summary_parts(tally, seed))


def _summary_parts(tally: Tally, seed: str) -> Iterator[RenderableType]:
    rounds, days = (
        _count_phrase(tally.rounds.total(), "round"),
        _count_phrase(tally.days.total(), "day"),
    )
    tables = _count_phrase(tally.tables.total(), "table")
    yield f"{rounds} in {days} at {tables}, seed {escape(seed)}: every check passed."
    yield ", ".join(f"{game} {tally.rounds[game]:,}" for game in GAMES if tally.rounds[game]) + "."
    yield _with_title(
        "Commands: done, refused",
        _side_by_side(
            {kind: (tally.successes[kind], tally.refusals[kind]) for kind in COMMAND_NAMES}
        ),
    )
    yield _with_title(
        "Events", _side_by_side({kind: (tally.events[kind],) for kind in EVENT_NAMES})
    )
    yield _with_title("Incidents and rulings", _incidents_table(tally))
    yield _with_title("Void rounds", _count_list(tally.voids))
    yield _with_title("Decks taken off the table", _count_list(tally.decks))
    others = Counter({**tally.milestones, "different automation settings": len(tally.automation)})
    yield _with_title("Also", _count_list(others))
    if tally.paid:
        yield f"  Meters paid {dollars(tally.paid)}."
    yield f"\nHead {tally.head}"


def _count_phrase(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _with_title(title: str, what: RenderableType) -> RenderableType:
    return Group("", f"[bold]{title}[/bold]", Padding(what, (0, 0, 0, 2)))


def _side_by_side(counts: Mapping[str, tuple[int, ...]]) -> RenderableType:
    """Return names with their counts in columns, filled from top to bottom."""
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
    rulings = {key: incident_rulings(key) for key in games}
    kinds = [kind.value for kind in Kind]
    every = dict.fromkeys(cell for key in games for cell in rulings[key])
    rows = sorted(every, key=lambda cell: kinds.index(cell[0]))
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column()
    for _ in games:
        table.add_column(justify="right")
    table.add_row("", "", *(game.short for game in games.values()))
    for kind, ruling in rows:
        counts = [
            f"{tally.incidents[key, kind, ruling]:,}"
            if (kind, ruling) in rulings[key]
            else NO_COUNT
            for key in games
        ]
        table.add_row(kind, ruling, *counts)
    return table


def _count_list(counts: Counter[str]) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right")
    table.add_column()
    for what in sorted(counts):
        table.add_row(f"{counts[what]:,}", escape(what))
    return table if counts else "none"
