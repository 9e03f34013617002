"""A shift as it is read: where in the file we are, and what the table has come to by then.

Most of a round is a fixed order of steps, and the checker asks for one event after the other: the
next must be this one. Some events may come between any two steps: people sit down, buy in, leave,
propose, report; decks are prepared. Those are judged on the way, each by the file of its subject.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NoReturn, TypeVar
from unicodedata import normalize

import msgspec
from msgspec import Struct

from pitboss import __version__
from pitboss.refusal import brief
from pitboss.settle import Hit
from pitboss.submission import Rules
from pitboss.verify import day as d
from pitboss.verify import events as e
from pitboss.verify.fault import Fault, by_version, difference
from pitboss.verify.ledger import TRAY, Ledger
from pitboss.verify.log import Log, seconds
from pitboss.verify.script import Script
from pitboss.verify.state import Round

Due = TypeVar("Due", bound=e.Event)
_written = msgspec.json.Encoder().encode

RECALLED: Final = 10
"""Closed rounds that a correction can still reach."""

PLAYER: Final = frozenset({"player"})
DEALER: Final = frozenset({"dealer"})
FLOOR: Final = frozenset({"floorperson"})

STARTED_BY: Final[Mapping[type[e.Event], frozenset[str]]] = {
    e.TableOpened: FLOOR, e.Proposed: DEALER | FLOOR, e.Approved: FLOOR,
    e.Rejected: DEALER | FLOOR, e.PlayerSeated: PLAYER, e.BoughtIn: PLAYER,
    e.CashedOut: PLAYER | DEALER | FLOOR, e.PlayerLeft: PLAYER | DEALER | FLOOR,
    e.WagersPlaced: PLAYER, e.WagersTakenBack: PLAYER, e.EntropyAdded: PLAYER,
    e.PlayerAway: PLAYER | DEALER | FLOOR,
    e.Decided: PLAYER | DEALER, e.AbsentRuled: FLOOR, e.JackpotValidated: FLOOR,
    d.ChecklistSigned: DEALER | FLOOR,
    d.DeckRemoved: DEALER | FLOOR, d.StepDone: DEALER | FLOOR, d.ShuffleOrdered: FLOOR,
    d.CardsRecut: FLOOR, d.IncidentReported: DEALER | FLOOR, d.IncidentRuled: FLOOR,
    d.Forfeited: FLOOR, d.BreachRecorded: DEALER | FLOOR, d.DeviceMarked: DEALER | FLOOR,
    d.DeviceRestored: FLOOR, d.Disabled: FLOOR, d.Enabled: FLOOR,
}  # fmt: skip
"""Whose act an event is; all others are the dealer's. What follows at once is the same person's."""

GOES_ON: Final = frozenset({
    e.Proposed, e.Approved, e.Rejected, e.PlayerSeated, e.BoughtIn, e.CashedOut, e.PlayerLeft,
    e.PlayerAway, e.EntropyAdded, e.WagersTakenBack, d.IncidentRuled, d.DeviceMarked,
    d.DeviceRestored, d.Disabled, d.Enabled,
})  # fmt: skip
"""What can still happen while an irregularity waits; wagers are taken back only to leave."""


PLAYERS: Final = "player:"
"""What stands before the name of a player who is disabled."""
LONGEST_NAME: Final = 40
LONGEST_TABLE: Final = 60
LONGEST_REASON: Final = 500
OTHER_HASHES: Final = ("0.2.0",)
"""Versions with the same rules and other hashes of them, which are read as they stand."""
READS: Final = (__version__, *OTHER_HASHES)
"""The versions whose files are read here: an earlier one joins as long as no rule has changed."""
HASH: Final = re.compile("[0-9a-f]{64}")
LATEST: Final = 2**40
"""No clock shows more seconds."""


def is_name(name: str) -> bool:
    """Whether somebody can be called so."""
    return 1 <= len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()


def is_text(text: str, longest: int) -> bool:
    """Whether it is text that can be shown, not empty and not too long."""
    return bool(text.strip()) and len(text) <= longest and text.isprintable()


def same_person(one: str, other: str) -> bool:
    """Whether two names are one person's, however they are spelt."""
    return _spelt(one) == _spelt(other)


@lru_cache(4096)
def _spelt(name: str) -> str:
    return "".join(normalize("NFKC", name).casefold().split())


class RoundOpen(Exception):
    """The file ends in the middle of a round, between two commands."""


class Closed(Struct):
    """A closed round: who played, and what each wager was credited."""

    players: Mapping[int, str]
    credited: dict[int, dict[str, int]]
    """Envy and community pay too, of whoever could have got them."""
    hits: dict[int, tuple[Hit, ...]]
    """The meters that were paid from."""
    merchandise: dict[int, set[str]]
    """The wagers that won merchandise, whose value was credited."""
    round: Round


class Shift:
    """The table, as far as the file has been read."""

    def __init__(self, log: Log, anytime: "Anytime") -> None:
        self.log, self._anytime = log, anytime
        self.line = e.Line(0, "", e.Person("", "auditor"), e.RoundClosed(0))
        self.ledger = Ledger()
        self.table = self.game = ""
        self.in_force: Rules | None = None
        self.rules_hash = ""
        """Of the rules in force, as the file has it."""
        self.script = Script((), -1, -1, frozenset())
        """What a round by these rules does with the cards."""
        self.meters: set[str] = set()
        """Every meter that this table ever had."""
        self.seats: dict[int, str] = {}
        self.proposals: dict[int, e.Proposed] = {}
        self.upcoming: tuple[int, e.FileSubmission] | None = None
        """The filing that takes effect when the round is closed, and its number."""
        self.proposed = self.rounds = self.cards = self.voids = self.corrections = 0
        self.incidents = 0
        self.unproved: list[int] = []
        """Rounds whose seed is lost."""
        self.forward = False
        """Whether the file begins in mid-shift…"""
        self.before = self.proposed_before = 0
        """…and how many rounds and proposals there were before, of which it knows nothing."""
        self.day = d.Day()
        self.round: Round | None = None
        self.closed: dict[int, Closed] = {}

    # Going on in the file

    def next(self, *due: type[Due], at_once: bool = False) -> Due:
        """The next event, which must be one of these.

        ``at_once``: it belongs to the event before, so that nothing can come between them and the
        same person caused it.
        """
        if not at_once:
            self.pass_by(*due)
        line = self.log.peek()
        if line is None or type(line.event) not in due:
            here = type(line.event).__name__ if line else "the end"
            names = " or ".join(kind.__name__ for kind in due)
            raise Fault(self.line.n + 1, f"{here} stands here, but {names} is due")
        return self._taken(line, at_once)  # type: ignore[return-value]

    def pass_by(self, *due: type[e.Event]) -> None:
        """Judge what may come at any time, up to an event that is due or any other.

        A file may end here, in mid-round: what comes at once belongs to the line before, all else
        may still happen.
        """
        while line := self.log.peek():
            kind = type(line.event)
            if kind in due or kind not in self._anytime:
                return
            self._anytime[kind](self, self._taken(line, at_once=False))
        if self.round is not None:
            raise RoundOpen

    def _taken(self, line: e.Line, at_once: bool) -> e.Event:
        self.log.take()
        before, self.line = self.line, line
        event, by = line.event, line.by
        if not is_name(by.name):
            self.fault(f"{brief(by.name)} is no name")
        if by.role != "player" and any(same_person(by.name, p) for p in self.seats.values()):
            self.fault(f"{brief(by.name)} plays at this table, and does not work at it")
        if at_once:
            if by != before.by:
                self.fault(f"it is by {brief(by.name)}, but follows from line {before.n}")
        elif by.role not in STARTED_BY.get(type(event), DEALER):
            self.fault(f"{type(event).__name__} is not for the role of {by.role}")
        elif self.day.incident and type(event) not in GOES_ON:
            self.fault(f"incident {self.day.incident.number} waits for a floorperson")
        named = getattr(event, "by", None)
        if isinstance(named, str) and named != by.name:
            self.fault(f"it names {brief(named)}, but {brief(by.name)} did it")
        if isinstance(event, e.OfRound) and not isinstance(event, e.RoundOpened):
            number = self.round.number if self.round else None
            if event.round != number:
                self.fault(f"it is of round {event.round}, but round {number} is on the table")
        return event

    # Judging the line that was read

    def fault(self, sentence: str) -> NoReturn:
        """This line is wrong."""
        raise Fault(self.line.n, sentence)

    def check(self, holds: object, sentence: str) -> None:
        """This line is wrong unless something holds."""
        if not holds:
            self.fault(sentence)

    def check_program(self, program: str) -> None:
        """Rules that another version made of a submission are for that version to check."""
        if program not in READS:
            self.fault(by_version(program))

    def hash_of(self, rules: Rules, program: str, recorded: str) -> str:
        """Return the hash of rules as the version of the program that wrote the file has it."""
        if program not in OTHER_HASHES:
            return rules.hash
        self.check(HASH.fullmatch(recorded), "rules is not a hash")
        return recorded

    def check_reason(self, reason: str) -> None:
        """This line is wrong unless it gives a reason that can be put on record."""
        told = is_text(reason, LONGEST_REASON)
        self.check(told, f"a reason has 1 to {LONGEST_REASON} plain characters")

    def agree(self, due: e.Event, *moved: e.Posting) -> None:
        """The event must be this one, to the last figure, and move this money."""
        event = self.line.event
        if _written(event) != _written(due):
            told = difference(msgspec.to_builtins(event), msgspec.to_builtins(due))
            self.fault(f"{type(event).__name__} is wrong: {told}")
        self.book(*moved)

    def expect(self, due: e.Event, *moved: e.Posting, at_once: bool = False) -> None:
        """The next event must be this one."""
        self.next(type(due), at_once=at_once)
        self.agree(due, *moved)

    def book(self, *moved: e.Posting) -> None:
        """The line moves this money and no other."""
        self.ledger.book(self.line, moved)
        if any(TRAY in (one.source, one.target) for one in moved):
            self.forget_counts()

    def forget_counts(self) -> None:
        """A tray that is not what it was has to be counted again."""
        counts = e.OpeningCount | e.ClosingCount
        for number, proposal in list(self.proposals.items()):
            if isinstance(proposal.matter, counts):
                del self.proposals[number]

    # What the table has come to

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        if self.in_force is None:
            self.fault("no submission has been approved")
        return self.in_force

    def own_seat(self, seat: int) -> str:
        """Who did it, who must sit in this seat."""
        name = self.line.by.name
        if self.seats.get(seat) != name:
            self.fault(f"{brief(name)} does not sit in seat {seat}")
        return name

    def open_for_play(self) -> Rules:
        """The rules of a table whose tray was counted by two people."""
        rules = self.rules
        self.check(self.day.open, "the table is not open: two people count the tray first")
        return rules

    def may_play(self, name: str) -> None:
        """A player who was disabled takes part in nothing new."""
        for what in self.day.disabled:
            out = what.startswith(PLAYERS) and same_person(what[len(PLAYERS) :], name)
            self.check(not out, f"{brief(name)} may not play on")

    def tell_time(self, at: int) -> None:
        """A time is told, in seconds: that of its line, where it has one; it never runs back."""
        line = seconds(self.line)
        near = line is None or at == int(line)
        self.check(near, f"it tells the time {at}, but the line is of {self.line.at}")
        self.check(at >= self.day.at, f"the time runs back from {self.day.at} to {at}")
        self.check(at <= LATEST, f"no clock shows {at} seconds")
        self.day.at = at

    def dealt_from(self, slot: int) -> bool:
        """Whether the deck in this place is in use for the round on the table."""
        return self.round is not None and slot == self.day.turn

    def recall(self, now: Round) -> None:
        """Keep what a round came to, as long as it can be corrected."""
        credited = {n: {k: r.credit for k, r in seat.items()} for n, seat in now.results.items()}
        for seat, keys in credited.items():
            gifts, pays = now.gifts.get(seat, {}), {key: s.pays for key, s in now.metered.items()}
            made = {*now.wagers[seat], *now.returned.get(seat, ())}
            if any(key in pays and pays[key].prizes is not None for key in made):
                keys["envy"] = gifts.get("envy", 0)
            if any(key in pays and pays[key].wheel for key in made):
                keys["community_pay"] = gifts.get("community pay", 0)
        goods = {
            seat: {key for key, result in wagers.items() if result.merchandise}
            for seat, wagers in now.results.items()
        }
        self.closed[now.number] = Closed(now.players, credited, now.hits, goods, now)
        self.closed.pop(now.number - RECALLED, None)


Anytime = Mapping[type[e.Event], Callable[[Shift, Any], None]]
"""How events that may come at any time are judged."""
