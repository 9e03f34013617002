"""How many deals there are, how many the generic solver takes on, and how it refuses more."""

from collections.abc import Sequence
from math import comb, prod
from typing import Final

from pitboss.cards import Card
from pitboss.lab.steps import cards_needed, steps
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules

MOST_DEALS: Final = 10**12
"""More than can be dealt in some hours, unless many of them are alike."""
MOST_DEALS_AFTER: Final = 10**9
"""Deals after one decision that are walked in about two minutes."""


class TooManyDeals(Refused):
    """A game of no fast shape has more deals than can be counted."""


def ways(sizes: Sequence[int], cards: int) -> int:
    """Return in how many ways groups of these sizes fall from so many cards."""
    return prod(comb(cards - sum(sizes[:at]), size) for at, size in enumerate(sizes))


def count_deals(rules: Rules, deck: Sequence[Card] | None = None) -> int:
    """How many deals the main game has."""
    sizes = [len(group) for step in steps(rules) for group in step]
    return ways(sizes, len(rules.deck.cards if deck is None else deck))


def count_deals_after(rules: Rules, taken: int) -> int:
    """How many deals can follow a decision."""
    every = [[len(group) for group in step] for step in steps(rules)]
    before = sum(map(sum, every[: taken + 1]))
    return ways([size for step in every[taken + 1 :] for size in step], rules.deck.size - before)


def check_deck(rules: Rules, deck: Sequence[Card]) -> None:
    """Refuse a deck that is too small."""
    if len(deck) < cards_needed(rules):
        raise Refused(f"{len(deck)} cards are too few to deal {rules.game}")


def check_deals(rules: Rules, deck: Sequence[Card] | None = None) -> None:
    """Refuse to solve a game with too many deals."""
    if (deals := count_deals(rules, deck)) > MOST_DEALS:
        raise _too_many(rules, f"its {deals:,} deals")


def check_deals_after(rules: Rules, taken: int) -> None:
    """Refuse advice on a decision that too many deals follow, unless the game can be solved."""
    deals = count_deals_after(rules, taken)
    if deals > MOST_DEALS_AFTER and count_deals(rules) > MOST_DEALS:
        raise _too_many(rules, f"the {deals:,} deals that can follow this decision")


def _too_many(rules: Rules, deals: str) -> TooManyDeals:
    return TooManyDeals(
        f"{rules.game} has no shape that the lab solves fast, and {deals} are too many to walk "
        "through"
    )
