"""Features of cross games in words, by their paytables."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from pitboss.games.card_names import counted_cards
from pitboss.games.paytables import Line, join_names, number_word
from pitboss.hands import ORDERS
from pitboss.lab.cross.odds import CrossTable, Flags, first_lasting_level, pay_marks
from pitboss.lab.hand_tables import five_card_ranks
from pitboss.lab.shape_protocol import FeaturePhrase

_FIVE_CARD_ORDER: Final = ORDERS["five cards"]


def cross_note(table: CrossTable) -> str:
    """Explain how to count the cards that win."""
    marks = pay_marks(table)
    wins, pushes = (_hands_phrase(table, x) for x in (marks.win, marks.push & ~marks.win))
    text = f"A card wins if it gives a line {wins}" if wins else "No card wins"
    if pushes:
        text += ", and pushes if it gives " if wins else ", and a card pushes if it gives a line "
        text += pushes
    return f"Count the cards you cannot see. {text}."


def cross_phrases(table: CrossTable) -> Mapping[str, FeaturePhrase]:
    """Return the wording of each feature, given its least value."""
    names = _level_names(table)

    def level_or_better(level: int) -> str:
        return _or_better(names[level])

    return {
        "made": lambda n: f"{_with_article(level_or_better(n))} made in a line",
        "outs": lambda n: counted_cards(n, "win", "wins"),
        "any": lambda n: counted_cards(n, "win or push", "wins or pushes"),
        "outs_each": lambda n: f"{counted_cards(n, 'win', 'wins')} in each line",
        "any_each": lambda n: f"{counted_cards(n, 'win or push', 'wins or pushes')} in each line",
        "any_one": lambda n: f"{counted_cards(n, 'win or push', 'wins or pushes')} in one line",
        "flush": lambda _: "four to a flush in a line",
        "straight": lambda n: (
            "four to a straight, open at both ends" if n > 1 else "four to a straight in a line"
        ),
        "held": lambda n: (
            f"{'a pair' if n == 1 else _with_article(level_or_better(n - 1))} in your hand"
        ),
        "high": lambda n: f"{'a card' if n == 1 else 'two cards'} that would win as a pair",
        "suited": lambda _: "two cards of one suit",
        "near": lambda n: f"two cards that share {number_word(n)} or more straights",
    }


def _or_better(name: str) -> str:
    """Describe a hand of a paytable or better: ``pair of 6s or better``."""
    lowest = name.partition(" to ")[0]
    return lowest if "or better" in lowest else f"{lowest} or better"


def _hands_phrase(table: CrossTable, flags: Flags) -> str:
    """Name the hands of some levels, lowest first, by the paytable of the last raise."""
    levels = table.levels.level_of_place
    strengths = five_card_ranks(low_ace=table.lines.low_ace).strengths
    names = []
    for line in reversed(_last_raise_lines(table)):
        places = (i for i, x in enumerate(strengths) if line.hand.covers(x, _FIVE_CARD_ORDER))
        place = next(places, None)
        if place is not None and flags[levels[place]]:
            names.append((line.name, bool(levels[place] >= first_lasting_level(flags))))
    if not names:
        return ""
    below = [
        _with_article(name.replace(" or better", " to aces")) for name, lasts in names if not lasts
    ]
    above = [name for name, lasts in names if lasts]
    best = [_with_article(_or_better(above[0]) if len(above) > 1 else above[0])] if above else []
    return join_names([*below, *best], "or")


def _last_raise_lines(table: CrossTable) -> tuple[Line, ...]:
    paytable = table.lines.raises[-1].pays.ranked_table
    return paytable.lines if paytable else ()


def _level_names(table: CrossTable) -> list[str]:
    """Return the name that the paytable of the last raise gives the lowest hand of each level."""
    strengths = five_card_ranks(low_ace=table.lines.low_ace).strengths
    names = []
    for level in range(table.levels.level_count):
        strength = strengths[int(np.argmax(table.levels.level_of_place == level))]
        lines = (
            line.name
            for line in _last_raise_lines(table)
            if line.hand.covers(strength, _FIVE_CARD_ORDER)
        )
        names.append(next(lines, "nothing"))
    return names


def _with_article(name: str) -> str:
    number_words = ("two", "three", "four")
    return name if name.startswith(number_words) else f"a {name}"
