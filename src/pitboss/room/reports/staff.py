"""Staff activity: what each member of staff did at the tables and in the back office.

A round counts for everybody who dealt in it. Corrections, voids, counts and transfers of chips
count for both people who made them. The house itself is left out, and so are players.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.console.event_sentences import event_sentences, matter_phrase
from pitboss.room.back_office import HOUSE
from pitboss.room.back_office_events import (
    AccountClosed,
    AccountOpened,
    AttemptsForgiven,
    BackedUp,
    BackOfficeEvent,
    DealerAssigned,
    Invited,
    LinesArchived,
    PasswordChanged,
    Reconciled,
    RoleChanged,
    SessionEnded,
    SignedIn,
    StaffApproved,
    StaffProposed,
    StaffRejected,
    StoredBackOfficeLine,
    TableFounded,
    TableRestarted,
)
from pitboss.room.reports.period import Period
from pitboss.room.reports.pit_log import TableTracker
from pitboss.submission.rules import Rules
from pitboss.table import LogEntry, Person, State
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR, Role

_HOUSE_NAMES: Final = frozenset({"", HOUSE.name, HOUSE_DEALER.name, HOUSE_FLOOR.name})
_GUEST_ROLES: Final = frozenset({Role.PLAYER})
ACT_KINDS: Final[dict[type[e.Event], str]] = {
    e.IncidentReported: "incident",
    e.PlayerAway: "incident",
    e.IncidentRuled: "ruling",
    e.AbsentRuled: "ruling",
    e.Forfeited: "ruling",
    e.BreachRecorded: "ruling",
    e.CardsRecut: "ruling",
    e.ShuffleOrdered: "ruling",
    e.Disabled: "ruling",
    e.Enabled: "ruling",
    e.Proposed: "proposal",
    e.Approved: "approval",
    e.Rejected: "rejection",
    e.RoundVoided: "void",
    e.PayoutCorrected: "correction",
    e.MeterCorrected: "correction",
    e.OpeningCounted: "count",
    e.ClosingCounted: "count",
    e.ChipsTransferred: "transfer",
    e.JackpotVerified: "jackpot",
    e.JackpotValidated: "jackpot",
    e.ChecklistSigned: "equipment",
    e.DeckReceived: "equipment",
    e.DeckRemoved: "equipment",
    e.DeviceDown: "equipment",
    e.DeviceMarked: "equipment",
    e.DeviceRestored: "equipment",
}
"""The kinds of acts at a table; whatever belongs to dealing a round is counted with the round."""
_TWO_PERSON_KINDS: Final = frozenset({"correction", "void", "count", "transfer"})


class StaffAct(Struct, frozen=True):
    """Something that a member of staff did."""

    at: str
    name: str
    role: str
    kind: str
    """As in `ACT_KINDS`; ``sign-in`` or ``administration`` in the back office."""
    table: str
    """Empty in the back office."""
    round: int
    """0 outside a round."""
    text: str
    line: int


class StaffMember(Struct, frozen=True):
    """What a member of staff did in a period."""

    name: str
    roles: tuple[str, ...]
    tables: tuple[str, ...]
    """Where they acted."""
    first: str
    """The time of their first act, in UTC."""
    last: str
    rounds: int
    """Rounds in which they dealt."""
    incidents: int
    """Incidents and absences that they reported."""
    rulings: int
    proposals: int
    approvals: int
    rejections: int
    corrections: int
    """Corrections that they proposed or approved; the next three likewise."""
    voids: int
    counts: int
    transfers: int
    jackpots: int
    """Jackpots that they verified or validated."""
    sign_ins: int


class StaffReport(Struct, frozen=True):
    """What each member of staff did in a period."""

    start: str
    end: str
    people: tuple[StaffMember, ...]
    acts: tuple[StaffAct, ...]
    """In chronological order, without the steps of dealing a round."""


STAFF_LISTS: Final[dict[str, type[Struct]]] = {"people": StaffMember, "acts": StaffAct}
"""The lists in a report, and the type of their items."""
_COUNTERS: Final = {
    "incident": "incidents",
    "ruling": "rulings",
    "proposal": "proposals",
    "approval": "approvals",
    "rejection": "rejections",
    "correction": "corrections",
    "void": "voids",
    "count": "counts",
    "transfer": "transfers",
    "jackpot": "jackpots",
    "sign-in": "sign_ins",
}
"""The figure that counts the acts of a kind."""


def is_staff(person: Person) -> bool:
    """Return whether a person is a member of staff, not a player or the program itself."""
    return person.role not in _GUEST_ROLES and person.name not in _HOUSE_NAMES


class StaffBooks:
    """What the staff did in a period, filled line by line."""

    def __init__(self, period: Period) -> None:
        self.period = period
        self._people: dict[str, StaffMember] = {}
        self._acts: list[StaffAct] = []

    def add_table(
        self, table: str, log: Iterable[LogEntry], start: State, creator: str = ""
    ) -> None:
        """Add the log of a table after the state ``start``, which is before the period."""
        tracker, dealers, number = TableTracker.from_state(start, creator), set[Person](), 0
        matters = {
            n: _matter_text(tracker.rules, item.matter) for n, item in start.proposals.items()
        }
        for entry in log:
            if isinstance(entry.event, e.Proposed):
                matters[entry.event.number] = _matter_text(tracker.rules, entry.event.matter)
            tracker.add_event(entry)
            inside = self.period.contains(entry.at or "")
            if isinstance(entry.event, e.RoundOpened):
                number, dealers = entry.event.round, set()
            if is_staff(entry.by):
                if inside:
                    self._see(entry.by, entry.at or "", table)
                if entry.by.role is Role.DEALER and number:
                    dealers.add(entry.by)
            if inside:
                self._add_event(table, number, entry, tracker, matters)
            if isinstance(entry.event, e.RoundClosed):
                for dealer in dealers if inside else ():
                    self._count(dealer.name, "rounds")
                number = 0

    def add_back_office(self, line: StoredBackOfficeLine) -> None:
        """Add a line of the back office."""
        if not is_staff(line.by) or not self.period.contains(line.at):
            return
        text = _back_office_sentence(line.event)
        if text:
            kind = "sign-in" if isinstance(line.event, SignedIn) else "administration"
            self._see(line.by, line.at)
            role = line.by.role.value
            self._add_act(StaffAct(line.at, line.by.name, role, kind, "", 0, text, line.n))

    def report(self) -> StaffReport:
        """Return everything that was added."""
        people = sorted(self._people.values(), key=lambda person: person.name.casefold())
        acts = sorted(self._acts, key=lambda act: (act.at, act.table, act.line))
        return StaffReport(self.period.start, self.period.end, tuple(people), tuple(acts))

    def _add_event(
        self,
        table: str,
        number: int,
        entry: LogEntry,
        tracker: TableTracker,
        matters: Mapping[int, str],
    ) -> None:
        kind = ACT_KINDS.get(type(entry.event))
        if kind is None:
            return
        if kind in _TWO_PERSON_KINDS and tracker.signers.proposed_by not in _HOUSE_NAMES:
            # Whoever approved it gave the command, and is counted with the act.
            self._count(tracker.signers.proposed_by, _COUNTERS[kind])
        if is_staff(entry.by):
            text = _act_sentence(entry, tracker.rules, matters)
            at, by = entry.at or "", entry.by
            round_ = getattr(entry.event, "round", number) or 0
            self._add_act(
                StaffAct(at, by.name, by.role.value, kind, table, round_, text, entry.number)
            )

    def _add_act(self, act: StaffAct) -> None:
        self._acts.append(act)
        if act.kind in _COUNTERS:
            self._count(act.name, _COUNTERS[act.kind])

    def _see(self, person: Person, at: str, table: str = "") -> None:
        before = self._people.get(person.name)
        if before is None:
            before = StaffMember(person.name, (), (), at, at, *(0,) * 12)
        roles, tables = {*before.roles, person.role.value}, {*before.tables, table} - {""}
        self._people[person.name] = replace(
            before,
            roles=tuple(sorted(roles)),
            tables=tuple(sorted(tables)),
            first=min(before.first, at),
            last=max(before.last, at),
        )

    def _count(self, name: str, figure: str) -> None:
        # Somebody who proposed it before the period, and did nothing in it, is not listed.
        person = self._people.get(name)
        if person is not None:
            self._people[name] = replace(person, **{figure: getattr(person, figure) + 1})


_DECISION_VERBS: Final[dict[type[e.Event], str]] = {
    e.Proposed: "proposes",
    e.Approved: "approves",
    e.Rejected: "rejects",
}


def _act_sentence(entry: LogEntry, rules: Rules | None, matters: Mapping[int, str]) -> str:
    """Return what was done at a table, in a sentence."""
    match entry.event:
        case e.Proposed(number=number) | e.Approved(number=number) | e.Rejected(number=number):
            verb = _DECISION_VERBS[type(entry.event)]
            return f"{entry.by.name} {verb}: {matters.get(number, 'a proposal')}".rstrip(".") + "."
        case _:
            return " ".join(event_sentences(rules, entry)) if rules else ""


def _matter_text(rules: Rules | None, matter: c.Matter) -> str:
    """Return what was proposed; a count without its amount, which the second person counts too."""
    if isinstance(matter, c.OpeningCount | c.ClosingCount):
        return "a count of the tray"
    if rules is None:
        return "the first submission"
    return matter_phrase(rules, matter)


def _back_office_sentence(event: BackOfficeEvent) -> str:
    """Return what somebody did in the back office; empty if it was not the work of staff."""
    match event:
        case SignedIn():
            return "Signed in."
        case AccountOpened(name=name, role=role):
            return f"Opened the account of {name} as {role}."
        case RoleChanged(name=name, was=was, role=role):
            return f"Changed the role of {name} from {was} to {role}."
        case AccountClosed(name=name, reason=reason, closed=closed):
            return f"Closed the account of {name}: {reason}." if closed else f"Reopened {name}."
        case PasswordChanged(name=name):
            return f"Changed the password of {name}."
        case AttemptsForgiven(name=name):
            return f"Reset the sign-in attempts of {name}."
        case SessionEnded(name=name):
            return f"Ended a session of {name}."
        case Invited(role=role):
            return f"Created an invitation for the role {role}."
        case StaffProposed(number=number, role=role, name=name):
            who = f"{name} as" if name else "inviting a new"
            return f"Proposed {who} {role} (proposal {number})."
        case StaffApproved(number=number):
            return f"Approved staff proposal {number}."
        case StaffRejected(number=number):
            return f"Rejected staff proposal {number}."
        case DealerAssigned(name=name, tables=tables):
            return f"Assigned {name} to {', '.join(tables) or 'no table'}."
        case TableFounded(table=table):
            return f"Created the table {table}."
        case TableRestarted(table=table, cause=cause):
            return f"Restarted the table {table}: {cause}."
        case Reconciled(day=day, difference=difference):
            return f"Reconciled {day}, with a difference of {difference} cents."
        case BackedUp(name=name):
            return f"Made the backup {name}."
        case LinesArchived(table=table, version=version):
            return f"Archived the lines of {table} up to {version}."
        case _:
            return ""
