"""Handlers for seats: sit down, buy in, cash out, leave, and free an abandoned seat."""

from typing import Final

from pitboss.errors import Refused, short_repr
from pitboss.money import dollars
from pitboss.settle.round_checks import check_boxes
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.handlers.checks import (
    check_may_play,
    check_seat,
    require_chips,
    require_open_round,
    require_own_seat,
    require_rules_in_force,
)
from pitboss.table.house_rules import HELD_WINNINGS, LEDGER, ROUND_ORDER, TWO_PEOPLE
from pitboss.table.people import HOUSE_DEALER, Person, same_person
from pitboss.table.state import Phase, RoundState, State

LOCKED_PHASES: Final = tuple(phase for phase in Phase if phase not in (Phase.BETTING, Phase.CLOSED))
"""Phases in which wagers are locked, even if the player leaves."""


def take_seat(state: State, by: Person, command: c.TakeSeat, _: Shoe | None) -> tuple[e.Event, ...]:
    """Seat a player. A second seat must be next to the first, where the game allows one."""
    rules = require_rules_in_force(state)
    seat = command.seat
    check_seat(rules, seat)
    name = by.name
    check_may_play(state, by)
    if not state.day.open:
        raise Refused("the table is not open for play", TWO_PEOPLE)
    if seat in state.seats:
        raise Refused(f"seat {seat} is taken", rules.cite(rules.table_procedures.seated))
    if any(same_person(name, other) and name != other for other in state.seats.values()):
        raise Refused(
            f"{short_repr(name)} is already seated here under another spelling", TWO_PEOPLE
        )
    check_boxes(rules, dict.fromkeys((*seats_of(state, name), seat), name))
    return (e.PlayerSeated(seat, name),)


def buy_in(state: State, by: Person, command: c.BuyIn, _: Shoe | None) -> tuple[e.Event, ...]:
    """Sell chips to a player who is seated at the table."""
    rules = require_rules_in_force(state)
    check_may_play(state, by)
    if by.name not in state.seats.values():
        raise Refused(
            f"{short_repr(by.name)} has no seat at this table",
            rules.cite(rules.table_procedures.seated),
        )
    return (e.BoughtIn(by.name, require_chips(rules, command.cents, "the buy-in")),)


def cash_out(state: State, by: Person, command: c.CashOut, _: Shoe | None) -> tuple[e.Event, ...]:
    """Cash out chips that are not on the layout. Without an amount, cash out all free chips."""
    require_rules_in_force(state)
    chips, free = state.chips(by.name), state.free_chips(by.name)
    cents = free if command.cents is None else command.cents
    if type(cents) is int and free < cents <= chips:
        raise Refused(
            f"{dollars(chips - free)} of the {dollars(chips)} in chips comes from the open round "
            "and stays at the table until the round is closed",
            HELD_WINNINGS,
        )
    if command.cents is None and not cents:
        raise Refused("there are no chips to cash out", LEDGER)
    if type(cents) is not int or cents < 1:
        raise Refused(
            f"cents is {short_repr(command.cents)}, but must be a whole number of 1 or more",
            LEDGER,
        )
    if cents > chips:
        raise Refused(
            f"{short_repr(by.name)} has {dollars(chips)} in chips, not {dollars(cents)}", LEDGER
        )
    return (e.CashedOut(by.name, cents),)


def leave(state: State, by: Person, command: c.Leave, _: Shoe | None) -> tuple[e.Event, ...]:
    """Let a player leave.

    Before betting closes, the player takes the wagers back. After that, the seat is kept until the
    round is closed.
    """
    rules = require_rules_in_force(state)
    seat = require_own_seat(state, rules, by, command.seat)
    round_ = state.round
    events: list[e.Event] = []
    if round_ is not None and round_.phase is not Phase.CLOSED and seat in round_.wagers:
        if round_.phase in LOCKED_PHASES:
            return _player_away(round_, seat)
        events.append(e.WagersTakenBack(round_.number, seat, round_.wagers[seat]))
    _check_remaining_boxes(state, rules, seat)
    returned_stake = sum(round_.wagers[seat].values()) if events and round_ else 0
    return (*events, *leave_events(state, seat, returned_stake))


def report_walk_off(
    state: State, by: Person, command: c.WalkedOff, _: Shoe | None
) -> tuple[e.Event, ...]:
    """Record that a player walked off.

    A staff member reports it and somebody else rules on it. The house reports it by itself when the
    player's time is up, and then no second person is needed.
    """
    rules, round_ = require_open_round(state, command, *LOCKED_PHASES)
    seat = command.seat
    check_seat(rules, seat)
    if seat not in round_.wagers:
        clause = rules.cite(rules.table_procedures.leaving)
        raise Refused(f"seat {seat} has no wager in this round", clause)
    if by == HOUSE_DEALER:
        return _player_away(round_, seat)
    _check_not_away(round_, seat)
    return (e.PlayerAway(round_.number, seat, by.name),)


def free_seat(state: State, _: Person, command: c.FreeSeat, __: Shoe | None) -> tuple[e.Event, ...]:
    """Free the seat of a player who is gone and has no wager on the table."""
    rules, seat = require_rules_in_force(state), command.seat
    check_seat(rules, seat)
    if seat not in state.seats:
        raise Refused(f"seat {seat} is empty", rules.cite(rules.table_procedures.seated))
    round_ = state.round
    if round_ is not None and round_.phase is not Phase.CLOSED:
        _check_not_away(round_, seat)  # closing the round frees the seats of those who walked off
        if seat in round_.wagers:
            raise Refused(
                f"seat {seat} has a wager in this round: let the player take it back, or report "
                "that the player walked off",
                rules.cite(rules.table_procedures.leaving),
            )
    _check_remaining_boxes(state, rules, seat)
    return leave_events(state, seat)


def _check_remaining_boxes(state: State, rules: Rules, seat: int) -> None:
    """Refuse to free a seat if the player's other seats would no longer be adjacent."""
    name = state.seats[seat]
    check_boxes(rules, {other: name for other in seats_of(state, name) if other != seat})


def _check_not_away(round_: RoundState, seat: int) -> None:
    if seat in round_.away:
        raise Refused(f"the player in seat {seat} has already left", ROUND_ORDER)


def _player_away(round_: RoundState, seat: int) -> tuple[e.Event, ...]:
    """Return the event for a player who leaves or times out, even if staff reported it before."""
    if seat not in round_.reported:
        _check_not_away(round_, seat)
    return (e.PlayerAway(round_.number, seat),)


def seats_of(state: State, name: str) -> list[int]:
    """Return the seats of a player."""
    return [seat for seat, player in state.seats.items() if player == name]


def leave_events(state: State, seat: int, returned_stake: int = 0) -> tuple[e.Event, ...]:
    """Return the events that free a seat, and cash out the chips with a player's last one."""
    name = state.seats[seat]
    chips = state.chips(name) + returned_stake
    if chips and seats_of(state, name) == [seat]:
        return e.CashedOut(name, chips), e.PlayerLeft(seat, name)
    return (e.PlayerLeft(seat, name),)
