"""What is not as usual about the rules that a pocket card is for, in few words."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pitboss.games.grammar import Game
from pitboss.lab.changeable import PayLine, changeable
from pitboss.papers.solution_text import chosen_words
from pitboss.papers.words import example_words, listed
from pitboss.submission import Rules, defaults, resolve

MOST: Final = 6
"""Changes that a card names; its rules hash stands for all of them."""


def changed_words(game: Game, rules: Rules, filed: Mapping[str, Any]) -> str:
    """Readings, options, paytables and pay that differ from the game's own; empty if none does.

    ``filed`` is the whole submission, which may be an example; in ``rules`` lines may pay otherwise
    than it says.
    """
    example = [f"For an {words}." for words in example_words(filed)]
    usual = chosen_words(game, defaults(game, {}))
    chosen = [words for words in chosen_words(game, filed) if words not in usual]
    found = [*chosen, *_paid(resolve(game, filed), rules)]
    if not found:
        return "".join(example)
    more = [f"and {len(found) - MOST} more"] if len(found) > MOST else []
    return " ".join([*example, f"For changed rules: {'; '.join([*found[:MOST], *more])}."])


def _paid(before: Rules, after: Rules) -> Iterator[str]:
    """Lines that pay otherwise, wagers that pay them alike together."""
    was = _lines(before)
    alike: dict[tuple[str, str], list[str]] = {}
    for key, (wager, line) in _lines(after).items():
        if line.odds != was[key][1].odds:
            alike.setdefault((line.label, line.pays), []).append(wager)
    for (hand, pays), wagers in alike.items():
        yield f"{hand} {pays} on {listed(wagers)}"


def _lines(rules: Rules) -> dict[str, tuple[str, PayLine]]:
    """By key, with what the wager is called."""
    labels = {wager.key: wager.label for wager in rules.wagers}
    return {
        line.key: (labels[wager], line)
        for wager, lines in changeable(rules).items()
        for line in lines
    }
