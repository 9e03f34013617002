"""What a dealer's day came to, and a session of the school: for people and for programs."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.money import dollars
from pitboss.papers.result_text import net_text
from pitboss.papers.words import example_words
from pitboss.school.report import Report
from pitboss.settle.values import WagerResult
from pitboss.table import events as e
from pitboss.table.day import Ruling, known_of
from pitboss.table.deciding.incidents import found
from pitboss.tui.console.desk import Desk


class Rounds(Struct):
    """Those of a day; one that was called off before the deal is none that was dealt."""

    dealt: int = 0
    void: int = 0
    """Of those that were dealt."""
    called_off: int = 0
    staked: int = 0
    """In cents, on wagers that were settled…"""
    back: int = 0
    """…and on those that went back, because the round was void or the player sat it out."""


def _rounds(desk: Desk) -> Rounds:
    found, locked = Rounds(), False
    for one in desk.table.log:
        match one.event:
            case e.RoundOpened():
                locked = False
            case e.BetsClosed():
                found.dealt, locked = found.dealt + 1, True
            case e.SeatSettled(wagers=wagers) | e.SatOut(wagers=wagers):
                _count(found, wagers.values())
            case e.SettlementReversed(wagers=wagers):
                found.staked -= sum(result.stake for result in wagers.values())
            case e.WagersReturned(seats=returned):
                _count(found, returned.values())
            case e.RoundVoided(seats=seats):
                found.void += locked
                found.called_off += not locked
                for wagers in seats.values():
                    _count(found, wagers.values())
            case _:
                pass
    return found


def _count(found: Rounds, results: Iterable[WagerResult]) -> None:
    for result in results:
        if result.outcome == "void":
            found.back += result.stake
        else:
            found.staked += result.stake


def day_json(desk: Desk) -> dict[str, object]:
    """Rounds, money in cents, incidents by kind."""
    seen, rounds = _counts(desk), _rounds(desk)
    return {
        "game": desk.game.key,
        "rounds": rounds.dealt,
        "void": rounds.void,
        "called_off": rounds.called_off,
        "staked": rounds.staked,
        "went_back": rounds.back,
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
    """What each was found to be; of a wrong count that nobody ruled on, only that it was one."""
    told: dict[int, e.IncidentReported] = {}
    named: dict[int, str] = {}
    for one in desk.table.log:
        match one.event:
            case e.IncidentReported(number=number, kinds=kinds) as event:
                told[number] = event
                named[number] = kinds[0].value if len(kinds) == 1 else known_of(kinds)
            case e.IncidentRuled(number=number, ruling=ruling):
                dismissed = ruling is Ruling.DISMISSED
                named[number] = (ruling if dismissed else found(told[number], ruling)).value
            case _:
                pass
    return Counter(named.values())


def _over(desk: Desk) -> int:
    """How much more was counted than the books had; less, if it is below nothing."""
    events = (one.event for one in desk.table.log)
    return sum(x.over for x in events if isinstance(x, e.OpeningCounted | e.ClosingCounted))


def day_text(desk: Desk) -> RenderableType:
    """The same, set out."""
    seen, rounds = _counts(desk), _rounds(desk)
    shown = Table.grid(padding=(0, 2, 0, 0))
    void = f", {rounds.void:,} of them void" * bool(rounds.void)
    off = f"; {rounds.called_off:,} more called off before the deal" * bool(rounds.called_off)
    back = f", and {dollars(rounds.back)} that went back" * bool(rounds.back)
    rows = {
        "rounds dealt": f"{rounds.dealt:,}{void}{off}",
        "staked": f"{dollars(rounds.staked)}{back}",
        "the table won": net_text(-desk.tally.net),
        "decks": str(seen["DeckReceived"]),
        "stub counts": str(seen["StubCounted"]),
        "irregularities": _kinds(desk) or "none",
    }
    if _over(desk):
        rows["the tray"] = f"{net_text(_over(desk))} against the books"
    for name, value in rows.items():
        shown.add_row(Text(name, style="dim"), value)
    seed = f"practice with seed {desk.seed}" if desk.seed is not None else "fresh seeds"
    about = [seed, *example_words(desk.table.state.filed[-1].submission)]
    return Group(Text(desk.game.name, style="bold"), Text(", ".join(about), style="dim"), shown)


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
