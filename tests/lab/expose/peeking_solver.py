"""A solver for a player who peeks, over every deal of a small deck, to check `expose`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from pitboss.cards import Card
from pitboss.lab.starting_hands import (
    SUIT_PERMUTATIONS,
    StartingHand,
    SuitPermutation,
    permutations_keeping,
    permute_suits,
    starting_hands,
)
from pitboss.submission import Rules
from pitboss.submission.rules import positions
from tests.lab.plain_solver import OddsByHands, Tree, VisibleCards

ALONE = SUIT_PERMUTATIONS[:1]
"""Once a card is known, no two suits are interchangeable."""


class Peeking(Tree):
    """Every deal that has one card at one position, known from the start."""

    def __init__(
        self,
        rules: Rules,
        deck: Sequence[Card],
        position: int,
        card: Card,
        known_odds: OddsByHands | None = None,
    ) -> None:
        super().__init__(rules, deck, known_odds)
        self.card = card
        self.at = [[position in group for group in step] for step in self.steps]

    def reveals(
        self, step: int, visible: VisibleCards, changes: Sequence[SuitPermutation]
    ) -> Iterator[tuple[VisibleCards, int]]:
        for new, ways in super().reveals(step, visible, changes):
            if [self.card in group for group in new] == self.at[step]:
                yield new, ways

    def deals(self, cards_seen: int, decision_count: int) -> int:
        has_hidden_cards = any(here for step in self.at[decision_count + 1 :] for here in step)
        left, ways = len(self.deck) - cards_seen - has_hidden_cards, 1
        for step, here in zip(
            self.steps[decision_count + 1 :], self.at[decision_count + 1 :], strict=True
        ):
            for group, known_card in zip(step, here, strict=True):
                ways *= comb(left, len(group) - known_card)
                left -= len(group) - known_card
        return ways


def best(tree: Tree, hole: tuple[Card, ...]) -> Fraction:
    """Return the value of a hand under optimal strategy."""
    result = tree.prospects(0, (hole,), ALONE, [()])[()]
    return Fraction(max(x.net for x in result.values()), tree.deals(len(hole), 0))


def card_seen(rules: Rules, place: str, deck: tuple[Card, ...]) -> Fraction:
    """Return the game's value if the first card of a place is seen before the first decision."""
    position = positions(rules.places, rules.hole)[place][0]
    total = Fraction()
    for start in starting_hands(deck):
        known_odds: OddsByHands = {}
        for (card,), ways in unlike(start, deck, 1).items():
            value = best(Peeking(rules, deck, position, card, known_odds), start.cards)
            total += start.ways * ways * value
    return total / (comb(len(deck), 2) * (len(deck) - 2))


def hands_shared(rules: Rules, dead: int, deck: tuple[Card, ...]) -> Fraction:
    """Return the game's value if this many cards of other players are known."""
    total = Fraction()
    for start in starting_hands(deck):
        known_odds: OddsByHands = {}
        for dead_cards, ways in unlike(start, deck, dead).items():
            left = [c for c in deck if c not in dead_cards]
            total += start.ways * ways * best(Tree(rules, left, known_odds), start.cards)
    return total / (comb(len(deck), 2) * comb(len(deck) - 2, dead))


def unlike(start: StartingHand, deck: Sequence[Card], count: int) -> Counter[tuple[Card, ...]]:
    """Return sets of this many cards to go with a hand, one per suit class, with their numbers."""
    changes = permutations_keeping(SUIT_PERMUTATIONS, start.cards)
    rest = [c for c in deck if c not in start.cards]
    return Counter(
        min(permute_suits(x, some) for x in changes) for some in combinations(rest, count)
    )
