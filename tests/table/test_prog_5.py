"""PROG-5: several winners are paid in the order of settlement, by what the meter shows then.

Seats are settled from the last to the first. All contributions are in the meter before anyone is
paid; a hit takes whole cents of what it shows, and the rest stays in it."""

from fractions import Fraction
from math import floor

import pytest

from pitboss.settle import Hit
from pitboss.table import Table
from pitboss.table import events as e

from .log_queries import events_of
from .round_scenes import JACKPOTS
from .tables import CCP, MACHINE, RET, STUD, Json, bet_and_lock, finish, seated_table

START, RESET = 1_234_567, 1_000_003
ODD = ["1/3", "1/7", "3/11", "1/10"]
RUNS = {"left": "Ts", "center": "Js", "right": "Qs", "top": "2d", "bottom": "7c"}
"""A board that makes a royal flush with As Ks and a straight flush with 9s 8s."""
LOW_RUNS = RUNS | {"left": "8s", "center": "9s", "right": "Ts"}
"""A board that makes two straight flushes, with 7s 6s and Qs Js."""


def progressive_filing(letter: str, rate: str, meter: str) -> Json:
    """Return a progressive with one odd meter."""
    running = {meter: {"start": START, "reset": RESET, "rate": rate}}
    return MACHINE | {"wagers": {"progressive": {"paytable": letter, "meters": running}}}


def play_round(table: Table, *seats: int, **sides: int) -> Table:
    """Play a whole round in which these seats make the same wagers."""
    bet_and_lock(table, *seats, **sides)
    finish(table)
    return table


def hits(table: Table) -> list[Hit]:
    """Return the payments from meters in the order of settlement."""
    return [hit for item in events_of(table, e.SeatSettled) for hit in item.hits]


def credited(table: Table, seat: int, key: str) -> int:
    """Return the credit of a wager."""
    return next(
        item.wagers[key].credit
        for item in events_of(table, e.SeatSettled)
        if item.seat == seat and key in item.wagers
    )


@pytest.mark.parametrize("rate", ODD)
@pytest.mark.parametrize("royal", [1, 5])
def test_prog_5_run_em_twice_a_royal_and_a_straight_flush(rate: str, royal: int) -> None:
    """The first seat settled is paid from the full meter: a tenth of it, or of the reset."""
    other = 6 - royal
    table = seated_table(
        RET,
        {royal: "As Ks", other: "9s 8s", 3: "4c 4d"},
        RUNS,
        submission=progressive_filing("A", rate, "meter"),
    )
    play_round(table, 1, 3, 5, progressive=100)
    full = START + 3 * 100 * Fraction(rate)
    if royal == 5:
        whole, left = floor(full), full - floor(full) + RESET
        tenth = floor(left / 10)
        left -= tenth
        paid = [(5, whole, RESET), (1, tenth, 0)]
    else:
        tenth = floor(full / 10)
        whole = floor(full - tenth)
        left = full - tenth - whole + RESET
        paid = [(5, tenth, 0), (1, whole, RESET)]
    assert [(hit.seat, hit.paid, hit.reseeded) for hit in hits(table)] == paid
    assert [credited(table, seat, "progressive") for seat, *_ in paid] == [p for _, p, _ in paid]
    assert table.state.meter_amount("meter") == left
    assert table.state.books["meter"].paid == whole + tenth


@pytest.mark.parametrize("rate", ODD)
def test_prog_5_run_em_twice_two_straight_flushes(rate: str) -> None:
    """Each gets a tenth, the second of what the first one left."""
    table = seated_table(
        RET, {2: "7s 6s", 6: "Qs Js"}, LOW_RUNS, submission=progressive_filing("B", rate, "meter")
    )
    play_round(table, 2, 6, progressive=100)
    full = START + 2 * 100 * Fraction(rate)
    first = floor(full / 10)
    second = floor((full - first) / 10)
    assert [(hit.seat, hit.paid, hit.reseeded) for hit in hits(table)] == [
        (6, first, 0), (2, second, 0),
    ]  # fmt: skip
    assert second < first
    assert table.state.meter_amount("meter") == full - first - second


@pytest.mark.parametrize("rate", ODD)
def test_prog_5_two_winners_of_the_whole_meter(rate: str) -> None:
    """The first gets the whole meter, the second the reset and the remaining fraction of a cent."""
    table = seated_table(
        RET, {2: "7s 6s", 6: "Qs Js"}, LOW_RUNS, submission=progressive_filing("C", rate, "minor")
    )
    play_round(table, 2, 6, progressive=100)
    full = START + 2 * 100 * Fraction(rate)
    part = full - floor(full)
    assert [(hit.seat, hit.meter, hit.paid, hit.reseeded) for hit in hits(table)] == [
        (6, "minor", floor(full), RESET),
        (2, "minor", RESET, RESET),
    ]
    assert table.state.meter_amount("minor") == RESET + part
    assert table.state.meter_amount("major") == 1_000_000 + 2 * 100 * Fraction(1, 10)


@pytest.mark.parametrize("rate", ODD)
@pytest.mark.parametrize("royal", [2, 4])
def test_prog_5_235_a_royal_and_a_straight_flush(rate: str, royal: int) -> None:
    other = 6 - royal
    holes = {royal: "As Ks Qs", other: "9s 8s 7s", 6: "2c 3d 9h"}
    table = seated_table(
        STUD, holes, {"community": "Ts Js"}, submission=progressive_filing("A", rate, "meter")
    )
    play_round(table, 2, 4, 6, progressive=100)
    shows, paid = START + 3 * 100 * Fraction(rate), []
    for seat in (4, 2):
        paid.append((seat, floor(shows if seat == royal else shows / 10)))
        shows -= paid[-1][1] - (RESET if seat == royal else 0)
    assert [(hit.seat, hit.paid) for hit in hits(table)] == paid
    assert table.state.meter_amount("meter") == shows


@pytest.mark.parametrize("rate", ODD)
def test_prog_5_criss_cross_two_jackpots_of_the_wheel(rate: str) -> None:
    """There are two pairs, and a wheel with only the jackpot."""
    running = {"meter": {"start": START, "reset": RESET, "rate": rate}}
    spin = {"paytable": "D", "meters": running, **JACKPOTS["wagers"]["bonus_spin"]}
    table = seated_table(
        CCP,
        {1: "9c 9d", 3: "2c 7d", 4: "Kc Kd"},
        submission=MACHINE | {"wagers": {"bonus_spin": spin}},
    )
    play_round(table, 1, 3, 4, bonus_spin=500)
    full = START + 3 * 500 * Fraction(rate)
    assert [(hit.seat, hit.paid, hit.reseeded) for hit in hits(table)] == [
        (4, floor(full), RESET),
        (1, RESET, RESET),
    ]
    assert table.state.meter_amount("meter") == RESET + full - floor(full)


def test_prog_5_in_the_next_round_the_meter_continues_where_it_was() -> None:
    """It includes the fraction of a cent that was not paid."""
    table = seated_table(
        RET, {1: "As Ks"}, RUNS, submission=progressive_filing("A", "1/7", "meter")
    )
    play_round(table, 1, progressive=100)
    (hit,) = hits(table)
    seventh = Fraction(100, 7)
    assert hit.paid == floor(START + seventh)
    assert table.state.meter_amount("meter") == RESET + seventh - floor(seventh)
    play_round(table, 1, 2, 3, progressive=100)
    later = [item for item in hits(table) if item is not hit]
    assert not later, "this practice round was chosen without a hit"
    assert table.state.meter_amount("meter") == RESET + 4 * seventh - floor(seventh)


@pytest.mark.parametrize("game", [RET, STUD])
def test_prog_7_each_hit_is_validated_before_it_is_paid(game: str) -> None:
    """The light goes on for one seat after another; the next one waits for the first."""
    table = (
        seated_table(RET, {1: "As Ks", 6: "9s 8s"}, RUNS)
        if game == RET
        else seated_table(STUD, {1: "As Ks Qs", 6: "9s 8s 7s"}, {"community": "Ts Js"})
    )
    play_round(table, 1, 6, progressive=100)
    names = [
        f"{type(item.event).__name__} {item.event.seat}"
        for item in table.log
        if isinstance(item.event, e.JackpotHit | e.JackpotValidated | e.SeatSettled)
    ]
    assert names == [
        "JackpotHit 6", "JackpotValidated 6", "SeatSettled 6",
        "JackpotHit 1", "JackpotValidated 1", "SeatSettled 1",
    ]  # fmt: skip
