"""What was reached: counts of everything that happened, and how many kinds of it there are."""

from collections import Counter
from hashlib import sha256

from msgspec import Struct, field

from pitboss.table import commands as c
from pitboss.table import events as e


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


COMMANDS = tuple(sorted(kind.__name__ for kind in c.MAY))
EVENTS = tuple(sorted(kind.__name__ for kind in e.Event.__args__))


def as_json(tally: Tally) -> dict[str, object]:
    """The counts as programs read them, each kind in its place, also those not reached."""
    return {
        "rounds": tally.rounds.total(),
        "days": tally.days.total(),
        "tables": tally.tables.total(),
        "games": {game: tally.rounds[game] for game in sorted(tally.rounds)},
        "events": {kind: tally.events[kind] for kind in EVENTS},
        "done": {kind: tally.done[kind] for kind in COMMANDS},
        "refused": {kind: tally.refused[kind] for kind in COMMANDS},
        "incidents": nested(tally.incidents),
        "methods": nested(tally.methods),
        "voids": _sorted(tally.voids),
        "decks": _sorted(tally.decks),
        "reached": _sorted(tally.reached),
        "automation": len(tally.automation),
        "meters_paid": tally.paid,
        "head": tally.head,
    }


def nested(counts: Counter[tuple[str, str, str]]) -> dict[str, dict[str, dict[str, int]]]:
    """Counts by three words, one in the other."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for first, second, third in sorted(counts):
        inner = found.setdefault(first, {}).setdefault(second, {})
        inner[third] = counts[first, second, third]
    return found


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return {key: counts[key] for key in sorted(counts)}
