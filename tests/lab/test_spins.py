"""The Bonus Wheel: frequencies, amounts, and what spins of others pay."""

from fractions import Fraction
from itertools import combinations
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, Card, cards, rank
from pitboss.games import GAMES
from pitboss.games.maryland.criss_cross import (
    EXAMPLE_WHEEL_A,
    EXAMPLE_WHEEL_B,
    EXAMPLE_WHEEL_C_AND_D,
)
from pitboss.games.payoffs import Wheel
from pitboss.lab.side_returns import SpinReturn, solve_side_wager
from pitboss.settle import Round, Seat, settle
from pitboss.submission import Rules, resolve
from tests.small_decks import deck_of_ranks

Json = dict[str, Any]

PAIR: Final = Fraction(1, 17)
WHEELS: Final = {
    "A": EXAMPLE_WHEEL_A,
    "B": EXAMPLE_WHEEL_B,
    "C": EXAMPLE_WHEEL_C_AND_D,
    "D": EXAMPLE_WHEEL_C_AND_D,
}
JACKPOT: Final = {"A": 100_000, "B": 100_000, "C": 500_000, "D": 500_000}
WAGER: Final = {"A": 100, "B": 100, "C": 500, "D": 500}
COMMUNITY: Final = {
    "A": {"$100": 2_000, "$50": 1_000, "$15": 300},
    "B": {"$100": 2_500, "$40": 1_000, "$15": 300},
    "C": {"$500": 10_000, "$200": 5_000, "$25": 1_500},
    "D": {"$500": 10_000, "$200": 5_000, "$25": 1_500},
}


def rules_of(letter: str, **keys: Any) -> Rules:  # noqa: ANN401
    return resolve(GAMES["criss-cross"], {"wagers": {"bonus_spin": {"paytable": letter} | keys}})


def spin_of(rules: Rules) -> Wheel:
    (spin,) = (side.pays for side in rules.sides if isinstance(side.pays, Wheel))
    return spin


def spin_return(rules: Rules, deck: tuple[Card, ...] = DECK) -> SpinReturn:
    (side,) = (side for side in rules.sides if side.key == "bonus_spin")
    result = solve_side_wager(rules, side, deck)
    assert isinstance(result, SpinReturn)
    return result


def sum_of(letter: str, symbol: str) -> int:
    return JACKPOT[letter] if symbol == "jackpot" else 100 * int(symbol[1:])


@pytest.mark.parametrize("letter", WHEELS)
def test_the_example_wheels(letter: str) -> None:
    result, wheel, wager = spin_return(rules_of(letter)), WHEELS[letter], WAGER[letter]
    assert sum(wheel.values()) == 1_000
    mean = Fraction(sum(sum_of(letter, symbol) * n for symbol, n in wheel.items()), 1_000)
    assert (result.mean_spin, result.wager) == (mean, wager)
    assert result.ev == PAIR * mean / wager - 1
    assert result.hit_chance == PAIR
    assert result.stops == {symbol: Fraction(n, 1_000) for symbol, n in wheel.items()}
    assert {x.name: x.combinations for x in result.lines} == {
        symbol: 78 * n for symbol, n in wheel.items()
    } | {"all others": 1_248_000}
    assert result.deals == 1_326_000
    others = sum(wheel.get(symbol, 0) * y for symbol, y in COMMUNITY[letter].items())
    assert result.community == tuple(n * PAIR * Fraction(others, 1_000) / wager for n in range(6))


def test_the_default_wheel() -> None:
    assert spin_return(rules_of("D")).mean_spin == 6_163


def test_a_prize_below_the_stake_is_a_hit() -> None:
    result = spin_return(rules_of("A", fixed_prize=1))
    assert result.lines[0].net == Fraction(-99, 100)
    assert result.hit_chance == PAIR


@given(
    st.sampled_from("ABCD"),
    st.lists(st.integers(1, 10**6), min_size=15, max_size=15),
    st.sets(st.integers(0, 12), max_size=12),
    st.sampled_from(["A", "29A", "TJQKA", "23456789TJQKA"]),
)
def test_laws(letter: str, stops: list[int], dropped_stops: set[int], ranks: str) -> None:
    symbols = [stop.name for stop in spin_of(rules_of(letter)).wheel]
    wheel = [
        {"symbol": symbol, "stops": n}
        for i, (symbol, n) in enumerate(zip(symbols, stops, strict=False))
        if i not in dropped_stops
    ]
    deck = deck_of_ranks(ranks)
    result = spin_return(rules_of(letter, wheel=wheel), deck)
    assert sum(x.combinations for x in result.lines) == result.deals
    assert sum(x.returns for x in result.lines) == result.ev
    assert sum(result.stops.values()) == 1
    pair = Fraction(3, len(deck) - 1)
    assert result.hit_chance == pair
    assert result.ev == pair * result.mean_spin / result.wager - 1


@given(st.sampled_from("BD"), st.integers(0, 10**9))
def test_the_meter_moves_the_mean_by_the_chance_of_the_jackpot(letter: str, more: int) -> None:
    before = spin_return(rules_of(letter))
    after = spin_return(rules_of(letter, meters={"meter": {"start": JACKPOT[letter] + more}}))
    assert after.mean_spin - before.mean_spin == Fraction(more, 1_000)
    assert after.ev - before.ev == PAIR * Fraction(more, 1_000) / WAGER[letter]


@pytest.mark.parametrize("letter", WHEELS)
def test_every_spin_of_a_small_deck(letter: str) -> None:
    """All two-card hands and stops go through settlement, with another player at the table."""
    rules, deck, wager = rules_of(letter), deck_of_ranks("QKA"), WAGER[letter]
    board = dict(
        zip(("left", "right", "top", "bottom", "center"), cards("2c 3d 5h 7s 9c"), strict=True)
    )
    table = {place: (card,) for place, card in board.items()}
    stakes = {"ante_across": 100, "ante_down": 100, "bonus_spin": wager}
    shows = {name: meter.start - meter.fed_by(2 * wager) for name, meter in rules.meters.items()}
    winnings = community = deals = 0
    for two in combinations(deck, 2):
        for stop in spin_of(rules).wheel:
            symbol_won = stop.name if rank(two[0]) == rank(two[1]) else None
            seats = {1: Seat(stakes, ["fold"]), 2: Seat(stakes, ["fold"], spin=symbol_won)}
            progress = settle(rules, Round(table, {1: cards("2d 4c"), 2: two}, seats, shows)).seats
            winnings += progress[2].wagers["bonus_spin"].credit * stop.stops
            community += progress[1].community_pay * stop.stops
            deals += stop.stops
    result = spin_return(rules, deck)
    assert result.deals == deals
    assert result.ev == Fraction(winnings, deals * wager) - 1
    assert result.community[1] == Fraction(community, deals * wager)
