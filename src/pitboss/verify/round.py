"""A round, from its opening to its close."""

from collections.abc import Iterator

from pitboss.verify import events as e
from pitboss.verify.betting import count_progressives, open_round, take_bets
from pitboss.verify.dealing import deal_and_ask
from pitboss.verify.decks import after_round
from pitboss.verify.office import take_effect
from pitboss.verify.seats import go
from pitboss.verify.settling import settle_seats
from pitboss.verify.shift import Shift
from pitboss.verify.state import Round
from pitboss.verify.voiding import Voided


def play_round(shift: Shift) -> None:
    """Everything in its order; a void can end it at any point before the last payment."""
    now = open_round(shift)
    try:
        take_bets(shift, now)
        count_progressives(shift, now)
        deal_and_ask(shift, now)
        settle_seats(shift, now)
    except Voided:
        pass
    _close(shift, now)


def sealed(now: Round) -> Iterator[str]:
    """What cannot be proved of a round before its seed is opened."""
    yield "the seed behind the promise"
    down = now.dealt - len(now.faces)
    if down > 0:
        yield f"{down} face-down {'card' if down == 1 else 'cards'}"
    for seat in now.spins:
        yield f"the wheel stop of seat {seat}"


def _close(shift: Shift, now: Round) -> None:
    """The seed is opened, no chip is left on the layout, the cards are gathered, who walked off
    has left, and a filing that waited for this takes effect.

    A seed can be lost; then what lay face down is not proved.
    """
    if now.seed_lost:
        shift.next(e.SeedLost)
        shift.unproved.append(now.number)
    else:
        shift.next(e.SeedOpened)  # what it says was checked when the round was opened
    shift.book()
    shift.expect(e.RoundClosed(now.number), at_once=True)
    spots = [f"escrow:{seat}" for seat in range(1, now.rules.seats + 1)]
    shift.ledger.check_nothing_left(shift.line.n, spots)
    after_round(shift, now.deck)
    for seat in sorted(now.away):
        go(shift, seat)
    shift.recall(now)
    shift.round = None
    take_effect(shift)
