"""The daily book: its lists as CSV and Parquet, and its pages."""

import asyncio
import csv
import io
import sys
import zipfile
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from pypdf import PdfReader

from pitboss.errors import Refused
from pitboss.room.people.accounts import AccountRole
from pitboss.room.reports.book_files import book_csv, book_parquet, zip_files
from pitboss.room.reports.book_pages import book_html, book_pdf
from pitboss.room.reports.daily_book import BOOK_LISTS, DailyBook, daily_book
from pitboss.room.reports.lab_edges import lab_edges
from pitboss.room.reports.period import day_period
from pitboss.room.reports.rendering import shift_csv
from pitboss.room.reports.store_reports import shift_reports
from pitboss.room.store.opening import ReadOnlySqlite
from tests.cli.program import run
from tests.room.http.in_process_room import InProcessRoom, ManualClock

from .two_day_room import FIRST, SECOND, copy_two_days, two_day_database

MADE_AT = "2026-11-18T12:00:00.000Z"


@cache
def book(day: str = FIRST) -> DailyBook:
    database = two_day_database()

    async def work() -> DailyBook:
        store = ReadOnlySqlite(database)
        try:
            return await daily_book(store, day, MADE_AT, lab_edges())
        finally:
            await store.close()

    return asyncio.run(work())


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_lists_as_csv() -> None:
    files = book_csv(book())
    assert files.keys() == {f"{name}.csv" for name in BOOK_LISTS}
    assert [row["table"] for row in rows(files["tables.csv"])] == ["run-em-twice", "stud-235"]
    (pit,) = rows(files["pit.csv"])
    assert int(pit["win"]) == sum(int(row["win"]) for row in rows(files["tables.csv"]))
    assert int(pit["low_99"]) < int(pit["high_99"])
    (void,) = rows(files["voids.csv"])
    assert (void["table"], void["reason"]) == ("stud-235", "a card lay face up")
    assert {row["name"] for row in rows(files["people.csv"])} == {"Dee", "Flo"}
    assert rows(files["breaks.csv"]) == []
    heads = {row["stream"]: row["hash"] for row in rows(files["heads.csv"])}
    assert heads.keys() == {"office", "run-em-twice", "stud-235"}
    assert {row["difference"] for row in rows(files["accounts.csv"])} == {"0"}
    assert "tray" in {row["account"] for row in rows(files["accounts.csv"])}


def test_parquet_has_the_same_rows_as_csv() -> None:
    from pyarrow import parquet

    for day in (FIRST, SECOND):
        texts = book_csv(book(day))
        for name, content in book_parquet(book(day)).items():
            table = parquet.read_table(io.BytesIO(content))
            expected = rows(texts[name.replace(".parquet", ".csv")])
            header = texts[name.replace(".parquet", ".csv")].splitlines()[0]
            assert ",".join(table.column_names) == header, name
            assert [{k: cell(v) for k, v in row.items()} for row in table.to_pylist()] == [
                {k: v.removeprefix("'") for k, v in row.items()} for row in expected
            ], name


def cell(value: Any) -> str:  # noqa: ANN401  whatever the file has
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_money_is_a_number_in_parquet() -> None:
    from pyarrow import parquet, types

    files = book_parquet(book())
    schema = parquet.read_table(io.BytesIO(files["tables.parquet"])).schema
    for name in ("drop", "handle", "win", "low_95", "standard_deviation"):
        assert types.is_int64(schema.field(name).type), name
    assert types.is_float64(schema.field("z").type)
    assert types.is_boolean(schema.field("is_outside").type)
    empty = parquet.read_table(io.BytesIO(files["jackpots.parquet"])).schema
    assert types.is_int64(empty.field("paid").type)


def test_pages_have_every_part() -> None:
    text = book_html(book())
    pdf = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(book_pdf(book()))).pages)
    for sentence in (
        "Daily book for 2026-11-16",
        "The books balance.",
        "The whole pit: 2 tables",
        "99% band of win",
        "a card lay face up",
        "Reconciliation of 2026-11-16",
        "Staff activity",
        "Heads of the chains",
        book().heads[0].hash,
    ):
        assert sentence in text
        assert " ".join(sentence.split()) in " ".join(pdf.split())
    assert book_pdf(book()) == book_pdf(book()), "the same book is the same file"


def test_markup_in_names_is_text() -> None:
    """Reasons are typed by people."""
    from msgspec.structs import replace

    reason = "<b>#eval(1)</b> $x$ *y* [z]"
    sheets = book().pit.sheets
    voids = tuple(replace(void, reason=reason) for void in sheets[1].voids)
    pit = replace(book().pit, sheets=(sheets[0], replace(sheets[1], voids=voids)))
    forged_book = replace(book(), pit=pit)
    assert "<b>#eval" not in book_html(forged_book)
    pdf = PdfReader(io.BytesIO(book_pdf(forged_book)))
    assert "#eval(1)" in "".join(page.extract_text() for page in pdf.pages)


def test_archive_is_the_same_for_the_same_book() -> None:
    first, again = (zip_files(book_csv(book()), FIRST) for _ in range(2))
    assert first == again
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert archive.namelist()[0] == f"book-{FIRST}/pit.csv"


@pytest.fixture
def _no_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "typst", None)


@pytest.mark.usefixtures("_no_extras")
def test_missing_extras_are_named() -> None:
    with pytest.raises(
        Refused, match=r"Parquet needs pyarrow; install it with \./pitboss extra data"
    ):
        book_parquet(book())
    with pytest.raises(Refused, match="a PDF needs typst"):
        book_pdf(book())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy_two_days(tmp_path)
    return tmp_path


async def get(house: InProcessRoom, query: str) -> httpx.Response:
    ada = await house.sign_in("Ada", AccountRole.AUDITOR)
    return await ada.get(f"/api/reports/books?{query}")


async def test_formats_over_http(folder: Path) -> None:
    clock = ManualClock()
    clock.at = datetime(2026, 11, 18, 12, tzinfo=UTC)
    async with InProcessRoom(folder, games={}, clock=clock) as house:
        pdf = await get(house, f"day={FIRST}")
        assert pdf.headers["content-type"] == "application/pdf"
        assert pdf.headers["content-disposition"] == 'attachment; filename="book-2026-11-16.pdf"'
        assert pdf.content.startswith(b"%PDF")
        html = await get(house, f"day={FIRST}&format=html")
        assert "The books balance." in html.text
        archive = zipfile.ZipFile(io.BytesIO((await get(house, f"day={FIRST}&format=csv")).content))
        sheets = await shift_reports(house.store, day_period(FIRST), (), lab_edges())
        assert archive.read(f"book-{FIRST}/tables.csv").decode() == shift_csv(sheets)
        parquet = zipfile.ZipFile(io.BytesIO((await get(house, "format=parquet")).content))
        assert len(parquet.namelist()) == len(BOOK_LISTS)
        later = await get(house, "day=2026-11-19")
        assert (later.status_code, "is in the future" in later.text) == (409, True)
        assert (await get(house, "format=xls")).status_code == 422


def test_command_writes_each_format(folder: Path) -> None:
    for name in ("book.pdf", "book.html", "book.zip", "book.parquet"):
        process = run(
            "pit", "books", "--data", str(folder), "--day", FIRST, "-o", str(folder / name)
        )
        assert process.returncode == 0, process.stderr
    assert (folder / "book.pdf").read_bytes().startswith(b"%PDF")
    assert len(list((folder / "book.parquet").iterdir())) == len(BOOK_LISTS)
    again = run("pit", "books", "--data", str(folder), "-o", str(folder / "book.zip"))
    assert b"already exists" in again.stderr
    other = run("pit", "books", "--data", str(folder), "-o", str(folder / "book.xls"))
    assert b".pdf or .html or .zip or .parquet" in other.stderr
