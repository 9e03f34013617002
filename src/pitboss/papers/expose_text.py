"""What knowledge is worth, for the terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games.grammar import Game
from pitboss.lab.expose import Exposure, places
from pitboss.papers.words import edge_wagers, listed, number, percent
from pitboss.submission import Rules


def expose_text(
    game: Game, rules: Rules, found: Sequence[Exposure], seed: str, about: str
) -> RenderableType:
    """A line for each thing that is known; ``about`` says for which rules."""
    return Group(
        Text(game.name, style="bold"),
        Text(about, style="dim"),
        Text(
            f"The player's edge as a share of {edge_wagers(rules)}, when this is known before the "
            "first decision and played best; what it gains over the game as it is."
        ),
        Text(),
        Padding(_table(rules, found), (0, 0, 0, 2)),
        *_drawn(found, seed),
    )


def _table(rules: Rules, found: Sequence[Exposure]) -> Table:
    shown = Table(box=None, padding=(0, 3, 0, 0))
    shown.add_column("known", no_wrap=True)
    for title in ("player's edge", "error", "gain"):
        shown.add_column(title, justify="right")
    shown.add_column("expectation", style="dim", overflow="fold")
    for exposure in found:
        error = exposure.edge_error
        digits = 4 if error is None else 3
        shown.add_row(
            escape(known_name(rules, exposure)),
            percent(exposure.edge, digits, "+"),
            "exact" if error is None else f"± {percent(error, 3)}",
            percent(exposure.gain, digits, "+") if exposure.place or exposure.players > 1 else "–",
            str(exposure.ev) if exposure.exact else f"{float(exposure.ev):+.5f}",
        )
    return shown


def known_name(rules: Rules, exposure: Exposure) -> str:
    """What is known, in words."""
    if exposure.players > 1:
        return f"hands of {number(exposure.players)} players"
    if exposure.place is None:
        return "nothing"
    cards = places(rules)[exposure.place]
    return exposure.place if cards == 1 else f"{exposure.place}, one of {number(cards)}"


def _drawn(found: Sequence[Exposure], seed: str) -> list[RenderableType]:
    """How figures that are not exact were found."""
    samples = sorted({x.samples for x in found if x.samples is not None})
    if not samples:
        return []
    numbers = listed([f"{n:,}" for n in samples])
    return [
        Text(
            f"\nWhere there is an error, {numbers} deals were drawn (seed {seed}) and solved "
            "exactly from there.\nThe error is the standard error of edge and gain.",
            style="dim",
        )
    ]
