"""The type checker points at every place that must handle a new payoff or condition."""

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
    """Return type errors by module for the program with one more payoff."""
    text = PAYOFFS.read_text()
    assert UNION in text
    planted_file = tmp_path / "payoffs.py"
    planted_file.write_text(text.replace(UNION, f"{payoff}\n{UNION} | Doubled"))
    mypy_cache = ROOT / ".mypy_cache"
    if (
        mypy_cache.is_dir()
    ):  # Reuse the cache of the check of the whole tree: only changed modules are read again.
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
def test_every_place_that_must_handle_a_new_payoff_is_reported(tmp_path: Path) -> None:
    """Errors point at each closed set and at every place that distinguishes payoffs."""
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
def test_only_exhaustive_matches_distinguish_payoffs_and_conditions(kinds: str) -> None:
    """Every place that distinguishes them matches all of them, and the type checker verifies it."""
    asks = re.compile(rf"isinstance\([^)]*\b(?:{kinds})\b")
    asking = {
        str(path.relative_to(SRC))
        for path in SRC.rglob("*.py")
        if asks.search(path.read_text()) and "games/payoffs" not in str(path)
    }
    assert asking == set()
