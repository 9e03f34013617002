"""What a shift came to, for people and for programs."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games import Game
from pitboss.money import dollars
from pitboss.papers.result_text import net_text
from pitboss.papers.words import example_words
from pitboss.tui.coach import Account
from pitboss.tui.shift import Shift
from pitboss.tui.tally import Tally


def summary_json(shift: Shift, tally: Tally, coach: Account | None = None) -> dict[str, object]:
    """Rounds, net and stakes in cents, and each wager by itself."""
    found: dict[str, object] = {
        "rounds": tally.rounds,
        "net": tally.net,
        "staked": tally.staked,
        "game": shift.game,
        "seats": len(shift.names),
        "seed": shift.seed,
        "practice": shift.seed is not None,
        "gifts": tally.gifts,
        "wagers": {
            key: {
                "bets": count.bets,
                "staked": count.staked,
                "net": count.net,
                "win": count.win,
                "push": count.push,
                "lose": count.lose,
            }
            for key, count in tally.wagers.items()
        },
    }
    if shift.best.sampled:
        found["approximate_decisions"] = shift.best.sampled
    return found | {"coach": coach.figures()} if coach else found


def summary_text(
    game: Game, shift: Shift, tally: Tally, coach: Account | None = None
) -> RenderableType:
    """The same, set out."""
    said = [Padding(words, (0, 0, 0, 2)) for words in coach.sentences()] if coach else []
    head = [Text("\nCoach", style="bold")] if said else []
    return Group(*_parts(game, shift, tally), *head, *said)


def _parts(game: Game, shift: Shift, tally: Tally) -> Iterator[RenderableType]:
    yield Text(game.name, style="bold")
    yield Text(", ".join(_about(shift, tally)), style="dim")
    if not tally.wagers:
        return
    shown = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for name in ("", "bets", "won", "pushed", "lost", "staked", "net"):
        shown.add_column(name, justify="left" if not name else "right")
    labels = {wager.key: wager.label for wager in shift.rules.wagers}
    for key in (key for key in labels if key in tally.wagers):
        count = tally.wagers[key]
        counts = (f"{n:,}" for n in (count.bets, count.win, count.push, count.lose))
        shown.add_row(labels[key], *counts, dollars(count.staked), net_text(count.net))
    if tally.gifts:
        shown.add_row("From others", "", "", "", "", "", net_text(tally.gifts))
    shown.add_row("Together", "", "", "", "", dollars(tally.staked), net_text(tally.net))
    yield Text()
    yield shown


def _about(shift: Shift, tally: Tally) -> Iterator[str]:
    yield f"{tally.rounds:,} {'round' if tally.rounds == 1 else 'rounds'}"
    if len(shift.names) > 1:
        yield f"{len(shift.names)} seats"
    if shift.seed is not None:
        yield f"practice with seed {shift.seed}"
    if shift.best.sampled:
        yield "approximate play: decisions by samples of deals"
    for filed in shift.table.state.filed[-1:]:
        yield from example_words(filed.submission)
