"""The expected value of every meter, computed from the log and the submission alone."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.days.observer import METER_LOWERING_EVENTS
from pitboss.games import find_game
from pitboss.games.payoffs import Progressive, Wheel
from pitboss.settle import Hit
from pitboss.submission import resolve
from pitboss.submission.rules import Rules
from pitboss.table import LogEntry, State
from pitboss.table import events as e
from pitboss.table.apply import apply_with_postings


class Account:
    """Compute the expected value of every meter of a table from its events."""

    def __init__(self) -> None:
        self.game = ""
        self.rules: Rules | None = None
        self.shows: dict[str, Fraction] = {}
        self.wagers: dict[int, dict[str, int]] = {}
        """Stakes that were not returned."""
        self.is_locked = False
        self.paid: dict[str, int] = {}
        self.odd: set[str] = set()
        """Meters that contained a fraction of a cent at some time."""

    def take(self, event: e.Event) -> None:
        """Process one more event."""
        match event:
            case e.TableOpened(game=game):
                self.game = game
            case e.SubmissionApproved(submission=submission):
                self.rules = resolve(find_game(self.game), submission)
                for name, running in self.rules.meters.items():
                    meter_reading = max(self.shows.get(name, Fraction(0)), Fraction(running.start))
                    self.shows[name] = meter_reading
            case e.RoundOpened():
                self.wagers, self.is_locked = {}, False
            case e.WagersPlaced(seat=seat, wagers=wagers):
                self.wagers[seat] = self.wagers.get(seat, {}) | dict(wagers)
            case e.WagersTakenBack(seat=seat, wagers=wagers):
                self.wagers[seat] = {k: v for k, v in self.wagers[seat].items() if k not in wagers}
            case e.BetsClosed():
                self.is_locked = True
                for name, cents in self._contributions(*self.wagers):
                    self.shows[name] += cents
            case e.SeatSettled(hits=hits):
                for hit in hits:
                    self._hit(hit)
            case e.SettlementReversed(hits=hits):
                for hit in hits:
                    self.shows[hit.meter] += hit.paid - hit.reseeded
                    self.paid[hit.meter] -= hit.paid
            case e.SatOut(seat=seat):
                self._take_back(seat)
            case e.RoundVoided() if self.is_locked:
                self._take_back(*self.wagers)
            case e.PayoutCorrected(meter=name, meter_change=text) if name:
                self.shows[name] += Fraction(text)
            case e.MeterCorrected(meter=name, cents=text):
                self.shows[name] += Fraction(text)
            case _:
                pass
        self.odd |= {name for name, cents in self.shows.items() if cents.denominator > 1}

    def _take_back(self, *seats: int) -> None:
        for name, cents in self._contributions(*seats):
            self.shows[name] -= cents
        for seat in seats:
            self.wagers[seat] = {}

    def _contributions(self, *seats: int) -> Iterator[tuple[str, Fraction]]:
        for side in self.rules.sides if self.rules else ():
            if isinstance(side.pays, Progressive | Wheel):
                stakes = [self.wagers[seat].get(side.key, 0) for seat in seats]
                for running in side.pays.meters:
                    yield running.name, sum(stakes) * Fraction(running.rate)

    def _hit(self, hit: Hit) -> None:
        assert self.rules is not None
        assert 0 < hit.paid <= self.shows[hit.meter]
        self.shows[hit.meter] += hit.reseeded - hit.paid
        assert hit.reseeded in (0, self.rules.meters[hit.meter].reset)
        self.paid[hit.meter] = self.paid.get(hit.meter, 0) + hit.paid


def audit(log: list[LogEntry]) -> Account:
    """Process a log event by event, and fail at the first one after which a meter is wrong."""
    state, account = State(), Account()
    for item in log:
        before = dict(account.shows)
        state, postings = apply_with_postings(state, item.event)
        account.take(item.event)
        assert postings == item.postings
        for name, cents in account.shows.items():
            assert state.meter_amount(name) == cents, f"{name} after {item.event}"
            book = state.books[name]
            assert book.balance == cents, f"the book of {name} after {item.event}"
            assert book.seeded + book.fed + book.corrected == cents + book.paid
            if cents < before.get(name, cents):
                assert isinstance(item.event, METER_LOWERING_EVENTS), f"{name} fell by {item.event}"
        assert not sum(state.balances.values()), "money came from nowhere"
    return account
