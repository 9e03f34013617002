"""A par sheet as a page: one file without script, to read on any screen and to print."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from pitboss.papers.page import element, foot, page, text
from pitboss.papers.par.blocks import (
    SHORT,
    Block,
    Column,
    Drawing,
    Keys,
    Kind,
    Listing,
    Row,
    Section,
    Table,
    Words,
)
from pitboss.papers.par.drawings import drawn
from pitboss.papers.par.sections import sections
from pitboss.papers.par.sheet import ParSheet
from pitboss.papers.par.style import STYLE
from pitboss.papers.par.summary import subject

FAMILY = "inherit"


def par_page(sheet: ParSheet) -> str:
    """The whole sheet, as one file."""
    card, parts = sheet.card, list(sections(sheet))
    body = "\n".join((_header(sheet, parts), "<main>", *_sections(sheet, parts), "</main>"))
    style = STYLE + foot(f"{card.named}. Rules hash {card.hash}")
    return page(f"{sheet.title}, {card.filed_by}", body, style)


def _header(sheet: ParSheet, parts: Sequence[Section]) -> str:
    facts = "\n".join(
        f"<div><dt>{text(name)}</dt><dd>{text(value)}</dd></div>" for name, value in subject(sheet)
    )
    inside = "\n".join(
        f'<li><a href="#{text(part.key)}">{text(part.title)}</a></li>' for part in parts
    )
    return (
        f'<header>\n<p class="kind">Par sheet</p>\n<h1>{text(sheet.card.name)}</h1>\n'
        f'<dl class="subject">\n{facts}\n</dl>\n</header>\n'
        f'<nav aria-label="Contents">\n<ol>\n{inside}\n</ol>\n</nav>'
    )


def _sections(sheet: ParSheet, parts: Sequence[Section]) -> Iterator[str]:
    for part in parts:
        blocks = "\n".join(_block(sheet, block) for block in part.blocks)
        new = _class("new") if part.new_page else ""
        yield (
            f'<section id="{text(part.key)}"{new}>\n<h2>{text(part.title)}</h2>\n{blocks}\n'
            "</section>"
        )


def _block(sheet: ParSheet, block: Block) -> str:
    match block:
        case Words():
            return element("p", text(block.text), "note" if block.note else "")
        case Keys():
            return _keys(block)
        case Table():
            return _table(block)
        case Drawing():
            plot = drawn(sheet, block, family=FAMILY)
            caption = element("figcaption", text(block.title))
            return f'<figure class="{text(block.name)}">{plot}\n{caption}</figure>'
        case Listing():
            return element("pre", text(block.text))
        case _ as other:
            assert_never(other)


def _keys(keys: Keys) -> str:
    figures = "\n".join(
        f"<div><dt>{text(name)}</dt><dd>{text(figure)}</dd> <dd>{text(share)}</dd></div>"
        for figure, name, share in keys.figures
    )
    return f'<dl class="keys">\n{figures}\n</dl>'


def _table(table: Table) -> str:
    kinds = [kind for _, kind in table.columns]
    short = len(table.rows) <= SHORT and not table.long
    title = element("h3", text(table.title)) + element("p", text(table.said), "said")
    rows = "\n".join(f"<tr>{_cells(row, kinds)}</tr>" for row in table.rows)
    total = f"\n<tr{_class('total')}>{_cells(table.total, kinds)}</tr>" if table.total else ""
    bare = not table.title and not any(name for name, _ in table.columns)
    pairs = kinds == ["text", "figure", "exact"]
    shape = " ".join(
        name
        for name, fits in (
            ("long", table.long),
            ("bare", bare),
            ("pairs", pairs),
            (f"of-{len(kinds)}", True),
        )
        if fits
    )
    return (
        f'<div class="{"table short" if short else "table"}">{title}\n'
        f'<div class="wide"><table class="{shape}">{_head(table.columns)}\n'
        f"<tbody>\n{rows}{total}\n</tbody>\n</table></div></div>"
    )


def _head(columns: Sequence[Column]) -> str:
    if not any(name for name, _ in columns):
        return ""
    names = "".join(f'<th scope="col"{_class(kind)}>{text(name)}</th>' for name, kind in columns)
    return f"\n<thead><tr>{names}</tr></thead>"


def _cells(row: Row, kinds: Sequence[Kind]) -> str:
    first, *others = row
    return f'<th scope="row"{_class(kinds[0])}>{text(first)}</th>' + "".join(
        f"<td{_class(kind)}>{_cell(cell, kind)}</td>"
        for cell, kind in zip(others, kinds[1:], strict=True)
    )


def _cell(cell: str, kind: Kind) -> str:
    match kind:
        case "clause":
            return element("small", text(cell))
        case "exact":
            return element("code", text(cell))
        case _:
            return text(cell)


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind != "text" else ""
