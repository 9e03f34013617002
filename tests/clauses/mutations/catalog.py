"""Catalog of mutations: those derived from the definitions, and those written by hand."""

from typing import Final, NamedTuple

from pitboss.games import MARYLAND
from pitboss.games.clauses import Clause, clauses
from tests.clauses.mutations.definition_mutations import changed_games
from tests.clauses.mutations.patching import Edit, Mutation
from tests.clauses.mutations.program_mutations import WRITTEN

DEFINITIONS: Final = {
    "RET": ("pitboss.games.maryland.run_em_twice", "RUN_EM_TWICE"),
    "CCP": ("pitboss.games.maryland.criss_cross", "CRISS_CROSS"),
    "THB": ("pitboss.games.maryland.holdem_bonus", "HOLDEM_BONUS"),
    "235": ("pitboss.games.maryland.stud_235", "STUD_235"),
}
"""For each rulebook, the module and the name of its game's definition."""


class Entry(NamedTuple):
    """A covered clause, the tests that the map names for it, and the changes that break it."""

    clause: str
    tests: tuple[str, ...]
    mutations: tuple[Mutation, ...]


def entries() -> list[Entry]:
    """Return every covered clause of every book.

    A heading without a mutation of its own uses those of the first clause below it."""
    by_clause = written_by_clause()
    result = []
    for game in MARYLAND.values():
        book = game.short
        own = {
            clause.id: (
                *derived_mutations(book, clause.id),
                *by_clause.get(f"{book} {clause.id}", ()),
            )
            for clause in clauses(book)
        }
        for clause in clauses(book):
            if clause.state == "covered":
                mutations = own[clause.id] or _of_first_below(clause, own)
                result.append(Entry(f"{book} {clause.id}", clause.tests, mutations))
    return result


def _of_first_below(heading: Clause, own: dict[str, tuple[Mutation, ...]]) -> tuple[Mutation, ...]:
    below = (own[id_] for id_ in own if id_.startswith(f"{heading.id}("))
    return next((mutations for mutations in below if mutations), ())


def derived_mutations(book: str, clause: str) -> tuple[Mutation, ...]:
    """Return the changes to whatever cites a clause in the definition of a game."""
    module, constant = DEFINITIONS[book]
    game = next(game for game in MARYLAND.values() if game.short == book)
    return tuple(
        Mutation(f"change {number + 1} of the definition", (Edit(module, "", text),))
        for number in range(len(changed_games(game, clause)))
        for text in (
            "from tests.clauses.mutations.definition_mutations import changed_games "
            "as _changed_games\n"
            f"{constant} = _changed_games({constant}, {clause!r})[{number}]\n",
        )
    )


def written_by_clause() -> dict[str, list[Mutation]]:
    """Return the handwritten changes, by the clause that they break."""
    result: dict[str, list[Mutation]] = {}
    for change in WRITTEN:
        for clause in change.clauses:
            result.setdefault(clause, []).append(change.mutation)
    return result
