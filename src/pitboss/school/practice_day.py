"""A day at a practice table, step by step, and the simulated players who sit at it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from pitboss.cards import RANKS, Card, card, rank, suit
from pitboss.errors import Refused
from pitboss.games.game_parts import Side
from pitboss.round import Choice
from pitboss.school.syllabus import Syllabus
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.submission import practice_filing
from pitboss.submission.rules import Rules
from pitboss.table import Automation, LogEntry, Participant, Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table.decks import unavailable_wagers
from pitboss.table.house_rules import PHYSICAL_CARDS
from pitboss.table.instructions import FLOOR, Instruction
from pitboss.table.next_step import NextStep, next_step
from pitboss.table.state import State, early_seats, open_street
from pitboss.table.views import FACE_DOWN, RoundView

BET_MULTIPLES: Final = (1, 1, 1, 2, 3, 5)
"""Wagers in table minimums; small wagers are the most common."""
SIDE_WAGER_ONE_IN: Final = 2
"""A side wager is made once in this many rounds."""
HIGH_RANK: Final = RANKS.index("J")
BUY_IN_MINIMUMS: Final = 200
"""A buy-in, in table minimums."""


def choose_wagers(rules: Rules, rng: SeededRandom) -> dict[str, int]:
    """Return a player's wagers: the required ones, and perhaps side wagers."""
    limits = rules.table
    unit = min(limits.minimum * rng.pick(BET_MULTIPLES), limits.maximum)
    unit -= unit % limits.chip
    wagers = {wager.key: max(unit, limits.minimum) for wager in rules.required}
    for side in rules.sides:
        if rng.one_in(SIDE_WAGER_ONE_IN):
            wagers[side.key] = minimum_side_wager(rules, side)
    return wagers


def minimum_side_wager(rules: Rules, side: Side) -> int:
    """Return the smallest side wager in chips, or the fixed amount of the submission."""
    if side.minimum == side.maximum:
        return side.minimum
    return min(-(-side.minimum // rules.table.chip) * rules.table.chip, side.maximum)


def max_round_cost(rules: Rules, unit: int | None = None) -> int:
    """Return the most that a round can cost a player with this required wager."""
    unit = max(BET_MULTIPLES) * rules.table.minimum if unit is None else unit
    main_units = len(rules.required) + sum(street.most for street in rules.streets)
    return main_units * unit + sum(minimum_side_wager(rules, side) for side in rules.sides)


def buy_in_amount(rules: Rules) -> int:
    """Return an amount in chips that lasts for a while."""
    chip, cents = (
        rules.table.chip,
        max(BUY_IN_MINIMUMS * rules.table.minimum, max_round_cost(rules)),
    )
    return -(-cents // chip) * chip


def choose_decision(
    choices: Sequence[Choice], visible_cards: Sequence[Card], chips: int, rng: SeededRandom
) -> str:
    """Return a decision: the better the cards look, the more is staked.

    Never more than the player's chips; now and then the player does something else.
    """
    affordable = [choice for choice in choices if choice.stake <= chips]
    appeal = _hand_appeal(visible_cards)
    if rng.one_in(8):
        return rng.pick(affordable).decision
    free = [choice for choice in affordable if not choice.stake]
    staking = [choice for choice in affordable if choice.stake]
    if not staking or (appeal == 0 and free and not rng.one_in(4)):
        return (free or affordable)[0].decision
    return (staking[-1] if appeal > 1 else staking[0]).decision


def _hand_appeal(visible_cards: Sequence[Card]) -> int:
    """Return 2 for a pair or better, 1 for a high card, 0 for neither."""
    ranks = Counter(map(rank, visible_cards))
    suits = Counter(map(suit, visible_cards))
    if max(ranks.values(), default=0) > 1 or max(suits.values(), default=0) > 3:
        return 2
    return 1 if any(number >= HIGH_RANK for number in ranks) else 0


Records = tuple[LogEntry, ...]


class SimulatedPlayers:
    """Simulated players for some seats; every step returns the log entries it recorded."""

    def __init__(self, table: Table, seats: int, seed: str | None) -> None:
        self.table = table
        self.names = {seat: f"Seat {seat}" for seat in range(1, seats + 1)}
        self._rng = SeededRandom.for_practice(seed, "players")

    def participant(self, seat: int) -> Participant:
        """Return the table as operated by the player of this seat."""
        return self.table.player(self.table.state.seats.get(seat) or f"Seat {seat}")

    def seat_player(self, seat: int) -> Records:
        """Seat a player and buy in."""
        participant = self.participant(seat)
        return participant.take_seat(seat) + participant.buy_in(buy_in_amount(self.table.rules))

    def seat_everybody(self) -> Records:
        """Seat every player who may play."""
        records: Records = ()
        for seat in self.names:
            if self.participant(seat).can_take_seat(seat):
                records += self.seat_player(seat)
        return records

    def place_bets(self) -> Records:
        """Place every player's bets; a player who runs short buys in first."""
        records: Records = ()
        rules, state = self.table.rules, self.table.state
        for seat, name in sorted(state.seats.items()):
            participant = self.participant(seat)
            if state.chips(name) < max_round_cost(rules) and participant.can_buy_in(
                buy_in_amount(rules)
            ):
                records += participant.buy_in(buy_in_amount(rules))
            unavailable = unavailable_wagers(rules, state.day)
            wagers = {
                k: c for k, c in choose_wagers(rules, self._rng).items() if k not in unavailable
            }
            if participant.can_place_wagers(seat, wagers):
                records += participant.place_wagers(seat, wagers)
        return records

    def decide(self) -> Records:
        """Make the decision of the player whose turn it is, by what that player sees."""
        round_ = self.table.state.round
        if round_ is None or round_.turn is None:
            raise Refused("no player has a decision to make now", "ROUND-1")
        seat, name = round_.turn, round_.players[round_.turn]
        view = self.table.view(Person(name, Role.PLAYER))
        if not isinstance(view.round, RoundView) or not isinstance(view.choices, tuple):
            raise AssertionError("a player sees the round and the choices")
        chips = self.table.state.chips(name)
        decision = choose_decision(view.choices, _visible_cards(view.round, seat), chips, self._rng)
        return self.participant(seat).decide(seat, decision)

    def leave_seat(self, seat: int) -> Records:
        """Make a player leave; mid-round the player walks off."""
        return self.participant(seat).leave(seat)

    def leave_all(self) -> Records:
        """Make all players leave, between rounds."""
        records: Records = ()
        for seat in sorted(self.table.state.seats):
            records += self.leave_seat(seat)
        return records


def _visible_cards(round_: RoundView, seat: int) -> tuple[Card, ...]:
    """Return the cards that a player sees: the own cards, and those face up on the table."""
    faces = [
        *round_.seats[seat].cards,
        *(face for cards in round_.cards.values() for face in cards),
    ]
    return tuple(card(face) for face in faces if face != FACE_DOWN)


def check_seats(game: str, rules: Rules, seats: int) -> None:
    """Raise `Refused` unless the table has this many seats."""
    if not 1 <= seats <= rules.seats:
        raise Refused(f"--seats must be 1 to {rules.seats} for {game}, not {seats}")


def check_virtual_deck(rules: Rules) -> None:
    """Refuse rules with a physical deck, from which the program cannot deal."""
    if rules.table.is_physical:
        raise Refused(
            "table.cards is 'physical', so there is no deck that the program could deal: set it to "
            "'virtual', or deal at a table of a card room",
            PHYSICAL_CARDS,
        )


PRACTICE_DEALER: Final = Person("Dealer", Role.DEALER)
PRACTICE_FLOORPERSON: Final = Person("Floorperson", Role.FLOORPERSON)
DAY_START: Final = datetime(2027, 1, 4, 10, tzinfo=UTC)
MINUTES_PER_ROUND: Final = 7
"""Minutes that a round takes at this table."""


class DayStep(Struct, frozen=True):
    """A step of the day: a key for its kind, and the table's instruction."""

    key: str
    instruction: Instruction
    position: tuple[int, int, int] = (0, 0, 0)
    """The position of the step in a round."""


class PracticeDay:
    """A practice table whose steps are all taken one by one."""

    def __init__(self, syllabus: Syllabus, seed: str) -> None:
        check_virtual_deck(syllabus.rules)
        self.syllabus, self.seed = syllabus, seed
        self.time = DAY_START
        self.table = Table(automation=Automation.NOTHING, practice=seed, clock=lambda: self.time)
        self.players = SimulatedPlayers(self.table, syllabus.seats, seed)
        self.last_step: DayStep | None = None
        """The last step that was done."""
        self._cached_step: tuple[int, datetime, DayStep] | None = None
        self.table.open_table("school", syllabus.game.key, 100_000_00)
        filing = practice_filing(syllabus.game, syllabus.submission, self.time.date())
        self.table.propose(c.FileSubmission(filing))
        self.table.approve(self.table.state.proposed)

    @property
    def step(self) -> DayStep:
        """The next step, cached until the state or the time changes."""
        state = self.table.state
        if self._cached_step is None or self._cached_step[:2] != (state.version, self.time):
            instruction = self.table.instruction
            key = step_key(state, next_step(state, int(self.time.timestamp())), instruction)
            self._cached_step = (
                state.version,
                self.time,
                DayStep(key, instruction, _step_position(state, key)),
            )
        return self._cached_step[2]

    @property
    def is_all_folded(self) -> bool:
        """Whether cards are still dealt although every player has folded.

        The table plays such a round to its end for the wagers that survive a fold. No question is
        based on it, since its streets pass without decisions.
        """
        round_ = self.table.state.round
        return (
            round_ is not None
            and round_.phase is Phase.PLAYING
            and {*round_.players} == {*round_.folded}
        )

    def do_step(self) -> None:
        """Do the next step, whoever's it is."""
        state, step = self.table.state, self.step
        upcoming = next_step(state, int(self.time.timestamp()))
        if upcoming is not None:
            by = PRACTICE_FLOORPERSON if step.instruction.who == FLOOR else PRACTICE_DEALER
            command = c.Settle() if isinstance(upcoming.command, c.Settle) else upcoming.command
            self.table.execute(command, by)
        else:
            self._do_spoken_step(step.instruction.step)
        if step.key == "CloseRound":
            self.time += timedelta(minutes=MINUTES_PER_ROUND)
        self.last_step = step

    def _do_spoken_step(self, step: str) -> None:
        match step:
            case "OpenRound":
                self.table.execute(c.OpenRound(), PRACTICE_DEALER)
                self.players.place_bets()
            case "NoMoreBets":
                self.table.execute(c.NoMoreBets(), PRACTICE_DEALER)
            case "Decide":
                self.players.decide()
            case "TakeSeat":
                self.players.seat_everybody()
            case _:
                raise AssertionError(f"the school does not know this step: {step}")

    def run_until(self, condition: Callable[["PracticeDay"], bool], max_steps: int = 4000) -> bool:
        """Do steps until the condition holds; return whether it did within ``max_steps``."""
        for _ in range(max_steps):
            if condition(self):
                return True
            self.do_step()
        return False


def step_key(state: State, step: NextStep | None, instruction: Instruction) -> str:
    """Return a key for the kind of the next step; the same step of another day has the same key."""
    round_ = state.round
    command = step.command if step else None
    match command:
        case None:
            street = open_street(state.rules, round_) if state.rules and round_ else None
            return (
                f"{instruction.step} {street.name}"
                if street and instruction.step == "Decide"
                else instruction.step
            )
        case c.Perform(task=task):
            return f"Perform {task}"
        case c.Propose(matter=matter):
            return f"Propose {type(matter).__name__}"
        case c.Approve():
            return f"Approve {'OpeningCount' if not state.has_open_round else 'VoidRound'}"
        case c.Deal() | c.TurnOver() if round_ is not None and round_.phase is Phase.PLAYING:
            return f"{type(command).__name__} {round_.step}"
        case c.Settle() if round_ is not None and early_seats(round_):
            return "Settle first"
        case _:
            return type(command).__name__


def _step_position(state: State, key: str) -> tuple[int, int, int]:
    """Return the position of a step in its round; a stub count precedes a decision."""
    round_ = state.round
    if round_ is None or not state.has_open_round:
        return (0, 0, 0)
    early_steps = ("CountStub", "Settle first", "TurnOver", "SpinWheel")
    order = (*early_steps, "VerifyJackpot", "ValidateJackpot", "Settle")
    return (
        1 + list(Phase).index(round_.phase),
        round_.step,
        order.index(key) if key in order else 1,
    )


def practice_days(syllabus: Syllabus, seed: str) -> Iterator[PracticeDay]:
    """Yield one practice table after the other."""
    number = 0
    while True:
        yield PracticeDay(syllabus, f"{seed} {number}")
        number += 1


def day_steps(syllabus: Syllabus, rounds: int = 30) -> tuple[DayStep, ...]:
    """Return the steps of a day, each kind once, in the order of a round."""
    day, steps = PracticeDay(syllabus, "course"), dict[str, DayStep]()
    while day.table.state.round is None or day.table.state.round.number <= rounds:
        step = day.step
        steps.setdefault(step.key, step)
        day.do_step()
    return tuple(sorted(steps.values(), key=lambda step: step.position))
