"""PDFs by typst, an optional part: the same bytes for the same source on every machine."""

from datetime import datetime
from typing import Final

from pitboss.errors import Refused

PDF_STANDARD: Final = "a-2a"
"""The archival standard: embedded fonts, text in reading order, no outside dependencies."""


def require_typst() -> None:
    """Raise `Refused` if typst is not installed."""
    try:
        import typst  # noqa: F401
    except ImportError:
        raise Refused("a PDF needs typst; install it with ./pitboss extra report") from None


def typst_string(words: str) -> str:
    """Return text as a typst string literal, in which nothing is taken for markup."""
    safe = "".join(letter for letter in words if letter in "\n\t" or ord(letter) >= 0x20)
    return '"' + safe.replace("\\", "\\\\").replace('"', '\\"') + '"'


def compile_typst(source: str, timestamp: datetime) -> bytes:
    """Compile a typst source to a PDF, with the fonts that come with typst only."""
    require_typst()
    import typst

    document = typst.compile(
        source.encode(),
        ignore_system_fonts=True,
        format="pdf",
        pdf_standards=[PDF_STANDARD],
        timestamp=timestamp,
    )
    if not isinstance(document, bytes):
        raise TypeError(type(document))
    return document
