"""Laws of spaced repetition: nothing is lost, cramming does not count, misses come back soon."""

import itertools
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from pitboss.school.questions import Subject
from pitboss.school.repetition import BOX_DAYS, KindProgress, due_kinds, review

START = date(2026, 11, 16)
ANSWERS = st.lists(st.tuples(st.integers(0, 40), st.booleans()), max_size=40)


def progress_after(answers: list[tuple[int, bool]]) -> list[tuple[date, bool, KindProgress]]:
    """Return the progress after each answer; each comes some days after the one before."""
    today, progress, result = START, None, []
    for days, right in answers:
        today += timedelta(days=days)
        progress = review(progress, Subject.ORDER, today, right=right)
        result.append((today, right, progress))
    return result


@given(ANSWERS)
def test_every_answer_is_counted_and_comes_back_later(answers: list[tuple[int, bool]]) -> None:
    for count, (today, right, progress) in enumerate(progress_after(answers), 1):
        assert progress.answers == count
        assert progress.right == sum(right for _, right in answers[:count])
        assert today < progress.due <= today + timedelta(days=BOX_DAYS[-1])
        assert 0 <= progress.box < len(BOX_DAYS)
        if not right:
            assert (progress.box, progress.due) == (0, today + timedelta(days=BOX_DAYS[0]))


@given(ANSWERS)
def test_a_kind_moves_up_one_box_at_most_and_only_when_it_is_due(
    answers: list[tuple[int, bool]],
) -> None:
    steps = progress_after(answers)
    for (_, _, before), (today, right, after) in itertools.pairwise(steps):
        if right and before.due > today:
            assert (after.box, after.due) == (before.box, before.due)
        elif right:
            assert after.box == min(before.box + 1, len(BOX_DAYS) - 1)


@given(ANSWERS.filter(bool), st.integers(1, 10))
def test_cramming_on_one_day_changes_nothing_but_the_count(
    answers: list[tuple[int, bool]], times: int
) -> None:
    today, _, progress = progress_after(answers)[-1]
    final = progress
    for _ in range(times):
        final = review(final, Subject.ORDER, today, right=True)
    assert (final.box, final.due) == (
        progress.box,
        progress.due,
    )


@given(ANSWERS.filter(bool))
def test_who_never_misses_is_asked_less_and_less(answers: list[tuple[int, bool]]) -> None:
    progress, today, waits = None, START, []
    for _ in answers:
        progress = review(progress, Subject.ORDER, today, right=True)
        waits.append((progress.due - today).days)
        today = progress.due
    assert waits == sorted(waits)
    assert waits[: len(BOX_DAYS)] == [*BOX_DAYS][: len(waits)]


@given(st.dictionaries(st.text(max_size=5), st.tuples(st.integers(0, 5), st.integers(-9, 9))))
def test_due_kinds_are_those_whose_day_has_come(kinds: dict[str, tuple[int, int]]) -> None:
    progress = {
        key: KindProgress(Subject.ORDER, box, START + timedelta(days=days))
        for key, (box, days) in kinds.items()
    }
    due = due_kinds(progress, START)
    assert set(due) == {key for key, (_, days) in kinds.items() if days <= 0}
    assert [progress[key].box for key in due] == sorted(progress[key].box for key in due)
