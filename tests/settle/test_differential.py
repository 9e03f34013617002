"""Compare settlement with the oracle, which was written from the documents alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle import settle as oracle

from .round_lines import GAMES, answer, random_of


def agree(game: str, seed: int) -> None:
    round_ = random_of(game, seed)
    assert answer(round_) == oracle(round_), f"the round is random_of({game!r}, {seed})"


@pytest.mark.parametrize("game", GAMES)
def test_settlement_agrees_with_the_oracle(game: str) -> None:
    for seed in range(600):
        agree(game, seed)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_settlement_agrees_with_the_oracle_at_length(game: str) -> None:
    for seed in range(600, 6000):
        agree(game, seed)


@given(st.sampled_from(GAMES), st.integers(0, 2**64))
def test_settlement_agrees_with_the_oracle_on_any_seed(game: str, seed: int) -> None:
    agree(game, seed)
