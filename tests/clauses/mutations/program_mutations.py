"""Handwritten mutations of the program, each with the clauses that it breaks.

A change removes or replaces exactly the code that implements those clauses. Its old text must occur
once in the module, and has to be updated when the program changes. The files in
``program_mutations/`` read like patches:

    a bet may be four antes
      breaks RET 1.B(4) 7.E(1)
      in games.maryland.run_em_twice
      - "3x": 3}
      + "4x": 4}"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.clauses.mutations.patching import Edit, Mutation

FOLDER: Final = Path(__file__).with_suffix("")


class WrittenMutation(NamedTuple):
    """A change, and the clauses that it breaks: ``RET 8.C(1)``."""

    mutation: Mutation
    clauses: tuple[str, ...]


def read(text: str) -> Iterator[WrittenMutation]:
    """Read the changes in a file."""
    for block in text.strip("\n").split("\n\n"):
        name, *lines = block.splitlines()
        clauses: list[str] = []
        edits: list[tuple[str, list[str], list[str]]] = []
        for line in lines:
            word, _, rest = line.removeprefix("  ").partition(" ")
            match word:
                case "breaks":
                    book, *ids = rest.split()
                    clauses += [f"{book} {clause}" for clause in ids]
                case "in":
                    edits.append((f"pitboss.{rest}", [], []))
                case "-":
                    edits[-1][1].append(rest)
                case "+":
                    edits[-1][2].append(rest)
                case _:
                    raise ValueError(f"{name!r} has a line that cannot be read: {line!r}")
        edits_ = (Edit(module, "\n".join(old), "\n".join(new)) for module, old, new in edits)
        yield WrittenMutation(Mutation(name, tuple(edits_)), tuple(clauses))


WRITTEN: Final = tuple(
    change
    for path in sorted(FOLDER.glob("*.txt"))
    for change in read(path.read_text(encoding="utf-8"))
)
"""Every handwritten change."""
