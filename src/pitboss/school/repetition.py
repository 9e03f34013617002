"""Spaced repetition: when a kind of question comes back, by Leitner's boxes.

A kind moves up one box each time that it is due and answered correctly, and waits longer in each
box. A wrong answer returns it to the first box. Answering ahead of time changes nothing, so that
cramming on one day does not count as remembering.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.school.questions import Subject

BOX_DAYS: Final = (1, 2, 4, 8, 16, 32)
"""Days until a kind comes back, by box."""
KNOWN_BOX: Final = 2
"""From this box on, a kind counts as known: it was remembered on two days."""


class KindProgress(Struct, frozen=True, array_like=True):
    """What somebody knows of one kind of question."""

    subject: str
    box: int
    due: date
    """The day in UTC from which it is asked again."""
    answers: int = 0
    right: int = 0

    @property
    def is_known(self) -> bool:
        """Whether it was remembered on different days."""
        return self.box >= KNOWN_BOX


def review(
    before: KindProgress | None, subject: Subject, today: date, *, right: bool
) -> KindProgress:
    """Return the progress after an answer on a day."""
    if before is None:
        before = KindProgress(subject, -1, today)
    after = replace(before, answers=before.answers + 1, right=before.right + right)
    if not right:
        return replace(after, box=0, due=_due_day(0, today))
    if before.due > today:
        return after
    box = min(before.box + 1, len(BOX_DAYS) - 1)
    return replace(after, box=box, due=_due_day(box, today))


def _due_day(box: int, today: date) -> date:
    return today + timedelta(days=BOX_DAYS[box])


def due_kinds(kinds: Mapping[str, KindProgress], today: date) -> tuple[str, ...]:
    """Return the kinds that are due, those in the lowest box first."""
    due = [key for key, progress in kinds.items() if progress.due <= today]
    return tuple(sorted(due, key=lambda key: (kinds[key].box, kinds[key].due, key)))
