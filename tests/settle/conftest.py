"""What the random rounds of this folder share."""

from collections.abc import Iterator

import pytest

from pitboss.settle import limit
from pitboss.submission import Rules

MOST = {"run-em-twice": 3300, "criss-cross": 3300, "holdem-bonus": 5, "stud-235": 1101}
MOST_WITH_ANTES = 3900


@pytest.fixture(scope="module")
def most_known() -> Iterator[None]:
    """Look M up where thousands of rounds need it under every reading; `test_most` searches it."""

    def looked_up(rules: Rules) -> int:
        by_table = rules.readings.get("ante_pays") == "table"
        return MOST_WITH_ANTES if by_table else MOST[rules.game]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limit, "most_minimums", looked_up)
        patch.setattr(limit, "_found", {}, raising=False)  # what was looked up goes no further
        yield
