"""Explain how to count outs by what the paytable pays, even where a better hand pays less."""

import pytest

from pitboss.games import GAMES
from pitboss.papers.strategy_rules import counting_note
from pitboss.submission import resolve
from tests.lab.varied_rules import paying

CCP = resolve(GAMES["criss-cross"])
COUNT = "Count the cards you cannot see. "
HIGH = "royal-flush straight-flush four-of-a-kind full-house flush straight three-of-a-kind"
LOW = "two-pair pair-of-jacks-or-better pair-of-6s-to-10s"


def every(odds: int) -> str:
    return " ".join(f"{slug}={odds}" for slug in f"{HIGH} {LOW}".split())


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (
            "",
            "A card wins if it gives a line a pair of jacks or better, and pushes if it gives a "
            "pair of 6s to 10s.",
        ),
        ("pair-of-6s-to-10s=-1", "A card wins if it gives a line a pair of jacks or better."),
        ("pair-of-6s-to-10s=1", "A card wins if it gives a line a pair of 6s or better."),
        (
            "pair-of-jacks-or-better=-1",
            "A card wins if it gives a line two pair or better, and pushes if it gives a pair of "
            "6s to 10s.",
        ),
        (
            "full-house=-1 straight=0",
            "A card wins if it gives a line a pair of jacks to aces, two pair, three of a kind, a "
            "flush or four of a kind or better, and pushes if it gives a pair of 6s to 10s or a "
            "straight.",
        ),
        (
            "royal-flush=-1 pair-of-6s-to-10s=3 pair-of-jacks-or-better=0",
            "A card wins if it gives a line a pair of 6s to 10s, two pair, three of a kind, a "
            "straight, a flush, a full house, four of a kind or a straight flush, and pushes if it "
            "gives a pair of jacks to aces.",
        ),
        (
            "royal-flush=0",
            "A card wins if it gives a line a pair of jacks to aces, two pair, three of a kind, a "
            "straight, a flush, a full house, four of a kind or a straight flush, and pushes if it "
            "gives a pair of 6s to 10s or a royal flush.",
        ),
        (every(0), "No card wins, and a card pushes if it gives a line a pair of 6s or better."),
        (every(-1), "No card wins."),
        (f"{every(-1)} royal-flush=1", "A card wins if it gives a line a royal flush."),
    ],
)
def test_how_to_count_outs(lines: str, words: str) -> None:
    assert counting_note(paying(CCP, "middle", lines)) == COUNT + words
