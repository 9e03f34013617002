"""The fields of a form in which a submission is edited, with what each accepts and by which clause.

They follow from the same schema that a submission is checked by.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from pitboss.games.grammar import Game
from pitboss.submission.schema import (
    SchemaKeys,
    ValueKey,
    ValueKind,
    WheelKey,
    submission_schema,
)

FIXED_KEYS: Final = ("game", "edition")
"""Keys that follow from the table and the program."""


class FormField(Struct, frozen=True, kw_only=True):
    """One value of a submission."""

    path: tuple[str | int, ...]
    """Where it is in the submission; a whole number is a place in a list."""
    group: str
    """What it belongs to: the table, a wager, a reading, an approval."""
    label: str
    kind: ValueKind
    choices: tuple[str, ...]
    clause: str | None
    value: Any = None
    """The current value; null where the submission has none and there is no default."""


def form_fields(game: Game, submission: Mapping[str, Any]) -> tuple[FormField, ...]:
    """Return the fields of a form for a submission of a game, in the order of its schema."""
    wagers = submission.get("wagers")
    sides = wagers if isinstance(wagers, Mapping) else {}
    letters = {
        key: side["paytable"]
        for key, side in sides.items()
        if isinstance(side, Mapping) and isinstance(side.get("paytable"), str)
    }
    schema = submission_schema(game, letters)
    keys = {key: value for key, value in schema.items() if key not in FIXED_KEYS}
    return tuple(_fields(game, keys, submission, ()))


def _fields(
    game: Game, keys: SchemaKeys, values: object, path: tuple[str | int, ...]
) -> Iterator[FormField]:
    current = values if isinstance(values, Mapping) else {}
    for key, item in keys.items():
        place, value = (*path, key), current.get(key)
        if isinstance(item, ValueKey):
            yield FormField(
                path=place,
                group=_group(game, place),
                label=_label(game, place),
                kind=item.kind,
                choices=item.choices,
                clause=game.cite(item.clause) if item.clause else None,
                value=item.default if value is None else value,
            )
        elif isinstance(item, WheelKey):
            yield from _wheel_fields(game, item, value, place)
        else:
            yield from _fields(game, item, value, place)


def _wheel_fields(
    game: Game, key: WheelKey, stops: object, path: tuple[str | int, ...]
) -> Iterator[FormField]:
    kinds: tuple[tuple[str, ValueKind], ...] = (("stops", "number"), ("community", "money"))
    for index, stop in enumerate(stops if isinstance(stops, list | tuple) else ()):
        for name, kind in kinds:
            yield FormField(
                path=(*path, index, name),
                group=_group(game, path),
                label=f"{stop.get('symbol', '')}: {_words(name)}",
                kind=kind,
                choices=(),
                clause=game.cite(key.clause),
                value=stop.get(name),
            )


def _group(game: Game, path: tuple[str | int, ...]) -> str:
    if path[0] == "wagers" and len(path) > 1:
        return next((item.label for item in game.wagers if item.key == path[1]), str(path[1]))
    return _words(path[0]).capitalize() if len(path) > 1 else "Filing"


def _label(game: Game, path: tuple[str | int, ...]) -> str:
    if path[0] == "readings":
        return next(
            (item.question for item in game.readings if item.id == path[-1]), _words(path[-1])
        )
    inner = path[2:] if path[0] == "wagers" else path[1:] if len(path) > 1 else path
    words = ", ".join(_words(item) for item in inner)
    return words[:1].upper() + words[1:]


def _words(key: str | int) -> str:
    return str(key).replace("_", " ")
