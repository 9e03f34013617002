"""What a dealer's day came to, and a session of the school: for people and for programs."""

from collections import Counter
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.money import dollars
from pitboss.papers.result_text import net_text
from pitboss.school.report import Report
from pitboss.table import events as e
from pitboss.tui.console.desk import Desk


def day_json(desk: Desk) -> dict[str, object]:
    """Rounds, money in cents, incidents by kind."""
    seen = _counts(desk)
    return {
        "game": desk.game.key,
        "rounds": desk.tally.rounds,
        "void": seen["RoundVoided"],
        "staked": desk.tally.staked,
        "won": -desk.tally.net,
        "incidents": dict(_incidents(desk)),
        "decks": seen["DeckReceived"],
        "stub_counts": seen["StubCounted"],
        "tray_over": _over(desk),
        "closed": not desk.table.state.day.open,
        "seed": desk.seed,
        "practice": desk.seed is not None,
    }


def _counts(desk: Desk) -> Counter[str]:
    return Counter(type(one.event).__name__ for one in desk.table.log)


def _incidents(desk: Desk) -> Counter[str]:
    events = (one.event for one in desk.table.log)
    return Counter(x.kinds[0].value for x in events if isinstance(x, e.IncidentReported))


def _over(desk: Desk) -> int:
    """How much more was counted than the books had; less, if it is below nothing."""
    events = (one.event for one in desk.table.log)
    return sum(x.over for x in events if isinstance(x, e.OpeningCounted | e.ClosingCounted))


def day_text(desk: Desk) -> RenderableType:
    """The same, set out."""
    found = day_json(desk)
    shown = Table.grid(padding=(0, 2, 0, 0))
    rows = {
        "rounds dealt": f"{found['rounds']:,}" + (f", {found['void']} void" * bool(found["void"])),
        "staked": dollars(desk.tally.staked),
        "the table won": net_text(-desk.tally.net),
        "decks": str(found["decks"]),
        "stub counts": str(found["stub_counts"]),
        "irregularities": _kinds(desk) or "none",
    }
    if _over(desk):
        rows["the tray"] = f"{net_text(_over(desk))} against the books"
    for name, value in rows.items():
        shown.add_row(Text(name, style="dim"), value)
    seed = f"practice with seed {desk.seed}" if desk.seed is not None else "fresh seeds"
    return Group(Text(desk.game.name, style="bold"), Text(seed, style="dim"), shown)


def _kinds(desk: Desk) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in _incidents(desk).items())


def school_text(name: str, found: Report) -> RenderableType:
    """The score by subject, and what was missed with its clauses."""
    return Group(*_school(name, found))


def _school(name: str, found: Report) -> Iterator[RenderableType]:
    yield Text(f"{name}: school", style="bold")
    many = "1 question or move" if found.asked == 1 else f"{found.asked} questions and moves"
    share = f", {found.right * 100 // found.asked} %" if found.asked else ""
    end = "" if found.finished else "; ended before the last question"
    yield Text(f"{many}, {found.right} right{share}{end}", style="dim")
    if not found.asked:
        return
    yield Text()
    shown = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for head in ("", "asked", "right"):
        shown.add_column(head, justify="left" if not head else "right")
    for score in found.subjects:
        shown.add_row(score.about, str(score.asked), str(score.right))
    yield shown
    if found.missed:
        yield Text("\nMissed", style="bold")
    for miss in found.missed:
        since = "right twice since" if miss.mended else "not yet right twice"
        yield Padding(Text(f"{miss.prompt} ({since})"), (0, 0, 0, 2))
        for clause, words in miss.clauses.items():
            yield Padding(Text(f"{clause}  {words}", style="dim"), (0, 0, 0, 6))
