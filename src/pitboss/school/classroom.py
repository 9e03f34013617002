"""A trainee's session: questions first, then rounds at a table, then what was missed there.

It asks, checks and keeps the score. Whoever wants to deal at once goes to the table at any time.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from pitboss.school.catalogue import catalogue, session
from pitboss.school.chance import Chance
from pitboss.school.dealing import Dealing
from pitboss.school.kinds import Kind, asked
from pitboss.school.moves import Move
from pitboss.school.questions import Judged, Question, check
from pitboss.school.report import Report, report
from pitboss.school.study import Study, answered, dealt, upcoming
from pitboss.school.syllabus import Syllabus

ROUNDS: Final = 3
"""Rounds that a trainee deals."""
MORE: Final = 2
"""Rounds more at the most, while something that was missed is not yet right twice."""


class Classroom:
    """What the school remembers: the session as values, and the table that is dealt at."""

    def __init__(
        self,
        syllabus: Syllabus,
        questions: int,
        seed: str | None,
        *,
        rounds: int = ROUNDS,
        kinds: Mapping[str, Kind] | None = None,
    ) -> None:
        """A session of so many questions and rounds; its catalogue may have been made before."""
        self.syllabus = syllabus
        self.kinds = catalogue(syllabus) if kinds is None else kinds
        self._chance, self._table = Chance(seed, "school"), Chance(seed, "school table")
        self._rounds = rounds
        self.study = Study(session(tuple(self.kinds.values()), questions, self._chance))
        self.question: Question | None = None
        """What is asked; none when the session is over."""
        self.judged: Judged | None = None
        """What was said to the answer, until the next question."""
        self.dealing: Dealing | None = None
        """The table, once the trainee went there."""
        self.again = False
        """Whether it came back because it was missed."""
        self.at_table = False
        self._aside: Question | None = None
        """What was asked when the trainee went to the table."""
        self.next()

    def next(self) -> None:
        """The next question, or the next step at the table."""
        if self.at_table and self.dealing is not None:
            self.dealing.go_on()
            self._stay(self.dealing)
        else:
            self._ask()

    def _ask(self) -> None:
        key = upcoming(self.study)
        if key is not None:
            self._put(asked(self.kinds[key], self.syllabus, self._chance))
        elif self._to_deal:
            self.sit_down()
        else:
            self._put(None)

    def _put(self, question: Question | None) -> None:
        kind = question.kind if question else None
        self.question, self.judged = question, None
        self.again = any(one.kind == kind for one in self.study.missed)

    def answer(self, given: int | Sequence[str]) -> Judged:
        """Check an answer and count it; what cannot be read is refused and counts for nothing."""
        if self.question is None or self.judged is not None:
            raise AssertionError("nothing is asked")
        self.judged = check(self.question, given)
        count = dealt if self.at_table else answered
        self.study = count(self.study, self.question, right=self.judged.right)
        if self.at_table and self.dealing is not None:
            self.dealing.answered(right=self.judged.right)
        return self.judged

    # At the table.

    @property
    def _to_deal(self) -> bool:
        """Whether rounds are still to be dealt; a few more where something was missed."""
        if self.dealing is None:
            return self._rounds > 0
        return self.dealing.closed < self._rounds + MORE * bool(self.study.missed)

    def sit_down(self) -> None:
        """Go to the table; what is asked waits. When the rounds are dealt there is none."""
        if self.at_table or not self._to_deal:
            return
        if self.dealing is None:
            self.dealing = Dealing(self.syllabus, self.kinds, self._table)
        self._aside = self.question if self.judged is None else None
        self.at_table = True
        self._put(self.dealing.question)

    def get_up(self) -> None:
        """Back to the questions, if there are any; the round waits, but no sum that is asked."""
        if self.acts and (self._aside is not None or upcoming(self.study) is not None):
            self._leave()

    def _leave(self) -> None:
        self.at_table = False
        if self._aside is not None:
            self._put(self._aside)
            self._aside = None
        else:
            self._ask()

    @property
    def acts(self) -> bool:
        """Whether a move is to be made, and no answer to be given."""
        return self.at_table and self.dealing is not None and not self.dealing.computes

    def press(self, move: Move, seat: int | None = None) -> None:
        """A move at the table: checked, counted at the first try, and done if it is right."""
        if not self.acts or self.dealing is None:
            raise AssertionError("no move is to be made")
        made = self.dealing.press(move, seat)
        if made.counts:
            self.study = dealt(self.study, made.question, right=made.judged.right)
        self._stay(self.dealing)

    def _stay(self, dealing: Dealing) -> None:
        """The next step at the table; after the last round the questions go on."""
        between = not dealing.day.table.state.running
        if between and not dealing.computes and not self._to_deal:
            self._leave()
        else:
            self._put(dealing.question)

    @property
    def report(self) -> Report:
        """What it came to so far."""
        return report(self.syllabus, self.study, over=self.question is None)
