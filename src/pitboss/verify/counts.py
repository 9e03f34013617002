"""The count of the cards: what is left when all are dealt, or after a void round the whole deck.

A count that is wrong is an irregularity at once.
"""

from typing import Final

from pitboss.games.incidents import Kind
from pitboss.games.words import RESHUFFLING
from pitboss.submission import Rules
from pitboss.verify import day as d
from pitboss.verify.decks import count_due, uncounted
from pitboss.verify.fault import Fault
from pitboss.verify.incidents import reported_next
from pitboss.verify.shift import Anytime, Shift
from pitboss.verify.state import Round

WRONG: Final = (Kind.STUB_MISDEALT, Kind.STUB_NOT_52)
"""What a wrong count can be; which of them it is, a floorperson finds out."""


def counted(shift: Shift, event: d.StubCounted) -> None:
    """As many as there must be, or it is reported."""
    rules, now = shift.open_for_play(), shift.round
    machine = rules.table.shuffler == RESHUFFLING and not rules.dealing.stub
    shift.check(not machine, "the shoe holds and counts the cards by itself")
    number, slot, due = _in_round(shift, now) if now else _between_rounds(shift, rules)
    shift.check(0 <= event.cards <= 2 * rules.deck.size, f"nobody counts {event.cards} cards")
    shift.agree(d.StubCounted(number, slot, event.cards, due))
    if event.cards != due:
        reported_next(shift, number, WRONG, deck=slot)
        return
    shift.day.uncounted = 0
    if now:
        now.stub_counted = True


def _in_round(shift: Shift, now: Round) -> tuple[int, int, int]:
    """The stub, once every card is out and before any wager is settled."""
    shift.check(now.in_play and not now.still_to_deal, "there is no stub to count now")
    shift.check(not now.stub_counted, "the stub of this round is counted already")
    return now.number, shift.day.turn, now.rules.deck.size - now.dealt


def _between_rounds(shift: Shift, rules: Rules) -> tuple[int, int, int]:
    """The deck of a round that was void before its count."""
    slot = uncounted(shift, rules)
    if slot is None:
        shift.fault("no deck is to be counted between rounds")
    return 0, slot, rules.deck.size


def check_stub(shift: Shift, now: Round) -> None:
    """Nothing of a round is settled before the count that is due in it: it could still be void."""
    if count_due(shift, now.rules) and not now.stub_counted:
        most = now.rules.deck_procedures.stub_count_rounds
        early = f"the stub was not counted in {most} rounds, and a wager is settled before it is"
        raise Fault(shift.line.n + 1, early)


ANYTIME: Final[Anytime] = {d.StubCounted: counted}
