"""A par sheet as PDF, made by typst: the same bytes for the same sheet, on every machine."""

from datetime import UTC, datetime
from typing import Final

from pitboss.papers.par.sheet import ParSheet
from pitboss.papers.par.typst import typst_source
from pitboss.refusal import Refused

STANDARD: Final = "a-2a"
"""For keeping: fonts inside, words in their order, nothing that depends on a reader."""


def check_typst() -> None:
    """Refused where typst is not installed."""
    try:
        import typst  # noqa: F401
    except ImportError:
        raise Refused("a PDF needs typst, which ./pitboss extra report installs") from None


def par_pdf(sheet: ParSheet) -> bytes:
    """The whole sheet. It bears the day that the sheet says, and no hour."""
    return pdf_of(typst_source(sheet), datetime.fromisoformat(sheet.date).replace(tzinfo=UTC))


def pdf_of(source: str, when: datetime) -> bytes:
    """What typst makes of a source, with the fonts that come with it and no others."""
    check_typst()
    import typst

    made = typst.compile(
        source.encode(),
        ignore_system_fonts=True,
        format="pdf",
        pdf_standards=[STANDARD],
        timestamp=when,
    )
    if not isinstance(made, bytes):
        raise TypeError(type(made))
    return made
