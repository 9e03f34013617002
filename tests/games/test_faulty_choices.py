"""Options without effect, and layouts that lack a betting spot, are refused."""

from typing import Any

import pytest
from msgspec import structs

from pitboss.games.grammar import (
    Reading,
    by_reading,
)
from pitboss.games.procedures import Check, DeckProcedures
from pitboss.hands import Order

from .faulty_games import (
    BOARD,
    RET,
    THB,
    Build,
    Fault,
    assert_refused,
    at,
    hand,
    pays,
    progressive,
    ret,
    single_paytable,
    thb,
    wager,
)

LOST_TOP = """
    .      .        .
    left   center   right
    .      bottom   .
"""
SEAT_WITHOUT_CENTER = """
    five_card_bonus   ultimate_pairs   progressive
    run_1             .                run_2
    ante_1            .                ante_2
"""


def looked_at(when: Any) -> DeckProcedures:  # noqa: ANN401
    """Return deck procedures with one item to inspect, at these tables."""
    return structs.replace(RET.procedures.deck, checklist=(Check("2.B", "the layout", when),))


def ranked_by(ranking: Order) -> Build:
    """Return a function that builds a game whose board ranks like this."""
    return ret(hands=hand(RET, "board", structs.replace(BOARD, ranking=ranking)))


FAULTS = {
    # switches
    "a switch without a reading": Fault(
        ret(readings=RET.readings[1:]),
        "a switch depends on the reading 'low_ace', which is unknown: choose from progressive_hand",
    ),
    "a switch without an option": Fault(
        thb(wagers=wager(THB, "ante", options=())),
        "ante depends on 'pays_on', which is not one of its options",
    ),
    "a reading that nothing depends on": Fault(
        thb(readings=(Reading("moon", "6.B", "Is it full?", "no", {"no": "", "yes": ""}, ""),)),
        "nothing depends on 'moon'",
    ),
    "a switch that forgets a choice": Fault(
        ranked_by(by_reading("low_ace", {"straight": Order(5)})),
        "a switch on low_ace must have exactly the choices straight, never",
    ),
    "a switch with a choice too many": Fault(
        ranked_by(by_reading("low_ace", dict.fromkeys(("straight", "never", "always"), Order(5)))),
        "a switch on low_ace must have exactly the choices straight, never",
    ),
    "a default that is no choice": Fault(
        ret(readings=at(RET.readings, 0, default="sometimes")),
        "the default of low_ace is not one of its choices",
    ),
    "an option whose default is no choice": Fault(
        thb(wagers=wager(THB, "ante", options=at(THB.required[0].options, 0, default="pair"))),
        "the default of pays_on is not one of its choices",
    ),
    "a default paytable that is not there": Fault(
        ret(wagers=pays(RET, "progressive", single_paytable(progressive(), default="E"))),
        "the default paytable is 'E', which is unknown",
    ),
    # the opening checklist
    "something to look at, nobody knows when": Fault(
        ret(deck=looked_at("noon")),
        "when of a Check is 'noon': it must be '' or 'manual shoe' or 'two decks'",
    ),
    "something to look at, on no occasion at all": Fault(
        ret(deck=looked_at([])),
        "when of a Check is []: it must be '' or",
    ),
    # layout
    "a table without a spot": Fault(
        ret(layout=structs.replace(RET.layout, table=LOST_TOP)),
        "the table layout is missing top",
    ),
    "a seat without a spot": Fault(
        ret(layout=structs.replace(RET.layout, seat=SEAT_WITHOUT_CENTER)),
        "the seat layout is missing center",
    ),
    "a spot for nothing": Fault(
        ret(layout=structs.replace(RET.layout, table=RET.layout.table.replace(".", "ashtray", 1))),
        "the table layout has 'ashtray', which is unknown",
    ),
    "a spot twice": Fault(
        ret(layout=structs.replace(RET.layout, table=RET.layout.table.replace(".", "top", 1))),
        "the spot of the table layout 'top' appears twice",
    ),
    "rows of different lengths": Fault(
        ret(layout=structs.replace(RET.layout, table=RET.layout.table.replace(".", "", 1))),
        "the rows of the table layout differ in length",
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_definition_that_cannot_be_is_refused(fault: Fault) -> None:
    assert_refused(fault)
