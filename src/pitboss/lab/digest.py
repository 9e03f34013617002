"""Which main game it is: a digest of all that its solution depends on, and of nothing else."""

from hashlib import sha256

from pitboss.games.words import BestOf, HandOf
from pitboss.submission.canonical import canonical
from pitboss.submission.rules import Rules


def digest(rules: Rules) -> str:
    """A digest of all that the main game depends on: tables that differ elsewhere share it."""
    hands = tuple(main_hands(rules))
    streets = tuple((x.wager, x.of, x.choices, x.reveals) for x in rules.streets)
    wagers = (rules.required, rules.raises, rules.edge_of)
    deck = () if rules.deck.is_standard else (rules.deck,)
    parts = (*deck, rules.places, rules.hole, rules.looks, hands, *wagers, streets)
    return sha256(canonical(parts, clauses=False)).hexdigest()[:32]


def main_hands(rules: Rules) -> list[HandOf | BestOf]:
    """The hands that wagers of the main game are paid on or decisions need, and those that these
    are made of.
    """
    names = {name for wager in rules.required + rules.raises for name in wager.pays.reads}
    conditions = (when for street in rules.streets for when in street.conditions.values())
    names.update(name for when in conditions for name in when.reads)
    for hand in reversed(rules.hands):
        if hand.name in names and isinstance(hand, BestOf):
            names.update(hand.hands)
    return [hand for hand in rules.hands if hand.name in names]
