"""The verifier accepts a file if and only if an honest table could have written it.

Random shifts are changed at random, the chain is repaired, and the money recomputed or not. The
checker and the engine must agree about each file, so no forgery passes and no honest file fails.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import pytest

from tests.rotation import games_with
from tests.verify.engine_check import honest
from tests.verify.file_forgery import Doc, docs_of, other_values, put, rebook, rechain, values
from tests.verify.random_shifts import METHODS, Json, Shift, submission_for
from tests.verify.test_forgeries import fault_of

SHIFTS: Final = 6
CHANGES: Final = 5


def shift_of(game: str, seed: int) -> Shift:
    method = METHODS[seed % len(METHODS)]
    more: Json = {"boxes_per_player": 1 + seed % 3} if game == "stud-235" else {}
    more["decks"] = 2 if method[1] in ("automated", "automated counting") else 1
    return Shift(
        game,
        submission_for(*method, **more),
        seats=1 + seed % 4,
        seed=seed,
        by_hand=seed % 2 == 0,
        trouble=0.1 * (seed % 4),
        ready_made=0.5,
        loses_seeds=False,  # which would not be bound to anything
        bank=(100, 100_000_00)[seed % 2],
        sides=0.8,
    ).play(2)


def forged_docs(docs: Sequence[Doc], some: Random) -> Iterator[list[Doc]]:
    """Yield forgeries of one line: changed in some places, removed, repeated, and moved."""
    at = some.randrange(len(docs))
    doc, rest = docs[at], [*docs[:at], *docs[at + 1 :]]
    ways = [(path, other) for path, value in values(doc) for _, other in other_values(value)]
    for path, other in some.sample(ways, min(6, len(ways))):
        yield [*docs[:at], put(doc, path, other), *docs[at + 1 :]]
    yield rest
    yield [*docs[: at + 1], *docs[at:]]
    to = some.randrange(len(rest) + 1)
    yield [*rest[:to], doc, *rest[to:]]
    if at + 1 < len(docs):
        yield [*docs[:at], docs[at + 1], doc, *docs[at + 2 :]]


@pytest.mark.slow
@pytest.mark.parametrize("game", games_with("ultimate-holdem"))
def test_checker_and_engine_agree(game: str) -> None:
    pass_count = fail_count = 0
    for seed in range(SHIFTS):
        some = Random(f"{game} {seed}")
        docs = docs_of(shift_of(game, seed).lines())
        assert fault_of(rechain(docs)) is None
        for _ in range(CHANGES):
            for forgery in forged_docs(docs, some):
                for progress in (forgery, rebook(forgery)):
                    if progress is None:
                        continue
                    lines = rechain(progress)
                    fault = fault_of(lines)
                    assert (fault is None) == honest(lines), fault
                    pass_count, fail_count = (
                        pass_count + (fault is None),
                        fail_count + (fault is not None),
                    )
    print(f"\n{game}: {fail_count} files blamed and {pass_count} passed, by both")
    assert fail_count > pass_count > 0
