"""The pocket card as PDF, made by typst: two small pages, the same bytes on every machine."""

from collections.abc import Iterator
from datetime import UTC, datetime

from pitboss.games.grammar import Game
from pitboss.lab.strategy.found import Strategy
from pitboss.papers.par.pdf import check_typst
from pitboss.papers.start_chart import DOWN, marks, start_name
from pitboss.papers.strategy_card import cost_words, lists
from pitboss.papers.strategy_shades import shades
from pitboss.papers.strategy_words import note_words
from pitboss.submission.rules import Rules

HEAD = """#set page(width: 105mm, height: 148mm, margin: 8mm)
#set text(font: "Libertinus Serif", size: 9pt, lang: "en")
#show heading.where(level: 1): set text(size: 13pt, fill: rgb("#0f4a43"))
#show heading.where(level: 2): set text(size: 10pt, fill: rgb("#0f4a43"))
"""


def card_pdf(game: Game, rules: Rules, found: Strategy) -> bytes:
    """Two pages."""
    check_typst()
    import typst

    source = HEAD + "\n".join(_parts(game, rules, found))
    made = typst.compile(
        source.encode(),
        ignore_system_fonts=True,
        format="pdf",
        timestamp=datetime(2000, 1, 1, tzinfo=UTC),
    )
    if not isinstance(made, bytes):
        raise TypeError(type(made))
    return made


def _parts(game: Game, rules: Rules, found: Strategy) -> Iterator[str]:
    yield f"#set document(title: {_text(f'{game.name}: a pocket card')})"
    yield f"= #{_text(game.name)}\n== #{_text(rules.streets[0].label)}\n{_chart(rules, found)}"
    yield f"#pagebreak()\n= #{_text(game.name)}"
    for label, lines in lists(rules, found):
        yield f"== #{_text(label)}"
        yield from (f"+ #{_text(line)}" for line in lines)
    yield f"#v(1em)\n#text(size: 8pt, {_text(note_words(rules, found.shape))})"
    yield f'#v(1fr)\n#text(size: 7pt, fill: rgb("#5c6764"), {_text(cost_words(rules, found))})'


def _chart(rules: Rules, found: Strategy) -> str:
    short, shade = marks(rules), shades(rules)
    cells = ["[]", *(f'[#text(fill: rgb("#5c6764"), {_text(rank)})]' for rank in DOWN)]
    for row, rank in enumerate(DOWN):
        cells.append(f'[#text(fill: rgb("#5c6764"), {_text(rank)})]')
        for column in range(len(DOWN)):
            decision = found.chart[start_name(row, column)]
            ground, ink = shade[decision]
            mark = f'text(fill: rgb("{ink}"), {_text(short[decision])})'
            cells.append(f'table.cell(fill: rgb("{ground}"), {mark})')
    played = set(found.chart.values())
    key = ", ".join(f"{short[name]} {name}" for name in shade if name in played)
    columns = f"(0.6fr, {', '.join(['1fr'] * len(DOWN))})"
    return (
        f'#table(columns: {columns}, inset: 3pt, align: center, stroke: 0.4pt + rgb("#c9d6d1"), '
        f"{', '.join(cells)})\n#text(size: 8pt, {_text(f'{key}; suited above, pairs across')})"
    )


def _text(words: str) -> str:
    """A string of typst's language, whatever the words are."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
