"""A rules card as a page: to read on a screen, to print on two sheets, to hang beside a table."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from pitboss.money import dollars
from pitboss.papers.card import Card
from pitboss.papers.card_drawing import seat_drawing, table_drawing
from pitboss.papers.page import Kind, element, page, table, text
from pitboss.papers.tables import ShownTable, limits_text, shown_tables
from pitboss.papers.wagers import WagerCard
from pitboss.papers.words import listed, sentence

STYLE: Final = """
@page { margin: 11mm 14mm; }
header { border-bottom: 3px double var(--brass); padding-bottom: .7rem; }
h1 { font-size: 2.9rem; letter-spacing: -.005em; line-height: 1.05; }
.by { display: flex; justify-content: space-between; gap: 2rem; align-items: baseline;
  font-family: var(--serif); color: var(--quiet); }
.by .operator { font-size: 1.15rem; color: var(--ink); overflow-wrap: anywhere; }
.by .edition { white-space: nowrap; }
.story { font: 1.1rem/1.4 var(--serif); margin: .8rem 0 0; }
.opening { display: grid; grid-template-columns: minmax(0, 1fr) 15.5rem; gap: 0 2.2rem; }
ol { list-style: none; counter-reset: step; }
ol li { counter-increment: step; position: relative; padding: 0 0 .6rem 2.1rem;
  break-inside: avoid; line-height: 1.4; }
ol li::before { content: counter(step); position: absolute; left: 0; top: -.2rem; width: 1.4rem;
  font: 600 1.35rem/1.3 var(--serif); color: var(--felt); text-align: right; }
ol li b { font: 600 1.1rem/1 var(--serif); margin-right: .3em; }
figure { text-align: center; margin-bottom: .8rem; break-inside: avoid; }
figure svg { max-width: 100%; width: calc(var(--w) * .84px); height: auto; overflow: visible; }
figcaption { font-size: .75rem; color: var(--quiet); margin-top: .3rem; }
svg rect { fill: #fdfbf5; stroke: var(--felt); stroke-width: 1.2; }
svg circle { fill: none; stroke: var(--felt); stroke-width: 1.2; }
svg circle.raise { stroke-width: 2.2; }
svg circle.side { stroke: var(--brass); stroke-dasharray: 3 2.5; }
svg text { font: 600 10px/1 var(--serif); fill: var(--felt); text-anchor: middle; }
.wagers td.figure, .wagers th.figure { padding-right: 1.8rem; }
.wagers tbody th { width: 24%; }
.wagers .figure, .wagers .clause { width: 1%; }
.pays { columns: 2; column-gap: 2.4rem; margin-top: -.2rem; }
.pays > * { break-inside: avoid; margin: 0 0 1.1rem; }
.pays caption { font: 600 1.2rem/1.2 var(--serif); text-align: left; color: var(--felt);
  padding-bottom: .25rem; caption-side: top; }
.pays th, .pays td { padding-top: .22rem; padding-bottom: .22rem; }
.pays table { font-size: 1.04rem; border-bottom: 1px solid var(--brass); }
.pays table tbody { border-top: 1px solid var(--brass); }
.pays thead th { border-bottom: 0; border-top: 1px solid var(--brass); }
.pays tbody th { font-weight: 400; }
.pay { break-inside: avoid; }
.pays td.figure { font-weight: 600; }
.pays td.clause { width: 1%; }
.pays small { font-size: .625rem; }
.limit { border: 1px solid var(--brass); outline: 1px solid var(--brass); outline-offset: 2px;
  padding: .55rem 1.1rem; margin: 1.2rem 3px; display: flex; gap: 1.4rem; align-items: center;
  break-inside: avoid; }
.limit strong { font: 600 2rem/1 var(--serif); color: var(--felt); white-space: nowrap; }
.readings { columns: 2; column-gap: 2.4rem; font-size: .9rem; }
.readings > div { break-inside: avoid; padding-bottom: .6rem; }
dt { color: var(--quiet); } dd { font-weight: 600; }
.facts { display: flex; flex-wrap: wrap; gap: .2rem 1.6rem; }
.facts dt, .facts dd { display: inline; }
.facts dd { color: var(--ink); }
footer { margin-top: 1.2rem; border-top: 3px double var(--brass); padding-top: .5rem;
  font-size: .75rem; color: var(--quiet); overflow-wrap: anywhere; }
.readings, footer { break-inside: avoid; }
@media print { html { font-size: 15px; } }
@media screen and (max-width: 44rem) {
  h1 { font-size: 2.1rem; }
  .opening { display: block; } .pays, .readings { columns: 1; }
  .by, .limit { display: block; } .limit strong { display: block; margin-bottom: .4rem; }
  .wagers, .wagers tbody, .wagers tr, .wagers th, .wagers td { display: block; }
  .wagers thead { display: none; } .wagers tr { padding: .5rem 0; }
  .wagers th, .wagers td, .wagers tr + tr > * { padding: 0; border: 0; text-align: left; }
  .wagers tr + tr { border-top: 1px solid var(--faint); }
}
"""

PAY_COLUMNS: Final[tuple[tuple[str, Kind], ...]] = (
    ("Hand", "text"), ("Pays", "figure"), ("Clause", "clause"),
)  # fmt: skip


def card_page(card: Card) -> str:
    """The whole card, as one file."""
    return page(f"{card.name}: rules of the game", "\n".join(_parts(card)), STYLE)


def _parts(card: Card) -> Iterator[str]:
    yield _header(card)
    yield f'<main>\n<div class="opening">\n{_steps(card)}\n{_drawings(card)}\n</div>'
    yield f"{_wagers(card)}\n{_limit(card)}"
    yield '<section class="pay">\n<h2>What the wagers pay</h2>'
    yield f'<div class="pays">\n{chr(10).join(_pays(card))}\n</div>\n</section>'
    yield f"{_readings(card)}\n</main>"
    yield _footer(card)


def _header(card: Card) -> str:
    return (
        f'<header>\n<p class="by"><span class="operator">{text(card.operator)}</span> '
        f'<span class="edition">{text(card.edition)}</span></p>\n'
        f"<h1>{text(card.name)}</h1>\n</header>\n"
        f'<p class="story">{text(card.story)}</p>'
    )


def _steps(card: Card) -> str:
    steps = "\n".join(
        f"<li><b>{text(step.title)}</b> {text(step.text)} {_cited(card, step.clause)}</li>"
        for step in card.steps
    )
    return f"<section>\n<h2>How a round goes</h2>\n<ol>\n{steps}\n</ol>\n</section>"


def _drawings(card: Card) -> str:
    clauses = dict.fromkeys(place.clause for place in card.layout.places)
    cited = " ".join(_cited(card, clause) for clause in clauses)
    return (
        "<section>\n<h2>The layout</h2>\n"
        f"<figure>{table_drawing(card)}\n<figcaption>The cards on the table {cited}</figcaption>"
        f"</figure>\n<figure>{seat_drawing(card)}\n"
        "<figcaption>Your betting spots</figcaption></figure>\n</section>"
    )


def _wagers(card: Card) -> str:
    columns: tuple[tuple[str, Kind], ...] = (
        ("Wager", "text"), ("Limits", "figure"), ("How it is paid", "text"), ("Clause", "clause"),
    )  # fmt: skip
    rows = []
    for _, group in groupby(card.wagers, key=lambda wager: (wager.how, limits_text(wager))):
        wagers = list(group)
        labels = listed(wager.label for wager in wagers)
        limits = limits_text(wagers[0]) or "by your decision"
        clauses = dict.fromkeys(clause for wager in wagers for clause in _clauses(wager))
        cited = " ".join(_short(card, clause) for clause in clauses)
        rows.append((labels, limits, wagers[0].how, cited))
    body = table(columns, rows, kind="wagers")
    return f"<section>\n<h2>The wagers</h2>\n{body}\n</section>"


def _clauses(wager: WagerCard) -> Iterator[str]:
    yield wager.clause
    if wager.table_clause and not wager.lines:
        yield wager.table_clause


def _limit(card: Card) -> str:
    signs = "<br>".join(
        f"{text(sign.text)} {_cited(card, sign.clause)}" for sign in card.layout.signs
    )
    return (
        f'<section class="limit">\n<strong>{dollars(card.payout_limit)}</strong>\n'
        f"<p>{signs}<br>It counts what {text(listed(card.payout_limit_wagers))} win. "
        f"{_cited(card, card.payout_limit_clause)}</p>\n</section>"
    )


def _pays(card: Card) -> Iterator[str]:
    for shown in shown_tables(card):
        yield _paytable(card, shown)
    if card.meters:
        rows = [
            (sentence(m.name), dollars(m.start), dollars(m.reset), m.rate, _short(card, m.clause))
            for m in card.meters
        ]
        columns: tuple[tuple[str, Kind], ...] = (
            ("Meter", "text"), ("Start", "figure"), ("Reset", "figure"), ("Share", "figure"),
            ("Clause", "clause"),
        )  # fmt: skip
        yield table(columns, rows, caption="Meters")
    if card.wheel:
        yield _wheel(card)


def _paytable(card: Card, shown: ShownTable) -> str:
    rows = [(sentence(x.name), x.pays, _short(card, x.clause)) for x in shown.lines]
    caption = f"{text(shown.title)} {_cited(card, shown.clause)}"
    return table(PAY_COLUMNS, rows, head=False, caption=caption)


def _wheel(card: Card) -> str:
    total = sum(stop.stops for stop in card.wheel)
    rows = [
        (sentence(s.symbol), f"{s.stops:,}", s.prize, dollars(s.community) if s.community else "–")
        for s in card.wheel
    ]
    columns: tuple[tuple[str, Kind], ...] = (
        ("Symbol", "text"), ("Stops", "figure"), ("Pays", "figure"),
        ("Each other player", "figure"),
    )  # fmt: skip
    return table(columns, rows, caption=f"The wheel, {total:,} stops")


def _readings(card: Card) -> str:
    if not card.readings:
        return ""
    readings = "\n".join(
        f"<div><dt>{text(reading.question)} {_cited(card, reading.clause)}</dt>"
        f"<dd>{text(reading.meaning)}</dd></div>"
        for reading in card.readings
    )
    return (
        "<section>\n<h2>How unclear points are read here</h2>\n"
        f'<dl class="readings">\n{readings}\n</dl>\n</section>'
    )


def _facts(card: Card) -> str:
    of = card.table
    facts = (
        ("Table limits", f"{dollars(of.minimum)} to {dollars(of.maximum)}", ""),
        ("Smallest chip", dollars(of.chip), ""),
        ("Positions per player", str(of.boxes_per_player), ""),
        ("Dealing", sentence(of.dealing), _cited(card, card.dealing_clause)),
        ("Shuffler", sentence(of.shuffler), ""),
        ("Decks", str(of.decks), ""),
    )
    rows = "\n".join(
        f"<div><dt>{text(name)} {clause}</dt><dd>{text(value)}</dd></div>"
        for name, value, clause in facts
    )
    return f'<dl class="facts">\n{rows}\n</dl>'


def _footer(card: Card) -> str:
    return (
        f"<footer>\n{_facts(card)}\n<p>Small figures are clauses of the rulebook {text(card.rulebook)}, "
        f"{text(card.edition)}. Rules hash {card.hash}</p>\n</footer>"
    )


def _short(card: Card, clause: str) -> str:
    """A clause of the card's own rulebook, which the foot of the page names once."""
    return clause.removeprefix(f"{card.rulebook} ")


def _cited(card: Card, clause: str | None) -> str:
    return element("small", text(_short(card, clause))) if clause else ""
