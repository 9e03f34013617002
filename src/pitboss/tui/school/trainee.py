"""A trainee at a question or at the table, without a screen."""

from typing import Final

from msgspec import UNSET, Struct

from pitboss.console.event_sentences import event_sentences
from pitboss.errors import Refused
from pitboss.school.classroom import Classroom, Study
from pitboss.school.dealing_practice import DealerMove, MoveResult
from pitboss.school.questions import FigureAnswer, Grade, OptionAnswer, Question, parse_figure
from pitboss.school.syllabus import Syllabus
from pitboss.table import Role
from pitboss.table.instructions import Instruction
from pitboss.table.views import View
from pitboss.tui.dealer.console_session import DealerScreenState

EMPTY_VIEW: Final = View(Role.DEALER, round=UNSET)


class PracticeState(Struct, frozen=True, kw_only=True):
    """What the trainee sees while dealing."""

    moves: tuple[DealerMove, ...]
    round: int
    needs_move: bool
    """Whether a move is required, not an answer."""
    pending_move: DealerMove | None = None
    """The move that still needs a seat number."""
    irregularity: str = ""
    """What the trainee sees going wrong."""
    last_move: MoveResult | None = None
    sentences: tuple[str, ...] = ()
    """What happened last at the table."""


class SchoolScreenState(Struct, frozen=True, kw_only=True):
    """What the school's screen shows at one moment."""

    syllabus: Syllabus
    study: Study
    question: Question | None
    grade: Grade | None = None
    is_repeat: bool = False
    cursor: int | None = None
    """Index of the highlighted answer."""
    field: int = 0
    """Index of the figure that is being typed."""
    inputs: tuple[str, ...] = ()
    note: str = ""
    scroll: int = 0
    practice: PracticeState | None = None
    """The table that the trainee deals at, if the question belongs to it."""

    @property
    def table_state(self) -> DealerScreenState:
        """The table of the question, without hints."""
        question = self.question
        return DealerScreenState(
            game=self.syllabus.game,
            rules=self.syllabus.rules,
            card=self.syllabus.card,
            view=question.view if question and question.view else EMPTY_VIEW,
            instruction=Instruction("", "", "", seat=question.seat if question else None),
            utc_seconds=0,
        )


MAX_FIGURE_LENGTH: Final = 12
"""Maximum characters of a figure."""
RECENT_LINES: Final = 12
"""Log entries to show at the table."""
NOTHING_LEFT_NOTES: Final = {
    True: "There are no questions left.",
    False: "All rounds at the table have been dealt.",
}


class Trainee:
    """A trainee who answers questions and deals, one step at a time."""

    def __init__(self, classroom: Classroom) -> None:
        self.classroom = classroom
        self.cursor: int | None = None
        self.field = 0
        self.scroll = 0
        self.note = ""
        self.inputs: list[str] = []
        self.pending_move: DealerMove | None = None
        self._reset()

    def _reset(self) -> None:
        self.cursor, self.field, self.scroll, self.note = None, 0, 0, ""
        self.pending_move = None
        question = self.classroom.question
        fields = (
            question.answer.fields if question and isinstance(question.answer, FigureAnswer) else ()
        )
        self.inputs = [""] * len(fields)

    def screen_state(self) -> SchoolScreenState:
        """Return everything that the screen shows now."""
        classroom = self.classroom
        return SchoolScreenState(
            syllabus=classroom.syllabus,
            study=classroom.study,
            question=classroom.question,
            grade=classroom.grade,
            is_repeat=classroom.is_repeat,
            cursor=self.cursor,
            field=self.field,
            inputs=tuple(self.inputs),
            note=self.note,
            scroll=self.scroll,
            practice=self._practice_state(),
        )

    def _practice_state(self) -> PracticeState | None:
        classroom, dealing = self.classroom, self.classroom.dealing
        if not classroom.is_at_table or dealing is None:
            return None
        table = dealing.day.table
        recent = table.log[dealing.log_start :][-RECENT_LINES:]
        return PracticeState(
            moves=dealing.moves,
            round=dealing.closed_rounds + 1,
            needs_move=classroom.needs_move,
            pending_move=self.pending_move,
            irregularity=dealing.incident.sentence if dealing.incident else "",
            last_move=dealing.last_move,
            sentences=tuple(
                sentence for entry in recent for sentence in event_sentences(table.rules, entry)
            ),
        )

    @property
    def needs_move(self) -> bool:
        """Whether a move at the table is required."""
        return self.classroom.needs_move

    @property
    def needs_choice(self) -> bool:
        """Whether one of several answers must be chosen."""
        question = self.classroom.question
        return (
            question is not None
            and isinstance(question.answer, OptionAnswer)
            and not self.needs_move
        )

    @property
    def is_answered(self) -> bool:
        """Whether the question is answered."""
        return self.classroom.grade is not None

    @property
    def is_over(self) -> bool:
        """Whether the session is over."""
        return self.classroom.question is None

    def choose(self, number: int) -> None:
        """Choose one of the answers, by its index from 0."""
        question = self.classroom.question
        if (
            question is None
            or not isinstance(question.answer, OptionAnswer)
            or self.is_answered
            or self.needs_move
        ):
            return
        if number < len(question.answer.options):
            self.cursor = number
            self.classroom.answer(number)

    def move(self, by: int) -> None:
        """Select another answer or figure, or scroll."""
        question = self.classroom.question
        if question is None or self.is_answered or self.needs_move:
            self.scroll = max(0, self.scroll + by)
        elif isinstance(question.answer, OptionAnswer):
            count = len(question.answer.options)
            start = -1 if by > 0 else count
            self.cursor = ((start if self.cursor is None else self.cursor) + by) % count
        else:
            self.field = (self.field + by) % len(self.inputs)
        self.note = ""

    def type(self, character: str) -> None:
        """Append a character to the selected figure."""
        if (
            self.inputs
            and not self.is_answered
            and len(self.inputs[self.field]) < MAX_FIGURE_LENGTH
        ):
            self.inputs[self.field] += character
            self.note = ""

    def erase(self) -> None:
        """Remove the last character."""
        if self.inputs and not self.is_answered:
            self.inputs[self.field] = self.inputs[self.field][:-1]

    def enter(self) -> None:
        """Choose the selected answer, go to the next figure, submit the figures, or continue."""
        question = self.classroom.question
        if question is None:
            return
        if self.needs_move:
            self.note = "Press the key of your next move."
        elif self.is_answered:
            self.classroom.next()
            self._reset()
        elif isinstance(question.answer, OptionAnswer):
            if self.cursor is None:
                self.note = "Select with the arrow keys, or press the number of an answer."
            else:
                self.choose(self.cursor)
        else:
            self._submit_figures(question.answer)

    def _submit_figures(self, answer: FigureAnswer) -> None:
        """Check the current figure; once all are filled in, submit the answer."""
        try:
            parse_figure(answer.fields[self.field], self.inputs[self.field])
            empty_fields = [index for index, text in enumerate(self.inputs) if not text.strip()]
            if empty_fields:
                self.field = empty_fields[0]
            else:
                self.classroom.answer(self.inputs)
        except Refused as error:
            reason = str(error)
            self.note = f"{reason[:1].upper()}{reason[1:]}."

    # At the table.

    def press(self, key: str) -> None:
        """Make the move with this key, or name the seat of the pending move."""
        dealing = self.classroom.dealing
        if dealing is None or not self.needs_move:
            return
        if self.pending_move and key.isascii() and key.isdigit():
            self._make_move(self.pending_move, int(key))
            return
        move = next((entry for entry in dealing.moves if entry.key == key), None)
        self.pending_move, self.note = None, ""
        if move is None:
            self.note = "No move has this key."
        elif move.needs_seat:
            self.pending_move = move
        else:
            self._make_move(move)

    def _make_move(self, move: DealerMove, seat: int | None = None) -> None:
        self.classroom.make_move(move, seat)
        self._reset()

    def switch_place(self) -> None:
        """Switch between the table and the questions."""
        classroom = self.classroom
        was_at_table = classroom.is_at_table
        if was_at_table:
            classroom.get_up()
        else:
            classroom.sit_down()
        if classroom.is_at_table is not was_at_table:
            self._reset()
        else:
            self.note = (
                "Answer this question first."
                if was_at_table and not classroom.needs_move
                else NOTHING_LEFT_NOTES[was_at_table]
            )
