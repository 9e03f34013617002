"""The state of a table, which is the fold of its events. It has no seed and no hidden card.

This module also has questions about a round, and the rules that follow from a submission.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss import FIRST_VERSION
from pitboss.cards import Card, rank
from pitboss.games import find_game
from pitboss.games.dealing import Ask
from pitboss.games.game_parts import Side, Street
from pitboss.games.payoffs import Payoff
from pitboss.round import BettingProgress, Decision, replay_decisions
from pitboss.settle.model import Hit, WagerResult
from pitboss.shuffle import Contribution
from pitboss.submission import filing_faults, resolve, without_edition
from pitboss.submission.rules import Rules
from pitboss.table.commands import FileSubmission, Matter
from pitboss.table.day import Day
from pitboss.table.ledger import Balances, Cents, meter_account, stack_account
from pitboss.table.round_plan import Step, TurnCards, plan_round

MAX_RECALLED_ROUNDS: Final = 10
"""How many closed rounds the state keeps; the log has all of them."""


class Phase(StrEnum):
    """The phase of a round."""

    BETTING = "bets are open"
    COUNTING = "progressive wagers are counted"
    PLAYING = "cards and decisions"
    SETTLING = "hands are settled"
    SETTLED = "everything is settled"
    VOID = "the round is void"
    CLOSED = "the round is closed"


class RoundState(Struct, frozen=True, gc=False):
    """A round: everything that is public, and where each position of the stack is."""

    number: int
    rules: str
    seed_hash: str
    root: str
    practice: bool
    deck: int = 0
    """The number of the deck."""
    physical: bool = False
    """Whether people deal from a physical deck; its cards are known once they are entered."""
    phase: Phase = Phase.BETTING
    wagers: Mapping[int, Mapping[str, int]] = {}
    contributions: tuple[Contribution, ...] = ()
    players: Mapping[int, str] = {}
    """The player at each seat with wagers, once betting is closed."""
    cut: int = 0
    order: tuple[int, ...] = ()
    """The positions of the stack, in the order in which they are dealt."""
    meters: Mapping[str, Cents] = {}
    """What the meters showed before this round's wagers fed them."""
    step: int = 0
    """The current step of the plan."""
    dealt: int = 0
    holes: Mapping[int, tuple[int, ...]] = {}
    table: Mapping[str, tuple[int, ...]] = {}
    rack: tuple[int, ...] = ()
    """Positions that were burned, discarded or collected, in that order."""
    shown: Mapping[int, Card] = {}
    """Faces by position."""
    turn: int | None = None
    """The seat that has to decide."""
    decisions: Mapping[int, tuple[Decision, ...]] = {}
    raises: Mapping[int, Mapping[str, int]] = {}
    down: Mapping[int, tuple[str, ...]] = {}
    """Wagers that were taken down, by seat."""
    folded: frozenset[int] = frozenset()
    away: frozenset[int] = frozenset()
    """Seats whose players walked off."""
    reported: Mapping[int, str] = {}
    """Who reported them, for those that staff reported and nobody has ruled on."""
    absent: Mapping[int, bool] = {}
    """The rulings on them: whether their wagers are lost."""
    forfeited: frozenset[int] = frozenset()
    """Seats that forfeited their wagers."""
    sat_out: Mapping[int, Mapping[str, int]] = {}
    """The wagers that went back to players who were skipped."""
    skipped: Mapping[int, str] = {}
    """The players who were skipped."""
    returned: Mapping[int, Mapping[str, int]] = {}
    """Side wagers that went back because a device failed, by seat."""
    left_in_meters: Mapping[str, Cents] = {}
    """What those wagers had added to meters that had already paid a jackpot."""
    recuts: int = 0
    """The number of times the cards were cut again."""
    counted: bool = False
    """Whether the stub was counted."""
    card_out: bool = False
    """Whether a card was face up in the stack and is out of play."""
    early: tuple[int, ...] = ()
    """Seats with bonuses that are settled before any hand, from the last."""
    wheel: tuple[int, ...] = ()
    """Seats with a wager on the wheel, from the last. Both are set when settlement begins."""
    spins: Mapping[int, str] = {}
    hit: int | None = None
    """The seat whose jackpot must be validated."""
    hit_by: str = ""
    """Who started to pay it."""
    verified_by: str = ""
    """The dealer who verified the win."""
    validated: frozenset[int] = frozenset()
    settled_first: tuple[int, ...] = ()
    settled: tuple[int, ...] = ()
    results: Mapping[int, Mapping[str, WagerResult]] = {}
    hits: Mapping[int, tuple[Hit, ...]] = {}
    """Meters that were paid out, by the seat that hit them."""
    gifts: Mapping[int, Mapping[str, int]] = {}
    """Envy and community pay, by the seat that got it."""
    void: str = ""
    """The reason, if the round is void."""
    seed: str = ""
    """The seed, once it is opened."""

    def has_lost_wagers(self, seat: int) -> bool:
        """Return whether this seat forfeited its wagers, or a floorperson ruled them lost."""
        return self.absent.get(seat, False) or seat in self.forfeited

    def credited(self, seat: int) -> int:
        """Return what the round has credited a seat so far, envy and community pay included."""
        wagers = self.results.get(seat, {})
        return sum([r.credit for r in wagers.values()]) + sum(self.gifts.get(seat, {}).values())


class FiledSubmission(Struct, frozen=True, gc=False):
    """A submission that two people put in force, with the rules that follow from it."""

    submission: Mapping[str, Any]
    hash: str
    program: str = FIRST_VERSION
    """The version of Pitboss that resolved the rules."""
    lacks: str = ""
    """Why no round can be opened by it: an older version accepted incomplete submissions."""


class Proposal(Struct, frozen=True, gc=False):
    """A proposal that is waiting for a second person."""

    matter: Matter
    by: str


class UpcomingFiling(Struct, frozen=True, gc=False):
    """A filing that two people approved mid-round: it takes effect when the round is closed."""

    number: int
    matter: FileSubmission
    by: str
    approved_by: str


class MeterBook(Struct, frozen=True, gc=False):
    """Where the money of a meter came from and went; the balance is what the meter shows."""

    seeded: Cents = 0
    fed: Cents = 0
    paid: Cents = 0
    corrected: Cents = 0

    @property
    def balance(self) -> Cents:
        """The amount that the meter must show."""
        return self.seeded + self.fed + self.corrected - self.paid


class State(Struct, frozen=True, gc=False):
    """The state of a table."""

    version: int = 0
    table: str = ""
    game: str = ""
    rules: Rules | None = None
    filed: tuple[FiledSubmission, ...] = ()
    """Every submission that was ever in force; the last one is in force now."""
    seats: Mapping[int, str] = {}
    balances: Balances = {}
    books: Mapping[str, MeterBook] = {}
    proposals: Mapping[int, Proposal] = {}
    proposed: int = 0
    upcoming: UpcomingFiling | None = None
    lapsed: str = ""
    """Why the last upcoming filing did not take effect; cleared after the next round."""
    round: RoundState | None = None
    last: tuple[RoundState, ...] = ()
    """The last closed rounds, in the order of play."""
    day: Day = Day()

    def chips(self, name: str) -> int:
        """Return a player's chips at the table, in cents."""
        return int(self.balances.get(stack_account(name), 0))

    def free_chips(self, name: str) -> int:
        """Return the chips a player may take away: none that the open round has credited.

        They stay at the table until the round is closed, so that a void can take them back.
        """
        round_ = self.round
        if round_ is None or round_.phase is Phase.CLOSED:
            return self.chips(name)
        credits = (round_.credited(s) for s, player in round_.players.items() if player == name)
        return self.chips(name) - sum(credits)

    def meter_amount(self, name: str) -> Cents:
        """Return what a meter shows, in cents."""
        return self.balances.get(meter_account(name), 0)

    @property
    def has_open_round(self) -> bool:
        """Whether a round is open."""
        return self.round is not None and self.round.phase is not Phase.CLOSED


def require_round(state: State) -> RoundState:
    """Return the round on the table, which must exist."""
    if state.round is None:
        raise AssertionError("no round is on the table")
    return state.round


def require_rules(state: State) -> Rules:
    """Return the rules in force, which must exist, as they do in every round."""
    if state.rules is None:
        raise AssertionError("no submission is in force")
    return state.rules


def recall_round(state: State, number: int) -> RoundState | None:
    """Return one of the last closed rounds, or None if the state no longer has it."""
    return next((round_ for round_ in state.last if round_.number == number), None)


GIFT_NAMES: Final[Mapping[str, str]] = {"envy": "envy", "community_pay": "community pay"}
"""What can be corrected besides wagers, with its name in the log."""


def encode_state(state: State) -> bytes:
    """Return a state as JSON bytes that are the same on every machine."""
    builtins = msgspec.to_builtins(
        state, str_keys=True, enc_hook=encode_fraction, order="deterministic"
    )
    return msgspec.json.encode(builtins, order="deterministic")


def encode_fraction(value: object) -> str:
    """Return an exact fraction as text, for JSON."""
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be encoded")


def current_step(rules: Rules, round_: RoundState) -> Step | None:
    """Return the current step of the plan, if any is left."""
    steps = plan_round(rules).steps
    return steps[round_.step] if round_.step < len(steps) else None


def open_street(rules: Rules, round_: RoundState) -> Street | None:
    """Return the street that is open for a decision."""
    if round_.turn is None:
        return None
    plan = plan_round(rules)
    step = plan.steps[round_.step]
    return plan.streets[step.street][1] if type(step) is Ask else None


def live_sides(rules: Rules, round_: RoundState, seat: int) -> Iterator[Side]:
    """Yield the side wagers of a seat that are still live."""
    if round_.has_lost_wagers(seat):
        return
    for side in rules.sides:
        if side.key in round_.wagers[seat] and (seat not in round_.folded or side.lives_after_fold):
            yield side


def betting_progress(rules: Rules, round_: RoundState, seat: int) -> BettingProgress:
    """Return the betting progress of a seat in this round."""
    return replay_decisions(rules, round_.wagers[seat], round_.decisions[seat], complete=False)


def streets_done(rules: Rules, round_: RoundState, seat: int) -> int:
    """Return how many streets need no further decision from a seat."""
    if plan_round(rules).raises_close_streets:
        return betting_progress(rules, round_, seat).streets_done
    return len(round_.decisions[seat])


def stakes_out(round_: RoundState, seat: int) -> dict[str, int]:
    """Return the wagers and raises of a seat that are still at stake."""
    down = round_.down.get(seat, ())
    placed_wagers = {
        key: cents for key, cents in round_.wagers.get(seat, {}).items() if key not in down
    }
    return placed_wagers | dict(round_.raises.get(seat, {}))


def has_cards_on_table(rules: Rules, round_: RoundState, seat: int) -> bool:
    """Return whether a seat still has cards on the table: after a fold, for side wagers only."""
    if round_.has_lost_wagers(seat):
        return False
    return seat not in round_.folded or any(
        side.lives_after_fold and side.key in round_.wagers[seat] for side in rules.sides
    )


def is_being_settled(round_: RoundState, seat: int) -> bool:
    """Return whether a seat is settled, or its settlement has begun with a spin or a jackpot."""
    return (
        seat in round_.settled
        or seat in round_.spins
        or seat in round_.validated
        or seat == round_.hit
    )


def needs_ruling(rules: Rules, round_: RoundState, seat: int) -> bool:
    """Return whether a player left wagers that can still be lost, without a ruling yet."""
    is_unruled = seat in round_.away and seat not in round_.absent and seat in round_.players
    return (
        is_unruled
        and has_cards_on_table(rules, round_, seat)
        and not is_being_settled(round_, seat)
    )


def wheel_payoff(rules: Rules, round_: RoundState, seat: int) -> Payoff | None:
    """Return the payoff of the seat's wager on the wheel, if it is live."""
    if plan_round(rules).wheel_wager not in round_.wagers[seat]:
        return None
    wheels = (side.pays for side in live_sides(rules, round_, seat) if side.pays.wheel)
    return next(wheels, None)


def has_pair(round_: RoundState, seat: int) -> bool:
    """Return whether the first two cards of a hand are a pair; they must be face up."""
    first, second, *_ = (round_.shown[at] for at in round_.holes[seat])
    return rank(first) == rank(second)


def early_seats(round_: RoundState) -> tuple[int, ...]:
    """Return the seats with bonuses that must still be settled before any hand."""
    return tuple(seat for seat in round_.early if seat not in round_.settled_first)


MAX_CACHED_RULES: Final = 256
"""How many rules are cached."""
_rules_cache: dict[tuple[str, bytes], Rules] = {}


def rules_for_submission(game: str, submission: Mapping[str, Any]) -> Rules:
    """Return the rules that a submission puts in force, or refuse with every fault at once.

    Submissions that an older version accepted are read, too: incomplete ones, and those for another
    edition, whose rules then have another hash. New filings are checked by `check_submission`.
    """
    key = game, msgspec.json.encode(submission, order="deterministic")
    if key not in _rules_cache:
        if len(_rules_cache) >= MAX_CACHED_RULES:
            _rules_cache.clear()
        _rules_cache[key] = resolve(find_game(game), without_edition(submission), stored=True)
    return _rules_cache[key]


def rules_for_round(state: State, round_: RoundState) -> Rules:
    """Return the rules that a round was played by, even if others are in force now."""
    return rules_by_hash(state, round_.rules)


def rules_by_hash(state: State, rules_hash: str) -> Rules:
    """Return rules that were in force at this table, by the hash that the log has of them."""
    filing = next(item for item in state.filed if item.hash == rules_hash)
    return rules_for_submission(state.game, filing.submission)


def filing_problem(game: str, submission: Mapping[str, Any]) -> str:
    """Return why a submission cannot be in force, in a sentence, or "" if it is complete."""
    faults = filing_faults(find_game(game), submission)
    if not faults:
        return ""
    first, *rest = faults
    more = f", and {len(rest)} more" if rest else ""
    return (
        f"the filing in force is incomplete or out of date ({first}{more}): file a complete one, "
        f"such as `pitboss submission new {game}` writes"
    )


def advance_round(rules: Rules, round_: RoundState) -> RoundState:
    """Advance a round to the next decision or step, skipping those that concern no hand in play."""
    plan, at = plan_round(rules), round_.step
    steps, folded_seats = plan.steps, round_.folded
    lost_seats = round_.forfeited
    if round_.absent:
        lost_seats = lost_seats.union(s for s, is_lost in round_.absent.items() if is_lost)
    while at < len(steps):
        step = steps[at]
        if type(step) is Ask:
            streets_before = plan.streets[step.street][0]
            for seat in round_.decisions:
                count = streets_done(rules, round_, seat)
                if count == streets_before and seat not in folded_seats and seat not in lost_seats:
                    return replace(round_, step=at, turn=seat)
        elif type(step) is not TurnCards or _has_cards_to_turn(rules, round_, step):
            break
        at += 1
    if at < len(steps):
        return replace(round_, step=at, turn=None)
    seats = sorted(round_.players, reverse=True)
    first = plan.settled_first
    early = tuple(seat for seat in seats if any(key in round_.wagers[seat] for key in first))
    wheel = tuple(seat for seat in seats if wheel_payoff(rules, round_, seat))
    return replace(round_, step=at, turn=None, phase=Phase.SETTLING, early=early, wheel=wheel)


def _has_cards_to_turn(rules: Rules, round_: RoundState, step: TurnCards) -> bool:
    """Return whether there is a card to turn over, on the table or in a hand."""
    return any(name in round_.table for name in step.names) or any(
        has_cards_on_table(rules, round_, seat) for seat in round_.players
    )
