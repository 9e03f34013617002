"""What a report is requested by, and what it results in."""

from typing import Any

from msgspec import Struct

from pitboss.room.reports.period import Period


class ShiftRequest(Struct, frozen=True, tag="shift"):
    """The shift sheets of some tables, or of all."""

    period: Period
    tables: tuple[str, ...] = ()
    is_csv: bool = False
    part: str = ""
    """With CSV: one list of the sheets."""

    needs_one_moment = False
    """Whether everything is read as of one moment.

    Reading lines up to a known head does not need that, and SQLite's write-ahead log can then be
    copied into the file meanwhile.
    """
    advice = "choose a shorter period or fewer tables"
    """What to do if the report takes too long."""


class PitRequest(Struct, frozen=True, tag="pit"):
    """The totals of all tables over a period, with their sheets."""

    period: Period
    is_csv: bool = False

    needs_one_moment = False
    advice = "choose a shorter period"


class StaffRequest(Struct, frozen=True, tag="staff"):
    """What each member of staff did in a period."""

    period: Period
    tables: tuple[str, ...] = ()
    is_csv: bool = False
    part: str = ""
    """With CSV: one list of the report."""

    needs_one_moment = False
    advice = "choose a shorter period or fewer tables"


class HistoryRequest(Struct, frozen=True, tag="history"):
    """The history of a player."""

    player: str
    period: Period
    is_csv: bool = False
    limit: int = 0
    """The most items; 0 for all."""
    after: str = ""
    """The item after which to go on, as the page before named it."""

    needs_one_moment = False
    advice = "choose a shorter period, or set a limit"


class ReconciliationRequest(Struct, frozen=True, tag="reconciliation"):
    """The reconciliation of a day."""

    day: str

    needs_one_moment = True
    advice = "run `pitboss reconcile` on the server instead"


class BookRequest(Struct, frozen=True, tag="book"):
    """The daily book, in one of the formats of `BOOK_FORMATS`."""

    day: str
    format: str
    made_at: str

    needs_one_moment = True
    advice = "run `pitboss pit books` on the server instead"


class EdgesRequest(Struct, frozen=True, tag="edges"):
    """What the lab knows about the wagers under the rules of a submission."""

    game: str
    submission: dict[str, Any]

    needs_one_moment = False
    advice = "run `pitboss pit shift --solve`"


class RoundRequest(Struct, frozen=True, tag="round"):
    """The export of a round."""

    table: str
    round: int
    is_for_staff: bool

    needs_one_moment = True
    advice = "try again later"


class ReplayRequest(Struct, frozen=True, tag="replay"):
    """The replay of a closed round."""

    table: str
    round: int

    needs_one_moment = True
    advice = "try again later"


class CheckRequest(Struct, frozen=True, tag="check"):
    """The verification of a closed round."""

    table: str
    round: int

    needs_one_moment = True
    advice = "export the round, and run `pitboss verify` on it"


ReportRequest = (
    ShiftRequest
    | PitRequest
    | StaffRequest
    | HistoryRequest
    | ReconciliationRequest
    | BookRequest
    | EdgesRequest
    | RoundRequest
    | ReplayRequest
    | CheckRequest
)


class Report(Struct, frozen=True):
    """The content of a response."""

    content: bytes
    next: str = ""
    """Where the next page of a history begins; empty on the last page."""


class ReportSource(Struct, frozen=True):
    """Where a process finds the room's data: a SQLite file or a PostgreSQL database."""

    file: str = ""
    database: str = ""


class ReportTask(Struct, frozen=True):
    """Everything that a process is given for a report."""

    source: ReportSource
    request: ReportRequest


class ReportHeader(Struct, frozen=True, omit_defaults=True):
    """The first line of a process's answer; the content follows, unless the store has failed."""

    next: str = ""
    store_failure: str = ""
    """Why the store could not be read."""
    is_damaged: bool = False
    """Whether that is because the stored data is not what was written."""
