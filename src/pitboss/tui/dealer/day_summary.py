"""The results of a dealer's day and of a school session, for the terminal and as JSON."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.money import dollars
from pitboss.papers.round_results import format_net
from pitboss.papers.wording import example_phrases
from pitboss.school.classroom import Report
from pitboss.settle.model import WagerResult
from pitboss.table import events as e
from pitboss.table.day import Ruling, describe_kinds
from pitboss.table.handlers.rulings import ruled_kind
from pitboss.tui.dealer.dealer_session import DealerSession


class DayRounds(Struct):
    """Counts of a day's rounds; a round called off before the deal does not count as dealt."""

    dealt: int = 0
    void: int = 0
    """Rounds that were dealt and then voided."""
    called_off: int = 0
    staked: int = 0
    """Cents staked on wagers that were settled."""
    returned_cents: int = 0
    """Cents of wagers that were returned because of a void round or a player sitting out."""


def _count_rounds(session: DealerSession) -> DayRounds:
    rounds, bets_closed = DayRounds(), False
    for entry in session.table.log:
        match entry.event:
            case e.RoundOpened():
                bets_closed = False
            case e.BetsClosed():
                rounds.dealt, bets_closed = rounds.dealt + 1, True
            case e.SeatSettled(wagers=wagers) | e.SatOut(wagers=wagers):
                _add_results(rounds, wagers.values())
            case e.SettlementReversed(wagers=wagers):
                rounds.staked -= sum(result.stake for result in wagers.values())
            case e.WagersReturned(seats=results_by_seat):
                _add_results(rounds, results_by_seat.values())
            case e.RoundVoided(seats=seats):
                rounds.void += bets_closed
                rounds.called_off += not bets_closed
                for wagers in seats.values():
                    _add_results(rounds, wagers.values())
            case _:
                pass
    return rounds


def _add_results(rounds: DayRounds, results: Iterable[WagerResult]) -> None:
    for result in results:
        if result.outcome == "void":
            rounds.returned_cents += result.stake
        else:
            rounds.staked += result.stake


def day_summary_json(session: DealerSession) -> dict[str, object]:
    """Return rounds, money in cents and incidents by kind."""
    event_counts, rounds = _event_counts(session), _count_rounds(session)
    return {
        "game": session.game.key,
        "rounds": rounds.dealt,
        "void": rounds.void,
        "called_off": rounds.called_off,
        "staked": rounds.staked,
        "went_back": rounds.returned_cents,
        "won": -session.tally.net,
        "incidents": dict(_incident_counts(session)),
        "decks": event_counts["DeckReceived"],
        "stub_counts": event_counts["StubCounted"],
        "tray_over": _tray_over(session),
        "closed": not session.table.state.day.open,
        "seed": session.seed,
        "practice": session.seed is not None,
    }


def _event_counts(session: DealerSession) -> Counter[str]:
    return Counter(type(entry.event).__name__ for entry in session.table.log)


def _incident_counts(session: DealerSession) -> Counter[str]:
    """Return the incidents by kind, as ruled; a wrong count without a ruling stays one."""
    reports: dict[int, e.IncidentReported] = {}
    kind_names: dict[int, str] = {}
    for entry in session.table.log:
        match entry.event:
            case e.IncidentReported(number=number, kinds=kinds) as event:
                reports[number] = event
                kind_names[number] = kinds[0].value if len(kinds) == 1 else describe_kinds(kinds)
            case e.IncidentRuled(number=number, ruling=ruling):
                is_dismissed = ruling is Ruling.DISMISSED
                kind_names[number] = (
                    ruling if is_dismissed else ruled_kind(reports[number], ruling)
                ).value
            case _:
                pass
    return Counter(kind_names.values())


def _tray_over(session: DealerSession) -> int:
    """Return how many cents the tray counts exceeded the books, negative if they fell short."""
    events = (entry.event for entry in session.table.log)
    return sum(x.over for x in events if isinstance(x, e.OpeningCounted | e.ClosingCounted))


def day_summary_text(session: DealerSession) -> RenderableType:
    """Return the results of a day for the terminal."""
    event_counts, rounds = _event_counts(session), _count_rounds(session)
    table = Table.grid(padding=(0, 2, 0, 0))
    void = f", {rounds.void:,} of them void" * bool(rounds.void)
    called_off = f"; {rounds.called_off:,} more called off before the deal" * bool(
        rounds.called_off
    )
    return_note = f", plus {dollars(rounds.returned_cents)} returned" * bool(rounds.returned_cents)
    rows = {
        "rounds dealt": f"{rounds.dealt:,}{void}{called_off}",
        "staked": f"{dollars(rounds.staked)}{return_note}",
        "table win": format_net(-session.tally.net),
        "decks": str(event_counts["DeckReceived"]),
        "stub counts": str(event_counts["StubCounted"]),
        "irregularities": _incident_list(session) or "none",
    }
    if _tray_over(session):
        rows["tray"] = f"{format_net(_tray_over(session))} compared with the books"
    for name, value in rows.items():
        table.add_row(Text(name, style="dim"), value)
    seed = f"practice with seed {session.seed}" if session.seed is not None else "fresh seeds"
    facts = [seed, *example_phrases(session.table.state.filed[-1].submission)]
    return Group(Text(session.game.name, style="bold"), Text(", ".join(facts), style="dim"), table)


def _incident_list(session: DealerSession) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in _incident_counts(session).items())


def school_report_text(name: str, report: Report) -> RenderableType:
    """Return the score by subject and the missed questions with their clauses."""
    return Group(*_school_report_parts(name, report))


def _school_report_parts(name: str, report: Report) -> Iterator[RenderableType]:
    yield Text(f"{name}: school", style="bold")
    count = "1 question or move" if report.asked == 1 else f"{report.asked} questions and moves"
    percentage = f", {report.right * 100 // report.asked}%" if report.asked else ""
    end = "" if report.finished else "; ended before the last question"
    yield Text(f"{count}, {report.right} correct{percentage}{end}", style="dim")
    if not report.asked:
        return
    yield Text()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for heading in ("", "asked", "correct"):
        table.add_column(heading, justify="left" if not heading else "right")
    for score in report.subjects:
        table.add_row(score.about, str(score.asked), str(score.right))
    yield table
    if report.missed:
        yield Text("\nMissed", style="bold")
    for miss in report.missed:
        status = "correct twice since" if miss.mended else "not yet correct twice"
        yield Padding(Text(f"{miss.prompt} ({status})"), (0, 0, 0, 2))
        for clause, text in miss.clauses.items():
            yield Padding(Text(f"{clause}  {text}", style="dim"), (0, 0, 0, 6))
