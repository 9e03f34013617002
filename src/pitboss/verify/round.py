"""A round, from its opening to its close."""

from pitboss.verify import events as e
from pitboss.verify.betting import count_progressives, open_round, take_bets
from pitboss.verify.dealing import deal_and_ask
from pitboss.verify.seats import cash_out, vacate
from pitboss.verify.settling import Voided, settle_seats
from pitboss.verify.shift import Shift
from pitboss.verify.state import Round


def play_round(shift: Shift) -> None:
    """Everything in its order; a void can end it at any point before the first payment."""
    now = open_round(shift)
    try:
        take_bets(shift, now)
        count_progressives(shift, now)
        deal_and_ask(shift, now)
        settle_seats(shift, now)
    except Voided:
        pass
    _close(shift, now)


def _close(shift: Shift, now: Round) -> None:
    """The seed is opened, no chip is left on the layout, and who walked off has left.

    Only the seed of a void round may be lost.
    """
    if now.seed_lost and now.phase == "void":
        shift.next(e.SeedLost)
        shift.lost += 1
    else:
        shift.next(e.SeedOpened)  # what it says was checked when the round was opened
    shift.book()
    shift.expect(e.RoundClosed(now.number), at_once=True)
    spots = [f"escrow:{seat}" for seat in range(1, now.rules.seats + 1)]
    shift.ledger.check_nothing_left(shift.line.n, spots)
    for seat in sorted(now.away):
        name = shift.seats[seat]
        chips = shift.ledger.chips(name)
        if chips and list(shift.seats.values()).count(name) == 1:
            out = e.CashedOut(name, chips)
            shift.expect(out, cash_out(out), at_once=True)
        shift.expect(e.PlayerLeft(seat, name), at_once=True)
        vacate(shift, seat)
    shift.recall(now)
    shift.round = None
