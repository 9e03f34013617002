"""How much of the rulebooks is accounted for: by game and chapter, in numbers that add up."""

from collections import Counter

from msgspec import Struct

from pitboss.games import MARYLAND, Game
from pitboss.games.clauses import Clause, clause_ids, clauses


class Covered(Struct, frozen=True):
    """Clauses of a game, a chapter or all of them, by how they are kept."""

    clauses: int
    covered: int
    physical: int
    planned: int
    uncovered: tuple[str, ...]
    planned_clauses: tuple[str, ...]

    @property
    def share(self) -> str:
        """Of all clauses, those that are kept today or that software has nothing to do with."""
        return f"{100 * (self.covered + self.physical) // self.clauses} %"


def of_game(game: Game) -> Covered:
    """The whole rulebook of a game."""
    return _counted(game, _entries(game))


def of_chapter(game: Game, chapter: int) -> Covered:
    """One chapter of it."""
    entries = {i: entry for i, entry in _entries(game).items() if int(i.split(".")[0]) == chapter}
    return _counted(game, entries)


def of_all() -> Covered:
    """Every rulebook."""
    parts = [of_game(game) for game in MARYLAND.values()]
    return Covered(
        sum(part.clauses for part in parts),
        sum(part.covered for part in parts),
        sum(part.physical for part in parts),
        sum(part.planned for part in parts),
        tuple(clause for part in parts for clause in part.uncovered),
        tuple(clause for part in parts for clause in part.planned_clauses),
    )


def chapters(game: Game) -> list[int]:
    """The chapters of a rulebook."""
    return sorted({int(i.partition(".")[0]) for i in clause_ids(game.short)})


def _entries(game: Game) -> dict[str, Clause | None]:
    """Every clause of the book beside its entry; one without an entry is uncovered."""
    known = {entry.id: entry for entry in clauses(game.short)}
    return {i: known.get(i) for i in clause_ids(game.short)}


def _counted(game: Game, entries: dict[str, Clause | None]) -> Covered:
    states = {i: entry.state if entry else "uncovered" for i, entry in entries.items()}
    counts = Counter(states.values())
    named = {
        wanted: tuple(f"{game.short} {i}" for i, state in states.items() if state == wanted)
        for wanted in ("uncovered", "planned")
    }
    return Covered(
        len(states),
        counts["covered"],
        counts["physical"],
        counts["planned"],
        named["uncovered"],
        named["planned"],
    )
