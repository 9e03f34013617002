"""Switches that nothing turns, and layouts that lack a spot."""

import pytest
from msgspec import structs

from pitboss.games.grammar import (
    Reading,
    by_reading,
)
from pitboss.games.words import Check

from .planting import (
    RET,
    THB,
    Fault,
    at,
    lettered,
    pays,
    progressive,
    refused,
    ret,
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

FAULTS = {
    # switches
    "a switch without a reading": Fault(
        ret(readings=RET.readings[1:]),
        "it turns on 'low_ace', which is no reading or option of it",
    ),
    "a switch without an option": Fault(
        thb(wagers=wager(THB, "ante", options=())),
        "it turns on 'pays_on', which is no reading or option of it",
    ),
    "a reading that nothing turns on": Fault(
        thb(readings=(Reading("moon", "6.B", "Is it full?", "no", {"no": "", "yes": ""}, ""),)),
        "nothing turns on 'moon'",
    ),
    "a switch that forgets a choice": Fault(
        ret(low_ace=by_reading("low_ace", {"straight": "5"})),
        "it does not say what every choice of low_ace means",
    ),
    "a switch with a choice too many": Fault(
        ret(low_ace=by_reading("low_ace", {"straight": "5", "never": "", "always": "2 3 5"})),
        "it does not say what every choice of low_ace means",
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
        ret(wagers=pays(RET, "progressive", lettered(progressive(), default="E"))),
        "the default paytable is 'E', which it does not have",
    ),
    # the opening checklist
    "something to look at, nobody knows when": Fault(
        ret(care=structs.replace(RET.care, checklist=(Check("2.B", "the layout", "noon"),))),  # type: ignore[arg-type]
        "the check of 2.B is for 'noon': leave when out, or make it 'manual shoe' or 'two decks'",
    ),
    "something to look at, on no occasion at all": Fault(
        ret(care=structs.replace(RET.care, checklist=(Check("2.B", "the layout", []),))),  # type: ignore[arg-type]
        "the check of 2.B is for []: leave when out",
    ),
    # layout
    "a table without a spot": Fault(
        ret(layout=structs.replace(RET.layout, table=LOST_TOP)),
        "the table layout lacks top",
    ),
    "a seat without a spot": Fault(
        ret(layout=structs.replace(RET.layout, seat=SEAT_WITHOUT_CENTER)),
        "the seat layout lacks center",
    ),
    "a spot for nothing": Fault(
        ret(layout=structs.replace(RET.layout, table=RET.layout.table.replace(".", "ashtray", 1))),
        "the table layout has 'ashtray', which it does not have",
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
    refused(fault)
