"""Rounds that a trainee deals: which move is due is not shown, but checked against the table.

The school plays the players and the floorperson, plants irregularities, and has payments computed
before they are made. Each step counts at the first try; a wrong one is explained and done again.
"""

from collections.abc import Collection
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.school.ask_irregular import remedy
from pitboss.school.chance import Chance
from pitboss.school.days import DEALER, FLOORPERSON, Day
from pitboss.school.kinds import seen
from pitboss.school.moves import CALL, REPORT, Move, move_of, moves
from pitboss.school.planting import Planter, Sight
from pitboss.school.questions import Choose, Judged, Question, Subject, verdict
from pitboss.school.sums import to_compute
from pitboss.school.syllabus import Syllabus
from pitboss.table import Phase
from pitboss.table import commands as c
from pitboss.table.card_names import incident_words
from pitboss.table.care import cited
from pitboss.table.day import Ruling
from pitboss.table.deciding.incidents import rulings

DUE: Final = "due: "
"""How the kinds of questions about a step begin."""
FIRST: Final = "What is wrong is reported before anything else is done."
NOTHING: Final = "Nothing is wrong at the table."
FLOORS: Final = "A floorperson does it."


class Pressed(Struct, frozen=True):
    """A move that was made, what was said to it, and whether it counts."""

    question: Question
    judged: Judged
    counts: bool


class Dealing:
    """A table that the trainee deals at, from the first bets on."""

    def __init__(self, syllabus: Syllabus, kinds: Collection[str], chance: Chance) -> None:
        self.syllabus = syllabus
        steps = [kind.removeprefix(DUE) for kind in kinds if kind.startswith(DUE)]
        self.moves = moves(syllabus.rules, steps)
        self.day = Day(syllabus, str(chance.below(1_000_000)))
        self._kinds, self._chance = kinds, chance
        self._planter = Planter(self.day, kinds, chance)
        self.day.until(lambda now: now.step.key == "OpenRound")
        self.began = len(self.day.table.log)
        """Where the log of the trainee's own work begins."""
        self.sight: Sight | None = None
        self.last: Pressed | None = None
        """The move before, and what was said to it."""
        self.computes = False
        """Whether the question takes an answer, and no move."""
        self._tried = False
        self.question = self._due()

    @property
    def closed(self) -> int:
        """How many rounds have been dealt to their end."""
        now = self.day.table.state.round
        return 0 if now is None else now.number - (now.phase is not Phase.CLOSED)

    # A move.

    def press(self, move: Move, seat: int | None = None) -> Pressed:
        """Do it, if it is what the table waits for; else say what is."""
        right = self.right is move and (not move.seat or seat == self.day.step.duty.seat)
        said = verdict(right, self._words, self._why(move, right=right))
        self.last = Pressed(self.question, Judged(right, (right,), said), counts=not self._tried)
        if not right:
            self._missed()
            return self.last
        self._tried = False
        asked = self._asked()
        if asked is None:
            self._go()
        else:
            self.question, self.computes = asked, True
        return self.last

    @property
    def right(self) -> Move | None:
        """The move that is due: what is wrong is reported first, then it is the table that says."""
        return REPORT if self.sight else move_of(self.syllabus.rules, self.day.step)

    @property
    def _words(self) -> str:
        """What is due, with its key."""
        move, duty = self.right, self.day.step.duty
        key = move.key.upper() if move else ""
        if move is not None and move.seat:
            key += f" {duty.seat}"
        return f"{move.words if move is REPORT and move else duty.what} ({key})"

    def _why(self, move: Move, *, right: bool) -> str:
        duty = self.day.step.duty
        if self.sight is not None:
            return "" if right else FIRST
        wrong = [NOTHING] * (move is REPORT) + [FLOORS] * (self.right is CALL and not right)
        return " ".join([*wrong, *[f"You say: “{duty.said}”"] * bool(duty.said)])

    def _missed(self) -> None:
        self._tried = True
        if self.sight is not None:
            self._planter.again(self.sight.incident)

    # What is computed or answered before a step is done.

    def _asked(self) -> Question | None:
        if self.sight is None:
            return to_compute(self.day)
        made = remedy(self.sight.incident, self.sight.where, self.day, self._chance)
        return replace(made, kind=self.sight.kind)

    def answered(self, *, right: bool) -> None:
        """An answer was given; a remedy that was missed is asked for again in the next round."""
        if not right and self.sight is not None:
            self._planter.again(self.sight.incident)

    def go_on(self) -> None:
        """What was computed or answered is done, and the next step is due."""
        self.computes = False
        if self.sight is None:
            self._go()
        else:
            self.day.table.say(self.sight.report, DEALER)
            self.sight = None
            self._arrive()

    # The steps themselves.

    def _go(self) -> None:
        if self.day.step.key == "Rule":
            self.day.table.say(self._ruling(), FLOORPERSON)
        else:
            self.day.go()
        self._arrive()

    def _ruling(self) -> c.Rule:
        """What the floorperson says: by the book, or where the book leaves it open, either.

        It did happen, and nobody waits in a lesson for a device that failed.
        """
        open_ = self.day.table.state.day.incident
        if open_ is None:
            raise AssertionError("no irregularity waits")
        never = (Ruling.DISMISSED, Ruling.WAIT)
        may = [one for one in rulings(self.syllabus.rules, open_) if one not in never]
        return c.Rule(self._chance.pick(may) if len(may) > 1 else may[0], "at the table")

    def _arrive(self) -> None:
        """The next step that is the trainee's; what prepares a new deck is done by the house."""
        while not self._own():
            self.day.go()
        self.sight = self._planter.look()
        self.question = self._due()

    def _own(self) -> bool:
        """Whether the trainee does it, and what is missed of it could come back."""
        move, state = self.right, self.day.table.state
        if move is CALL and not state.running and state.day.incident is None:
            return False
        return move in self.moves and self._kind in self._kinds

    @property
    def _kind(self) -> str:
        """The kind of question that asks the same."""
        open_ = self.day.table.state.day.incident
        return f"rules: {open_.kinds[0]}" if open_ else f"{DUE}{self.day.step.key}"

    def _due(self) -> Question:
        """What is due now, as a question that a move answers."""
        step, before, sight = self.day.step, self.day.before, self.sight
        move = self.right
        if move is None:
            raise AssertionError(f"no move of the trainee does this: {step.key}")
        open_ = self.day.table.state.day.incident
        told = f"Just done: {before.duty.what}." if before else ""
        if open_:
            words = incident_words(self.day.table.rules, open_.kinds, open_.card)
            told = f"Reported: {words}."
        return Question(
            kind=sight.kind if sight else self._kind,
            subject=Subject.DEALING,
            level=1,
            prompt=f"{f'You see: {sight.words}' if sight else told} What do you do?".strip(),
            answer=Choose(tuple(one.words for one in self.moves), self.moves.index(move)),
            why="",
            clauses=(cited(self.syllabus.rules, sight.incident) if sight else step.duty.clause,),
            view=seen(self.day),
        )
