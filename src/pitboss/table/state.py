"""The state of a table: the fold of its events, and nothing else. No seed, no hidden card."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss import FIRST_VERSION
from pitboss.cards import Card
from pitboss.games.dealing import Ask
from pitboss.games.payoffs import Payoff
from pitboss.games.words import Side, Street
from pitboss.round import Course, Decision, follow
from pitboss.settle.values import Hit, WagerResult
from pitboss.shuffle import Contribution
from pitboss.submission.rules import Rules
from pitboss.table.commands import FileSubmission, Matter
from pitboss.table.day import Day
from pitboss.table.ledger import Balances, Cents, meter, stack
from pitboss.table.plan import Step, plan

RECALLED: Final = 10
"""Closed rounds that the state itself remembers; the log has all of them."""


class Phase(StrEnum):
    """How far a round has come."""

    BETTING = "bets are open"
    COUNTING = "progressive wagers are counted"
    PLAYING = "cards and decisions"
    SETTLING = "hands are settled"
    SETTLED = "everything is settled"
    VOID = "the round is void"
    CLOSED = "the round is closed"


class RoundState(Struct, frozen=True, gc=False):
    """A round: what everybody may know of it, and which positions of the stack lie where."""

    number: int
    rules: str
    seed_hash: str
    root: str
    practice: bool
    deck: int = 0
    """The number of the deck."""
    phase: Phase = Phase.BETTING
    wagers: Mapping[int, Mapping[str, int]] = {}
    contributions: tuple[Contribution, ...] = ()
    players: Mapping[int, str] = {}
    """Who wagered at each seat, from the close of betting on."""
    cut: int = 0
    order: tuple[int, ...] = ()
    """The positions of the stack in the order they are dealt."""
    meters: Mapping[str, Cents] = {}
    """What the meters showed before this round's wagers fed them."""
    step: int = 0
    """Of the plan."""
    dealt: int = 0
    holes: Mapping[int, tuple[int, ...]] = {}
    table: Mapping[str, tuple[int, ...]] = {}
    rack: tuple[int, ...] = ()
    """What was burnt, discarded or collected, in that order."""
    shown: Mapping[int, Card] = {}
    """Faces by position."""
    turn: int | None = None
    """The seat whose answer is due."""
    decisions: Mapping[int, tuple[Decision, ...]] = {}
    raises: Mapping[int, Mapping[str, int]] = {}
    down: Mapping[int, tuple[str, ...]] = {}
    """Wagers that were taken down, by seat."""
    folded: frozenset[int] = frozenset()
    away: frozenset[int] = frozenset()
    """Seats whose players walked off."""
    reported: Mapping[int, str] = {}
    """Those of them that somebody of the staff reported, and nobody has ruled on, by whom."""
    absent: Mapping[int, bool] = {}
    """How a floorperson ruled on them: whether their wagers are lost."""
    forfeited: frozenset[int] = frozenset()
    """Seats that broke a rule."""
    sat_out: Mapping[int, Mapping[str, int]] = {}
    """What went back to players who were skipped…"""
    skipped: Mapping[int, str] = {}
    """…and who they are."""
    returned: Mapping[int, Mapping[str, int]] = {}
    """Side wagers that went back because a device failed, by seat…"""
    left_in_meters: Mapping[str, Cents] = {}
    """…and what such wagers had added to meters that had paid a jackpot by then."""
    recuts: int = 0
    """How often the cards were cut again."""
    counted: bool = False
    """Whether the stub was counted."""
    card_out: bool = False
    """Whether a card lay face up in the stack, and is out of play."""
    early: tuple[int, ...] = ()
    """Seats with bonuses that are settled before any hand is, from the last…"""
    wheel: tuple[int, ...] = ()
    """…and those whose pair would spin the wheel; both known once hands are settled."""
    spins: Mapping[int, str] = {}
    hit: int | None = None
    """The seat whose jackpot waits to be validated."""
    hit_by: str = ""
    """Who started to pay it…"""
    verified_by: str = ""
    """…and which dealer verified the win."""
    validated: frozenset[int] = frozenset()
    settled_first: tuple[int, ...] = ()
    settled: tuple[int, ...] = ()
    results: Mapping[int, Mapping[str, WagerResult]] = {}
    hits: Mapping[int, tuple[Hit, ...]] = {}
    """Meters that were paid out, by the seat that hit them."""
    gifts: Mapping[int, Mapping[str, int]] = {}
    """Envy and community pay, by the seat that got it."""
    void: str = ""
    """Why, if it is void."""
    seed: str = ""
    """Once it is opened."""

    def lost(self, seat: int) -> bool:
        """Whether a floorperson took this seat's wagers as lost, or it forfeited them."""
        return self.absent.get(seat, False) or seat in self.forfeited

    def credited(self, seat: int) -> int:
        """Return what the round has credited a seat so far, envy and community pay included."""
        wagers = self.results.get(seat, {})
        return sum([r.credit for r in wagers.values()]) + sum(self.gifts.get(seat, {}).values())


class Filed(Struct, frozen=True, gc=False):
    """A submission that two people put in force, with the rules that follow from it."""

    submission: Mapping[str, Any]
    hash: str
    program: str = FIRST_VERSION
    """The version of Pitboss that made the rules of it."""
    lacks: str = ""
    """Why no round is opened by it, where an older program put an incomplete one in force."""


class Proposal(Struct, frozen=True, gc=False):
    """What waits for a second person."""

    matter: Matter
    by: str


class Upcoming(Struct, frozen=True, gc=False):
    """A filing that two people approved in mid-round: it takes effect when the round is closed."""

    number: int
    matter: FileSubmission
    by: str
    approved_by: str


class MeterBook(Struct, frozen=True, gc=False):
    """Where the money of a meter came from and went: together it is what the meter shows."""

    seeded: Cents = 0
    fed: Cents = 0
    paid: Cents = 0
    corrected: Cents = 0

    @property
    def shows(self) -> Cents:
        """What it must show."""
        return self.seeded + self.fed + self.corrected - self.paid


class State(Struct, frozen=True, gc=False):
    """A table."""

    version: int = 0
    table: str = ""
    game: str = ""
    rules: Rules | None = None
    filed: tuple[Filed, ...] = ()
    """Every submission that was ever in force; the last one is."""
    seats: Mapping[int, str] = {}
    balances: Balances = {}
    books: Mapping[str, MeterBook] = {}
    proposals: Mapping[int, Proposal] = {}
    proposed: int = 0
    upcoming: Upcoming | None = None
    lapsed: str = ""
    """Why the last filing that waited for the end of a round could not take effect, for a round."""
    round: RoundState | None = None
    last: tuple[RoundState, ...] = ()
    """The last closed rounds, in the order of play."""
    day: Day = Day()

    def chips(self, name: str) -> int:
        """The chips before a player."""
        return int(self.balances.get(stack(name), 0))

    def free_chips(self, name: str) -> int:
        """Return the chips a player may take away: none that the open round has credited.

        They stay at the table until the round is closed, so that a void can take them back.
        """
        round_ = self.round
        if round_ is None or round_.phase is Phase.CLOSED:
            return self.chips(name)
        held = sum(round_.credited(s) for s, who in round_.players.items() if who == name)
        return self.chips(name) - held

    def shows(self, name: str) -> Cents:
        """What a meter shows."""
        return self.balances.get(meter(name), 0)

    @property
    def running(self) -> bool:
        """Whether a round is open."""
        return self.round is not None and self.round.phase is not Phase.CLOSED


GIFTS: Final[Mapping[str, str]] = {"envy": "envy", "community_pay": "community pay"}
"""What can be corrected beside wagers, and what a log calls it."""


def state_bytes(state: State) -> bytes:
    """The same state gives the same bytes, on every machine."""
    told = msgspec.to_builtins(state, str_keys=True, enc_hook=plain, order="deterministic")
    return msgspec.json.encode(told, order="deterministic")


def plain(value: object) -> str:
    """What JSON has no word for: exact fractions, as text."""
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is not written down")


def step_of(rules: Rules, now: RoundState) -> Step | None:
    """The step of the plan that is due, if cards are still in play."""
    steps = plan(rules).steps
    return steps[now.step] if now.step < len(steps) else None


def open_street(rules: Rules, now: RoundState) -> Street | None:
    """The street that the dealer is asking on."""
    if now.turn is None:
        return None
    planned = plan(rules)
    step = planned.steps[now.step]
    return planned.streets[step.street][1] if type(step) is Ask else None


def live_sides(rules: Rules, now: RoundState, seat: int) -> Iterator[Side]:
    """The side wagers of a seat that still count."""
    if now.lost(seat):
        return
    for side in rules.sides:
        if side.key in now.wagers[seat] and (seat not in now.folded or side.lives_after_fold):
            yield side


def course_of(rules: Rules, now: RoundState, seat: int) -> Course:
    """How far a seat came in this round."""
    return follow(rules, now.wagers[seat], now.decisions[seat], whole=False)


def streets_behind(rules: Rules, now: RoundState, seat: int) -> int:
    """How many streets need no answer of a seat any more."""
    if plan(rules).closes:
        return course_of(rules, now, seat).taken
    return len(now.decisions[seat])


def standing(now: RoundState, seat: int) -> dict[str, int]:
    """The wagers and raises of a seat that are still out."""
    down = now.down.get(seat, ())
    placed = {key: cents for key, cents in now.wagers.get(seat, {}).items() if key not in down}
    return placed | dict(now.raises.get(seat, {}))


def cards_stay(rules: Rules, now: RoundState, seat: int) -> bool:
    """Whether the cards of a seat are still on the table: after a fold for side wagers only."""
    if now.lost(seat):
        return False
    return seat not in now.folded or any(
        side.lives_after_fold and side.key in now.wagers[seat] for side in rules.sides
    )


def being_settled(now: RoundState, seat: int) -> bool:
    """Whether a seat is settled, or has begun to be: by its spin, or by a jackpot that it hit."""
    return seat in now.settled or seat in now.spins or seat in now.validated or seat == now.hit


def to_rule_on(rules: Rules, now: RoundState, seat: int) -> bool:
    """Whether a player left wagers that can still be lost, and nobody has ruled on them."""
    unruled = seat in now.away and seat not in now.absent and seat in now.players
    return unruled and cards_stay(rules, now, seat) and not being_settled(now, seat)


def spinning(rules: Rules, now: RoundState, seat: int) -> Payoff | None:
    """What pays the seat by a wheel, if its cards earn a spin."""
    if plan(rules).wheel not in now.wagers[seat]:
        return None
    wheels = (side.pays for side in live_sides(rules, now, seat) if side.pays.wheel)
    return next(wheels, None)


def first_seats(now: RoundState) -> tuple[int, ...]:
    """The seats whose bonuses are still to be settled before any hand is."""
    return tuple(seat for seat in now.early if seat not in now.settled_first)
