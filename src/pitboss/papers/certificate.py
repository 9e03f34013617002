"""A certificate of the dealer's school, as a PDF or a page to print."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, Protocol

from pitboss.papers.html import escape_html, html_document, html_table
from pitboss.papers.typesetting import compile_typst, typst_string


class PassedLesson(Protocol):
    """A lesson on a certificate."""

    @property
    def title(self) -> str:
        """The title of the lesson."""

    @property
    def day(self) -> str:
        """When it was passed, in UTC."""

    @property
    def right(self) -> int:
        """Answers that were right."""

    @property
    def questions(self) -> int:
        """How many answers there were."""


class CertificateFacts(Protocol):
    """What a certificate says."""

    @property
    def id(self) -> str:
        """The id that the room confirms."""

    @property
    def name(self) -> str:
        """Who passed the lessons."""

    @property
    def game_name(self) -> str:
        """The name of the game."""

    @property
    def edition(self) -> str:
        """The edition of the rulebook, if any."""

    @property
    def day(self) -> str:
        """The day of issue, in UTC."""

    @property
    def lessons(self) -> Sequence[PassedLesson]:
        """The lessons that were passed."""


_STYLE: Final = """
main { text-align: center; border: 1px solid var(--brass); padding: 3rem 2rem; }
main table { margin: 2rem auto; max-width: 34rem; }
.name { font: 600 2rem/1.2 var(--serif); margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
"""
_TYPST_STYLE: Final = """
#set page(paper: "us-letter", flipped: true, margin: 22mm)
#set text(font: "Libertinus Serif", size: 12pt, lang: "en", fill: rgb("#1d2327"),
  number-type: "lining", number-width: "tabular")
#let felt = rgb("#0f4a43")
#let brass = rgb("#b3975a")
"""
_COLUMNS: Final = ("Lesson", "Passed", "Correct answers")


def _game_line(facts: CertificateFacts) -> str:
    return f"{facts.game_name}, {facts.edition}" if facts.edition else facts.game_name


def _rows(facts: CertificateFacts) -> list[tuple[str, str, str]]:
    return [
        (lesson.title, f"{lesson.day} UTC", f"{lesson.right} of {lesson.questions}")
        for lesson in facts.lessons
    ]


def _confirmation(facts: CertificateFacts) -> str:
    return (
        f"Certificate {facts.id}, issued on {facts.day} (UTC). The card room confirms it at "
        f"/api/school/certificates/{facts.id}."
    )


def certificate_html(facts: CertificateFacts) -> str:
    """Return a certificate as a page to print."""
    first, second, third = _COLUMNS
    table = html_table(((first, "text"), (second, "figure"), (third, "figure")), _rows(facts))
    body = (
        f"<main><h1>Dealer's school</h1>\n<p class='name'>{escape_html(facts.name)}</p>\n"
        f"<p>has passed these lessons of {escape_html(_game_line(facts))}:</p>\n{table}\n"
        f"<p>{escape_html(_confirmation(facts))}</p></main>"
    )
    return html_document(f"Certificate: {facts.name}, {facts.game_name}", body, _STYLE)


def certificate_pdf(facts: CertificateFacts) -> bytes:
    """Return a certificate as a PDF; raise `Refused` if typst is not installed."""
    day = datetime.fromisoformat(facts.day).replace(tzinfo=UTC)
    return compile_typst("\n".join((_TYPST_STYLE, *_typst_lines(facts))), day)


def _typst_lines(facts: CertificateFacts) -> Sequence[str]:
    year, month, day = (int(part) for part in facts.day.split("-"))
    title = typst_string(f"Certificate: {facts.name}, {facts.game_name}")
    head = ", ".join(f"[*#{typst_string(name)}*]" for name in _COLUMNS)
    cells = ", ".join(f"[#{typst_string(cell)}]" for row in _rows(facts) for cell in row)
    return (
        f"#set document(title: {title}, date: datetime(year: {year}, month: {month}, day: {day}))",
        "#rect(width: 100%, height: 100%, stroke: 1pt + brass, inset: 14mm)[#align(center)[",
        '  #text(size: 11pt, fill: felt, tracking: 0.16em, weight: "semibold")[DEALER\'S SCHOOL]',
        f'  #v(8mm) #text(size: 28pt, fill: felt, weight: "semibold", {typst_string(facts.name)})',
        f'  #v(2mm) has passed these lessons of #text(weight: "semibold", '
        f"{typst_string(_game_line(facts))})",
        "  #v(6mm) #table(columns: (auto, auto, auto), align: (left, right, right), stroke: none, "
        f"inset: (x: 5mm, y: 1.6mm), table.header({head}), table.hline(stroke: 0.6pt + brass), "
        f"{cells})",
        f"  #v(1fr) #text(size: 9.5pt, {typst_string(_confirmation(facts))})",
        "]]",
    )
