"""Duplicate or unknown names, bad clauses and unreadable hands are refused."""

import pytest
from msgspec import structs

from pitboss.games import MARYLAND
from pitboss.games.checks.fields import CLAUSE_PATTERN, citing_fields, walk_parts
from pitboss.games.grammar import (
    EVEN,
    BestOf,
    ByTable,
    Case,
    Cases,
    Game,
    HandOf,
    Meter,
    Place,
    Required,
    Task,
    Ties,
    by_reading,
    paytable,
)
from pitboss.hands import Order

from .faulty_games import (
    RET,
    STUD,
    THB,
    Fault,
    assert_refused,
    at,
    hand,
    pays,
    progressive,
    ret,
    single_paytable,
    street,
    stud,
    thb,
    wager,
)

ALL_OF_THB = ("hole", *(place.name for place in THB.places))
WIDER_FLOP = at(THB.places, 0, cards=4)
FOUR = HandOf("four", ("hole", "left", "right"), clause="11.I(1)")
METERS_OF_12 = tuple(Meter(name=name, least=1, clause="12") for name in ("major", "minor"))
FAULTS = {
    # names
    "two places of one name": Fault(
        ret(places=(*RET.places, Place("left", "Left", clause="2.B(3)"))),
        "the card place 'left' appears twice",
    ),
    "a place called as a hole card": Fault(
        ret(places=(*RET.places, Place("first", "First", clause="2.B(3)"))),
        "the place 'first' needs another name: with hole=2 the cards of a player are called first",
    ),
    "a place called hole": Fault(
        ret(places=(*RET.places, Place("hole", "Hole", clause="2.B(3)"))),
        "the place 'hole' needs another name: this one means all of a player's cards",
    ),
    "a seat without cards": Fault(ret(hole=0), "a seat gets 0 cards: hole must be from 1 to 7"),
    "more cards than have a name": Fault(
        ret(hole=8), "a seat gets 8 cards: hole must be from 1 to 7"
    ),
    "a look at fewer than no cards": Fault(
        ret(looks=-1), "a player looks at -1 of 2 cards before the first decision"
    ),
    "two hands of one name": Fault(
        ret(
            hands=(
                *RET.hands,
                HandOf("board", ("left", "right", "top", "bottom", "center"), clause="7.E(2)(a)"),
            )
        ),
        "the hand 'board' appears twice",
    ),
    "two wagers of one name": Fault(
        ret(wagers=(*RET.wagers, RET.sides[0])),
        "the wager 'five_card_bonus' appears twice",
    ),
    "a look at a card that is not one's own": Fault(
        ret(looks=3),
        "a player looks at 3 of 2 cards before the first decision",
    ),
    "nothing to wager": Fault(
        thb(wagers=tuple(w for w in THB.wagers if not isinstance(w, Required))),
        "the game has no required wager",
    ),
    # clauses
    "a clause without a chapter": Fault(
        ret(wagers=wager(RET, "ante_1", clause="E(1)")),
        "'E(1)' on Required is not a clause number",
    ),
    "a clause of another book's form": Fault(
        ret(wagers=wager(RET, "run_1", clause="RET 11.B")),
        "'RET 11.B' on Raise is not a clause number",
    ),
    "an empty clause": Fault(
        ret(streets=street(RET, 0, clause="")),
        "'' on Street is not a clause number",
    ),
    "a bad clause in a paytable": Fault(
        ret(
            wagers=pays(
                RET, "run_1", ByTable("first_run", paytable("(1)   flush   8 to 1", clause="12-B"))
            )
        ),
        "'12-B(1)' on Line is not a clause number",
    ),
    "a bad clause inside a switch": Fault(
        ret(
            hands=hand(
                RET,
                "progressive",
                by_reading(
                    "progressive_hand",
                    {
                        reading: BestOf("progressive", ("board",), clause="12.f")
                        for reading in ("first-run", "best-of-runs", "community")
                    },
                ),
            )
        ),
        "'12.f' on BestOf is not a clause number",
    ),
    "a bad clause on an incident": Fault(
        ret(incidents=at(RET.procedures.incidents, 0, clauses=("13.A", "thirteen"))),
        "'thirteen' on Incident.clauses is not a clause number",
    ),
    "a bad clause on a reading": Fault(
        ret(readings=at(RET.readings, 0, clause="6")),
        "'6' on Reading is not a clause number",
    ),
    "a bad clause on the payout limit": Fault(
        ret(payout_limit=structs.replace(RET.payout_limit, clause="12")),
        "'12' on PayoutLimit is not a clause number",
    ),
    "a bad clause on a meter": Fault(
        ret(
            wagers=pays(
                RET,
                "progressive",
                single_paytable(progressive(meters=METERS_OF_12)),
            )
        ),
        "'12' on Meter is not a clause number",
    ),
    "a bad clause on a method of shuffling": Fault(
        ret(shufflers=RET.procedures.shufflers | {"none": "by hand"}),
        "'by hand' on Procedures.shufflers is not a clause number",
    ),
    "a bad clause for a tie": Fault(
        thb(
            wagers=pays(
                THB, "flop", Cases((Case(Ties("player", "dealer"), EVEN, "a tie"),), by="12.A")
            )
        ),
        "'a tie' on Case is not a clause number",
    ),
    "a clause that is a number": Fault(
        ret(forfeits=11),
        "forfeits of a Procedures is 11: it must be text or None",
    ),
    "several clauses in one text": Fault(
        ret(table=structs.replace(RET.procedures.table, settles="11.I, 11.J")),
        "'11.I, 11.J' on TableProcedures.settles is not a clause number",
    ),
    "a bad clause on dealing": Fault(
        ret(dealing=at(RET.procedures.dealing, 0, clause="8")),
        "'8' on Dealing is not a clause number",
    ),
    # hands
    "a hand of a card that is nowhere": Fault(
        ret(
            hands=hand(
                RET,
                "first_run",
                HandOf("first_run", ("hole", "left", "middle", "right"), clause="11.I(1)"),
            )
        ),
        "the hand first_run is read from 'middle', which is unknown",
    ),
    "a hand that counts a card twice": Fault(
        ret(
            hands=hand(
                RET,
                "first_run",
                HandOf("first_run", ("hole", "left", "left", "right"), clause="11.I(1)"),
            )
        ),
        "the hand first_run reads 'left' twice: name each card once",
    ),
    "a hand that counts a hole card twice": Fault(
        ret(
            hands=hand(
                RET,
                "first_run",
                HandOf("first_run", ("hole", "first", "top", "left"), clause="11.I(1)"),
            )
        ),
        "the hand first_run reads 'first' twice: name each card once",
    ),
    "a hand of ten cards": Fault(
        thb(hands=(*THB.hands, HandOf("ten", ALL_OF_THB, clause="11.I(1)")), places=WIDER_FLOP),
        "the hand ten has 10 cards: a hand needs 1 to 9",
    ),
    "five of four cards": Fault(
        ret(hands=(*RET.hands, structs.replace(FOUR, ranking=Order(5)))),
        "the hand four has 4 cards, but its ranking counts 5",
    ),
    "the best of a hand that is nowhere": Fault(
        ret(
            hands=hand(
                RET, "better", BestOf("better", ("first_run", "third_run"), clause="11.I(3)")
            )
        ),
        "the hand better is the best of 'third_run', which is unknown",
    ),
    "the best of a hand that comes later": Fault(
        ret(hands=hand(RET, "better", BestOf("better", ("first_run", "board"), clause="11.I(3)"))),
        "the hand better is the best of 'board', which is unknown",
    ),
    "the best of hands of different sizes": Fault(
        stud(hands=(*STUD.hands, BestOf("best", ("two", "three"), clause="6.F"))),
        "the hand best compares hands of different sizes",
    ),
    "one choice of a reading names an unknown hand": Fault(
        ret(
            hands=hand(
                RET,
                "progressive",
                by_reading(
                    "progressive_hand",
                    {
                        reading: BestOf("progressive", (name,), clause="12.F(5)")
                        for reading, name in (
                            ("first-run", "first_run"),
                            ("best-of-runs", "better"),
                            ("community", "sixth"),
                        )
                    },
                ),
            )
        ),
        "the hand progressive is the best of 'sixth', which is unknown",
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_definition_that_cannot_be_is_refused(fault: Fault) -> None:
    assert_refused(fault)


CONDUCT = (
    "chips seated betting closed leaving settles settles_first_by validates locks_out discards "
    "until_shown"
)
CARE = "received ready_made shuffled ordered uncut cut_clause recut alternate"
DEALING = "clause no_more_bets locks_out counts from_hand stub needs_shuffler"
BY_METHOD = "loaded deck_clause stub_clause"


@pytest.mark.parametrize("field", CONDUCT.split())
def test_every_clause_on_table_procedures(field: str) -> None:
    conduct = structs.replace(RET.procedures.table, **{field: "hello"})
    assert_refused(
        Fault(ret(table=conduct), f"'hello' on TableProcedures.{field} is not a clause number")
    )


@pytest.mark.parametrize("field", CARE.split())
def test_every_clause_on_deck_procedures(field: str) -> None:
    care = structs.replace(RET.procedures.deck, **{field: "hello"})
    assert_refused(
        Fault(ret(deck=care), f"'hello' on DeckProcedures.{field} is not a clause number")
    )


@pytest.mark.parametrize("field", DEALING.split())
def test_every_clause_on_dealing(field: str) -> None:
    place = "Dealing" if field == "clause" else f"Dealing.{field}"
    wrong = at(RET.procedures.dealing, 0, **{field: "hello"})
    assert_refused(Fault(ret(dealing=wrong), f"'hello' on {place} is not a clause number"))


@pytest.mark.parametrize("field", BY_METHOD.split())
def test_every_clause_by_method(field: str) -> None:
    care = structs.replace(
        RET.procedures.deck, **{field: getattr(RET.procedures.deck, field) | {"hand": "hello"}}
    )
    assert_refused(
        Fault(ret(deck=care), f"'hello' on DeckProcedures.{field} is not a clause number")
    )


@pytest.mark.parametrize("field", ["opening", "idle"])
def test_every_clause_of_a_task(field: str) -> None:
    care = structs.replace(
        RET.procedures.deck, **{field: getattr(RET.procedures.deck, field) | {Task.LOOK: "hello"}}
    )
    assert_refused(
        Fault(ret(deck=care), f"'hello' on DeckProcedures.{field} is not a clause number")
    )


def test_every_clause_of_an_announcement_and_a_breach() -> None:
    procedures = structs.replace(RET.procedures.table, announces={"first_run": "hello"})
    assert_refused(
        Fault(ret(table=procedures), "'hello' on TableProcedures.announces is not a clause number")
    )
    breach = structs.replace(
        RET.procedures.table, breaches=RET.procedures.table.breaches | {"hello": "a breach"}
    )
    assert_refused(
        Fault(ret(table=breach), "'hello' on TableProcedures.breaches is not a clause number")
    )


@pytest.mark.parametrize("field", ["chips", "seated", "settles", "discards"])
def test_a_clause_that_every_rulebook_has(field: str) -> None:
    conduct = structs.replace(RET.procedures.table, **{field: ""})
    assert_refused(
        Fault(ret(table=conduct), f"'' on TableProcedures.{field} is not a clause number")
    )


@pytest.mark.parametrize("game", MARYLAND.values(), ids=MARYLAND)
def test_whatever_looks_like_a_clause_is_checked(game: Game) -> None:
    """A new field that holds clauses fails this test, unless the check covers it."""
    for part in walk_parts(game):
        for name, value in structs.asdict(part).items():
            texts = [*value, *value.values()] if isinstance(value, dict) else [value]
            if any(isinstance(text, str) and CLAUSE_PATTERN.fullmatch(text) for text in texts):
                assert name in citing_fields(part), f"{type(part).__name__}.{name}"
