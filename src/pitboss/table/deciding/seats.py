"""Sitting down, buying in, cashing out, leaving, and seats that nobody holds any more."""

from typing import Final

from pitboss.money import dollars
from pitboss.refusal import Refused, brief
from pitboss.settle.check import check_boxes
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.deciding.common import (
    chips_of,
    known_seat,
    may_play,
    own_seat,
    round_in,
    rules_in_force,
)
from pitboss.table.house import IN_ORDER, LEDGER, TWO_PEOPLE, UNDONE
from pitboss.table.people import HOUSE_DEALER, Person, same_person
from pitboss.table.state import Phase, RoundState, State

LOCKED: Final = tuple(phase for phase in Phase if phase not in (Phase.BETTING, Phase.CLOSED))
"""When a wager stays where it is, whoever leaves."""


def take_seat(state: State, by: Person, command: c.TakeSeat, _: Shoe | None) -> tuple[e.Event, ...]:
    """A free seat; a second one only beside the first, where the game allows it."""
    rules = rules_in_force(state)
    seat = command.seat
    known_seat(rules, seat)
    name = by.name
    may_play(state, by)
    if not state.day.open:
        raise Refused("the table is not open for play", TWO_PEOPLE)
    if seat in state.seats:
        raise Refused(f"seat {seat} is taken", rules.cite(rules.table_procedures.seated))
    if any(same_person(name, other) and name != other for other in state.seats.values()):
        raise Refused(f"{brief(name)} sits here already, otherwise spelt", TWO_PEOPLE)
    check_boxes(rules, dict.fromkeys((*seats_of(state, name), seat), name))
    return (e.PlayerSeated(seat, name),)


def buy_in(state: State, by: Person, command: c.BuyIn, _: Shoe | None) -> tuple[e.Event, ...]:
    """Chips for a player who sits at the table."""
    rules = rules_in_force(state)
    may_play(state, by)
    if by.name not in state.seats.values():
        raise Refused(
            f"{brief(by.name)} does not sit at this table",
            rules.cite(rules.table_procedures.seated),
        )
    return (e.BoughtIn(by.name, chips_of(rules, command.cents, "the buy-in")),)


def cash_out(state: State, by: Person, command: c.CashOut, _: Shoe | None) -> tuple[e.Event, ...]:
    """Money for chips that are not on the layout, to the last cent."""
    rules_in_force(state)
    held, free = state.chips(by.name), state.free_chips(by.name)
    cents = free if command.cents is None else command.cents
    if type(cents) is int and free < cents <= held:
        raise Refused(
            f"{dollars(held - free)} of the {dollars(held)} in chips come from the open round and "
            "stay at the table until it is closed",
            UNDONE,
        )
    if type(cents) is not int or cents < 1:
        raise Refused(f"there is nothing to cash out: {brief(command.cents)}", LEDGER)
    if cents > held:
        raise Refused(
            f"{brief(by.name)} has {dollars(held)} in chips, not {dollars(cents)}", LEDGER
        )
    return (e.CashedOut(by.name, cents),)


def leave(state: State, by: Person, command: c.Leave, _: Shoe | None) -> tuple[e.Event, ...]:
    """Before the lock wagers come along; afterwards the seat is kept until the round is over."""
    rules = rules_in_force(state)
    seat = own_seat(state, rules, by, command.seat)
    now = state.round
    events: list[e.Event] = []
    if now is not None and now.phase is not Phase.CLOSED and seat in now.wagers:
        if now.phase in LOCKED:
            return _away(now, seat)
        events.append(e.WagersTakenBack(now.number, seat, now.wagers[seat]))
    _check_left(state, rules, seat)
    returned = sum(now.wagers[seat].values()) if events and now else 0
    return (*events, *gone(state, seat, returned))


def walked_off(
    state: State, by: Person, command: c.WalkedOff, _: Shoe | None
) -> tuple[e.Event, ...]:
    """A player who is gone cannot say so: somebody of the staff does, and another rules on it.

    The house says so when the player's time is up; that needs no other.
    """
    rules, now = round_in(state, command, *LOCKED)
    seat = command.seat
    known_seat(rules, seat)
    if seat not in now.wagers:
        clause = rules.cite(rules.table_procedures.leaving)
        raise Refused(f"seat {seat} has no wager in this round", clause)
    if by == HOUSE_DEALER:
        return _away(now, seat)
    _check_not_away(now, seat)
    return (e.PlayerAway(now.number, seat, by.name),)


def free(state: State, _: Person, command: c.FreeSeat, __: Shoe | None) -> tuple[e.Event, ...]:
    """A player who is gone, with nothing on the table, does not hold the seat for ever."""
    rules, seat = rules_in_force(state), command.seat
    known_seat(rules, seat)
    if seat not in state.seats:
        raise Refused(f"nobody sits in seat {seat}", rules.cite(rules.table_procedures.seated))
    now = state.round
    if now is not None and now.phase is not Phase.CLOSED:
        _check_not_away(now, seat)  # who walked off is gone when the round is over
        if seat in now.wagers:
            raise Refused(
                f"seat {seat} has a wager in this round: the player walked off, or takes it back",
                rules.cite(rules.table_procedures.leaving),
            )
    _check_left(state, rules, seat)
    return gone(state, seat)


def _check_left(state: State, rules: Rules, seat: int) -> None:
    """Refuse to leave a seat if the player's others would lie apart."""
    name = state.seats[seat]
    check_boxes(rules, {other: name for other in seats_of(state, name) if other != seat})


def _check_not_away(now: RoundState, seat: int) -> None:
    if seat in now.away:
        raise Refused(f"the player of seat {seat} has left already", IN_ORDER)


def _away(now: RoundState, seat: int) -> tuple[e.Event, ...]:
    """The player says so, or does not answer in time; perhaps somebody reported it before."""
    if seat not in now.reported:
        _check_not_away(now, seat)
    return (e.PlayerAway(now.number, seat),)


def seats_of(state: State, name: str) -> list[int]:
    """Where a player sits."""
    return [seat for seat, player in state.seats.items() if player == name]


def gone(state: State, seat: int, returned: int = 0) -> tuple[e.Event, ...]:
    """The seat is free; a player's last one takes the chips along."""
    name = state.seats[seat]
    chips = state.chips(name) + returned
    if chips and seats_of(state, name) == [seat]:
        return e.CashedOut(name, chips), e.PlayerLeft(seat, name)
    return (e.PlayerLeft(seat, name),)
