"""Exposed cards and target searches of the lab, for the terminal and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games.grammar import Game
from pitboss.games.paytables import Odds, number_word
from pitboss.lab.exposure import Exposure, exposable_places
from pitboss.lab.target.request import MAIN_EDGE, Candidate, TargetResult, VariableLine
from pitboss.papers.wording import (
    edge_wager_names,
    example_phrases,
    format_percent,
    game_command_argument,
    join_words,
    shorten_runs,
)
from pitboss.submission import Rules, complete_submission


def exposure_json(
    game: Game,
    rules: Rules,
    exposures: Sequence[Exposure],
    seed: str,
    *,
    submission: Mapping[str, Any],
    pay_changes: Sequence[str],
) -> dict[str, Any]:
    """Return the exposures as JSON values, with the rules they are for."""
    complete, _ = complete_submission(game, submission)
    return {
        "game": rules.game,
        "readings": rules.readings,
        "unit": rules.required[0].key,
        "required": list(rules.edge_of),
        "seed": seed,
        "exposed": [_exposure_fields(exposure) for exposure in exposures],
        "rules_hash": rules.hash,
        "pay": list(pay_changes),
        "submission": complete,
    }


def _exposure_fields(exposure: Exposure) -> dict[str, Any]:
    return {
        "card": exposure.place,
        "players": exposure.players,
        "exact": exposure.is_exact,
        "ev": str(exposure.ev) if exposure.is_exact else exposure.ev,
        "edge": float(exposure.edge),
        "gain": float(exposure.gain),
        "standard_error": exposure.standard_error,
        "edge_error": exposure.edge_error,
        "samples": exposure.samples,
        "method": exposure.method,
        "seconds": exposure.seconds,
    }


def exposure_text(
    game: Game, rules: Rules, exposures: Sequence[Exposure], seed: str, subject: str
) -> RenderableType:
    """Return a table with a line per exposure; ``subject`` describes the rules."""
    return Group(
        Text(game.name, style="bold"),
        Text(subject, style="dim"),
        Text(
            f"The player's edge as a share of {edge_wager_names(rules)}, with this known before "
            "the first decision and optimal play; and the gain over the normal game."
        ),
        Text(),
        Padding(_exposure_table(rules, exposures), (0, 0, 0, 2)),
        *_sampling_notes(exposures, seed),
    )


def _exposure_table(rules: Rules, exposures: Sequence[Exposure]) -> Table:
    table = Table(box=None, padding=(0, 3, 0, 0))
    table.add_column("known", no_wrap=True)
    for title in ("player's edge", "error", "gain"):
        table.add_column(title, justify="right")
    table.add_column("expectation", style="dim", overflow="fold")
    for exposure in exposures:
        error = exposure.edge_error
        digits = 4 if error is None else 3
        table.add_row(
            escape(knowledge_phrase(rules, exposure)),
            format_percent(exposure.edge, digits, "+"),
            "exact" if error is None else f"± {format_percent(error, 3)}",
            format_percent(exposure.gain, digits, "+")
            if exposure.place or exposure.players > 1
            else "–",
            str(exposure.ev) if exposure.is_exact else f"{float(exposure.ev):+.5f}",
        )
    return table


def knowledge_phrase(rules: Rules, exposure: Exposure) -> str:
    """Say in words what is known."""
    if exposure.players > 1:
        return f"hands of {number_word(exposure.players)} players"
    if exposure.place is None:
        return "nothing"
    cards = exposable_places(rules)[exposure.place]
    return exposure.place if cards == 1 else f"{exposure.place}, one of {number_word(cards)}"


def _sampling_notes(exposures: Sequence[Exposure], seed: str) -> list[RenderableType]:
    """Say how figures that are not exact were computed."""
    samples = sorted({x.samples for x in exposures if x.samples is not None})
    if not samples:
        return []
    numbers = join_words([f"{n:,}" for n in samples])
    return [
        Text(
            f"\nFor figures with an error, {numbers} deals were drawn (seed {seed}) and solved "
            "exactly from there.\nThe error is the standard error of edge and gain.",
            style="dim",
        )
    ]


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
    yield Text(f"Exact house edge, and options for {command}", style="bold")
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
    return ", ".join(shorten_runs(values, str, ".."))


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
    return format_percent(distance, 6, "+") if distance else "exact"


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
        return "All paytables were compared; none is closer than these."
    count = f"{search.solved - search.outside:,} of the paytables were solved"
    if search.certain:
        sentence = f"{count}, and bounds show that no other is closer than these."
    else:
        sentence = f"{count}. Another may be closer than these; use --solves to allow more."
    if not search.outside:
        return sentence
    # The bounds need corners of the search box that are not among the paytables in question.
    more = "one more was" if search.outside == 1 else f"{search.outside:,} more were"
    return (
        f"{sentence} To find the bounds, {more} solved in which a worse hand pays more than "
        "a better one."
    )
