"""Observe a table through its log alone: keep independent books, and compare them with its state.

`TableObserver` counts and checks every event. It has a ledger (`LedgerCheck`), a second record of
seats, decks and devices (`StateMirror`) and, in a round, a `RoundRecord`. `Replay` reads the log
again from its lines.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.days.round_check import RoundRecord, check_closed_round, record_event
from pitboss.days.tally import WITHOUT_RULING, CheckFailed, Tally, require
from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind
from pitboss.table import LogEntry, State
from pitboss.table import events as e
from pitboss.table.apply import apply
from pitboss.table.decks import SECONDS_PER_HOUR
from pitboss.table.events import Event
from pitboss.table.export import export_lines
from pitboss.table.ledger import Cents, Posting, pool_departed
from pitboss.table.state import GIFT_NAMES, encode_state, recall_round, rules_by_hash

REMOVED_FOR_AGE: Final = "for its age"
VOIDED_BEFORE_RULING: Final = "the round was void before"


class _Line(Struct):
    event: Event | None = None


class Replay:
    """The state that the exported lines lead to."""

    def __init__(self) -> None:
        self.state = State()
        self.digest = sha256()
        """The hash of every line."""
        self._lines = 0

    def check_replay(self, log: Sequence[LogEntry], state: State) -> None:
        """Check that the new lines lead to this state, byte by byte (RECOV-5)."""
        decode = msgspec.json.Decoder(_Line).decode
        for line in export_lines(log[self._lines :]):
            self.digest.update(line)
            event = decode(line).event
            if event is not None:
                self.state = apply(self.state, event)
        self._lines = len(log)
        is_same = encode_state(self.state) == encode_state(state)
        require(is_same, "a replay of the log leads to another state")


MAY_BE_NEGATIVE: Final = ("house", "player:")
"""Accounts outside the table."""
MAY_BE_FRACTIONAL: Final = ("house", "meter:")
"""Accounts that may hold fractions of a cent."""
METER_LOWERING_EVENTS: Final = (
    e.SeatSettled,
    e.SettlementReversed,
    e.RoundVoided,
    e.SatOut,
    e.WagersReturned,
    e.PayoutCorrected,
    e.MeterCorrected,
)
"""The only events that may lower a meter (PROG-2)."""
_METER_COLUMNS: Final = {"start": 0, "reset": 0, "contribution": 1, "correction": 3}
_PAID_COLUMN: Final = 2
_OUTSIDE_ROUND: Final = ("buy-in", "cash-out", "reversal of ", "correction of ")
"""The reasons of postings that do not belong to the round in which they are made."""


class LedgerCheck:
    """The balance of every account, and the book of each meter."""

    def __init__(self) -> None:
        self.balances: dict[str, Cents] = {}
        self.meters: dict[str, list[Cents]] = {}
        """What was seeded, fed, paid and corrected."""
        self.chip_changes: Counter[str] = Counter()
        """What the round paid to each stack of chips, without buy-ins and corrections."""

    def record_entry(self, entry: LogEntry) -> None:
        """Record an event and its postings, and check LEDG-1 and PROG-2."""
        balances = self.balances
        for posting in entry.postings:
            cents, source, target = posting.cents, posting.source, posting.target
            if cents < 0:
                raise CheckFailed(f"{posting} moves backward")
            balances[source] = balances.get(source, 0) - cents
            balances[target] = balances.get(target, 0) + cents
            if source.startswith("meter:") or target.startswith("meter:"):
                self._record_meter(entry.event, posting)
            elif not posting.why.startswith(_OUTSIDE_ROUND):
                if source.startswith("stack:"):
                    self.chip_changes[source] -= int(cents)
                if target.startswith("stack:"):
                    self.chip_changes[target] += int(cents)
        for posting in entry.postings:
            self._check_balance(posting.source)
            self._check_balance(posting.target)

    def _check_balance(self, account: str) -> None:
        """Check that a balance is allowed; empty accounts are removed."""
        balance = self.balances.get(account)
        if not balance:
            self.balances.pop(account, None)
        elif (balance < 0 and not account.startswith(MAY_BE_NEGATIVE)) or (
            type(balance) is not int and not account.startswith(MAY_BE_FRACTIONAL)
        ):
            raise CheckFailed(f"{account} holds {balance} cents")

    def _record_meter(self, event: e.Event, posting: Posting) -> None:
        for account, sign in ((posting.source, -1), (posting.target, 1)):
            if not account.startswith("meter:"):
                continue
            if sign < 0 and not isinstance(event, METER_LOWERING_EVENTS):
                raise CheckFailed(f"{posting} lowers a meter")
            book = self.meters.setdefault(account, [0, 0, 0, 0])
            column = _METER_COLUMNS.get(posting.why, _PAID_COLUMN)
            book[column] += (
                -sign * posting.cents if column == _PAID_COLUMN else sign * posting.cents
            )

    def compare_balances(self, state: State) -> None:
        """Check that the table has the same balances."""
        # The table forgets who of those that left brought how much.
        posted_balances, balances = (
            pool_departed(self.balances, ()),
            pool_departed(state.balances, ()),
        )
        if posted_balances != balances:
            for account in sorted({*posted_balances, *balances}):
                logged_value, table_value = (
                    posted_balances.get(account, 0),
                    balances.get(account, 0),
                )
                require(
                    logged_value == table_value,
                    f"{account} holds {table_value}, but {logged_value} was posted",
                )

    def check_round_end(self, state: State) -> None:
        """Check after a round that all accounts sum to zero and meters reconcile (PROG-3)."""
        total = sum(state.balances.values())
        require(total == 0, f"all accounts together hold {total} cents")
        require(
            {f"meter:{name}" for name in state.books} == self.meters.keys(),
            f"there are books of {sorted(state.books)}, but money went to {sorted(self.meters)}",
        )
        for name, book in state.books.items():
            table_value = (book.seeded, book.fed, book.paid, book.corrected)
            logged_value = tuple(self.meters[f"meter:{name}"])
            require(
                table_value == logged_value,
                f"the book of {name} has {table_value}, but {logged_value} was posted",
            )
            amount = Fraction(book.seeded) + book.fed + book.corrected - book.paid
            require(
                amount == state.meter_amount(name),
                f"{name} shows {state.meter_amount(name)}, not {amount}",
            )


class StateMirror:
    """A second record of seats, decks, devices and bans."""

    def __init__(self) -> None:
        self.is_open = False
        self.seats: dict[int, str] = {}
        self.broken_devices: dict[str, str] = {}
        self.disabled: dict[str, str] = {}
        self.decks: dict[int, int] = {}
        """The numbers of the decks at the table, by slot."""
        self.tasks: dict[int, Task | None] = {}
        """The last task with each deck, by its number."""
        self.correction: e.PayoutCorrected | None = None
        self._compared_day: object = None
        self._compared_seats: object = None

    def record_event(self, event: e.Event) -> None:
        """Record an event."""
        match event:
            case e.OpeningCounted() | e.ClosingCounted():
                self.is_open = isinstance(event, e.OpeningCounted)
            case e.PlayerSeated():
                self.seats[event.seat] = event.player
            case e.PlayerLeft():
                del self.seats[event.seat]
            case e.DeviceDown():
                self.broken_devices[event.device] = ""
            case e.DeviceMarked():
                self.broken_devices[event.device] = event.mark.value
            case e.DeviceRestored():
                del self.broken_devices[event.device]
            case e.Disabled():
                self.disabled[event.what] = event.reason
            case e.Enabled():
                del self.disabled[event.what]
            case e.DeckReceived():
                self.decks[event.deck] = event.number
                self.tasks[event.number] = Task.SHUFFLE if event.ready_made else None
            case e.DeckRemoved():
                del self.decks[event.deck]
            case e.StepDone():
                self.tasks[self.decks[event.deck]] = event.task
            case e.ShuffleOrdered() | e.ShuffleSpoilt():
                if event.deck in self.decks:
                    self.tasks[self.decks[event.deck]] = None
            case e.RoundOpened():
                if self.tasks[event.deck] is not Task.LOAD:
                    raise CheckFailed(
                        f"deck {event.deck} is dealt from, but its last task was "
                        f"{self.tasks[event.deck]}"
                    )
                self.tasks[event.deck] = None
            case e.PayoutCorrected():
                self.correction = event
            case _:
                return
        self._compared_day = None

    def compare(self, state: State) -> None:
        """Compare with the table's state; a state that was compared before is skipped."""
        day = state.day
        if self._compared_day is day and self._compared_seats is state.seats:
            return
        self._compared_day, self._compared_seats = day, state.seats
        decks = {slot: deck.number for slot, deck in day.decks.items()}
        for subject, logged_value, table_value in (
            ("the players", self.seats, state.seats),
            ("whether the table is open", self.is_open, day.open),
            ("broken devices", self.broken_devices, day.broken),
            ("what is disabled", self.disabled, day.disabled),
            ("the decks", self.decks, decks),
        ):
            if logged_value != table_value:
                raise CheckFailed(f"{subject}: the log has {logged_value}, the table {table_value}")
        if self.correction:
            self._check_correction(state, self.correction)

    def _check_correction(self, state: State, event: e.PayoutCorrected) -> None:
        round_ = recall_round(state, event.round)
        credit = None
        if round_ and event.wager in GIFT_NAMES:
            credit = round_.gifts.get(event.seat, {}).get(GIFT_NAMES[event.wager], 0)
        elif round_:
            credit = round_.results[event.seat][event.wager].credit
        require(credit == event.credit, f"the credit is {credit} after {event}")
        self.correction = None


def check_remembered_round(record: RoundRecord, state: State) -> None:
    """Check that a closed round is remembered as it was (ROUND-7)."""
    round_ = recall_round(state, record.opening.round)
    require(round_, f"round {record.opening.round} is not remembered")
    if round_ is None:
        return
    require(round_.seed == record.seed, "another seed is remembered")
    require(
        round_.void == (record.void_event.reason if record.void_event else ""),
        "it is not remembered as void",
    )
    gifts: dict[int, dict[str, int]] = {}
    for (_, why), to in record.gifts.items():
        for seat, cents in to.items():
            of_seat = gifts.setdefault(seat, {})
            of_seat[why] = of_seat.get(why, 0) + cents
    is_settled = round_.settled or round_.settled_first or round_.hits
    require(not (record.void_event and is_settled), "a void round is remembered as settled")
    require(round_.gifts == gifts, f"gifts are remembered as {round_.gifts}, not {gifts}")
    require(round_.shown.keys() == record.open_positions, "other cards are remembered as face up")


class TableObserver:
    """An observer of one table, which counts everything that happens and checks it."""

    def __init__(self, game: str, tally: Tally) -> None:
        self.game, self.tally = game, tally
        self.ledger = LedgerCheck()
        self.mirror = StateMirror()
        self.round: RoundRecord | None = None
        self.incident: e.IncidentReported | None = None
        self.deck_arrivals: dict[int, int] = {}
        """The time when each deck came to the table, by its number."""
        self.oldest_arrival = 0
        """Decks that came before this time are removed for their age."""

    def observe(self, entries: list[LogEntry], state: State, utc_seconds: int) -> None:
        """Observe new entries of the log, and the state after them."""
        is_closed = False
        if state.rules:
            hours = state.rules.deck_procedures.deck_hours[state.rules.table.dealing]
            self.oldest_arrival = utc_seconds - hours * SECONDS_PER_HOUR
        for entry in entries:
            event = entry.event
            self.tally.events[type(event).__name__] += 1
            if isinstance(event, e.RoundOpened):
                self._open_round(event)
            if entry.postings:
                self.ledger.record_entry(entry)
            if self.round is not None:
                record_event(self.round, event, self.mirror.seats)
            self.mirror.record_event(event)
            self._count_event(event)
            if isinstance(event, e.RoundClosed):
                self._close_round(state)
                is_closed = True
        if is_closed:
            self.ledger.check_round_end(state)
        self.ledger.compare_balances(state)
        self.mirror.compare(state)
        table_value = state.day.incident.number if state.day.incident else 0
        logged_value = self.incident.number if self.incident else 0
        if table_value != logged_value:
            raise CheckFailed(f"incident {logged_value} is waiting for a ruling, not {table_value}")

    def _open_round(self, event: e.RoundOpened) -> None:
        balances = self.ledger.balances
        amounts = {n.removeprefix("meter:"): balances.get(n, 0) for n in self.ledger.meters}
        self.round = RoundRecord(event, amounts)
        self.ledger.chip_changes = Counter()

    def _close_round(self, state: State) -> None:
        """Check the round that was closed; the state may already be at the next shuffle."""
        round_ = self.round
        if round_ is None:
            raise AssertionError("no round was opened")
        rules = rules_by_hash(state, round_.opening.rules)
        for account in self.ledger.balances:
            require(not account.startswith("escrow:"), f"chips are left on {account}")
        amounts = check_closed_round(state.table, rules, round_, self.ledger.chip_changes)
        for name, expected in amounts.items():
            amount = self.ledger.balances.get(f"meter:{name}", 0)
            require(amount == expected, f"the meter {name} shows {amount}, not {expected}")
        check_remembered_round(round_, state)
        self.tally.rounds[self.game] += 1
        self._count_round(round_)
        self.round = None

    def _count_round(self, record: RoundRecord) -> None:
        counts = self.tally.milestones
        if record.hits:
            counts["meters hit"] += len(record.hits)
            self.tally.paid += sum(hit.paid for hit in record.hits)
            if len(record.hits) > len({hit.meter for hit in record.hits}):
                counts["meters hit twice in a round"] += 1
        for results in record.results.values():
            for result in results.values():
                if result.uncapped is not None:
                    counts["payouts cut by the limit"] += 1
                if result.outcome == "lose" and result.credit:
                    counts["bonuses on lost wagers"] += 1
        counts["wagers taken down"] += sum(len(streets) for streets in record.taken_down.values())
        for _, why in record.gifts:
            counts[why] += 1
        if len({*record.players.values()}) < len(record.players):
            counts["rounds with two boxes of one player"] += 1
        if record.void_event and record.was_reversed:
            counts["voids after some wagers were settled"] += 1
        if record.void_event and any(
            r.outcome != "void" for s in record.void_event.seats.values() for r in s.values()
        ):
            counts["voids with a settled bonus"] += 1

    def _count_ruling(self, ruling: str) -> None:
        if self.incident is None:
            return
        kind = self.incident.kinds[-1 if ruling == "not misdealt" else 0]
        self.tally.incidents[self.game, kind.value, ruling] += 1
        self.incident = None

    def _count_event(self, event: e.Event) -> None:
        counts = self.tally.milestones
        match event:
            case e.IncidentReported():
                if event.kinds == (Kind.WRONG_NUMBER,) and self.round and self.round.results:
                    counts["wrong numbers of cards found when some were paid"] += 1
                if event.waits:
                    self.incident = event
                else:
                    self.tally.incidents[self.game, event.kinds[0].value, WITHOUT_RULING] += 1
            case e.IncidentRuled():
                self._count_ruling(event.ruling.value)
            case e.RoundVoided():
                self._count_ruling(VOIDED_BEFORE_RULING)
                self.tally.voids[event.reason.partition(" [")[0]] += 1
            case e.SubmissionApproved():
                require(self.round is None, "the rules changed in the round")
            case e.FilingLapsed():
                counts["filings that could not take effect"] += 1
            case e.DeckReceived():
                self.deck_arrivals[event.number] = event.at
            case e.DeckRemoved():
                is_old = self.deck_arrivals[event.number] <= self.oldest_arrival
                self.tally.decks[REMOVED_FOR_AGE if is_old else event.why] += 1
            case e.OpeningCounted() | e.ClosingCounted() if event.over:
                counts["counts of the tray that differ"] += 1
            case e.AbsentRuled():
                if self.round and self.round.results:
                    counts["players who left ruled on while hands were settled"] += 1
            case e.JackpotValidated():
                counts["jackpots validated"] += 1
            case _:
                pass
