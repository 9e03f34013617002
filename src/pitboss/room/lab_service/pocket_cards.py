"""Pocket cards at tables: the lab computes each card once, and the room caches and reads it.

A lab process computes the card, and the features of the visible cards that its lists refer to.
Which line applies is then a comparison of numbers, which the room does itself.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.cards import Card, cards_text
from pitboss.errors import Refused
from pitboss.games.card_names import starting_hand_class
from pitboss.lab.strategy.rule_lists import RuleList
from pitboss.room.lab_service.job_queue import ANSWER_GONE, Job, JobQueue, TooManyJobs
from pitboss.room.lab_service.questions import Question

MAX_CARDS: Final = 64
"""Cards in the cache of a room."""
CARD_IN_PROGRESS: Final = "the pocket card is being prepared"
BY_CHART: Final = "by the chart"


class CardAdvice(Struct, frozen=True):
    """The advice of a pocket card, and where it is on the card."""

    decision: str
    street: str
    """The wager that is decided on."""
    line: int
    """The line of its list, from 1; 0 for the chart of the first decision."""
    words: str
    """The text of that line."""


class NoCard(Struct, frozen=True):
    """The reason why there is no advice of a card."""

    waiting: bool
    """Whether the card is being made and may be ready at the next decision."""
    why: str


class CardList(RuleList, frozen=True):
    """A list of rules, with the text of its lines."""

    words: tuple[str, ...]


class PocketCard(Struct, frozen=True):
    """A pocket card as the lab computes it."""

    first: dict[str, str]
    streets: tuple[CardList, ...]

    def advise(
        self, street: str, hole: Sequence[Card], features: Mapping[str, int] | None
    ) -> CardAdvice:
        """Return the card's advice for these hole cards and features of the visible cards."""
        rules = next((rules for rules in self.streets if rules.street == street), None)
        if rules is not None and features is not None:
            decision, line = rules.decision_and_line(features)
            return CardAdvice(decision, street, line + 1, rules.words[line])
        name = starting_hand_class(hole[0], hole[1])
        if rules is not None or name not in self.first:
            raise Refused(f"the card has no entry for {cards_text(hole)}")
        return CardAdvice(self.first[name], street, 0, BY_CHART)


def decode_card(answer: bytes) -> PocketCard:
    """Decode the parts of the lab's answer that a room needs."""
    return msgspec.json.decode(answer, type=PocketCard)


class PocketCards:
    """The pocket cards of a room."""

    def __init__(self) -> None:
        self._cards: OrderedDict[bytes, PocketCard] = OrderedDict()
        self._jobs: dict[bytes, Job] = {}

    def find(
        self, jobs: JobQueue, owner: str, question: Question, *, guest: bool = False
    ) -> PocketCard | NoCard:
        """Return the card of a question; if it is not cached, have the lab compute it."""
        key = question.key
        if (card := self._cards.get(key)) is not None:
            self._cards.move_to_end(key)
            return card
        job = self._jobs.get(key)
        if job is None:
            try:
                job = jobs.submit(owner, question, guest=guest)
            except TooManyJobs as refusal:
                return NoCard(False, refusal.sentence)
            # Jobs that ended and that nobody collected are submitted again when needed.
            self._jobs = {k: other for k, other in self._jobs.items() if other.is_open} | {key: job}
        if job.is_open:
            return NoCard(True, CARD_IN_PROGRESS)
        del self._jobs[key]
        if (answer := jobs.answer_of(job)) is None:
            return NoCard(False, (job.work.refusal or Refused(ANSWER_GONE)).sentence)
        self._cards[key] = decode_card(answer)
        if len(self._cards) > MAX_CARDS:
            self._cards.popitem(last=False)
        return self._cards[key]
