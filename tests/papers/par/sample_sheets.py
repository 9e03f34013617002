"""Par sheets for the tests, each computed only once."""

import re
from functools import cache
from io import BytesIO
from typing import Final

from pypdf import PdfReader

from pitboss.games import GAMES
from pitboss.papers.par_sheet.html_page import par_sheet_html
from pitboss.papers.par_sheet.pdf import par_sheet_pdf
from pitboss.papers.par_sheet.sections import sheet_sections
from pitboss.papers.par_sheet.sheet import Listing, ParSheet, Table, build_par_sheet
from tests.papers.sample_submissions import CASES
from tests.papers.strict_html import StrictPage

DAY: Final = "2026-01-31"


@cache
def sheet_of(case: str) -> ParSheet:
    game, submission = CASES[case]
    return build_par_sheet(GAMES[game], submission, date=DAY)


@cache
def html_of(case: str) -> str:
    return par_sheet_html(sheet_of(case))


@cache
def pdf_of(case: str) -> bytes:
    return par_sheet_pdf(sheet_of(case))


@cache
def page_of(case: str) -> StrictPage:
    return StrictPage(html_of(case))


@cache
def pdf_text(case: str) -> str:
    return text_of(pdf_of(case))


def text_of(pdf: bytes) -> str:
    """Return the text of a PDF, with single spaces."""
    pages = PdfReader(BytesIO(pdf)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def tables_of(sheet: ParSheet) -> list[Table]:
    return [b for part in sheet_sections(sheet) for b in part.blocks if isinstance(b, Table)]


def listing_of(sheet: ParSheet) -> str:
    (result,) = (b for part in sheet_sections(sheet) for b in part.blocks if isinstance(b, Listing))
    return result.text


def without_spaces(words: str) -> str:
    """Return the text without whitespace, since line breaks may differ."""
    return re.sub(r"\s|\u200b", "", words)


def sound(page: StrictPage) -> list[str]:
    """Return the errors of a page, except for links to its own sections."""
    links = {f"<a href=#{name}>" for name in page.ids}
    return [fault for fault in page.faults if fault not in links]
