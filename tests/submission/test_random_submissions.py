"""Any submission is resolved or refused with a message; none crashes the program."""

import json
import tomllib
from contextlib import suppress
from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pitboss.games import GAMES
from pitboss.games.game_parts import Switch
from pitboss.games.grammar import Game
from pitboss.submission import (
    Fault,
    Rules,
    SubmissionRefused,
    complete_submission,
    default_submission,
    filing_faults,
    omissions,
    resolve,
)
from pitboss.submission.toml_writer import toml_text

from .submission_paths import leaves, put

games = st.sampled_from(list(GAMES.values()))
MOST = 10**12
cents = st.integers(1, MOST)


@st.composite
def limits(draw: st.DrawFn, chip: int) -> dict[str, int]:
    """Draw limits that some number of chips can make."""
    amount = chip * draw(st.integers(1, MOST // chip))
    return {"minimum": draw(st.integers(1, amount)), "maximum": draw(st.integers(amount, MOST))}


@st.composite
def submissions(draw: st.DrawFn, game: Game) -> dict[str, Any]:
    """Draw a submission that the rulebook allows, from the keys of the game."""
    letters = {
        side.key: draw(st.sampled_from(list(side.pays.choices)))
        for side in game.sides
        if isinstance(side.pays, Switch)
    }
    shuffler = draw(st.sampled_from(list(GAMES["criss-cross"].procedures.shufflers)))
    whole = default_submission(game, letters, reshuffling=shuffler == "automated reshuffling")
    chip = draw(cents)
    whole["table"] |= draw(limits(chip)) | {"chip": chip, "shuffler": shuffler}
    shuffled = whole["table"]["shuffler"] != "none"
    methods = ["automated shoe"]
    if whole["table"]["shuffler"] != "automated reshuffling":
        methods += ["manual shoe", *(["hand"] if shuffled else [])]
    whole["table"]["dealing"] = draw(st.sampled_from(methods))
    whole["table"]["decks"] = draw(st.integers(1, 2 if shuffled else 1))
    if "boxes_per_player" in whole["table"]:
        whole["table"]["boxes_per_player"] = draw(st.integers(1, 6))
    for reading in game.readings:
        whole["readings"][reading.id] = draw(st.sampled_from(list(reading.choices)))
    for wager in game.required:
        for option in wager.options:
            whole["wagers"][wager.key][option.key] = draw(st.sampled_from(list(option.choices)))
    for side in game.sides:
        wager_ = whole["wagers"][side.key]
        wager_["offered"] = draw(st.booleans())
        if "minimum" in wager_:
            wager_ |= draw(limits(chip))
        if side.key == "progressive":
            wager_["wager"] = draw(st.sampled_from([100, 500]))
        if "fixed_prize" in wager_:
            wager_["fixed_prize"] += draw(st.integers(0, 10**9))
        for meter in wager_.get("meters", {}).values():
            meter["start"] += draw(st.integers(0, 10**9))
            meter["reset"] += draw(st.integers(0, 10**9))
            meter["rate"] = draw(st.fractions(0, 1, max_denominator=30).map(lambda f: str(f / 3)))
        if "wheel" in wager_:
            stops = draw(st.permutations(wager_["wheel"]))[: draw(st.integers(1, 5))]
            wager_["wheel"] = [stop | {"stops": draw(st.integers(1, 10**6))} for stop in stops]
    return whole


@given(games, st.data())
def test_adding_missing_keys_completes_a_filing(game: Game, data: st.DataObject) -> None:
    """ROUND-11: adding what is reported as missing, repeatedly, completes a filing."""
    whole = data.draw(submissions(game))
    assert omissions(game, whole) == []
    part = part_of(whole, data)
    missing = omissions(game, part)
    values = dict(leaves(whole))
    while missing:
        for fault in missing:
            assert str(fault.clause).startswith(f"{game.short} " if game.short else "None")
            *tables, last = fault.path.split(".")
            inner = part
            for table in tables:
                inner = inner.setdefault(table, {})
            assert last not in inner
            inner[last] = values[fault.path]
        missing = omissions(game, part)  # offering a wager requires more keys
    offered_keys = [key for key, wager in whole["wagers"].items() if wager.get("offered", True)]
    # Leftovers of a wager that is not offered may not fit the example.
    paths = [fault.path.split(".") for fault in filing_faults(game, part)]
    assert [path for path in paths if path[0] != "wagers" or path[1] in offered_keys] == []


def part_of(whole: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """Draw some of the keys; always paytables, since they determine which others exist."""
    submission_: dict[str, Any] = {}
    for path, value in leaves(whole):
        if path.endswith("paytable") or data.draw(st.booleans()):
            *tables, last = path.split(".")
            inner = submission_
            for table in tables:
                inner = inner.setdefault(table, {})
            inner[last] = value
    return submission_


@given(games, st.data())
def test_submissions_that_the_rulebook_allows_are_resolved(game: Game, data: st.DataObject) -> None:
    whole = data.draw(submissions(game))
    result, faults = complete_submission(game, whole)
    assert faults == []
    assert result == whole
    rules = resolve(game, whole)
    assert rules.readings == whole.get("readings", {})
    assert {side.key for side in rules.sides} == {
        side.key for side in game.sides if whole["wagers"][side.key]["offered"]
    }
    assert resolve(game, json.loads(json.dumps(whole))).hash == rules.hash


@given(games, st.data())
def test_a_submission_written_out_reads_back(game: Game, data: st.DataObject) -> None:
    whole = data.draw(submissions(game))
    whole["operator"] = data.draw(
        st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1)
    )
    read = tomllib.loads(toml_text(game, whole))
    assert read.pop("readings", {}) == whole.pop("readings", {})
    assert read == whole


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(0, 10)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["A", "1/10", "jackpot", "straight", "hand", 100, 500]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=3,
)


def outcome(game: Game, submission_: dict[str, Any]) -> Rules | tuple[Fault, ...]:
    try:
        return resolve(game, submission_)
    except SubmissionRefused as refusal:
        return refusal.faults


def resolved_or_refused(game: Game, submission_: dict[str, Any]) -> None:
    before = deepcopy(submission_)
    result = outcome(game, submission_)
    if isinstance(result, Rules):
        assert len(result.hash) == 64
    else:
        assert result
        for fault in result:
            assert fault.path
            assert fault.sentence.startswith(("is ", "must ", "take "))
            assert fault.clause is None or fault.clause.startswith(f"{game.short} ")
    assert repr(submission_) == repr(before)


@given(games, st.data())
def test_a_changed_submission_is_resolved_or_refused(game: Game, data: st.DataObject) -> None:
    whole = data.draw(submissions(game))
    tables = ["table", "wagers", "readings", *(f"wagers.{key}" for key in whole["wagers"])]
    places = st.sampled_from([path for path, _ in leaves(whole)] + tables)
    for _ in range(data.draw(st.integers(1, 3))):
        with suppress(TypeError, KeyError):  # an earlier change may have removed the place
            put(whole, data.draw(places), data.draw(anything))
    resolved_or_refused(game, whole)


@given(games, st.data())
def test_part_of_a_submission_is_resolved_or_refused(game: Game, data: st.DataObject) -> None:
    resolved_or_refused(game, part_of(data.draw(submissions(game)), data))


@given(games, st.dictionaries(st.sampled_from(["game", "table", "wagers", "readings"]), anything))
def test_anything_is_resolved_or_refused(game: Game, submission_: dict[str, Any]) -> None:
    resolved_or_refused(game, submission_)
