"""Players and their chips: sitting down, buying in, cashing out, leaving. At any time.

Each does that in person. Somebody of the staff may only free the seat of a player who is not there
and has no wager on the table; with the last seat all chips are cashed out, and nothing else is.
"""

from collections.abc import Iterable
from typing import Final

from pitboss.money import MOST_CENTS, dollars
from pitboss.refusal import Refused, brief
from pitboss.settle.check import check_boxes
from pitboss.submission import Rules
from pitboss.verify import events as e
from pitboss.verify.ledger import move
from pitboss.verify.shift import Anytime, Shift, same_person

HOUSE_DEALER: Final = "house dealer"
HOUSE_FLOOR: Final = "house floorperson"
"""Who acts where no person does."""


def made_of_chips(rules: Rules, cents: int) -> bool:
    """Whether chips of this table make the sum."""
    return 1 <= cents <= MOST_CENTS and not cents % rules.table.chip


def seated(shift: Shift, event: e.PlayerSeated) -> None:
    """A free seat; a second one only beside the first, where the game allows it."""
    rules = shift.open_for_play()
    shift.check(event.player == shift.line.by.name, "somebody else sat down for this player")
    shift.may_play(event.player)
    shift.check(event.seat not in shift.seats, f"seat {event.seat} is taken")
    others = [name for name in shift.seats.values() if name != event.player]
    again = any(same_person(event.player, name) for name in others)
    shift.check(not again, f"{brief(event.player)} sits here already, otherwise spelt")
    shift.seats[event.seat] = event.player
    boxes_adjacent(shift, rules, event.player, shift.seats)
    shift.book()


def boxes_adjacent(shift: Shift, rules: Rules, name: str, seats: Iterable[int]) -> None:
    """Those of these seats that one player has lie side by side, and are no more than allowed."""
    try:
        check_boxes(rules, {seat: name for seat in seats if shift.seats[seat] == name})
    except Refused as refused:
        shift.fault(str(refused))


def bought_in(shift: Shift, event: e.BoughtIn) -> None:
    """Chips for a player who sits at the table."""
    name = event.player
    shift.check(name == shift.line.by.name, "somebody else bought in for this player")
    shift.may_play(name)
    shift.check(name in shift.seats.values(), f"{brief(name)} does not sit at this table")
    shift.check(made_of_chips(shift.rules, event.cents), f"no chips make {dollars(event.cents)}")
    shift.book(move(f"player:{name}", f"stack:{name}", event.cents, "buy-in"))


def cashed_out(shift: Shift, event: e.CashedOut) -> None:
    """Money for chips that are not on the layout; by the staff, only where a seat is freed."""
    shift.check(event.cents >= 1, f"{event.cents} cents are cashed out")
    if _by_staff(shift):
        _cashed_out_and_freed(shift, event)
        return
    name = event.player
    shift.check(name == shift.line.by.name, "somebody else cashed out for this player")
    from_round = shift.round.credited(name) if shift.round else 0
    held = shift.ledger.chips(name) - event.cents
    stays = not from_round or held >= from_round
    shift.check(stays, "chips from the open round stay at the table until its close")
    shift.book(cash_out(event))


def _cashed_out_and_freed(shift: Shift, event: e.CashedOut) -> None:
    """All the chips of a player with one seat, who leaves it at once."""
    name = event.player
    held = [seat for seat, player in shift.seats.items() if player == name]
    last = f"{brief(name)} holds {len(held)} seats: the staff cashes out with the last one only"
    shift.check(len(held) == 1, last)
    _not_there(shift, held[0])
    due = e.CashedOut(name, shift.ledger.chips(name))
    shift.agree(due, cash_out(due))
    shift.expect(e.PlayerLeft(held[0], name), at_once=True)
    vacate(shift, held[0])


def cash_out(event: e.CashedOut) -> e.Posting:
    """The chips go back for money."""
    return move(f"stack:{event.player}", f"player:{event.player}", event.cents, "cash-out")


def _by_staff(shift: Shift) -> bool:
    """Whether somebody did it who works at the table: who plays at it does not, as was checked."""
    return shift.line.by.role != "player"


def _not_there(shift: Shift, seat: int) -> str:
    """Whose seat the staff frees: nothing of it is on the table, nor waits for the round's end."""
    name = shift.seats.get(seat)
    if name is None:
        shift.fault(f"nobody sits in seat {seat}")
    now = shift.round
    if now:
        shift.check(seat not in now.wagers, f"seat {seat} has wagers")
        shift.check(seat not in now.away, f"the player of seat {seat} has left already")
    return name


def left(shift: Shift, event: e.PlayerLeft) -> None:
    """Who has no wager on the table may go, and takes all chips along."""
    name = _not_there(shift, event.seat) if _by_staff(shift) else shift.own_seat(event.seat)
    shift.check(event.player == name, f"{brief(name)} left, not {brief(event.player)}")
    now = shift.round
    if now:
        shift.check(event.seat not in now.wagers, f"seat {event.seat} has wagers")
        now.away.discard(event.seat)  # who walked off and was then sat out is gone for good
        now.reported.pop(event.seat, None)
    vacate(shift, event.seat)
    boxes_adjacent(shift, shift.rules, name, shift.seats)
    shift.book()


def vacate(shift: Shift, seat: int) -> None:
    """A seat is free; a player's last one leaves no chips behind."""
    name = shift.seats.pop(seat)
    if name not in shift.seats.values():
        shift.ledger.check_nothing_left(shift.line.n, [f"stack:{name}"])


def go(shift: Shift, seat: int) -> None:
    """Somebody leaves a seat at once: with all chips, if it is the last one of this player."""
    name = shift.seats[seat]
    chips = shift.ledger.chips(name)
    if chips and list(shift.seats.values()).count(name) == 1:
        out = e.CashedOut(name, chips)
        shift.expect(out, cash_out(out), at_once=True)
    shift.expect(e.PlayerLeft(seat, name), at_once=True)
    vacate(shift, seat)


def away(shift: Shift, event: e.PlayerAway) -> None:
    """Who walks off after the bets are closed keeps the seat until the round is over.

    The player says so, or somebody of the staff.
    """
    now = shift.round
    if shift.line.by.role == "player":
        shift.own_seat(event.seat)
    if now is None or now.phase == "betting":
        shift.fault("wagers can still be taken back")
    shift.check(event.seat in now.wagers, f"seat {event.seat} has no wagers in this round")
    itself = shift.line.by.role == "player" or shift.line.by.name == HOUSE_DEALER
    confirmed = event.seat in now.reported and not event.reporter and itself
    there = event.seat not in now.away or confirmed
    shift.check(there, f"the player of seat {event.seat} has left already")
    now.reported.pop(event.seat, None)
    if event.reporter:
        staff = shift.line.by.role != "player" and shift.line.by.name == event.reporter
        shift.check(staff, f"{brief(event.reporter)} is named, who did not report it")
        now.reported[event.seat] = event.reporter
    now.away.add(event.seat)
    shift.book()


def absent_ruled(shift: Shift, event: e.AbsentRuled) -> None:
    """A floorperson rules once on the wagers of a player who left, until they are settled."""
    now = shift.round
    if now is None or now.phase not in ("counting", "playing", "settling"):
        shift.fault("this is not the time to rule on a player who left")
    shift.check(event.seat in now.away, f"the player of seat {event.seat} has not left")
    shift.check(event.seat not in now.absent, f"on seat {event.seat} it was ruled already")
    reporter = now.reported.pop(event.seat, "")
    if reporter:
        alone = same_person(reporter, shift.line.by.name)
        shift.check(not alone, f"{brief(reporter)} reported it: somebody else rules on it")
        person = shift.line.by.name != HOUSE_FLOOR
        shift.check(person, f"{brief(reporter)} reported it: a person rules on it, not the house")
    shift.check(now.unruled(event.seat), f"seat {event.seat} has nothing left that it could lose")
    now.absent[event.seat] = event.lost
    now.move_on()
    shift.book()


ANYTIME: Final[Anytime] = {
    e.PlayerSeated: seated,
    e.BoughtIn: bought_in,
    e.CashedOut: cashed_out,
    e.PlayerLeft: left,
    e.PlayerAway: away,
    e.AbsentRuled: absent_ruled,
}
