"""A shift at a table dealt by the house: players, tally, export file and summary."""

import os
import signal
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import IO, TYPE_CHECKING, Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from pitboss.errors import Refused
from pitboss.games import Game, find_game
from pitboss.lab.best_play import BestPlay
from pitboss.lab.progress import Progress
from pitboss.money import dollars
from pitboss.papers.round_results import format_net
from pitboss.papers.wording import example_phrases
from pitboss.round import Decision, PlayerView
from pitboss.school.practice_day import check_virtual_deck
from pitboss.settle.model import WagerResult
from pitboss.submission import practice_filing
from pitboss.submission.rules import Rules
from pitboss.table import LogEntry, Participant, Person, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.export import export_lines
from pitboss.table.state import Phase
from pitboss.table.table import DEFAULT_BANK
from pitboss.table.views import RoundView, View, player_view, view
from pitboss.tui.game.coach import CoachReport

if TYPE_CHECKING:
    from pitboss.lab.strategy.finder import CardPlay


@dataclass
class WagerCount:
    """Results of one wager over a shift."""

    win: int = 0
    push: int = 0
    lose: int = 0
    void: int = 0
    staked: int = 0
    net: int = 0

    @property
    def bets(self) -> int:
        """How often the wager was made."""
        return self.win + self.push + self.lose + self.void

    def add(self, result: WagerResult, sign: int = 1) -> None:
        """Add a result, or with ``sign=-1`` remove one that was reversed."""
        setattr(self, result.outcome, getattr(self, result.outcome) + sign)
        self.staked += sign * result.stake
        self.net += sign * (result.credit - result.stake)


@dataclass
class ShiftTally:
    """Results of one seat, or of all seats together."""

    seat: int | None = None
    rounds: int = 0
    gifts: int = 0
    """Envy and community pay, in cents."""
    wagers: dict[str, WagerCount] = field(default_factory=dict)
    _bets_closed: bool = False

    def count(self, records: Iterable[LogEntry]) -> None:
        """Count what these log entries settle."""
        for record in records:
            match record.event:
                case e.BetsClosed():
                    self._bets_closed = True
                case e.SeatSettled(seat=seat, wagers=wagers) if self._includes(seat):
                    for key, result in wagers.items():
                        self.wagers.setdefault(key, WagerCount()).add(result)
                case e.SettlementReversed(seat=seat, wagers=wagers) if self._includes(seat):
                    for key, result in wagers.items():
                        self.wagers[key].add(result, -1)
                    self.gifts -= sum(record.event.gifts.values())
                case e.RoundVoided(seats=seats):
                    for seat, wagers in seats.items():
                        for key, result in wagers.items() if self._includes(seat) else ():
                            self.wagers.setdefault(key, WagerCount()).add(result)
                case e.GiftsPaid(to=to):
                    self.gifts += sum(cents for seat, cents in to.items() if self._includes(seat))
                case e.RoundClosed() if self._bets_closed:
                    self.rounds, self._bets_closed = self.rounds + 1, False

    def _includes(self, seat: int) -> bool:
        return self.seat in (None, seat)

    @property
    def staked(self) -> int:
        """Total stakes, in cents."""
        return sum(count.staked for count in self.wagers.values())

    @property
    def net(self) -> int:
        """Net result, in cents."""
        return sum(count.net for count in self.wagers.values()) + self.gifts


PLAYER_NAME: Final = "You"
BUY_IN_MINIMUMS: Final = 200
"""A buy-in, in table minimums."""
MAX_SEED_LENGTH: Final = 200

Records = tuple[LogEntry, ...]


def utc_now() -> datetime:
    """Return the time to record with an event."""
    return datetime.now(UTC)


def check_seed(seed: str | None) -> str | None:
    """Return the seed, or raise `Refused` if it is not 1 to 200 printable characters."""
    if seed is None:
        return None
    if not seed.strip() or len(seed) > MAX_SEED_LENGTH or not seed.isprintable():
        raise Refused(f"--seed must be 1 to {MAX_SEED_LENGTH} printable characters")
    return seed


def middle_seat(seats: int) -> int:
    """Return the player's seat at a table with this many seats."""
    return (seats + 1) // 2


class Shift:
    """A table from its opening to the last cash-out.

    Every step returns the log entries that it recorded.
    """

    def __init__(
        self,
        game: str,
        rules: Rules,
        submission: Mapping[str, Any],
        *,
        seats: int = 1,
        player_seat: int | None = None,
        seed: str | None = None,
        keep_log: bool = True,
    ) -> None:
        if not 1 <= seats <= rules.seats:
            raise Refused(f"--seats must be 1 to {rules.seats} for {game}, not {seats}")
        check_virtual_deck(rules)
        self.game, self.rules, self._submission = game, rules, submission
        self.player_seat, self.seed = player_seat, check_seed(seed)
        clock = None if self.seed else utc_now
        self.table = Table(practice=self.seed, clock=clock, keep_log=keep_log)
        self.names = {
            n: PLAYER_NAME if n == player_seat else f"Seat {n}" for n in range(1, seats + 1)
        }
        self.best_play = BestPlay(rules)
        self.best_play.seed = self.seed or ""
        self.card_play: CardPlay | None = None
        """The strategy card that simulated players follow instead of best play, if any."""
        chip, minimum_buy_in = rules.table.chip, BUY_IN_MINIMUMS * rules.table.minimum
        self.buy_in: Final = -(-max(minimum_buy_in, self._max_round_cost()) // chip) * chip
        self.minimum: Final = {wager.key: rules.table.minimum for wager in rules.required}

    def _max_round_cost(self) -> int:
        """Return the most that a round at the table minimum can cost, in cents."""
        max_raises = sum(street.most for street in self.rules.streets)
        return (len(self.rules.required) + max_raises) * self.rules.table.minimum

    def open(self) -> Records:
        """Open the table, approve its submission, seat the players and buy them in."""
        table = self.table
        records = table.open_table("table 1", self.game, DEFAULT_BANK)
        day = None if self.seed else utc_now().date()
        filing = practice_filing(find_game(self.game), self._submission, day)
        records += table.propose(c.FileSubmission(filing))
        records += table.approve(table.state.proposed)
        for seat, name in self.names.items():
            records += table.player(name).take_seat(seat)
            records += self.buy(seat)
        return records

    def open_round(self) -> Records:
        """Open a round; simulated players who could run short buy in first."""
        records = self.table.tick()
        for seat, name in self.names.items():
            if seat != self.player_seat and self.table.state.chips(name) < self._max_round_cost():
                records += self.buy(seat)
        return records + self.table.open_round()

    def close_bets(self, wagers: Mapping[str, int] | None = None) -> Records:
        """Place the wagers of the player and the simulated players, then close betting."""
        records = self.table.tick()
        if not self.table.state.has_open_round:  # the deck expired while bets were open
            records += self.open_round()
        if self.player_seat is not None and wagers is not None:
            records += self.participant(self.player_seat).place_wagers(self.player_seat, wagers)
        for seat in self.names:
            if seat != self.player_seat:
                records += self.participant(seat).place_wagers(seat, self.minimum)
        return records + self.table.no_more_bets()

    def buy(self, seat: int) -> Records:
        """Buy chips for the player of this seat."""
        return self.participant(seat).buy_in(self.buy_in)

    def decide(self, seat: int, decision: Decision) -> Records:
        """Make a seat's decision; the house deals on until the next decision."""
        return self.participant(seat).decide(seat, decision)

    def participant(self, seat: int) -> Participant:
        """Return the table as operated by the player of this seat."""
        return self.table.player(self.names[seat])

    @property
    def deciding_seat(self) -> int | None:
        """The seat whose decision is due, or None."""
        round_ = self.table.state.round
        return round_.turn if round_ else None

    def view(self, seat: int) -> View:
        """Return the table as the player of this seat sees it."""
        return view(self.table.state, self.table.shoe, Person(self.names[seat], Role.PLAYER))

    def player_view(self, seat: int) -> PlayerView:
        """Return what the player of this seat knows at a decision."""
        round_ = self.view(seat).round
        if not isinstance(round_, RoundView):
            raise AssertionError("there is no current round")
        return player_view(round_, seat)

    def decide_best(self) -> Records:
        """Make the decision that is due, by best play or by the strategy card."""
        seat = self.deciding_seat
        if seat is None:
            raise AssertionError("no decision is due")
        if self.card_play is not None:
            return self.decide(seat, self.card_play.decision(self.player_view(seat)))
        return self.decide(seat, self.best_play.choose(self.player_view(seat)))

    def close(self) -> Records:
        """Leave, play out the current round, and cash everybody out.

        Mid-round the house lets the player's wagers stand and stakes nothing more. A round
        that nobody has wagered in is voided, so that its seed is revealed too.
        """
        state = self.table.state
        records: Records = ()
        if not state.table:
            return records
        if state.has_open_round and state.round and state.round.phase is Phase.BETTING:
            records += self.table.propose(c.VoidRound(state.round.number, "the table closes"))
            records += self.table.approve(self.table.state.proposed)
        elif state.has_open_round and self.player_seat is not None:
            records += self.participant(self.player_seat).leave(self.player_seat)
        while self.deciding_seat is not None:
            records += self.decide_best()
        for seat in sorted(self.table.state.seats):
            records += self.participant(seat).leave(seat)
        return records


def play_shift(
    shift: Shift, rounds: int, tally: ShiftTally, progress: Progress
) -> Iterator[LogEntry]:
    """Yield the log entries of a whole shift one by one, so that memory use stays small."""
    yield from shift.open()
    shift.best_play.progress = progress
    for number in range(rounds):
        progress("rounds", number, rounds)
        records = shift.open_round() + shift.close_bets()
        while shift.deciding_seat is not None:
            records += shift.decide_best()
        tally.count(records)
        yield from records
    yield from shift.close()
    progress("rounds", rounds, rounds)


class ShiftFile:
    """An export file, written to a temporary file and moved into place when complete.

    An earlier export is replaced only then. Something that is not a regular file, such as a pipe,
    is written to directly.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._target = file.resolve()
        if self._target.is_dir():
            raise Refused(f"{file} is a folder, not a file")
        is_regular = self._target.is_file() or not self._target.exists()
        self._partial_path = self._target
        if is_regular:
            self._partial_path = self._target.with_name(
                f".{os.getpid()}-{time.monotonic_ns()}.part"
            )
            if self._target.exists() and not os.access(self._target, os.W_OK):
                raise Refused(f"{file} cannot be written: it is read-only")
        try:
            self._stream: IO[bytes] = self._partial_path.open("xb" if is_regular else "wb")
        except OSError as error:
            raise Refused(f"{file} cannot be written: {error.strerror or error}") from None
        self._is_regular = is_regular

    def write(self, records: Iterable[LogEntry]) -> None:
        """Write the log entries of a shift and the closing line, then move the file into place."""
        try:
            for line in export_lines(records):
                self._stream.write(line + b"\n")
            self._stream.flush()
            if self._is_regular:
                os.fsync(self._stream.fileno())
            self._stream.close()
            if self._is_regular:
                self._partial_path.replace(self._target)
        except OSError as error:
            raise Refused(f"{self.file} cannot be written: {error.strerror or error}") from None

    def discard(self) -> None:
        """Remove the temporary file if the shift was not written to its end."""
        with suppress(OSError):
            self._stream.close()
        if self._is_regular:
            self._partial_path.unlink(missing_ok=True)


@contextmanager
def open_shift_file(file: Path | None) -> Iterator[ShiftFile | None]:
    """Open the export file, if any; it is removed unless it was written to its end."""
    shift_file = ShiftFile(file) if file else None
    try:
        yield shift_file
    finally:
        if shift_file:
            shift_file.discard()


@contextmanager
def removed_if_interrupted(shift_file: ShiftFile | None) -> Iterator[None]:
    """Remove the partial file if Ctrl-C interrupts the work in this context."""
    previous_handler = signal.getsignal(signal.SIGINT)
    if shift_file is None or not callable(previous_handler):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        shift_file.discard()
        previous_handler(number, frame)

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous_handler)


def shift_summary_json(
    shift: Shift, tally: ShiftTally, coach_report: CoachReport | None = None
) -> dict[str, object]:
    """Return rounds, net and stakes in cents, in total and by wager."""
    summary: dict[str, object] = {
        "rounds": tally.rounds,
        "net": tally.net,
        "staked": tally.staked,
        "game": shift.game,
        "seats": len(shift.names),
        "seed": shift.seed,
        "practice": shift.seed is not None,
        "gifts": tally.gifts,
        "wagers": {
            key: {
                "bets": count.bets,
                "staked": count.staked,
                "net": count.net,
                "win": count.win,
                "push": count.push,
                "lose": count.lose,
            }
            for key, count in tally.wagers.items()
        },
    }
    if shift.best_play.sampled_decisions:
        summary["approximate_decisions"] = shift.best_play.sampled_decisions
    return summary | {"coach": coach_report.as_json()} if coach_report else summary


def shift_summary_text(
    game: Game, shift: Shift, tally: ShiftTally, coach_report: CoachReport | None = None
) -> RenderableType:
    """Return the results of a shift for the terminal."""
    sentences = (
        [Padding(sentence, (0, 0, 0, 2)) for sentence in coach_report.sentences()]
        if coach_report
        else []
    )
    heading = [Text("\nCoach", style="bold")] if sentences else []
    return Group(*_summary_parts(game, shift, tally), *heading, *sentences)


def _summary_parts(game: Game, shift: Shift, tally: ShiftTally) -> Iterator[RenderableType]:
    yield Text(game.name, style="bold")
    yield Text(", ".join(_shift_facts(shift, tally)), style="dim")
    if not tally.wagers:
        return
    results = RichTable(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for name in ("", "bets", "won", "pushed", "lost", "staked", "net"):
        results.add_column(name, justify="left" if not name else "right")
    labels = {wager.key: wager.label for wager in shift.rules.wagers}
    for key in (key for key in labels if key in tally.wagers):
        count = tally.wagers[key]
        counts = (f"{n:,}" for n in (count.bets, count.win, count.push, count.lose))
        results.add_row(labels[key], *counts, dollars(count.staked), format_net(count.net))
    if tally.gifts:
        results.add_row("Envy and community pay", "", "", "", "", "", format_net(tally.gifts))
    results.add_row("Total", "", "", "", "", dollars(tally.staked), format_net(tally.net))
    yield Text()
    yield results


def _shift_facts(shift: Shift, tally: ShiftTally) -> Iterator[str]:
    yield f"{tally.rounds:,} {'round' if tally.rounds == 1 else 'rounds'}"
    if len(shift.names) > 1:
        yield f"{len(shift.names)} seats"
    if shift.seed is not None:
        yield f"practice with seed {shift.seed}"
    if shift.best_play.sampled_decisions:
        yield "approximate play (decisions based on sampled deals)"
    for filing in shift.table.state.filed[-1:]:
        yield from example_phrases(filing.submission)
