"""Paytables near a target house edge, for the terminal and as JSON."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games.grammar import Game
from pitboss.games.paytables import Odds
from pitboss.lab.target.request import MAIN_EDGE, Candidate, TargetResult, VariableLine
from pitboss.papers.wording import (
    edge_wager_names,
    example_phrases,
    format_percent,
    game_command_argument,
)
from pitboss.submission import Rules


def target_json(game: str, search: TargetResult) -> dict[str, Any]:
    """Return the result of a search as JSON values."""
    low, high = search.reachable
    return {
        "game": game,
        "of": search.of,
        "wanted": str(search.wanted),
        "reachable": {"low": str(low), "high": str(high)},
        "varied": {free.key: _free_line_fields(free) for free in search.free},
        "paytables": search.paytables,
        "solved": search.solved,
        "certain": search.certain,
        "candidates": [_candidate_fields(x) for x in search.candidates],
    }


def _free_line_fields(free: VariableLine) -> dict[str, Any]:
    return {
        "lines": [".".join(line) for line in free.lines],
        "filed": _odds_number(free.filed),
        "unit": free.unit,
        "values": list(free.values),
    }


def _candidate_fields(candidate: Candidate) -> dict[str, Any]:
    return {
        "changes": {x.key: {"from": _odds_number(x.old), "to": x.new} for x in candidate.changes},
        "pay": list(candidate.pay),
        "edge": str(candidate.edge),
        "house_edge": float(candidate.edge),
        "distance": str(candidate.distance),
        "hit": float(candidate.hit),
        "standard_deviation": candidate.deviation,
    }


def _odds_number(odds: Odds) -> int | str:
    """Return whole odds as a number, and others as a fraction."""
    return odds if isinstance(odds, int) else str(odds)


MIN_RUN = 3
"""The fewest consecutive values that are written as bounds."""


def target_text(
    game: Game, rules: Rules, search: TargetResult, submission: Mapping[str, Any]
) -> RenderableType:
    """Return the paytables, the figures of each, and the options that solve it again.

    ``submission`` is the complete submission whose paytable lines may change.
    """
    return Group(*_target_parts(game, rules, search, submission))


def _target_parts(
    game: Game, rules: Rules, search: TargetResult, submission: Mapping[str, Any]
) -> Iterator[RenderableType]:
    labels = {wager.key: wager.label for wager in rules.wagers}
    of = "the main game" if search.of == MAIN_EDGE else labels[search.of]
    low, high = (format_percent(x) for x in search.reachable)
    share = f"{format_percent(search.wanted)} of {edge_wager_names(rules)}"
    target = share if search.of == MAIN_EDGE else format_percent(search.wanted)
    yield Text(f"{game.name}: {of} with a house edge of {target}", style="bold")
    paytables = f"{search.paytables:,} paytables, with edges from {low} to {high}"
    yield Text("; ".join([paytables, *example_phrases(submission)]), style="dim")
    yield Padding(_varied_lines_table(search.free), (1, 0, 1, 2))
    yield Padding(_candidates_table(search), (0, 0, 1, 2))
    command = f"pitboss solve {game_command_argument(game)}"
    yield Text(f"Each of them exactly, and as {command} takes it", style="bold")
    yield Padding(_exact_table(search), (0, 0, 1, 2))
    yield Text(_certainty_sentence(search), style="dim" if search.certain else "bold")


def _varied_lines_table(free: tuple[VariableLine, ...]) -> Table:
    table = Table.grid(padding=(0, 3, 0, 0))
    for x in free:
        current = f"now {x.filed}" + (" for 1" if x.unit == "for 1" else "")
        table.add_row(escape(x.key), current, Text(_format_runs(x.values), style="dim"))
    return table


def _format_runs(values: tuple[int, ...]) -> str:
    """Return values with runs as bounds: ``4..8, 10, 15``."""
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    parts = (
        [f"{run[0]}..{run[-1]}"] if len(run) >= MIN_RUN else [str(value) for value in run]
        for run in runs
    )
    return ", ".join(text for part in parts for text in part)


def _candidates_table(search: TargetResult) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    is_only_wager = len({free.key.partition(".")[0] for free in search.free}) == 1
    wins = "wins" if search.of == MAIN_EDGE else "hits"
    for title in ("", "house edge", "off by", wins, "deviation"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("changes", overflow="fold")
    for n, x in enumerate(search.candidates, 1):
        table.add_row(
            str(n),
            format_percent(x.edge),
            _format_distance(x.distance),
            format_percent(x.hit),
            f"{x.deviation:.5f}",
            escape(_candidate_changes(x, is_only_wager)),
        )
    return table


def _candidate_changes(candidate: Candidate, is_only_wager: bool) -> str:
    """List the changes; the wager is named only if there are several."""
    changes = [
        f"{x.key.partition('.')[2] if is_only_wager else x.key} {x.old}→{x.new}"
        for x in candidate.changes
    ]
    return ", ".join(changes) or "none: as filed"


def _format_distance(distance: Fraction) -> str:
    return format_percent(distance, 6, "+") if distance else "nothing"


def _exact_table(search: TargetResult) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right")
    table.add_column(overflow="fold")
    for n, x in enumerate(search.candidates, 1):
        pay = " ".join(f"--pay {change}" for change in x.pay)
        table.add_row(str(n), str(x.edge))
        if pay:
            table.add_row("", Text(pay, style="dim"))
    return table


def _certainty_sentence(search: TargetResult) -> str:
    if not search.solved:
        return "All of them were compared: none is nearer than these."
    count = f"{search.solved - search.outside:,} of them were solved"
    if search.certain:
        sentence = f"{count}, and bounds show that none of the others is nearer than these."
    else:
        sentence = f"{count}. Another may be nearer than these: --solves allows more."
    if not search.outside:
        return sentence
    # The bounds need corners of the search box that are not among the paytables in question.
    more = "one more was" if search.outside == 1 else f"{search.outside:,} more were"
    return f"{sentence} For the bounds {more} solved, out of the order of the hands."
