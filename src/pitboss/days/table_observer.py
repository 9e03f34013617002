"""An observer of a table: counts everything that happens and checks it."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from pitboss.days.round_check import RoundRecord, check_closed_round, record_event
from pitboss.days.run_result import CheckFailed, Tally, require
from pitboss.days.state_check import LedgerCheck, StateMirror, check_remembered_round
from pitboss.games import all_games
from pitboss.games.incidents import IMMEDIATE_REMEDIES as NEEDS_NOBODY
from pitboss.games.incidents import Incident, Kind, Remedy
from pitboss.table import LogEntry, State
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.decks import SECONDS_PER_HOUR
from pitboss.table.state import rules_by_hash

WITHOUT_RULING: Final = "at once"
"""What is counted where no floorperson was asked."""
REMOVED_FOR_AGE: Final = "for its age"
VOIDED_BEFORE_RULING: Final = "the round was void before"


class TableObserver:
    """What the log says about one table, with all checks."""

    def __init__(self, game: str, tally: Tally) -> None:
        self.game, self.tally = game, tally
        self.ledger = LedgerCheck()
        self.mirror = StateMirror()
        self.round: RoundRecord | None = None
        self.incident: e.IncidentReported | None = None
        self.deck_arrivals: dict[int, int] = {}
        """When each deck came to the table."""
        self.oldest_arrival = 0
        """A deck that came before this time is changed for its age."""

    def observe(self, records: list[LogEntry], state: State, utc_seconds: int) -> None:
        """Observe the lines that were added to the log, and the state after them."""
        tally, closed = self.tally, False
        if state.rules:
            hours = state.rules.deck_procedures.deck_hours[state.rules.table.dealing]
            self.oldest_arrival = utc_seconds - hours * SECONDS_PER_HOUR
        for record in records:
            event = record.event
            kind = type(event)
            tally.events[kind.__name__] += 1
            progress = _OBSERVERS.get(kind)
            if kind is e.RoundOpened:
                self._open_round(event)  # type: ignore[arg-type]
            if record.postings:
                self.ledger.record_entry(record)
            if self.round is not None:
                record_event(self.round, event, self.mirror.seats)
            self.mirror.record_event(event)
            if progress:
                progress(self, event)
            if kind is e.RoundClosed:
                self._close_round(state)
                closed = True
        if closed:
            self.ledger.check_round_end(state)
        self.ledger.compare_balances(state)
        self.mirror.compare(state)
        waits = state.day.incident.number if state.day.incident else 0
        ours = self.incident.number if self.incident else 0
        if waits != ours:
            raise CheckFailed(f"incident {ours} waits for a ruling, not {waits}")

    def _open_round(self, event: e.RoundOpened) -> None:
        held = self.ledger.balances
        shows = {name[6:]: held.get(name, 0) for name in self.ledger.meters}
        self.round = RoundRecord(event, shows)
        self.ledger.moved_chips = Counter()

    def _close_round(self, state: State) -> None:
        """Close the round; the state may be some steps further, at the shuffle."""
        round_ = self.round
        if round_ is None:
            raise AssertionError("no round was opened")
        rules = rules_by_hash(state, round_.opened.rules)
        for account in self.ledger.balances:
            require(not account.startswith("escrow:"), f"chips are left on {account}")
        for name, shows in check_closed_round(
            state.table, rules, round_, self.ledger.moved_chips
        ).items():
            held = self.ledger.balances.get(f"meter:{name}", 0)
            require(held == shows, f"the meter {name} shows {held} after the round, not {shows}")
        check_remembered_round(round_, state)
        self.tally.rounds[self.game] += 1
        self._count_round(round_)
        self.round = None

    def _count_round(self, now: RoundRecord) -> None:
        reached = self.tally.reached
        if now.hits:
            reached["meters hit"] += len(now.hits)
            self.tally.paid += sum(hit.paid for hit in now.hits)
            if len(now.hits) > len({hit.meter for hit in now.hits}):
                reached["meters hit twice in a round"] += 1
        for progress in now.results.values():
            for result in progress.values():
                if result.uncapped is not None:
                    reached["payouts cut by the limit"] += 1
                if result.outcome == "lose" and result.credit:
                    reached["bonuses on lost wagers"] += 1
        reached["wagers taken down"] += sum(len(streets) for streets in now.taken_down.values())
        for _, why in now.gifts:
            reached[why] += 1
        if len({*now.players.values()}) < len(now.players):
            reached["rounds with two boxes of one player"] += 1
        if now.voided and now.was_reversed:
            reached["voids after some wagers were settled"] += 1
        if now.voided and any(
            r.outcome != "void" for s in now.voided.seats.values() for r in s.values()
        ):
            reached["voids with a settled bonus"] += 1

    def count_ruling(self, ruling: str) -> None:
        """Count the ruling on an incident."""
        waits = self.incident
        if waits is None:
            return
        at = -1 if ruling == "not misdealt" else 0
        self.tally.incidents[self.game, waits.kinds[at].value, ruling] += 1
        self.incident = None


def _observe_report(observer: TableObserver, event: e.IncidentReported) -> None:
    if event.kinds == (Kind.WRONG_NUMBER,) and observer.round and observer.round.results:
        observer.tally.reached["wrong numbers of cards found when some were paid"] += 1
    if event.waits:
        observer.incident = event
        return
    observer.tally.incidents[observer.game, event.kinds[0].value, WITHOUT_RULING] += 1


def _observe_ruling(observer: TableObserver, event: e.IncidentRuled) -> None:
    observer.count_ruling(event.ruling.value)


def _observe_void(observer: TableObserver, event: e.RoundVoided) -> None:
    observer.count_ruling(VOIDED_BEFORE_RULING)
    observer.tally.voids[event.reason.partition(" [")[0]] += 1


def _observe_filing(observer: TableObserver, _: e.SubmissionApproved) -> None:
    require(observer.round is None, "the rules changed in the round")


def _observe_lapse(observer: TableObserver, _: e.FilingLapsed) -> None:
    observer.tally.reached["filings that could not take effect"] += 1


def _observe_deck_received(observer: TableObserver, event: e.DeckReceived) -> None:
    observer.deck_arrivals[event.number] = event.at


def _observe_deck_removed(observer: TableObserver, event: e.DeckRemoved) -> None:
    old = observer.deck_arrivals[event.number] <= observer.oldest_arrival
    observer.tally.decks[REMOVED_FOR_AGE if old else event.why] += 1


def _observe_tray_count(
    observer: TableObserver, event: e.OpeningCounted | e.ClosingCounted
) -> None:
    if event.over:
        observer.tally.reached["counts of the tray that differ"] += 1


def _observe_absence_ruling(observer: TableObserver, _: e.AbsentRuled) -> None:
    if observer.round and observer.round.results:
        observer.tally.reached["players who left ruled on while hands were settled"] += 1


def _observe_jackpot(observer: TableObserver, _: e.JackpotHit) -> None:
    observer.tally.reached["jackpots validated"] += 1


_OBSERVERS: Final[dict[type, Callable[[TableObserver, Any], None]]] = {
    e.IncidentReported: _observe_report,
    e.IncidentRuled: _observe_ruling,
    e.RoundVoided: _observe_void,
    e.SubmissionApproved: _observe_filing,
    e.FilingLapsed: _observe_lapse,
    e.DeckReceived: _observe_deck_received,
    e.DeckRemoved: _observe_deck_removed,
    e.OpeningCounted: _observe_tray_count,
    e.ClosingCounted: _observe_tray_count,
    e.AbsentRuled: _observe_absence_ruling,
    e.JackpotValidated: _observe_jackpot,
}


EXPOSING_KINDS: Final = frozenset({Kind.DEALER_CARD_EXPOSED, Kind.COMMUNITY_EXPOSED})
"""What lies open cannot be dismissed."""


def incident_rulings(game: str) -> tuple[tuple[str, str], ...]:
    """Return the kinds of incidents of a game with their rulings, in the order of its rules."""
    return tuple(
        (incident.kind.value, said)
        for incident in all_games()[game].procedures.incidents
        for said in _possible_rulings(incident)
    )


def _possible_rulings(incident: Incident) -> Iterator[str]:
    if incident.remedy in NEEDS_NOBODY:
        yield WITHOUT_RULING
    elif incident.kind is Kind.STUB_MISDEALT:
        yield Ruling.MISDEALT.value
        yield Ruling.DISMISSED.value
    elif incident.kind is Kind.STUB_NOT_52:
        yield Ruling.NOT_MISDEALT.value
    elif incident.remedy is Remedy.FLOOR_RULES:
        yield Ruling.VOID.value
        yield Ruling.GO_ON.value
    elif incident.remedy is Remedy.RETURN_OR_WAIT:
        yield Ruling.RETURN.value
        yield Ruling.WAIT.value
        yield Ruling.DISMISSED.value
    else:
        yield Ruling.BY_THE_BOOK.value
        if incident.kind not in EXPOSING_KINDS:
            yield Ruling.DISMISSED.value
