"""Self-contained HTML documents: one file, one style sheet, no script and no network."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, Literal

from pitboss.papers.wording import used_columns

ColumnKind = Literal["text", "figure", "clause"]
"""The format of a column: text, right-aligned figures, or small citations."""

BASE_STYLE: Final = """
:root {
  color-scheme: light;
  --paper: #fff; --ink: #1d2327; --quiet: #5c6764; --faint: #e6e3d8;
  --felt: #0f4a43; --brass: #b3975a;
  --serif: "Iowan Old Style", Palatino, "Palatino Linotype", "Book Antiqua", Georgia,
    "Liberation Serif", "Times New Roman", serif;
  --sans: -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial,
    system-ui, sans-serif;
}
* { box-sizing: border-box; margin: 0; padding: 0; }
html { background: #f1efe8; font-size: 16px; -webkit-text-size-adjust: 100%; }
body {
  background: var(--paper); color: var(--ink); font: 1rem/1.45 var(--sans);
  font-variant-numeric: tabular-nums lining-nums; overflow-wrap: break-word;
  -webkit-print-color-adjust: exact; print-color-adjust: exact;
}
h1, h2, h3 { font-family: var(--serif); font-weight: 600; line-height: 1.15; text-wrap: balance; }
h1 { color: var(--felt); overflow-wrap: anywhere; }
h2 {
  font-size: .9rem; letter-spacing: .12em; text-transform: uppercase; color: var(--felt);
  border-bottom: 1px solid var(--brass); padding-bottom: .3rem; margin: 1.15rem 0 .55rem;
}
h2, h3, caption { break-after: avoid; }
table { border-collapse: collapse; width: 100%; text-align: left; }
th, td { padding: .28rem .8rem .28rem 0; vertical-align: baseline; line-height: 1.35; }
th:last-child, td:last-child { padding-right: 0; }
tr { break-inside: avoid; }
tbody tr + tr > * { border-top: 1px solid var(--faint); }
thead th {
  font-size: .75rem; font-weight: 600; color: var(--quiet); vertical-align: bottom;
  border-bottom: 1px solid var(--brass); line-height: 1.2;
}
thead th.figure { white-space: normal; }
tbody th { font-weight: 600; }
.figure { text-align: right; white-space: nowrap; }
.clause { color: var(--quiet); white-space: nowrap; font-weight: 400; text-align: right; }
small { font: 400 .6875rem/1 var(--sans); color: var(--quiet); white-space: nowrap; }
p { text-wrap: pretty; orphans: 2; widows: 2; }
"""

SCREEN_STYLE: Final = """
@media screen {
  body { max-width: 56rem; margin: 2rem auto; padding: 3rem 3.5rem 2.5rem;
    box-shadow: 0 1px 3px #0002, 0 8px 32px #0001; }
}
@media screen and (max-width: 60rem) { body { margin: 0 auto; } }
@media screen and (max-width: 40rem) {
  body { padding: 1.25rem 1rem; }
}
@media print { html { background: none; } body { margin: 0; } }
"""


def html_document(title: str, body: str, style: str = "") -> str:
    """Return a whole document; the body is HTML, the title is plain text."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape_html(title)}</title>\n"
        f"<style>{BASE_STYLE}{style}{SCREEN_STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def page_footer_style(words: str) -> str:
    """Return the style that prints these words and the page number at the foot of every page."""
    safe = "".join(c if c.isalnum() or c in " ,." else f"\\{ord(c):x} " for c in words)
    return (
        '@page { @bottom-left { content: "'
        + safe
        + '"; font: 7.5pt sans-serif; color: #5c6764; }\n'
        '  @bottom-right { content: counter(page) " of " counter(pages);\n'
        "    font: 7.5pt sans-serif; color: #5c6764; } }\n"
    )


def escape_html(words: str) -> str:
    """Escape plain text for HTML."""
    return escape(words, quote=True)


def html_element(tag: str, content: str, kind: str = "") -> str:
    """Return HTML inside a tag, or an empty string if there is no content."""
    opening = f'{tag} class="{kind}"' if kind else tag
    return f"<{opening}>{content}</{tag}>" if content else ""


def html_table(
    columns: Sequence[tuple[str, ColumnKind]],
    rows: Iterable[Sequence[str]],
    *,
    kind: str = "",
    head: bool = True,
    caption: str = "",
) -> str:
    """Return a table of plain text. The first cell of a row is its heading; the caption is HTML."""
    body = list(rows)
    visible = used_columns(columns, body)
    if len(visible) < len(columns):
        body = [[row[at] for at in visible] for row in body]
    kinds = [class_attribute(columns[at][1]) for at in visible]
    names = (
        f'<th scope="col"{kind}>{escape_html(columns[at][0])}</th>'
        for kind, at in zip(kinds, visible, strict=True)
    )
    lines = "\n".join(f"<tr>{_table_cells(row, kinds)}</tr>" for row in body)
    return (
        f"<table{class_attribute(kind)}>"
        + html_element("caption", caption)
        + (f"\n<thead><tr>{''.join(names)}</tr></thead>" if head else "")
        + f"\n<tbody>\n{lines}\n</tbody>\n</table>"
    )


def _table_cells(row: Sequence[str], kinds: Sequence[str]) -> str:
    """Return the cells of a row, with small citations that share its baseline, also in print."""
    heading, *cells = (escape_html(cell) for cell in row)
    return f'<th scope="row"{kinds[0]}>{heading}</th>' + "".join(
        f"<td{kind}>{html_element('small', cell) if 'clause' in kind else cell}</td>"
        for kind, cell in zip(kinds[1:], cells, strict=True)
    )


def class_attribute(kind: str) -> str:
    """Return a class attribute with a leading space; plain text needs none."""
    return f' class="{kind}"' if kind not in ("", "text") else ""
