"""M: the most that the wagers under the payout limit can win at the table minimum."""

from functools import cache
from itertools import permutations
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.games import find_game
from pitboss.games.payoffs import ByTable
from pitboss.settle import payout_limit
from pitboss.settle.most import most_minimums
from pitboss.submission import Rules, resolve
from pitboss.submission.rules import PaidBy
from tests.oracle import settle as oracle

from .rounds import GAMES, REQUIRED, Json, minimum, random_of

LARGEST: Final = {
    "run-em-twice": ["3x", "3x", "3x"],
    "criss-cross": ["3x", "3x", "3x"],
    "holdem-bonus": ["bet", "bet", "bet"],
    "stud-235": ["raise", "raise"],
}
MOST: Final = [
    ("run-em-twice", {}, 3300),
    ("run-em-twice", {"low_ace": "never"}, 3300),
    ("criss-cross", {}, 3300),
    ("criss-cross", {"ante_pays": "table"}, 3900),
    ("holdem-bonus", {}, 5),
    ("stud-235", {}, 1101),
    ("stud-235", {"low_ace": "all"}, 1101),
]


def rules_of(game: str, readings: dict[str, str] | None = None) -> Rules:
    return resolve(find_game(game), {"readings": readings or {}})


@pytest.mark.parametrize(("game", "readings", "most"), MOST)
def test_most_of_the_four_games(game: str, readings: dict[str, str], most: int) -> None:
    assert most_minimums(rules_of(game, readings)) == most


@pytest.mark.parametrize(
    ("game", "cents", "limit"),
    [
        ("run-em-twice", 500, 5_000_000),
        ("run-em-twice", 1515, 5_000_000),  # 3,300 minimums are $49,995
        ("run-em-twice", 1516, 5_002_800),
        ("criss-cross", 10_000, 33_000_000),
        ("holdem-bonus", 1_000_000, 5_000_000),
        ("holdem-bonus", 1_000_001, 5_000_005),
        ("stud-235", 4541, 5_000_000),  # 1,101 minimums are $49,996.41
        ("stud-235", 4542, 5_000_742),
    ],
)
def test_limit_is_the_greater_one(game: str, cents: int, limit: int) -> None:
    assert payout_limit(resolve(find_game(game), minimum(cents))) == limit


@cache
def scope_of(game: str, ante_pays: str) -> tuple[str, ...]:
    return rules_of(game, {"ante_pays": ante_pays} if game == "criss-cross" else {}).limit.scope


def won(game: str, cards: Json, readings: dict[str, str] | None = None) -> int:
    """What seat 1 wins by the oracle with a cent on each required wager and the largest raises."""
    scope = scope_of(game, (readings or {}).get("ante_pays", "even"))
    told = oracle(
        {
            "game": game,
            "submission": {"readings": readings or {}},
            "cards": cards,
            "seats": {
                "1": {"wagers": dict.fromkeys(REQUIRED[game], 1), "decisions": LARGEST[game]}
            },
        }
    )
    results: dict[str, Json] = told["seats"]["1"]["wagers"]
    return sum(
        wager["credit"] - wager["stake"]
        for key, wager in results.items()
        if key in scope and wager["outcome"] == "win"
    )


@pytest.mark.parametrize(
    ("game", "readings", "most"),
    [
        ("run-em-twice", {}, 3300),
        ("criss-cross", {}, 3300),
        ("criss-cross", {"ante_pays": "table"}, 3900),
    ],
)
def test_every_cross_of_the_seven_highest_spades(
    game: str, readings: dict[str, str], most: int
) -> None:
    """All deals of 8 to ace of spades: the best of them wins M."""
    best = 0
    for left, right, top, bottom, center, *hole in permutations([r + "s" for r in "89TJQKA"]):
        if left < right and top < bottom and hole[0] < hole[1]:  # the order in a line is nothing
            cards = {"left": left, "right": right, "top": top, "bottom": bottom, "center": center}
            best = max(best, won(game, cards | {"holes": {"1": hole}}, readings))
    assert best == most


def test_every_stud_hand_of_royal_cards() -> None:
    """All deals of ten to ace of spades and jack to ace of hearts: the best of them wins M."""
    best = 0
    for *hole, one, other in permutations(
        ["Ts", "Js", "Qs", "Ks", "As", "Jh", "Qh", "Kh", "Ah"], 5
    ):
        if one < other:
            cards = {"community": [one, other], "holes": {"1": hole}}
            best = max(best, won("stud-235", cards))
    assert best == 1101


@pytest.mark.parametrize("game", GAMES)
def test_no_sampled_deal_wins_more(game: str) -> None:
    """Thousands of deals, rich in runs and quads: none wins more than M."""
    most = most_minimums(rules_of(game))
    best = 0
    for seed in range(1000):
        dealt = random_of(game, seed)
        if dealt.get("void"):
            continue
        hole = next(iter(dealt["cards"]["holes"].values()))
        best = max(best, won(game, dealt["cards"] | {"holes": {"1": hole}}))
    assert best <= most
    assert best >= most // 3  # and the sample comes near enough to mean something


# Made-up games, whose M can be worked out by hand.


def test_one_line_alone() -> None:
    """Only the first line in scope: a royal at three times."""
    rules = rules_of("criss-cross")
    alone = replace(rules, limit=replace(rules.limit, scope=("across",)))
    assert most_minimums(alone) == 1500
    without = replace(rules, limit=replace(rules.limit, scope=("down", "middle")))
    assert most_minimums(without) == 3000


def test_antes_alone() -> None:
    """Two antes at even money."""
    rules = rules_of("run-em-twice")
    antes = replace(rules, limit=replace(rules.limit, scope=("ante_1", "ante_2")))
    assert most_minimums(antes) == 2


def test_smaller_raises() -> None:
    """Raises of one ante: 500 + 100 + 500."""
    rules = rules_of("criss-cross")
    streets = tuple(replace(street, asks={"fold": "fold", "1x": 1}) for street in rules.streets)
    assert most_minimums(replace(rules, streets=streets)) == 1100


@pytest.mark.parametrize(
    ("hand", "most"),
    [
        ("four of a kind", 1 + 10 + 600 + 10 + 600),  # beside a pair and three of a kind
        ("flush", 1 + 50 + 600 + 50 + 600),  # ace, king, queen and two lower cards of the suit
    ],
)
def test_another_hand_on_top(hand: str, most: int) -> None:
    """Five cards of this hand at 600 to 1 would be worth more than a royal."""
    rules = rules_of("stud-235")

    def dearer(pays: PaidBy) -> PaidBy:
        if not isinstance(pays, ByTable) or pays.hand != "five":
            return pays
        table = pays.table
        lines = tuple(replace(x, odds=600) if x.name == hand else x for x in table.lines)
        return replace(pays, table=replace(table, lines=lines))

    required = tuple(replace(wager, pays=dearer(wager.pays)) for wager in rules.required)
    raises = tuple(replace(wager, pays=dearer(wager.pays)) for wager in rules.raises)
    assert most_minimums(replace(rules, required=required, raises=raises)) == most
