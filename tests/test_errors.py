"""Error messages quote input as people write it, and shorten it."""

from typing import Any

import pytest

from pitboss.errors import short_repr
from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Phase
from pitboss.table.day import Ruling


@pytest.mark.parametrize(
    ("value", "quote"),
    [
        (None, "null"),
        (True, "true"),
        (7, "7"),
        ("seven", "'seven'"),
        (Device.SHUFFLER, "'shuffler'"),
        (Kind.WRONG_NUMBER, "'wrong number'"),
        (Ruling.BY_THE_BOOK, "'by the book'"),
        (Phase.SETTLING, "'hands are settled'"),
        (Automation.NOTHING, "0"),
        ("x" * 99, "'" + "x" * 58 + "…"),
    ],
)
def test_a_value_is_quoted_as_people_write_it(value: Any, quote: str) -> None:  # noqa: ANN401
    assert short_repr(value) == quote


def test_a_number_with_too_many_digits() -> None:
    assert short_repr(10**5000) == "something far too long"
