"""Pocket cards in a room: computed once, never waited for, and read without the lab."""

import asyncio

import msgspec
import pytest

from pitboss.cards import cards
from pitboss.errors import Refused
from pitboss.lab.strategy.rule_lists import DEFAULT_LINES, Condition, Rule
from pitboss.room.lab_service import pocket_cards
from pitboss.room.lab_service.job_queue import JobQueue
from pitboss.room.lab_service.pocket_cards import (
    CardAdvice,
    CardList,
    NoCard,
    PocketCard,
    PocketCards,
    decode_card,
)
from pitboss.room.lab_service.questions import Question, make_question
from tests.room.labs.scripted_queue import scripted_question, scripted_queue

FLUSH = Rule((Condition("flush", 1),), "3x")
CARD = PocketCard(
    {"98s": "1x"},
    (
        CardList(
            "middle", (FLUSH,), "fold", ("3x with four to a flush in a line.", "Otherwise fold.")
        ),
    ),
)


def test_a_card_says_where_it_stands() -> None:
    hole = cards("9h 8h")
    assert CARD.advise("across", hole, None) == CardAdvice("1x", "across", 0, "by the chart")
    flush = CardAdvice("3x", "middle", 1, "3x with four to a flush in a line.")
    assert CARD.advise("middle", hole, {"flush": 1}) == flush
    last = CardAdvice("fold", "middle", 2, "Otherwise fold.")
    assert CARD.advise("middle", hole, {"flush": 0}) == last


def test_where_a_card_has_no_word_it_is_refused() -> None:
    with pytest.raises(Refused, match="the card has no entry for 9h 7h"):
        CARD.advise("across", cards("9h 7h"), None)
    with pytest.raises(Refused, match="the card has no entry"):
        CARD.advise("middle", cards("9h 8h"), None)


def test_the_lines_are_those_that_the_lab_finds() -> None:
    plain = make_question("strategy", "stud-235")
    assert plain.lines == DEFAULT_LINES
    assert b"lines" not in plain.key, "a card of the lab's page is the same question"


def card_question(*words: str, number: int = 0) -> Question:
    return scripted_question(*words, kind="strategy", number=number)


async def finished_card(cards: PocketCards, desk: JobQueue, *words: str) -> PocketCard | NoCard:
    """What there is once nobody is at work on it."""
    while True:
        result = cards.find(desk, "ann", card_question(*words))
        if not isinstance(result, NoCard) or not result.waiting:
            return result
        await asyncio.sleep(0.01)


@pytest.fixture
def fixed_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the odd lab answers is this card."""
    monkeypatch.setattr(pocket_cards, "decode_card", lambda _: CARD)


@pytest.mark.usefixtures("fixed_card")
async def test_it_is_made_once_and_kept() -> None:
    cards = PocketCards()
    async with scripted_queue() as desk:
        first = cards.find(desk, "ann", card_question())
        assert first == NoCard(True, "the card is being made")
        assert cards.find(desk, "bob", card_question()) == first
        assert len(desk.paper_queue) == 1
        assert await finished_card(cards, desk) is CARD
    assert cards.find(desk, "bob", card_question()) is CARD, "the lab is not needed any more"


@pytest.mark.usefixtures("fixed_card")
async def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pocket_cards, "MAX_CARDS", 1)
    cards = PocketCards()
    async with scripted_queue() as desk:
        for number in (0, 1):
            while cards.find(desk, "ann", card_question(number=number)) is not CARD:
                await asyncio.sleep(0.01)
        # The desk still has the answer: it is there at once.
        assert cards.find(desk, "ann", card_question()) is CARD
        assert len(cards._cards) == 1


async def test_why_there_is_none_is_told_once_and_then_it_is_tried_again() -> None:
    cards = PocketCards()
    async with scripted_queue() as desk:
        assert await finished_card(cards, desk, "refuse") == NoCard(
            False, "there is nothing to solve"
        )
        assert cards.find(desk, "ann", card_question("refuse")) == NoCard(
            True, "the card is being made"
        )


async def test_a_card_too_many_is_told() -> None:
    cards = PocketCards()
    async with scripted_queue() as desk:
        for number in (0, 1):
            assert cards.find(desk, "ann", card_question("slowly", number=number)) == NoCard(
                True, "the card is being made"
            )
        result = cards.find(desk, "ann", card_question("slowly", number=2))
        assert isinstance(result, NoCard)
        assert not result.waiting
        assert result.why.startswith("2 of your questions are already running")
        assert isinstance(cards.find(desk, "bob", card_question("slowly", number=1)), NoCard)


async def test_one_that_its_owner_cancels_is_asked_for_again() -> None:
    cards = PocketCards()
    async with scripted_queue() as desk:
        cards.find(desk, "ann", card_question("slowly"))
        desk.cancel(desk.submit("ann", card_question("slowly")))
        result = cards.find(desk, "ann", card_question("slowly"))
        assert result == NoCard(False, "the answer is no longer available: ask again")
        assert cards.find(desk, "ann", card_question("slowly")) == NoCard(
            True, "the card is being made"
        )


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
    assert decode_card(answer) == CARD
