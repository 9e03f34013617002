"""A new payoff or condition makes the type checker point at every place that must learn it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss

SRC = Path(pitboss.__file__).parent
ROOT = SRC.parents[1]
PAYOFFS = SRC / "games/payoffs/__init__.py"
UNION = "Payoff = ByTable | HoleCards | Cases | Progressive | Wheel"
DOUBLED = """
from pitboss.games.payoffs.by_table import ByTable as _ByTable
from pitboss.games.payoffs.base import NeutralPayoff
class Doubled(NeutralPayoff, frozen=True, tag=True):
    hand: str
    clause = _ByTable.clause
    reads = _ByTable.reads
    needs = _ByTable.needs
    top_odds = _ByTable.top_odds
    def faults(self, game: "Game", _: str) -> "Iterator[str]": yield from ()
    def compile(self, context: Context) -> Evaluator: raise NotImplementedError
    def sentence(self, hands: "Mapping[str, str]", wagers: "Mapping[str, str]") -> str: return ""
    def lines(self) -> tuple[PayLine, ...]: return ()
from collections.abc import Iterator, Mapping
from pitboss.games.grammar import Game
"""


def errors(tmp_path: Path, payoff: str) -> dict[str, list[str]]:
    """What the type checker says, by module, of the program with one more payoff."""
    text = PAYOFFS.read_text()
    assert UNION in text
    planted_file = tmp_path / "payoffs.py"
    planted_file.write_text(text.replace(UNION, f"{payoff}\n{UNION} | Doubled"))
    mypy_cache = ROOT / ".mypy_cache"
    if (
        mypy_cache.is_dir()
    ):  # what the check of the whole tree left: only what changed is read again
        shutil.copytree(mypy_cache, tmp_path / "cache")
    cache = ["--cache-dir", str(tmp_path / "cache")]
    shadow = ["--shadow-file", str(PAYOFFS), str(planted_file)]
    command = [sys.executable, "-m", "mypy", "--strict", *cache, *shadow, "-p", "pitboss"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    result: dict[str, list[str]] = {}
    for line in run.stdout.splitlines():
        if match := re.match(r"src/pitboss/(\S+?):\d+: error: (.*)", line):
            result.setdefault(match[1], []).append(match[2])
    return result


@pytest.mark.slow
def test_every_place_that_must_learn_a_payoff_is_pointed_at(tmp_path: Path) -> None:
    """What it lacks is named where the set is closed, and so is who tells payoffs apart."""
    result = errors(tmp_path, DOUBLED)
    incomplete = " ".join(result["games/payoffs/__init__.py"])
    assert "Doubled" in incomplete
    assert "PayoffLike" in incomplete
    apart = {
        "lab/side_returns.py", "papers/round_results.py", "submission/defaults.py",
        "submission/schema.py", "submission/resolve.py", "days/random_submissions.py",
    }  # fmt: skip
    assert apart <= result.keys()


@pytest.mark.parametrize(
    "kinds", ["ByTable|HoleCards|Cases|Progressive|Wheel", "Beats|Ties|AtLeast|AllWin|Not|Both"]
)
def test_nothing_outside_asks_which_payoff_or_condition_it_has(kinds: str) -> None:
    """A place that tells them apart matches all of them: the type checker knows it."""
    asks = re.compile(rf"isinstance\([^)]*\b(?:{kinds})\b")
    asking = {
        str(path.relative_to(SRC))
        for path in SRC.rglob("*.py")
        if asks.search(path.read_text()) and "games/payoffs" not in str(path)
    }
    assert asking == set()
