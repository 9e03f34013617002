"""Names that clash or are nowhere, bad clauses, and hands that cannot be read."""

import pytest
from msgspec import structs

from pitboss.games import GAMES
from pitboss.games.checks.choices import CLAUSE, cited
from pitboss.games.checks.common import walk
from pitboss.games.grammar import (
    BestOf,
    ByTable,
    Game,
    HandOf,
    Meter,
    Place,
    Required,
    Showdown,
    Task,
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
    "a bad clause on a method of shuffling": Fault(
        ret(shufflers=RET.shufflers | {"none": "by hand"}),
        "'by hand' on Game.shufflers is not the number of a clause",
    ),
    "a bad clause for a tie": Fault(
        thb(wagers=pays(THB, "flop", Showdown("player", "dealer", "12.A", equal="a tie"))),
        "'a tie' on Showdown.equal is not the number of a clause",
    ),
    "a clause that is a number": Fault(
        ret(forfeits=11),
        "11 on Game.forfeits is not the number of a clause",
    ),
    "a bad clause among several": Fault(
        ret(conduct=structs.replace(RET.conduct, settles="11.I, eleven")),
        "'eleven' on Conduct.settles is not the number of a clause",
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


CONDUCT = (
    "chips seated betting closed leaving settles settles_first_by validates locks_out discards "
    "until_shown"
)
CARE = "received ready_made shuffled ordered uncut cut_clause recut alternate"
DEALING = "clause no_more_bets locks_out counts from_hand stub needs_shuffler"
BY_METHOD = "loaded deck_clause stub_clause"


@pytest.mark.parametrize("field", CONDUCT.split())
def test_every_clause_on_conduct(field: str) -> None:
    conduct = structs.replace(RET.conduct, **{field: "hello"})
    refused(Fault(ret(conduct=conduct), f"'hello' on Conduct.{field} is not the number"))


@pytest.mark.parametrize("field", CARE.split())
def test_every_clause_on_care(field: str) -> None:
    care = structs.replace(RET.care, **{field: "hello"})
    refused(Fault(ret(care=care), f"'hello' on Care.{field} is not the number"))


@pytest.mark.parametrize("field", DEALING.split())
def test_every_clause_on_dealing(field: str) -> None:
    place = "Dealing" if field == "clause" else f"Dealing.{field}"
    wrong = at(RET.dealing, 0, **{field: "hello"})
    refused(Fault(ret(dealing=wrong), f"'hello' on {place} is not the number"))


@pytest.mark.parametrize("field", BY_METHOD.split())
def test_every_clause_by_method(field: str) -> None:
    care = structs.replace(RET.care, **{field: getattr(RET.care, field) | {"hand": "hello"}})
    refused(Fault(ret(care=care), f"'hello' on Care.{field} is not the number"))


@pytest.mark.parametrize("field", ["opening", "idle"])
def test_every_clause_of_a_task(field: str) -> None:
    care = structs.replace(RET.care, **{field: getattr(RET.care, field) | {Task.LOOK: "hello"}})
    refused(Fault(ret(care=care), f"'hello' on Care.{field} is not the number"))


def test_every_clause_of_an_announcement_and_a_breach() -> None:
    said = structs.replace(RET.conduct, announces={"first_run": "hello"})
    refused(Fault(ret(conduct=said), "'hello' on Conduct.announces is not the number"))
    breach = structs.replace(RET.conduct, breaches=RET.conduct.breaches | {"hello": "a breach"})
    refused(Fault(ret(conduct=breach), "'hello' on Conduct.breaches is not the number"))


@pytest.mark.parametrize("field", ["chips", "seated", "settles", "discards"])
@pytest.mark.parametrize("nothing", ["", None])
def test_a_clause_that_every_rulebook_has(field: str, nothing: str | None) -> None:
    conduct = structs.replace(RET.conduct, **{field: nothing})
    refused(Fault(ret(conduct=conduct), f"{nothing!r} on Conduct.{field} is not the number"))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whatever_looks_like_a_clause_is_checked(game: Game) -> None:
    """A new field that holds clauses is found here, unless the check knows it."""
    for owner, name, value in walk(game):
        several = [*value, *value.values()] if isinstance(value, dict) else [value]
        if any(isinstance(x, str) and CLAUSE.fullmatch(x) for x in several):
            assert name in cited(owner), f"{type(owner).__name__}.{name}"
