"""The order of dealing is read from words."""

import pytest

from pitboss.games.dealing import Ask, Burn, Discard, Lies, ToPlayers, ToTable, dealt
from pitboss.refusal import Refused


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
        ToPlayers(("first",), "8.D(2)"),
        ToTable(("dealer",), Lies.COVERED, "8.D(2)"),
        Burn("11.D(1), 11.F(1)"),
        ToTable(("flop", "flop"), Lies.UP),
        Discard("10.H"),
        ToTable(("left",), Lies.DOWN, "8.D(1)"),
    )


@pytest.mark.parametrize("text", ["burn [8.D", "burn 8.D]", "[8.D] burn", "burn [8.D] [8.E]"])
def test_a_clause_stands_at_the_end(text: str) -> None:
    with pytest.raises(Refused, match="a step that cannot be read"):
        dealt(text)


def test_a_question_has_the_clause_of_its_street() -> None:
    with pytest.raises(Refused, match=r"a clause where it asks: 'ask flop \[11.B\]'"):
        dealt("burn; ask flop [11.B]")


@pytest.mark.parametrize(
    "text", ["", ";", "left;", "; left", "left;; right", "  ", "up", "covered; left", "burn; [8.D]"]
)
def test_an_empty_step_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="an order of dealing has an empty step"):
        dealt(text)
