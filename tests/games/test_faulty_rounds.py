"""Invalid streets, dealing orders, payout limits and incidents are refused."""

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.games.grammar import (
    Incident,
    Kind,
    PayoutLimit,
    Remedy,
    Reshuffling,
    Reveal,
    by_reading,
)

from .faulty_games import (
    RET,
    STUD,
    THB,
    Fault,
    assert_refused,
    at,
    ccp,
    dealing,
    ret,
    street,
    stud,
    thb,
)

HANDS, FLOP = "each first second; dealer dealer", "flop flop flop"
LAST = "ask turn; turn; ask river; river"

FAULTS = {
    # devices that reshuffle
    "a device that reshuffles, and nobody says with what": Fault(
        ret(reshuffling=None),
        "'automated reshuffling' as a shuffler and the field reshuffling must both be given",
    ),
    "one that goes with a method that there is not": Fault(
        ret(reshuffling=Reshuffling("conveyor", ("5.D", "5.E", "5.F"), "5.H")),
        "a reshuffling device deals from 'conveyor', which is unknown",
    ),
    "an idle table whose clauses are lifted and not": Fault(
        ret(reshuffling=Reshuffling("automated shoe", ("5.D", "5.E"), "5.H")),
        "idle_reshuffling contradicts the clauses that the reshuffling device lifts",
    ),
    "a clause that is lifted and is none": Fault(
        ret(reshuffling=Reshuffling("automated shoe", ("5.D, 5.E", "5.F"), "5.H")),
        "'5.D, 5.E' on Reshuffling.lifts is not a clause number",
    ),
    # cuts
    "a cut that leaves more cards than there are": Fault(
        ret(deck=replace(RET.procedures.deck, cut_at_least=27)),
        "cut_at_least of DeckProcedures is 27, but the deck has only 52 cards",
    ),
    # streets
    "a street that reveals a card twice": Fault(
        ret(streets=street(RET, 0, reveals=(Reveal(("left", "right", "left"), "11.C"),))),
        "the street run_1 reveals 'left' again, but it is already face up",
    ),
    "a street that reveals what an earlier one did": Fault(
        ret(streets=street(RET, 1, reveals=(Reveal(("top", "bottom", "right"), "11.E"),))),
        "the street run_2 reveals 'right' again, but it is already face up",
    ),
    "a street that reveals what the player looked at": Fault(
        stud(streets=street(STUD, 0, reveals=(Reveal(("third", "second"), "11.B(2)"),))),
        "the street raise_three reveals 'second' again, but it is already face up",
    ),
    "a street that reveals a card that is nowhere": Fault(
        ret(streets=street(RET, 2, reveals=(Reveal(("center", "sixth"), "11.G"),))),
        "the street center reveals 'sixth', which is unknown",
    ),
    "a card that is never revealed": Fault(
        ret(streets=street(RET, 2, reveals=())),
        "no street reveals 'center'",
    ),
    "a step that reveals something by no clause": Fault(
        thb(streets=street(THB, 2, reveals=(Reveal(("river",), "11.H(2)"), Reveal(("dealer",))))),
        "'' on Reveal is not a clause number",
    ),
    "streets out of the order of the raises": Fault(
        ret(streets=(RET.streets[1], RET.streets[0], RET.streets[2])),
        "the streets decide run_2, run_1, center but the raises are run_1, run_2, center",
    ),
    "a street without a raise": Fault(
        ret(streets=street(RET, 0, wager="run_0")),
        "a street decides 'run_0', which is unknown: did you mean 'run_2'?",
    ),
    "a raise without a street": Fault(
        ret(streets=RET.streets[:2]),
        "no street decides the raise 'center'",
    ),
    "a street with one decision": Fault(
        stud(streets=street(STUD, 0, choices={"check": 0})),
        "the street raise_three needs at least two decisions",
    ),
    "a decision that stakes less than nothing": Fault(
        stud(streets=street(STUD, 0, choices={"check": 0, "raise": -1})),
        "the decision 'raise' of the street raise_three stakes -1: write FOLD, 0, 1 or more",
    ),
    "a street that forces a stake": Fault(
        stud(streets=street(STUD, 1, choices={"raise": 1, "double": 2})),
        "the street raise_five leaves no way to stake nothing: add a decision that is FOLD, to "
        "give up the hand, or 0, to check",
    ),
    # dealing
    "a player short of a card": Fault(
        ret(dealing=dealing(RET, 0, "left right top bottom center; each first")),
        "dealing by 8.D deals the wrong number of cards to second",
    ),
    "a card of the table dealt twice": Fault(
        ret(dealing=dealing(RET, 2, "left left right top bottom center; each first second")),
        "dealing by 10.B deals the wrong number of cards to left",
    ),
    "a flop of two": Fault(
        thb(
            dealing=dealing(THB, 3, "flop flop turn river; each first second; dealer dealer"),
        ),
        "dealing by 10.I deals the wrong number of cards to flop",
    ),
    "a card dealt to nowhere": Fault(
        ret(dealing=dealing(RET, 0, "left right top bottom center sixth; each first second")),
        "dealing by 8.D deals the wrong number of cards to sixth",
    ),
    "decisions asked out of order": Fault(
        thb(
            dealing=dealing(
                THB,
                0,
                "each first second; dealer dealer; ask turn; flop flop flop; ask flop; turn;"
                "ask river; river",
            )
        ),
        "dealing by 8.D asks for decisions out of order",
    ),
    "a decision that is not asked": Fault(
        thb(
            dealing=dealing(
                THB,
                0,
                "each first second; dealer dealer; ask flop; flop flop flop; ask turn; turn; river",
            )
        ),
        "dealing by 8.D asks for decisions out of order",
    ),
    "cards laid face up before anybody is asked": Fault(
        ret(dealing=dealing(RET, 0, "up left right; top bottom center; each first; each second")),
        "dealing by 8.D lays left, right face up out of turn",
    ),
    "cards laid face up that a street shows later": Fault(
        thb(
            dealing=dealing(
                THB, 0, f"{HANDS}; ask flop; up turn; {FLOP}; ask turn; ask river; river"
            )
        ),
        "dealing by 8.D lays turn face up out of turn",
    ),
    "half of the flop laid face up": Fault(
        thb(dealing=dealing(THB, 0, f"{HANDS}; ask flop; up flop flop; flop; {LAST}")),
        "dealing by 8.D lays flop face up out of turn",
    ),
    "the dealer's cards laid face up with the river": Fault(
        thb(
            dealing=dealing(
                THB,
                0,
                f"each first second; ask flop; {FLOP}; ask turn; turn; ask river;"
                "up river dealer dealer",
            )
        ),
        "dealing by 8.D lays river, dealer face up out of turn",
    ),
    "a method of dealing twice": Fault(
        ret(dealing=(*RET.procedures.dealing, RET.procedures.dealing[0])),
        "the method of dealing 'manual shoe' appears twice",
    ),
    # payout limit
    "a limit over an unknown wager": Fault(
        ret(payout_limit=PayoutLimit(clause="12.C", least=5_000_000, scope=("run_1", "run_3"))),
        "the payout limit covers 'run_3', which is unknown",
    ),
    "a limit over one wager twice": Fault(
        ret(
            payout_limit=PayoutLimit(
                clause="12.C", least=5_000_000, scope=("run_1", "run_2", "run_1")
            )
        ),
        "the wager in the payout limit 'run_1' appears twice",
    ),
    "a limit over an unknown wager in one reading": Fault(
        ccp(
            payout_limit=PayoutLimit(
                clause="12.B",
                least=5_000_000,
                scope=by_reading(
                    "ante_pays", {"even": ("across",), "table": ("ante_up", "across")}
                ),
            )
        ),
        "the payout limit covers 'ante_up', which is unknown",
    ),
    "an announcement of no hand": Fault(
        ret(table=replace(RET.procedures.table, announces={"third_run": "11.I(1)"})),
        "the dealer announces 'third_run', which is unknown",
    ),
    # incidents
    "a missing incident": Fault(
        ret(incidents=RET.procedures.incidents[1:]),
        "the procedures have no remedy for the incident that a card is face up in the shoe or deck",
    ),
    "a dealer's card that no incident covers": Fault(
        thb(
            incidents=tuple(
                i for i in THB.procedures.incidents if i.kind is not Kind.DEALER_CARD_EXPOSED
            )
        ),
        "no remedy for the incident that a dealer card was exposed before the last decision",
    ),
    "an incident twice": Fault(
        ret(incidents=(*RET.procedures.incidents, Incident(Kind.SHOE_JAM, Remedy.VOID, ("13.D",)))),
        "the dealing shoe jams during the round",
    ),
    "a void round that settles an unknown wager": Fault(
        thb(incidents=at(THB.procedures.incidents, 1, settles=("bonanza",))),
        "a void round settles 'bonanza', which is unknown",
    ),
    "a void round that settles a main wager": Fault(
        thb(incidents=at(THB.procedures.incidents, 1, settles=("ante",))),
        "a void round settles 'ante', which is unknown",
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_definition_that_cannot_be_is_refused(fault: Fault) -> None:
    assert_refused(fault)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"table": replace(RET.procedures.table, settles_first="five_card_bonus")},
            "settles_first of a TableProcedures is 'five_card_bonus'",
        ),
        (
            {"reshuffling": Reshuffling("automated shoe", "5.D", "5.H")},  # type: ignore[arg-type]
            "lifts of a Reshuffling is '5.D'",
        ),
        (
            {"incidents": (Incident(Kind.SHOE_JAM, Remedy.VOID, "13.D"),)},  # type: ignore[arg-type]
            "clauses of an Incident is '13.D'",
        ),
    ],
)
def test_several_values_are_a_tuple_and_not_text(changes: dict[str, Any], sentence: str) -> None:
    assert_refused(Fault(ret(**changes), sentence))
