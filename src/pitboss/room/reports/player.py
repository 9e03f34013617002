"""What one player did: rounds with what was staked and won, money in and out, corrections."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from pitboss.room.reports.floor import Floor
from pitboss.room.reports.matters import Correction, Matters
from pitboss.room.reports.period import Period
from pitboss.settle.values import WagerResult
from pitboss.table import Recorded
from pitboss.table import events as e
from pitboss.table.people import same_person


class PlayerRound(Struct, frozen=True):
    """A round of this player, all boxes together."""

    at: str
    table: str
    round: int
    staked: int
    """Without what went back."""
    credited: int
    """All that came back, with envy and community pay."""
    net: int
    void: bool


class Exchange(Struct, frozen=True):
    """Money became chips, or chips money."""

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
    """Those that counted."""
    staked: int
    credited: int
    net: int
    bought_in: int
    cashed_out: int
    corrected: int
    """What corrections gave beside."""
    played: tuple[PlayerRound, ...]
    exchanges: tuple[Exchange, ...]
    corrections: tuple[Correction, ...]


class _Open(Struct):
    staked: int = 0
    credited: int = 0
    void: bool = False


class TableHistory:
    """Follows one player at one table."""

    def __init__(self, table: str, player: str, period: Period) -> None:
        self.table, self.player, self._period = table, player, period
        self.played: list[PlayerRound] = []
        self.exchanges: list[Exchange] = []
        self._floor, self._matters = Floor(), Matters()
        self._now: _Open | None = None

    @property
    def corrections(self) -> list[Correction]:
        """Of payouts to this player."""
        return [one for one in self._matters.corrections if self._is(one.player)]

    def take(self, one: Recorded) -> None:
        """One event more."""
        self._floor.take(one)
        at = one.at or ""
        inside = self._period.holds(at)
        self._matters.take(one, self._floor, inside=inside)
        match one.event:
            case e.RoundOpened():
                self._now = None
            case e.SeatSettled(round=number, seat=seat, wagers=wagers) if self._sits(number, seat):
                self._settled(wagers)
            case e.SettlementReversed(round=number, seat=seat) if self._sits(number, seat):
                self._settled(one.event.wagers, sign=-1)
                self._add(0, -sum(one.event.gifts.values()))
            case e.RoundVoided(round=number, seats=seats):
                for seat, wagers in seats.items():
                    if self._sits(number, seat):
                        self._settled(wagers)
                if self._now is not None:
                    self._now.void = True
            case e.GiftsPaid(round=number, to=to):
                for seat, cents in to.items():
                    if self._sits(number, seat):
                        self._add(0, cents)
            case e.RoundClosed(round=number) if self._now is not None:
                now, self._now = self._now, None
                if inside:
                    sums = (now.staked, now.credited, now.credited - now.staked, now.void)
                    self.played.append(PlayerRound(at, self.table, number, *sums))
            case e.BoughtIn(player=player, cents=cents) if inside and self._is(player):
                self.exchanges.append(Exchange(at, self.table, "buy-in", cents, one.number))
            case e.CashedOut(player=player, cents=cents) if inside and self._is(player):
                self.exchanges.append(Exchange(at, self.table, "cash-out", cents, one.number))
            case _:
                pass

    def _is(self, player: str) -> bool:
        return same_person(player, self.player)

    def _sits(self, number: int, seat: int) -> bool:
        return self._is(self._floor.player(number, seat))

    def _settled(self, wagers: Mapping[str, WagerResult], sign: int = 1) -> None:
        for result in wagers.values():
            void = result.outcome == "void"  # it went back, as if it had never been staked
            self._add(0 if void else sign * result.stake, 0 if void else sign * result.credit)

    def _add(self, staked: int, credited: int) -> None:
        self._now = self._now or _Open()
        self._now.staked += staked
        self._now.credited += credited


def player_history(
    player: str, tables: Iterable[tuple[str, Iterable[Recorded]]], period: Period
) -> PlayerHistory:
    """One player, from all that ever happened at some tables."""
    found = []
    for table, recorded in tables:
        at_table = TableHistory(table, player, period)
        for one in recorded:
            at_table.take(one)
        found.append(at_table)
    played = sorted((r for t in found for r in t.played), key=lambda r: (r.at, r.table))
    exchanges = sorted((x for t in found for x in t.exchanges), key=lambda x: (x.at, x.table))
    corrections = sorted((c for t in found for c in t.corrections), key=lambda c: c.at)
    return PlayerHistory(
        player=player,
        start=period.start,
        end=period.end,
        rounds=sum(not one.void for one in played),
        staked=sum(one.staked for one in played),
        credited=sum(one.credited for one in played),
        net=sum(one.net for one in played),
        bought_in=sum(one.cents for one in exchanges if one.what == "buy-in"),
        cashed_out=sum(one.cents for one in exchanges if one.what == "cash-out"),
        corrected=sum(int(one.cents) for one in corrections),
        played=tuple(played),
        exchanges=tuple(exchanges),
        corrections=tuple(corrections),
    )
