"""The form of a submission has every value of it, with kind, choices and clause."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from pitboss.games import GAMES, find_game
from pitboss.submission import example_filing, filing_faults
from pitboss.submission.form import FIXED_KEYS, form_fields


def leaves(
    value: object, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index))
    else:
        yield path, value


@pytest.mark.parametrize("game", GAMES)
def test_the_form_has_every_value_of_the_example(game: str) -> None:
    filing = example_filing(find_game(game))
    fields = {field.path: field for field in form_fields(find_game(game), filing)}
    for path, value in leaves(filing):
        if path[0] not in FIXED_KEYS and path[-1] != "symbol":
            assert fields[path].value == value, path
    for field in fields.values():
        assert field.label
        assert field.group
        if field.kind == "choice" and field.value is not None:
            assert field.value in field.choices


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_is_one_that_the_check_knows(game: str) -> None:
    """A filing with another choice may have faults, but none that the word is unknown."""
    filing = example_filing(find_game(game))
    for field in form_fields(find_game(game), filing):
        for choice in field.choices:
            edit = _with(filing, field.path, choice)
            faults = filing_faults(find_game(game), edit)
            path = ".".join(map(str, field.path))
            assert not [x for x in faults if x.path == path and "but must be '" in x.sentence]


def _with(filing: dict[str, Any], path: tuple[str | int, ...], value: object) -> dict[str, Any]:
    result = deepcopy(filing)
    target: Any = result
    for key in path[:-1]:
        target = target.setdefault(key, {}) if isinstance(target, dict) else target[key]
    target[path[-1]] = value
    return result
