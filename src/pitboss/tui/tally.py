"""What a shift came to: rounds, stakes and results, wager by wager."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.settle.values import WagerResult
from pitboss.table import Recorded
from pitboss.table import events as e


@dataclass
class Count:
    """How one wager went."""

    win: int = 0
    push: int = 0
    lose: int = 0
    void: int = 0
    staked: int = 0
    net: int = 0

    @property
    def bets(self) -> int:
        """How often it was made."""
        return self.win + self.push + self.lose + self.void

    def add(self, result: WagerResult, sign: int = 1) -> None:
        """Once more, or once less where it is undone."""
        setattr(self, result.outcome, getattr(self, result.outcome) + sign)
        self.staked += sign * result.stake
        self.net += sign * (result.credit - result.stake)


@dataclass
class Tally:
    """Of one seat, or of all."""

    seat: int | None = None
    rounds: int = 0
    gifts: int = 0
    """Envy and community pay."""
    wagers: dict[str, Count] = field(default_factory=dict)
    _locked: bool = False

    def hear(self, records: Iterable[Recorded]) -> None:
        """Count what these records settle."""
        for one in records:
            match one.event:
                case e.BetsClosed():
                    self._locked = True
                case e.SeatSettled(seat=seat, wagers=wagers) if self._counts(seat):
                    for key, result in wagers.items():
                        self.wagers.setdefault(key, Count()).add(result)
                case e.SettlementReversed(seat=seat, wagers=wagers) if self._counts(seat):
                    for key, result in wagers.items():
                        self.wagers[key].add(result, -1)
                    self.gifts -= sum(one.event.gifts.values())
                case e.RoundVoided(seats=seats):
                    for seat, wagers in seats.items():
                        for key, result in wagers.items() if self._counts(seat) else ():
                            self.wagers.setdefault(key, Count()).add(result)
                case e.GiftsPaid(to=to):
                    self.gifts += sum(cents for seat, cents in to.items() if self._counts(seat))
                case e.RoundClosed() if self._locked:
                    self.rounds, self._locked = self.rounds + 1, False

    def _counts(self, seat: int) -> bool:
        return self.seat in (None, seat)

    @property
    def staked(self) -> int:
        """All stakes together, in cents."""
        return sum(count.staked for count in self.wagers.values())

    @property
    def net(self) -> int:
        """What was won or lost, in cents."""
        return sum(count.net for count in self.wagers.values()) + self.gifts
