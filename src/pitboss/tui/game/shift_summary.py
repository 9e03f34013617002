"""The results of a shift, for the terminal and as JSON."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games import Game
from pitboss.money import dollars
from pitboss.papers.round_results import format_net
from pitboss.papers.wording import example_phrases
from pitboss.tui.game.coach import CoachReport
from pitboss.tui.game.table_shift import Shift, ShiftTally


def shift_summary_json(
    shift: Shift, tally: ShiftTally, coach_report: CoachReport | None = None
) -> dict[str, object]:
    """Return rounds, net and stakes in cents, in total and by wager."""
    summary: dict[str, object] = {
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
    if shift.best_play.sampled_decisions:
        summary["approximate_decisions"] = shift.best_play.sampled_decisions
    return summary | {"coach": coach_report.as_json()} if coach_report else summary


def shift_summary_text(
    game: Game, shift: Shift, tally: ShiftTally, coach_report: CoachReport | None = None
) -> RenderableType:
    """Return the results of a shift for the terminal."""
    sentences = (
        [Padding(sentence, (0, 0, 0, 2)) for sentence in coach_report.sentences()]
        if coach_report
        else []
    )
    heading = [Text("\nCoach", style="bold")] if sentences else []
    return Group(*_summary_parts(game, shift, tally), *heading, *sentences)


def _summary_parts(game: Game, shift: Shift, tally: ShiftTally) -> Iterator[RenderableType]:
    yield Text(game.name, style="bold")
    yield Text(", ".join(_shift_facts(shift, tally)), style="dim")
    if not tally.wagers:
        return
    results = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for name in ("", "bets", "won", "pushed", "lost", "staked", "net"):
        results.add_column(name, justify="left" if not name else "right")
    labels = {wager.key: wager.label for wager in shift.rules.wagers}
    for key in (key for key in labels if key in tally.wagers):
        count = tally.wagers[key]
        counts = (f"{n:,}" for n in (count.bets, count.win, count.push, count.lose))
        results.add_row(labels[key], *counts, dollars(count.staked), format_net(count.net))
    if tally.gifts:
        results.add_row("Envy and community pay", "", "", "", "", "", format_net(tally.gifts))
    results.add_row("Total", "", "", "", "", dollars(tally.staked), format_net(tally.net))
    yield Text()
    yield results


def _shift_facts(shift: Shift, tally: ShiftTally) -> Iterator[str]:
    yield f"{tally.rounds:,} {'round' if tally.rounds == 1 else 'rounds'}"
    if len(shift.names) > 1:
        yield f"{len(shift.names)} seats"
    if shift.seed is not None:
        yield f"practice with seed {shift.seed}"
    if shift.best_play.sampled_decisions:
        yield "approximate play (decisions based on sampled deals)"
    for filing in shift.table.state.filed[-1:]:
        yield from example_phrases(filing.submission)
