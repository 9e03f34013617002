"""The pit log of a table: jackpots, voids, corrections, counts, fills, incidents, rulings."""

from collections.abc import Mapping
from copy import copy
from fractions import Fraction
from operator import attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games import find_game
from pitboss.room.people.dual_control import filing_proposer
from pitboss.submission import complete_submission, is_example, without_edition
from pitboss.submission.rules import Rules
from pitboss.table import LogEntry
from pitboss.table import events as e
from pitboss.table.commands import FileSubmission
from pitboss.table.hidden_cards import describe_incident
from pitboss.table.ledger import Cents, normalize_cents
from pitboss.table.people import HOUSE_FLOOR
from pitboss.table.state import MAX_RECALLED_ROUNDS, Proposal, State, rules_for_submission

_TWO_PERSON_EVENTS = (
    e.RoundVoided,
    e.PayoutCorrected,
    e.MeterCorrected,
    e.OpeningCounted,
    e.ClosingCounted,
    e.ChipsTransferred,
)
_UNTRACKED_EVENTS = frozenset({e.RoundOpened, e.SeatSettled, e.ProgressivesCounted})
"""Frequent events that a `TableTracker` has nothing to follow in."""


class Signers(Struct, frozen=True):
    """The people who proposed and approved something.

    Where a ruling voids a round, one person is enough and nobody is the proposer.
    """

    proposed_by: str
    approved_by: str

    @property
    def by_people(self) -> bool:
        """Whether people approved it, not the house dealer."""
        return self.approved_by not in ("", HOUSE_FLOOR.name)


class TableTracker:
    """The rules, players and approvals at a table, followed event by event.

    ``creator`` is whoever created the table; the house proposes the first filing for them.
    """

    def __init__(self, creator: str = "") -> None:
        self._creator = creator
        self.game = ""
        self.rules: Rules | None = None
        self.submission: Mapping[str, Any] | None = None
        """The submission in force."""
        self.seats: dict[int, str] = {}
        self.players: dict[int, dict[int, str]] = {}
        """Who played in the last rounds, which can still be corrected, by round and seat."""
        self.signers = Signers("", "")
        """Who proposed and approved the last event that takes two people."""
        self.filings = 0
        """How many submissions have been put in force so far."""
        self._proposals: dict[int, e.Proposed | Proposal] = {}
        self._approval_signers: Signers | None = None
        self._filing_signers = Signers("", "")
        """Who proposed and approved the last submission."""

    @classmethod
    def from_state(cls, state: State, creator: str = "") -> "TableTracker":
        """Return the tracker after the lines up to a state between two rounds."""
        tracker = cls(creator)
        tracker.game, tracker.seats = state.game, dict(state.seats)
        tracker.players = {r.number: {**r.players, **r.skipped} for r in state.last}
        tracker.filings = len(state.filed)
        tracker._proposals = dict(state.proposals)
        if state.filed:
            tracker._apply_filing(state.filed[-1].submission)
        if state.upcoming:
            by, approved_by = state.upcoming.by, state.upcoming.approved_by
            tracker._filing_signers = Signers(
                filing_proposer(by, creator, approved_by), approved_by
            )
        return tracker

    def copy(self) -> "TableTracker":
        """Return a tracker in the same state, which changes on its own."""
        other = copy(self)
        other.seats, other.players = dict(self.seats), dict(self.players)
        other._proposals = dict(self._proposals)
        return other

    @property
    def is_example_filing(self) -> bool:
        """Whether the rules in force come from an example filing."""
        if self.submission is None:
            return False
        # Filings put in force by an older version may lack an operator or approvals.
        submission = without_edition(self.submission)
        return is_example(complete_submission(find_game(self.game), submission)[0])

    def player(self, round_: int, seat: int) -> str:
        """Return who played a seat in a round."""
        return self.players.get(round_, self.seats).get(seat, "")

    def add_event(self, entry: LogEntry) -> None:
        """Follow the next event."""
        event = entry.event
        if type(event) in _UNTRACKED_EVENTS:
            return
        if isinstance(event, _TWO_PERSON_EVENTS):
            self.signers = self._approval_signers or Signers("", entry.by.name)
            self._approval_signers = None
        elif isinstance(event, e.SubmissionApproved | e.FilingLapsed):
            self.signers = self._filing_signers
        match event:
            case e.TableOpened(game=game):
                self.game = game
            case e.BroughtForward(game=game, submission=submission, seats=seats):
                self.game, self.seats = game, dict(seats)
                self._apply_filing(submission)
            case e.SubmissionApproved(submission=submission):
                self.filings += 1
                self._apply_filing(submission)
            case e.PlayerSeated(seat=seat, player=player):
                self.seats[seat] = player
            case e.PlayerLeft(seat=seat):
                self.seats.pop(seat, None)
            case e.BetsClosed(round=number) | e.RoundVoided(round=number):
                self.players.setdefault(number, dict(self.seats))
            case e.RoundClosed(round=number):
                self.players.pop(number - MAX_RECALLED_ROUNDS, None)
            case e.Proposed(number=number):
                self._proposals[number] = event
            case e.Approved(number=number, by=by):
                proposal = self._proposals.pop(number, None)
                proposer = proposal.by if proposal else ""
                if proposal and isinstance(proposal.matter, FileSubmission):
                    self._filing_signers = Signers(filing_proposer(proposer, self._creator, by), by)
                else:
                    self._approval_signers = Signers(proposer, by)
            case e.Rejected(number=number):
                self._proposals.pop(number, None)
            case e.IncidentRuled():
                self._approval_signers = None
            case _:
                pass

    def _apply_filing(self, submission: Mapping[str, Any]) -> None:
        self.rules = rules_for_submission(self.game, submission)
        self.submission = submission


class Jackpot(Struct, frozen=True):
    """A jackpot paid from a meter."""

    at: str
    round: int
    seat: int
    player: str
    wager: str
    meter: str
    paid: int
    reseeded: int
    """What the house put back into the meter."""
    validated_by: str
    line: int
    verified_by: str = ""
    """The dealer."""
    invitations: str = ""
    """Who invited the signers, and so on: ``Flo by Root; Dee by Ada, Root``."""


class Merchandise(Struct, frozen=True):
    """Merchandise that a player won; its value is paid unless it is handed over."""

    at: str
    round: int
    seat: int
    player: str
    wager: str
    what: str
    value: int
    line: int
    handed_over: str = ""
    """When it was handed over; empty if its value was paid."""


class Void(Struct, frozen=True):
    """A round that was voided."""

    at: str
    round: int
    reason: str
    returned: int
    """Cents returned to players."""
    proposed_by: str
    """Empty where a ruling voided the round."""
    approved_by: str
    line: int
    invitations: str = ""
    """Who invited the signers, and so on: ``Flo by Root; Dee by Ada, Root``."""


class Correction(Struct, frozen=True):
    """A correction of a payout or a meter by two people."""

    at: str
    what: str
    """``payout``, ``meter``, or ``merchandise`` if it was handed over instead of its value."""
    round: int
    seat: int
    player: str
    key: str
    """The wager, or the meter."""
    cents: Cents
    """The change for the player or in the meter; negative if it takes something away."""
    reason: str
    proposed_by: str
    approved_by: str
    line: int
    invitations: str = ""
    """Who invited the signers, and so on: ``Flo by Root; Dee by Ada, Root``."""

    @classmethod
    def of_payout(
        cls, event: e.PayoutCorrected, at: str, line: int, tracker: TableTracker
    ) -> "Correction":
        """Return the correction of a payout; the tracker has followed its event."""
        return cls(
            at=at,
            what="merchandise" if event.handed_over else "payout",
            round=event.round,
            seat=event.seat,
            player=tracker.player(event.round, event.seat),
            key=event.wager,
            cents=event.credit - event.was,
            reason=event.reason,
            proposed_by=tracker.signers.proposed_by,
            approved_by=tracker.signers.approved_by,
            line=line,
        )


class Count(Struct, frozen=True):
    """A count of the tray by two people."""

    at: str
    what: str
    """``opening`` or ``closing``."""
    counted: int
    over: int
    """The count less what the books had; negative if chips were missing."""
    counted_by: str
    confirmed_by: str
    line: int
    invitations: str = ""
    """Who invited the signers, and so on: ``Flo by Root; Dee by Ada, Root``."""


class ChipTransfer(Struct, frozen=True):
    """Chips that were brought to the tray or taken from it."""

    at: str
    what: str
    """``fill``, ``credit``, or ``refill`` if the tray held too few chips for a payment."""
    cents: int
    """What the tray gained; negative for a credit."""
    slip: str
    """The number of the slip; a refill has none."""
    proposed_by: str
    approved_by: str
    line: int
    invitations: str = ""
    """Who invited the signers, and so on: ``Flo by Root; Dee by Ada, Root``."""


class Incident(Struct, frozen=True):
    """An irregularity and the floorperson's ruling on it."""

    at: str
    number: int
    """0 for a lost seed, which nobody reports."""
    round: int
    seat: int
    what: str
    reported_by: str
    ruling: str
    reason: str
    ruled_by: str
    line: int
    invitations: str = ""
    """Who invited the signers, and so on: ``Flo by Root; Dee by Ada, Root``."""


class Ruling(Struct, frozen=True):
    """Any other order of a floorperson or report of the staff."""

    at: str
    round: int
    what: str
    who: str
    """The player concerned, if any."""
    reason: str
    by: str
    line: int
    started_by: str = ""
    """Who proposed or reported it, if somebody else ruled on it."""
    invitations: str = ""
    """Who invited the signers, and so on: ``Flo by Root; Dee by Ada, Root``."""


class PitLog:
    """The pit log of one table, filled event by event."""

    def __init__(self) -> None:
        self.jackpots: list[Jackpot] = []
        self.merchandise: list[Merchandise] = []
        self.voids: list[Void] = []
        self.corrections: list[Correction] = []
        self.counts: list[Count] = []
        self.transfers: list[ChipTransfer] = []
        self.rulings: list[Ruling] = []
        self._incidents: dict[int, Incident] = {}
        self._lost_seeds: list[Incident] = []
        self._earlier_incidents: dict[int, Incident] = {}
        """Incidents before the period that had no ruling yet when it began."""
        self._validated_by: dict[int, str] = {}
        self._verified_by: dict[int, str] = {}
        self._absence_reporters: dict[int, str] = {}
        """Who reported that the player of a seat walked off."""

    @property
    def incidents(self) -> list[Incident]:
        """All incidents in the order of the log."""
        reports = [self._incidents[number] for number in sorted(self._incidents)]
        return sorted([*reports, *self._lost_seeds], key=attrgetter("line"))

    def add_event(self, entry: LogEntry, tracker: TableTracker, *, in_period: bool) -> None:
        """Add the next event, in the period or before it."""
        event, at, line = entry.event, entry.at or "", entry.number
        match event:
            case e.IncidentReported():
                rules = tracker.rules
                if rules is None:
                    raise AssertionError("an incident was reported without rules in force")
                incidents = self._incidents if in_period else self._earlier_incidents
                incidents[event.number] = Incident(
                    at=at,
                    number=event.number,
                    round=event.round,
                    seat=event.seat,
                    what=describe_incident(rules, event.kinds, event.card),
                    reported_by=event.by,
                    ruling="",
                    reason="",
                    ruled_by="",
                    line=line,
                )
            case e.IncidentRuled(number=number):
                incident = self._incidents.get(number) or self._earlier_incidents.pop(number, None)
                if in_period and incident is not None:
                    self._incidents[number] = replace(
                        incident, ruling=event.ruling.value, reason=event.reason, ruled_by=event.by
                    )
            case e.JackpotVerified(seat=seat, by=by):
                self._verified_by[seat] = by
            case e.JackpotValidated(seat=seat, by=by):
                self._validated_by[seat] = by
            case e.PlayerAway(seat=seat, reporter=reporter):
                self._absence_reporters[seat] = reporter
                if in_period:
                    self._add_ruling(event, at, line, tracker)
            case e.RoundOpened():
                self._validated_by.clear()
                self._verified_by.clear()
                self._absence_reporters.clear()
            case _ if in_period:
                self._add_in_period(event, at, line, tracker)
            case _:
                pass

    def _add_in_period(self, event: e.Event, at: str, line: int, tracker: TableTracker) -> None:
        signers = (tracker.signers.proposed_by, tracker.signers.approved_by)
        match event:
            case e.SeatSettled(round=number, seat=seat, hits=hits):
                for key, result in event.wagers.items():
                    if result.merchandise:
                        player = tracker.player(number, seat)
                        prize = (result.merchandise, result.credit)
                        self.merchandise.append(
                            Merchandise(at, number, seat, player, key, *prize, line)
                        )
                for hit in hits:
                    self.jackpots.append(
                        Jackpot(
                            at=at,
                            round=number,
                            seat=hit.seat,
                            player=tracker.player(number, hit.seat),
                            wager=hit.wager,
                            meter=hit.meter,
                            paid=hit.paid,
                            reseeded=hit.reseeded,
                            validated_by=self._validated_by.get(seat, ""),
                            line=line,
                            verified_by=self._verified_by.get(seat, ""),
                        )
                    )
            case e.SettlementReversed(round=number, seat=seat):
                self.jackpots = [
                    jackpot
                    for jackpot in self.jackpots
                    if (jackpot.round, jackpot.seat) != (number, seat)
                ]
                self.merchandise = [
                    item for item in self.merchandise if (item.round, item.seat) != (number, seat)
                ]
            case e.RoundVoided(round=number, reason=reason, seats=seats):
                refund = sum(r.credit for wagers in seats.values() for r in wagers.values())
                self.voids.append(Void(at, number, reason, refund, *signers, line))
                self.merchandise = [item for item in self.merchandise if item.round != number]
            case e.SeedLost(round=number):
                what = "the key of the seed is lost, so the round cannot be proved"
                self._lost_seeds.append(Incident(at, 0, number, 0, what, "", "", "", "", line))
            case e.PayoutCorrected(round=number, seat=seat, wager=wager):
                if event.handed_over:
                    self.merchandise = [
                        replace(item, handed_over=at)
                        if (item.round, item.seat, item.wager) == (number, seat, wager)
                        else item
                        for item in self.merchandise
                    ]
                self.corrections.append(Correction.of_payout(event, at, line, tracker))
            case e.MeterCorrected(meter=name, cents=cents, reason=reason):
                change = normalize_cents(Fraction(cents))
                self.corrections.append(
                    Correction(at, "meter", 0, 0, "", name, change, reason, *signers, line)
                )
            case e.OpeningCounted(cents=cents, over=over):
                self.counts.append(Count(at, "opening", cents, over, *signers, line))
            case e.ClosingCounted(cents=cents, over=over):
                self.counts.append(Count(at, "closing", cents, over, *signers, line))
            case e.ChipsTransferred(slip=slip):
                what = "credit" if event.to_cage else "fill"
                self.transfers.append(ChipTransfer(at, what, event.change, slip, *signers, line))
            case e.TrayFilled(cents=cents):
                self.transfers.append(ChipTransfer(at, "refill", cents, "", "", "", line))
            case _:
                self._add_ruling(event, at, line, tracker)

    def _add_ruling(self, event: e.Event, at: str, line: int, tracker: TableTracker) -> None:
        def add(number: int, text: str, player: str, reason: str, by: str, start: str = "") -> None:
            self.rulings.append(Ruling(at, number, text, player, reason, by, line, start))

        signers = tracker.signers
        match event:
            case e.Forfeited(round=number, seat=seat, breach=breach, by=by):
                add(number, "wagers forfeited", tracker.player(number, seat), breach, by)
            case e.ChecklistSigned(items=items, by=by):
                add(0, "opening checklist signed", "", ", ".join(items), by)
            case e.BreachRecorded(round=number, seat=seat, breach=breach, by=by):
                add(number, "breach of conduct", tracker.player(number, seat), breach, by)
            case e.PlayerAway(round=number, seat=seat, reporter=by) if by:
                add(number, "reported as absent", tracker.player(number, seat), "", by)
            case e.AbsentRuled(round=number, seat=seat, lost=lost, by=by):
                what = "wagers of an absent player " + ("are lost" if lost else "stand")
                reporter = self._absence_reporters.get(seat, "")
                add(number, what, tracker.player(number, seat), "", by, reporter)
            case e.SatOut(round=number, seat=seat):
                add(number, "skipped player sits out", tracker.player(number, seat), "", "")
            case e.WagersReturned(round=number, wager=key, seats=seats):
                who = ", ".join(tracker.player(number, seat) for seat in seats)
                add(number, f"{key} returned after a device failure", who, "", "")
            case e.CardsRecut(round=number, reason=reason):
                add(number, "cards recut", "", reason, "")
            case e.Disabled(what=what, reason=reason, by=by):
                add(0, f"{what} disabled", "", reason, by)
            case e.Enabled(what=what, by=by):
                add(0, f"{what} enabled", "", "", by)
            case e.SubmissionApproved(rules=rules) if tracker.filings > 1 or signers.by_people:
                what = "new rules in force" if tracker.filings > 1 else "rules in force"
                add(0, what, "", f"rules {rules[:8]}", signers.approved_by, signers.proposed_by)
            case e.FilingLapsed(number=number, reason=reason):
                what = f"submission {number} did not take effect"
                add(0, what, "", reason.sentence, signers.approved_by, signers.proposed_by)
            case _:
                pass
