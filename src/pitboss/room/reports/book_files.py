"""The lists of a day's book as CSV files and as Parquet files, one file per list."""

import io
import zipfile
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import NoneType
from typing import Any, Final, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import asdict

from pitboss.errors import Refused
from pitboss.room.reports.bands import WinBands
from pitboss.room.reports.daily_book import BOOK_LISTS, TOTALS, DailyBook, book_records
from pitboss.room.reports.pit import PitReport
from pitboss.room.reports.rendering import (
    records_csv,
    shift_csv,
    total_columns,
    total_row,
    totals_csv,
)
from pitboss.room.reports.shift import REPORT_LISTS

Columns = dict[str, object]
"""The type of each column, by name."""


def book_csv(book: DailyBook) -> Mapping[str, str]:
    """Return the CSV file of each list."""
    return {f"{name}.csv": _list_csv(book, name) for name in BOOK_LISTS}


def _list_csv(book: DailyBook, name: str) -> str:
    if name == "pit":
        return totals_csv([book.pit], PitReport)
    if name in (*TOTALS, *REPORT_LISTS):
        return shift_csv(book.pit.sheets, None if name in TOTALS else name)
    kind, records = book_records(book, name)
    return records_csv(records, kind)


def require_pyarrow() -> None:
    """Raise `Refused` if pyarrow is not installed."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise Refused("Parquet needs pyarrow; install it with ./pitboss extra data") from None


def book_parquet(book: DailyBook) -> Mapping[str, bytes]:
    """Return the Parquet file of each list; raise `Refused` if pyarrow is not installed."""
    require_pyarrow()
    return {f"{name}.parquet": _list_parquet(book, name) for name in BOOK_LISTS}


def _list_parquet(book: DailyBook, name: str) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    columns, rows = _list_rows(book, name)
    types: dict[object, Any] = {int: pa.int64(), bool: pa.bool_(), float: pa.float64()}
    schema = pa.schema([(key, types.get(hint, pa.string())) for key, hint in columns.items()])
    data = [{key: _value(row[key], hint) for key, hint in columns.items()} for row in rows]
    buffer = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(data, schema=schema), buffer)
    return buffer.getvalue()


def _list_rows(book: DailyBook, name: str) -> tuple[Columns, list[Mapping[str, object]]]:
    """Return the columns of a list and its rows."""
    if name in TOTALS:
        kind = TOTALS[name]
        reports = [book.pit] if name == "pit" else book.pit.sheets
        hints = _hints(kind) | _hints(WinBands)
        columns = {key: hints[key] for key in total_columns(kind)}
        return columns, [total_row(report, kind) for report in reports]
    if name in REPORT_LISTS:
        rows: list[Mapping[str, object]] = [
            {"table": sheet.table} | asdict(item)
            for sheet in book.pit.sheets
            for item in getattr(sheet, name)
        ]
        return {"table": str} | _hints(REPORT_LISTS[name]), rows
    record_kind, records = book_records(book, name)
    return _hints(record_kind), [asdict(record) for record in records]


def _hints(kind: type[Struct]) -> Columns:
    """Return the type of each field; an optional one has the type of its values."""
    hints = get_type_hints(kind)
    return {name: _required_type(hints[name]) for name in kind.__struct_fields__}


def _required_type(hint: object) -> object:
    arguments = [item for item in get_args(hint) if item is not NoneType]
    return arguments[0] if len(arguments) == 1 and NoneType in get_args(hint) else hint


def _value(value: object, hint: object) -> object:
    """Return a value as Parquet stores it: exact fractions and lists as text, like CSV."""
    if value is None or hint in (int, bool, float):
        return value
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(Fraction(value)) if isinstance(value, int) else str(value)


def zip_files(files: Mapping[str, str | bytes], day: str) -> bytes:
    """Return files as a ZIP archive, which is the same for the same files."""
    year, month, day_of_month = map(int, day.split("-"))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(
                f"book-{day}/{name}", (max(year, 1980), month, day_of_month, 0, 0, 0)
            )
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return buffer.getvalue()


def book_content(book: DailyBook, format_: str) -> bytes:
    """Return a book in a format of `BOOK_FORMATS`."""
    return BOOK_FORMATS[format_](book)


def _pdf(book: DailyBook) -> bytes:
    from pitboss.room.reports.book_pages import book_pdf

    return book_pdf(book)


def _html(book: DailyBook) -> bytes:
    from pitboss.room.reports.book_pages import book_html

    return book_html(book).encode()


BOOK_FORMATS: Final[Mapping[str, Callable[[DailyBook], bytes]]] = {
    "pdf": _pdf,
    "html": _html,
    "csv": lambda book: zip_files(book_csv(book), book.day),
    "parquet": lambda book: zip_files(book_parquet(book), book.day),
}
"""The formats in which a book is one file; those of the lists are ZIP archives."""
