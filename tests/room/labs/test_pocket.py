"""Pocket cards that a room keeps: made once, never waited for, and read without the lab."""

import asyncio

import msgspec
import pytest

from pitboss.cards import cards
from pitboss.lab.strategy.lists import USUAL, Condition, Rule
from pitboss.refusal import Refused
from pitboss.room.labs import pocket
from pitboss.room.labs.desk import LabDesk
from pitboss.room.labs.pocket import CardSaid, Lines, NoCard, PocketCard, PocketCards, card_of
from pitboss.room.labs.question import Question, question
from tests.room.labs.desks import odd_desk, told

FLUSH = Rule((Condition("flush", 1),), "3x")
CARD = PocketCard(
    {"98s": "1x"},
    (Lines("middle", (FLUSH,), "fold", ("3x with four to a flush in a line.", "Otherwise fold.")),),
)


def test_a_card_says_where_it_stands() -> None:
    hole = cards("9h 8h")
    assert CARD.said("across", hole, None) == CardSaid("1x", "across", 0, "by the chart")
    flush = CardSaid("3x", "middle", 1, "3x with four to a flush in a line.")
    assert CARD.said("middle", hole, {"flush": 1}) == flush
    last = CardSaid("fold", "middle", 2, "Otherwise fold.")
    assert CARD.said("middle", hole, {"flush": 0}) == last


def test_where_a_card_has_no_word_it_is_refused() -> None:
    with pytest.raises(Refused, match="the card has no word for 9h 7h"):
        CARD.said("across", cards("9h 7h"), None)
    with pytest.raises(Refused, match="the card has no word"):
        CARD.said("middle", cards("9h 8h"), None)


def test_the_lines_are_those_that_the_lab_finds() -> None:
    plain = question("strategy", "stud-235")
    assert plain.lines == USUAL
    assert b"lines" not in plain.key, "a card of the lab's page is the same question"


def asked(*words: str, number: int = 0) -> Question:
    return told(*words, kind="strategy", number=number)


async def made(cards: PocketCards, desk: LabDesk, *words: str) -> PocketCard | NoCard:
    """What there is once nobody is at work on it."""
    while True:
        found = cards.look(desk, "ann", asked(*words))
        if not isinstance(found, NoCard) or not found.waiting:
            return found
        await asyncio.sleep(0.01)


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the odd lab answers is this card."""
    monkeypatch.setattr(pocket, "card_of", lambda _: CARD)


@pytest.mark.usefixtures("decoded")
async def test_it_is_made_once_and_kept() -> None:
    cards = PocketCards()
    async with odd_desk() as desk:
        first = cards.look(desk, "ann", asked())
        assert first == NoCard(True, "the card is being made")
        assert cards.look(desk, "bob", asked()) == first
        assert len(desk.writing) == 1
        assert await made(cards, desk) is CARD
    assert cards.look(desk, "bob", asked()) is CARD, "the lab is not needed any more"


@pytest.mark.usefixtures("decoded")
async def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pocket, "MOST_CARDS", 1)
    cards = PocketCards()
    async with odd_desk() as desk:
        for number in (0, 1):
            while cards.look(desk, "ann", asked(number=number)) is not CARD:
                await asyncio.sleep(0.01)
        # The desk still has the answer: it is there at once.
        assert cards.look(desk, "ann", asked()) is CARD
        assert len(cards._found) == 1


async def test_why_there_is_none_is_told_once_and_then_it_is_tried_again() -> None:
    cards = PocketCards()
    async with odd_desk() as desk:
        assert await made(cards, desk, "refuse") == NoCard(False, "there is nothing to solve")
        assert cards.look(desk, "ann", asked("refuse")) == NoCard(True, "the card is being made")


async def test_a_card_too_many_is_told() -> None:
    cards = PocketCards()
    async with odd_desk() as desk:
        for number in (0, 1):
            assert cards.look(desk, "ann", asked("slowly", number=number)) == NoCard(
                True, "the card is being made"
            )
        found = cards.look(desk, "ann", asked("slowly", number=2))
        assert isinstance(found, NoCard)
        assert not found.waiting
        assert found.why.startswith("2 of your questions are being worked out")
        assert isinstance(cards.look(desk, "bob", asked("slowly", number=1)), NoCard)


async def test_one_that_its_owner_cancels_is_asked_for_again() -> None:
    cards = PocketCards()
    async with odd_desk() as desk:
        cards.look(desk, "ann", asked("slowly"))
        desk.cancel(desk.ask("ann", asked("slowly")))
        found = cards.look(desk, "ann", asked("slowly"))
        assert found == NoCard(False, "there is no answer any more: ask again")
        assert cards.look(desk, "ann", asked("slowly")) == NoCard(True, "the card is being made")


def test_an_answer_of_the_lab_is_read() -> None:
    answer = msgspec.json.encode(
        {
            "game": "criss-cross", "cost": "1/7", "first": {"98s": "1x"}, "page": "<!DOCTYPE html>",
            "streets": [
                {
                    "label": "Middle", "street": "middle", "otherwise": "fold", "cost": "1/7",
                    "rules": [{"when": [{"feature": "flush", "least": 1}], "then": "3x"}],
                    "words": ["3x with four to a flush in a line.", "Otherwise fold."],
                }
            ],
        }
    )  # fmt: skip
    assert card_of(answer) == CARD
