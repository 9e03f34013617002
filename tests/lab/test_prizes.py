"""Progressives: returns at the start of the meters, envy, break-even."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pitboss.cards import DECK, Card
from pitboss.games import GAMES
from pitboss.games.payoffs import Progressive
from pitboss.games.paytables import Share
from pitboss.hands import ranking
from pitboss.lab.side_returns import ProgressiveReturn, solve_side_wager
from pitboss.settle import Round, Seat, settle
from pitboss.submission import Rules, resolve
from tests.small_decks import deck_of_ranks

Json = dict[str, Any]

HANDS: Final = 2_598_960
FIXED: Final = Fraction(624 * 300 + 3_744 * 50 + 5_108 * 40 + 10_200 * 30 + 54_912 * 9, HANDS)
FIXED_OF_D: Final = FIXED - Fraction(624 * 300, HANDS)
SMALL: Final = deck_of_ranks("9TJQKA")
TOP: Final = {"A": "meter", "B": "meter", "C": "major", "D": "mega"}
ALL_TABLES: Final = [
    (game, letter, wager, hand)
    for game, hands in (
        ("run-em-twice", ("first-run", "community", "best-of-runs")),
        ("stud-235", (None,)),
    )
    for letter in TOP
    for wager in (100, 500)
    for hand in hands
]


def rules_of(
    game: str, letter: str = "A", wager: int = 100, hand: str | None = None, **meters: Json
) -> Rules:
    submission: Json = {"paytable": letter, "wager": wager, "meters": meters}
    readings = {"readings": {"progressive_hand": hand}} if hand else {}
    return resolve(GAMES[game], {"wagers": {"progressive": submission}} | readings)


def progressive_return(rules: Rules, deck: tuple[Card, ...] = DECK) -> ProgressiveReturn:
    (side,) = (side for side in rules.sides if side.key == "progressive")
    result = solve_side_wager(rules, side, deck)
    assert isinstance(result, ProgressiveReturn)
    return result


def fives(deck: tuple[Card, ...]) -> Counter[tuple[Card, ...]]:
    """Yield five-card hands, one for all hands of the same strength."""
    strength, kickers = ranking(5, low_ace=True).strength, dict[int, tuple[Card, ...]]()
    return Counter(kickers.setdefault(strength(five), five) for five in combinations(deck, 5))


# Figures


@pytest.mark.parametrize("game", ["run-em-twice", "stud-235"])
@pytest.mark.parametrize("wager", [100, 500])
def test_the_default_table(game: str, wager: int) -> None:
    result = progressive_return(rules_of(game, wager=wager))
    assert result.royal_flush == Fraction(1, 649_740)
    assert result.straight_flush == Fraction(36, HANDS)
    assert result.four_of_a_kind == Fraction(624, HANDS)
    assert result.fixed_return == FIXED == Fraction(86_183, 162_435)
    # $10,000 for four hands and $1,000 for 36.
    assert result.ev == FIXED + Fraction(4 * 1_000_000 + 36 * 100_000, HANDS * wager) - 1
    # $1,000 and $300 for a wager of $1, five times that for $5.
    one_prize = Fraction(4 * 1_000 + 36 * 300, HANDS)
    assert result.envy == tuple(n * one_prize for n in range(6))
    # The meter counts whole four times, and a tenth of it 36 times.
    even = [(1 - FIXED - n * one_prize) * wager * HANDS / (4 + Fraction(36, 10)) for n in range(6)]
    assert result.break_even_meter == tuple(even)
    assert (result.top, result.wager) == ("meter", wager)
    assert [(x.name, x.pays, x.combinations) for x in result.lines] == [
        ("royal flush", "100% of the meter", 4),
        ("straight flush", "10% of the meter", 36),
        ("four of a kind", "300 for 1", 624),
        ("full house", "50 for 1", 3_744),
        ("flush", "40 for 1", 5_108),
        ("straight", "30 for 1", 10_200),
        ("three of a kind", "9 for 1", 54_912),
        ("all others", "loses", 2_524_332),
    ]
    assert result.hit_chance == Fraction(HANDS - 2_524_332, HANDS)


def test_several_meters() -> None:
    """Table C: the minor meter pays straight flushes.

    Table D: another meter pays four of a kind."""
    c = progressive_return(rules_of("stud-235", "C", minor={"start": 700_000, "reset": 200_000}))
    assert c.fixed_return == FIXED
    assert c.ev == FIXED + Fraction(4 * 1_000_000 + 36 * 700_000, HANDS * 100) - 1
    rest = FIXED + Fraction(36 * 200_000, HANDS * 100)
    assert c.break_even_meter[0] == (1 - rest) * 100 * HANDS / 4
    d = progressive_return(rules_of("run-em-twice", "D", minor={"start": 50_000, "reset": 30_000}))
    assert d.fixed_return == FIXED_OF_D
    at_start = Fraction(4 * 1_000_000 + 36 * 100_000 + 624 * 50_000, HANDS * 100)
    assert d.ev == FIXED_OF_D + at_start - 1
    rest = FIXED_OF_D + Fraction(36 * 100_000 + 624 * 30_000, HANDS * 100)
    assert d.break_even_meter[0] == (1 - rest) * 100 * HANDS / 4
    assert d.shares == {
        "mega": Fraction(4, HANDS),
        "major": Fraction(36, HANDS),
        "minor": Fraction(624, HANDS),
    }


def test_a_tenth_is_paid_in_whole_cents() -> None:
    """A tenth of $10,000.19 is $1,000.01; `ev_at` counts the nine tenths of a cent as well."""
    result = progressive_return(rules_of("stud-235", meter={"start": 1_000_019}))
    assert [(x.net + 1) * 100 for x in result.lines[:2]] == [1_000_019, 100_001]
    total_loss = Fraction(36, HANDS) * Fraction(9, 10) / 100
    assert result.ev_with_meters({"meter": 1_000_019}) - result.ev == total_loss


def test_the_better_of_two_runs_returns_more_than_all() -> None:
    result = progressive_return(rules_of("run-em-twice", hand="best-of-runs"))
    assert result.fixed_return > 1
    assert set(result.break_even_meter) == {0}
    # Both lines hold the center card, so they cannot both be royal.
    assert result.royal_flush == 2 * Fraction(1, 649_740)


def test_the_top_meter_is_the_first_one_won_in_full() -> None:
    rules = rules_of("stud-235", "C")
    (side,) = (side for side in rules.sides if side.key == "progressive")
    assert isinstance(side.pays, Progressive)
    royal, *lines = side.pays.prizes.lines
    table = replace(side.pays.prizes, lines=(replace(royal, prize=Share(10, "major")), *lines))
    pays = replace(side.pays, prizes=table)
    result = progressive_return(replace(rules, sides=(replace(side, pays=pays),)))
    assert result.top == "minor"
    rest = FIXED + Fraction(4 * 100_000, HANDS * 100)
    assert result.break_even_meter[0] == (1 - rest) * 100 * HANDS / 36


def test_a_deck_without_a_royal_has_no_break_even() -> None:
    result = progressive_return(rules_of("stud-235", "C"), deck_of_ranks("23456789"))
    assert result.royal_flush == 0 < result.straight_flush
    assert result.break_even_meter == ()


@pytest.mark.parametrize("low_ace", [True, False])
def test_every_hand_of_a_small_deck(low_ace: bool) -> None:
    """The same figures are computed hand by hand through settlement."""
    deck = deck_of_ranks("23459A" if low_ace else "9TJQKA")
    rules = rules_of("stud-235", "D", 500)
    shows = {
        name: meter.start - meter.fed_by(500) for name, meter in rules.meters.items()
    }  # so that the wager itself raises it to its start
    required = dict.fromkeys((wager.key for wager in rules.required), 100)
    seat = Seat(required | {"progressive": 500}, ["check", "check"])
    credits: Counter[int] = Counter()
    for five, n in fives(deck).items():
        progress = settle(rules, Round({"community": five[3:]}, {1: five[:3]}, {1: seat}, shows))
        credits[progress.seats[1].wagers["progressive"].credit] += n
    result = progressive_return(rules, deck)
    assert result.ev == Fraction(sum(x * n for x, n in credits.items()), credits.total() * 500) - 1
    assert result.hit_chance == Fraction(credits.total() - credits[0], credits.total())


# Laws


@pytest.mark.parametrize(("game", "letter", "wager", "hand"), ALL_TABLES)
def test_laws(game: str, letter: str, wager: int, hand: str | None) -> None:
    rules = rules_of(game, letter, wager, hand)
    result = progressive_return(rules, deck_of_ranks("89TJQKA") if hand == "best-of-runs" else DECK)
    starts = {name: meter.start for name, meter in rules.meters.items()}
    assert result.ev == result.ev_with_meters(starts)
    assert result.top == TOP[letter]
    assert result.fixed_return + sum(
        x.probability * (x.net + 1) for x in result.lines if "meter" in x.pays
    ) == (result.ev + 1)
    assert result.envy[0] == 0
    assert [n * result.envy[1] for n in range(rules.seats)] == list(result.envy)
    assert len(result.break_even_meter) == rules.seats
    assert sorted(result.break_even_meter, reverse=True) == list(result.break_even_meter)
    for others, even in enumerate(result.break_even_meter):
        ev = result.ev_with_meters(result.resets | {TOP[letter]: even}, others)
        assert ev == 0 or (even == 0 and ev > 0)


@given(
    st.sampled_from([(game, letter, wager) for game, letter, wager, _ in ALL_TABLES]),
    st.integers(1, 10**8),
    st.integers(0, 5),
    st.data(),
)
def test_a_meter_moves_the_expectation_by_its_share(
    table: tuple[str, str, int], more: int, others: int, data: st.DataObject
) -> None:
    game, letter, wager = table
    rules = rules_of(game, letter, wager)
    name = data.draw(st.sampled_from(sorted(rules.meters)))
    meter = rules.meters[name]
    before = progressive_return(rules, SMALL)
    meter_changes = {name: {"start": meter.start + 1_000 * more}}
    after = progressive_return(rules_of(game, letter, wager, None, **meter_changes), SMALL)
    assert after.ev - before.ev == before.shares[name] * 1_000 * more / wager
    assert after.break_even_meter == before.break_even_meter
    starts = {name: meter.start for name, meter in rules.meters.items()}
    raise_value = before.ev_with_meters(starts | {name: meter.start + more}, others)
    assert raise_value - before.ev_with_meters(starts, others) == before.shares[name] * more / wager


@settings(max_examples=30)
@given(st.sampled_from("CD"), st.sampled_from([100, 500]), st.integers(0, 10**7))
def test_a_meter_at_the_break_even_is_fair(letter: str, wager: int, reset: int) -> None:
    """A cent below it the house is ahead; from it on the player is."""
    minor = {"start": 10**6 + reset, "reset": 10**6 + reset}
    even = progressive_return(rules_of("stud-235", letter, wager, minor=minor)).break_even_meter[0]
    for cents in (int(even), -int(-even // 1)):
        if cents >= 1_000_000:
            top = {TOP[letter]: {"start": cents, "reset": 1_000_000}}
            ev = progressive_return(
                rules_of("stud-235", letter, wager, None, minor=minor, **top)
            ).ev
            assert (ev > 0) - (ev < 0) == (cents > even) - (cents < even)


def test_envy_is_what_settlement_pays() -> None:
    """Another player is dealt five random cards; the hand counts, not the stakes."""
    rules, deck = rules_of("stud-235", "A", 500), deck_of_ranks("9TJQKA")
    required = dict.fromkeys((wager.key for wager in rules.required), 100)
    seat = Seat(required | {"progressive": 500}, ["check", "check"])
    brought, hands = 0, fives(deck)
    for five, n in hands.items():
        spare = [c for c in DECK if c not in five][:3]
        dealt = Round({"community": five[3:]}, {1: spare, 2: five[:3]}, {1: seat, 2: seat})
        brought += settle(rules, dealt).seats[1].envy * n
    assert progressive_return(rules, deck).envy[1] == Fraction(brought, hands.total() * 500)
