"""What the store keeps of a trainee: open sessions, lessons passed, and spaced repetition."""

from collections.abc import Mapping
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from pitboss.room.school_service.turns import Action, Certificate, Course, GradedKind
from pitboss.room.store.interface import Put, Store, read_row
from pitboss.school.questions import Subject
from pitboss.school.repetition import KindProgress, due_kinds, review

SCHOOL_COLLECTION = "school"
"""A row for each account, under its key."""
CERTIFICATES_COLLECTION = "school certificates"
"""A row for each certificate, under its id."""
RECORD_VERSION = 1


class LessonResult(Struct, frozen=True):
    """A lesson that was passed, with the best score."""

    day: str
    """When it was first passed, in UTC."""
    right: int
    answers: int
    times: int = 1


class StoredSession(Struct, frozen=True, kw_only=True):
    """A session that has not ended, from which the school's process rebuilds it."""

    id: str
    table: str = ""
    """The table whose rules it teaches; empty for the built-in example."""
    course: Course
    lesson: str
    seed: str
    plan: tuple[str, ...]
    actions: tuple[Action, ...] = ()
    answer_count: int = 0
    """How many of the answers are in the record."""
    is_over: bool = False


class GameRecord(Struct, frozen=True, kw_only=True):
    """What somebody has learned of a game."""

    kinds: dict[str, KindProgress] = {}
    lessons: dict[str, LessonResult] = {}
    session: StoredSession | None = None
    certificate: Certificate | None = None
    """The last one."""
    certificates: tuple[str, ...] = ()
    """The ids of all of them."""
    last_day: str = ""


class SchoolRecord(Struct, frozen=True, kw_only=True):
    """Everything that the school knows of an account."""

    version: int = RECORD_VERSION
    games: dict[str, GameRecord] = {}
    last_day: str = ""
    day_streak: int = 0
    """Days in a row with an answer, up to the last day."""

    def game(self, key: str) -> GameRecord:
        """Return the record of a game."""
        return self.games.get(key, GameRecord())

    def with_game(self, key: str, game: GameRecord) -> "SchoolRecord":
        """Return the record with another one of a game."""
        return replace(self, games={**self.games, key: game})


def find_session(record: SchoolRecord, session: str) -> tuple[str, StoredSession] | None:
    """Return a session by its id, with the key of its game."""
    for key, game in record.games.items():
        if game.session is not None and game.session.id == session:
            return key, game.session
    return None


def record_answers(
    record: SchoolRecord,
    game_key: str,
    session: StoredSession,
    answers: tuple[GradedKind, ...],
    today: date,
    *,
    is_over: bool,
) -> SchoolRecord:
    """Return the record after new answers of a session."""
    game = record.game(game_key)
    kinds = dict(game.kinds)
    new_answers = answers[session.answer_count :]
    for item in new_answers:
        kinds[item.kind] = review(
            kinds.get(item.kind), Subject(item.subject), today, right=item.right
        )
    lessons = game.lessons
    if is_over and not session.is_over:
        lessons = {**lessons, session.lesson: _result(lessons, session.lesson, answers, today)}
    session = replace(session, answer_count=len(answers), is_over=is_over)
    day = today.isoformat()
    game = replace(game, kinds=kinds, lessons=lessons, session=session)
    if not new_answers:
        return record.with_game(game_key, game)
    streak = 1 if not record.last_day else _day_streak(record, today)
    return replace(
        record.with_game(game_key, replace(game, last_day=day)), last_day=day, day_streak=streak
    )


def _day_streak(record: SchoolRecord, today: date) -> int:
    days = (today - date.fromisoformat(record.last_day)).days
    return record.day_streak + days if days in (0, 1) else 1


def _result(
    lessons: Mapping[str, LessonResult], lesson: str, answers: tuple[GradedKind, ...], today: date
) -> LessonResult:
    """Return the result of a lesson: the first day it was passed, and the best score."""
    right, total = sum(item.right for item in answers), len(answers)
    before = lessons.get(lesson)
    if before is None:
        return LessonResult(today.isoformat(), right, total)
    is_better = right * before.answers > before.right * total
    best = (right, total) if is_better else (before.right, before.answers)
    return LessonResult(before.day, *best, before.times + 1)


def weak_subjects(kinds: Mapping[str, KindProgress]) -> tuple[str, ...]:
    """Return the subjects with fewer than four of five answers right, the weakest first."""
    shares = {}
    for subject in Subject:
        own = [item for item in kinds.values() if item.subject == subject]
        total = sum(item.answers for item in own)
        if total:
            shares[subject.description] = sum(item.right for item in own) / total
    weak = [name for name, share in shares.items() if share < WEAK_SHARE]
    return tuple(sorted(weak, key=lambda name: shares[name]))


WEAK_SHARE = 0.8
"""A subject is weak below this share of right answers."""


def count_due(game: GameRecord, today: date) -> int:
    """Return how many kinds of questions are due."""
    return len(due_kinds(game.kinds, today))


async def school_deletions(store: Store, key: str) -> tuple[Put, ...]:
    """Return what deletes everything that the school knows of an account."""
    record = await read_row(store, SCHOOL_COLLECTION, key, SchoolRecord)
    if record is None:
        return ()
    ids = [id_ for game in record.games.values() for id_ in game.certificates]
    certificates = (Put(CERTIFICATES_COLLECTION, id_, None) for id_ in ids)
    return (Put(SCHOOL_COLLECTION, key, None), *certificates)
