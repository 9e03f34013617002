"""Card notation round-trips, and errors quote the text that is not a card."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pitboss.cards import ACE, CARD_BY_TEXT, DECK, RANKS, SUITS, card, cards, cards_text, rank, suit
from pitboss.errors import Refused, short_repr

ALL = [r + s for r in "23456789TJQKA" for s in "cdhs"]

decks = st.permutations(ALL)


def test_there_are_52_cards() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert set(CARD_BY_TEXT) == {*ALL, "Jo"}


@pytest.mark.parametrize("text", ALL)
def test_a_card_is_read_and_shown(text: str) -> None:
    assert cards_text([card(text)]) == text
    assert cards(text) == (card(text),)
    assert card(text) in DECK


@pytest.mark.parametrize("text", ALL)
def test_a_card_knows_its_rank_and_suit(text: str) -> None:
    assert (rank(card(text)), suit(card(text))) == (RANKS.index(text[0]), SUITS.index(text[1]))


def test_ranks_go_from_deuce_to_ace() -> None:
    assert [rank(card(r + "h")) for r in "23456789TJQKA"] == list(range(13))
    assert rank(card("As")) == ACE


@given(decks, st.integers(0, 52))
def test_a_sequence_round_trips_in_its_order(deck: list[str], size: int) -> None:
    text = " ".join(deck[:size])
    assert cards_text(cards(text)) == text
    assert len(cards(text)) == size


@given(st.permutations(DECK), st.integers(0, 52))
def test_cards_shown_are_read_back(deck: list[Any], size: int) -> None:
    assert cards(cards_text(deck[:size])) == tuple(deck[:size])


def test_space_between_cards_does_not_matter() -> None:
    assert cards("  Ah\t Td\n2c ") == (card("Ah"), card("Td"), card("2c"))
    assert cards(" ") == ()


BAD = [
    "",
    "A",
    "h",
    "hA",  # rank and suit swapped
    "AH",
    "ah",
    "1h",
    "0h",
    "10h",
    "Ahx",
    "AhTd",
    " Ah",
    "Ah ",
    "A h",
    "Zh",
    "Ax",
    "A♥",
    "Аh",  # Cyrillic A
    "２c",  # full-width 2
    "??",
    "joker",
    "-1",
    "51",
    "\x00h",
    "'",
]


@pytest.mark.parametrize("text", BAD)
def test_text_that_is_not_a_card_is_quoted_in_the_error(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        card(text)
    assert str(refusal.value) == (
        f"{text!r} is not a card: write rank and suit, such as Ah, Td or 2c"
    )


@pytest.mark.parametrize("value", [None, 7, 0, True, 1.5, b"Ah", ["Ah"], {"Ah": 1}, ("A", "h")])
def test_a_value_that_is_not_text_is_refused(value: Any) -> None:  # noqa: ANN401
    with pytest.raises(Refused) as refusal:
        card(value)
    assert str(refusal.value).startswith(f"{short_repr(value)} is not a card")


@given(st.text(max_size=4))
def test_any_other_text_is_refused(text: str) -> None:
    assume(text not in ALL)
    with pytest.raises(Refused, match="is not a card"):
        card(text)


@pytest.mark.parametrize("word", ["Zz", "10h", "ahh", "?"])
def test_one_bad_card_among_good_ones_is_named(word: str) -> None:
    with pytest.raises(Refused) as refusal:
        cards(f"Ah Td {word} 2c")
    assert str(refusal.value).startswith(f"{word!r} is not a card")


@given(decks, st.integers(1, 10), st.data())
def test_a_card_that_appears_twice_is_named(
    deck: list[str], size: int, data: st.DataObject
) -> None:
    some = deck[:size]
    double = data.draw(st.sampled_from(some))
    some.insert(data.draw(st.integers(0, size)), double)
    text = " ".join(some)
    with pytest.raises(Refused) as refusal:
        cards(text)
    assert str(refusal.value) == f"{double} appears twice in {text!r}"
