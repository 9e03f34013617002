"""Is the file of a shift true? A checker that stands alone: it knows nothing of the live table.

A file has one event a line: what people did, what was dealt, turned, decided and paid, and which
money moved. It is read once, from the first line to the last, with no more of it in memory than
one round. All that follows from the lines before is worked out anew and compared, to the last
cent; the first line that differs is told with what is wrong with it. Read on in this order:

1. `events` and `log`: a line is JSON of one known shape, written in one way only, numbered, and
   bound to the bytes of the line before. The last line says how many there were, and which hash
   the last one has.
2. `ledger`: the postings of each line are made again. No stack of chips, spot, tray or meter ever
   falls below nothing, and meters are exact to the fraction of a cent.
3. `shift`, `seats`, `office` and `forward`: who may do what; one player a seat; rules rebuilt from
   game and submission; a file of one round begins with what the table brought into it.
   Submissions, voids, corrections and counts of the tray are proposed by one person and approved
   by another, and rules and meters change between rounds only; what two people approve in
   mid-round takes effect with the close of the round, if it still can.
4. `day` and `decks`: what is done with each deck, step by step in the order of the game, by whom it
   is for, and how old it is. `counts`: the stub, and the deck between rounds. `ready`: no round is
   opened while anything stands in its way.
5. `round`, with `state` and `script` for what it remembers: rounds are numbered without a gap, and
   each goes through the steps of the rulebook.
   `betting`: the house is bound to its stack and the cut before the first wager, and to the seed
   that it opens after the last payment; wagers are within their limits; what players then add to
   the shuffle fixes the order of the cards; progressives are counted before the first card.
   `dealing` and `cards`: each card goes where the method says, from the next position of that
   order; each is turned over in its time and proved; decisions come in the order of the seats,
   legal and staked.
   `settling`, `stack` and `paying`: the wheel stops where the seed says; every wager of every seat
   comes to what settlement makes of the cards that the seed gives, in the order of the table; a
   jackpot is validated by a second person. When a round closes, no chip is left on the layout.
   `voiding`: of a void round all comes back that is not settled. A seed may be lost, and the
   summary counts those; what was paid is then worked out from the cards that lay open, and where a
   wheel stopped is not proved. The same holds of a round that the file ends in, between two
   commands: it is checked up to the last line, and the summary says what is not proved yet.
6. `incidents`, `rulings` and `floor`: an irregularity is reported where it can happen, holds the
   round up until somebody else has ruled, where wagers may move by it, and is followed by just the
   remedy that the game names; forfeits, machines that break, who and what may not play on.

What no file can show by itself: that somebody did not write a whole other history, consistent to
the last line, and a new chain over it. Against that, compare the head with one that was published
when the shift ended. Nor can a file show who stood behind a name, which dealer it was, whether a
reason, a count or a time (``at``) is true, that nothing went wrong unreported, that a line was
public at its time, or that a seed marked as drawn was not foreseen (``practice``).

The games, what a submission means, settlement and the shuffle are taken from the program (`games`,
`submission`, `round`, `settle`, `shuffle`), which is why a file is checked by the version that
wrote it: other rules have another hash.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from pitboss.verify import counts, decks, floor, incidents, office, rulings, seats
from pitboss.verify.fault import Fault
from pitboss.verify.log import Log, lines_of
from pitboss.verify.round import play_round, sealed
from pitboss.verify.shift import Anytime, RoundOpen, Shift

__all__ = ["Fault", "Summary", "lines_of", "verify"]


ANYTIME: Final[Anytime] = {
    kind: judge
    for subject in (seats, office, decks, counts, incidents, rulings, floor)
    for kind, judge in subject.ANYTIME.items()
}
"""Who judges what may come between the steps of a round."""


class Summary(Struct, frozen=True):
    """What was checked, and found to be as it must."""

    rounds: int
    events: int
    cards: int
    """Turned over or laid open, each proved to be the one that the house was bound to."""
    postings: int
    voids: int
    """Rounds that did not count."""
    corrections: int
    """Payouts and meters that two people put right."""
    incidents: int
    """Irregularities that were reported."""
    lost: int
    """Rounds whose seed is lost: what lay face down is not proved, nor where a wheel stopped."""
    practice: bool
    """Whether some seed could be foreseen."""
    head: str
    """The hash of the last event: where the same was published, this is the same shift."""
    forward: bool = False
    """Whether it begins in mid-shift, so that its first line had to be taken as it stands."""
    unproved: tuple[int, ...] = ()
    """The numbers of the rounds whose seed is lost."""
    open_round: int = 0
    """The round that the file ends in, which is checked up to the last line and not counted…"""
    not_yet_proved: tuple[str, ...] = ()
    """…and what of it nothing can prove before its seed is opened."""


def verify(lines: Iterable[bytes]) -> Summary:
    """Check the lines of a file, each with its newline; the first `Fault` is raised."""
    log = Log(lines)
    shift = Shift(log, ANYTIME)
    office.open_table(shift)
    shift.pass_by()
    try:
        while log.peek():
            play_round(shift)
            shift.pass_by()
    except RoundOpen:
        pass
    now = shift.round
    rounds = shift.rounds - shift.before - (now is not None)
    counts = (rounds, log.events, shift.cards, shift.ledger.postings)
    lost = tuple(shift.unproved)
    told = (shift.voids, shift.corrections, shift.incidents, len(lost))
    still = (now.number, tuple(sealed(now))) if now else (0, ())
    return Summary(*counts, *told, log.practice, log.head, shift.forward, lost, *still)
