"""The hash of the rules: the same for the same rules everywhere, another for any other choice."""

import os
import random
import subprocess
import sys
from copy import deepcopy
from typing import Any

import pytest
from msgspec import structs

from pitboss.games import GAMES, MARYLAND
from pitboss.submission import default_submission, resolve

from .paths import leaves, nested, put

SHOW = """
from pitboss.games import GAMES
from pitboss.submission import resolve
for game in GAMES.values():
    print(resolve(game).hash)
    print(resolve(game, {"table": {"decks": 2, "shuffler": "automated"}}).hash)
"""


def test_it_is_the_same_in_every_process() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SHOW],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    (output,) = outputs
    hashes = output.split()
    assert len(set(hashes)) == 18
    assert hashes[0] == resolve(MARYLAND["run-em-twice"]).hash
    assert all(len(h) == 64 and set(h) <= set("0123456789abcdef") for h in hashes)


def shuffled(value: Any, chance: random.Random) -> Any:  # noqa: ANN401
    """The same, the keys of every object in another order."""
    if isinstance(value, dict):
        items = [(key, shuffled(part, chance)) for key, part in value.items()]
        chance.shuffle(items)
        return dict(items)
    return [shuffled(part, chance) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("key", MARYLAND)
def test_the_order_of_keys_does_not_matter(key: str) -> None:
    game = MARYLAND[key]
    whole = default_submission(game, {})
    for seed in range(20):
        assert resolve(game, shuffled(whole, random.Random(seed))) == resolve(game, whole)
        assert resolve(game, shuffled(whole, random.Random(seed))).hash == resolve(game).hash


@pytest.mark.parametrize("key", MARYLAND)
def test_the_order_inside_the_rules_does_not_matter(key: str) -> None:
    rules = resolve(MARYLAND[key])
    turned = structs.replace(rules, readings=dict(reversed(rules.readings.items())))
    assert turned == rules
    assert turned.hash == rules.hash


@pytest.mark.parametrize("key", MARYLAND)
def test_a_default_spelled_out_does_not_matter(key: str) -> None:
    game = MARYLAND[key]
    plain = resolve(game).hash
    assert resolve(game, None).hash == resolve(game, {}).hash == plain
    assert resolve(game, default_submission(game, {})).hash == plain
    for path, value in leaves(default_submission(game, {})):
        assert resolve(game, nested(path, value)).hash == plain


@pytest.mark.parametrize(
    ("key", "path", "value"),
    [
        ("run-em-twice", "wagers.five_card_bonus.paytable", "A"),
        ("stud-235", "wagers.win_em_all.paytable", "A"),
        ("run-em-twice", "wagers.progressive.meters.meter.rate", "0.1"),
        ("run-em-twice", "wagers.progressive.meters.meter.rate", "2/20"),
        ("run-em-twice", "operator", "Another Casino"),
        ("run-em-twice", "approvals.filing.reference", "2026-17"),
        ("run-em-twice", "approvals.layout.date", "2025-12-31"),
    ],
)
def test_another_word_for_the_same_rules_does_not_matter(key: str, path: str, value: str) -> None:
    assert resolve(MARYLAND[key], nested(path, value)).hash == resolve(MARYLAND[key]).hash


OTHER = {
    "minimum": 700,
    "maximum": 60_000,
    "chip": 500,
    "dealing": "automated shoe",
    "shuffler": "automated",
    "decks": 2,
    "boxes_per_player": 2,
    "offered": False,
    "paytable": "B",
    "pays_on": "flush",
    "wager": 500,
    "start": 7_777_777,
    "reset": 7_777_777,
    "rate": "1/11",
    "fixed_prize": 7_777_777,
    "wheel": [{"symbol": "jackpot", "stops": 1}],
    "low_ace": {"run-em-twice": "never", "criss-cross": "never", "stud-235": "all"},
    "progressive_hand": "community",
    "raise_amounts": "any",
    "ante_pays": "table",
    "spin_after_fold": "lost",
}
FREE = ("game", "operator", "edition", "approvals.")  # of no effect on a rule


def others() -> list[tuple[str, str]]:
    """Every leaf of every game's submissions, with each paytable named in turn."""
    return [
        (key, path)
        for key, game in MARYLAND.items()
        for path, _ in leaves(default_submission(game, {}))
        if not path.startswith(FREE)
    ]


@pytest.mark.parametrize(("key", "path"), others())
def test_every_choice_matters(key: str, path: str) -> None:
    game = MARYLAND[key]
    base: dict[str, Any] = default_submission(game, {})
    base["table"]["shuffler"] = "automated counting"  # so that two decks and the hand may be tried
    value: Any = OTHER[path.rpartition(".")[2]]
    if isinstance(value, dict):
        value = value[key]
    if path.endswith("bonus_spin.wager"):
        return  # each table has its own wager
    if path.endswith("paytable"):
        changed = {"table": base["table"], **nested(path, value)}
    else:
        changed = deepcopy(base)
        put(changed, path, value)
    assert resolve(game, changed).hash != resolve(game, base).hash


@pytest.mark.parametrize("letter", ["A", "B", "C", "D"])
@pytest.mark.parametrize("key", ["run-em-twice", "stud-235", "criss-cross"])
def test_every_choice_under_every_paytable_matters(key: str, letter: str) -> None:
    game = MARYLAND[key]
    side = "bonus_spin" if key == "criss-cross" else "progressive"
    base = default_submission(game, {side: letter})
    seen = {resolve(game, base).hash}
    tried = 0
    for path, _ in leaves(base["wagers"][side]):
        if path in ("paytable", "offered") or (path == "wager" and key == "criss-cross"):
            continue
        changed = deepcopy(base)
        put(changed["wagers"][side], path, OTHER[path.rpartition(".")[2]])
        seen.add(resolve(game, changed).hash)
        tried += 1
    assert len(seen) == tried + 1


def test_one_stop_more_matters() -> None:
    game = MARYLAND["criss-cross"]
    whole = default_submission(game, {})
    for stop in whole["wagers"]["bonus_spin"]["wheel"]:
        before = resolve(game, whole).hash
        stop["stops"] += 1
        assert resolve(game, whole).hash != before


def test_the_games_differ() -> None:
    assert len({resolve(game).hash for game in GAMES.values()}) == 9
    assert len({resolve(game).game_hash for game in GAMES.values()}) == 9


def test_the_hash_of_the_mathematics_covers_the_wagers_that_the_edge_is_a_share_of() -> None:
    game = GAMES["ultimate-holdem"]
    both = structs.replace(game, edge_of=("ante", "blind"))
    assert resolve(both).game_hash != resolve(game).game_hash
    assert resolve(structs.replace(both, edge_of=())).game_hash == resolve(both).game_hash
