"""Queries of a table's log, for tests of the order of events."""

from typing import Final, TypeVar

import pytest

from pitboss.errors import Refused
from pitboss.table import Person, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.views import RoundView, SeatView, view

from .tables import current_round

E = TypeVar("E")

ONLOOKER: Final = Person("Oz", Role.ONLOOKER)


def events_of(table: Table, kind: type[E]) -> list[E]:
    """Return the events of one kind in order."""
    return [item.event for item in table.log if isinstance(item.event, kind)]


def money_moved(table: Table, kind: type) -> list[tuple[str, str, int]]:
    """Return the money moved by events of one kind: from, to, cents."""
    return [
        (posting.source, posting.target, int(posting.cents))
        for item in table.log
        if isinstance(item.event, kind)
        for posting in item.postings
    ]


def assert_refused(table: Table, by: Person, command: c.Command, clause: str) -> None:
    """Check that the table refuses a command, citing the clause."""
    with pytest.raises(Refused) as refusal:
        table.execute(command, by)
    assert refusal.value.clause == clause, refusal.value


def player(table: Table, seat: int) -> Person:
    """Return the player in a seat."""
    return Person(table.state.seats[seat], Role.PLAYER)


def round_view(table: Table, viewer: Person = ONLOOKER) -> RoundView:
    """Return the round as a person sees it."""
    result = view(table.state, table.shoe, viewer).round
    assert isinstance(result, RoundView)
    return result


def hand_seen(table: Table, seat: int, viewer: Person = ONLOOKER) -> SeatView:
    """Return a seat as a person sees it."""
    return round_view(table, viewer).seats[seat]


def answers(table: Table) -> list[tuple[str, int]]:
    """Return street and seat of every decision, in order."""
    return [(item.street, item.seat) for item in events_of(table, e.Decided)]


def showdown_order(table: Table) -> list[str]:
    """Hands turned up and seats settled, in order: ``turned 6``, ``first 6``, ``settled 6``."""
    round_, result = current_round(table), list[str]()
    early = set(table.rules.table_procedures.settles_first)
    for item in table.log:
        match item.event:
            case e.CardsTurned(cards=cards):
                up = {card.position for card in cards}
                result += [
                    f"turned {s}" for s, holding in round_.holes.items() if up & {*holding[:2]}
                ]
            case e.SeatSettled(seat=seat, wagers=wagers):
                result.append(f"{'first' if set(wagers) <= early else 'settled'} {seat}")
            case e.JackpotHit(seat=seat):
                result.append(f"jackpot {seat}")
            case e.JackpotVerified(seat=seat):
                result.append(f"verified {seat}")
            case e.JackpotValidated(seat=seat):
                result.append(f"validated {seat}")
            case e.WheelSpun(seat=seat):
                result.append(f"spun {seat}")
            case e.GiftsPaid(by=seat):
                result.append(f"gifts by {seat}")
            case _:
                pass
    return result
