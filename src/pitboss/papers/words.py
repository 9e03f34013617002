"""Lists, numbers and names as people write them on a rules card."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.games import Game, file_of
from pitboss.submission import Rules, is_example

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def listed(words: Iterable[str], last: str = "and") -> str:
    """``one, two and three``."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def game_argument(game: Game) -> str:
    """Return what commands take for a game, as one types it: its key, or the file it came from."""
    file = file_of(game.key)
    if file is None:
        return game.key
    here = Path.cwd()
    return shlex.quote(str(file.relative_to(here) if file.is_relative_to(here) else file))


def edge_wagers(rules: Rules) -> str:
    """Name the wagers that the house edge is a share of."""
    labels = {wager.key: wager.label for wager in rules.required}
    return listed(labels[key] for key in rules.edge_of)


def columns_in_use(columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]]) -> list[int]:
    """Number the columns of a table, without one for clauses where no row cites any."""
    return [
        at
        for at, (_, kind) in enumerate(columns)
        if kind != "clause" or not rows or any(row[at] for row in rows)
    ]


def number(count: int) -> str:
    """Small numbers as words."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def percent(share: Fraction | float, digits: int = 4, sign: str = "") -> str:
    """``3.5000 %``; with ``sign``, also ``+3.5000 %``."""
    return f"{float(share) * 100:{sign}.{digits}f} %"


def sentence(text: str) -> str:
    """With a capital; names such as ``1st Run`` stay as they are."""
    return text[:1].upper() + text[1:]


def example_words(filed: Mapping[str, Any]) -> list[str]:
    """Return what a line about figures says of a whole submission that is an example."""
    return ["example filing"] if is_example(filed) else []


def nothing_open(game: Game) -> str:
    """Say that a game leaves nothing to choose, neither readings nor options."""
    whose = "The rulebook" if game.short else "The game"
    return f"{whose} leaves no point to a reading, and no option to the operator."


def not_counted(why: str) -> str:
    """What stands in place of the figures of a wager that the lab cannot count."""
    return f"Not counted: {why}."


def meter_name(name: str, wager: str) -> str:
    """``the meter of Bonus Spin``, ``the major meter of Progressive``."""
    return f"the meter of {wager}" if name == "meter" else f"the {name} meter of {wager}"
