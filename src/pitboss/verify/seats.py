"""Check that players sit down, buy in, cash out and leave, which they may do at any time.

Players act in person. Staff may only free the seat of a player who is gone and has no wager on the
table; with a player's last seat, all chips are cashed out.
"""

from collections.abc import Iterable
from typing import Final

from pitboss.errors import Refused, short_repr
from pitboss.money import MAX_CENTS, dollars
from pitboss.settle.round_checks import check_boxes
from pitboss.submission import Rules
from pitboss.verify import events as e
from pitboss.verify.ledger import make_posting
from pitboss.verify.shift import EventCheckers, ShiftChecker, same_person

HOUSE_DEALER: Final = "house dealer"
HOUSE_FLOOR: Final = "house floorperson"
"""The names under which the program acts."""


def is_chip_amount(rules: Rules, cents: int) -> bool:
    """Return whether chips of this table can make up an amount."""
    return 1 <= cents <= MAX_CENTS and not cents % rules.table.chip


def check_player_seated(shift: ShiftChecker, event: e.PlayerSeated) -> None:
    """Check that a seat is free; a second one must be adjacent and allowed by the game."""
    rules = shift.require_open_for_play()
    shift.check(event.player == shift.line.by.name, "somebody other than the player took this seat")
    shift.check_may_play(event.player)
    shift.check(event.seat not in shift.seats, f"seat {event.seat} is taken")
    others = [name for name in shift.seats.values() if name != event.player]
    is_seated = any(same_person(event.player, name) for name in others)
    shift.check(
        not is_seated, f"{short_repr(event.player)} is already seated here under another spelling"
    )
    shift.seats[event.seat] = event.player
    check_boxes_adjacent(shift, rules, event.player, shift.seats)
    shift.expect_postings()


def check_boxes_adjacent(
    shift: ShiftChecker, rules: Rules, name: str, seats: Iterable[int]
) -> None:
    """Check that a player's seats among these are adjacent and no more than allowed."""
    try:
        check_boxes(rules, {seat: name for seat in seats if shift.seats[seat] == name})
    except Refused as refused:
        shift.fail(str(refused))


def check_bought_in(shift: ShiftChecker, event: e.BoughtIn) -> None:
    """Check that a seated player buys chips."""
    name = event.player
    shift.check(name == shift.line.by.name, "somebody other than the player bought in")
    shift.check_may_play(name)
    shift.check(name in shift.seats.values(), f"{short_repr(name)} is not seated at this table")
    shift.check(
        is_chip_amount(shift.rules, event.cents),
        f"{dollars(event.cents)} cannot be made with these chips",
    )
    shift.expect_postings(make_posting(f"player:{name}", f"stack:{name}", event.cents, "buy-in"))


def check_cashed_out(shift: ShiftChecker, event: e.CashedOut) -> None:
    """Check that chips off the layout are cashed out: by staff, only to free a seat."""
    shift.check(event.cents >= 1, f"cents is {event.cents}, expected at least 1")
    if _is_by_staff(shift):
        _check_cashed_out_and_freed(shift, event)
        return
    name = event.player
    shift.check(name == shift.line.by.name, "somebody other than the player cashed out")
    from_round = shift.round.credited(name) if shift.round else 0
    remaining = shift.ledger.chips(name) - event.cents
    is_allowed = not from_round or remaining >= from_round
    shift.check(is_allowed, "chips from the open round must stay on the table until it is closed")
    shift.expect_postings(cash_out_posting(event))


def _check_cashed_out_and_freed(shift: ShiftChecker, event: e.CashedOut) -> None:
    """Check that all chips of a player with one seat are cashed out and the seat is freed."""
    name = event.player
    seats = [seat for seat, player in shift.seats.items() if player == name]
    message = (
        f"{short_repr(name)} holds {len(seats)} seats: staff may cash out only with the last one"
    )
    shift.check(len(seats) == 1, message)
    _require_freeable_seat(shift, seats[0])
    expected = e.CashedOut(name, shift.ledger.chips(name))
    shift.expect_current(expected, cash_out_posting(expected))
    shift.expect_next(e.PlayerLeft(seats[0], name), at_once=True)
    vacate(shift, seats[0])


def cash_out_posting(event: e.CashedOut) -> e.Posting:
    """Return the posting of chips that are exchanged for money."""
    return make_posting(f"stack:{event.player}", f"player:{event.player}", event.cents, "cash-out")


def _is_by_staff(shift: ShiftChecker) -> bool:
    """Return whether the line is by staff; that they do not play here was checked before."""
    return shift.line.by.role != "player"


def _require_freeable_seat(shift: ShiftChecker, seat: int) -> str:
    """Return the player of a seat that staff may free: without wagers, and not away."""
    name = shift.seats.get(seat)
    if name is None:
        shift.fail(f"seat {seat} is empty")
    round_ = shift.round
    if round_:
        shift.check(seat not in round_.wagers, f"seat {seat} has wagers")
        shift.check(seat not in round_.away, f"the player in seat {seat} has already left")
    return name


def check_player_left(shift: ShiftChecker, event: e.PlayerLeft) -> None:
    """Check that a player without a wager on the table leaves with all chips."""
    name = (
        _require_freeable_seat(shift, event.seat)
        if _is_by_staff(shift)
        else shift.require_own_seat(event.seat)
    )
    shift.check(
        event.player == name, f"player is {short_repr(event.player)}, expected {short_repr(name)}"
    )
    round_ = shift.round
    if round_:
        shift.check(event.seat not in round_.wagers, f"seat {event.seat} has wagers")
        round_.away.discard(event.seat)  # a player who walked off does not come back
        round_.reported.pop(event.seat, None)
    vacate(shift, event.seat)
    check_boxes_adjacent(shift, shift.rules, name, shift.seats)
    shift.expect_postings()


def vacate(shift: ShiftChecker, seat: int) -> None:
    """Free a seat; a player's last seat leaves no chips behind."""
    name = shift.seats.pop(seat)
    if name not in shift.seats.values():
        shift.ledger.check_empty(shift.line.n, [f"stack:{name}"])


def expect_leave(shift: ShiftChecker, seat: int) -> None:
    """Expect that a player leaves a seat at once, with all chips if it is the last one."""
    name = shift.seats[seat]
    chips = shift.ledger.chips(name)
    if chips and list(shift.seats.values()).count(name) == 1:
        cash_out = e.CashedOut(name, chips)
        shift.expect_next(cash_out, cash_out_posting(cash_out), at_once=True)
    shift.expect_next(e.PlayerLeft(seat, name), at_once=True)
    vacate(shift, seat)


def check_player_away(shift: ShiftChecker, event: e.PlayerAway) -> None:
    """Check that a player walks off after betting is closed, as the player or staff report it.

    The seat is kept until the round is over.
    """
    round_ = shift.round
    if shift.line.by.role == "player":
        shift.require_own_seat(event.seat)
    if round_ is None or round_.phase == "betting":
        shift.fail("bets are still open, so wagers can be taken back")
    shift.check(event.seat in round_.wagers, f"seat {event.seat} has no wagers in this round")
    is_confirmation = shift.line.by.role == "player" or shift.line.by.name == HOUSE_DEALER
    is_confirmed = event.seat in round_.reported and not event.reporter and is_confirmation
    is_present = event.seat not in round_.away or is_confirmed
    shift.check(is_present, f"the player in seat {event.seat} has already left")
    round_.reported.pop(event.seat, None)
    if event.reporter:
        staff = shift.line.by.role != "player" and shift.line.by.name == event.reporter
        shift.check(staff, f"reporter is {short_repr(event.reporter)}, who did not report it")
        round_.reported[event.seat] = event.reporter
    round_.away.add(event.seat)
    shift.expect_postings()


def check_absent_ruled(shift: ShiftChecker, event: e.AbsentRuled) -> None:
    """Check the single ruling on the wagers of a player who left, until they are settled."""
    round_ = shift.round
    if round_ is None or round_.phase not in ("counting", "playing", "settling"):
        shift.fail("no ruling on a player who left is possible at this point")
    shift.check(event.seat in round_.away, f"the player in seat {event.seat} has not left")
    shift.check(event.seat not in round_.absent, f"seat {event.seat} has already been ruled on")
    reporter = round_.reported.pop(event.seat, "")
    if reporter:
        is_same = same_person(reporter, shift.line.by.name)
        shift.check(
            not is_same, f"{short_repr(reporter)} reported it, so somebody else must rule on it"
        )
        is_person = shift.line.by.name != HOUSE_FLOOR
        shift.check(
            is_person,
            f"{short_repr(reporter)} reported it, so a person must rule on it, not the house",
        )
    shift.check(round_.needs_ruling(event.seat), f"seat {event.seat} has no wagers left to lose")
    round_.absent[event.seat] = event.lost
    round_.advance()
    shift.expect_postings()


SEAT_CHECKERS: Final[EventCheckers] = {
    e.PlayerSeated: check_player_seated,
    e.BoughtIn: check_bought_in,
    e.CashedOut: check_cashed_out,
    e.PlayerLeft: check_player_left,
    e.PlayerAway: check_player_away,
    e.AbsentRuled: check_absent_ruled,
}
