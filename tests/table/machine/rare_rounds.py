"""Practice seeds and cuts found by search, which lead to rare rounds.

A straight flush is one hand in 65,000. With six seats, 33 cuts and a few hundred shoes there is
one, and a machine that starts there sees envy and meter hits. A jackpot of the wheel needs a pair
first."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, islice
from typing import Final, NamedTuple

from pitboss.cards import Card, rank, suit
from pitboss.games import find_game
from pitboss.games.dealing import ToPlayers, ToTable
from pitboss.shuffle import Shoe, build_shoe, practice_seed, shuffle_context, wheel_stop
from pitboss.submission import Rules, resolve

from .submissions import Submission

TABLE: Final = "table 7"
SEATS: Final = range(1, 7)
CUTS: Final = range(10, 43)
STOPS: Final = {"jackpot": 20, "$100": 30, "$40": 30, "$10": 20}
"""A wheel that often pays a jackpot, and more often community pay."""
PROGRESSIVE: Final[Submission] = {
    "wagers": {
        "progressive": {
            "paytable": "C",
            "meters": {"major": {"rate": "1/3"}, "minor": {"rate": "2/7", "start": 123_456}},
        }
    }
}
WHEEL: Final[Submission] = {
    "wagers": {
        "bonus_spin": {
            "paytable": "B",
            "meters": {"meter": {"rate": "1/3"}},
            "wheel": [{"symbol": name, "stops": stops} for name, stops in STOPS.items()],
        }
    }
}
SUBMISSIONS: Final = {
    "run-em-twice": PROGRESSIVE,
    "criss-cross": WHEEL,
    "stud-235": PROGRESSIVE,
}
HAND: Final = {
    "run-em-twice": ("left", "center", "right"),
    "criss-cross": (),
    "stud-235": ("community",),
}
"""The cards besides the player's own that form the winning hand."""


class Lucky(NamedTuple):
    """A round of six players, one with a straight flush, or with a pair and a good spin."""

    practice: str
    cut: int


@cache
def lucky(game: str, some: int = 4) -> tuple[Lucky, ...]:
    """Return the first few such rounds; hold 'em needs none."""
    return tuple(islice(_find(game), some)) if game in SUBMISSIONS else ()


def _find(game: str) -> Iterator[Lucky]:
    rules = resolve(find_game(game), SUBMISSIONS[game])
    bound = shuffle_context(TABLE, 1, rules.hash)
    hands = {seat: _hand(game, rules, seat) for seat in SEATS}
    for number in count():
        name = f"lucky {number}"
        shoe = build_shoe(practice_seed(name, 1), bound)
        symbol = ("jackpot", "$100")[number % 2]
        seats = [s for s in SEATS if game != "criss-cross" or _spun(shoe, bound, s) == symbol]
        for cut in CUTS:
            dealt = shoe.cards[cut:] + shoe.cards[:cut]
            if any(_rare([dealt[at] for at in hands[seat]]) for seat in seats):
                yield Lucky(name, cut)
                break


def _hand(game: str, rules: Rules, seat: int) -> list[int]:
    """Return the cards of the deal that form the hand of a seat."""
    to: list[str] = []
    for step in rules.dealing.steps:
        if isinstance(step, ToTable):
            to += step.places
        elif isinstance(step, ToPlayers):
            to += (f"{item}.{name}" for item in SEATS for name in step.cards)
    own = [f"{seat}.{name}" for name in rules.hole]
    return [at for at, name in enumerate(to) if name in {*own, *HAND[game]}]


def _spun(shoe: Shoe, bound: bytes, seat: int) -> str:
    """Return where the wheel would stop for this seat if nobody adds to the shuffle."""
    wheel = [symbol for symbol, stops in STOPS.items() for _ in range(stops)]
    return wheel[wheel_stop(shoe.seed, (), bound, seat, len(wheel))]


def _rare(hand: Sequence[Card]) -> bool:
    """Return whether it is a pair of two cards, or a straight flush of five."""
    ranks = sorted(rank(c) for c in hand)
    if len(hand) == 2:
        return ranks[0] == ranks[1]
    if len({suit(c) for c in hand}) > 1:
        return False
    return ranks[-1] - ranks[0] == len(hand) - 1 or ranks == [0, 1, 2, 3, 12]
