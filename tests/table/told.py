"""What the log of a table tells, for tests that ask in which order things happened."""

from typing import Final, TypeVar

import pytest

from pitboss.refusal import Refused
from pitboss.table import Person, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.views import RoundView, SeatView, view

from .tables import now

E = TypeVar("E")

ONLOOKER: Final = Person("Oz", Role.ONLOOKER)


def told(table: Table, kind: type[E]) -> list[E]:
    """The events of a kind, in their order."""
    return [one.event for one in table.log if isinstance(one.event, kind)]


def moved(table: Table, kind: type) -> list[tuple[str, str, int]]:
    """The money that events of a kind moved: from, to, cents."""
    return [
        (posting.source, posting.target, int(posting.cents))
        for one in table.log
        if isinstance(one.event, kind)
        for posting in one.postings
    ]


def refused(table: Table, by: Person, command: c.Command, clause: str) -> None:
    """The table refuses this, and cites the clause."""
    with pytest.raises(Refused) as refusal:
        table.say(command, by)
    assert refusal.value.clause == clause, refusal.value


def player(table: Table, seat: int) -> Person:
    """Who sits there."""
    return Person(table.state.seats[seat], Role.PLAYER)


def seen(table: Table, viewer: Person = ONLOOKER) -> RoundView:
    """The round as somebody sees it."""
    found = view(table.state, table.shoe, viewer).round
    assert isinstance(found, RoundView)
    return found


def hand_seen(table: Table, seat: int, viewer: Person = ONLOOKER) -> SeatView:
    """A seat as somebody sees it."""
    return seen(table, viewer).seats[seat]


def answers(table: Table) -> list[tuple[str, int]]:
    """Street and seat of every answer, in the order given."""
    return [(one.street, one.seat) for one in told(table, e.Decided)]


def happened(table: Table) -> list[str]:
    """Hands turned up and seats settled, in order: ``turned 6``, ``first 6``, ``settled 6``."""
    round_, found = now(table), list[str]()
    early = set(table.rules.table_procedures.settles_first.split())
    for one in table.log:
        match one.event:
            case e.CardsTurned(cards=cards):
                up = {turned.position for turned in cards}
                found += [f"turned {s}" for s, held in round_.holes.items() if up & {*held[:2]}]
            case e.SeatSettled(seat=seat, wagers=wagers):
                found.append(f"{'first' if set(wagers) <= early else 'settled'} {seat}")
            case e.JackpotHit(seat=seat):
                found.append(f"jackpot {seat}")
            case e.JackpotVerified(seat=seat):
                found.append(f"verified {seat}")
            case e.JackpotValidated(seat=seat):
                found.append(f"validated {seat}")
            case e.WheelSpun(seat=seat):
                found.append(f"spun {seat}")
            case e.GiftsPaid(by=seat):
                found.append(f"gifts by {seat}")
            case _:
                pass
    return found
