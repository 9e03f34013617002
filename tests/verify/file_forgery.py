"""Forge honest files: break them, or change them and repair the chain.

A forger may also have the engine recompute the money.
"""

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from hashlib import sha256
from typing import Any

import msgspec

from pitboss.table import State
from pitboss.table.apply import apply_with_postings
from pitboss.table.export import CHAIN_START
from pitboss.table.state import encode_fraction
from tests.verify.engine_check import read

Doc = dict[str, Any]
Path = tuple[str | int, ...]


def docs_of(lines: Sequence[bytes]) -> list[Doc]:
    """Return the events of a file, without its last line."""
    return [json.loads(line) for line in lines[:-1]]


def rechain(docs: Sequence[Doc]) -> list[bytes]:
    """Return the lines of these events, renumbered and rechained, with a matching last line."""
    head, lines = sha256(CHAIN_START.encode()).hexdigest(), list[bytes]()
    practice = physical = False
    for n, doc in enumerate(docs, 1):
        event = doc.get("event")
        if isinstance(event, dict) and event.get("type") == "RoundOpened":
            practice |= event.get("practice") is True
            physical |= event.get("physical") is True
        line = msgspec.json.encode(doc | {"n": n, "prev": head})
        head = sha256(line).hexdigest()
        lines.append(line + b"\n")
    return [*lines, last_line(len(docs), head, practice, physical=physical)]


def last_line(events: int, head: str, practice: bool, *, physical: bool = False) -> bytes:
    end = {"lines": events, "head": head, "practice": practice}
    end |= {"physical": True} if physical else {}
    return msgspec.json.encode({"n": events + 1, "prev": head, "end": end}) + b"\n"


def rebook(docs: Sequence[Doc]) -> list[Doc] | None:
    """Return the events with postings recomputed by the engine, or None if it fails."""
    state, result = State(), list[Doc]()
    for doc in docs:
        try:
            state, postings = apply_with_postings(state, read(msgspec.json.encode(doc)).event)
        except Exception:
            return None
        progress = {key: value for key, value in doc.items() if key not in ("postings", "at")}
        if postings:
            progress["postings"] = json.loads(
                msgspec.json.encode(postings, enc_hook=encode_fraction)
            )
        result.append(progress | ({"at": doc["at"]} if "at" in doc else {}))
    return result


# Change one value


def values(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Yield every value in the content of a line, nested ones included, with its path."""
    if path and path[0] not in ("n", "prev") and path[-1] != "type":
        yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from values(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from values(inner, (*path, at))


def other_values(value: object) -> Iterator[tuple[str, object]]:
    """Yield values that a forger might write instead, each with a description."""
    match value:
        case bool():
            yield "other value", not value
            yield "other type", int(value)
        case int():
            yield "one more", value + 1
            yield "one less", value - 1
            yield "a chip more", value + 100
            yield "twice and more", value * 2 + 2
            yield "nothing", 0 if value else 7
            yield "negative", -value - 5
            yield "huge", 10**15 + value
            yield "other type", str(value)
        case str():
            yield "longer", value + "x"
            yield "empty", "" if value else "x"
            yield "one letter", {"0": "1", "a": "b"}.get(value[:1], "0") + value[1:]
            yield "capitals", value.swapcase() if value.swapcase() != value else value + "X"
            yield "other type", 1
        case list():
            yield "fewer", value[1:] if value else [1]
            yield "one twice", [*value, value[-1]] if value else [1]
            if value[::-1] != value:
                yield "other order", value[::-1]
            yield "other type", {}
        case dict():
            for key in value:
                yield "key missing", {k: v for k, v in value.items() if k != key}
            yield "key more", value | {"extra": 1}
            if len(value) > 1:
                yield "other order", dict(reversed(value.items()))
            yield "other type", []
        case _:
            pass
    yield "null", None


def put(doc: Doc, path: Path, value: object) -> Doc:
    """Return a copy of a line with another value at a path."""
    new_doc = deepcopy(doc)
    inner: Any = new_doc
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return new_doc


OPEN = {"wagers", "seats", "chips", "to", "submission", "decks"}
"""Objects whose keys are not field names."""


def field(doc: Doc, path: Path) -> str:
    """Return the field at a path: ``SeatSettled: event.wagers.*.credit``."""
    names = ["*" if isinstance(step, int) else step for step in path]
    for at in range(1, len(names)):
        if names[at - 1] in OPEN or (names[at - 1] == "*" and names[at - 2] == "seats"):
            names[at] = "*"
        if "submission" in names[:at]:
            return f"{doc['event']['type']}: {'.'.join(names[: names.index('submission') + 1])}"
    return f"{doc['event']['type']}: {'.'.join(names)}"
