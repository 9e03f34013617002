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


def test_card_reports_its_progress() -> None:
    hole = cards("9h 8h")
    assert CARD.advise("across", hole, None) == CardAdvice("1x", "across", 0, "by the chart")
    flush = CardAdvice("3x", "middle", 1, "3x with four to a flush in a line.")
    assert CARD.advise("middle", hole, {"flush": 1}) == flush
    last = CardAdvice("fold", "middle", 2, "Otherwise fold.")
    assert CARD.advise("middle", hole, {"flush": 0}) == last


def test_card_without_an_entry_gives_no_advice() -> None:
    with pytest.raises(Refused, match="the card has no entry for 9h 7h"):
        CARD.advise("across", cards("9h 7h"), None)
    with pytest.raises(Refused, match="the card has no entry"):
        CARD.advise("middle", cards("9h 8h"), None)


def test_default_lines_give_the_same_question() -> None:
    plain = make_question("strategy", "stud-235")
    assert plain.lines == DEFAULT_LINES
    assert b"lines" not in plain.key, "a card of the lab's page is the same question"


def card_question(*words: str, number: int = 0) -> Question:
    return scripted_question(*words, kind="strategy", number=number)


async def finished_card(cards: PocketCards, queue: JobQueue, *words: str) -> PocketCard | NoCard:
    """Wait until nobody is working on the card; return its state."""
    while True:
        result = cards.find(queue, "ann", card_question(*words))
        if not isinstance(result, NoCard) or not result.waiting:
            return result
        await asyncio.sleep(0.01)


@pytest.fixture
def fixed_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Return this card for any question to the scripted lab."""
    monkeypatch.setattr(pocket_cards, "decode_card", lambda _: CARD)


@pytest.mark.usefixtures("fixed_card")
async def test_card_is_computed_once() -> None:
    cards = PocketCards()
    async with scripted_queue() as queue:
        first = cards.find(queue, "ann", card_question())
        assert first == NoCard(True, "the pocket card is being prepared")
        assert cards.find(queue, "bob", card_question()) == first
        assert len(queue.paper_queue) == 1
        assert await finished_card(cards, queue) is CARD
    assert cards.find(queue, "bob", card_question()) is CARD, "the lab is not needed anymore"


@pytest.mark.usefixtures("fixed_card")
async def test_stored_cards_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pocket_cards, "MAX_CARDS", 1)
    cards = PocketCards()
    async with scripted_queue() as queue:
        for number in (0, 1):
            while cards.find(queue, "ann", card_question(number=number)) is not CARD:
                await asyncio.sleep(0.01)
        # The queue still has the answer, so it is returned at once.
        assert cards.find(queue, "ann", card_question()) is CARD
        assert len(cards._cards) == 1


async def test_failure_is_reported_once_and_then_retried() -> None:
    cards = PocketCards()
    async with scripted_queue() as queue:
        assert await finished_card(cards, queue, "refuse") == NoCard(
            False, "there is nothing to solve"
        )
        assert cards.find(queue, "ann", card_question("refuse")) == NoCard(
            True, "the pocket card is being prepared"
        )


async def test_job_limit_applies_to_cards() -> None:
    cards = PocketCards()
    async with scripted_queue() as queue:
        for number in (0, 1):
            assert cards.find(queue, "ann", card_question("slowly", number=number)) == NoCard(
                True, "the pocket card is being prepared"
            )
        result = cards.find(queue, "ann", card_question("slowly", number=2))
        assert isinstance(result, NoCard)
        assert not result.waiting
        assert result.why.startswith("you have reached your limit of running lab jobs (2)")
        assert isinstance(cards.find(queue, "bob", card_question("slowly", number=1)), NoCard)


async def test_canceled_card_is_requested_again() -> None:
    cards = PocketCards()
    async with scripted_queue() as queue:
        cards.find(queue, "ann", card_question("slowly"))
        queue.cancel(queue.submit("ann", card_question("slowly")))
        result = cards.find(queue, "ann", card_question("slowly"))
        assert result == NoCard(False, "the result is no longer available: start the job again")
        assert cards.find(queue, "ann", card_question("slowly")) == NoCard(
            True, "the pocket card is being prepared"
        )


def test_lab_results_are_decoded() -> None:
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
