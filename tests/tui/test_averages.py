"""Averages are rounded in the same way in the terminal and on the pages."""

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.tui.game.coach import format_average
from tests.web.node import run

CALL = """
const { formatAverage } = await import("./js/format.js");
export const main = (cents) => formatAverage(cents);
"""


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        ("-4125/2", "−$20.63"),  # half a cent rounds away from zero, never to the even cent
        ("4125/2", "+$20.63"),
        ("4127/2", "+$20.64"),
        ("-500/7", "−$0.71"),
        ("200999/2", "+$1,005.00"),
    ],
)
def test_half_a_cent_rounds_away_from_zero(cents: str, words: str, tmp_path: Path) -> None:
    assert format_average(Fraction(cents), with_sign=True) == words
    assert run(tmp_path, CALL, float(Fraction(cents))) == words
