"""Golden playthroughs: a shift of three rounds for every way of dealing, as text to be reviewed.

python -m tests.table.playthroughs     writes the files in playthroughs/ again

Cards follow from the hash of the rules: when a rule changes, so do they, and practice seeds that
show something are looked for again.
"""

import re
from itertools import count
from pathlib import Path
from typing import Final

from pitboss.games import GAMES
from pitboss.table import Automation, Table

from .shifts import shift
from .tables import METHODS, Json
from .telling import Teller
from .wishes import WISHES

FOLDER: Final = Path(__file__).parent / "playthroughs"
FILES: Final = {m: FOLDER / f"{re.sub('[ ,]+', '-', m)}.txt" for m in WISHES}
"""The file of each way of dealing."""
FOUR_OF_A_KIND: Final[Json] = {"wagers": {"progressive": {"paytable": "D"}}}
"""A progressive whose smallest meter goes with four of a kind."""
FILED: Final[dict[str, Json]] = {
    "run-em-twice, manual shoe": FOUR_OF_A_KIND,
    "stud-235, manual shoe": FOUR_OF_A_KIND,
}
"""What a submission says beside the way of dealing."""


def played(method: str, number: int) -> Teller:
    """The shift of a practice seed, dealt in this way."""
    game, _, filed = METHODS[method]
    table = Table(automation=Automation.NOTHING, practice=f"shift {number}")
    return shift(table, game, {"table": filed} | FILED.get(method, {}))


def text_of(method: str, number: int) -> str:
    """A shift, told from beginning to end."""
    key, order, filed = METHODS[method]
    game = GAMES[key]
    by = f" by {game.short} {order.clause}" if game.short else ""
    progress = [
        f"{game.name}{by}: {order.method}, shuffler {filed['shuffler']}",
        f"Practice seed: shift {number}. To be seen: {WISHES[method].words}.",
        "Dee deals, Flo is the floorperson, Oz looks on.",
        "",
        *played(method, number).lines,
    ]
    return "\n".join(progress) + "\n"


def number_in(text: str) -> int:
    """The practice seed that a file names."""
    result = re.search(r"^Practice seed: shift (\d+)\.", text, re.MULTILINE)
    assert result, "the file names no practice seed"
    return int(result[1])


def granted(method: str) -> int:
    """The first practice seed that shows what is to be seen."""
    return next(n for n in count(1) if WISHES[method].happens(played(method, n).table))


def main() -> None:
    """Write all files; a seed that still shows something is kept."""
    FOLDER.mkdir(exist_ok=True)
    for method, file in FILES.items():
        number = number_in(file.read_text(encoding="utf-8")) if file.exists() else 1
        if not WISHES[method].happens(played(method, number).table):
            number = granted(method)
        file.write_text(text_of(method, number), encoding="utf-8")
        print(f"{file.name}: shift {number}")


if __name__ == "__main__":
    main()
