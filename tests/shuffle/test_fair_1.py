"""FAIR-1: each round has 256 fresh bits from the operating system, and no other randomness."""

import secrets
from pathlib import Path

import pytest

import pitboss
from pitboss.shuffle import fresh_seed
from tests.shuffle.randomness_lint import chance

HOUSE = Path(pitboss.__file__).parent
DEALING = ("shuffle", "table", "verify", "verify.py")
ASKED = {
    "shuffle/randomness.py": {"secrets", "secrets.token_bytes"},  # the seed
    "table/table.py": {"secrets", "secrets.randbelow"},  # the cut, unless somebody chooses it
}
"""The calls of the operating system's generator that are allowed, by file."""


def dealing_path() -> list[Path]:
    """Return every module that a card passes through; rooms that are not built yet have none."""
    rooms = [HOUSE / room for room in DEALING]
    return [
        file
        for room in rooms
        for file in (sorted(room.rglob("*.py")) if room.is_dir() else [room])
        if file.exists()
    ]


def test_fair_1_a_seed_comes_from_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int | None] = []

    def fake_token_bytes(size: int | None = None) -> bytes:
        sizes.append(size)
        return bytes(range(len(sizes), len(sizes) + 32))

    monkeypatch.setattr(secrets, "token_bytes", fake_token_bytes)
    assert [fresh_seed(), fresh_seed()] == [bytes(range(1, 33)), bytes(range(2, 34))]
    assert sizes == [32, 32]


def test_fair_1_no_two_seeds_are_equal_and_every_bit_varies() -> None:
    """Each bit is set in half of the seeds, give or take eight standard deviations."""
    seeds = [int.from_bytes(fresh_seed(), "big") for _ in range(10_000)]
    assert len(set(seeds)) == len(seeds)
    counts = [sum(seed >> bit & 1 for seed in seeds) for bit in range(256)]
    assert 4_600 < min(counts) <= max(counts) < 5_400


def test_fair_1_the_modules_that_deal_are_found() -> None:
    assert {"randomness.py", "contributions.py", "shoe.py"} <= {
        file.name for file in dealing_path()
    }


def test_fair_1_the_modules_that_deal_have_no_other_randomness() -> None:
    wrong = {}
    for file in dealing_path():
        name = file.relative_to(HOUSE).as_posix()
        result = set(chance(file.read_text(encoding="utf-8"))) - ASKED.get(name, set())
        if result:
            wrong[name] = result
    assert not wrong


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("import random", "random"),
        ("import random as fair", "random"),
        ("from random import shuffle", "random.shuffle"),
        ("import numpy.random", "numpy.random"),
        ("import numpy.random as chance", "numpy.random"),
        ("from numpy import random", "numpy.random"),
        ("from numpy import random as chance", "numpy.random"),
        ("from numpy.random import default_rng", "numpy.random.default_rng"),
        ("import numpy as np\nnp.random.default_rng(7)", "numpy.random.default_rng"),
        ("import numpy\nnumpy.random.shuffle(deck)", "numpy.random.shuffle"),
        ("def deal():\n    import random", "random"),
        ("if True:\n    from random import Random", "random.Random"),
        ("import time\nseed = time.time_ns()", "time.time_ns"),
        ("from time import time", "time.time"),
        ("from datetime import datetime as clock\nclock.now()", "datetime.datetime.now"),
        ("import datetime\ndatetime.date.today()", "datetime.date.today"),
        ("import os\nseed = os.urandom(4)", "os.urandom"),
        ("from os import urandom", "os.urandom"),
        ("import secrets\nsecrets.randbits(32)", "secrets.randbits"),
        ("from secrets import SystemRandom", "secrets.SystemRandom"),
        ("from uuid import uuid4", "uuid.uuid4"),
        ("from importlib import import_module", "importlib.import_module"),
        ("__import__('random').shuffle(deck)", "__import__"),
    ],
)
def test_fair_1_planted_randomness_is_found(source: str, result: str) -> None:
    assert result in chance(source)


@pytest.mark.parametrize(
    "source",
    [
        "from pitboss.shuffle import random_permutation",
        "import numpy as np\nnp.arange(52)",
        "from datetime import datetime\ndef at(when: datetime) -> None: ...",
        "import os.path\nos.path.join('a', 'b')",
        "from . import random_round\nrandom_round(7)",
        "randomly = timely = 1",
    ],
)
def test_fair_1_what_only_sounds_random_is_accepted(source: str) -> None:
    assert not chance(source)
