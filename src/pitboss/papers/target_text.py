"""Paytables near a wanted edge, for the terminal."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games.grammar import Game
from pitboss.lab.target.values import MAIN, Candidate, Free, Targeted
from pitboss.papers.words import edge_wagers, example_words, game_argument, percent
from pitboss.submission import Rules

RUN = 3
"""Values that follow each other by one are written as bounds, from so many on."""


def target_text(
    game: Game, rules: Rules, found: Targeted, filed: Mapping[str, Any]
) -> RenderableType:
    """The paytables, what each comes to, and how to solve it again.

    ``filed`` is the whole submission whose lines may pay otherwise.
    """
    return Group(*_parts(game, rules, found, filed))


def _parts(
    game: Game, rules: Rules, found: Targeted, filed: Mapping[str, Any]
) -> Iterator[RenderableType]:
    labels = {wager.key: wager.label for wager in rules.wagers}
    of = "the main game" if found.of == MAIN else labels[found.of]
    low, high = (percent(x) for x in found.reachable)
    share = f"{percent(found.wanted)} of {edge_wagers(rules)}"
    wanted = share if found.of == MAIN else percent(found.wanted)
    yield Text(f"{game.name}: {of} with a house edge of {wanted}", style="bold")
    paytables = f"{found.paytables:,} paytables, with edges from {low} to {high}"
    yield Text("; ".join([paytables, *example_words(filed)]), style="dim")
    yield Padding(_varied(found.free), (1, 0, 1, 2))
    yield Padding(_candidates(found), (0, 0, 1, 2))
    command = f"pitboss solve {game_argument(game)}"
    yield Text(f"Each of them exactly, and as {command} takes it", style="bold")
    yield Padding(_exactly(found), (0, 0, 1, 2))
    yield Text(_certain(found), style="dim" if found.certain else "bold")


def _varied(free: tuple[Free, ...]) -> Table:
    shown = Table.grid(padding=(0, 3, 0, 0))
    for x in free:
        now = f"now {x.filed}" + (" for 1" if x.unit == "for 1" else "")
        shown.add_row(escape(x.key), now, Text(_runs(x.values), style="dim"))
    return shown


def _runs(values: tuple[int, ...]) -> str:
    """``4..8, 10, 15``."""
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    parts = (
        [f"{run[0]}..{run[-1]}"] if len(run) >= RUN else [str(value) for value in run]
        for run in runs
    )
    return ", ".join(text for part in parts for text in part)


def _candidates(found: Targeted) -> Table:
    shown = Table(box=None, padding=(0, 2, 0, 0))
    alone = len({free.key.partition(".")[0] for free in found.free}) == 1
    wins = "wins" if found.of == MAIN else "hits"
    for title in ("", "house edge", "off by", wins, "deviation"):
        shown.add_column(title, justify="right", no_wrap=True)
    shown.add_column("changes", overflow="fold")
    for n, x in enumerate(found.candidates, 1):
        shown.add_row(
            str(n), percent(x.edge), _off(x.distance), percent(x.hit), f"{x.deviation:.5f}",
            escape(_changes(x, alone)),
        )  # fmt: skip
    return shown


def _changes(found: Candidate, alone: bool) -> str:
    """What is changed; the wager need not be named if there is only one."""
    moved = [
        f"{x.key.partition('.')[2] if alone else x.key} {x.old}→{x.new}" for x in found.changes
    ]
    return ", ".join(moved) or "none: as it is filed"


def _off(distance: Fraction) -> str:
    return percent(distance, 6, "+") if distance else "nothing"


def _exactly(found: Targeted) -> Table:
    shown = Table.grid(padding=(0, 2, 0, 0))
    shown.add_column(justify="right")
    shown.add_column(overflow="fold")
    for n, x in enumerate(found.candidates, 1):
        pay = " ".join(f"--pay {change}" for change in x.pay)
        shown.add_row(str(n), str(x.edge))
        if pay:
            shown.add_row("", Text(pay, style="dim"))
    return shown


def _certain(found: Targeted) -> str:
    if not found.solved:
        return "All of them were compared: none is nearer than these."
    solved = f"{found.solved - found.outside:,} of them were solved"
    if found.certain:
        told = f"{solved}, and bounds show that none of the others is nearer than these."
    else:
        told = f"{solved}. Another may be nearer than these: --solves allows more."
    if not found.outside:
        return told
    # Corners of the box that the bounds are drawn in, but none of the paytables in question.
    more = "one more was" if found.outside == 1 else f"{found.outside:,} more were"
    return f"{told} For the bounds {more} solved, out of the order of the hands."
