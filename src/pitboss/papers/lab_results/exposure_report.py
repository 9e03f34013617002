"""The value of seeing a card or other hands, for the terminal and as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games.grammar import Game
from pitboss.lab.exposure import Exposure, exposable_places
from pitboss.papers.wording import edge_wager_names, format_percent, join_words, number_word
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
        "required": [wager.key for wager in rules.required],
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
            f"\nWhere there is an error, {numbers} deals were drawn (seed {seed}) and solved "
            "exactly from there.\nThe error is the standard error of edge and gain.",
            style="dim",
        )
    ]
