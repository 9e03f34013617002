"""Pages of the rules card and the filing: valid HTML, complete, and properly escaped."""

import html
import re
from collections.abc import Iterator
from functools import cache

import pytest

from pitboss.games import GAMES
from pitboss.money import dollars
from pitboss.papers.filing.document import Filing, build_filing, filing_html, filing_markdown
from pitboss.papers.html import html_element, html_table, page_footer_style
from pitboss.papers.rules_card.card import RulesCard, build_rules_card
from pitboss.papers.rules_card.html_page import rules_card_html
from pitboss.papers.wording import capitalize
from tests.papers.sample_submissions import CASES, HOSTILE
from tests.papers.strict_html import StrictPage

EVERY_CASE = pytest.mark.parametrize("case", CASES)


@cache
def card_of(case: str) -> RulesCard:
    game, submission = CASES[case]
    return build_rules_card(GAMES[game], submission)


@cache
def filed_of(case: str) -> Filing:
    game, submission = CASES[case]
    return build_filing(GAMES[game], submission)


def page_of(case: str) -> StrictPage:
    return StrictPage(rules_card_html(card_of(case)))


def filing_of(case: str) -> StrictPage:
    return StrictPage(filing_html(filed_of(case)))


def markdown_of(case: str) -> str:
    return filing_markdown(filed_of(case))


def markdown_rows(text: str) -> list[list[str]]:
    """Return the rows of every table as a Markdown reader sees them."""
    rows = []
    for line in text.splitlines():
        if line.startswith("|"):
            cells = re.split(r"(?<!\\)\|", line)[1:-1]
            rows.append([re.sub(r"\\(.)", r"\1", cell).strip() for cell in cells])
    return rows


def one_space(words: str) -> str:
    return " ".join(words.split())


def statements(card: RulesCard) -> Iterator[str]:
    """Return all statements and sums that both papers must contain."""
    yield from (card.name, card.operator, card.hash)
    yield from (card.edition,) if card.rulebook else ()
    yield from () if card.payout_limit is None else (dollars(card.payout_limit),)
    yield from card.payout_limit_wagers
    for step in card.steps:
        yield from (step.title, step.text)
    for wager in card.wagers:
        yield from (wager.label, wager.how)
        yield from (dollars(sum_) for sum_ in (wager.minimum, wager.maximum) if sum_ is not None)
    for meter in card.meters:
        yield from (capitalize(meter.name), dollars(meter.start), dollars(meter.reset), meter.rate)
    for stop in card.wheel:
        yield from (capitalize(stop.symbol), f"{stop.stops:,}", stop.prize)
        yield dollars(stop.community) if stop.community else "–"
    for reading in card.readings:
        yield from (reading.question, reading.meaning)
    for place in card.layout.places:
        yield place.inscription or place.label
    yield from (sign.text for sign in card.layout.signs)
    of = card.table
    yield from (dollars(of.minimum), dollars(of.maximum), dollars(of.chip), str(of.decks))
    yield from (capitalize(of.dealing), capitalize(of.shuffler))


def clauses(card: RulesCard) -> Iterator[str]:
    yield from (step.clause for step in card.steps)
    yield from (meter.clause for meter in card.meters)
    yield from (reading.clause for reading in card.readings)
    yield from (place.clause for place in card.layout.places)
    yield from (sign.clause for sign in card.layout.signs)
    for wager in card.wagers:
        yield wager.clause
        yield from (line.clause for line in (*wager.lines, *wager.envy))
        if wager.table_clause:
            yield wager.table_clause
    yield from (card.dealing_clause, card.payout_limit_clause)


def cites_clause(clause: str, text: str) -> bool:
    """Return whether exactly this clause is cited, not one with the same beginning or end."""
    return re.search(rf"(?<![\w.(]){re.escape(clause)}(?![\w#(]|\.\w)", text) is not None


@EVERY_CASE
def test_pages_are_valid_and_self_contained(case: str) -> None:
    assert page_of(case).faults == []
    assert filing_of(case).faults == []


@EVERY_CASE
def test_nothing_on_the_card_is_left_out(case: str) -> None:
    card, page, filing = card_of(case), page_of(case), filing_of(case)
    markdown = re.sub(r"\\(.)", r"\1", markdown_of(case))
    for words in statements(card):
        assert one_space(words) in page.text
        assert one_space(words) in filing.text
        assert one_space(words) in one_space(markdown)


@EVERY_CASE
def test_every_clause_is_cited(case: str) -> None:
    card, page, filing, markdown = card_of(case), page_of(case), filing_of(case), markdown_of(case)
    for clause in clauses(card):
        assert cites_clause(clause.removeprefix(f"{card.rulebook} "), page.text)
        assert cites_clause(clause, filing.text)
        assert cites_clause(clause, markdown)


@EVERY_CASE
def test_every_line_of_every_table_is_a_row_once(case: str) -> None:
    card, page, filing = card_of(case), page_of(case), filing_of(case)
    tables = {part for wager in card.wagers for part in (wager.lines, wager.envy)}
    markdown_lines = markdown_rows(markdown_of(case))
    for line in (line for lines in tables for line in lines):
        clause = [line.clause] if card.rulebook else []
        row = [capitalize(line.name), line.pays, *clause]
        short = [*row[:2], *(clause_.removeprefix(f"{card.rulebook} ") for clause_ in clause)]
        assert page.rows.count(short) == filing.rows.count(row) == markdown_lines.count(row) == 1


@EVERY_CASE
def test_markdown_and_page_of_a_filing_have_the_same_rows(case: str) -> None:
    rules = re.compile(r"-+:?$")
    markdown_lines = [row for row in markdown_rows(markdown_of(case)) if not rules.match(row[0])]
    rows = [[one_space(cell) for cell in row] for row in filing_of(case).rows]
    assert [row for row in markdown_lines if any(row[:2])] == rows


@EVERY_CASE
def test_wagers_that_share_a_table_are_listed_together(case: str) -> None:
    page = page_of(case)
    captions = page.tags_seen.count("caption")
    card = card_of(case)
    tables = {part for wager in card.wagers for part in (wager.lines, wager.envy) if part}
    assert captions == len(tables) + bool(card.meters) + bool(card.wheel)


@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if not game.short])
def test_a_game_without_a_rulebook_cites_nothing(game: str) -> None:
    for page in (page_of(game), filing_of(game)):
        assert "clause" not in page.text.casefold()
        words = page.text.replace("Shuffler None", "")
        assert not re.search(r"None|null|\(\)|\[\]|\$0\b", words)
        assert "payout limit" not in page.text.casefold()
    assert "Clause" not in markdown_of(game)
    assert ["Rulebook", "none"] in markdown_rows(markdown_of(game))


@pytest.mark.parametrize("game", GAMES)
def test_operator_text_is_escaped(game: str) -> None:
    own = {"operator": HOSTILE}
    for page in (
        rules_card_html(build_rules_card(GAMES[game], own)),
        filing_html(build_filing(GAMES[game], own)),
    ):
        assert html.escape(HOSTILE) in page
        assert "<script" not in page
        assert "alert" not in StrictPage(page).style
    markdown = filing_markdown(build_filing(GAMES[game], own))
    assert "<script" not in markdown.replace(r"\<", "")
    assert ["Operator", f"{HOSTILE} (example)"] in markdown_rows(markdown)


@pytest.mark.parametrize("game", GAMES)
def test_cards_are_drawn_in_their_places(game: str) -> None:
    card = build_rules_card(GAMES[game])
    page = rules_card_html(card)
    own = sum(name in card.layout.hole for row in card.layout.seat for name in row)
    assert page.count("<rect ") == sum(place.cards for place in card.layout.places) + own
    assert page.count("<circle ") == len(card.wagers)


def test_the_cross_is_a_cross() -> None:
    page = rules_card_html(build_rules_card(GAMES["criss-cross"]))
    corners = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)"', page)
    across, down = sorted({float(x) for x, _ in corners}), sorted({float(y) for _, y in corners})
    assert [len(across), len(down)] == [3, 3]
    at = {(across.index(float(x)), down.index(float(y))) for x, y in corners}
    assert at == {(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)}


def test_the_footer_of_a_sheet_cannot_end_its_style() -> None:
    style = page_footer_style("a\"; } </style> \\ 'Em")
    assert "</style>" not in style
    assert style.count('"') == 4
    assert r"\27 Em" in style


def test_tables_refuse_rows_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="zip"):
        html_table([("Hand", "text"), ("Pays", "figure")], [("pair",)])
    assert html_element("p", "") == ""
