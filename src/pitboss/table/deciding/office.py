"""Opening a table, and what needs two people: submissions, counts, voids, corrections."""

from collections.abc import Iterator
from datetime import date
from typing import Final, assert_never

from pitboss.games import find_game
from pitboss.money import MOST_CENTS
from pitboss.refusal import Refused, brief
from pitboss.shuffle import Shoe
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.deciding.closing import void
from pitboss.table.deciding.common import (
    check_reason,
    check_written,
    day_of_command,
    is_text,
    rules_in_force,
)
from pitboss.table.deciding.corrections import (
    check_meter,
    check_payout,
    correct_meter,
    correct_payout,
)
from pitboss.table.deciding.filings import approved_filing, check_none_waits, check_submission
from pitboss.table.house import (
    COMPLETE,
    CORRECTIONS,
    IN_ORDER,
    INCIDENTS,
    LEDGER,
    TWO_PEOPLE,
)
from pitboss.table.ledger import TRAY
from pitboss.table.money import recalled
from pitboss.table.people import Person, is_among, same_person
from pitboss.table.state import Phase, Proposal, State

LONGEST_TABLE: Final = 60


def open_table(
    state: State, _: Person, command: c.OpenTable, __: Shoe | None
) -> tuple[e.Event, ...]:
    """A table for one of the games, with chips in its tray."""
    if state.table:
        raise Refused(f"table {brief(state.table)} is open already", IN_ORDER)
    find_game(command.game)
    name = command.table
    if not is_text(name, LONGEST_TABLE):
        raise Refused(f"a table's name has 1 to {LONGEST_TABLE} plain characters", IN_ORDER)
    if type(command.bank) is not int or not 1 <= command.bank <= MOST_CENTS:
        raise Refused(
            f"the bank is {brief(command.bank)}: it is a whole number of cents from 1 to 10^12",
            LEDGER,
        )
    return (e.TableOpened(name, command.game, command.bank),)


def propose(state: State, by: Person, command: c.Propose, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """Put up for approval what could be done as things are."""
    _check(state, command.matter, shoe, day_of_command(state, command.at))
    check_written(command.matter)
    _check_own_case(state, by, command.matter)
    return (e.Proposed(state.proposed + 1, command.matter, by.name),)


def approve(state: State, by: Person, command: c.Approve, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """A second person agrees, and it is done; things may have changed since it was proposed.

    In mid-round a filing waits: the close of the round puts it in force.
    """
    proposal = state.proposals.get(command.number) if type(command.number) is int else None
    if proposal is None:
        raise Refused(f"proposal {brief(command.number)} does not wait for approval", TWO_PEOPLE)
    if same_person(proposal.by, by.name):
        raise Refused(f"{brief(by.name)} proposed it: somebody else approves it", TWO_PEOPLE)
    _check(state, proposal.matter, shoe, day_of_command(state, command.at))
    if isinstance(proposal.matter, c.FileSubmission):
        check_none_waits(state)
    _check_own_case(state, by, proposal.matter)
    _check_second(proposal, by, command.counted)
    return (
        e.Approved(command.number, by.name),
        *_done(state, proposal.matter, shoe),
    )


def _check_own_case(state: State, by: Person, matter: c.Matter) -> None:
    """Who played a round has no say in its corrections, also when he has left."""
    if isinstance(matter, c.CorrectPayout):
        was = recalled(state, matter.round)
        if was is not None and is_among(by.name, tuple(was.players.values())):
            raise Refused(f"{brief(by.name)} played in round {was.number}", TWO_PEOPLE)


def _check_second(proposal: Proposal, by: Person, counted: int | None) -> None:
    """Two people count, and count the same; which of them is wrong, or by how much, nobody says."""
    if not isinstance(proposal.matter, c.OpeningCount | c.ClosingCount):
        if counted is not None:
            raise Refused("nothing is counted here: it is approved, or not", TWO_PEOPLE)
        return
    if counted is None:
        raise Refused("a second person counts the tray too, and says how much", TWO_PEOPLE)
    if type(counted) is not int or counted != proposal.matter.cents:
        raise Refused(
            f"{brief(proposal.by)} and {brief(by.name)} did not count the same: count again, or "
            "turn the first count down",
            TWO_PEOPLE,
        )


def reject(state: State, by: Person, command: c.Reject, _: Shoe | None) -> tuple[e.Event, ...]:
    """It is not done; nor does a filing take effect that waits for the end of the round."""
    waiting = {*state.proposals, *((state.upcoming.number,) if state.upcoming else ())}
    if type(command.number) is not int or command.number not in waiting:
        raise Refused(f"proposal {brief(command.number)} does not wait for approval", TWO_PEOPLE)
    return (e.Rejected(command.number, by.name),)


def _check(state: State, matter: c.Matter, shoe: Shoe | None, day: date | None) -> None:
    match matter:
        case c.FileSubmission():
            check_submission(state, matter, day)
        case c.VoidRound():
            _check_void(state, matter, shoe)
        case c.CorrectPayout():
            check_payout(state, matter)
        case c.CorrectMeter():
            check_meter(state, matter)
        case c.OpeningCount():
            _check_opening(state, matter)
        case c.ClosingCount():
            _check_closing(state, matter)
        case _:
            raise Refused(f"{brief(matter)} is nothing that two people do", TWO_PEOPLE)


def _done(state: State, matter: c.Matter, shoe: Shoe | None) -> Iterator[e.Event]:
    match matter:
        case c.FileSubmission():
            if not state.running:  # else when the round is closed
                yield approved_filing(state, matter)
        case c.VoidRound():
            now = state.round
            if now is not None:
                yield from void(state, rules_in_force(state), now, matter, shoe)
        case c.CorrectPayout():
            yield from correct_payout(state, matter)
        case c.CorrectMeter():
            yield correct_meter(matter)
        case c.OpeningCount():
            yield e.OpeningCounted(matter.cents, _over(state, matter))
        case c.ClosingCount():
            yield e.ClosingCounted(matter.cents, _over(state, matter))
        case _ as other:
            assert_never(other)


def _check_opening(state: State, matter: c.OpeningCount) -> None:
    rules_in_force(state)
    if incomplete := state.filed[-1].lacks:
        raise Refused(incomplete, COMPLETE)
    if state.day.open:
        raise Refused("the table is open for play already", TWO_PEOPLE)
    _check_count(matter)


def _check_closing(state: State, matter: c.ClosingCount) -> None:
    """Nobody plays, and no card is left on the table."""
    rules_in_force(state)
    if not state.day.open:
        raise Refused("the table is not open for play", TWO_PEOPLE)
    if state.running:
        raise Refused("a round is open", IN_ORDER)
    if state.seats:
        raise Refused("players still sit at the table", IN_ORDER)
    if state.day.decks:
        raise Refused("the cards are still on the table", IN_ORDER)
    _check_count(matter)


def _check_count(matter: c.OpeningCount | c.ClosingCount) -> None:
    if type(matter.cents) is not int or not 0 <= matter.cents <= MOST_CENTS:
        raise Refused(f"{brief(matter.cents)} is not a sum in whole cents", LEDGER)


def _over(state: State, matter: c.OpeningCount | c.ClosingCount) -> int:
    return matter.cents - int(state.balances.get(TRAY, 0))


def _check_void(state: State, matter: c.VoidRound, shoe: Shoe | None) -> None:
    rules = rules_in_force(state)
    now = state.round
    if now is None or not state.running or now.phase is Phase.VOID:
        raise Refused("no round is open", IN_ORDER)
    if matter.round != now.number:
        raise Refused(
            f"this was meant for round {brief(matter.round)}, but round {now.number} is open",
            IN_ORDER,
        )
    if state.day.incident is not None and shoe is not None:
        raise Refused("an irregularity waits: it is ruled on, as the book has it", INCIDENTS)
    check_reason(matter.reason, CORRECTIONS)
    if matter.settles and matter.settles not in rules.settled_when_void:
        which = ", ".join(rules.settled_when_void) or "none"
        raise Refused(
            f"{brief(matter.settles)} is not settled in a void round: {which} can be", INCIDENTS
        )
