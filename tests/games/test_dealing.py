"""The order of dealing is read from words."""

import pytest

from pitboss.games.dealing import Ask, Burn, Discard, ToPlayers, ToTable, dealt
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


@pytest.mark.parametrize("text", ["", ";", "left;", "; left", "left;; right", "  "])
def test_an_empty_step_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="an order of dealing has an empty step"):
        dealt(text)
