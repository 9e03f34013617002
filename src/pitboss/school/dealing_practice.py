"""Rounds that a trainee deals: each move is checked against the table's next step."""

from collections.abc import Collection, Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.dealing import Burn, Discard, ToPlayers, ToTable
from pitboss.games.deck_tasks import Task
from pitboss.school.incident_questions import IncidentPlanter, PlantedIncident, remedy_question
from pitboss.school.payments import step_question
from pitboss.school.practice_day import PRACTICE_DEALER, PRACTICE_FLOORPERSON, DayStep, PracticeDay
from pitboss.school.questions import (
    Grade,
    OptionAnswer,
    Question,
    Subject,
    dealer_view,
    feedback_text,
)
from pitboss.school.syllabus import Syllabus
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.submission.rules import Rules
from pitboss.table import Phase
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.decks import incident_clause
from pitboss.table.handlers.rulings import allowed_rulings
from pitboss.table.hidden_cards import describe_incident
from pitboss.table.instructions import FLOOR
from pitboss.table.round_plan import plan_round


class DealerMove(Struct, frozen=True):
    """Something that a dealer does with one key."""

    key: str
    label: str
    needs_seat: bool = False
    """Whether the move needs the number of a seat."""


CALL_FLOOR: Final = DealerMove("f", "call the floorperson")
REPORT_INCIDENT: Final = DealerMove("i", "report a problem")
SETTLE_SEAT: Final = DealerMove("s", "settle a seat", needs_seat=True)

_SPOKEN_MOVES: Final = {
    "OpenRound": DealerMove("o", "open betting"),
    "NoMoreBets": DealerMove("n", "no more bets"),
    "CountProgressives": DealerMove("g", "collect side chips"),
    "Decide": DealerMove("a", "ask a seat", needs_seat=True),
    "TurnOver": DealerMove("t", "turn cards over"),
    "CountStub": DealerMove("c", "count the stub"),
    "SpinWheel": DealerMove("w", "spin the wheel"),
    "VerifyJackpot": DealerMove("v", "verify a win", needs_seat=True),
    "Settle": SETTLE_SEAT,
    "CloseRound": DealerMove("p", "pick up the cards"),
}
_DEAL_MOVES: Final = {
    ToPlayers: DealerMove("d", "deal to the players"),
    ToTable: DealerMove("e", "deal to the table"),
    Burn: DealerMove("b", "burn a card"),
    Discard: DealerMove("x", "discard a card"),
}
_TASK_MOVES: Final = {
    Task.SHUFFLE: DealerMove("h", "shuffle the cards"),
    Task.CUT: DealerMove("k", "cut the stack"),
    Task.LOAD: DealerMove("l", "load the stack"),
}
_ALL_MOVES: Final = (
    _SPOKEN_MOVES["OpenRound"],
    _SPOKEN_MOVES["NoMoreBets"],
    _SPOKEN_MOVES["CountProgressives"],
    *_DEAL_MOVES.values(),
    _SPOKEN_MOVES["Decide"],
    _SPOKEN_MOVES["TurnOver"],
    _SPOKEN_MOVES["CountStub"],
    _SPOKEN_MOVES["SpinWheel"],
    _SPOKEN_MOVES["VerifyJackpot"],
    SETTLE_SEAT,
    _SPOKEN_MOVES["CloseRound"],
    *_TASK_MOVES.values(),
)


def move_for_step(rules: Rules, step: DayStep) -> DealerMove | None:
    """Return the move for a step, or None if it is not part of dealing rounds."""
    return CALL_FLOOR if step.instruction.who == FLOOR else _move_for_key(rules, step.key)


def _move_for_key(rules: Rules, key: str) -> DealerMove | None:
    name, _, rest = key.partition(" ")
    match name:
        case "Deal":
            deal_step = type(plan_round(rules).steps[int(rest)])
            return next((move for kind, move in _DEAL_MOVES.items() if kind is deal_step), None)
        case "Perform":
            return next((move for task, move in _TASK_MOVES.items() if task == rest), None)
        case _:
            return _SPOKEN_MOVES.get(name)


def game_moves(rules: Rules, keys: Iterable[str]) -> tuple[DealerMove, ...]:
    """Return the moves for these steps in the order of a round, then the general ones."""
    used_moves = {_move_for_key(rules, key) for key in keys}
    return (*(move for move in _ALL_MOVES if move in used_moves), CALL_FLOOR, REPORT_INCIDENT)


STEP_KIND_PREFIX: Final = "due: "
"""Prefix of the kinds of questions about a step."""
REPORT_FIRST_NOTE: Final = "Report what you see before you do anything else."
NOTHING_WRONG_NOTE: Final = "Nothing is wrong at the table."
FLOOR_DOES_IT_NOTE: Final = "A floorperson does this."


class MoveResult(Struct, frozen=True):
    """A move, the question it answered, its grade, and whether it counts."""

    question: Question
    grade: Grade
    counts: bool


class DealingPractice:
    """A table that the trainee deals at, from the first bets on."""

    def __init__(self, syllabus: Syllabus, kinds: Collection[str], rng: SeededRandom) -> None:
        self.syllabus = syllabus
        steps = [
            kind.removeprefix(STEP_KIND_PREFIX)
            for kind in kinds
            if kind.startswith(STEP_KIND_PREFIX)
        ]
        self.moves = game_moves(syllabus.rules, steps)
        self.day = PracticeDay(syllabus, str(rng.below(1_000_000)))
        self._kinds, self._rng = kinds, rng
        self._planter = IncidentPlanter(self.day, kinds, rng)
        self.day.run_until(lambda day: day.step.key == "OpenRound")
        self.log_start = len(self.day.table.log)
        """Index of the first log entry of the trainee's own work."""
        self.incident: PlantedIncident | None = None
        self.last_move: MoveResult | None = None
        """The last move and its grade."""
        self.needs_answer = False
        """Whether the question takes an answer, and no move."""
        self._has_missed = False
        self.question = self._step_question()

    @property
    def closed_rounds(self) -> int:
        """The number of rounds dealt to the end."""
        round_ = self.day.table.state.round
        return 0 if round_ is None else round_.number - (round_.phase is not Phase.CLOSED)

    # A move.

    def make_move(self, move: DealerMove, seat: int | None = None) -> MoveResult:
        """Do the step if the move is right; otherwise explain what is next."""
        right = self.right_move is move and (
            not move.needs_seat or seat == self.day.step.instruction.seat
        )
        feedback = feedback_text(right, self._step_text, self._explanation(move, right=right))
        self.last_move = MoveResult(
            self.question, Grade(right, (right,), feedback), counts=not self._has_missed
        )
        if not right:
            self._record_miss()
            return self.last_move
        self._has_missed = False
        question = self._follow_up_question()
        if question is None:
            self._do_step()
        else:
            self.question, self.needs_answer = question, True
        return self.last_move

    @property
    def right_move(self) -> DealerMove | None:
        """The right move: report an irregularity first, then do the table's next step."""
        return (
            REPORT_INCIDENT if self.incident else move_for_step(self.syllabus.rules, self.day.step)
        )

    @property
    def _step_text(self) -> str:
        """The next step in words, with its key."""
        move, instruction = self.right_move, self.day.step.instruction
        key = move.key.upper() if move else ""
        if move is not None and move.needs_seat:
            key += f" {instruction.seat}"
        return f"{move.label if move is REPORT_INCIDENT and move else instruction.what} ({key})"

    def _explanation(self, move: DealerMove, *, right: bool) -> str:
        instruction = self.day.step.instruction
        if self.incident is not None:
            return "" if right else REPORT_FIRST_NOTE
        notes = [NOTHING_WRONG_NOTE] * (move is REPORT_INCIDENT) + [FLOOR_DOES_IT_NOTE] * (
            self.right_move is CALL_FLOOR and not right
        )
        return " ".join([*notes, *[f"You say: “{instruction.said}”"] * bool(instruction.said)])

    def _record_miss(self) -> None:
        self._has_missed = True
        if self.incident is not None:
            self._planter.plant_again(self.incident.incident)

    # What must be computed or answered before a step.

    def _follow_up_question(self) -> Question | None:
        if self.incident is None:
            return step_question(self.day)
        question = remedy_question(self.incident.incident, self.incident.where, self.day, self._rng)
        return replace(question, kind=self.incident.question_kind)

    def record_answer(self, *, right: bool) -> None:
        """Record an answer; a missed remedy comes up again in the next round."""
        if not right and self.incident is not None:
            self._planter.plant_again(self.incident.incident)

    def continue_(self) -> None:
        """Do the step after its question was answered, and go on to the next."""
        self.needs_answer = False
        if self.incident is None:
            self._do_step()
        else:
            self.day.table.execute(self.incident.report, PRACTICE_DEALER)
            self.incident = None
            self._advance()

    # Steps.

    def _do_step(self) -> None:
        if self.day.step.key == "Rule":
            self.day.table.execute(self._ruling(), PRACTICE_FLOORPERSON)
        else:
            self.day.do_step()
        self._advance()

    def _ruling(self) -> c.Rule:
        """Return the floorperson's ruling: by the rulebook, or either one where it leaves a choice.

        The irregularity did happen, and a lesson does not wait for a failed device.
        """
        incident = self.day.table.state.day.incident
        if incident is None:
            raise AssertionError("no irregularity waits")
        excluded_rulings = (Ruling.DISMISSED, Ruling.WAIT)
        rulings = [
            ruling
            for ruling in allowed_rulings(self.syllabus.rules, incident)
            if ruling not in excluded_rulings
        ]
        return c.Rule(self._rng.pick(rulings) if len(rulings) > 1 else rulings[0], "at the table")

    def _advance(self) -> None:
        """Go to the trainee's next step; the house prepares new decks."""
        while not self._is_trainee_step():
            self.day.do_step()
        self.incident = self._planter.next_incident()
        self.question = self._step_question()

    def _is_trainee_step(self) -> bool:
        """Return whether the step is the trainee's and has a kind of question."""
        move, state = self.right_move, self.day.table.state
        if move is CALL_FLOOR and not state.has_open_round and state.day.incident is None:
            return False
        return move in self.moves and self._question_kind in self._kinds

    @property
    def _question_kind(self) -> str:
        """The kind of question that asks the same."""
        incident = self.day.table.state.day.incident
        return (
            f"rules: {incident.kinds[0]}" if incident else f"{STEP_KIND_PREFIX}{self.day.step.key}"
        )

    def _step_question(self) -> Question:
        """Return the next step as a question that a move answers."""
        step, last_step, planted_incident = self.day.step, self.day.last_step, self.incident
        move = self.right_move
        if move is None:
            raise AssertionError(f"no move of the trainee does this: {step.key}")
        incident = self.day.table.state.day.incident
        situation = f"Just done: {last_step.instruction.what}." if last_step else ""
        if incident:
            description = describe_incident(self.day.table.rules, incident.kinds, incident.card)
            situation = f"Reported: {description}."
        if planted_incident:
            situation = f"You see: {planted_incident.sentence}"
        return Question(
            kind=planted_incident.question_kind if planted_incident else self._question_kind,
            subject=Subject.DEALING,
            level=1,
            prompt=f"{situation} What do you do?".strip(),
            answer=OptionAnswer(
                tuple(option.label for option in self.moves), self.moves.index(move)
            ),
            why="",
            clauses=(
                incident_clause(self.syllabus.rules, planted_incident.incident)
                if planted_incident
                else step.instruction.clause,
            ),
            view=dealer_view(self.day),
        )
