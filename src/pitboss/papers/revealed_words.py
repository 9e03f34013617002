"""Rule lists for a hand that is revealed card by card, in words."""

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.lab.revealed.shape import Revealed, revealed_of
from pitboss.lab.strategy.revealed_seen import ranked
from pitboss.papers.hand_words import plural
from pitboss.papers.words import listed, number
from pitboss.submission.rules import Rules

_MADE: Final = (
    "nothing", "a pair", "a pair that pushes, or better", "a pair that wins, or better",
    "two pair or better", "three of a kind or better", "a straight or better",
)  # fmt: skip


def words(rules: Rules) -> Mapping[str, Callable[[int], str]]:
    """How each feature is said, with its least value."""
    return {
        "made": lambda n: _MADE[n],
        "high": lambda n: f"{_cards(n)} that would win as a pair",
        "points": lambda n: f"{number(n)} points" if n > 1 else "a point",
        "suited": lambda _: "all cards of one suit",
        "straight": lambda n: f"all cards in {_straights(n)}",
        "straight_flush": lambda n: f"all cards of one suit and in {_straights(n)}",
    }


def note(rules: Rules) -> str:
    """What counts as what."""
    shape = _shape(rules)
    paid = ranked(shape)
    wins, pushes = (_pairs(some) for some in (paid.wins, paid.pushes))
    text = f"Pairs of {wins} win" if wins else "No pair wins"
    text += f", those of {pushes} push. " if pushes else ". "
    if pushes and wins:
        text += "A card that would win as a pair is two points, one that would push is one. "
    return (
        f"{text}Cards are in a straight if some straight has all of them: count the straights that "
        "do, open at both ends being more than inside."
    )


def _shape(rules: Rules) -> Revealed:
    shape = revealed_of(rules)
    if shape is None:
        raise AssertionError(f"{rules.game} has no hand that is revealed card by card")
    return shape


def _pairs(ranks: frozenset[int]) -> str:
    """``jacks to aces``, ``fives and sevens``."""
    some = sorted(ranks)
    if len(some) > 2 and some[-1] - some[0] == len(some) - 1:
        return f"{plural(some[0])} to {plural(some[-1])}"
    return listed([plural(r) for r in some]) if some else ""


def _cards(least: int) -> str:
    return "a card" if least == 1 else f"{number(least)} cards"


def _straights(least: int) -> str:
    return "a straight" if least == 1 else f"{number(least)} straights"
