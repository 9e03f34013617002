"""A strategy as data: rules by their features, so that programs can play them, and in words."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import to_builtins

from pitboss.lab.strategy.found import Strategy
from pitboss.papers.strategy_words import list_words, note_words, street_titles
from pitboss.submission.rules import Rules


def strategy_json(rules: Rules, found: Strategy, others: Mapping[str, Fraction]) -> dict[str, Any]:
    """Exact numbers as fractions."""
    titles = street_titles(rules)
    return {
        "game": rules.game,
        "rules_hash": rules.hash,
        "unit": rules.required[0].key,
        "shape": found.shape,
        "best": str(found.best),
        "ev": str(found.ev),
        "cost": str(found.cost),
        "house_edge": float(-found.ev / len(rules.edge_of)),
        "first": found.chart,
        "streets": [
            {
                "label": titles[street.list.street],
                **to_builtins(street.list),
                "words": list_words(rules, found.shape, street.list),
                "cost": str(street.cost),
            }
            for street in found.streets
        ],
        "note": note_words(rules, found.shape),
        "compared": {name: str(cost) for name, cost in others.items()},
    }
