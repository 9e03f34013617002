"""The result of a run: counts of everything that happened, or the failure that ended it."""

from collections import Counter
from hashlib import sha256

from msgspec import Struct, field

from pitboss.table import commands as c
from pitboss.table import events as e


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
    """By game…"""
    days: Counter[str] = field(default_factory=Counter)
    rounds: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    """…by kind…"""
    done: Counter[str] = field(default_factory=Counter)
    """…and commands of people, by kind."""
    refused: Counter[str] = field(default_factory=Counter)
    incidents: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By game, kind and what was said to it."""
    methods: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Submissions in force, by game, dealing and shuffler."""
    voids: Counter[str] = field(default_factory=Counter)
    """By why."""
    decks: Counter[str] = field(default_factory=Counter)
    """Taken off the table, by why."""
    reached: Counter[str] = field(default_factory=Counter)
    """Whatever else is worth knowing."""
    automation: set[int] = field(default_factory=set)
    """How much the house did itself: the flags of each day."""
    paid: int = 0
    """Cents that meters paid."""
    head: str = ""
    """A hash of every line of every log: the same for the same run."""

    def add(self, other: "Tally") -> None:
        """Put another one's counts to these."""
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
        "done": {kind: tally.done[kind] for kind in COMMAND_NAMES},
        "refused": {kind: tally.refused[kind] for kind in COMMAND_NAMES},
        "incidents": nested_counts(tally.incidents),
        "methods": nested_counts(tally.methods),
        "voids": _sorted_counts(tally.voids),
        "decks": _sorted_counts(tally.decks),
        "reached": _sorted_counts(tally.reached),
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
