"""What a list can see of a situation, read from the cards as a person would; nothing is solved."""

from collections.abc import Callable, Sequence

from pitboss.cards import DECK, Card
from pitboss.lab.cross.odds import table_of
from pitboss.lab.cross.shape import lines_of
from pitboss.lab.showdown.shape import against_of
from pitboss.lab.strategy import showdown_seen, stud_seen
from pitboss.lab.strategy.cross_seen import Counter
from pitboss.lab.stud.shape import growing_of
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules

Read = Callable[[Sequence[Card], Sequence[Sequence[Card]]], dict[str, int]]
"""From the hand, and the cards that each street has turned over."""


def reader_of(rules: Rules, deck: Sequence[Card] = DECK) -> Read:
    """As the shape of these rules has it."""
    if lines := lines_of(rules):
        return Counter(table_of(rules, lines), deck).features
    if growing := growing_of(rules):
        return lambda hole, turned: stud_seen.features((*hole, *turned[0]), growing)
    if against := against_of(rules):
        return lambda hole, turned: showdown_seen.features(
            hole, [c for some in turned for c in some], low_ace=against.low_ace, deck=deck
        )
    raise Refused(f"the lab has no words for what a player of {rules.game} sees")
