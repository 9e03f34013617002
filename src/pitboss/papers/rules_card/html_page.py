"""A rules card as an HTML page, for screens and for printing on two sheets."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from pitboss.money import dollars
from pitboss.papers.html import (
    ColumnKind,
    escape_html,
    html_document,
    html_element,
    html_table,
    page_footer_style,
)
from pitboss.papers.rules_card.card import (
    CardPaytable,
    CardWheel,
    PlaceEntry,
    RulesCard,
    WagerEntry,
    card_paytables,
    card_wheels,
    format_limits,
)
from pitboss.papers.wording import capitalize, join_words

RULES_CARD_STYLE: Final = """
@page { margin: 10mm 14mm 12mm; }
header { border-bottom: 3px double var(--brass); padding-bottom: .7rem; }
h1 { font-size: 2.8rem; letter-spacing: -.005em; line-height: 1.05; }
.by { display: flex; justify-content: space-between; gap: 2rem; align-items: baseline;
  font-family: var(--serif); color: var(--quiet); }
.by .operator { font-size: 1.15rem; color: var(--ink); overflow-wrap: anywhere; }
.by .edition { white-space: nowrap; }
.story { font: 1.06rem/1.38 var(--serif); margin: .7rem 0 0; }
.opening { display: grid; grid-template-columns: minmax(0, 1fr) 14rem; gap: 0 2rem; }
ol { list-style: none; counter-reset: step; }
ol li { counter-increment: step; position: relative; padding: 0 0 .5rem 2rem;
  break-inside: avoid; line-height: 1.4; }
ol li::before { content: counter(step); position: absolute; left: 0; top: -.2rem; width: 1.4rem;
  font: 600 1.35rem/1.3 var(--serif); color: var(--felt); text-align: right; }
ol li b { font: 600 1.1rem/1 var(--serif); margin-right: .3em; }
figure { text-align: center; margin-bottom: .6rem; break-inside: avoid; }
figure svg { max-width: 100%; width: calc(var(--w) * .8px); height: auto; overflow: visible; }
figure:last-child { margin: 0; }
figcaption { font-size: .75rem; color: var(--quiet); margin-top: .1rem; }
svg rect { fill: #fdfbf5; stroke: var(--felt); stroke-width: 1.2; }
svg circle { fill: none; stroke: var(--felt); stroke-width: 1.2; }
svg circle.raise { stroke-width: 2.2; }
svg circle.side { stroke: var(--brass); stroke-dasharray: 3 2.5; }
svg text { font: 600 11.5px/1 var(--serif); fill: var(--felt); text-anchor: middle; }
.wagers td.figure, .wagers th.figure { padding-right: 1.4rem; }
.wagers th, .wagers td { padding-top: .2rem; padding-bottom: .2rem; }
.wagers tbody th { width: 21%; }
.wagers small { white-space: pre; line-height: 1.35; }
.wagers .figure, .wagers .clause { width: 1%; }
.pays { columns: 2; column-gap: 2.4rem; margin-top: -.2rem; }
.pays > * { break-inside: avoid; margin: 0 0 1.1rem; }
.pays caption { font: 600 1.2rem/1.2 var(--serif); text-align: left; color: var(--felt);
  padding-bottom: .25rem; caption-side: top; }
.pays th, .pays td { padding-top: .2rem; padding-bottom: .2rem; }
.pays table { border-bottom: 1px solid var(--brass); }
.pays table tbody { border-top: 1px solid var(--brass); }
.pays thead th { border-bottom: 0; border-top: 1px solid var(--brass); }
.pays tbody th { font-weight: 400; }
.pay { break-inside: avoid; }
.pays td.figure { font-weight: 600; }
.pays.one { columns: 1; font-size: 1.25rem; }
.pays.one th, .pays.one td { padding-top: .4rem; padding-bottom: .4rem; }
.pays td.clause { width: 1%; }
.pays small { font-size: .625rem; }
.limit { border: 3px double var(--brass);
  padding: .6rem .9rem; margin: .5rem 0 0; display: flex; gap: 1.1rem;
  line-height: 1.35; font-size: .9375rem; align-items: center;
  break-inside: avoid; }
.limit strong { font: 600 2rem/1 var(--serif); color: var(--felt); white-space: nowrap; }
.readings { display: grid; grid-template-columns: repeat(var(--across), minmax(0, 1fr));
  gap: .6rem 2.4rem; font-size: .9rem; }
dt { color: var(--quiet); } dd { font-weight: 600; }
.facts { display: flex; flex-wrap: wrap; gap: .2rem 1.6rem; }
.facts dt, .facts dd { display: inline; }
.facts dd { color: var(--ink); }
footer { margin-top: 1.2rem; border-top: 3px double var(--brass); padding-top: .5rem;
  font-size: .75rem; color: var(--quiet); overflow-wrap: anywhere; }
.readings, footer { break-inside: avoid; }
@media screen { figure svg { width: calc(var(--w) * 1px); } }
@media print { html { font-size: 14.5px; } }
@media screen and (max-width: 44rem) {
  h1 { font-size: 2.1rem; }
  .opening, .readings { display: block; } .pays { columns: 1; }
  .readings > div { padding-bottom: .6rem; }
  .by, .limit { display: block; } .limit strong { display: block; margin-bottom: .4rem; }
  .wagers, .wagers tbody, .wagers tr, .wagers th, .wagers td { display: block; }
  .wagers tbody th { width: auto; } .wagers thead { display: none; }
  .wagers tr { padding: .5rem 0; }
  .wagers th, .wagers td, .wagers tr + tr > * { padding: 0; border: 0; text-align: left; }
  .wagers tr + tr { border-top: 1px solid var(--faint); }
}
"""


CARD_WIDTH: Final = 54
CARD_HEIGHT: Final = 76
CARD_OVERLAP: Final = 20
"""The offset between the cards of a place that has several."""
SPOT_RADIUS: Final = 35
"""The radius of a betting spot."""
NARROW_LABEL: Final = 8
"""Letters per line of an inscription, if its words allow."""
DRAWING_GAP: Final = 6
LABEL_LINE_HEIGHT: Final = 12


def draw_table(card: RulesCard) -> str:
    """Draw the places of the community cards with their inscriptions."""
    places = {place.name: place for place in card.layout.places}
    gap, between = 7, 16
    rows = [[places.get(name) for name in row] for row in card.layout.table]
    sizes = [[_place_size(place) for place in row] for row in rows]
    widest = max(sum(row) + between * (len(row) - 1) for row in sizes)
    below = 18 if any(place.cards > 1 for place in places.values()) else 0
    shapes: list[str] = []
    for down, (row, widths) in enumerate(zip(rows, sizes, strict=True)):
        x = (widest - sum(widths) - between * (len(row) - 1)) / 2
        y = down * (CARD_HEIGHT + below + gap)
        for place, width in zip(row, widths, strict=True):
            if place:
                shapes += _place_shapes(place, x, y, bool(below))
            x += width + between
    height = len(rows) * (CARD_HEIGHT + below + gap) - gap
    return _svg_document(widest, height, f"Where the cards are: {_description(card)}.", shapes)


def draw_seat(card: RulesCard) -> str:
    """Draw a player's betting spots for the wagers that are offered."""
    labels = {wager.key: wager for wager in card.wagers}
    spots = {*labels, *card.layout.hole}
    rows = [row for row in card.layout.seat if any(name in spots for name in row)]
    step = 2 * SPOT_RADIUS + DRAWING_GAP
    shapes: list[str] = []
    for down, row in enumerate(rows):
        for across, name in enumerate(row):
            if name in labels:
                x, y = across * step + SPOT_RADIUS, down * step + SPOT_RADIUS
                kind = labels[name].kind
                shapes.append(f'<circle class="{kind}" cx="{x}" cy="{y}" r="{SPOT_RADIUS - 1}"/>')
                shapes += _centered_lines(labels[name].label, x, y)
            elif name in card.layout.hole:
                x, y = across * step + SPOT_RADIUS, down * step + SPOT_RADIUS
                corner = f'x="{x - CARD_WIDTH / 2:g}" y="{y - SPOT_RADIUS + 1}"'
                shapes.append(
                    f'<rect {corner} width="{CARD_WIDTH}" height="{2 * SPOT_RADIUS - 2}" rx="4.5"/>'
                )
                shapes += _centered_lines(f"{name} card", x, y)
    across = max(len(row) for row in rows)
    names = ", ".join(labels[name].label for row in rows for name in row if name in labels)
    size = across * step - DRAWING_GAP, len(rows) * step - DRAWING_GAP
    return _svg_document(*size, f"A player's betting spots: {names}.", shapes)


def _place_size(place: PlaceEntry | None) -> int:
    return CARD_WIDTH + CARD_OVERLAP * ((place.cards if place else 1) - 1)


def _description(card: RulesCard) -> str:
    return ", ".join(
        f"{place.label} ({place.inscription})" if place.inscription else place.label
        for place in card.layout.places
    )


def _place_shapes(place: PlaceEntry, x: float, y: float, below: bool) -> Iterator[str]:
    """Draw the cards of a place, with its words on its only card or under all of them."""
    for card in range(place.cards):
        left = x + card * CARD_OVERLAP
        yield (
            f'<rect x="{left:g}" y="{y:g}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="4.5"/>'
        )
    words, middle = place.inscription or place.label, x + _place_size(place) / 2
    if below:
        yield _text_line(words, middle, y + CARD_HEIGHT + 13)
    else:
        yield from _centered_lines(words, middle, y + CARD_HEIGHT / 2)


def _centered_lines(words: str, x: float, y: float) -> Iterator[str]:
    """Center words on a point, on as many lines as they need."""
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + len(word) < NARROW_LABEL:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    top = y - (len(lines) - 1) * LABEL_LINE_HEIGHT / 2 + 3.8
    for number, line in enumerate(lines):
        yield _text_line(line, x, top + number * LABEL_LINE_HEIGHT)


def _text_line(words: str, x: float, y: float) -> str:
    return f'<text x="{x:g}" y="{y:g}">{escape_html(words)}</text>'


def _svg_document(width: float, height: float, title: str, shapes: list[str]) -> str:
    inner = "\n".join(shapes)
    return (
        f'<svg viewBox="-1 -1 {width + 2:g} {height + 2:g}" role="img" '
        f'style="--w: {width + 2:g}">\n<title>{escape_html(title)}</title>\n{inner}\n</svg>'
    )


PAY_COLUMNS: Final[tuple[tuple[str, ColumnKind], ...]] = (
    ("Hand", "text"),
    ("Pays", "figure"),
    ("Clause", "clause"),
)


def rules_card_html(card: RulesCard) -> str:
    """Return the whole rules card as an HTML document."""
    return html_document(
        f"{card.name}: rules of the game",
        "\n".join(_page_parts(card)),
        RULES_CARD_STYLE + page_footer_style(card.name_with_edition),
    )


def _page_parts(card: RulesCard) -> Iterator[str]:
    yield _page_header(card)
    sections = f"{_steps_section(card)}\n{_cards_section(card)}{_limit_sentence(card)}"
    yield f'<main>\n<div class="opening">\n<div>{sections}</div>'
    yield f"{_drawings_section(card)}\n</div>\n{_wagers_section(card)}"
    if pays := list(_paytable_sections(card)):
        yield '<section class="pay">\n<h2>What the wagers pay</h2>'
        kind = "pays one" if len(pays) == 1 else "pays"
        yield f'<div class="{kind}">\n{"".join(pays)}\n</div>\n</section>'
    yield f"{_readings_section(card)}\n</main>"
    yield _page_footer(card)


def _page_header(card: RulesCard) -> str:
    return (
        f'<header>\n<p class="by"><span class="operator">{escape_html(card.operator_title)}</span> '
        f'<span class="edition">{escape_html(card.edition if card.rulebook else "")}</span></p>\n'
        f"<h1>{escape_html(card.name)}</h1>\n</header>\n"
        f'<p class="story">{escape_html(card.story)}</p>'
    )


def _steps_section(card: RulesCard) -> str:
    steps = "\n".join(
        f"<li><b>{escape_html(step.title)}</b> {escape_html(step.text)}"
        f"{_clause_mark(card, step.clause)}</li>"
        for step in card.steps
    )
    return f"<section>\n<h2>How a round is played</h2>\n<ol>\n{steps}\n</ol>\n</section>"


def _cards_section(card: RulesCard) -> str:
    deck = [f"Dealt from {card.deck}"] if card.deck else []
    notes = "\n".join(f"<p>{escape_html(words)}</p>" for words in (*deck, *card.rankings))
    return f"<section>\n<h2>Cards and hands</h2>\n{notes}\n</section>\n" if notes else ""


def _drawings_section(card: RulesCard) -> str:
    clauses = dict.fromkeys(place.clause for place in card.layout.places)
    marks = "".join(_clause_mark(card, clause) for clause in clauses)
    return (
        "<section>\n<h2>The layout</h2>\n"
        f"<figure>{draw_table(card)}\n<figcaption>The cards on the table{marks}</figcaption>"
        f"</figure>\n<figure>{draw_seat(card)}\n"
        "<figcaption>Your betting spots</figcaption></figure>\n</section>"
    )


def _wagers_section(card: RulesCard) -> str:
    columns: tuple[tuple[str, ColumnKind], ...] = (
        ("Wager", "text"),
        ("Limits", "figure"),
        ("How it is paid", "text"),
        ("Clause", "clause"),
    )
    rows = []
    for _, group in groupby(card.wagers, key=lambda wager: (wager.how, format_limits(wager))):
        wagers = list(group)
        labels = join_words(wager.label for wager in wagers)
        limits = format_limits(wagers[0])
        clauses = "\n".join(filter(None, (_wager_clauses(card, wager) for wager in wagers)))
        rows.append((labels, limits, wagers[0].how, clauses))
    body = html_table(columns, rows, kind="wagers")
    return f"<section>\n<h2>The wagers</h2>\n{body}\n</section>"


def _wager_clauses(card: RulesCard, wager: WagerEntry) -> str:
    """Return the clause that allows a wager, and the one that pays it if it has no paytable."""
    pay_clause = wager.table_clause if wager.table_clause and not wager.lines else ""
    return f"{_short_clause(card, wager.clause)} {_short_clause(card, pay_clause)}".strip()


def _limit_sentence(card: RulesCard) -> str:
    signs = "<br>".join(
        f"{escape_html(sign.text)}{_clause_mark(card, sign.clause)}" for sign in card.layout.signs
    )
    if card.payout_limit is None:
        return f'<section class="limit">\n<p>{signs}</p>\n</section>' if signs else ""
    return (
        f'<section class="limit">\n<strong>{dollars(card.payout_limit)}</strong>\n'
        f"<p>{signs}<br>It applies to winnings on "
        f"{escape_html(join_words(card.payout_limit_wagers))}."
        f"{_clause_mark(card, card.payout_limit_clause)}</p>\n</section>"
    )


def _paytable_sections(card: RulesCard) -> Iterator[str]:
    for paytable in card_paytables(card):
        yield _paytable_section(card, paytable)
    if card.meters:
        rows = [
            (
                capitalize(m.name),
                dollars(m.start),
                dollars(m.reset),
                m.rate,
                _short_clause(card, m.clause),
            )
            for m in card.meters
        ]
        columns: tuple[tuple[str, ColumnKind], ...] = (
            ("Meter", "text"),
            ("Start", "figure"),
            ("Reset", "figure"),
            ("Share", "figure"),
            ("Clause", "clause"),
        )
        yield html_table(columns, rows, caption="Meters")
    for wheel in card_wheels(card):
        yield _wheel_section(card, wheel)


def _paytable_section(card: RulesCard, paytable: CardPaytable) -> str:
    rows = [(capitalize(x.name), x.pays, _short_clause(card, x.clause)) for x in paytable.lines]
    caption = f"{escape_html(paytable.title)}{_clause_mark(card, paytable.clause)}"
    return html_table(PAY_COLUMNS, rows, head=False, caption=caption)


def _wheel_section(card: RulesCard, wheel: CardWheel) -> str:
    rows = [
        (
            capitalize(s.symbol),
            f"{s.stops:,}",
            s.prize,
            dollars(s.community) if s.community else "–",
            _short_clause(card, s.clause),
        )
        for s in wheel.stops
    ]
    columns: tuple[tuple[str, ColumnKind], ...] = (
        ("Symbol", "text"),
        ("Stops", "figure"),
        ("Pays", "figure"),
        ("Each other player", "figure"),
        ("Clause", "clause"),
    )
    return html_table(columns, rows, caption=f"{escape_html(wheel.title)}, {wheel.total:,} stops")


def _readings_section(card: RulesCard) -> str:
    if not card.readings:
        return ""
    readings = "\n".join(
        f"<div><dt>{escape_html(reading.question)}{_clause_mark(card, reading.clause)}</dt>"
        f"<dd>{escape_html(reading.meaning)}</dd></div>"
        for reading in card.readings
    )
    across = len(card.readings) if len(card.readings) in (1, 3) else 2
    return (
        "<section>\n<h2>How unclear points are read here</h2>\n"
        f'<dl class="readings" style="--across: {across}">\n{readings}\n</dl>\n</section>'
    )


def _facts_section(card: RulesCard) -> str:
    table = card.table
    facts = (
        ("Table limits", f"{dollars(table.minimum)} to {dollars(table.maximum)}", ""),
        ("Smallest chip", dollars(table.chip), ""),
        ("Positions per player", str(table.boxes_per_player), ""),
        ("Dealing", capitalize(table.dealing), _clause_mark(card, card.dealing_clause)),
        ("Shuffler", capitalize(table.shuffler), ""),
        ("Decks in rotation", str(table.decks), ""),
        *((("Cards", "Physical", ""),) if table.is_physical else ()),
    )
    rows = "\n".join(
        f"<div><dt>{escape_html(name)}{clause}</dt> <dd>{escape_html(value)}</dd></div>"
        for name, value, clause in facts
    )
    return f'<dl class="facts">\n{rows}\n</dl>'


def _page_footer(card: RulesCard) -> str:
    rulebook = f"{escape_html(card.rulebook)}, {escape_html(card.edition)}"
    legend = f"Small print cites clauses of rulebook {rulebook}. " if card.rulebook else ""
    return f"<footer>\n{_facts_section(card)}\n<p>{legend}Rules hash {card.hash}</p>\n</footer>"


def _short_clause(card: RulesCard, clause: str) -> str:
    """Return a clause without the name of the rulebook, which the footer gives."""
    return clause.removeprefix(f"{card.rulebook} ")


def _clause_mark(card: RulesCard, clause: str | None) -> str:
    """Return a citation that stays on the line of the word before it."""
    return (
        "&nbsp;" + html_element("small", escape_html(_short_clause(card, clause))) if clause else ""
    )
