"""Golden playthroughs: a shift of three rounds per dealing method, as text for review.

python -m tests.table.playthroughs     writes the files in playthroughs/ again

Cards follow from a practice seed and the hash of the rules. A file names both, and is dealt with
that hash whatever the rules are now: when a rule changes, the cards stay the same, and so does
everything that the rule does not affect."""

import re
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple
from unittest import mock

from pitboss.games import GAMES
from pitboss.submission import Rules, resolve
from pitboss.table import Automation, Table

from .playthrough_goals import WISHES
from .playthrough_shift import shift
from .tables import METHODS, Json
from .transcript import TableTranscript

FOLDER: Final = Path(__file__).parent / "playthroughs"
FILES: Final = {m: FOLDER / f"{re.sub('[ ,]+', '-', m)}.txt" for m in WISHES}
"""The file for each method of dealing."""
FOUR_OF_A_KIND: Final[Json] = {"wagers": {"progressive": {"paytable": "D"}}}
"""A progressive whose smallest meter pays four of a kind."""
FILED: Final[dict[str, Json]] = {
    "run-em-twice, manual shoe": FOUR_OF_A_KIND,
    "stud-235, manual shoe": FOUR_OF_A_KIND,
}
"""The keys of a submission besides the method of dealing."""


class Cards(NamedTuple):
    """The source of a shift's cards: a practice seed and a hash of rules."""

    number: int
    rules: str


def submission_of(method: str) -> Json:
    return {"table": METHODS[method][2]} | FILED.get(method, {})


def play_shift(method: str, cards: Cards) -> TableTranscript:
    """Play the shift with these cards and this method."""
    with mock.patch.object(Rules, "hash", property(lambda _: cards.rules)):
        table = Table(automation=Automation.NOTHING, practice=f"shift {cards.number}")
        return shift(table, METHODS[method][0], submission_of(method))


def text_of(method: str, cards: Cards) -> str:
    """Return the transcript of a whole shift."""
    key, order, submission = METHODS[method]
    game = GAMES[key]
    by = f" by {game.short} {order.clause}" if game.short else ""
    progress = [
        f"{game.name}{by}: {order.method}, shuffler {submission['shuffler']}",
        f"Practice seed: shift {cards.number}. To be seen: {WISHES[method].words}.",
        f"Shuffled for the rules {cards.rules}.",
        "Dee deals, Flo is the floorperson, Oz looks on.",
        "",
        *play_shift(method, cards).lines,
    ]
    return "\n".join(progress) + "\n"


def cards_in(text: str) -> Cards:
    """Return the cards that a file names."""
    number = re.search(r"^Practice seed: shift (\d+)\.", text, re.MULTILINE)
    rules = re.search(r"^Shuffled for the rules ([0-9a-f]{64})\.$", text, re.MULTILINE)
    assert number, "the file names no practice seed"
    assert rules, "the file names no hash of rules"
    return Cards(int(number[1]), rules[1])


def grant_cards(method: str, rules: str) -> Cards:
    """Return the first practice seed that meets the goals."""
    tries = (Cards(number, rules) for number in count(1))
    return next(cards for cards in tries if WISHES[method].happens(play_shift(method, cards).table))


def main() -> None:
    """Write all files, keeping cards that still meet their goals."""
    FOLDER.mkdir(exist_ok=True)
    for method, file in FILES.items():
        if file.exists():
            cards = cards_in(file.read_text(encoding="utf-8"))
        else:
            cards = Cards(1, resolve(GAMES[METHODS[method][0]], submission_of(method)).hash)
        if not WISHES[method].happens(play_shift(method, cards).table):
            cards = grant_cards(method, cards.rules)
        file.write_text(text_of(method, cards), encoding="utf-8")
        print(f"{file.name}: shift {cards.number}")


if __name__ == "__main__":
    main()
