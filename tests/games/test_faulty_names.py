"""Names that clash or are nowhere, bad clauses, and hands that cannot be read."""

import pytest
from msgspec import structs

from pitboss.games.grammar import (
    BestOf,
    ByTable,
    HandOf,
    Meter,
    Place,
    Required,
    by_reading,
    paytable,
)

from .planting import (
    RET,
    STUD,
    THB,
    Fault,
    at,
    hand,
    lettered,
    pays,
    progressive,
    refused,
    ret,
    street,
    stud,
    thb,
    wager,
)

METERS_OF_12 = tuple(Meter(name=name, least=1, clause="12") for name in ("major", "minor"))
FAULTS = {
    # names
    "two places of one name": Fault(
        ret(places=(*RET.places, Place("left", "Left", "2.B(3)"))),
        "the card place 'left' appears twice",
    ),
    "a place called as a hole card": Fault(
        ret(places=(*RET.places, Place("first", "First", "2.B(3)"))),
        "the card place 'first' appears twice",
    ),
    "a place called hole": Fault(
        ret(places=(*RET.places, Place("hole", "Hole", "2.B(3)"))),
        "the card place 'hole' appears twice",
    ),
    "two hole cards of one name": Fault(
        ret(hole="first first"), "the card place 'first' appears twice"
    ),
    "two hands of one name": Fault(
        ret(hands=(*RET.hands, HandOf("board", "left right top bottom center", "7.E(2)(a)"))),
        "the hand 'board' appears twice",
    ),
    "two wagers of one name": Fault(
        ret(wagers=(*RET.wagers, RET.sides[0])),
        "the wager 'five_card_bonus' appears twice",
    ),
    "a look at a card that is not one's own": Fault(
        ret(looks="first third"),
        "a player looks at 'third', which it does not have",
    ),
    "nothing to wager": Fault(
        thb(wagers=tuple(w for w in THB.wagers if not isinstance(w, Required))),
        "it has no required wager",
    ),
    # clauses
    "a clause without a chapter": Fault(
        ret(wagers=wager(RET, "ante_1", clause="E(1)")),
        "'E(1)' on Required is not the number of a clause",
    ),
    "a clause of another book's form": Fault(
        ret(wagers=wager(RET, "run_1", clause="RET 11.B")),
        "'RET 11.B' on Raise is not the number of a clause",
    ),
    "an empty clause": Fault(
        ret(streets=street(RET, 0, clause="")),
        "'' on Street is not the number of a clause",
    ),
    "a bad clause in a paytable": Fault(
        ret(
            wagers=pays(
                RET, "run_1", ByTable("first_run", paytable("12-B", "(1)   flush   8 to 1"))
            )
        ),
        "'12-B(1)' on Line is not the number of a clause",
    ),
    "a bad clause inside a switch": Fault(
        ret(
            hands=hand(
                RET,
                "progressive",
                BestOf(
                    "progressive",
                    by_reading(
                        "progressive_hand",
                        {"first-run": "first_run", "best-of-runs": "board", "community": "board"},
                    ),
                    "12.f",
                ),
            )
        ),
        "'12.f' on BestOf is not the number of a clause",
    ),
    "a bad clause on an incident": Fault(
        ret(incidents=at(RET.incidents, 0, clause="thirteen")),
        "'thirteen' on Incident is not the number of a clause",
    ),
    "a bad clause on a reading": Fault(
        ret(readings=at(RET.readings, 0, clause="6")),
        "'6' on Reading is not the number of a clause",
    ),
    "a bad clause on the payout limit": Fault(
        ret(payout_limit=structs.replace(RET.payout_limit, clause="12")),
        "'12' on PayoutLimit is not the number of a clause",
    ),
    "a bad clause on a meter": Fault(
        ret(
            wagers=pays(
                RET,
                "progressive",
                lettered(progressive(meters=METERS_OF_12)),
            )
        ),
        "'12' on Meter is not the number of a clause",
    ),
    "a bad clause on dealing": Fault(
        ret(dealing=at(RET.dealing, 0, clause="8")),
        "'8' on Dealing is not the number of a clause",
    ),
    # hands
    "a hand of a card that is nowhere": Fault(
        ret(hands=hand(RET, "first_run", HandOf("first_run", "hole left middle right", "11.I(1)"))),
        "the hand first_run is read from 'middle', which it does not have",
    ),
    "a hand that counts a card twice": Fault(
        ret(hands=hand(RET, "first_run", HandOf("first_run", "hole left left right", "11.I(1)"))),
        "the card of the hand first_run 'left' appears twice",
    ),
    "a hand that counts a hole card twice": Fault(
        ret(hands=hand(RET, "first_run", HandOf("first_run", "hole first top left", "11.I(1)"))),
        "the card of the hand first_run 'first' appears twice",
    ),
    "a hand of six cards": Fault(
        ret(hands=(*RET.hands, HandOf("six", "hole left center right top", "11.I(1)"))),
        "the hand six has 6 cards, not 2, 3, 5 or 7",
    ),
    "a hand of four cards": Fault(
        ret(hands=(*RET.hands, HandOf("four", "hole left right", "11.I(1)"))),
        "the hand four has 4 cards, not 2, 3, 5 or 7",
    ),
    "the best of a hand that is nowhere": Fault(
        ret(hands=hand(RET, "better", BestOf("better", "first_run third_run", "11.I(3)"))),
        "the hand better is the best of 'third_run', which it does not have",
    ),
    "the best of a hand that comes later": Fault(
        ret(hands=hand(RET, "better", BestOf("better", "first_run board", "11.I(3)"))),
        "the hand better is the best of 'board', which it does not have",
    ),
    "the best of hands of different sizes": Fault(
        stud(hands=(*STUD.hands, BestOf("best", "two three", "6.F"))),
        "the hand best compares hands of different sizes",
    ),
    "one choice of a reading names an unknown hand": Fault(
        ret(
            hands=hand(
                RET,
                "progressive",
                BestOf(
                    "progressive",
                    by_reading(
                        "progressive_hand",
                        {"first-run": "first_run", "best-of-runs": "better", "community": "sixth"},
                    ),
                    "12.F(5)",
                ),
            )
        ),
        "the hand progressive is the best of 'sixth', which it does not have",
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_definition_that_cannot_be_is_refused(fault: Fault) -> None:
    refused(fault)
