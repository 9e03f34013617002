"""What a list can see of a situation, read from the cards as a person would; nothing is solved."""

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.lab.shape import Read
from pitboss.lab.shapes import shape_of
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules

__all__ = ["Read", "reader_of"]


def reader_of(rules: Rules, deck: Sequence[Card] | None = None) -> Read:
    """As the shape of these rules has it."""
    if shape := shape_of(rules):
        return shape.reader(rules.deck.cards if deck is None else deck)
    raise Refused(f"the lab has no words for what a player of {rules.game} sees")
