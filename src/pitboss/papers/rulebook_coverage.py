"""How many clauses of each rulebook are implemented, by game and chapter."""

from collections import Counter

from msgspec import Struct

from pitboss.games import MARYLAND, Game
from pitboss.games.clauses import Clause, clause_ids, clauses


class ClauseCounts(Struct, frozen=True):
    """Clauses of a chapter, a game or all rulebooks, by how they are covered."""

    clauses: int
    covered: int
    physical: int
    planned: int
    uncovered: tuple[str, ...]
    planned_clauses: tuple[str, ...]

    @property
    def share(self) -> str:
        """The share of clauses that are covered, or that software has nothing to do with."""
        return f"{100 * (self.covered + self.physical) // self.clauses}%"


def game_coverage(game: Game) -> ClauseCounts:
    """Count the clauses of the rulebook of a game."""
    return _count_clauses(game, _clause_entries(game))


def chapter_coverage(game: Game, chapter: int) -> ClauseCounts:
    """Count the clauses of one chapter of a rulebook."""
    entries = {
        i: entry for i, entry in _clause_entries(game).items() if int(i.split(".")[0]) == chapter
    }
    return _count_clauses(game, entries)


def total_coverage() -> ClauseCounts:
    """Count the clauses of all rulebooks."""
    parts = [game_coverage(game) for game in MARYLAND.values()]
    return ClauseCounts(
        sum(part.clauses for part in parts),
        sum(part.covered for part in parts),
        sum(part.physical for part in parts),
        sum(part.planned for part in parts),
        tuple(clause for part in parts for clause in part.uncovered),
        tuple(clause for part in parts for clause in part.planned_clauses),
    )


def rulebook_chapters(game: Game) -> list[int]:
    """Return the chapters of a rulebook."""
    return sorted({int(i.partition(".")[0]) for i in clause_ids(game.short)})


def _clause_entries(game: Game) -> dict[str, Clause | None]:
    """Return the entry of every clause of the rulebook; one without an entry is uncovered."""
    entries = {entry.id: entry for entry in clauses(game.short)}
    return {i: entries.get(i) for i in clause_ids(game.short)}


def _count_clauses(game: Game, entries: dict[str, Clause | None]) -> ClauseCounts:
    states = {i: entry.state if entry else "uncovered" for i, entry in entries.items()}
    counts = Counter(states.values())
    ids = {
        listed_state: tuple(
            f"{game.short} {i}" for i, state in states.items() if state == listed_state
        )
        for listed_state in ("uncovered", "planned")
    }
    return ClauseCounts(
        len(states),
        counts["covered"],
        counts["physical"],
        counts["planned"],
        ids["uncovered"],
        ids["planned"],
    )
