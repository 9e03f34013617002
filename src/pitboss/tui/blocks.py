"""Blocks of styled lines that can be placed beside and above one another, and cards as blocks."""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final, Literal, NamedTuple, Protocol

from rich.style import Style
from rich.text import Text

from pitboss.papers.card_symbols import (
    JOKER_SIGN,
    JOKER_TEXT,
    SUIT_SIGNS,
    card_symbol,
    rank_text,
)
from pitboss.papers.rules_card.card import PlaceEntry, RulesCard
from pitboss.table.views import FACE_DOWN, RoundView
from pitboss.tui.theme import (
    BLACK_CARD,
    CARD_BACK,
    CARD_BACK_EDGE,
    CARD_EDGE,
    CARD_LABEL,
    EMPTY,
    LABEL,
    RED_CARD,
)

Alignment = Literal["left", "center", "right"]


class TextBlock(NamedTuple):
    """Lines of equal width."""

    lines: tuple[Text, ...]
    width: int

    @property
    def height(self) -> int:
        """The number of lines."""
        return len(self.lines)


EMPTY_BLOCK = TextBlock((), 0)


def styled_line(*parts: str | Text | tuple[str, Style]) -> Text:
    """Return one line made of parts, each with its own style."""
    line = Text()
    for part in parts:
        if isinstance(part, tuple):
            line.append(*part)
        else:
            line.append(part)
    return line


def pad_line(text: Text, width: int, align: Alignment = "left") -> Text:
    """Return the line padded or truncated to exactly this width."""
    line = text.copy()
    if line.cell_len > width:
        line.truncate(width, overflow="ellipsis" if width > 1 else "crop")
    line.align(align, width)
    return line


def make_block(
    lines: Iterable[Text], width: int | None = None, align: Alignment = "left"
) -> TextBlock:
    """Return lines as a block, as wide as given or as the longest line."""
    line_list = list(lines)
    if width is None:
        width = max((text.cell_len for text in line_list), default=0)
    return TextBlock(tuple(pad_line(text, width, align) for text in line_list), width)


def wrap_lines(text: str, width: int, style: Style, *, indent: int = 0) -> list[Text]:
    """Wrap a paragraph; lines after the first are indented by ``indent`` columns."""
    lines = wrap(text, max(width, 1), subsequent_indent=" " * indent, break_long_words=True)
    return [Text(part, style=style) for part in lines]


def center_block(
    block: TextBlock, width: int, height: int, align: Alignment = "center"
) -> TextBlock:
    """Center a block vertically in a larger area and align it; cut lines that do not fit."""
    above = max(0, height - block.height) // 2
    lines = [Text()] * above + list(block.lines)
    lines += [Text()] * (height - len(lines))
    return make_block(lines[:height], width, align)


def place_beside(
    blocks: Sequence[TextBlock], gap: int = 0, *, align_bottom: bool = False
) -> TextBlock:
    """Place blocks side by side, aligned at the top or (``align_bottom``) at the bottom."""
    visible_blocks = [block for block in blocks if block.width]
    height = max((block.height for block in visible_blocks), default=0)
    rows = [Text() for _ in range(height)]
    for number, block in enumerate(visible_blocks):
        padding = [Text(" " * block.width)] * (height - block.height)
        lines = [*padding, *block.lines] if align_bottom else [*block.lines, *padding]
        for row, part in zip(rows, lines, strict=True):
            row.append(" " * gap if number else "")
            row.append_text(part)
    return make_block(rows)


def stack_blocks(
    blocks: Sequence[TextBlock], align: Alignment = "center", gap: int = 0
) -> TextBlock:
    """Place blocks one below the other."""
    visible_blocks = [block for block in blocks if block.height]
    width = max((block.width for block in visible_blocks), default=0)
    lines: list[Text] = []
    for number, block in enumerate(visible_blocks):
        lines += [Text()] * (gap if number else 0)
        lines += block.lines
    return make_block(lines, width, align)


RED_SUITS: Final = "dh"
BACK_PATTERN: Final = "▚▞"
SMALL_CARD_BACK: Final = "▚▚"
NO_CARD: Final = ""


class CardSize(NamedTuple):
    """Outer width and height of a card, edges included, and the blank lines between rows."""

    width: int
    height: int
    row_gap: int = 0


SMALL_CARD: Final = CardSize(9, 3)
MEDIUM_CARD: Final = CardSize(9, 5)
LARGE_CARD: Final = CardSize(11, 7, 1)
HUGE_CARD: Final = CardSize(13, 9, 1)
CARD_SIZES: Final = (HUGE_CARD, LARGE_CARD, MEDIUM_CARD, SMALL_CARD)
"""Card sizes, largest first."""


def short_card(card: str) -> Text:
    """Return a card as inline text such as ``K♥``, or part of a card back if it is face down."""
    if card == FACE_DOWN:
        return Text(SMALL_CARD_BACK, style=CARD_BACK_EDGE)
    return Text(card_symbol(card), style=_card_style(card))


def card_block(card: str, size: CardSize, label: str = "") -> TextBlock:
    """Draw a card face up, face down or as an empty outline, with a label on its top edge."""
    inner = size.width - 2
    if card == FACE_DOWN:
        rows = [
            Text((BACK_PATTERN * inner)[row_index % 2 :][:inner], style=CARD_BACK)
            for row_index in range(size.height - 2)
        ]
        return _add_edges(rows, size, label, CARD_BACK_EDGE, CARD_BACK_EDGE)
    if card == NO_CARD:
        rows = [Text(" " * inner) for _ in range(size.height - 2)]
        return _add_edges(rows, size, label, EMPTY, LABEL)
    rows = [pad_line(Text(text), inner) for text in _face_lines(card, size)]
    for row in rows:
        row.style = _card_style(card)
    return _add_edges(rows, size, label, CARD_EDGE, CARD_LABEL)


def hand_block(cards: tuple[str, ...], size: CardSize, label: str = "") -> TextBlock:
    """Draw cards side by side, with the label on the first one if it fits."""
    return place_beside(
        [card_block(c, size, label if not index else "") for index, c in enumerate(cards)], 1
    )


def hand_width(cards: int, size: CardSize) -> int:
    """Return the width in columns of this many cards side by side."""
    return cards * (size.width + 1) - 1


def _face_lines(card: str, size: CardSize) -> list[str]:
    """Return the lines of a card's face, inside its edges."""
    inner = size.width - 2
    if card == JOKER_TEXT:
        rank, pip = "Joker", JOKER_SIGN
    else:
        rank, pip = rank_text(card), SUIT_SIGNS[card[1]]
    index = card_symbol(card)
    if size == SMALL_CARD:
        return [f"{index:^{inner}}"]
    if size == MEDIUM_CARD:
        return [f" {index}", "", f"{index + ' ':>{inner}}"]
    middle = f"{pip:^{inner}}"
    if size == LARGE_CARD:
        return [f" {index}", "", middle, "", f"{index + ' ':>{inner}}"]
    bottom = [f"{rank + ' ':>{inner}}", f"{pip + ' ':>{inner}}"]
    return [f" {rank}", f" {pip}", "", middle, "", *bottom]


def _add_edges(
    rows: list[Text], size: CardSize, label: str, edge_style: Style, label_style: Style
) -> TextBlock:
    inner = size.width - 2
    label = label if len(label) <= inner else ""
    left = (inner - len(label)) // 2
    top = styled_line(
        ("╭" + "─" * left, edge_style),
        (label, label_style),
        ("─" * (inner - left - len(label)) + "╮", edge_style),
    )
    middle = [styled_line(("│", edge_style), row, ("│", edge_style)) for row in rows]
    return TextBlock((top, *middle, Text("╰" + "─" * inner + "╯", style=edge_style)), size.width)


def _card_style(card: str) -> Style:
    return RED_CARD if card[1] in RED_SUITS else BLACK_CARD


PLACE_GAP = 2


class TableScreen(Protocol):
    """A screen state that includes a table, whoever looks at it."""

    @property
    def card(self) -> RulesCard:
        """The rules card, which includes the layout."""

    @property
    def round(self) -> RoundView | None:
        """The current round, if there is one."""


def table_block(screen: TableScreen, size: CardSize) -> TextBlock:
    """Draw every place of the table with its cards, in this card size."""
    empty = make_block([], hand_width(_max_cards(screen), size))
    rows = [
        place_beside(
            [_place_block(screen, place, size) if place else empty for place in row], PLACE_GAP
        )
        for row in _place_rows(screen)
    ]
    return stack_blocks(rows, gap=size.row_gap)


def table_size(screen: TableScreen, size: CardSize) -> CardSize:
    """Return the size of the block that `table_block` draws."""
    rows, max_cards = _place_rows(screen), _max_cards(screen)
    widths = [
        sum(hand_width(place.cards if place else max_cards, size) + PLACE_GAP for place in row)
        - PLACE_GAP
        for row in rows
    ]
    return CardSize(max(widths, default=0), len(rows) * (size.height + size.row_gap) - size.row_gap)


def _place_rows(screen: TableScreen) -> list[list[PlaceEntry | None]]:
    """Return the layout's rows of places, with gaps kept if all places have equally many cards."""
    places = {place.name: place for place in screen.card.layout.places}
    is_uniform = len({place.cards for place in places.values()}) == 1
    return [
        [places.get(name) for name in row if name in places or is_uniform]
        for row in screen.card.layout.table
    ]


def _max_cards(screen: TableScreen) -> int:
    return max((place.cards for place in screen.card.layout.places), default=1)


def _place_block(screen: TableScreen, place: PlaceEntry, size: CardSize) -> TextBlock:
    cards = screen.round.cards.get(place.name, ()) if screen.round else ()
    missing = (NO_CARD,) * (place.cards - len(cards))
    fits = len(place.inscription) <= size.width - 2
    label = place.inscription if fits and place.inscription else place.label
    return hand_block((*cards, *missing), size, label)
