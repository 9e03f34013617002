"""What the count files that ship with the program say of a main game: an answer without solving.

They are made by the lab and proved by its tests, and found by a digest of the rules that they are
for, so an answer is never that of another game.
"""

from functools import cache
from pathlib import Path
from typing import Final

from pitboss.games.odds import Odds
from pitboss.lab.digest import digest
from pitboss.submission.rules import Rules

Results = dict[tuple[int, Odds], int]

_PACKAGE: Final = Path(__file__).resolve().parent.parent
FOLDERS: Final = (_PACKAGE.parent.parent / "data" / "counts", _PACKAGE / "data" / "counts")
"""In the source tree, and where an installed package has them."""


def known_results(rules: Rules) -> Results | None:
    """How many deals of the main game end with (staked, net), if a count file says so."""
    return _mains().get(digest(rules))


@cache
def _mains() -> dict[str, Results]:
    """Every main game of every count file, by its digest."""
    found: dict[str, Results] = {}
    for folder in FOLDERS:
        for file in sorted(folder.glob("*.txt")):
            into: Results | None = None
            for line in file.read_text("utf-8").splitlines():
                words = line.split()
                if line.startswith("@"):
                    into = found.setdefault(words[2], {}) if words[1] == "main" else None
                elif into is not None and words and words[0] != "of":
                    staked, net, deals = map(int, words)
                    into[staked, net] = deals
    return found
