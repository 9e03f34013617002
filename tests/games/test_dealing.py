"""Test parsing of the order of dealing."""

import pytest

from pitboss.errors import Refused
from pitboss.games.dealing import (
    Ask,
    Burn,
    CardFacing,
    Dealing,
    Discard,
    ToPlayers,
    ToTable,
    dealings,
    dealt,
)
from pitboss.games.incidents import Incident, Kind, Remedy, incidents


def test_an_order_of_dealing() -> None:
    assert dealt("left right; each first; ask flop; burn; flop flop; discard; each a b") == (
        ToTable(("left", "right")),
        ToPlayers(("first",)),
        Ask("flop"),
        Burn(),
        ToTable(("flop", "flop")),
        Discard(),
        ToPlayers(("a", "b")),
    )


def test_how_cards_are_laid_and_by_which_clause() -> None:
    text = "each first [8.D(2)]; covered dealer[8.D(2)] ; burn [11.D(1), 11.F(1)]; up flop flop"
    assert dealt(f"{text}; discard [10.H]; left [8.D(1)]") == (
        ToPlayers(("first",), ("8.D(2)",)),
        ToTable(("dealer",), CardFacing.COVERED, ("8.D(2)",)),
        Burn(("11.D(1)", "11.F(1)")),
        ToTable(("flop", "flop"), CardFacing.UP),
        Discard(("10.H",)),
        ToTable(("left",), CardFacing.DOWN, ("8.D(1)",)),
    )


@pytest.mark.parametrize("text", ["burn [8.D", "burn 8.D]", "[8.D] burn", "burn [8.D] [8.E]"])
def test_a_clause_comes_last(text: str) -> None:
    with pytest.raises(Refused, match="an order of dealing has an invalid step"):
        dealt(text)


def test_a_decision_has_the_clause_of_its_street() -> None:
    with pytest.raises(
        Refused, match=r"the step ask of an order of dealing takes no clause: 'ask flop \[11.B\]'"
    ):
        dealt("burn; ask flop [11.B]")


@pytest.mark.parametrize(
    "text", ["", ";", "left;", "; left", "left;; right", "  ", "up", "covered; left", "burn; [8.D]"]
)
def test_an_empty_step_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="an order of dealing has an empty step"):
        dealt(text)


METHODS = """
    hand [9.B]: shuffler [9.A(1)]; one hand [9.A(3)]; no more bets [9.A(5)];
        lock out [9.A(5)(a)]; count [9.A(5)(b)]; each first
        second [9.B(1), 9.B(2)]; stub [9.B(3)]

    automated shoe, reshuffling [10.I]: flop; rest from the hand [10.B(4)]; each first second
"""


def test_methods_of_dealing() -> None:
    by_hand, by_shoe = dealings(METHODS, {"one hand": "keep the deck in one hand"})
    assert by_hand == Dealing(
        "hand",
        "9.B",
        (ToPlayers(("first", "second"), ("9.B(1)", "9.B(2)")),),
        no_more_bets="9.A(5)",
        locks_out="9.A(5)(a)",
        counts="9.A(5)(b)",
        stub="9.B(3)",
        handling={"9.A(3)": "keep the deck in one hand"},
        needs_shuffler="9.A(1)",
    )
    assert by_shoe == Dealing(
        "automated shoe",
        "10.I",
        (ToTable(("flop",)), ToPlayers(("first", "second"))),
        from_hand="10.B(4)",
        reshuffling=True,
    )


@pytest.mark.parametrize("text", ["hand: each first", "[9.B]: each first", "each first [9.B]"])
def test_a_method_begins_with_its_name_and_clause(text: str) -> None:
    with pytest.raises(Refused, match=r"must begin as in 'hand \[9.B\]:', not"):
        dealings(text)


def test_a_step_without_a_clause_in_a_method_with_clauses() -> None:
    with pytest.raises(Refused, match="'stub' of the method 'hand' needs its clause"):
        dealings("hand [9.B]: each first; stub")


def test_a_table_of_irregularities() -> None:
    assert incidents("""
        card face up          void             13.A
        drawn exposed         floor rules
        stub not 52           void, deck out   8.G(2), 9.H
        cards face up         void             13.B   bonus trips once dealt
        dealer card exposed   void             13.F   bonus
    """) == (
        Incident(Kind.CARD_FACE_UP, Remedy.VOID, ("13.A",)),
        Incident(Kind.DRAWN_EXPOSED, Remedy.FLOOR_RULES),
        Incident(Kind.STUB_NOT_52, Remedy.VOID_DECK_OUT, ("8.G(2)", "9.H")),
        Incident(Kind.CARDS_FACE_UP, Remedy.VOID, ("13.B",), ("bonus", "trips"), once_dealt=True),
        Incident(Kind.DEALER_CARD_EXPOSED, Remedy.VOID, ("13.F",), ("bonus",)),
    )


@pytest.mark.parametrize(
    "row",
    ["card face up", "card face down  void", "card face up  avoid", "shoe jam  void  a  b  c"],
)
def test_a_row_that_is_not_an_irregularity(row: str) -> None:
    with pytest.raises(Refused, match="needs an incident, its remedy and clause in columns"):
        incidents(row)
