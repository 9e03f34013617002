"""The rules hash is equal for equal rules everywhere, and differs for any other choice."""

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

from .submission_paths import leaves, put, submission_with

SHOW = """
from pitboss.games import GAMES
from pitboss.submission import resolve
for game in GAMES.values():
    print(resolve(game).hash)
    print(resolve(game, {"table": {"decks": 2, "shuffler": "automated"}}).hash)
"""


def test_the_hash_is_the_same_in_every_process() -> None:
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
    """Return the same value with the keys of every object in another order."""
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
    reversed_rules = structs.replace(rules, readings=dict(reversed(rules.readings.items())))
    assert reversed_rules == rules
    assert reversed_rules.hash == rules.hash


@pytest.mark.parametrize("key", MARYLAND)
def test_a_default_spelled_out_does_not_matter(key: str) -> None:
    game = MARYLAND[key]
    plain = resolve(game).hash
    assert resolve(game, None).hash == resolve(game, {}).hash == plain
    assert resolve(game, default_submission(game, {})).hash == plain
    for path, value in leaves(default_submission(game, {})):
        assert resolve(game, submission_with(path, value)).hash == plain


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
def test_another_wording_of_the_same_rules_does_not_matter(key: str, path: str, value: str) -> None:
    assert resolve(MARYLAND[key], submission_with(path, value)).hash == resolve(MARYLAND[key]).hash


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
FREE = ("game", "operator", "edition", "approvals.")  # no effect on any rule


def changes_by_leaf() -> list[tuple[str, str]]:
    """Return every leaf of every game's submissions, with each paytable named in turn."""
    return [
        (key, path)
        for key, game in MARYLAND.items()
        for path, _ in leaves(default_submission(game, {}))
        if not path.startswith(FREE)
    ]


@pytest.mark.parametrize(("key", "path"), changes_by_leaf())
def test_every_choice_matters(key: str, path: str) -> None:
    game = MARYLAND[key]
    base: dict[str, Any] = default_submission(game, {})
    base["table"]["shuffler"] = "automated counting"  # allows two decks and hand dealing
    value: Any = OTHER[path.rpartition(".")[2]]
    if isinstance(value, dict):
        value = value[key]
    if path.endswith("bonus_spin.wager"):
        return  # each table has a wager of its own
    if path.endswith("paytable"):
        variant = {"table": base["table"], **submission_with(path, value)}
    else:
        variant = deepcopy(base)
        put(variant, path, value)
    assert resolve(game, variant).hash != resolve(game, base).hash


@pytest.mark.parametrize("letter", ["A", "B", "C", "D"])
@pytest.mark.parametrize("key", ["run-em-twice", "stud-235", "criss-cross"])
def test_every_choice_under_every_paytable_matters(key: str, letter: str) -> None:
    game = MARYLAND[key]
    side = "bonus_spin" if key == "criss-cross" else "progressive"
    base = default_submission(game, {side: letter})
    visible = {resolve(game, base).hash}
    try_count = 0
    for path, _ in leaves(base["wagers"][side]):
        if path in ("paytable", "offered") or (path == "wager" and key == "criss-cross"):
            continue
        variant = deepcopy(base)
        put(variant["wagers"][side], path, OTHER[path.rpartition(".")[2]])
        visible.add(resolve(game, variant).hash)
        try_count += 1
    assert len(visible) == try_count + 1


def test_one_additional_stop_matters() -> None:
    game = MARYLAND["criss-cross"]
    whole = default_submission(game, {})
    for stop in whole["wagers"]["bonus_spin"]["wheel"]:
        before = resolve(game, whole).hash
        stop["stops"] += 1
        assert resolve(game, whole).hash != before


def test_the_games_differ() -> None:
    assert len({resolve(game).hash for game in GAMES.values()}) == 9
    assert len({resolve(game).game_hash for game in GAMES.values()}) == 9


METHODS: tuple[dict[str, Any], ...] = (
    {},
    {"table": {"dealing": "automated shoe", "shuffler": "automated"}},
    {"table": {"dealing": "automated shoe", "shuffler": "automated reshuffling"}},
)
KNOWN_HASHES = """
run-em-twice
    92c0c8c42eb4aad2fcf04d42f43b1a36d500e73e6d152be004861b997b23b9b1
    7d9215169f690d7bf1fe5f35b917f89cb5d54a4a22561382be2c7975e5a1b7fd
    27b19e1a407a7ce34018cfaf2a2729b78afb4d233628dab8d5f069e4fcd520fe
    9153fe5b1af792b671e25d9e65a8c42def0fcd3afe9c74d67200dd9fdbb9d148
criss-cross
    12e708f1adecbecbf70f432c066c82f17d7513e3ec08f7995a1f6ad31eabbd59
    517f6780c0d784cec7a7b46c76550b6abb1335b146ebe4e9c227e4dab0519012
    aceb08bffa0a7df192c6f712d78df8360d3388360268e924388f06701f683df0
    27baf930aa3377dff1d6d91ec4d8a42e47f38ed5c9afa0d160e83b60e2af775c
holdem-bonus
    caaf289706911e87021198ad65cb39ffed543346bee3d16b3095676190ddf0a4
    b7fad09137db4ae304f6df13fe0545c0d45355d3c1667d72455e1c652438aeea
    c41bb38199f2459c2fad99f6a2074748f8b0bb27ce44aa659cb1006cc43f090d
    de4f7637dffa9cdba0c7fd86b91a075532f85a9f6cb42f2f272693131f99a8bf
stud-235
    dfa9c7fed9f2ee43e18ba19e6530ae1770005030c5a88e9c76f69ac29e0b0b61
    0bfe5652a2f595b0253b12aec45c6668c178465d7f0c7a4cf3b7435a46ee87b3
    5577deb74ca2fb26cb7a9a2cbfa02364341eda914e9652c0ccdafa5e9bf83656
    f138e8adfbfa98e8197addeba7d1eebf53740e35f916fa9525946385934dadb7
mississippi-stud
    25956ad9ef4b8dfa9f0775bad1ef0b8525e039c69ab8e048b7f4aa681cb87047
    d734e230a2a1fbeea6783ed0e53e564c3de0dcd3e13828490791ab18e4c650a6
    a4d796e614d530948b1288fc6ff0886dc62b5741f3ffd449fbc024bbc5782a47
    2e2928dc65a45f228a9ab3ba0cbebdd3d951a268ac71df19e3867edff7cdbff4
let-it-ride
    6305b50aec1d0a2a67356aec5ec4f5690a27b8bcbaff0e6c2ec21f6fd757239e
    99938dc140a6990ddaf8e84635736b168f541649a8043df1bb002273a95023ec
    8c466ae4a48f9ba10c01f27a4cfb3d41796e7870b3205d43cf4cad65e6c99076
    d4b32466f20b2fcf0c61b6a3c8d0fdca2f21c752fe559db709453091b858be7e
three-card
    2ed9b2565b016a5eea6e36599650df1c73a8f03759268b34c0cb98eb88c37edb
    10199d65111200305cac37c477cef96315d42456f72cb7cff96ff0bd2af4d20f
    b2b48e53145529db27e1fb3af465bf809f6365d71bff2358bcf66d85c969f284
    0474cf4ef1fdeb24d8ed015aa875fa647b62a41e8c20d3c2746b833332fd2221
caribbean-stud
    c965e0963c3071b9e191cb6b7427b9d12201841590a40eccfe3fe4c95b5e6262
    56ef0cf66224ba8ceb14390c97e2ea9337605275d2a4d46a4822eb7d067e8efc
    27a2d6a6aef9a93f483865fc3ab357de4b93763f4246463931528468b63edf40
    1df36098ec7e913f1e56be1d911e28be60bec14cc998c6c747c6351f4f3a331f
ultimate-holdem
    23708a46d7a71bc5f6ac9a5dad8a2b7eabdbcd5660a252b72bc99be6fb4a1411
    6485f8687c84d482e0e5d3b4d70c1c012f2f93e9105b9eb48b8b06476a531795
    16b9cc785a2345c145c8a3d78f173e2333b43525aeaaf563227ddbd2c761d03e
    5d0e1506d5cff007d4fd1fdd3e19ec05354099ee9078df29b47cd2bc3b0ee564
"""
"""The hash of each game's mathematics, then of its rules under each of METHODS."""


def test_hashes_in_stored_logs_stay_valid() -> None:
    words = KNOWN_HASHES.split()
    hashes_by_game = {key: words[at + 1 : at + 5] for at, key in enumerate(words) if key in GAMES}
    assert hashes_by_game == {
        key: [resolve(game).game_hash, *(resolve(game, method).hash for method in METHODS)]
        for key, game in GAMES.items()
    }


def test_the_hash_of_the_mathematics_covers_the_base_of_the_edge() -> None:
    game = GAMES["ultimate-holdem"]
    both = structs.replace(game, edge_of=("ante", "blind"))
    assert resolve(both).game_hash != resolve(game).game_hash
    assert resolve(structs.replace(both, edge_of=())).game_hash == resolve(both).game_hash
