"""Money, after every event: nothing is made or lost, nobody is below zero, meters reconcile."""

from collections import defaultdict
from fractions import Fraction

from pitboss.table import Recorded, State
from pitboss.table import events as e
from pitboss.table.ledger import Cents

MAY_OWE = ("house", "player:")
"""The bank behind it all, and what players brought from outside."""
FRACTIONS = ("house", "meter:")
LOWERS = (e.SeatSettled, e.RoundVoided, e.MeterCorrected)
"""PROG-2: a meter falls by a payout, a void round or a correction."""


def check_money(before: State, after: State, record: Recorded) -> None:
    """LEDG-1, LEDG-4 and PROG-3: what one event may do to the balances."""
    expected: defaultdict[str, Cents] = defaultdict(int, before.balances)
    for posting in record.postings:
        assert posting.cents >= 0, f"{posting} moves money backwards"
        assert posting.source != posting.target
        expected[posting.source] -= posting.cents
        expected[posting.target] += posting.cents
    assert {k: v for k, v in expected.items() if v} == after.balances, "postings and balances"
    assert sum(after.balances.values()) == 0, "money was made or lost"
    for account, cents in after.balances.items():
        assert cents >= 0 or account.startswith(MAY_OWE), f"{account} is {cents}"
        assert account.startswith(FRACTIONS) or type(cents) is int, f"{account} is {cents}"
        assert not isinstance(cents, Fraction) or cents.denominator > 1
    if isinstance(record.event, e.RoundClosed):
        left = [account for account in after.balances if account.startswith("escrow:")]
        assert not left, f"chips are left on spots: {left}"
    check_meters(before, after, record)


def check_meters(before: State, after: State, record: Recorded) -> None:
    """Each book gives what its meter shows, and meters fall for a reason only."""
    shown = {k.removeprefix("meter:") for k in after.balances if k.startswith("meter:")}
    assert shown <= after.books.keys()
    for name, book in after.books.items():
        told = Fraction(book.seeded) + book.fed + book.corrected - book.paid
        assert told == book.shows == after.shows(name), f"{name} shows {after.shows(name)}: {book}"
        assert isinstance(record.event, LOWERS) or after.shows(name) >= before.shows(name)


def check_escrow(state: State) -> None:
    """While bets are open, the chips on the spots are the wagers."""
    now = state.round
    if now is None or now.phase is not now.phase.BETTING:
        return
    for seat, wagers in now.wagers.items():
        assert state.balances.get(f"escrow:{seat}", 0) == sum(wagers.values())
