"""A pocket card beside the coach: what it says to you, and where on it that stands."""

from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.refusal import Refused
from pitboss.round import PlayerView
from pitboss.submission.rules import Rules

if TYPE_CHECKING:  # the lab is read when somebody has a card
    from pitboss.lab.strategy.play import CardPlay


class ByCard(Struct, frozen=True):
    """What the card says at a decision."""

    words: str
    decision: str | None = None
    """None where it has nothing to say."""


class Pocket:
    """A card, and its lines in words."""

    def __init__(self, rules: Rules, play: "CardPlay") -> None:
        from pitboss.papers.strategy_words import list_words

        self._play = play
        self._labels = {street.name: street.label for street in rules.streets}
        self._lines = {
            street.list.street: list_words(rules, play.card.shape, street.list)
            for street in play.card.streets
        }

    def said(self, seen: PlayerView) -> ByCard:
        """What it says to whoever sees this."""
        try:
            said = self._play.said(seen)
        except Refused as refused:
            return ByCard(f"Your card has nothing to say here: {refused.reason}.")
        if said.list is None:
            return ByCard(f"Your card: {said.decision}, by the chart.", said.decision)
        street = said.list.street
        line = self._lines[street][said.line].removesuffix(".")
        where = f"{self._labels[street]}, line {said.line + 1}"
        # In the midst of a sentence a line of the card begins small.
        words = f"Your card: {said.decision} ({where}: {line[:1].lower()}{line[1:]})."
        return ByCard(words, said.decision)
