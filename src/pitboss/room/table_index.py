"""The index of a table's log: closed rounds, histories of players, and days.

Its rows follow from the lines alone. The writer of a table stores them together with the lines, so
that a report finds what it needs without reading the log from its beginning; an audit computes
them again and compares.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.room.reports.pit_log import Correction, TableTracker
from pitboss.room.reports.player_history import Exchange, PlayerRound
from pitboss.room.store.interface import DayRow, HistoryRow, IndexRows, RoundMark, RoundRow
from pitboss.room.store.round_search import (
    CORRECTION,
    INCIDENT,
    JACKPOT,
    VOID,
    credit_mark,
    staff_mark,
)
from pitboss.settle.model import WagerResult
from pitboss.table import LogEntry, State
from pitboss.table import events as e
from pitboss.table.ledger import DEPARTED, Balances, apply_postings, player_account
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR, Role, normalize_name

ROUND: Final = "round"
EXCHANGE: Final = "exchange"
HISTORY_TYPES: Final[Mapping[str, type[PlayerRound] | type[Exchange] | type[Correction]]] = {
    ROUND: PlayerRound,
    EXCHANGE: Exchange,
    CORRECTION: Correction,
}
"""The kinds of items in a player's history."""
UNINDEXED_EVENTS: Final = frozenset({
    e.WagersPlaced, e.WagersTakenBack, e.EntropyAdded, e.CardsDealt, e.CardsTurned, e.Decided,
    e.SeedOpened, e.StepDone, e.TrayFilled,
})  # fmt: skip
"""Frequent events that change no row of the index, unless they begin a day.

They also change one if somebody of the staff acts for the first time in a round.
"""
_DEALER, _FLOORPERSON = Role.DEALER, Role.FLOORPERSON
_HOUSE: Final = frozenset({HOUSE_DEALER.name, HOUSE_FLOOR.name, ""})


class _Sums(Struct, frozen=True):
    staked: int = 0
    credited: int = 0


class _OpenRound(Struct, frozen=True):
    number: int
    first_version: int
    opened_at: str
    is_void: bool = False
    sums: Mapping[str, _Sums] = {}
    """What each player staked and was credited so far."""
    incidents: int = 0
    jackpots: int = 0
    staff: frozenset[str] = frozenset()
    """The names of staff who have acted in it."""


class TableIndexer:
    """The index of one table, computed line by line."""

    def __init__(self, table: str) -> None:
        self._table, self._tracker = table, TableTracker()
        self._open_round: _OpenRound | None = None
        self._last_day = ""

    @classmethod
    def from_state(cls, table: str, state: State, at: str) -> "TableIndexer":
        """Return the indexer after the lines up to a state between two rounds.

        ``at`` is the time of the last of these lines.
        """
        indexer = cls(table)
        indexer._tracker = TableTracker.from_state(state)
        indexer._last_day = at[:10]
        return indexer

    def after(
        self, entries: Sequence[LogEntry], balances: Balances
    ) -> "tuple[TableIndexer, IndexRows]":
        """Return the indexer after the next lines, and their rows; leave this one as it is."""
        if not any(map(self.is_relevant, entries)):
            return self, IndexRows()
        other = TableIndexer(self._table)
        other._tracker = self._tracker.copy()
        other._open_round, other._last_day = self._open_round, self._last_day
        return other, other.add_entries(entries, balances)

    def is_relevant(self, entry: LogEntry) -> bool:
        """Return whether the next line changes a row of the index, of now or of later."""
        return (
            type(entry.event) not in UNINDEXED_EVENTS
            or (entry.at or "")[:10] != self._last_day
            or self._is_new_staff(entry)
        )

    def _is_new_staff(self, entry: LogEntry) -> bool:
        """Return whether somebody of the staff acts for the first time in the open round."""
        by, round_ = entry.by, self._open_round
        return (
            round_ is not None
            and (by.role is _DEALER or by.role is _FLOORPERSON)
            and by.name not in _HOUSE
            and by.name not in round_.staff
        )

    def add_entries(self, entries: Iterable[LogEntry], balances: Balances) -> IndexRows:
        """Return the rows of the next lines; ``balances`` are those before the first of them."""
        rounds: list[RoundRow] = []
        marks: list[RoundMark] = []
        history: list[HistoryRow] = []
        days: list[DayRow] = []
        earlier: list[LogEntry] = []
        for entry in entries:
            day = (entry.at or "")[:10]
            if day != self._last_day:
                postings = [posting for item in earlier for posting in item.postings]
                opening = own_balances(apply_postings(balances, postings))
                days.append(DayRow(day, entry.number, opening))
                self._last_day = day
            earlier.append(entry)
            if isinstance(entry.event, e.RoundOpened):
                self._open_round = _OpenRound(entry.event.round, entry.number, entry.at or "")
            if self._open_round is not None and self._is_new_staff(entry):
                staff = self._open_round.staff | {entry.by.name}
                self._open_round = msgspec.structs.replace(self._open_round, staff=staff)
            if type(entry.event) not in UNINDEXED_EVENTS:
                self._tracker.add_event(entry)
                self._add_event(entry, rounds, marks, history)
        return IndexRows(rounds, marks, history, days)

    def _add_event(
        self,
        entry: LogEntry,
        rounds: list[RoundRow],
        marks: list[RoundMark],
        history: list[HistoryRow],
    ) -> None:
        at, version = entry.at or "", entry.number
        match entry.event:
            case e.SeatSettled(round=number, seat=seat, wagers=wagers, hits=hits):
                self._add_results(number, seat, wagers)
                self._count(jackpots=len(hits))
            case e.SettlementReversed(round=number, seat=seat) as undone:
                self._add_results(number, seat, undone.wagers, sign=-1)
                self._add(number, seat, 0, -sum(undone.gifts.values()))
                self._count(jackpots=-len(undone.hits))
            case e.IncidentReported(round=number) if number:
                self._count(incidents=1)
            case e.SeedLost():
                self._count(incidents=1)
            case e.RoundVoided(round=number, seats=seats):
                for seat, wagers in seats.items():
                    self._add_results(number, seat, wagers)
                if self._open_round is not None:
                    self._open_round = msgspec.structs.replace(self._open_round, is_void=True)
            case e.GiftsPaid(round=number, to=to):
                for seat, cents in to.items():
                    self._add(number, seat, 0, cents)
            case e.RoundClosed() if self._open_round is not None:
                round_, self._open_round = self._open_round, None
                row = self._round_row(round_, version, at)
                rounds.append(row)
                marks += marks_of(row)
                history += self._player_rounds(round_, version, at)
            case e.BoughtIn(player=player, cents=cents):
                item = Exchange(at, self._table, "buy-in", cents, version)
                history.append(_history_row(player, at, version, EXCHANGE, item))
            case e.CashedOut(player=player, cents=cents):
                item = Exchange(at, self._table, "cash-out", cents, version)
                history.append(_history_row(player, at, version, EXCHANGE, item))
            case e.PayoutCorrected() as event:
                correction = Correction.of_payout(event, at, version, self._tracker)
                history.append(_history_row(correction.player, at, version, CORRECTION, correction))
                signers = {correction.proposed_by, correction.approved_by} - _HOUSE
                names = [CORRECTION, *sorted(staff_mark(normalize_name(name)) for name in signers)]
                marks += [
                    RoundMark(mark, at, version, event.round) for mark in dict.fromkeys(names)
                ]
            case _:
                pass

    def _count(self, *, incidents: int = 0, jackpots: int = 0) -> None:
        round_ = self._open_round
        if round_ is not None and (incidents or jackpots):
            self._open_round = msgspec.structs.replace(
                round_,
                incidents=round_.incidents + incidents,
                jackpots=round_.jackpots + jackpots,
            )

    def _round_row(self, round_: _OpenRound, version: int, at: str) -> RoundRow:
        return RoundRow(
            round_.number,
            round_.first_version,
            version,
            round_.opened_at,
            at,
            round_.is_void,
            sum(sums.staked for sums in round_.sums.values()),
            sum(sums.credited for sums in round_.sums.values()),
            max((sums.credited for sums in round_.sums.values()), default=0),
            round_.incidents,
            round_.jackpots,
            tuple(sorted(round_.sums)),
            tuple(sorted({normalize_name(name) for name in round_.staff})),
        )

    def _player_rounds(self, round_: _OpenRound, version: int, at: str) -> list[HistoryRow]:
        return [
            _history_row(
                player,
                at,
                version,
                ROUND,
                PlayerRound(
                    at,
                    self._table,
                    round_.number,
                    sums.staked,
                    sums.credited,
                    sums.credited - sums.staked,
                    round_.is_void,
                ),
            )
            for player, sums in round_.sums.items()
        ]

    def _add_results(
        self, number: int, seat: int, wagers: Mapping[str, WagerResult], sign: int = 1
    ) -> None:
        # A void wager was returned, as if it had never been staked.
        results = [result for result in wagers.values() if result.outcome != "void"]
        if wagers:
            staked = sum(result.stake for result in results)
            self._add(number, seat, sign * staked, sign * sum(result.credit for result in results))

    def _add(self, number: int, seat: int, staked: int, credited: int) -> None:
        round_, player = self._open_round, normalize_name(self._tracker.player(number, seat))
        if round_ is None or not player:
            return
        before = round_.sums.get(player, _Sums())
        after = _Sums(before.staked + staked, before.credited + credited)
        self._open_round = msgspec.structs.replace(round_, sums={**round_.sums, player: after})


def marks_of(row: RoundRow) -> list[RoundMark]:
    """Return the marks of a round that was closed."""
    marks = [credit_mark(row.largest_credit), *map(staff_mark, row.staff)]
    counts = {INCIDENT: row.incidents, JACKPOT: row.jackpots, VOID: row.is_void}
    marks += [mark for mark, count in counts.items() if count]
    return [RoundMark(mark, row.closed_at, row.last_version, row.round) for mark in marks]


def own_balances(balances: Balances) -> Balances:
    """Return the balances of a table's own accounts, which no other stream shares."""
    outside = (player_account(""), DEPARTED)
    return {a: cents for a, cents in balances.items() if not a.startswith(outside)}


def _history_row(player: str, at: str, version: int, kind: str, item: Struct) -> HistoryRow:
    return HistoryRow(normalize_name(player), at, version, kind, msgspec.json.encode(item))


def decode_history(row: HistoryRow) -> PlayerRound | Exchange | Correction:
    """Return an item of a player's history."""
    return HISTORY_TYPES[row.kind](**msgspec.json.decode(row.record))


def shared_changes(entries: Iterable[LogEntry]) -> dict[tuple[str, str], int]:
    """Return what lines move to and from players' own accounts, by account and day."""
    changes: dict[tuple[str, str], int] = {}
    outside = player_account("")
    for entry in entries:
        for posting in entry.postings:
            for account, sign in ((posting.source, -1), (posting.target, 1)):
                if account.startswith(outside):
                    key = account, (entry.at or "")[:10]
                    changes[key] = changes.get(key, 0) + sign * int(posting.cents)
    return changes
