"""Violations when staff free a seat: each is reported in one sentence."""

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
from tests.verify.irregular_tables import after_command, all_settled, half_settled, twice, waiting
from tests.verify.unchecked_table import (
    ANN,
    BOB,
    DAN,
    FAY,
    Lawless,
    at_first_question,
    betting,
    closed_round,
    open_table,
    three_boxes,
    with_locked_bets,
    with_wagers,
)

ALL: Final = e.CashedOut("Ann", 100_000)
"""Ann's buy-in."""
GONE: Final = e.PlayerLeft(2, "Ann")
NO_STAFF: Final = (Role.ONLOOKER, Role.SURVEILLANCE, Role.AUDITOR)


def frees(table: Lawless, *progress: e.Event, by: Person = DAN) -> Lawless:
    """Free a seat, or do something similar."""
    for event in progress:
        table.happen(event, by)
    return table


def broke(table: Lawless | None = None) -> Lawless:
    """Return a table at which Ann has cashed out."""
    return after_command(table or open_table(), c.CashOut(), ANN)


def all_of(table: Lawless, name: str = "Ann") -> e.CashedOut:
    """Return all the chips of a player."""
    return e.CashedOut(name, table.state.chips(name))


def all_freed(table: Lawless, by: Person = DAN) -> Lawless:
    """Free a seat, with all remaining chips."""
    return frees(table, all_of(table), by=by)


def skipped_table(*, away: bool) -> Lawless:
    """Return a table at which Ann sits out because she was skipped.

    She may have walked off before.
    """
    table = twice()
    if away:
        table.player("Ann").leave(2)
    waiting(Kind.PLAYER_SKIPPED, table, seat=2)
    table.floorperson("Fay").rule(Ruling.BY_THE_BOOK, "no card lay there")
    return table


def seen_gone() -> Lawless:
    """Have a staff member report mid-round that Ann walked off."""
    return after_command(at_first_question(), c.WalkedOff(2, round=1), DAN)


CASES: Final[dict[str, tuple[Callable[[], Lawless], str]]] = {
    # Chips
    "chips left behind": (
        lambda: frees(open_table(), GONE),
        r"stack:Ann still holds \$1,000",
    ),
    "a chip left behind": (
        lambda: frees(open_table(), e.CashedOut("Ann", 99_900)),
        "CashedOut is wrong: cents is 99900, expected 100000",
    ),
    "a chip too many": (
        lambda: frees(open_table(), e.CashedOut("Ann", 100_100)),
        "CashedOut is wrong: cents is 100100, expected 100000",
    ),
    "nothing cashed out": (
        lambda: frees(broke(), e.CashedOut("Ann", 0)),
        "cents is 0, expected at least 1",
    ),
    "something out of nothing": (
        lambda: frees(broke(), e.CashedOut("Ann", 100)),
        "CashedOut is wrong: cents is 100, expected 0",
    ),
    "to another account": (
        lambda: frees(open_table(), e.CashedOut("Bob", 100_000)).happen(GONE, DAN),
        "PlayerLeft is wrong: seat is 2, expected 4",
    ),
    "of somebody who does not sit here": (
        lambda: frees(open_table(), e.CashedOut("Cy", 100)),
        "'Cy' holds 0 seats: staff may cash out only with the last one",
    ),
    "otherwise spelt": (
        lambda: frees(open_table(), e.CashedOut("ANN", 100_000)),
        "'ANN' holds 0 seats",
    ),
    "bought in by the dealer": (
        lambda: frees(open_table(), e.BoughtIn("Ann", 100)),
        "BoughtIn cannot be caused by the role dealer",
    ),
    "seated by the floorperson": (
        lambda: frees(open_table(), e.PlayerSeated(3, "Cy"), by=FAY),
        "PlayerSeated cannot be caused by the role floorperson",
    ),
    # At once
    "cashed out, and she stays": (
        lambda: frees(open_table(), ALL),
        "found the end of the file, expected PlayerLeft",
    ),
    "cashed out, and the round goes on": (
        lambda: frees(betting(), ALL).happen(e.EntropyAdded(1, "Bob", "x"), BOB),
        "found EntropyAdded, expected PlayerLeft",
    ),
    "cashed out, and buys in again": (
        lambda: frees(open_table(), ALL).happen(e.BoughtIn("Ann", 100), ANN),
        "found BoughtIn, expected PlayerLeft",
    ),
    "two cashed out": (
        lambda: frees(open_table(), ALL, e.CashedOut("Bob", 100_000)),
        "found CashedOut, expected PlayerLeft",
    ),
    "another's seat is free": (
        lambda: frees(open_table(), ALL, e.PlayerLeft(4, "Bob")),
        "PlayerLeft is wrong: seat is 4, expected 2",
    ),
    "by two of the staff": (
        lambda: frees(open_table(), ALL).happen(GONE, FAY),
        "it is by 'Fay', but belongs to line",
    ),
    "by the dealer and the player": (
        lambda: frees(open_table(), ALL).happen(GONE, ANN),
        "it is by 'Ann', but belongs to line",
    ),
    "by one person in two coats": (
        lambda: frees(open_table(), ALL).happen(GONE, Person("Dan", Role.FLOORPERSON)),
        "it is by 'Dan', but belongs to line",
    ),
    # Wagers
    "with wagers, while bets are open": (
        lambda: all_freed(with_wagers()),
        "seat 2 has wagers",
    ),
    "with wagers and no chips, while bets are open": (
        lambda: frees(broke(with_wagers()), GONE),
        "seat 2 has wagers",
    ),
    "with wagers, when bets are closed": (
        lambda: all_freed(with_locked_bets(), FAY),
        "seat 2 has wagers",
    ),
    "with wagers, when she is asked": (
        lambda: frees(broke(at_first_question()), GONE, by=FAY),
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
        lambda: all_freed(skipped_table(away=True)),
        "the player in seat 2 has already left",
    ),
    "who walked off and sits out, without chips": (
        lambda: frees(broke(skipped_table(away=True)), GONE),
        "the player in seat 2 has already left",
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
        "'Ann' holds 3 seats: staff may cash out only with the last one",
    ),
    # Whose seat
    "nobody's seat": (
        lambda: frees(open_table(), e.PlayerLeft(3, "Ann")),
        "seat 3 is empty",
    ),
    "no seat": (lambda: frees(open_table(), e.PlayerLeft(7, "Ann")), "seat 7 is empty"),
    "twice": (
        lambda: frees(after_command(open_table(), c.FreeSeat(2), DAN), GONE),
        "seat 2 is empty",
    ),
    "under another's name": (
        lambda: frees(broke(), e.PlayerLeft(2, "Bob")),
        "player is 'Bob', expected 'Ann'",
    ),
    # By whom
    "by another player": (lambda: frees(broke(), GONE, by=BOB), "'Bob' is not in seat 2"),
    "by a dealer who plays here": (
        lambda: frees(open_table(), ALL, by=Person("bob", Role.DEALER)),
        "'bob' plays at this table and cannot also be staff",
    ),
    "one's own, as a dealer": (
        lambda: frees(open_table(), ALL, by=Person("Ann", Role.DEALER)),
        "'Ann' plays at this table and cannot also be staff",
    ),
    "one's own without chips, as a floorperson": (
        lambda: frees(broke(), GONE, by=Person("A NN", Role.FLOORPERSON)),
        "'A NN' plays at this table and cannot also be staff",
    ),
    **{
        f"cashed out by {role}": (
            partial(lambda by: frees(open_table(), ALL, by=by), Person("Olaf", role)),
            f"CashedOut cannot be caused by the role {role}",
        )
        for role in NO_STAFF
    },
    **{
        f"freed by {role}": (
            partial(lambda by: frees(broke(), GONE, by=by), Person("Olaf", role)),
            f"PlayerLeft cannot be caused by the role {role}",
        )
        for role in NO_STAFF
    },
}


@pytest.mark.parametrize("name", CASES)
def test_violation_is_reported(name: str) -> None:
    build_case, sentence = CASES[name]
    assert re.search(sentence, build_case().detected_fault())


@pytest.mark.parametrize("by", [DAN, FAY], ids=lambda by: by.role)
def test_legal_events_pass(by: Person) -> None:
    """With and without chips, and also if the player has just cashed out."""
    for table in (open_table(), broke(), closed_round(), broke(closed_round())):
        chips = [all_of(table)] if table.state.chips("Ann") else []
        frees(table, *chips, GONE, by=by)
        assert verify(line + b"\n" for line in table.export()).events == len(table.log)


def test_seat_that_sits_out_can_be_freed_in_mid_round() -> None:
    table = skipped_table(away=False)
    frees(table, all_of(table), GONE)
    table.player("Bob").decide(4, "fold")
    for _ in range(3):
        table.turn_over()
    table.settle(every=True)
    result = verify(line + b"\n" for line in table.finish().export())
    assert (result.rounds, result.incidents) == (1, 1)
