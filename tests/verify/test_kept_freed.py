"""A seat that the staff frees: one thing about it that cannot be, told in a sentence."""

import re
from collections.abc import Callable
from functools import partial
from typing import Final

import pytest

from pitboss.games.incidents import Kind
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.verify import verify
from tests.verify.lawless import (
    ANN,
    BOB,
    DAN,
    FAY,
    Lawless,
    asked,
    betting,
    closed,
    locked,
    opened,
    three_boxes,
    wagered,
)
from tests.verify.mishaps import all_settled, half_settled, said, twice, waiting

ALL: Final = e.CashedOut("Ann", 100_000)
"""What Ann bought in for."""
GONE: Final = e.PlayerLeft(2, "Ann")
NO_STAFF: Final = (Role.ONLOOKER, Role.SURVEILLANCE, Role.AUDITOR)


def frees(table: Lawless, *progress: e.Event, by: Person = DAN) -> Lawless:
    """Somebody frees a seat, or does something like it."""
    for event in progress:
        table.happen(event, by)
    return table


def broke(table: Lawless | None = None) -> Lawless:
    """Ann has changed her chips for money."""
    return said(table or opened(), c.CashOut(), ANN)


def all_of(table: Lawless, name: str = "Ann") -> e.CashedOut:
    """All the chips before a player."""
    return e.CashedOut(name, table.state.chips(name))


def all_freed(table: Lawless, by: Person = DAN) -> Lawless:
    """With all chips that are left."""
    return frees(table, all_of(table), by=by)


def skipped(*, away: bool) -> Lawless:
    """Ann sits out, for she was skipped; she may have walked off before."""
    table = twice()
    if away:
        table.player("Ann").leave(2)
    waiting(Kind.PLAYER_SKIPPED, table, seat=2)
    table.floorperson("Fay").rule(Ruling.BY_THE_BOOK, "no card lay there")
    return table


def seen_gone() -> Lawless:
    """Ann walked off in mid-round."""
    return said(asked(), c.WalkedOff(2, round=1), DAN)


CASES: Final[dict[str, tuple[Callable[[], Lawless], str]]] = {
    # Chips
    "chips left behind": (
        lambda: frees(opened(), GONE),
        r"stack:Ann still holds \$1,000",
    ),
    "a chip left behind": (
        lambda: frees(opened(), e.CashedOut("Ann", 99_900)),
        "CashedOut is wrong: cents is 99900, not 100000",
    ),
    "a chip too many": (
        lambda: frees(opened(), e.CashedOut("Ann", 100_100)),
        "CashedOut is wrong: cents is 100100, not 100000",
    ),
    "nothing cashed out": (
        lambda: frees(broke(), e.CashedOut("Ann", 0)),
        "0 cents are cashed out",
    ),
    "something out of nothing": (
        lambda: frees(broke(), e.CashedOut("Ann", 100)),
        "CashedOut is wrong: cents is 100, not 0",
    ),
    "to another account": (
        lambda: frees(opened(), e.CashedOut("Bob", 100_000)).happen(GONE, DAN),
        "PlayerLeft is wrong: seat is 2, not 4",
    ),
    "of somebody who does not sit here": (
        lambda: frees(opened(), e.CashedOut("Cy", 100)),
        "'Cy' holds 0 seats: the staff cashes out with the last one only",
    ),
    "otherwise spelt": (
        lambda: frees(opened(), e.CashedOut("ANN", 100_000)),
        "'ANN' holds 0 seats",
    ),
    "bought in by the dealer": (
        lambda: frees(opened(), e.BoughtIn("Ann", 100)),
        "BoughtIn is not for the role of dealer",
    ),
    "seated by the floorperson": (
        lambda: frees(opened(), e.PlayerSeated(3, "Cy"), by=FAY),
        "PlayerSeated is not for the role of floorperson",
    ),
    # At once
    "cashed out, and she stays": (
        lambda: frees(opened(), ALL),
        "the end stands here, but PlayerLeft is due",
    ),
    "cashed out, and the round goes on": (
        lambda: frees(betting(), ALL).happen(e.EntropyAdded(1, "Bob", "x"), BOB),
        "EntropyAdded stands here, but PlayerLeft is due",
    ),
    "cashed out, and buys in again": (
        lambda: frees(opened(), ALL).happen(e.BoughtIn("Ann", 100), ANN),
        "BoughtIn stands here, but PlayerLeft is due",
    ),
    "two cashed out": (
        lambda: frees(opened(), ALL, e.CashedOut("Bob", 100_000)),
        "CashedOut stands here, but PlayerLeft is due",
    ),
    "another's seat is free": (
        lambda: frees(opened(), ALL, e.PlayerLeft(4, "Bob")),
        "PlayerLeft is wrong: seat is 4, not 2",
    ),
    "by two of the staff": (
        lambda: frees(opened(), ALL).happen(GONE, FAY),
        "it is by 'Fay', but follows from line",
    ),
    "by the dealer and the player": (
        lambda: frees(opened(), ALL).happen(GONE, ANN),
        "it is by 'Ann', but follows from line",
    ),
    "by one person in two coats": (
        lambda: frees(opened(), ALL).happen(GONE, Person("Dan", Role.FLOORPERSON)),
        "it is by 'Dan', but follows from line",
    ),
    # Wagers
    "with wagers, while bets are open": (
        lambda: all_freed(wagered()),
        "seat 2 has wagers",
    ),
    "with wagers and no chips, while bets are open": (
        lambda: frees(broke(wagered()), GONE),
        "seat 2 has wagers",
    ),
    "with wagers, when bets are closed": (lambda: all_freed(locked(), FAY), "seat 2 has wagers"),
    "with wagers, when she is asked": (
        lambda: frees(broke(asked()), GONE, by=FAY),
        "seat 2 has wagers",
    ),
    "with wagers, while an irregularity waits": (
        lambda: all_freed(waiting()),
        "seat 2 has wagers",
    ),
    "when others are settled": (lambda: all_freed(half_settled()).finish(), "seat 2 has wagers"),
    "when all is settled": (lambda: all_freed(all_settled()).finish(), "seat 2 has wagers"),
    "who walked off": (lambda: all_freed(seen_gone()), "seat 2 has wagers"),
    "who walked off and sits out": (
        lambda: all_freed(skipped(away=True)),
        "the player of seat 2 has left already",
    ),
    "who walked off and sits out, without chips": (
        lambda: frees(broke(skipped(away=True)), GONE),
        "the player of seat 2 has left already",
    ),
    # Boxes
    "the box between": (
        lambda: frees(three_boxes(), e.PlayerLeft(2, "Ann")),
        "the positions of 'Ann' are not adjacent",
    ),
    "the box with the wager": (
        lambda: frees(three_boxes(1), e.PlayerLeft(1, "Ann")),
        "seat 1 has wagers",
    ),
    "chips that go with the first of three boxes": (
        lambda: frees(three_boxes(), ALL),
        "'Ann' holds 3 seats: the staff cashes out with the last one only",
    ),
    # Whose seat
    "nobody's seat": (
        lambda: frees(opened(), e.PlayerLeft(3, "Ann")),
        "nobody sits in seat 3",
    ),
    "no seat": (lambda: frees(opened(), e.PlayerLeft(7, "Ann")), "nobody sits in seat 7"),
    "twice": (
        lambda: frees(said(opened(), c.FreeSeat(2), DAN), GONE),
        "nobody sits in seat 2",
    ),
    "under another's name": (
        lambda: frees(broke(), e.PlayerLeft(2, "Bob")),
        "'Ann' left, not 'Bob'",
    ),
    # By whom
    "by another player": (lambda: frees(broke(), GONE, by=BOB), "'Bob' does not sit in seat 2"),
    "by a dealer who plays here": (
        lambda: frees(opened(), ALL, by=Person("bob", Role.DEALER)),
        "'bob' plays at this table, and does not work at it",
    ),
    "one's own, as a dealer": (
        lambda: frees(opened(), ALL, by=Person("Ann", Role.DEALER)),
        "'Ann' plays at this table, and does not work at it",
    ),
    "one's own without chips, as a floorperson": (
        lambda: frees(broke(), GONE, by=Person("A NN", Role.FLOORPERSON)),
        "'A NN' plays at this table, and does not work at it",
    ),
    **{
        f"cashed out by {role}": (
            partial(lambda by: frees(opened(), ALL, by=by), Person("Olaf", role)),
            f"CashedOut is not for the role of {role}",
        )
        for role in NO_STAFF
    },
    **{
        f"freed by {role}": (
            partial(lambda by: frees(broke(), GONE, by=by), Person("Olaf", role)),
            f"PlayerLeft is not for the role of {role}",
        )
        for role in NO_STAFF
    },
}


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_is_told(name: str) -> None:
    made, sentence = CASES[name]
    assert re.search(sentence, made().told())


@pytest.mark.parametrize("by", [DAN, FAY], ids=lambda by: by.role)
def test_as_it_must_be(by: Person) -> None:
    """With chips and without, also if the player has cashed out just before."""
    for table in (opened(), broke(), closed(), broke(closed())):
        chips = [all_of(table)] if table.state.chips("Ann") else []
        frees(table, *chips, GONE, by=by)
        assert verify(line + b"\n" for line in table.export()).events == len(table.log)


def test_who_sits_out_is_freed_while_the_round_goes_on() -> None:
    table = skipped(away=False)
    frees(table, all_of(table), GONE)
    table.player("Bob").decide(4, "fold")
    for _ in range(3):
        table.turn_over()
    table.settle(every=True)
    result = verify(line + b"\n" for line in table.finish().export())
    assert (result.rounds, result.incidents) == (1, 1)
