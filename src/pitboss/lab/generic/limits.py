"""The number of deals of a game, and the limits beyond which the generic solver refuses."""

from collections.abc import Sequence
from math import comb, prod
from typing import Final

from pitboss.cards import Card
from pitboss.errors import Refused
from pitboss.lab.game_structure import cards_needed, deal_steps
from pitboss.submission.rules import Rules

MAX_DEALS: Final = 10**12
"""More than can be enumerated in some hours, unless many deals are equivalent."""
MAX_DEALS_AFTER: Final = 10**9
"""Deals after one decision that are enumerated in about two minutes."""


class TooManyDeals(Refused):
    """A refusal: a game of no fast shape has more deals than can be enumerated."""


def count_group_deals(sizes: Sequence[int], cards: int) -> int:
    """Return how many ways groups of these sizes can be dealt from so many cards."""
    return prod(comb(cards - sum(sizes[:index]), size) for index, size in enumerate(sizes))


def count_deals(rules: Rules, deck: Sequence[Card] | None = None) -> int:
    """Return how many deals the main game has."""
    sizes = [len(group) for step in deal_steps(rules) for group in step]
    return count_group_deals(sizes, len(rules.deck.cards if deck is None else deck))


def count_deals_after(rules: Rules, streets_done: int) -> int:
    """Return how many deals can follow a decision."""
    sizes_by_step = [[len(group) for group in step] for step in deal_steps(rules)]
    cards_dealt = sum(map(sum, sizes_by_step[: streets_done + 1]))
    return count_group_deals(
        [size for step in sizes_by_step[streets_done + 1 :] for size in step],
        rules.deck.size - cards_dealt,
    )


def check_deck(rules: Rules, deck: Sequence[Card]) -> None:
    """Refuse a deck that is too small."""
    if len(deck) < cards_needed(rules):
        raise Refused(f"{len(deck)} cards are too few to deal {rules.game}")


def check_deals(rules: Rules, deck: Sequence[Card] | None = None) -> None:
    """Refuse to solve a game with too many deals."""
    if (deals := count_deals(rules, deck)) > MAX_DEALS:
        raise _too_many_deals(rules, f"its {deals:,} deals")


def check_deals_after(rules: Rules, streets_done: int) -> None:
    """Refuse advice on a decision that too many deals follow, unless the game can be solved."""
    deals = count_deals_after(rules, streets_done)
    if deals > MAX_DEALS_AFTER and count_deals(rules) > MAX_DEALS:
        raise _too_many_deals(rules, f"the {deals:,} deals that can follow this decision")


def _too_many_deals(rules: Rules, deals: str) -> TooManyDeals:
    return TooManyDeals(
        f"the lab has no fast method for {rules.game}, and {deals} are too many to go through one "
        "by one"
    )
