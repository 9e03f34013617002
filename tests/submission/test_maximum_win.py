"""The most that the wagers under the payout limit can win, each at its minimum."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from typing import Any, Final, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.cards import DECK, Card, rank, suit
from pitboss.games import find_game
from pitboss.games.grammar import FOLD
from pitboss.games.payoffs import ByTable, Cases, HoleCards, Payoff
from pitboss.games.paytables import Paytable, cards_table
from pitboss.hands import Order, ranking
from pitboss.settle import payout_limit
from pitboss.submission import Rules, SubmissionRefused, payout_limits, resolve
from pitboss.submission import payout_limits as most_module
from pitboss.submission.payout_limits import (
    MAX_DEALS,
    max_winnings,
    max_winnings_at_minimums,
    minimum_stakes,
)
from tests.oracle import settle as oracle
from tests.settle.round_lines import GAMES, REQUIRED, Json, minimum, random_of

LARGEST: Final = {
    "run-em-twice": ["3x", "3x", "3x"],
    "criss-cross": ["3x", "3x", "3x"],
    "holdem-bonus": ["bet", "bet", "bet"],
    "stud-235": ["raise", "raise"],
}
SIDE: Final = {"holdem-bonus": "bonus", "stud-235": "win_em_all"}
MOST: Final = [
    ("run-em-twice", {}, 3300, 0),
    ("run-em-twice", {"low_ace": "never"}, 3300, 0),
    ("criss-cross", {}, 3300, 0),
    ("criss-cross", {"ante_pays": "table"}, 3900, 0),
    ("holdem-bonus", {}, 5, 1000),
    ("stud-235", {}, 1101, 12),
    ("stud-235", {"low_ace": "all"}, 1101, 12),
]
"""In table minimums, and in minimums of the side wager in scope."""


def rules_of(
    game: str, readings: dict[str, str] | None = None, table: int = 1, side: int = 1
) -> Rules:
    """Return the rules of a game with these minimums, in cents."""
    wagers = {SIDE[game]: {"minimum": side}} if game in SIDE else {}
    submission_ = {"readings": readings or {}, "table": {"minimum": table}, "wagers": wagers}
    return resolve(find_game(game), submission_)


def most(rules: Rules) -> int:
    return max_winnings_at_minimums(rules).winnings


@pytest.mark.parametrize(("game", "readings", "tables", "sides"), MOST)
def test_most_of_the_four_games(
    game: str, readings: dict[str, str], tables: int, sides: int
) -> None:
    assert most(rules_of(game, readings)) == tables + sides
    assert most(rules_of(game, readings, 500, 100)) == 500 * tables + 100 * sides
    assert most(rules_of(game, readings, 700, 1300)) == 700 * tables + 1300 * sides


@pytest.mark.parametrize("game", SIDE)
def test_a_side_wager_that_is_not_offered_does_not_count(game: str) -> None:
    without = {"wagers": {SIDE[game]: {"offered": False}}, "table": {"minimum": 1}}
    assert most(resolve(find_game(game), without)) == {"holdem-bonus": 5, "stud-235": 1101}[game]


@pytest.mark.parametrize(
    ("game", "table", "side", "cents"),
    [
        ("run-em-twice", 500, 0, 5_000_000),
        ("run-em-twice", 1515, 0, 5_000_000),  # 3,300 minimums are $49,995
        ("run-em-twice", 1516, 0, 5_002_800),
        ("criss-cross", 10_000, 0, 33_000_000),
        ("holdem-bonus", 500, 4997, 5_000_000),  # $25 and a thousand of $49.97 are $49,995
        ("holdem-bonus", 500, 4998, 5_000_500),
        ("holdem-bonus", 980_000, 100, 5_000_000),
        ("holdem-bonus", 980_001, 100, 5_000_005),
        ("stud-235", 4540, 100, 5_000_000),  # 1,101 minimums and twelve are $49,997.40
        ("stud-235", 4540, 122, 5_000_004),
        ("stud-235", 4541, 100, 5_000_841),
    ],
)
def test_limit_is_the_greater_one(game: str, table: int, side: int, cents: int) -> None:
    wagers = {SIDE[game]: {"minimum": side}} if side else {}
    assert payout_limit(resolve(find_game(game), minimum(table) | {"wagers": wagers})) == cents


# The operator's own limit

OWN: Final = {
    "run-em-twice": "RET 12.C",
    "criss-cross": "CCP 12.B",
    "holdem-bonus": "THB 2.B(7)(b)",
    "stud-235": "235 2.B(9)",
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cents", [500, 123_456, 5_000_000])
def test_a_lower_limit_is_in_force(game: str, cents: int) -> None:
    rules = resolve(find_game(game), {"table": {"payout_limit": cents}})
    assert payout_limit(rules) == cents
    assert rules.cite(rules.limit.clause) == OWN[game]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("cents", "problem"),
    [
        (499, "is $4.99, below the table minimum of $5"),
        (5_000_001, "is $50,000.01 but must be at most $50,000"),
        (0, "is $0 but must be at least $0.01"),
        ("much", "is 'much' but must be a whole number of cents"),
    ],
)
def test_another_limit_is_a_fault(game: str, cents: object, problem: str) -> None:
    with pytest.raises(SubmissionRefused) as refused:
        resolve(find_game(game), {"table": {"payout_limit": cents}})
    [fault] = refused.value.faults
    assert (fault.path, fault.sentence, fault.clause) == ("table.payout_limit", problem, OWN[game])


def test_a_high_minimum_allows_a_higher_limit() -> None:
    """It may be as high as what the wagers could win at their minimums."""
    high = {"minimum": 10_000, "payout_limit": 33_000_000}
    assert payout_limit(resolve(find_game("run-em-twice"), {"table": high})) == 33_000_000
    with pytest.raises(SubmissionRefused, match=r"must be at most \$330,000 \[RET 12.C\]"):
        resolve(find_game("run-em-twice"), {"table": high | {"payout_limit": 33_000_001}})


def test_without_a_limit_of_its_own_the_hash_is_unchanged() -> None:
    """Stored rounds contain the hash of their rules."""
    rules = resolve(find_game("criss-cross"))
    assert b"payout_limit" not in msgspec.json.encode(rules)
    lower = resolve(find_game("criss-cross"), {"table": {"payout_limit": 4_000_000}})
    assert lower.hash != rules.hash


# Deals, by the oracle


@cache
def scope_of(game: str, ante_pays: str) -> tuple[str, ...]:
    return rules_of(game, {"ante_pays": ante_pays} if game == "criss-cross" else {}).limit.scope


def oracle_win(game: str, cards: Json, readings: dict[str, str] | None = None) -> int:
    """Return what seat 1 wins by the oracle with a cent on each wager and the largest raises."""
    scope = scope_of(game, (readings or {}).get("ante_pays", "even"))
    wagers = dict.fromkeys(REQUIRED[game], 1) | ({SIDE[game]: 1} if game in SIDE else {})
    progress = oracle(
        {
            "game": game,
            "submission": {"readings": readings or {}},
            "cards": cards,
            "seats": {"1": {"wagers": wagers, "decisions": LARGEST[game]}},
        }
    )
    results: dict[str, Json] = progress["seats"]["1"]["wagers"]
    return sum(
        wager["credit"] - wager["stake"]
        for key, wager in results.items()
        if key in scope and wager["outcome"] == "win"
    )


@pytest.mark.parametrize(
    ("game", "readings", "minimums"),
    [
        ("run-em-twice", {}, 3300),
        ("criss-cross", {}, 3300),
        ("criss-cross", {"ante_pays": "table"}, 3900),
    ],
)
def test_every_cross_of_the_seven_highest_spades(
    game: str, readings: dict[str, str], minimums: int
) -> None:
    """The best deal of all crosses from the 8 to ace of spades wins M."""
    best = 0
    for left, right, top, bottom, center, *hole in permutations([r + "s" for r in "89TJQKA"]):
        if left < right and top < bottom and hole[0] < hole[1]:  # order in a line does not matter
            cards = {"left": left, "right": right, "top": top, "bottom": bottom, "center": center}
            best = max(best, oracle_win(game, cards | {"holes": {"1": hole}}, readings))
    assert best == minimums


def test_every_stud_hand_of_royal_cards() -> None:
    """The best deal from the ten to ace of spades and jack to ace of hearts wins M."""
    best = 0
    for *hole, permutation, other in permutations(
        ["Ts", "Js", "Qs", "Ks", "As", "Jh", "Qh", "Kh", "Ah"], 5
    ):
        if permutation < other:
            cards = {"community": [permutation, other], "holes": {"1": hole}}
            best = max(best, oracle_win("stud-235", cards))
    assert best == 1101 + 12


def test_aces_against_aces_with_a_flush() -> None:
    """This is the hold 'em deal that wins M."""
    board = {"flop": ["2s", "5s", "8s"], "turn": "Ts", "river": "Kd"}
    cards = board | {"dealer": ["Ac", "Ad"], "holes": {"1": ["As", "Ah"]}}
    assert oracle_win("holdem-bonus", cards) == 5 + 1000


def test_kings_against_kings() -> None:
    rules = rules_of("holdem-bonus")
    table = cards_table("pair of kings against a pair of kings  700 to 1\na pair  3 to 1")
    bonus = replace(rules.sides[0], pays=HoleCards(table, against="dealer"))
    result = max_winnings_at_minimums(replace(rules, sides=(bonus,)))
    assert (result.winnings, result.is_exact) == (5 + 700, True)


@pytest.mark.parametrize("game", GAMES)
def test_no_sampled_deal_wins_more(game: str) -> None:
    """Thousands of deals with many straights and four of a kind are tried."""
    greatest = most(rules_of(game))
    best = 0
    for seed in range(1000):
        dealt = random_of(game, seed)
        if dealt.get("void"):
            continue
        hole = next(iter(dealt["cards"]["holes"].values()))
        best = max(best, oracle_win(game, dealt["cards"] | {"holes": {"1": hole}}))
    assert best <= greatest
    assert best >= greatest // 3  # and the sample must come close enough to be meaningful


# Made-up games whose M can be worked out by hand


def test_one_line_alone() -> None:
    """Only the first line is in scope: a royal flush with a 3x raise."""
    rules = rules_of("criss-cross")
    alone = replace(rules, limit=replace(rules.limit, scope=("across",)))
    assert most(alone) == 1500
    without = replace(rules, limit=replace(rules.limit, scope=("down", "middle")))
    assert most(without) == 3000


def test_antes_alone() -> None:
    """Two antes pay even money."""
    rules = rules_of("run-em-twice")
    antes = replace(rules, limit=replace(rules.limit, scope=("ante_1", "ante_2")))
    assert most(antes) == 2


def test_smaller_raises() -> None:
    """Raises of one ante win 500 + 100 + 500."""
    rules = rules_of("criss-cross")
    streets = tuple(replace(street, choices={"fold": FOLD, "1x": 1}) for street in rules.streets)
    assert most(replace(rules, streets=streets)) == 1100


def paying(rules: Rules, new_rules: Any) -> Rules:  # noqa: ANN401
    """Return rules in which a function has changed every payoff."""
    return replace(
        rules,
        required=tuple(replace(wager, pays=new_rules(wager.pays)) for wager in rules.required),
        raises=tuple(replace(wager, pays=new_rules(wager.pays)) for wager in rules.raises),
        sides=tuple(replace(wager, pays=new_rules(wager.pays)) for wager in rules.sides),
    )


@pytest.mark.parametrize(
    ("hand", "minimums"),
    [
        ("four of a kind", 1 + 10 + 600 + 10 + 600),  # together with a pair and three of a kind
        ("flush", 1 + 50 + 600 + 50 + 600),  # ace, king, queen and two lower cards of the suit
    ],
)
def test_another_top_hand(hand: str, minimums: int) -> None:
    """Five cards of this hand at 600 to 1 would be worth more than a royal flush."""

    def dearer(pays: Payoff) -> Payoff:
        if not isinstance(pays, ByTable) or pays.hand != "five":
            return pays
        table = pays.table
        lines = tuple(replace(x, odds=600) if x.name == hand else x for x in table.lines)
        return replace(pays, table=replace(table, lines=lines))

    assert most(paying(rules_of("stud-235"), dearer)) == minimums + 12


def test_low_royals() -> None:
    """Royal and straight flush pay 1 to 1: quads and a full house are the best two lines."""

    def lower(pays: Payoff) -> Payoff:
        if not isinstance(pays, ByTable):
            return pays
        lines = tuple(replace(x, odds=min(x.odds, 1)) for x in pays.table.lines[:2])
        return replace(pays, table=replace(pays.table, lines=lines + pays.table.lines[2:]))

    assert most(paying(rules_of("criss-cross"), lower)) == 3 * 40 + 3 * 12 + 3 * 40


# Random paytables, in any order, compared with every deal


def random_paytables(rules: Rules, rng: random.Random) -> Rules:
    """Return rules with random odds, in one table for all wagers or one for each."""
    odds = rng.choice(((-1, 0, 1), (0, 0, 0, 1, 2, 100), (1, 1000), (0,) * 9 + (1,), range(999)))
    is_shared = rng.random() < 0.4
    seed = rng.random()

    def at_random(pays: Payoff) -> Payoff:
        some = random.Random(seed) if is_shared else rng
        match pays:
            case ByTable() | HoleCards():
                lines = tuple(replace(x, odds=some.choice(odds)) for x in pays.table.lines)
                return replace(pays, table=replace(pays.table, lines=lines))
            case Cases() if pays.needs:
                return pays.with_odds([rng.choice((1, 12, 5000))])
            case _:
                return pays

    return paying(rules, at_random)


def random_stakes(rules: Rules, rng: random.Random) -> dict[str, int]:
    return {
        key: cents * rng.choice((1, 1, 1, 7, 50)) for key, cents in minimum_stakes(rules).items()
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_search_takes_few_steps(game: str) -> None:
    """The number of steps is small for any paytables; `pitboss bench limit` measures the time."""
    rng = random.Random(f"steps {game}")
    readings = {"ante_pays": "table"} if game == "criss-cross" else {}
    rules = rules_of(game, readings, 500, 100)
    for _ in range(60):
        new_rules = random_paytables(rules, rng)
        steps = max_winnings(new_rules, random_stakes(new_rules, rng)).steps
        assert steps <= (MAX_DEALS if game == "holdem-bonus" else 6000)


class PossibleLines(NamedTuple):
    """Which lines can come up together: the two hands of a cross, or the three of stud."""

    crosses: set[tuple[int, int]]
    studs: set[tuple[int, int, int]]


def line_of(table: Paytable, strength: int, size: int) -> int:
    """Return the line that pays a hand, from the best, 0; a loss is one more than the last line."""
    lines, order = table.lines, Order(size)
    return next((i for i, x in enumerate(lines) if x.hand.covers(strength, order)), len(lines))


def three_cards() -> Iterator[tuple[Card, ...]]:
    """Yield three cards of every kind, with suits that can be swapped merged."""
    seen_so_far = set()
    for three in combinations(DECK, 3):
        names: dict[int, int] = {}
        sort = tuple((rank(c), names.setdefault(suit(c), len(names))) for c in three)
        if sort not in seen_so_far:
            seen_so_far.add(sort)
            yield three


@cache
def every_deal() -> PossibleLines:
    """Go through every deal: three shared cards, and all pairs that complete them."""
    table_of = {
        pays.hand: pays.table
        for game in ("criss-cross", "stud-235")
        for wager in rules_of(game).required
        if isinstance(pays := wager.pays, ByTable)
    }
    two, three, five = (ranking(size, low_ace=size == 5) for size in (2, 3, 5))
    line = {
        name: cache(lambda strength, name=name, size=size: line_of(table_of[name], strength, size))
        for name, size in (("across", 5), ("five", 5), ("three", 3), ("two", 2))
    }
    dealt = PossibleLines(set(), set())
    for shared_cards in three_cards():
        twos: dict[int, list[tuple[Card, Card]]] = {}
        fives = set()
        left = [c for c in DECK if c not in shared_cards]
        for more in combinations(left, 2):
            strength = five.strength(shared_cards + more)
            twos.setdefault(line["across"](strength), []).append(more)
            fives.add(line["five"](strength))
        for combination, other in combinations([*twos, *twos], 2):
            if (combination, other) not in dealt.crosses and any(
                not {*a} & {*b} for a in twos[combination] for b in twos[other]
            ):
                dealt.crosses.update({(combination, other), (other, combination)})
        third = line["three"](three.strength(shared_cards))
        for first in combinations(shared_cards, 2):
            second = line["two"](two.strength(first))
            dealt.studs.update((second, third, last) for last in fives)
    return dealt


def odds_at(pays: Payoff, line: int) -> int:
    assert isinstance(pays, ByTable)
    odds = pays.table.lines[line].odds if line < len(pays.table.lines) else -1
    assert isinstance(odds, int)
    return odds if pays.win is None else min(odds, 1)


def winnings(stakes: dict[str, int], odds: dict[str, int]) -> int:
    return sum(cents * max(0, odds[key]) for key, cents in stakes.items())


@pytest.mark.slow
@pytest.mark.parametrize("ante_pays", ["even", "table"])
def test_crosses_against_every_deal(ante_pays: str) -> None:
    """For each of many tables the best of all deals wins exactly M."""
    rng = random.Random(f"crosses {ante_pays}")
    rules = rules_of("criss-cross", {"ante_pays": ante_pays})
    for _ in range(150):
        new_rules = random_paytables(rules, rng)
        pays = {wager.key: wager.pays for wager in new_rules.wagers}
        stakes = random_stakes(new_rules, rng)

        best = 0
        for across, down in every_deal().crosses:
            lines = {"ante_across": across, "across": across, "ante_down": down, "down": down}
            lines["middle"] = min(across, down)  # the better hand
            odds = {key: odds_at(pays[key], lines[key]) for key in stakes}
            best = max(best, winnings(stakes, odds))
        assert max_winnings(new_rules, stakes).winnings == best


@pytest.mark.slow
def test_studs_against_every_deal() -> None:
    """For each of many tables the best of all deals wins exactly M."""
    rng = random.Random("studs")
    rules = rules_of("stud-235")
    for _ in range(150):
        new_rules = random_paytables(rules, rng)
        pays = {wager.key: wager.pays for wager in new_rules.wagers}
        stakes = random_stakes(new_rules, rng)

        best = 0
        for two, three, five in every_deal().studs:
            lines = {"two_card": two, "three_card": three, "five_card": five}
            lines |= {"raise_three": three, "raise_five": five}
            odds = {key: odds_at(pays[key], line) for key, line in lines.items()}
            all_win = min(odds[key] for key in REQUIRED["stud-235"]) > 0
            odds["win_em_all"] = int(pays["win_em_all"].top_odds) if all_win else -1
            best = max(best, winnings(stakes, odds))
        assert max_winnings(new_rules, stakes).winnings == best


HOLDINGS: Final = [
    *(f"pair of {word}" for word in ("aces", "kings", "10s", "2s")),
    *("ace-king suited", "7-2 unsuited", "5-4 suited", "9-2 suited", "ace-2 unsuited"),
    "ace of hearts and king of clubs",
    "pair of aces against a pair of aces",
]


@pytest.mark.parametrize("holding", HOLDINGS)
@pytest.mark.parametrize("pays_on", ["straight", "flush"])
def test_every_holding_can_beat_the_dealer(holding: str, pays_on: str) -> None:
    """Whatever the Bonus pays for, some deal wins it together with every other wager."""
    table = cards_table(f"(a)   {holding}   70 to 1", clause="12.B(1)")
    submission_ = {"wagers": {"ante": {"pays_on": pays_on}, "bonus": {"minimum": 1}}}
    rules = resolve(find_game("holdem-bonus"), submission_ | {"table": {"minimum": 1}})
    new_rules = paying(
        rules, lambda p: HoleCards(table, "dealer") if isinstance(p, HoleCards) else p
    )
    result = max_winnings(new_rules, minimum_stakes(new_rules))
    assert result.winnings == 5 + 70
    assert result.steps < MAX_DEALS  # a deal was found, so this is not merely the bound


def test_the_search_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payout_limits, "MAX_CACHED_SEARCHES", 3)
    monkeypatch.setattr(payout_limits, "_search_cache", {})
    for cents in range(100, 110):
        most(rules_of("holdem-bonus", table=101, side=cents))
        assert len(payout_limits._search_cache) <= 3


def test_a_search_that_gives_up_returns_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """No deal wins more than the bound, so no payout is cut because of it."""
    rules = rules_of("run-em-twice")
    monkeypatch.setattr(most_module, "MAX_STEPS", 10)
    assert max_winnings(rules, minimum_stakes(rules)).winnings >= 3300


def test_tables_and_first_cards_add_up_when_both_pay() -> None:
    """No deal of such a game exceeds its limit."""
    rules = rules_of("run-em-twice")
    both = replace(rules, limit=replace(rules.limit, scope=("run_1", "ultimate_pairs")))
    assert most(both) == 3 * 500 + 100 * 30  # a royal flush; aces at the minimum of $1
