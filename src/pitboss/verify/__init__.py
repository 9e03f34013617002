"""Verify the exported file of a shift, independently of the live table. Start with `verify`.

A file has one event per line: what people did, what was dealt, turned, decided and paid, and which
money moved. It is read once, from the first line to the last, with no more of it in memory than
one round. Everything that follows from earlier lines is computed again and compared, to the last
cent; the first line that differs is reported. Read the modules in this order:

1. `events` and `chain`: a line is JSON of one known shape, written in one way only, numbered, and
   bound to the bytes of the line before. The last line states the number of events and the hash of
   the last one.
2. `ledger`: the postings of each line are computed again. No stack of chips, spot, tray or meter
   ever goes below zero, and meters are exact to the fraction of a cent.
3. `shift`, `seats` and `proposals`: who may do what; one player per seat; rules rebuilt from game
   and submission; a file of one round begins with what the table brought into it. Submissions,
   voids, corrections and counts of the tray are proposed by one person and approved by another.
   Rules and meters change only between rounds; what two people approve mid-round takes effect
   when the round closes, if it still can.
4. `decks`: what is done with each deck, step by step in the order of the game, by whom, and how old
   the deck is. No round is opened while anything blocks it.
5. `round_flow`, with `round_state` for the state of a round: rounds are numbered without gaps, and
   each goes through the steps of the rulebook. The house is bound to its stack and the cut before
   the first wager, and to the seed that it opens after the last payment; wagers are within their
   limits; what players add to the shuffle fixes the order of the cards; progressives are counted
   before the first card.
   `dealing`: each card goes where the method says, from the next position of that order; each is
   turned over in its time and proved; decisions come in the order of the seats, legal and staked.
   `settlement`: the wheel stops where the seed says; every wager gets what settlement computes from
   the cards of the seed, in the order of the table; a second person validates a jackpot. When a
   round closes, no chips are left on the layout. In a void round, everything that is not settled
   goes back. A seed may be lost, and the summary counts those rounds: payments are then computed
   from the cards that were face up, and the stop of a wheel is not proved. The same holds for a
   round that the file ends in, between two commands: it is checked up to the last line, and the
   summary says what is not proved yet.
6. `incidents` and `rulings`: an incident is reported where it can happen, stops the round until
   somebody else has ruled, if wagers may move by it, and is followed by exactly the remedy of the
   game; forfeits, failed devices, who and what may not play on; counts of the stub.

No file can show by itself that somebody did not write a completely different history, consistent to
the last line, with a new chain. Against that, compare the head with one that was published when the
shift ended. Nor can a file show who was behind a name, which dealer it was, whether a reason, a
count or a time (``at``) is true, that nothing went wrong unreported, that a line was public at its
time, or that a seed marked as random was not predicted (``practice``).

Games, submissions, settlement and the shuffle come from the program (`games`, `submission`,
`round`, `settle`, `shuffle`), so a file is checked by the version that wrote it: other rules have
another hash.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from pitboss.verify.chain import (
    EventLog,
    HashedLine,
    VerificationError,
    hash_lines,
    read_lines,
)
from pitboss.verify.decks import DECK_CHECKERS
from pitboss.verify.incidents import COUNT_CHECKERS, INCIDENT_CHECKERS
from pitboss.verify.proposals import PROPOSAL_CHECKERS, open_table
from pitboss.verify.round_flow import check_round, unproved_parts
from pitboss.verify.rulings import FLOOR_CHECKERS, RULING_CHECKERS
from pitboss.verify.seats import SEAT_CHECKERS
from pitboss.verify.shift import EventCheckers, FileEndsInRound, ShiftChecker

__all__ = ["HashedLine", "Summary", "VerificationError", "read_lines", "verify", "verify_hashed"]


EVENT_CHECKERS: Final[EventCheckers] = {
    **SEAT_CHECKERS,
    **PROPOSAL_CHECKERS,
    **DECK_CHECKERS,
    **COUNT_CHECKERS,
    **INCIDENT_CHECKERS,
    **RULING_CHECKERS,
    **FLOOR_CHECKERS,
}
"""The checkers of events that may come between the steps of a round."""


class Summary(Struct, frozen=True):
    """The summary of a successful check."""

    rounds: int
    events: int
    cards: int
    """The cards turned over or exposed, each proved to be the one that the house committed to.

    Those of a physical deck are counted, too; they cannot be proved.
    """
    postings: int
    voids: int
    """Rounds that did not count."""
    corrections: int
    """Payouts, meters and entered cards that two people corrected."""
    incidents: int
    """Irregularities that were reported."""
    lost: int
    """Rounds whose seed is lost: face-down cards and wheel stops are not proved."""
    practice: bool
    """Whether some seed could be predicted."""
    head: str
    """The hash of the last event: if the same was published, this is the same shift."""
    forward: bool = False
    """Whether it begins mid-shift, so that its first line is trusted."""
    unproved: tuple[int, ...] = ()
    """The numbers of the rounds whose seed is lost."""
    open_round: int = 0
    """The round that the file ends in, checked up to the last line and not counted."""
    not_yet_proved: tuple[str, ...] = ()
    """What cannot be proved of that round before its seed is opened."""
    physical: int = 0
    """Rounds dealt from a physical deck: everything is checked but the shuffle."""


def verify(lines: Iterable[bytes]) -> Summary:
    """Check the lines of a file, each with its newline; raise the first `VerificationError`."""
    return verify_hashed(hash_lines(lines))


def verify_hashed(lines: Iterable[HashedLine]) -> Summary:
    """Check lines whose hashes the caller has computed; raise the first `VerificationError`."""
    log = EventLog(lines)
    shift = ShiftChecker(log, EVENT_CHECKERS)
    open_table(shift)
    shift.check_interludes()
    try:
        while log.peek():
            check_round(shift)
            shift.check_interludes()
    except FileEndsInRound:
        pass
    round_ = shift.round
    rounds = shift.round_count - shift.rounds_before - (round_ is not None)
    counts = (rounds, log.events, shift.card_count, shift.ledger.postings)
    unproved_rounds = tuple(shift.unproved_rounds)
    exceptions = (
        shift.void_count,
        shift.correction_count,
        shift.incident_count,
        len(unproved_rounds),
    )
    ending = (round_.number, tuple(unproved_parts(round_))) if round_ else (0, ())
    start = shift.starts_mid_shift
    return Summary(
        *counts,
        *exceptions,
        log.practice,
        log.head,
        start,
        unproved_rounds,
        *ending,
        physical=shift.physical_count - (round_ is not None and round_.is_physical),
    )
