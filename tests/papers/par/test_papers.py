"""The page and the PDF of a par sheet are valid, contain the same figures, and can be filed."""

import html
import re
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from pitboss.games import GAMES
from pitboss.papers.par_sheet.html_page import par_sheet_html
from pitboss.papers.par_sheet.pdf import par_sheet_pdf, typst_source
from pitboss.papers.par_sheet.plots import DECISION_SHADES, TWO_SHADES, draw_plot
from pitboss.papers.par_sheet.sections import sheet_sections
from pitboss.papers.par_sheet.sheet import PlotBlock, build_par_sheet
from pitboss.papers.typesetting import typst_string
from tests.papers.par.sample_sheets import (
    DAY,
    html_of,
    page_of,
    pdf_of,
    pdf_text,
    sheet_of,
    sound,
    tables_of,
    text_of,
    without_spaces,
)
from tests.papers.sample_submissions import CASES, HOSTILE

pytestmark = pytest.mark.usefixtures("kernels")

EVERY_CASE = pytest.mark.parametrize("case", CASES)
SOME_CASES = pytest.mark.parametrize(
    "case",
    [case for case in CASES if "," not in case]
    + ["holdem-bonus, no side wagers", "stud-235, hostile", "criss-cross, long"],
)
EVERY_GAME = pytest.mark.parametrize("game", GAMES)

KNOWN = {
    "criss-cross": (
        "−0.086571 × Ante Across", "4.3285%", "5.863695", "9.60196", "1.4764%", "84,284,272,800",
        "-579091/6689228", "-7653/216580", "3.5336%", "123,552",
    ),
    "run-em-twice": ("−0.086571 × 1st Ante", "4.3285%", "-7653/216580", "-59/663", "8.8989%"),
    "holdem-bonus": (
        "−0.020369 × Ante", "3.818103", "0.5335%", "55,627,620,048,000", "5.5935%",
    ),
    "stud-235": ("16,500", "1,100", "660", "3,744", "3.5034%", "-28454/270725", "1.9831%"),
    "mississippi-stud": ("4.9149%",),
    "let-it-ride": ("−0.035057 × First Bet", "3.5057%", "2.8648%", "-37963/1082900"),
    "three-card": ("3.3730%", "2.3167%"),
    "caribbean-stud": ("5.2243%", "2.5553%", "19,933,230,517,200"),
    "ultimate-holdem": ("2.1850%", "3.4979%"),
}  # fmt: skip
"""Published or easily counted figures, in the form that a sheet shows."""


@EVERY_CASE
def test_pages_are_valid_and_self_contained(case: str) -> None:
    assert sound(page_of(case)) == []


@EVERY_GAME
def test_known_figures_are_in_both_papers(game: str) -> None:
    for figure in KNOWN[game]:
        assert figure in page_of(game).text, figure
        assert without_spaces(figure) in without_spaces(pdf_text(game)), figure


@SOME_CASES
def test_page_and_pdf_agree(case: str) -> None:
    """Every cell of every table, and every title, is in both."""
    sheet, rows = sheet_of(case), page_of(case).rows
    words = without_spaces(pdf_text(case))
    for table in tables_of(sheet):
        for row in (*table.rows, *([table.total] if table.total else [])):
            assert list(row) in rows
            for cell in row:
                assert without_spaces(cell) in words, cell
    for part in sheet_sections(sheet):
        assert part.title in page_of(case).text
        assert without_spaces(part.title) in words


@EVERY_GAME
def test_the_same_sheet_gives_the_same_bytes(game: str) -> None:
    again = build_par_sheet(GAMES[game], {}, date=DAY)
    assert par_sheet_html(again) == html_of(game)
    assert par_sheet_pdf(again) == pdf_of(game)


@EVERY_GAME
def test_a_pdf_can_be_archived_and_navigated(game: str) -> None:
    pdf = PdfReader(BytesIO(pdf_of(game)))
    sheet = sheet_of(game)
    assert pdf.metadata is not None
    assert pdf.metadata.title == sheet.title
    assert b"pdfaid:part" in pdf_of(game)  # PDF/A
    titles = [entry.title for entry in pdf.outline if not isinstance(entry, list)]
    assert [without_spaces(t or "").lstrip("0123456789") for t in titles] == [
        without_spaces(part.title) for part in sheet_sections(sheet)
    ]
    last = len(pdf.pages)
    for number, page in enumerate(pdf.pages, 1):
        assert f"page {number} of {last}" in " ".join(page.extract_text().split())
    fonts = {name for page in pdf.pages for name in _fonts(page)}
    assert fonts
    assert all("Libertinus" in name or "DejaVu" in name for name in fonts)


def _charts(game: str) -> set[str]:
    """Return whether the first decision is made on two cards, and so has a chart."""
    return {"first"} if len(GAMES[game].first_cards) == 2 else set()


def _fonts(page: object) -> set[str]:
    resources = page["/Resources"]["/Font"]  # type: ignore[index]
    return {str(font.get_object()["/BaseFont"]) for font in resources.values()}


@EVERY_GAME
def test_drawings_are_named_and_well_formed(game: str) -> None:
    sheet = sheet_of(game)
    result = [b for part in sheet_sections(sheet) for b in part.blocks if isinstance(b, PlotBlock)]
    assert {"body", *_charts(game)} <= {block.name for block in result}
    for block in result:
        root = ElementTree.fromstring(draw_plot(sheet, block, family="serif", standalone=True))  # noqa: S314
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        assert next(iter(root)).text == block.alt
        for mark in root.iter():
            if "x" in mark.attrib:
                assert -0.5 <= float(mark.attrib["x"]) <= width + 0.5
                assert -0.5 <= float(mark.attrib["y"]) <= height + 0.5


@EVERY_GAME
def test_the_chart_has_every_hand_with_its_decision(game: str) -> None:
    sheet = sheet_of(game)
    words = re.findall(r"<text[^>]*>([^<]*)</text>", html_of(game))
    chart_starts = sheet.solution.main.starts if _charts(game) else {}
    for name, start in chart_starts.items():
        assert words[words.index(name) + 1] == start.best


def test_shades_can_be_distinguished_in_grayscale() -> None:
    for shades in (DECISION_SHADES, TWO_SHADES):
        greys = [_grey(shade) for shade in shades]
        assert greys == sorted(greys, reverse=True)
        assert all(a - b > 20 for a, b in pairwise(greys))


def _grey(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_operator_text_is_escaped_in_both_papers() -> None:
    page = html_of("stud-235, hostile")
    assert html.escape(HOSTILE) in page
    assert "<script" not in page
    assert without_spaces(HOSTILE) in without_spaces(pdf_text("stud-235, hostile"))
    evil = 'a"); #panic("x") \\ #read("/etc/passwd") $x$ [#y]'
    sheet = build_par_sheet(GAMES["stud-235"], {"operator": evil}, date=DAY)
    assert typst_string(f"{evil} (example)") in typst_source(sheet)
    assert without_spaces(evil) in without_spaces(text_of(par_sheet_pdf(sheet)))


def test_a_table_without_names_has_no_header() -> None:
    tables = tables_of(sheet_of("stud-235"))
    tables_with_names = [table for table in tables if any(name for name, _ in table.columns)]
    assert html_of("stud-235").count("<thead>") == len(tables_with_names) < len(tables)
