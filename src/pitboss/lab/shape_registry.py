"""The registry of shapes, the only module that matches rules with a shape."""

from collections.abc import Sequence
from typing import Final

from pitboss.cards import Card
from pitboss.games.game_parts import HandOf
from pitboss.lab.cross.shape import fits as fits_cross
from pitboss.lab.duel.shape import fits as fits_duel
from pitboss.lab.generic.shape import GenericShape
from pitboss.lab.revealed.shape import fits as fits_revealed
from pitboss.lab.shape_protocol import Shape, ShapeTest
from pitboss.lab.showdown.shape import fits as fits_showdown
from pitboss.lab.starting_hands import permutations_among, permutations_keeping
from pitboss.lab.stud.shape import fits as fits_stud
from pitboss.lab.wild_ranks import WildShape, with_jokers
from pitboss.submission.rules import Rules

STANDARD_SHAPES: Final[tuple[ShapeTest, ...]] = (
    fits_cross,
    fits_stud,
    fits_showdown,
    fits_revealed,
    fits_duel,
)
"""The shapes for a standard deck and usual rankings; the first that fits is used."""
ANY_DECK_SHAPES: Final[tuple[ShapeTest, ...]] = (fits_revealed, fits_duel)
"""The shapes that also take other decks and other rankings."""

WITH_CONDITIONS: Final[tuple[ShapeTest, ...]] = (fits_duel,)
"""The shapes that take decisions open only to some hands; they check the conditions."""


def find_shape(rules: Rules) -> Shape | None:
    """Return the shape of a game, if it has one."""
    if rules.deck.wild:
        shape = _find_shape(with_jokers(rules))
        return WildShape(rules, shape) if shape else None
    return _find_shape(rules)


def _find_shape(rules: Rules) -> Shape | None:
    """Return the shape of a game without wild ranks."""
    has_usual_rankings = all(
        hand.order.is_usual for hand in rules.hands if isinstance(hand, HandOf)
    )
    candidates = (
        STANDARD_SHAPES if has_usual_rankings and rules.deck.is_standard else ANY_DECK_SHAPES
    )
    if any(street.conditions for street in rules.streets):
        candidates = tuple(fits for fits in candidates if fits in WITH_CONDITIONS)
    return next((shape for fits in candidates if (shape := fits(rules))), None)


def find_shape_on_deck(rules: Rules, deck: Sequence[Card]) -> Shape | None:
    """Return the shape of a game on a deck; None if its suits are not interchangeable."""
    changes = permutations_among(rules.deck.suits)
    if (
        rules.deck.first_excess(deck) is not None
        or permutations_keeping(changes, sorted(deck)) != changes
    ):
        return None
    return find_shape(rules)


def find_any_shape(rules: Rules) -> Shape:
    """Return the shape of a game, or the generic one, which counts every deal."""
    return find_shape(rules) or GenericShape(rules)


def find_strategy_shape(rules: Rules) -> Shape:
    """Return the shape whose features describe the situations of a game."""
    shape = find_shape(rules)
    return shape if shape and shape.has_features() else GenericShape(rules)
