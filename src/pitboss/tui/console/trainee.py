"""A trainee before a question or at the table: what is chosen or typed so far, without a screen."""

from typing import Final

from pitboss.refusal import Refused
from pitboss.school.classroom import Classroom
from pitboss.school.moves import Move
from pitboss.school.questions import Choose, Figures, figure
from pitboss.tui.console.school_scene import AtTable, SchoolScene
from pitboss.tui.console.told import told

LONGEST: Final = 12
"""Characters of a figure."""
RECENT: Final = 12
"""Lines of the log that are told at the table."""
NONE_LEFT: Final = {True: "No question is left.", False: "The rounds at the table are dealt."}


class Trainee:
    """Answers questions one after the other."""

    def __init__(self, classroom: Classroom) -> None:
        self.classroom = classroom
        self.cursor: int | None = None
        self.at = 0
        self.scroll = 0
        self.note = ""
        self.typed: list[str] = []
        self.pending: Move | None = None
        self._begin()

    def _begin(self) -> None:
        self.cursor, self.at, self.scroll, self.note = None, 0, 0, ""
        self.pending = None
        question = self.classroom.question
        fields = question.answer.fields if question and isinstance(question.answer, Figures) else ()
        self.typed = [""] * len(fields)

    def scene(self) -> SchoolScene:
        """The moment, ready to be drawn."""
        room = self.classroom
        return SchoolScene(
            syllabus=room.syllabus,
            study=room.study,
            question=room.question,
            judged=room.judged,
            again=room.again,
            cursor=self.cursor,
            at=self.at,
            typed=tuple(self.typed),
            note=self.note,
            scroll=self.scroll,
            dealt=self._at_table(),
        )

    def _at_table(self) -> AtTable | None:
        room, dealing = self.classroom, self.classroom.dealing
        if not room.at_table or dealing is None:
            return None
        table = dealing.day.table
        recent = table.log[dealing.began :][-RECENT:]
        return AtTable(
            moves=dealing.moves,
            round=dealing.closed + 1,
            acts=room.acts,
            pending=self.pending,
            seen=dealing.sight.words if dealing.sight else "",
            last=dealing.last,
            told=tuple(said for one in recent for said in told(table.rules, one)),
        )

    @property
    def acts(self) -> bool:
        """Whether a move at the table is to be made."""
        return self.classroom.acts

    @property
    def chooses(self) -> bool:
        """Whether one of some answers is to be chosen."""
        question = self.classroom.question
        return question is not None and isinstance(question.answer, Choose) and not self.acts

    @property
    def done(self) -> bool:
        """Whether the question is answered."""
        return self.classroom.judged is not None

    @property
    def over(self) -> bool:
        """Whether the session is."""
        return self.classroom.question is None

    def choose(self, number: int) -> None:
        """One of the answers, by its place from 0."""
        question = self.classroom.question
        if question is None or not isinstance(question.answer, Choose) or self.done or self.acts:
            return
        if number < len(question.answer.options):
            self.cursor = number
            self.classroom.answer(number)

    def move(self, by: int) -> None:
        """Over the answers or figures; none is given before it is."""
        question = self.classroom.question
        if question is None or self.done or self.acts:
            self.scroll = max(0, self.scroll + by)
        elif isinstance(question.answer, Choose):
            count = len(question.answer.options)
            start = -1 if by > 0 else count
            self.cursor = ((start if self.cursor is None else self.cursor) + by) % count
        else:
            self.at = (self.at + by) % len(self.typed)
        self.note = ""

    def type(self, character: str) -> None:
        """A character more on the figure that is pointed at."""
        if self.typed and not self.done and len(self.typed[self.at]) < LONGEST:
            self.typed[self.at] += character
            self.note = ""

    def erase(self) -> None:
        """One fewer."""
        if self.typed and not self.done:
            self.typed[self.at] = self.typed[self.at][:-1]

    def enter(self) -> None:
        """Take it: the answer that is pointed at, the next figure, the whole answer, or go on."""
        question = self.classroom.question
        if question is None:
            return
        if self.acts:
            self.note = "Press the key of the move that is due."
        elif self.done:
            self.classroom.next()
            self._begin()
        elif isinstance(question.answer, Choose):
            if self.cursor is None:
                self.note = "Choose with the arrows, or press the number of an answer."
            else:
                self.choose(self.cursor)
        else:
            self._figures(question.answer)

    def _figures(self, answer: Figures) -> None:
        """Each figure is read as it is left; with the last one the answer is given."""
        try:
            figure(answer.fields[self.at], self.typed[self.at])
            missing = [at for at, typed in enumerate(self.typed) if not typed.strip()]
            if missing:
                self.at = missing[0]
            else:
                self.classroom.answer(self.typed)
        except Refused as refused:
            said = str(refused)
            self.note = f"{said[:1].upper()}{said[1:]}."

    # At the table.

    def press(self, key: str) -> None:
        """The key of a move, or the number of the seat that it is for."""
        dealing = self.classroom.dealing
        if dealing is None or not self.acts:
            return
        if self.pending and key.isascii() and key.isdigit():
            self._do(self.pending, int(key))
            return
        move = next((one for one in dealing.moves if one.key == key), None)
        self.pending, self.note = None, ""
        if move is None:
            self.note = "No move has this key."
        elif move.seat:
            self.pending = move
        else:
            self._do(move)

    def _do(self, move: Move, seat: int | None = None) -> None:
        self.classroom.press(move, seat)
        self._begin()

    def go(self) -> None:
        """To the table, or back to the questions."""
        room = self.classroom
        was = room.at_table
        if was:
            room.get_up()
        else:
            room.sit_down()
        if room.at_table is not was:
            self._begin()
        else:
            self.note = "First this." if was and not room.acts else NONE_LEFT[was]
