"""Playing cards in four sizes, and the table's cards arranged as in the layout."""

from typing import Final, NamedTuple, Protocol

from rich.style import Style
from rich.text import Text

from pitboss.cards import JOKER as CARD_OF_JOKER
from pitboss.cards import card_text
from pitboss.papers.rules_card.card import PlaceEntry, RulesCard
from pitboss.table.views import FACE_DOWN, RoundView
from pitboss.tui.text_blocks import (
    TextBlock,
    make_block,
    pad_line,
    place_beside,
    stack_blocks,
    styled_line,
)
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

JOKER_TEXT: Final = card_text(CARD_OF_JOKER)
SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
JOKER_SIGN: Final = "★"
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


def card_symbol(card: str) -> str:
    """Return a card as plain text for a sentence, such as ``10♥``."""
    return JOKER_SIGN if card == JOKER_TEXT else f"{_rank_text(card)}{SUIT_SIGNS[card[1]]}"


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
        rank, pip = _rank_text(card), SUIT_SIGNS[card[1]]
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


def _rank_text(card: str) -> str:
    return "10" if card[0] == "T" else card[0]


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
