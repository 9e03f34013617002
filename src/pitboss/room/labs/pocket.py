"""Pocket cards at tables: each found once by the lab, then kept by the room and read.

A process of the lab finds the card, and counts what its lists ask for in the cards that somebody
sees. Which line fits is then a comparison of numbers, and the room makes it by itself.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.cards import Card, show
from pitboss.games.patterns import holding
from pitboss.lab.strategy.lists import RuleList
from pitboss.refusal import Refused
from pitboss.room.labs.desk import GONE, Job, LabDesk, TooMuch
from pitboss.room.labs.question import Question

MOST_CARDS: Final = 64
"""That are kept."""
MAKING: Final = "the card is being made"
BY_CHART: Final = "by the chart"


class CardSaid(Struct, frozen=True):
    """What a pocket card says, and where on it."""

    decision: str
    street: str
    """The wager that is decided on."""
    line: int
    """Of the list for it, from 1; 0 for the chart of the first decision."""
    words: str
    """That line, as it stands on the card."""


class NoCard(Struct, frozen=True):
    """Why nothing is said by a card."""

    waiting: bool
    """Whether it is being made: at the next decision it may be there."""
    why: str


class Lines(RuleList, frozen=True):
    """A list, and its lines in words."""

    words: tuple[str, ...]


class PocketCard(Struct, frozen=True):
    """A card as the lab hands it over."""

    first: dict[str, str]
    streets: tuple[Lines, ...]

    def said(
        self, street: str, hole: Sequence[Card], features: Mapping[str, int] | None
    ) -> CardSaid:
        """What it says to whoever holds these cards and can count so much on the table."""
        lines = next((one for one in self.streets if one.street == street), None)
        if lines is not None and features is not None:
            decision, line = lines.said(features)
            return CardSaid(decision, street, line + 1, lines.words[line])
        name = holding(hole[0], hole[1])
        if lines is not None or name not in self.first:
            raise Refused(f"the card has no word for {show(hole)}")
        return CardSaid(self.first[name], street, 0, BY_CHART)


def card_of(answer: bytes) -> PocketCard:
    """What a room needs of the lab's answer, which has more."""
    return msgspec.json.decode(answer, type=PocketCard)


class PocketCards:
    """Those of a room."""

    def __init__(self) -> None:
        self._found: OrderedDict[bytes, PocketCard] = OrderedDict()
        self._making: dict[bytes, Job] = {}

    def look(
        self, desk: LabDesk, owner: str, question: Question, *, guest: bool = False
    ) -> PocketCard | NoCard:
        """The card, if it is there; if not, the lab is at work on it from now on."""
        key = question.key
        if (found := self._found.get(key)) is not None:
            self._found.move_to_end(key)
            return found
        job = self._making.get(key)
        if job is None:
            try:
                job = desk.ask(owner, question, guest=guest)
            except TooMuch as much:
                return NoCard(False, much.sentence)
            # What is over, and nobody came for, is asked of the desk again.
            self._making = {k: one for k, one in self._making.items() if one.open} | {key: job}
        if job.open:
            return NoCard(True, MAKING)
        del self._making[key]
        if (answer := desk.answer_of(job)) is None:
            return NoCard(False, (job.work.refused or Refused(GONE)).sentence)
        self._found[key] = card_of(answer)
        if len(self._found) > MOST_CARDS:
            self._found.popitem(last=False)
        return self._found[key]
