"""What a pit manager asks about: jackpots and merchandise, voids, corrections, counts, rulings."""

from fractions import Fraction
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from pitboss.room.reports.floor import Floor
from pitboss.table import Recorded
from pitboss.table import events as e
from pitboss.table.card_names import incident_words
from pitboss.table.ledger import Cents, exact


class Jackpot(Struct, frozen=True):
    """A meter was paid out."""

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
    """Who invited the two people behind it, and so on: ``Flo by Root; Dee by Ada, Root``."""


class Merchandise(Struct, frozen=True):
    """Merchandise was won: it is paid as its value, unless it is handed over."""

    at: str
    round: int
    seat: int
    player: str
    wager: str
    what: str
    value: int
    line: int
    handed_over: str = ""
    """When, if it was."""


class Void(Struct, frozen=True):
    """A round that did not count."""

    at: str
    round: int
    reason: str
    returned: int
    """What went back to players."""
    proposed_by: str
    """Nobody, where a ruling voids the round."""
    approved_by: str
    line: int
    invitations: str = ""
    """Who invited the two people behind it, and so on: ``Flo by Root; Dee by Ada, Root``."""


class Correction(Struct, frozen=True):
    """A payout or a meter that two people put right."""

    at: str
    what: str
    """``payout`` or ``meter``; ``merchandise`` that was handed over instead of its value."""
    round: int
    seat: int
    player: str
    key: str
    """The wager, or the meter."""
    cents: Cents
    """By how much: more to the player, or more in the meter; less, if it is below nothing."""
    reason: str
    proposed_by: str
    approved_by: str
    line: int
    invitations: str = ""
    """Who invited the two people behind it, and so on: ``Flo by Root; Dee by Ada, Root``."""


class Count(Struct, frozen=True):
    """Two people counted the tray."""

    at: str
    what: str
    """``opening`` or ``closing``."""
    counted: int
    over: int
    """How much more that is than the books had; less, if it is below nothing."""
    counted_by: str
    confirmed_by: str
    line: int
    invitations: str = ""
    """Who invited the two people behind it, and so on: ``Flo by Root; Dee by Ada, Root``."""


class Incident(Struct, frozen=True):
    """Something went wrong, and what a floorperson said to it."""

    at: str
    number: int
    """0 where nobody reported it: the seed of a round is lost."""
    round: int
    seat: int
    what: str
    reported_by: str
    ruling: str
    reason: str
    ruled_by: str
    line: int
    invitations: str = ""
    """Who invited the two people behind it, and so on: ``Flo by Root; Dee by Ada, Root``."""


class Ruling(Struct, frozen=True):
    """What else a floorperson ordered, or the staff reported."""

    at: str
    round: int
    what: str
    who: str
    """The player whom it is about, if there is one."""
    reason: str
    by: str
    line: int
    started_by: str = ""
    """Who proposed or reported it, where somebody else rules on it."""
    invitations: str = ""
    """Who invited the people behind it, and so on: ``Flo by Root; Dee by Ada, Root``."""


class Matters:
    """Collects them."""

    def __init__(self) -> None:
        self.jackpots: list[Jackpot] = []
        self.merchandise: list[Merchandise] = []
        self.voids: list[Void] = []
        self.corrections: list[Correction] = []
        self.counts: list[Count] = []
        self.rulings: list[Ruling] = []
        self._incidents: dict[int, Incident] = {}
        self._seeds_lost: list[Incident] = []
        self._reported: dict[int, Incident] = {}
        """Before the period, and not ruled on by then."""
        self._validated: dict[int, str] = {}
        self._verified: dict[int, str] = {}
        self._absences: dict[int, str] = {}
        """Who reported that a player walked off, by seat."""

    @property
    def incidents(self) -> list[Incident]:
        """In the order they were reported."""
        reported = [self._incidents[number] for number in sorted(self._incidents)]
        return sorted([*reported, *self._seeds_lost], key=attrgetter("line"))

    def take(self, one: Recorded, floor: Floor, *, inside: bool) -> None:
        """One event more, in the period or before it."""
        event, at, line = one.event, one.at or "", one.number
        match event:
            case e.IncidentReported():
                rules = floor.rules
                if rules is None:
                    raise AssertionError("an irregularity without rules in force")
                what = incident_words(rules, event.kinds, event.card)
                told = (event.number, event.round, event.seat, what, event.by)
                (self._incidents if inside else self._reported)[event.number] = Incident(
                    at, *told, "", "", "", line
                )
            case e.IncidentRuled(number=number):
                before = self._incidents.get(number) or self._reported.pop(number, None)
                if inside and before is not None:
                    self._incidents[number] = replace(
                        before, ruling=event.ruling.value, reason=event.reason, ruled_by=event.by
                    )
            case e.JackpotVerified(seat=seat, by=by):
                self._verified[seat] = by
            case e.JackpotValidated(seat=seat, by=by):
                self._validated[seat] = by
            case e.PlayerAway(seat=seat, reporter=reporter):
                self._absences[seat] = reporter
                if inside:
                    self._ruled(event, at, line, floor)
            case e.RoundOpened():
                self._validated.clear()
                self._verified.clear()
                self._absences.clear()
            case _ if inside:
                self._inside(event, at, line, floor)
            case _:
                pass

    def _inside(self, event: e.Event, at: str, line: int, floor: Floor) -> None:
        two = floor.signed
        match event:
            case e.SeatSettled(round=number, seat=seat, hits=hits):
                for key, result in event.wagers.items():
                    if result.merchandise:
                        whom = (number, seat, floor.player(number, seat), key)
                        won = (result.merchandise, result.credit)
                        self.merchandise.append(Merchandise(at, *whom, *won, line))
                by = self._validated.get(seat, "")
                for hit in hits:
                    player = floor.player(number, hit.seat)
                    paid = (hit.wager, hit.meter, hit.paid, hit.reseeded)
                    verified = self._verified.get(seat, "")
                    told_of = (at, number, hit.seat, player, *paid, by, line, verified)
                    self.jackpots.append(Jackpot(*told_of))
            case e.SettlementReversed(round=number, seat=seat, hits=hits) if hits:
                undone = (number, seat)
                self.jackpots = [one for one in self.jackpots if (one.round, one.seat) != undone]
            case e.RoundVoided(round=number, reason=reason, seats=seats):
                back = sum(r.credit for wagers in seats.values() for r in wagers.values())
                told = (reason, back, two.proposed_by, two.approved_by)
                self.voids.append(Void(at, number, *told, line))
                self.merchandise = [won for won in self.merchandise if won.round != number]
            case e.SeedLost(round=number):
                what = "the key of the seed is lost: the round is unproved"
                self._seeds_lost.append(Incident(at, 0, number, 0, what, "", "", "", "", line))
            case e.PayoutCorrected(round=number, seat=seat, wager=wager, reason=reason):
                whom = (number, seat, floor.player(number, seat), wager)
                told_by = (reason, two.proposed_by, two.approved_by, line)
                change = event.credit - event.was
                if event.handed_over:
                    self.merchandise = [
                        replace(won, handed_over=at)
                        if (won.round, won.seat, won.wager) == (number, seat, wager)
                        else won
                        for won in self.merchandise
                    ]
                what = "merchandise" if event.handed_over else "payout"
                self.corrections.append(Correction(at, what, *whom, change, *told_by))
            case e.MeterCorrected(meter=name, cents=cents, reason=reason):
                more = exact(Fraction(cents))
                told_by = (reason, two.proposed_by, two.approved_by, line)
                self.corrections.append(Correction(at, "meter", 0, 0, "", name, more, *told_by))
            case e.OpeningCounted(cents=counted, over=over):
                people = (two.proposed_by, two.approved_by)
                self.counts.append(Count(at, "opening", counted, over, *people, line))
            case e.ClosingCounted(cents=counted, over=over):
                people = (two.proposed_by, two.approved_by)
                self.counts.append(Count(at, "closing", counted, over, *people, line))
            case _:
                self._ruled(event, at, line, floor)

    def _ruled(self, event: e.Event, at: str, line: int, floor: Floor) -> None:
        def add(number: int, what: str, who: str, reason: str, by: str, first: str = "") -> None:
            self.rulings.append(Ruling(at, number, what, who, reason, by, line, first))

        two = floor.signed
        match event:
            case e.Forfeited(round=number, seat=seat, breach=breach, by=by):
                add(number, "wagers forfeited", floor.player(number, seat), breach, by)
            case e.ChecklistSigned(items=items, by=by):
                add(0, "opening checklist signed", "", ", ".join(items), by)
            case e.BreachRecorded(round=number, seat=seat, breach=breach, by=by):
                add(number, "breach of conduct", floor.player(number, seat), breach, by)
            case e.PlayerAway(round=number, seat=seat, reporter=by) if by:
                add(number, "reported as absent", floor.player(number, seat), "", by)
            case e.AbsentRuled(round=number, seat=seat, lost=lost, by=by):
                what = "wagers of an absent player " + ("are lost" if lost else "stand")
                first = self._absences.get(seat, "")
                add(number, what, floor.player(number, seat), "", by, first)
            case e.SatOut(round=number, seat=seat):
                add(number, "a skipped player sits out", floor.player(number, seat), "", "")
            case e.WagersReturned(round=number, wager=key, seats=back):
                who = ", ".join(floor.player(number, seat) for seat in back)
                add(number, f"{key} returned: a device failed", who, "", "")
            case e.CardsRecut(round=number, reason=reason):
                add(number, "the cards were cut again", "", reason, "")
            case e.Disabled(what=what, reason=reason, by=by):
                add(0, f"{what} disabled", "", reason, by)
            case e.Enabled(what=what, by=by):
                add(0, f"{what} enabled", "", "", by)
            case e.SubmissionApproved(rules=rules) if floor.filings > 1 or two.by_people:
                what = "other rules in force" if floor.filings > 1 else "rules in force"
                add(0, what, "", f"rules {rules[:8]}", two.approved_by, two.proposed_by)
            case e.FilingLapsed(number=number, reason=reason):
                what = f"submission {number} did not take effect"
                add(0, what, "", reason.value, two.approved_by, two.proposed_by)
            case _:
                pass
