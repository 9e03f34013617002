"""The chip tray: filled by exactly what a payment lacks."""

from pitboss.table import Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.ledger import HOUSE, TRAY

from .log_queries import events_of, money_moved
from .tables import THB, bet_and_lock, seated_table, stay

PLACES = {"dealer": "Kc Kd", "flop": "3h 8s Js", "turn": "4d", "river": "9c"}


def to_settle(holes: dict[int, str]) -> Table:
    """Return a round with all cards dealt and one cent in the tray."""
    table = seated_table(THB, holes, PLACES, bank=1)
    bet_and_lock(table, *holes)
    stay(table)
    return table


def test_filled_by_what_is_missing() -> None:
    """Aces win $20, and there is one cent: the difference arrives right before the payment."""
    table = to_settle({2: "Ac Ad"})
    table.dealer("Dee").settle(every=True)
    assert events_of(table, e.TrayFilled) == [e.TrayFilled(1999)]
    assert money_moved(table, e.TrayFilled) == [(HOUSE, TRAY, 1999)]
    assert [type(item.event) for item in table.log[-2:]] == [e.TrayFilled, e.SeatSettled]
    assert table.state.balances.get(TRAY, 0) == 0


def test_chips_of_losers_pay_winners() -> None:
    """Seat 6 loses $25, then seat 1 wins $20, settled at once or one after another."""
    for every in (True, False):
        table = to_settle({1: "Ac Ad", 6: "2c 7d"})
        while table.dealer("Dee").can_settle(every):
            table.dealer("Dee").settle(every)
        assert events_of(table, e.TrayFilled) == []
        assert table.state.balances[TRAY] == 1 + 2500 - 2000


def test_filled_for_a_correction() -> None:
    """The returned ante is paid after all: $10 instead of $5."""
    table = to_settle({2: "Ac Ad"})
    table.dealer("Dee").settle(every=True)
    table.dealer("Dee").close_round()
    matter = c.CorrectPayout(1, 2, "ante", 1000, "the straight was overlooked")
    table.dealer("Dee").propose(matter)
    table.floorperson("Flo").approve(table.state.proposed)
    assert events_of(table, e.TrayFilled)[1:] == [e.TrayFilled(500)]
    assert table.state.chips("Bob") == 1_000_00 + 2000 + 500
    assert table.state.balances.get(TRAY, 0) == 0
