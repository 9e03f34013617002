"""Count each refusal, event and closed round, by point of the day."""

from typing import Final

from pitboss.errors import Refused
from pitboss.games.incidents import Kind
from pitboss.table import State
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.state import Phase

from .coverage import Counts
from .day_model import DayModel
from .expected_irregularities import all_have_two
from .round_model import RoundModel
from .rulings import (
    ALONE,
    AMONG,
    AT_ONCE,
    BETWEEN,
    DEALT,
    DRAWN,
    EMPTY,
    FIRST,
    IN_ROUND,
    LATE,
    LIES,
    NEXT,
    OF_ANY,
    OF_ONE,
    OF_PLAYER,
    PLAYED,
    RET,
    RULINGS,
    SHOWN,
    STUB,
    STUD,
    THB,
    Cell,
)

FOUND: Final = {Ruling.MISDEALT: STUB[:1], Ruling.NOT_MISDEALT: STUB[1:], Ruling.DISMISSED: STUB}
"""The cause of a wrong stub count, by the ruling on it."""


def point(day: DayModel, model: RoundModel | None, state: State) -> str:
    """Return the point that the table has reached."""
    if not state.table:
        return "no table"
    if day.rules is None:
        return "no rules"
    if not day.open:
        return "not open"
    if day.incident is not None:
        return "incident, round" if model else "incident"
    if model is None:
        return "between" if day.seats else "nobody"
    if model.void:
        return "void"
    if model.at_lock is None:
        return "betting"
    if model.counting:
        return "counting"
    if not model.drawn:
        return "no card yet"
    if model.dealing:
        return "dealing"
    assert state.round is not None
    return state.round.phase.name.lower()


def count_refused(counts: Counts, command: c.Command, phase: str, refused: Refused) -> None:
    """Count a refusal by its command, point and clause."""
    counts.refused[type(command).__name__, phase] += 1
    counts.clauses.add(str(refused.clause))
    if isinstance(command, c.Propose):
        counts.matters[type(command.matter).__name__, "refused"] += 1
    if isinstance(command, c.Report) and isinstance(command.kind, Kind):
        counts.troubles_refused[command.kind, phase] += 1


def count_event(counts: Counts, before: State, event: e.Event) -> None:
    """Count an event, and what is rare about it."""
    counts.events[type(event).__name__] += 1
    moments = counts.moments
    match event:
        case e.Proposed(matter=matter):
            counts.matters[type(matter).__name__, "proposed"] += 1
        case e.Approved(number=number):
            counts.matters[type(before.proposals[number].matter).__name__, "approved"] += 1
        case e.Rejected(number=number):
            waits = before.proposals.get(number)
            kind = type(waits.matter) if waits else c.FileSubmission
            counts.matters[kind.__name__, "rejected"] += 1
            moments["a filing was withdrawn"] += waits is None
        case e.SubmissionApproved():
            moments["a filing took effect after a round"] += before.upcoming is not None
        case e.AbsentRuled(lost=lost):
            moments[f"absent: {'lost' if lost else 'stands'}"] += 1
            late = before.round is not None and bool(before.round.results)
            moments[f"absent, when some are paid: {'lost' if lost else 'stands'}"] += late
        case e.Decided(folded=folded, decision=decision):
            moments["fold"] += folded
            moments["any amount"] += isinstance(decision, int)
        case e.GiftsPaid(why=why):
            moments[f"gifts: {why}"] += 1
        case e.SeatSettled(hits=hits, wagers=wagers):
            moments["a meter was hit"] += len(hits)
            cut = sum(result.uncapped is not None for result in wagers.values())
            moments["the payout limit cut a win"] += cut
        case e.OpeningCounted(over=over) | e.ClosingCounted(over=over):
            how = "as in the books" if not over else "over" if over > 0 else "short"
            moments[f"tray: {how}"] += 1
        case e.DeckReceived(ready_made=ready):
            moments["a deck came shuffled"] += ready
        case _:
            pass


def count_day(
    counts: Counts, day: DayModel, model: RoundModel | None, state: State, event: e.Event
) -> None:
    """Count steps with decks, methods of dealing, irregularities and rulings."""
    match event:
        case e.RoundOpened(deck=number):
            assert day.rules is not None
            table = day.rules.table
            counts.methods[table.dealing, table.shuffler, table.decks] += 1
            counts.moments["the second deck was dealt"] += day.turn == 2
            counts.moments["another deck was dealt"] += number > table.decks
        case e.StepDone(task=task):
            counts.tasks[task] += 1
        case e.StubCounted(round=number, cards=cards, should_be=should_be):
            how = "right" if cards == should_be else "wrong"
            counts.moments[f"stub: {how}, {IN_ROUND if number else BETWEEN}"] += 1
        case e.CardsRecut():
            when = "locked" if model and model.at_lock else "betting" if model else "between rounds"
            counts.moments[f"cut again: {when}"] += 1
        case e.IncidentReported() if day.rules is not None:
            day.where = where_of(day.rules.game, event, model)
            _count_reported(counts, day.rules.game, day.where, event)
        case e.IncidentRuled(ruling=ruling) if day.incident is not None:
            for kind in FOUND.get(ruling, day.incident.kinds) if _stub(day) else day.incident.kinds:
                counts.cells[Cell(kind, day.where, ruling)] += 1
        case e.DeviceMarked(device=device, mark=mark):
            cover = RULINGS[RET][Kind.DEVICE_DOWN]
            counts.cells[Cell(Kind.DEVICE_DOWN, f"{device}, {mark}", cover)] += 1
        case e.Forfeited(breach=breach):
            assert state.round is not None
            where = PLAYED if state.round.phase is Phase.PLAYING else SHOWN
            counts.cells[Cell("forfeit", where, breach)] += 1
        case _:
            pass


def _stub(day: DayModel) -> bool:
    return day.incident is not None and len(day.incident.kinds) > 1


def _count_reported(counts: Counts, game: str, where: str, event: e.IncidentReported) -> None:
    remedy = RULINGS[game][event.kinds[0]]
    if not event.waits and remedy in AT_ONCE and event.kinds[0] is not Kind.DEVICE_DOWN:
        counts.cells[Cell(event.kinds[0], where, remedy)] += 1


def where_of(game: str, event: e.IncidentReported, model: RoundModel | None) -> str:
    """Return where it happened, if the game makes that distinction."""
    match event.kinds[0]:
        case Kind.DRAWN_EXPOSED:
            return OF_PLAYER if event.seat else NEXT
        case Kind.WRONG_NUMBER:
            if model and model.results:
                return LATE
            if model and event.seat and event.seat not in model.players:
                return EMPTY
            return OF_ONE if event.seat else OF_ANY
        case Kind.DEALER_CARD_EXPOSED | Kind.COMMUNITY_EXPOSED if event.card.startswith("next."):
            return DRAWN
        case Kind.COMMUNITY_EXPOSED if game == STUD:
            return LIES
        case Kind.CARDS_FACE_UP | Kind.DEALER_CARD_EXPOSED if game == THB:
            return DEALT if model and all_have_two(model) else FIRST
        case Kind.PLAYER_SKIPPED if game == RET:
            return ALONE if model and len(model.players) == 1 else AMONG
        case Kind.FOULED_DECK:
            return PLAYED if event.round else BETWEEN
        case Kind.SHUFFLER_JAM | Kind.COUNTER_WRONG | Kind.STUB_MISDEALT:
            return IN_ROUND if model else BETWEEN
        case _:
            return ""


def count_closed(counts: Counts, model: RoundModel, after: State) -> None:
    """Count how a round ended."""
    how = "closed: settled"
    if model.void is not None:
        is_locked = model.at_lock is not None
        how = "closed: void" if is_locked else "closed: void before the lock"
        bonus = [results.get(model.settles) for results in model.void.seats.values()]
        if any(result and result.outcome != "void" for result in bonus):
            how = "closed: void, one wager settled"
        elif model.reversed:
            how = "closed: void, some wagers settled before"
            counts.moments["void with a jackpot that was hit"] += bool(model.hitting)
    counts.moments[how] += 1
    players = [*model.players.values()]
    counts.moments["several boxes of one player"] += len({*players}) < len(players)
    meters = [after.meter_amount(name) for name in model.rules.meters]
    counts.moments["a meter held a fraction"] += any(m.denominator > 1 for m in meters)
    counts.moments["played on after a card was out"] += bool(model.out and not model.void)
    counts.moments["played on after a card was exposed"] += bool(model.exposed and not model.void)
    counts.moments["played on while one sat out"] += bool(model.sat_out and not model.void)
    counts.moments["a forfeit was settled"] += bool(model.forfeited and not model.void)
