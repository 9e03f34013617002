"""Each line of arbitrary bytes gives one JSON object, an error or a result; none raises."""

import json
from copy import deepcopy
from typing import Any, Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitboss.settle.json_lines import settle_line

from .round_lines import GAMES, Json, random_of
from .test_bad_rounds import ccp


def broken_line(old: bytes, new: bytes) -> bytes:
    line = json.dumps(ccp()).encode()
    assert old in line
    return line.replace(old, new, 1)


NOT_JSON: Final = {
    "nothing": b"",
    "spaces": b"   ",
    "no JSON": b"hello",
    "half a line": json.dumps(ccp()).encode()[:200],
    "two lines in one": b'{"game": "criss-cross"} {}',
    "a list": b"[]",
    "a number": b"7",
    "null": b"null",
    "NaN": broken_line(b": 500,", b": NaN,"),
    "infinity": broken_line(b": 500,", b": Infinity,"),
    "a number beyond floats": broken_line(b": 500,", b": 1e400,"),
    "five thousand digits": broken_line(b": 500,", b": " + b"9" * 5000 + b","),
    "bad UTF-8": broken_line(b'"2c"', b'"\xff\xfe"'),
    "half a surrogate": broken_line(b'"2c"', b'"\\ud800"'),
    "a NUL": broken_line(b'"2c"', b'"\x00"'),
    "too deep": b'{"game": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "10 MB": b'{"game": "' + b"x" * 10_000_000 + b'"}',
    "10 MB of a round": json.dumps(ccp() | {"operator": "x" * 10_000_000}).encode(),
}
SUBMISSIONS: Final = {
    "a number beyond floats": b'{"table": {"minimum": 1e400}}',
    "five thousand digits": b'{"table": {"minimum": ' + b"9" * 5000 + b"}}",
    "four thousand digits": b'{"table": {"minimum": ' + b"9" * 4000 + b"}}",
    "bad UTF-8": b'{"operator": "\xff"}',
    "bad UTF-8 in a key": b'{"\xff": 1}',
    "half a surrogate": b'{"operator": "\\ud800"}',
    "a stray comma": b'{"table": {},}',
    "600 lists": b'{"operator": ' + b"[" * 600 + b"]" * 600 + b"}",
    "900 lists": b'{"readings": {"low_ace": ' + b"[" * 900 + b"]" * 900 + b"}}",
    "a wheel of 900 lists": b'{"wagers": {"bonus_spin": {"wheel": '
    + b"[" * 900 + b"]" * 900 + b"}}}",
    "900 objects": b'{"operator":' * 900 + b"1" + b"}" * 900,
}  # fmt: skip


@pytest.mark.parametrize("line", NOT_JSON.values(), ids=list(NOT_JSON))
def test_lines_that_are_not_a_round(line: bytes) -> None:
    progress = json.loads(settle_line(line))
    assert set(progress) == {"error"}
    assert progress["error"]


@pytest.mark.parametrize("submission", SUBMISSIONS.values(), ids=list(SUBMISSIONS))
def test_invalid_submissions(submission: bytes) -> None:
    progress = json.loads(
        settle_line(broken_line(b'"submission": {}', b'"submission": ' + submission))
    )
    assert set(progress) == {"error"}
    assert progress["error"]


@pytest.mark.parametrize("depth", [100, 400, 500, 900, 940, 960, 980])
@pytest.mark.parametrize("spot", [b'"2c"', b": 500,", b'"1x"', b'["Kh", "Qs"]', b": 500000"])
def test_any_depth_of_nesting(depth: int, spot: bytes) -> None:
    end = b"," if spot.endswith(b",") else b""
    start = b": " if spot.startswith(b":") else b""
    deep_line = start + b"[" * depth + b"]" * depth + end
    assert set(json.loads(settle_line(broken_line(spot, deep_line)))) == {"error"}


# Any input gives one JSON object.

JSON: Final = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
    | st.sampled_from(["Ah", "2c", "fold", "1x", "bet", "raise", "1", "6", "A", "jackpot", "$60"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(max_size=5) | st.sampled_from(["1", "2", "meter"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


def one_object(line: bytes) -> None:
    progress = json.loads(settle_line(line))
    assert set(progress) in ({"error"}, {"seats", "meters"})
    if "error" in progress:
        assert isinstance(progress["error"], str)
        assert progress["error"]


@given(JSON)
def test_any_json(value: object) -> None:
    one_object(json.dumps(value).encode())


@given(st.binary())
@example(b"{")
def test_any_bytes(line: bytes) -> None:
    one_object(line)


def spots(value: Any, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:  # noqa: ANN401
    """Yield the path to every key and item of a JSON value."""
    items: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    return [spot for key, inner in items for spot in [(*at, key), *spots(inner, (*at, key))]]


@st.composite
def mutants(draw: st.DrawFn) -> Json:
    """Draw a valid round with one to three values replaced, renamed or removed."""
    round_ = deepcopy(random_of(draw(st.sampled_from(GAMES)), draw(st.integers(0, 5000))))
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(spots(round_)))
        holder: Any = round_
        for key in way:
            holder = holder[key]
        way_to_spoil = draw(st.sampled_from(["replace", "delete", "rename"]))
        if way_to_spoil == "replace":
            holder[last] = draw(JSON)
        elif way_to_spoil == "delete" or isinstance(holder, list):
            del holder[last]
        else:
            holder[draw(st.text(max_size=6))] = holder.pop(last)
    return round_


@given(mutants())
def test_any_mutant_of_a_round(round_: Json) -> None:
    one_object(json.dumps(round_).encode())


@given(st.sampled_from(GAMES), st.integers(0, 5000), st.data())
def test_any_truncated_or_garbled_line(game: str, seed: int, data: st.DataObject) -> None:
    line = json.dumps(random_of(game, seed)).encode()
    cut = data.draw(st.integers(0, len(line)))
    one_object(line[:cut])
    one_object(line[:cut] + data.draw(st.binary(max_size=3)) + line[cut + 1 :])
