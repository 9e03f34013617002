"""The history of a player: rounds with stakes and credits, money in and out, corrections."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from pitboss.room.reports.period import Period
from pitboss.room.reports.pit_log import Correction, PitLog, TableTracker
from pitboss.settle.model import WagerResult
from pitboss.table import LogEntry
from pitboss.table import events as e
from pitboss.table.people import same_person


class PlayerRound(Struct, frozen=True):
    """One round of a player, over all of the player's boxes."""

    at: str
    table: str
    round: int
    staked: int
    """Stakes, without wagers that were returned."""
    credited: int
    """Credits, envy and community pay included."""
    net: int
    void: bool


class Exchange(Struct, frozen=True):
    """A buy-in or a cash-out."""

    at: str
    table: str
    what: str
    """``buy-in`` or ``cash-out``."""
    cents: int
    line: int


class PlayerHistory(Struct, frozen=True):
    """One player at all tables. Money in cents."""

    player: str
    start: str
    end: str
    rounds: int
    """Rounds that were not void."""
    staked: int
    credited: int
    net: int
    bought_in: int
    cashed_out: int
    corrected: int
    """Sum of all corrections, in the player's favor."""
    played: tuple[PlayerRound, ...]
    exchanges: tuple[Exchange, ...]
    corrections: tuple[Correction, ...]


class _OpenRound(Struct):
    stakes: int = 0
    credits: int = 0
    void: bool = False


class TableHistory:
    """The history of one player at one table, filled event by event."""

    def __init__(self, table: str, player: str, period: Period) -> None:
        self.table, self.player, self._period = table, player, period
        self.rounds: list[PlayerRound] = []
        self.exchanges: list[Exchange] = []
        self._tracker, self._pit_log = TableTracker(), PitLog()
        self._open_round: _OpenRound | None = None

    @property
    def corrections(self) -> list[Correction]:
        """Corrections of payouts to this player."""
        return [
            correction
            for correction in self._pit_log.corrections
            if self._is_player(correction.player)
        ]

    def add_event(self, entry: LogEntry) -> None:
        """Add the next event of the table."""
        self._tracker.add_event(entry)
        at = entry.at or ""
        inside = self._period.contains(at)
        self._pit_log.add_event(entry, self._tracker, in_period=inside)
        match entry.event:
            case e.RoundOpened():
                self._open_round = None
            case e.SeatSettled(round=number, seat=seat, wagers=wagers) if self._is_own_seat(
                number, seat
            ):
                self._add_results(wagers)
            case e.SettlementReversed(round=number, seat=seat) if self._is_own_seat(number, seat):
                self._add_results(entry.event.wagers, sign=-1)
                self._add(0, -sum(entry.event.gifts.values()))
            case e.RoundVoided(round=number, seats=seats):
                for seat, wagers in seats.items():
                    if self._is_own_seat(number, seat):
                        self._add_results(wagers)
                if self._open_round is not None:
                    self._open_round.void = True
            case e.GiftsPaid(round=number, to=to):
                for seat, cents in to.items():
                    if self._is_own_seat(number, seat):
                        self._add(0, cents)
            case e.RoundClosed(round=number) if self._open_round is not None:
                round_, self._open_round = self._open_round, None
                if inside:
                    sums = (
                        round_.stakes,
                        round_.credits,
                        round_.credits - round_.stakes,
                        round_.void,
                    )
                    self.rounds.append(PlayerRound(at, self.table, number, *sums))
            case e.BoughtIn(player=player, cents=cents) if inside and self._is_player(player):
                self.exchanges.append(Exchange(at, self.table, "buy-in", cents, entry.number))
            case e.CashedOut(player=player, cents=cents) if inside and self._is_player(player):
                self.exchanges.append(Exchange(at, self.table, "cash-out", cents, entry.number))
            case _:
                pass

    def _is_player(self, player: str) -> bool:
        return same_person(player, self.player)

    def _is_own_seat(self, number: int, seat: int) -> bool:
        return self._is_player(self._tracker.player(number, seat))

    def _add_results(self, wagers: Mapping[str, WagerResult], sign: int = 1) -> None:
        for result in wagers.values():
            if result.outcome == "void":  # returned, as if it had never been staked
                self._add(0, 0)
            else:
                self._add(sign * result.stake, sign * result.credit)

    def _add(self, stake: int, credit: int) -> None:
        self._open_round = self._open_round or _OpenRound()
        self._open_round.stakes += stake
        self._open_round.credits += credit


def player_history(
    player: str, tables: Iterable[tuple[str, Iterable[LogEntry]]], period: Period
) -> PlayerHistory:
    """Return the history of a player, from the whole logs of some tables."""
    histories = []
    for table, log in tables:
        history = TableHistory(table, player, period)
        for entry in log:
            history.add_event(entry)
        histories.append(history)
    rounds = sorted((r for t in histories for r in t.rounds), key=lambda r: (r.at, r.table))
    exchanges = sorted((x for t in histories for x in t.exchanges), key=lambda x: (x.at, x.table))
    corrections = sorted((c for t in histories for c in t.corrections), key=lambda c: c.at)
    return PlayerHistory(
        player=player,
        start=period.start,
        end=period.end,
        rounds=sum(not round_.void for round_ in rounds),
        staked=sum(round_.staked for round_ in rounds),
        credited=sum(round_.credited for round_ in rounds),
        net=sum(round_.net for round_ in rounds),
        bought_in=sum(exchange.cents for exchange in exchanges if exchange.what == "buy-in"),
        cashed_out=sum(exchange.cents for exchange in exchanges if exchange.what == "cash-out"),
        corrected=sum(int(correction.cents) for correction in corrections),
        played=tuple(rounds),
        exchanges=tuple(exchanges),
        corrections=tuple(corrections),
    )
