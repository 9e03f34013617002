"""Rules cards as the pages draw tables from them."""

from collections.abc import Mapping
from typing import Any

from pitboss.games import find_game
from pitboss.papers.rules_card.card import RulesCard, build_rules_card
from pitboss.submission import resolve


class PageCard(RulesCard, frozen=True, kw_only=True):
    """A rules card for the table page."""

    together: tuple[str, ...]
    """The wagers that are placed together."""


def make_page_card(game: str, submission: Mapping[str, Any]) -> PageCard:
    """Return the rules card of a game under a submission."""
    definition = find_game(game)
    card = build_rules_card(definition, submission)
    # Required wagers are equal, so the page places them together.
    together = tuple(wager.key for wager in resolve(definition, submission).required)
    fields = {name: getattr(card, name) for name in RulesCard.__struct_fields__}
    return PageCard(**fields, together=together)
