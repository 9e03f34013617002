"""What a dealer pays and takes, in cents and in chips."""

import pytest

from pitboss.console.payments import amount_in_chips, payments
from pitboss.games import GAMES, find_game
from pitboss.school.practice_day import PracticeDay
from pitboss.school.syllabus import Syllabus
from pitboss.table.ledger import TRAY


@pytest.mark.parametrize(
    ("cents", "chips", "odd_cents"),
    [
        (0, {}, 0),
        (150_00, {"black": 1, "green": 2}, 0),
        (7_50, {"red": 1, "white": 2}, 50),
        (1_234_25, {"purple": 2, "black": 2, "green": 1, "red": 1, "white": 4}, 25),
    ],
)
def test_an_amount_in_chips(cents: int, chips: dict[str, int], odd_cents: int) -> None:
    amount = amount_in_chips(cents)
    assert {chip.color: chip.count for chip in amount.chips} == chips
    assert amount.odd_cents == odd_cents
    assert sum(chip.cents * chip.count for chip in amount.chips) + odd_cents == cents


def practice_day(key: str, seats: int = 6) -> PracticeDay:
    return PracticeDay(Syllabus(find_game(key), {}, seats), "payments")


@pytest.mark.parametrize("key", GAMES)
def test_payments_are_what_moves_between_the_tray_and_the_players(key: str) -> None:
    """From the first settlement to the last, the tray gains what is taken minus what is paid."""
    day, rounds = practice_day(key), 0
    while rounds < 5:
        day.run_until(lambda day: day.step.key in ("Settle", "Settle first", "SpinWheel"))
        number = day.table.state.round and day.table.state.round.number
        before = payments(day.table.state)
        assert before is not None
        assert {wager.outcome for seat in before.seats for wager in seat.wagers} == {"open"}
        assert before.next is not None
        meters = sum(day.table.state.meter_amount(name) for name in day.table.state.books)
        tray = day.table.state.balances[TRAY] + meters
        day.run_until(lambda day: day.step.key == "CloseRound")
        meters = sum(day.table.state.meter_amount(name) for name in day.table.state.books)
        gain = day.table.state.balances[TRAY] + meters - tray
        after = payments(day.table.state)
        assert after is not None
        assert after.round == number
        assert after.next is None
        assert after.last == min(seat.seat for seat in after.seats)
        assert {seat.status for seat in after.seats} == {"settled"}
        assert [seat.seat for seat in after.seats] == sorted(
            (seat.seat for seat in after.seats), reverse=True
        )
        assert -gain == sum(seat.pays.cents - seat.takes for seat in after.seats)
        day.do_step()
        rounds += 1


def test_nothing_is_paid_before_settlement() -> None:
    day = practice_day("criss-cross")
    day.run_until(lambda day: day.step.key.startswith("Decide"))
    assert payments(day.table.state) is None
